"""Sets that change what the game declares, and sets that get in each other's way."""

from pathlib import Path
from typing import Any

import pytest
from attrs import asdict

from rftg_dsl.library import load
from rftg_dsl.library.load import Loaded


def written(folder: Path, name: str, text: str, game: str = "race", requires: str = "") -> Path:
    """A set on disk."""
    there = folder / name
    there.mkdir()
    (there / "set.toml").write_text(f'id = "{name}"\nname = "{name}"\ngame = "{game}"\nversion = "1"\n{requires}')
    (there / "cards.rftg").write_text(text)
    return there


def loaded(folder: Path, text: str, game: str = "race") -> Loaded:
    """The game with one set."""
    return load.load(game, extra=[written(folder, "mine", text, game)])


def codes(result: Loaded) -> list[str]:
    return [diagnostic.code for diagnostic in result.diagnostics]


def test_a_set_widens_a_range_also_below_zero(tmp_path: Path) -> None:
    text = 'property cost from 0 to 8\nproperty vp from -1 to 9\ncard X1 { world "Doomed" cost 8 vp -1 }\n'

    result = loaded(tmp_path, text)

    assert result.library is not None, result.diagnostics
    side = next(side for side in result.model.list_sides() if side.name == "Doomed")
    assert (side.properties["cost"], side.properties["vp"]) == (8, -1)
    assert result.model.words.properties["cost"].high == 8


def test_a_set_adds_a_property_and_lets_a_side_have_several_values(tmp_path: Path) -> None:
    text = """
property title several
property omen plural omens
omen good-omen "good"
kind world maybe omen
card X1 { world "Alien Uplift" alien-named uplift good-omen cost 1 vp 1 }
card X2 { development "Both" cost 6 vp 0 { score 2 per alien-named uplift card, or 1 per uplift card } }
"""
    result = loaded(tmp_path, text)

    assert result.library is not None, result.diagnostics
    side = next(side for side in result.model.list_sides() if side.name == "Alien Uplift")
    assert (side.properties["title"], side.properties["omen"]) == (("alien-named", "uplift"), "good-omen")


def test_values_of_a_property_without_several_exclude_each_other(tmp_path: Path) -> None:
    text = 'card X1 { world "Two" alien-named uplift cost 1 vp 1 { score 1 per alien-named uplift card } }\n'

    assert codes(loaded(tmp_path, text)) == ["duplicate-field", "surplus-clause"]


def test_a_set_changes_a_number_and_raises_the_number_of_players(tmp_path: Path) -> None:
    result = loaded(tmp_path, "number end_tableau 14\ngame race players 2 to 5\n")

    assert result.model.words.numbers["end_tableau"] == 14
    assert result.model.words.players == (2, 5)
    assert result.library is not None and result.library.rules(5).layout.seats == 5


def test_a_set_replaces_a_card_by_its_name(tmp_path: Path) -> None:
    text = 'card X1 replaces "Gambling World" { world "Gambling World" cost 1 vp 1 { draws: 1 more } }\n'

    result = loaded(tmp_path, text)

    assert result.library is not None, result.diagnostics
    assert [side.id for side in result.model.list_sides() if side.name == "Gambling World"] == ["X1"]


def test_a_set_cannot_replace_a_card_that_is_not_there(tmp_path: Path) -> None:
    text = 'card X1 replaces "Gambling Wrold" { world "Casino" cost 1 vp 1 }\n'

    [wrong] = loaded(tmp_path, text).diagnostics

    assert (wrong.code, wrong.hint) == ("unknown-side", "did you mean 'Gambling World'?")


CHANGES = [
    "number end_tableau 14\n",
    "counter vp start 2\n",
    'card {0} replaces "Gambling World" {{ world "{0}" cost 1 vp 1 }}\n',
]


@pytest.mark.parametrize("change", CHANGES)
def test_two_sets_that_change_one_thing_are_told_apart(tmp_path: Path, change: str) -> None:
    sets = [written(tmp_path, name, change.format(name.upper())) for name in ("one", "two")]

    [wrong] = load.load("race", extra=sets).diagnostics

    assert wrong.code == "set-conflict"
    assert "'one'" in wrong.message and "'two'" in wrong.message


ADDING = [
    ("property vp from -1 to 7\n", "property vp from 0 to 9\n"),
    ("property vp from -1 to 7\n", "property vp from -1 to 7\n"),
    ("property title several\n", "property title several\n"),
    ("property omen from 0 to 2\nkind world maybe omen\n", "property doom from 0 to 2\nkind world maybe doom\n"),
    ("counter vp from 0 to 50\n", "counter vp from -5 to 40\n"),
    ("counter vp from 0 to 50\n", "counter vp start 2\n"),
    ("option variant mad\n", "option variant bad\n"),
    ("game race players 2 to 5\n", "game race players 2 to 6\n"),
]


@pytest.mark.parametrize(("first", "second"), ADDING)
def test_two_sets_that_only_add_do_not_get_in_each_others_way(tmp_path: Path, first: str, second: str) -> None:
    sets = [written(tmp_path, name, change) for name, change in (("one", first), ("two", second))]

    result, turned = (load.load("race", extra=order) for order in (sets, sets[::-1]))

    assert result.diagnostics == turned.diagnostics == ()
    for table in ("properties", "kinds", "counters"):
        said, otherwise = getattr(result.model.words, table), getattr(turned.model.words, table)
        assert {name: unordered(entry) for name, entry in said.items()} == {
            name: unordered(entry) for name, entry in otherwise.items()
        }


def test_two_sets_may_add_places_to_one_noun(tmp_path: Path) -> None:
    sets = [written(tmp_path, name, f"noun worker in {name}\n", "roll") for name in ("strip", "wild")]

    result = load.load("roll", extra=sets)

    assert result.diagnostics == ()
    assert {"strip", "wild", "explore"} <= set(result.model.words.nouns["worker"].places)


def unordered(word: Any) -> dict[str, Any]:
    """The fields of a word, its lists as sets."""
    return {
        name: set(value) if isinstance(value, tuple) else value for name, value in asdict(word, recurse=False).items()
    }


def test_the_widest_of_several_ranges_holds(tmp_path: Path) -> None:
    changes = {"one": "property vp from -1 to 7\n", "two": "property vp from 0 to 9\ngame race players 2 to 5\n"}
    sets = [written(tmp_path, name, change) for name, change in changes.items()]

    words = load.load("race", extra=sets).model.words

    assert (words.properties["vp"].low, words.properties["vp"].high) == (-1, 9)
    assert words.players == (2, 5)


def test_a_set_widens_what_another_one_declares_only_if_it_requires_it(tmp_path: Path) -> None:
    one = written(tmp_path, "one", "property omen from 0 to 3\nkind world maybe omen\n")
    two = written(tmp_path, "two", "property omen from 0 to 5\n")

    assert codes(load.load("race", extra=[one, two])) == ["set-conflict"]


@pytest.mark.parametrize("change", CHANGES[:2])
def test_a_set_may_change_what_a_set_that_it_requires_has_changed(tmp_path: Path, change: str) -> None:
    one = written(tmp_path, "one", change)
    two = written(tmp_path, "two", change, requires='requires = ["one"]\n')

    assert load.load("race", extra=[two, one]).diagnostics == ()


def test_a_required_set_that_is_missing_is_named(tmp_path: Path) -> None:
    one = written(tmp_path, "one", "number end_tableau 14\n", requires='requires = ["two", "one"]\n')

    assert codes(load.load("race", extra=[one])) == ["missing-requirement", "missing-requirement"]


@pytest.mark.parametrize(("version", "fits"), [("1.2", True), ("1.10.3", True), ("1.1.9", False), ("2", False)])
def test_a_required_set_must_have_a_version_in_the_range(tmp_path: Path, version: str, fits: bool) -> None:
    one = written(tmp_path, "one", "number end_tableau 14\n")
    (one / "set.toml").write_text(f'id = "one"\nname = "One"\ngame = "race"\nversion = "{version}"\n')
    two = written(tmp_path, "two", "counter vp start 2\n", requires='requires = [\n  "one >=1.2, <2",\n]\n')

    diagnostics = load.load("race", extra=[two, one]).diagnostics

    assert [diagnostic.code for diagnostic in diagnostics] == ([] if fits else ["wrong-version"])
    for wrong in diagnostics:
        assert (wrong.at.source.label, wrong.at.begins) == (f"{two}/set.toml", (6, 3))
        assert wrong.message == f"this set requires 'one' >=1.2, <2, but version {version} is used"


def test_the_version_of_a_set_that_comes_with_the_game_is_checked_too(tmp_path: Path) -> None:
    one = written(tmp_path, "one", "number end_tableau 14\n", requires='requires = ["gathering-storm >=2"]\n')
    two = written(tmp_path, "two", "number end_tableau 15\n", requires='requires = ["base <1"]\n')

    assert codes(load.load("race", extra=[one])) == ["wrong-version"]
    assert codes(load.load("race", extra=[two])) == ["wrong-version"]


def test_names_that_differ_only_in_case_and_spaces_are_one_name(tmp_path: Path) -> None:
    text = 'card X1 { world "GAMBLING  world" cost 1 vp 1 }\n'

    assert codes(loaded(tmp_path, text)) == ["duplicate-name"]


def test_a_word_that_cannot_be_changed_is_declared_twice(tmp_path: Path) -> None:
    assert codes(loaded(tmp_path, 'phase explore "Again"\n')) == ["duplicate-word"]


def test_a_set_adds_no_property_that_earlier_cards_lack(tmp_path: Path) -> None:
    text = "property omen from 0 to 3\nkind world has omen\n"

    assert codes(loaded(tmp_path, text)) == ["surplus-field"]


def test_a_number_declared_again_with_half_a_range_is_reported(tmp_path: Path) -> None:
    assert codes(loaded(tmp_path, "number recruit_cost 1 from to 3\n", "roll")) == ["wrong-value"]
