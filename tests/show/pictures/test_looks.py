"""Looks: as declared, or as they follow from declarations; words of one sort always differ in shape."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import ContentError
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import Property, Value, Vocabulary
from rftg_dsl.library.load import load_library
from rftg_dsl.show.pictures.looks import find_looks, looks_of
from show.pictures.sides import GAMES, whole, with_set


@pytest.mark.parametrize("game", GAMES)
def test_words_of_one_sort_never_share_a_symbol(game: str) -> None:
    looks = find_looks(whole(game))

    for words in whole(game).model.words.words_with_looks():
        names = [looks[name].symbol for name in words if name in looks]
        assert len(names) == len(set(names))
        assert set(names) <= set(load_symbols())


def test_a_new_colour_and_its_die_look_like_something_at_once(tmp_path: Path) -> None:
    content = (
        'colour psi "Psi" trade 3\ndie psi "Psi" supply 5 faces explore develop settle produce ship wild matches psi\n'
    )

    before, after = find_looks(load_library("roll")), find_looks(with_set(tmp_path, content))

    assert {name: after[name] for name in before} == before
    assert after["psi"].symbol not in {look.symbol for look in before.values()}
    assert after["psi"].inline


def test_a_set_says_what_its_words_look_like(tmp_path: Path) -> None:
    content = 'colour psi "Psi" trade 3\nlook psi ink "#112233" symbol skull\n'

    assert find_looks(with_set(tmp_path, content))["psi"].symbol == "skull"
    assert find_looks(with_set(tmp_path, content))["psi"].ink == "#112233"


def test_a_look_changes_no_digest(tmp_path: Path) -> None:
    plain = with_set(tmp_path / "one", 'colour psi "Psi" trade 3\n')
    seen = with_set(tmp_path / "two", 'colour psi "Psi" trade 3\nlook psi symbol skull\n')

    assert plain.digests == seen.digests


@pytest.mark.parametrize(
    ("content", "code", "hint"),
    [
        ("look novelty symbol gyft", "unknown-symbol", "did you mean 'gift'?"),
        ('look noveltie ink "#112233"', "unknown-word", "did you mean 'novelty'?"),
        ('look novelty ink "blue"', "wrong-value", "six hexadecimal digits"),
        ("look novelty", "missing-field", 'write: look novelty ink "#1f6fb2" symbol star'),
        ("look", "missing-name", "add the word"),
        ("look novelty shiny", "unknown-field", ""),
        ("look novelty symbol gem", "duplicate-symbol", "choose another symbol"),
        ("look novelty symbol skull\nlook novelty symbol star", "duplicate-word", "remove one of them"),
        ("look novelty symbol skull {\n  gain $1\n}", "surplus-block", ""),
    ],
)
def test_mistakes_in_looks(tmp_path: Path, content: str, code: str, hint: str) -> None:
    with pytest.raises(ContentError) as wrong:
        with_set(tmp_path, content + "\n")

    [first, *others] = wrong.value.diagnostics
    assert first.code == code and hint in first.hint
    assert first.at.source.label.endswith("pieces.rftg")
    assert not others


@law(20)
@given(st.integers(1, 400), st.sets(st.integers(0, 399), max_size=40))
def test_there_is_a_symbol_for_every_word_however_many_there_are(n: int, given: set[int]) -> None:
    words = Vocabulary(properties={"hue": Property("hue", "hues")})
    words.values = {f"v{nth}": Value(f"v{nth}", f"V{nth}", "hue") for nth in range(n)}
    words.looks = {f"v{nth}": ("", name) for nth, name in zip(sorted(given), load_symbols(), strict=False) if nth < n}

    looks = looks_of(words)

    assert len({looks[name].symbol for name in words.values}) == n
    assert all(looks[name].symbol == symbol for name, (_, symbol) in words.looks.items())
