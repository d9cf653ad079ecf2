"""Audits by native code give the verdict that Python gives, whatever is wrong with a log."""

import random
from collections.abc import Iterator

import pytest

from rftg_dsl import backends
from rftg_dsl.library import standard
from rftg_dsl.log.audit import Engines, FastAudit, check_full, finder, judged
from rftg_dsl.log.read import parse_log
from rftg_dsl.log.verdict import Verdict
from rftg_dsl.native import building
from rftg_dsl.play.game import play_game

pytestmark = pytest.mark.skipif(building.compiler() is None, reason="there is no C compiler")

FIND = finder()


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    """What audits natively, with a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        backends.find_backend("native").engines.clear()  # type: ignore[attr-defined]
        yield Engines("native")
        backends.find_backend("native").engines.clear()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole log."""
    path = tmp_path_factory.mktemp("log") / "game.rlog"
    play_game(standard("galaxies"), 2, "audited", ["greedy", "random"], path, sync=False)
    return path.read_bytes()


def both(raw: bytes, engines: Engines) -> tuple[Verdict, Verdict]:
    """The verdicts of native code and of Python."""
    native = judged("log", lambda: parse_log(raw), FIND, engines=engines)
    return native, judged("log", lambda: parse_log(raw), FIND)


def test_a_log_of_any_bots_is_followed_natively(raw: bytes, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    native, python = both(raw, engines)
    monkeypatch.setattr("rftg_dsl.log.audit.Auditor", None)  # it is not asked

    assert native == python == judged("log", lambda: parse_log(raw), FIND, engines=engines)
    assert native.verdict == "valid"


@pytest.mark.parametrize("part", ["torn", "unfinished", "without the end", "with a line more", "without the reveal"])
def test_a_part_of_a_log(raw: bytes, engines: Engines, part: str) -> None:
    lines = raw.splitlines(keepends=True)
    changed = {
        "torn": raw[:-20],
        "unfinished": b"".join(lines[: len(lines) // 2]),
        "without the end": b"".join(lines[:-2]),
        "with a line more": raw + lines[-1],
        "without the reveal": b"".join(lines[:-1]),
    }

    native, python = both(changed[part], engines)

    assert native == python


def test_a_log_with_any_byte_changed(raw: bytes, engines: Engines) -> None:
    chosen = random.Random(0)
    for _ in range(40):
        at = chosen.randrange(len(raw))
        changed = raw[:at] + bytes([chosen.choice(b'0123456789abcxyz"[],:')]) + raw[at + 1 :]

        native, python = both(changed, engines)

        assert native == python


def test_a_log_with_another_answer(raw: bytes, engines: Engines) -> None:
    """A pick that is legal, or not, but is not what was played."""
    lines = raw.splitlines(keepends=True)
    picks = [nth for nth, line in enumerate(lines) if b'"k":"do"' in line]
    for nth in picks[:: max(1, len(picks) // 10)]:
        other = lines[picks[-1] if nth != picks[-1] else picks[0]]
        changed = b"".join([*lines[:nth], other, *lines[nth + 1 :]])

        native, python = both(changed, engines)

        assert native == python and native.verdict == "invalid"


def test_the_roots_that_can_be_signed_are_the_same(raw: bytes, engines: Engines) -> None:
    log = parse_log(raw)
    found = FIND(log.head)
    engine = engines.of(log.head, found)
    assert engine is not None
    native = FastAudit.of(log, engine)
    python = check_full(log, found)

    assert native is not None
    assert native.beside.roots == python.beside.roots
    assert native.tree.root == python.tree.root
