"""Audits by native code give the verdict that Python gives, whatever is wrong with a log."""

import gzip
import random
import re
from collections.abc import Callable, Iterator

import pytest

from forging import edited, raw_of
from rftg_dsl.library import backends
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import check_full, judge_log
from rftg_dsl.log.audit.engines import Engines, FastAudit
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.native import building
from rftg_dsl.play.one_game import play_game

pytestmark = pytest.mark.skipif(building.find_compiler() is None, reason="there is no C compiler")

FIND = make_finder()


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
    play_game(load_standard("galaxies"), 2, "audited", ["greedy", "random"], path, sync=False)
    return path.read_bytes()


def both(raw: bytes, engines: Engines) -> tuple[Verdict, Verdict]:
    """The verdicts of native code and of Python."""
    native = judge_log("log", lambda: parse_log(raw, "log", engines.heads), FIND, engines=engines)
    return native, judge_log("log", lambda: parse_log(raw), FIND)


def test_a_log_of_any_bots_is_followed_natively(raw: bytes, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    native, python = both(raw, engines)
    monkeypatch.setattr("rftg_dsl.log.audit.audit.ExpectedLines", None)  # it is not asked

    assert native == python == judge_log("log", lambda: parse_log(raw), FIND, engines=engines)
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


def lines_of(raw: bytes) -> list[bytes]:
    return raw.splitlines(keepends=True)


def reveal_twice(raw: bytes) -> bytes:
    return raw + lines_of(raw)[-1]


def blank_line(raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\n\n", 2)


def end_early(raw: bytes) -> bytes:
    lines = lines_of(raw)
    return b"".join([*lines[:20], lines[-2], *lines[20:]])


def end_twice(raw: bytes) -> bytes:
    lines = lines_of(raw)
    return b"".join([*lines[:-1], lines[-2], lines[-1]])


def opening_after(raw: bytes) -> bytes:
    return raw + b'{"k":"open","line":1,"path":[],"records":[],"salts":[]}\n'


def seat_after(raw: bytes) -> bytes:
    return raw + b'{"does":"leaves","k":"seat","seat":0}\n'


STRANGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda raw: b"",
    "a newline": lambda raw: b"\n",
    "the head only": lambda raw: lines_of(raw)[0],
    "a mark of Unicode first": lambda raw: b"\xef\xbb\xbf" + raw,
    "other ends of lines": lambda raw: raw.replace(b"\n", b"\r\n"),
    "another end of the last line": lambda raw: raw[:-1] + b"\r\n",
    "blank lines": blank_line,
    "a blank line at the end": lambda raw: raw + b"\n",
    "a blank at the end": lambda raw: raw + b" ",
    "a zero byte at the end": lambda raw: raw + b"\0\n",
    "no UTF-8 at the end": lambda raw: raw + b"\xff\n",
    "no UTF-8 in between": lambda raw: raw.replace(b"\n", b"\n\xc3\x28\n", 5),
    "letters that are not ASCII": lambda raw: raw.replace(b'"seats":["greedy"', '"seats":["grüdy"'.encode(), 1),
    "no end of the last line": lambda raw: raw[:-1],
    "a reveal too many": reveal_twice,
    "an end too early": end_early,
    "two ends": end_twice,
    "an opening": opening_after,
    "a seat after the end": seat_after,
    "too much after the end": lambda raw: raw + lines_of(raw)[-1] * 1_100,
    "a long line after the end": lambda raw: raw + b'"' * 1_100_000 + b"\n",
    "a key twice": lambda raw: raw.replace(b'{"commit":', b'{"commit":"","commit":', 1),
    "a head with a blank": lambda raw: raw.replace(b',"seats":', b', "seats":', 1),
    "a head with an escape": lambda raw: raw.replace(b'"greedy"', b'"\\u0067reedy"', 1),
    "a head with half a character": lambda raw: raw.replace(b'"greedy"', b'"\\ud800"', 1),
    "a head with more seats": lambda raw: raw.replace(b'"greedy",', b'"greedy","greedy",', 1),
    "a head with a seat that is a number": lambda raw: raw.replace(b'"greedy"', b"1", 1),
    "a head with a seat of another name": lambda raw: raw.replace(b'"greedy"', b'"grady"', 1),
    "a head by another program": lambda raw: raw.replace(b'"made_by":"', b'"made_by":"not ', 1),
    "a head by nobody": lambda raw: raw.replace(b'"made_by":"', b'"made_by":1,"":"', 1),
    "another promise": lambda raw: raw.replace(b'{"commit":"', b'{"commit":"0', 1),
    "other rules": lambda raw: raw.replace(b'"galaxies":1}', b'"galaxies":2}', 1),
    "other content": lambda raw: raw.replace(b'{"digests":{"base":"', b'{"digests":{"base":"0', 1),
    "another table": lambda raw: raw.replace(b'"stock":{', b'"stock":{"a":1,', 1),
    "dice of people": lambda raw: re.sub(rb'"randomness":\{[^}]*\}', b'"randomness":{"mode":"table"}', raw, count=1),
    "nothing wrong, packed": gzip.compress,
    "packed and torn": lambda raw: gzip.compress(raw)[:-9],
    "packed with something else": lambda raw: gzip.compress(raw) + b"more",
    "packed in two parts": lambda raw: gzip.compress(raw[:999]) + gzip.compress(raw[999:]),
}
"""What can be strange about a log, each in its bytes."""


@pytest.mark.parametrize("strange", STRANGE)
def test_a_strange_log(raw: bytes, engines: Engines, strange: str) -> None:
    """After one that is right, so that its head is known."""
    assert both(raw, engines)[0].verdict == "valid"

    native, python = both(STRANGE[strange](raw), engines)

    assert native == python


def test_the_head_of_one_log_says_nothing_about_another(raw: bytes, engines: Engines) -> None:
    """Wherever a byte of the head is another one."""
    both(raw, engines)
    head, _, rest = raw.partition(b"\n")
    chosen = random.Random(1)
    for at in sorted(chosen.sample(range(len(head)), 60)):
        changed = head[:at] + bytes([head[at] ^ 1]) + head[at + 1 :] + b"\n" + rest

        native, python = both(changed, engines)

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


@pytest.mark.parametrize("options", [{"colour": "red"}, {"wording": "third"}, {"wording.0": "second"}])
def test_options_that_the_game_does_not_have(raw: bytes, engines: Engines, options: dict[str, str]) -> None:
    """They stand in no line but the head, so that nothing else differs."""
    lines = edited(raw.decode().splitlines(), 0, lambda head: head.update(options=options), again=True)
    native, python = both(raw_of(lines), engines)

    assert native == python
    assert python.verdict == "invalid"


def test_the_roots_that_can_be_signed_are_the_same(raw: bytes, engines: Engines) -> None:
    log = parse_log(raw)
    library = FIND(log.head)
    engine = engines.engine_of(log, FIND)
    assert engine is not None
    native = FastAudit.make(log, lambda raw, dice: engine.follow(raw, log.head, dice))
    python = check_full(log, library)

    assert native is not None
    assert native.beside.roots == python.beside.roots
    assert native.tree.root == python.tree.root
