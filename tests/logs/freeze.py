"""Freeze logs: one of every game, edition, expansion, variant, source of dice and bot; with the verdict on each.

make frozen

They must get the same verdict after every later change. If the rules or the format change, the frozen logs of that
version stay, and say why they are not judged any more: that is what ``verdicts.json`` is edited for by hand.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_library
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.proof.randomness import TABLE, Randomness, secret_of, shared
from rftg_dsl.log.proof.signing import add_openings
from rftg_dsl.play.one_game import play_game

FOLDER = Path(__file__).parent
VERDICTS = FOLDER / "verdicts.json"


def name_of(path: Path) -> str:
    """The name of the case that a log is of; logs of earlier rules are in a folder that says which."""
    return path.relative_to(FOLDER).as_posix().removesuffix(".rlog.gz")


class Case(NamedTuple):
    """A game to freeze."""

    name: str
    game: str
    players: int
    bots: str
    edition: str | None = None
    sets: tuple[str, ...] = ()
    options: dict[str, str] = {}  # noqa: RUF012
    dice: str = "seed"
    sealed: bool = False
    seed: str = ""
    """That of the dice; the name if it is empty."""


CASES = (
    Case("roll-2020", "roll", 2, "greedy random", "2020", seed="golden"),
    Case("roll-2014", "roll", 3, "greedy", "2014"),
    Case("roll-five", "roll", 5, "random"),
    Case("roll-tableau", "roll", 2, "greedy", None, (), {"tableau.0": "Galactic Resort"}),
    Case("roll-gains", "roll", 2, "random", None, (), {"gains": "no"}),
    Case("roll-shared", "roll", 2, "greedy", dice="shared"),
    Case("roll-table", "roll", 2, "random", dice="table"),
    Case("roll-sealed", "roll", 3, "greedy", sealed=True),
    Case("race-first", "race", 2, "greedy random", "first", seed="golden"),
    Case("race-second", "race", 4, "greedy", "second"),
    Case("race-storm", "race", 3, "greedy random", None, ("gathering-storm",)),
    Case("race-new-worlds", "race", 2, "random", None, ("new-worlds",)),
    Case("race-advanced", "race", 2, "greedy", None, (), {"variant": "advanced"}),
    Case("race-shared", "race", 3, "random", dice="shared"),
    Case("race-table", "race", 2, "greedy", dice="table"),
    Case("race-sealed", "race", 2, "greedy", sealed=True),
    Case("galaxies", "galaxies", 2, "greedy random", seed="golden"),
    Case("galaxies-second", "galaxies", 5, "greedy", None, (), {"wording": "second"}),
    Case("galaxies-table", "galaxies", 3, "greedy", dice="table"),
    Case("galaxies-sealed", "galaxies", 2, "random", sealed=True),
)


class Thrown:
    """Dice that somebody threw, and pieces that they drew."""

    def __init__(self, name: str) -> None:
        self.random = Random(name)

    def rolls(self, label: str, domain: int, times: int) -> list[int]:
        """Faces."""
        return self.random.choices(range(domain), k=times)

    def draws(self, label: str, domain: Any, times: int) -> list[int]:
        """Pieces."""
        return self.random.sample(list(domain), times)


def dice_of(case: Case) -> Randomness | str:
    """Where its results come from."""
    if case.dice == "shared":
        secrets = [secret_of(f"{case.name} {seat}") for seat in range(case.players)]
        return shared(secret_of(case.name), [*secrets[:-1], None], [secret.commitment for secret in secrets])
    return TABLE if case.dice == "table" else case.seed or case.name


def frozen(case: Case) -> bytes:
    """The log of a case."""
    library = load_library(case.game, case.edition, case.sets, case.options)
    bots = (case.bots.split() * case.players)[: case.players]
    chance = Thrown(case.name) if case.dice == "table" else None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rlog"
        play_game(library, case.players, dice_of(case), bots, path, chance=chance, sealed=case.sealed)
        if case.sealed:
            add_openings(path)
        return path.read_bytes()


def verdict_on(path: Path) -> dict[str, Any]:
    """What is frozen of the verdict on a log."""
    verdict = judge_log(path.name, lambda: read_log(path), make_finder())
    plain = verdict.plain()
    return {key: plain[key] for key in ("verdict", "randomness", "lines", "root", "reason")}


def main(names: list[str]) -> None:
    """Freeze the cases that are not frozen yet, or those named."""
    verdicts = json.loads(VERDICTS.read_text()) if VERDICTS.exists() else {}
    for case in CASES:
        path = FOLDER / f"{case.name}.rlog.gz"
        if case.name in names or not path.exists():
            path.write_bytes(gzip.compress(frozen(case), mtime=0))
            verdicts[case.name] = verdict_on(path)
    VERDICTS.write_text(json.dumps(verdicts, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
