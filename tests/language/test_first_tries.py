"""What authors wrote at their first try, and what they are told."""

import pytest
from syrupy.assertion import SnapshotAssertion

from check.joined import found

TILE = """tile A1 {{
  development "One" cost 1 {{ {} }}
  world "Two" gray cost 1 {{ gain $1 }}
}}
"""

TRIES = {
    "a block that is not closed": """tile A1 {
  development "One" cost 1 {
    gain $1
  world "Two" gray cost 1 { gain $1 }
}
tile A2 {
  development "Three" cost 1 { gian $1 }
  world "Four" gray cost 1
}
""",
    "a tile that is not closed": """tile A1 {
  development "One" cost 1 { gain $1 }
  world "Two" gray cost 1 { gain $1 }  # the last line

tile A2 {
  development "Three" cost 1 { gian $1 }
  world "Four" gray cost 1
}
""",
    "a file that ends too early": 'tile A1 {\n  development "One" cost 1 { gain $1 }\n  world "Two" gray cost 1 {',
    "one brace too many": TILE.format("gain $1") + "}\n",
    "misspelt keywords": 'tiel A1 { devlopment "One" cost 1 { gian $1 } wrold "Two" grey cost 1 { move 1 dye } }',
    "an id in small letters": TILE.format("gian $1").replace("A1", "a1"),
    "a sign": TILE.format("gain -1 vp"),
    "a comment from another language": TILE.format("gain $1 // because"),
    "smart quotes": TILE.format("gain $1").replace('"One"', "“One”"),
    "a no-break space": TILE.format("gain\u00a0$1"),
    "an article": TILE.format("at the end of the ship: gain $1"),
    "a preposition left out": TILE.format("at end ship: gain $1"),
    "a comma before a line break": TILE.format("at end of ship: gain $1,\n at end of settle: gain $1"),
    "an amount after its measure": TILE.format("gain per world $1"),
    "a colour on a development": TILE.format("gain $1").replace("cost 1 {", "rare cost 1 {", 1),
    "a verb that does not agree": TILE.format("when opponent trade: gain $1"),
    "a verb for a noun": TILE.format("scout 1"),
    "a noun for a verb": TILE.format("tiles"),
    "a verb that does not work on it": TILE.format("gain 1 tile"),
    "a word from elsewhere": TILE.format("gain 1 cube"),
    "a place from elsewhere": TILE.format("gain 1 military die to pool"),
    "a condition at the end": TILE.format("at end of ship: gain $1, if you have 3 worlds"),
    "an alternative": TILE.format("at end of ship: gain $1, or gain 1 vp"),
    "a loop": TILE.format("when you trade: gain $1 for each world"),
}


@pytest.mark.parametrize("what", TRIES)
def test_a_first_try(what: str, snapshot: SnapshotAssertion) -> None:
    text = TRIES[what]

    wrong = [
        f"{error.at.begins[0]}:{error.at.begins[1]} {error.code}\n  {error.message}\n  = {error.hint}"
        for error in found(text)
    ]

    assert "\n".join([text.rstrip(), "", *wrong]) == snapshot
