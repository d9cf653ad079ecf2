"""The logs that count for a league, and the players to whom it credits their results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from league import change_seat, generate_keys, record_game, scores_in, write_game
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.proof.signed_notes import Key
from rftg_dsl.log.standings.counted_games import Counted, count_games
from rftg_dsl.log.standings.league_rules import Proof, make_league_rules
from rftg_dsl.log.standings.read_results import read_results

pytest.importorskip("cryptography")

ANNA, BERT = "me:anna", "me:bert"


def count(
    *logs: Path, require: Sequence[str] = (), signers: Sequence[Key] = (), members: Sequence[Key] = ()
) -> Counted:
    rules = make_league_rules(require, signers, members)
    return count_games(read_results([str(log) for log in logs], rules))


def codes_of(counted: Counted) -> list[str]:
    return [left_out.code for left_out in counted.left_out]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return record_game([ANNA, BERT])


def test_a_valid_log_gives_the_places_and_scores_of_its_players(tmp_path: Path, lines: list[str]) -> None:
    counted = count(write_game(tmp_path / "a.rlog", lines))

    (game,) = counted.games
    assert [(seat.player.name, seat.player.proof) for seat in game.seats] == [("anna", "claim"), ("bert", "claim")]
    assert [seat.score for seat in game.seats] == scores_in(lines)
    assert counted.status == 0 and counted.is_over


def test_logs_that_are_not_valid_are_left_out_with_the_verdict(tmp_path: Path, lines: list[str]) -> None:
    logs = {
        "unfinished": lines[:-40],
        "altered": [*lines[:-40], lines[-39], *lines[-39:]],
        "not a log": ["hello"],
    }
    counted = count(*(write_game(tmp_path / f"{name}.rlog", text) for name, text in logs.items()))

    assert not counted.games and codes_of(counted) == ["unknown", "invalid", "invalid"]
    assert all(left_out.reason for left_out in counted.left_out)
    assert counted.status == 1 and not counted.is_over


def test_a_file_that_cannot_be_read_has_a_code_and_the_others_count(tmp_path: Path, lines: list[str]) -> None:
    counted = count(tmp_path / "nowhere.rlog", write_game(tmp_path / "a.rlog", lines))

    assert codes_of(counted) == ["unreadable"] and len(counted.games) == 1 and counted.status == 2


def test_a_member_is_credited_only_with_games_that_the_member_signed(tmp_path: Path, lines: list[str]) -> None:
    keys = generate_keys("anna", "bert", "carl")
    forged = generate_keys("anna")["anna"][0]
    members = [key for _, key in keys.values()]
    logs = [
        write_game(tmp_path / "both.rlog", lines, keys["anna"][0], keys["bert"][0]),
        write_game(tmp_path / "one.rlog", record_game([ANNA, BERT], "2"), keys["bert"][0]),
        write_game(tmp_path / "forged.rlog", record_game([ANNA, BERT], "3"), forged, keys["bert"][0]),
        write_game(tmp_path / "stranger.rlog", record_game(["me:dora", BERT], "4"), keys["bert"][0]),
    ]

    counted = count(*logs, members=members)

    assert [game.log for game in counted.games] == [str(logs[0]), str(logs[3])]
    assert [seat.player.proof for seat in counted.games[1].seats] == [Proof.CLAIM, Proof.SIGNATURE]
    assert [left_out.reason for left_out in counted.left_out] == ["anna has not signed the log up to its end"] * 2
    strict = count(*logs, members=members, require=["signed"])
    assert [game.log for game in strict.games] == [str(logs[0])] and codes_of(strict)[-1] == "claimed-name"


def test_a_wrong_signature_by_a_member_makes_a_log_invalid(tmp_path: Path, lines: list[str]) -> None:
    private, key = generate_keys("anna")["anna"]
    path = write_game(tmp_path / "a.rlog", lines, private)
    text = path.read_text()
    at = text.rindex("==") if text.rstrip().endswith('=="}') else text.rindex("\\n") - 8
    path.write_text(text[: at - 6] + ("A" if text[at - 6] != "A" else "B") + text[at - 5 :])

    assert codes_of(count(path, members=[key])) == ["invalid"]


def test_a_referee_signs_every_log(tmp_path: Path, lines: list[str]) -> None:
    private, key = generate_keys("referee")["referee"]
    signed = write_game(tmp_path / "a.rlog", lines, private)
    unsigned = write_game(tmp_path / "b.rlog", record_game(["greedy", BERT], "5"))

    counted = count(signed, unsigned, signers=[key], require=["signed"])

    assert [game.log for game in counted.games] == [str(signed)]


def test_a_bot_is_not_a_person_of_its_name(tmp_path: Path) -> None:
    (game,) = count(write_game(tmp_path / "a.rlog", record_game(["greedy", "me:greedy"]))).games

    assert game.seats[0].player != game.seats[1].player


def test_one_name_cannot_sit_twice_at_a_table_but_a_bot_can(tmp_path: Path) -> None:
    counted = count(
        write_game(tmp_path / "a.rlog", record_game([ANNA, ANNA])),
        write_game(tmp_path / "b.rlog", record_game(["greedy", "greedy", ANNA], "6")),
    )

    assert codes_of(counted) == ["repeated-name"] and len(counted.games) == 1


@pytest.mark.parametrize(
    ("changes", "given_up"),
    [
        (("leaves",), True),
        (("concedes",), True),
        (("leaves", "sits greedy"), True),
        (("leaves", "sits greedy", "sits me:anna"), False),
    ],
)
def test_a_player_who_is_gone_at_the_end_comes_last(
    tmp_path: Path, lines: list[str], changes: tuple[str, ...], given_up: bool
) -> None:
    (game,) = count(write_game(tmp_path / "a.rlog", change_seat(lines, 0, *changes))).games

    assert game.seats[0].given_up == given_up
    assert not given_up or [seat.place for seat in game.seats] == [2, 1]


def test_a_game_counts_once_and_a_contradicted_one_not_at_all(tmp_path: Path, lines: list[str]) -> None:
    private, _ = generate_keys("anna")["anna"]
    once = write_game(tmp_path / "a.rlog", lines)
    again = write_game(tmp_path / "b.rlog", lines, private)
    other = write_game(tmp_path / "c.rlog", record_game([ANNA, BERT], bot="greedy"))

    counted = count(once, again)
    assert [game.log for game in counted.games] == [str(once)] and codes_of(counted) == ["repeated-game"]
    assert codes_of(count(once, again, other)) == ["contradicted-game"] * 3


def test_a_contradiction_that_nobody_signed_changes_nothing(tmp_path: Path, lines: list[str]) -> None:
    private, key = generate_keys("anna")["anna"]
    signed = write_game(tmp_path / "a.rlog", lines, private)
    other = write_game(tmp_path / "b.rlog", record_game([ANNA, BERT], bot="greedy"))

    assert [game.log for game in count(signed, other, members=[key]).games] == [str(signed)]


def test_two_keys_with_one_name_are_refused() -> None:
    (_, one), (_, other) = generate_keys("anna")["anna"], generate_keys("anna")["anna"]

    with pytest.raises(UsageError, match="two keys have the name 'anna'"):
        make_league_rules((), [one], [other])
    assert make_league_rules((), [one], [one, one]).members == {"anna": one}
