"""The worth of the sides at the cursor in the author's room, measured step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rftg_dsl.balance.gift import Batch, GiftGames
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import MEASURING
from rftg_dsl.play.one_game import EndlessGame
from show.browser.printed_worth import keep_printed_worth

pytest.importorskip("starlette")

from rftg_dsl.show.browser import side_worth
from rftg_dsl.show.browser.folders import Shelves
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.markup import write_element
from rftg_dsl.show.browser.side_worth import OPEN, Appraisals, make_measurer, tree_of
from rftg_dsl.show.browser.strangers import Strangers

CARD = """card C990 {
  development "Plain Works" cost 2 vp 1 { at end of round: gain 1 vp }
}
"""
TILE = 'tile T90 { development "Plain Works" cost 2\n world "New Haven" novelty cost 3 { gain 1 novelty die here } }\n'


def write_set(folder: Path, game: str, text: str) -> Path:
    folder.mkdir()
    (folder / "set.toml").write_text(f'id = "mine"\nname = "Mine"\ngame = "{game}"\nversion = "1"\n')
    (folder / "own.rftg").write_text(text)
    return folder


def play_made_up_games(games: GiftGames, batch: Batch) -> Sequence[Sequence[int]]:
    """A gift is worth 4 points on average."""
    return [
        [(number * 7) % 11 + (number % 41 - 16) * bool(start.names) for number in batch.numbers]
        for start in batch.starts
    ]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sets, with a cache of its own in which the printed sides of Race and Roll are known.

    Each request plays 16 pairs.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(GiftGames, "play", play_made_up_games)
    monkeypatch.setattr(side_worth, "SLICE", 0.0)
    monkeypatch.setattr(side_worth, "SETTINGS", evolve(side_worth.SETTINGS, batch=16))
    for game in ("race", "roll"):
        keep_printed_worth(game)
    write_set(tmp_path / "cards", "race", CARD)
    write_set(tmp_path / "tiles", "roll", TILE)
    return tmp_path


@pytest.fixture
def appraisals(shelf: Path) -> Appraisals:
    return Appraisals(Known(Shelves([shelf])))


def measure(appraisals: Appraisals, times: int, *sides: str, name: str = "0/cards", text: str = "") -> list[Any]:
    """The answers to this many requests."""
    texts = {"own.rftg": text} if text else {}
    return [appraisals.go_on(name, texts, sides or ("C990",)) for _ in range(times)]


def measure_all(appraisals: Appraisals, *sides: str, name: str = "0/cards", text: str = "") -> Any:
    """The last answer."""
    while not (figures := measure(appraisals, 1, *sides, name=name, text=text)[0])["done"]:
        pass
    return figures


def text_in(figures: Any) -> str:
    """All text in the figures of the only side."""
    return json.dumps(figures["sides"], ensure_ascii=False)


def pairs_in(figures: Any) -> int:
    return int(figures["said"].split()[0])


def test_it_says_how_far_it_is_and_then_what_the_side_is_worth(appraisals: Appraisals) -> None:
    answers = measure(appraisals, 40)
    first = next(answer for answer in answers if "sides" in answer)
    before = [answer["said"] for answer in answers[: answers.index(first)]]

    assert before[-4:] == [f"Playing the first 64 pairs of games: {pairs} so far." for pairs in (0, 16, 32, 48)]
    assert "printed sides to compare with, only once: 94 %." in before[-5]
    assert first["said"] == "64 pairs of games with 2 players, all greedy."
    assert "plays like a development of cost" in text_in(first) and "its cost is 2" in text_in(first)
    [side] = first["sides"]
    assert [part[0] for part in side["parts"]] == ["p", "svg", "p"]


def test_it_narrows_with_every_answer_until_it_is_done(appraisals: Appraisals) -> None:
    answers = [answer for answer in measure(appraisals, 60) if "sides" in answer]
    done = measure_all(appraisals)

    assert [pairs_in(answer) for answer in answers[:3]] == [64, 80, 96]
    assert len({text_in(answer) for answer in answers[:3]}) == 3
    assert done["done"] and not answers[0]["done"]
    assert measure(appraisals, 1) == [done]


def test_it_goes_on_if_only_a_comment_has_changed(appraisals: Appraisals) -> None:
    before = measure(appraisals, 40)[-1]

    [same] = measure(appraisals, 1, text=f"# Ours.\n{CARD}")
    [other] = measure(appraisals, 1, text=CARD.replace("cost 2", "cost 3"))

    assert pairs_in(same) > pairs_in(before)
    assert "sides" not in other


def test_two_pages_take_turns(appraisals: Appraisals) -> None:
    other = CARD.replace("cost 2", "cost 3")
    for _ in range(40):
        answers = measure(appraisals, 1) + measure(appraisals, 1, text=other)

    assert "its cost is 2" in text_in(answers[0]) and "its cost is 3" in text_in(answers[1])


def test_only_the_latest_measurements_are_kept(appraisals: Appraisals) -> None:
    for cost in range(1, OPEN + 3):
        measure(appraisals, 1, text=CARD.replace("cost 2", f"cost {cost}"))

    assert len(appraisals.kept) == OPEN


def test_both_sides_of_a_tile_are_measured(appraisals: Appraisals) -> None:
    figures = measure_all(appraisals, "T90.a", "T90.b", name="0/tiles")

    assert [side["name"] for side in figures["sides"]] == ["Plain Works", "New Haven"]


def test_it_says_that_no_second_bot_was_asked(appraisals: Appraisals) -> None:
    assert "no second bot has been asked" in "".join(measure_all(appraisals)["notes"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CARD.replace("C990", "C991"), "there is no component at the cursor"),
        (CARD.replace("gain", "gian"), "gian"),
    ],
)
def test_a_side_that_cannot_be_measured_has_a_clear_error(appraisals: Appraisals, text: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        measure(appraisals, 1, text=text)


def test_a_side_that_no_seat_can_start_with_has_the_error_of_the_command(appraisals: Appraisals, shelf: Path) -> None:
    faction = (
        'faction F90 number 9 { development "Plain Piracy" cost 0\n world "Plain Home" gray cost 0 { gain $1 } }\n'
    )
    write_set(shelf / "factions", "roll", faction)

    with pytest.raises(UsageError, match="no seat can start with 'Plain Piracy'"):
        measure(appraisals, 1, "F90.a", name="0/factions")


def test_a_game_that_never_ends_has_a_clear_error(appraisals: Appraisals, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(games: GiftGames, batch: Batch) -> None:
        raise EndlessGame("the game does not end", "", "endless-game")

    monkeypatch.setattr(GiftGames, "play", play)

    with pytest.raises(EndlessGame):
        measure_all(appraisals)


def test_a_set_that_takes_too_long_is_stopped(shelf: Path) -> None:
    measurers = Strangers(partial(make_measurer, (shelf,)), 1, 0)
    try:
        with pytest.raises(UsageError, match="the server stopped this: it took more than 0 seconds") as raised:
            asyncio.run(measurers.do(Appraisals.go_on, "0/cards", {}, ["C990"]))
    finally:
        measurers.close()

    assert raised.value.code == MEASURING.code


def test_a_tree_has_the_text_and_the_elements_of_markup() -> None:
    markup = write_element("p", "a < b ", write_element("b", "c", class_="d"), " e")

    assert tree_of(markup) == ["p", {}, "a < b ", ["b", {"class": "d"}, "c"], " e"]
