"""The exhibits of a gallery: components with their texts, scenarios and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.balance.recalled import recall_report
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.check.model import Component
from rftg_dsl.check.model.scenarios import Scenario
from rftg_dsl.library.catalogue import Chosen, Entry, find_components
from rftg_dsl.library.load import load_tests
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.library.sets import SetFolder, scenario_files_in
from rftg_dsl.show.balance_words import tell_change, tell_headline
from rftg_dsl.show.gallery.loading import Loading, find_loading
from rftg_dsl.syntax.statements import find_closing_brace

INDEX = "index"
SCENARIOS = 20
"""The most scenarios on the page of a component."""


@frozen
class Exhibit:
    """A component with a page of its own."""

    component: Component
    stem: str
    """The name of the page without its ending, which no other exhibit has."""
    source: str
    """The declaration, as its author wrote it."""
    scenarios: tuple[tuple[str, str], ...]
    """The titles and texts of the scenarios that mention it."""


@frozen
class Exhibition:
    """All components of a set or a game."""

    chosen: Chosen
    set_folder: SetFolder | None
    """The set; None for a whole game."""
    exhibits: tuple[Exhibit, ...]
    loading: Loading
    values: Mapping[str, Sequence[str]]
    """By the ids of sides, sentences about their values, if these are known."""


def gather_exhibition(wanted: str, extra: Sequence[str | Path] = ()) -> Exhibition:
    """Gather the exhibits of a set, which is an id, a folder or a pack, or of a game.

    Raise ``UsageError`` if ``wanted`` is neither, or if it has no components.
    """
    chosen = find_components(wanted, extra=extra)
    if not (chosen.part or chosen.whole):
        raise UsageError(f"{wanted!r} is a component", "specify a set or a game", "wrong-option")
    if not chosen.components:
        raise UsageError("there is nothing to show", "specify a set that has components", "unknown-name")
    folders = [each for each in chosen.library.sets if chosen.whole or each.id == chosen.part]
    scenarios = list(find_scenarios(chosen, folders))
    names = FileNames()
    names.take(f"{INDEX}.html")
    exhibits = [make_exhibit(chosen, component, names, scenarios) for component in chosen.components]
    own = None if chosen.whole else folders[0]
    return Exhibition(chosen, own, tuple(exhibits), find_loading(chosen, extra), find_values(wanted, extra))


def make_exhibit(
    chosen: Chosen, component: Component, names: FileNames, scenarios: Sequence[tuple[str, str]]
) -> Exhibit:
    stem = names.add(component.id, ".html").removesuffix(".html")
    source = Entry(chosen.library, component.id, "", component.kind, component.at, component, component.sides).text
    quoted = [f'"{side.name}"' for side in component.sides]
    mentions = [each for each in scenarios if any(name in each[1] for name in quoted)]
    return Exhibit(component, stem, source, tuple(mentions[:SCENARIOS]))


def find_scenarios(chosen: Chosen, folders: Sequence[SetFolder]) -> Iterator[tuple[str, str]]:
    """Yield the title and the text of each scenario of these sets, in all editions and options."""
    game, tests = chosen.library.game.name, [path for each in folders for path in scenario_files_in(each.contents)]
    extra = [each.folder for each in chosen.library.sets[1:]]
    found = (scenario for _, loaded in load_tests(game, tests, extra) for scenario in loaded.scenarios)
    yield from dict.fromkeys((scenario.title, text_of(scenario)) for scenario in found)


def text_of(scenario: Scenario) -> str:
    text = scenario.at.source.text
    start = text.rfind("\n", 0, scenario.at.start) + 1
    opening = text.find("{", start)
    return text[start : find_closing_brace(text, opening) + 1].strip().replace("\r\n", "\n")


def find_values(wanted: str, extra: Sequence[str | Path]) -> dict[str, list[str]]:
    report = recall_report(wanted, extra)
    if report is None:
        return {}
    return {
        side.id: [
            f"With {value.players} players: {tell_headline(side, value)} "
            f"Starting with it is worth {tell_change(value.points)} points, in {value.pairs:,} pairs of games."
            for value in side.values
            if value.bot == report.bots[0]
        ]
        for side in report.sides
    }
