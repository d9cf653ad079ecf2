"""Setup, the order of turns, and the end of Galaxies; what happens in a turn is shown by scenarios."""

from __future__ import annotations

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.run_program import begin_stretch
from rftg_dsl.library.load import load_standard
from rules import rule
from scenes import passes
from table import table

from .position import GalaxiesPosition


def game(players: int = 2) -> GalaxiesPosition:
    position: GalaxiesPosition = table("galaxies", players)
    return position


def started(players: int) -> Play:
    play = load_standard("galaxies").rules(players).start(Seeded("setup", "galaxies"))
    play.run()
    return play


# -- setup


@pytest.mark.parametrize(("players", "row"), [(2, 4), (3, 5), (4, 6), (5, 6)])
@rule("G4", "G7", "G8", "G9", "G10", "G11", "G15", "G17", "G18", "G19")
def test_the_table_is_set_up_as_printed(players: int, row: int) -> None:
    g = started(players)
    w = g.numbers

    for seat in range(players):
        assert [len(g.zone[place]) for place in (w.galaxy[seat], w.dock[seat])] == [2, 2]
        assert [g.counters[counter[seat]] for counter in (w.culture, w.energy, w.empire)] == [1, 2, 1]
    assert len(g.zone[w.row]) == row
    assert len(g.zone[w.deck]) == 40 - row
    assert g.stock[w.supply] == 7


@rule("G5")
def test_the_game_is_for_two_to_five() -> None:
    with pytest.raises(UsageError):
        load_standard("galaxies").rules(1)


@rule("G16")
def test_another_seed_gives_another_deck() -> None:
    decks = set()
    for seed in "abc":
        play = load_standard("galaxies").rules(2).start(Seeded(seed, "galaxies"))
        play.run()
        decks.add(play.zone[play.rules.numbers.deck])

    assert len(decks) == 3


@rule("G20", "G21", "G22", "G23")
def test_each_player_keeps_one_of_two_missions_in_secret() -> None:
    g = started(3)
    w = g.numbers
    pending = g.pending
    assert pending is not None
    dealt = g.zone[w.dealt[0]]

    assert (pending.name, pending.secret, tuple(pending.form.listed())) == ("mission", True, dealt)
    assert len(dealt) == 2
    for seat in range(3):
        assert g.pending is not None
        assert g.pending.seat == seat
        g.answer(g.pending.form.listed()[1])
    assert [len(g.zone[place]) for place in w.mission] == [1, 1, 1]
    assert g.zone[w.mission[0]] == dealt[1:]
    assert len(g.zone[w.missions]) == 12 - 3
    seen = {g.layout.seen[place] for place in (*w.mission, *w.dealt)}
    assert (seen, g.layout.seen[w.missions]) == ({"owner"}, "none")


@rule("G20")
def test_two_players_are_dealt_only_two_player_missions() -> None:
    for seed in range(20):
        g = load_standard("galaxies").rules(2).start(Seeded(str(seed), "galaxies"))
        g.run()
        dealt = [card for place in g.numbers.dealt for card in g.zone[place]]
        assert all(g.numbers.least[g.side[card]] < 3 for card in dealt)


# -- turns


@rule("G24", "G29")
def test_the_starting_player_rolls_four_dice() -> None:
    g = started(2)
    while g.pending is not None and g.pending.name == "mission":
        g.answer(g.pending.form.listed()[0])
    g.run()

    assert g.pending is not None
    assert (g.pending.name, g.pending.seat) == ("turn", 0)
    assert sum(g.stock[place] for place in g.numbers.inactive.values()) == 4


@rule("G25", "G88")
def test_the_dice_leave_the_mat_and_the_next_player_takes_a_turn() -> None:
    g = game(3).row("JAKKS").dice("move energy").dice("colony", "bay-").turn(1).end_turn(1)

    assert g.stock("supply", 0) == "7 action_die"
    assert g.play.agenda == [(begin_stretch.id, (2,))]
    assert game(3).row("JAKKS").turn(2).end_turn(2).play.agenda == [(begin_stretch.id, (0,))]


@rule("G38", "G40")
def test_the_next_die_after_a_free_follow_is_followed_for_culture_again() -> None:
    passes(
        """
        given
          row: "GORT"
          seat 1 colonies: "ZAVODNICK"
          seat 1 galaxy: 2 spaceships
          seat 2 galaxy: 2 spaceships
        when
          seat 1 turn
          seat 1 rolls 2 colony, 2 energy
          seat 1 chooses colony
          seat 1 chooses "ZAVODNICK"
          seat 1 chooses energy
          seat 2 chooses follow # for free
          seat 1 chooses energy
          seat 2 chooses follow
        then
          bay-colony: 1 die
          bay-energy: 1 die
          colony: 1 die
          energy: 1 die
          seat 1 energy + 4
          seat 2 energy + 4
          seat 2 culture - 1
          seat 1 is asked turn
        """,
        "galaxies",
    )


# -- planets that use planets


def test_calls_nest_no_deeper_than_the_bound() -> None:
    g = game().turn().dice("colony", "bay-").seat(0, colonies=["PIEDES"])
    bound = g.rules.model.words.numbers["nesting"]

    g.use("PIEDES")
    depths = []
    while g.asked is not None and "PIEDES" in g.options():
        depths.append(g.count("depth"))
        g.answer("colony", "PIEDES")

    assert depths == list(range(1, bound))
    assert (g.count("depth"), g.options()) == (bound, ["upgrade", "nothing"])
    assert g.answer("colony", "nothing").count("depth") == 0


# -- the end


def test_a_bag_of_dice_lists_their_faces() -> None:
    g = game().dice("move move colony").choose().answer("turn", "reroll")

    assert isinstance(g.pending.form, Bag)
    assert g.options() == [("move", 2), ("colony", 1)]
