"""Read the first line of a scenario: its title, edition and options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from rftg_dsl.base.limits import SCENARIOS
from rftg_dsl.check.reporter import Report
from rftg_dsl.syntax import tree


@frozen
class Setting:
    """The edition and options that a scenario is played with."""

    edition: str = ""
    """The edition's id; empty for the default edition."""
    options: tuple[tuple[str, str], ...] = ()


def read_setting(report: Report, node: tree.Scenario) -> Setting:
    titled = bool(node.atoms) and node.atoms[0].kind == "string"
    atoms = list(node.atoms[titled:])
    if not title_of(node).strip():
        at = node.atoms[0].at if node.atoms else (node.at[0], node.at[0] + len("scenario"))
        report.add_error("missing-name", at, "the scenario has no title", 'write: scenario "What it shows" { ... }')
    edition = ""
    options: dict[str, str] = {}
    while atoms:
        word = atoms.pop(0)
        value = atoms.pop(0) if atoms and atoms[0].kind == "string" else None
        key, equals, chosen = value.text.partition("=") if value else ("", "", "")
        if word.text not in ("edition", "option"):
            report.add_unknown("field", word.text, word.at, ("edition", "option"))
        elif value is None or (word.text == "option" and not (key and equals)):
            text = '"ID"' if word.text == "edition" else '"KEY=VALUE"'
            report.add_error(
                "wrong-value",
                word.at,
                f"{word.text!r} must be followed by text in quotes",
                f"write: {word.text} {text}",
            )
        elif (word.text == "edition" and edition) or key in options:
            report.add_error(
                "duplicate-field", word.at, f"{value.text!r} repeats an earlier {word.text}", "leave one out"
            )
        elif word.text == "edition":
            edition = value.text
        else:
            options[key] = chosen
    return Setting(edition, tuple(sorted(options.items())))


def title_of(node: tree.Scenario) -> str:
    return node.atoms[0].text if node.atoms and node.atoms[0].kind == "string" else ""


def check_titles(entries: Iterable[tuple[Report, tree.Scenario, Setting]]) -> None:
    """Check that no two scenarios in a file have the same title and setting."""
    seen: set[Any] = set()
    for nth, (report, node, header) in enumerate(entries):
        key = (report.source.label, title_of(node), header)
        if nth == SCENARIOS.most:
            message, hint = "there are too many scenarios", f"use at most {SCENARIOS.most} in a set"
            report.add_error("too-many-scenarios", node.at, message, hint)
        elif key in seen:
            message = f"there is already a scenario called {title_of(node)!r}"
            report.add_error("duplicate-name", node.atoms[0].at, message, "give this one a title of its own")
        seen.add(key)
