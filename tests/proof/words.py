"""The words of a game, read from its file and from the tables in docs/reference by regular expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

FIELDS = "plural means in holding of from has maybe needs sides takes start seen supply faces matches copies".split()
"""The words that begin a field of a declaration."""


class Words(NamedTuple):
    """The words of a game, as its file and the documents declare them."""

    singular: Mapping[str, str]
    kinds: frozenset[str]
    stock: str
    """The one sort of fungible thing; empty if there is none."""
    stock_kinds: frozenset[str]
    faces: Mapping[str, tuple[str, ...]]
    """The faces of each kind of die, if it has any."""
    nouns: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]]
    """What a noun means, in which places, and with something in which places on it."""
    values: Mapping[str, str]
    """The property of each value."""
    figures: Mapping[str, Mapping[str, int]]
    """The numbers of each value: its price, or what it trades for."""
    numeric: frozenset[str]
    counters: Mapping[str, tuple[int, int, str]]
    """The lowest and highest number of each counter, and the counter of the table that its gains come out of."""
    components: Mapping[str, tuple[str, ...]]
    places: Mapping[str, str]
    """Whose each place is: ``seat``, ``table`` or ``piece``."""
    active: str
    phases: tuple[str, ...]
    marks: tuple[str, ...]
    sign: str
    """The counter written with ``$``; empty if there is none."""
    numbers: Mapping[str, int]
    """The constants of the rules."""
    inner: frozenset[str]
    """Counters that no power can name."""
    changing: tuple[str, ...]
    """The numbers that powers can change."""


def words_of(path: Path, document: Path) -> Words:
    """The words that a game's file declares, one declaration a line, and what the documents say it can change."""
    words = Words(
        {}, frozenset(), "", frozenset(), {}, {}, {}, {}, frozenset(), {}, {}, {}, "", (), (), "", {}, frozenset(), ()
    )
    many: dict[str, dict] = {
        name: {}
        for name in ("singular", "faces", "nouns", "values", "figures", "counters", "components", "places", "numbers")
    }
    sets: dict[str, list[str]] = {name: [] for name in ("kinds", "stock_kinds", "numeric", "phases", "marks", "inner")}
    stock = active = sign = ""
    titles = re.compile(r"#.*|\"[^\"]*\"")
    for text in path.read_text("utf-8").splitlines():
        sign = re.match(r"counter (\w+) .*sign \"\$\"", text)[1] if "sign" in text.split() else sign
        kind, *rest = titles.sub("", text).split() or [""]
        if text.startswith((" ", "}")) and kind not in ("phase", "step"):
            continue  # the steps of the schedule
        fields = fields_of(rest)
        if "plural" in fields:
            many["singular"][fields["plural"][0]] = rest[0]
        match kind:
            case "":
                continue
            case "kind":
                sets["kinds"].append(rest[0])
            case "stock":
                stock = rest[0]
            case "phase" | "step":
                sets["phases"] += [rest[0]] if "named" not in rest else []
            case "game" | "setup" | "each" | "end" | "score" | "tie" | "look":
                continue
            case "mark":
                sets["marks"].append(rest[0])
            case "number":
                many["numbers"][rest[0]] = int(rest[1])
            case "property":
                sets["numeric"] += [rest[0]] if "from" in fields else []
            case "place":
                many["places"][rest[0]] = fields["of"][0]
                active = rest[0] if "active" in rest else active
            case "counter":
                low, high = bounds_of(text)
                many["counters"][rest[0]] = (low, high, fields.get("takes", [""])[0])
                sets["inner"] += [rest[0]] if "inner" in rest else []
            case "component":
                many["components"][rest[0]] = tuple(
                    side for side in fields["sides"] if side not in ("either", "any", "both")
                )
            case "noun":
                means = many["singular"].get(fields["means"][0], fields["means"][0])
                many["nouns"][rest[0]] = (means, tuple(fields.get("in", ())), tuple(fields.get("holding", ())))
            case "option":
                continue
            case _ if kind == stock:
                sets["stock_kinds"].append(rest[0])
                many["faces"][rest[0]] = tuple(fields.get("faces", ()))
            case _:
                many["values"][rest[0]] = kind
                many["figures"][rest[0]] = {name: int(n) for name, n in pairwise(rest[1:]) if n.isdigit()}
    return words._replace(
        **many,
        **{
            name: frozenset(members) if name not in ("phases", "marks") else tuple(members)
            for name, members in sets.items()
        },
        stock=stock,
        active=active,
        sign=sign,
        changing=changing_of(document.read_text("utf-8")),
    )


def bounds_of(text: str) -> tuple[int, int]:
    """``from 0 to 10``; without it, a counter is never below 0."""
    match = re.search(r" from (\d+) to (\d+)", text)
    return (int(match[1]), int(match[2])) if match else (0, 10**8)


def changing_of(text: str) -> tuple[str, ...]:
    """The numbers in the reference of a game."""
    rows = text.partition("\n## What a power can change")[2].partition("\n## ")[0]
    numbers = tuple(re.findall(r"^\| `([a-z ]+)` \|", rows, re.M))
    assert numbers
    return numbers


def fields_of(words: Sequence[str]) -> dict[str, list[str]]:
    """The words after each field."""
    fields: dict[str, list[str]] = {}
    current: list[str] = []
    single = False
    for word in words[1:]:
        if word in FIELDS and not (single and not current):
            current = fields.setdefault(word, [])
            single = word in ("plural", "means", "of")
        else:
            current.append(word)
    return fields
