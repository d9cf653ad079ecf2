"""The end of a game: who won and by what, how a tie was broken, the rematch, the replay and the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.read_log import read_log

pytest.importorskip("starlette")

from rftg_dsl.show.browser.ending import describe_end, word_tie
from show.browser.browser import LOGS
from show.browser.hosting import Host, answer, host, links_of, play_to_end

__all__ = ["host"]

WORDS = load_standard("galaxies").model.words
PLAYED = [log for log in sorted(LOGS.glob("*.rlog.gz")) if "sealed" not in log.name]
"""Logs with the lines of each score."""
NAMES = ["Anna", "Ben", "Cleo"]


def test_each_line_of_the_score_has_the_games_own_words() -> None:
    log = read_log(LOGS / "race-first.rlog.gz")

    end = describe_end(list(log), ["me:Anna", "greedy"], load_standard("race").model.words)

    assert end == {
        "winners": [0],
        "scores": [50, 10],
        "rows": [
            {"name": "VP chips", "points": [18, 2]},
            {"name": "developments", "points": [0, 1]},
            {"name": "worlds", "points": [16, 7]},
            {"name": "Galactic Survey: SETI", "points": [11, None]},
            {"name": "Galactic Imperium", "points": [5, None]},
        ],
        "tie": "",
        "why": ["a tableau has enough cards"],
    }


@pytest.mark.parametrize("log", PLAYED, ids=lambda log: log.name)
def test_the_lines_add_up_to_the_scores(log: Path) -> None:
    game = read_log(log)
    words = load_standard(game.head["game"]).model.words

    end = describe_end(list(game), game.head["seats"], words)

    assert [sum(row["points"][seat] or 0 for row in end["rows"]) for seat in range(len(end["scores"]))] == end["scores"]


@pytest.mark.parametrize(
    ("ties", "said"),
    [
        (
            [[3, 6, 5], [2, 6, 9], [9, 9, 9]],
            "Anna and Ben have 21 points each. The tie is broken by planets (Anna: 3, Ben: 2).",
        ),
        (
            [[3, 5, 9], [3, 6, 1], [9, 9, 9]],
            "Anna and Ben have 21 points each. "
            "The tie is broken by planets (Anna: 3, Ben: 3), then empire level (Anna: 5, Ben: 6).",
        ),
        (
            [[3, 6, 5], [3, 6, 5], [9, 9, 9]],
            "Anna and Ben have 21 points each. After planets (Anna: 3, Ben: 3), then empire level (Anna: 6, Ben: 6), "
            "then energy and culture (Anna: 5, Ben: 5), Anna and Ben share the victory.",
        ),
    ],
)
def test_a_tie_is_told_as_far_as_it_decided(ties: list[list[int]], said: str) -> None:
    assert word_tie({"tied": [0, 1], "scores": [21, 21, 3]}, ties, NAMES, WORDS) == said
    assert word_tie({"tied": [], "scores": [21, 20, 3]}, ties, NAMES, WORDS) == ""


def test_a_tie_of_three_is_decided_among_those_who_are_left() -> None:
    ties = [[4, 6, 1], [3, 9, 9], [4, 5, 9]]

    said = word_tie({"tied": [0, 1, 2], "scores": [21, 21, 21]}, ties, NAMES, WORDS)

    assert said == (
        "Anna, Ben and Cleo have 21 points each. The tie is broken by planets (Anna: 4, Ben: 3, Cleo: 4), "
        "then empire level (Anna: 6, Cleo: 5)."
    )


# -- at a table ------------------------------------------------------------------------------------------------------


def end_of(host: Host, link: str) -> Any:
    return host.get(f"{link}/state?from=1")[1]["end"]


def test_every_page_shows_the_end_also_after_a_restart(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    links = links_of(game)
    assert [end_of(host, link) for link in links] == [None] * 3
    for link in links:
        assert [host.get(f"{link}/{what}")[0] for what in ("replay", "reel", "log")] == [400] * 3

    play_to_end(game)

    ends = [end_of(host, link) for link in links]
    figures = game.match.figures
    assert ends[0] == ends[1] == ends[2] and ends[0]["winners"] == figures["end"]["winners"]
    assert {row["name"] for row in ends[0]["rows"]} == {"planets", "empire", "secret mission"}
    host.site.playing.tables.close()
    again = Host(host.folder)
    assert [end_of(again, link) for link in links] == ends
    again.close()


def test_what_was_hidden_is_turned_up_at_the_end_and_not_before(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    links = links_of(game)
    for _ in game.chairs[:2]:
        answer(host, game)

    before = host.get(f"{links[0]}/state?from=0")[1]
    play_to_end(game)
    [after] = host.get(f"{links[0]}/state?from=0")[1]["tail"]

    [(_, _, _, [mission])] = [change for change in after["steps"][0]["changes"] if change[2] == "mission.1"]
    assert mission not in json.dumps([before["tail"], before["reel"]["lines"]])


def test_everybody_gets_the_log_and_the_replay(host: Host) -> None:
    game = host.begin("me:Anna", "greedy")
    play_to_end(game)

    for link in links_of(game):
        assert host.get(f"{link}/log") == (200, game.path.read_bytes())
        status, page = host.get(f"{link}/replay")
        assert status == 200 and f'data-from="{link}/reel"' in page.decode()
    _, reel = host.get(f"{links_of(game)[1]}/reel")
    assert reel["seen_by"] is None and reel["verdict"]["verdict"] == "valid"


def test_a_rematch_moves_everybody_up_by_one_seat(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben", "greedy")
    *_, watch = links = links_of(game)
    assert host.post(f"{links[0]}/rematch", **{"from": 1})[0] == 400
    play_to_end(game)
    assert end_of(host, links[0])["rematch"] == ""
    before = game.count_changes(0)

    status, state = host.post(f"{links[1]}/rematch", **{"from": 1})

    assert status == 200
    [rematch] = [made for path, made in host.site.playing.tables.opened.items() if path != game.path]
    assert rematch.seats == ["me:Ben", "greedy", "me:Anna"] and not rematch.over
    ben, anna, watching = links_of(rematch)
    assert state["end"]["rematch"] == ben
    assert [end_of(host, link)["rematch"] for link in links] == [anna, ben, watching]
    assert game.count_changes(0) == before + 1
    again = host.post(f"{links[0]}/rematch", **{"from": 1})[1]
    assert again["end"]["rematch"] == anna and len(host.site.playing.tables.opened) == 2
    host.site.playing.tables.close()
    restarted = Host(host.folder)
    assert [end_of(restarted, link)["rematch"] for link in links] == [anna, ben, watching]
    assert restarted.post("/play/delete", name=rematch.path.name)[0] == 200
    assert end_of(restarted, watch)["rematch"] == ""
    restarted.close()


def test_a_rematch_has_the_same_content_and_options(host: Host) -> None:
    host.post("/play/new", of="galaxies", seats=["me:Anna", "random"], seed="x", options={"missions": "all"})
    [game] = host.site.playing.tables.opened.values()
    play_to_end(game)

    host.post(f"{links_of(game)[0]}/rematch", **{"from": 1})

    [rematch] = [made for path, made in host.site.playing.tables.opened.items() if path != game.path]
    same = ("game", "edition", "options", "sets", "digests")
    assert {name: rematch.head[name] for name in same} == {name: game.head[name] for name in same}
    assert rematch.seats == ["random", "me:Anna"] and rematch.match.seed != game.match.seed


def test_whoever_has_left_begins_no_rematch(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    links = links_of(game)
    host.post(f"{links[0]}/give-up", **{"from": 1}, concedes=True, bot="random")
    while game.waits == 0:
        answer(host, game)
    play_to_end(game)

    assert host.post(f"{links[0]}/rematch", **{"from": 1})[0] == 400
    assert host.post(f"{links[1]}/rematch", **{"from": 1})[0] == 200
    assert end_of(host, links[0])["rematch"] == ""
