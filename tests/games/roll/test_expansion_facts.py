"""Ambition, Rivalry and promotional tiles: what is printed, what a tile gives at once, and that nothing is left out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from games.roll.expanded import ROWS, SETS, Expanded, Row, credits, expanded, grants, id_of, removed
from games.roll.position import RollPosition
from marked import marked
from rftg_dsl.check.model import Immediate
from rftg_dsl.games.roll.setup import take_start_dice
from rftg_dsl.library.load import load, load_standard

SIDES = {side.id: side for side in expanded().model.list_sides()}
NEW = sorted(SIDES.keys() - {side.id for side in load_standard("roll").model.list_sides()})
UNCLEAR = {"unclear": ("world", "gray")}
"""Where the kind is not known, a gray world is assumed (the sources have no colour there)."""


def test_every_row_is_a_side_and_every_side_is_a_row() -> None:
    assert len(ROWS) == 100
    assert sorted(map(id_of, ROWS)) == NEW


@pytest.mark.parametrize("row", ROWS, ids=id_of)
def test_a_side_is_as_printed(row: Row) -> None:
    side = SIDES[id_of(row)]
    component = next(candidate for candidate in expanded().model.components if side in candidate.sides)
    kind, colour = UNCLEAR.get(row["kind"], (row["kind"], row["colour"]))

    assert (side.name, side.kind) == (row["working_name"], kind)
    assert side.properties == {"cost": int(row["cost"])} | ({} if colour == "-" else {"colour": colour})
    assert component.kind == row["type"]


def test_the_sets_have_no_mistakes_and_no_warnings() -> None:
    assert load("roll", extra=SETS).diagnostics == ()


# -- what a tile gives at once -------------------------------------------------------------------------------------

AT_ONCE = [row for row in ROWS if any(isinstance(power, Immediate) for power in SIDES[id_of(row)].powers)]


def test_the_rows_that_give_something_at_once_are_those_with_a_power_that_does() -> None:
    said = [row for row in ROWS if row["phase"].split(";")[0] in ("setup", "immediate")]

    assert [id_of(row) for row in said if grants(row) or credits(row)] == [id_of(row) for row in AT_ONCE]


def dice(game: RollPosition, place: str, owner: int | str = 0) -> Counter[str]:
    """The dice in a place by kind."""
    return Counter(
        {kind: int(n) for n, kind in (part.split() for part in game.stock(place, owner).split(", ") if part)}
    )


@pytest.mark.parametrize("row", [row for row in AT_ONCE if row["type"] != "tile"], ids=id_of)
def test_a_faction_or_home_world_gives_its_dice_at_setup(play: Expanded, row: Row) -> None:
    plain = play().begin(take_start_dice)
    game = play().seat(0, tableau=[row["working_name"]]).begin(take_start_dice)

    gives(game, plain, row)


@pytest.mark.parametrize("row", [row for row in AT_ONCE if row["type"] == "tile"], ids=id_of)
def test_a_tile_gives_its_dice_when_it_is_completed(play: Expanded, row: Row) -> None:
    phase, stack = ("settle", "worlds") if row["kind"] == "world" else ("develop", "developments")
    workers = int(row["cost"])
    left = workers - ("settler that completed it" in row["effect"])

    plain = play().seat(0, citizenry=f"{left} rare", cup="2 home")
    game = play().seat(0, cup="2 home", **{stack: [row["working_name"]], phase: f"{workers} rare"}).phase(phase)

    assert game.pieces("tableau") == [row["working_name"]]
    gives(game, plain, row)


def gives(game: RollPosition, plain: RollPosition, row: Row) -> None:
    """The seat has what it would have without the side, and what the row says; its owner chose what was removed."""
    if n := removed(row):
        assert game.pending.form.shape()[:3] == ("bag", n, n)
        game.answer("discard", f"{n} home in cup")
    assert game.asked is None
    wanted = grants(row)
    assert game.credits() == plain.credits() + credits(row)
    taken = Counter({"home": removed(row)})
    for place in ("cup", "citizenry"):
        before = dice(plain, place) - (taken if place == "cup" else Counter())
        assert dice(game, place) == before + Counter(wanted.get(place, {})), place
    if row["kind"] == "world":
        assert dice(game, "goods", row["working_name"]) == Counter(wanted.get("goods", {}))
    assert {power.id for power in SIDES[id_of(row)].powers if isinstance(power, Immediate)} <= set(game.powers)


# -- nothing is left out -------------------------------------------------------------------------------------------


def test_every_other_power_is_named_by_a_scenario() -> None:
    """What it must do then is checked by the fixture of ``@power``."""
    printed = {power.id for name in NEW for power in SIDES[name].powers if not isinstance(power, Immediate)}
    files = Path(__file__).parent.glob("test_*.py")
    named = {power_id for file in files for power_id in marked(file, "power") if power_id[:2] in ("A-", "R-", "P-")}

    assert sorted(printed - named) == []
    assert sorted(named - printed) == []
