"""The story of a game: who does what, and each thing once."""

from __future__ import annotations

import pytest

from games.race.tables import Table, race
from language.pieces import rules
from rftg_dsl.games.race.report import report, tell
from rftg_dsl.log.format.record import Naming


def story(table: Table) -> list[str]:
    """What is told of a table so far."""
    names = {side.id: side.name for side in table.g.rules.sides}  # type: ignore[attr-defined]
    told = [tell(event, names) for event in Naming(table.g.layout).list_events(table.g.events)]
    return [line for line in told if line]


class Stashed:
    """A game with a card under which others can be put."""

    TEXT = """place stash "cards kept" of piece seen owner
card Z1 {{ world "Z" rare windfall cost 1 vp 1 {{ {} }} }}
"""

    def __init__(self, power: str) -> None:
        self.compiled = rules("race", self.TEXT.format(power), "generated")

    def rules(self, seats: int) -> object:
        return self.compiled


def table_with_power(power: str, **options: object) -> Table:
    """Seat 0 has a card with this power."""
    return race(**{"tableau": ["Z"], "found": Stashed(power), **options})  # type: ignore[arg-type]


def test_the_seat_that_conquers_a_world_is_named() -> None:
    table = race(["New Sparta"], ["Aquatic Uplift Race"], actions=["settle"])

    told = story(table.phase("settle", ("settle", "Aquatic Uplift Race")))

    assert "Seat 1 conquers Aquatic Uplift Race" in told


def test_the_owner_of_a_good_and_its_world_are_named() -> None:
    sold = story(race(["Gem World"], goods=["Gem World"], actions=["trade"]).phase("consume"))
    spent = story(table_with_power("consume: consume 1 good: gain 1 vp", goods=["Z"]).phase("consume"))

    assert "Seat 1 sells the good on Gem World (Trade)" in sold
    assert "Seat 1 consumes the good on Z (Z)" in spent


def test_cards_are_paid_once_even_where_they_lie_apart() -> None:
    power = "when you pay for a world: gain 1 vp"
    table = table_with_power(power, hand=["Old Earth", "Gem World", "Gambling World", "New Sparta"])
    told = story(table.phase("settle", ("settle", "Gem World")))

    paid = [line for line in told if line.endswith("is paid")]
    assert len(paid) == len(set(paid)) == 2


@pytest.mark.parametrize(
    ("power", "line"),
    [
        ("at end of settle: move 1 card in hand to stash", "Seat 1 puts a card under Z (Z)"),
        ("at end of settle: move 1 card in hand here", "Seat 1 puts a card on Z as a good (Z)"),
        ("at end of settle: move 1 card in hand to tableau", "Seat 1 puts Gem World into its tableau (Z)"),
    ],
)
def test_cards_that_a_power_moves_are_told(power: str, line: str) -> None:
    assert line in story(table_with_power(power, hand=["Gem World"]).phase("settle"))


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("here", "Seat 1 moves the good on Old Earth to Z (Z)"),
        ("to hand", "Seat 1 moves the good on Old Earth to its hand (Z)"),
    ],
)
def test_a_good_that_moves_is_not_told_as_produced(where: str, line: str) -> None:
    table = table_with_power(
        f"at end of settle: move 1 good on another world {where}", tableau=["Z", "Old Earth"], goods=["Old Earth"]
    )

    assert line in story(table.phase("settle"))


def test_cards_under_a_card_are_in_the_figures() -> None:
    table = table_with_power("at end of settle: move 1 card in hand to stash", hand=["Gem World"]).phase("settle")

    assert report(table.g)["seats"][0]["stash"] == {"Z": ["Gem World"]}


def test_the_actions_are_revealed_once() -> None:
    table = table_with_power("choosing order: 1 more")
    table.g.agenda.append(("schedule.begin-stretch", ()))
    for _ in range(4):
        table.g.run()
        if table.g.pending is not None:
            table.g.answer(table.g.pending.form.listed()[0])

    revealed = [line for line in story(table) if line.startswith("Revealed")]
    assert len(revealed) == 1 and "Seat 1 ," not in revealed[0]
