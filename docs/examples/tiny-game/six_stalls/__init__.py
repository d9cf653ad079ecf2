"""Six Stalls: a tiny game for rftg-dsl."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.games import Game, Parameter, questions_in, steps_in, verbs
from six_stalls import advise, evening, report, table

GAME = Game(
    name="stalls",
    content=Path(__file__).parent / "content",
    verbs=[verb for verb in verbs.VERBS if verb.object == "counter" and not verb.asks],
    events=(evening.works, evening.opens),
    parameters=(Parameter("price", "piece"),),
    component_kinds=frozenset(("card",)),
    acts=(evening.refill_row, evening.plan, evening.reveal, evening.buy),
    steps=steps_in(evening),
    questions=questions_in(evening),
    lay=table.lay,
    numbers=table.Numbers,
    report=report.report,
    advisers=advise.advisers,
    tell=report.tell,
)
"""Everything the engine needs to know about Six Stalls."""
