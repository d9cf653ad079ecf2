"""Score the final tableaux of archived games, and compare each seat with its recorded points.

``archived_game`` reads a game, ``tableau_position`` lays out its tableaux, ``goal_holders`` decides who holds which
goal, ``site_habits`` knows the mistakes of the sites, and ``seat_verdicts`` compares. A position has no log.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.race.goals import NO_GOALS
from rftg_dsl.importers.import_report import UNSCORED, Disagreement, Followed
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted
from rftg_dsl.importers.race_tableaux.archived_game import ArchivedGame, read_archived_game, recognise
from rftg_dsl.importers.race_tableaux.seat_verdicts import Judge
from rftg_dsl.importers.race_tableaux.tableau_position import TableauPosition
from rftg_dsl.library.installed import find_box, optional_sets_of
from rftg_dsl.library.load import Library

GAME = "race"
EDITION = "first"
SETS: dict[str, tuple[str, ...]] = {
    "base": (),
    "storm": ("gathering-storm",),
    "rebel": ("gathering-storm", "rebel-vs-imperium"),
}


def follow_game(game: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> Followed:
    """Score every seat of a position. Raise ``Disagreement`` if the position cannot be laid out."""
    recorded = read_archived_game(game)
    library = library_for(recorded, wanted)
    try:
        rules = library.rules(len(recorded.seats))
    except UsageError as error:
        raise Disagreement(0, "seats", error.message, len(recorded.seats), UNSCORED) from None
    return Judge(TableauPosition(rules, library.options, recorded)).give_verdicts()


def library_for(game: ArchivedGame, wanted: Wanted) -> Library:
    if game.expansion not in SETS:
        reason = f"it is not one of {', '.join(SETS)}"
        raise Disagreement(0, "expansion", reason, game.expansion[:100], UNSCORED)
    sets = list_sets(game.expansion)
    options = {} if game.goals or not sets else {"goals": NO_GOALS}
    wanted.agree(EDITION, options)
    return wanted.library(GAME, EDITION, options, sets)


@cache
def list_sets(expansion: str) -> tuple[str, ...]:
    """The sets of an expansion that are installed; the cards of any other set are not known."""
    installed = optional_sets_of(find_box(GAME))
    return tuple([name for name in SETS[expansion] if name in installed])


IMPORTER = Importer(
    name="tableaux",
    game=GAME,
    about='final tableaux of Race for the Galaxy, one game per line: {"n": ..., "site": ..., "seats": [...], ...}',
    recognise=recognise,
    follow=follow_game,
    answers=frozenset(),
    has_logs=False,
)
