"""The origin of a declaration: the part of the game that contains it, and the other parts that it can change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.reporter import Report
from rftg_dsl.syntax.tree import At, Declaration


@frozen
class Origin:
    """A part of a game: the game's own words, a set, an edition, or the value of an option."""

    name: str
    over: frozenset[str] = frozenset()
    """The parts whose declarations this part may change; for a set, the game and the sets that it requires."""
    difference: bool = False
    """Whether this part is an edition or the value of an option, either of which may change any declaration."""

    def may_change(self, other: Origin) -> bool:
        return self.difference or other.name in self.over


class Entry(NamedTuple):
    """A declaration, with its file and its origin."""

    source: Source
    declaration: Declaration
    origin: Origin


class ReportedEntry(NamedTuple):
    """A declaration that a stage is about to read, with the report that collects the mistakes found in that stage."""

    report: Report
    declaration: Declaration
    origin: Origin

    @property
    def source(self) -> Source:
        return self.report.source


def report_to(findings: list[Diagnostic], entries: Iterable[Entry]) -> list[ReportedEntry]:
    """Return the declarations, each with a report that appends to ``findings``."""
    return [ReportedEntry(Report(source, findings), declaration, origin) for source, declaration, origin in entries]


def report_conflict(report: Report, at: At, origin: Origin, other: Origin, what: str) -> None:
    if origin == other:
        report.add_error("duplicate-word", at, f"{what!r} is declared twice", "remove one of them")
        return
    message = f"the sets {other.name!r} and {origin.name!r} both declare {what!r}"
    hint = f"make one require the other, as in: requires = [{other.name!r}]".replace("'", '"')
    report.add_error("set-conflict", at, message, hint)
