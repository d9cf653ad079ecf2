"""What a diagnostic says it can put right is right once it is done, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given

from check.joined import found, tile
from check.test_fuzz import mutated
from lanes import law
from language.test_language import FILES, game_of
from rftg_dsl.base.diagnostic import Diagnostic, Edit, is_slip, slip_of
from rftg_dsl.base.source import Source
from rftg_dsl.library.manifest import read_set_file
from rftg_dsl.library.sets import decode_text
from rftg_dsl.syntax.parse import read


def mended(text: str, fix: Sequence[Edit]) -> str:
    """A text with all edits of a fix."""
    for edit in sorted(fix, key=lambda edit: edit.at.start, reverse=True):
        text = text[: edit.at.start] + edit.text + text[edit.at.end :]
    return text


def errors(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]


FIXED = [
    ("gian $1", "gain $1"),
    ("lose $1", "spend $1"),
    ("remove 1 own die", "discard 1 own die"),
    ("each opponent loses $1", "each opponent spends $1"),
    ("gain two vp", "gain 2 vp"),
    ("gain 2 points", "gain 2 vp"),
    ("score 1 per rare wrold", "score 1 per rare world"),
    ("can gain $1", "may gain $1"),
    ("when opponent trade: gain $1", "when opponent trades: gain $1"),
    ("each opponent gain $1", "each opponent gains $1"),
    ("at end of ship, if you has 2 worlds: gain $1", "at end of ship, if you have 2 worlds: gain $1"),
    ("At end of ship: gain $1", "at end of ship: gain $1"),
    ("at end of ship: gain $1 // why", "at end of ship: gain $1 # why"),
    ("at end of ship:\N{NO-BREAK SPACE}gain $1", "at end of ship: gain $1"),
    ("cost of non\N{EN DASH}gray worlds: 1 less", "cost of non-gray worlds: 1 less"),
]
"""Powers, and how their only mistake is put right."""


@pytest.mark.parametrize(("wrong", "right"), FIXED, ids=[wrong for wrong, _ in FIXED])
def test_a_fix_makes_the_sentence_that_its_author_meant(wrong: str, right: str) -> None:
    text = tile(wrong).replace(" }", "\n }", 1)  # a comment ends with its line

    [error] = errors(found(text))

    assert mended(text, error.fix) == text.replace(wrong, right)
    assert [each.code for each in errors(found(mended(text, error.fix)))] in ([], ["choice-without-chooser"])


@pytest.mark.parametrize(
    "power",
    [
        "gain 1 xp",  # too short to be certain
        "must gain $1",
        "gain $1 to cup",
        "at end of ship: spend $1: gain 1 vp",
        "gain “1” vp",
        "Gain $1",  # a word of the game: the grammar does not know it
    ],
)
def test_what_is_not_certain_has_no_fix(power: str) -> None:
    diagnostics = errors(found(tile(power)))

    assert diagnostics
    assert [diagnostic.fix for diagnostic in diagnostics if diagnostic.fix] == []


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "encoding"], ids=lambda path: path.stem)
def test_every_fix_of_a_mistake_in_these_files_takes_it_away(path: object) -> None:
    raw = path.read_bytes()  # type: ignore[attr-defined]
    text, game = raw.decode(), game_of(raw)
    before = errors(found(text, game))

    for error in before:
        if error.fix:
            after = errors(found(mended(text, error.fix), game))
            same = [each for each in after if each.code == error.code and each.at.begins == error.at.begins]
            assert (same, len(after) <= len(before)) == ([], True), error


def test_names_in_typographic_quotes_get_straight_ones() -> None:
    text = "colour exotic “Exotic” trade 4\n"

    [diagnostic] = found(text)

    assert mended(text, diagnostic.fix) == 'colour exotic "Exotic" trade 4\n'


def test_hidden_characters_can_be_removed() -> None:
    source, [diagnostic] = decode_text("# a\u202eb\n".encode(), "text")

    assert mended(source.text, diagnostic.fix) == "# ab\n"


def test_a_misspelt_key_of_a_set_gets_the_right_one() -> None:
    text = 'id = "mine"\nnaem = "Mine"\ngame = "roll"\nversion = "1"\n'

    wrong = read_set_file(Source("set.toml", text))

    assert isinstance(wrong, list)
    [diagnostic] = [each for each in wrong if each.fix]
    assert not isinstance(read_set_file(Source("set.toml", mended(text, diagnostic.fix))), list)


@law(60, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_edits_lie_in_the_file_and_do_not_overlap(text: str) -> None:
    reading = read(Source("text", text))

    for mistake in reading.mistakes:
        for edit in mistake.fix:
            assert 0 <= edit.at.start <= edit.at.end <= len(text)
            assert text[edit.at.start : edit.at.end] != edit.text


@pytest.mark.parametrize("wrong", ["gan", "gainn", "gsin", "agin", "gai", "xgain"])
def test_a_slip_is_one_letter_or_two_that_are_swapped(wrong: str) -> None:
    assert is_slip(wrong, "gain")
    assert slip_of(wrong, ["gain", "spend"]) == "gain"


@pytest.mark.parametrize("wrong", ["gain", "giann", "niag", "ga", "gaining", "", "g"])
def test_more_than_one_letter_is_no_slip(wrong: str) -> None:
    assert slip_of(wrong, ["gain"]) == ""


def test_a_slip_of_two_words_is_not_certain() -> None:
    assert slip_of("worl", ["world", "work", "worlds"]) == ""
    assert slip_of("wor", ["world"]) == ""
