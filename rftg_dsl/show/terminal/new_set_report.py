"""The report on a newly created set, with commands to try next."""

from __future__ import annotations

import os
import shlex

from rftg_dsl.author.new_set import Created
from rftg_dsl.author.spreadsheet.import_sheet import Imported
from rftg_dsl.base.resources import is_path
from rftg_dsl.library.sets import SCENARIOS
from rftg_dsl.show.terminal.finding_text import count, render_finding
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible


def render_imported(imported: Imported, paint: Paint = PLAIN) -> str:
    """The findings about a spreadsheet, and the report on the set created from it."""
    findings = [f"{render_finding(finding, paint)}\n" for finding in imported.findings]
    components = count(imported.components, "component")
    unread = sum(finding.code == "unread-cell" for finding in imported.findings)
    left = f"; {count(unread, 'cell')} could not be read: see the comments in the set" if unread else ""
    return "\n".join([*findings, f"{components} read{left}", "", render_new_set(imported.created, paint)])


def render_new_set(new_set: Created, paint: Paint = PLAIN) -> str:
    path = to_visible(str(new_set.folder))
    # Without a path separator, the commands below would take the folder for the name of an installed set.
    path = path if is_path(path) else f".{os.sep}{path}"
    words = shlex.quote(path)
    lines = [f"{paint(path, 'bold')} is a set for {to_visible(new_set.title)}:"]
    lines += [f"  {name}" for name in new_set.files]
    lines += ["", "Try:"]
    lines += [f"  rftg validate {words}"]
    lines += [f"  rftg test {words} --coverage"] * any(name.startswith(SCENARIOS) for name in new_set.files)
    lines += [
        f"  rftg play {new_set.game} --players {new_set.players} --seed demo --with {words} --log demo.rlog",
    ]
    lines += [f"  rftg balance {words}"] * new_set.has_scale
    return "\n".join(lines)
