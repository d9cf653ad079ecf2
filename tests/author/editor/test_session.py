"""An editor's session: what is wrong is said while it is typed, whatever the editor or the disk does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from author.editor.client import Editor, Message, session
from author.editor.conftest import SCENARIO, SET, TILES
from rftg_dsl.library.installed import find_box


def codes(findings: list[Message]) -> list[str]:
    return [finding["code"] for finding in findings]


def test_a_mistake_is_shown_where_it_is_and_goes_when_it_is_mended(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    assert editor.open(tiles) == []

    finding, *_ = editor.retype(tiles, TILES.replace("novelty cost", "novelti cost"))

    assert finding["code"] == "unknown-value" and finding["severity"] == 1 and finding["source"] == "rftg"
    assert finding["range"] == {"start": {"line": 3, "character": 20}, "end": {"line": 3, "character": 27}}
    assert finding["message"] == "unknown value 'novelti'\ndid you mean 'novelty'?"
    assert editor.retype(tiles, TILES) == []


def test_a_file_is_checked_with_what_is_open_in_the_other_files_of_its_set(editor: Editor, folder: Path) -> None:
    editor.open(folder / "tiles.rftg")
    assert editor.open(folder / "scenarios" / "bank.rftg") == []

    editor.type(folder / "tiles.rftg", TILES.replace("First Bank", "Old Bank"))

    (finding,) = editor.findings(folder / "scenarios" / "bank.rftg")
    assert "First Bank" in finding["message"] and finding["range"]["start"]["line"] == 2


def test_a_mistake_in_a_file_that_is_not_open_is_shown_as_well(editor: Editor, folder: Path) -> None:
    (folder / "more.rftg").write_text("tile X2 {}\n")

    assert editor.open(folder / "tiles.rftg") == []

    assert codes(editor.findings(folder / "more.rftg")) == ["missing-side"]


def test_positions_count_pairs_of_bytes(editor: Editor, folder: Path) -> None:
    text = TILES.replace('"Blue Rock" novelty', '"𝔹lue Röck 🚀" novelti')

    (finding,) = (finding for finding in editor.open(folder / "tiles.rftg", text) if finding["code"] == "unknown-value")

    line = text.splitlines()[3]
    before = len(line[: line.index("novelti")].encode("utf-16-le")) // 2
    assert finding["range"]["start"] == {"line": 3, "character": before}


@pytest.mark.parametrize(("encoding", "unit"), [("utf-8", 1), ("utf-32", 4)])
def test_positions_count_what_the_editor_asks_for(encoding: str, unit: int, folder: Path) -> None:
    text = TILES.replace('"Blue Rock" novelty', '"𝔹lue Röck 🚀" novelti')
    for editor in session(encodings=[encoding, "utf-16"]):
        (finding,) = (
            finding for finding in editor.open(folder / "tiles.rftg", text) if finding["code"] == "unknown-value"
        )

        line = text.splitlines()[3]
        named = encoding if unit == 1 else "utf-32-le"
        assert editor.capabilities["positionEncoding"] == encoding
        assert finding["range"]["start"]["character"] == len(line[: line.index("novelti")].encode(named)) // unit


def test_a_broken_set_file_is_a_finding_in_it(editor: Editor, folder: Path) -> None:
    (folder / "set.toml").write_text(SET.replace('"Mine"', '"Mine'))

    editor.open(folder / "tiles.rftg")
    assert codes(editor.findings(folder / "set.toml")) == ["bad-set"]

    assert codes(editor.open(folder / "set.toml", SET.replace("roll", "rool"))) == ["unknown-game"]
    assert editor.retype(folder / "set.toml", SET) == []


def test_a_file_outside_any_set_is_checked_with_the_game_it_fits(editor: Editor, tmp_path: Path) -> None:
    loose = tmp_path / "loose.rftg"
    loose.write_text(TILES)

    assert editor.open(loose) == []
    assert codes(editor.retype(loose, TILES.replace("gain $1", "gain $"))) == ["syntax"]
    assert codes(editor.retype(loose, 'planet-card P-1 { planet "Q" culture cost 1 {} }\n')) != [
        "unknown-kind-of-component"
    ]


def test_two_sets_are_open_at_once(editor: Editor, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (other / "set.toml").write_text(SET.replace("mine", "other"))

    assert editor.open(folder / "tiles.rftg") == [] == editor.open(other / "tiles.rftg")
    assert codes(editor.retype(other / "tiles.rftg", TILES.replace("gain $1", "gian $1"))) == ["unknown-verb"]
    assert editor.retype(folder / "tiles.rftg", TILES + "\n") == []


def test_a_file_of_a_game_is_checked_in_its_place(editor: Editor) -> None:
    path = find_box("galaxies").folder / "base" / "planets.rftg"

    assert editor.open(path) == []
    assert "unknown-word" in codes(
        editor.retype(
            path,
            path.read_text("utf-8") + 'planet-card A-1 { planet "Ab" energy economy length 1 vp 1 { gain 1 borgs } }',
        )
    )


@pytest.mark.parametrize("file", ["gathering-storm/developments.rftg", "examples.rftg", "editions/first.rftg"])
def test_every_file_of_a_game_is_checked(editor: Editor, file: str) -> None:
    path = find_box("race").folder / file

    assert all(finding["severity"] > 1 for finding in editor.open(path))
    assert "unknown-word" in codes(editor.retype(path, path.read_text("utf-8") + BOGUS))


BOGUS = """
card ZZ1 { development "Zed" cost 1 vp 1 { at end of settle: gain 1 borgs } }
"""


def test_many_sets_are_checked_again_with_their_game_and_delay_no_question(
    alone: Editor, folder: Path, tmp_path: Path
) -> None:
    words = find_box("roll").words
    files = [tmp_path / f"set{n}" / "tiles.rftg" for n in range(12)]
    for file in files:
        shutil.copytree(folder, file.parent)
        (file.parent / "set.toml").write_text(SET.replace("mine", file.parent.name))
        alone.open(file)
    assert alone.open(words) == []
    assert not any("unknown-value" in codes(alone.findings(file)) for file in files)  # each is checked again for it

    alone.type(words, words.read_text("utf-8").replace('colour novelty "Novelty"', 'colour novel "Novel"'))

    assert alone.about("hover", files[3], 2, 18)
    assert codes(alone.findings(words))
    assert all("unknown-value" in codes(alone.findings(file)) for file in files)


def test_a_file_that_vanishes_is_still_checked_as_it_is_open(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles)

    tiles.unlink()

    assert codes(editor.retype(tiles, TILES.replace("cost 2", "cost 99"))) == ["out-of-range"]
    shutil.rmtree(folder)
    assert codes(editor.retype(tiles, TILES.replace("cost 2", "cost 98"))) == ["out-of-range"]
    editor.tell("textDocument/didClose", {"textDocument": {"uri": tiles.as_uri()}})
    assert editor.findings(tiles) == []


def test_a_set_that_is_no_set_any_more_shows_nothing(editor: Editor, folder: Path) -> None:
    (folder / "more.rftg").write_text("tile X2 {}\n")
    editor.open(folder / "tiles.rftg")
    assert editor.findings(folder / "more.rftg")

    (folder / "set.toml").unlink()
    editor.type(folder / "tiles.rftg", TILES + "\n")

    assert editor.findings(folder / "more.rftg") == []
    assert editor.findings(folder / "tiles.rftg") == []


def test_closing_a_file_brings_back_what_is_on_the_disk(editor: Editor, folder: Path) -> None:
    tiles, bank = folder / "tiles.rftg", folder / "scenarios" / "bank.rftg"
    editor.open(bank)
    editor.open(tiles, TILES.replace("First Bank", "Old Bank"))
    assert editor.findings(bank)

    editor.tell("textDocument/didClose", {"textDocument": {"uri": tiles.as_uri()}})

    assert editor.findings(bank) == []


def test_a_change_on_the_disk_is_noticed(editor: Editor, folder: Path) -> None:
    editor.open(folder / "scenarios" / "bank.rftg")
    (folder / "tiles.rftg").write_text(TILES.replace("First Bank", "Old Bank"))

    change = {"uri": (folder / "tiles.rftg").as_uri(), "type": 2}
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [change]})

    assert len(editor.findings(folder / "scenarios" / "bank.rftg")) == 1


# -- formatting ----------------------------------------------------------------------------------------------------


def formatted(editor: Editor, path: Path, text: str) -> str:
    """The text of an open file after it has been formatted."""
    options = {"tabSize": 4, "insertSpaces": False}
    document = {"uri": path.as_uri()}
    for edit in editor.ask("textDocument/formatting", {"textDocument": document, "options": options}) or []:
        lines = text.split("\n")
        start, end = (
            sum(len(line) + 1 for line in lines[: at["line"]]) + at["character"]
            for at in (edit["range"]["start"], edit["range"]["end"])
        )
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_a_file_is_formatted(editor: Editor, folder: Path) -> None:
    untidy = TILES.replace("  development", "\tdevelopment").replace("{ gain 1", "{    gain  1")
    editor.open(folder / "tiles.rftg", untidy)

    assert formatted(editor, folder / "tiles.rftg", untidy) == TILES
    assert formatted(editor, folder / "tiles.rftg", TILES) != ""


def test_what_does_not_parse_stays_as_it_is(editor: Editor, folder: Path) -> None:
    untidy = TILES.replace("  development", "\tdevelopment").replace("gain $1", "gain   $")
    editor.open(folder / "tiles.rftg", untidy)

    assert formatted(editor, folder / "tiles.rftg", untidy) == TILES.replace(
        " { at end of ship: gain $1 }", " {\n    at end of ship: gain   $\n  }"
    )


# -- the protocol ----------------------------------------------------------------------------------------------------


def test_a_session_ends_as_the_editor_says(alone: Editor) -> None:
    assert alone.leave() == 0
    assert alone.ended() == ""


def test_a_server_that_is_ended_without_a_word_has_failed(alone: Editor) -> None:
    alone.tell("exit", None)

    assert alone.process.wait(60) == 1
    assert alone.ended() == ""


def test_a_server_ends_when_its_editor_has_gone(alone: Editor) -> None:
    assert alone.process.stdin
    alone.process.stdin.close()

    assert alone.process.wait(60) == 0
    assert alone.ended() == ""


STRANGE = [
    b"Content-Length: 7\r\n\r\nnothing",
    b"Content-Length: 2\r\n\r\n[]",
    b"Content-Length: 40\r\n\r\n" + b"[" * 40,
    b"Content-Length: 100000\r\n\r\n" + b"[" * 100000,
    b"Content-Length: many\r\nHost: x\r\n\r\n",
    b'Content-Length: 26\r\n\r\n{"jsonrpc":"2.0","id":"a"}',
    b'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"a/b/c"}'[:-1],
    b"Content-Length: 4\r\n\r\n\xff\xfe\xff\xfe",
]


@pytest.mark.parametrize("raw", STRANGE)
def test_a_strange_message_harms_nothing(alone: Editor, folder: Path, raw: bytes) -> None:
    alone.send(raw)

    assert alone.open(folder / "tiles.rftg") == []
    assert alone.leave() == 0
    assert "Traceback" not in alone.ended()


def test_a_message_without_bounds_ends_the_server_with_a_reason(alone: Editor) -> None:
    alone.send(b"Content-Length: 99999999999999\r\n\r\n")

    assert alone.process.wait(60) == 2
    assert "too large" in alone.ended()


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"textDocument": {"uri": 5}},
        {"textDocument": {"uri": "file:///nowhere/at/all.rftg"}, "options": {"tabSize": 2, "insertSpaces": True}},
        {"textDocument": {"uri": "untitled:one"}, "options": {"tabSize": 2, "insertSpaces": True}},
        {"textDocument": {"uri": "file://[half"}, "options": {"tabSize": 2, "insertSpaces": True}},
        {"textDocument": {"uri": f"file:///{'long' * 2000}.rftg"}, "options": {"tabSize": 2, "insertSpaces": True}},
        {"textDocument": {"uri": f"file:///{'deep/' * 3000}x.rftg"}, "options": {"tabSize": 2, "insertSpaces": True}},
        {"textDocument": {"uri": "file:///a%00b.rftg"}, "options": {"tabSize": 2, "insertSpaces": True}},
    ],
)
def test_a_strange_question_gets_an_answer(editor: Editor, params: Message) -> None:
    answer = json.dumps(editor.answer(editor.post("textDocument/formatting", params)))

    assert "Traceback" not in answer and ".py" not in answer


@pytest.mark.parametrize("place", [{"line": -1, "character": 0}, {"line": 2, "character": -1}])
def test_a_negative_position_is_refused(editor: Editor, folder: Path, place: Message) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles)

    answer = editor.answer(
        editor.post("textDocument/hover", {"textDocument": {"uri": tiles.as_uri()}, "position": place})
    )

    assert answer["error"]["message"] == "malformed 'textDocument/hover' request"
    assert editor.about("hover", tiles, 2, 18)


HOSTILE = {
    "deep": "{" * 100_000,
    "wide": "tile X1 { " + "gain $1; " * 20_000 + "}",
    "quotes": '"' * 100_001,
    "long": "a" * 900_000,
    "mistakes": "gain $\n" * 30_000,
    "nul": "tile X1 {\0}\n",
    "separators": "tile X1 {\u2028}\x85\x0b\x0c\n",
    "alone": "tile X1 { \ud800 }\n",
    "mark": "\ufefftile X1 {}\n",
    "returns": "tile X1 {\r}\rtile X2 {}\r",
    "empty": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_content_is_only_wrong_content(editor: Editor, folder: Path, name: str) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles)

    assert editor.retype(tiles, HOSTILE[name])
    assert editor.retype(tiles, TILES) == []
    assert not any("internal error" in message for message in editor.logged())


def test_typing_fast_is_checked_once_it_pauses(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles)

    for n in range(200):
        editor.type(tiles, TILES.replace("cost 2", f"cost {n}"))

    assert codes(editor.findings(tiles)) == ["out-of-range"]
    shown = [message for message in editor.told if message.get("params", {}).get("uri") == tiles.as_uri()]
    assert len(shown) < 20


def test_a_question_that_is_taken_back_is_answered_all_the_same(editor: Editor, folder: Path) -> None:
    tiles = folder / "tiles.rftg"
    editor.open(tiles)
    at = {"textDocument": {"uri": tiles.as_uri()}, "position": {"line": 2, "character": 18}}

    numbers = [editor.post("textDocument/hover", at) for _ in range(30)]
    for number in numbers:
        editor.tell("$/cancelRequest", {"id": number})
    editor.tell("$/cancelRequest", {"id": 999_999})

    answers = [editor.answer(number) for number in numbers]
    assert all("result" in answer or answer["error"]["code"] == -32800 for answer in answers)
    assert editor.about("hover", tiles, 2, 18)


def test_scenarios_belong_into_their_folder(editor: Editor, folder: Path) -> None:
    assert codes(editor.open(folder / "tiles.rftg", SCENARIO)) == ["misplaced-scenario"]


def test_a_document_that_was_never_saved_is_checked_as_a_file_outside_any_set(editor: Editor) -> None:
    uri = "untitled:Untitled-1"

    def findings(version: int) -> list[Message]:
        told = editor.until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and (message["params"]["uri"], message["params"].get("version", version)) == (uri, version)
            )
        )
        diagnostics: list[Message] = told["params"]["diagnostics"]
        return diagnostics

    document = {"uri": uri, "languageId": "rftg", "version": 1, "text": TILES}
    editor.tell("textDocument/didOpen", {"textDocument": document})
    assert findings(1) == []
    change = {
        "textDocument": {"uri": uri, "version": 2},
        "contentChanges": [{"text": TILES.replace("novelty cost", "novelti cost")}],
    }
    editor.tell("textDocument/didChange", change)

    assert codes(findings(2))[:1] == ["unknown-value"]
    place = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 22}}
    assert editor.ask("textDocument/completion", place)["items"]


def test_completion_offers_a_name_for_what_a_tablet_types(editor: Editor, folder: Path) -> None:
    text = SCENARIO.replace("First Bank", "fírst")
    scenario = folder / "scenarios" / "bank.rftg"
    editor.open(scenario, text)
    line, character = next((n, row.index("fírst") + 5) for n, row in enumerate(text.splitlines()) if "fírst" in row)

    items = editor.about("completion", scenario, line, character)["items"]

    assert {candidate["label"]: candidate.get("filterText") for candidate in items}["First Bank"] == "fírst"
