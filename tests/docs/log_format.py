"""Writes the tables of docs/log-format.md, from ``rftg_dsl/log/format/kinds.py``: ``make log-format``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import get_args

from rftg_dsl.log.format import kinds as format
from rftg_dsl.log.format.kinds import ALWAYS, EVENTS, FORMS, SEALED, WHOLE, Event, Field, Kind, Stage
from rftg_dsl.log.format.shapes import words_of

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"

WHEN: Mapping[str, str] = {
    "first": "first",
    "shares": "after the head",
    "midway": "until the game is over",
    "over": "once it is over",
    "after": "after the end",
}


def table(*rows: Iterable[str]) -> str:
    """A table; the first row is its head."""
    lines = [f"| {' | '.join(row)} |" for row in map(list, rows)]
    return "\n".join([lines[0], "|" + " --- |" * (lines[0].count(" | ") + 1), *lines[1:], ""])


def code(text: str) -> str:
    """A text as code."""
    return f"`{text}`"


def kinds(known: Mapping[str, Kind]) -> str:
    """The kinds of records, with who writes them, when they may come, and their fields."""
    rows = [
        (
            code(name),
            kind.says,
            kind.by,
            ", ".join([WHEN[stage] for stage in get_args(Stage) if stage in kind.stages]),
            ", ".join(map(code, sorted(kind.has))),
            ", ".join(map(code, sorted(kind.may))),
        )
        for name, kind in known.items()
    ]
    return table(("`k`", "what it is", "by", "when", "fields", "and perhaps"), *rows)


def fields(known: Mapping[str, Field], name: str = "field") -> str:
    """Some fields, with the values that they have."""
    rows = [(code(key), of.says, str(of.shape)) for key, of in known.items()]
    return table((name, "what it is", "value"), *rows)


def event(op: str, of: Event) -> str:
    """An event as it stands in a record."""
    rest = ", ".join(["word, cause", *of.rest, *(["..."] if of.more else [])])
    return code(f'["{op}", {rest}]')


def events(known: Mapping[str, Event]) -> str:
    """Some events, with the values of what stands in them."""
    rows = [
        (event(op, of), of.says, "; ".join([f"`{name}`: {words_of(shape)}" for name, shape in of.rest.items()]))
        for op, of in known.items()
    ]
    return table(("event", "meaning", "values"), *rows)


def forms() -> str:
    """The forms, with the picks that fit them."""
    rows = [
        (f"{code(f'[{chr(34)}{kind}{chr(34)}, ' + ', '.join(of.bounds) + ']')}: {of.says}", of.pick_says, str(of.pick))
        for kind, of in FORMS.items()
    ]
    return table(("form", "pick", "value"), *rows)


def values() -> str:
    """The values that have names of their own."""
    return table(("value", "what it is"), *[(words_of(shape), says) for shape, says in format.VALUES.items()])


def fields_of(known: Mapping[str, Kind]) -> Mapping[str, Field]:
    """The fields of some kinds of records but the head, each once."""
    kind_fields = {}
    for name, kind in known.items():
        kind_fields |= {} if name == "head" else {**kind.has, **kind.may}
    return {name: kind_fields[name] if name == "figures" else format.FIELDS[name] for name in sorted(kind_fields)}


def sealed_kinds() -> Mapping[str, Kind]:
    """The kinds of records that are other ones in sealed logs."""
    return {name: kind for name, kind in SEALED.items() if name not in ALWAYS}


def tables() -> Mapping[str, str]:
    """The tables of the page, by their names."""
    own = {op: of for op, of in format.SEALED_EVENTS.items() if EVENTS.get(op) != of}
    return {
        "values": values(),
        "kinds": kinds(WHOLE),
        "fields": fields(fields_of(WHOLE)),
        "outcome": fields(format.OUTCOME),
        "seats": fields(format.SEAT_FIGURES),
        "head": fields(format.HEAD),
        "table": fields(format.TABLE, "key"),
        "events": events(EVENTS),
        "forms": forms(),
        "sealed kinds": kinds(sealed_kinds()),
        "sealed fields": fields(
            {name: of for name, of in fields_of(sealed_kinds()).items() if name not in fields_of(WHOLE)}
        ),
        "sealed events": events(own),
    }


def page_with_tables(text: str) -> str:
    """The page with its tables written anew."""
    for mark, made in tables().items():
        before, marker, rest = text.partition(f"<!-- {mark} -->\n")
        assert marker, f"the page has no place for the table {mark!r}"
        text = f"{before}{marker}\n{made}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text("utf-8")), "utf-8")
