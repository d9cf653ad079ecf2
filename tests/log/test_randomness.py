"""Where the dice come from: what is promised, told, refused, typed in, and what a verdict says of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rftg_dsl as rftg
from forging import Record, derived, edited, first, raw_of
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.dice_fairness import Dice, p_value_of, probability_above
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.randomness import RECORDED, TABLE, Secret, parse_randomness, randomness_from, secret_of, shared
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.typed_chance import Typed

HOST, ANNA, BEN = secret_of("host"), secret_of("anna"), secret_of("ben")
Lines = list[str]


def verdict(lines: Lines, light: bool = False) -> Verdict:
    return judge_log("log", lambda: parse_log(raw_of(lines)), make_finder(), light)


@pytest.fixture(scope="module")
def both(record: Callable[..., Lines]) -> Lines:
    """A game whose dice follow from the texts of the host and of both seats."""
    return record(shared(HOST, [ANNA, BEN]))


@pytest.mark.parametrize("light", [True, False])
def test_shared_dice_are_computed_again(both: Lines, light: bool) -> None:
    result = verdict(both, light)

    assert (result.verdict, result.randomness) == ("valid", "shared")
    assert "nobody could choose the dice, but the host could foresee them" in result.remarks


def test_a_log_in_progress_tells_nothing_that_the_dice_follow_from(both: Lines, lines: Lines) -> None:
    for log, secrets in ((both, ("host",)), (lines, ("log tests",))):
        running = "\n".join(log[: first(log, "end") + 1])
        assert not any(f'"{secret}"' in running for secret in secrets)
        assert json.loads(log[-1])["k"] == "reveal"
        result = verdict(log[: first(log, "end") + 1])
        assert (result.verdict, result.complete, result.randomness) == ("unknown", True, "unrevealed")
        assert "has not revealed" in result.reason


def test_every_party_changes_the_dice(record: Callable[..., Lines], both: Lines) -> None:
    other = record(shared(HOST, [ANNA, secret_of("carl")]))
    another = record(shared(secret_of("host 2"), [ANNA, BEN]))

    results = [[json.loads(line)["result"] for line in log if '"k":"rnd"' in line] for log in (both, other, another)]
    assert results[0] != results[1] != results[2] != results[0]


@pytest.mark.parametrize("light", [True, False])
def test_a_seat_that_refuses_is_named(record: Callable[..., Lines], light: bool) -> None:
    log = record(shared(HOST, [ANNA, None], [ANNA.commitment, BEN.commitment]))

    result = verdict(log, light)

    assert (result.verdict, result.randomness) == ("valid", "shared")
    assert any("seat 2 refused" in remark for remark in result.remarks)


@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("at", [1, 2, -1])
def test_another_text_than_promised_is_refused(both: Lines, at: int, light: bool) -> None:
    other = secret_of("another")
    forged = edited(both, at % len(both), lambda told: told.update(nonce=other.nonce, text=other.text), again=True)

    result = verdict(forged, light)
    assert result.verdict == "invalid" and "does not match" in result.reason


@pytest.mark.parametrize("light", [True, False])
def test_shares_left_out_doubled_or_late_are_refused(both: Lines, light: bool) -> None:
    for forged in (
        both[:1] + both[2:],
        both[:2] + both[1:],
        [both[0], both[2], both[1], *both[3:]],
        both[:1] + both[3:],
    ):
        assert verdict(derived(forged), light).verdict == "invalid"


@pytest.mark.parametrize("light", [True, False])
def test_a_secret_is_told_once_and_at_the_end(both: Lines, light: bool) -> None:
    twice, early = [*both, both[-1]], [*both[:10], both[-1], *both[10:]]

    result = verdict(derived(twice), light)
    assert (result.verdict, result.line) == ("invalid", len(twice))
    result = verdict([*both, *[line_of({"k": "reveal", "nonce": "x", "text": "y"})] * 2], light)
    assert (result.verdict, result.line) == ("invalid", len(both) + 1)
    assert verdict(derived(early), light).verdict == "invalid"


def test_a_nonce_keeps_a_short_text_from_being_tried() -> None:
    assert Secret("6", "0" * 32).commitment != Secret("6", "1" * 32).commitment
    assert secret_of("6").commitment == secret_of("6").commitment


@pytest.mark.parametrize(
    "said",
    [
        None,
        {},
        {"mode": "seed"},
        {"commit": "0" * 63, "mode": "seed"},
        {"commit": "0" * 64, "mode": "seed", "x": 1},
        {"commit": "0" * 64, "mode": "shared"},
        {"commit": "0" * 64, "mode": "shared", "seats": ["0" * 64]},
        {"commit": "0" * 64, "mode": "shared", "seats": ["0" * 64, 3]},
        {"mode": "table", "commit": "0" * 64},
        {"mode": "dice"},
        {"mode": ["seed"]},
    ],
)
def test_what_a_head_may_say(said: Any) -> None:
    assert parse_randomness(said, 2) is None


def test_heads_say_what_they_are_read_as() -> None:
    for dice in (randomness_from("x"), shared(HOST, [ANNA, BEN]), TABLE, RECORDED):
        read = parse_randomness(dice.head, 2)
        assert read is not None
        assert (read.mode, read.promise, read.promises) == (dice.mode, dice.promise, dice.promises)


# -- dice that people throw ---------------------------------------------------------------------------------------


class Thrown:
    """Dice that people throw, with these faces, and pieces that they draw."""

    def __init__(self, seed: int, faces: Sequence[int]) -> None:
        self.random = Random(seed)
        self.faces = faces

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        return self.random.choices(self.faces, k=times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        return self.random.sample(list(domain), times)


def table_game(folder: Path, faces: Sequence[int] = range(6), seed: int = 1) -> Lines:
    """The log of a game at a table."""
    path = folder / f"{seed}-{len(faces)}.rlog"
    play_game(load_standard("roll"), 2, TABLE, ["random", "random"], path, chance=Thrown(seed, faces))
    return path.read_text().splitlines()


def test_typed_dice_are_possible_and_counted(tmp_path: Path) -> None:
    log = table_game(tmp_path)

    for light in (True, False):
        result = verdict(log, light)
        assert (result.verdict, result.randomness) == ("valid", "table")
        assert set(result.dice) == {"6"} and sum(result.dice["6"]) > 50
    assert "it cannot be known whether the dice were really rolled, or rolled fairly" in result.remarks
    assert verdict(log, True).dice == verdict(log, False).dice


@pytest.mark.parametrize("light", [True, False])
def test_impossible_dice_are_refused(tmp_path: Path, light: bool) -> None:
    log = table_game(tmp_path)
    at = first(log, "rnd", lambda record: "roll" in record["label"])

    for wrong in (6, -1, "1", True):

        def change(record: Record, wrong: Any = wrong) -> None:
            record["result"][0] = wrong

        forged = edited(log, at, change, again=True)
        assert verdict(forged, light).verdict == "invalid"


def test_loaded_dice_show_over_many_logs(tmp_path: Path) -> None:
    fair, loaded = Dice(), Dice()
    for seed in range(6):
        fair.add(verdict(table_game(tmp_path, range(6), seed), light=True).dice)
        loaded.add(verdict(table_game(tmp_path, [0, 1, 2, 3, 4, 5, 5], seed), light=True).dice)

    honest, crooked = p_value_of(fair.counts[6]), p_value_of(loaded.counts[6])
    assert honest is not None and honest > 0.001
    assert crooked is not None and crooked < 0.001


@pytest.mark.parametrize(
    ("value", "degrees", "expected"),
    [
        (11.0705, 5, 0.05),
        (3.84146, 1, 0.05),
        (16.919, 9, 0.05),
        (18.307, 10, 0.05),
        (5.99146, 2, 0.05),
        (20.515, 5, 0.001),
    ],
)
def test_the_chi_square_table(value: float, degrees: int, expected: float) -> None:
    """Critical values as every book of statistics prints them."""
    assert isclose(probability_above(value, degrees), expected, rel_tol=1e-3)


def test_too_few_throws_say_nothing() -> None:
    assert p_value_of([4, 5, 5, 5, 5, 5]) is None
    assert p_value_of([30] * 6) == 1.0


def test_a_mistyped_result_is_asked_for_again() -> None:
    layout = load_standard("roll").rules(2).layout
    asked: list[str] = []
    answers = iter(["7", "x", "1 2", "\N{SUPERSCRIPT TWO}", "", "3"])

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    assert Typed(layout, ask).rolls("1/0/roll/0", 6, 1) == [2]
    assert len(asked) == 6 and "is not a valid result" in asked[1]


def test_a_match_draws_its_own_seed(tmp_path: Path) -> None:
    one, two = rftg.start("roll", 2), rftg.start("roll", 2)

    assert one.seed != two.seed and len(one.seed) == 32
    assert json.loads(one.log[0])["randomness"]["commit"] == secret_of(one.seed).commitment


@pytest.mark.parametrize(
    ("counts", "chance"),
    [
        ([10] * 6, 1.0),
        ([11, 12, 7, 11, 8, 11], 0.8491450360846096),  # chi-square 2.0, five degrees of freedom
        ([60, 40], 0.04550026389635842),  # chi-square 4, one degree of freedom
        ([4, 4, 4], None),  # too few throws
    ],
)
def test_the_chance_of_uneven_counts_is_that_of_tables(counts: list[int], chance: float | None) -> None:
    found = p_value_of(counts)

    assert found is None if chance is None else found == pytest.approx(chance)
