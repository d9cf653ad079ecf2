"""``rftg import tableaux`` scores positions, and says which seats agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cli.conftest import Rftg

SLIPPED = {
    "n": 300,
    "site": "genie",
    "expansion": "storm",
    "seats": [
        {"tableau": ["New Galactic Order", "Space Mercenaries"], "vp": 0, "points": 2},
        {"tableau": ["Old Earth"], "vp": 0, "points": 2},
    ],
}
"""A game in which the site did not count a power of the first seat."""


def plain_game(n: int = 9000) -> dict[str, Any]:
    """A game in which both seats agree."""
    first = {"tableau": ["Alpha Centauri", "Export Duties", "Public Works"], "vp": 3, "points": 5}
    second = {"tableau": ["Old Earth", "Mining World"], "vp": 2, "points": 6}
    return {"n": n, "site": "genie", "expansion": "storm", "seats": [first, second]}


def test_a_position_has_no_log(tmp_path: Path, rftg: Rftg) -> None:
    (path := tmp_path / "games.jsonl").write_text(json.dumps(plain_game()))

    result = rftg("import", "tableaux", str(path), "--out", str(tmp_path / "logs"))

    assert result.exit_code == 2
    assert "no-log" in result.stderr and "a position has no log" in result.stderr
    assert not (tmp_path / "logs").exists()


def test_the_text_says_the_games_and_seats_that_agree_and_explains_the_others(tmp_path: Path, rftg: Rftg) -> None:
    wrong, strange = plain_game(n=9003), plain_game(n=9006)
    wrong["seats"][0]["points"] = 50
    strange["seats"][1]["tableau"] = ["Hyperspace Bypass"]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(json.dumps(game) for game in (plain_game(), SLIPPED, wrong, strange)))

    result = rftg("import", "tableaux", str(path))

    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "genie-9003, points of seat 0",
        "  ours: 5 (chips 3, developments 2, worlds 0, goals 0)",
        "  theirs: 50",
        "genie-300, points of seat 0 (New Galactic Order with Space Mercenaries: its Military +1 was not counted): "
        "the recorder has 2, the rules give 3 (chips 0, developments 0, worlds 0, New Galactic Order 3, goals 0)",
        "genie-9006, points of seat 1 cannot be scored: card 'Hyperspace Bypass' is not known",
        "2 of 4 games agree; 1 that cannot be scored; 5 of 8 seats agree, 1 differ for a known reason, 1 differ, "
        "1 cannot be scored",
    ]


def test_the_json_has_every_seat_with_its_lines(tmp_path: Path, rftg: Rftg) -> None:
    (path := tmp_path / "games.jsonl").write_text(json.dumps(plain_game()))

    report = json.loads(rftg("import", "tableaux", str(path), "--format", "json").stdout)

    assert report["scores"][1] == {
        "file": str(path),
        "game": "genie-9000",
        "seat": 1,
        "recorded": 6,
        "points": 6,
        "lines": {"chips": 2, "developments": 0, "worlds": 4, "goals": 0},
        "outcome": "agrees",
    }
