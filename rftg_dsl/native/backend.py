"""Native code for a library, either read from the cache or, on a cache miss, translated and compiled."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from rftg_dsl.base.cache import keep_bytes, recall_bytes
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.compiler import compile_rules
from rftg_dsl.library.backends import UnsuitableBackend
from rftg_dsl.library.load import Library
from rftg_dsl.library.rules_digest import digest_of_rules
from rftg_dsl.native import light
from rftg_dsl.native.building import Compiler, build_library, build_runtime, digest_of_runtime, find_compiler
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.engine import Engine
from rftg_dsl.native.light import Checker

SIZES = struct.Struct("<5Q")
"""The header of a cache file: the lengths in bytes of the constants, first state, code, warnings and power numbers."""

MOST = 8


class Native:
    """The back end that plays games with native code, which is compiled for their content."""

    def __init__(self) -> None:
        self.engines: dict[tuple[int, int], tuple[Library, Engine]] = {}
        """Engines by library id and number of seats. Each library is kept so that its id is not reused."""
        self.light: Checker | None = None

    def find_missing(self) -> str:
        """Return the requirement that this system does not meet; empty if native code can be used."""
        return "" if find_compiler() else "a C compiler (cc, gcc or clang, on Linux)"

    def is_engine_ready(self, library: Library, players: int) -> bool:
        by = find_compiler()
        return (id(library), players) in self.engines or (
            by is not None and read_cache(key_of(library, players, by)) is not None
        )

    def make_engine(self, library: Library, players: int) -> Engine:
        """Return an engine. Raise ``UnsuitableBackend`` if native code cannot play this library's games."""
        library.check_seats(players)
        key = id(library), players
        if key not in self.engines:
            if len(self.engines) >= MOST:
                # Clear all entries at once; an engine that is needed again can be read from the cache on disk.
                self.engines.clear()
            try:
                self.engines[key] = library, Engine(library, players, *parts_of(library, players))
            except MemoryError:
                raise UnsuitableBackend("not enough memory for native code") from None
            except (TranslationError, ValueError) as why:  # also for an invalid game, which Python then reports
                raise UnsuitableBackend(str(why)) from None
        return self.engines[key][1]

    def is_checker_ready(self) -> bool:
        return self.light is not None or light.read_cache() is not None

    def make_checker(self) -> Checker:
        self.light = self.light or light.make_checker()
        return self.light


backend = Native()


def parts_of(library: Library, players: int) -> list[bytes]:
    by = find_compiler()
    if by is None:
        raise UnsuitableBackend("there is no C compiler (cc, gcc or clang, on Linux)")
    key = key_of(library, players, by)
    code = read_cache(key)
    if code is None:
        code = make_code(library, players, by)
        keep_bytes(name_of(key), key, code)
    at, parts = SIZES.size, []
    for size in SIZES.unpack_from(code):
        parts.append(code[at : at + size])
        at += size
    return parts


def read_cache(key: str) -> bytes | None:
    return recall_bytes(name_of(key), key)


def name_of(key: str) -> str:
    # A short name is sufficient, because the seal of a cache file covers the whole key.
    return f"native-{key[:24]}"


def key_of(library: Library, players: int, by: Compiler) -> str:
    """Return a hash of all inputs: content, options, the Python code of the program and the game, and the compiler.

    Options that are free texts are not among them, because only the start of a game depends on these.
    """
    said = digest_of_rules(library, library.choices), players, by.state, digest_of_runtime()
    return sha256(repr(said).encode()).hexdigest()


def make_code(library: Library, players: int, by: Compiler) -> bytes:
    with pause_gc(), ThreadPoolExecutor(1) as aside:
        # Build the runtime in a second thread while this one translates.
        runtime = aside.submit(build_runtime, by)
        return translate_and_compile(library, players, by, runtime.result)


def translate_and_compile(library: Library, players: int, by: Compiler, runtime: Callable[[], bytes]) -> bytes:
    """Translate and compile a game; ``runtime`` waits for the code that another thread is building."""
    # Cached code does not need the compiler.
    from rftg_dsl.native.c_powers import Shared
    from rftg_dsl.native.c_program import Program

    generators: list[Shared] = []

    def make_generator(binder: Binder) -> Shared:
        generators.append(Shared(binder))
        return generators[-1]

    rules = compile_rules(library.model, library.game, players, make_generator)
    unit = Program(rules, generators[0].trees, library.choices)
    files = unit.translate()
    powers = json.dumps(dict(unit.hooks)).encode()
    parts = (
        unit.pool.to_bytes(),
        unit.image,
        build_library(files, by, runtime),
        "\n".join(unit.warnings).encode(),
        powers,
    )
    return SIZES.pack(*map(len, parts)) + b"".join(parts)
