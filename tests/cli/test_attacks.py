"""What an attack on content found, and what is like it: each is a finding with a place, or is played and audited.

Every command runs in a process with little memory and time, as a stranger's file would have it.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RFTG = str(Path(sys.executable).parent / "rftg")
MEMORY = 1_500_000_000
SECONDS = 60

SET = 'id="x"\nname="X"\ngame="roll"\nversion="1"\n'
TILE = 'tile X01 {\n  development "Dev One" cost 3 { gain $1 }\n  world "World One" gray cost 2\n}\n'
START = ("--option", "tableau.0=Dev One")


def with_power(power: str) -> str:
    return TILE.replace("gain $1", power)


def little() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(*words: str) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run([RFTG, *words], capture_output=True, check=False, timeout=SECONDS, preexec_fn=little)
    assert b"Traceback" not in done.stderr and b"error[bug]" not in done.stderr, done.stderr
    assert b"out of memory" not in done.stderr
    return done


def write(folder: Path, pieces: str | bytes = TILE, toml: str | bytes = SET) -> None:
    """A set of this content in the folder ``x``."""
    (folder / "x").mkdir()
    for name, text in (("set.toml", toml), ("t.rftg", pieces)):
        (folder / "x" / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def findings() -> list[Any]:
    diagnostics: list[Any] = json.loads(run("validate", "./x", "--format", "json").stdout)["diagnostics"]
    return diagnostics


DICE = "supply 9 faces explore explore produce ship wild wild matches"
KINDS = [f"q{a}{b}" for a in "ab" for b in "abcdefghijk"]
COLOURS = "".join(
    f'colour {kind} "{kind.upper()}" trade 3\ndie {kind} "{kind.upper()}" {DICE} {kind}\n' for kind in KINDS
)
BOMB = COLOURS.split("\n", 2)[0] + f'\ndie qaa "QAA" {DICE} qaa\n'

CHAIN = "at start of explore: may spend $9: gain $9"

REFUSED: dict[str, tuple[str | bytes, str | bytes, str, int, int]] = {
    # as in the attack
    "article": (with_power("the $1"), SET, "unknown-verb", 2, 34),
    "bigint": (TILE, "id=" + "1" * 5_000, "bad-set", 1, 4),
    "chain": (
        with_power("\n" + "at start of explore: may spend $9: gain $9\n" * 21_000),
        SET,
        "too-many-powers",
        2,
        15,
    ),
    "deeptoml": (TILE, SET + "a=" + "[" * 5_000, "nesting-too-deep", 5, 23),
    "hdr": (TILE, "".join(f"[t{n}.a.b.c]\n" for n in range(100_000)), "file-too-large", 1, 1),
    "long-names": (TILE.replace("Dev One", "D0" + "N" * 1_900), SET, "name-too-long", 2, 15),
    "supply-bomb": (BOMB.replace("supply 9", "supply 999999999"), SET, "out-of-range", 2, 22),
    "supply-bomb-taken": (BOMB + with_power("gain 900000000 qaa dice to cup"), SET, "out-of-range", 4, 39),
    # and what is like it
    "digits": (with_power("gain $" + "9" * 1_500), SET, "number-too-large", 2, 40),
    "digits-below-zero": (TILE.replace("cost 3", "cost -" + "9" * 1_500), SET, "number-too-large", 2, 31),
    "superscript": (with_power("gain ² vp"), SET, "syntax", 2, 39),
    "arabic-digit": (with_power("gain ٣ vp"), SET, "syntax", 2, 39),
    "deep": (with_power("gain { " * 500), SET, "nesting-too-deep", 2, 53),
    "nul": (with_power("gain \0 $1"), SET, "bad-encoding", 2, 39),
    "surrogate": (TILE.encode().replace(b"Dev", b"\xed\xa0\x80"), SET, "bad-encoding", 2, 16),
    "bidi": (TILE.replace("Dev One", "Dev \u202eenO\u2069"), SET, "bad-character", 2, 20),
    "bidi-in-a-comment": (TILE + "# \u2066 }", SET, "bad-character", 5, 3),
    "escape": (TILE.replace("Dev One", "Dev \x1b[31m"), SET, "bad-character", 2, 20),
    "line-separator": (TILE.replace("Dev One", "Dev\u2028One"), SET, "bad-character", 2, 19),
    "long-word": (with_power("gain 1 " + "d" * 1_000), SET, "name-too-long", 2, 41),
    "phrases": (with_power(",\n".join(["may discard 1 die in cup"] * 400) + ": gain $1"), SET, "power-too-long", 2, 34),
    "set-surrogate": (TILE, SET.encode().replace(b'"X"', b'"\xed\xa0\x80"'), "bad-encoding", 2, 7),
    "set-escaped-surrogate": (TILE, SET.replace('"X"', '"\\ud800"'), "bad-set", 2, 13),
    "set-escape": (TILE, SET.replace('"X"', '"\\u001b[31m"'), "bad-set", 2, 1),
    "set-bidi": (TILE, SET.replace('"X"', '"\u202e"'), "bad-character", 2, 7),
    "set-escaped-bidi": (TILE, SET.replace('"X"', '"\\u202e"'), "bad-set", 2, 1),
    "set-nul": (TILE, SET.replace('"X"', '"\0"'), "bad-encoding", 2, 7),
    "set-path": (TILE, SET.replace('"x"', '"../../x"'), "bad-set", 1, 1),
    "set-long-id": (TILE, SET.replace('"x"', f'"{"x" * 5_000}"'), "bad-set", 1, 1),
    "set-long-version": (TILE, SET.replace('"1"', f'"{"1" * 5_000}"'), "bad-set", 4, 1),
    "set-superscript": (TILE, SET + "language = ²", "bad-set", 5, 12),
    "set-language": (TILE, SET + "language = " + "9" * 4_000, "bad-set", 5, 12),
    "set-language-digits": (TILE, SET + "language = " + "9" * 5_000, "bad-set", 5, 12),
    "set-deep-key": (TILE, SET + "a" + ".a" * 4_000 + "=1", "nesting-too-deep", 5, 40),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_set_is_a_finding_at_its_place(folder: Path, name: str) -> None:
    pieces, toml, code, line, column = REFUSED[name]
    write(folder, pieces, toml)

    first = findings()[0]

    assert (first["code"], first["line"], first["column"]) == (code, line, column), first
    assert first["file"] in ("x/t.rftg", "x/set.toml") and first["message"] and first["hint"]
    assert len(first["message"]) < 300 and first["message"].isprintable()


PLAYED = {
    "kinds22": COLOURS + with_power("\n".join(f"gain 9 {kind} dice to citizenry" for kind in KINDS)),
    "supply-bomb-within": BOMB.replace("supply 9", "supply 998") + with_power("gain 900 qaa dice to cup"),
    "prices": with_power("at end of round: may " + ",\n".join(["discard 1 die in cup"] * 28) + ": gain $1"),
    "powers": with_power("\n" + "at end of round, once per round: gain $1\n" * 50),
    "credits": "counter credit start 999999999 from 0 to 999999999\n" + TILE,
    "numbers": "number vp_per_player 999\nnumber end_squares 999\n" + TILE,
}


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_within_the_limits_is_played_and_audited(folder: Path, name: str) -> None:
    write(folder, PLAYED[name])
    words = ("roll", "--players", "3", "--seed", "s", "--with", "./x", *START)

    assert run("validate", "./x").returncode == 0
    assert run("simulate", *words, "--games", "1", "--bots", "greedy").returncode == 0
    assert run("play", *words, "--log", "g.rlog").returncode == 0
    audited = run("audit", "g.rlog", "--with", "./x")
    assert audited.returncode == 0, audited.stdout


def test_an_illegal_pick_of_many_kinds_takes_no_memory(folder: Path) -> None:
    write(folder, PLAYED["kinds22"])
    run("play", "roll", "--players", "2", "--seed", "s", "--with", "./x", *START, "--log", "g.rlog")
    lines = (folder / "g.rlog").read_text("ascii").splitlines()
    forms = [json.loads(line).get("form", []) for line in lines]
    nth = max((form[3], nth) for nth, form in enumerate(forms) if form[:3] == ["bag", 1, 1])[1]  # one of many dice
    record = json.loads(lines[nth])
    record["pick"] = {"q@nowhere": 1}
    lines[nth] = json.dumps(record, sort_keys=True, separators=(",", ":"))
    (folder / "h.rlog").write_text("\n".join(lines) + "\n")

    judged = run("audit", "h.rlog", "--with", "./x")

    assert judged.returncode == 1 and b"invalid" in judged.stdout
