"""Games of Race that people played on Board Game Arena, followed with our engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.importers.import_report import ORDER, ImportReport
from rftg_dsl.importers.importer import Wanted, find_importer, import_files
from rftg_dsl.log.audit.audit import audit_file

SHARED = Path(__file__).parents[3] / "shared" / "oracle" / "race-bga"
FILES = sorted(SHARED.glob("*.json.gz"))
BGA = find_importer("bga")

PARTS = {"861715231": 146, "863280285": 194, "869309766": 192}
"""The games that the rules cannot follow because the site draws in another order, and the packet of the reshuffle."""
COUNTED = {"866058532": 200}
"""The games that can be followed although the site's supply differs, because it reshuffles later; and the packet."""
CONCEDED = {"866702989": 172}
"""The games that a player gave up, and the packet."""
VALID = 7
"""How many of the games follow our rules to their end."""

pytestmark = pytest.mark.skipif(not FILES, reason="the shared recordings are not here")


def game_of(path: Path) -> str:
    return path.name.partition(".")[0]


def expected(packets: dict[str, int], game: str) -> list[int]:
    """The packet of a game, if it is one of these."""
    return [packets[game]] if game in packets else []


def follow(path: Path, *tolerate: str, to: Path | None = None) -> ImportReport:
    return import_files(BGA, [path], to, Wanted(tolerate=tolerate))


@pytest.mark.parametrize("path", FILES, ids=game_of)
def test_recorded_games_agree_by_the_rules_or_part_at_a_reshuffle(path: Path) -> None:
    game = game_of(path)

    report = follow(path)

    assert [difference.line for difference in report.differences] == expected(PARTS, game)
    assert all(difference.kind == ORDER for difference in report.differences)
    assert [difference.line for difference in report.conceded] == expected(CONCEDED, game)
    assert [difference.line for difference in report.accounted] == expected(COUNTED, game)
    assert report.agree == (game not in PARTS and game not in CONCEDED)
    assert report.unread == report.tolerated == ()


@pytest.mark.parametrize("path", FILES, ids=game_of)
def test_with_the_tolerance_all_recorded_games_are_followed_and_only_those_that_need_it_use_it(path: Path) -> None:
    game = game_of(path)

    report = follow(path, "reshuffles")

    assert report.differences == report.unread == ()
    assert [difference.line for difference in report.tolerated] == expected(PARTS, game)
    assert all((difference.what, difference.kind) == ("reshuffle", ORDER) for difference in report.tolerated)
    assert [difference.line for difference in report.conceded] == expected(CONCEDED, game)
    assert report.agree == (game not in CONCEDED)


def test_the_logs_say_what_they_are_worth(tmp_path: Path) -> None:
    import_files(BGA, FILES, tmp_path, Wanted(tolerate=["reshuffles"]))

    verdicts = {path.stem: audit_file(path) for path in tmp_path.iterdir()}

    assert {game for game, verdict in verdicts.items() if verdict.verdict == "invalid"} == set(PARTS)
    assert {game for game, verdict in verdicts.items() if verdict.verdict == "unknown"} == set(CONCEDED)
    assert all(not verdicts[game].complete for game in CONCEDED)
    valid = [verdict for verdict in verdicts.values() if verdict.verdict == "valid"]
    assert len(valid) == VALID
    assert {verdict.randomness for verdict in valid} == {"recorded"}


def test_all_games_are_reported_together() -> None:
    report = import_files(BGA, FILES)

    assert (report.games, report.agree, report.status) == (11, VALID, 1)
    assert len(report.files) == 11
    assert len(report.unknown) == 2
