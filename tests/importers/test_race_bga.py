"""Reading recordings of Board Game Arena, made from games of our own; and what is said about damaged ones."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import bga_scribe
from bga_scribe import Illegal, changed, conceded, notices, packets, save, written
from lanes import slow
from rftg_dsl.cli import app
from rftg_dsl.games import dealing
from rftg_dsl.games.race import build, explore, gamble, supply
from rftg_dsl.games.rounds import enter
from rftg_dsl.importers.import_report import ILLEGAL, INCOMPLETE, ORDER, RULES, UNKNOWN, Difference, ImportReport
from rftg_dsl.importers.importer import Tally, Wanted, find_importer, import_files
from rftg_dsl.importers.race_bga.part import Part
from rftg_dsl.importers.reading import LINE
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.log.audit.audit import audit_file

Game = dict[str, Any]
BGA = find_importer("bga")
RIGHT_GUESS, WRONG_GUESSES = "s0", "s22"
"""The seeds of games for two with a right guess of Gambling World, and with wrong ones only."""


@pytest.fixture(scope="module")
def recorded() -> Game:
    """A game for two with New Worlds."""
    return written("s1")


def follow(game: Game, folder: Path, *tolerate: str) -> ImportReport:
    return import_files(BGA, [save(game, folder / "game.json")], None, Wanted(tolerate=tolerate))


def difference(game: Game, folder: Path) -> Difference:
    [mismatch] = follow(game, folder).differences
    return mismatch


# -- games of our own


@pytest.mark.parametrize(("seats", "new_worlds"), [(2, True), (2, False), (3, True), (3, False)])
@pytest.mark.parametrize("seed", ["s3", "s9"])
def test_games_of_our_own_agree_and_their_logs_are_valid(
    tmp_path: Path, seed: str, seats: int, new_worlds: bool
) -> None:
    path = save(written(seed, seats, new_worlds), tmp_path / "game.json")

    report = import_files(BGA, [path], tmp_path / "logs")

    assert (report.differences, report.agree) == ((), 1)
    assert audit_file(tmp_path / "logs" / "1000.rlog").verdict == "valid"


def test_games_of_four_agree_but_are_said_to_be_new(tmp_path: Path) -> None:
    report = follow(written("s3", 4), tmp_path)

    assert report.agree == 1
    assert "games with 4 players: this importer has never been compared with one" in report.unknown


def test_a_right_guess_is_unknown(tmp_path: Path) -> None:
    mismatch = difference(written(RIGHT_GUESS), tmp_path)

    assert mismatch.kind == UNKNOWN
    assert "right guess" in mismatch.what


def test_a_wrong_guess_without_its_number_is_followed_and_said_to_be_unknown(tmp_path: Path) -> None:
    game = written(WRONG_GUESSES)
    assert not any("Gambling World" in remark for remark in follow(game, tmp_path).unknown)
    for _, notice in notices(game, "gambling"):
        notice["args"] = []

    report = follow(game, tmp_path)

    assert report.agree == 1
    assert any("Gambling World" in remark for remark in report.unknown)


def test_what_no_recording_vouches_for_is_said(recorded: Game, tmp_path: Path) -> None:
    assert any("options" in remark for remark in follow(recorded, tmp_path).unknown)


# -- a game that a player gives up


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 0.33, 0.5, 0.66, 0.75, 0.9, 0.97])
def test_a_conceded_game_agrees_up_to_there(recorded: Game, tmp_path: Path, share: float) -> None:
    at = int(len(packets(recorded)) * share)
    path = save(conceded(recorded, at), tmp_path / "game.json")

    report = import_files(BGA, [path], tmp_path / "logs")

    assert report.differences == report.unread == ()
    assert [(concession.line, concession.theirs) for concession in report.conceded] == [(at + 1, "Player 2")]
    assert (report.agree, report.status) == (0, 0)
    verdict = audit_file(tmp_path / "logs" / "1000.rlog")
    assert (verdict.verdict, verdict.complete) == ("unknown", False)


def test_a_conceded_game_is_still_compared_up_to_there(recorded: Game, tmp_path: Path) -> None:
    nth, game = changed(recorded, "updateScore", "score", 99)

    mismatch = difference(conceded(game, nth + 200), tmp_path)

    assert mismatch.what.startswith("score")


def number_packets(game: Game) -> Game:
    """A game whose packets have the site's numbers."""
    copy = deepcopy(game)
    for nth, packet in enumerate(packets(copy), 1):
        packet["packet_id"] = str(nth)
    return copy


@pytest.mark.parametrize("share", [0.01, 0.1, 0.23, 0.31, 0.42, 0.55, 0.68, 0.77, 0.86, 0.97])
def test_a_recording_that_breaks_off_is_incomplete_and_no_difference(
    recorded: Game, tmp_path: Path, share: float
) -> None:
    keep = int(len(packets(recorded)) * share)
    game = deepcopy(recorded)
    game["logs"]["data"]["logs"] = packets(game)[:keep]

    report = import_files(BGA, [save(game, tmp_path / "game.json")], tmp_path / "logs")

    assert (report.differences, report.unread, report.agree, report.status) == ((), (), 0, 1)
    assert [(entry.line, entry.kind, entry.theirs) for entry in report.incomplete] == [
        (keep, INCOMPLETE, "no more packets")
    ]
    verdict = audit_file(tmp_path / "logs" / "1000.rlog")
    assert (verdict.verdict, verdict.complete) == ("unknown", False)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.9])
def test_a_recording_with_a_gap_is_incomplete_and_names_the_packets(
    recorded: Game, tmp_path: Path, share: float
) -> None:
    game = number_packets(recorded)
    at = int(len(packets(game)) * share)
    del packets(game)[at : at + 4]

    report = follow(game, tmp_path)

    assert report.differences == report.unread == ()
    [gap] = report.incomplete
    assert (gap.line, gap.theirs) == (at, f"the site's packets {at + 1} to {at + 4} are missing")


def test_an_incomplete_recording_is_still_compared_up_to_there(recorded: Game, tmp_path: Path) -> None:
    nth, game = changed(recorded, "updateScore", "score", 99)
    game["logs"]["data"]["logs"] = packets(game)[: nth + 200]

    assert difference(game, tmp_path).what.startswith("score")


def one_less(play: Any, asked: Decision) -> Pick:
    return tuple(asked.form.options[: asked.form.low - 1]) if asked.form.low else None


def one_more(play: Any, asked: Decision) -> Pick:
    form = asked.form
    return tuple(form.options[: form.high + 1]) if len(form.options) > form.high else None


def another(play: Any, asked: Decision) -> Pick:
    hand = play.zone[play.rules.numbers.hand[asked.seat]]
    return next((piece for piece in hand if piece not in asked.form.options), None)


def asked_for(question: str, pick: Illegal) -> Illegal:
    return lambda play, asked: pick(play, asked) if asked.name == question else None


@pytest.mark.parametrize(
    ("question", "pick", "seed"),
    [
        ("pay", one_less, "s3"),
        ("pay", one_more, "s9"),
        ("limit", one_less, "s3"),
        ("explore", one_more, "s9"),
        ("goods", one_more, "s3"),
        ("develop", another, "s3"),
        ("settle", another, "s9"),
    ],
)
def test_a_game_is_followed_on_after_an_illegal_move_that_stood(
    tmp_path: Path, question: str, pick: Illegal, seed: str
) -> None:
    game = written(seed, illegal=asked_for(question, pick))

    report = import_files(BGA, [save(game, tmp_path / "game.json")], tmp_path / "logs")

    [move] = report.illegal
    assert (move.kind, move.what.partition(" ")[0]) == (ILLEGAL, question)
    assert (report.differences, report.agree, report.status) == ((), 0, 1)
    [log] = (tmp_path / "logs").iterdir()
    [at] = [nth for nth, line in enumerate(log.read_text().splitlines(), 1) if '"stood":1' in line]
    said = f"{question}: illegal choice, and it stood; everything else is"
    for light, word in ((False, "correct"), (True, "consistent")):
        verdict = audit_file(log, light=light)
        assert (verdict.verdict, verdict.complete, verdict.line) == ("invalid", True, at)
        assert verdict.reason == f"{said} {word}"
    story = CliRunner().invoke(app, ["replay", str(log)]).stdout
    assert len(re.findall(rf"makes an illegal choice \({question}\), and it stood", story)) == 1
    assert "this was illegal, and it stood" in CliRunner().invoke(app, ["why", f"{log}:{at}"]).stdout


def test_the_mark_of_an_illegal_move_can_be_neither_left_out_nor_added(tmp_path: Path) -> None:
    game = written("s3", illegal=asked_for("pay", one_less))
    import_files(BGA, [save(game, tmp_path / "game.json")], tmp_path / "logs")
    [log] = (tmp_path / "logs").iterdir()
    lines = log.read_text().splitlines()
    at = next(nth for nth, line in enumerate(lines) if '"stood":1' in line)
    legal = next(nth for nth, line in enumerate(lines) if '"k":"do"' in line and nth != at)

    def verdict_with(nth: int, line: str) -> tuple[int | None, str]:
        log.write_text("\n".join([*lines[:nth], line, *lines[nth + 1 :]]) + "\n")
        verdict = audit_file(log)
        assert verdict.verdict == "invalid"
        return verdict.line, verdict.reason

    assert verdict_with(at, lines[at].replace(',"stood":1', "")) == (at + 1, "pay: illegal choice")
    assert verdict_with(legal, lines[legal][:-1] + ',"stood":1}') == (legal + 1, "'stood' differs")
    opponent = (
        lines[at].replace('"seat":0', '"seat":1')
        if '"seat":0' in lines[at]
        else lines[at].replace('"seat":1', '"seat":0')
    )
    assert verdict_with(at, opponent)[1] == "a different decision is expected here"


def test_where_a_recording_parts_after_an_illegal_move_is_said_too(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    (nth, private), *_ = [entry for entry in notices(game, "playcard", public=False) if entry[1]["args"]["money"]]
    assert private["args"]["money"]
    private["args"]["money"] = []

    report = import_files(BGA, [save(game, tmp_path / "game.json")], tmp_path / "logs")

    [stood], [parted] = report.illegal, report.differences
    assert nth <= stood.line <= parted.line
    assert (stood.kind, parted.kind, parted.what) == (ILLEGAL, RULES, "cards in each hand.1")
    verdict = audit_file(tmp_path / "logs" / "1000.rlog")
    assert (verdict.verdict, verdict.complete) == ("invalid", False)


# -- tampering is noticed


@pytest.mark.parametrize(
    ("kind", "field", "value", "what"),
    [
        ("updateScore", "score", 99, "score of"),
        ("updateScore", "vp", "77", "VP chips"),
        ("updateMilforce", "force", 30, "Military"),
        ("updateCardCount", "deck", "3", "cards in the supply"),
        ("updateCardCount", "hand", {"910000000": 3, "910000001": 4}, "cards in each hand"),
        ("updateCardCount", "tableau", {}, "cards in each tableau"),
        ("nomoreVp", "log", None, "reason"),
    ],
)
def test_figures_are_compared(recorded: Game, tmp_path: Path, kind: str, field: str, value: Any, what: str) -> None:
    if kind == "nomoreVp":
        game = deepcopy(recorded)
        [(_, notice)] = notices(game, kind)
        notice["log"] = "12 cards" if "chip" in notice["log"] else "No more victory point chip"
    else:
        _, game = changed(recorded, kind, field, value)

    assert difference(game, tmp_path).what.startswith(what)


def test_prices_are_compared_with_their_packet(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    nth, notice = next(
        (nth, notice) for nth, notice in notices(game, "gameStateChange") if "prices" in notice["args"]["args"]
    )
    prices = {card: price + 1 for card, price in notice["args"]["args"]["prices"].items()} or {"115": 1}
    notice["args"]["args"]["prices"] = prices

    mismatch = difference(game, tmp_path)

    assert mismatch.line == nth
    assert mismatch.what.startswith("prices of goods")


def test_costs_are_compared_with_their_packet(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    nth, notice = notices(game, "playcard", public=False)[0]
    asks = {"card": notice["args"]["card"], "cost": 9, "military_force": False}
    packets(game).insert(nth - 1, {"channel": "/player/p0", "data": [{"type": "cardcost", "log": "", "args": asks}]})

    mismatch = difference(game, tmp_path)

    assert (mismatch.line, mismatch.theirs) == (nth, "pay 9")


@pytest.mark.parametrize(("field", "what"), [("score", "scores"), ("score_aux", "scores"), ("gamerank", "ranks")])
def test_the_result_is_compared(recorded: Game, tmp_path: Path, field: str, what: str) -> None:
    game = deepcopy(recorded)
    game["tableinfos"]["data"]["result"]["player"][0][field] = "7"

    assert difference(game, tmp_path).what.startswith(what)


@pytest.mark.parametrize("kind", ["goodproduction", "consume", "phase_choices", "updateCardCount"])
def test_a_missing_notification_is_a_difference_unless_it_is_only_a_count(
    recorded: Game, tmp_path: Path, kind: str
) -> None:
    game = deepcopy(recorded)
    nth, _ = notices(game, kind)[1]
    packets(game)[nth - 1]["data"] = []

    assert len(follow(game, tmp_path).differences) == (kind != "updateCardCount")


@pytest.mark.parametrize("kind", ["drawCards", "explored_choice", "playcard", "discard", "keepcards"])
def test_a_missing_private_notification_is_noticed(recorded: Game, tmp_path: Path, kind: str) -> None:
    game = deepcopy(recorded)
    nth, _ = notices(game, kind, public=False)[0]
    packets(game)[nth - 1]["data"] = []

    report = follow(game, tmp_path)

    assert len(report.differences) + len(report.unread) == 1


# -- the order of cards


def lazy_take(g: Any, seat: int, n: int, place: int, purpose: str) -> int:
    """Draws as the site does: the discards become the supply only when a card is needed."""
    w = g.numbers
    return dealing.deal(g, f"{g.counters[w.round]}/{seat}/{purpose}", w.supply, place, n, w.discards)


@pytest.fixture(scope="module")
def later() -> list[Game]:
    """Games in which the site reshuffles later than the rules."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (supply, explore, build, gamble):
            patch.setattr(module, "take", lazy_take)
        return [written(seed, 3) for seed in ("s0", "s5", "s12", "s13")]


def test_a_game_reshuffled_later_is_followed_only_if_that_is_tolerated(later: list[Game], tmp_path: Path) -> None:
    strict = [follow(game, tmp_path) for game in later]
    parted = [nth for nth, report in enumerate(strict) if report.differences]

    assert parted
    for nth, game in enumerate(later):
        assert all(mismatch.kind == ORDER for mismatch in strict[nth].differences)
        report = follow(game, tmp_path, "reshuffles")
        assert (report.differences, report.agree) == ((), 1)
        assert bool(report.tolerated) == (nth in parted)


class Latest(Seeded):
    """Chance that takes the cards discarded last as goods, if the discards have just become the supply."""

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        return domain[-times:] if label.split("/")[2] == "good" else super().draws(label, domain, times)


def test_a_good_paid_just_before_is_followed_with_a_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def take_good_after_payment(g: Any, seat: int, piece: int) -> None:
        if g.numbers.is_windfall[g.side[piece]]:
            supply.put_good(g, seat, piece)
        enter(g, seat, piece)

    with monkeypatch.context() as patch:
        for module in (supply, explore, build, gamble):
            patch.setattr(module, "take", lazy_take)
        patch.setattr(build, "put_good", lambda g, seat, world: False)
        patch.setattr(build, "enter", take_good_after_payment)
        patch.setattr(bga_scribe, "Seeded", Latest)
        game = written("s2", 4, new_worlds=False)

    report = follow(game, tmp_path, "reshuffles")

    assert "Consumer Markets not yet discarded" in [mismatch.ours for mismatch in report.tolerated]
    assert (report.differences, report.agree) == ((), 1)


# -- games that cannot be used


@pytest.mark.parametrize(
    ("option", "value", "name"), [("100", "3", "Rebel"), ("101", 2, "Draft"), ("105", 1, "Preset"), ("104", 7, "7")]
)
def test_other_expansions_and_variants_are_refused_by_name(
    recorded: Game, tmp_path: Path, option: str, value: Any, name: str
) -> None:
    game = deepcopy(recorded)
    there = game["tableinfos"]["data"]["options"][option]
    there |= {"value": value, "name": "What", "values": {str(value): {"name": name}}}

    report = follow(game, tmp_path)

    [failure] = report.unread
    assert failure.error.code == "unsupported-recording"
    assert f"'What' set to {name!r}" in failure.error.message
    assert report.status == 2


@pytest.mark.parametrize("option", ["101", "105"])
def test_an_option_that_the_site_did_not_offer_has_its_plain_value(recorded: Game, tmp_path: Path, option: str) -> None:
    game = deepcopy(recorded)
    game["tableinfos"]["data"]["options"][option]["value"] = None

    assert follow(game, tmp_path).agree == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda game: packets(game)[20]["data"][0].update(type="takeover"), "packet 21: the type of a notification"),
        (lambda game: notices(game, "gameStateChange")[3][1]["args"].update(id=77), "a known state, not 77"),
        (lambda game: game["gamedatas"].pop("910000001"), "the tables of all players"),
        (lambda game: game["gamedatas"]["910000000"]["card_types"]["1"].update(cost=6), "with the number, cost and VP"),
        (lambda game: notices(game, "showTableau"), ""),
    ],
    ids=["type", "state", "tables", "design", "nothing"],
)
def test_what_cannot_be_read_is_named_with_its_place(
    recorded: Game, tmp_path: Path, change: Callable[[Game], Any], message: str
) -> None:
    game = deepcopy(recorded)
    change(game)

    report = follow(game, tmp_path)

    assert [message in failure.error.message for failure in report.unread] == [True] * bool(message)
    assert all(str(tmp_path) in failure.error.message for failure in report.unread)


@pytest.mark.parametrize(
    "value", [None, [[]], pytest.param("x", marks=slow), pytest.param(10**30, marks=slow)], ids=ascii
)
def test_garbage_in_any_field_is_reported_and_never_a_crash(recorded: Game, tmp_path: Path, value: Any) -> None:
    seen: set[tuple[str, str]] = set()
    for nth, packet in enumerate(packets(recorded)):
        args = packet["data"][0]["args"]
        for field in args if isinstance(args, dict) else ():
            if (packet["data"][0]["type"], field) not in seen and not field.isdecimal():
                seen.add((packet["data"][0]["type"], field))
                game = {**recorded, "logs": {"data": {**recorded["logs"]["data"], "logs": packets(recorded)[:]}}}
                packets(game)[nth] = deepcopy(packet)
                packets(game)[nth]["data"][0]["args"][field] = value
                follow(game, tmp_path)


@pytest.mark.parametrize("value", [None, -1, [], {}, True, 1e999, "\ud800"], ids=ascii)
def test_garbage_in_the_header_is_reported_and_never_a_crash(recorded: Game, tmp_path: Path, value: Any) -> None:
    paths: list[tuple[str, ...]] = [
        ("table_id",),
        ("tableinfos",),
        ("tableinfos", "data"),
        ("tableinfos", "data", "options"),
        ("tableinfos", "data", "options", "100"),
        ("tableinfos", "data", "result"),
        ("tableinfos", "data", "result", "player"),
        ("gamedatas",),
        ("gamedatas", "910000000"),
        *[("gamedatas", "910000000", field) for field in recorded["gamedatas"]["910000000"]],
        ("logs",),
        ("logs", "data", "players"),
        ("logs", "data", "logs"),
    ]
    for path in paths:
        game = deepcopy(recorded)
        there = game
        for key in path[:-1]:
            there = there[key]
        there[path[-1]] = value
        report = follow(game, tmp_path)
        assert report.games + len(report.unread) == 1


# -- hostile files


def hostile(recorded: Game, folder: Path) -> dict[str, Path]:
    """Files that nobody should be able to read."""
    whole = json.dumps(recorded).encode()
    texts = {
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "nested": b'{"table_id":' + b"[" * 200_000,
        "deep": b'{"table_id":' + b"[" * 900 + b"]" * 900 + b"}",
        "digits": b'{"table_id": ' + b"9" * 100_000 + b"}",
        "list": b"[1, 2]",
        "latin": b'{"table_id": "\xff\xfe"}',
        "other": b'{"id": "x", "events": []}',
        "torn": gzip.compress(whole)[:-20],
        "bomb": gzip.compress(b" " * (LINE + 2), 9),
        "lines": gzip.compress(b" \n" * (LINE // 2 + 2), 9),
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    return {name: folder / name for name in [*texts, "missing"]}


def test_hostile_files_are_named_one_by_one_and_the_good_ones_followed(recorded: Game, tmp_path: Path) -> None:
    bad = hostile(recorded, tmp_path)
    good = save(recorded, tmp_path / "good.json")

    report = import_files(BGA, [good, *bad.values(), good, tmp_path])

    assert report.agree == report.games == 2
    assert [failure.file for failure in report.unread] == [str(path) for path in (*bad.values(), tmp_path)]
    assert all(str(failure.file) in failure.error.message and failure.error.hint for failure in report.unread)
    assert [file.used for file in report.files] == [True, *[False] * len(bad), True, False]


def test_logs_of_games_with_the_same_id_have_names_of_their_own(recorded: Game, tmp_path: Path) -> None:
    path = save(recorded, tmp_path / "game.json")

    import_files(BGA, [path, path], tmp_path / "logs")

    assert sorted(log.name for log in (tmp_path / "logs").iterdir()) == ["1000.rlog", "game-2.rlog"]


def test_a_name_made_up_for_a_game_is_no_name_of_another(tmp_path: Path) -> None:
    tally = Tally(BGA, tmp_path, Wanted())

    assert [tally.make_file_name(id) for id in ("game-2", "no/name", "game-2", "game-3", "ok")] == [
        "game-2.rlog",
        "game-1.rlog",
        "game-3.rlog",
        "game-4.rlog",
        "ok.rlog",
    ]


# -- parts


def test_numbers_may_be_text_and_an_empty_object_may_be_a_list() -> None:
    assert Part("12", "here").as_number() == Part(12, "here").as_number() == 12
    assert Part([], "here").as_fields() == {}
    assert Part({"7": 1}, "here").as_numbered_fields()[7].as_number() == 1


@pytest.mark.parametrize("value", [True, 1.5, "1.5", "", "0x1", "１", None, 10**13, "9" * 50])
def test_anything_else_is_no_number(value: Any) -> None:
    with pytest.raises(Exception, match="here must be a whole number"):
        Part(value, "here").as_number()
