"""Scenarios for tests, checked and run with the shipped content of a game, which is loaded once."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from rftg_dsl.author.scenarios.run_scenario import run
from rftg_dsl.author.scenarios.suites import Case, Results
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scenarios.header import read_setting
from rftg_dsl.check.scenarios.scenario import check_scenarios
from rftg_dsl.compile.words_in_code import find_words
from rftg_dsl.library.load import load_standard
from rftg_dsl.show.terminal.scenario_report import render_results
from rftg_dsl.syntax.parse import parse


def scenario(lines: str, title: str = "it") -> str:
    """A scenario with these lines."""
    return f'scenario "{title}" {{\n{indent(lines.strip(), "  ")}\n}}\n'


def of_text(written: str, game: str = "roll") -> Results:
    """The scenarios of a text, checked and run."""
    library = load_standard(game)
    source = Source("example.rftg", written)
    file, mistakes = parse(source)
    diagnostics: list[Diagnostic] = list(mistakes)
    report = Report(source, diagnostics)
    entries = [(report, node, read_setting(report, node)) for node in file.scenarios]
    sound = list(check_scenarios(entries, library.model, library.game, library.game.facts, find_words(library.game)))
    cases = [Case("example", run(scene, library.rules), 0) for scene in sound]
    return Results(tuple(cases), tuple(diagnostics), 1)


def played(lines: str, game: str = "roll") -> Results:
    """A scenario with these lines, checked and run."""
    return of_text(scenario(lines), game)


def shown(lines: str, game: str = "roll") -> str:
    """What is shown of a scenario."""
    return render_results(played(lines, game))


def passes(lines: str, game: str = "roll") -> None:
    """The scenario passes."""
    results = played(lines, game)
    assert results.passed, render_results(results)
    assert len(results.cases) == 1


def fails(lines: str, *said: str, game: str = "roll") -> None:
    """The scenario has just these failures, in this order."""
    results = played(lines, game)
    assert not results.diagnostics, render_results(results)
    assert [failure.message for failure in results.cases[0].ran.failures] == list(said)


def lay(folder: Path, power: str, *scenarios: str, comments: str = "") -> None:
    """Write a tile with this power, and its scenarios, into the folder of a set."""
    tile = f'tile Z1 {{\n  development "Zed" cost 3 {{ {power} }}\n  world "Zed World" gray cost 1\n}}\n'
    (folder / "tiles.rftg").write_text(tile)
    texts = [scenario(text, f"number {nth}") for nth, text in enumerate(scenarios)]
    (folder / "scenarios" / "zed.rftg").write_text(comments + "# scenarios\n" + "".join(texts))
