"""A game's contract: the parts of its record must be consistent with one another. This is checked before play.

``find_breaches`` checks the record and its code when the game is loaded. ``breaches_of_words`` compares the record with
the words declared in the game's content. ``breaches_in_play`` checks an opening table. Each of these functions returns
one sentence per problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import CO_VARARGS, signature
from re import fullmatch
from types import CodeType, FunctionType
from typing import Any

from rftg_dsl.check.signatures import ARGUMENTS, EventWord, Verb, do_nothing
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.compile.code_scan import find_reachable
from rftg_dsl.compile.game import Game, Report
from rftg_dsl.compile.score import Standing, standings_of
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.kernel.step import Step, steps_by_id
from rftg_dsl.wording.saying_slots import find_breaches as breaches_of_sayings

NAME = r"[a-z][a-z0-9_]*"

Code = Sequence[Any]


def find_breaches(game: object) -> tuple[str, ...]:
    if not isinstance(game, Game):
        return (f"it must be a Game, not {type(game).__name__!r}",)
    code = references_of(game)
    checks = (
        check_record,
        check_verbs,
        check_steps,
        check_events,
        check_offers,
        check_numbers,
        check_questions,
        check_sayings,
    )
    return tuple(breach for check in checks for breach in check(game, code))


def check_record(game: Game, code: Code) -> Iterator[str]:
    if not fullmatch(NAME, game.name):
        yield f"its name must be one lowercase word, not {game.name!r}"
    if type(game.version) is not int or game.version < 1:
        yield f"its version must be a whole number of at least 1, not {game.version!r}"
    if not (game.content / "game.rftg").is_file():
        yield f"its content folder does not contain game.rftg: {game.content}"
    for name, arguments in (
        ("lay", 1),
        ("numbers", 1),
        ("report", 1),
        ("tell", 2),
        ("conceal", 2),
        ("suppose", 3),
        ("room", 3),
    ):
        if not can_take(getattr(game, name), arguments):
            now = describe_function(getattr(game, name))
            yield f"{name!r} must take {arguments} argument{'s' * (arguments > 1)}, but is {now}"


def can_take(function: Callable[..., Any], arguments: int) -> bool:
    if type(function) is FunctionType and not function.__code__.co_kwonlyargcount:
        code = function.__code__
        # Read the code object, because ``signature`` is slow and every verb in a game is checked on loading.
        least = code.co_argcount - len(function.__defaults__ or ())
        return least <= arguments and (arguments <= code.co_argcount or bool(code.co_flags & CO_VARARGS))
    try:
        signature(function).bind(*range(arguments))
    except TypeError:
        return False
    return True


def describe_function(function: Callable[..., Any]) -> str:
    return f"{getattr(function, '__name__', function)}{signature(function)}"


def find_duplicates(words: Iterable[str]) -> list[str]:
    words = list(words)
    return sorted({word for word in words if words.count(word) > 1})


# -- verbs, steps, events ----------------------------------------------------------------------------------------


def check_verbs(game: Game, code: Code) -> Iterator[str]:
    for verb in game.verbs:
        if verb.do is do_nothing:
            yield f"verb {verb.name!r} has no function: put @verb(...) on the function that carries it out"
        for part, function in (("do", verb.do), ("can", verb.can), ("takes", verb.takes)):
            if function is not None and not can_take(function, len(ARGUMENTS) + len(verb.slots)):
                wanted = ", ".join((*ARGUMENTS, *verb.slots))
                yield f"verb {verb.name!r}: {part!r} must take ({wanted}), but is {describe_function(function)}"
        if unknown := sorted(verb.required - set(verb.slots)):
            yield f"verb {verb.name!r} requires the slot {unknown[0]!r}, which it does not have"
        known = {happens.name for happens in game.events}
        missing = [
            event.name for event in find_reachable(verb.do) if isinstance(event, EventWord) and event not in verb.fires
        ]
        for name in dict.fromkeys(missing):
            yield f"verb {verb.name!r} can cause the event {name!r}, which is missing from its 'fires'"
        for name in verb.moments:
            if name not in known and verb.name not in game.offers.get(name, ()):
                yield f"verb {verb.name!r} waits for {name!r}, which is neither an event nor a phase that offers it"
        for happens in verb.fires:
            if happens.name not in known:
                yield f"verb {verb.name!r} fires {happens.name!r}, which is not an event in the game"
    for name in find_duplicates(signature_of(verb) for verb in game.verbs):
        yield f"two verbs share the name and object {name}"


def check_sayings(game: Game, code: Code) -> Iterator[str]:
    yield from breaches_of_sayings(game)


def signature_of(verb: Verb) -> str:
    """Everything that distinguishes one verb from another in content: name, object, required slots, amounts and
    places."""
    needs = "".join(f" {name}" for name in sorted(verb.required))
    ranges = ", for ranges" if verb.amounts() > {"exact"} else ""
    reach = f" in {', '.join(verb.reach)}" if verb.reach else ""
    return f"{verb.name} ({verb.object}{reach}{needs}{ranges})"


def check_steps(game: Game, code: Code) -> Iterator[str]:
    try:
        steps_by_id(game.steps)
    except ValueError as error:
        yield str(error)
    for step in game.steps:
        if not can_take_play(step):
            yield f"step {step.id!r} must take the play first, but is {describe_function(step.run)}"
    known = {id(step) for step in game.steps}
    for step in code:
        if isinstance(step, Step) and id(step) not in known:
            yield f"step {step.id!r} is used, but not listed in the game's steps"


def can_take_play(step: Step[Any]) -> bool:
    code = getattr(step.run, "__code__", None)
    return isinstance(code, CodeType) and bool(code.co_argcount) and not code.co_kwonlyargcount


def check_events(game: Game, code: Code) -> Iterator[str]:
    happening = [event for event in code if isinstance(event, EventWord)]
    for event in game.events:
        if event not in happening:
            yield f"event {event.name!r} is declared, but no step triggers it"
    for event in happening:
        if event not in game.events:
            yield f"event {event.name!r} is triggered, but not declared"
    for name in find_duplicates(event.name for event in game.events):
        yield f"two events share the name {name!r}"
    for form in find_duplicates(form for event in game.events for form in set(event.forms)):
        yield f"two events share the form {form!r}"


def check_offers(game: Game, code: Code) -> Iterator[str]:
    for phase in sorted(game.ordered - game.offers.keys()):
        yield f"'ordered' lists the phase {phase!r}, which does not offer any powers"
    known = {verb.name for verb in game.verbs}
    for phase, offered in game.offers.items():
        for name in offered:
            if name not in known:
                yield f"phase {phase!r} offers {name!r}, which is not a verb"


def check_numbers(game: Game, code: Code) -> Iterator[str]:
    for name in find_duplicates(parameter.name for parameter in game.parameters):
        yield f"two numbers share the name {name!r}"


def check_questions(game: Game, code: Code) -> Iterator[str]:
    asked = [question for question in code if isinstance(question, Question)]
    for question in game.questions:
        if question not in asked:
            yield f"question {question.name!r} is declared, but no step asks it"
    for question in asked:
        if question not in game.questions and question not in (USE, CHOOSE):
            yield f"question {question.name!r} is asked, but not declared"
    for name in find_duplicates(question.name for question in dict.fromkeys(game.questions)):
        yield f"two questions share the name {name!r}"


def breaches_of_advisers(game: Game) -> tuple[str, ...]:
    known = {question.name for question in (*game.questions, USE, CHOOSE)}
    advisers: Mapping[str, Any] = game.advisers()
    unknown = [
        f"it has an adviser for the question {name!r}, which it never asks" for name in sorted(set(advisers) - known)
    ]
    wrong = [
        f"the adviser for {name!r} must take (play, decision), but is {describe_function(adviser)}"
        for name, adviser in advisers.items()
        if not can_take(adviser, 2)
    ]
    return (*unknown, *wrong)


# -- references in its code --------------------------------------------------------------------------------------


def references_of(game: Game) -> Code:
    functions = [function for verb in game.verbs for function in (verb.do, verb.can, verb.takes) if function]
    return find_reachable(*game.steps, *functions, *game.tests.values(), *game.counts.values(), game.lay)


# -- with its content, and in play -------------------------------------------------------------------------------


def breaches_of_words(game: Game, words: Vocabulary) -> tuple[str, ...]:
    known: dict[str, Mapping[str, Any]] = {
        "place": words.places,
        "counter": words.counters,
        "phase": words.phases,
        "component": words.components,
        "mark": words.marks,
    }
    named = [
        *[("place", name, f"verb {verb.name!r}") for verb in game.verbs for name in (*verb.reach, *verb.leads)],
        *[("counter", name, f"verb {verb.name!r}") for verb in game.verbs for name in verb.counts],
        *[("phase", name, "'offers'") for name in game.offers],
        *[("component", name, "'component_kinds'") for name in sorted(game.component_kinds)],
        *[("place", name, f"event {event.name!r}") for event in game.events for name in event.its.values()],
        *[("place", name, f"{kind!r}") for kind, names in game.allowed_places.items() for name in sorted(names)],
        *[("place", name, f"'empty' at {point!r}") for point, names in game.empty.items() for name in sorted(names)],
        *[("place", name, "'vacated'") for name in sorted(game.vacated)],
        *[("mark", name, "'passing_marks'") for name in game.passing_marks],
    ]
    missing = [
        f"{where} refers to the {sort} {name!r}, which its content does not declare"
        for sort, name, where in named
        if name not in known[sort]
    ]
    # A game's endings can refer to a number by name, even to a number that no step refers to.
    asked = {reference for reference in references_of(game) if isinstance(reference, str)} | {*words.end_numbers}
    for parameter in game.parameters:
        point = f"be {parameter.name}" if parameter.permits else parameter.name
        if point not in asked:
            missing.append(f"number {point!r} is declared, but no step asks for its value")
    if words.game != game.name:
        missing.append(f"its content declares another game, {words.game!r}")
    return tuple(dict.fromkeys(missing))


def breaches_in_play(game: Game, opening: Play[Any]) -> tuple[str, ...]:
    layout = opening.layout
    if nowhere := [name for name, place in zip(layout.piece_names, opening.place_of, strict=True) if place < 0]:
        more = f" and {len(nowhere) - 1} more" * (len(nowhere) > 1)
        return (
            f"'lay' leaves {nowhere[0]}{more} without a place, but every piece needs a place before the game begins",
        )
    seats = list(range(layout.seats))
    report = game.report(opening)
    # Scores can be compared only if the report contains them.
    return tuple(check_report(report, seats)) or tuple(check_scores(report, standings_of(opening)))


def check_scores(report: Report, standings: Sequence[Standing]) -> Iterator[str]:
    """Compare the report with the schedule's scores, which look-ahead bots use."""
    for number, (seat, counted) in enumerate(zip(report["seats"], standings, strict=True)):
        ties = seat["tie_break"]
        reported = Standing(seat["score"]["total"], tuple(ties) if isinstance(ties, list | tuple) else (ties,))
        if reported != counted:
            yield f"'report': the total or tie-break of seat {number} differs from the schedule's; use 'scored'"


def check_report(report: Any, seats: Sequence[int]) -> Iterator[str]:
    """Check the parts of a report that simulations and tables depend on: the seats, their scores and tie-breaks."""
    if not isinstance(report, dict) or not isinstance(report.get("seats"), list) or len(report["seats"]) != len(seats):
        yield "'report' must have 'seats' with an entry for each seat"
        return
    if not isinstance(report.get("table"), dict):
        yield "'report' must have a 'table' with the figures for the table"
    for number, seat in enumerate(report["seats"]):
        if not isinstance(seat, dict) or seat.get("seat") != number:
            yield f"'report': entry {number} of 'seats' must have 'seat' {number}"
        elif not isinstance(seat.get("score"), dict) or type(seat["score"].get("total")) is not int:
            yield f"'report': seat {number} must have a 'score' with its lines and a 'total'"
        elif "tie_break" not in seat:
            yield f"'report': seat {number} must have a 'tie_break', which decides ties"
