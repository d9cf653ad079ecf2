"""`rftg validate`: its targets, its reports and its cache."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl import __version__
from rftg_dsl.author.validate.outcome import from_kept
from rftg_dsl.author.validate.outcome_cache import digest
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load

ROLL = {"tile": 55, "faction": 9, "home": 9, "die": 7}


def report(result: Any) -> Any:
    return json.loads(result.stdout)


def test_all_shipped_content_is_clean(rftg: Any) -> None:
    result = rftg("validate", "--format", "json")

    outcome = report(result)
    assert result.exit_code == 0
    assert list(outcome) == ["files", "components", "pending", "diagnostics"]
    assert set(outcome["components"]) == set(game_names())
    assert outcome["components"]["roll"] == ROLL
    assert outcome["pending"] == [] and outcome["diagnostics"] == []


def test_the_summary_uses_plurals(rftg: Any, frontier: Path) -> None:
    fresh = [rftg("validate", *words).stdout.splitlines() for words in (("race", "roll"), ("./frontier",))]
    cached = [rftg("validate", *words).stdout.splitlines() for words in (("race", "roll"), ("./frontier",))]

    assert fresh[0][:2] == ["race: 106 cards, 15 start-worlds, 10 goals", "roll: 55 tiles, 9 factions, 9 homes, 7 dice"]
    assert fresh[1][0] == "roll: 1 tile"
    assert cached == fresh


def test_a_game_and_one_of_its_sets(rftg: Any) -> None:
    game, base = (
        report(rftg("validate", "roll", "--format", "json")),
        report(rftg("validate", "roll/base", "--format", "json")),
    )

    assert game["components"] == {"roll": ROLL}
    assert base["components"] == {"roll": {"tile": 55, "faction": 9, "home": 9}}
    assert (
        game["files"] > base["files"] == 3 + len([*Path(str(find_content_folder())).glob("roll/base/scenarios/*.rftg")])
    )


def test_a_set_from_another_folder_is_counted_by_itself(rftg: Any, frontier: Path) -> None:
    outcome = report(rftg("validate", "./frontier", "--format", "json"))

    assert outcome == {"files": 1, "components": {"roll": {"tile": 1}}, "pending": [], "diagnostics": []}


def test_the_components_of_an_edition_count_for_its_file_and_not_again_for_its_game(rftg: Any) -> None:
    file = Path(str(find_content_folder())) / "race" / "editions" / "second.rftg"

    edition, game = (report(rftg("validate", name, "--format", "json")) for name in (str(file), "race"))

    assert edition["components"] == {"race": {"card": file.read_text("utf-8").count("\ncard ")}}
    assert game["components"]["race"]["card"] == 106


def test_a_game_and_an_added_set_are_counted_together(rftg: Any, frontier: Path) -> None:
    outcome = report(rftg("validate", "roll", "./frontier", "--format", "json"))

    assert outcome["components"]["roll"]["tile"] == 56


def test_a_mistake_has_a_location_and_a_remedy(rftg: Any, frontier: Path) -> None:
    tiles = frontier / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("gray", "grey"))

    result = rftg("validate", "./frontier", "--format", "json")

    assert result.exit_code == 1
    assert report(result)["diagnostics"] == [
        {
            "code": "unknown-value",
            "severity": "error",
            "file": "frontier/tiles.rftg",
            "line": 3,
            "column": 23,
            "end_line": 3,
            "end_column": 27,
            "message": "unknown value 'grey'",
            "hint": "did you mean 'gray'?",
            "fix": [{"line": 3, "column": 23, "end_line": 3, "end_column": 27, "text": "gray"}],
        }
    ]


def test_a_file_is_checked_with_its_set_and_reported_alone(rftg: Any, frontier: Path) -> None:
    (frontier / "words.rftg").write_text('colour exotic "Exotic" trade 7\ncolour exotic "Twice" trade 7\n')
    (frontier / "more.rftg").write_text(
        'tile X02 {\n  development "A" cost 1 {}\n  world "B" exotic cost 1 { gain 1 gold die here }\n}\n'
    )

    outcome = report(rftg("validate", "./frontier/more.rftg", "--format", "json"))

    assert outcome["files"] == 1 and outcome["components"] == {"roll": {"tile": 1}}
    assert {finding["code"] for finding in outcome["diagnostics"]} == {"duplicate-word", "unknown-kind"}


def test_a_file_belongs_to_the_set_in_a_folder_above(rftg: Any, frontier: Path, monkeypatch: Any) -> None:
    deeper = frontier / "deeper"
    deeper.mkdir()
    shutil.move(frontier / "tiles.rftg", deeper)
    monkeypatch.chdir(deeper)

    result = rftg("validate", "./tiles.rftg", "--format", "json")

    assert result.exit_code == 0
    assert report(result)["components"] == {"roll": {"tile": 1}}


def test_a_file_outside_any_set_is_checked_with_the_game_it_fits(rftg: Any, frontier: Path, folder: Path) -> None:
    shutil.copy(frontier / "tiles.rftg", folder / "loose.rftg")

    guessed = report(rftg("validate", "./loose.rftg", "--format", "json"))
    named = report(rftg("validate", "./loose.rftg", "--game", "roll", "--format", "json"))

    assert guessed == named == {"files": 1, "components": {"roll": {"tile": 1}}, "pending": [], "diagnostics": []}


def test_a_copy_of_shipped_tiles_is_checked_with_their_game(rftg: Any, folder: Path) -> None:
    shutil.copy(find_content_folder() / "roll" / "base" / "tiles.rftg", folder / "copy.rftg")

    codes = {finding["code"] for finding in report(rftg("validate", "./copy.rftg", "--format", "json"))["diagnostics"]}

    assert codes == {"duplicate-id"}


def test_a_file_of_shipped_content_is_checked_with_its_game(rftg: Any) -> None:
    result = rftg("validate", str(find_content_folder() / "roll" / "base" / "tiles.rftg"), "--format", "json")

    assert report(result)["components"] == {"roll": {"tile": 55}}


@pytest.mark.parametrize("name", ["gathering-storm/developments.rftg", "gathering-storm", "examples.rftg"])
def test_what_joins_a_game_by_name_is_checked_by_its_path(rftg: Any, name: str) -> None:
    """It used to be left out, so that no mistake in it was found."""
    outcome = report(rftg("validate", str(find_content_folder() / "race" / name), "--format", "json"))

    assert outcome["files"] and outcome["components"]["race"]["card"]


def test_a_shipped_set_named_by_its_path_is_not_loaded_twice(rftg: Any) -> None:
    assert rftg("validate", str(find_content_folder() / "roll" / "base")).exit_code == 0


def test_warnings_do_not_change_the_exit_status(rftg: Any, frontier: Path) -> None:
    tiles = frontier / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("1 home die", "22 military dice"))

    result = rftg("validate", "./frontier", "--format", "json")

    assert {finding["severity"] for finding in report(result)["diagnostics"]} == {"lint", "warning"}
    assert result.exit_code == 0


def test_pending_content_is_reported_and_does_not_change_the_exit_status(rftg: Any, frontier: Path) -> None:
    (frontier / "pending.rftg").write_text('# waits\ntile X09 {\n  world "W" gray cost 1 { dream }\n}\n')

    result = rftg("validate", "./frontier", "--format", "json")

    assert result.exit_code == 0
    assert report(result)["pending"] == [{"file": "frontier/pending.rftg", "line": 2, "text": "tile X09 {"}]
    assert "1 pending" in rftg("validate", "./frontier").stdout


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_findings_in_every_format(rftg: Any, frontier: Path, snapshot: Any, form: str) -> None:
    (frontier / "tiles.rftg").write_text(
        'tile X01 {\n\tdevelopment "Guild: 100%" cost 9 { when own world completes: gan $1 }\n'
        '  world "Border Post" grey cost 2 { gain 22 military dice to cup; }\n}\ntile X02 {}\n'
    )

    result = rftg("validate", "./frontier", "--format", form)

    assert result.exit_code == 1
    assert result.stdout.replace(__version__, "VERSION") == snapshot


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_lints_and_remarks_in_every_format(rftg: Any, frontier: Path, snapshot: Any, form: str) -> None:
    (frontier / "tiles.rftg").write_text(
        "tile X01 {\n"
        '  development "Twice" cost 3 {\n'
        "    at end of ship: gain $1\n"
        "    at end of ship: gain $1\n"
        "  }\n"
        '  world "Border Post" gray cost 2 { gain $1 } # rftg: allow off-curve\n'
        "}\n"
    )

    result = rftg("validate", "./frontier", "--format", form)

    assert result.exit_code == 0
    assert result.stdout.replace(__version__, "VERSION") == snapshot


def test_an_outcome_is_cached_until_something_changes(rftg: Any, frontier: Path, monkeypatch: Any) -> None:
    first = rftg("validate", "./frontier").stdout
    monkeypatch.setattr("rftg_dsl.author.validate.check_targets.load", never)

    again = rftg("validate", "./frontier")
    (frontier / "tiles.rftg").write_text("")
    changed = rftg("validate", "./frontier")

    assert again.stdout == first
    assert changed.exit_code == 2 and "loaded again" in changed.stderr


def test_an_outcome_is_checked_again_when_a_picture_or_a_font_changes(rftg: Any, frontier: Path) -> None:
    (frontier / "layouts.toml").write_text('[font]\nregular = "own.ttf"\n')

    found = [report(rftg("validate", "./frontier", "--format", "json"))["diagnostics"]]
    for path in (frontier / "pictures" / "X01.png", frontier / "fonts" / "own.ttf"):
        path.parent.mkdir()
        path.write_bytes(b"<svg/>")
        found.append(report(rftg("validate", "./frontier", "--format", "json"))["diagnostics"])

    assert ["there is no such file" in each[0]["message"] for each in found] == [True, True, False]
    assert [[each["code"] for each in one] for one in found[1:]] == [["bad-layout", "bad-picture"]] * 2


def test_a_file_that_changes_while_it_is_checked_leaves_no_outcome_behind(
    rftg: Any, frontier: Path, monkeypatch: Any
) -> None:
    """Otherwise, once the file is as it was, the outcome of what stood there in between would be shown."""
    real, tiles = load, frontier / "tiles.rftg"
    before = tiles.read_bytes()

    def changed_meanwhile(*arguments: Any, **more: Any) -> Any:
        tiles.write_text("tile X01 {}\n")
        return real(*arguments, **more)

    monkeypatch.setattr("rftg_dsl.author.validate.check_targets.load", changed_meanwhile)
    assert rftg("validate", "./frontier").exit_code == 1
    monkeypatch.setattr("rftg_dsl.author.validate.check_targets.load", real)
    tiles.write_bytes(before)

    assert rftg("validate", "./frontier").exit_code == 0


@pytest.mark.parametrize("name", ["new.rftg", "deep/new.rftg"])
def test_a_new_file_is_noticed(rftg: Any, frontier: Path, name: str) -> None:
    rftg("validate", "./frontier")
    (frontier / name).parent.mkdir(exist_ok=True)
    (frontier / name).write_text("tile X05 {}\n")

    assert rftg("validate", "./frontier").exit_code == 1


def test_a_change_to_the_program_is_noticed(rftg: Any, monkeypatch: Any) -> None:
    rftg("validate", "roll")
    monkeypatch.setattr("rftg_dsl.author.validate.check_targets.load", never)
    monkeypatch.setattr("rftg_dsl.author.validate.outcome_cache.describe_program", lambda: ["another program"])

    assert "loaded again" in rftg("validate", "roll").stderr


def never(*_: Any, **__: Any) -> None:
    raise ValueError("loaded again")


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"x", b"\xff\xfe", b"null\n" * 9, b"[" * 100_000])
def test_a_damaged_cache_counts_as_missing(rftg: Any, frontier: Path, tmp_path: Path, body: bytes) -> None:
    first = rftg("validate", "./frontier").stdout
    kept = list((tmp_path / "cache" / "rftg").iterdir())
    for file in kept:
        seal = file.read_bytes().partition(b"\n")[0]
        file.write_bytes(body if b"null" in body else seal + b"\n" + body)

    assert len(kept) >= 1
    assert rftg("validate", "./frontier").stdout == first


def test_an_outcome_of_another_shape_counts_as_missing(rftg: Any, frontier: Path, monkeypatch: Any) -> None:
    first = rftg("validate", "./frontier").stdout
    finding = [0, "syntax", "error", 0, 1, "wrong", "", [[0, 1, "x"]]]
    good = {
        "files": 1,
        "components": {"roll": [["tile", "tiles", 2]]},
        "pending": [["a.rftg", 1, "tile"]],
        "sources": [["a.rftg", "tile", "/a.rftg"]],
        "findings": [finding],
        "read": [["a.rftg", "/a.rftg"]],
    }
    shapes = [
        {key: value for key, value in good.items() if key != "read"},
        good | {"files": "many"},
        good | {"components": {"roll": 3}},
        good | {"components": {"roll": [["tile", 2]]}},
        good | {"components": {"roll": [["tile", "tiles", "two"]]}},
        good | {"components": {"roll": [["tile", 2, 2]]}},
        good | {"pending": [["a.rftg", 1]]},
        good | {"sources": []},
        good | {"sources": [["a.rftg", 1, None]]},
        good | {"findings": [["x"] * 8]},
        good | {"findings": [finding[:-1]]},
        good | {"findings": [[1, *finding[1:]]]},
        good | {"findings": [[0, "syntax", "fatal", *finding[3:]]]},
        good | {"findings": [[0, "syntax", "error", 0, 5, *finding[5:]]]},
        good | {"findings": [[*finding[:-1], [[0, 1]]]]},
        good | {"findings": [[*finding[:-1], [[0, "1", "x"]]]]},
        good | {"findings": [[*finding[:-1], [[1, 0, "x"]]]]},
        good | {"read": [["a.rftg"]]},
        "text",
        7,
    ]

    assert from_kept(good) is not None
    for shape in shapes:
        whole = {"outcome": shape, "places": [], "digest": digest([])}
        for entry in (shape, whole):
            monkeypatch.setattr("rftg_dsl.author.validate.outcome_cache.recall", lambda *_, entry=entry: entry)

            assert rftg("validate", "./frontier").stdout == first, entry


@pytest.mark.skipif(os.name != "posix", reason="needs a folder that cannot be made")
def test_a_cache_that_cannot_be_written_is_harmless(
    rftg: Any, frontier: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    assert rftg("validate", "./frontier").exit_code == 0
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_file_that_looks_like_content_but_is_not_read_is_shown(rftg: Any, frontier: Path) -> None:
    assert "unread-file" not in rftg("validate", "./frontier").stdout
    (frontier / "more.rtfg").write_text("tile X02\n")
    (frontier / "LICENSE.txt").write_text("Do as you like.\n")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 0
    assert "warning[unread-file]: this file is not read\n --> frontier/more.rtfg:1:1" in result.stdout
    assert "1 warning" in result.stdout
