"""Roll with Ambition, Rivalry and the promotional tiles, as sets for tests: not all their facts are certain."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.roll.position import RollPosition
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library.load import Library, load_library

Row = Mapping[str, str]

FOLDER = Path(__file__).parent / "expansions"
FACTS = Path(__file__).parents[2] / "reference" / "roll" / "expansions.csv"
ROWS: list[Row] = list(csv.DictReader(FACTS.read_text("utf-8").splitlines()))
"""A row for each side of each faction, home world and tile."""
SETS = [FOLDER / "ambition", FOLDER / "rivalry"]
BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


def id_of(row: Row) -> str:
    """The id of the side of a row."""
    return row["group"] if row["side"] == "-" else f"{row['group']}.{row['side']}"


@cache
def expanded() -> Library:
    """The game with both sets."""
    return load_library("roll", None, SETS)


class Expanded:
    """Makes positions of the game with both sets, played by one of the back ends."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def __call__(self, players: int = 2) -> RollPosition:
        return RollPosition(expanded().rules(players, self.backend))


# -- what a row says -----------------------------------------------------------------------------------------------

COLOURS = {
    "Home": "home",
    "Military": "military",
    "Consumption": "consumption",
    "Novelty": "novelty",
    "Rare Elements": "rare",
    "Genes": "genes",
    "Alien": "alien",
    "Leader": "leader",
    "Entrepreneur": "entrepreneur",
    "Pioneer": "pioneer",
}
GRANT = re.compile(
    rf"(\d+)(?: ({'|'.join(COLOURS)}))?(?= (?:and|die|dice|into))|into the (Citizenry|cup)|(as a good on it)"
)
"""The numbers, colours and places in the text of a row, in order."""


def grants(row: Row) -> dict[str, dict[str, int]]:
    """The dice that a row gives, by place and kind: ``1 Home and 1 Genes die into the cup``."""
    dice: dict[str, dict[str, int]] = {}
    waiting: list[tuple[str, int]] = []
    colour = ""
    for n, name, place, good in GRANT.findall(
        re.sub(r"Remove \d+ own \w+|END .*|.* goes (?:back )?to the supply", "", row["effect"])
    ):
        if n:
            colour = COLOURS[name] if name else colour
            waiting.append((colour, int(n)))
            continue
        where = dice.setdefault("goods" if good else place.lower(), {})
        where.update({kind: where.get(kind, 0) + many for kind, many in waiting})
        waiting = []
    return dice


def credits(row: Row) -> int:
    """The credits that a row gives at once."""
    said = re.match(r"\+\$(\d)(?: at start)?(?:;|\.)", row["effect"])
    return int(said[1]) if said else 0


def removed(row: Row) -> int:
    """How many own dice a row removes."""
    said = re.search(r"Remove (\d) own", row["effect"])
    return int(said[1]) if said else 0
