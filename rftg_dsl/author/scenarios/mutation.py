"""Mutation testing: finds changes to powers that no scenario notices.

Each mutant replaces its power, and the scenarios that involve the power are run again. If one of them fails, the mutant
is noticed. A mutant that survives is checked like other content, because invalid mutants do not count, and is then
tried once more with rules compiled from scratch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from rftg_dsl.author.scenarios.coverage import Coverage, Printed, powers_in
from rftg_dsl.author.scenarios.mutants import Mutant, Mutations
from rftg_dsl.author.scenarios.run_scenario import names_in, run
from rftg_dsl.base.diagnostic import Severity
from rftg_dsl.check.model import Acting, Memory, Model, PieceSet, Power, Side, Times
from rftg_dsl.check.model.scenarios import Excuse, Scenario
from rftg_dsl.check.model_checks import check_model
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.compiler import compile_rules
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.interpret import Interpreter
from rftg_dsl.compile.lower import lower
from rftg_dsl.compile.lowered import Acted
from rftg_dsl.compile.rules import PowerHook, Rules
from rftg_dsl.kernel.in_play import LASTING
from rftg_dsl.kernel.play import CHOSEN
from rftg_dsl.library.load import Library


@frozen
class Unnoticed:
    """A mutant that survived."""

    of: Printed
    mutant: Mutant

    @property
    def excuse(self) -> str:
        """The comment that would excuse the mutant, without a reason."""
        return f"# rftg: unnoticed {self.of.id} {self.mutant.change}:"


def does_excuse(excuse: Excuse, unnoticed: Unnoticed) -> bool:
    here = "*" in excuse.powers or unnoticed.of.id in excuse.powers
    return here and (excuse.old, excuse.new) == (unnoticed.mutant.old, unnoticed.mutant.new)


@define
class Mutated:
    """The result of mutation testing."""

    mutants: int = 0
    noticed: int = 0
    excused: int = 0
    unnoticed: list[Unnoticed] = field(factory=list)
    idle: list[Excuse] = field(factory=list)
    """The excuses that were not needed, because no matching mutant survived."""
    unrun: list[Printed] = field(factory=list)
    """The powers that no scenario touches; no mutants are created for them."""

    @property
    def passed(self) -> bool:
        """Whether every power was tested, every surviving mutant was excused, and every excuse was needed."""
        return not (self.unnoticed or self.idle or self.unrun)


@define(eq=False)
class Bed:
    """A game in one setting, whose powers are changed one at a time."""

    library: Library
    scenarios: Sequence[Scenario]
    coverage: Coverage
    files: Sequence[str]
    here: dict[str, tuple[Printed, Power]] = field(init=False)
    mutations: Mutations = field(init=False)
    _memory: Memory = field(factory=Memory, init=False)
    _plain: dict[int, Rules] = field(factory=dict, init=False)
    _binders: dict[int, Binder] = field(factory=dict, init=False)
    _named: dict[int, frozenset[str]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.here = powers_in(self.library.model, self.files)
        self.mutations = Mutations(self.library.model, self.library.game)
        self._named = {nth: names_in(scenario) for nth, scenario in enumerate(self.scenarios)}

    def scenarios_for(self, printed: Printed) -> list[Scenario]:
        """The scenarios that ran a power, followed by those that mention its piece."""
        places = self.coverage.by_scenario
        ran = [
            scenario
            for scenario in self.scenarios
            if printed in places.get((scenario.at.source.label, scenario.at.start), ())
        ]
        named = [scenario for nth, scenario in enumerate(self.scenarios) if printed.side in self._named[nth]]
        # Scenarios that ran the power are more likely to fail, and the first failure settles the matter.
        return [*ran, *[scenario for scenario in named if scenario not in ran]]

    def does_notice(self, mutant: Mutant, scenarios: Iterable[Scenario]) -> bool:
        # Replacing a single hook in compiled rules is much faster, but the table then lacks any state that only the
        # mutant needs.
        rules_of = self.rules_from_scratch(mutant) if self.needs_more(mutant) else self.rules_with(mutant)
        return any(not run(scenario, rules_of).passed for scenario in scenarios)

    def does_notice_at_last(self, mutant: Mutant, scenarios: Iterable[Scenario]) -> bool:
        rules_of = self.rules_from_scratch(mutant)
        return any(not run(scenario, rules_of).passed for scenario in scenarios)

    def is_sound(self, mutant: Mutant) -> bool:
        diagnostics = check_model(with_power(self.library.model, mutant.power), self.library.game, self._memory)
        return not any(diagnostic.severity == Severity.ERROR for diagnostic in diagnostics)

    # -- rules with a mutant -------------------------------------------------------------------------------------

    def rules_for(self, seats: int) -> Rules:
        if seats not in self._plain:
            self._plain[seats] = self.library.rules(seats)
        return self._plain[seats]

    def needs_more(self, mutant: Mutant) -> bool:
        """Whether a mutant needs counts or facts that the original rules may not record."""
        _, original = self.here[mutant.power.id]
        return not requirements_of(mutant.power, self.library.game) <= requirements_of(original, self.library.game)

    def rules_with(self, mutant: Mutant) -> Callable[[int], Rules]:
        made: dict[int, Rules] = {}

        def make_rules(seats: int) -> Rules:
            if seats not in made:
                made[seats] = self.swap_power(self.rules_for(seats), mutant)
            return made[seats]

        return make_rules

    def swap_power(self, rules: Rules, mutant: Mutant) -> Rules:
        if rules.seats not in self._binders:
            self._binders[rules.seats] = Binder(self.library.model, self.library.game, rules.layout)
        interpreter = Interpreter(self._binders[rules.seats])
        hooks = {power.id: hook_of(power, interpreter, self.library) for power in with_inner(mutant.power)}
        sides = [with_side(side, mutant.power) for side in rules.sides]
        swapped = evolve(
            rules,
            powers=[[hooks.get(hook.id, hook) for hook in powers] for powers in rules.powers],
            by_id={**rules.by_id, **hooks},
            sides=sides,
        )
        # The numbers depend on the new rules themselves, so they can only be set afterwards, although the class is
        # frozen.
        object.__setattr__(swapped, "numbers", self.library.game.numbers(swapped))
        return swapped

    def rules_from_scratch(self, mutant: Mutant) -> Callable[[int], Rules]:
        model = with_power(self.library.model, mutant.power)
        made: dict[int, Rules] = {}

        def make_rules(seats: int) -> Rules:
            if seats not in made:
                made[seats] = compile_rules(model, self.library.game, seats, "interpreted")
            return made[seats]

        return make_rules


def hook_of(power: Power, interpreter: Interpreter, library: Library) -> PowerHook:
    made = lower(power, library.game)
    alternatives = [choice.segment for choice in made.choices] if isinstance(made, Acted) else ()
    return PowerHook(power, interpreter.functions_of(made), library.game, alternatives)


def requirements_of(power: Power, game: Game) -> set[object]:
    """The state that the table keeps only because a power needs it: event counts and facts."""
    requirements: set[object] = {node for node in nodes_in(power) if isinstance(node, Times)}
    for do in (each for part in with_inner(power) for each in part.dos):
        requirements |= {*game.verbs[do.signature].keeps}
        requirements |= {CHOSEN} if isinstance(do.what, PieceSet) and do.what.not_last else set()
    return requirements | ({LASTING} if isinstance(power, Acting) and power.act.lasting else set())


def with_inner(power: Power) -> Iterator[Power]:
    """Yield a power, and the lasting power that it starts, if any."""
    yield power
    if isinstance(power, Acting) and power.act.lasting:
        yield power.act.lasting.power


def with_side(side: Side, power: Power) -> Side:
    if power.id not in [each.id for each in side.powers]:
        return side
    return evolve(side, powers=tuple([power if each.id == power.id else each for each in side.powers]))


def with_power(model: Model, power: Power) -> Model:
    components = [
        evolve(component, sides=tuple([with_side(side, power) for side in component.sides]))
        if any(power.id.startswith(f"{side.id}/") for side in component.sides)
        else component
        for component in model.components
    ]
    return evolve(model, components=tuple(components))


# -- running all mutants -------------------------------------------------------------------------------------------


def mutate(beds: Sequence[Bed], listed: Sequence[Excuse]) -> Mutated:
    mutated = Mutated()
    used: set[Excuse] = set()
    for printed, here in group_by_power(beds):
        if not any(bed.scenarios_for(printed) for bed in here):
            mutated.unrun.append(printed)
            continue
        _, power = here[0].here[printed.id]
        for mutant in here[0].mutations.make_mutants(power):
            state = judge_mutant(printed, mutant, here)
            if state is None:
                continue
            mutated.mutants += 1
            mutated.noticed += state
            unnoticed = Unnoticed(printed, mutant)
            excused = [excuse for excuse in listed if not state and does_excuse(excuse, unnoticed)]
            used |= set(excused)
            mutated.excused += bool(excused)
            if not state and not excused:
                mutated.unnoticed.append(unnoticed)
    mutated.idle = [excuse for excuse in listed if excuse not in used]
    return mutated


def group_by_power(beds: Sequence[Bed]) -> Iterator[tuple[Printed, list[Bed]]]:
    """Yield each power with the beds that contain it, in order of file and position."""
    every: dict[Printed, list[Bed]] = {}
    for bed in beds:
        for printed, _ in bed.here.values():
            every.setdefault(printed, []).append(bed)
    inner = {begun.id for bed in beds for _, power in bed.here.values() for begun in [*with_inner(power)][1:]}
    for printed in sorted(every, key=lambda power: (power.file, power.start, power.id)):
        # A power that is started by another power is mutated as part of that power.
        if printed.id not in inner:
            yield printed, every[printed]


def judge_mutant(printed: Printed, mutant: Mutant, beds: Sequence[Bed]) -> bool | None:
    """Whether a scenario notices a mutant; None if the mutant is invalid."""
    about = [(bed, bed.scenarios_for(printed)) for bed in beds]
    if any(bed.does_notice(mutant, scenarios) for bed, scenarios in about):
        return True
    # Validity is checked last, because most mutants are noticed and the check is slow.
    if not beds[0].is_sound(mutant):
        return None
    return any(scenarios and bed.does_notice_at_last(mutant, scenarios) for bed, scenarios in about)
