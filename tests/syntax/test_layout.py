"""What the canonical form looks like, and what of an author's layout it keeps."""

from textwrap import dedent

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import WIDTH, format_source

CASES = {
    "a block with one power stands on one line if it fits": """
        tile T1 { development "A" cost 1 { gain $1; gain 1 vp }; world "B" gray cost 1 { at end of ship:
        gain $1 } }
        tile T2 {
           world   "C"   gray cost 1 {
              gain $1
           }
           world "D" gray cost 1 {

           }
        }
    """,
    "a header too long for its power": """
        planet-card MAIA {
          planet "MAIA" culture diplomacy length 5 vp 5 { action, if you have the turn: may discard 2 inactive-dice:
            gain 1 energy }
        }
    """,
    "a power is folded after colons, and after commas where there are too few": """
        tile T1 {
          world "A" gray cost 1 {
            at end of produce, if you have the most rare worlds of all the players of the game: may spend $2: gain 1 vp
            at end of produce, if you have 10 rare or genes worlds: may spend $2, discard 1 die: gain 1 vp per world,
            not above 7, gain 3 rare or genes dice to cup or citizenry or settle, gain 1 consumption die to citizenry
          }
        }
    """,
    "each row of a table of amounts has a line": """
        score each of tableau; score rows "Rows" { score 2 per genes world, or 1 per world }
        score more "More" { choose one: gain $1, or gain 1 vp }
    """,
    "comments stay where they are": """
        # the first line

           # of its own
        game roll "Roll"   # the game
        tile T1 {# opens
        # inside, first

          world "A" gray cost 1 { gain $1; # the first
            # before the second
            gain $2 } # closes

          # inside, last

        } # T1
        tile T2 { } # empty
        tile T3 {
          # to do
        }
        tile T4 { # to do
        }

        # the last line
    """,
    "comments between phrases": """
        tile T1 {
          world "A" gray cost 1 {
            at end of produce: # when
              # at what price
              may spend $2,
              discard 1 die: # and
            gain 1 vp # what
            gain $1
          }
        }
    """,
    "one empty line between groups": """


        colour red "Red"
        colour blue "Blue"



        die home "Home" supply 3

        tile T1 {

          world "A" gray cost 1


          world "B" gray cost 1 {

            gain $1



            gain $2

          }

        }


    """,
    "words are the author's": """
        tile T1 { world "A" gray cost 1 { if all worlds with the highest cost are novelty: gain the $2
        if all worlds is a own:have 007 vp } }
    """,
    "what does not parse stays": """
        tile T1 {
             world "A" gray cost 1 { gain $1 ;   gain  $  # of what
               gain   1.5 vp; gain $2 }
             wor1d Wrong { gain $1
                gain $2   }
               development "No closing quote cost 1
        }
        }
        tile T2 { world "B" gray cost 1 {score 1,
              2   2 per x,
            or 3 per y
        } }
    """,
}


def untidy(name: str) -> str:
    return dedent(CASES[name]).removeprefix("\n")


@pytest.mark.parametrize("name", CASES)
def test_what_it_looks_like(name: str, snapshot: SnapshotAssertion) -> None:
    text, mistakes, _ = format_source(Source("text", untidy(name)))

    assert [f"{mistake.at}: {mistake.message}" for mistake in mistakes] == snapshot(name="mistakes")
    assert text == snapshot(name="text")
    assert format_source(Source("text", text))[0] == text


def test_no_line_that_can_be_folded_is_too_long() -> None:
    for name in CASES:
        text, _, _ = format_source(Source("text", untidy(name)))
        assert max(map(len, text.splitlines())) <= WIDTH, name


@pytest.mark.parametrize(
    "text",
    [
        "tile T1 { gain $1",
        'tile T1 {\n  world  "A" gray\n',
        "tile  T1 { a { b { c { d { e } } } } }",
        "gain 9999999999  vp\n",
        "= = =\n" * 60,
    ],
)
def test_a_file_whose_blocks_are_unclear_stays_byte_for_byte(text: str) -> None:
    result, mistakes, _ = format_source(Source("text", text))

    assert (result, bool(mistakes)) == (text, True)


def test_a_line_that_formatting_would_make_too_long_stays_and_is_reported() -> None:
    text = "colour red\n\nfaces " + '"a"' * 600 + "\n"

    result, [mistake], _ = format_source(Source("text", text))

    assert result == text
    assert (mistake.code, mistake.at.begins[0]) == ("line-too-long", 3)


def test_windows_line_ends_are_kept() -> None:
    assert (
        format_source(Source("text", "tile T1 {\r\n# a\r\n }\r\n\r\n\r\ntile T2"))[0]
        == "tile T1 {\r\n  # a\r\n}\r\n\r\ntile T2\r\n"
    )
