"""How far a log goes: counted where it is in memory, and read line by line elsewhere."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftg_dsl as rftg
from lanes import law
from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.log.format.kinds import BESIDE, LINE
from rftg_dsl.log.format.read_log import ENDS, OPENS, DamagedLog, Log, parse_log, read_log


def extent(raw: bytes, held: bool) -> str:
    """How far a log goes, or what is wrong with it."""
    try:
        return repr((parse_log(raw) if held else Log(lambda: io.BytesIO(raw))).extent)
    except (DamagedLog, MissingContent) as wrong:
        return f"{type(wrong).__name__}: {wrong}"


def both(raw: bytes) -> str:
    """The same, whether the log is in memory or not."""
    result = extent(raw, True)
    assert result == extent(raw, False)
    return result


END = ENDS.encode() + b"{}}\n"
OPEN = OPENS.encode() + b"}\n"
ODD = [b"", b"\n", b"\r", b"\n\n", b"{", END, OPEN, END[:-1], b" " + END, b"\xe9", b"\x00\n", OPEN + END, END * 2]


@law(150)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 90), st.sampled_from(ODD)), max_size=4))
def test_a_log_goes_as_far_wherever_it_lies(lines: list[str], changes: list[tuple[float, int, bytes]]) -> None:
    raw = "".join(f"{line}\n" for line in lines).encode()
    for where, gone, instead in changes:
        at = int(where * len(raw))
        raw = raw[:at] + instead + raw[at + gone :]

    both(raw)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (b"", "Extent(lines=1, torn=False, after=())"),
        (b"{", "Extent(lines=1, torn=True, after=())"),
        (b"{}\n" + END + b"x\n" + OPEN, "Extent(lines=5, torn=False, after=((3, '{\"figures\":{}}'), (4, 'x')))"),
        (b"\xe9\n" + END, "DamagedLog: line 2: the line is not ASCII"),
        (END + b"\xe9\n", "DamagedLog: line 3: the line is not ASCII"),
        (b"{}\n" * 9 + b"x" * LINE + b"\n", f"DamagedLog: line 11: the line is longer than {LINE} bytes"),
        (END + b"{}\n" * BESIDE, f"DamagedLog: line {BESIDE + 2}: too many lines follow the end"),
    ],
)
def test_an_odd_log_goes_as_far_wherever_it_lies(lines: list[str], after: bytes, said: str) -> None:
    assert both(f"{lines[0]}\n".encode() + after) == said


def test_a_log_that_has_gone_while_it_is_read_is_unreadable(tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    rftg.play_game("galaxies", 2, seed="gone", log=log)
    opened_log = read_log(log)
    log.unlink()

    with pytest.raises(UsageError, match="cannot be read"):
        list(opened_log)
