"""Resume an unfinished log: run its inputs again to restore the play, and move a torn last line aside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library
from rftg_dsl.log.audit import Auditor
from rftg_dsl.log.read import Log, read_log


def resume(log: Log, found: Library) -> Play[Any]:
    """The play after the last input of a log; raises ``Mismatch`` if a line is wrong."""
    auditor = Auditor(log, found)
    auditor.run()
    return auditor.play


def move_torn_tail(path: Path) -> Path | None:
    """Move the torn last line of a log into a file ``NAME.torn`` beside it; returns that file, or None if not torn."""
    log = read_log(path)
    if not log.torn:
        return None
    raw = path.read_bytes()
    end = raw.rfind(b"\n") + 1
    aside = path.with_name(path.name + ".torn")
    with aside.open("xb") as file:
        file.write(raw[end:])
    with path.open("r+b") as whole:
        whole.truncate(end)
    return aside
