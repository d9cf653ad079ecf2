"""Import games of Galaxies recorded by another engine, comparing every state and choice with ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.follow import follow
from rftg_dsl.importers.galaxies_trace.answers import AnsweringFollower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted
from rftg_dsl.importers.reading import has_shape

GAME = "galaxies"
SHAPE = {"id": str, "setup": {"order": [str]}, "steps": [{"t": str}], "final": dict}


def recognise(game: Mapping[str, Any]) -> str:
    return game["id"] if has_shape(game, SHAPE) and game["steps"] else ""


def follow_game(game: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> None:
    try:
        library = wanted.library(GAME)
        rules = library.rules(len(game["setup"]["order"]))
    except UsageError as error:
        raise Disagreement(0, "setup.order", error.message, game["setup"]["order"]) from None
    follower = AnsweringFollower(rules, game)
    policy = str(game.get("policy", "recorded"))
    follow(follower, library, rules, open_log, [policy] * rules.seats, dict(library.options))


IMPORTER = Importer(
    name="galaxies-trace",
    game=GAME,
    about='recorded games of Tiny Epic Galaxies, one per line: {"setup": ..., "steps": [...], "final": ...}',
    recognise=recognise,
    follow=follow_game,
    answers=frozenset(AnsweringFollower.answers),
)
