"""Runs scenarios beat by beat, and compares the table with their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from rftg_dsl.author.scenarios.bench import Bench, ScenarioStop
from rftg_dsl.author.scenarios.changes import Changes
from rftg_dsl.author.scenarios.scenario_answers import Options, quote_if_needed
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.plugins import origin_of
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Score
from rftg_dsl.check.model.scenarios import (
    Answer,
    Asked,
    Beat,
    Begin,
    Chance,
    Content,
    Ended,
    Holding,
    Line,
    Meant,
    Offered,
    Pick,
    Scenario,
    Target,
)
from rftg_dsl.check.scenarios.scene import NOTHING
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.schedule_to_program import Scoring
from rftg_dsl.kernel.form import Bag, One, Range, Some
from rftg_dsl.kernel.play import DECLINE

RulesOf = Callable[[int], Rules]


@frozen
class Failure:
    """A discrepancy between a line of a scenario and the table."""

    at: Span
    message: str
    hint: str = ""
    lines: tuple[str, ...] = ()


@frozen
class Ran:
    """The result of running a scenario."""

    scenario: Scenario
    failures: tuple[Failure, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.failures


def run(scenario: Scenario, rules_of: RulesOf, watch: Callable[[Bench], None] = lambda bench: None) -> Ran:
    """Run a scenario up to and including the first beat with a discrepancy.

    ``watch`` is called with the bench at the end, whatever the result.
    """
    line: Line | None = None
    bench: Bench | None = None
    try:
        bench = bench_of(scenario, rules_of)
        for line in scenario.given:
            bench.lay(line)
        for line in scenario.given:
            bench.check_empty(line)
        line = None
        bench.finish_laying()
        for nth, beat in enumerate(scenario.beats):
            before = bench.copy()
            for entry in beat.when:
                # Collect all chance results in a beat before its first step, because that step may already need them.
                if isinstance(entry, Chance):
                    bench.chance.say(entry)
            for line in beat.when:
                play_line(bench, line)
            line = None
            last = nth == len(scenario.beats) - 1
            # Later beats build on this one, so their failures would merely follow from it.
            if failures := tuple(check_beat(bench, scenario, beat, Changes(bench, before), last)):
                return Ran(scenario, (*failures, *check_open_decision(bench, beat, last)))
    except ScenarioStop as stopped:
        return Ran(scenario, (Failure(line.at if line else scenario.at, stopped.message, stopped.hint),))
    except UsageError as error:
        return Ran(scenario, (Failure(line.at if line else scenario.at, error.message, error.hint),))
    finally:
        if bench is not None:
            watch(bench)
    return Ran(scenario)


def bench_of(scenario: Scenario, rules_of: RulesOf) -> Bench:
    """Create an empty bench for a scenario. Raise ``ScenarioStop`` if the game rejects the scenario's options."""
    sets_up = any(isinstance(line, Begin) and line.how == "setup" for beat in scenario.beats for line in beat.when)
    try:
        return Bench(rules_of(scenario.seats), dict(scenario.options), not sets_up, names_in(scenario))
    except ValueError as error:
        raise ScenarioStop(str(error), "change the options after the title") from None


def names_in(scenario: Scenario) -> frozenset[str]:
    every = list(nodes_in(scenario))
    named = [node.name for node in every if isinstance(node, Content | Meant)]
    drawn = [name for node in every if isinstance(node, Chance) for name in node.drawn if isinstance(name, str)]
    return frozenset([*named, *drawn, *[node.on for node in every if isinstance(node, Target)]])


# -- when --------------------------------------------------------------------------------------------------------


def play_line(bench: Bench, line: Begin | Answer | Chance) -> None:
    pending = bench.play.pending
    if isinstance(line, Begin):
        if pending is not None:
            raise ScenarioStop(word_decision(bench), f"answer first: {bench.word_seat(pending.seat)} chooses ...")
        with stop_on_error():
            bench.begin(line)
    elif isinstance(line, Answer):
        answer(bench, line)


@contextmanager
def stop_on_error() -> Iterator[None]:
    """Turn exceptions raised by the game's Python code into ``ScenarioStop``."""
    try:
        yield
    except (ScenarioStop, UsageError):
        raise
    # A scenario can lay out a table that can never occur in play, and that the game's Python code need not support.
    except Exception as error:
        where = origin_of(error) or "the game's Python"
        message = f"the game cannot continue from this table ({type(error).__name__} in {where})"
        raise ScenarioStop(message, "lay out what it needs here, or begin with an earlier step") from error


def word_decision(bench: Bench) -> str:
    pending = bench.play.pending
    assert pending is not None
    return f"{bench.word_seat(pending.seat)} is asked {pending.name}"


def answer(bench: Bench, line: Answer) -> None:
    pending = bench.play.pending
    who = bench.word_seat(line.seat)
    if pending is None:
        raise ScenarioStop(
            f"{who} has nothing to decide", "leave the line out: a choice with a single option is made automatically"
        )
    options = Options(bench, pending)
    if pending.seat != line.seat:
        raise ScenarioStop(f"{word_decision(bench)}, not {who}", options.make_hint())
    pick = options.pick(line)
    if pick == DECLINE:
        bench.picked |= {f"{DECLINE} {option}" for option in pending.form.listed()}
    elif isinstance(pick, str):
        bench.picked.add(pick)
    with stop_on_error():
        refusal = bench.play.answer(pick)
    if refusal is not None:
        rule = f" ({refusal.rule})" if refusal.rule else ""
        count = " ".join(str(part) for part in pending.form.shape())
        raise ScenarioStop(f"this is not a valid answer to {pending.name}{rule}: {count}", options.make_hint())
    with stop_on_error():
        bench.go()


# -- then --------------------------------------------------------------------------------------------------------


def check_beat(bench: Bench, scenario: Scenario, beat: Beat, changes: Changes, last: bool) -> Iterator[Failure]:
    for unused in bench.chance.find_unused():
        yield Failure(unused.at, "these results were not used", "remove unused results")
    bench.chance.forget()
    holdings = [line for line in beat.then if isinstance(line, Holding)]
    mistakes = list(changes.check_lines(holdings))
    for mistake in mistakes:
        if mistake.line:
            yield Failure(mistake.line.at, f"actual: {mistake.message}")
    if unsaid := tuple(mistake.message for mistake in mistakes if not mistake.line):
        at = (beat.when or beat.then)[-1].at
        yield Failure(at, "the scenario does not mention these changes", "if they are intended, add:", unsaid)
    for line in beat.then:
        yield from check_line(bench, line)
    pending = bench.play.pending
    if pending is not None and last and not has_question_line(beat):
        options = Options(bench, pending)
        hint = f"answer it, or write under 'then': {word_decision(bench)}; {options.make_hint()}"
        yield Failure(scenario.at, f"the scenario ends while {word_decision(bench)}", hint)
    ended = bench.play.facts[bench.rules.program.ended]
    if ended and not any(isinstance(line, Ended) for line in beat.then):
        at = (beat.when or beat.then)[-1].at
        yield Failure(
            at, f"the game has ended, but no line says so: {', '.join(ended)}", f"write: ended {', '.join(ended)}"
        )


def has_question_line(beat: Beat) -> bool:
    return any(isinstance(line, Asked) or (isinstance(line, Offered) and line.how != "cannot") for line in beat.then)


def check_open_decision(bench: Bench, beat: Beat, last: bool) -> Iterator[Failure]:
    """Report an open decision along with other failures, because the expected result may appear only after it."""
    pending = bench.play.pending
    if pending is not None and beat.when and not last and not has_question_line(beat):
        options = Options(bench, pending)
        hint = f"if the rest happens only after the answer, answer first; {options.make_hint()}"
        yield Failure(beat.when[-1].at, f"{word_decision(bench)} now", hint)


def check_line(bench: Bench, line: Any) -> Iterator[Failure]:
    if isinstance(line, Holding):
        if (now := now_of(bench, line)) is not None and now[0] != now[1]:
            yield Failure(line.at, f"actual: {now[1]}")
    elif isinstance(line, Ended):
        reasons = bench.play.facts[bench.rules.program.ended]
        if set(reasons) != set(line.reasons):
            yield Failure(line.at, f"the game has ended: {', '.join(reasons)}" if reasons else "the game has not ended")
    elif isinstance(line, Asked):
        pending = bench.play.pending
        if pending is None:
            yield Failure(line.at, "no seat is asked anything")
        elif (pending.seat, pending.name) != (line.seat, line.name):
            hint = f"write: {bench.word_seat(pending.seat)} is asked {quote_if_needed(pending.name)}"
            yield Failure(line.at, word_decision(bench), hint)
    elif isinstance(line, Offered):
        yield from check_offer(bench, line)


def now_of(bench: Bench, line: Holding) -> tuple[Any, Any] | None:
    """The expected and actual values of a derived quantity or a list; None for other lines."""
    target, play = line.target, bench.play
    seat = target.seat or 0
    match target.sort:
        case "fact":
            name = (
                f"{target.name}.{target.seat}" if f"{target.name}.{target.seat}" in bench.layout.fact else target.name
            )
            value = play.facts[bench.layout.fact[name]]
            if target.seat is not None and name == target.name:
                value = value[seat] if value else ()
            now = value if isinstance(value, tuple) else (value,)
            return word_list(line.values), word_list(now)
        case "score":
            return line.number, score_of(bench, seat, target.on, target.name)
        case "tie":
            ties = [tie for tie in bench.rules.ties if target.name in ("", tie.name)]
            return line.number, sum(points_from_line(bench, seat, tie) for tie in ties)
        case "number":
            return line.number, number_of(bench, line)
        case "winners":
            return word_seats(bench, line.values), word_seats(bench, winners_of(bench))
    return None


def winners_of(bench: Bench) -> Sequence[int]:
    end = bench.rules.game.report(bench.play).get("end")
    return end["winners"] if end else ()


def word_seats(bench: Bench, seats: Iterable[Any]) -> str:
    return ", ".join(map(bench.word_seat, sorted(seats))) or "nobody"


def word_list(values: Sequence[Any]) -> str:
    return ", ".join(str(value) for value in values) or "nothing"


def number_of(bench: Bench, line: Holding) -> int:
    """The value of a number after all powers have changed it, starting from the printed value or from 0."""
    target, seat = line.target, line.target.seat or 0
    if not target.on:
        return bench.play.value(target.name, seat, 0)
    piece, play = bench.bearer_of(target), bench.play
    sides = bench.by_name[target.on]
    if play.side[piece] not in sides:  # a different side is face up
        play = play.clone()
        play.side[piece] = next(side for side in bench.layout.pieces[piece].sides if side in sides)
    printed = bench.rules.sides[play.side[piece]].properties.get(target.name, 0)
    return play.value(target.name, seat, printed if isinstance(printed, int) else 0, piece)


def score_of(bench: Bench, seat: int, on: str, name: str) -> int:
    """A seat's score: the total, a single score line, or the points from a single piece."""
    if on:
        pieces = [piece for zone in bench.play.zone for piece in zone if bench.name_of(piece) == on]
        return sum(points_from_powers(bench, seat, piece) for piece in pieces if bench.owner_of(piece) == seat)
    return sum(points_from_line(bench, seat, line) for line in bench.rules.lines if name in ("", line.name))


def points_from_line(bench: Bench, seat: int, line: Scoring) -> int:
    """The points in a score line, or the value of a tie-breaker."""
    pieces = bench.play.zone[line.places[seat]] if line.places else ()
    plain = sum(count(bench.play, seat, -1) for count in line.counts)
    return plain + sum(points_from_powers(bench, seat, piece) for piece in pieces)


def points_from_powers(bench: Bench, seat: int, piece: int) -> int:
    hooks = bench.rules.powers[bench.play.side[piece]]
    return sum(hook.react(bench.play, seat, piece) for hook in hooks if isinstance(hook.model, Score))


def check_offer(bench: Bench, line: Offered) -> Iterator[Failure]:
    pending = bench.play.pending
    if pending is None or pending.seat != line.seat:
        message = word_decision(bench) if pending else f"{bench.word_seat(line.seat)} has nothing to decide"
        yield Failure(line.at, message, "leave the line out" if line.how == "cannot" else "")
        return
    options = Options(bench, pending)
    if not isinstance(pending.form, One) and all(pick.n is not None or pick.text == NOTHING for pick in line.picks):
        yield from check_amounts(options, pending.form, line)
        return
    meant = [options.find_matching([pick]) for pick in line.picks]
    for pick, matches in zip(line.picks, meant, strict=True):
        if line.how == "cannot" and matches:
            yield Failure(line.at, f"{pick.text} is offered ({pending.name})")
        elif line.how != "cannot" and not matches:
            yield Failure(line.at, f"{pick.text} is not offered ({pending.name})", options.make_hint([pick]))
    if line.how == "only":
        said = [option for matches in meant for option in matches]
        if more := [
            text
            for (option, _), text in zip(options.show_all(), options.list_texts(), strict=False)
            if option not in said
        ]:
            yield Failure(line.at, f"also offered ({pending.name}): {', '.join(more)}")


def check_amounts(options: Options, form: Some | Bag | Range, line: Offered) -> Iterator[Failure]:
    """Report discrepancies in how many options may be chosen. For a range, each pick is a separate answer."""
    name = options.decision.name
    for picks in [(pick,) for pick in line.picks] if isinstance(form, Range) else [line.picks]:
        text = ", ".join(pick.text for pick in picks)
        if line.how == "cannot" and is_allowed(options, picks, line):
            yield Failure(line.at, f"{text} is offered ({name})")
        elif line.how != "cannot" and not is_allowed(options, picks, line):
            yield Failure(line.at, f"{text} is not offered ({name})", options.make_hint())
    said = [pick.n or 0 for pick in line.picks]
    if line.how == "only":
        said = said if isinstance(form, Range) else [sum(said)]
        if more := [str(n) for n in range(form.low, form.high + 1) if n not in said]:
            yield Failure(line.at, f"also offered ({name}): {', '.join(more)}")


def is_allowed(options: Options, picks: tuple[Pick, ...], line: Offered) -> bool:
    try:
        return options.form.accepts(options.pick(Answer(line.at, line.seat, "chooses", picks)))
    except ScenarioStop:
        return False
