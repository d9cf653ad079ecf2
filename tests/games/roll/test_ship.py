from rules import power, rule
from table import table


@rule("R101")
@power("F2.a/1")
def test_space_piracy_rounds_a_third_military_die_up() -> None:
    game = table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)

    game.end_of("ship")

    assert game.credits(0) == 3
    assert game.last_event.cause.power == "F1.a/1"
