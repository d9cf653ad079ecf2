"""The page of a league's table: links that lead somewhere, and names that stay text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from balance.test_page import HOSTILE, TAGS, Reader
from rftg_dsl.log.standings.counted_games import Counted
from rftg_dsl.log.standings.league_rules import Player, Proof
from rftg_dsl.log.standings.point_rules import point_rule_of
from rftg_dsl.log.standings.read_results import GameResult, LeftOut, SeatResult
from rftg_dsl.log.standings.standings_report import make_standings
from rftg_dsl.show.browser.standings_page import SHOWN, render_standings_page
from rftg_dsl.show.terminal.standings_table import render_standings


def make_game(nth: int, names: Sequence[str]) -> GameResult:
    """A game in which players are placed in order."""
    seats = [SeatResult(Player(name, Proof.CLAIM), 30 - place, place) for place, name in enumerate(names, 1)]
    return GameResult(f"games/{nth}.rlog", "race", tuple(seats), str(nth), str(nth))


def make_counted(games: int, names: Sequence[str] = ("anna", "bert"), left_out: int = 0) -> Counted:
    out = [LeftOut(f"more/{nth}.rlog", "invalid", names[0]) for nth in range(left_out)]
    return Counted(tuple([make_game(nth, names) for nth in range(games)]), tuple(out))


def read(counted: Counted) -> Reader:
    return Reader(render_standings_page(make_standings(counted, point_rule_of("places"))))


def test_each_row_leads_to_the_games_of_its_player() -> None:
    page = read(make_counted(3))

    ids = page.values_of("id")
    assert len(ids) == len({*ids})
    assert {address.removeprefix("#") for address in page.values_of("href")} <= {*ids}
    assert {"player-1", "player-2", "game-1", "game-3"} <= {*ids}
    assert page.values_of("href").count("#game-2") == 2
    tags = [(tag, attrs.get("id")) for tag, attrs in page.tags]
    assert ("div", "player-1") in tags[tags.index(("details", None)) :]


def test_names_and_paths_of_others_stay_text() -> None:
    page = read(make_counted(1, (HOSTILE, "bert"), left_out=1))

    assert {tag for tag, _ in page.tags} <= TAGS
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert "td: games/0.rlog" in page.lines


def test_the_page_can_load_and_run_nothing() -> None:
    page = render_standings_page(make_standings(make_counted(1), point_rule_of("wins")))
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
    digest = b64encode(sha256(style.encode()).digest()).decode()

    assert "default-src &#x27;none&#x27;" in page and digest in page and "<script" not in page


def test_a_page_of_very_many_games_is_bounded() -> None:
    page = read(make_counted(SHOWN + 2, left_out=SHOWN + 1))

    said = [line for line in page.lines if "more are in the output" in line]
    assert said == ["p: 2 more are in the output of --format json.", "p: 1 more are in the output of --format json."]


def test_a_league_without_games_has_a_page_and_a_text() -> None:
    empty = make_standings(make_counted(0), point_rule_of("wins"))

    assert "0 games count, 0 logs do not" in render_standings(empty)
    assert "0 games count" in render_standings_page(empty)
