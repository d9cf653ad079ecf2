"""Packages that add rules to a game: the record that a package provides, and the extended game.

A package can only add to a game, never change it. Two packages that do not know about each other can therefore be used
together, unless both claim the same name, in which case the clash is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.check.signatures import EventWord, Parameter, Verb
from rftg_dsl.compile.game import Adviser, Game, Report, Teller, nothing_to_hide, nothing_to_suppose, nothing_to_tell
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step

Figures = Mapping[str, Any]


def nothing_to_lay(play: Play[Any]) -> None: ...


def nothing_for_table(play: Play[Any]) -> Figures:
    return {}


def nothing_for_seat(play: Play[Any], seat: int) -> Figures:
    return {}


@frozen(kw_only=True)
class Extension:
    """A package's Python code. Its content is a set with ``code = true``. The fields after ``version`` add to the
    game."""

    name: str
    """The id of the package's set, the name of its entry point, and the prefix of its step ids."""
    game: str
    content: Path
    version: int = 1
    """The version of the package's rules, recorded in logs. Increase it when the same inputs would produce a different
    game."""
    verbs: Sequence[Verb] = ()
    events: Sequence[EventWord[...]] = ()
    parameters: Sequence[Parameter] = ()
    component_kinds: frozenset[str] = frozenset()
    offers: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """For each phase in which powers can be used, the verbs that the package offers in addition to the game's own
    verbs."""
    openings: Sequence[Any] = ()
    acts: Sequence[Any] = ()
    tests: Mapping[str, Callable[[Any, str], bool]] = field(factory=dict)
    counts: Mapping[str, Callable[[Any, int], int]] = field(factory=dict)
    steps: Sequence[Step[Any]] = ()
    questions: Sequence[Question] = ()
    facts: Mapping[str, object] = field(factory=dict)
    lay: Callable[[Play[Any]], None] = nothing_to_lay
    table_figures: Callable[[Play[Any]], Figures] = nothing_for_table
    seat_figures: Callable[[Play[Any], int], Figures] = nothing_for_seat
    advisers: Callable[[], Mapping[str, Adviser]] = dict
    tell: Teller = nothing_to_tell
    conceal: Callable[[Play[Any], int], None] = nothing_to_hide
    suppose: Callable[[Play[Any], int, Random], None] = nothing_to_suppose
    """Fills in the information hidden by the package's own questions and counters, after the game has done so for its
    own."""


def claims_of(claimant: Game | Extension) -> Iterator[tuple[str, str]]:
    yield from (("event", event.name) for event in claimant.events)
    yield from (("form", form) for event in claimant.events for form in dict.fromkeys(event.forms))
    yield from (("number", parameter.name) for parameter in claimant.parameters)
    yield from (("question", question.name) for question in dict.fromkeys(claimant.questions))
    yield from (("step", step.id) for step in claimant.steps)
    yield from (("kind of component", kind) for kind in claimant.component_kinds)
    yield from (("test", name) for name in claimant.tests)
    yield from (("count", name) for name in claimant.counts)
    yield from (("fact", name) for name in claimant.facts)
    yield from (("verb", f"{verb.name} ({verb.object})") for verb in claimant.verbs)


def find_clashes(game: Game, packages: Iterable[Extension]) -> Iterator[tuple[str, str]]:
    """For each name that is claimed twice, yield the name of the later package and a description of the clash."""
    owners = dict.fromkeys(claims_of(game), game.name)
    shared = {("step", step.id): step for step in game.steps}
    for package in packages:
        for claim in claims_of(package):
            sort, name = claim
            if claim not in owners:
                owners[claim] = package.name
            # A step listed by both claimants is one shared object, so it is not a clash.
            elif claim not in shared or shared[claim] not in package.steps:
                yield package.name, f"{owners[claim]!r} and {package.name!r} both define the {sort} {name!r}"
        shared |= {("step", step.id): step for step in package.steps}


def extend_game(game: Game, packages: Sequence[Extension]) -> Game:
    for package in packages:
        game = with_package(game, package)
    return game


def with_package(game: Game, package: Extension) -> Game:
    offers = {
        phase: tuple(dict.fromkeys((*game.offers.get(phase, ()), *package.offers.get(phase, ()))))
        for phase in (*game.offers, *package.offers)
    }
    return evolve(
        game,
        packages={**game.packages, package.name: package.version},
        verbs=(*game.verbs, *package.verbs),
        events=(*game.events, *package.events),
        parameters=(*game.parameters, *package.parameters),
        component_kinds=game.component_kinds | package.component_kinds,
        offers=offers,
        openings=(*game.openings, *package.openings),
        acts=(*game.acts, *package.acts),
        tests={**game.tests, **package.tests},
        counts={**game.counts, **package.counts},
        steps=tuple(dict.fromkeys((*game.steps, *package.steps))),
        questions=tuple(dict.fromkeys((*game.questions, *package.questions))),
        facts={**game.facts, **package.facts},
        lay=join_functions(game.lay, package.lay),
        conceal=join_functions(game.conceal, package.conceal),
        suppose=join_functions(game.suppose, package.suppose),
        report=make_report(game, package),
        # The game's own advisers come last and take precedence, because a package may add advisers but not replace
        # them.
        advisers=lambda: {**package.advisers(), **game.advisers()},
        tell=lambda event, names: game.tell(event, names) or package.tell(event, names),
    )


def join_functions(first: Callable[..., None], second: Callable[..., None]) -> Callable[..., None]:
    def run(*args: Any) -> None:
        first(*args)
        second(*args)

    return run


def make_report(game: Game, package: Extension) -> Callable[[Play[Any]], Report]:
    def report_with_figures(play: Play[Any]) -> Report:
        report = game.report(play)
        report["table"].update(check_figures(report["table"], package.table_figures(play), package))
        for seat, figures in enumerate(report["seats"]):
            figures.update(check_figures(figures, package.seat_figures(play, seat), package))
        return report

    return report_with_figures


def check_figures(there: Figures, more: Figures, package: Extension) -> Figures:
    """Return the package's figures. Raise ``ValueError`` if one of them has the name of an existing figure."""
    if taken := sorted(set(there) & set(more)):
        raise ValueError(f"the package {package.name!r} reports the figure {taken[0]!r}, which already exists")
    return more
