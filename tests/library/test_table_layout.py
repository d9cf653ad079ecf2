"""The layout of tables: every place is somewhere, and each mistake has its place and a remedy."""

from __future__ import annotations

import tomllib

import pytest

from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.layouts import layouts_of
from rftg_dsl.library.load import load_standard
from rftg_dsl.library.table_layout import Group, TableLayout, complete_table, read_table
from rftg_dsl.show.pictures.studio import studio_of
from show.pictures.sides import GAMES, whole


def names_in(groups: tuple[Group, ...]) -> list[str]:
    return [name for group in groups for box in group.boxes for name in box]


def places_of(words: Vocabulary, owner: str) -> list[str]:
    return sorted(place.name for place in words.places.values() if place.owner == owner)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_each_game_has_every_place_once(game: str) -> None:
    table, words = studio_of(whole(game)).table, whole(game).model.words

    assert sorted(names_in(table.middle)) == places_of(words, "table")
    assert sorted(names_in(table.seat)) == places_of(words, "seat")


@pytest.mark.parametrize("game", GAMES)
def test_the_layouts_of_each_game_name_every_place_themselves(game: str) -> None:
    laid = sum((file.table for file in layouts_of(whole(game))), TableLayout())

    assert laid == studio_of(whole(game)).table


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_layout_has_a_table_too(game: str) -> None:
    words = load_standard(game).model.words
    table = complete_table(TableLayout(), words)

    assert sorted(names_in(table.middle)) == places_of(words, "table")
    assert sorted(names_in(table.seat)) == places_of(words, "seat")
    assert words.places[table.seat[0].boxes[0][0]].active
    assert {group.folded for group in table.middle if words.places[group.boxes[0][0]].seen == "none"} == {True}
    assert table.numbers and not any(words.counters[number.counter].inner for number in table.numbers)


def mistakes(text: str) -> list[tuple[str, str, str]]:
    """The marked text, message and hint of each mistake in a layout for Roll."""
    read = read_table(text, tomllib.loads(text)["table"], load_standard("roll").model.words, ["recruit cost"])
    assert isinstance(read, list)
    return [(text[wrong.start : wrong.end], wrong.message, wrong.hint) for wrong in read]


@pytest.mark.parametrize(
    ("text", "at", "message", "hint"),
    [
        ("table = 3", "table", "the layout of the table must be a table", "write: [[table.seat]]"),
        (
            '[[table.seat]]\nplaces = ["tablaeu"]',
            '"tablaeu"',
            "'tablaeu' is not a place of a seat",
            "did you mean 'tableau'?",
        ),
        ('[[table.middle]]\nplaces = ["bag + cup"]', '"bag + cup"', "'cup' is not a place of the table", "places: "),
        (
            '[[table.seat]]\nplaces = ["cup", "hand"]\nwords = ["home"]',
            "words",
            "'words' needs 2 words, one for each box, and has 1",
            "write one for each",
        ),
        ('[[table.numbers]]\ncounter = "credits"', '"credits"', "'credits' is not a counter", "did you mean 'credit'?"),
        (
            '[[table.numbers]]\nnumber = "recruit-cost"',
            '"recruit-cost"',
            "'recruit-cost' is not a number that powers change",
            "did you mean 'recruit cost'?",
        ),
        ("[[table.numbers]]\ntitle = 'Dice'", "numbers", "an entry of 'numbers' must name either", "write: counter"),
        ('[[table.seat]]\nplaces = ["cup"]\nshows = "card"', "", "'seat.shows' must be", ""),
        ('[[table.seats]]\nplaces = ["cup"]', "seats", "'seats' is not a known key", "did you mean 'seat'?"),
        ('[[table.seat]]\ntitle = "Dice"', "", "'seat.places' is missing", ""),
        (
            '[table]\nselects = "selectd"',
            "selects",
            "'selectd' is not a counter or fact of this game",
            "did you mean 'selected'?",
        ),
        ('[table]\nselected = ["setle"]', '"setle"', "'setle' is not a phase", "did you mean 'settle'?"),
        (
            "[[table.seat]]\nplaces = [" + '"cup", ' * 101 + "]",
            "places",
            "this table has too many boxes",
            "use at most 100",
        ),
    ],
)
def test_a_mistake_in_a_table_has_its_place_and_a_remedy(text: str, at: str, message: str, hint: str) -> None:
    ((marked, said, remedy),) = mistakes(text)

    assert (marked or at, said[: len(message)], remedy[: len(hint)]) == (at or marked, message, hint)
