"""Log records as canonical JSON, limits on their data, and the translation of kernel handles into ids."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.form import Bag, Form, Of, Pick, Some
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.table import ADJUST, ARRANGE, ENTER, FACT, FLIP, MOVE, NOTE, SHIFT, TAG, WAKE, Event
from rftg_dsl.log.format import fast_json
from rftg_dsl.log.format.budget import Spend, spend_nothing, steps_to_digest
from rftg_dsl.log.format.kinds import DEPTH, KINDS, LARGEST, VALUE

Record = dict[str, Any]


class MalformedRecord(ValueError):
    """JSON that contains something not allowed in a record; the message states the reason."""


def _refuse_float(text: str) -> Any:
    raise MalformedRecord(f"{text[:40]} is not a whole number")


_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, check_circular=False
).encode
raw_decoded = json.JSONDecoder(parse_float=_refuse_float, parse_constant=_refuse_float).raw_decode
"""Decodes the JSON value at an offset, and also returns the offset of its end."""


def line_of(record: Any) -> str:
    """The canonical JSON of a record or of part of a record: sorted keys, ASCII, no spaces, no newline."""
    raw = fast_json.encode(record)
    return _encode(record) if raw is None else raw.decode("ascii")


def parse_json(text: str) -> Any:
    """Decode canonical JSON. Raise ``ValueError`` if ``text`` is not JSON, or contains something not allowed in a
    record.

    Floats, numbers beyond ``LARGEST``, nesting deeper than ``DEPTH``, and unpaired surrogates are not allowed. The
    limits are our own, so the result does not depend on the version of Python.
    """
    data = decode_json(text)
    if has_long(text) and not is_in_range(data):
        raise MalformedRecord("a number is too large")
    if HALF in text:
        json.dumps(data, ensure_ascii=False).encode()  # an unpaired surrogate raises UnicodeEncodeError, a ValueError
    return data


def decode_json(text: str) -> Any:
    data = fast_json.decode(text)
    if data is fast_json.LEFT:
        try:
            data, end = raw_decoded(text)
        except RecursionError:
            raise MalformedRecord(f"lists and objects are nested more than {DEPTH} deep") from None
        if end != len(text):
            raise MalformedRecord("there is text after the record")
    if is_deep(text, data):
        raise MalformedRecord(f"lists and objects are nested more than {DEPTH} deep")
    return data


# The number of brackets is a cheap upper bound on the depth, so most data does not have to be walked.
def is_deep(text: str, data: Any) -> bool:
    return text.count("[") + text.count("{") > DEPTH and depth_of(data) > DEPTH


def decode_canonical(lines: Sequence[str]) -> list[Record] | None:
    """Decode canonical lines together, which is faster than one by one. Return None if any line is not canonical."""
    if (decoded := fast_json.decode_canonical(lines, DEPTH)) is not None:
        return decoded if all(map(is_record, decoded)) else None
    try:
        records = [decode_json(line) for line in lines]
    except ValueError:
        return None
    text = ",".join(lines)
    if HALF in text or (has_long(text) and not is_in_range(records)) or not all(map(is_record, records)):
        return None
    # No JSON object is a prefix of another, so if the joined lines are canonical, each of them is.
    return records if line_of(records) == f"[{text}]" else None


def is_record(data: Any) -> bool:
    return type(data) is dict and type(kind := data.get("k")) is str and kind in KINDS


# The start of an escaped surrogate, paired or alone.
HALF = "\\ud"


def has_long(text: str) -> bool:
    return fast_json.has_long(text.encode())


# Proceed level by level rather than recursively, so that hostile data cannot exhaust the stack.
def depth_of(data: Any) -> int:
    depth, level = 0, [data]
    while level := [item for item in level if type(item) in NESTED]:
        depth += 1
        level = list(chain.from_iterable([item.values() if type(item) is dict else item for item in level]))
    return depth


NESTED = (list, dict)


def is_in_range(data: Any) -> bool:
    if isinstance(data, dict):
        return all(map(is_in_range, data.values()))
    if isinstance(data, list):
        return all(map(is_in_range, data))
    return not isinstance(data, int) or -LARGEST <= data <= LARGEST


def digest(data: Any, read: bool = False, spend: Spend = spend_nothing) -> str:
    """Return the SHA-256 of the canonical JSON of plain data. ``read``: whether all of the data was read from
    records."""
    raw = fast_json.encode(data, read)
    raw = _encode(data).encode() if raw is None else raw
    spend(steps_to_digest(len(raw)))
    return sha256(raw).hexdigest()


def check_length(text: str, most: int, what: str) -> str:
    if len(text) > most:
        hint = "look for a power that makes something grow without a limit"
        raise UsageError(f"{what} is longer than {most:,} characters, which no log can hold", hint, "log-too-large")
    return text


MOST = 2_000


class Quoted(dict[str, str]):
    """A cache of strings encoded as JSON."""

    def __missing__(self, text: str) -> str:
        if len(self) >= MOST:
            self.clear()
        self[text] = made = _encode(text)
        return made


class Naming:
    """Translates the kernel's handles and events into the ids used in logs, and back."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.quoted = Quoted()
        self._picked: dict[tuple[str, Of, Pick], str] = {}
        self.cells = [self.quoted[name] for name in layout.cell_names]
        self.pieces = [self.quoted[name] for name in layout.piece_names]
        self.places = [self.quoted[name] for name in layout.place_names]
        self.counters = [self.quoted[name] for name in layout.counter_names]
        self.sides = [self.quoted[name] for name in layout.sides]
        self.facts = [self.quoted[name] for name in layout.facts]

    def write_events(self, events: Sequence[Event]) -> str:
        # Build the text directly, without a list for each event. The three kinds of events below make up most of a log.
        quoted, cells, pieces, places, counters = self.quoted, self.cells, self.pieces, self.places, self.counters
        texts = []
        for event in events:
            op = event[0]
            if op == SHIFT:
                _, word, cause, source, target, n = event
                texts.append(f'["shift",{quoted[word]},{quoted[cause]},{cells[source]},{cells[target]},{n}]')
            elif op == MOVE:
                _, word, cause, piece, place, index = event
                texts.append(f'["move",{quoted[word]},{quoted[cause]},{pieces[piece]},{places[place]},{index}]')
            elif op == ADJUST and len(event) == 5:
                _, word, cause, counter, by = event
                texts.append(f'["adjust",{quoted[word]},{quoted[cause]},{counters[counter]},{by}]')
            else:
                texts.append(self.write_unusual_event(event))
        return ",".join(texts)

    def write_unusual_event(self, event: Event) -> str:
        op, word, cause, *what = event
        begin = f'["{op}",{self.quoted[word]},{self.quoted[cause]}'
        if op == FACT:
            value = str(what[1]) if type(what[1]) is int else line_of(what[1])
            return f"{begin},{self.facts[what[0]]},{check_length(value, VALUE, 'the value of a fact')}]"
        if op in (TAG, ENTER):
            return f"{begin},{self.pieces[what[0]]},{what[1]}]"
        if op == FLIP:
            return f"{begin},{self.pieces[what[0]]},{self.sides[what[1]]}]"
        if op == ADJUST:
            what[0] = self.layout.counter_names[what[0]]
        elif op == ARRANGE:
            what = [self.layout.place_names[what[0]], [self.layout.piece_names[piece] for piece in what[1]]]
        else:
            assert op in (NOTE, WAKE)
        return ",".join([begin, *[line_of(part) for part in what]]) + "]"

    def list_events(self, events: Sequence[Event]) -> list[list[Any]]:
        listed: list[list[Any]] = parse_json(f"[{self.write_events(events)}]")
        return listed

    def name_pick(self, form: Form, pick: Pick) -> Any:
        if isinstance(form, Bag):
            return {self.layout.name(form.of, handle): n for handle, n in pick}
        if isinstance(form, Some):
            return [self.layout.name(form.of, handle) for handle in pick]
        return pick if form.of == "number" else self.layout.name(form.of, pick)

    def write_pick(self, form: Form, pick: Pick) -> str:
        # The same picks recur throughout a game.
        key = (form.kind, form.of, pick)
        if key not in self._picked:
            if len(self._picked) >= MOST:
                self._picked.clear()
            self._picked[key] = line_of(self.name_pick(form, pick))
        return self._picked[key]

    def write_results(self, of: Of, results: Sequence[int]) -> str:
        if of == "number":
            return f"[{','.join(map(str, results))}]"
        return f"[{','.join([self.quoted[self.layout.name(of, result)] for result in results])}]"

    def write_source(self, of: Of, source: int | Sequence[int]) -> str:
        return self.places[source] if isinstance(source, int) else self.write_results(of, source)

    def read_pick(self, form: Form, named: Any) -> Pick:
        """Return the pick with these ids. If an id is unknown or the type is wrong, return None, which no form
        accepts."""
        try:
            if isinstance(form, Bag):
                return order_counts(form, {self.handle(form.of, name): n for name, n in named.items()})
            if isinstance(form, Some):
                return tuple(self.handle(form.of, name) for name in named)
            return named if form.of == "number" else self.handle(form.of, named)
        except (KeyError, AttributeError, TypeError, ValueError):
            return None

    def handle(self, of: Of, name: str) -> Pick:
        return self.layout.handle(of, name)


@lru_cache(16)
def naming_of(layout: Layout) -> Naming:
    return Naming(layout)


def order_counts(form: Bag, counts: Mapping[Pick, int]) -> Pick:
    # Handles that the form does not offer go last; the form then refuses the pick.
    known = [handle for handle, _ in form.cells if handle in counts]
    rest = [handle for handle in counts if handle not in known]
    return tuple((handle, counts[handle]) for handle in (*known, *rest))
