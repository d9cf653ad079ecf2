"""Building a loadable library from C: finding the compiler, and setting its flags and limits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from rftg_dsl.base.cache import keep_bytes, recall_bytes
from rftg_dsl.base.limits import C_SIZE, C_TIME
from rftg_dsl.native import format_header
from rftg_dsl.native.c_files import CODE, OFTEN, OFTEN_TOO, SELDOM, SOMETIMES, SOMETIMES_TOO
from rftg_dsl.native.compiler.clauses import TranslationError

HERE = Path(__file__).parent
RUNTIME = "runtime.c"
LIGHT = "light.c"
COMMON = (
    *("-w", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", "-ftls-model=local-dynamic"),
    "-ffp-contract=off",  # floats must match Python's to the last bit
)
OF_GCC = (
    *("-falign-functions=32", "-freorder-blocks-algorithm=stc"),
    *("-freorder-blocks-and-partition", "-freorder-functions"),
    *("-fipa-ra", "-fcaller-saves", "-foptimize-sibling-calls", "-fpeephole2"),
)
"""Passes in GCC's ``-O2`` that take almost no compile time; above all, they move rarely reached code out of the way."""

FLAGS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys((RUNTIME, LIGHT), ("-O2",)),
    **dict.fromkeys((OFTEN, OFTEN_TOO), ("-O1", *OF_GCC)),
    **dict.fromkeys((SOMETIMES, SOMETIMES_TOO), ("-Og", "-DSELDOM")),
    SELDOM: ("-O0", "-DSELDOM"),
}
"""Compiler flags for each file: functions that are called often are optimized, and the rest is compiled quickly."""


@frozen
class Compiler:
    """A C compiler that was found on this system."""

    path: str
    state: str
    """The compiler's path, size and modification time; a different compiler or version requires a new build."""
    is_clang: bool = False
    """Whether the compiler is Clang, which does not support the flags in ``OF_GCC``."""


def find_compiler() -> Compiler | None:
    if not sys.platform.startswith("linux"):
        return None
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None:
            real = os.path.realpath(path)
            status = os.stat(real)
            state = f"{real} {status.st_size} {status.st_mtime_ns}"
            # ``cc`` can be a link to Clang, so look at the real name.
            return Compiler(path, state, "clang" in os.path.basename(real))
    return None


def digest_of_runtime() -> str:
    made = sha256(repr((COMMON, sorted(FLAGS.items()))).encode())
    for path in sorted(HERE.glob("*.[ch]")):
        made.update(path.read_bytes())
    made.update(format_header.format_header().encode())
    return made.hexdigest()


def build_library(files: Mapping[str, str], by: Compiler, runtime: Callable[[], bytes]) -> bytes:
    """Build the library for a game's C files. Raise ``TranslationError`` if they are too large or take too long.

    ``runtime`` waits for the object code that all games share; see ``build_runtime``.
    """
    size = sum(map(len, files.values()))
    if size > C_SIZE.most:
        raise TranslationError(f"its C code is {size:,} characters long, more than {C_SIZE.most:,}")
    # Set one deadline for all files, because they share the processors.
    until = time.monotonic() + C_TIME.most
    with TemporaryDirectory(prefix="rftg-") as folder:
        top = Path(folder)
        for name, text in files.items():
            (top / name).write_text(text, "utf-8")
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:  # run one compiler per processor
            for done in [workers.submit(compile_file, by, top / name, until) for name in CODE]:
                done.result()
        (top / RUNTIME).with_suffix(".o").write_bytes(runtime())
        objects = [str((top / name).with_suffix(".o")) for name in (RUNTIME, *CODE)]
        run([by.path, "-shared", "-o", str(top / "game.so"), *objects, "-lm"], top, until)
        return (top / "game.so").read_bytes()


def build_runtime(by: Compiler) -> bytes:
    key = f"{digest_of_runtime()} {by.state}"
    code = recall_bytes("native-runtime.o", key)
    if code is None:
        with TemporaryDirectory(prefix="rftg-") as folder:
            target = Path(folder) / "runtime.o"
            compile_file(by, HERE / RUNTIME, time.monotonic() + C_TIME.most, target)
            code = target.read_bytes()
        keep_bytes("native-runtime.o", key, code)
    return code


def build_from_file(source: str, by: Compiler) -> bytes:
    with TemporaryDirectory(prefix="rftg-") as folder:
        target = Path(folder) / "made.so"
        write_format_header(Path(folder))
        compile_file(by, HERE / source, time.monotonic() + C_TIME.most, target, "-shared")
        return target.read_bytes()


def write_format_header(folder: Path) -> None:
    (folder / format_header.NAME).write_text(format_header.format_header(), "ascii")


def compile_file(by: Compiler, source: Path, until: float, target: Path | None = None, kind: str = "-c") -> None:
    target = target or source.with_suffix(".o")
    own = [flag for flag in FLAGS[source.name] if not (by.is_clang and flag in OF_GCC)]
    flags = *COMMON, *own, f"-I{HERE}", f"-I{source.parent}", f"-I{target.parent}"
    run([by.path, *flags, kind, str(source), "-o", str(target)], target.parent, until)


def run(command: Sequence[str], top: Path, until: float) -> None:
    """Run the compiler. Raise ``TranslationError`` if it fails or takes too long."""
    try:
        left = max(0.1, until - time.monotonic())
        done = subprocess.run(
            command, cwd=top, stdin=subprocess.DEVNULL, capture_output=True, timeout=left, check=False
        )
    except subprocess.TimeoutExpired:
        raise TranslationError(f"its C code takes more than {C_TIME.most} seconds to compile") from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        reason = next((line for line in lines if "error" in line), lines[0] if lines else "no message")
        raise TranslationError(f"the C compiler failed: {reason}")
