"""Tables of Race laid out for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rftg_dsl.compile.score import points_by_line
from rftg_dsl.games.race.build import NONE
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.run_program import open_stage
from rftg_dsl.library.load import Library, load_library

Cards = Iterable[str]


class Table:
    """A game with cards dealt by a test, seen from seat 0."""

    def __init__(self, g: Play) -> None:
        self.g = g
        self.w: Numbers = g.numbers
        self.asked: list[tuple[int, str, list[Any]]] = []
        """Seat, name and options of every decision so far."""
        self.script: list[tuple[str, Any]] = []

    # -- laying out

    def free(self, name: str) -> int:
        """A card of this name from the supply or the unused start worlds."""
        side = self.w.names.index(name)
        there = (*self.g.zone[self.w.supply], *self.g.zone[self.w.starts])
        return next(piece for piece in there if self.g.side[piece] == side)

    def put(self, names: Cards, place: int) -> None:
        for name in names:
            self.g.move(self.free(name), place, "test")

    def good(self, name: str, seat: int = 0) -> None:
        """Put a good on a world."""
        world = self.in_tableau(name, seat)
        self.g.move(self.g.zone[self.w.supply][0], self.w.goods[world], "test")

    # -- playing

    def phase(self, phase: str, *script: tuple[str, Any]) -> Table:
        """Play a phase; the script has the answers of seat 0 in order, by decision name."""
        self.begin(phase)
        return self.play(*script)

    def begin(self, phase: str) -> None:
        """Begin a phase, whoever has chosen it."""
        open_stage(self.g, self.g.rules.program.blocks[phase])
        self.g.agenda += self.g.later[::-1]
        self.g.later.clear()

    def play(self, *script: tuple[str, Any]) -> Table:
        self.script = list(script)
        self.g.run()
        while (pending := self.g.pending) is not None:
            self.asked.append((pending.seat, pending.name, self.shown(pending.form)))
            assert self.g.answer(self.pick()) is None, (pending.name, pending.form.shape())
        assert not self.script, self.script
        return self

    def pick(self) -> Any:
        pending = self.g.pending
        assert pending is not None
        form = pending.form
        if pending.seat == 0 and self.script and self.script[0][0] == pending.name:
            wanted = self.script.pop(0)[1]
            return self.handle(form, wanted)
        if isinstance(form, One):
            return NONE if NONE in form.options else form.options[-1]
        return tuple(form.options[: form.low]) if isinstance(form, Some) else form.listed()[0]

    def handle(self, form: Any, wanted: Any) -> Any:
        """The pick for a text or a list of names."""
        if isinstance(wanted, list):
            left = {self.name(piece): piece for piece in form.options}
            return tuple(left[name] for name in wanted)
        if isinstance(form, One) and isinstance(wanted, str):
            return next((option for option in form.options if wanted in (option, self.name(option))), wanted)
        return wanted

    def shown(self, form: Any) -> list[Any]:
        if "place" in (of := getattr(form, "of", ())):
            return [
                tuple(map(self.label, of, option)) if isinstance(option, tuple) else option for option in form.options
            ]
        return [self.name(option) for option in form.options] if hasattr(form, "options") else form.listed()

    def label(self, of: str, number: int) -> str:
        """The printed name of a card, or the name of a place."""
        return self.g.layout.place_names[number] if of == "place" else str(self.name(number))

    def name(self, piece: Any) -> Any:
        """The printed name of a card; words unchanged."""
        if isinstance(piece, tuple):
            return tuple(self.name(part) for part in piece)
        return self.w.names[self.g.side[piece]] if isinstance(piece, int) else piece

    # -- looking

    def options(self, name: str, seat: int = 0) -> list[Any]:
        """The options of the last decision with this name."""
        return next(options for who, what, options in reversed(self.asked) if (who, what) == (seat, name))

    def was_asked(self, name: str, seat: int = 0) -> bool:
        return any((who, what) == (seat, name) for who, what, _ in self.asked)

    def names(self, place: int) -> list[str]:
        return [self.w.names[self.g.side[piece]] for piece in self.g.zone[place]]

    def hand(self, seat: int = 0) -> list[str]:
        return self.names(self.w.hand[seat])

    def tableau(self, seat: int = 0) -> list[str]:
        return self.names(self.w.tableau[seat])

    def in_tableau(self, name: str, seat: int = 0) -> int:
        return next(piece for piece in self.g.zone[self.w.tableau[seat]] if self.name(piece) == name)

    def goods(self, seat: int = 0) -> list[str]:
        """The worlds with goods."""
        there = self.g.zone[self.w.tableau[seat]]
        return [self.name(piece) for piece in there if self.g.zone[self.w.goods[piece]]]

    def discards(self) -> list[str]:
        return self.names(self.w.discards)

    def vp(self, seat: int = 0) -> int:
        return self.g.counters[self.w.vp[seat]]

    def military(self, seat: int = 0) -> int:
        return self.g.value("military", seat, 0)

    def scores(self, seat: int = 0) -> Mapping[str, int]:
        return points_by_line(self.g, seat)

    def power(self, name: str, number: int) -> str:
        """The id of a power of a card in the tableau of seat 0."""
        return f"{self.g.layout.sides[self.g.side[self.in_tableau(name)]]}/{number}"


@cache
def loaded(edition: str, options: tuple[tuple[str, str], ...]) -> Library:
    """The library for an edition and options, loaded once."""
    return load_library("race", edition, (), dict(options))


def race(
    tableau: Cards = (),
    hand: Cards = (),
    goods: Cards = (),
    actions: Iterable[str] = (),
    other: Cards = (),
    other_hand: Cards = (),
    other_goods: Cards = (),
    other_actions: Iterable[str] = (),
    edition: str = "first",
    found: Library | None = None,
    **options: str,
) -> Table:
    """A table of two seats with these cards and these action cards picked; ``found`` gives another library."""
    found = found or loaded(edition, tuple(options.items()))
    g: Play = found.rules(2).start(Seeded("test", "race"), options)
    g.agenda.clear()
    table = Table(g)
    w = table.w
    g.adjust(w.pool, 24, "test")
    g.set_fact(w.order, (0, 1), "test")
    g.set_fact(w.actions, (tuple(actions), tuple(other_actions)), "test")
    for seat, cards, held, lying in ((0, tableau, hand, goods), (1, other, other_hand, other_goods)):
        table.put(cards, w.tableau[seat])
        table.put(held, w.hand[seat])
        for name in lying:
            table.good(name, seat)
    g.wake()
    return table


def whole(seats: int = 2, seed: str = "whole", **options: str) -> Play:
    """A real game before its first step."""
    g: Play = loaded("first", tuple(options.items())).rules(seats).start(Seeded(seed, "race"), options)
    return g
