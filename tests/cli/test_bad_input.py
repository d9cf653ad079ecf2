"""Bad input gets a code, a location, a remedy and the right exit status, and changes nothing on disk."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

GOOD = """tile X01 {
  development "Frontier Guild" cost 3 { when own world completes: gain $1 }
  world "Border Post" gray cost 2 { gain 1 home die to cup }
}
"""
WORDS = 'colour exotic "Exotic" trade 7\ndie exotic "Exotic" supply 6 faces explore explore produce ship wild wild\n'


def disk(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def found(rftg: Any, frontier: Path, folder: Path) -> Any:
    """The findings of `validate` for a file of the set with this content."""

    def look(text: str | bytes, name: str = "tiles.rftg") -> list[dict[str, Any]]:
        (frontier / name).write_bytes(text.encode() if isinstance(text, str) else text)
        before = disk(folder)
        result = rftg("validate", "./frontier", "--format", "json")
        shown = rftg("validate", "./frontier")
        assert disk(folder) == before
        diagnostics: list[dict[str, Any]] = json.loads(result.stdout)["diagnostics"]
        assert (
            result.exit_code
            == shown.exit_code
            == (1 if any(diagnostic["severity"] == "error" for diagnostic in diagnostics) else 0)
        )
        for diagnostic in diagnostics:
            assert (
                diagnostic["code"]
                and diagnostic["file"]
                and diagnostic["line"] >= 1
                and diagnostic["column"] >= 1
                and diagnostic["hint"]
            ), diagnostic
            assert f"{diagnostic['file']}:{diagnostic['line']}:{diagnostic['column']}" in shown.stdout
        return diagnostics

    return look


@pytest.mark.parametrize(
    ("right", "wrong", "code", "place", "hint"),
    [
        ("tile X01", "tyle X01", "unknown-kind-of-component", (1, 1), "did you mean 'tile'?"),
        ("development", "developmend", "unknown-kind-of-side", (2, 3), "did you mean 'development'?"),
        ("gray", "grey", "unknown-value", (3, 23), "did you mean 'gray'?"),
        ("cost 2", "coste 2", "unknown-value", (3, 28), "did you mean 'cost'?"),
        ("gain 1 home", "gian 1 home", "unknown-verb", (3, 37), "did you mean 'gain'?"),
        ("home die", "hom die", "unknown-kind", (3, 44), "did you mean 'home'?"),
        ("die to cup", "dye to cup", "unknown-word", (3, 49), "did you mean 'die'?"),
        ("to cup", "to cupp", "unknown-place", (3, 56), "did you mean 'cup'?"),
        ("own world", "own wurld", "unknown-word", (2, 50), "did you mean 'world'?"),
        ("completes", "compleats", "unknown-event", (2, 56), "did you mean 'completes'?"),
        ("completes", "completed", "wrong-kind", (2, 56), "write 'own world completes'"),
        ("when own world completes", "at end of setle", "unknown-phase", (2, 51), "did you mean 'settle'?"),
        ("when own world completes", "at ent of settle", "unknown-edge-of-a-phase", (2, 44), "did you mean 'end'?"),
        (
            "when own world completes: gain $1",
            "costt of worlds: 1 less",
            "unknown-phase-or-number",
            (2, 41),
            "did you mean 'cost'?",
        ),
    ],
)
def test_a_typo_in_every_kind_of_word(
    found: Any, right: str, wrong: str, code: str, place: tuple[int, int], hint: str
) -> None:
    diagnostics = found(GOOD.replace(right, wrong))

    diagnostic = next(diagnostic for diagnostic in diagnostics if (diagnostic["line"], diagnostic["column"]) == place)
    assert (diagnostic["code"], hint in diagnostic["hint"]) == (code, True), diagnostic


@pytest.mark.parametrize(
    ("right", "wrong", "code", "hint"),
    [
        ("colour", "color", "unknown-kind-of-component", "did you mean 'colour'?"),
        ("trade 7", "tradde 7", "unknown-field", "did you mean 'trade'?"),
        ("supply", "suply", "unknown-field", "did you mean 'supply'?"),
        ("produce", "product", "unknown-face", "did you mean 'produce'?"),
    ],
)
def test_a_typo_in_a_declaration(found: Any, right: str, wrong: str, code: str, hint: str) -> None:
    diagnostics = found(WORDS.replace(right, wrong), "words.rftg")

    assert any(diagnostic["code"] == code and hint in diagnostic["hint"] for diagnostic in diagnostics), diagnostics


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", " \t\r\n"])
def test_an_empty_file(found: Any, text: str) -> None:
    assert [(diagnostic["code"], diagnostic["line"]) for diagnostic in found(text)] == [("empty-file", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("  ", "\t"),
        "\ufeff" + GOOD.replace("\n", "\r\n").replace("  ", "\t"),
        GOOD.rstrip("\n"),
    ],
    ids=["BOM", "CRLF", "tabs", "all of them", "no last line end"],
)
def test_bytes_that_editors_add_are_harmless(found: Any, text: str) -> None:
    assert found(text) == []


def test_locations_are_right_despite_such_bytes(found: Any) -> None:
    text = "\ufeff" + GOOD.replace("\n", "\r\n").replace("  ", "\t").replace("gray", "grey")

    assert [(diagnostic["code"], diagnostic["line"], diagnostic["column"]) for diagnostic in found(text)] == [
        ("unknown-value", 3, 22)
    ]


def test_a_file_that_is_not_utf_8(found: Any) -> None:
    text = GOOD.encode().replace(b"Border", b"B\xf6rder")

    assert [(diagnostic["code"], diagnostic["line"], diagnostic["column"]) for diagnostic in found(text)] == [
        ("bad-encoding", 3, 11)
    ]


def test_a_file_with_a_nul_byte(found: Any) -> None:
    assert [(diagnostic["code"], diagnostic["line"]) for diagnostic in found(GOOD + "\0")] == [("bad-encoding", 5)]


def test_a_file_of_20_megabytes(found: Any) -> None:
    assert [diagnostic["code"] for diagnostic in found(GOOD * (20_000_000 // len(GOOD)))] == ["file-too-large"]


def test_blocks_nested_10_000_deep(found: Any) -> None:
    diagnostics = found("tile X01 " + "{\n" * 10_000 + "}\n" * 10_000)

    assert [(diagnostic["code"], diagnostic["line"]) for diagnostic in diagnostics] == [("nesting-too-deep", 5)]


def test_a_truncated_file(rftg: Any, frontier: Path) -> None:
    for end in range(1, len(GOOD) - 2, 7):
        (frontier / "tiles.rftg").write_text(GOOD[:end])

        result = rftg("validate", "./frontier", "--format", "json")

        assert result.exit_code == 1, GOOD[:end]
        assert all(diagnostic["hint"] for diagnostic in json.loads(result.stdout)["diagnostics"]), GOOD[:end]


def test_control_characters_do_not_reach_the_terminal(rftg: Any, frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text(GOOD.replace("Border", "\x1b[2JBorder").replace("gray", "grey"))

    shown = rftg("validate", "./frontier").stdout

    assert "bad-character" in shown and "[2JBorder" in shown and "\x1b" not in shown


# -- sets --------------------------------------------------------------------------------------------------------


def test_two_sets_with_the_same_tile(rftg: Any, frontier: Path, folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    (other / "set.toml").write_text('id = "other"\nname = "Other"\ngame = "roll"\nversion = "1"\n')
    (other / "tiles.rftg").write_text(GOOD.replace("Frontier Guild", "A").replace("Border Post", "B"))

    result = rftg("validate", "./frontier", "./other", "--format", "json")

    [diagnostic] = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 1
    assert (diagnostic["code"], diagnostic["file"], diagnostic["line"]) == ("duplicate-id", "other/tiles.rftg", 1)
    assert "frontier/tiles.rftg:1:6" in diagnostic["message"]


def test_a_tile_of_the_game_itself(found: Any) -> None:
    assert [diagnostic["code"] for diagnostic in found(GOOD.replace("X01", "T01"))] == ["duplicate-id"]


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        (None, "missing-set", "write:"),
        ("", "empty-file", "add content"),
        ("id = ", "bad-set", "write:"),
        ('id = "x"\nname = "X"\ngame = "roll"\n', "bad-set", "write:"),
        ('id = "x"\nname = "X"\ngame = "rol"\nversion = "1"\n', "unknown-game", "did you mean 'roll'?"),
        ('id = "x"\nname = "X"\ngame = "roll"\nversion = 1\n', "bad-set", "write:"),
        ('id = "x"\nname = "X"\ngame = "roll"\nversion = "1"\nnmae = "Y"\n', "bad-set", "did you mean 'name'?"),
        ('id = "base"\nname = "X"\ngame = "roll"\nversion = "1"\n', "duplicate-set", "rename one"),
        ('id = "game"\nname = "X"\ngame = "roll"\nversion = "1"\n', "duplicate-set", "rename one"),
    ],
)
def test_a_missing_or_wrong_set_toml(rftg: Any, frontier: Path, text: str | None, code: str, hint: str) -> None:
    if text is None:
        (frontier / "set.toml").unlink()
    else:
        (frontier / "set.toml").write_text(text)

    result = rftg("validate", "./frontier", "--format", "json")

    [diagnostic] = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 1
    assert (diagnostic["code"], diagnostic["file"]) == (code, "frontier/set.toml")
    assert hint in diagnostic["hint"]


def test_a_set_for_another_game(rftg: Any, frontier: Path) -> None:
    (frontier / "set.toml").write_text('id = "x"\nname = "X"\ngame = "race"\nversion = "1"\n')

    result = rftg("list", "roll", "--with", "./frontier")

    assert result.exit_code == 2
    assert "error[wrong-game]" in result.stderr and "frontier/set.toml:3:1" in result.stderr


# -- unusable files and arguments ---------------------------------------------------------------------------------


def dangling(frontier: Path) -> None:
    (frontier / "more.rftg").symlink_to(frontier / "nowhere")


def circle(frontier: Path) -> None:
    (frontier / "more.rftg").symlink_to(frontier / "more.rftg")


def unreadable(frontier: Path) -> None:
    (frontier / "tiles.rftg").chmod(0)
    if os.access(frontier / "tiles.rftg", os.R_OK):
        pytest.skip("this user may read everything")


@pytest.mark.parametrize("spoil", [dangling, circle, unreadable])
def test_a_file_of_a_set_that_cannot_be_read_is_a_finding(rftg: Any, frontier: Path, spoil: Any) -> None:
    spoil(frontier)

    result = rftg("validate", "./frontier")

    assert result.exit_code == 1
    assert "error[unreadable]" in result.stdout and "= help:" in result.stdout


def test_no_permission(rftg: Any, frontier: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("rftg_dsl.base.files.os.open", refuse)

    result = rftg("validate", "./frontier/tiles.rftg")

    assert result.exit_code == 1
    assert "cannot be read: Permission denied" in result.stdout and "= help:" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (("validate", "./nowhere"), "missing-file", "specify a .rftg file"),
        (("validate", "/dev/null"), "wrong-file", "specify a .rftg file"),
        (("validate", "frontie"), "unknown-game", "known games"),
        (("validate", "rol"), "unknown-game", "did you mean 'roll'?"),
        (("validate", "roll/bas"), "unknown-set", "did you mean 'base'?"),
        (("list", "rol"), "unknown-game", "did you mean 'roll'?"),
        (("list", "roll", "--edition", "2015"), "unknown-edition", "did you mean '2014'?"),
        (("list", "roll", "--option", "variant"), "wrong-option", "KEY=VALUE"),
        (("list", "roll", "--option", "tablaeu=x"), "unknown-option", "did you mean 'tableau'?"),
        (("list", "roll", "--kind", "wold"), "unknown-kind", "did you mean 'world'?"),
        (("list", "roll", "--with", "./nowhere"), "missing-file", "check its name"),
        (("show", "Space Piracy", "--with", "./nowhere"), "missing-file", "check its name"),
        (("list", "roll", "--with", "./frontier/tiles.rftg"), "wrong-file", "specify the folder: frontier"),
        (("list", "roll", "--with", "."), "missing-set", "write:"),
        (("list", "roll", "--with", "./loose.zip"), "wrong-file", "specify the folder of a set, or a pack"),
        (("list", "race", "--option", "start=set"), "unknown-option", "the values are: dealt, preset"),
        (("show", "Nothing Like It"), "unknown-name", "rftg list"),
        (("show", "roll/Galactic Federration"), "unknown-name", "did you mean"),
        (("show", "Free Trade Zone", "--edition", "1999"), "unknown-edition", ""),
        (("play", "roll", "--players", "1", "--seed", "s", "--log", "g.rlog"), "wrong-players", "from 2 to 5"),
        (("play", "roll", "--players", "0", "--seed", "s", "--log", "g.rlog"), "wrong-players", "from 2 to 5"),
        (("play", "roll", "--players", "6", "--seed", "s", "--log", "g.rlog"), "wrong-players", "from 2 to 5"),
        (
            ("play", "roll", "--players", "2", "--seed", "s", "--log", "g.rlog", "--bots", "gredy"),
            "unknown-bot",
            "did you mean 'greedy'?",
        ),
        (("play", "rool", "--players", "2", "--seed", "s", "--log", "g.rlog"), "unknown-game", "did you mean 'roll'?"),
        (("simulate", "roll", "--games", "0", "--players", "2", "--seed", "s"), "out-of-range", "use 1 or more"),
        (("simulate", "roll", "--games", "1", "--players", "6", "--seed", "s"), "wrong-players", "from 2 to 5"),
        (
            ("simulate", "roll", "--games", "1", "--players", "2", "--seed", "s", "--rounds", "0"),
            "out-of-range",
            "use 1 to 5000",
        ),
        (("replay", "./nowhere.rlog"), "unreadable", "check its name"),
        (("replay", "./frontier/tiles.rftg"), "damaged-log", "rftg audit"),
        (("import", "roll-trace", "./frontier/tiles.rftg", "--out", "./logs"), "wrong-recording", "one recorded game"),
        (("import", "roll-trase", "x"), "unknown-format", "did you mean 'roll-trace'?"),
        (("import", "roll-trace", "./nowhere"), "missing-file", "recorded games"),
    ],
)
def test_unusable_arguments(rftg: Any, frontier: Path, folder: Path, words: Any, code: str, hint: str) -> None:
    (folder / "loose.zip").touch()
    before = disk(folder)

    result = rftg(*words)

    assert disk(folder) == before and not (folder / "logs").exists()
    assert result.exit_code == 2 and result.stdout == ""
    assert f"error[{code}]: " in result.stderr and hint in result.stderr


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("a\0b", "contains a null character: remove it"),
        ("./a\0b", "contains a null character: remove it"),
        ("\ud800", "is neither UTF-8 nor an existing file"),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        ("validate", "X"),
        ("list", "roll", "--with", "X"),
        ("replay", "X"),
        ("audit", "X"),
        ("import", "roll-trace", "X"),
        ("play", "roll", "--players", "2", "--seed", "X", "--log", "g.rlog"),
    ],
)
def test_an_argument_that_no_text_can_be_is_refused(rftg: Any, words: Any, argument: str, reason: str) -> None:
    result = rftg(*[argument if word == "X" else word for word in words])

    assert result.exit_code == 2 and "error[bug]" not in result.output
    assert reason in result.output
