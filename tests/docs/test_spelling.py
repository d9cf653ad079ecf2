"""The words of all documents are in the dictionary, or in docs/words.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spellchecker import SpellChecker

ROOT = Path(__file__).parents[2]
OWN = (ROOT / "docs" / "words.txt").read_text("utf-8").split()
OURS = (page for page in sorted((ROOT / "docs").rglob("*.md")) if "node_modules" not in page.parts)
PAGES = [*OURS, *sorted(ROOT.glob("*.md"))]
NO_PROSE = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)$|`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>]+>|\"[^\"\n]*\"", re.S | re.M
)
"""Code, the targets of links, tags, and texts in quotes, which have printed names."""

english = SpellChecker()


def words(text: str) -> Iterator[str]:
    """The words of a document in small letters, without a possessive ending."""
    for word in re.findall(r"[^\W\d_]+(?:['’][a-z]+)?", NO_PROSE.sub(" ", text)):
        plain = re.sub(r"['’]s$", "", word.lower())
        if len(plain) > 1:
            yield plain.replace("’", "'")


def unknown(text: str) -> set[str]:
    """The words of a document that nobody knows."""
    return {str(word) for word in english.unknown(set(words(text)) - set(OWN))}


def test_every_word_of_the_documents_is_known() -> None:
    misspellings = {page.relative_to(ROOT).as_posix(): sorted(unknown(page.read_text("utf-8"))) for page in PAGES}

    assert len(misspellings) > 20
    assert {page: page_words for page, page_words in misspellings.items() if page_words} == {}, (
        "misspelt, or words for docs/words.txt"
    )


def test_a_misspelt_word_is_found() -> None:
    assert unknown("A sentance with a `codeword`, a [link](teh.md) and rftg's reroll.") == {"sentance"}


def test_the_words_of_the_project_are_sorted_and_in_no_dictionary() -> None:
    assert sorted(set(OWN)) == OWN
    assert sorted(english.known(OWN)) == []
