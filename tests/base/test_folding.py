"""Names as people type them: every spelling of a printed name leads to it, in every search."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import suggest_nearest
from rftg_dsl.base.spelling import find_names, fold, look_of
from rftg_dsl.library.catalogue import entries_in, resolve_entry
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_library

SHIPPED = {"race": ("gathering-storm", "new-worlds"), "roll": (), "galaxies": ()}

SPELLINGS = (
    str,
    str.upper,
    str.casefold,
    lambda name: normalize("NFD", name),
    lambda name: normalize("NFKD", name),
    lambda name: name.replace("'", "’"),
    lambda name: name.replace("'", "‘"),
    lambda name: name.replace("'", "`"),
    lambda name: name.replace("'", ""),
    lambda name: name.replace("-", "–"),
    lambda name: name.replace("-", "—"),
    lambda name: name.replace("-", "\N{NON-BREAKING HYPHEN}"),
    lambda name: name.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda name: name.replace(" ", " \N{ZERO WIDTH SPACE}"),
    lambda name: f"\N{ZERO WIDTH NO-BREAK SPACE}{name} ",
)
"""The ways in which keyboards, tablets and other programs write a name."""


@pytest.mark.parametrize("game", sorted(SHIPPED))
def test_every_spelling_of_every_shipped_name_finds_it(game: str) -> None:
    assert game in game_names()
    there = list(entries_in(load_library(game, extra=SHIPPED[game])))
    names = [entry.name for entry in there]

    for spell in SPELLINGS:
        assert [name for name in names if find_names(spell(name), names) != [name]] == []
    folded = {fold(name) for name in names}
    assert len(folded) == len({*names})


def test_an_exact_name_wins_and_several_folded_ones_are_all_told() -> None:
    names = ["Resume", "Résumé", "resumé", "Other"]

    assert find_names("Resume", names) == ["Resume"]
    assert find_names(normalize("NFD", "Résumé"), names) == ["Résumé"]
    assert find_names("RESUME", names) == ["Resume", "Résumé", "resumé"]
    assert find_names("", names) == find_names("'", names) == []


def test_a_lookup_by_a_folded_name_tells_the_candidates() -> None:
    there = list(entries_in(load_library("race")))

    assert resolve_entry("x", "EARTH’S LOST COLONY", there).name == "Earth's Lost Colony"


@law(200)
@given(st.text(max_size=30))
def test_a_folded_text_is_the_same_in_all_normal_forms_and_when_folded_again(text: str) -> None:
    once = fold(text)

    assert fold(once) == once
    assert {fold(normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")} == {once}
    assert look_of(normalize("NFD", text)) == look_of(text)


@law(100)
@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=4), st.sampled_from(["", "\u200b", "\u00ad"]))
def test_did_you_mean_never_repeats_what_was_typed(word: str, known: list[str], unseen: str) -> None:
    said = suggest_nearest(word, [*known, word, f"{word}{unseen}", normalize("NFD", word), normalize("NFC", word)])

    assert f"did you mean {word!r}" not in said
    assert all(f"did you mean {name!r}" not in said for name in known if look_of(name) == look_of(word))
