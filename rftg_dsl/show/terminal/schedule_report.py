"""A game's schedule as text: its course, endings and scoring, with the additions from each set marked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.check.schedule import Item, Ordered, Stage, Stretch, Task, Who
from rftg_dsl.compile.schedule_to_program import steps_by_name
from rftg_dsl.library.load import GAME, Library
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import count_cells, fold, room_for
from rftg_dsl.syntax.unparse import write_phrase

DOERS: dict[Who, str] = {"table": "", "seats": "each seat", "opponents": "each opponent"}

Line = tuple[int, str, str]
"""The indentation depth, text and side note of a line."""


def render_schedule(library: Library, paint: Paint) -> str:
    """Render the whole schedule, annotating each step with the description in its Python definition."""
    lines = [(2 * depth * " " + to_visible(text), to_visible(why), depth) for depth, text, why in lines_of(library)]
    wide, width = room_for(sys.stdout), max(len(text) for text, _, _ in lines)
    shown: list[str] = []
    for text, why, depth in lines:
        text = paint(text, "bold") if not depth else text
        shown += lay_beside(text, paint(why, "cyan") if why else "", width + 2, wide)
    return "\n".join(shown)


def lay_beside(text: str, why: str, width: int, wide: int) -> list[str]:
    """Lay out a line of text with its note beside it, or below it on a narrow terminal."""
    if not why or width + LEAST > wide:
        hang = (len(text) - len(text.lstrip()) + 4) * " "
        return [text, *(fold(why, wide, hang) if why else ())]
    return fold(why, wide, text + " " * (width - count_cells(text)), " " * width)


LEAST = 30


def lines_of(library: Library) -> list[Line]:
    return [*list_course(library), *list_endings(library), *list_score(library)]


def serialize_schedule(library: Library) -> list[dict[str, Any]]:
    return [{"depth": depth, "text": text, "note": note.strip()} for depth, text, note in lines_of(library)]


def list_course(library: Library) -> Iterator[Line]:
    schedule = library.model.words.schedule
    stretch = schedule.stretch
    assert stretch is not None  # a checked library always has a stretch
    yield 0, "setup", ""
    yield from list_items(library, schedule.setup, 1, stretch)
    how = ["the first seat rotates"] * stretch.rotating + ["until all seats have had equally many"] * stretch.equal
    turn = f"each {stretch.name} of a seat" if stretch.by_seat else f"each {stretch.name}"
    turn += f", from seat {library.model.words.numbers[stretch.first]} on" if stretch.first else ""
    yield 0, ", ".join([turn, *how]), f"counted by {stretch.counts}"
    yield 1, f"powers at start of {stretch.name}", ""
    yield from list_items(library, stretch.items, 1, stretch)
    yield 1, f"powers at end of {stretch.name}", ""
    yield from list_items(library, [item for item in stretch.items if is_late(item)], 1, stretch, True)


def is_late(item: Item) -> bool:
    """Whether an item is a task that runs after the end of its stage."""
    return isinstance(item, Task) and item.moment == "afterwards"


def list_items(
    library: Library, items: Sequence[Item], indent: int, stretch: Stretch, late: bool = False
) -> Iterator[Line]:
    """List the items of a block in order; ``late`` selects the tasks that run after the block."""
    for item in items:
        if isinstance(item, Stage):
            yield from list_stage(library, item, indent, stretch)
        elif isinstance(item, Ordered):
            yield indent, f"order by lowest {item.property}", render_origin(library, item.part)
        elif is_late(item) == late and item.moment not in ("entering", "leaving"):
            yield describe_step(library, item, indent)


def list_stage(library: Library, stage: Stage, indent: int, stretch: Stretch) -> Iterator[Line]:
    """List a phase or step, including the tasks that are part of every phase."""
    every = library.model.words.schedule.every_phase if stage.windows else ()
    title = library.model.words.phases[stage.phase].title
    test = f", {write_phrase(stage.test[1])}" if stage.test else ""
    origin = library.model.words.origins.get(("phases", stage.phase))
    again = f" ({stage.name})" if stage.name != stage.phase else ""
    yield indent, f"{title}{again}{test}", render_origin(library, origin.name if origin else "")
    # This is the order of play: entering tasks, start powers, items, leaving tasks, end powers, late tasks.
    mine = [*every, *[each for each in stage.items if isinstance(each, Task)]]
    yield from (describe_step(library, each, indent + 1) for each in mine if each.moment == "entering")
    if stage.windows:
        yield indent + 1, f"powers at start of {stage.phase}", ""
    yield from list_items(library, stage.items, indent + 1, stretch)
    yield from (describe_step(library, each, indent + 1) for each in mine if each.moment == "leaving")
    if stage.windows:
        yield indent + 1, f"powers at end of {stage.phase}", ""
    yield from (describe_step(library, each, indent + 1) for each in mine if each.moment == "afterwards")


def describe_step(library: Library, task: Task, indent: int) -> Line:
    who = DOERS[task.who] + " in secret" * task.secretly
    text = " ".join([task.name, *task.words])
    act = steps_by_name(library.game, task.part)[task.name]
    return indent, f"{who.strip()}: {text}" if who else text, act.step.text + render_origin(library, task.part)


def render_origin(library: Library, part: str) -> str:
    return f" [{part}]" if part not in ("", GAME) else ""


def list_endings(library: Library) -> Iterator[Line]:
    yield 0, "the game ends", ""
    for ending in library.model.course.endings:
        yield 1, ending.title, " or ".join([test.text for test in ending.tests])


def list_score(library: Library) -> Iterator[Line]:
    course = library.model.course
    for title, lines in (("the score", course.lines), ("a tie is broken by", course.ties)):
        yield 0, title, ""
        for line in lines:
            said = [count.text for count in line.counts]
            if line.count:
                said.append(f"the game's count {line.count!r}")
            if line.place:
                said.append(f"scoring powers of the pieces in {line.place}" + ", each by its name" * line.each)
            yield 1, line.title, "; ".join(said)
