"""What an editor shows about a place, and what it offers to write there."""

from __future__ import annotations

from pathlib import Path

import pytest

from author.editor.client import Editor, Message
from author.editor.conftest import SCENARIO, TILES
from rftg_dsl.library.catalogue import texts_of


def marked(text: str) -> tuple[str, int, int]:
    """A text without its mark ``|``, and the line and character where that was."""
    before, _, after = text.partition("|")
    return before + after, before.count("\n"), len(before.rpartition("\n")[2])


def shown(editor: Editor, path: Path, text: str) -> str:
    """What is shown at the mark in a text."""
    text, line, character = marked(text)
    editor.open(path, text)
    answer = editor.about("hover", path, line, character)
    return str(answer["contents"]["value"]) if answer else ""


def test_a_name_shows_its_rule_text(editor: Editor, folder: Path) -> None:
    text = shown(editor, folder / "tiles.rftg", TILES.replace('"First', '"Fi|rst'))

    (row, _) = texts_of(str(folder))
    (line,) = [entry["line"] for entry in row["lines"]]
    assert text.replace("\\", "") == f"**First Bank**  X1.a  development\n\n{line}"


def test_an_id_shows_all_its_sides(editor: Editor, folder: Path) -> None:
    text = shown(editor, folder / "tiles.rftg", TILES.replace("X1", "X|1"))

    assert "**First Bank**" in text and "**Blue Rock**" in text


def test_a_word_shows_what_it_means_and_its_power_what_it_says(editor: Editor, folder: Path) -> None:
    text = shown(editor, folder / "tiles.rftg", TILES.replace("gain 1", "g|ain 1"))

    assert text.startswith("**gain** – a verb:")
    assert "X1.b/1: " in text


@pytest.mark.parametrize(
    ("place", "word"),
    [
        ("at |end of", "**end**"),
        ("wor|ld", "**world** – a noun: a kind of side"),
        ("ti|le X1", "**tile** – a component with: development, world"),
        ("novel|ty cost", "**novelty** – an adjective: colour: Novelty"),
        ("of sh|ip", "**ship** – a phase:"),
    ],
)
def test_every_sort_of_word_has_a_meaning(editor: Editor, folder: Path, place: str, word: str) -> None:
    assert word in shown(editor, folder / "tiles.rftg", TILES.replace(place.replace("|", ""), place))


def test_words_that_mean_something_together_are_shown_together(editor: Editor, folder: Path) -> None:
    text = TILES.replace("gain $1", "gain $1, once p|er round")

    assert "**once per**" in shown(editor, folder / "tiles.rftg", text)


def test_a_name_in_a_scenario_shows_its_rule_text(editor: Editor, folder: Path) -> None:
    bank = folder / "scenarios" / "bank.rftg"

    assert "**First Bank**" in shown(editor, bank, SCENARIO.replace(' "First', ' "Fi|rst'))


@pytest.mark.parametrize("place", ["# Ti|les", "X1 {|", "}|\n}"])
def test_nothing_is_shown_where_nothing_is_said(editor: Editor, folder: Path, place: str) -> None:
    assert shown(editor, folder / "tiles.rftg", TILES.replace(place.replace("|", ""), place, 1)) == ""


def test_the_meaning_stays_while_the_file_does_not_parse(editor: Editor, folder: Path) -> None:
    broken = TILES.replace("at end", "a|t end").replace("gain $1", "gain $")

    assert "opens a window" in shown(editor, folder / "tiles.rftg", broken)


def test_ids_of_powers_stand_before_them(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles, TILES.replace("gain $1", "gain $1; when you trade: gain $2"))
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}

    hints = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": tiles.as_uri()}, "range": whole})

    assert [hint["label"] for hint in hints] == ["X1.a/1", "X1.a/2", "X1.b/1"]
    first = TILES.splitlines()[2].index("at end")
    assert hints[0]["position"] == {"line": 2, "character": first}


# -- completion ----------------------------------------------------------------------------------------------------


def offered(editor: Editor, path: Path, text: str) -> list[Message]:
    """What can be written at the mark in a text."""
    text, line, character = marked(text)
    editor.open(path, text)
    candidates: list[Message] = editor.about("completion", path, line, character)["items"]
    return candidates


def in_power(power: str) -> str:
    return TILES.replace("at end of ship: gain $1", power)


CASES = [
    ("|" + TILES, {"tile", "faction", "counter", "place"}, {"gain", "world", "novelty"}),
    (TILES.replace("  development", "  |\n  development"), {"development", "world"}, {"gain", "tile"}),
    (TILES.replace("novelty cost 2", "|"), {"novelty", "alien", "cost"}, {"gain", "world", "military"}),
    (TILES.replace("novelty cost 2", "cost 2 |"), {"novelty", "alien"}, {"cost", "gain"}),
    (in_power("|"), {"at", "when", "gain", "assign", "score", "cost"}, {"once per", "citizenry"}),
    (in_power("at |"), {"start of", "end of"}, {"gain"}),
    (in_power("at end |"), {"of"}, {"gain"}),
    (in_power("at end of |"), {"ship", "produce", "round"}, {"gain", "novelty"}),
    (in_power("at end of ship: |"), {"gain", "may", "choose one"}, {"at", "when", "citizenry"}),
    (in_power("when |"), {"you", "another own"}, {"gain"}),
    (in_power("when you |"), {"trade", "consume"}, {"traded", "gain"}),
    (in_power("when you have |"), {"traded"}, {"trade"}),
    (in_power("gain |"), {"credits", "military"}, {"at", "when"}),
    (in_power("gain 1 military die to |"), {"citizenry", "cup"}, {"gain", "at"}),
    (in_power("assign: may |"), {"reassign"}, {"at", "end of"}),
    (in_power("at end of ship: gain $1, |"), {"once per", "gain"}, {"citizenry"}),
    (in_power("at end of ship: gain $1, once |"), {"per"}, {"gain", "once per"}),
    (in_power("at end of ship: gain $1, once per |"), {"phase", "round"}, {"gain"}),
    (in_power("score 1 per |"), {"world", "development", "novelty"}, {"gain", "at"}),
    ("look |\n" + TILES, {"novelty", "military", "explore", "vp"}, {"gain", "ink", "start"}),
    ("look novelty |\n" + TILES, {"ink", "symbol"}, {"gain", "novelty"}),
    ('look novelty ink "#112233" |\n' + TILES, {"symbol"}, {"ink"}),
    ("look novelty ink |\n" + TILES, set(), {"star", "symbol"}),
    ("look novelty symbol |\n" + TILES, {"star", "gift"}, {"gem", "helix", "ink"}),
    (in_power("cost of worlds called |"), {'"First Bank"', '"Space Piracy"'}, {"gain"}),
]


@pytest.mark.parametrize(("text", "there", "missing"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_what_fits_is_offered(editor: Editor, folder: Path, text: str, there: set[str], missing: set[str]) -> None:
    labels = {candidate["label"] for candidate in offered(editor, folder / "tiles.rftg", text)}

    assert there <= labels
    assert not missing & labels


def test_a_candidate_takes_the_place_of_what_is_begun(editor: Editor, folder: Path) -> None:
    candidates = offered(editor, folder / "tiles.rftg", in_power("at end of ship: ga|"))

    (gain,) = (candidate for candidate in candidates if candidate["label"] == "gain")
    begin = TILES.splitlines()[2].index("gain")
    assert gain["textEdit"]["newText"] == "gain"
    assert gain["textEdit"]["range"]["start"] == {"line": 2, "character": begin}
    assert gain["textEdit"]["range"]["end"] == {"line": 2, "character": begin + 2}
    assert gain["documentation"]["value"].startswith("**gain** – a verb:")


def test_a_name_is_completed_within_its_quotes(editor: Editor, folder: Path) -> None:
    candidates = offered(editor, folder / "tiles.rftg", in_power('cost of worlds called "Blue|'))

    (rock,) = (candidate for candidate in candidates if candidate["label"] == "Blue Rock")
    assert rock["textEdit"]["newText"] == "Blue Rock"


def test_a_new_name_is_the_authors_own(editor: Editor, folder: Path) -> None:
    assert offered(editor, folder / "tiles.rftg", TILES.replace('"First Bank"', '"Fi|')) == []


def test_a_word_of_the_set_itself_is_offered(editor: Editor, folder: Path) -> None:
    text = "counter gem plural gems of seat start 0\n" + in_power("gain 1 |")

    assert {"gem", "gems"} <= {candidate["label"] for candidate in offered(editor, folder / "tiles.rftg", text)}


def test_codes_are_offered_where_one_can_be_allowed(editor: Editor, folder: Path) -> None:
    labels = {candidate["label"] for candidate in offered(editor, folder / "tiles.rftg", "# rftg: allow |\n" + TILES)}

    assert {"off-curve", "unused-word"} <= labels and "syntax" not in labels


def test_lines_of_scenarios_are_completed(editor: Editor, folder: Path) -> None:
    bank = folder / "scenarios" / "bank.rftg"

    names = {candidate["label"] for candidate in offered(editor, bank, SCENARIO.replace('"First Bank"', '"F|'))}
    phases = {candidate["label"] for candidate in offered(editor, bank, SCENARIO.replace("phase ship", "phase |"))}

    assert {"First Bank", "Space Piracy"} <= names
    assert {"ship", "produce"} <= phases


def test_completion_goes_on_while_the_words_of_the_set_are_wrong(editor: Editor, folder: Path) -> None:
    editor.open(folder / "tiles.rftg")
    text = "counter gain of seat start 0\n" + in_power("at end of ship: |")

    assert "gain" in {candidate["label"] for candidate in offered(editor, folder / "tiles.rftg", text)}
