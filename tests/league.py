"""Logs of a league's games, played by bots in the names of people, and signed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from forging import derived, first
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import InMemory
from rftg_dsl.log.proof.randomness import randomness_from
from rftg_dsl.log.proof.signed_notes import Key, generate_key
from rftg_dsl.log.proof.signing import add_signature
from rftg_dsl.play.bots import make_bot


def record_game(seats: Sequence[str], seed: str = "league", bot: str = "random") -> list[str]:
    """The lines of a game of Galaxies with these names in its head."""
    library, randomness = load_standard("galaxies"), randomness_from(seed)
    assert randomness.seed is not None
    play = library.rules(len(seats)).start(Seeded(randomness.seed, "galaxies"))
    sink = InMemory()
    head = head_of(library, play, randomness, list(seats))
    bots = [make_bot(bot, library.game, randomness.seed, seat) for seat in range(len(seats))]
    drive(play, bots, (Recorder(play, library.game, head, sink.write, randomness),))
    return sink.lines


def write_game(path: Path, lines: Sequence[str], *keys: str) -> Path:
    """A log with signatures by these private keys."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))
    for key in keys:
        add_signature(path, key)
    return path


def generate_keys(*names: str) -> dict[str, tuple[str, Key]]:
    """A private and a public key for each name."""
    return {name: generate_key(name) for name in names}


def change_seat(lines: Sequence[str], seat: int, *changes: str) -> list[str]:
    """The lines with changes of a seat after the first mark: ``leaves``, or ``sits NAME``."""
    at = first(list(lines), "mark") + 1
    records = []
    for change in changes:
        does, _, who = change.partition(" ")
        records.append(line_of({"k": "seat", "seat": seat, "does": does, **({"who": who} if who else {})}))
    return derived([*lines[:at], *records, *lines[at:]])


def scores_in(lines: Sequence[str]) -> list[int]:
    scores: list[int] = json.loads(lines[first(list(lines), "end")])["figures"]["end"]["scores"]
    return scores
