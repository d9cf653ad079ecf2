"""The Gathering Storm: what is printed (facts/storm). What it does is shown by its scenarios."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from games.race.expansion import WORLD, written
from games.race.tables import Table, race
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.games.race import goals
from rftg_dsl.games.race.report import report
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load_library

FACTS = Path(__file__).parent / "facts" / "storm"
Row = dict[str, str]

STORM = load_library("race", None, ["gathering-storm"])
SIDES = {side.name: side for side in STORM.model.list_sides()}


def rows(name: str) -> list[Row]:
    return list(csv.DictReader((FACTS / f"{name}.csv").read_text("utf-8").splitlines()))


def storm(*cards: Any, **more: Any) -> Table:
    return race(*cards, found=STORM, **more)


# -- what is printed


@pytest.mark.parametrize("row", rows("cards"), ids=lambda row: row["name"])
def test_a_card_is_as_printed(row: Row) -> None:
    side = SIDES[row["name"]]
    component = next(candidate for candidate in STORM.model.components if side in candidate.sides)
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
    flags = {{"alien-named": "alien"}.get(str(value), value) for key, value in side.properties.items() if key in FLAGS}
    assert flags == set(row["flags"].split())


FLAGS = ("title", "symbol")


def test_the_box_has_all_cards() -> None:
    table = storm()

    assert len(table.w.start_worlds) == 9
    assert len(table.w.game_cards) == 127
    assert [table.w.names[table.g.side[card]] for card in table.w.game_cards].count("Contact Specialist") == 3
    assert STORM.model.words.players == (2, 5)


# -- goals


def goal(name: str) -> int:
    table = storm()
    return next(piece for piece in table.w.goals if table.w.names[table.g.side[piece]] == name)


def with_goal(name: str, *cards: Any, **more: Any) -> Table:
    table = storm(*cards, **more)
    table.g.move(goal(name), table.w.open_goals, "test")
    return table


@pytest.mark.parametrize("row", rows("goals"), ids=lambda row: row["name"])
def test_a_goal_is_as_printed(row: Row) -> None:
    side = SIDES[row["name"]]
    moments = {power.point for power in side.powers} - {"progress", "left"}
    wanted = {f"end of {phase}" for phase in row["checked_after_phase"].partition(";")[0].split()}

    assert side.kind == f"{row['type']}-goal"
    assert side.properties["vp"] == int(row["vp"])
    assert side.properties["least"] == int(row["minimum"])
    assert side.properties.get("tied", "") == (int(row["vp_if_tied_at_end"]) if row["vp_if_tied_at_end"] else "")
    assert moments == ({"end of round"} if row["checked_after_phase"] == "round_end" else wanted)


def test_six_goals_are_drawn_unless_the_game_is_without() -> None:
    def drawn(**options: str) -> list[str]:
        g = STORM.rules(2).start(Seeded("goals", "race"), options)
        g.run()
        return [g.numbers.sides[g.side[piece]].kind for piece in goals.list_in_play(g)]

    assert sorted(drawn()) == ["first-goal"] * 4 + ["most-goal"] * 2
    assert drawn(goals="none") == []


def test_goals_are_not_drawn_like_cards(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as rejected:
        load_library("race", None, ["gathering-storm", written(tmp_path, WORLD.format(power="consume: draw 1 goal"))])

    [mistake] = rejected.value.diagnostics
    assert (mistake.code, mistake.message) == ("wrong-kind", "'draw' cannot give goal")
    assert mistake.hint == "use one of: cards"


def test_reports_show_goals() -> None:
    worlds = ["Gem World", "Hive World", "Space Port", "Volcanic World"]
    figures = report(with_goal("Production Leader", worlds).phase("settle").g)

    assert figures["seats"][0]["goals"] == ["Production Leader"]
    assert figures["seats"][1]["progress"] == {"Production Leader": 0}
    assert "goals" not in report(race().g)["seats"][0]


def test_five_play_without_preset_hands() -> None:
    assert STORM.rules(5).start(Seeded("", "race")).layout.seats == 5
    with pytest.raises(ValueError, match="no preset hands for 5"):
        STORM.rules(5).start(Seeded("", "race"), {"start": "preset"})
    with pytest.raises(UsageError):
        STORM.rules(6)
