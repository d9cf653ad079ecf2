"""A question as a page gets it: its words, its options, what each would cost or do, and what of the table it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.kernel.form import Of, Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.play.asked import Asked
from rftg_dsl.table.labels import Labels
from rftg_dsl.table.question import Option, Question

FORESEEN = 30
"""The most options whose consequences are shown; of more, people choose by other means."""


def question(asked: Asked, play: Play[Any], labels: Labels) -> dict[str, Any]:
    """An open question."""
    found = Question(asked, play, labels)
    options = found.options
    few = len(options) <= FORESEEN
    return {
        "name": found.name,
        "text": found.text,
        "power": found.power,
        "rule": asked.rule,
        "secret": asked.secret,
        "form": asked.form,
        "low": asked.low,
        "high": asked.high,
        "how": found.how,
        "options": [option(found, one, few) for one in options],
    }


def option(of: Question, one: Option, few: bool) -> dict[str, Any]:
    """An option: its name, what is printed on it, and where it is on the table."""
    return {
        "id": one.id,
        "label": one.label,
        "there": one.there,
        "printed": of.printed(one),
        "foreseen": of.foreseen(one) if few else [],
        "sides": [side.id for side in of.labels.sides_of(of.play, of.form.of, one.handle)],
        "on": list(dict.fromkeys(named(of.play, of.form.of, one.handle))),
        "words": list(dict.fromkeys(kinds(of.play, of.form.of, one.handle))),
    }


def named(play: Play[Any], of: Of, handle: Pick) -> Iterator[str]:
    """The pieces and places that an option is about, by their names in a log."""
    layout = play.layout
    if type(handle) is tuple:
        for one, part in parts(of, handle):
            yield from named(play, one, part)
    elif type(handle) is str:
        return  # a word among pieces, such as one that says that there are enough
    elif of == "piece":
        yield layout.piece_names[handle]
    elif of == "place":
        yield layout.place_names[handle]
    elif of == "cell":
        yield layout.place_names[handle // len(layout.kinds)]


def kinds(play: Play[Any], of: Of, handle: Pick) -> Iterator[str]:
    """The words of an option that have a look: kinds of things, or the word itself."""
    layout = play.layout
    if type(handle) is tuple:
        for one, part in parts(of, handle):
            yield from kinds(play, one, part)
    elif type(handle) is str:
        yield handle
    elif of == "kind":
        yield layout.kinds[handle]
    elif of == "cell":
        yield layout.kinds[handle % len(layout.kinds)]
        yield layout.place_names[handle // len(layout.kinds)].partition(".")[0]
    elif of == "place":
        yield layout.place_names[handle].partition(".")[0]


def parts(of: Of, handle: tuple[Any, ...]) -> Iterator[tuple[Of, Any]]:
    """The parts of an option that means several things at once."""
    each = of if isinstance(of, tuple) else (of,) * len(handle)
    return zip(each, handle, strict=True)
