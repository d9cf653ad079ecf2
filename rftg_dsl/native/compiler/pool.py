"""The constants of native code, laid out once as words in the format defined by ``value.h``.

They directly precede each state, with the first constant nearest to it, so a constant's word contains a negative offset
from the state.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence, Set
from random import Random
from types import MappingProxyType
from typing import Any

from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.types import Records

TUPLE, LIST, DICT, SET, STR, RECORD, BLOCK = range(1, 8)
REAL = 9
NONE, FALSE, TRUE, ABSENT = 4, 12, 20, 28
MOST = 1 << 61
FEW = 16
WORD = 1 << 64


def word_of(n: int) -> int:
    """Return a number as a word: shifted left, with the lowest bit set. Raise ``TranslationError`` beyond 61 bits."""
    if not -MOST <= n < MOST:
        raise TranslationError(f"the number {n} is too large", "N10")
    return (n << 1 | 1) % WORD


def as_signed(word: int) -> int:
    return word - WORD if word >> 63 else word


def distance_of(word: int) -> int:
    return (WORD - word + 2) // 8


def digest(raw: bytes) -> int:
    """Return the digest of a string, computed as in ``value.c``."""
    mixed = len(raw)
    for at in range(0, len(raw), 8):
        mixed = (mixed ^ int.from_bytes(raw[at : at + 8], "little")) * 0x9E3779B97F4A7C15 % WORD
        mixed ^= mixed >> 29
    return mixed


def find_perfect_hash(keys: Sequence[int]) -> tuple[int, int]:
    """Find a factor that maps each key to a different slot, and the number of bits in a slot's index."""
    # Use a fixed seed, so that the same content always produces the same C code.
    random = Random(0)
    for bits in range(max(1, len(keys).bit_length()), 24):
        for _ in range(100):
            factor = random.getrandbits(64) | 1
            if len({key * factor % WORD >> 64 - bits for key in keys}) == len(keys):
                return factor, bits
    raise TranslationError("a table has too many keys", "N10")


class Pool:
    """The words for Python values. Equal strings share a word; most other values are laid out once per object."""

    def __init__(self, records: Records) -> None:
        self.back: list[int] = [0]
        """All words, from the one nearest to the state, which is not a constant but a pointer to the session."""
        self.records = records
        self.texts: dict[str, int] = {}
        self.laid: dict[int, int] = {}
        self.objects: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.kept: list[Any] = []
        """The objects that have been laid out, kept alive so that no other object gets the same ``id``."""
        self.attributes: dict[str, int] = {}
        self.same: dict[Any, int] = {}
        self.tables: dict[int, int] = {}

    # -- values ------------------------------------------------------------------------------------------------------

    def word_for(self, value: Any) -> int:
        if value is None:
            return NONE
        if value is True or value is False:
            return TRUE if value else FALSE
        if type(value) is int:
            return word_of(value)
        if type(value) is str:
            return self.put_text(value)
        if type(value) is float:
            return self.put_real(value)
        if isinstance(value, float | complex):
            raise TranslationError(f"{value!r} cannot be stored", "N10")
        if id(value) in self.laid:
            return self.laid[id(value)]
        if (word := self.lay(value)) is None:
            return self.put_object(value)
        self.kept.append(value)
        self.laid[id(value)] = word
        return word

    def lay(self, value: Any) -> int | None:
        """Lay out a value that consists of parts; None for an object that native code only passes on."""
        if isinstance(value, tuple | list | range | bytes):
            kind = TUPLE if isinstance(value, tuple | range | bytes) else LIST
            return self.put_sequence(kind, [self.word_for(member) for member in value])
        if isinstance(value, dict | MappingProxyType):
            return self.put_mapping(DICT, value)
        if isinstance(value, set | frozenset):
            return self.put_mapping(SET, dict.fromkeys(value))
        if type(value) in self.records:
            fields = [self.word_for(field) for field in self.records.fields_of(value)]
            return self.put([RECORD | (self.records.numbers[type(value)] << 8 | len(fields)) << 8, *fields])
        return None

    def put_real(self, value: float) -> int:
        """Lay out a float, identified by its bit pattern so that 0.0 and -0.0 remain distinct."""
        key = "real", *struct.unpack("<Q", struct.pack("<d", value))
        if key not in self.same:
            self.same[key] = self.put([REAL, key[1]])
        return self.same[key]

    def is_object(self, value: Any) -> bool:
        """Whether native code only passes a value on, without looking inside."""
        plain: Any = int | str | tuple | list | range | bytes | dict | MappingProxyType | set | frozenset | float
        return not isinstance(value, plain) and type(value) not in self.records

    def put(self, words: Sequence[int]) -> int:
        """Lay out words, and return a word that refers to the first of them."""
        self.back += reversed(words)
        return WORD - len(self.back) * 8 | 2

    def word_at(self, word: int, n: int = 0) -> int:
        return self.back[distance_of(word) - 1 - n]

    def to_bytes(self) -> bytes:
        return struct.pack(f"<{len(self.back)}Q", *reversed(self.back))

    def put_sequence(self, kind: int, items: list[int]) -> int:
        """Lay out a tuple or a list. Equal tuples share a layout, but lists do not, because a list has an identity."""
        if kind == TUPLE:
            key = tuple(items)
            if key not in self.same:
                self.same[key] = self.put([TUPLE | len(items) << 8, *items])
            return self.same[key]
        things = self.put([BLOCK | len(items) << 8, *items])
        return self.put([LIST, len(items), len(items), things])

    def put_mapping(self, kind: int, value: Mapping[Any, Any] | Set[Any]) -> int:
        """Lay out a dict or a set, with a hash index if there are more than ``FEW`` keys."""
        pairs = [(self.word_for(key), self.word_for(entry)) for key, entry in dict(value).items()]
        things = self.put([BLOCK | len(pairs) * 2 << 8, *[word for pair in pairs for word in pair]])
        index = 0
        if len(pairs) > FEW:
            size = 16
            while size < len(pairs) * 2:
                size *= 2
            spots = [WORD - 1] * size
            for nth, (key, _) in enumerate(pairs):
                at = self.hash(key) & size - 1
                while spots[at] != WORD - 1:
                    at = at + 1 & size - 1
                spots[at] = nth << 1 | 1
            index = self.put([BLOCK | size << 8, *spots])
        # Iterating over a set ends native play unless all elements are integers, because only Python knows the order.
        in_order = kind == SET and all(type(key) is int for key in value)
        return self.put([kind | in_order << 8, len(pairs), len(pairs), things, len(pairs), index])

    def put_table(self, value: Mapping[Any, Any]) -> int:
        """Lay out a perfect hash table of constants, whose keys must be all strings or all integers."""
        if id(value) not in self.tables:
            self.kept.append(value)
            pairs = [(self.word_for(key), self.word_for(entry)) for key, entry in value.items()]
            factor, bits = find_perfect_hash([key for key, _ in pairs])
            spots = [ABSENT, ABSENT] * (1 << bits)
            for key, word in pairs:
                at = key * factor % WORD >> 64 - bits
                spots[2 * at : 2 * at + 2] = key, word
            self.tables[id(value)] = self.put([BLOCK | len(spots) + 2 << 8, factor, 64 - bits, *spots])
        return self.tables[id(value)]

    def hash(self, word: int) -> int:
        """Return the hash of a key, computed as in ``value.c``."""
        # In Python ``True == 1``, so the two need the same hash.
        if word in (TRUE, FALSE):
            word = word_of(word == TRUE)
        # A number, None or an object is represented completely by its word.
        if word & 5:
            return (word * 0x9E3779B97F4A7C15 % WORD) >> 7
        head = self.word_at(word)
        if head & 255 == STR:
            return self.word_at(word, 1)
        if head & 255 != TUPLE:
            raise TranslationError("a mutable value is used as a key", "N10")
        mixed = 1099511628211
        for nth in range(head >> 8):
            mixed = (mixed ^ self.hash(self.word_at(word, nth + 1))) * 0x9E3779B97F4A7C15 % WORD
        return mixed ^ mixed >> 29

    def put_text(self, value: str) -> int:
        """Lay out a string, preceded by a word that states whether JSON can contain the string without escapes."""
        if value not in self.texts:
            raw = value.encode()
            padded = raw.ljust(-(-len(raw) // 8) * 8, b"\0")
            body = struct.unpack(f"<{len(padded) // 8}Q", padded)
            plain = all(32 <= byte < 127 and byte not in b'"\\' for byte in raw)
            self.texts[value] = self.put([plain, STR | len(raw) << 8, digest(raw), *body]) + 8
        return self.texts[value]

    # -- objects -----------------------------------------------------------------------------------------------------

    def put_object(self, value: Any) -> int:
        """Return a handle for an object that native code only passes on and looks up in tables by number."""
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return self.numbers[id(value)] << 3 | 6
