"""The native back end: games of a library, played by code that was made for it."""

from __future__ import annotations

import ctypes
import json
import struct
import sys
from functools import cached_property
from hashlib import sha256, sha512
from pathlib import Path
from threading import local
from typing import Any

from rftg_dsl import __version__
from rftg_dsl.cache import keep_bytes, kept_bytes
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.compiler import compile_rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import Library
from rftg_dsl.limits import GAME, ROUNDS
from rftg_dsl.log.randomness import Randomness
from rftg_dsl.log.record import line_of
from rftg_dsl.log.recorder import head_of
from rftg_dsl.native.building import Compiler, built, compiler, runtime_digest
from rftg_dsl.native.loading import Game, Log, Twister, loaded
from rftg_dsl.native.powers import Shared
from rftg_dsl.native.program import Program
from rftg_dsl.native.trees import Untranslatable
from rftg_dsl.validate.unchanged import program

PARTS = struct.Struct("<3Q")
"""How a file of the cache begins: the bytes of its constants, of its first state and of its code."""


class Engine:
    """The native code for a library and a number of seats."""

    def __init__(self, library: Library, players: int, constants: bytes, image: bytes, code: bytes) -> None:
        self.library = library
        self.players = players
        self.image = image
        self.constants = ctypes.create_string_buffer(constants, len(constants))
        self.code = loaded(code)
        self.code.rftg_begin(self.constants)
        self.own = local()

    @property
    def state(self) -> int:
        """A state of this thread, as it is before the first step."""
        if not hasattr(self.own, "state"):
            self.own.state = self.code.rftg_new()
            self.own.log = Log()
            if not self.own.state:
                raise MemoryError("there is no memory for a state")
        ctypes.memmove(self.own.state, self.image, len(self.image))
        return self.own.state  # type: ignore[no-any-return]

    def bots(self, seed: str) -> Any:
        """The numbers of a random bot for each seat."""
        made = (Twister * self.players)()
        for seat, one in enumerate(made):
            raw = f"{seed}/bot/{seat}".encode()
            raw += sha512(raw).digest()
            if len(raw) > 256:
                raise Untranslatable("the seed is too long")
            self.code.rftg_bot(ctypes.byref(one), raw, len(raw))
        return made

    @cached_property
    def head(self) -> tuple[str, ...]:
        """The head of every log but for its randomness and its seats, which stand between these parts."""
        play = self.library.rules(self.players).start(Seeded("", ""), self.library.options)
        marks = "\0randomness\0", "\0seats\0"
        found = line_of(head_of(self.library, play, Randomness("table"), []) | dict(zip(("randomness", "seats"), marks, strict=True)))
        first, _, rest = found.partition(line_of(marks[0]))
        return first, *rest.split(line_of(marks[1]))

    def opening(self, dice: Randomness, seats: list[str]) -> bytes:
        """The first lines of a log."""
        first, middle, last = self.head
        head = f"{first}{line_of(dice.head)}{middle}{line_of(seats)}{last}"
        return "".join([f"{one}\n" for one in (head, *map(line_of, dice.opening))]).encode("ascii")

    def random_game(self, dice: Randomness, seats: list[str] | None, rounds: int = ROUNDS.most) -> Played | None:
        """A game between random bots, with its log if they have names there; None if Python has to play it."""
        assert dice.seed is not None
        prefix = f"{dice.seed}/{self.library.game.name}/".encode()
        state = self.state
        log = self.own.log
        game = Game(prefix, len(prefix), self.bots(dice.text), None, rounds_most=rounds, events_most=GAME.most)
        if seats is not None:
            game.log = ctypes.pointer(log)
            game.opening = self.opening(dice, seats)
            game.opening_n = len(game.opening)
            game.closing = "".join([f"{line_of(one)}\n" for one in dice.closing]).encode("ascii")
            game.closing_n = len(game.closing)
        if self.code.rftg_random(state, ctypes.byref(game)):
            return None
        if self.code.rftg_figures(state, ctypes.byref(log)):
            return None
        text = ctypes.string_at(log.out.p + 1, log.out.n - 1) if seats is not None else b""
        figures = json.loads(ctypes.string_at(log.scrap.p, log.scrap.n))
        return Played(game.decisions, game.events, game.rounds, figures, text)


class Played:
    """What came of a game."""

    def __init__(self, decisions: int, events: int, rounds: int, figures: dict[str, Any], log: bytes) -> None:
        self.decisions = decisions
        self.events = events
        self.rounds = rounds
        self.figures = figures
        self.log = log


def engine(library: Library, players: int) -> Engine:
    """The native code for a library and a number of seats, from the cache or made now; ``Untranslatable`` if none."""
    by = compiler()
    if by is None:
        raise Untranslatable("there is no C compiler")
    key = key_of(library, players, by)
    name = f"native-{sha256(key.encode()).hexdigest()[:24]}"
    ready = kept_bytes(name, key)
    if ready is None:
        ready = made(library, players, by)
        keep_bytes(name, key, ready)
    sizes = PARTS.unpack_from(ready)
    at, parts = PARTS.size, []
    for size in sizes:
        parts.append(ready[at : at + size])
        at += size
    return Engine(library, players, *parts)


def key_of(library: Library, players: int, by: Compiler) -> str:
    """What native code depends on: this program, its content, the compiler, Python."""
    content = (library.game.name, library.edition, sorted(library.digests.items()), sorted(library.options.items()), players)
    made = sha256(repr((__version__, sys.version, content, by.state, runtime_digest())).encode())
    for line in program():
        made.update(line.encode("utf-8", "surrogateescape"))
    return made.hexdigest()


def made(library: Library, players: int, by: Compiler) -> bytes:
    """Native code, made from content and Python."""
    generators: list[Shared] = []

    def backend(binder: Binder) -> Shared:
        generators.append(Shared(binder))
        return generators[-1]

    rules = compile_rules(library.model, library.game, players, backend)
    unit = Program(rules, generators[0].trees, library.options)
    files = unit.translate()
    constants = struct.pack(f"<{len(unit.pool.words)}Q", *unit.pool.words)
    parts = constants, unit.image, built(files, by)
    return PARTS.pack(*map(len, parts)) + b"".join(parts)
