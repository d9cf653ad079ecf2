"""Loading a library of native code and declaring its functions."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_int64, c_ubyte, c_uint32, c_uint64, c_void_p
from tempfile import TemporaryDirectory
from typing import Any


class Twister(Structure):
    """The state of a bot's random number generator (MT19937)."""

    _fields_ = (("x", c_uint32 * 624), ("at", c_int))


class Text(Structure):
    """A buffer that grows on demand."""

    _fields_ = (("p", c_void_p), ("n", c_int64), ("room", c_int64))


class Log(Structure):
    """A log that is being written; see ``log.h``."""

    _fields_ = (
        ("out", Text),
        ("back", Text),
        ("scrap", Text),
        ("roots", Text),
        ("rooted", c_int64),
        ("begun", c_int64),
        ("any", c_int64),
        ("events", c_int64),
        ("results", c_int64),
        ("agreed", c_int64),
        ("hashed", c_int64),
        ("size", c_uint64),
        ("nodes_n", c_int),
        ("nodes", c_ubyte * 32 * 64),
    )


class Seat(Structure):
    """The bot that answers for a seat; see ``play.c``."""

    _fields_ = (("is_advised", c_int64), ("asked", c_int64))


class Game(Structure):
    """The input and the results of a game; see ``play.c``."""

    _fields_ = (
        ("prefix", c_char_p),
        ("prefix_n", c_int64),
        ("bots", POINTER(Twister)),
        ("seats", POINTER(Seat)),
        ("patience", c_int64),
        ("log", POINTER(Log)),
        ("opening", c_char_p),
        ("closing", c_char_p),
        ("opening_n", c_int64),
        ("closing_n", c_int64),
        ("rounds_most", c_int64),
        ("events_most", c_int64),
        ("decisions", c_int64),
        ("events", c_int64),
        ("rounds", c_int64),
        ("report", POINTER(Text)),
    )


class Ahead(Structure):
    """The settings for looking ahead; see ``looks.c``."""

    _fields_ = (
        ("seat", c_int64),
        ("seats", c_int64),
        ("sensible", c_int64),
        ("horizon", c_int64),
        ("answers_most", c_int64),
    )


class Arena:
    """Memory for a copy of the constants followed by a state; it is freed when this object is deleted."""

    def __init__(self, code: Any) -> None:
        self.code = code
        self.state: int = code.rftg_new()
        if not self.state:
            raise MemoryError("there is not enough memory for a state")

    def __del__(self) -> None:
        if self.state:
            self.code.rftg_free(self.state)


Calls = Mapping[str, tuple[Any, tuple[Any, ...]]]

CALLS: Calls = {
    "rftg_size": (c_int64, ()),
    "rftg_begin": (None, (c_void_p, c_int64)),
    "rftg_new": (c_void_p, ()),
    "rftg_free": (None, (c_void_p,)),
    "rftg_copy": (None, (c_void_p, c_void_p)),
    "rftg_seed": (None, (c_char_p, c_int64)),
    "rftg_text": (c_int64, (c_char_p, c_int64)),
    "rftg_look": (
        c_int,
        (c_void_p, c_void_p, c_void_p, POINTER(Ahead), POINTER(c_int64), c_int64, c_uint64, POINTER(c_double)),
    ),
    "rftg_forks": (None, (c_void_p, c_void_p, c_int64)),
    "rftg_run": (c_int, (c_void_p,)),
    "rftg_take": (c_int, (c_void_p, c_int64)),
    "rftg_draw": (c_int, (c_void_p, POINTER(Twister), POINTER(c_int64))),
    "rftg_forget": (None, (c_void_p,)),
    "rftg_play": (
        None,
        (c_void_p, c_char_p, POINTER(Game), c_int64, c_char_p, POINTER(c_int64), c_int64, POINTER(c_int64)),
    ),
    "rftg_follow": (c_int, (c_void_p, POINTER(Game), c_char_p, c_int64, POINTER(c_int64))),
    "rftg_bots": (None, (POINTER(Twister), c_char_p, POINTER(c_int64), c_int64)),
    "rftg_complaint": (c_char_p, ()),
}


def load_library(code: bytes, calls: Calls = CALLS) -> Any:
    """Load code from memory if the system allows it, so that no one can replace a file before it is loaded."""
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("rftg", os.MFD_CLOEXEC)  # stays open: the loader identifies libraries by path
        os.write(handle, code)
        return open_library(f"/proc/self/fd/{handle}", calls)
    with TemporaryDirectory(prefix="rftg-") as folder:
        path = os.path.join(folder, "game.so")
        with open(path, "xb") as file:
            file.write(code)
        return open_library(path, calls)


def open_library(path: str, calls: Calls) -> Any:
    library = ctypes.CDLL(path)
    for name, (returns, takes) in calls.items():
        function = getattr(library, name)
        function.restype, function.argtypes = returns, takes
    return library
