"""Lint a temporary set with a game."""

from __future__ import annotations

from check.joined import FILE, join
from rftg_dsl.author.lints.allow import apply_remarks
from rftg_dsl.author.lints.run_lints import lint
from rftg_dsl.base.diagnostic import Diagnostic


def lints(text: str, game: str = "roll") -> list[Diagnostic]:
    """The warnings and lints of a file that no remark in it allows, by place."""
    loaded = join(text, game)
    assert loaded.library, loaded.diagnostics
    sources = [source for source in loaded.sources if source.label.endswith(FILE)]
    names = [source.label for source in sources]
    findings = [finding for finding in loaded.diagnostics if finding.at.source.label in names]
    findings += lint([loaded], names)
    return sorted(apply_remarks(findings, sources, True), key=lambda finding: finding.at.start)


def codes(text: str, game: str = "roll") -> list[str]:
    """The codes of these findings."""
    return [finding.code for finding in lints(text, game)]
