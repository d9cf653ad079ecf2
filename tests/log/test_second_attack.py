"""The second attack on logs and pages: what got through then, tried again as it was done, from outside."""

from __future__ import annotations

import hashlib
import json
import socket
from base64 import b64encode
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rftg_dsl.cli import app
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.log.proof.signed_notes import Note, Signature, origin_of
from show.browser.serving import Server


def rftg(*words: str | Path, stdin: str = "") -> Result:
    """Run the command; no exception may escape."""
    result = CliRunner().invoke(app, list(map(str, words)), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of bots."""
    path = tmp_path_factory.mktemp("attack") / "game.rlog"
    assert rftg("play", "race", "--players", "2", "--seed", "demo", "--log", path).exit_code == 0
    return path


# -- 14: a proof with another line number ------------------------------------------------------------------------


TRUE, CLAIMED = (211, 212), (285, 286)
"""A line and the number of lines, and another such place to which the same nodes lead."""


def test_14_no_proof_states_a_line_number_that_its_root_does_not_bind(log: Path, tmp_path: Path) -> None:
    lines = log.read_text().splitlines()[: TRUE[1]]
    cut, proof = tmp_path / "cut.rlog", tmp_path / "proof.json"
    cut.write_text("".join(f"{line}\n" for line in lines))
    proof.write_text(rftg("log", "prove", f"{cut}:{TRUE[0]}", "--format", "json").stdout)
    true = json.loads(proof.read_text())
    expect = f"{true['root']}:{TRUE[1]}"

    right = rftg("log", "check", proof, "--expect", expect)
    assert right.exit_code == 0
    assert f"proven: line {TRUE[0]} of {TRUE[1]} lines" in right.stdout
    assert rftg("log", "check", proof, "--expect", true["root"]).exit_code == 0

    proof.write_text(json.dumps({**true, "line": CLAIMED[0], "size": CLAIMED[1]}))
    assert rftg("log", "check", proof, "--expect", expect).exit_code == 1
    alone = rftg("log", "check", proof, "--expect", true["root"])
    assert alone.exit_code == 0, "the line is in the log, and no more is said"
    assert str(CLAIMED[0]) not in alone.stdout.replace(true["text"], "").replace(true["root"], "")
    assert json.loads(rftg("log", "check", proof, "--format", "json").stdout)["line"] is None


# -- 15: a set whose logs nobody reads ---------------------------------------------------------------------------

TILE = 'tile X01 {{\n  development "Dev One" cost 3 {{ {} }}\n  world "World One" gray cost 2 {{ gain $2 }}\n}}\n'
ZORP = "counter zorp plural zorps of seat start 999999999 from {} to 999999999\n"


@pytest.mark.parametrize(("low", "times"), [(0, 1), (-999999999, 12)])
def test_15_a_set_whose_logs_nobody_could_read_does_not_validate(tmp_path: Path, low: int, times: int) -> None:
    (tmp_path / "set.toml").write_text('id = "x"\nname = "X"\ngame = "roll"\nversion = "1"\n')
    scores = "\n".join(["score 999999999 per zorp"] * times)
    (tmp_path / "t.rftg").write_text(ZORP.format(low) + TILE.format(scores))

    result = rftg("validate", tmp_path)
    played = rftg("play", "roll", "--players", "2", "--seed", "a", "--with", tmp_path, "--log", tmp_path / "u.rlog")

    assert (result.exit_code, result.stdout.count("error[total-too-large]")) == (1, times)
    assert played.exit_code != 0
    assert not (tmp_path / "u.rlog").exists()


# -- 17: keys of small order -------------------------------------------------------------------------------------

SMALL = {
    "identity": b"\x01" + bytes(31),
    "order 2": b"\xec" + b"\xff" * 30 + b"\x7f",
    "zero": bytes(32),
    "order 8": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "not canonical": b"\xee" + b"\xff" * 30 + b"\x7f",
}


@pytest.mark.parametrize("name", SMALL)
def test_17_one_signature_for_any_log_signs_none(log: Path, tmp_path: Path, name: str) -> None:
    raw = SMALL[name]
    id = hashlib.sha256(b"eve\n\x01" + raw).digest()[:4]
    key = f"eve+{id.hex()}+{b64encode(bytes([1]) + raw).decode()}"
    lines, tree = log.read_text().splitlines(), Tree()
    for line in lines:
        tree.add(line)
    note = Note(origin_of(lines[0]), tree.size, tree.root, (Signature("eve", id, raw + bytes(32)),))
    signed = tmp_path / "signed.rlog"
    record = json.dumps({"k": "sign", "note": str(note)}, separators=(",", ":"))
    signed.write_text("".join(f"{line}\n" for line in [*lines, record]))
    (tmp_path / "eve.pub").write_text(key)

    for signer in (key, tmp_path / "eve.pub"):
        result = rftg("audit", signed, "--require", "signed", "--signer", signer)
        assert result.exit_code == 2
        assert "weak-key" in result.stderr


# -- 18: windows -------------------------------------------------------------------------------------------------


def test_18_windows_are_counted_per_seat_however_fast_they_are_opened(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    from show.browser.test_play import begun

    with Server(str(tmp_path)) as server:
        first, second = begun(server, "galaxies", ["me:Anna", "me:Ben"]).links
        opened = [window(server, first) for _ in range(60)]
        granted = [status(connection) for connection in opened].count("200")
        another = status(window(server, second))
        for connection in opened:
            connection.close()

    assert (granted, another) == (20, "200")


def window(server: Server, link: str) -> socket.socket:
    """A connection that has asked for news."""
    made = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    made.sendall(f"GET {link}/news HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    return made


def status(connection: socket.socket) -> str:
    """The status of the answer."""
    return connection.recv(64).split()[1].decode()


# -- 19: a seat's file -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sealed_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed game."""
    path = tmp_path_factory.mktemp("sealed") / "game.rlog"
    words = ("play", "galaxies", "--players", "2", "--seed", "demo", "--sealed", "--log", path)
    assert rftg(*words).exit_code == 0
    return path


@pytest.mark.parametrize("gap", ["left out", "twice", "out of order", "cut off"])
def test_19_a_gap_in_a_seats_file_is_named(sealed_game: Path, tmp_path: Path, gap: str) -> None:
    lines = sealed_game.with_name("game.rlog.seat0").read_text().splitlines()
    k = len(lines) // 2
    seat_lines = {
        "left out": [*lines[:k], *lines[k + 1 :]],
        "twice": [*lines[:k], lines[k - 1], *lines[k + 1 :]],
        "out of order": [*lines[: k - 1], lines[k], lines[k - 1], *lines[k + 1 :]],
        "cut off": lines[:-2],
    }[gap]
    own = tmp_path / "own"
    own.write_text("".join(f"{line}\n" for line in seat_lines))

    result = rftg("replay", sealed_game, "--seat", "1", "--secrets", own)

    assert result.exit_code != 0
    assert "veil of line" in result.stderr
    assert rftg("replay", sealed_game, "--seat", "1").exit_code == 0
