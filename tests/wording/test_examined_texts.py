"""Texts that an examination by the rulebooks found wrong or misleading, and sentences of the same kinds."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rftg_dsl.check.model import Side
from rftg_dsl.wording.power_text import word_side
from wording.worded import text_of, with_sets

SETS = {"roll": (), "race": ("gathering-storm", "new-worlds"), "galaxies": ()}


@cache
def sides(game: str) -> dict[str, Side]:
    """The sides of a shipped game with its sets, by their printed names; of two alike, the first."""
    printed_sides: dict[str, Side] = {}
    for component in with_sets(game, *SETS[game]).model.components:
        for side in component.sides:
            printed_sides.setdefault(side.name, side)
    return printed_sides


def side_text(game: str, name: str) -> str:
    """The whole text of a component."""
    loaded = with_sets(game, *SETS[game])
    return "\n".join(map(str, word_side(loaded.model.words, loaded.game, sides(game)[name])))


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("race", "Alien Tech Institute", "2 VP for each of your remaining ALIEN cards."),  # itself included
        ("race", "Pan-Galactic League", '3 VP for each of your cards called "Contact Specialist" (each counts once).'),
        ("race", "Terraforming Guild", "2 VP for each of your remaining TERRAFORMING cards."),
        ("roll", "Genetics Lab", "End of Produce: Gain $2 for each of your Genes dice used as goods."),
        ("roll", "Improved Reconnaissance", "You may place the tiles that you draw when you scout on top of your"),
        ("galaxies", "SARGUS-36", "Give its owner 1 energy to use the action of 1 colonized planet of an opponent."),
        ("galaxies", "WALSFEO", "Give its owner 1 culture to use the action of 1 colonized planet of an opponent."),
        ("roll", "Galactic Reserves", "Each of your non-gray worlds can hold 1 more good.\n"),  # in no phase
        ("galaxies", "ORBITER", "2 VP if you have no ship on or around a planet."),
        ("galaxies", "HELIOS", "without ships on or around it and reveal a new planet in its place."),
        ("galaxies", "ANDELLOUXIAN-6", "to your Galaxy Mat, then choose one: gain 1 energy for each space"),
        ("galaxies", "INDUSTRIALIST", "2 VP if your empire level is 6."),
        ("roll", "Doomed World", "Set your credits to $8."),
        ("race", "New Galactic Order", "1 VP for each point of your Military."),
        ("race", "Greatest Military", "+1 progress for each point of your Military."),
        ("race", "Public Works", "Develop: When you place a development, draw 1 card."),
        ("race", "Gambling World", "Name a number from 1 to 7 and turn up the top card;"),
        ("race", "Galactic Bazaar", "Consume: You may discard 1 card from your hand to gain 1 VP chip."),
        ("race", "Space Mercenaries", "+1 Military against military worlds for each card discarded until the end of"),
        ("race", "Budget Surplus", "each time you discarded cards over your hand limit this round."),
        ("race", "Galactic Status", "+1 progress for each of your developments with cost 6 and a scoring power."),
        (
            "galaxies",
            "BIRKOMIUS",
            "until the end of the turn, when you are followed, gain 1 culture (does not add up).",
        ),
        ("galaxies", "NIBIRU", "until the end of the turn, opponents pay 2 culture to follow you."),
        ("galaxies", "OMICRON FENZI", "You may spend any amount of energy to gain 1 culture for each energy spent."),
    ],
)
def test_the_text_says_what_the_game_does(game: str, name: str, text: str) -> None:
    assert text in side_text(game, name) + "\n"


def test_galactic_reserves_belongs_to_no_phase() -> None:
    assert side_text("roll", "Galactic Reserves").startswith("Each of your non-gray worlds")


@pytest.mark.parametrize("game", SETS)
def test_other_always_leaves_out_the_piece_with_the_power(game: str) -> None:
    loaded = with_sets(game, *SETS[game])
    for side in sides(game).values():
        for power, line in zip(side.powers, word_side(loaded.model.words, loaded.game, side), strict=True):
            if re.search(r"\bother (?!player|powers)", str(line)):
                assert any(getattr(part, "this", "") == "except" for part in power.parts), line


@pytest.mark.parametrize(
    ("game", "power", "text"),
    [
        (
            "roll",
            "score 2 per own rare world, or 1 per own world",
            "End of game: 2 VP for each of your Rare Elements worlds, 1 VP for each of your remaining worlds.",
        ),
        (
            "roll",
            "at end of ship: gain $1 per military good",
            "End of Ship: Gain $1 for each of your Military dice used as goods.",
        ),
        (
            "roll",
            "at end of ship: may consume 1 rare good: gain $1",
            "End of Ship: You may consume 1 Rare Elements die used as a good to gain $1.",
        ),
        ("roll", "if you have 3 worlds: gain $2", "When this comes into play: If you have 3 or more worlds, gain $2."),
        (
            "roll",
            "at end of ship: may spend $1: choose one: gain 1 vp, or draw 1 tile",
            "End of Ship: You may spend $1, then choose one: gain 1 VP chip, or draw 1 tile.",
        ),
        (
            "galaxies",
            "action: use 1 planet in row for 1 energy",
            "Spend 1 energy to use the action of 1 planet in the centre row.",
        ),
        ("galaxies", "action: have 3 energy", "Set your energy to 3."),
        (
            "galaxies",
            "action: discard 1 planet in row",
            "Discard 1 planet in the centre row and reveal a new planet in its place.",
        ),
        (
            "race",
            "at end of settle: may place 1 non-military world from supply",
            "End of Settle: You may place 1 non-military world from the supply (the top card is turned up, and goes to"
            " your hand if it is not placed).",
        ),
        (
            "race",
            "when opponent has overflowed: move all cards in discarding of opponents to hand",
            "After an opponent has discarded cards over their hand limit, move all cards from an opponent's payment or"
            " discards to your hand.",
        ),
        ("race", "when opponent develops: draw 1 card", "Develop: When an opponent places a development, draw 1 card."),
        (
            "race",
            "consume: guess the cost of the top card",
            "Consume: Name a number from 1 to 7 and turn up the top card; take it if its cost or defense is that"
            " number.",
        ),
    ],
)
def test_sentences_of_the_same_kinds_say_it_as_well(game: str, power: str, text: str) -> None:
    assert text_of(game, power) == text
