"""Read whole scenarios: arrange their parts in order, read each line, and assemble the resulting model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rftg_dsl.base.limits import LINES
from rftg_dsl.check.model import Model
from rftg_dsl.check.model.scenarios import Beat, Holding, Scenario
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scenarios.given import read_given_line
from rftg_dsl.check.scenarios.header import Setting, title_of
from rftg_dsl.check.scenarios.scene import EXAMPLES, GIVEN, THEN, WHEN, Scene, answers_of, report_unknown_line
from rftg_dsl.check.scenarios.then import read_then_line
from rftg_dsl.check.scenarios.when import read_when_line
from rftg_dsl.check.schedule import Ordered, walk_items
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.syntax import tree

ORDER = "order"
"""The fact that holds the strict order of seats, in games that have such an order."""


def check_scenarios(
    entries: Sequence[tuple[Report, tree.Scenario, Setting]],
    model: Model,
    game: Signatures,
    facts: Iterable[str],
    spoken: Iterable[str],
) -> Iterator[Scenario]:
    """Yield the scenarios without mistakes, and report the mistakes in all others.

    ``facts`` names the lists that the game keeps on the table; ``spoken`` contains the words in its Python code.
    """
    names = {side.name for side in model.list_sides()}
    # A trailing '*' means that each seat has a list of its own.
    known = {name.rstrip("*"): name.endswith("*") for name in facts}
    schedule = model.words.schedule
    if any(isinstance(item, Ordered) for item in walk_items((*schedule.setup, *schedule.course))):
        known[ORDER] = False
    singular = model.words.singulars_by_plural()
    answers = answers_of(model.words, spoken)
    for report, node, header in entries:
        before = len(report.found)
        made = read_scenario(Scene(report, model, game, known, names, singular, answers), node, header)
        if len(report.found) == before:
            yield made


def read_scenario(scene: Scene, node: tree.Scenario, header: Setting) -> Scenario:
    lines = [line for part in node.parts for line in part.lines]
    parts = []
    if len(lines) > LINES.most:
        scene.report_error(
            "scenario-too-long", lines[LINES.most].at, "the scenario is too long", f"use at most {LINES.most} lines"
        )
    elif lines:
        parts = arrange_parts(scene, node)
    else:
        hint = "describe what is given, what happens, and what is true afterwards"
        scene.report_error("incomplete-scenario", node.at, "the scenario is empty", hint)
    players = 0
    holdings: list[Holding] = []
    beats: list[Beat] = []
    for kind, some in parts:
        made: list[Any] = []
        for line in some:
            if line.number is not None and not players:
                players = number_of_players(scene, line)
            elif (statement := READERS[kind](scene, line)) is not None:
                made.append(statement)
        if kind == GIVEN:
            holdings += made
        elif kind == WHEN:
            beats.append(Beat(tuple(made), ()))
        # A 'then' completes the beat of the 'when' before it. Without a 'when', it describes the starting position.
        elif beats and beats[-1].when and not beats[-1].then:
            beats[-1] = Beat(beats[-1].when, tuple(made))
        else:
            beats.append(Beat((), tuple(made)))
    seats = max([players or scene.model.words.players[0], *[each.seat for each in lines]])
    if players and seats > players:
        beyond = next(each.at for each in lines if each.seat > players)
        scene.report_error("out-of-range", beyond, f"there are only {players} players", f"write: given {seats} players")
    at = scene.report.to_span(node.atoms[0].at if node.atoms else node.at)
    return Scenario(title_of(node), at, seats, tuple(holdings), tuple(beats), header.edition, header.options)


def arrange_parts(scene: Scene, node: tree.Scenario) -> list[tuple[str, Sequence[tree.Line]]]:
    """Return the parts in order: ``given`` at most once, then ``when`` and ``then`` alternately, as often as needed."""
    parts: list[tuple[str, Sequence[tree.Line]]] = []
    for part in node.parts:
        before = parts[-1][0] if parts else ""
        if not part.kind.text:
            hint = "begin with 'given', 'when' or 'then'"
            scene.report_error("incomplete-scenario", part.kind.at, "this line does not belong to any part", hint)
            return []
        if not part.lines:
            hint = f"write, for example: {EXAMPLES[part.kind.text]}"
            scene.report_error("incomplete-scenario", part.kind.at, f"{part.kind.text!r} is empty", hint)
        if part.kind.text == before or (part.kind.text == GIVEN and before):
            hint = "the order is: given, when, then, when, then ..."
            scene.report_error(
                "incomplete-scenario", part.kind.at, f"{part.kind.text!r} cannot come after {before!r}", hint
            )
        parts.append((part.kind.text, part.lines))
    if parts and parts[-1][0] != THEN:
        at = node.parts[-1].kind.at
        hint = f"end with 'then', such as: then {EXAMPLES[THEN].rpartition(', ')[2]}"
        scene.report_error("incomplete-scenario", at, "the scenario does not say what is true at the end", hint)
    return parts


def number_of_players(scene: Scene, line: tree.Line) -> int:
    low, high = scene.model.words.players
    if str(line) not in ("players", "seats"):
        report_unknown_line(scene, line, GIVEN)
    elif not low <= (line.number or 0) <= high:
        hint = f"use a number from {low} to {high}"
        scene.report_error("out-of-range", line.at, f"the game cannot be played by {line.number} players", hint)
    else:
        return line.number or 0
    return 0


READERS = {GIVEN: read_given_line, WHEN: read_when_line, THEN: read_then_line}
