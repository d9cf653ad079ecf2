"""Words that authors take from everyday speech or from another game, and the words they are told to write."""

import re

import pytest

from check.joined import found
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.library import installed
from rftg_dsl.library.load import load_standard
from rftg_dsl.syntax.keywords import EVERYDAY, KEYWORDS, NUMERALS

PIECES = {
    "roll": 'tile Z1 {{ development "Zed" cost 3 {{ {} }}\nworld "Zet" gray cost 1 }}',
    "race": 'card Z1 {{ development "Zed" cost 3 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Zed" energy economy length 2 vp 1 {{ {} }} }}',
}
"""A component with one power, by game."""


def wrong(game: str, power: str) -> list[Diagnostic]:
    """What is wrong with this power."""
    return found(PIECES[game].format(power), game)


MAY = "write 'may' before the first verb, as in 'may gain ...'; of things, 'may be ...' or 'cannot be ...'"


@pytest.mark.parametrize(
    ("game", "power", "code", "hint"),
    [
        ("roll", "at end of ship: lose $1", "unknown-verb", "write 'spend'"),
        ("race", "consume: may lose 1 good: gain 1 vp", "unknown-verb", "write 'discard' or 'consume'"),
        ("roll", "at end of ship: each opponent loses $1", "unknown-verb", "write 'spends'"),
        (
            "roll",
            "at the end of each ship phase: gain $1",
            "syntax",
            "leave it out, because the name of the phase is enough",
        ),
        ("race", "at the end of each round: draw 1 card", "unknown-phase", "write 'end of round'"),
        ("race", "military: +2", "syntax", "write 'military: 2 more'"),
        ("race", "cost -1", "unknown-verb", "write 'cost of ...: 1 less'"),
        ("roll", "at end of ship: may pay $1: gain 1 vp", "unknown-verb", "write 'spend'"),
        ("roll", "get $1", "unknown-verb", "write 'gain'"),
        ("roll", "take 1 tile", "unknown-verb", "write 'draw'"),
        ("race", "when you settle: receive 1 vp", "unknown-verb", "write 'gain'"),
        (
            "galaxies",
            "action: may lose 1 energy: gain 1 culture",
            "unknown-verb",
            "write 'spend'",
        ),
        ("galaxies", "action: steal 1 energy", "unknown-verb", "write 'gain 1 ... from an opponent'"),
        ("race", "goods on this card can be traded", "unknown-word", "write 'may'"),
        (
            "roll",
            "when you trade: must spend $1",
            "unknown-word",
            "leave it out, because a power without 'may' must be used",
        ),
        ("roll", "at beginning of ship: gain $1", "unknown-edge-of-a-phase", "write 'start'"),
        ("roll", "at end of game: gain 1 vp", "unknown-phase", "write 'score 1 per ...'"),
        ("galaxies", "at end of the game: gain 1 energy", "unknown-phase", "write 'score 1 per ...'"),
        ("roll", "during ship: gain $1", "unknown-phase-or-number", "write 'at start of ship' or 'at end of ship'"),
        ("roll", "during the assign phase: gain $1", "unknown-phase-or-number", "write 'assign'"),
        (
            "race",
            "during consume: gain 1 vp",
            "unknown-phase-or-number",
            "write 'at start of consume', 'at end of consume' or 'consume'",
        ),
        (
            "roll",
            "at end of the ship phase: gain $1",
            "syntax",
            "leave it out, because the name of the phase is enough",
        ),
        ("roll", "at end of ship: may discard up to three dice: gain $1", "syntax", "write '3'"),
        ("galaxies", "action: opponents may gain 1 energy", "syntax", "write 'opponents gain 1 energy'"),
    ],
)
def test_an_everyday_word_is_answered_with_the_words_of_the_game(game: str, power: str, code: str, hint: str) -> None:
    [diagnostic] = wrong(game, power)

    assert (diagnostic.code, diagnostic.hint) == (code, hint)


@pytest.mark.parametrize(
    ("game", "power", "said", "hint"),
    [
        ("roll", "gain two vp", "two", "write '2'"),
        ("race", "when you settle: draw three cards", "three", "write '3'"),
        ("galaxies", "action: gain one energy", "one", "write '1'"),
        ("galaxies", "action: advance 1 orbiter by two", "two", "write '2'"),
        ("roll", "at end of ship, if you have four worlds: gain $1", "four", "write '4'"),
    ],
)
def test_a_number_in_words_is_answered_with_its_digits(game: str, power: str, said: str, hint: str) -> None:
    [diagnostic] = wrong(game, power)

    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == (
        "unknown-word",
        f"numbers must be written in digits, not as {said!r}",
        hint,
    )


@pytest.mark.parametrize(
    ("game", "power", "code", "hint"),
    [
        ("roll", "when any player trades: gain $1", "wrong-kind", "write 'anyone trades'"),
        ("roll", "when each player trades: gain $1", "wrong-kind", "write 'anyone trades'"),
        ("roll", "when any opponent trades: gain $1", "wrong-kind", "write 'opponent trades'"),
        ("roll", "when opponents trade: gain $1", "wrong-kind", "write 'opponent trades'"),
        ("race", "when another player settles: draw 1 card", "wrong-kind", "write 'opponent settles'"),
        (
            "roll",
            "when an opponent completes a world: gain $1",
            "surplus-clause",
            "write 'when opponent completes, if it is a world: ...'",
        ),
        ("roll", "when you complete a development: gain $1", "surplus-clause", "write 'own development completes'"),
    ],
)
def test_whose_act_an_event_is_has_its_words(game: str, power: str, code: str, hint: str) -> None:
    [diagnostic] = wrong(game, power)

    assert (diagnostic.code, diagnostic.hint) == (code, hint)


@pytest.mark.parametrize(
    "power",
    [
        "when anyone trades: gain $1",
        "when opponent trades: gain $1",
        "when opponent completes, if it is a world: gain $1",
        "when own development completes: gain $1",
        "at end of ship: each opponent gains $1",
        "cost of worlds, if you have 3 worlds: 1 less",
        "if you have 3 worlds: score 5",
        "at end of ship: may spend $1: choose one: gain 1 vp, or gain 1 home die to cup",
    ],
)
def test_what_the_hints_say_can_be_written(power: str) -> None:
    assert wrong("roll", power) == []


OTHERS = "write 'each opponent gains ...' or 'opponents gain ...'"
TURNED = "write 'cost of ..., if ...: 1 less'"
PRICED = "put the price first, as in 'may spend $1: choose one: ..., or ...', or write a separate power for each price"
FIRST = "write 'if ...: score 1 per ...'"
MOMENT = "put it first, followed by a comma and the words now before it"
COLON = "write it before a colon, as in 'if you have 2 ...: gain ...' or 'at end of ..., if you ...: gain ...'"


@pytest.mark.parametrize(
    ("game", "power", "code", "hint"),
    [
        ("roll", "each opponent: gain $1", "missing-effect", OTHERS),
        ("roll", "at end of ship, each opponent: gain $1", "missing-effect", OTHERS),
        ("galaxies", "action: each opponent: gain 1 energy", "missing-effect", OTHERS),
        ("roll", "if you have 3 worlds: cost of worlds: 1 less", "surplus-clause", TURNED),
        ("race", "if you have 3 worlds: cost of worlds: 1 less", "surplus-clause", TURNED),
        ("race", "if you have 3 worlds, may discard this card: military: 1 more", "surplus-clause", None),
        ("roll", "at end of ship: may spend $1: gain 1 vp, or spend $2: gain 3 vp", "surplus-clause", PRICED),
        ("roll", "at end of ship, choose one: spend $1: gain 1 vp, or spend $2: gain 2 vp", "surplus-clause", PRICED),
        ("roll", "score 5, if you have 3 worlds", "surplus-clause", FIRST),
        ("roll", "score 5 if you have 3 worlds", "syntax", COLON),
        ("roll", "score 5 if you have the most worlds", "surplus-clause", COLON),
        ("roll", "once per round, when you trade: gain $1", "surplus-clause", MOMENT),
        ("roll", "if you have 3 worlds, at end of ship: gain $1", "surplus-clause", MOMENT),
        ("roll", "gain $1 if you have 3 worlds", "syntax", COLON),
        ("roll", "at end of ship if you have 3 worlds: gain $1", "syntax", COLON),
    ],
)
def test_parts_in_another_order_are_one_mistake_with_its_remedy(
    game: str, power: str, code: str, hint: str | None
) -> None:
    [diagnostic] = wrong(game, power)

    assert diagnostic.code == code
    assert hint is None or diagnostic.hint == hint


@pytest.mark.parametrize(
    ("game", "power", "code", "hint"),
    [
        ("race", "consume: may discard 1 good: gain 1 vp", "wrong-kind", "these fit: consume, move, sell, barter"),
        (
            "race",
            "when you pay for a development: draw 1 card per cost of it",
            "wrong-kind",
            "'when you settle ...', 'when a piece produces', 'when you sell ...' or 'when a piece leaves'",
        ),
        (
            "roll",
            "at end of ship: gain $1 per cost of it",
            "wrong-kind",
            "begin with 'when a piece completes' or 'when you have completed ...'",
        ),
        (
            "roll",
            "at end of ship: may move up to 2 dice in cup to citizenry: gain $1 per moved",
            "unknown-word",
            "in this game, a power can count the things that it acts on only as: consumed, discarded, spent",
        ),
        ("race", "at end of explore, if it rains: draw 1 card", "unknown-condition", "'if you developed'"),
        ("roll", "at end of ship, if you have not shiped: gain $1", "unknown-condition", "did you mean 'shipped'?"),
        ("galaxies", "action, if it rains: gain 1 energy", "unknown-condition", "'if you followed'"),
        ("roll", "at end of ship, if you are last: gain $1", "unknown-condition", "'if you scouted'"),
    ],
)
def test_a_hint_names_only_what_the_game_has(game: str, power: str, code: str, hint: str) -> None:
    [diagnostic] = wrong(game, power)

    assert diagnostic.code == code
    assert hint in diagnostic.hint


def test_the_table_of_everyday_words_leads_to_words_that_there_are() -> None:
    spoken = {verb.name.split()[0] for name in installed.game_names() for verb in installed.find_game(name).verbs}
    nouns = {word for name in installed.game_names() for word in load_standard(name).model.words.words_for_powers()}
    forms = [form for forms in EVERYDAY.values() for form in forms]

    assert {form for form in forms if re.fullmatch("[a-z]+", form)} <= KEYWORDS | spoken | nouns | {"start", "end"}
    assert not {*EVERYDAY, *NUMERALS} & KEYWORDS - {"one", "choose", "opponents"}
