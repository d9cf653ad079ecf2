"""Games as tables of aggregates: for each card, how often it was built, with how many points and with what lead.

The games are divided into parts by their running number, so that samples of parts show how certain a figure is. No
single game can be recovered from the sums.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

PARTS = 20

Game = Mapping[str, Any]
"""A game with its ``seats``; each has ``points``, a ``tableau`` of names, and ``start``, the start world or None."""


@frozen
class Sums:
    """The sums over some tableaux; ``lead`` is the sum of the seats' points less the mean of the other seats."""

    tableaux: int = 0
    points: float = 0
    lead: float = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.tableaux + other.tableaux, self.points + other.points, self.lead + other.lead)


@frozen
class Part:
    """A part of the games: the sums over all tableaux, and over those with each card."""

    all: Sums = Sums()
    cards: Mapping[str, Sums] = field(factory=dict)

    def __add__(self, other: Part) -> Part:
        cards = dict(self.cards)
        for card, sums in other.cards.items():
            cards[card] = cards.get(card, Sums()) + sums
        return Part(self.all + other.all, cards)


def split_games(games: Iterable[Game]) -> list[Part]:
    """Divide games into parts by their order."""
    parts = [(Sums(), dict[str, Sums]()) for _ in range(PARTS)]
    for nth, game in enumerate(games):
        total, cards = parts[nth % PARTS]
        for built, sums in read_seats(game["seats"]):
            total += sums
            for card in built:
                cards[card] = cards.get(card, Sums()) + sums
        parts[nth % PARTS] = total, cards
    return [Part(total, cards) for total, cards in parts]


def read_seats(seats: Sequence[Mapping[str, Any]]) -> Iterator[tuple[frozenset[str], Sums]]:
    """For each seat, the cards that it has built, without its start world, and its sums."""
    total = sum(seat["points"] for seat in seats)
    for seat in seats:
        points, tableau = seat["points"], seat["tableau"]
        lead = points - (total - points) / (len(seats) - 1)
        yield frozenset(tableau[tableau[:1] == [seat["start"]] :]), Sums(1, points, lead)


# -- files --------------------------------------------------------------------------------------------------------

COLUMNS = ("part", "card", "tableaux", "points", "lead")
"""The columns of a table; rows without a card are of all tableaux."""


def read_table(path: Path) -> list[Part]:
    parts: list[dict[str, Sums]] = [{} for _ in range(PARTS)]
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            sums = Sums(int(row["tableaux"]), float(row["points"]), float(row["lead"]))
            parts[int(row["part"])][row["card"]] = sums
    return [Part(cards.pop(""), cards) for cards in parts]


def write_table(path: Path, parts: Sequence[Part]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for nth, part in enumerate(parts):
            for card, sums in [("", part.all), *sorted(part.cards.items())]:
                rows.writerow((nth, card, sums.tableaux, f"{sums.points:g}", f"{sums.lead:g}"))


def read_archive(archive: Path) -> Iterator[Game]:
    """The games of the base set with two players, all from one site, in which people played."""
    with gzip.open(archive, "rt", encoding="utf-8") as file:
        for line in file:
            game = json.loads(line)
            if (game["site"], game["expansion"], len(game["seats"])) == ("genie", "base", 2):
                yield game
