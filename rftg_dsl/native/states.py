"""Conversion of a play to the bytes of a native state, and back."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.play import Play
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.pool import (
    BLOCK,
    DICT,
    FALSE,
    LIST,
    NONE,
    REAL,
    RECORD,
    SET,
    STR,
    TRUE,
    TUPLE,
    WORD,
    digest,
    word_of,
)
from rftg_dsl.native.compiler.shape import Chance, Shape
from rftg_dsl.native.compiler.types import ANY, INT, TEXT, Type, names_of_fields, row_of
from rftg_dsl.native.records import records_of

ROOM = 8
"""The number of spare entries in a new list or mapping."""


def shape_of(rules: Rules) -> Shape:
    """Return the layout that the fields of a play have in a native state."""
    layout = rules.layout
    pieces = len(layout.pieces)
    return Shape(
        records=records_of(rules),
        arrays={
            "stock": len(layout.cell_names),
            "place_of": pieces,
            "side": pieces,
            "tag": pieces,
            "entered": pieces,
            "counters": len(layout.counter_names),
        },
        rows={"zone": (layout.places, row_of(INT)), "facts": (len(layout.facts), ANY)},
        numbers=("last_entered", "woken", "since", "over"),
        flags=("over",),
        words={
            "cause": TEXT,
            "paused": TEXT,
            "agenda": row_of(None),
            "later": row_of(None),
            "pending": ANY,
            "luck": Type("map", INT, TEXT),
            "hooks": Type("map", None, TEXT),
            "events": row_of(None),
            "drawn": row_of(None),
            "options": Type("map", TEXT, TEXT),
        },
        constants={
            "rules": rules,
            "numbers": rules.numbers,
            "layout": layout,
            "own_points": rules.own_points,
            "observer": None,
            "chance": Chance(),
        },
    )


def floor_of(shape: Shape) -> int:
    words = 1 + len(shape.numbers) + len(shape.words) + sum(n for n, _ in shape.rows.values())
    return (words * 8 + sum(max(1, n) for n in shape.arrays.values()) * 4 + 7) // 8 * 8


class Writing:
    """Lays out a play; ``constant`` returns the word for a constant, or None for any other value."""

    def __init__(self, shape: Shape, constant: Callable[[Any], int | None]) -> None:
        self.shape = shape
        self.constant = constant
        self.words = 1 + len(shape.numbers) + len(shape.words) + sum(n for n, _ in shape.rows.values())
        self.floor = floor_of(shape)
        self.heap: list[int] = []
        self.laid: dict[int, tuple[Any, int]] = {}
        """Maps an object's id to the object and its word. The object is kept so that the id is not reused."""

    def image_of(self, play: Play[Any]) -> bytes:
        shape = self.shape
        named = {name: self.word_for(getattr(play, name)) for name in shape.words if name not in ("options", "hooks")}
        named["options"], named["hooks"] = self.word_for(dict(play.options)), self.word_for(dict(play.hooks))
        rows = [self.word_for(value) for name in shape.rows for value in getattr(play, name)]
        numbers = [int(getattr(play, name)) for name in shape.numbers]
        words = [self.floor + len(self.heap) * 8, *numbers, *[named[name] for name in shape.words], *rows]
        head = struct.pack(f"<{self.words}Q", *[word % WORD for word in words])
        flat = [number for name in shape.arrays for number in (getattr(play, name) or [0])]
        body = struct.pack(f"<{len(flat)}i", *flat)
        return (head + body).ljust(self.floor, b"\0") + self.to_bytes()

    def to_bytes(self) -> bytes:
        return struct.pack(f"<{len(self.heap)}Q", *self.heap)

    def put(self, *words: int) -> int:
        at = self.floor + len(self.heap) * 8
        self.heap += words
        return at

    def word_for(self, value: Any) -> int:
        if value is None:
            return NONE
        if value is True or value is False:
            return TRUE if value else FALSE
        if type(value) is int:
            return word_of(value)
        word = self.constant(value)
        if word is not None:
            return word
        if id(value) not in self.laid:
            self.laid[id(value)] = value, self.lay(value)
        return self.laid[id(value)][1]

    def lay(self, value: Any) -> int:
        if type(value) is float:
            return self.put(REAL, *struct.unpack("<Q", struct.pack("<d", value)))
        if isinstance(value, str):
            raw = value.encode()
            padded = raw.ljust(-(-len(raw) // 8) * 8, b"\0")
            return self.put(STR | len(raw) << 8, digest(raw), *struct.unpack(f"<{len(padded) // 8}Q", padded))
        if isinstance(value, tuple | range | bytes):
            return self.put(TUPLE | len(value) << 8, *[self.word_for(item) for item in value])
        if isinstance(value, list):
            return self.put(
                LIST, len(value), len(value) + ROOM, self.put_block([self.word_for(item) for item in value], ROOM)
            )
        if isinstance(value, dict | MappingProxyType):
            return self.put_pairs(DICT, value)
        if isinstance(value, set | frozenset):
            # Sort the members, because a set has no defined order.
            return self.put_pairs(SET, dict.fromkeys(sorted(value)))
        records = self.shape.records
        if type(value) in records:
            words = [self.word_for(field) for field in records.fields_of(value)]
            return self.put(RECORD | (records.numbers[type(value)] << 8 | len(words)) << 8, *words)
        raise TranslationError(f"a state cannot hold {type(value).__name__}")

    def put_block(self, words: Sequence[int], room: int) -> int:
        return self.put(BLOCK | len(words) + room << 8, *words, *[0] * room)

    def put_pairs(self, kind: int, value: Mapping[Any, Any]) -> int:
        """Lay out a mapping or a set without an index, which native code creates once the mapping or set grows."""
        words = [self.word_for(part) for pair in value.items() for part in pair]
        return self.put(kind, len(value), len(value) + ROOM, self.put_block(words, 2 * ROOM), len(value), 0)


class Reading:
    """Reads values from a native state."""

    def __init__(self, shape: Shape, objects: Callable[[int], Any]) -> None:
        self.shape = shape
        self.objects = objects
        self.places: dict[str, int] = {}
        # The first word of a state is the number of bytes in use.
        at = 8
        for name in (*shape.numbers, *shape.words):
            self.places[name] = at
            at += 8
        for name, (n, _) in shape.rows.items():
            self.places[name] = at
            at += 8 * n
        for name, n in shape.arrays.items():
            self.places[name] = at
            at += 4 * max(1, n)

    def read_play(self, state: int, of: Play[Any]) -> Play[Any]:
        """Read a state into a new play, which takes its rules, chance and options from ``of``."""
        play = type(of)(of.rules, of.chance, of.options)
        shape = self.shape
        for name in shape.arrays:
            setattr(play, name, self.read_array(state, name))
        for name in shape.rows:
            setattr(play, name, self.read_row(state, name))
        for name in shape.numbers:
            number = self.read_number(state, name)
            setattr(play, name, bool(number) if name in shape.flags else number)
        for name in shape.words:
            if name != "options":
                setattr(play, name, self.read_field(state, name))
        return play

    def read_number(self, state: int, name: str) -> int:
        return ctypes.c_int64.from_address(state + self.places[name]).value

    def read_array(self, state: int, name: str) -> list[int]:
        return [*(ctypes.c_int32 * self.shape.arrays[name]).from_address(state + self.places[name])]

    def read_row(self, state: int, name: str) -> list[Any]:
        words = (ctypes.c_int64 * self.shape.rows[name][0]).from_address(state + self.places[name])
        return [self.read_value(state, word) for word in words]

    def read_field(self, state: int, name: str) -> Any:
        return self.read_value(state, self.read_number(state, name))

    def read_words(self, state: int, word: int, n: int) -> list[int]:
        # The lowest three bits of a word are a tag.
        return [*(ctypes.c_int64 * n).from_address(state + (word & -8))]

    def read_value(self, state: int, word: int) -> Any:
        """Return the Python value of a word, whose format is defined in ``value.h``."""
        if word & 1:
            return word >> 1
        if word in (NONE, FALSE, TRUE):
            return {NONE: None, FALSE: False, TRUE: True}[word]
        if word & 7 == 6:
            return self.objects(word >> 3)
        head = self.read_words(state, word, 1)[0]
        kind, n = head & 255, head >> 8
        if kind == REAL:
            [value] = struct.unpack("<d", struct.pack("<q", self.read_words(state, word, 2)[1]))
            return value
        if kind == TUPLE:
            return tuple([self.read_value(state, item) for item in self.read_words(state, word, n + 1)[1:]])
        if kind == STR:
            return ctypes.string_at(state + (word & -8) + 16, n).decode()
        if kind == LIST:
            _, size, _, things = self.read_words(state, word, 4)
            return [self.read_value(state, item) for item in self.read_words(state, things, size + 1)[1:]]
        if kind in (DICT, SET):
            _, _, _, things, used, _ = self.read_words(state, word, 6)
            raw = self.read_words(state, things, 2 * used + 1)[1:]
            value = {
                self.read_value(state, key): self.read_value(state, item)
                for key, item in zip(raw[::2], raw[1::2], strict=True)
                if key != 28
            }
            return value if kind == DICT else set(value)
        return self.read_record(state, word, n >> 8)

    def read_record(self, state: int, word: int, number: int) -> Any:
        cls = self.shape.records.classes[number]
        # Bypass the constructor, whose parameters may differ from the fields.
        made: Any = object.__new__(cls)
        names = names_of_fields(cls)
        for name, field in zip(names, self.read_words(state, word, len(names) + 1)[1:], strict=True):
            object.__setattr__(made, name, self.read_value(state, field))
        return made
