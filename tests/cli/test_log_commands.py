"""``rftg resume``, ``rftg log``, and what a verdict of ``rftg audit`` must rest on."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from logs.freeze import Thrown
from rftg_dsl import resume
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.cli import app, arguments
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.proof.randomness import TABLE, secret_of
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.typed_chance import Typed

pytest.importorskip("cryptography")

PLAY = ("play", "roll", "--players", "2", "--log")


@pytest.fixture
def log(rftg: Any, folder: Path) -> Path:
    """The log of a short game."""
    assert rftg(*PLAY, "game.rlog", "--seed", "a test").exit_code == 0
    return folder / "game.rlog"


def torn(log: Path, share: float = 0.5) -> bytes:
    """Tear a log off somewhere in a line; returns what is left."""
    raw = log.read_bytes()
    cut = raw.index(b'"k":"do"', int(len(raw) * share))
    log.write_bytes(raw[:cut])
    return raw[:cut]


def test_a_torn_log_goes_on_to_its_end(rftg: Any, log: Path) -> None:
    left = torn(log)

    result = rftg("resume", "game.rlog", "--seed", "a test")

    assert result.exit_code == 0
    assert "the incomplete last line was moved to game.rlog.torn" in result.stderr
    assert "Won by Seat" in result.stdout and "Seat 1 (random)" in result.stdout
    assert log.read_bytes().startswith(left[: left.rindex(b"\n") + 1])
    assert (log.parent / "game.rlog.torn").read_bytes() == left[left.rindex(b"\n") + 1 :]
    assert rftg("audit", "game.rlog").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--seed", "another"), "wrong-seed"),
        ((), "wrong-seed"),
        (("--bots", "nobody", "--seed", "a test"), "unknown-bot"),
    ],
)
def test_what_cannot_be_resumed_stays_as_it_is(rftg: Any, log: Path, words: tuple[str, ...], code: str) -> None:
    left = torn(log)

    result = rftg("resume", "game.rlog", *words)

    assert result.exit_code == 2 and f"error[{code}]" in result.stderr
    assert log.read_bytes() == left or code == "unknown-bot"
    assert code == "unknown-bot" or sorted(log.parent.iterdir()) == [log]


def test_a_game_with_thrown_dice_goes_on_where_it_was_left(rftg: Any, folder: Path) -> None:
    """Whoever resumes it types the next throws; as many as were typed before the input ended are kept."""
    path = folder / "table.rlog"
    play_game(load_standard("galaxies"), 2, TABLE, ["greedy"] * 2, path, chance=Thrown("x"))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])

    nothing = rftg("resume", "table.rlog")
    later = CliRunner().invoke(app, ["resume", "table.rlog"], input="1 2 3 4 5 6\n" * 3 + "1 2 3 4\n" * 9)

    assert nothing.exit_code == 2 and "error[no-answer]" in nothing.stderr and "; type " in nothing.stderr
    assert later.exit_code == 2 and later.stderr.count("; type ") > 1
    assert rftg("audit", "table.rlog").stdout.count("everything so far is correct") == 1
    assert path.read_bytes().startswith(whole[: len(whole) // 3].rpartition(b"\n")[0])
    with pytest.raises(UsageError, match="source 'table'"):
        resume(path)


def test_a_game_that_is_over_is_not_resumed(rftg: Any, log: Path) -> None:
    result = rftg("resume", "game.rlog", "--seed", "a test")

    assert result.exit_code == 2 and "the game in this log is over" in result.stderr


def test_a_seed_chosen_by_the_program_is_told_at_the_end_only(rftg: Any, folder: Path) -> None:
    for name in ("a.rlog", "b.rlog"):
        assert rftg(*PLAY, name).exit_code == 0

    seeds = [json.loads((folder / name).read_text().splitlines()[-1])["text"] for name in ("a.rlog", "b.rlog")]
    assert seeds[0] != seeds[1] and all(len(seed) == 32 for seed in seeds)
    assert sorted(path.name for path in folder.iterdir()) == ["a.rlog", "b.rlog"]


# -- promises ------------------------------------------------------------------------------------------------------


def answered(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Answer what is asked with these lines."""
    rest = iter(lines)
    monkeypatch.setattr(arguments, "ask", lambda question: next(rest))


def test_everybody_adds_to_the_dice(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = rftg("log", "secret").stdout
    text, promise = [line.rpartition(": ")[2] for line in said.splitlines()]
    assert secret_of(text).commitment == promise
    assert (
        rftg("log", "secret", "ben").stdout
        == f"keep this secret until you are asked for it: ben\npromise: {secret_of('ben').commitment}\n"
    )
    answered(monkeypatch, "a slip", text, "ben")

    promises = ("--promise", promise, "--promise", secret_of("ben").commitment)
    result = rftg(*PLAY, "shared.rlog", *promises)

    assert result.exit_code == 0 and "this does not match the seat's promise" in result.stderr
    assert rftg("audit", "shared.rlog", "--require", "shared").exit_code == 0


def test_a_seat_that_refuses_is_named(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, "anna", "")
    promises = [word for name in ("anna", "ben") for word in ("--promise", secret_of(name).commitment)]

    assert rftg(*PLAY, "shared.rlog", *promises).exit_code == 0

    assert "seat 2 refused" in rftg("audit", "shared.rlog").stdout


@pytest.mark.parametrize("promises", [["0" * 64], ["0" * 64, "x"], ["0" * 64] * 3])
def test_every_seat_promises(rftg: Any, folder: Path, promises: list[str]) -> None:
    result = rftg(*PLAY, "shared.rlog", *[word for promise in promises for word in ("--promise", promise)])

    assert result.exit_code == 2 and "error[wrong-option]" in result.stderr
    assert list(folder.iterdir()) == []


def test_dice_are_typed_in(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By somebody who knows what can come, and mistypes every tenth time."""
    random, draws, possible = Random(1), Typed.draws, [""]

    def noted(self: Typed, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        numbers = label.split("/")[2] in ("faction", "home")
        possible[:] = [str(piece) if numbers else self.layout.piece_names[piece] for piece in domain]
        return draws(self, label, domain, times)

    def typed(question: str) -> str:
        if random.randrange(10) == 0:
            return "a slip"
        if "roll " in question:
            return " ".join(str(random.randint(1, 6)) for _ in range(int(question.rpartition("roll ")[2].split()[0])))
        return " ".join(random.sample(possible, int(question.rpartition("draw ")[2].split()[0])))

    monkeypatch.setattr(Typed, "draws", noted)
    monkeypatch.setattr(arguments, "ask", typed)

    assert rftg(*PLAY, "table.rlog", "--table").exit_code == 0
    verdict = rftg("audit", "table.rlog").stdout
    assert "valid; the dice are possible, and were typed in by somebody" in verdict
    assert rftg("audit", "table.rlog", "--require", "seed").exit_code == 1
    result = rftg(*PLAY, "table2.rlog", "--table", "--seed", "x")
    assert result.exit_code == 2 and "cannot be combined" in result.stderr


def test_an_input_that_ends_is_no_answer(rftg: Any, folder: Path) -> None:
    result = rftg(*PLAY, "table.rlog", "--table")

    assert result.exit_code == 2 and "error[no-answer]" in result.stderr


# -- signatures and proofs -----------------------------------------------------------------------------------------


@pytest.fixture
def keys(rftg: Any, folder: Path) -> dict[str, str]:
    """Two keys: their public halves."""
    return {name: rftg("log", "key", name, "--out", f"{name}.key").stdout.strip() for name in ("anna", "ben")}


def test_a_log_is_signed_and_the_signature_required(rftg: Any, log: Path, keys: dict[str, str]) -> None:
    private = (log.parent / "anna.key").read_text()
    assert (log.parent / "anna.key").stat().st_mode & 0o777 == 0o600
    assert private.startswith("PRIVATE+KEY+anna+") and keys["anna"] not in private
    unsigned = rftg("audit", "game.rlog", "--require", "signed", "--signer", keys["anna"])

    signed = rftg("log", "sign", "game.rlog", "--key", "anna.key")

    assert unsigned.exit_code == 1 and "anna has not signed" in unsigned.stdout
    assert signed.exit_code == 0 and signed.stdout.startswith("signed ")
    result = rftg("audit", "game.rlog", "--require", "signed", "--signer", keys["anna"])
    assert result.exit_code == 0 and "signed by anna" in result.stdout
    assert rftg("audit", "game.rlog", "--signer", keys["ben"]).exit_code == 1


@pytest.mark.parametrize(
    "words",
    [("--require", "signed"), ("--require", "luck"), ("--signer", "x"), ("--expect", "x"), ("--resume",)],
)
def test_demands_that_make_no_sense(rftg: Any, log: Path, words: tuple[str, ...]) -> None:
    result = rftg("audit", "game.rlog", *words)

    assert result.exit_code == 2
    assert "error[wrong-option]" in result.stderr or "error[wrong-key]" in result.stderr


def test_the_root_of_a_log_tells_it_from_any_other(rftg: Any, log: Path) -> None:
    root = json.loads(rftg("audit", "game.rlog", "--format", "json").stdout)[0]["root"]
    assert f"lines: {root}" in rftg("audit", "game.rlog").stdout
    rftg(*PLAY, "other.rlog", "--seed", "another")

    result = rftg("audit", "game.rlog", "other.rlog", "--expect", root)

    assert result.exit_code == 1
    assert "game.rlog: valid" in result.stdout and "other.rlog: unknown" in result.stdout


def test_a_line_is_proven_without_the_log(rftg: Any, log: Path, keys: dict[str, str]) -> None:
    rftg("log", "sign", "game.rlog", "--key", "anna.key")
    proof = log.parent / "proof.json"
    proof.write_text(rftg("log", "prove", "game.rlog:40", "--format", "json").stdout)
    line = log.read_text().splitlines()[39]
    log.unlink()

    good = rftg("log", "check", "proof.json", "--signer", keys["anna"])
    proof.write_text(proof.read_text().replace("select", "selekt").replace('"line": 40', '"line": 41'))
    bad = rftg("log", "check", "proof.json")

    assert good.exit_code == 0 and good.stdout.startswith("proven: line 40 of ")
    assert line[:60] in good.stdout
    assert bad.exit_code == 1 and "not proven" in bad.stdout


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format":"rftg-proof/1"}', "[" * 100_000])
def test_what_is_no_proof(rftg: Any, folder: Path, text: str) -> None:
    (folder / "proof.json").write_text(text)

    result = rftg("log", "check", "proof.json")

    assert result.exit_code == 2 and "is not a proof" in result.stderr


# -- many logs -----------------------------------------------------------------------------------------------------


@pytest.fixture
def many(rftg: Any, folder: Path) -> Path:
    """A folder of logs; three are not valid."""
    rftg("simulate", "galaxies", "--games", "6", "--players", "2", "--seed", "s", "--out", "./logs")
    logs = sorted((folder / "logs").iterdir())
    logs[1].write_bytes(logs[1].read_bytes()[:-40])
    logs[2].write_text(logs[2].read_text().replace("energy", "culture", 1))
    (folder / "logs" / "deeper").mkdir()
    (folder / "logs" / "deeper" / "x.rlog").write_text("nonsense\n")
    (folder / "logs" / "notes.txt").write_text("not a log")
    return folder / "logs"


def test_a_folder_is_audited_and_summarised(rftg: Any, many: Path) -> None:
    alone = rftg("audit", "logs")
    pair = rftg("audit", "logs", "--workers", "2")

    assert alone.exit_code == 1 and alone.stdout == pair.stdout
    assert "7 logs: 4 valid, 2 invalid, 1 unknown" in alone.stdout
    assert "logs/000000.rlog" not in alone.stdout and "logs/000002.rlog: invalid" in alone.stdout
    assert "  1 unknown: the last line is cut off; everything before it is correct" in alone.stdout


def test_a_report_is_continued(rftg: Any, many: Path, folder: Path) -> None:
    whole = rftg("audit", "logs", "--report", "r.jsonl")
    lines = (folder / "r.jsonl").read_text().splitlines()
    assert [json.loads(line)["verdict"] for line in lines].count("valid") == 4
    (folder / "r.jsonl").write_text("\n".join(lines[:3]) + "\n" + lines[3][:20])

    again = rftg("audit", "logs", "--report", "r.jsonl", "--resume")

    assert (folder / "r.jsonl").read_text().splitlines() == lines
    assert again.exit_code == whole.exit_code
    assert again.stdout.splitlines()[-3:] == whole.stdout.splitlines()[-3:]
    assert rftg("audit", "logs", "--report", "r.jsonl").exit_code == 2


def test_a_log_that_could_not_be_read_is_tried_again(rftg: Any, log: Path, folder: Path) -> None:
    words = ("audit", "game.rlog", "late.rlog", "--report", "r.jsonl", "--format", "json")
    assert rftg(*words).exit_code == 2

    again = rftg(*words, "--resume")
    assert again.exit_code == 2 and [entry["log"] for entry in json.loads(again.stdout)] == ["late.rlog"]
    (folder / "late.rlog").write_bytes(log.read_bytes())
    last = rftg(*words, "--resume")

    assert [(entry["log"], entry["readable"]) for entry in json.loads(last.stdout)] == [("late.rlog", True)]


@pytest.mark.parametrize(
    "line",
    [
        "mine",
        "[]",
        "{}",
        '{"log": [], "verdict": "valid"}',
        '{"log": "a", "verdict": ["valid"]}',
        '{"log": "a", "verdict": "fine"}',
        '{"log": "a", "verdict": "invalid", "reason": {}}',
        *[f'{{"log": "a", "verdict": "valid", "dice": {dice}}}' for dice in ("[]", '{"0": []}', '{"-1": []}')],
        *[
            f'{{"log": "a", "verdict": "valid", "dice": {{"1": {seen}}}}}'
            for seen in ("[1e9]", f"[{10**400}]", '["a"]', "5")
        ],
        "[" * 100_000,
    ],
)
def test_a_report_that_is_none_is_left_as_it_is(rftg: Any, many: Path, folder: Path, line: str) -> None:
    (folder / "r.jsonl").write_text(f"{line}\n")

    result = rftg("audit", "logs", "--report", "r.jsonl", "--resume")

    assert result.exit_code == 2 and "line 1 of r.jsonl is not a verdict" in result.stderr
    assert (folder / "r.jsonl").read_text() == f"{line}\n"


@pytest.mark.parametrize(
    ("limit", "lines"), [("VERDICT", ["x" * 200]), ("REPORT", ['{"log": "a", "verdict": "valid"}'] * 9)]
)
def test_a_report_that_is_continued_has_a_limit(
    rftg: Any, many: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, limit: str, lines: list[str]
) -> None:
    monkeypatch.setattr(f"rftg_dsl.log.audit.batch.{limit}", getattr(limits, limit)._replace(most=100))
    (folder / "r.jsonl").write_text("\n".join(lines))

    result = rftg("audit", "logs", "--report", "r.jsonl", "--resume")

    assert (result.exit_code, f"error[{limits.REPORT.code}]" in result.stderr) == (2, True), result.stderr


def test_packed_logs_are_audited_too(rftg: Any, log: Path) -> None:
    (log.parent / "packed").mkdir()
    raw = gzip.compress(log.read_bytes())
    (log.parent / "packed" / "game.rlog.gz").write_bytes(raw)
    (log.parent / "packed" / "torn.rlog.gz").write_bytes(raw[:-100])

    result = rftg("audit", "packed", "--format", "json")

    assert [entry["verdict"] for entry in json.loads(result.stdout)] == ["valid", "unknown"]


# -- sealed logs ---------------------------------------------------------------------------------------------------


@pytest.fixture
def sealed(rftg: Any, folder: Path) -> Path:
    """A sealed log, with what its host and its seats keep beside it."""
    assert rftg(*PLAY, "game.rlog", "--seed", "a test", "--sealed").exit_code == 0
    return folder / "game.rlog"


def test_a_sealed_log_is_opened_after_the_game(rftg: Any, sealed: Path) -> None:
    assert sorted(path.name for path in sealed.parent.iterdir()) == [
        "game.rlog",
        "game.rlog.seat0",
        "game.rlog.seat1",
        "game.rlog.whole",
    ]
    closed = rftg("audit", "game.rlog")
    assert closed.exit_code == 1 and closed.stdout.startswith("game.rlog: sealed\n")

    result = rftg("log", "open", "game.rlog")

    assert result.exit_code == 0 and result.stdout.startswith("opened: ")
    assert rftg("audit", "game.rlog").stdout.startswith("game.rlog: valid; the dice follow from the host's seed")
    assert rftg("log", "open", "game.rlog").exit_code == 2


def test_everybody_is_shown_what_they_may_see(rftg: Any, sealed: Path) -> None:
    public = rftg("replay", "game.rlog").stdout
    mine = rftg("replay", "game.rlog", "--seat", "1").stdout
    whole = rftg("replay", "game.rlog.whole").stdout

    assert public == rftg("replay", "game.rlog", "--public").stdout
    drawn = [set(re.findall(r"Seat . draws (.+)", said.partition("End of setup")[0])) for said in (public, mine, whole)]
    assert drawn[0] == {"a tile"} == drawn[1] - drawn[2]
    assert drawn[1] & drawn[2]
    assert "Disclosed: " in public and "Disclosed: " not in whole
    texts = [[line.split(maxsplit=1)[1] for line in rftg(*words).stdout.splitlines()] for words in VIEWS]
    assert texts[0] == texts[1] and texts[2] == texts[3]


VIEWS = (
    ("replay", "game.rlog", "--seat", "2"),
    ("replay", "game.rlog.whole", "--seat", "2"),
    ("replay", "game.rlog", "--public"),
    ("replay", "game.rlog.whole", "--public"),
)


def test_the_table_as_somebody_sees_it(rftg: Any, sealed: Path, snapshot: Any) -> None:
    text = rftg("replay", "game.rlog", "--round", "1", "--public").stdout
    table = json.loads(rftg("replay", "game.rlog.whole", "--round", "1", "--seat", "1", "--format", "json").stdout)

    assert text == snapshot
    assert set(table["folded"]["pieces"]["bag"]) == {None}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("replay", "game.rlog", "--seat", "3"), "there is no seat 3"),
        (("replay", "game.rlog", "--seat", "0"), "there is no seat 0\n  = help: seats are numbered from 1 to 2"),
        (("replay", "game.rlog", "--seat", "1", "--public"), "cannot be combined"),
        (("replay", "game.rlog", "--seat", "1", "--secrets", "game.rlog.seat1"), "does not belong to this log"),
        (("replay", "game.rlog", "--seat", "1", "--secrets", "none"), "cannot be read"),
        (("why", "game.rlog:30"), "a sealed log does not contain the decisions"),
        (("diff", "game.rlog", "game.rlog.whole"), "a sealed log does not contain the decisions"),
        (("audit", "game.rlog", "--against", "base"), "a sealed log does not contain the decisions"),
        (("log", "open", "game.rlog.whole"), "only a sealed log can be opened"),
        (("log", "open", "game.rlog", "--whole", "game.rlog"), "only a sealed log can be opened"),
    ],
)
def test_what_a_sealed_log_is_not_for(rftg: Any, sealed: Path, words: tuple[str, ...], reason: str) -> None:
    before = sealed.read_bytes()
    (sealed.parent / "game.rlog.whole.whole").write_bytes((sealed.parent / "game.rlog.whole").read_bytes())

    result = rftg(*words)

    assert result.exit_code == 2 and reason in result.stderr + result.stdout
    assert sealed.read_bytes() == before


def test_a_sealed_log_is_signed_and_proven(rftg: Any, sealed: Path, keys: dict[str, str]) -> None:
    assert rftg("log", "sign", "game.rlog", "--key", "anna.key").exit_code == 0
    (sealed.parent / "p.json").write_text(rftg("log", "prove", "game.rlog:9", "--format", "json").stdout)

    assert rftg("log", "check", "p.json", "--signer", keys["anna"]).exit_code == 0
    assert "signed by anna" in rftg("audit", "game.rlog", "--signer", keys["anna"]).stdout
