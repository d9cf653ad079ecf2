"""Mistakes in a set itself, or in an edition, rather than in a piece."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftg_dsl import library
from rftg_dsl.check.declare import declare
from rftg_dsl.check.report import Report
from rftg_dsl.diagnostic import Diagnostic
from rftg_dsl.library import Unusable
from rftg_dsl.source import Source
from rftg_dsl.syntax.parse import SIZE, parse
from rftg_dsl.vocabulary import Vocabulary

RIGHT = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n'


def found(folder: Path, toml: str | None = RIGHT, pieces: bytes = b"") -> list[Diagnostic]:
    """What loading a folder finds."""
    if toml is not None:
        (folder / "set.toml").write_text(toml)
    (folder / "pieces.rftg").write_bytes(pieces)
    return list(library.load("roll", extra=[folder], sets=[]).diagnostics)


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
    assert {one.code for one in found(tmp_path, toml)} == {code}


def test_two_sets_of_one_id_do_not_join(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "set.toml").write_text(RIGHT)

    loaded = library.load("roll", extra=[tmp_path / "a", tmp_path / "b"], sets=[])

    assert [one.code for one in loaded.diagnostics] == ["duplicate-set"]


@pytest.mark.parametrize(
    ("pieces", "codes"),
    [
        (b"", ["empty-file"]),
        (b"\xef\xbb\xbf# with a byte order mark\r\n", []),
        (b"# caf\xe9\n", ["bad-encoding"]),
        (b"# \x00\n", ["bad-encoding"]),
        (b"# " + b"x" * SIZE, ["file-too-large"]),
        (b"x" * (SIZE * 4 + 1), ["file-too-large"]),
        (b"a {" * 10_000, ["nesting-too-deep"]),
    ],
)
def test_a_file_that_is_not_text_or_too_large(tmp_path: Path, pieces: bytes, codes: list[str]) -> None:
    assert [one.code for one in found(tmp_path, pieces=pieces)] == codes


@given(st.text(max_size=120))
def test_any_set_toml(text: str) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        (Path(folder) / "set.toml").write_text(text, "utf-8", "replace")
        library.load("roll", extra=[Path(folder)], sets=[])


def test_an_unknown_edition_names_those_there_are() -> None:
    with pytest.raises(Unusable, match="no edition '2o20'") as raised:
        library.load("roll", "2o20")

    assert "2020" in raised.value.hint


def test_an_edition_changes_only_numbers_that_are_there() -> None:
    source = Source("edition", "number leest_workers 0\n")
    words = Vocabulary(numbers={"least_workers": 1})
    wrong: list[Diagnostic] = []

    declare([(Report(source, wrong), parse(source)[0].declarations[0], True)], words)

    assert [(one.code, one.hint) for one in wrong] == [("unknown-number", "did you mean 'least_workers'?")]
    assert words.numbers == {"least_workers": 1}
