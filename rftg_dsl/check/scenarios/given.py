"""Read the lines of a scenario that describe the table, under ``given`` and ``then``."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.base.limits import ITEMS, SUPPLY
from rftg_dsl.check.model.scenarios import Content, Holding, Target
from rftg_dsl.check.scenarios.scene import GIVEN, NOTHING, Scene, report_unknown_line
from rftg_dsl.syntax import tree

WINNERS = "winners"


def read_given_line(scene: Scene, line: tree.Line) -> Holding | None:
    if line.mark in ("+", "-"):
        scene.report_error("unknown-line", line.at, f"{line.mark!r} has no meaning under 'given'", "write ':' instead")
        return None
    if line.mark != ":":
        report_unknown_line(scene, line, GIVEN)
        return None
    made = read_holding(scene, line)
    if made and made.target.sort in ("score", "tie", "number", "winners"):
        scene.report_error(
            "wrong-kind", line.at, f"{line!s} follows from the rest of the table", "lay out pieces or counters instead"
        )
    return made


def read_holding(scene: Scene, line: tree.Line) -> Holding | None:
    """Read the content of a place, counter, list or score, as in ``seat 1 citizenry: 3 military dice``."""
    target = target_of(scene, line)
    if target is None:
        return None
    if len(line.items) > ITEMS.most:
        scene.report_error("scenario-too-long", line.at, "the line lists too many things", f"list at most {ITEMS.most}")
        return None
    if line.mark not in (":", "+", "-"):
        scene.report_error("unknown-line", line.at, f"{line.mark!r} has no meaning here", "write ':', '+' or '-'")
        return None
    at, sign = scene.report.to_span(line.at), line.mark
    if target.sort == "place":
        contents = tuple([content for item in line.items for content in read_content(scene, item, target)])
        return Holding(at, target, sign, contents)
    if target.sort == "winners" and not (line.items and all(item.what.seat for item in line.items)):
        scene.report_error("wrong-value", line.at, "the winners must be seats", f"write: {WINNERS}: seat 1")
        return None
    if target.sort in ("fact", "winners"):
        if sign != ":":
            scene.report_error(
                "unknown-line",
                line.at,
                f"{target.name!r} is a list, which takes only ':'",
                f"write: {target.name}: ...",
            )
        return Holding(at, target, sign, values=tuple(read_values(scene, line)))
    return Holding(at, target, sign, number=read_amount(scene, line))


def target_of(scene: Scene, line: tree.Line) -> Target | None:
    """Return the subject of a line, or report that the game has no such thing and return None."""
    text = str(line)
    seat = scene.read_seat(line.seat, line.at)
    on = scene.read_name(line.on) if line.on else ""
    words = scene.model.words
    first, _, rest = text.partition(" ")
    owner = "piece" if on else "table" if seat is None else "seat"
    place, counter = words.places.get(text), words.counters.get(scene.singular.get(text, text))
    numeric = all(item.amount is not None and item.what == tree.Reference() for item in line.items)
    # If a place and a counter share a name, an amount means the counter, and a list of things means the place.
    if counter and counter.owner == owner and (numeric or not (place and place.owner == owner)):
        return Target("counter", counter.name, seat)
    if place and place.owner == owner:
        return Target("place", text, seat, on)
    if text in scene.facts and not on and (not scene.facts[text] or seat is not None):
        return Target("fact", text, seat)
    if text == WINNERS and seat is None and not on:
        return Target("winners", text)
    if first in ("score", "tie") and seat is not None:
        return read_score_target(scene, line, first, rest, seat, on)
    parameter = next((number for number in scene.game.parameters if number.name == text and not number.permits), None)
    if parameter and seat is not None and (parameter.about == "piece" or not on):
        return Target("number", text, seat, on)
    if (meant := place or counter) is not None:
        belongs = {"seat": f"seat 1 {text}: ...", "table": f"{text}: ...", "piece": f'"A name" {text}: ...'}
        owners = {"seat": "a seat", "table": "the table", "piece": "a piece"}
        message = f"{text!r} belongs to {owners[meant.owner]}"
        scene.report_error("wrong-kind", line.at, message, f"write: {belongs[meant.owner]}")
        return None
    counters = {word for each in words.counters.values() for word in (each.name, each.plural)}
    here = {WINNERS, *words.places, *counters, *scene.facts, *(number.name for number in scene.game.parameters)}
    at = (line.words[0].at[0], line.words[-1].at[1])
    scene.report.add_unknown("place", text, at, here)
    return None


def read_score_target(scene: Scene, line: tree.Line, first: str, rest: str, seat: int, on: str) -> Target | None:
    """Return the subject of a line about a score or tie-break.

    Examples are ``seat 1 score: 12``, ``seat 1 score chips: 3``, ``seat 1 "Galactic Federation" score: 5`` and ``seat 1
    tie: 2``.
    """
    words = scene.model.words
    known = words.lines if first == "score" else words.ties
    if rest and (rest not in known or on):
        if first == "score":
            scene.report.add_unknown("line of the score", rest, line.words[-1].at, known)
        else:
            scene.report.add_unknown("tie-break", rest, line.words[-1].at, known)
        return None
    return Target("score" if first == "score" else "tie", rest, seat, on)


def read_amount(scene: Scene, line: tree.Line) -> int:
    items = line.items
    if len(items) != 1 or items[0].amount is None or items[0].links or items[0].what != tree.Reference():
        hint = f"write: {line!s} {line.mark} 2".replace(" :", ":")
        scene.report_error("wrong-value", line.at, f"{line!s} must be a number", hint)
        return 0
    return items[0].amount


def read_values(scene: Scene, line: tree.Line) -> Iterator[str | int]:
    for item in line.items:
        if item.links or item.what.nth or (item.amount is not None and item.what != tree.Reference()):
            scene.report_error(
                "wrong-value", item.at, "a list can contain only words, numbers or seats", f"write: {line!s}: ..."
            )
        elif item.what.seat:
            yield scene.read_seat(item.what.seat, item.at) or 0
        elif item.amount is not None:
            yield item.amount
        elif item.what.name or str(item.what) != NOTHING:
            yield item.what.name.text if item.what.name else str(item.what)


def read_content(scene: Scene, item: tree.Item, target: Target) -> Iterator[Content]:
    """Read an item such as ``3 military dice``, ``"Spice World"`` or ``"ship" at 2``; yield nothing for ``nothing``."""
    what, at = item.what, scene.report.to_span(item.at)
    n = 1 if item.amount is None else item.amount
    tag = None
    if not 0 < n <= SUPPLY.most:
        scene.report_error(
            "out-of-range", item.at, f"{n} is out of range", f"use 'nothing', or a number from 1 to {SUPPLY.most}"
        )
        return
    for link in item.links:
        if link.word.text != "at" or link.to.number is None or what.name is None:
            hint = 'list the contents, such as: 2 THINGS, "A name", "A name" at 2'
            scene.report_error("wrong-value", link.at, "this does not describe what is in a place", hint)
            return
        tag = link.to.number
    if what.name and not what.nth:
        yield Content(n, name=scene.read_name(what.name), tag=tag, at=at)
    elif what.words and str(what) != NOTHING:
        yield from read_things(scene, item, n)
    elif str(what) != NOTHING:
        hint = 'list the contents, such as: 2 THINGS, "A name", nothing'
        scene.report_error("missing-thing", item.at, "this does not say what is there", hint)


def read_things(scene: Scene, item: tree.Item, n: int) -> Iterator[Content]:
    words, at = scene.model.words, scene.report.to_span(item.at)
    *kinds, last = [word.text for word in item.what.words]
    sort = scene.singular.get(last, last)
    if sort in words.stocks and len(kinds) < 2:
        [kind] = kinds or [stock_kind.name for stock_kind in words.stock_kinds.values() if stock_kind.of == sort][:1]
        known = [stock_kind.name for stock_kind in words.stock_kinds.values() if stock_kind.of == sort]
        # If a stock has only one kind, the line need not name the kind.
        if not kinds and len(known) > 1:
            scene.report_error(
                "missing-thing", item.at, f"this does not say which {last} are meant", f"known: {', '.join(known)}"
            )
        elif kind not in known:
            scene.report.add_unknown("kind", kind, item.what.words[0].at, known)
        else:
            yield Content(n, kind=kind, at=at)
    elif not kinds and last in words.stock_kinds:
        yield Content(n, kind=last, at=at)
    elif not kinds and (sort in words.components or sort in words.kinds):
        yield Content(n, sort=sort, at=at)
    else:
        known_sorts = {*words.stocks, *words.stock_kinds, *words.components, *words.kinds}
        scene.report.add_unknown("kind", " ".join([*kinds, last]), item.what.at, known_sorts)
