"""The rule text of every component: these snapshots were read one by one against the fact tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from foreign import Site
from rftg_dsl.library import load
from wording.worded import EXAMPLES, TESTS, page, with_sets

SHIPPED = {
    "roll": ("roll", (), ()),
    "race": ("race", (), ()),
    "galaxies": ("galaxies", (), ()),
    "gathering-storm": ("race", ("gathering-storm",), ("gathering-storm",)),
    "new-worlds": ("race", ("new-worlds",), ("new-worlds",)),
    "rebel-vs-imperium": ("race", ("gathering-storm", TESTS / "games/race/rebel-vs-imperium"), ("rebel-vs-imperium",)),
    "ambition": ("roll", (TESTS / "games/roll/expansions/ambition",), ("ambition",)),
    "rivalry": (
        "roll",
        (TESTS / "games/roll/expansions/ambition", TESTS / "games/roll/expansions/rivalry"),
        ("rivalry",),
    ),
    "harvest-festival": ("roll", (EXAMPLES / "harvest-festival",), ("harvest-festival",)),
}
"""The game, the sets with it, and the parts that are shown; without parts, everything."""


@pytest.mark.parametrize("name", SHIPPED)
def test_the_text_of_every_component(name: str, snapshot: SnapshotAssertion) -> None:
    game, sets, parts = SHIPPED[name]

    assert page(with_sets(game, *sets), parts) == snapshot


EDITIONS = {
    "race second": ("race", "second", {}),
    "galaxies second wording": ("galaxies", None, {"wording": "second"}),
}


@pytest.mark.parametrize("name", EDITIONS)
def test_the_text_of_what_editions_and_options_change(name: str, snapshot: SnapshotAssertion) -> None:
    game, edition, options = EDITIONS[name]
    library = load.load_library(game, edition, options=options)
    usual = set(page(load.load_library(game)).splitlines())

    assert [line for line in page(library).splitlines() if line not in usual] == snapshot


PACKAGES = {
    "stalls": ("tiny-game", "six_stalls"),
    "market": ("market", "roll_market"),
    "omens": ("omens", "roll_omens"),
}


def test_a_game_and_packages_from_outside_have_text_as_ours_have(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    site = Site(tmp_path / "site")
    for name, (folder, module) in PACKAGES.items():
        kind = "games" if name == "stalls" else "extensions"
        value = f"{module}:{name.upper() if kind == 'extensions' else 'GAME'}"
        home = site.install(name, "", value, group=kind)
        home.rename(site.folder / f"{name}_unused")
        (site.folder / module).symlink_to(EXAMPLES / folder / module)

    said = {name: site.rftg("text", name) for name in PACKAGES}

    assert {name: result.stderr for name, result in said.items()} == dict.fromkeys(PACKAGES, "")
    assert {name: result.stdout for name, result in said.items()} == snapshot
