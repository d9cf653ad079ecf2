"""The agreement of bots with people on the cards of a game, measured beforehand and kept in ``people.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from attrs import asdict, frozen

FILE = "people.toml"
"""The name of the file in the game's content folder."""


@frozen
class Agreement:
    """A bot's agreement with people: rank correlations over cards, with standard errors and ceilings.

    A ceiling is the most that can be expected of so many games. The head of the file explains all figures.
    """

    bot: str
    games: int
    cards: int
    points: float
    margin: float
    margin_error: float
    margin_ceiling: float
    share: float
    share_error: float
    share_ceiling: float

    def __str__(self) -> str:
        return (
            f"{self.bot}: margin {self.margin:.2f} ± {self.margin_error:.2f} (of {self.margin_ceiling:.2f}), "
            f"share {self.share:.2f} ± {self.share_error:.2f} (of {self.share_ceiling:.2f}), "
            f"{self.points:.1f} points a seat"
        )


@frozen
class People:
    """The games that people played, and the bots compared with them."""

    games: int
    standard: int
    points: float
    bots: tuple[Agreement, ...] = ()


def find_people(content: Path) -> People | None:
    """The figures of the game with this content folder; None if its bots have not been compared with people."""
    path = content / FILE
    return read_people(path) if path.is_file() else None


def read_people(path: Path) -> People:
    data = tomllib.loads(path.read_text("utf-8"))
    bots = tuple([Agreement(**row) for row in data.pop("bots", ())])
    return People(**data, bots=bots)


def write_people(path: Path, people: People) -> None:
    """Replace the figures in the file, and keep its head."""
    head = [line for line in path.read_text("utf-8").splitlines() if line.startswith("#")]
    own = asdict(people, filter=lambda field, _: field.name != "bots")
    lines = [*head, "", *write_fields(own)]
    for row in people.bots:
        lines += ["", "[[bots]]", *write_fields(asdict(row))]
    path.write_text("\n".join([*lines, ""]), "utf-8")


def write_fields(fields: dict[str, object]) -> Sequence[str]:
    return [f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}" for name, value in fields.items()]
