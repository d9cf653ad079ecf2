from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dsl.games import roll, rounds, starting, verbs
from rftg_dsl.games.roll.report import SILENT, TELLERS, report, tell
from rftg_dsl.games.scoring import make_ending
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.record import Naming
from rules import rule

CHANGES = {
    "shift": ("shift", 3),
    "shift_all": ("shift", 2),
    "move": ("move", 2),
    "move_all": ("move", 2),
    "adjust": ("adjust", 2),
    "turn": ("turn", 2),
    "set_tag": ("mark", 2),
    "set_fact": ("fact", 2),
    "arrange": ("arrange", 2),
    "note": ("note", 0),
}
"""The functions that change the table: the operation each records, and the position of its word argument."""

NAMES = {"T12.a": "Free Trade Zone", "T12.b": "Galactic Resort", "F1.a": "Space Piracy", "H2": "Ancient Race"}
ENDS = {"end pool": "the VP chips have run out"}


def words_used() -> set[tuple[str, str]]:
    """Every operation and word recorded by the steps and verbs of Roll, and by its schedule."""
    files = [
        *Path(roll.__file__).parent.glob("*.py"),
        Path(verbs.__file__),
        Path(rounds.__file__),
        Path(starting.__file__),
    ]
    used = {("fact", "phase"), ("fact", "strict order"), ("fact", "game end")}
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_text()))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("play"), change)) if change in CHANGES:
                operation, nth = CHANGES[change]
                word = node.args[nth]
                for branch in [word.body, word.orelse] if isinstance(word, ast.IfExp) else [word]:
                    assert isinstance(branch, ast.Constant), ast.dump(node)
                    used.add((operation, branch.value))
    return used


def played(seed: str, seats: int) -> tuple[Play, list[dict[str, Any]]]:
    """A whole random game with its report at every pause."""
    g = load_standard("roll").rules(seats).start(Seeded(seed, "roll"))
    draw, reports = Random(seed).random, []
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(draw)) is None
        if g.paused:
            reports.append(report(g))
    return g, reports


def all_dice(seat: dict[str, Any]) -> int:
    """All dice in a seat's figures."""
    places = [seat["cup"], seat["citizenry"], seat["wild"], seat["dictated"], *seat["columns"].values()]
    places += [*seat["dice_on_stacks"].values(), *seat["goods"].values()]
    return sum(sum(place.values()) for place in places) + bool(seat["strip"])


def test_every_event_word_is_told_or_listed_as_silent() -> None:
    used = words_used()

    assert ("shift", "recruited") in used and ("move", "settled") in used
    assert {word for word in used if word not in TELLERS and word not in SILENT} == set()
    assert not SILENT & set(TELLERS)


def test_every_teller_is_for_a_word_in_use() -> None:
    assert set(TELLERS) - words_used() == set()


def test_a_whole_game_can_be_told() -> None:
    g, _ = played("story", 3)
    names = {side.id: side.name for side in g.rules.sides}

    story = [tell(event, names) for event in json.loads(json.dumps(Naming(g.layout).list_events(g.events)))]

    assert len([line for line in story if line]) > len(story) / 2
    assert not [line for line in story if "@" in line or " ()" in line or line != line.strip()]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (["shift", "rolled", "roll_dice", "home@cup.0", "home@settle.0", 2], "Seat 1 rolls 2 Home dice: Settle"),
        (
            ["shift", "selected", "roll.do-phase", "home@strip.1", "home@ship.1", 1],
            "Seat 2 selected Ship with 1 Home die",
        ),
        (["shift", "selected", "put_on_strip", "home@ship.1", "home@strip.1", 1], ""),
        (["adjust", "traded", "ship_good", "credit.1", 5], "Seat 2: +$5 (Trade)"),
        (["adjust", "gained", "ship_good", "vp.0", 3], "Seat 1: +3 VP (Consume)"),
        (["adjust", "gained", "F1.a/1", "credit.0", 2], "Seat 1: +$2 (Space Piracy)"),
        (["adjust", "gained", "F1.a/1", "credit.0", 0], ""),
        (["adjust", "recruited", "recruit", "credit.0", -3], "Seat 1: -$3 (recruiting)"),
        (
            ["shift", "shipped", "ship_good", "genes@goods.T12", "genes@citizenry.1", 1],
            "Seat 2 ships a Genes good from Galactic Resort",
        ),
        (
            ["shift", "recalled", "recall", "home@goods.H2", "home@cup.0", 1],
            "Seat 1 recalls 1 Home die from Ancient Race",
        ),
        (
            ["shift", "gained", "T12.b/1", "novelty@supply", "novelty@goods.T12#2", 1],
            "1 Novelty die from the supply as a good on Galactic Resort",
        ),
        (
            ["shift", "moved", "F1.a/1", "home@cup.0", "home@supply", 1],
            "1 Home die from the cup back to the supply (Space Piracy)",
        ),
        (
            ["shift", "moved", "F1.a/1", "home@citizenry.1", "home@goods.T12", 1],
            "Seat 2 moves 1 Home die to Galactic Resort (Space Piracy)",
        ),
        (
            ["shift", "moved", "F1.a/1", "genes@goods.H2", "genes@goods.T12#2", 1],
            "1 Genes die moves from Ancient Race to Galactic Resort (Space Piracy)",
        ),
        (["move", "drawn", "scout", "T12", "hand.0", 0], "Seat 1 draws Free Trade Zone / Galactic Resort"),
        (
            ["move", "placed", "tile_placed", "T12", "developments.1", 0],
            "Seat 2 places Free Trade Zone as a development",
        ),
        (["move", "settled", "place_tile_in_tableau", "T12", "tableau.1", 4], "Seat 2 settles Galactic Resort"),
        (["move", "developed", "place_tile_in_tableau", "T12", "tableau.1", 4], "Seat 2 develops Free Trade Zone"),
        (["fact", "revealed", "reveal", "active", ["explore", "ship"]], "Revealed: Explore, Ship"),
        (["fact", "game end", "schedule.close", "ended", ["pool"]], "The game ends: the VP chips have run out"),
        (["adjust", "paid out", "ship_good", "pool", -3], ""),
        (
            ["note", "face", "roll.roll-dice", 1, "leader", 1, "Explore or Develop"],
            "Seat 2 rolls 1 Leader die: Explore or Develop",
        ),
        (["shift", "set aside", "roll.roll-dice", "leader@cup.1", "leader@wild.1", 1], ""),
    ],
)
def test_an_event_in_words(event: list[Any], line: str) -> None:
    assert tell(event, NAMES | ENDS) == line


def test_the_figures_are_plain_data_and_account_for_every_die() -> None:
    g, reports = played("figures", 4)
    supply = sum(g.stock[: len(g.layout.kinds)])

    assert json.loads(json.dumps(reports)) == reports
    assert g.layout.cell_names[0].endswith("@supply")
    assert sum(all_dice(seat) for seat in reports[-1]["seats"]) + supply == 111
    for figures in reports:
        for seat in figures["seats"]:
            lines = {name: n for name, n in seat["score"].items() if name != "total"}
            assert seat["score"]["total"] == sum(lines.values())
            assert lines["chips"] == seat["vp"]
            assert list(seat["columns"]) == ["explore", "develop", "settle", "produce", "ship"]


def test_the_figures_name_the_phase() -> None:
    _, reports = played("phases", 2)
    tables = [figures["table"] for figures in reports]

    assert tables[0] == {**tables[0], "round": 0, "phase": "", "active": [], "pool": 24}
    assert {table["phase"] for table in tables} == {"", "assign", "explore", "develop", "settle", "produce", "ship"}
    assert all(table["phase"] in table["active"] for table in tables if table["phase"] not in ("", "assign"))


@rule("R200")
def test_the_end_is_reported_once_the_game_is_over() -> None:
    _, reports = played("end", 2)
    *before, last = reports

    assert all("end" not in figures for figures in before)
    assert last["end"]["scores"] == [seat["score"]["total"] for seat in last["seats"]]
    best = last["end"]["scores"].index(max(last["end"]["scores"]))
    assert best in last["end"]["winners"]


def seats(*totals_and_rests: tuple[int, int]) -> list[dict[str, Any]]:
    """Seats with these totals and tie-breaks."""
    return [
        {"seat": seat, "score": {"total": total}, "tie_break": rest}
        for seat, (total, rest) in enumerate(totals_and_rests)
    ]


@rule("R204")
@pytest.mark.parametrize(
    ("table", "tied", "winners"),
    [
        (seats((20, 9), (31, 1), (30, 9)), [], [1]),
        (seats((31, 4), (31, 6), (20, 9)), [0, 1], [1]),
        (seats((31, 6), (31, 6), (31, 2)), [0, 1, 2], [0, 1]),
    ],
)
def test_dice_in_the_cup_and_credits_break_a_tie(
    table: list[dict[str, Any]], tied: list[int], winners: list[int]
) -> None:
    end = make_ending(["squares"], table)

    assert (end["tied"], end["winners"]) == (tied, winners)
