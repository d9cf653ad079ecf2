"""Signing a log on disk."""

from __future__ import annotations

import gzip
from pathlib import Path

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.log.light import check_light
from rftg_dsl.log.read import is_packed, read_log
from rftg_dsl.log.record import line_of
from rftg_dsl.log.sign import Note, origin_of, signed
from rftg_dsl.log.write import continued


def add_signature(path: Path, private: str) -> Note:
    """Add a signature of all lines so far to a log; ``Damaged`` if it is not in order, ``Unusable`` if it is torn.

    An unfinished log can be signed where a decision is awaited: it is what its writer has flushed.
    """
    log = read_log(path)
    if log.torn:
        raise Unusable("the last line of the log is torn off", "continue it with 'rftg resume' first", "wrong-log")
    light = check_light(log)
    note = signed(origin_of(line_of(log.head)), light.tree.size, light.tree.root, private)
    line = line_of({"k": "sign", "note": str(note)})
    if is_packed(path):
        with gzip.open(path, "ab") as packed:
            packed.write(line.encode() + b"\n")
        return note
    file, _ = continued(path)
    with file:
        file.write([line])
    return note
