"""Text that is not UTF-8 in small files, names of files and arguments: read, or refused with a code and a remedy."""

from __future__ import annotations

import json
import os
import subprocess
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commands import COMMANDS, NAMES
from rftg_dsl.base import limits
from rftg_dsl.log.proof.signed_notes import KEY, generate_key
from terminal import RFTG

LATIN = "\udce9"
"""A byte of Latin-1, as Python has it in arguments and names of files."""
ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "with a mark": lambda text: BOM_UTF8 + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 of the other order": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "with CRLF": lambda text: text.replace("\n", "\r\n").encode(),
}
WRONG = {
    "binary": (b"\x80\x81\xfe\x00\xff" * 9, "bad-encoding"),
    "half of UTF-16": ("anna\n".encode("utf-16")[:-1], "bad-encoding"),
    "UTF-16 without a mark": ("anna\n".encode("utf-16-le"), "bad-encoding"),
    "Latin-1": (b"caf\xe9\n", "bad-encoding"),
    "empty": (b"", "wrong-key"),
    "huge": (b"x" * (KEY + 1), "file-too-large"),
}


@pytest.fixture(autouse=True)
def game(rftg: Any, folder: Path) -> Path:
    """A finished game."""
    assert rftg("play", "roll", "--players", "2", "--seed", "demo", "--log", "game.rlog").exit_code == 0
    return folder / "game.rlog"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_keys_and_lists_are_read_in_every_encoding(rftg: Any, folder: Path, encoding: str) -> None:
    private, public = generate_key("anna")
    (folder / "key").write_bytes(ENCODINGS[encoding](f"{private}\n"))
    (folder / "key.pub").write_bytes(ENCODINGS[encoding](f"{public}\n"))
    (folder / "list").write_bytes(ENCODINGS[encoding]("game.rlog\n"))

    signed = rftg("log", "sign", "game.rlog", "--key", "key")
    audited = rftg("audit", "--files", "list", "--signer", "key.pub", "--format", "json")

    assert signed.exit_code == audited.exit_code == 0, (signed.stderr, audited.stderr)
    assert [(entry["log"], entry["signed"]) for entry in json.loads(audited.stdout)] == [("game.rlog", ["anna"])]


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    "words", [("audit", "game.rlog", "--signer"), ("log", "sign", "game.rlog", "--key")], ids=["public", "private"]
)
def test_a_file_that_holds_no_key_is_refused(rftg: Any, folder: Path, name: str, words: tuple[str, ...]) -> None:
    raw, code = WRONG[name]
    (folder / "key").write_bytes(raw)

    result = rftg(*words, "key")

    assert (result.exit_code, f"error[{code}]" in result.stderr) == (2, True), result.stderr
    assert "= help: " in result.stderr


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("text", ["game.rlog\n", "game.rlog", "a.rlog\r\nb.rlog\r\n", "\u65e5.rlog\r\n"])
def test_a_list_in_utf_16_without_a_mark_is_not_split_at_its_nulls(
    rftg: Any, folder: Path, order: str, text: str
) -> None:
    (folder / "list").write_bytes(text.encode(f"utf-16-{order}"))

    for result in (
        rftg("audit", "--files", "list"),
        rftg("audit", "--files", "-", stdin=(folder / "list").read_bytes()),
    ):
        assert (result.exit_code, "error[bad-encoding]" in result.stderr) == (2, True), result.output
        assert "UTF-8" in result.stderr and not result.stdout


def test_a_list_has_names_in_any_encoding_and_a_limit(
    rftg: Any, folder: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.rename(folder / f"{LATIN}.rlog")
    (folder / "list").write_bytes(b"\xe9.rlog\n")
    assert rftg("audit", "--files", "list").exit_code == 0

    monkeypatch.setattr("rftg_dsl.cli.streams.LISTED", limits.LISTED._replace(most=2))
    (folder / "list").write_bytes(b"\xe9.rlog\n" * 3)
    many = rftg("audit", "--files", "list")
    monkeypatch.setattr("rftg_dsl.cli.streams.PATHS", limits.PATHS._replace(most=10))
    long = rftg("audit", "--files", "list")

    for result, limit in ((many, limits.LISTED), (long, limits.PATHS)):
        assert (result.exit_code, f"error[{limit.code}]" in result.stderr) == (2, True), result.stderr


def test_a_key_with_a_long_name_is_read(rftg: Any) -> None:
    _, public = generate_key("\N{FLAG IN HOLE}" * 100)

    result = rftg("audit", "game.rlog", "--signer", str(public))

    assert result.exit_code == 1 and "bug" not in result.stderr


# -- arguments ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_argument_that_is_not_utf8_names_a_file_that_is_there(rftg: Any, name: str) -> None:
    """It is refused for every parameter of every command; as the name of a file it never ends in an internal error."""
    for parameter in COMMANDS[name].params:
        option = [parameter.opts[0]] if parameter.opts[0].startswith("-") else []
        result = rftg(*name.split(), *option, f"{LATIN}.x")
        assert result.exit_code == 2 and "bug" not in result.output, result.output
        assert "UTF-8" in result.stderr, parameter.name


@pytest.mark.parametrize(
    "words",
    [
        ("log", "key", LATIN, "--out", "k"),
        ("log", "secret", LATIN),
        ("index", "game.rlog", "--out", f"{LATIN}.duckdb"),
        ("index", "game.rlog", "--out", f"{LATIN}d/x.duckdb"),
        ("play", "roll", "--players", "2", "--log", f"{LATIN}d/x.rlog"),
        ("play", "roll", "--players", "2", "--bots", f"me:{LATIN},greedy", "--log", "x.rlog"),
        ("show", LATIN),
        ("explain", LATIN),
        ("validate", "roll", f"--with={LATIN}"),
        ("why", f"{LATIN}:3"),
        ("audit", f"{LATIN}.rlog", "--expect", LATIN),
    ],
)
@pytest.mark.parametrize("there", [True, False])
def test_no_argument_ends_in_an_internal_error(rftg: Any, folder: Path, words: tuple[str, ...], there: bool) -> None:
    if there:
        (folder / LATIN).write_bytes(b"")
        (folder / f"{LATIN}d").mkdir()

    result = rftg(*words)

    assert result.exit_code in (0, 2) and "error[bug]" not in result.output, result.output
    assert not (folder / "k").exists()


@pytest.mark.parametrize("command", ["audit {}", "replay {}", "why {}:3", "diff {} {}", "index {} --out x.duckdb"])
def test_a_log_with_a_name_in_latin_1_is_read(rftg: Any, folder: Path, game: Path, command: str) -> None:
    (folder / f"{LATIN}d").mkdir()
    game.rename(path := folder / f"{LATIN}d" / f"{LATIN}.rlog")

    for name in (os.path.relpath(path), str(path)):
        Path("x.duckdb").unlink(missing_ok=True)
        result = rftg(*command.format(*[name] * 2).split())
        assert result.exit_code == 0, result.output


def test_an_index_can_be_made_in_a_folder_with_a_name_in_latin_1(
    rftg: Any, folder: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / LATIN).mkdir()
    monkeypatch.chdir(folder / LATIN)

    result = rftg("index", "../game.rlog", "--out", "x.duckdb")

    assert "error[bug]" not in result.output, result.output


# -- sets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [f"{LATIN}.rftg", f"{LATIN}/tiles.rftg", "a:b.rftg", "con.rftg", "a\\b.rftg"])
def test_validate_says_which_names_pack_refuses(frontier: Path, name: str) -> None:
    """In a process of its own: only there can output have such a name."""
    (frontier / name).parent.mkdir(exist_ok=True)
    (frontier / "tiles.rftg").rename(frontier / name)

    def rftg(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([RFTG, *words], capture_output=True, text=True, check=False)

    result = rftg("validate", "./frontier", "--format", "json")
    packed = rftg("pack", "frontier")
    shown = rftg("pack", "frontier", "--format", "json")

    [warned] = json.loads(result.stdout)["diagnostics"]
    [refused] = json.loads(shown.stdout)["diagnostics"]
    assert (warned["severity"], refused["severity"]) == ("warning", "error")
    assert warned["code"] == refused["code"] and warned["code"] in {"pack-name", "pack-path"}
    assert (result.returncode, packed.returncode) == (0, 1)
    assert warned["message"] in packed.stdout and "help:" in packed.stdout
