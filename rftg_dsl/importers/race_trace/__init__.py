"""Import games of Race recorded by an independent engine, comparing every state and choice with ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.goals import NO_GOALS
from rftg_dsl.games.race.numbers import ADVANCED, SINGLE
from rftg_dsl.importers.follow import follow
from rftg_dsl.importers.import_report import Disagreement, Followed
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted
from rftg_dsl.importers.race_trace.answers import AnsweringFollower
from rftg_dsl.importers.race_trace.names import Names
from rftg_dsl.importers.reading import has_shape
from rftg_dsl.library.load import Library

GAME = "race"
EDITION = "first"
SETS: dict[str | None, tuple[str, ...]] = {None: (), "base": (), "storm": ("gathering-storm",)}

RECORDED: dict[bool, dict[str, str]] = {
    False: {"variant": "standard"},
    True: {"variant": ADVANCED, "duplicates": SINGLE},
}
"""The options, keyed by whether the game is advanced; the recorder allows a second card of a type without the first."""
SHAPE = {"id": str, "start": list, "deck": list, "events": [{"e": str}], "final": list}


def recognise(game: Mapping[str, Any]) -> str:
    return game["id"] if has_shape(game, SHAPE) and game["events"] else ""


def follow_game(game: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> Followed:
    """Replay a recorded game, and report scores that differ only because of an outdated count."""
    library, rules = rules_for(game, wanted)
    names = Names(library, rules)
    check_cards(game, names)
    follower = AnsweringFollower(rules, names, game, list(enumerate(game["events"], 1)))
    seats = [str(game.get("chooser", "recorded"))] * rules.seats
    follow(follower, library, rules, open_log, seats, dict(library.options))
    return Followed(accounted=tuple(follower.goal_counts.outdated))


def rules_for(game: Mapping[str, Any], wanted: Wanted) -> tuple[Library, Rules]:
    options = RECORDED[game.get("advanced") is True]
    recorded = game.get("set")
    if recorded is not None and (not isinstance(recorded, str) or recorded not in SETS):
        raise Disagreement(0, "set", sorted(name for name in SETS if name), recorded)
    named = game.get("goals", [])
    if not isinstance(named, list) or any(not isinstance(name, str) for name in named):
        raise Disagreement(0, "goals", "goal names", named)
    without = {"goals": NO_GOALS} if SETS[recorded] and "goals" not in game else {}
    wanted.agree(EDITION, options | without)
    chosen = (options if options["variant"] == ADVANCED else {}) | without
    library = wanted.library(GAME, EDITION, chosen, SETS[recorded])
    try:
        rules = library.rules(len(game["start"]))
    except UsageError as error:
        raise Disagreement(0, "start", error.message, game["start"]) from None
    if game.get("players") != rules.seats:
        raise Disagreement(0, "players", rules.seats, game.get("players"))
    return library, rules


def check_cards(game: Mapping[str, Any], names: Names) -> None:
    """Raise ``Disagreement`` unless start worlds and deck list each card once and each new supply lists known cards."""
    every = list(range(len(names.pieces)))
    dealt = [*game["start"], *game["deck"]]
    if any(type(card) is not int for card in dealt) or sorted(dealt) != every:
        raise Disagreement(0, "start worlds and deck", every, sorted(dealt, key=str))
    for line, record in enumerate(game["events"], 1):
        deck = record.get("deck") if record["e"] == "reshuffle" else []
        if not isinstance(deck, list) or any(type(card) is not int or card not in every for card in deck):
            raise Disagreement(line, "deck", "card numbers", deck)


IMPORTER = Importer(
    name="race-trace",
    game=GAME,
    about='recorded games of Race for the Galaxy, one per line: {"id": ..., "start": [...], "events": [...], ...}',
    recognise=recognise,
    follow=follow_game,
    answers=frozenset(AnsweringFollower.answers),
)
