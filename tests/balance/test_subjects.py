"""Sides that can be measured, and the printed sides that they are compared with."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.balance.subjects import Subjects, can_be_given, find_subjects
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import load_library

KNOWN = ["Blank", "Blank Again", "Three More", "Three Scored", "For Four", "One Half", "Other Half"]


def find_names(subjects: Subjects) -> list[str]:
    return [subject.name for subject in subjects.measured]


@pytest.mark.parametrize(
    ("wanted", "name", "by", "printed", "words", "others"),
    [
        ("race/Public Works", "Public Works", "cost", 1, "development", 31),
        ("race/Gem World", "Gem World", "cost", 2, "card world", 37),
        ("race/Pirate World", "Pirate World", "defense", 3, "card world", 22),
        ("roll/Mining League", "Mining League", "cost", 6, "tile development", 55),
        ("galaxies/HELIOS", "HELIOS", "length", 3, "planet", 40),
    ],
)
def test_a_side_is_compared_with_printed_sides_of_its_kind(
    wanted: str, name: str, by: str, printed: int, words: str, others: int
) -> None:
    subjects = find_subjects([wanted])

    [subject] = subjects.measured
    assert (subject.name, subject.by, subject.printed_number, subject.words) == (name, by, printed, words)
    yardstick = subjects.find_yardstick()
    assert len(yardstick) == others
    assert {(side.by, side.words) for side in yardstick} == {(by, words)}


def test_a_set_is_compared_with_printed_sides_alone(known_folder: Path) -> None:
    subjects = find_subjects([str(known_folder)])

    assert find_names(subjects) == KNOWN
    assert "known" in {folder.id for folder in subjects.library.sets}
    assert "known" not in {folder.id for folder in subjects.printed_library.sets}
    assert not {"Blank", "Three More"} & {side.name for side in subjects.find_yardstick()}


def test_sets_and_components_are_measured_together(known_folder: Path) -> None:
    subjects = find_subjects([str(known_folder), "race/Public Works"])

    assert find_names(subjects) == [*KNOWN, "Public Works"]


def test_a_side_that_no_seat_can_start_with_is_named() -> None:
    subjects = find_subjects(["gathering-storm"])

    assert set(subjects.left_out) >= {"Galactic Standard of Living"}
    assert "Improved Logistics" in find_names(subjects)


def test_nothing_to_give_is_an_error() -> None:
    with pytest.raises(UsageError, match="no seat can start with 'Space Piracy'") as raised:
        find_subjects(["roll/Space Piracy"])
    assert raised.value.code == "not-a-gift"


def test_sides_of_two_games_are_refused() -> None:
    with pytest.raises(UsageError, match="different games: race, roll") as raised:
        find_subjects(["race/Public Works", "roll/Mining League"])
    assert raised.value.code == "wrong-option"


def test_both_sides_of_one_tile_cannot_be_given_together() -> None:
    library = load_library("roll")

    assert can_be_given(library, "Galactic Salon")
    assert not can_be_given(library, "Galactic Salon", "Runaway Robots")
    assert can_be_given(library, "Galactic Salon", "Mining League")


def test_a_game_without_gifts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.balance.subjects.can_be_given", lambda library, *names: True)

    with pytest.raises(UsageError, match="Race for the Galaxy does not let a seat start with a piece") as raised:
        find_subjects(["race/Public Works"])
    assert raised.value.code == "not-a-gift"
