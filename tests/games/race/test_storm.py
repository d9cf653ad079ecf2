"""The Gathering Storm: every power of every design, and the goals (facts/storm, doubts S1-S10 and G1-G5)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from games.race.expansion import WORLD, written
from games.race.tables import Table, race
from rftg_dsl.diagnostic import Rejected, Unusable
from rftg_dsl.games.race import goals
from rftg_dsl.games.race.report import report
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import library

FACTS = Path(__file__).parent / "facts" / "storm"
Row = dict[str, str]

STORM = library("race", None, ["gathering-storm"])
SIDES = {side.name: side for side in STORM.model.sides()}


def rows(name: str) -> list[Row]:
    return list(csv.DictReader((FACTS / f"{name}.csv").read_text("utf-8").splitlines()))


def storm(*cards: Any, **more: Any) -> Table:
    return race(*cards, found=STORM, **more)


def piece(table: Table, name: str) -> int:
    return table.in_tableau(name) if name in table.tableau() else table.free(name)


# -- what is printed


@pytest.mark.parametrize("row", rows("cards"), ids=lambda row: row["name"])
def test_a_card_is_as_printed(row: Row) -> None:
    side = SIDES[row["name"]]
    component = next(one for one in STORM.model.components if side in one.sides)
    figure = int(row["cost_or_defense"])
    military = row["military"] == "yes"

    assert side.kind == ("development" if row["kind"] == "development" else "world")
    assert component.kind == ("start-world" if row["kind"] == "start_world" else "card")
    assert component.copies == int(row["copies"])
    assert component.properties.get("number", "") == (int(row["start_number"]) if row["start_number"] else "")
    assert side.properties.get("defense" if military else "cost") == figure
    assert side.properties.get("force", "") == ("military" if military else "")
    assert side.properties["vp"] == (0 if row["vp"] == "?" else int(row["vp"]))
    assert side.properties.get("type", "none") == (row["good_kind"] or "none")
    assert side.properties.get("mode", "none") == (row["good_mode"] or "none")
    assert side.properties.get("square", "") == row["start_square"]
    flags = {{"alien-named": "alien"}.get(str(one), one) for key, one in side.properties.items() if key in FLAGS}
    assert flags == set(row["flags"].split())


FLAGS = ("title", "symbol")


def test_the_box_has_all_cards() -> None:
    table = storm()

    assert len(table.w.start_worlds) == 9
    assert len(table.w.game_cards) == 127
    assert [table.w.names[table.g.side[one]] for one in table.w.game_cards].count("Contact Specialist") == 3
    assert STORM.model.words.players == (2, 5)


# -- start worlds


def test_separatist_colony() -> None:
    assert len(storm(["Separatist Colony"]).phase("explore").options("explore")) == 4
    assert storm(["Separatist Colony"]).military() == 1


def test_ancient_race_keeps_three_cards_and_starts_with_a_good() -> None:
    seen = set()
    for seed in range(12):
        g = STORM.rules(2).start(Seeded(str(seed), "race"), {"goals": "none"})
        g.run()
        while (asked := g.pending) is not None and asked.name == "start":
            [start] = g.zone[g.numbers.tableau[asked.seat]]
            seen.add((g.numbers.names[g.side[start]] == "Ancient Race", asked.form.shape()[1]))
            assert g.answer(asked.form.listed()[0]) is None
        for seat in (0, 1):
            start = g.zone[g.numbers.tableau[seat]][0]
            if g.numbers.names[g.side[start]] == "Ancient Race":
                assert g.zone[g.numbers.goods[start]]

    assert seen == {(True, 3), (False, 2)}


FACTORY = "Damaged Alien Factory"


def test_damaged_alien_factory_produces_for_a_card() -> None:
    table = storm([FACTORY], ["Gem World"])
    table.phase("produce", ("use", "S7/1"))
    assert (table.goods(), table.hand()) == ([FACTORY], [])

    declined = storm([FACTORY], ["Gem World"]).phase("produce", ("use", "decline"))
    assert (declined.goods(), declined.hand()) == ([], ["Gem World"])

    assert not storm([FACTORY]).phase("produce").was_asked("use")
    assert not storm([FACTORY], ["Gem World"], [FACTORY]).phase("produce").was_asked("use")


def test_the_owner_of_the_factory_chooses_when_it_produces() -> None:
    cards = [FACTORY, "Research Labs", "Alien Robotic Factory"]
    after = storm(cards, ["Gem World"]).phase("produce", ("next", "S7/1"), ("use", "S7/1"))
    assert after.options("next") == ["C32/3", "S7/1"]
    assert len(after.hand()) == 2

    before = storm(cards, ["Gem World"]).phase("produce", ("next", "C32/3"), ("use", "S7/1"))
    assert len(before.hand()) == 1


def test_the_factory_can_be_paid_for_with_a_card_just_drawn() -> None:
    table = storm([FACTORY, "Consumer Markets", "Space Port"]).phase("produce", ("use", "S7/1"))

    assert (table.goods(), table.hand()) == ([FACTORY, "Space Port"], [])


def test_doomed_world_is_given_up_for_a_world() -> None:
    table = storm(["Doomed World"], ["New Earth"]).phase("settle", ("settle", "New Earth"))
    assert (table.tableau(), table.discards()) == (["New Earth"], ["Doomed World"])

    assert len(storm(["Doomed World"]).phase("explore").options("explore")) == 3
    assert storm(["Doomed World"]).scores()["worlds"] == -1
    assert storm(["Doomed World"], ["Alien Toy Shop"]).phase("settle").options("settle") == ["none"]
    assert storm(["Doomed World"], ["Rebel Outpost"]).phase("settle").options("settle") == ["none"]


def test_doomed_world_helps_contact_specialist_pay() -> None:
    table = storm(["Doomed World", "Contact Specialist"], ["Rebel Outpost"])
    table.phase("settle", ("settle", "Rebel Outpost"))

    assert table.tableau() == ["Contact Specialist", "Rebel Outpost"]


# -- developments


def test_terraforming_guild() -> None:
    settle = storm(["Terraforming Guild"], ["Gem World", "Space Port", "New Earth"])
    settle.phase("settle", ("settle", "Gem World"))
    assert len(settle.hand()) == 1

    produce = storm(["Terraforming Guild", "Asteroid Belt", "Galactic Bazaar"])
    produce.phase("produce", ("windfall", "Galactic Bazaar"))
    assert produce.options("windfall") == ["Asteroid Belt", "Galactic Bazaar"]


def test_galactic_genome_project() -> None:
    two = storm(["Galactic Genome Project", "Ancient Race", "Hive World"], (), ["Ancient Race", "Hive World"])
    assert two.phase("consume").vp() == 3

    one = storm(["Galactic Genome Project", "Ancient Race", "Asteroid Belt"], (), ["Ancient Race", "Asteroid Belt"])
    assert one.phase("consume").vp() == 0


MERCENARIES = ["Space Mercenaries", "New Sparta"]


def test_space_mercenaries_take_one_or_two_cards() -> None:
    assert storm(["Space Mercenaries"]).military() == 1
    hand = ["Rebel Outpost", "Gem World", "Space Port", "New Earth"]
    table = storm(MERCENARIES, hand)
    table.phase("settle", ("settle", "Rebel Outpost"), ("discard", ["Gem World", "New Earth"]))
    assert (table.tableau()[-1], table.hand()) == ("Rebel Outpost", ["Space Port"])

    easy = storm(MERCENARIES, ["Smuggling Lair", *hand[1:]]).phase("settle", ("settle", "Smuggling Lair"))
    assert easy.options("way") == ["conquer", "conquer with GS03", "conquer with GS03:2"]


def test_space_mercenaries_do_not_help_to_pay() -> None:
    table = storm(["Space Mercenaries"], ["Gem World", "Space Port", "New Earth"])
    table.phase("settle", ("settle", "Gem World"))
    assert not table.was_asked("way")

    pays = storm(["Space Mercenaries", "Contact Specialist"], ["Rebel Outpost", *["Gem World"], "Space Port"])
    assert "Rebel Outpost" not in pays.phase("settle").options("settle")


def test_improved_logistics_places_a_second_world() -> None:
    hand = ["Smuggling Lair", "Rebel Sympathizers", "Rebel Colony"]
    table = storm(["Improved Logistics", "New Sparta"], hand, actions=["settle"])
    table.phase("settle", ("settle", "Smuggling Lair"), ("use", "GS04/1"), ("place", "Rebel Sympathizers"))

    assert table.tableau()[2:] == ["Smuggling Lair", "Rebel Sympathizers"]
    assert len(table.hand()) == 1 + 1
    assert table.goods() == ["Smuggling Lair", "Rebel Sympathizers"]


def test_bought_military_lasts_for_the_second_world() -> None:
    hand = ["Hive World", "Clandestine Uplift Lab", "Gem World", "Space Port"]
    table = storm(["Improved Logistics", "Space Mercenaries"], hand)
    script = [("settle", "Hive World"), ("discard", ["Gem World", "Space Port"]), ("use", "GS04/1")]
    table.phase("settle", *script, ("place", "Clandestine Uplift Lab"))

    assert table.tableau()[-1] == "Clandestine Uplift Lab"


def test_imperium_lords_draw_for_military_worlds() -> None:
    table = storm(["Imperium Lords", "New Sparta", "Rebel Colony", "Gem World"], (), ["Gem World"]).phase("produce")

    assert len(table.hand()) == 2


# -- worlds


def test_deserted_alien_world() -> None:
    table = storm(["Deserted Alien World"])
    against = table.g.value
    assert against("cost", 0, 3, piece(table, "Alien Toy Shop")) == 1
    assert against("cost", 0, 2, piece(table, "Gem World")) == 2
    assert against("military", 0, 0, piece(table, "Alien Robot Sentry")) == 2
    assert against("military", 0, 0, piece(table, "Rebel Colony")) == 0
    assert len(table.phase("explore").options("explore")) == 3


CONSUMERS = [
    ("Rebel Colony", 1, 0),
    ("Clandestine Uplift Lab", 1, 1),
    ("Smuggling Lair", 0, 2),
    ("Galactic Studios", 1, 1),
]


@pytest.mark.parametrize(("name", "vp", "cards"), CONSUMERS)
def test_worlds_that_consume_one_good(name: str, vp: int, cards: int) -> None:
    table = storm([name, "Asteroid Belt"], (), ["Asteroid Belt"]).phase("consume")

    assert (table.vp(), len(table.hand()), table.goods()) == (vp, cards, [])


def test_clandestine_uplift_lab_sells_genes_for_more() -> None:
    uplift = ["Clandestine Uplift Lab", "Avian Uplift Race", "Terraforming Guild"]
    table = storm([*uplift, "Smuggling Lair"], (), ["Avian Uplift Race"], ["trade"]).phase("consume")
    assert len(table.hand()) == 4 + 2

    other = storm([*uplift, "Space Port"], (), ["Space Port"], ["trade"]).phase("consume")
    assert len(other.hand()) >= 2
    assert other.g.value("trade", 0, 2, piece(other, "Space Port")) == 2
    assert len(storm(["Clandestine Uplift Lab"]).phase("explore").options("explore")) == 3


@pytest.mark.parametrize("name", ["Volcanic World", "Hive World", "Galactic Studios"])
def test_worlds_that_produce(name: str) -> None:
    table = storm([name]).phase("produce")

    assert table.goods() == [name]
    assert len(table.hand()) == (name == "Galactic Studios")


def test_rebel_sympathizers_draw_when_they_produce() -> None:
    table = storm(["Rebel Sympathizers"], actions=["produce"]).phase("produce")

    assert (table.goods(), len(table.hand())) == (["Rebel Sympathizers"], 1)


def test_galactic_bazaar() -> None:
    sold = storm(["Galactic Bazaar"], (), ["Galactic Bazaar"], ["trade"]).phase("consume", ("power", "done"))
    assert len(sold.hand()) == 3

    table = storm(["Galactic Bazaar"], ["Gem World"], actions=["consume2x"])
    table.phase("consume", ("power", "GS12/2"), ("discard", ["Gem World"]))
    assert (table.vp(), table.hand()) == (1, [])


def test_alien_toy_shop_consumes_its_own_good() -> None:
    assert storm(["Alien Toy Shop", "Gem World"], (), ["Gem World"]).phase("consume").vp() == 0
    assert storm(["Alien Toy Shop"], (), ["Alien Toy Shop"]).phase("consume").vp() == 2


SCORES = [
    ("Terraforming Guild", ["Asteroid Belt", "Smuggling Lair", "Terraformed World", "Hive World"], 2 * 3),
    ("Terraforming Guild", ["Terraforming Robots"], 2 * 2),
    ("Galactic Genome Project", ["Ancient Race", "Hive World", "Genetics Lab", "Gem World"], 2 + 2 + 3),
    ("Imperium Lords", ["Galactic Imperium", "New Sparta", "Rebel Colony", "Gem World"], 2 + 2 + 1 + 1),
    ("Imperium Lords", ["Imperium Armaments World"], 2 + 2),
]


@pytest.mark.parametrize(("name", "others", "vp"), SCORES)
def test_developments_of_cost_6(name: str, others: list[str], vp: int) -> None:
    assert storm([name, *others]).scores()[name] == vp


# -- goals


def goal(name: str) -> int:
    table = storm()
    return next(one for one in table.w.goals if table.w.names[table.g.side[one]] == name)


def with_goal(name: str, *cards: Any, **more: Any) -> Table:
    table = storm(*cards, **more)
    table.g.move(goal(name), table.w.open_goals, "test")
    return table


def held(table: Table) -> list[list[str]]:
    names, sides = table.w.names, table.g.side
    return [[names[sides[table.g.layout.piece[one]]] for one in goals.held(table.g, seat)] for seat in (0, 1)]


@pytest.mark.parametrize("row", rows("goals"), ids=lambda row: row["name"])
def test_a_goal_is_as_printed(row: Row) -> None:
    side = SIDES[row["name"]]
    moments = {power.point for power in side.powers} - {"progress", "left"}
    wanted = {f"end of {one}" for one in row["checked_after_phase"].partition(";")[0].split()}

    assert side.kind == f"{row['type']}-goal"
    assert side.properties["vp"] == int(row["vp"])
    assert side.properties["least"] == int(row["minimum"])
    assert side.properties.get("tied", "") == (int(row["vp_if_tied_at_end"]) if row["vp_if_tied_at_end"] else "")
    assert moments == ({"end of round"} if row["checked_after_phase"] == "round_end" else wanted)


ALIEN = ["Alien Toy Shop", "Deserted Alien World", "Alien Tech Institute"]
PHASES = ["Expedition Force", "Investment Credits", "Spice World", "Rebel Colony"]
MET = [
    ("System Diversity", "settle", ["Asteroid Belt", "Galactic Bazaar", "Hive World"], ["Alien Toy Shop"]),
    ("Overlord Discoveries", "settle", ALIEN[:2], ALIEN[2:]),
    ("Overlord Discoveries", "develop", ALIEN[:2], ALIEN[2:]),
    ("Galactic Status", "develop", [], ["Galactic Federation"]),
    ("Innovation Leader", "develop", PHASES[:3], PHASES[3:]),
    ("Innovation Leader", "settle", PHASES[1:], PHASES[:1]),
    ("Greatest Military", "settle", ["Drop Ships", "Space Marines"], ["Separatist Colony"]),
    ("Largest Industry", "settle", ["Gem World", "Asteroid Belt"], ["Volcanic World"]),
    ("Greatest Infrastructure", "develop", ["Drop Ships", "Space Marines", "Export Duties"], ["Public Works"]),
    ("Production Leader", "settle", ["Gem World", "Hive World", "Space Port"], [FACTORY]),
]


@pytest.mark.parametrize(("name", "phase", "few", "more"), MET)
def test_a_goal_is_gained_with_enough(name: str, phase: str, few: list[str], more: list[str]) -> None:
    assert held(with_goal(name, few).phase(phase)) == [[], []]
    assert held(with_goal(name, [*few, *more]).phase(phase)) == [[name], []]
    assert held(with_goal(name, [*few, *more]).phase("explore")) == [[], []]


def test_vp_chips_count_at_the_end_of_consume() -> None:
    table = with_goal("Galactic Standard of Living")
    table.g.adjust(table.w.vp[0], 5, "test")

    assert held(table.phase("consume")) == [["Galactic Standard of Living"], []]
    assert table.scores()["goals"] == 3


def test_several_seats_gain_a_first_goal_at_the_same_moment_but_not_later() -> None:
    six = ["Galactic Federation"]
    assert held(with_goal("Galactic Status", six, other=["Mining League"]).phase("develop")) == [
        ["Galactic Status"],
        ["Galactic Status"],
    ]

    table = with_goal("Galactic Status", six).phase("develop")
    table.put(["Mining League"], table.w.tableau[1])
    assert held(table.phase("develop")) == [["Galactic Status"], []]


def test_budget_surplus_is_for_cards_over_the_hand_limit() -> None:
    table = with_goal("Budget Surplus")
    for one in table.g.zone[table.w.supply][:11]:
        table.g.move(one, table.w.hand[0], "test")
    table.g.agenda += [("schedule.end-stage", ("round",)), ("race.hand-limit", ())]
    table.play()

    assert held(table) == [["Budget Surplus"], []]


WORLDS = ["Gem World", "Hive World", "Space Port", "Volcanic World", "New Earth", "Comet Zone"]


def test_a_most_goal_goes_to_a_seat_that_leads_alone() -> None:
    four, other = WORLDS[:4], ["Artist Colony", "Distant World", "Rebel Miners", "Spice World"]
    tied = with_goal("Production Leader", four, other=other).phase("settle")
    assert held(tied) == [[], []]
    assert [tied.scores(seat)["goals"] for seat in (0, 1)] == [3, 3]

    led = with_goal("Production Leader", [*four, FACTORY], other=other).phase("settle")
    assert held(led) == [["Production Leader"], []]
    assert [led.scores(seat)["goals"] for seat in (0, 1)] == [5, 0]


def test_a_holder_keeps_a_most_goal_in_a_tie_and_loses_it_when_passed() -> None:
    table = with_goal("Production Leader", WORLDS[:4]).phase("settle")
    table.put(["Artist Colony", "Distant World", "Rebel Miners", "Spice World"], table.w.tableau[1])
    assert held(table.phase("settle")) == [["Production Leader"], []]
    assert [table.scores(seat)["goals"] for seat in (0, 1)] == [5, 3]

    table.put([FACTORY], table.w.tableau[1])
    assert held(table.phase("settle")) == [[], ["Production Leader"]]
    assert [table.scores(seat)["goals"] for seat in (0, 1)] == [0, 5]


def test_a_holder_with_too_little_loses_a_goal_that_nobody_else_can_take() -> None:
    table = with_goal("Largest Industry", ["Gem World", "Asteroid Belt", "Volcanic World"]).phase("settle")
    table.g.move(table.in_tableau("Gem World"), table.w.discards, "test")

    assert held(table.phase("settle")) == [[], []]
    assert table.g.zone[table.w.open_goals] == (goal("Largest Industry"),)


def test_greatest_infrastructure_is_lost_at_once_when_a_development_leaves() -> None:
    cards = ["New Military Tactics", "Space Marines", "Export Duties", "Public Works"]
    table = with_goal("Greatest Infrastructure", cards, ["Rebel Outpost"]).phase("develop")
    assert held(table) == [["Greatest Infrastructure"], []]

    table.phase("settle", ("settle", "Rebel Outpost"))
    assert held(table) == [[], []]


def test_six_goals_are_drawn_unless_the_game_is_without() -> None:
    def drawn(**options: str) -> list[str]:
        g = STORM.rules(2).start(Seeded("goals", "race"), options)
        g.run()
        return [g.numbers.sides[g.side[one]].kind for one in goals.in_play(g)]

    assert sorted(drawn()) == ["first-goal"] * 4 + ["most-goal"] * 2
    assert drawn(goals="none") == []


def test_goals_are_not_drawn_like_cards(tmp_path: Path) -> None:
    with pytest.raises(Rejected) as rejected:
        library("race", None, ["gathering-storm", written(tmp_path, WORLD.format(power="consume: draw 1 goal"))])

    [mistake] = rejected.value.diagnostics
    assert (mistake.code, mistake.message) == ("wrong-kind", "'draw' has no goal to give")
    assert mistake.hint == "name one of: cards"


def test_reports_show_goals() -> None:
    figures = report(with_goal("Production Leader", [*WORLDS[:4], FACTORY]).phase("settle").g)

    assert figures["seats"][0]["goals"] == ["Production Leader"]
    assert figures["seats"][1]["progress"] == {"Production Leader": 0}
    assert "goals" not in report(race().g)["seats"][0]


def test_five_play_without_preset_hands() -> None:
    assert STORM.rules(5).start(Seeded("", "race")).layout.seats == 5
    with pytest.raises(ValueError, match="no preset hands for 5"):
        STORM.rules(5).start(Seeded("", "race"), {"start": "preset"})
    with pytest.raises(Unusable):
        STORM.rules(6)
