"""Single functions in native code, to be compared with Python: translated beside the steps of a small game."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.compiler import compile_rules
from rftg_dsl.library.load import load_standard
from rftg_dsl.native.building import build_library, build_runtime, find_compiler
from rftg_dsl.native.c_powers import Shared
from rftg_dsl.native.c_program import OFTEN, Program
from rftg_dsl.native.loading import Text, load_library

Case = tuple[FunctionType, Sequence[Any]]

CALL = """
API int64_t rftg_call(State *s, V f, V args, V *out) {
  int how = RESCUED(s);
  if (how) return how;
  *out = apply_row(s, f, args);
  return 0;
}

API int64_t rftg_call_json(State *s, V f, V args, Text *out) {
  int how = RESCUED(s);
  if (how) return how;
  log_json(s, out, apply_row(s, f, args));
  return 0;
}
"""
TUPLE, LIST, DICT, SET, STR = range(1, 6)
REAL = 9


class PythonFallback(Exception):
    """Native code leaves a call to Python: why."""


class Singles:
    """Some functions with their arguments, compiled together."""

    def __init__(self, cases: Sequence[Case]) -> None:
        generators: list[Shared] = []
        library = load_standard("galaxies")

        def translated(binder: Binder) -> Shared:
            generators.append(Shared(binder))
            return generators[-1]

        rules = compile_rules(library.model, library.game, 2, translated)
        unit = Program(rules, generators[0].trees, {})
        self.words = [(unit.pool.put_object(function), unit.pool.word_for(tuple(args))) for function, args in cases]
        files = unit.translate()
        files[OFTEN] += CALL
        by = find_compiler()
        assert by is not None
        self.warnings = list(unit.warnings)
        self.objects = unit.pool.objects
        raw = unit.pool.to_bytes()
        self.pool = ctypes.create_string_buffer(raw, len(raw))
        self.image = unit.image
        self.code = load_library(build_library(files, by, lambda: build_runtime(by)))
        self.code.rftg_call.restype = ctypes.c_int64
        self.code.rftg_call.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]
        self.code.rftg_begin(self.pool, len(raw))
        self.state = self.code.rftg_new()

    def result(self, nth: int) -> Any:
        """The result of the ``nth`` call; ``PythonFallback`` if native code does not say."""
        ctypes.memmove(self.state, self.image, len(self.image))
        out = ctypes.c_int64()
        if self.code.rftg_call(self.state, *self.words[nth], ctypes.byref(out)):
            raise PythonFallback(self.code.rftg_complaint().decode())
        return self.value(out.value)

    def json(self, nth: int) -> str:
        """The result of the ``nth`` call, as in a log; ``PythonFallback`` if native code does not say."""
        ctypes.memmove(self.state, self.image, len(self.image))
        made = Text()
        words = [ctypes.c_int64(word) for word in self.words[nth]]
        if self.code.rftg_call_json(ctypes.c_void_p(self.state), *words, ctypes.byref(made)):
            raise PythonFallback(self.code.rftg_complaint().decode())
        return ctypes.string_at(made.p, made.n).decode("ascii")

    def row(self, word: int, n: int) -> Any:
        """Some words of what a word refers to."""
        return (ctypes.c_int64 * n).from_address(self.state + (word & -8))

    def value(self, word: int) -> Any:
        """The value that a word stands for."""
        if word & 1:
            return word >> 1
        if word in (4, 12, 20):
            return {4: None, 12: False, 20: True}[word]
        if word & 7 == 6:
            return self.objects[word >> 3]
        [head] = self.row(word, 1)
        sort, n = head & 255, head >> 8
        if sort == TUPLE:
            return tuple(map(self.value, self.row(word, n + 1)[1:]))
        if sort == REAL:
            [result] = struct.unpack("<d", bytes(self.row(word, 2))[8:])
            return result
        if sort == STR:
            return ctypes.string_at(ctypes.addressof(self.row(word, 3)) + 16, n).decode()
        things = self.row(word, 4)
        if sort == LIST:
            return list(map(self.value, self.row(things[3], things[1] + 1)[1:]))
        used = self.row(word, 5)[4]
        pairs = self.row(things[3], 2 * used + 1)[1:]
        result = [(self.value(pairs[2 * i]), pairs[2 * i + 1]) for i in range(used) if pairs[2 * i] != 28]
        return {key for key, _ in result} if sort == SET else {key: self.value(entry) for key, entry in result}


def tree(value: Any) -> Any:
    """A value with the sort of everything in it; sets have no order, mappings have."""
    if isinstance(value, dict):
        return "dict", [(tree(key), tree(member)) for key, member in value.items()]
    if isinstance(value, set | frozenset):
        return "set", sorted(map(repr, map(tree, value)))
    if isinstance(value, list | tuple):
        return "list" if isinstance(value, list) else "tuple", [tree(member) for member in value]
    return type(value).__name__, value
