"""A page that says a decision is saved tells the truth, also after the server was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanes import slow
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.show.browser.fork_source import source_at
from rftg_dsl.show.browser.live_games import Tables
from show.browser.serving import Server
from show.browser.test_play import begun, first_answer, send, state

pytest.importorskip("uvicorn")


def act(link: str, server: Server) -> tuple[Any, Any]:
    """The state of a seat before and after it answers its question in some way."""
    before = state(server, link)
    asked = before["question"]
    status, after = send(
        server, link, "answer", answer=first_answer(asked), at=asked["at"], nth=asked["nth"], said="so", **{"from": 1}
    )
    assert status == 200, after
    return before, after


@pytest.mark.parametrize("game", ["galaxies", *[pytest.param(one, marks=slow) for one in ("roll", "race")]])
def test_what_a_page_calls_final_is_on_disk_after_a_kill(game: str, tmp_path: Path) -> None:
    kinds = set()
    with Server(str(tmp_path)) as server:
        made = begun(server, game, ["me:Anna", "random"], "saved")
        (link,) = made.links
        assert state(server, link)["seats"] == ["Anna", "random"]
        for _ in range(4):
            saved = made.text.count("\n")
            before, after = act(link, server)
            if after["over"]:
                break
            asked = after["question"]
            lines = made.text.count("\n")
            open_answers = asked["sofar"] if asked else ""
            kinds.add(bool(open_answers))
            if open_answers:  # the page says: not final yet, and not saved
                assert lines == saved
                assert before["question"]["at"] == asked["at"]
            else:
                assert lines > saved

            server.kill()
            server.start()

            again = state(server, link)
            assert made.text.count("\n") == lines
            assert again["question"]["sofar"] == ""
            assert again["question"]["at"] == (asked or again["question"])["at"]
            if open_answers:
                assert again["question"]["nth"] == 0
                for _ in range(8):  # go on until something is final, so that the game does not stay here
                    _, after = act(link, server)
                    if after["over"] or not after["question"]["sofar"]:
                        break
    assert False in kinds
    assert audit_file(made.log, light=True).verdict == "unknown"
    assert game != "galaxies" or True in kinds


def test_a_person_has_their_whole_name_at_a_table(tmp_path: Path) -> None:
    seats = ["me:Ann/Ben", "me:./x.py:y"]
    tables = Tables(tmp_path)

    game = tables.begin(load_standard("galaxies"), 2, seats, "names")
    game.match.finish("random")
    fork = tables.fork(source_at(read_log(game.path), 4), ["me:Zoe/Ida", "me"], make_finder())

    assert (game.seats, fork.seats) == (seats, ["me:Zoe/Ida", "me"])
    tables.close()
