"""Packs as text."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.author.versions.packing import Pack, Packing
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible
from rftg_dsl.show.terminal.validation_report import Report, render_text

NAMED = 5
"""The number of left-out files that are named."""


def render_packing(found: Packing, path: str, paint: Paint = PLAIN) -> str:
    """The files that were packed and the pack's path, or the reason for none; warnings come first."""
    if found.pack is None:
        return render_text(Report(found.outcome), paint)
    said = [render_text(Report(found.outcome), paint), ""] if found.outcome.findings or found.outcome.pending else []
    return "\n".join([*said, *lines_of_pack(found.pack, path, paint)])


def lines_of_pack(one: Pack, path: str, paint: Paint) -> Iterator[str]:
    """The lines about a pack."""
    licence = f"licence {one.licence}" if one.licence else "no licence is stated"
    yield f"{paint(to_visible(one.name), 'bold')} {one.version} ({one.id}, for {one.game})"
    yield f"  {count(len(one.files), 'file')}, {len(one.raw):,} bytes, {to_visible(licence)}"
    yield f"  content {one.digest}"
    yield f"  sha256  {one.sha256}"
    if one.left_out:
        more = len(one.left_out) - NAMED
        names = ", ".join(one.left_out[:NAMED])
        yield f"left out (not part of a set): {to_visible(names)}" + (f" and {more} more" if more > 0 else "")
    yield f"{paint('packed', 'green')}: {to_visible(path)}"
