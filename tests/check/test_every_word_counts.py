"""Law 4 as a property: no word of a power is ignored.

Removing a word from a power, or adding one, either is a mistake or changes what the power means.
"""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Power
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scope import Scope, Speech
from rftg_dsl.library import installed, load
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import Sentence

NEUTRAL = {"a", "an", "the", "own", "1", "of", "have"}
"""Words that may stand or be left out: articles, what is meant anyway, and both ways to say 'all of its'."""

SAME = re.compile(r"to here|(economy|diplomacy) (and|or) colon|action_die")
"""What may be said with a word more: a place, a join of two words that are places as well, the only kind of die."""

PARTS = (
    "2|$1|all|any number of|up to 2|1 or 2|other|another|this|its|of opponents|every|same|one|different|here|and|or|"
    "may|per|to|in|from|with|without|on|for|as|by|against|is own|: ,|rounded up,|, rounded up|not below 1,|"
    ", not below 1|last,|first,|once per phase,|, once per phase"
).split("|")


@cache
def loaded(game: str) -> load.Loaded:
    return load.load(game)


@cache
def speech(game: str) -> Speech:
    return Speech(loaded(game).model.words, installed.find_game(game))


def meaning(game: str, text: str, with_text: bool = False) -> Power | None:
    """What a power means, without its text or with it; None if anything is wrong with it."""
    source = Source("power", 'side "X" {\n' + text + "\n}\n")
    tree, mistakes = parse(source)
    members = tree.declarations[0].members if tree.declarations else ()
    if mistakes or len(members) != 1 or not isinstance(members[0], Sentence):
        return None
    diagnostics: list[Diagnostic] = []
    made = read_power(Scope(Report(source, diagnostics), speech(game)), members[0], "X/1")
    return None if diagnostics or made is None else made if with_text else evolve(made, text="")


def texts(game: str) -> list[str]:
    """One power of each shape."""
    shapes = {
        re.sub(r"\d+", "1", power.text): power.text for side in loaded(game).model.list_sides() for power in side.powers
    }
    return sorted(shapes.values())


def variants(text: str, extra: list[str]) -> Iterator[str]:
    words = text.split(" ")
    for at, word in enumerate(words):
        if word not in NEUTRAL:
            yield " ".join(words[:at] + words[at + 1 :])
    for at in range(len(words) + 1):
        for part in extra:
            yield " ".join([*words[:at], part, *words[at:]])


@pytest.mark.parametrize("game", installed.game_names())
def test_a_word_more_or_less_is_a_mistake_or_another_meaning(game: str) -> None:
    words = loaded(game).model.words
    same = {name for component in words.components.values() for name in (component.name, component.plural)}
    nouns = sorted(words.list_words() - NEUTRAL - same)  # "development tiles" are developments
    leaks = []
    tried = 0
    for nth, text in enumerate(texts(game)):
        said = meaning(game, text)
        if said is None:
            continue
        few = [*PARTS[nth % 12 :: 12], *nouns[nth % 40 :: 40]]
        for variant in variants(text, few):
            tried += 1
            if not SAME.search(variant) and meaning(game, variant) == said:
                leaks.append(variant)

    assert tried > 300
    assert "\n".join(leaks) == ""


@pytest.mark.parametrize("game", installed.game_names())
def test_the_text_of_a_power_is_the_whole_power(game: str) -> None:
    sides = loaded(game).model.list_sides()
    named = [power for side in sides for power in side.powers if not {"called", "until"} & set(power.text.split())][::3]

    differing = [
        power.text
        for power in named
        if (said := meaning(game, power.text)) and said != evolve(power, id="X/1", text="")
    ]

    assert len(named) > 10
    assert differing == []


@pytest.mark.parametrize(
    "text", ["cost of worlds: 1 less per own rare world", "cost of worlds: 1 less per 2 own rare worlds, rounded up"]
)
def test_the_text_of_a_changed_number_includes_what_is_counted(text: str) -> None:
    said = meaning("roll", text, with_text=True)

    assert said is not None
    assert said.text == text


@pytest.mark.parametrize("text", ["may score 1 per own world", "may spend $1, once per phase: gain 1 vp"])
def test_a_choice_or_a_limit_that_a_sort_of_power_cannot_have_is_a_mistake(text: str) -> None:
    without = text.replace("may score", "score").replace(", once per phase", "")

    assert meaning("roll", without) is not None
    assert meaning("roll", text) is None
