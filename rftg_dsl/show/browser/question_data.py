"""A question as data for a page: its text and its options, with their effects and the pieces that they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rftg_dsl.kernel.form import Of, Pick
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.play.asked import Asked
from rftg_dsl.play.table.labels import Labels, leaves_of
from rftg_dsl.play.table.question import Option, Question

FORESEEN = 30
"""Maximum number of options whose effects are previewed; a preview requires trying the option out."""


def describe_question(asked: Asked, play: Play[Any], labels: Labels) -> dict[str, Any]:
    question = Question(asked, play, labels)
    options = question.options
    few = len(options) <= FORESEEN
    return {
        "name": question.name,
        "text": question.text,
        "power": question.power,
        "stage": question.stage,
        "reason": question.reason,
        "explanations": question.explanations,
        "rule": asked.rule,
        "secret": asked.secret,
        "form": asked.form,
        "low": question.low,
        "high": question.high,
        "how": question.how,
        "did": question.asking.did,
        "options": [describe_option(question, option, few) for option in options],
    }


def describe_option(of: Question, option: Option, few: bool) -> dict[str, Any]:
    return {
        "id": option.id,
        "label": option.label,
        "head": of.heading_of(option),
        "there": option.there,
        "printed": of.word_properties(option),
        "foreseen": of.effects_of(option) if few else [],
        "sides": [side.id for side in of.labels.sides_of(of.play, of.form.of, option.handle)],
        "on": list(dict.fromkeys(names_of(of.play, of.form.of, option.handle, of.seat))),
        "words": list(dict.fromkeys(kinds_of(of.play, of.form.of, option.handle, of.asking.phases))),
    }


def names_of(play: Play[Any], of: Of, handle: Pick, seat: int) -> Iterator[str]:
    """Yield the names, as used in logs, of the pieces, places and cells that an option refers to.

    A side refers to the pieces with that side that the asked seat has, and a place on a piece to that piece as well.
    """
    layout = play.layout
    for sort, part in leaves_of(of, handle):
        if sort == "piece":
            yield layout.piece_names[part]
        elif sort == "side":
            for piece, spec in enumerate(layout.pieces):
                if part in spec.sides and layout.place_owner[play.place_of[piece]] == seat:
                    yield layout.piece_names[piece]
        elif sort == "place":
            yield layout.place_names[part]
            yield from pieces_below(layout, part)
        elif sort == "cell":
            place = part // len(layout.kinds)
            yield f"{layout.kinds[part % len(layout.kinds)]}@{layout.place_names[place]}"
            yield from pieces_below(layout, place)


def pieces_below(layout: Layout, place: int) -> Iterator[str]:
    """Yield the name of the piece that a place is on, if it is on one."""
    if (piece := layout.place_piece[place]) >= 0:
        yield layout.piece_names[piece]


def kinds_of(play: Play[Any], of: Of, handle: Pick, phases: Mapping[str, str]) -> Iterator[str]:
    """Yield the words that an option refers to; ``phases`` has the phases that some of them choose."""
    layout = play.layout
    for sort, part in leaves_of(of, handle):
        if sort == "word":
            yield part
            if part in phases:
                yield phases[part]
        elif sort == "kind":
            yield layout.kinds[part]
        elif sort == "cell":
            yield layout.kinds[part % len(layout.kinds)]
            yield layout.place_names[part // len(layout.kinds)].partition(".")[0]
        elif sort == "place":
            yield layout.place_names[part].partition(".")[0]
