"""Forging logs: changes a log and derives everything that follows from its lines again, as an attacker would."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.account.sight import Shown
from rftg_dsl.log.format.fold import Folded, UnfitEvent
from rftg_dsl.log.format.record import digest, line_of
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.log.proof.signed_notes import Note, Signature, origin_of

Record = dict[str, Any]

SIGNED = (Signature("somebody", bytes(4), bytes(64)),)


def raw_of(lines: list[str]) -> bytes:
    """Lines as the bytes of a log."""
    return ("\n".join(lines) + "\n").encode()


def first(lines: list[str], kind: str, wanted: Callable[[Record], bool] = lambda _: True) -> int:
    """The index of the first record of a kind."""
    return next(at for at, line in enumerate(lines) if f'"k":"{kind}"' in line and wanted(json.loads(line)))


def edited(lines: list[str], at: int, change: Callable[[Record], None], again: bool = False) -> list[str]:
    """The lines with one record changed; ``again``: with all that follows from them derived again."""
    record = json.loads(lines[at])
    change(record)
    made = [*lines[:at], line_of(record), *lines[at + 1 :]]
    return derived(made) if again else made


def derived(lines: list[str]) -> list[str]:
    """The lines with every count, root and digest of the table derived again.

    A note that is empty is filled: it signs all lines before it, with a signature that is none.
    """
    tree, made = Tree(), []
    folded = None
    for line in lines:
        with suppress(ValueError, UnfitEvent, UsageError, TypeError, KeyError, AttributeError):
            record = json.loads(line)
            if record["k"] == "head":
                folded = (Shown if "sealed" in record else Folded)(record["table"])
            if folded is not None:
                folded.fold(record.get("fx", ()))
            if record["k"] in ("mark", "end"):
                record |= {"n": tree.size, "root": tree.root}
                if "table" in record and folded is not None:
                    record["table"] = digest(folded.table)
                line = line_of(record)
            elif made and record["k"] == "sign" and record["note"] == "":
                line = line_of({**record, "note": str(Note(origin_of(made[0]), tree.size, tree.root, SIGNED))})
        tree.add(line)
        made.append(line)
    return made
