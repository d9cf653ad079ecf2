"""Pipes, devices, folders and damaged logs in place of files: each is refused by itself, and nothing waits."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.log.audit import audit

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pipes and devices")


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "./pipe.rftg"),
        ("audit", "./pipe.rftg"),
        ("replay", "./pipe.rftg"),
        ("import", "roll-trace", "./pipe.rftg"),
        ("list", "roll", "--with", "./pipe.rftg"),
        ("show", "roll/Free Trade Zone", "--with", "./pipe.rftg"),
        ("words", "roll", "--with", "./pipe.rftg"),
        ("play", "roll", "--players", "2", "--seed", "s", "--log", "g.rlog", "--with", "./pipe.rftg"),
        ("simulate", "roll", "--games", "1", "--players", "2", "--seed", "s", "--with", "./pipe.rftg"),
        ("validate", "./pipe.rftg", "--game", "roll"),
        ("audit", "--light", "./pipe.rftg"),
        ("replay", "./pipe.rftg", "--round", "1"),
        ("import", "race-trace", "./pipe.rftg"),
        ("import", "galaxies-trace", "./pipe.rftg"),
    ],
)
def test_a_pipe_is_refused(rftg: Any, folder: Path, words: Any) -> None:
    os.mkfifo(folder / "pipe.rftg")

    result = rftg(*words)

    assert result.exit_code == 2
    assert re.search("is (not a|neither a)", result.stdout + result.stderr)


@pytest.mark.parametrize("name", ["more.rftg", "pending.rftg", "set.toml"])
def test_a_pipe_in_a_set_is_refused(rftg: Any, frontier: Path, name: str) -> None:
    (frontier / name).unlink(missing_ok=True)
    os.mkfifo(frontier / name)

    game = ("roll", "--players", "2", "--seed", "s", "--with", "./frontier")
    for words in (
        ("validate", "./frontier"),
        ("list", "roll", "--with", "./frontier"),
        ("play", *game, "--log", "g.rlog"),
        ("simulate", *game, "--games", "1"),
    ):
        result = rftg(*words)
        assert result.exit_code in (0, 1, 2)
        assert name == "pending.rftg" or "error[" in result.stdout + result.stderr


def test_a_bot_is_not_read_from_a_pipe(rftg: Any, folder: Path) -> None:
    os.mkfifo(folder / "bot.py")
    game = ("roll", "--players", "2", "--seed", "s", "--bots", "./bot.py:choose")

    result = rftg("simulate", *game, "--games", "1")

    assert result.exit_code == 2 and "error[missing-file]: there is no file ./bot.py" in result.stderr


def test_a_link_to_a_device_is_refused(rftg: Any, frontier: Path) -> None:
    (frontier / "more.rftg").symlink_to("/dev/zero")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 1
    assert "error[unreadable]: this file is not a file" in result.stdout and "frontier/more.rftg" in result.stdout


def test_pending_content_has_the_limits_of_all_content(rftg: Any, frontier: Path) -> None:
    (frontier / "pending.rftg").write_text("x" * 5_000_000)

    result = rftg("validate", "./frontier", "--format", "json")

    assert [diagnostic["code"] for diagnostic in json.loads(result.stdout)["diagnostics"]] == ["file-too-large"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_log_keeps_others_from_being_judged(
    rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    rftg("play", "roll", "--players", "2", "--seed", "s", "--log", "good.rlog")
    bad = ["pipe.rlog", "broken.rlog", "missing.rlog", "huge.rlog", "device.rlog", "breaks.rlog"]
    os.mkfifo(folder / bad[0])
    (folder / bad[1]).symlink_to(folder / "nowhere.rlog")
    with (folder / bad[3]).open("wb") as file:
        file.truncate(300_000_000)
    (folder / bad[4]).symlink_to("/dev/zero")
    shutil.copy(folder / "good.rlog", folder / bad[5])
    real = audit.read_log

    def read(path: Path, *heads: Any) -> Any:
        if path.name == "breaks.rlog":
            raise ZeroDivisionError("by\nnothing")
        return real(path, *heads)

    monkeypatch.setattr("rftg_dsl.log.audit.batch.read_log", read)
    names = ["good.rlog", *bad[:3], "good.rlog", *bad[3:], "good.rlog"]

    result = rftg("audit", *names, "--workers", workers, "--format", "json")

    verdicts = json.loads(result.stdout)
    assert result.exit_code == 2
    assert [verdict["log"] for verdict in verdicts] == names
    by_log = {verdict["log"]: verdict for verdict in verdicts}
    assert {name: verdict["verdict"] for name, verdict in by_log.items()} == {
        **dict.fromkeys(bad, "unknown"),
        "good.rlog": "valid",
        "huge.rlog": "invalid",
    }
    assert "ZeroDivisionError: by nothing; please report this" in by_log["breaks.rlog"]["reason"]
    assert "is not a file" in by_log["pipe.rlog"]["reason"]
