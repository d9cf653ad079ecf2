"""Powers that ask or look at the wrong moment, and those that look like them but can do something."""

import pytest

from check.joined import found
from rftg_dsl.base.diagnostic import Diagnostic

PIECES = {
    "roll": 'tile Z1 {{ development "Zed" cost 3 {{ {} }}\nworld "Zet" gray cost 1 }}',
    "race": 'card Z1 {{ development "Zed" cost 3 vp 1 {{ {} }} }}',
    "start": 'start-world Z1 number 77 {{ world "Zed" cost 3 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Zed" energy economy length 2 vp 1 {{ {} }} }}',
}
"""A component with some powers, by game; ``start``: a start world of Race."""


def wrong(piece: str, *powers: str) -> list[Diagnostic]:
    """What is wrong with a component that has these powers."""
    return found(PIECES[piece].format("\n".join(powers)), "race" if piece == "start" else piece)


@pytest.mark.parametrize(
    ("piece", "power", "why"),
    [
        ("roll", "at start of explore, if you scouted: gain $1", "none has happened at the start of explore"),
        (
            "roll",
            "at start of ship: gain $1 per 2 times you shipped, rounded up",
            "none has happened at the start of ship",
        ),
        ("roll", "assign, if you have traded: may reassign 1 worker", "none ever happens then"),
        ("roll", "when you trade: gain $1 per time you scouted", "none ever happens then"),
        ("roll", "dictates, if you have traded: 1 more", "none ever happens then"),
        ("roll", "score 1 per time you traded", "scores are counted after the last phase"),
        ("roll", "score 1 per different colour from which you traded", "scores are counted after the last phase"),
        ("race", "at start of settle, if you settled: draw 1 card", "none has happened at the start of settle"),
        ("race", "at end of develop, if you settled: draw 1 card", "none ever happens then"),
        ("race", "draws: 1 more per time you settled", "none ever happens then"),
        ("race", "kept cards, if you developed: 1 more", "none ever happens then"),
        ("race", "score 1 per time you settled", "scores are counted after the last phase"),
        ("race", "score per produced good", "scores are counted after the last phase"),
        ("race", "at end of settle, if you have the most produced goods: draw 1 card", "none ever happens then"),
        ("race", "at start of produce: draw 1 card per produced good", "none has happened at the start of produce"),
        ("start", "starting hand: 1 more per time you settled", "none ever happens then"),
    ],
)
def test_what_cannot_have_happened_in_the_phase_is_not_asked_about(piece: str, power: str, why: str) -> None:
    [diagnostic] = wrong(piece, power)

    assert (diagnostic.code, diagnostic.severity) == ("never-fires", "error")
    assert diagnostic.message.endswith(f"counts events in this phase, but {why}")
    assert diagnostic.hint.startswith("it would work at: end of ")


@pytest.mark.parametrize(
    ("piece", "power"),
    [
        ("roll", "at end of explore: gain $1 per time you scouted"),
        ("roll", "when you trade, if you have shipped 2 times: gain $1"),
        ("roll", "when you have revealed, if you have 3 worlds: gain $1"),
        ("race", "when you have produced: draw 1 card per produced good"),
        ("race", "military, if you settled: 1 more"),
        ("race", "at end of round, if you produced: draw 1 card"),
        ("galaxies", "action, if you followed: gain 1 energy"),
        ("galaxies", "at end of turn: gain 1 energy per time you followed"),
    ],
)
def test_what_can_have_happened_in_the_phase_is_asked_about(piece: str, power: str) -> None:
    assert wrong(piece, power) == []


@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("roll", "at start of explore, if you have revealed: gain $1"),
        ("race", "at start of settle, if you have overflowed: draw 1 card"),
    ],
)
def test_no_event_has_happened_when_a_phase_starts_even_if_its_own_phase_is_unknown(game: str, power: str) -> None:
    [diagnostic] = wrong(game, power)

    assert diagnostic.code == "never-fires" and "none has happened at the start of" in diagnostic.message
    assert diagnostic.hint == "change what it waits for, or remove it"
    assert wrong(game, power.replace("at start of", "at end of")) == []


def test_only_ends_that_the_game_has_are_recommended() -> None:
    [diagnostic] = wrong("galaxies", "at start of turn, if you have followed: gain 1 energy")

    assert diagnostic.code == "never-fires" and diagnostic.hint == "change what it waits for, or remove it"


def test_another_power_can_make_it_happen_earlier() -> None:
    asking = "at start of settle, if you settled: draw 1 card"
    placing = "at start of settle: may place 1 world from hand"

    assert [diagnostic.code for diagnostic in wrong("race", asking)] == ["never-fires"]
    assert wrong("race", asking, placing) == []


def test_a_chain_of_powers_can_make_it_happen_earlier() -> None:
    asking = "at start of settle, if you sold: draw 1 card"
    placing = "at start of settle: may place 1 world from hand"
    producing = "when you settle a windfall world: produce on it"
    selling = "when a world produces: sell 1 good"

    assert [diagnostic.code for diagnostic in wrong("race", asking, producing, selling)] == ["never-fires"]
    assert wrong("race", asking, placing, producing, selling) == []


@pytest.mark.parametrize(
    ("piece", "power", "where"),
    [
        ("roll", "at start of develop: move 1 explorer to develop", "explore"),
        ("roll", "at end of ship: gain $1 per shipper", "ship"),
        ("roll", "at end of ship: may discard 1 worker: gain 1 vp", "develop or explore or produce or settle or ship"),
        ("roll", "score 1 per worker", "develop or explore or produce or settle or ship"),
        ("race", "consume: move 1 card in explored to hand", "explored"),
        ("race", "at end of explore: move 1 card in explored to hand", "explored"),
        ("race", "when you settle: move 1 card in explored to hand", "explored"),
        ("race", "at end of settle: move 1 card in placing to hand", "placing"),
    ],
)
def test_nothing_is_looked_for_where_nothing_is_at_that_moment(piece: str, power: str, where: str) -> None:
    [diagnostic] = wrong(piece, power)

    assert (diagnostic.code, diagnostic.severity) == ("never-fires", "error")
    assert diagnostic.message == f"this can never do anything: nothing is in {where} at that moment"


@pytest.mark.parametrize(
    ("piece", "power"),
    [
        ("roll", "at start of explore: move 1 explorer to develop"),
        ("roll", "at start of develop: move 1 settler to develop"),
        ("roll", "at start of ship: gain $1 per worker"),
        ("race", "when you have overflowed: move all cards in discarding to hand"),
        ("race", "kept cards: 1 more per 2 cards in explored, rounded down"),
    ],
)
def test_things_are_looked_for_where_they_can_be(piece: str, power: str) -> None:
    assert wrong(piece, power) == []


def test_another_power_can_put_things_there() -> None:
    asking = "at start of develop: move 1 explorer to develop"
    putting = "at end of ship: move 1 die in citizenry to explore"

    assert [diagnostic.code for diagnostic in wrong("roll", asking)] == ["never-fires"]
    assert wrong("roll", asking, putting) == []


@pytest.mark.parametrize(
    "power",
    ["gain 1 energy per orbiter on this planet", "follow toll: 1 more per visitor on this planet"],
)
def test_no_ship_is_on_a_planet_that_has_become_a_colony(power: str) -> None:
    [diagnostic] = wrong("galaxies", power)

    assert (diagnostic.code, diagnostic.severity) == ("never-fires", "error")
    assert diagnostic.message == "this can never do anything: everything leaves a piece as it comes into play"


def test_a_planet_in_the_row_has_ships() -> None:
    assert wrong("galaxies", "action: advance 1 orbiter on this planet by 1") == []
    assert wrong("galaxies", "action: until end of turn, follow toll: 1 more per visitor on this planet") == []


def test_a_card_comes_into_play_too_late_to_change_a_starting_hand() -> None:
    [diagnostic] = wrong("race", "starting hand: 1 more")

    assert (diagnostic.code, diagnostic.severity) == ("never-fires", "warning")
    assert diagnostic.message.endswith("only a start-world is in play when the starting hand is decided")
    assert wrong("start", "starting hand: 1 more") == []


@pytest.mark.parametrize("game", ["roll", "race"])
def test_what_is_allowed_anyway_need_not_be_allowed(game: str) -> None:
    [diagnostic] = wrong(game, "goods on rare worlds may be traded")

    assert (diagnostic.code, diagnostic.severity) == ("never-fires", "error")
    assert "to forbid it" in diagnostic.hint
    assert wrong(game, "goods on rare worlds cannot be traded") == []


def test_what_is_not_allowed_by_itself_can_be_allowed() -> None:
    assert wrong("race", "cards in hand may be discarded") == []


@pytest.mark.parametrize(
    ("piece", "power"),
    [
        ("roll", "at end of explore, if you have no explorer: gain $1"),
        ("roll", "at start of ship, if you have not shipped: gain $1"),
        ("roll", "at start of round, if you have not shipped: gain $1"),
        ("roll", "at start of ship, if you have not stocked: gain $1"),
        ("race", "at start of settle, if you have not settled: draw 1 card"),
    ],
)
def test_a_condition_that_cannot_be_false_is_refused(piece: str, power: str) -> None:
    [diagnostic] = wrong(piece, power)

    assert diagnostic.code == "out-of-range" and diagnostic.message.startswith("this is always true")


@pytest.mark.parametrize(
    ("moment", "why"),
    [
        ("at start of ship", "but none has happened at the start of ship"),
        ("at end of develop", "but none ever happens then"),
    ],
)
def test_the_reason_says_why_a_condition_cannot_be_false(moment: str, why: str) -> None:
    [diagnostic] = wrong("roll", f"{moment}, if you have not shipped: gain $1")

    assert diagnostic.message == f"this is always true: 'shipped' counts events in this phase, {why}"


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("if an opponent has shipped", "never-fires"),
        ("if each opponent has shipped", "never-fires"),
        ("if no opponent has not shipped", "never-fires"),
        ("if no opponent has shipped", "out-of-range"),
        ("if an opponent has not shipped", "out-of-range"),
        ("if each opponent has not shipped", "out-of-range"),
    ],
)
def test_a_condition_about_opponents_is_never_or_always_true_before_anything_has_happened(
    condition: str, code: str
) -> None:
    assert [diagnostic.code for diagnostic in wrong("roll", f"at start of ship, {condition}: gain $1")] == [code]
    assert wrong("roll", f"at end of ship, {condition}: gain $1") == []


@pytest.mark.parametrize(
    ("piece", "power"),
    [
        ("roll", "goods of gray worlds: 1 more"),
        ("roll", "goods on gray worlds cannot be traded"),
        ("roll", "when you trade from a gray world: gain $1"),
        ("roll", "at end of ship: gain $1 per time you traded from a gray world"),
        ("roll", "at start of round: gain $1 per time you traded"),
        ("race", "when every development produces: draw 1 card"),
        ("roll", "assign: may reassign 1 worker to an active phase"),
        ("galaxies", "at start of turn, if an opponent has followed: gain 1 energy"),
        ("galaxies", "at start of turn: reroll any number of inactive-dice"),
        ("race", "developments may be conquered"),
        ("race", "progress: 1 more"),
        ("race", "when you settle: until end of round, progress: 1 more"),
        ("race", "payment for developments: 1 less"),
        ("race", "when you develop: move 1 card in discarding to hand"),
    ],
)
def test_what_a_piece_never_holds_or_has_is_never_fires(piece: str, power: str) -> None:
    assert "never-fires" in [diagnostic.code for diagnostic in wrong(piece, power)]
