"""Read the lines of a scenario that state events and answers, under ``when``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.base.diagnostic import suggest_nearest
from rftg_dsl.base.limits import SUPPLY
from rftg_dsl.check.model.scenarios import Answer, Begin, Chance, Thrown
from rftg_dsl.check.scenarios.picks import read_pick
from rftg_dsl.check.scenarios.scene import VERBS, WHEN, Scene, does_begin_with, items_after, report_unknown_line
from rftg_dsl.check.schedule import SETUP, Task, walk_items
from rftg_dsl.check.signatures import EDGES
from rftg_dsl.syntax import tree


def read_when_line(scene: Scene, line: tree.Line) -> Any:
    if line.mark or line.on:
        report_unknown_line(scene, line, WHEN)
        return None
    at, first = scene.report.to_span(line.at), line.words[0].text
    if line.seat and first in ("chooses", "uses", "declines"):
        return read_answer(scene, line, first)
    if first == "table" and len(line.words) > 1 and line.words[1].text in ("rolls", "draws"):
        return read_chance(scene, line, line.words[1].text, 2)
    if line.seat and first in ("rolls", "draws"):
        return read_chance(scene, line, first, 1)
    seat = scene.read_seat(line.seat, line.at)
    links = [link for item in line.items for link in item.links]
    if (
        first in EDGES
        and len(line.words) == 1
        and len(line.items) == 1
        and [link.word.text for link in links] == ["of"]
    ):
        return read_window(scene, line, first, links[0].to, seat)
    words = [word.text for word in line.words]
    if words in (["phase"], ["step"]) and len(line.items) == 1 and (name := line.items[0].what.name) and not links:
        return read_begin(scene, line, [*words, name.text], seat, at)  # a name that contains a digit: phase "develop2"
    # For a line that belongs under 'then', suggest moving it there instead of reporting an unknown step.
    if line.items or any(VERBS[verb] != WHEN for verb in VERBS if does_begin_with(line, verb)):
        report_unknown_line(scene, line, WHEN)
        return None
    return read_begin(scene, line, words, seat, at)


def read_window(scene: Scene, line: tree.Line, edge: str, of: tree.Reference, seat: int | None) -> Begin | None:
    schedule = scene.model.words.schedule
    stages = [stage for stage in schedule.stages.values() if stage.windows]
    stretch = schedule.stretch
    known = {name for stage in stages for name in (stage.name, stage.phase)} | ({stretch.name} if stretch else set())
    name = of.name.text if of.name else str(of)
    if name not in known:
        scene.report.add_unknown("phase", name, of.at, known)
        return None
    return Begin(scene.report.to_span(line.at), edge, name, resolve_acting_seat(scene, line, name, seat))  # type: ignore[arg-type]


def resolve_acting_seat(scene: Scene, line: tree.Line, name: str, seat: int | None) -> int | None:
    """Return the seat whose turn it is. Report a missing seat in a game of turns, and a surplus seat in other games."""
    stretch = scene.model.words.schedule.stretch
    by_seat = bool(stretch and stretch.by_seat)
    if by_seat and seat is None:
        scene.report_error("missing-thing", line.at, "this does not say whose turn it is", f"write: seat 1 {name}")
    elif not by_seat and seat is not None:
        scene.report_error("surplus-clause", line.at, f"{name!r} is for all seats", "leave the seat out")
    return seat


def read_begin(scene: Scene, line: tree.Line, words: list[str], seat: int | None, at: Any) -> Begin | None:
    schedule = scene.model.words.schedule
    first, *rest = words
    if first in ("phase", "step") and len(rest) == 1:
        if rest[0] not in schedule.stages:
            scene.report.add_unknown("phase", rest[0], (line.words[0].at[1] + 1, line.at[1]), schedule.stages)
            return None
        return Begin(at, "stage", rest[0], resolve_acting_seat(scene, line, " ".join(words), seat))
    if words == [SETUP]:
        check_seat(scene, line, SETUP, seat, needed=False)
        return Begin(at, "setup", SETUP)
    if schedule.stretch and words == [schedule.stretch.name]:
        return Begin(at, "stretch", first, resolve_acting_seat(scene, line, first, seat))
    tasks = [
        item
        for item in walk_items((*schedule.setup, *schedule.course, *schedule.every_phase))
        if isinstance(item, Task)
    ]
    if fitting := [task for task in tasks if (task.name, *task.words) == (first, *rest)]:
        by_seat = bool(schedule.stretch and schedule.stretch.by_seat)
        # In a game of turns, every step outside setup belongs to the seat whose turn it is.
        needed = fitting[0].who != "table" or (by_seat and fitting[0] not in schedule.setup)
        check_seat(scene, line, " ".join(words), seat, needed)
        return Begin(at, "task", first, seat, tuple(rest))
    names = {" ".join((task.name, *task.words)) for task in tasks}
    stretch = {schedule.stretch.name} if schedule.stretch else set()
    known = names | stretch | {f"phase {name}" for name in schedule.stages} | {SETUP}
    hint = suggest_nearest(" ".join(words), known) or f"'rftg show {scene.game.name} --schedule' lists them"
    scene.report_error("unknown-step", line.at, f"unknown step {' '.join(words)!r}", hint)
    return None


def check_seat(scene: Scene, line: tree.Line, step: str, seat: int | None, needed: bool) -> None:
    if needed and seat is None:
        scene.report_error("missing-thing", line.at, "this does not say which seat does it", f"write: seat 1 {step}")
    elif not needed and seat is not None:
        scene.report_error(
            "surplus-clause", line.at, f"{step!r} is a step for the table, not for a seat", f"write: {step}"
        )


def read_chance(scene: Scene, line: tree.Line, verb: str, taken: int) -> Chance:
    seat, at = scene.read_seat(line.seat, line.at), scene.report.to_span(line.at)
    dice: list[Thrown] = []
    drawn: list[str | int] = []
    for item in items_after(line, taken):
        if item.links or item.what.seat or item.what.nth:
            scene.report_error("wrong-value", item.at, "a result cannot have a place", f"write: seat 1 {verb} ...")
        elif verb == "draws":
            if item.what.name and item.amount is None:
                drawn.append(scene.read_name(item.what.name))
            elif item.amount is not None and not item.what.words and not item.what.name:
                drawn.append(item.amount)
            else:
                scene.report_error(
                    "wrong-value", item.at, "a draw must list pieces", 'write: draws "A name", "Another name"'
                )
        else:
            dice += read_dice(scene, item)
    if not items_after(line, taken):
        scene.report_error("missing-thing", line.at, "the results are missing", f"write it after {verb!r}")
    return Chance(at, seat, tuple(dice), tuple(drawn))


def read_dice(scene: Scene, item: tree.Item) -> Iterator[Thrown]:
    """Read an item such as ``2 military settle``: the kind of die, if there are several kinds, and the face rolled."""
    words = [word.text for word in item.what.words]
    kinds = {die.name: die for die in scene.model.words.stock_kinds.values() if die.faces}
    if not words and item.amount is not None and not item.what.name:
        yield Thrown(number=item.amount)
        return
    kind = words.pop(0) if len(words) > 1 else next(iter(kinds), "")
    if len(words) != 1 or item.what.name:
        scene.report_error("wrong-value", item.at, "a result must be a face", "write: rolls 2 KIND FACE, KIND FACE")
    elif kind not in kinds:
        scene.report.add_unknown("kind", kind, item.at, kinds)
    elif words[0] not in kinds[kind].faces:
        scene.report.add_unknown("face", words[0], item.what.words[-1].at, kinds[kind].faces)
    elif not 0 < (n := 1 if item.amount is None else item.amount) <= SUPPLY.most:
        scene.report_error("out-of-range", item.at, f"{n} is out of range", f"use a number from 1 to {SUPPLY.most}")
    else:
        yield from [Thrown(kind, words[0])] * n


def read_answer(scene: Scene, line: tree.Line, verb: str) -> Answer:
    picks = tuple([read_pick(scene, item) for item in items_after(line, 1)])
    if verb == "chooses" and not picks:
        scene.report_error("missing-thing", line.at, "this does not say what is chosen", "write it after 'chooses'")
    if verb == "uses" and [bool(pick.parts[0].name) for pick in picks] != [True]:
        scene.report_error(
            "missing-thing", line.at, "this does not say which piece has the power", 'write: uses "A name"'
        )
    return Answer(scene.report.to_span(line.at), scene.read_seat(line.seat, line.at) or 0, verb, picks)  # type: ignore[arg-type]
