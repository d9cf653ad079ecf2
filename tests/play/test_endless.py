"""A game that never ends is stopped, and the message says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import GAME, ROUNDS
from rftg_dsl.library.load import load_library
from rftg_dsl.play import one_game
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game


def test_a_game_with_too_many_rounds_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(one_game, "ROUNDS", ROUNDS._replace(most=3))

    with pytest.raises(UsageError, match="stopped after 3 rounds") as stopped:
        play_game(load_library("race"), 2, "endless", seat_bots(["greedy"], 2), tmp_path / "g.rlog")

    assert stopped.value.code == "endless-game"


@pytest.mark.parametrize("log", [None, "g.rlog"])
def test_a_game_with_too_many_events_is_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, log: str | None
) -> None:
    monkeypatch.setattr(one_game, "GAME", GAME._replace(most=100))

    with pytest.raises(UsageError, match="stopped after 100 events") as stopped:
        play_game(load_library("race"), 2, "endless", seat_bots(["greedy"], 2), tmp_path / log if log else None)

    assert stopped.value.code == "endless-game"


def test_the_bound_is_the_one_the_page_names() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "diagnostics.md"

    bound = f"bots played {ROUNDS.most:,} rounds or turns of a game, or {GAME.most:,} events, and the game was still"
    assert bound in page.read_text("utf-8")


SET = 'id = "still"\nname = "Still"\ngame = "race"\nversion = "1"\n'
START = 'start-world ZS{n} number {number} {{ world "Zed {n}" blue cost 1 vp 1 {{ draws: 7 less }} }}\n'


def test_finding_19_the_message_names_the_seed_the_set_and_its_powers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(one_game, "ROUNDS", ROUNDS._replace(most=3))
    (tmp_path / "set.toml").write_text(SET)
    (tmp_path / "still.rftg").write_text("".join(START.format(n=n, number=60 + n) for n in range(30)))
    still = load_library("race", extra=[tmp_path])

    with pytest.raises(UsageError) as stopped:
        play_game(still, 2, "x/0", seat_bots(["greedy"], 2))

    assert "with seed 'x/0'" in stopped.value.message
    assert "'still'" in stopped.value.message
    assert "(draws: 7 less)" in stopped.value.message


def test_finding_19_without_a_set_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_game, "ROUNDS", ROUNDS._replace(most=3))

    with pytest.raises(UsageError) as stopped:
        play_game(load_library("race"), 2, "y", seat_bots(["greedy"], 2))

    assert stopped.value.message == "the game with seed 'y' does not end, and was stopped after 3 rounds"
