"""A scenario that still has the old name of a side of its own set: the new one is suggested and offered as a fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from language.test_fixes import mended
from rftg_dsl.author.editor.fix_edits import offer_fixes
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.library.load import load
from rftg_dsl.library.own_names import REPLACED
from scenes import scenario

TILES = {
    "Public Baths": 'tile X1 {\n  development "Public Baths" cost 1 { at end of ship: gain $1 }\n'
    '  world "Spa" gray cost 1\n}\n',
    "Harbour": 'tile X2 {\n  development "Harbour" cost 1 { at end of ship: gain $1 }\n  world "Quay" gray cost 1\n}\n',
}
RENAMED = scenario('given\n  seat 1 tableau: "Bath House"\nthen\n  nothing changes\n  seat 1 tableau: "Bath House"')
OTHER = scenario('given\n  seat 1 tableau: "Harbour"\nthen\n  nothing changes', "another")


def find_mistakes(folder: Path, scenarios: str, *names: str) -> list[Diagnostic]:
    """The mistakes in a set for roll that has the tiles with these names and these scenarios."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    (folder / "tiles.rftg").write_text("".join(TILES[name] for name in names))
    script = folder / "scenarios" / "own.rftg"
    script.write_text(scenarios)
    return list(load("roll", extra=[folder], tests=[script]).diagnostics)


def test_the_only_side_that_no_scenario_mentions_may_have_been_renamed(tmp_path: Path) -> None:
    for wrong in find_mistakes(tmp_path, RENAMED + OTHER, "Public Baths", "Harbour"):
        assert wrong.message == "there is no side called 'Bath House'"
        assert wrong.hint == "did you mean 'Public Baths', of this set?"
        assert wrong.fix == () and mended(RENAMED, wrong.guess) == RENAMED.replace("Bath House", "Public Baths")


def test_the_guess_is_offered_for_the_mistake_but_not_with_certain_fixes(tmp_path: Path) -> None:
    first, second = find_mistakes(tmp_path, RENAMED, "Public Baths")
    source = first.at.source

    offered = [fix.title for fix in offer_fixes(source, [first, second], first.at.start, first.at.end)]

    assert offered == ["Replace 'Bath House' with 'Public Baths' in 2 places"]


def test_two_sides_without_a_scenario_are_both_listed(tmp_path: Path) -> None:
    wrong, _ = find_mistakes(tmp_path, RENAMED, "Public Baths", "Harbour")

    assert wrong.hint.startswith("this set has 'Harbour', 'Public Baths', 'Quay' and 'Spa'; ")
    assert wrong.guess == ()


@pytest.mark.parametrize(("typed", "meant"), [("Public Bath", "Public Baths"), ("harbor", "Harbour")])
def test_a_misspelt_name_of_the_set_comes_before_printed_ones(tmp_path: Path, typed: str, meant: str) -> None:
    text = RENAMED.replace("Bath House", typed)

    wrong, _ = find_mistakes(tmp_path, text, "Public Baths", "Harbour")

    assert wrong.hint == f"did you mean {meant!r}, of this set?"
    assert mended(text, wrong.guess) == text.replace(typed, meant)


def test_a_printed_name_that_is_nearer_is_suggested_too(tmp_path: Path) -> None:
    text = RENAMED.replace("Bath House", "Space Pirocy")

    wrong, _ = find_mistakes(tmp_path, text, "Public Baths")

    assert wrong.hint == "did you mean 'Public Baths', of this set, or 'Space Piracy'?"
    assert wrong.guess == ()


@pytest.mark.parametrize(("places", "replaced"), [(REPLACED, REPLACED), (REPLACED + 1, 0)])
def test_a_name_is_replaced_in_only_so_many_places(tmp_path: Path, places: int, replaced: int) -> None:
    text = "".join(
        scenario('given\n  seat 1 tableau: "Bath House"\nthen\n  nothing changes', f"number {n}") for n in range(places)
    )

    wrong, *_ = find_mistakes(tmp_path, text, "Public Baths")

    assert wrong.hint == "did you mean 'Public Baths', of this set?" and len(wrong.guess) == replaced
