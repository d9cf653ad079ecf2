"""The report on a newly created set, with commands to try next."""

from __future__ import annotations

import os
import shlex

from rftg_dsl.author.new_set import Created
from rftg_dsl.base.resources import is_path
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible


def render_new_set(new_set: Created, paint: Paint = PLAIN) -> str:
    path = to_visible(str(new_set.folder))
    # Without a path separator, the commands below would take the folder for the name of an installed set.
    path = path if is_path(path) else f".{os.sep}{path}"
    words = shlex.quote(path)
    lines = [f"{paint(path, 'bold')} is a set for {to_visible(new_set.title)}:"]
    lines += [f"  {name}" for name in new_set.files]
    lines += ["", "Try:"]
    lines += [
        f"  rftg validate {words}",
        f"  rftg test {words} --coverage",
        f"  rftg play {new_set.game} --players {new_set.players} --seed demo --with {words} --log demo.rlog",
    ]
    lines += [f"  rftg balance {words}"] * new_set.has_scale
    return "\n".join(lines)
