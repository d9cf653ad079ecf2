"""Plain English that authors try before they have read the documents, and the first thing they are told.

Ten and more for each game, and for scenarios. Each stands with a sentence that the answer leads to, which is accepted.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from syrupy.assertion import SnapshotAssertion

from check.joined import found
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.resources import PHRASES, find_phrase_files
from rftg_dsl.check.phrases import read_phrases
from rftg_dsl.check.restate import LONGEST, restate
from rftg_dsl.check.scope import Speech
from rftg_dsl.library.load import load, load_library

PIECES = {
    "roll": 'tile Z1 {{\n  development "Zed" cost 3 {{\n    {}\n  }}\n  world "Zet" gray cost 1\n}}\n',
    "race": 'card Z1 {{\n  development "Zed" cost 3 vp 1 {{\n    {}\n  }}\n}}\n',
    "galaxies": 'planet-card Z1 {{\n  planet "Zed" energy economy length 2 vp 1 {{\n    {}\n  }}\n}}\n',
}
POWERS = {
    "roll": {
        "once per game: gain $3": "",
        "gain $1 for each alien world": "gain $1 per alien world",
        "when you settle a world: gain $1": "when own world completes: gain $1",
        "when you recruit a die: gain 1 vp": "at end of round: gain 1 vp",
        "your blue worlds cost 1 less": "cost of novelty worlds: 1 less",
        "whenever an opponent ships, gain $1": "when opponent ships: gain $1",
        "you may spend $2 to draw a tile": "at end of ship: may spend $2: draw a tile",
        "at start of your turn: gain $1": "at start of round: gain $1",
        "at end of ship, if you have at least 3 worlds: gain $1": "at end of ship, if you have 3 worlds: gain $1",
        "at end of ship: gain $1 or 1 vp": "at end of ship, choose one: gain $1, or gain 1 vp",
        "your explorers count as settlers": "",
        "when you roll a wild die: gain $1": "when you have revealed: gain $1",
        "double the vp you get from shipping": "when you ship: gain 1 vp",
        "at end of ship: gain $1 and draw a tile": "at end of ship: gain $1, draw a tile",
        "opponents may draw 1 tile": "",
        "ignore the cost of this tile": "cost of this development: 0 exactly",
        "when any player develops: gain $1": "when anyone completes, if it is a development: gain $1",
    },
    "race": {
        "when you play a military world, draw a card": "when you settle a military world: draw a card",
        "+2 military": "military: 2 more",
        "at end of settle: opponents may draw 1 card": "at end of settle: opponents draw 1 card",
        "at end of settle, if no opponent has chosen settle: draw 1 card": (
            "at end of settle, if no opponent has settled: draw 1 card"
        ),
        "military, until end of round: 2 more": "at start of settle: until end of round, military: 2 more",
        "rebel worlds cost 2 less to conquer": "military against rebel worlds: 2 more",
        "worth 2 vp for each alien world": "score 2 per alien world",
        "trade alien goods for 1 extra card": "trade of alien goods: 1 more",
        "at start of explore: look at the top 3 cards of the deck, keep 1": "draws: 3 more",
        "draw a card when you trade": "when you sell a good: draw 1 card",
        "hand size: 12": "hand limit: 12 exactly",
        "at end of round: each player draws 1 card": "at end of round: draw 1 card, opponents draw 1 card",
        "when this card is played: draw 3 cards": "draw 3 cards",
        "consume: discard a card for 1 vp": "consume: may discard 1 card in hand: gain 1 vp",
        "once per game: may discard this card: draw 5 cards": "",
        "military vs rebels: 2 more": "military against rebel worlds: 2 more",
        "when you place a development: draw 1 card": "when you develop a development: draw 1 card",
        "your green worlds cost 1 less": "cost of genes worlds: 1 less",
    },
    "galaxies": {
        "when you land on a planet: gain 1 culture": "action: gain 1 culture",
        "when you colonize a planet: gain 1 energy": "gain 1 energy",
        'action: advance the ship on "JAKKS" by 1': 'action: advance 1 orbiter on a planet called "JAKKS" by 1',
        "action: advance your ship on JAKKS by 1": 'action: advance 1 orbiter on a planet called "JAKKS" by 1',
        "action: move ship 2 home": "action: move 1 ship to galaxy",
        "action: reroll all dice": "action: reroll any number of inactive-dice",
        "action: gain 1 culture for each ship in orbit": "action: gain 1 culture per orbiter",
        "action: gain energy equal to your empire level": "action: gain 1 energy per empire",
        "action: all players gain 1 energy": "action: gain 1 energy, opponents gain 1 energy",
        "action: roll an extra die": "action: act as any face followed for free",
        "upgrading costs 1 less": "action: upgrade with energy or culture for 1 less",
        "your ships cannot be moved by opponents": "",
        "action: pay 1 culture, advance 2 spaces": "action: may spend 1 culture: advance 1 orbiter by 2",
        "action: take a colony from an opponent": "action: gain 1 culture from an opponent",
        "once per turn, reroll a die": "action, once per turn: reroll up to 1 inactive-dice",
        "once per game, take another turn": "",
    },
}
"""Powers that authors try, by game, each with a sentence that works; empty where none says it."""

FILES = {
    "a closing brace in a comment": """tile A1 {
  development "One" cost 1 { gain $1 # even if empty }
  world "Two" gray cost 1 { gain $1 }
}
tile A2 {
  development "Three" cost 1 { gain $1 }
  world "Four" gray cost 1
}
""",
    "a closing brace that is commented out": """tile A1 {
  development "One" cost 1 {
    gain $1
  # }
  world "Two" gray cost 1 { gain $1 }
}
""",
    "a tile without braces": """tile A1
  development "One" cost 1 { gain $1 }
  world "Two" gray cost 1
""",
    "a side without braces": """tile A1 {
  development "One" cost 1
    gain $1
  world "Two" gray cost 1
}
""",
}
SCENARIO = """scenario "it" {
  given
    seat 1 vp: 1
  when
    end of ship
  then
    nothing changes
}
"""
LINES = {
    "given": {
        'seat 1 has "Space Piracy"': 'seat 1 tableau: "Space Piracy"',
        'player 1 tableau: "Space Piracy"': 'seat 1 tableau: "Space Piracy"',
        "seat 1 has 3 vp": "seat 1 vp: 3",
        "seat 1's credits: 3": "seat 1 credits: 3",
        '"Space Piracy" in tableau': 'seat 1 tableau: "Space Piracy"',
    },
    "when": {
        "seat 1 reveal": "reveal",
        'seat 1 plays "Gem World"': 'seat 1 chooses "Gem World"',
        "seat 1 passes": "seat 1 declines",
        "ship phase": "phase ship",
        "seat 1 rolls 3 military": "seat 1 rolls 3 military settle",
        "seat 1 draws a tile": 'seat 1 draws "Gem World"',
    },
    "then": {
        "seat 1 gains 2 vp": "seat 1 vp + 2",
        "seat 1 credits increase by 2": "seat 1 credits + 2",
        "seat 1 wins": "winners: seat 1",
        "seat 1 can trade": "seat 1 can choose trade",
        "no change": "nothing changes",
        "seat 1 score is 12": "seat 1 score: 12",
        "the game ends": "ended squares",
    },
}
"""Lines of scenarios of Roll, by the part that they stand in, each with a line that works."""

WITHOUT_BRACES = SCENARIO.replace(" {\n", "\n", 1).replace("\n}", "")
WITH_COLONS = re.sub("(given|when|then)\n", r"\1:\n", SCENARIO)


def in_scenario(text: str) -> list[Diagnostic]:
    """The diagnostics of a file of scenarios of Roll."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "it.rftg"
        path.write_text(text)
        loaded = load("roll", tests=[path])
        return [diagnostic for diagnostic in loaded.diagnostics if diagnostic.at.source.label.endswith("it.rftg")]


def scene(part: str, line: str) -> str:
    """A scenario with a line more in one of its parts."""
    return SCENARIO.replace(f"  {part}\n", f"  {part}\n    {line}\n")


def first_finding(tried: str, wrong: list[Diagnostic]) -> str:
    """A text that was tried, and the first finding in it."""
    first = wrong[0]
    more = f"  (and {len(wrong) - 1} more)\n" if len(wrong) > 1 else ""
    fix = f"  fix: {' '.join(first.fix[0].text.split())!r}\n" if first.fix else ""
    return f"{tried}\n  {first.code}: {first.message}\n  = {first.hint}\n{fix}{more}"


def test_what_authors_try_is_answered_in_their_words(snapshot: SnapshotAssertion) -> None:
    page = []
    for game, powers in POWERS.items():
        page.append(f"== {game} ==\n")
        page += [first_finding(power, found(PIECES[game].format(power), game)) for power in powers]
    page.append("== files ==\n")
    page += [first_finding(name, found(text)) for name, text in FILES.items()]
    page.append("== scenarios ==\n")
    page += [
        first_finding(f"{part}: {line}", in_scenario(scene(part, line))) for part, of in LINES.items() for line in of
    ]
    page += [first_finding("a scenario without braces", in_scenario(WITHOUT_BRACES))]
    page += [first_finding("a colon after each part", in_scenario(WITH_COLONS))]

    assert "\n".join(page) == snapshot


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in POWERS.items() for power in powers])
def test_a_sentence_in_english_is_one_mistake(game: str, power: str) -> None:
    assert len(found(PIECES[game].format(power), game)) == 1


@pytest.mark.parametrize("game", POWERS)
def test_the_answers_lead_to_sentences_that_work(game: str) -> None:
    for works in filter(None, POWERS[game].values()):
        assert found(PIECES[game].format(works), game) == [], works


@pytest.mark.parametrize(
    ("part", "line", "works"), [(part, *pair) for part, of in LINES.items() for pair in of.items()]
)
def test_a_line_in_english_is_one_mistake_and_the_answer_works(part: str, line: str, works: str) -> None:
    assert len(in_scenario(scene(part, line))) == 1
    assert in_scenario(scene(part, works)) == []


@pytest.mark.parametrize("text", [*FILES.values(), WITHOUT_BRACES])
def test_braces_that_are_missing_are_one_mistake(text: str) -> None:
    wrong = in_scenario(text) if text == WITHOUT_BRACES else found(text)

    assert len(wrong) == 1


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in POWERS.items() for power in powers])
def test_what_is_certain_is_put_right_within_three_rounds(game: str, power: str) -> None:
    text = PIECES[game].format(power)
    for _ in range(3):
        for edit in [edit for diagnostic in found(text, game) for edit in diagnostic.fix][:1]:
            text = text[: edit.at.start] + edit.text + text[edit.at.end :]

    assert [diagnostic for diagnostic in found(text, game) if diagnostic.fix] == []


def test_a_sentence_that_is_too_long_is_left_as_it_is() -> None:
    power = "gain $1 for each " + "very " * (LONGEST // 5) + "old world"

    assert "'for each' must be written as 'per'" not in [
        diagnostic.message for diagnostic in found(PIECES["roll"].format(power))
    ]


def test_every_phrase_says_what_to_write_and_each_pattern_is_one() -> None:
    phrases = [phrase for path in find_phrase_files() for phrase in read_phrases(path).phrases]

    assert len(phrases) > 80
    for phrase in phrases:
        assert phrase.hint and phrase.message and not phrase.message.endswith(".")
        for said in phrase.said:
            re.compile(re.sub(r"\{[a-z_]+\}", "x", said))


OWN = """[[phrases]]
said = ["when you visit {things}"]
message = "no power can wait for a visit"
hint = "write 'at end of round'; {things} are not visited"
"""


def test_a_game_from_outside_has_phrases_of_its_own(tmp_path: Path) -> None:
    game = load_library("roll")
    wrong = found(PIECES["roll"].format("when you visit the old fair: gain $1"))
    (tmp_path / PHRASES).write_text(OWN)

    [told_now] = restate(wrong, Speech(game.model.words, game.game), tmp_path)

    assert (told_now.message, told_now.hint) == (
        "no power can wait for a visit",
        "write 'at end of round'; old fair are not visited",
    )


def test_a_malformed_file_of_phrases_is_reported(tmp_path: Path) -> None:
    (tmp_path / PHRASES).write_text(OWN.replace("hint", "hnit"))

    with pytest.raises(UsageError, match="does not contain valid phrases"):
        read_phrases(tmp_path / PHRASES)
