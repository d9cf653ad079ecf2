"""Sentences and heads of components that lack something: one mistake each, that says what to write and where."""

from __future__ import annotations

import pytest

from check.joined import found
from language.test_fixes import errors, mended

SIDES = {
    "roll": 'tile {0}{{\n  development "Plain Works" cost 2 {{ {1} }}\n  {2}\n}}\n',
    "race": "card {0}{{\n  {2} {{ {1} }}\n}}\n",
    "galaxies": "planet-card {0}{{\n  {2} {{ {1} }}\n}}\n",
}
WORLDS = {
    "roll": 'world "New Haven" novelty cost 3',
    "race": 'world "New Haven" rare windfall cost 3 vp 1',
    "galaxies": 'planet "New Haven" energy diplomacy length 2 vp 1',
}
POWERS = {
    "roll": "at end of ship: gain 1 vp",
    "race": "at end of round: gain 1 vp",
    "galaxies": "action: gain 1 energy",
}
GAMES = tuple(SIDES)


def write_component(game: str, id: str = "T90 ", power: str = "", side: str = "") -> str:
    return SIDES[game].format(id, power or POWERS[game], side or WORLDS[game])


def read_mistake(text: str, game: str) -> tuple[str, str, str]:
    """The only mistake in a text: what is underlined, the message and the hint."""
    [error] = errors(found(text, game))
    return text[error.at.start : error.at.end], error.message, error.hint


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wrong_when_nothing_is_missing(game: str) -> None:
    assert errors(found(write_component(game), game)) == []


@pytest.mark.parametrize("amount", ["$-1", "-$1", "-1"])
@pytest.mark.parametrize("game", GAMES)
def test_an_amount_has_no_sign(game: str, amount: str) -> None:
    text = write_component(game, power=POWERS[game].replace("1", amount))

    at, message, hint = read_mistake(text, game)

    assert at == amount and message == "an amount must be at least 1"
    assert hint == "leave out the sign; to take something away, use another verb, such as 'spend'"


@pytest.mark.parametrize("end", ["", "\n", " # what?\n"])
@pytest.mark.parametrize(("game", "kind"), [("roll", "development"), ("race", "development"), ("galaxies", "planet")])
def test_per_is_followed_by_what_to_count(game: str, kind: str, end: str) -> None:
    text = write_component(game, power=f"{POWERS[game]} per{end}")

    mistake = read_mistake(text, game)

    assert mistake == (
        "per",
        "'per' must be followed by what to count",
        f"write it after 'per', as in 'per own {kind}'",
    )
    mended = text.replace(" per", f" per own {kind}")
    assert errors(found(mended, game)) == []


@pytest.mark.parametrize("block", ["", " {\n    gain 1 vp\n  }"])
@pytest.mark.parametrize("game", GAMES)
def test_a_side_has_a_name(game: str, block: str) -> None:
    kind, _, rest = WORLDS[game].partition(' "New Haven"')
    text = write_component(game, side=f"{kind}{rest}{block}" if game == "roll" else f"{kind}{rest}")

    mistake = read_mistake(text, game)

    assert mistake == (kind, f"the name of the {kind} is missing", f'write its name in quotes: {kind} "Its name" ...')


@pytest.mark.parametrize("game", GAMES)
def test_a_name_without_quotes_gets_them(game: str) -> None:
    text = write_component(game, side=WORLDS[game].replace('"', ""))

    [error] = errors(found(text, game))

    assert error.message.endswith("is not in quotes") and error.hint.endswith('"New Haven" ...')
    assert mended(text, error.fix) == write_component(game)


@pytest.mark.parametrize(("game", "what"), [("roll", "tile"), ("race", "card"), ("galaxies", "planet-card")])
def test_a_component_has_an_id(game: str, what: str) -> None:
    missing, hint = f"the id of the {what} is missing", f"write one after '{what}', such as: {what} X1"

    assert read_mistake(write_component(game, id=""), game) == (what, missing, hint)
    _, message, longer = read_mistake(write_component(game, id='"New Haven" '), game)
    assert (message, longer) == (missing, f"{hint}; a name in quotes belongs to a side, inside the block")


@pytest.mark.parametrize("game", GAMES)
def test_an_id_in_small_letters_is_mended(game: str) -> None:
    text = write_component(game, id="t90 ")

    [error] = errors(found(text, game))

    assert mended(text, error.fix) == write_component(game)


def test_a_component_without_one_of_its_sides_lacks_it() -> None:
    text = 'tile T90 {\n  development "Plain Works" cost 2 { gain $1 per }\n}\n'

    assert [error.code for error in errors(found(text))] == ["missing-side", "syntax"]


def test_money_in_a_game_without_it_is_answered_with_the_counters() -> None:
    text = write_component("galaxies", power="action: gain $1")

    _, message, hint = read_mistake(text, "galaxies")

    assert message == "this game has no counter written with '$'" and "energy" in hint
