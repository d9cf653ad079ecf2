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
    sources = [one for one in loaded.sources if one.label.endswith(FILE)]
    names = [one.label for one in sources]
    found = [one for one in loaded.diagnostics if one.at.source.label in names]
    found += lint([loaded], names)
    return sorted(apply_remarks(found, sources, True), key=lambda one: one.at.start)


def codes(text: str, game: str = "roll") -> list[str]:
    """The codes of these findings."""
    return [one.code for one in lints(text, game)]
