"""docs/log-format.md: its tables match real logs, and its test vectors are recomputed here."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from docs import log_format
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.format.kinds import (
    BESIDE,
    CELLS,
    DEPTH,
    FACTS,
    FORMAT,
    LARGEST,
    LINE,
    MARKS,
    MODES,
    RESULTS,
    SIZE,
    TIMES,
    VALUE,
    WHOLE,
)
from rftg_dsl.log.format.kinds import TEXT as TEXT_OF_LABEL
from rftg_dsl.log.proof.merkle import leaf_of
from rftg_dsl.log.proof.randomness import secret_of
from rftg_dsl.log.proof.signed_notes import origin_of

TEXT = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text()


def test_the_tables_are_those_of_the_format() -> None:
    assert log_format.page_with_tables(TEXT) == TEXT, "run make log-format"


def test_the_modes_of_randomness_have_their_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`[^|]*)?) ?\| [^|]+ \|$", TEXT.split("## Chance")[1], re.M)

    assert {mode: set(re.findall(r"`(\w+)`", has)) for mode, has in rows if mode in MODES} == {
        mode: set(has) for mode, has in MODES.items()
    }


def test_the_document_states_the_format_and_its_limits() -> None:
    assert f"format `{FORMAT}`" in TEXT
    said = " ".join(TEXT.split())
    assert f"a line of more than {LINE:,} bytes with its newline, a log of more than {SIZE:,}" in said
    assert f"nested more than {DEPTH} deep" in said
    assert (
        f"more than {RESULTS:,} results, {TIMES:,} of them in one record, {MARKS:,} marks, {CELLS:,} filled cells, "
        f"{FACTS:,} facts, {BESIDE:,} `seat` and `sign` records, {BESIDE:,} lines or {LINE:,} characters" in said
    )
    assert f"a label of more than {TEXT_OF_LABEL} characters, and a fact's value of more than {VALUE:,}" in said
    assert LARGEST == 2**53


def test_the_commitments_follow_from_the_text_alone() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| `([0-9a-f]{32})` \| `([0-9a-f]{64})` \|$", TEXT, re.M)
    assert len(rows) == 3
    for text, nonce, commitment in rows:
        assert sha256(f"rftg-commit/2\n{nonce}\n{text}".encode()).hexdigest() == commitment
        assert sha256(f"rftg-nonce/2\n{text}".encode()).hexdigest()[:32] == nonce
        assert (secret_of(text).nonce, secret_of(text).commitment) == (nonce, commitment)


def test_the_origin_of_a_log_is_the_leaf_of_its_head(lines: list[str]) -> None:
    assert origin_of(lines[0]) == f"{FORMAT}/{leaf_of(lines[0]).hex()[:32]}"


def test_the_vectors_follow_from_the_text_alone() -> None:
    rows = re.findall(r"^\| `(demo/[^`]+)` \| (\d+) \| ([\d ]+) \|$", TEXT, re.M)
    assert len(rows) == 5
    for label, domain, results in rows:
        wanted = [int(number) for number in results.split()]
        seed, game, rest = label.split("/", 2)

        assert by_the_document(label, int(domain), len(wanted)) == wanted
        assert list(Seeded(seed, game).rolls(rest, int(domain), len(wanted))) == wanted


def by_the_document(label: str, domain: int, times: int) -> list[int]:
    """Steps 1 to 3 of the document, written from its text."""
    width = 1 if domain <= 256 else 2
    limit = 256**width // domain * domain
    results: list[int] = []
    turn = 0
    while len(results) < times:
        digest = sha256((label + (f"+{turn}" if turn else "")).encode()).digest()
        numbers = [int.from_bytes(digest[at : at + width], "big") for at in range(0, 32, width)]
        results += [number % domain for number in numbers if number < limit]
        turn += 1
    return results[:times]


def merkle(leaves: list[bytes]) -> bytes:
    """The root above some leaves, written from the text of the document."""
    if len(leaves) < 2:
        return leaves[0]
    split = max(2**n for n in range(20) if 2**n < len(leaves))
    return sha256(b"\1" + merkle(leaves[:split]) + merkle(leaves[split:])).digest()


def leaf(text: str) -> bytes:
    return sha256(b"\0" + text.encode()).digest()


def test_the_roots_and_the_proof_follow_from_the_text_alone() -> None:
    leaves = [leaf(line) for line in ("a", "bb", '{"k":"run"}', '{"k":"end"}', "")]
    roots = re.findall(r"^\| (\d) \| `([0-9a-f]{64})` \|$", TEXT, re.M)
    nodes = re.findall(r"^\| `([0-9a-f]{64})` \| (left|right) \|$", TEXT, re.M)
    at = leaves[2]
    for node, side in nodes:
        beside = bytes.fromhex(node)
        at = sha256(b"\1" + (beside + at if side == "left" else at + beside)).digest()

    assert [(int(n), root) for n, root in roots] == [(n, merkle(leaves[:n]).hex()) for n in range(1, 6)]
    assert len(nodes) == 3 and at.hex() == roots[-1][1]


def test_a_veil_a_salt_and_a_shared_seed_follow_from_the_text_alone() -> None:
    told = ('[{"k":"run"}]', "[]", '[["see","x","y",{}]]')
    leaves = [leaf(f"rftg-veil/2\n{str(nth) * 32}\n{text}") for nth, text in enumerate(told)]
    above = sha256(b"\1" + leaves[0] + leaves[1]).hexdigest()

    assert f"the root is `{merkle(leaves).hex()}`" in TEXT and f"the single node `{above}`" in TEXT
    salt, seed = b"rftg-salt/2\ndemo\n3\n1", b'["rftg-shared/2","host","anna",null]'
    assert f"`{sha256(salt).hexdigest()[:32]}`" in TEXT and f"`{sha256(seed).hexdigest()}`" in TEXT


def test_every_record_of_a_game_has_the_shape_of_its_kind(lines: list[str]) -> None:
    for line in lines:
        record = json.loads(line)
        assert WHOLE.tests[record["k"]](record)
