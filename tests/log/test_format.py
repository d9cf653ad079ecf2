"""docs/log-format.md: its tables match real logs, and its test vectors are recomputed here."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.read import KINDS
from rftg_dsl.log.record import FORMAT

TEXT = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text()


def test_the_document_is_of_this_format_and_names_every_kind() -> None:
    assert FORMAT in TEXT
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]*(?:fx|link|head|format)", TEXT, re.M)) == KINDS


def test_the_vectors_follow_from_the_text_alone() -> None:
    rows = re.findall(r"^\| `(demo/[^`]+)` \| (\d+) \| ([\d ]+) \|$", TEXT, re.M)
    assert len(rows) == 5
    for label, domain, results in rows:
        wanted = [int(one) for one in results.split()]
        seed, game, rest = label.split("/", 2)

        assert by_the_document(label, int(domain), len(wanted)) == wanted
        assert list(Seeded(seed, game).rolls(rest, int(domain), len(wanted))) == wanted


def by_the_document(label: str, domain: int, times: int) -> list[int]:
    """Steps 1 to 3 of the document, written from its text."""
    width = 1 if domain <= 256 else 2
    limit = 256**width // domain * domain
    found: list[int] = []
    turn = 0
    while len(found) < times:
        digest = sha256((label + (f"+{turn}" if turn else "")).encode()).digest()
        numbers = [int.from_bytes(digest[at : at + width], "big") for at in range(0, 32, width)]
        found += [number % domain for number in numbers if number < limit]
        turn += 1
    return found[:times]


def test_every_record_of_a_game_has_the_fields_of_its_kind(lines: list[str]) -> None:
    fields = {
        kind: set(re.findall(r"`(\w+)`", row))
        for kind, row in re.findall(r"^\| `(head|rnd|do|run|mark|end)` \| [^|]+ \| (.+) \|$", TEXT, re.M)
    }

    for line in lines:
        record = json.loads(line)
        assert set(record) - {"k"} <= fields[record["k"]], record["k"]
