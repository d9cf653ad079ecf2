"""The program's side of the proof: one sentence at a time is checked and compiled against a game that stays loaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rftg_dsl.base.diagnostic import Diagnostic, Severity
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Component, Model, Power
from rftg_dsl.check.model_checks import CHECKS, check_names, check_played
from rftg_dsl.check.read_components import resolve
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.supply_limits import check_supply
from rftg_dsl.compile.bind import Binder, find_tallies, lay_out
from rftg_dsl.compile.compiler import Backend, make_translator
from rftg_dsl.compile.lower import lower
from rftg_dsl.compile.lowered import Acted
from rftg_dsl.compile.rules import PowerHook, Rules
from rftg_dsl.library.catalogue import rows_of
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.syntax.parse import parse

PIECE = "ZZ"
"""The piece with the sentence that is tried."""

FRAMES = {
    "roll": (
        'tile ZZ {{ development "Zed" cost 2 {{ {power} }}; world "Zee" novelty cost 1 }}',
        'tile ZZ {{ development "Zed" cost 1; world "Zee" rare cost 3 {{ {power} }} }}',
    ),
    "race": (
        'card ZZ {{ development "Zed" cost 2 vp 1 {{ {power} }} }}',
        'card ZZ {{ world "Zed" rare windfall cost 2 vp 1 {{ {power} }} }}',
        'card ZZ {{ world "Zed" genes production cost 1 vp 1 {{ {power} }} }}',
    ),
    "galaxies": ('planet-card ZZ {{ planet "Zed" culture economy length 3 vp 1 {{ {power} }} }}',),
}
"""The texts of the piece: the sides that can have the sentence."""

CHECKED = [check for check in CHECKS if check not in (check_names, check_played, check_supply)]
"""The checks of a model, but for those about the whole of a game."""


class Single(Model):
    """The whole model of a game, of which only the powers of the last component are checked and compiled."""

    def walk_powers(self) -> Any:
        """The powers of that component."""
        for side in self.components[-1].sides:
            yield from side.walk_powers()

    def walk_occurrences(self, game: Any) -> Any:
        """The same, each where it occurs."""
        return Model(self.words, self.components[-1:]).walk_occurrences(game)

    def find_in_each(self, game: Any, find: Any) -> Any:
        """What is found in that component."""
        return find(Model(self.words, self.components[-1:]), game)


class Bench:
    """A game that stays loaded, with a piece whose powers change."""

    def __init__(self, game: str) -> None:
        with TemporaryDirectory() as folder:
            (Path(folder) / "set.toml").write_text(f'id = "z"\nname = "Z"\ngame = "{game}"\nversion = "1"\n')
            (Path(folder) / "z.rftg").write_text(FRAMES[game][0].format(power=""))
            self.library: Library = load_library(game, None, [folder])
        self.name = game
        self.game = self.library.game
        self.words = self.library.model.words
        self.speech = Speech(self.words, self.game)
        self.steps = self.library.rules(2).steps

    @cached_property
    def sides(self) -> dict[str, dict[str, Any]]:
        """What each side shows, by its id."""
        return {row["id"]: row for row in rows_of(self.library)}

    def printed(self, component: Component) -> dict[str, dict[str, Any]]:
        """What the sides of a component show."""
        blank = dict.fromkeys(next(iter(self.sides.values())))
        return {
            side.id: {
                **blank,
                **side.properties,
                "id": side.id,
                "name": side.name,
                "kind": side.kind,
                "powers": [power.text for power in side.powers],
            }
            for side in component.sides
        }

    def checked(self, frame: int, powers: Sequence[str]) -> tuple[Component | None, list[Diagnostic]]:
        """The piece with these powers, unless they are mistaken."""
        text = FRAMES[self.name][frame].format(power="\n  ".join(["", *powers, ""]))
        source = Source("z.rftg", text)
        file, wrong = parse(source)
        if wrong:
            return None, list(wrong)
        result = resolve(source, file.declarations[0], self.speech, len(self.library.model.components) - 1)
        if result.component is None or result.diagnostics:
            return None, list(result.diagnostics)
        model = self.model(result.component)
        wrong = [
            diagnostic
            for check in CHECKED
            for diagnostic in check(model, self.game)
            if diagnostic.severity == Severity.ERROR
        ]
        return result.component, wrong

    def model(self, component: Component) -> Single:
        """The game with this component for the piece."""
        return Single(self.words, (*self.library.model.components[:-1], component))

    def rules(self, component: Component, seats: int, backend: Backend = "generated") -> Rules:
        """The game with this component, compiled: only its own powers anew."""
        model, base = self.model(component), self.base(seats)
        whole = Model(model.words, model.components)
        layout = lay_out(whole, self.game, seats)
        binder = Binder(whole, self.game, layout)
        own: list[Power] = list(model.walk_powers())
        counted = list(find_tallies(whole, layout.pieces))
        lowered = [lower(power, self.game) for power in own]
        functions, counts = make_translator(binder, backend).build(lowered, counted)
        made = {
            power.id: PowerHook(
                power,
                power_functions,
                self.game,
                [each.segment for each in lowered_power.choices] if isinstance(lowered_power, Acted) else (),
            )
            for power, lowered_power, power_functions in zip(own, lowered, functions, strict=True)
        }
        powers = [
            *base.powers[: -len(component.sides)],
            *([made[power.id] for power in side.powers] for side in component.sides),
        ]
        counting: dict[str, list[Any]] = {}
        for tally, count in zip(counted, counts, strict=True):
            counting.setdefault(tally.pattern.event.name, []).append(count)
        numbers = {
            once: [
                number for tally in counted if tally.period in ("", once) for number in layout.counter[tally.counter]
            ]
            for once in base.model.words.schedule.periods
        }
        rules = Rules(
            self.game,
            whole,
            seats,
            layout,
            self.steps,
            powers,
            {**base.by_id, **made},
            counting,
            numbers,
            base.program,
            base.lines,
            base.ties,
            binder.sides,
        )
        object.__setattr__(rules, "numbers", self.game.numbers(rules))
        return rules

    def base(self, seats: int) -> Rules:
        """The game with the piece blank."""
        return self.library.rules(seats)


@cache
def bench(game: str) -> Bench:
    """The bench of a game, made once."""
    return Bench(game)
