"""Whatever is exported as a spreadsheet comes back with the same digest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreign import examples_installed
from lanes import law
from rftg_dsl.author.spreadsheet.export_sheet import export_components, export_parts
from rftg_dsl.author.spreadsheet.import_sheet import draft_components, import_sheet, name_components, write_components
from rftg_dsl.author.spreadsheet.read_rows import decode_bytes, split_text
from rftg_dsl.base.source import Source
from rftg_dsl.check.origin import Entry, Origin
from rftg_dsl.library.installed import find_box, game_names, optional_sets_of
from rftg_dsl.library.library import Library, digest
from rftg_dsl.library.load import load, load_library, load_standard
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.unparse import write_declaration

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def parts() -> Iterator[tuple[str, Sequence[str | Path], str]]:
    """Every shipped set: its game, the sets to load with it, and its id."""
    for game in game_names():
        yield from ((game, (), folder.name) for folder in find_box(game).sets)
        yield from ((game, (id,), id) for id in optional_sets_of(find_box(game)))
    yield "roll", (EXAMPLES / "harvest-festival",), "harvest-festival"


def components_of(library: Library, part: str) -> list[Entry]:
    return [entry for entry in library.parts[part] if entry.declaration.kind.text in library.model.words.components]


def brought_back(library: Library, raw: bytes) -> list[Entry]:
    """The declarations that a spreadsheet becomes."""
    source = Source("sheet.csv", decode_bytes(raw, "sheet.csv"))
    drafts, findings = draft_components(library, split_text(source))
    name_components(drafts, library, "copy")
    content = Source("copy.rftg", write_components(drafts, library.model.words))
    parsed, mistakes = parse(content)
    assert findings == mistakes == []
    return [Entry(content, declaration, Origin("copy")) for declaration in parsed.declarations]


@pytest.mark.parametrize(("game", "extra", "part"), [*parts()], ids=str)
def test_every_shipped_set_comes_back_with_the_same_digest(game: str, extra: Sequence[str | Path], part: str) -> None:
    library = load_library(game, extra=extra)

    back = brought_back(library, export_parts(library, [part]).raw)

    assert digest(back) == digest(components_of(library, part))
    assert len(back) == len(components_of(library, part))


def test_sets_of_other_packages_come_back_too(tmp_path: Path) -> None:
    with examples_installed(tmp_path):
        sets = [
            ("amber", (), "base"),
            ("stalls", (), "base"),
            ("roll", ("market",), "market"),
            ("roll", ("omens",), "omens"),
        ]
        for game, extra, part in sets:
            library = load_library(game, extra=extra)
            back = brought_back(library, export_parts(library, [part]).raw)

            assert digest(back) == digest(components_of(library, part)), game
            assert back


@pytest.mark.parametrize("game", game_names())
def test_a_new_set_from_the_export_of_a_game_can_stand_in_for_it(game: str, tmp_path: Path) -> None:
    (tmp_path / "game.csv").write_bytes(export_components(game).raw)

    imported = import_sheet(tmp_path / "copy", game, tmp_path / "game.csv")

    loaded = load(game, sets=[tmp_path / "copy"])
    assert imported.findings == []
    assert [str(each) for each in loaded.diagnostics if each.severity == "error"] == []
    assert loaded.library
    assert loaded.library.digests["copy"] == load_standard(game).digests["base"]


def test_an_expansion_comes_back_with_its_words(tmp_path: Path) -> None:
    (tmp_path / "storm.csv").write_bytes(export_components("gathering-storm").raw)

    imported = import_sheet(tmp_path / "copy", "race", tmp_path / "storm.csv", extra=["gathering-storm"])

    assert imported.findings == []
    assert 'requires = ["gathering-storm"]' in (tmp_path / "copy" / "set.toml").read_text("utf-8")


NAMES = st.text("abcZ =+-@'’“”é,;|.1", min_size=1, max_size=12).filter(lambda name: name == name.strip())
POWERS = st.sampled_from(components_of(load_standard("race"), "base"))


@law(100)
@given(st.lists(st.tuples(NAMES, POWERS), min_size=1, max_size=5))
def test_components_with_any_names_come_back(pieces: list[tuple[str, Entry]]) -> None:
    library = load_standard("race")
    renamed = []
    for nth, (name, entry) in enumerate(pieces):
        text = write_declaration(entry.declaration)
        before, _, after = text.partition('"')
        text = f'{before}"{name}"{after.partition(chr(34))[2]}'.replace(before.split()[1], f"Z{nth}", 1)
        renamed.append(text)
    source = Source("cards.rftg", "\n".join(renamed))
    entries = [Entry(source, declaration, Origin("cards")) for declaration in parse(source)[0].declarations]
    made = Library(library.game, library.model, (), "", {"cards": entries})

    assert digest(brought_back(library, export_parts(made, ["cards"]).raw)) == digest(entries)
