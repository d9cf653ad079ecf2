"""Positions for tests: tables that are set up, played and inspected by printed names.

``table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)`` moves three Military dice from
the supply to a Citizenry, adds Space Piracy to a tableau, and sets the credits to 1. A game can add its own methods in
a subclass of ``Position``. A mistake in a scenario raises ``AssertionError`` with the valid values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from rftg_dsl.base.diagnostic import suggest_known
from rftg_dsl.base.resources import parse_sets
from rftg_dsl.base.spelling import find_names
from rftg_dsl.compile.game import Report
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import figures_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, Of, One, Pick, Range, Some
from rftg_dsl.kernel.program import SETUP
from rftg_dsl.kernel.run_program import begin_stretch, carry_out, end_stage, open_stage
from rftg_dsl.kernel.step import AnyStep
from rftg_dsl.kernel.table import Event
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.log.account.event_words import Happened, parse_event
from rftg_dsl.log.format.record import Naming
from rftg_dsl.testing.scripted_chance import Scripted, require

Label = str | tuple[str, ...]
"""The name by which a scenario refers to an option; a compound option has several words."""


class Position:
    """A game in progress that starts from a position set up by a scenario."""

    def __init__(self, rules: Rules, options: Mapping[str, str] | None = None) -> None:
        self.chance = Scripted()
        self.rules = rules
        self.layout = rules.layout
        self.play = rules.start(self.chance, options)
        # The scenario decides what to run, and setup is only one of the possibilities.
        self.play.agenda.clear()
        self.counters = {counter.plural: counter.name for counter in rules.model.words.counters.values()}
        self.naming = Naming(rules.layout)
        # Built in reverse, so that the first of several sides with the same name wins.
        self.sides = {side.name: number for number, side in reversed([*enumerate(rules.sides)])}
        self.taken: list[int] = []
        """The pieces that the scenario has already placed, or has scripted to be drawn."""

    def __repr__(self) -> str:
        """A summary such as ``<position of roll, 2 seats: seat 0 is asked 'ship'>``."""
        pending = self.play.pending
        now = "over" if self.play.over else f"seat {pending.seat} is asked {pending.name!r}" if pending else "set up"
        return f"<position of {self.rules.game.name}, {self.layout.seats} seats: {now}>"

    # -- given

    def seat(self, seat: int, **what: Any) -> Self:
        """Set up a seat: things as ``"3 military, 1 home"``, pieces as a list of names, counters as numbers.

        For things on pieces, pass a dict keyed by piece name: ``goods={"Spice World": "1 novelty"}``.
        """
        for key, value in what.items():
            if isinstance(value, str):
                self.put_stock(value, self.place(key, seat))
            elif isinstance(value, int):
                self.put_counter(key, seat, value)
            elif isinstance(value, dict):
                for name, stock in value.items():
                    self.put_stock(stock, self.place(key, self.piece(name)))
            else:
                for name in value:
                    self.put_piece(name, self.place(key, seat))
        return self.laid()

    def common(self, **what: Any) -> Self:
        """Set up the common parts of the table: counters as numbers, pieces as a list of names."""
        return self.seat(0, **what)

    def laid(self) -> Self:
        """Discard the events so far, because they come from the set-up rather than the scenario."""
        self.play.events.clear()
        return self

    def put_counter(self, key: str, seat: int, value: int) -> None:
        """Set a counter. Raise ``AssertionError`` if its bounds do not allow the value."""
        counter = self.counter(key, seat)
        self.play.adjust(counter, value - self.play.counters[counter], "laid out")
        require(self.play.counters[counter] == value, f"{key} cannot be {value}, only {self.play.counters[counter]}")

    def put_stock(self, text: str, place: int) -> None:
        """Move things from the supply to a place."""
        width = len(self.layout.kinds)
        for kind, n in self.amounts(text):
            self.play.shift(self.layout.place["supply"][0] * width + kind, place * width + kind, n, "laid out")

    def put_piece(self, name: str, place: int) -> None:
        """Move a piece to a place, with the named side face up. Repeating a name moves the next copy of the piece, if
        any."""
        side = self.side(name)
        piece = self.next_copy(name)
        self.play.flip(piece, side, "laid out")
        self.play.move(piece, place, "laid out")

    def amounts(self, text: str) -> list[tuple[int, int]]:
        """Parse ``"3 military, 1 home"`` into pairs of a kind and a number."""
        pairs = [part.split() for part in text.split(",") if part.strip()]
        return [(require_known(self.layout.kind, "kind of thing", kind), int(n)) for n, kind in pairs]

    def place(self, name: str, owner: int) -> int:
        """The number of the place with this name that belongs to ``owner``, or of the only place with this name.

        ``owner`` is the number of a seat or piece.
        """
        return number_for(require_known(self.layout.place, "place", name), name, owner)

    def side(self, name: str) -> int:
        """The number of the side with this printed name."""
        return require_known(self.sides, "side", name)

    def piece(self, name: str) -> int:
        """The number of the first piece that has a side with this printed name."""
        side = self.side(name)
        return next(number for number, piece in enumerate(self.layout.pieces) if side in piece.sides)

    def next_copy(self, name: str) -> int:
        """The first copy of a piece that the scenario has not used yet; the last copy if all have been used."""
        side = self.side(name)
        copies = [number for number, piece in enumerate(self.layout.pieces) if side in piece.sides]
        piece = next((copy for copy in copies if copy not in self.taken), copies[-1])
        self.taken.append(piece)
        return piece

    def drawn(self, label: str, *names: str) -> Self:
        """Script the result of the next draw whose label contains ``label``."""
        self.chance.say(label, [self.next_copy(name) for name in names])
        return self

    def counter(self, name: str, seat: int) -> int:
        """The number of the counter with this name or plural."""
        return number_for(require_known(self.layout.counter, "counter", self.counters.get(name, name)), name, seat)

    # -- when

    def begin(self, step: AnyStep, *args: Any) -> Self:
        """Put a step on the agenda and run until a decision is pending or the agenda is empty."""
        self.play.agenda.append((step.id, args))
        return self.go()

    def setup(self) -> Self:
        """Run the schedule's setup."""
        carry_out(self.play, self.rules.program.blocks[SETUP], 0, ())
        return self.go()

    def stage(self, name: str, *seat: int) -> Self:
        """Play the phase or step with this name, even if its condition does not hold; ``seat`` is the seat whose turn
        it is."""
        open_stage(self.play, self.rules.program.blocks[name], seat)
        return self.go()

    def stretch(self, *seat: int) -> Self:
        """Begin the next round or, in a game with turns, a seat's turn."""
        return self.begin(begin_stretch, *seat)

    def end_stretch(self, *seat: int) -> Self:
        """End the round or the seat's turn, which triggers the powers at its end and may also end the game."""
        return self.begin(end_stage, self.rules.program.stretch.name, *seat)

    def go(self) -> Self:
        """Continue until a decision is pending or nothing is left to do, running past any pauses."""
        self.play.agenda += self.play.later[::-1]
        self.play.later.clear()
        while self.play.agenda and self.play.pending is None:
            self.play.run()
        return self

    @property
    def asked(self) -> Decision | None:
        """The pending decision, if any."""
        return self.play.pending

    @property
    def pending(self) -> Decision:
        """Return the pending decision. Raise ``AssertionError`` if there is none."""
        if self.play.pending is None:
            raise AssertionError("no decision is pending")
        return self.play.pending

    def options(self) -> list[Any]:
        """The names of the options; for a bag, pairs of a name and a number."""
        form = self.pending.form
        if isinstance(form, Bag):
            return [(self.label(form.of, handle), n) for handle, n in form.cells]
        if isinstance(form, Range):
            return form.listed()
        return [self.label(form.of, handle) for handle in form.options]

    def answer(self, name: str, *words: str | int) -> Self:
        """Answer the pending decision, which must have this name, and continue the game.

        The answer can be the name of one option (as several words if the option is compound), the names of several
        options, a string such as ``"2 home, 1 military"`` for a bag, or a number for an amount.
        """
        pending = self.pending
        require(pending.name == name, f"seat {pending.seat} is asked {pending.name!r}, not {name!r}: {self.options()}")
        refusal = self.play.answer(self.pick(words))
        require(refusal is None, str(refusal))
        return self.go()

    def pick(self, words: tuple[str | int, ...]) -> Pick:
        """The pick that the words stand for in the pending decision."""
        match self.pending.form:
            case Range():
                return words[0]
            case One() as form:
                return self.find(form.of, form.options, tuple(str(word) for word in words))
            case Some() as form:
                return tuple(self.find(form.of, form.options, (str(word),)) for word in words)
            case Bag() as form:
                cells = [cell for cell, _ in form.cells]
                parts = [part.strip().partition(" ") for word in words for part in str(word).split(",")]
                return tuple((self.find(form.of, cells, (what,)), int(n)) for n, _, what in parts)

    def find(self, of: Of, options: Sequence[Pick], words: tuple[str, ...]) -> Pick:
        """The only option that the words match, in full or up to ``in`` or ``on`` (``military`` matches ``military in
        cup``)."""
        matches = [option for option in options if self.means(of, option, words)]
        if len(matches) > 1:
            ids = ", ".join(self.layout.name(of, option) for option in matches)
            raise AssertionError(f"{' '.join(words)!r} matches {len(matches)} of {self.options()}; use an id: {ids}")
        require(bool(matches), f"{' '.join(words)!r} is not one of {[self.label(of, option) for option in options]}")
        return matches[0]

    def means(self, of: Of, option: Pick, words: tuple[str, ...]) -> bool:
        """Whether the words match an option's label or its id, which distinguishes copies."""
        if words == (self.layout.name(of, option),):
            return True
        label = self.label(of, option)
        parts = label if isinstance(label, tuple) else (label,)
        return len(parts) == len(words) and all(
            part == word or part.startswith((f"{word} in ", f"{word} on "))
            for part, word in zip(parts, words, strict=True)
        )

    def label(self, of: Of, handle: Pick) -> Label:
        """The name of a handle: ``military in cup``, ``novelty on Spice World``, the printed name of a piece, side
        or power, or the name of a place or kind."""
        if isinstance(handle, tuple):
            each = of if isinstance(of, tuple) else (of,) * len(handle)
            return tuple(str(self.label(sort, part)) for sort, part in zip(each, handle, strict=True))
        if isinstance(handle, str):
            power = self.rules.by_id.get(handle)
            return self.printed(handle.rpartition("/")[0]) if power else handle
        name = self.layout.name(of, handle)
        if of == "cell":
            kind, _, place = name.partition("@")
            where, _, piece = place.partition(".")
            on = piece in self.layout.piece
            return f"{kind} on {self.piece_name(self.layout.piece[piece])}" if on else f"{kind} in {where}"
        if of == "piece":
            return self.piece_name(handle)
        if of == "side":
            return self.printed(name)
        return name.partition(".")[0] if of == "place" else name

    def printed(self, side: str) -> str:
        """The printed name of the side with this id."""
        return self.rules.sides[self.layout.side[side]].name

    def piece_name(self, piece: int) -> str:
        """The printed name of a piece's face-up side."""
        return self.rules.sides[self.play.side[piece]].name

    # -- then

    def stock(self, place: str, owner: int | str) -> str:
        """The fungible things in a seat's place or on a piece, such as ``"1 home, 3 military"``."""
        number = self.place(place, owner if isinstance(owner, int) else self.piece(owner))
        row = number * len(self.layout.kinds)
        there = [(self.play.stock[row + kind], name) for name, kind in self.layout.kind.items()]
        return ", ".join(f"{n} {name}" for n, name in there if n)

    def pieces(self, place: str, seat: int = 0) -> list[str]:
        """The printed names of the pieces in a place, in order."""
        return [self.piece_name(piece) for piece in self.play.zone[self.place(place, seat)]]

    def count(self, name: str, seat: int = 0) -> int:
        """The value of a counter."""
        return self.play.counters[self.counter(name, seat)]

    @property
    def figures(self) -> Report:
        """The game's report, including score lines."""
        return figures_of(self.play)

    def score(self, seat: int = 0) -> dict[str, int]:
        """A seat's score lines and their total."""
        lines: dict[str, int] = self.figures["seats"][seat]["score"]
        return lines

    @property
    def events(self) -> list[Happened]:
        """All events since the position was laid out."""
        return [self.happened(event) for event in self.play.events]

    def happened(self, event: Event) -> Happened:
        """An event, with names in place of numbers."""
        [named] = self.naming.list_events([event])
        return parse_event(named)

    @property
    def last_event(self) -> Happened:
        """The last event."""
        return self.events[-1]

    @property
    def powers(self) -> list[str]:
        """The powers that caused events, in order of their first event."""
        return list(dict.fromkeys(event.cause.power for event in self.events if event.cause.power))


Found = TypeVar("Found")


def require_known(known: Mapping[str, Found], sort: str, name: str) -> Found:
    """Return the only entry with this name. Raise ``AssertionError``, listing the known names, unless there is exactly
    one."""
    meant = find_names(name, known)
    if len(meant) != 1:
        raise AssertionError(f"there is no {sort} called {name!r}; {suggest_known(name, meant or known)}")
    return known[meant[0]]


def number_for(numbers: Sequence[int], name: str, owner: int) -> int:
    """The number in ``numbers`` for a seat or piece, or the only number if there is just one."""
    require(len(numbers) == 1 or owner < len(numbers), f"there is no seat {owner}: {name} has 0 to {len(numbers) - 1}")
    return numbers[owner if len(numbers) > 1 else 0]


Kind = TypeVar("Kind", bound=Position)


def table(
    game: str,
    players: int = 2,
    edition: str | None = None,
    sets: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    kind: type[Kind] = Position,  # type: ignore[assignment]
) -> Kind:
    """Create an empty position: everything is where it is before setup, and the agenda is empty."""
    plain = not sets and not options
    library = load_standard(game, edition) if plain else load_library(game, edition, parse_sets(sets), options)
    return kind(library.rules(players), options)
