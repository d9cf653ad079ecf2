"""The report printed after packing a set."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.author.versions.packing import Pack, Packing
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible
from rftg_dsl.show.terminal.validation_report import Report, render_text

NAMED = 5
"""The maximum number of omitted files that are listed by name."""


def render_packing(packed: Packing, path: str, paint: Paint = PLAIN) -> str:
    """Render any warnings, a summary of the pack, and its path; if no pack was created, only the findings."""
    if packed.pack is None:
        return render_text(Report(packed.outcome), paint)
    said = [render_text(Report(packed.outcome), paint), ""] if packed.outcome.findings or packed.outcome.pending else []
    return "\n".join([*said, *lines_of_pack(packed.pack, path, paint)])


def lines_of_pack(pack: Pack, path: str, paint: Paint) -> Iterator[str]:
    licence = f"licence {pack.licence}" if pack.licence else "no licence is stated"
    yield f"{paint(to_visible(pack.name), 'bold')} {pack.version} ({pack.id}, for {pack.game})"
    yield f"  {count(len(pack.files), 'file')}, {len(pack.raw):,} bytes, {to_visible(licence)}"
    yield f"  content {pack.digest}"
    yield f"  sha256  {pack.sha256}"
    if pack.left_out:
        more = len(pack.left_out) - NAMED
        names = ", ".join(pack.left_out[:NAMED])
        yield f"left out (not part of a set): {to_visible(names)}" + (f" and {more} more" if more > 0 else "")
    yield f"{paint('packed', 'green')}: {to_visible(path)}"
