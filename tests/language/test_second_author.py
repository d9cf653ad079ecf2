"""The faults that an author of expansions met: each stands here as its scenario, and gives what the documents say."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from check.joined import found
from rftg_dsl.cli import app

SET = 'id = "{id}"\nname = "{id}"\ngame = "{game}"\nversion = "1"\n'

LASTING = """
scenario "what lasts until the end of the {span} does not count in the final score" {{
  given
    seat 1 tableau: "Until {length}", "New Galactic Order", "Gem World", "Public Works",
      "Colony Ship", "Mining Robots", "Export Duties", "Investment Credits", "Interstellar Bank",
      "Deficit Spending", "Space Port", "Merchant World"
    supply: "Spice World", "Comet Zone", "Star Nomad Lair", "Drop Ships", "Space Marines", "Refugee World"
  when
    round
    seat 1 chooses "explore11"
    seat 2 chooses "explore11"
    seat 1 chooses 1 card
    seat 2 chooses 1 card
  then
    ended tableau
    seat 1 "New Galactic Order" score: 2
    seat 1 hand + 2 cards
    discards + 2 cards
    seat 2 hand + 2 cards
}}
"""
"""The scenario of a power that lasts until the end of a round or phase, in a game that ends."""

FAULTS = {
    "several": (
        "galaxies",
        """
property resource several
property track several
planet-card G5 { planet "TWINNED" energy culture economy length 4 vp 3 { action: gain 1 energy } }
planet-card G11 { planet "TRACKS" energy economy diplomacy length 4 vp 3 { action: gain 1 energy } }
planet-card G12 {
  planet "PUSH" energy economy length 4 vp 3 { action: advance 1 orbiter on a diplomacy planet by 1 }
}
""",
        """
scenario "a lander on a planet of energy and culture acquires culture" {
  given
    row: "TWINNED"
    seat 1 "TWINNED" surface: "ship"
    seat 2 culture: 0
  when
    seat 1 turn
    seat 1 rolls 2 culture, 2 energy
    seat 1 chooses culture
  then
    seat 1 culture + 1
    bay-culture: 1 die
    energy: 2 dice
    culture: 1 die
    seat 1 is asked turn
}
scenario "a ship on a planet of both tracks advances with diplomacy" {
  given
    row: "TRACKS"
    seat 1 "TRACKS" orbit: "ship" at 0
    seat 2 culture: 0
  when
    seat 1 turn
    seat 1 rolls 2 economy, 2 diplomacy
    seat 1 chooses diplomacy
  then
    "TRACKS" orbit: "ship" at 1
    bay-diplomacy: 1 die
    diplomacy: 1 die
    economy: 2 dice
    seat 1 is asked turn
}
scenario "a power knows the second track" {
  given
    seat 1 colonies: "PUSH"
    row: "TRACKS"
    seat 1 "TRACKS" orbit: "ship" at 0
    seat 2 culture: 0
  when
    seat 1 turn
    seat 1 rolls 4 colony
    seat 1 chooses colony
    seat 1 chooses "PUSH"
  then
    "TRACKS" orbit: "ship" at 1
    bay-colony: 1 die
    colony: 3 dice
    seat 1 is asked turn
}
""",
    ),
    "several-types": (
        "race",
        """
property type several
card Z1 { world "Both" novelty alien windfall cost 2 vp 1 }
card Z2 { world "Turned" alien novelty windfall cost 2 vp 1 }
card Z4 { development "Two" cost 2 vp 1 { consume: consume 2 goods of different types: gain 2 vp } }
card Z5 { development "Three" cost 2 vp 1 { consume: consume 3 goods of different types: gain 3 vp } }
card Z3 { development "Swap" cost 2 vp 1 {
  at end of settle: may place 1 world from hand of the same type instead of an own world for free
} }
""",
        """
scenario "two worlds of the same two types count as one type each, whatever the order" {
  given
    seat 1 tableau: "Two", "Both", "Turned"
    seat 1 "Both" goods: 1 card
    seat 1 "Turned" goods: 1 card
  when
    phase consume
  then
    seat 1 vp + 2
    seat 1 "Both" goods: nothing
    seat 1 "Turned" goods: nothing
    discards + 2 cards
}
scenario "three goods of two types are not of three" {
  given
    seat 1 tableau: "Three", "Both", "Gem World", "Turned"
    seat 1 "Both" goods: 1 card
    seat 1 "Gem World" goods: 1 card
    seat 1 "Turned" goods: 1 card
  when
    phase consume
  then
    nothing changes
}
scenario "a world of two types is of the same type as one that has either" {
  given
    seat 1 tableau: "Swap", "Gem World"
    seat 1 hand: "Both"
  when
    end of settle
  then
    seat 1 can use "Swap"
}
""",
    ),
    "until-scores": (
        "race",
        """
card U1 { development "Until Round" cost 2 vp 1 { at start of explore: until end of round, military: 2 more } }
card U2 { development "Until Phase" cost 2 vp 1 { at start of explore: until end of phase, military: 2 more } }
""",
        "".join(LASTING.format(span=span, length=span.title()) for span in ("round", "phase")),
    ),
    "with-binds": (
        "race",
        """
place vault "vault" of piece seen owner
noun treasure plural treasures means card in vault
card B1 { development "Bind A" cost 3 vp 2 { score 1 per treasure on a world that has cost 3 or more } }
card B2 { development "Bind B" cost 3 vp 2 { score 1 per treasure with cost 3 or more on a world } }
card B3 { development "Bind C" cost 3 vp 2 { score 1 per treasure with cost 1 on a world with cost 3 or more } }
card B4 { development "Bind D" cost 3 vp 2 { score 1 per treasure on worlds that have no explore power } }
card B5 { development "Bind E" cost 3 vp 2 { score 1 per treasure on a world that is called "Comet Zone" } }
""",
        """
scenario "a treasure (cost 1) under a world with cost 3" {
  given
    seat 1 tableau: "Bind A", "Bind B", "Bind C", "Bind D", "Bind E", "Comet Zone"
    seat 1 "Comet Zone" vault: "Gambling World"
  then
    seat 1 "Bind A" score: 1
    seat 1 "Bind B" score: 0
    seat 1 "Bind C" score: 1
    seat 1 "Bind D" score: 1
    seat 1 "Bind E" score: 1
}
scenario "a treasure with cost 3 under a world with cost 1" {
  given
    seat 1 tableau: "Bind A", "Bind B", "Bind C", "Bind D", "Bind E", "Gambling World"
    seat 1 "Gambling World" vault: "Comet Zone"
  then
    seat 1 "Bind A" score: 0
    seat 1 "Bind B" score: 1
    seat 1 "Bind C" score: 0
    seat 1 "Bind D" score: 1
    seat 1 "Bind E" score: 0
}
""",
    ),
    "start-world-cards": (
        "race",
        "# nothing\n",
        """
scenario "paying with start worlds, as cards" {
  given
    seat 1 hand: "Investment Credits", "Old Earth", "Epsilon Eridani"
  when
    phase develop
    seat 1 chooses "Investment Credits"
    seat 2 chooses none
    seat 1 chooses 1 card
  then
    seat 1 tableau + "Investment Credits"
    seat 1 hand - 1 card
    seat 1 hand - "Investment Credits"
    discards + 1 card
}
""",
    ),
    "is-asked-quoted": (
        "roll",
        "# none\n",
        """
scenario "the name of a decision in quotes" {
  given
    seat 1 explore: 1 home die
    seat 2 worlds: 55 tiles
    bag: nothing
  when
    phase explore
    seat 1 chooses scout
  then
    seat 1 explore: nothing
    seat 1 citizenry: 1 home die
    seat 2 is asked "give up"
}
""",
    ),
}
"""The game, content and scenarios of each fault."""


def write_fault(folder: Path, fault: str) -> Path:
    """The set of a fault, written into a folder."""
    game, content, scenarios = FAULTS[fault]
    here = folder / fault
    (here / "scenarios").mkdir(parents=True)
    (here / "set.toml").write_text(SET.format(id=fault, game=game))
    (here / "pieces.rftg").write_text(content)
    (here / "scenarios" / "it.rftg").write_text(scenarios)
    return here


def rftg(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.parametrize("fault", FAULTS)
def test_the_scenarios_of_a_fault_pass(fault: str, tmp_path: Path) -> None:
    done = rftg("test", write_fault(tmp_path, fault))

    assert done.exit_code == 0, done.stdout


VAULT = """
place vault "vault" of piece seen owner
noun treasure plural treasures means card in vault
noun charter plural charters means development in vault
card B1 {{ development "Bind" cost 3 vp 2 {{ {} }} }}
"""


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        (
            "treasure on a world with cost 3 or more",
            "write 'treasure with cost 3 or more on a world', or 'treasure on a world that has cost 3 or more'",
        ),
        (
            "treasure on worlds without an explore power",
            "write 'treasure without an explore power on worlds', or 'treasure on worlds that have no explore power'",
        ),
        (
            'charter on a world called "Gem World"',
            "write 'charter called \"Gem World\" on a world', or 'charter on a world that is called \"Gem World\"'",
        ),
        (
            "treasure on a world with the highest cost",
            "write 'treasure with the highest cost on a world'; this cannot describe the world",
        ),
    ],
)
def test_what_can_be_said_of_a_thing_and_of_what_it_lies_on_is_reported(said: str, hint: str) -> None:
    [diagnostic] = found(VAULT.format(f"score 1 per {said}"), "race")

    assert (diagnostic.code, diagnostic.hint) == ("ambiguous-phrase", hint)


@pytest.mark.parametrize(
    "said",
    [
        "treasure with cost 3 or more on a world",
        "treasure on a world that has cost 3 or more",
        "treasure on worlds that have no explore power",
        "charter with cost 3 on a world that has an explore power",
        "treasure on this card with cost 3",
        "charter on a world with defense 3",
        "world that has cost 3",
    ],
)
def test_a_phrase_with_one_meaning_is_accepted(said: str) -> None:
    assert found(VAULT.format(f"score 1 per {said}"), "race") == []


def test_in_galaxies_an_orbiter_on_a_planet_with_a_length_means_the_planet(tmp_path: Path) -> None:
    power = "action: advance 1 orbiter on a planet with length 4 by 1"

    assert found(f'planet-card Z1 {{ planet "Z" energy economy length 4 vp 3 {{ {power} }} }}', "galaxies") == []
