"""A write that fails loses nothing that a page calls final, and the game goes on when there is space again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.log.format.write_log import OnDisk

pytest.importorskip("starlette")

from rftg_dsl.play.table.question import Question
from rftg_dsl.show.browser import play_room
from rftg_dsl.show.browser.live_games import Game, StaleAnswer, Tables


class Space:
    """A disk with so many bytes left; None: enough."""

    left: int | None = None


@pytest.fixture
def space(monkeypatch: pytest.MonkeyPatch) -> Space:
    made, write = Space(), OnDisk.write

    def write_some(disk: OnDisk, data: bytes) -> int:
        if made.left is None:
            return write(disk, data)
        if made.left == 0:
            raise OSError(ENOSPC, "No space left on device")
        many = write(disk, data[: made.left])
        made.left -= many
        return many

    monkeypatch.setattr(OnDisk, "write", write_some)
    return made


class Table:
    """A table whose people all answer in the simplest way."""

    def __init__(self, folder: Path, game: str, seats: Sequence[str]) -> None:
        self.room: Any = play_room.PlayRoom(None, None, None, folder)  # type: ignore[arg-type]
        self.room.known = self
        begun = self.room.tables.begin(load_standard(game), len(seats), seats, "full")
        self.log, self.chairs, self.library = begun.path, begun.chairs, begun.library
        self.room._find_seat = lambda seat: (self.log, self.chairs, seat)

    def find(self, head: object) -> Any:
        return self.library

    def do(self, seat: int, act: Callable[[Game, int], Any]) -> Any:
        return asyncio.run(self.room.act_at_table(seat, act))

    def state(self, seat: int) -> dict[str, Any]:
        state: dict[str, Any] = self.do(seat, lambda game, seat: game.state_for(seat, 0, ""))
        return state

    def answer(self) -> None:
        """The person whose turn it is answers."""

        def answer(game: Game, seat: int) -> None:
            draft = game.ensure_draft()
            asked, at, nth = draft.asked, game.following_of(seat).line, len(draft.answers)
            low = Question(asked, draft.play, game.labels).low
            wanted: Any = list(asked.options[:low])
            if asked.form == "one":
                wanted = asked.options[0]
            elif asked.form == "bag":
                wanted = {asked.options[0]: low} if low else {}
            elif asked.form == "amount":
                wanted = low
            game.answer(seat, at, nth, wanted, "so")

        self.do(self.state(0)["waits"], answer)

    @property
    def lines(self) -> list[str]:
        return self.log.read_text().splitlines()


GAMES = ("roll", "race", "galaxies")


@pytest.fixture(params=[(game, seats) for game in GAMES for seats in (("me", "me"), ("me", "random"))])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, *request.param)
    for _ in range(4):
        made.answer()
    yield made
    made.room.tables.close()


@pytest.mark.parametrize("left", [0, 60, 400, 3_000])
def test_a_table_goes_on_when_there_is_space_again(table: Table, space: Space, left: int) -> None:
    space.left = left
    refused = answer_until_refused(table)
    assert refused.code == "unwritable"
    saved = table.lines

    for _ in range(2):
        states = [table.state(seat) for seat in (0, 1)]
        assert table.lines == saved
        assert not any(state["over"] for state in states)
        with pytest.raises((UsageError, StaleAnswer)):
            table.do(0, lambda game, seat: game.answer(seat, 0, 0, "x", "so"))

    space.left = None
    before = [table.state(seat)["changes"] for seat in (0, 1)]
    assert table.lines[: len(saved)] == saved
    for _ in range(3):
        table.answer()
    assert all(table.state(seat)["changes"] >= count for seat, count in enumerate(before))
    verdict = audit_file(table.log)
    assert verdict.verdict == "unknown" and "everything so far is correct" in verdict.reason


def answer_until_refused(table: Table) -> UsageError:
    for _ in range(200):
        try:
            table.answer()
        except UsageError as error:
            return error
    raise AssertionError("there is space")


def test_a_game_that_cannot_begin_leaves_nothing(tmp_path: Path, space: Space) -> None:
    tables = Tables(tmp_path)
    space.left = 10

    for seats in (["me", "me"], ["me", "random"]):
        with pytest.raises(UsageError):
            tables.begin(load_standard("galaxies"), 2, seats, "full")

    assert list(tmp_path.iterdir()) == [] and tables.opened == {}
