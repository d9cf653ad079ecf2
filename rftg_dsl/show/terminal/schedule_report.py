"""The schedule of a game as text: its course, the ends and the score; what a set has added is marked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.base.docstrings import docstring_of
from rftg_dsl.check.schedule import Item, Ordered, Stage, Stretch, Task, Who
from rftg_dsl.compile.schedule_to_program import steps_by_name
from rftg_dsl.library.load import GAME, Library
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import count_cells, fold, room_for
from rftg_dsl.syntax.unparse import write_phrase

DOERS: dict[Who, str] = {"table": "", "seats": "each seat", "opponents": "each opponent"}

Line = tuple[int, str, str]
"""How far a line is indented, what it says, and what stands beside it."""


def render_schedule(found: Library, paint: Paint) -> str:
    """The whole schedule; beside each step what it does, as its Python says."""
    lines = [(2 * depth * " " + to_visible(text), to_visible(why), depth) for depth, text, why in lines_of(found)]
    wide, width = room_for(sys.stdout), max(len(text) for text, _, _ in lines)
    shown: list[str] = []
    for text, why, depth in lines:
        text = paint(text, "bold") if not depth else text
        shown += lay_beside(text, paint(why, "cyan") if why else "", width + 2, wide)
    return "\n".join(shown)


def lay_beside(text: str, why: str, width: int, wide: int) -> list[str]:
    """A line and what stands beside it, or below it on a narrow terminal."""
    if not why or width + LEAST > wide:
        hang = (len(text) - len(text.lstrip()) + 4) * " "
        return [text, *(fold(why, wide, hang) if why else ())]
    return fold(why, wide, text + " " * (width - count_cells(text)), " " * width)


LEAST = 30
"""Fewer columns are too few for what stands beside a line."""


def lines_of(found: Library) -> list[Line]:
    """The course of the game, its ends, and its score."""
    return [*list_course(found), *list_endings(found), *list_score(found)]


def serialize_schedule(found: Library) -> list[dict[str, Any]]:
    """The whole schedule as plain data."""
    return [{"depth": depth, "text": text, "note": note.strip()} for depth, text, note in lines_of(found)]


def list_course(found: Library) -> Iterator[Line]:
    """Setup, and what is repeated."""
    schedule = found.model.words.schedule
    stretch = schedule.stretch
    assert stretch is not None  # a library has been checked
    yield 0, "setup", ""
    yield from list_items(found, schedule.setup, 1, stretch)
    how = ["another seat is first each time"] * stretch.rotating + ["until all have had equally many"] * stretch.equal
    turn = f"each {stretch.name} of a seat" if stretch.by_seat else f"each {stretch.name}"
    turn += f", from seat {found.model.words.numbers[stretch.first]} on" if stretch.first else ""
    yield 0, ", ".join([turn, *how]), f"counted by {stretch.counts}"
    yield 1, f"powers at start of {stretch.name}", ""
    yield from list_items(found, stretch.items, 1, stretch)
    yield 1, f"powers at end of {stretch.name}", ""
    yield from list_items(found, [one for one in stretch.items if is_late(one)], 1, stretch, True)


def is_late(one: Item) -> bool:
    """Whether an item comes when its stage is over."""
    return isinstance(one, Task) and one.moment == "afterwards"


def list_items(
    found: Library, items: Sequence[Item], indent: int, stretch: Stretch, late: bool = False
) -> Iterator[Line]:
    """The items of a block in order; ``late``: those that come when it is over."""
    for one in items:
        if isinstance(one, Stage):
            yield from list_stage(found, one, indent, stretch)
        elif isinstance(one, Ordered):
            yield indent, f"order by lowest {one.property}", render_origin(found, one.part)
        elif is_late(one) == late and one.moment not in ("entering", "leaving"):
            yield describe_step(found, one, indent)


def list_stage(found: Library, one: Stage, indent: int, stretch: Stretch) -> Iterator[Line]:
    """A phase or step, with the steps that belong to every phase."""
    every = found.model.words.schedule.every_phase if one.windows else ()
    title = found.model.words.phases[one.phase].title
    test = f", {write_phrase(one.test[1])}" if one.test else ""
    origin = found.model.words.origins.get(("phases", one.phase))
    again = f" ({one.name})" if one.name != one.phase else ""
    yield indent, f"{title}{again}{test}", render_origin(found, origin.name if origin else "")
    mine = [*every, *[each for each in one.items if isinstance(each, Task)]]
    yield from (describe_step(found, each, indent + 1) for each in mine if each.moment == "entering")
    if one.windows:
        yield indent + 1, f"powers at start of {one.phase}", ""
    yield from list_items(found, one.items, indent + 1, stretch)
    yield from (describe_step(found, each, indent + 1) for each in mine if each.moment == "leaving")
    if one.windows:
        yield indent + 1, f"powers at end of {one.phase}", ""
    yield from (describe_step(found, each, indent + 1) for each in mine if each.moment == "afterwards")


def describe_step(found: Library, one: Task, indent: int) -> Line:
    """One step: who does it, and what it does."""
    who = DOERS[one.who] + " in secret" * one.secretly
    text = " ".join([one.name, *one.words])
    act = steps_by_name(found.game, one.part)[one.name]
    what = docstring_of(act.step.run).strip().split("\n")[0]
    return indent, f"{who.strip()}: {text}" if who else text, what + render_origin(found, one.part)


def render_origin(found: Library, part: str) -> str:
    """Which set has added something; nothing for the game itself."""
    return f" [{part}]" if part not in ("", GAME) else ""


def list_endings(found: Library) -> Iterator[Line]:
    """When the game ends."""
    yield 0, "the game ends", ""
    for one in found.model.course.endings:
        yield 1, one.title, " or ".join([test.text for test in one.tests])


def list_score(found: Library) -> Iterator[Line]:
    """The lines of the score, and the ties."""
    course = found.model.course
    for title, lines in (("the score", course.lines), ("a tie is broken by", course.ties)):
        yield 0, title, ""
        for one in lines:
            said = [count.text for count in one.counts]
            if one.count:
                said.append(f"the game's own count {one.count!r}")
            if one.place:
                said.append(f"scoring powers of what is in {one.place}" + ", each by its name" * one.each)
            yield 1, one.title, "; ".join(said)
