"""What an author met who had only the documents: powers that were accepted and did something else than they say."""

from __future__ import annotations

import pytest

from check.joined import found
from games.roll.position import RollPosition
from language.pieces import BACKENDS, TILE, card, roll, rules
from rftg_dsl.compile.compiler import Backend

SIDES = {
    "development": 'tile Z1 {{ development "Z" cost 1 {{ {} }}; world "Y" rare cost 1 }}',
    "gray world": 'tile Z1 {{ development "Z" cost 1; world "Y" gray cost 1 {{ {} }} }}',
    "rare world": 'tile Z1 {{ development "Z" cost 1; world "Y" rare cost 1 {{ {} }} }}',
}
CARDS = {
    "development": 'card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}',
    "world": 'card Z1 {{ world "Z" cost 1 vp 1 {{ {} }} }}',
    "rare world": 'card Z1 {{ world "Z" rare windfall cost 1 vp 1 {{ {} }} }}',
}
"""A power on a side of each sort, in Roll and in Race."""
PLANET = 'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}'


def said(game: str, text: str) -> list[tuple[str, str]]:
    """What is wrong with a component, and how badly."""
    return [(diagnostic.code, diagnostic.severity.value) for diagnostic in found(text, game)]


# -- what holds nothing is given nothing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "power",
    [
        "at end of ship: gain 1 rare die here",
        "at end of ship: gain 1 rare or genes die here",
        "at end of ship: move 1 die in citizenry here",
        "at end of ship: move 1 good on another world here",
    ],
)
@pytest.mark.parametrize("side", SIDES)
def test_a_tile_that_holds_no_goods_is_given_none(side: str, power: str) -> None:
    wrong = said("roll", SIDES[side].format(power))

    assert wrong == ([] if side == "rare world" else [("never-fires", "warning")])


@pytest.mark.parametrize("where", ["own developments", "gray worlds"])
@pytest.mark.parametrize(
    "power",
    [
        "at end of ship: gain 1 rare die to {}",
        "at end of ship: move 1 die in citizenry to {}",
        "at end of ship: may discard 1 good on {}: gain $1",
        "score 1 per good on {}",
    ],
)
def test_no_good_is_on_pieces_that_hold_none(power: str, where: str) -> None:
    assert said("roll", SIDES["rare world"].format(power.format(where))) == [("never-fires", "error")]


@pytest.mark.parametrize(
    "power", ["at end of settle: move 1 good on own worlds here", "at end of settle: move 1 card in hand here"]
)
@pytest.mark.parametrize("side", CARDS)
def test_a_card_that_holds_no_good_is_given_none(side: str, power: str) -> None:
    wrong = said("race", CARDS[side].format(power))

    assert wrong == ([] if side == "rare world" else [("never-fires", "warning")])


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_can_be_put_on_a_tile_that_holds_nothing(backend: Backend) -> None:
    table = roll("Z", "at end of ship: gain 1 rare die here", backend).end_of("ship")

    assert table.stock("goods", "Z") == ""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_card_becomes_a_good_only_on_a_world_without_one(backend: Backend) -> None:
    power = "at end of settle: move 1 card in hand here"

    empty = card(power, backend, hand=["Gem World"]).phase("settle")
    full = card(power, backend, hand=["Gem World"], goods=["Z"]).phase("settle")

    assert (empty.goods(), empty.hand()) == (["Z"], [])
    assert (full.goods(), full.hand()) == (["Z"], ["Gem World"])


# -- from an opponent, or from each ------------------------------------------------------------------------------


def test_from_opponents_does_not_say_whether_it_is_one_or_each() -> None:
    [wrong] = found(PLANET.format("action: gain 1 energy from opponents"), "galaxies")

    assert (wrong.code, wrong.hint) == ("wrong-kind", "write 'from an opponent' or 'from each opponent'")


@pytest.mark.parametrize("who", ["an opponent", "each opponent"])
def test_nothing_that_belongs_to_the_table_is_gained_from_an_opponent(who: str) -> None:
    table = "counter fame plural fame of table\n"

    assert said("galaxies", table + PLANET.format(f"action: gain 1 fame from {who}")) == [("wrong-kind", "error")]


# -- whose acts are counted, and how often -------------------------------------------------------------------------


def trades(table: RollPosition, *seats: int) -> RollPosition:
    """These seats trade a rare good from a rare world."""
    rare = table.seat(1, tableau=["Mining World"]).layout.kind["rare"]
    for seat in seats:
        table.play.fire("traded", seat, table.piece("Mining World"), rare, rare)
    return table


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("counted", "gained"),
    [
        ("time you traded", 1),
        ("time opponent traded", 2),
        ("time an opponent traded from a rare world", 2),
        ("time anyone traded", 3),
        ("different colour from which opponent traded", 1),
        ("different colour from which opponent traded with a home die", 0),
    ],
)
def test_the_subject_says_whose_acts_are_counted(counted: str, gained: int, backend: Backend) -> None:
    table = trades(roll("Z", f"at end of ship: gain $1 per {counted}", backend), 0, 1, 1)

    assert table.end_of("ship").credits() == 1 + gained


@pytest.mark.parametrize(
    ("who", "meant"),
    [("opponents", "opponent"), ("any player", "anyone"), ("each opponent", "opponent"), ("players", "anyone")],
)
def test_a_subject_that_is_no_single_player_is_refused_with_the_one_that_is_meant(who: str, meant: str) -> None:
    power = f"at end of ship: gain $1 per time {who} traded"

    [wrong] = found(SIDES["rare world"].format(power), "roll")

    assert (wrong.code, wrong.hint) == ("wrong-kind", f"write '{meant} traded'")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("condition", "holds_at"),
    [
        ("you have traded 1 time", (1, 2, 3)),
        ("you have traded 2 times", (2, 3)),
        ("you traded 2 times", (2, 3)),
        ("you have traded exactly 1 time", (1,)),
        ("you have traded exactly 0 times", (0,)),
        ("you have traded 1 or less times", (0, 1)),
        ("an opponent has traded 2 times", (2, 3)),
        ("each opponent has traded 1 or less times", (0, 1)),
    ],
)
def test_a_condition_says_how_often_something_happened(
    condition: str, holds_at: tuple[int, ...], backend: Backend
) -> None:
    seat = 1 if "opponent" in condition else 0
    compiled = rules("roll", TILE.format(power=f"at end of ship, if {condition}: gain $1"), backend)
    tables = [trades(RollPosition(compiled).seat(0, tableau=["Z"], credits=1), *[seat] * times) for times in range(4)]

    assert tuple(n for n, table in enumerate(tables) if table.end_of("ship").credits() == 2) == holds_at


@pytest.mark.parametrize("times", ["0 times", "0 or more times"])
def test_a_condition_that_is_always_true_is_refused(times: str) -> None:
    assert said("roll", SIDES["rare world"].format(f"at end of ship, if you have traded {times}: gain $1")) == [
        ("out-of-range", "error")
    ]


def test_a_condition_takes_no_range_of_times() -> None:
    power = "at end of ship, if you have traded 1 or 2 times: gain $1"

    assert said("roll", SIDES["rare world"].format(power)) == [("surplus-clause", "error")]


# -- producing on one world or on all ------------------------------------------------------------------------------

WINDFALL = ["Z", "Destroyed World", "Gambling World", "New Sparta"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "which", ["all rare windfall worlds", "each rare windfall world", "each own rare windfall world"]
)
def test_a_good_is_produced_on_each_of_the_owners_worlds(which: str, backend: Backend) -> None:
    table = card(f"produce: produce on {which}", backend, tableau=WINDFALL, other=["Rebel Fuel Cache"]).phase("produce")

    assert (table.goods(), table.goods(1)) == (["Z", "Destroyed World"], [])
    assert not table.was_asked("windfall")


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_opponent_produces_on_each_of_its_own_worlds(backend: Backend) -> None:
    power = "at end of settle: opponents produce on each windfall world"
    table = card(power, backend, other=["Destroyed World"]).phase("settle")

    assert (table.goods(), table.goods(1)) == ([], ["Destroyed World"])


@pytest.mark.parametrize(
    "power",
    [
        "produce: produce on every windfall world",
        "produce: produce on a windfall world of opponents",
        "when opponent settles a windfall world: produce on it",
        "when you settle a windfall world: opponents produce on it",
        "at end of settle: opponents produce here",
        "at start of settle: may place 1 world from hand instead of a world of opponents",
    ],
)
def test_nobody_produces_on_or_replaces_what_others_own(power: str) -> None:
    assert said("race", CARDS["rare world"].format(power)) == [("wrong-kind", "error")]


def test_each_and_a_number_of_worlds_exclude_each_other() -> None:
    [wrong, *_] = said("race", CARDS["rare world"].format("produce: produce on each 2 windfall worlds"))

    assert wrong[1] == "error"


# -- numbers below 0 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("score", "points"),
    [("score -1 per own world", -2), ("score -2", -2), ("score -1 per 2 own worlds, rounded up", -1)],
)
def test_a_score_can_be_below_0(score: str, points: int, backend: Backend) -> None:
    table = card(score, backend, tableau=["Z", "Old Earth"])

    assert table.scores()["Z"] == points


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("score -1 per own world, not above 4", "surplus-clause"),
        ("score 1 per own world minus -2", "out-of-range"),
        ("score 1 per own world minus 0", "out-of-range"),
        ("score 1 per -1 own world", "out-of-range"),
        ("if you have -1 worlds: score 1", "out-of-range"),
        ("if you have -1 or less worlds: score 1", "out-of-range"),
        ("if you have exactly -1 worlds: score 1", "out-of-range"),
        ("if you have -1 vp: score 1", "out-of-range"),
        ("cost of worlds: 1 less, not below -1", "out-of-range"),
    ],
)
def test_a_number_below_0_that_nothing_can_have_is_refused(power: str, code: str) -> None:
    assert said("race", CARDS["rare world"].format(power)) == [(code, "error")]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("condition", "holds"), [("-1 or less", True), ("exactly -2", True), ("-2", True), ("-1", False), ("0", False)]
)
def test_a_changed_number_can_be_below_0(condition: str, holds: bool, backend: Backend) -> None:
    table = card(f"military: 2 less; if you have {condition} military: score 1", backend)

    assert table.scores()["Z"] == holds


# -- more than there is of anything ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "power",
    [
        "when you settle: draw {} cards",
        "when you settle: draw {} cards per world",
        "consume: discard {} cards in hand",
        "consume: may discard up to {} cards in hand: gain 1 vp",
        "if you have {} worlds: score 1",
        "if you have {} or less worlds: score 1",
        "at end of settle, if you have settled {} times: draw 1 card",
    ],
)
@pytest.mark.parametrize(("number", "wrong"), [(998, []), (999, ["out-of-range"]), (99999, ["out-of-range"])])
def test_nobody_acts_on_more_things_than_there_can_be(power: str, number: int, wrong: list[str]) -> None:
    assert [code for code, _ in said("race", CARDS["rare world"].format(power.format(number)))] == wrong


@pytest.mark.parametrize(
    "power", ["draw 99999 tiles", "discard 99999 dice", "at start of ship: employ 99999 home shippers"]
)
def test_nobody_takes_more_dice_or_tiles_than_there_can_be(power: str) -> None:
    assert ("out-of-range", "error") in said("roll", SIDES["rare world"].format(power))


# -- what contradicts itself -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "power",
    [
        "when you settle a rare world, if it is a genes world: draw 1 card",
        "when you settle a world with cost 2, if it is a world with cost 3: draw 1 card",
        "when you settle a rebel world: draw 1 card per smaller of vp and cost of it",
        "when you settle a military world, if it is a non-military world: draw 1 card",
    ],
)
def test_a_piece_of_an_event_cannot_be_two_things_at_once(power: str) -> None:
    wrong = said("race", CARDS["rare world"].format(power))

    assert wrong == ([] if "smaller" in power else [("never-fires", "error")])
