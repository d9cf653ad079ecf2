"""Every form of the language has a text, and the text is a sound English sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from check.test_every_word_counts import loaded, meaning
from lanes import scale
from language.test_language import FILES, game_of
from rftg_dsl.library import installed
from rftg_dsl.syntax.keywords import ARTICLES
from rftg_dsl.wording.power_text import without_repeats
from rftg_dsl.wording.text_segments import say
from wording.test_distinct import random_sentences
from wording.worded import TESTS, text_of, worded

POWER = re.compile(r"\{\s*([^{}\n]+?)\s*\}|^ {4,}([^{}#\n]+?)\s*(?:#.*)?$", re.M)
"""A power in a file: alone in its block, or on a line of its own."""
FENCE = re.compile(r"```rftg (power|race|galaxies)\n(.*?)```", re.S)

WRONG = {
    "something unfilled": r"[{}<>\[\]|]|\.\.\.(?!\))|\bNone\b|\?",
    "a word said twice": r"\b(\w+) \1\b",
    "a wrong article": r"\b(?i:a) (?=[aeio])(?!one\b|uni)|\b(?i:an) (?=[bcdfgjklmnpqrstvwxyz])",
    "spaces in a wrong place": r"  | (?:[,:;)]|\.(?!\.))|\( |^\s|\s$",
    "a word as content writes it": r"_|\b(?:alien-named|inactive-di|activated-di|start-world|action_die)",
    "several of one": r"(?<!defense )(?<!cost )\b1 (?:\w+ )?"
    r"(?:dice|worlds|cards|goods|tiles|ships|planets|chips|workers|settlers)\b",
    "one of several": r"\b[2-9] (?:die|world|card|good|tile|ship|planet|chip|worker|settler)\b",
    "no sentence": r"[^.]$|^[a-z]|: [a-z].*: [A-Z]",
}
"""What no text may have."""


def faults(text: str) -> list[str]:
    """What is wrong with a text."""
    return [what for what, pattern in WRONG.items() if re.search(pattern, unquoted(text))]


def unquoted(text: str) -> str:
    """A text without printed names."""
    return re.sub(r'"[^"]*"', '"X"', text)


def in_files() -> Iterator[tuple[str, str]]:
    """Everything in the files of the language that may be a power, with its game."""
    for path in FILES:
        text = path.read_text("latin-1")
        for alone, on_line in POWER.findall(text):
            yield game_of(text.encode("latin-1")), alone or on_line


def in_document() -> Iterator[tuple[str, str]]:
    """Every power of ``docs/language.md``, with its game."""
    for kind, block in FENCE.findall((TESTS.parent / "docs" / "language.md").read_text("utf-8")):
        for power in block.strip().split("\n"):
            yield "roll" if kind == "power" else kind, power


def shipped(game: str) -> Iterator[tuple[str, str]]:
    """Every power of a game."""
    return ((game, power.text) for power in loaded(game).model.walk_powers())


def test_every_power_in_the_documents_and_in_the_files_of_the_language_has_a_sound_text() -> None:
    every = {*in_files(), *in_document()}
    said = {power: worded(game, meant) for game, power in every if (meant := meaning(game, power)) is not None}

    assert {power: (text, flaws) for power, text in said.items() if (flaws := faults(text))} == {}
    assert len(said) > 200


@pytest.mark.parametrize("game", installed.game_names())
def test_shipped_and_random_powers_have_a_sound_text(game: str) -> None:
    every = {power for _, power in shipped(game)} | set(random_sentences(game))
    said = {power: worded(game, meant) for power in sorted(every) if (meant := meaning(game, power)) is not None}

    assert {power: (text, flaws) for power, text in said.items() if (flaws := faults(text))} == {}
    assert len(said) > scale(600)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Gain {what}.", "something unfilled"),
        ("Gain 1 of of your dice.", "a word said twice"),
        ("Gain a Alien die.".replace("Alien", "alien"), "a wrong article"),
        ("Gain an die.", "a wrong article"),
        ("Gain $1 .", "spaces in a wrong place"),
        ("Gain 1 action_die.", "a word as content writes it"),
        ("Gain 1 Military dice.", "several of one"),
        ("Gain 2 die.", "one of several"),
        ("gain $1.", "no sentence"),
        ("Gain $1", "no sentence"),
    ],
)
def test_an_unsound_text_is_seen(text: str, what: str) -> None:
    assert what in faults(text)


def test_articles_are_not_words_of_content() -> None:
    assert text_of("roll", "gain 1 rare die to cup") == text_of("roll", "gain 1 rare die to the cup")
    assert {"a", "an", "the"} == ARTICLES


def test_what_says_nothing_repeats_nothing() -> None:
    assert without_repeats([(), say("gain", "$1"), say("gain", "1 VP"), ()]) == [
        (),
        say("gain", "$1"),
        say("1 VP"),
        (),
    ]
