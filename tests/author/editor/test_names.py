"""Definitions, uses and new names across the files of a set; fixes of mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol.types import Position

from author.editor.client import Editor, Message
from author.editor.conftest import SCENARIO, TILES
from author.editor.test_reading import marked
from rftg_dsl.author.editor.positions import Text, path_of
from rftg_dsl.library.installed import find_box

GEMS = """counter gem plural gems of seat start 0

tile X2 {
  development "Gem Cutter" cost 2 { at end of ship: gain 1 gem }
  world "Gem World Nine" gray cost 2 { at end of produce: gain 1 gem per world called "Blue Rock" }
}
"""


@pytest.fixture
def gems(folder: Path) -> Path:
    """The set with a word of its own."""
    (folder / "gems.rftg").write_text(GEMS)
    return folder


def at_mark(editor: Editor, method: str, path: Path, text: str, **more: Any) -> Any:
    text, line, character = marked(text)
    editor.open(path, text)
    return editor.about(method, path, line, character, **more)


def texts_at(locations: list[Message]) -> list[tuple[str, str]]:
    """The file of each location, with the text there."""
    result = []
    for location in locations:
        path = path_of(location["uri"])
        assert path
        text = Text(path.read_text("utf-8"))
        start, end = (text.offset_of(Position(**location["range"][edge])) for edge in ("start", "end"))
        result.append((path.name, text.text[start:end]))
    return result


# -- where it is ---------------------------------------------------------------------------------------------------


def test_a_printed_name_leads_to_its_side(editor: Editor, gems: Path) -> None:
    locations = at_mark(editor, "definition", gems / "gems.rftg", GEMS.replace('"Blue', '"Bl|ue'))

    assert texts_at(locations) == [("tiles.rftg", "Blue Rock")]


def test_a_word_of_the_set_leads_to_its_declaration(editor: Editor, gems: Path) -> None:
    locations = at_mark(editor, "definition", gems / "gems.rftg", GEMS.replace("1 gem }", "1 g|em }"))

    assert texts_at(locations) == [("gems.rftg", "gem")]
    assert locations[0]["range"]["start"] == {"line": 0, "character": 8}


@pytest.mark.parametrize(
    ("place", "file"), [("novel|ty cost", "game.rftg"), ("wor|ld", "game.rftg"), ("of sh|ip", "game.rftg")]
)
def test_a_word_of_the_game_leads_into_its_content(editor: Editor, folder: Path, place: str, file: str) -> None:
    text = TILES.replace(place.replace("|", ""), place)

    locations = at_mark(editor, "definition", folder / "tiles.rftg", text)

    assert {name for name, _ in texts_at(locations)} == {file}
    assert path_of(locations[0]["uri"]) == find_box("roll").words


def test_uses_are_found_in_scenarios_as_well(editor: Editor, gems: Path) -> None:
    context = {"includeDeclaration": True}
    locations = at_mark(editor, "references", gems / "tiles.rftg", TILES.replace('"First', '"Fi|rst'), context=context)

    assert sorted(texts_at(locations)) == [("bank.rftg", "First Bank"), ("tiles.rftg", "First Bank")]


def test_uses_can_be_asked_for_without_the_declaration(editor: Editor, gems: Path) -> None:
    context = {"includeDeclaration": False}
    locations = at_mark(editor, "references", gems / "gems.rftg", GEMS.replace("1 gem }", "1 g|em }"), context=context)

    assert texts_at(locations) == [("gems.rftg", "gem")] * 2


# -- another name --------------------------------------------------------------------------------------------------


def files_after(editor: Editor, edit: Message, texts: dict[Path, str]) -> dict[str, str]:
    """The files of an edit by name, changed."""
    result = {}
    for uri, edits in edit["changes"].items():
        path = path_of(uri)
        assert path
        text = Text(texts.get(path) or path.read_text("utf-8"))
        content = text.text
        for change in sorted(edits, key=lambda change: -text.offset_of(Position(**change["range"]["start"]))):
            start, end = (text.offset_of(Position(**change["range"][edge])) for edge in ("start", "end"))
            content = content[:start] + change["newText"] + content[end:]
        result[path.name] = content
    return result


def test_a_printed_name_is_changed_in_every_file_of_the_set(editor: Editor, gems: Path) -> None:
    edit = at_mark(editor, "rename", gems / "tiles.rftg", TILES.replace('"Blue', '"Bl|ue'), newName="Grün 🌍")
    bank = at_mark(editor, "rename", gems / "tiles.rftg", TILES.replace('"First', '"Fi|rst'), newName="Old Bank")

    assert files_after(editor, edit, {}) == {
        "tiles.rftg": TILES.replace("Blue Rock", "Grün 🌍"),
        "gems.rftg": GEMS.replace("Blue Rock", "Grün 🌍"),
    }
    assert files_after(editor, bank, {})["bank.rftg"] == SCENARIO.replace("First Bank", "Old Bank")


def test_a_word_of_the_set_is_changed_wherever_it_means_that(editor: Editor, gems: Path) -> None:
    edit = at_mark(editor, "rename", gems / "gems.rftg", GEMS.replace("1 gem }", "1 g|em }"), newName="jewel")

    expected = GEMS.replace("counter gem", "counter jewel").replace("1 gem", "1 jewel")
    assert files_after(editor, edit, {}) == {"gems.rftg": expected}


def test_a_symbol_is_not_the_word_of_the_same_name(editor: Editor, gems: Path) -> None:
    looks = 'look gem ink "#112233" symbol gem\n'
    editor.open(gems / "gems.rftg", GEMS + looks)

    text = GEMS.replace("1 gem }", "1 g|em }") + looks
    edit = at_mark(editor, "rename", gems / "gems.rftg", text, newName="jewel")

    after = files_after(editor, edit, {gems / "gems.rftg": GEMS + looks})["gems.rftg"]
    assert after.splitlines()[-1] == 'look jewel ink "#112233" symbol gem'


def test_what_is_open_is_changed_as_it_is_open(editor: Editor, gems: Path) -> None:
    text = "# A line that is not on the disk.\n" + GEMS
    editor.open(gems / "gems.rftg", text)

    edit = at_mark(editor, "rename", gems / "tiles.rftg", TILES.replace('"Blue', '"Bl|ue'), newName="Red Rock")

    files = files_after(editor, edit, {gems / "gems.rftg": text})
    assert files["gems.rftg"] == text.replace("Blue Rock", "Red Rock")


REFUSED = [
    ("1 g|em }", "trade", "already in use"),
    ("1 g|em }", "world", "already in use"),
    ("1 g|em }", "when", "already in use"),
    ("1 g|em }", "Big Gem", "lower-case letters"),
    ("1 g|em }", "x" * 99, "lower-case letters"),
    ("ga|in 1", "win", "reserved by the game or the language"),
    ("a|t end", "win", "reserved by the game or the language"),
    ("gra|y", "grau", "belongs to the game"),
    ("wor|ld ", "planet", "belongs to the game"),
    ("X|2", "X3", "ids are recorded in logs"),
    ('"Blue R|ock"', "First Bank", "'First Bank' is already in use"),
    ('"Blue R|ock"', 'Rock"', "without quotes"),
    ('"Blue R|ock"', "a\nb", "without quotes"),
    ('"Blue R|ock"', "", "1 to"),
    ("cost 2 {|", "thing", "there is nothing to rename here"),
]


@pytest.mark.parametrize(("place", "new", "why"), REFUSED)
def test_what_cannot_change_is_refused_with_the_reason(
    editor: Editor, gems: Path, place: str, new: str, why: str
) -> None:
    text, line, character = marked(GEMS.replace(place.replace("|", ""), place, 1))
    editor.open(gems / "gems.rftg", text)
    at = {"textDocument": {"uri": (gems / "gems.rftg").as_uri()}, "position": {"line": line, "character": character}}

    answer = editor.answer(editor.post("textDocument/rename", {**at, "newName": new}))

    assert why in answer["error"]["message"]
    assert answer["error"].get("data") is None


def test_nothing_is_renamed_while_a_file_that_says_it_does_not_parse(editor: Editor, gems: Path) -> None:
    editor.open(gems / "gems.rftg", GEMS.replace('"Blue Rock" }', '"Blue Rock" $ }'))
    text, line, character = marked(TILES.replace('"Blue', '"Bl|ue'))
    editor.open(gems / "tiles.rftg", text)
    at = {"textDocument": {"uri": (gems / "tiles.rftg").as_uri()}, "position": {"line": line, "character": character}}

    answer = editor.answer(editor.post("textDocument/rename", {**at, "newName": "Red Rock"}))

    assert "gems.rftg has syntax errors" in answer["error"]["message"]


def test_a_name_that_would_be_a_mistake_elsewhere_is_refused(editor: Editor, gems: Path) -> None:
    """A plural that is not declared is made of the singular, so it would not follow."""
    words = "property glow from 0 to 3\nkind world maybe glow\n"
    (gems / "use.rftg").write_text(
        'tile X3 {\n  development "Lamp" cost 6 { score 1 per glows of own worlds }\n'
        '  world "Lit" gray cost 1 glow 2 {}\n}\n'
    )
    assert editor.open(gems / "glow.rftg", words) == []
    _, line, character = marked(words.replace("glow", "gl|ow", 1))
    at = {"textDocument": {"uri": (gems / "glow.rftg").as_uri()}, "position": {"line": line, "character": character}}

    answer = editor.answer(editor.post("textDocument/rename", {**at, "newName": "shine"}))

    assert "'shine' cannot be used: unknown word 'glows'" in answer["error"]["message"]


def test_the_editor_learns_what_can_be_renamed_before_it_asks_for_a_name(editor: Editor, gems: Path) -> None:
    span = at_mark(editor, "prepareRename", gems / "gems.rftg", GEMS.replace('"Gem C', '"Gem |C'))

    assert span["start"]["character"] == GEMS.splitlines()[3].index("Gem Cutter")
    assert span["end"]["character"] - span["start"]["character"] == len("Gem Cutter")


# -- fixes -----------------------------------------------------------------------------------------------------------


def actions(editor: Editor, path: Path, text: str, **context: Any) -> list[Message]:
    """What is offered for all of a file."""
    editor.open(path, text)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": path.as_uri()}, "range": whole, "context": {"diagnostics": [], **context}}
    code_actions: list[Message] = editor.ask("textDocument/codeAction", asked)
    return code_actions


def test_a_certain_mistake_can_be_put_right(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    wrong = TILES.replace("novelty cost", "noveltu cost").replace("gain $1", "gian $1")

    (first, second, every) = actions(editor, tiles, wrong)

    assert [first["title"], second["title"]] == ["Replace 'gian' with 'gain'", "Replace 'noveltu' with 'novelty'"]
    assert first["kind"] == "quickfix" and first["diagnostics"][0]["code"] == "unknown-verb"
    assert files_after(editor, first["edit"], {tiles: wrong})["tiles.rftg"] == wrong.replace("gian", "gain")
    assert every["kind"] == "source.fixAll" and "2 mistakes" in every["title"]
    assert files_after(editor, every["edit"], {tiles: wrong})["tiles.rftg"] == TILES


def test_only_what_is_asked_for_is_offered(editor: Editor, folder: Path) -> None:
    wrong = TILES.replace("novelty cost", "noveltu cost")

    assert [action["kind"] for action in actions(editor, folder / "tiles.rftg", wrong, only=["quickfix"])] == [
        "quickfix"
    ]
    assert [action["kind"] for action in actions(editor, folder / "tiles.rftg", wrong, only=["source"])] == [
        "source.fixAll"
    ]
    assert actions(editor, folder / "tiles.rftg", wrong, only=["refactor"]) == []
    assert actions(editor, folder / "tiles.rftg", TILES) == []
