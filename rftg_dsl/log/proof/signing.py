"""Appends lines to a log on disk: signatures, or the hidden content of a sealed log."""

from __future__ import annotations

import gzip
from pathlib import Path

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.format.read_log import OPENS, is_packed, read_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.write_log import continue_log, put_right
from rftg_dsl.log.proof.sealed_files import whole_file_beside
from rftg_dsl.log.proof.signed_notes import Note, origin_of, sign_note
from rftg_dsl.log.proof.unseal import check_lines, make_openings


def add_signature(path: Path, private: str) -> Note:
    """Sign all lines of a log so far. Raise ``DamagedLog`` if a line is wrong, and ``UsageError`` if the log cannot be
    signed yet.

    An unfinished log can be signed wherever a decision is awaited, because that is where its writer flushes.
    """
    log = read_log(path)
    if log.torn:
        raise UsageError("the last line of the log is cut off", "continue it with 'rftg resume' first", "wrong-log")
    if log.sealed and not log.complete:
        hint = "until then, note the root of a mark and check it with 'rftg audit --expect'"
        raise UsageError("a sealed log can be signed only when its game is over", hint, "wrong-log")
    tree = check_lines(log).tree
    note = sign_note(origin_of(line_of(log.head)), tree.size, tree.root, private)
    add(path, [line_of({"k": "sign", "note": str(note)})])
    return note


def add_openings(path: Path, whole: Path | None = None) -> int:
    """Append the hidden content of a sealed log, taken from the whole log. Return the number of veils opened."""
    lines = make_openings(read_log(path), read_log(whole or whole_file_beside(path)))
    add(path, lines)
    return sum(line.startswith(OPENS) for line in lines)


def add(path: Path, lines: list[str]) -> None:
    """Append lines to a log. Raise ``UsageError`` if another program is writing to it."""
    if is_packed(path):
        put_right(path)
        # A gzip file may consist of several members, so a member can be appended without reading the others.
        with gzip.open(path, "ab") as packed:
            packed.write("".join(f"{line}\n" for line in lines).encode())
        return
    file, _ = continue_log(path)
    with file:
        file.write(lines)
