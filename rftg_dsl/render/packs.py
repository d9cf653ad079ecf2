"""What is said of packs."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.render.fold import ENDLESS, fold
from rftg_dsl.render.paint import PLAIN, Paint, visible
from rftg_dsl.render.text import count, findings
from rftg_dsl.workbench.packing import Pack, Packing

NAMED = 5
"""How many of the files that are left out are named."""


def packed(found: Packing, path: str, paint: Paint = PLAIN, width: int = ENDLESS) -> str:
    """What was packed and where it was written to, or why it was not; warnings come first."""
    if found.pack is None:
        return findings(found.outcome, paint)
    said = [findings(found.outcome, paint), ""] if found.outcome.findings or found.outcome.pending else []
    return "\n".join([*said, *of_pack(found.pack, path, paint, width)])


def of_pack(one: Pack, path: str, paint: Paint, width: int) -> Iterator[str]:
    """The lines about a pack."""
    licence = f"licence {one.licence}" if one.licence else "no licence is stated"
    yield from fold(f"{visible(one.name)} {one.version} ({one.id}, for {one.game})", width)
    yield from fold(f"{count(len(one.files), 'file')}, {len(one.raw):,} bytes, {visible(licence)}", width, "  ")
    yield from fold(f"content {one.digest}", width, "  ")
    yield from fold(f"sha256  {one.sha256}", width, "  ")
    if one.left_out:
        more = len(one.left_out) - NAMED
        names = visible(", ".join(one.left_out[:NAMED])) + (f" and {more} more" if more > 0 else "")
        yield from fold(f"left out (not part of a set): {names}", width, "", "  ")
    yield f"{paint('packed', 'green')}: {visible(path)}"
