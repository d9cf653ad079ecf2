"""Names as people type them, in a real browser: its fold is Python's, and the library finds what show finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.base.spelling import fold
from rftg_dsl.library.catalogue import entries_in
from rftg_dsl.library.load import load_library
from show.browser.browser import Opener

STRANGE = (
    "Éowyn’s Station — “old” ‹x›",
    "ŁÓDŹ straße ÆØŒ ðþ ŋ ħ ıİ",
    "Αχιλλεύς ΣΟΦΟΣ ſ ß ﬁ Ⅳ ½ ＡＢＣ",
    "e\u0301 \u200b\u00ad\u2060 a\u00a0b\u3000c \u2800\u3164",
    "$1 +2 −3 4% R&D #5 a_b ~ x/y (z)",
    "한국어 日本語 العربية ☃️ 👩‍🚀",
)


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder."""
    return tmp_path_factory.mktemp("names")


def test_the_browser_folds_as_python_does(room: Opener) -> None:
    texts = [*STRANGE]
    for game in ("roll", "race", "galaxies"):
        texts += [text for entry in entries_in(load_library(game)) for text in (entry.name, entry.id, entry.text)]

    page = room("/library#race")

    assert page.evaluate("(texts) => texts.map(fold)", texts) == [fold(text) for text in texts]


@pytest.mark.parametrize("typed", ["Earth’s Lost", "earths lost", "EARTH‘S  LOST", "earth`s lo"])
def test_the_library_finds_a_name_as_a_tablet_writes_it(room: Opener, typed: str) -> None:
    page = room("/library#race")

    page.locator("[name=text]").fill(typed)

    shown = page.locator("#components li:visible .picture").all()
    assert [picture.get_attribute("alt") for picture in shown] == ["Earth's Lost Colony"]
