"""A line of a cell is a sentence, in the spelling of the language or nearly so, or it is not."""

from __future__ import annotations

import pytest

from rftg_dsl.author.printed_sentences import Likeness
from rftg_dsl.author.spreadsheet.read_sentences import SentenceReader
from rftg_dsl.check.scope import Speech
from rftg_dsl.library.load import load_standard
from rftg_dsl.syntax.unparse import write_power


def read(text: str, phase: str = "") -> list[str]:
    """The sentences in a cell of Race, and each line that is none after a dash."""
    library = load_standard("race")
    reader = SentenceReader(Speech(library.model.words, library.game))
    return [f"- {each}" if isinstance(each, str) else write_power(each) for each in reader.read(text, phase)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("draws: 1 more", ["draws: 1 more"]),
        ("Draws: 1 more.", ["draws: 1 more"]),
        ("-draws: 1 more,", ["draws: 1 more"]),
        ("• draws: 1 more\n2) military: 1 more\n", ["draws: 1 more", "military: 1 more"]),
        ("draws: 1 more<br>military: 1 more<BR/>", ["draws: 1 more", "military: 1 more"]),
        ("draws: 1 more; military: 1 more", ["draws: 1 more", "military: 1 more"]),
        ("Draws: 1 more. Military: 1 more.", ["draws: 1 more", "military: 1 more"]),
        ("consume: consume 1 good:\n gain 1 vp,\n draw 1 card", ["consume: consume 1 good: gain 1 vp, draw 1 card"]),
        ("score 2 per own world called “Old Earth”", ['score 2 per own world called "Old Earth"']),
    ],
)
def test_sentences_are_read_as_people_write_them(text: str, sentences: list[str]) -> None:
    assert read(text) == sentences


@pytest.mark.parametrize(
    "text",
    [
        "take a card from the deck",
        "draws: 1 more # and a remark",
        "} card C01 {",
        'world "Hidden" cost 1 vp 1',
        "draws: 1 more, and then some",
        "draws: 99999999999 more",
        "x" * 3_000,
        "draws: 1 more; something else",
        '"',
    ],
)
def test_anything_else_is_left_as_it_is(text: str) -> None:
    assert read(text) == [f"- {text}"]


def test_in_the_column_of_a_phase_a_sentence_need_not_begin_with_it() -> None:
    assert read("produce here", "produce") == ["produce: produce here"]
    assert read("produce: produce here", "produce") == ["produce: produce here"]
    assert read("draws: 1 more", "explore") == ["draws: 1 more"]


def test_the_nearest_printed_sentences_are_found_from_english() -> None:
    likeness = Likeness(load_standard("race"))

    near = [each.written for each in likeness.find_nearest("When you settle a world, draw a card.")]

    assert near[0] == "when you settle: draw 1 card"
    assert likeness.find_nearest("") == likeness.find_nearest("zebra") == []
