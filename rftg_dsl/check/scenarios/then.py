"""Read the lines of a scenario that state the outcome, under ``then``."""

from __future__ import annotations

from typing import Any

from rftg_dsl.check.model.scenarios import Asked, Ended, Offered, Unchanged
from rftg_dsl.check.scenarios.given import read_holding
from rftg_dsl.check.scenarios.picks import check_denied, read_pick
from rftg_dsl.check.scenarios.scene import THEN, Scene, does_begin_with, items_after, report_unknown_line
from rftg_dsl.syntax import tree

OFFERS = {
    "can only choose": ("only", False),
    "can choose": ("can", False),
    "cannot choose": ("cannot", False),
    "can use": ("can", True),
    "cannot use": ("cannot", True),
}
"""The words that can begin a line about options, with how they are offered and whether only powers are meant."""


def read_then_line(scene: Scene, line: tree.Line) -> Any:
    if line.mark:
        return read_holding(scene, line)
    at = scene.report.to_span(line.at)
    if line.on:
        report_unknown_line(scene, line, THEN)
        return None
    if line.seat:
        return read_seat_line(scene, line)
    if str(line) == "nothing changes" and not line.items:
        return Unchanged(at)
    if does_begin_with(line, "ended"):
        return read_ended(scene, line)
    report_unknown_line(scene, line, THEN)
    return None


def read_ended(scene: Scene, line: tree.Line) -> Ended:
    reasons = [str(item.what) for item in items_after(line, 1)]
    known = scene.model.words.endings
    for item, reason in zip(items_after(line, 1), reasons, strict=True):
        if reason not in known:
            scene.report.add_unknown("ending", reason, item.at, known)
    if not reasons:
        scene.report_error(
            "missing-thing", line.at, "this does not say why the game has ended", f"known: {', '.join(known)}"
        )
    return Ended(scene.report.to_span(line.at), tuple(reasons))


def read_seat_line(scene: Scene, line: tree.Line) -> Any:
    at, seat = scene.report.to_span(line.at), scene.read_seat(line.seat, line.at) or 0
    if does_begin_with(line, "is asked"):
        items = items_after(line, 2)
        name = " ".join(item.what.name.text if item.what.name else str(item.what) for item in items)
        if not name or len(items) > 1:
            hint = "write the name of the decision after 'is asked'"
            scene.report_error("missing-thing", line.at, "this does not say what the seat is asked", hint)
        return Asked(at, seat, name)
    for verb, (how, uses) in OFFERS.items():
        if does_begin_with(line, verb):
            items = items_after(line, len(verb.split()))
            picks = tuple([read_pick(scene, item) for item in items])
            if how == "cannot":
                for item, pick in zip(items, picks, strict=True):
                    check_denied(scene, item, pick, uses)
            if not picks or (uses and not all(pick.parts[0].name for pick in picks)):
                what = "which power, by the name of its piece" if uses else "what is offered"
                scene.report_error("missing-thing", line.at, f"this does not say {what}", f"write it after {verb!r}")
            return Offered(at, seat, how, uses, picks)  # type: ignore[arg-type]
    report_unknown_line(scene, line, THEN)
    return None
