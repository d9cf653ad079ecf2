"""Scenarios are run: what they lay out, what happens, and what they find."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.show.terminal.scenario_report import render_results
from scenes import fails, of_text, passes, played, shown

SHIPPING = """
given
  seat 1 tableau: "Spice World"
  seat 1 "Spice World" goods: 1 rare die
  seat 1 ship: 1 home die
when
  phase ship
  seat 1 chooses trade
then
"""
TRADED = """
  seat 1 credits + $3
  seat 1 ship: nothing
  seat 1 "Spice World" goods - 1 rare die
"""


def test_a_scenario_that_says_every_change_passes() -> None:
    passes(f"{SHIPPING}{TRADED}  seat 1 citizenry + 1 home die, 1 rare die")


def test_a_change_that_is_not_said_fails() -> None:
    results = played(SHIPPING + TRADED)

    [failure] = results.cases[0].ran.failures
    assert failure.lines == ("seat 1 citizenry + 1 home, 1 rare",)


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("seat 1 citizenry + 2 home dice, 1 rare die", "1 home, 1 rare (before: nothing)"),
        ("seat 1 citizenry + 1 home die, 1 genes die", "1 home, 1 rare (before: nothing)"),
        ("seat 1 citizenry: 1 home die", "1 home, 1 rare"),
        ("seat 1 citizenry: nothing", "1 home, 1 rare"),
    ],
)
def test_a_wrong_line_fails_and_shows_what_is_there(line: str, now: str) -> None:
    fails(f"{SHIPPING}{TRADED}  {line}", f"actual: seat 1 citizenry: {now}")


@pytest.mark.parametrize("line", ["seat 1 credits + $2", "seat 1 credits - $3", "seat 1 credits: 3"])
def test_a_wrong_counter_fails_and_shows_what_it_is(line: str) -> None:
    rest = TRADED.replace("  seat 1 credits + $3\n", "")

    fails(
        f"{SHIPPING}{rest}  seat 1 citizenry + 1 home die, 1 rare die\n  {line}",
        "actual: seat 1 credits: 4 (before: 1)",
    )


def test_an_order_that_changes_has_to_be_said() -> None:
    scenario = """
given
  seat 1 tableau: "Advanced Logistics"
  seat 1 worlds: "Spice World", "Gem World"
  seat 1 explore: 1 home die
when
  phase explore
  seat 1 uses "Advanced Logistics"
  seat 1 chooses "Gem World"
  seat 1 chooses "Spice World"
  seat 1 chooses stock
  seat 1 declines
then
  seat 1 explore - 1 home die
  seat 1 citizenry + 1 home die
  seat 1 credits + $2
"""

    results = played(scenario)
    passes(f'{scenario}  seat 1 worlds: "Gem World", "Spice World"')

    assert results.cases[0].ran.failures[0].lines == ('seat 1 worlds: "Gem World", "Spice World"',)
    fails(
        f'{scenario}  seat 1 worlds: "Spice World", "Gem World"',
        'actual: seat 1 worlds: "Gem World", "Spice World"',
    )


def test_a_place_that_is_said_to_be_empty_is_empty() -> None:
    scenario = "given\n  2 players\n  row: 4 planet-cards\n  {}deck: nothing\nthen\n  nothing changes"

    fails(scenario.format(""), "deck still contains 36 pieces", game="galaxies")
    passes(scenario.format("discard: 36 planet-cards\n  "), game="galaxies")


# -- when --------------------------------------------------------------------------------------------------------


def test_dice_have_to_be_said_and_have_to_be_needed() -> None:
    rolling = "given\n  seat 1 cup: 2 home dice\nwhen\n  seat 1 roll-dice\n"

    fails(f"{rolling}then\n  nothing changes", "seat 1 rolls 2 dice (roll); the scenario gives none")
    fails(
        f"{rolling}  seat 1 rolls home explore\nthen\n  nothing changes",
        "seat 1 rolls 2 dice (roll); the scenario gives 1",
    )
    more = f"{rolling}  seat 1 rolls home explore, home ship, home ship\nthen\n"
    fails(
        f"{more}  seat 1 cup: nothing\n  seat 1 explore: 1 home\n  seat 1 ship: 1 home\n  seat 1 is asked select",
        "these results were not used",
    )


def test_dice_of_several_kinds_can_be_said_in_any_order() -> None:
    passes(
        """
given
  seat 1 cup: 1 home die, 2 alien dice
when
  seat 1 roll-dice
  seat 1 rolls alien produce, home ship, alien develop
then
  seat 1 cup: nothing
  seat 1 develop: 1 alien die
  seat 1 produce: 1 alien die
  seat 1 ship: 1 home die
  seat 1 is asked select
""",
    )


def test_what_is_drawn_can_be_said_and_otherwise_lies_on_top() -> None:
    exploring = """
given
  seat 1 explore: 1 home die
  bag: "Gem World"
when
  phase explore
  seat 1 chooses scout
"""
    rest = """
  seat 1 explore: nothing
  seat 1 citizenry + 1 home die
"""

    passes(f'{exploring}  seat 1 chooses "Gem World"\nthen\n  seat 1 worlds + "Gem World"{rest}')
    passes(
        f'{exploring}  seat 1 draws "Plague World"\n  seat 1 chooses "Plague World"\n'
        f'then\n  seat 1 worlds + "Plague World"{rest}',
    )


def test_a_decision_that_is_open_at_the_end_has_to_be_said() -> None:
    scenario = SHIPPING.replace("  seat 1 chooses trade\n", "")

    passes(f"{scenario}  seat 1 is asked mode")
    passes(f"{scenario}  seat 1 can choose trade")
    fails(f"{scenario}  nothing changes", "the scenario ends while seat 1 is asked mode")
    fails(f"{scenario}  seat 1 is asked good", "seat 1 is asked mode")
    fails(f"{scenario}  seat 2 is asked mode", "seat 1 is asked mode")


def test_a_decision_that_is_open_is_named_where_something_else_is_wrong() -> None:
    trading = SHIPPING.replace("  seat 1 chooses trade\n", "") + "  seat 1 credits + $3\n"
    more = "when\n  seat 1 chooses trade\nthen\n  nothing changes"

    fails(f"{trading}{more}", "actual: seat 1 credits: 1 (before: 1)", "seat 1 is asked mode now")
    fails(f"{trading}  seat 1 is asked mode\n{more}", "actual: seat 1 credits: 1 (before: 1)")


def test_a_round_is_not_followed_by_another_one() -> None:
    passes(
        """
given
  seat 1 cup: 1 home die
when
  round
  seat 1 rolls home ship
  table rolls home ship
  seat 1 chooses produce
  seat 1 chooses home
  seat 1 chooses done
then
  nothing changes
""",
    )


def test_a_turn_that_ends_with_an_answer_is_not_followed_by_another_one() -> None:
    turn = "given\n  2 players\nwhen\n  seat 1 turn\n  seat 1 rolls 4 move\n  seat 1 chooses end\n"
    next_one = "  seat 2 turn\n  seat 2 rolls 4 move\n  seat 2 chooses end\n"

    passes(f"{turn}then\n  nothing changes", game="galaxies")
    passes(f"{turn}{next_one}then\n  ended planets", game="galaxies")


def test_the_end_of_the_game_has_to_be_said() -> None:
    ending = "given\n  seat 1 cup: 1 home die\n  pool: 0\nwhen\n  end of round\nthen\n"

    passes(f"{ending}  ended pool")
    fails(f"{ending}  ended squares", "the game has ended: pool")
    fails(f"{ending}  nothing changes", "the game has ended, but no line says so: pool")
    fails(
        "given\n  seat 1 cup: 1 home die\n  pool: 3\nwhen\n  end of round\nthen\n  ended pool", "the game has not ended"
    )


# -- then --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seat 1 can choose trade", ()),
        ("seat 1 can only choose trade, consume", ()),
        ("seat 1 can only choose trade", ("also offered (mode): consume",)),
        ("seat 1 can choose explore", ("explore is not offered (mode)",)),
        ("seat 1 can only choose trade, explore", ("explore is not offered (mode)",)),
    ],
)
def test_what_is_offered(line: str, said: tuple[str, ...]) -> None:
    scenario = SHIPPING.replace("  seat 1 chooses trade\n", "")
    more = ("also offered (mode): consume",) if line.endswith("explore") and "only" in line else ()

    fails(f"{scenario}  {line}", *said, *more)


def test_what_is_not_offered() -> None:
    scenario = SHIPPING.replace("  seat 1 chooses trade\n", "")

    passes(f"{scenario}  seat 1 cannot choose explore\n  seat 1 is asked mode")
    fails(
        f"{scenario}  seat 1 cannot choose trade\n  seat 1 is asked mode",
        "trade is offered (mode)",
    )


def test_nothing_is_denied_to_a_seat_that_is_not_asked() -> None:
    shipping = SHIPPING.replace("  seat 1 chooses trade\n", "")
    shipped = f"{SHIPPING}{TRADED}  seat 1 citizenry + 1 home die, 1 rare die\n"

    fails(f"{shipped}  seat 1 cannot choose trade", "seat 1 has nothing to decide")
    fails(f"{shipping}  seat 1 is asked mode\n  seat 2 cannot choose trade", "seat 1 is asked mode")


SPENDING = """
given
  seat 1 tableau: "Deficit Spending"
  seat 1 hand: 3 developments
when
  phase consume
  seat 1 uses "Deficit Spending"
then
  seat 1 is asked discard
"""
GUESSING = """
given
  seat 1 tableau: "Gambling World"
when
  phase consume
then
  seat 1 is asked guess
"""


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        (SPENDING, "can choose 2 cards", ()),
        (SPENDING, "cannot choose 3 cards", ()),
        (SPENDING, "can choose 3 cards", ("3 cards is not offered (discard)",)),
        (SPENDING, "cannot choose 1 card", ("1 card is offered (discard)",)),
        (SPENDING, "can only choose 2 cards", ("also offered (discard): 0, 1",)),
        (SPENDING, "can choose nothing", ()),
        (SPENDING, "cannot choose nothing", ("nothing is offered (discard)",)),
        (GUESSING, "cannot choose nothing", ()),
        (GUESSING, "can choose nothing", ("nothing is not offered (guess)",)),
        (GUESSING, "can choose 1, 7", ()),
        (GUESSING, "cannot choose 0, 8", ()),
        (GUESSING, "can choose 8", ("8 is not offered (guess)",)),
        (GUESSING, "cannot choose 7", ("7 is offered (guess)",)),
        (GUESSING, "can only choose 1, 2, 3, 4, 5, 6, 7", ()),
        (GUESSING, "can only choose 1, 7", ("also offered (guess): 2, 3, 4, 5, 6",)),
    ],
)
def test_how_many_can_be_chosen(table: str, line: str, said: tuple[str, ...]) -> None:
    fails(f"{table}  seat 1 {line}", *said, game="race")


def test_points_are_counted() -> None:
    table = """
given
  seat 1 tableau: "Galactic Exchange", "Gem World"
  seat 1 cup: 2 novelty dice
  seat 1 vp: 4
then
"""

    passes(f"{table}  seat 1 score chips: 4\n  seat 1 score worlds: 2\n  seat 1 tie: 3")
    fails(f"{table}  seat 1 score chips: 5", "actual: 4")
    passes(f'{table}  seat 1 "Galactic Exchange" score: 1\n  seat 1 score: 13')


def test_the_winners_are_named_in_any_order_once_the_game_is_over() -> None:
    dice = "pool: 0\n  seat 1 cup: 1 home die\n  seat 2 cup: {} home dice"
    table = f"given\n  {dice}\nwhen\n  end of round\nthen\n  ended pool\n  {{}}"

    passes(table.format(1, "winners: seat 2, seat 1"))
    fails(table.format(2, "winners: seat 1, seat 2"), "actual: seat 2")
    fails("given\n  seat 1 vp: 4\nthen\n  winners: seat 1", "actual: nobody")


def test_numbers_that_powers_change_are_worked_out() -> None:
    table = 'given\n  seat 1 tableau: "Free Trade Zone"\n  seat 1 worlds: "Galactic Trendsetters"\nthen\n'

    passes(f'{table}  seat 1 "Galactic Trendsetters" cost: 4')
    fails(f'{table}  seat 1 "Galactic Trendsetters" cost: 6', "actual: 4")


def test_things_of_only_one_kind_are_named_without_it() -> None:
    converting = """
given
  energy: 2 dice
  move: 2 dice
when
  seat 1 choose
  seat 1 chooses convert
  seat 1 chooses 1 die in energy, 1 die in move
"""

    passes(f"{converting}then\n  energy: 1 die\n  move: 1 die\n  converter: 2 dice\n"
           "  seat 1 can only choose die in energy, die in move", game="galaxies")  # fmt: skip
    results = played(f"{converting}  seat 1 chooses die in move\nthen\n  converter: 1 die", "galaxies")
    [wrong, unsaid] = results.cases[0].ran.failures[:2]
    assert wrong.message == "actual: converter: 2 dice"
    assert unsaid.lines == ("move - 1 die", "energy - 1 die")


CONQUERING = """
given
  seat 1 tableau: "New Military Tactics", "Drop Ships", "Contact Specialist"
  seat 1 hand: "Former Penal Colony", 1 development
when
  phase settle
  seat 1 chooses "Former Penal Colony"
  seat 2 chooses none
"""


CONQUERED = """
then
  seat 1 hand - "Former Penal Colony"
  seat 1 tableau + "Former Penal Colony"
  seat 1 "Former Penal Colony" goods + 1 card
"""


def test_a_way_to_pay_is_named_by_the_pieces_that_it_uses() -> None:
    given_up = f'{CONQUERED}  seat 1 tableau - "New Military Tactics"'

    passes(f'{CONQUERING}  seat 1 chooses conquer with "New Military Tactics"{given_up}', "race")
    passes(f"{CONQUERING}  seat 1 chooses conquer{CONQUERED}", "race")


def test_a_way_to_pay_that_is_not_clear_is_shown_with_the_others() -> None:
    several = """
  = "New Military Tactics" is ambiguous
  = help: write one of: "pay 1" with "Contact Specialist" with "New Military Tactics", conquer with \
"New Military Tactics"
"""

    assert several.strip("\n") in shown(f'{CONQUERING}  seat 1 chooses "New Military Tactics"{CONQUERED}', "race")


# -- mistakes of the author that only play finds --------------------------------------------------------------------


def test_answers_that_fit_nothing(snapshot: SnapshotAssertion) -> None:
    trading = SHIPPING.replace("  seat 1 chooses trade\n", "{}")
    answers = [
        "  seat 1 chooses trde\n",
        "  seat 2 chooses trade\n",
        "  seat 1 chooses trade\n  seat 1 chooses trade\n",
        '  seat 1 uses "Spice World"\n',
        "  seat 1 declines\n",
        "  seat 1 chooses 3\n",
        "  phase explore\n",
    ]

    assert "\n\n".join(shown(f"{trading.format(answer)}  nothing changes") for answer in answers) == snapshot


def test_options_with_which_no_game_can_begin(snapshot: SnapshotAssertion) -> None:
    options = ['"tableau.0=Gem World" option "tableau.1=Gem World"', '"tableau.7=Gem World"', '"tableau.0=Gem Wrld"']
    rest = "{\n  then\n    nothing changes\n}\n"

    assert (
        "\n\n".join(render_results(of_text(f'scenario "it" option {option} {rest}')) for option in options) == snapshot
    )


def test_a_table_that_cannot_be_laid_out(snapshot: SnapshotAssertion) -> None:
    tables = [
        "seat 1 cup: 10 alien dice",
        "seat 1 credits: 11",
        'seat 1 tableau: "Gem World", "Gem World"',
        'seat 1 tableau: "Advanced Logistics", "Designer Species, Ultd."',
        "seat 1 hand: 99 tiles",
    ]

    assert "\n\n".join(shown(f"given\n  {table}\nthen\n  nothing changes") for table in tables) == snapshot
