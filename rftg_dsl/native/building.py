"""From C to a library that can be loaded: which compiler there is, how it is called, and what it may cost."""

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
from rftg_dsl.native.trees import Untranslatable

HERE = Path(__file__).parent
RUNTIME = "runtime.c"
LIGHT = "light.c"
COMMON = (
    *("-w", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", "-ftls-model=local-dynamic"),
    "-ffp-contract=off",  # fractions are those of Python to the last bit
)
OF_GCC = (
    *("-falign-functions=32", "-freorder-blocks-algorithm=stc"),
    *("-freorder-blocks-and-partition", "-freorder-functions"),
    *("-fipa-ra", "-fcaller-saves", "-foptimize-sibling-calls", "-fpeephole2"),
)
"""What ``-O2`` of GCC does at next to no cost: above all, what is seldom reached stands apart from what is not."""

FLAGS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys((RUNTIME, LIGHT), ("-O2",)),
    **dict.fromkeys((OFTEN, OFTEN_TOO), ("-O1", *OF_GCC)),
    **dict.fromkeys((SOMETIMES, SOMETIMES_TOO), ("-Og", "-DSELDOM")),
    SELDOM: ("-O0", "-DSELDOM"),
}
"""How each file is compiled: quick code for what is called often, quickly for the rest."""


@frozen
class Compiler:
    """A C compiler."""

    path: str
    state: str
    """What tells it from another one, or from another version of it."""
    is_clang: bool = False
    """Whether it knows none of the flags that only GCC has."""


def find_compiler() -> Compiler | None:
    """The C compiler of this system; None if there is none that can be used."""
    if not sys.platform.startswith("linux"):
        return None
    for name in ("cc", "gcc", "clang"):
        path = shutil.which(name)
        if path is not None:
            real = os.path.realpath(path)
            status = os.stat(real)
            state = f"{real} {status.st_size} {status.st_mtime_ns}"
            return Compiler(path, state, "clang" in os.path.basename(real))
    return None


def digest_of_runtime() -> str:
    """A digest of the C that is the same for all games, and of how everything is compiled."""
    made = sha256(repr((COMMON, sorted(FLAGS.items()))).encode())
    for path in sorted(HERE.glob("*.[ch]")):
        made.update(path.read_bytes())
    made.update(format_header.format_header().encode())
    return made.hexdigest()


def build_library(files: Mapping[str, str], by: Compiler, runtime: Callable[[], bytes]) -> bytes:
    """The library made of these files; ``Untranslatable`` if they are too large, or cannot be compiled in time.

    ``runtime``: waits for what is the same for all games, see ``build_runtime``.
    """
    size = sum(map(len, files.values()))
    if size > C_SIZE.most:
        raise Untranslatable(f"its C has {size:,} characters, more than {C_SIZE.most:,}")
    until = time.monotonic() + C_TIME.most
    with TemporaryDirectory(prefix="rftg-") as folder:
        top = Path(folder)
        for name, text in files.items():
            (top / name).write_text(text, "utf-8")
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:  # as many at once as there are processors
            for done in [workers.submit(compile_file, by, top / name, until) for name in CODE]:
                done.result()
        (top / RUNTIME).with_suffix(".o").write_bytes(runtime())
        objects = [str((top / name).with_suffix(".o")) for name in (RUNTIME, *CODE)]
        run([by.path, "-shared", "-o", str(top / "game.so"), *objects], top, until)
        return (top / "game.so").read_bytes()


def build_runtime(by: Compiler) -> bytes:
    """The code that is the same for all games: from the cache, or compiled now."""
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
    """The library made of one file, the same for all games; ``Untranslatable`` if it cannot be compiled in time."""
    with TemporaryDirectory(prefix="rftg-") as folder:
        target = Path(folder) / "made.so"
        write_format_header(Path(folder))
        compile_file(by, HERE / source, time.monotonic() + C_TIME.most, target, "-shared")
        return target.read_bytes()


def write_format_header(folder: Path) -> None:
    """Write the header of the format of logs into a folder."""
    (folder / format_header.NAME).write_text(format_header.format_header(), "ascii")


def compile_file(by: Compiler, source: Path, until: float, target: Path | None = None, kind: str = "-c") -> None:
    """Compile a file, to one of the same name if no other is named."""
    target = target or source.with_suffix(".o")
    own = [flag for flag in FLAGS[source.name] if not (by.is_clang and flag in OF_GCC)]
    flags = *COMMON, *own, f"-I{HERE}", f"-I{source.parent}", f"-I{target.parent}"
    run([by.path, *flags, kind, str(source), "-o", str(target)], target.parent, until)


def run(command: Sequence[str], top: Path, until: float) -> None:
    """Run a compiler; ``Untranslatable`` if it fails, or takes too long."""
    try:
        left = max(0.1, until - time.monotonic())
        done = subprocess.run(
            command, cwd=top, stdin=subprocess.DEVNULL, capture_output=True, timeout=left, check=False
        )
    except subprocess.TimeoutExpired:
        raise Untranslatable(f"compiling its C takes more than {C_TIME.most} seconds") from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").splitlines()
        reason = next((line for line in lines if "error" in line), lines[0] if lines else "it says nothing")
        raise Untranslatable(f"the C compiler failed: {reason}")
