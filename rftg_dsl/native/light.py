"""The light check in native code, in a separate library that is the same for all games; see ``light.c``."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_ubyte, c_uint64
from threading import local

from rftg_dsl.base.cache import keep_bytes, recall_bytes
from rftg_dsl.library.backends import Followed, Source, UnsuitableBackend
from rftg_dsl.log.format.budget import steps_for
from rftg_dsl.native.building import LIGHT, build_from_file, digest_of_runtime, find_compiler
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.engine import ROOT
from rftg_dsl.native.loading import Text, load_library

NAME = "native-light.so"


class Tree(Structure):
    """The Merkle tree over the lines of a log; see ``digest.h``."""

    _fields_ = (("size", c_uint64), ("nodes_n", c_int), ("nodes", c_ubyte * 32 * 64))


class Check(Structure):
    """The input and the results of a check; see ``light.c``."""

    _fields_ = (
        ("text", c_char_p),
        ("n", c_int64),
        ("prefix", c_char_p),
        ("prefix_n", c_int64),
        ("shares", c_int64),
        ("used", c_int64),
        ("ended", c_int64),
        ("work", c_int64),
        ("spent", c_int64),
        ("tree", Tree),
        ("roots", Text),
    )


class Checker:
    """Checks logs without knowing the rules of the game."""

    def __init__(self, code: bytes) -> None:
        self.code = load_library(code, {"rftg_light": (c_int, (POINTER(Check),))})
        self.own = local()

    def check_log(self, log: bytes, game: str, dice: Source, shares: int) -> Followed | None:
        """Check a log, up to the end of the game if it has ended; None if Python has to check it."""
        if not hasattr(self.own, "check"):
            self.own.check = Check()
        check: Check = self.own.check
        prefix = None if dice.seed is None else f"{dice.seed}/{game}/".encode()
        check.text, check.n, check.shares = log, len(log), shares
        check.prefix, check.prefix_n = prefix, len(prefix or b"")
        check.work = steps_for(len(log))
        if not self.code.rftg_light(ctypes.byref(check)):
            return None
        nodes = [bytes(node) for node in check.tree.nodes[: check.tree.nodes_n]]
        roots = dict(ROOT.iter_unpack(bytes_of(check.roots)))
        return Followed(check.used, check.tree.size, nodes, roots)


def bytes_of(text: Text) -> bytes:
    return ctypes.string_at(text.p, text.n) if text.n else b""


def read_cache() -> bytes | None:
    by = find_compiler()
    return None if by is None else recall_bytes(NAME, f"{digest_of_runtime()} {by.state}")


def make_checker() -> Checker:
    """Create a checker, compiling its library unless it is cached. Raise ``UnsuitableBackend`` if that fails."""
    code = read_cache()
    if code is None:
        by = find_compiler()
        if by is None:
            raise UnsuitableBackend("there is no C compiler (cc, gcc or clang, on Linux)")
        try:
            code = build_from_file(LIGHT, by)
        except TranslationError as why:
            raise UnsuitableBackend(str(why)) from None
        keep_bytes(NAME, f"{digest_of_runtime()} {by.state}", code)
    return Checker(code)
