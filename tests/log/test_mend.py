"""A log whose text was changed on a journey reads as it was written: line ends, byte order mark, last line end."""

from __future__ import annotations

import gzip
import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from independent import verify
from lanes import law
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import audit_file, judge_log
from rftg_dsl.log.audit.batch import audit_files
from rftg_dsl.log.format.mend import CHANGED, CUT, MARK, MARKED, mend, open_mended
from rftg_dsl.log.format.read_log import parse_log, read_log
from rftg_dsl.log.format.write_log import continue_log
from rftg_dsl.log.proof.signed_notes import generate_key
from rftg_dsl.log.proof.signing import add_signature

Journey = Callable[[bytes], bytes]

JOURNEYS: dict[str, tuple[Journey, tuple[str, ...]]] = {
    "CRLF": (lambda raw: raw.replace(b"\n", b"\r\n"), (CHANGED,)),
    "CRCRLF": (lambda raw: raw.replace(b"\n", b"\r\r\n"), (CHANGED,)),
    "CR": (lambda raw: raw.replace(b"\n", b"\r"), (CHANGED,)),
    "one CRLF": (lambda raw: raw.replace(b"\n", b"\r\n", 1), (CHANGED,)),
    "a mark": (lambda raw: MARK + raw, (MARKED,)),
    "no last end": (lambda raw: raw[:-1], (CUT,)),
    "everything": (lambda raw: (MARK + raw.replace(b"\n", b"\r\n"))[:-2], (MARKED, CHANGED, CUT)),
}


@pytest.fixture(scope="module")
def raw(lines: list[str]) -> bytes:
    """The file of a whole game."""
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.parametrize("name", JOURNEYS)
@pytest.mark.parametrize(
    ("light", "packed", "backend"), [(True, False, "python"), (True, True, None), (False, True, None)]
)
def test_a_log_after_a_journey_is_valid_with_a_remark_and_the_same_root(
    raw: bytes, name: str, light: bool, packed: bool, backend: str | None, tmp_path: Path
) -> None:
    change, mended = JOURNEYS[name]
    path, own = tmp_path / "after.rlog", tmp_path / "own.rlog"
    path.write_bytes(gzip.compress(change(raw)) if packed else change(raw))
    own.write_bytes(raw)

    result, before = audit_files([str(path), str(own)], light=light, backend=backend)

    assert (result.verdict, result.root, result.lines) == ("valid", before.root, before.lines)
    assert all(part in result.remarks[0] for part in mended)
    assert not any("mended" in remark for remark in before.remarks)


@pytest.mark.parametrize("name", JOURNEYS)
def test_the_independent_checker_reads_it_too(raw: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "after.rlog"
    path.write_bytes(JOURNEYS[name][0](raw))

    assert verify.judge(path) == 0


@pytest.mark.parametrize("name", JOURNEYS)
def test_a_log_that_is_read_bit_by_bit_says_what_was_mended(raw: bytes, name: str, tmp_path: Path) -> None:
    change, mended = JOURNEYS[name]
    path = tmp_path / "after.rlog"
    path.write_bytes(change(raw))

    log = read_log(path)

    assert (log.mendings, log.complete, len(log)) == (mended, True, raw.count(b"\n"))


PIECES = st.sampled_from([b"\r", b"\n", b"\r\n", b"{}", b'{"a":1}', b'{"a"', b"x", MARK])


@law(200)
@given(st.lists(PIECES, max_size=12).map(b"".join), st.integers(1, 5))
@example(b"{}\r\r\n{}\r\r\n", 4).via("CR CR LF, cut after the second CR")
@example(b"{}\r\r\n{}\r\r\n", 3).via("CR CR LF, cut after the first CR")
def test_where_a_text_is_cut_into_chunks_makes_no_difference(text: bytes, size: int) -> None:
    whole, repairs = mend(text)

    class Slow(io.BytesIO):
        def read1(self, most: int | None = -1) -> bytes:
            return self.read(min(size, most or size))

    mended, mender = open_mended(Slow(text))

    assert mended.read() == whole
    assert whole == text or mender.found
    assert whole.startswith(MARK) or mend(whole) == (whole, ())
    assert tuple(mender.found) == repairs or whole == text


@law(100)
@given(st.lists(PIECES, max_size=12).map(b"".join))
def test_both_readers_mend_the_same(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    path = tmp_path_factory.mktemp("mend") / "text"
    path.write_bytes(text)
    whole, _ = mend(text)
    torn = whole[-1:] != b"\n" and bool(whole)
    lines = verify.lines(path)

    assert [next(lines) for _ in range(whole.count(b"\n"))] == whole.split(b"\n")[:-1]
    with pytest.raises(verify.Verdict if torn else StopIteration):
        next(lines)


@pytest.mark.parametrize("name", ["CRLF", "CR", "everything", "no last end"])
def test_a_game_that_goes_on_puts_its_file_right_first(raw: bytes, name: str, tmp_path: Path) -> None:
    raw = b"".join(raw.splitlines(keepends=True)[:200])
    path = tmp_path / "game.rlog"
    path.write_bytes(JOURNEYS[name][0](raw))
    path.chmod(0o640)

    file, aside = continue_log(path)
    file.close()

    assert (path.read_bytes(), aside) == (raw, None)
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("packed", [False, True])
def test_a_signature_puts_the_file_right_first(raw: bytes, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    changed = JOURNEYS["everything"][0](raw)
    path.write_bytes(gzip.compress(changed) if packed else changed)
    private, _ = generate_key("anna")

    add_signature(path, private)

    read = path.read_bytes()
    assert (gzip.decompress(read) if packed else read).startswith(raw)
    assert audit_file(path).verdict == "valid"
    assert not read_log(path).mendings


def test_what_else_is_damaged_stays_invalid(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    for damaged in (raw.replace(b"\n", b"\n\n", 1), raw.replace(b"\n", b" \n", 1), raw + b"\n"):
        path.write_bytes(damaged)
        assert audit_file(path, light=True).verdict == "invalid"
        assert verify.judge(path) == 1
    path.write_bytes(raw.replace(b'"seat":0', b'"seat":1', 1).replace(b"\n", b"\r\n"))
    result = audit_file(path, light=True)
    assert result.verdict == "invalid"
    assert CHANGED in result.remarks[0]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_log_in_another_encoding_says_what_to_do(raw: bytes, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""

    result = judge_log("log", lambda: parse_log((mark + raw.decode()).encode(encoding)), make_finder(), light=True)

    assert (result.verdict, result.line) == ("invalid", 1)
    assert "save it as UTF-8" in result.reason


def test_a_torn_tail_is_still_one(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    for cut in random.Random(7).sample(range(len(raw) // 2, len(raw)), 12):
        if raw[cut - 1 : cut + 1].strip() == raw[cut - 1 : cut + 1] and raw[cut : cut + 1] != b"\n":
            path.write_bytes(raw[:cut].replace(b"\n", b"\r\n"))
            log = read_log(path)
            assert log.torn
            assert log.mendings == (CHANGED,)


@pytest.mark.parametrize("of", ["whole", "unfinished"])
@pytest.mark.parametrize("change", [lambda raw: raw, JOURNEYS["CRLF"][0], JOURNEYS["a mark"][0]])
@pytest.mark.parametrize("backend", ["python", None])
def test_two_logs_in_one_file_are_named_at_the_line_where_the_second_begins(
    raw: bytes, of: str, change: Journey, backend: str | None, tmp_path: Path
) -> None:
    lines = raw.count(b"\n") if of == "whole" else 300
    first = b"\n".join(raw.split(b"\n")[:lines]) + b"\n"
    path = tmp_path / "two.rlog"
    path.write_bytes(change(first) + change(raw))

    for light in (False, True):
        (result,) = audit_files([str(path)], light=light, backend=backend)
        assert (result.verdict, result.line) == ("invalid", lines + 1)
        assert "another log begins" in result.reason


def test_a_log_glued_to_a_torn_one_is_named(raw: bytes) -> None:
    torn = raw[: raw.rindex(b'"k":"mark"')]

    result = judge_log("log", lambda: parse_log(torn + raw), make_finder(), light=True)

    assert (result.verdict, result.line) == ("invalid", torn.count(b"\n") + 1)
    assert "another log seems to begin in the middle of it" in result.reason
