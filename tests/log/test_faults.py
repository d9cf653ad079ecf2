"""Faults: nothing acknowledged is lost, and what was torn off is moved aside, said, and goes on."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

import rftg_dsl as rftg
from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.format.write_log import LogFile, OnDisk, continue_log, find_last_newline
from rftg_dsl.log.proof.secret_files import host_file_beside
from rftg_dsl.play.match import continue_match


class Faulty:
    """A disk on which some operation fails, writes are short, or power is lost: what was not synced may be gone."""

    def __init__(self, fails_at: int = -1, short: int = 0, full_at: int | None = None) -> None:
        self.content = bytearray()
        self.synced = 0
        self.operations = 0
        self.fails_at = fails_at
        self.short = short
        self.full_at = full_at

    def _operate(self) -> None:
        if self.operations == self.fails_at:
            self.operations += 1
            raise OSError(5, "Input/output error")
        self.operations += 1

    def write(self, data: bytes) -> int:
        self._operate()
        many = min(len(data), self.short or len(data))
        if self.full_at is not None and len(self.content) + many > self.full_at:
            many = max(0, self.full_at - len(self.content))
            self.content += data[:many]
            raise OSError(28, "No space left on device")
        self.content += data[:many]
        return many

    def sync(self) -> None:
        self._operate()
        self.synced = len(self.content)

    def cut(self, size: int) -> None:
        self._operate()
        del self.content[size:]

    def publish(self) -> None:
        pass

    def close(self) -> None:
        """Nothing to let go of."""


def played_on(disk: Faulty, lines: list[str], each: int = 3) -> list[str]:
    """Write lines, a few at a time, until the disk fails; returns those that were acknowledged."""
    file, done = LogFile(Path("game.rlog"), True, disk), 0
    with suppress(UsageError):
        while done < len(lines):
            file.write(lines[done : done + each])
            done += each
    if done < len(lines):
        with pytest.raises(UsageError, match="an earlier attempt to write"):
            file.write(lines[done : done + 1])
    return lines[:done]


def whole_lines(raw: bytes) -> list[str]:
    """The whole lines of a file."""
    return raw[: raw.rfind(b"\n") + 1].decode().splitlines()


@law(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fails_at=st.integers(0, 60), short=st.integers(0, 50), lost=st.floats(0, 1))
def test_what_was_acknowledged_survives_a_loss_of_power(
    lines: list[str], fails_at: int, short: int, lost: float
) -> None:
    disk = Faulty(fails_at, short)

    acknowledged = played_on(disk, lines[:60])

    survives = disk.synced + int((len(disk.content) - disk.synced) * lost) if len(disk.content) > disk.synced else None
    left = whole_lines(bytes(disk.content[:survives]))
    assert left[: len(acknowledged)] == acknowledged
    assert left == lines[: len(left)]


@pytest.mark.parametrize("full_at", [0, 1, 5_000, 20_000])
def test_a_full_disk_leaves_nothing_by_half(lines: list[str], full_at: int) -> None:
    disk = Faulty(full_at=full_at)

    acknowledged = played_on(disk, lines)

    assert bytes(disk.content) == "".join(f"{line}\n" for line in acknowledged).encode()
    assert len(acknowledged) < len(lines)


@pytest.mark.parametrize("short", [1, 7, 1000])
def test_short_writes_are_completed(lines: list[str], short: int) -> None:
    disk = Faulty(short=short)

    assert played_on(disk, lines[:30]) == lines[:30]
    assert whole_lines(bytes(disk.content)) == lines[:30]


def test_a_log_goes_on_in_an_equal_copy_that_took_its_place(tmp_path: Path) -> None:
    """Programs that sync or back up put copies in place of files."""
    log = tmp_path / "game.rlog"
    match = rftg.start("galaxies", players=2, seed="copied", log=log)
    shutil.copy(log, tmp_path / "copy")
    os.chmod(tmp_path / "copy", 0o644)
    os.replace(tmp_path / "copy", log)

    match.answer(match.asked.draw())

    assert log.read_text().splitlines() == match.log
    assert log.stat().st_mode & 0o777 == 0o600
    with pytest.raises(UsageError, match="another program"):
        continue_log(log)


@pytest.mark.parametrize("content", [None, b"", b"mine\n"], ids=["gone", "empty", "another"])
def test_nothing_is_acknowledged_when_a_log_is_gone_or_another_file(tmp_path: Path, content: bytes | None) -> None:
    log = tmp_path / "game.rlog"
    match = rftg.start("galaxies", players=2, seed="copied", log=log)
    log.rename(tmp_path / "kept.rlog")
    before = (tmp_path / "kept.rlog").read_bytes()
    if content is not None:
        log.write_bytes(content)

    with pytest.raises(UsageError, match="replaced by another file" if content is not None else "cannot be written"):
        match.answer(match.asked.draw())

    assert (tmp_path / "kept.rlog").read_bytes() == before
    assert (log.read_bytes() if log.exists() else None) == content


def test_a_full_disk_stops_a_match_and_its_log_stays_whole(tmp_path: Path) -> None:
    """A match that cannot write says so; the answer that could not be written is not on disk."""
    path = tmp_path / "game.rlog"
    match = rftg.start("roll", 2, "full", log=path)
    for _ in range(20):
        assert match.asked is not None
        match.answer(match.asked.draw())
    before = path.read_bytes()
    file = match._lines.file
    assert file is not None

    def no_space(data: bytes) -> int:
        raise OSError(28, "No space left on device")

    file.disk.write = no_space  # type: ignore[method-assign]
    with pytest.raises(UsageError, match="No space left"):
        match.finish()

    assert path.read_bytes() == before and before.endswith(b"\n")
    file.close()
    assert rftg.resume(path).finish().over
    assert rftg.audit(path).verdict == "valid"


def test_every_answer_is_on_disk_when_it_has_been_given(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    match = rftg.start("race", 2, log=path)
    for _ in range(25):
        assert match.asked is not None
        match.answer(match.asked.draw())
        assert path.read_text().splitlines() == match.log
    assert rftg.audit(path, light=True).verdict == "unknown"


FINISHED = ("\n".join(rftg.start("galaxies", 2, "cut").finish("greedy").log) + "\n").encode()
SECOND_LINE = FINISHED.index(b"\n") + 1
LAST_LINE = FINISHED.rindex(b"\n", 0, -1) + 1


@law(12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(SECOND_LINE, len(FINISHED) - 2))
@example(cut=LAST_LINE - 1)  # before a line end: the line is whole, and is kept
def test_a_log_cut_at_any_byte_goes_on_to_a_valid_end(tmp_path: Path, cut: int) -> None:
    folder = tmp_path / f"at-{cut}"
    folder.mkdir(exist_ok=True)
    path = folder / "game.rlog"
    path.write_bytes(FINISHED[:cut])

    match = rftg.resume(path, "cut").finish("greedy")

    torn = list(folder.glob("*.torn*"))
    only_the_line_end_is_missing = FINISHED[cut:].startswith(b"\n")
    kept = cut + 1 if only_the_line_end_is_missing else FINISHED[:cut].rfind(b"\n") + 1
    assert b"".join(file.read_bytes() for file in torn) == FINISHED[kept:cut]
    assert path.read_bytes().startswith(FINISHED[:kept])
    assert match.over and rftg.audit(path).verdict == "valid"
    for file in (path, *torn):
        file.unlink()


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    match = rftg.start("roll", 2, "two", log=path)
    assert match.asked is not None
    match.answer(match.asked.draw())
    before = path.read_bytes()

    with pytest.raises(UsageError, match="is being written by another program"):
        rftg.resume(path)
    with pytest.raises(UsageError, match="already exists"):
        rftg.start("roll", 2, "two", log=path)

    assert path.read_bytes() == before
    assert match.finish().over
    assert rftg.audit(path).verdict == "valid"


def test_the_secret_of_a_game_in_progress_lies_beside_its_log_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    match = rftg.start("roll", 2, log=path)
    secret = host_file_beside(path)

    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.read_text().strip() == match.seed and len(match.seed) == 32
    assert match.seed not in path.read_text()
    match.finish()
    assert not secret.exists()
    assert match.seed in path.read_text()


PLAYER = """
import sys, rftg_dsl as rftg
match = rftg.start("roll", 2, log=sys.argv[1])
while not match.over:
    match.answer(match.asked.draw())
    print(len(match.log), flush=True)
"""


@pytest.mark.parametrize("answers", [1, 30, 90])
def test_a_killed_process_loses_nothing_it_has_acknowledged(tmp_path: Path, answers: int) -> None:
    path = tmp_path / "game.rlog"
    done = 0
    with subprocess.Popen([sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        for _ in range(answers):
            done = int(player.stdout.readline())
        player.send_signal(signal.SIGKILL)

    left = whole_lines(path.read_bytes())
    assert len(left) >= done
    match = rftg.resume(path)
    assert match.log[: len(left)] == left
    assert match.finish().over
    assert rftg.audit(path).verdict == "valid"
    assert not host_file_beside(path).exists()


def test_a_killed_writer_lets_go_of_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    path.write_text("{}\n")
    script = "import sys,time; from rftg_dsl.log.format.write_log import continue_log; from pathlib import Path\n"
    script += "held = continue_log(Path(sys.argv[1])); print('locked', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "locked\n"
        with pytest.raises(UsageError, match="is being written by another program"):
            continue_log(path)
        holder.kill()
    for _ in range(50):
        try:
            file, _aside = continue_log(path)
            break
        except UsageError:
            time.sleep(0.1)
    file.close()


def test_torn_tails_never_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    for tail in (b"one", b"two", b"three"):
        path.write_bytes(b"{}\n" + tail)
        file, aside = continue_log(path)
        file.close()
        assert aside is not None and aside.read_bytes() == tail
        assert path.read_bytes() == b"{}\n"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "game.rlog",
        "game.rlog.torn",
        "game.rlog.torn2",
        "game.rlog.torn3",
    ]


@pytest.mark.parametrize("tail", [0, 1, 100_000, 200_001])
def test_the_last_newline_is_found_from_the_end(tmp_path: Path, tail: int) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a\nb\n" + b"x" * tail)

    assert find_last_newline(io.BytesIO(path.read_bytes())) == 4


def test_a_link_in_place_of_a_log_is_followed_only_if_it_may_be(tmp_path: Path) -> None:
    """The server looks for links before; one that comes between looking and opening must not lead outside."""
    log, outside = tmp_path / "game.rlog", tmp_path / "outside.rlog"
    match = rftg.start("galaxies", players=2, seed="links", log=log)
    log.rename(outside)
    log.symlink_to(outside)
    before = outside.read_bytes()

    for attempt in (read_log, continue_log):
        with pytest.raises(UsageError):
            attempt(log, follow=False)
    with pytest.raises(UsageError):
        continue_match(log, None, make_finder(), follow=False)

    assert outside.read_bytes() == before
    assert list(read_log(log)) == match.log
    match.__exit__()
    continue_log(log)[0].close()


def test_a_game_stops_when_a_link_takes_the_place_of_its_log(tmp_path: Path) -> None:
    log, copy = tmp_path / "game.rlog", tmp_path / "outside.rlog"
    rftg.start("galaxies", players=2, seed="links", log=log).__exit__()
    match, _ = continue_match(log, None, make_finder(), follow=False)
    shutil.copy(log, copy)
    log.unlink()
    log.symlink_to(copy)
    before = copy.read_bytes()

    with pytest.raises(UsageError):
        match.answer(match.asked.draw())

    assert copy.read_bytes() == before


def test_a_disk_is_released_if_it_cannot_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("")
    first = OnDisk(path, new=False)
    handles = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0

    with pytest.raises(BlockingIOError):
        OnDisk(path, new=False)

    assert not handles or len(os.listdir("/proc/self/fd")) == handles
    first.close()


def test_a_packed_log_or_another_file_is_not_continued(tmp_path: Path, lines: list[str]) -> None:
    packed = tmp_path / "game.rlog.gz"
    packed.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines[:40]).encode()))
    before: Any = packed.read_bytes()

    with pytest.raises(UsageError, match="is packed"):
        rftg.resume(packed, "log tests")

    assert packed.read_bytes() == before
    sealed = tmp_path / "sealed.rlog"
    sealed.write_bytes(before)
    with pytest.raises(UsageError, match="is packed"):
        continue_log(sealed)
    assert sealed.read_bytes() == before


def test_a_write_that_is_interrupted_leaves_nothing_by_half(tmp_path: Path, lines: list[str]) -> None:
    class Interrupted(Faulty):
        def _operate(self) -> None:
            super()._operate()
            if self.operations == 4:
                raise KeyboardInterrupt

    disk = Interrupted(short=7)
    file = LogFile(tmp_path / "game.rlog", disk=disk)
    with pytest.raises(KeyboardInterrupt):
        file.write(lines[:1])

    assert bytes(disk.content) == b""
    with pytest.raises(UsageError, match="an earlier attempt to write"):
        file.write(lines[:1])
