"""Files in the language, with the code of each mistake after ``#!`` on its line."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from check.joined import join
from language.codes import codes
from rftg_dsl.library import installed, load

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.rftg"))
MARKER = re.compile(r"#!((?: [a-z-]+)+)")


def marked(text: str) -> dict[int, list[str]]:
    """The codes that a file expects, by line."""
    lines = enumerate(text.split("\n"), 1)
    return {number: sorted(match[1].split()) for number, line in lines if (match := MARKER.search(line))}


def game_of(raw: bytes) -> str:
    """The game a file is for: ``# game race`` in its first line, otherwise Roll."""
    first = raw.split(b"\n", 1)[0].decode("latin-1")
    return first.removeprefix("# game ") if first.startswith("# game ") else "roll"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_mistake_is_found_on_its_line_and_nothing_else(path: Path) -> None:
    raw = path.read_bytes()

    findings = defaultdict(list)
    for diagnostic in join(raw, game_of(raw)).diagnostics:
        assert diagnostic.at.source.label.endswith("pieces.rftg"), diagnostic
        findings[diagnostic.at.begins[0]].append(diagnostic.code)

    assert {line: sorted(line_codes) for line, line_codes in findings.items()} == marked(raw.decode("latin-1"))


BESIDE = {
    "bad-set",  # these five concern set.toml: test_sets.py
    "newer-language",
    "missing-set",
    "wrong-game",
    "duplicate-set",
    "missing-requirement",  # test_changes.py, with the next two
    "set-conflict",
    "wrong-version",
    "unknown-edition",  # test_sets.py, with the next one
    "wrong-edition",
    "missing-code",  # needs packages: tests/cli/test_extensions.py, with the next one
    "package-clash",
    "pack-code",  # tests/cli/test_packs.py
    "missing-schedule",  # concerns a whole game: tests/check/test_schedule.py
    "pack-name",  # tests/cli/test_not_utf8.py, with the next one
    "pack-path",
    "unread-file",  # test_sets.py
    "unreadable",  # a file that cannot be opened: tests/cli/test_bad_input.py
    "ambiguous-name",  # in a scenario: tests/cli/test_reported_files.py
    "unknown-number",  # in an edition: test_sets.py
    "empty-file",  # test_sets.py too
    "bad-picture",  # tests/library/test_own_pictures.py, with the next two
    "missing-picture",
    "unknown-picture",
    "bad-layout",  # tests/show/pictures/test_layouts.py, with the next one
    "crowded-side",
    "file-too-large",  # the limits: tests/check/test_limits.py, with the next ones
    "name-too-long",
    "power-too-long",
    "table-too-large",
    "too-many-pieces",
    "too-many-powers",
    "too-many-reactions",
    "too-many-words",
    "bad-character",  # tests/cli/test_attacks.py
    "wrong-remark",  # tests/author/scenarios/test_mutation.py
    "incomplete-scenario",  # scenarios: tests/author/scenarios/test_mistakes.py, with the next ones
    "misplaced-scenario",
    "scenario-too-long",
    "too-many-scenarios",
    "unknown-answer",
    "unknown-ending",
    "unknown-line",
    "unknown-line-of-the-score",
    "unknown-tie-break",
}


def test_every_code_has_a_line_that_shows_it() -> None:
    shown = {code for path in FILES for line_codes in marked(path.read_text("latin-1")).values() for code in line_codes}

    assert codes() - BESIDE == shown


def test_every_mistake_has_a_remedy_and_a_place() -> None:
    every = [
        diagnostic
        for path in FILES
        for raw in [path.read_bytes()]
        for diagnostic in join(raw, game_of(raw)).diagnostics
    ]

    assert [
        diagnostic for diagnostic in every if not diagnostic.message or diagnostic.at.end < diagnostic.at.start
    ] == []
    assert [diagnostic for diagnostic in every if not diagnostic.hint] == []


@pytest.mark.parametrize("game", installed.game_names())
def test_shipped_content_has_no_mistakes(game: str) -> None:
    for edition in installed.find_box(game).editions or {"": None}:
        assert load.load(game, edition or None).diagnostics == ()
