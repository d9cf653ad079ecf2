"""The figures of a table, the story of a game, and a player who follows the advice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from advised import advise
from check.joined import join
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.galaxies import GAME
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.log.format.record import Naming
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.simulate import simulate
from table import table

from .position import GalaxiesPosition

NAMES = {side.id: side.name for side in load_standard("galaxies").model.list_sides()}


def game(players: int = 2) -> GalaxiesPosition:
    position: GalaxiesPosition = table("galaxies", players)
    return position


def story_lines(g: GalaxiesPosition, names: Mapping[str, str] = NAMES) -> list[str]:
    return [text for event in Naming(g.layout).list_events(g.play.events) if (text := GAME.tell(event, names))]


def library_with(power: str) -> Rules:
    """A game for two with a planet that has this power."""
    text = f'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {power} }} }}'
    library = join(text, "galaxies").library
    assert library is not None
    return library.rules(2)


def test_the_figures_report_the_table() -> None:
    g = (
        game()
        .row("JAKKS", "GORT")
        .seat(0, colonies=["GYORE"], mission=["EQUALIZER"], empire=3)
        .turn(1)
        .dice("move move")
    )
    g.ships(0, "orbit GORT 2", "surface JAKKS", "galaxy")

    figures = g.figures

    assert figures["table"]["row"] == ["JAKKS", "GORT"]
    assert (figures["table"]["player"], figures["table"]["inactive"]) == (1, {"move": 2})
    seat = figures["seats"][0]
    assert seat["ships"] == ["orbit GORT 2", "surface JAKKS", "galaxy", "dock"]
    assert seat["score"] == {"planets": 7, "empire": 2, "mission": 0, "total": 9}
    assert (seat["colonies"], seat["mission"]) == (["GYORE"], ["EQUALIZER"])


def test_a_log_of_the_second_wording_says_so_and_is_audited_with_it(tmp_path: Path) -> None:
    log = tmp_path / "second.rlog"

    play_game(load_library("galaxies", options={"wording": "second"}), 2, "w", ["greedy", "greedy"], log)

    assert audit_file(log).verdict == "valid"
    log.write_text(log.read_text().replace('"wording":"second"', '"wording":"first"'))
    assert audit_file(log).verdict == "invalid"  # the head has the digest of what the other wording changes


def test_the_story_names_planets_ships_and_costs() -> None:
    g = game().row("HOEFKER", "GORT").deck("MAIA").ships(0, "galaxy", "orbit GORT 5")
    g.do("move").answer("move", "A1", "surface HOEFKER").answer("use", "HOEFKER").do("economy")

    assert story_lines(g) == [
        "Seat 1 moves a ship to the surface of HOEFKER",
        "Seat 1: -1 energy (HOEFKER)",
        "Seat 1: +2 culture (HOEFKER)",
        "Seat 1 moves a ship to the galaxy",
        "Seat 1 colonizes GORT",
        "MAIA is revealed",
    ]


def test_dice_that_powers_gain_move_and_turn_are_told() -> None:
    rules = library_with("action: gain 1 die to energy, move 1 die in energy to culture, turn 1 inactive-die")
    g = GalaxiesPosition(rules).row("GORT").seat(1, colonies=["Z"]).use("Z", 1).answer("face", "move")

    assert story_lines(g, {**NAMES, "Z1": "Z"}) == [
        "1 die shows energy (Z)",
        "1 die shows culture instead of energy (Z)",
        "Seat 2 turns a die from culture to move (Z)",
    ]


def test_every_event_of_a_whole_game_can_be_told() -> None:
    g = load_standard("galaxies").rules(3).start(Seeded("story", "galaxies"))
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(advise(g)) is None

    story = [GAME.tell(event, NAMES) for event in Naming(g.layout).list_events(g.events)]

    assert any("triggers the end" in text for text in story)
    assert not [text for text in story if "None" in text or ".." in text]


def test_advice_is_always_an_answer_and_beats_random_play() -> None:
    results = simulate(load_standard("galaxies"), 40, 2, "advice", ["greedy", "random"])

    assert results.bots.get("greedy", 0) >= 38


def test_the_adviser_upgrades_and_finishes_planets() -> None:
    rich = game().row("GORT").seat(0, empire=2, energy=4).dice("colony economy").choose()
    near = game().row("GORT").ships(0, "orbit GORT 5").dice("economy energy").seat(0, energy=0).choose()

    assert advise(rich.play) == "colony"
    assert advise(near.play) == "economy"
