"""Mistakes in a set itself, or in an edition, rather than in a piece."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from attrs import fields
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.base.source import Source
from rftg_dsl.check.declare import declare
from rftg_dsl.check.origin import Entry, Origin, report_to
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library import load
from rftg_dsl.library.manifest import SetFile, read_set_file
from rftg_dsl.syntax.bounds import SIZE
from rftg_dsl.syntax.parse import LANGUAGE, parse

RIGHT = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n'


def found(folder: Path, toml: str | None = RIGHT, pieces: bytes = b"") -> list[Diagnostic]:
    """What loading a folder finds."""
    if toml is not None:
        (folder / "set.toml").write_text(toml)
    (folder / "pieces.rftg").write_bytes(pieces)
    return list(load.load("roll", extra=[folder], sets=[]).diagnostics)


@pytest.mark.parametrize(
    ("toml", "code"),
    [
        (None, "missing-set"),
        ("", "empty-file"),
        ("= = =", "bad-set"),
        (RIGHT.replace('"mine"', "3"), "bad-set"),
        (RIGHT + 'nmae = "x"\n', "bad-set"),
        (RIGHT.replace('"roll"', '"chess"'), "wrong-game"),
    ],
)
def test_a_set_says_what_it_is(tmp_path: Path, toml: str | None, code: str) -> None:
    assert {diagnostic.code for diagnostic in found(tmp_path, toml)} == {code}


@pytest.mark.parametrize(
    ("toml", "place", "message", "hint"),
    [
        (RIGHT.replace('"mine"', "3"), (1, 1), "'id' must be a non-empty string in quotes", "write: id ="),
        (RIGHT.replace('"Mine"', '""'), (2, 1), "'name' must be a non-empty string in quotes", "write: id ="),
        (RIGHT.replace('"1"', "1"), (4, 1), "'version' must be a non-empty string in quotes", "write: id ="),
        (RIGHT.replace("game", " gmae"), (3, 2), "'gmae' is not a known key", "did you mean 'game'?"),
        (RIGHT.replace("game", " gmae"), (1, 1), "'game' is missing", "write: id ="),
        (RIGHT + "[colour]\nid = 2\n", (5, 2), "'colour' is not a known key", "leave it out"),
        (RIGHT + " " * 9_000 + "nmae = 1", (5, 9_001), "'nmae' is not a known key", "did you mean 'name'?"),
        (RIGHT + 'license = "MIT"\n', (5, 1), "'license' is not a known key", "did you mean 'licence'?"),
        (RIGHT + 'name = "Again"', (5, 15), "this is not TOML: Cannot overwrite a value", "write: id ="),
        (RIGHT.replace('"roll"', "roll"), (3, 8), "this is not TOML: Invalid value", "write: id ="),
        (
            RIGHT.replace('"1"', '"1').replace("\n", "\r\n"),
            (4, 13),
            "this is not TOML: Illegal character",
            "write: id =",
        ),
        (RIGHT + "language = 0", (5, 1), "there is no version 0 of the language", "write: language = 1"),
        (RIGHT + "language = -1", (5, 1), "there is no version -1 of the language", "write: language = 1"),
        (RIGHT + 'language = "1"', (5, 1), "'language' must be a whole number", "write: language = 1"),
        (RIGHT + "language = true", (5, 1), "'language' must be a whole number", "write: language = 1"),
        (RIGHT + "language = 1.0", (5, 1), "'language' must be a whole number", "write: language = 1"),
        (
            RIGHT.replace('"1"', '"1.0-beta"'),
            (4, 1),
            "'1.0-beta' is not a version number",
            'such as "1", "1.4" or "1.4.2"',
        ),
        (RIGHT.replace('"1"', '"01"'), (4, 1), "'01' is not a version number", "write one to three numbers"),
        (RIGHT.replace('"1"', '"1.2.3.4"'), (4, 1), "'1.2.3.4' is not a version number", "write one to three numbers"),
        (RIGHT.replace('"1"', '"1234567"'), (4, 1), "'1234567' is not a version number", "write one to three numbers"),
        (RIGHT + 'authors = "Ada"', (5, 1), "'authors' must be a list of strings", 'write: authors = ["Ada Example"]'),
        (
            RIGHT + 'authors = ["Ada\\u001b"]',
            (5, 1),
            "'authors' is too long, or contains unprintable characters",
            "on one line",
        ),
        (
            RIGHT + 'licence = ["MIT"]',
            (5, 1),
            "'licence' must be a non-empty string in quotes",
            'write: licence = "CC-BY-4.0"',
        ),
        (RIGHT + 'licence = "all rights reserved"', (5, 1), "is not an SPDX licence expression", "LicenseRef-mine"),
        (RIGHT + 'licence = "MIT OR"', (5, 1), "'MIT OR' is not an SPDX licence expression", "LicenseRef-mine"),
        (RIGHT + "edition = 2020", (5, 1), "'edition' must be a non-empty string in quotes", 'write: edition = "2020"'),
        (RIGHT + 'requires = ["a", "b =1"]', (5, 18), "'=1' is not a range of versions", "with >=, >, <, <= or =="),
        (RIGHT + 'requires = [\n  "b ^1",\n]', (6, 3), "'^1' is not a range of versions", "with >=, >, <, <= or =="),
        (RIGHT + "requires = ['b >=2, <1.9']", (5, 13), "no version satisfies '>=2, <1.9'", "'>=1.2, <2'"),
        (RIGHT + 'requires = ["b >1.2, <1.2.1"]', (5, 13), "no version satisfies", "'>=1.2, <2'"),
        (RIGHT + 'requires = ["b >=1", "b <2"]', (5, 22), "the set 'b' is required twice", "put all its bounds"),
        (RIGHT + 'requires = ["Ü >=1"]', (5, 13), "'Ü >=1' is not a valid set id", "letters, digits"),
    ],
)
def test_each_mistake_in_set_toml_has_its_place(
    tmp_path: Path, toml: str, place: tuple[int, int], message: str, hint: str
) -> None:
    wrong = found(tmp_path, toml)

    assert {diagnostic.code for diagnostic in wrong} == {"bad-set"}
    assert [
        diagnostic
        for diagnostic in wrong
        if diagnostic.at.begins == place and message in diagnostic.message and hint in diagnostic.hint
    ], wrong


def test_all_mistakes_in_set_toml_are_found_in_one_run(tmp_path: Path) -> None:
    wrong = found(tmp_path, "id = 1\nnmae = 'x'\ngame = ''\nlanguage = 'one'\n")

    assert sorted((diagnostic.at.begins[0], diagnostic.message.split("'")[1]) for diagnostic in wrong) == [
        (1, "id"),
        (1, "name"),
        (1, "version"),
        (2, "nmae"),
        (3, "game"),
        (4, "language"),
    ]


def test_a_set_may_say_its_language(tmp_path: Path) -> None:
    assert found(tmp_path, RIGHT + f"language = {LANGUAGE}\n", b"# nothing yet\n") == []


@pytest.mark.parametrize("licence", ["MIT", "CC-BY-4.0", "MIT OR (Apache-2.0 AND BSD-3-Clause)", "LicenseRef-house"])
def test_a_licence_is_an_spdx_expression(tmp_path: Path, licence: str) -> None:
    assert found(tmp_path, f'{RIGHT}licence = "{licence}"\nauthors = ["Ada", "Ben"]\n', b"# nothing yet\n") == []


def test_a_set_is_played_in_the_edition_it_is_for(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(RIGHT + 'edition = "2014"\n')

    without, within, other = (load.load("roll", edition, [tmp_path]) for edition in (None, "2014", "2020"))

    assert without.library and within.library
    assert (without.library.edition, within.library.edition) == ("2014", "2014")
    [wrong] = other.diagnostics
    assert (wrong.code, wrong.at.begins) == ("wrong-edition", (5, 1))
    assert wrong.hint == "use --edition 2014, or leave this set out"


def test_two_sets_for_different_editions_do_not_join(tmp_path: Path) -> None:
    for name, edition in (("a", "2014"), ("b", "2020")):
        (tmp_path / name).mkdir()
        toml = RIGHT.replace("mine", name)
        (tmp_path / name / "set.toml").write_text(f'{toml}edition = "{edition}"\n')

    [wrong] = load.load("roll", extra=[tmp_path / "a", tmp_path / "b"]).diagnostics

    assert wrong.code == "wrong-edition"
    assert wrong.message == "this set is for the edition '2020', not '2014'"


def test_an_edition_that_the_game_does_not_have(tmp_path: Path) -> None:
    [wrong] = found(tmp_path, RIGHT + 'edition = "2041"\n', b"# nothing yet\n")

    assert (wrong.code, wrong.at.begins, wrong.hint) == ("unknown-edition", (5, 1), "did you mean '2014'?")


def test_a_newer_language_is_not_judged(tmp_path: Path) -> None:
    toml = f"{RIGHT}language = {LANGUAGE + 1}\nlicence = 7\n"

    [diagnostic] = found(tmp_path, toml, b"a sentence of the future")

    assert (diagnostic.code, diagnostic.at.begins) == ("newer-language", (5, 1))
    assert f"this program reads version {LANGUAGE}" in diagnostic.message


def test_every_set_of_ours_says_its_language() -> None:
    sets = [tomllib.loads(path.read_text("utf-8")) for path in find_content_folder().glob("*/*/set.toml")]

    assert {set_file["language"] for set_file in sets} == {LANGUAGE}


@pytest.mark.parametrize("name", ["tiles.txt", "T.RFTG", "tiles.rtfg", "deeper/tiles.rftg.txt"])
def test_a_file_that_looks_like_content_but_is_not_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("tile")

    [diagnostic] = found(tmp_path, pieces=b"# nothing yet\n")

    assert (diagnostic.code, diagnostic.severity) == ("unread-file", "warning")
    assert diagnostic.at.source.label.endswith(name)


def test_a_set_may_lie_below_a_folder_of_scenarios(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios" / "mine"
    folder.mkdir(parents=True)

    assert [diagnostic.code for diagnostic in found(folder, pieces=b"tile X1\n")] == ["missing-side"]


def test_two_sets_of_one_id_do_not_join(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "set.toml").write_text(RIGHT)

    loaded = load.load("roll", extra=[tmp_path / "a", tmp_path / "b"], sets=[])

    assert [diagnostic.code for diagnostic in loaded.diagnostics] == ["duplicate-set"]


@pytest.mark.parametrize(
    ("pieces", "codes"),
    [
        (b"", ["empty-file"]),
        (b"\xef\xbb\xbf# with a byte order mark\r\n", []),
        (b"# caf\xe9\n", ["bad-encoding"]),
        (b"# \x00\n", ["bad-encoding"]),
        (b"# one\r# two\r", ["bad-encoding"]),
        (b"# " + b"x" * SIZE, ["file-too-large"]),
        (b"x" * (SIZE * 4 + 1), ["file-too-large"]),
        (b"a {" * 10_000, ["nesting-too-deep"]),
    ],
)
def test_a_file_that_is_not_text_or_too_large(tmp_path: Path, pieces: bytes, codes: list[str]) -> None:
    assert [diagnostic.code for diagnostic in found(tmp_path, pieces=pieces)] == codes


@given(st.text(max_size=120))
def test_any_set_toml(text: str) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        (Path(folder) / "set.toml").write_text(text, "utf-8", "replace")
        load.load("roll", extra=[Path(folder)], sets=[])


VALUES = st.recursive(
    st.one_of(st.text(max_size=70), st.integers(), st.booleans(), st.floats(), st.dates()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
RANGES = st.text("abÜ0123456789.<>=, -^~", max_size=20)


@law(100)
@given(st.dictionaries(st.sampled_from([one.name for one in fields(SetFile)]), VALUES), st.lists(RANGES, max_size=3))
def test_any_values_in_set_toml(values: dict[str, Any], requires: list[str]) -> None:
    right = {"id": "mine", "name": "Mine", "game": "roll", "version": "1", "requires": requires}
    source = Source("set.toml", tomli_w.dumps(right | values))

    read = read_set_file(source)

    if isinstance(read, list):
        assert all(
            diagnostic.message and diagnostic.hint and 0 <= diagnostic.at.start <= diagnostic.at.end <= len(source.text)
            for diagnostic in read
        )
    else:
        assert len(read.needs) == len(read.requires)


def test_an_unknown_edition_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="no edition called '2o20'") as raised:
        load.load("roll", "2o20")

    assert "2020" in raised.value.hint


def test_an_edition_changes_only_numbers_that_are_there() -> None:
    source = Source("edition", "number leest_workers 0\n")
    words = Vocabulary(numbers={"least_workers": 1})
    wrong: list[Diagnostic] = []

    edition = Origin("edition", difference=True)
    declare(report_to(wrong, [Entry(source, parse(source)[0].declarations[0], edition)]), words)

    assert [(diagnostic.code, diagnostic.hint) for diagnostic in wrong] == [
        ("unknown-number", "did you mean 'least_workers'?")
    ]
    assert words.numbers == {"least_workers": 1}
