"""All readers of a log: each light check, each full audit, and ``verify.py``, which shares no code with them."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.format import fast_json
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.native.building import find_compiler

VERIFY = Path(__file__).parent / "independent" / "verify.py"
FIND = make_finder()
LIGHT, FULL = Engines("native"), Engines("native")
"""Native code for each check, kept from one log to the next."""


def load_verify() -> Any:
    """``verify.py`` as a module."""
    spec = importlib.util.spec_from_file_location("verify", VERIFY)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = load_verify()


@contextmanager
def without_orjson() -> Iterator[None]:
    """Within it, JSON is read and written by the standard library alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_json, "orjson", None)
        yield


def audit(raw: bytes, light: bool, engines: Engines | None = None) -> str:
    """The verdict of this program."""
    heads = engines.heads if engines else None
    return judge_log("log", lambda: parse_log(raw, "log", heads), FIND, light, engines=engines).verdict


def verify_says(raw: bytes) -> str:
    """The verdict of ``verify.py``, and of nothing of ours."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        path = Path(folder) / "log"
        path.write_bytes(raw)
        verify.judge(str(path))
    return said.getvalue().partition("': ")[2].partition(":")[0].partition(";")[0].strip()


def light_verdicts(raw: bytes, native: bool = True) -> Mapping[str, str]:
    """The verdict of each light check, and of ``verify.py``."""
    verdicts = {"light": audit(raw, light=True)}
    with without_orjson():
        verdicts["light without orjson"] = audit(raw, light=True)
    if native and find_compiler() is not None:
        verdicts["native light"] = audit(raw, True, LIGHT)
    return {**verdicts, "verify.py": verify_says(raw)}


def full_verdicts(raw: bytes, native: bool = False) -> Mapping[str, str]:
    """The verdict of each full audit."""
    verdicts = {"full": audit(raw, light=False)}
    if native and find_compiler() is not None:
        verdicts["native full"] = audit(raw, False, FULL)
    return verdicts
