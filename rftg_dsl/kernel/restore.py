"""Rebuilds a play from plain data; the inverse of ``Play.whole``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import form_of
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.rules import Numbers, Rules
from rftg_dsl.kernel.table import Table, freeze_data


def restore_play(
    rules: Rules[Numbers], chance: Chance, options: Mapping[str, str], whole: Mapping[str, Any]
) -> Play[Numbers]:
    """Restore the play that produced ``whole``, even after a round trip through JSON. The restored play continues
    exactly like the original."""
    play = Play(rules, chance, options, Table.from_plain(rules.layout, whole["table"]))
    # JSON has turned the tuples that steps compare and use as keys into lists.
    play.agenda = [(name, freeze_data(args)) for name, *args in whole["agenda"]]
    play.luck = dict(whole["luck"])
    play.over, play.paused = whole["over"], whole["paused"]
    if (asked := whole["asked"]) is not None:
        play.pending = Decision(
            asked["seat"],
            asked["name"],
            form_of(freeze_data(asked["form"])),
            asked["answer"],
            freeze_data(asked["args"]),
            asked["secret"],
            asked["rule"],
        )
    return play
