"""The bot ``greedy``, the figures of a game and its story."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from advised import advise
from games.race.tables import whole
from rftg_dsl.games import race, rounds
from rftg_dsl.games.race.report import SILENT, TELLERS, report, tell
from rftg_dsl.kernel.view import view
from rftg_dsl.log.format.record import Naming
from rules import rule


def wins(games: int, **options: str) -> int:
    """How many games the advised seat wins outright against a random player."""
    won = 0
    for nth in range(games):
        g = whole(2, f"advice {nth}", **options)
        draw, me = Random(nth).random, nth % 2
        while not g.over:
            if g.pending is None:
                g.run()
            else:
                pick = advise(g) if g.pending.seat == me else g.pending.form.draw(draw)
                assert g.answer(pick) is None
        won += report(g)["end"]["winners"] == [me]
    return won


@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}])
def test_greedy_wins_95_of_100_games_against_random(options: dict[str, str]) -> None:
    assert wins(100, **options) >= 95


@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}])
def test_advice_depends_only_on_what_the_seat_can_see(options: dict[str, str]) -> None:
    g = whole(2, "secret", **options)
    draw = Random(7).random
    looked = 0
    while not g.over:
        if g.pending is None:
            g.run()
            continue
        assert advise(view(g, g.pending.seat)) == advise(g), g.pending.name
        looked += 1
        g.answer(g.pending.form.draw(draw))
    assert looked > 50


@rule("R003", "R096")
def test_a_view_hides_other_seats_choices() -> None:
    seen = []
    for pick in (("explore5",), ("produce",)):
        g = whole(2, "hidden")
        while g.pending is None or g.pending.name != "action":
            if g.pending is None:
                g.run()
            else:
                g.answer(g.pending.form.listed()[0])
        first = g.pending.seat
        g.answer(pick)
        seen.append(view(g, 1 - first).whole())
        assert view(g, first).counters[g.numbers.chosen[first]] > 0
    assert seen[0] == seen[1]


def words_used() -> set[tuple[str, str]]:
    """Every operation and word that the steps of Race record."""
    place = {"move": 2, "adjust": 2, "set_tag": 2, "set_fact": 2, "note": 0}
    name = {"set_tag": "tag", "set_fact": "fact"}
    used = set()
    for path in (*Path(race.__file__).parent.glob("*.py"), Path(rounds.__file__)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in place:
                nth = place[node.func.attr]
                if len(node.args) > nth and isinstance(node.args[nth], ast.Constant):
                    used.add((name.get(node.func.attr, node.func.attr), str(node.args[nth].value)))
    return used


def test_every_event_is_told_or_listed_as_silent() -> None:
    assert words_used() - {("move", "discarded")} <= {*TELLERS, *SILENT}
    assert not SILENT & set(TELLERS)


def test_a_whole_game_can_be_told() -> None:
    for seed in range(5):
        g = whole(3, f"tell {seed}")
        draw = Random(seed).random
        while not g.over:
            if g.pending is None:
                g.run()
            else:
                g.answer(g.pending.form.draw(draw))
        naming = Naming(g.layout)
        names = {side.id: side.name for side in g.rules.sides}  # type: ignore[attr-defined]
        story = [tell(event, names) for event in naming.list_events(g.events)]
        assert sum(map(bool, story)) > 100
        assert any(line.startswith("The game ends") for line in story)
