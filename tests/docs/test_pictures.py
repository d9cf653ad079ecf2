"""The pictures of the documents are those that the program draws; each page says what is on them."""

from __future__ import annotations

import re
from pathlib import Path

from docs.pictures import FOLDER, ROOT, drawings
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.library.layouts import ALIGNS, FIELDS, SHAPES, SHOWS, Template
from rftg_dsl.show.pictures.display import Words
from rftg_dsl.show.pictures.presets import load_presets
from rftg_dsl.show.pictures.specimen import draw_chart

PAGE = (ROOT / "docs" / "pictures.md").read_text("utf-8")


def test_the_pictures_are_up_to_date() -> None:
    """``make pictures`` draws them again."""
    drawn = dict(drawings())

    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == drawn


def test_every_picture_is_shown_with_words_for_those_who_cannot_see_it() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = [
        (alt, (page.parent / link).resolve())
        for page in pages
        for alt, link in re.findall(r"!\[([^\]]*)\]\(([^)]+\.svg)\)", page.read_text("utf-8"))
    ]

    assert {link for _, link in shown} == {*FOLDER.iterdir()}
    assert all(len(alt) > 10 for alt, _ in shown)


def keys(heading: str) -> dict[str, str]:
    table = PAGE.split(f"| {heading} | meaning |")[1].split("\n\n")[0]
    return {
        key: row
        for row in table.splitlines()
        if row.startswith("| `")
        for key in re.findall(r"`(\w+)`", row.split("|")[1])
    }


def test_the_page_names_every_key_of_a_layout() -> None:
    layout, box = keys("key"), keys("key of a box")

    assert {*layout} == {attribute.name for attribute in Template.__attrs_attrs__}  # type: ignore[attr-defined]
    assert {*box} == {*FIELDS}
    assert set(re.findall(r"`(\w+)`", box["shows"].split("|")[2])) == {*SHOWS}
    assert set(re.findall(r"`(\w+)`", box["shape"].split("|")[2])) == {*SHAPES}
    assert set(re.findall(r"`(\w+)`", box["align"].split("|")[2])) == {*ALIGNS}


def test_the_page_about_printing_has_the_numbers_of_each_preset() -> None:
    page = (ROOT / "docs" / "printing.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w[\w-]+)` \|(.*)\|$", page, re.MULTILINE)

    assert {name: [cell.strip() for cell in row.split("|")] for name, row in rows} == {
        preset.name: [
            preset.title,
            "{} × {}".format(*preset.image),
            "{:g} × {:g}".format(*preset.cut),
            f"{preset.bleed:g}",
            f"{preset.safe:g} mm",
        ]
        for preset in load_presets().values()
    }


def test_the_chart_has_every_symbol_with_its_name() -> None:
    text = (FOLDER / "symbols.svg").read_text("utf-8")

    names = [shape.text for shape in draw_chart().shapes if isinstance(shape, Words)]
    assert names == [*load_symbols()]
    assert f"<desc>{', '.join(names)}</desc>" in text
    assert all(symbol.path in text for symbol in load_symbols().values())


def test_the_readme_shows_the_tile_below_its_text() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")

    text, _, rest = readme.partition("](docs/pictures/tile.svg)")
    assert text.rfind("```rftg\n") > text.rfind("\n## ")
    for name in re.findall(r'  \w+ "([^"]+)"', text)[:2]:
        assert name.split()[0] in (Path(FOLDER) / "tile.svg").read_text("utf-8")
    assert rest
