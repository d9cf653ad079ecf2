"""A law of rule text: two powers with different meanings never have the same text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from check.joined import join
from check.test_every_word_counts import loaded, meaning, texts
from lanes import SLOW, scale
from proof.bulk import bench, names
from proof.sentences import Sentences
from rftg_dsl.check.model import Power
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library import installed
from wording.worded import worded

MUTANTS, SENTENCES = (8_000, 20_000) if SLOW else (scale(700), scale(700))
"""How many changed powers, and how many random ones, of each game."""

SWAPS = (
    "more less exactly|highest lowest|most fewest|start end|own every another this|up down|have share|"
    "you opponent anyone|first last|with without|once twice|below above|and or"
)
"""Words of the language that can stand in each other's place."""

EQUAL = (
    (r"\bgoods on (?=.* cannot be traded)", ""),  # a thing on a piece counts as that piece
    (r"^trade of (all )?goods( on (own )? ?worlds?)?:", "trade:"),
    (r"\bsettle a world\b", "settle"),  # there is nothing else to settle
    (r"\bevery (?=\w+ in )", "all "),  # of things on the table, which are nobody's
    (r"\b(no|an|each) opponent has no\b", "you have no"),
)
"""What is written otherwise and means the same, though the model differs."""

FRAMES = {
    "roll": 'tile X1 {{\n development "D" cost 6 {{ {} }}\n world "W" rare cost 1 {{ {} }}\n}}\n',
    "race": (
        'card X1 {{ world "W" rare production cost 1 vp 1 {{ {} }} }}\n'
        'card X2 {{ development "D" cost 6 vp 1 {{ {} }} }}\n'
    ),
    "galaxies": (
        'planet-card X1 {{ planet "P" culture economy length 2 vp 1 {{ {} }} }}\n'
        'mission-card X2 {{ mission "M" {{ {} }} }}\n'
    ),
}


def groups(words: Vocabulary) -> Iterator[list[str]]:
    """Words of which one can stand in the place of another."""
    yield from (group.split() for group in SWAPS.split("|"))
    yield [kind.name for kind in words.stock_kinds.values()]
    yield [place.name for place in words.places.values()]
    yield [*words.phases]
    yield [*words.counters_for_powers()]
    for name in words.properties:
        yield [entry.name for entry in words.values.values() if entry.of == name]
    for table in (words.nouns, words.kinds):
        yield [word.name for word in table.values()]
        yield [word.plural for word in table.values()]


def changed(text: str, others: dict[str, set[str]]) -> Iterator[str]:
    """A power with one number or one word changed."""
    words = text.split(" ")
    for nth, word in enumerate(words):
        core = word.strip(",:")
        number = core.lstrip("$")
        instead = {str(int(number) + 1), str(int(number) + 2)} if number.isdigit() else others.get(core, set()) - {core}
        for other in sorted(instead):
            yield " ".join([*words[:nth], word.replace(number if number.isdigit() else core, other), *words[nth + 1 :]])


def mutants(game: str) -> list[str]:
    """The powers of a game, and each with one number or word changed."""
    others: dict[str, set[str]] = defaultdict(set)
    for group in groups(loaded(game).model.words):
        for word in group:
            others[word] |= set(group)
    shipped = texts(game)
    every = [mutant for text in shipped for mutant in changed(text, others)]
    return shipped + Random(game).sample(every, min(MUTANTS, len(every)))


def random_sentences(game: str) -> list[str]:
    """Random powers of all forms of the language."""
    made = Sentences(bench(game), names(game), Random(f"{game} wording"))
    return [made.next().text for _ in range(SENTENCES)]


def is_sound(game: str, power: str) -> bool:
    """Whether a power can be written on one of the sides of a game."""
    frame = FRAMES[game]
    return any(join(frame.format(*pair), game).library is not None for pair in ((power, ""), ("", power)))


def normal(power: str) -> str:
    """A power in one of the ways to write it."""
    for pattern, same in EQUAL:
        power = re.sub(pattern, same, power)
    return power


def confused(game: str, powers: Iterable[str]) -> tuple[int, list[tuple[str, list[str]]]]:
    """How many powers mean something, and the texts that several of them have though they do not mean the same."""
    said: dict[str, list[tuple[Power, str]]] = defaultdict(list)
    tried = 0
    for power in powers:
        if (meant := meaning(game, power)) is not None:
            tried += 1
            known = said[worded(game, meant)]
            if all(other != meant for other, _ in known):
                known.append((meant, power))
    several = {text: [power for _, power in entries] for text, entries in said.items() if len(entries) > 1}
    sound = {
        text: [sentence for sentence in sentences if is_sound(game, sentence)] for text, sentences in several.items()
    }
    return tried, [(text, sentences) for text, sentences in sound.items() if len(set(map(normal, sentences))) > 1]


def test_the_law_finds_a_text_that_leaves_something_out(monkeypatch: pytest.MonkeyPatch) -> None:
    powers = ["when you trade: gain $1", "when you trade, once per phase: gain $1"]
    assert confused("roll", powers) == (2, [])

    monkeypatch.setattr("rftg_dsl.wording.power_text.word_limits", lambda to, power: ())

    assert confused("roll", powers) == (2, [("Ship: When you trade a good, gain $1.", powers)])


@pytest.mark.parametrize("game", installed.game_names())
def test_a_changed_number_or_word_changes_the_text(game: str) -> None:
    tried, same = confused(game, mutants(game))

    assert same == []
    assert tried > scale(200)


@pytest.mark.parametrize("game", installed.game_names())
def test_random_powers_with_different_meanings_have_different_texts(game: str) -> None:
    tried, same = confused(game, random_sentences(game))

    assert same == []
    assert tried > scale(600)
