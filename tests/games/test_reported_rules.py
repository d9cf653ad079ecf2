"""Rules that players reported, and an examination by the rulebooks tried, each as a set with a scenario."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_dsl.author.scenarios.suites import Results, find_suites, run_suites
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.show.terminal.scenario_report import render_results
from scenes import scenario

WITH = {"race": ("gathering-storm", "new-worlds")}
"""The shipped sets that a set of each game builds on."""

Proving = Callable[..., None]


@pytest.fixture
def proves(tmp_path: Path) -> Proving:
    """Asserts that a scenario passes, in a set with some components."""

    def check(game: str, lines: str, components: str = "# none\n") -> None:
        results = run_in_set(tmp_path, game, lines, components)
        assert results.passed and len(results.cases) == 1, render_results(results)

    return check


def run_in_set(folder: Path, game: str, lines: str, components: str = "# none\n") -> Results:
    """The result of a scenario in a set of its own."""
    needed = WITH.get(game, ())
    (folder / "set.toml").write_text(
        f'id = "z"\nname = "Z"\ngame = "{game}"\nversion = "1"\nlanguage = 1\nrequires = {list(needed)}\n'
    )
    (folder / "z.rftg").write_text(components)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "z.rftg").write_text(scenario(lines))
    return run_suites(find_suites([str(folder)], extra=[find_content_folder() / game / name for name in needed]))


# -- a lasting effect that adds up with itself


TWICE = """
given
  row: "MAIA", "GORT"
  seat 1 colonies: "{planet}"
  seat 1 culture: 1
  seat 1 galaxy: 2 spaceships
  seat 2 culture: 4
  seat 2 galaxy: 2 spaceships
  seat 2 energy: 1
when
  seat 1 turn
  seat 1 rolls 2 colony, 2 energy
  seat 1 chooses colony
  seat 1 uses "{planet}"
  seat 2 declines
  seat 1 chooses colony
  seat 1 uses "{planet}"
  seat 2 declines
  seat 1 chooses energy
  seat 2 chooses follow
then
  energy: 1 die
  bay-energy: 1 die
  bay-colony: 2 dice
  seat 2 energy + 2
  seat 1 is asked turn
"""
"""Two uses of a planet, then one follow."""


@pytest.mark.parametrize(
    ("planet", "changes"),
    [
        ("BIRKOMIUS", ["seat 1 culture + 1", "seat 1 energy + 2", "seat 2 culture - 1"]),
        ("BISSCHOP", ["seat 1 energy + 3", "seat 2 culture - 1"]),
        ("NIBIRU", ["seat 1 energy + 2", "seat 2 culture - 2"]),
        ("TOLL", ["seat 1 energy + 2", "seat 2 culture - 2"]),
        ("HEARD", ["seat 1 energy + 2", "seat 1 culture + 2", "seat 2 culture - 1"]),
    ],
)
def test_what_a_planet_begins_counts_once_however_often_it_is_used(
    proves: Proving, planet: str, changes: list[str]
) -> None:
    components = """
        planet-card X1 {
          planet "TOLL" culture economy length 2 vp 1 { action: until end of turn, follow toll: 1 more }
        }
        planet-card X2 {
          planet "HEARD" culture economy length 2 vp 1 {
            action: until end of turn, when opponent follows: gain 2 culture
          }
        }
    """

    proves("galaxies", TWICE.replace("{planet}", planet) + "\n".join(f"  {change}" for change in changes), components)


BEGUN_AGAIN = {
    "galaxies": (
        """
        given
          row: "GORT", "MAIA"
          deck: "PIEDES"
          seat 1 colonies: "HEARD"
          seat 1 "GORT" orbit: "ship" at 5
          seat 1 culture: 1
          seat 2 culture: 4
          seat 2 galaxy: 2 spaceships
        when
          seat 1 turn
          seat 1 rolls 2 colony, 1 economy, 1 energy
          seat 1 chooses colony
          seat 1 uses "HEARD"
          seat 2 declines
          seat 1 chooses economy
          seat 1 chooses colony
          seat 1 uses "HEARD"
          seat 2 declines
          seat 1 chooses energy
          seat 2 chooses follow
        then
          row: "PIEDES", "MAIA"
          "GORT" orbit: nothing
          seat 1 galaxy: "ship"
          seat 1 colonies + "GORT"
          seat 1 energy + 1
          seat 1 culture + 2
          seat 2 energy + 2
          seat 2 culture - 1
        """,
        """
        planet-card X1 {
          planet "HEARD" culture economy length 2 vp 1 {
            action: until end of turn, when opponent follows: gain 2 culture
          }
        }
        """,
    ),
    "roll": (
        """
        given
          seat 1 tableau: "Momentum"
          seat 1 worlds: "Artist Colony", "Star Nomad Lair"
          seat 1 settle: 2 home dice
        when
          phase settle
        then
          seat 1 tableau + "Artist Colony", "Star Nomad Lair"
          seat 1 citizenry + 2 home dice, 2 novelty dice
          seat 1 settle: nothing
          seat 1 worlds: nothing
          seat 1 "Galactic Federation" cost: 5
        """,
        """
        tile X1 {
          development "Momentum" cost 1 { when own world completes: until end of round, cost of developments: 1 less }
          world "Zed" gray cost 1
        }
        """,
    ),
}
"""Scenarios in which a piece begins an effect again after another piece has come into play, with its set, by game."""


@pytest.mark.parametrize("game", BEGUN_AGAIN)
def test_what_is_begun_again_counts_once_though_a_piece_has_come_into_play_since(proves: Proving, game: str) -> None:
    proves(game, *BEGUN_AGAIN[game])


def test_what_two_cards_begin_counts_twice(proves: Proving) -> None:
    lines = """
    given
      seat 1 tableau: "March", "March"
    when
      start of settle
    then
      seat 1 military: 2
    """
    power = "at start of settle: until end of round, military: 1 more"

    proves("race", lines, f'card X1 copies 2 {{ development "March" cost 1 vp 1 {{ {power} }} }}')


def test_what_a_card_begins_outlives_it(proves: Proving) -> None:
    lines = """
    given
      seat 1 tableau: "March"
    when
      start of settle
    then
      seat 1 tableau: nothing
      seat 1 military: 2
    """
    powers = """
        at start of settle: until end of round, military: 2 more
        at start of settle, last: discard this card
        military: 1 more
    """

    proves("race", lines, f'card X1 {{ development "March" cost 1 vp 1 {{ {powers} }} }}')


# -- a way of doing a thing that raises no event


FREE = """
given
  row: "GORT"
  seat 1 colonies: "BIRKOMIUS", "ZAVODNICK"
  seat 2 colonies: "FOLLOWER"
  seat 2 galaxy: 1 spaceship
  seat 2 culture: 0
when
  seat 1 turn
  seat 1 rolls 4 colony
  seat 1 chooses colony
  seat 1 chooses "BIRKOMIUS"
  seat 1 chooses colony
  seat 1 chooses "ZAVODNICK"
  seat 1 chooses energy
  seat 2 chooses follow
then
  seat 1 culture + 1
  seat 2 energy + 3
  colony: 2 dice
  bay-colony: 2 dice
  seat 1 is asked turn
"""


def test_a_free_follow_is_a_follow(proves: Proving) -> None:
    proves(
        "galaxies",
        FREE,
        'planet-card X1 { planet "FOLLOWER" culture economy length 2 vp 1 { when you follow: gain 2 energy } }',
    )


def test_a_tile_hears_that_it_has_been_completed_itself(proves: Proving) -> None:
    lines = """
    given
      seat 1 developments: "Party"
      seat 1 develop: 1 home die
    when
      phase develop
    then
      seat 1 developments: nothing
      seat 1 develop: nothing
      seat 1 citizenry: 1 home die
      seat 1 tableau + "Party"
      seat 1 credits + $1
    """
    components = """
        tile X1 {
          development "Party" cost 1 { when you have completed a development: gain $1 }
          world "Zed" gray cost 1
        }
    """

    proves("roll", lines, components)


# -- a condition narrowed to the cards of one set


@pytest.mark.parametrize(
    ("development", "claimed"), [("vp 4 { draws: 1 more }", False), ("vp 0 { score 1 per own world }", True)]
)
def test_galactic_status_is_for_points_that_no_number_shows(proves: Proving, development: str, claimed: bool) -> None:
    lines = f"""
    given
      open-goals: "Galactic Status"
      seat 1 tableau: "Six"
    when
      end of develop
    then
      {'open-goals - "Galactic Status"' if claimed else "nothing changes"}
      {'held-goals + "Galactic Status"' if claimed else ""}
    """

    proves("race", lines, f'card X1 {{ development "Six" cost 6 {development} }}')


def test_terraforming_colonists_count_for_the_terraforming_guild(proves: Proving) -> None:
    proves(
        "race",
        """
        given
          seat 1 tableau: "Terraforming Guild", "Terraforming Colonists"
        then
          seat 1 "Terraforming Guild" score: 4
        """,
    )


# -- an optional number where a fixed one is printed


def test_nagato_cannot_stop_before_two_ships_have_moved(tmp_path: Path) -> None:
    lines = """
    given
      row: "GORT", "MAIA"
      seat 1 colonies: "NAGATO"
      seat 1 galaxy: 2 spaceships
      seat 1 culture: 3
      seat 2 culture: 0
    when
      seat 1 turn
      seat 1 rolls 4 colony
      seat 1 chooses colony
      seat 1 uses "NAGATO"
      seat 1 chooses done
    then
      seat 1 culture - 1
    """

    assert "done is not offered" in render_results(run_in_set(tmp_path, "galaxies", lines))


# -- what the examination tried


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "race",
            """
            given
              seat 1 tableau: "Alien Tech Institute"
            then
              seat 1 "Alien Tech Institute" score: 2
            """,
        ),
        (
            "roll",
            """
            given
              seat 1 tableau: "Genetics Lab", "Spice World", "Plague World"
              seat 1 "Spice World" goods: 1 genes die
              seat 1 "Plague World" goods: 1 home die
            when
              phase produce
            then
              seat 1 credits + $2
            """,
        ),
        (
            "roll",
            """
            given
              seat 1 tableau: "Improved Reconnaissance", "Alien Research Team"
              bag: "Spice World"
            when
              phase explore
            then
              seat 1 hand + 1 tile
              seat 1 can only choose "Spice World" to bottom, "Alien Research Ship" to bottom
            """,
        ),
        (
            "galaxies",
            """
            given
              seat 1 colonies: "SARGUS-36"
              seat 2 colonies: "VICI-KS156"
              seat 1 energy: 0
              seat 1 culture: 0
              seat 2 culture: 0
              row: "GORT"
            when
              seat 1 turn
              seat 1 rolls 4 colony
              seat 1 chooses colony
            then
              colony: 3 dice
              bay-colony: 1 die
              seat 1 is asked turn
            """,
        ),
    ],
)
def test_what_the_text_says_is_what_happens(proves: Proving, game: str, lines: str) -> None:
    proves(game, lines)
