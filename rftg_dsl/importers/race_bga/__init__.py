"""Import games of Race that people played on Board Game Arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.numbers import ADVANCED
from rftg_dsl.importers.follow import follow
from rftg_dsl.importers.import_report import ILLEGAL, ORDER, Disagreement, Followed
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted
from rftg_dsl.importers.race_bga.answers import AnsweringFollower
from rftg_dsl.importers.race_bga.cards import Cards
from rftg_dsl.importers.race_bga.packaging import read_recordings
from rftg_dsl.importers.race_bga.reader import read
from rftg_dsl.importers.race_bga.recording import Recording, recognise
from rftg_dsl.importers.race_bga.whereabouts import EndOfRecording
from rftg_dsl.kernel.overruled import BROKEN
from rftg_dsl.library.load import Library

GAME, EDITION, NEW_WORLDS = "race", "second", "new-worlds"
RESHUFFLES = "reshuffles"
"""The tolerance for reshuffling when the site does, rather than when the rules require it."""
SEATS = 3
"""The largest number of players in the games that this importer has been tested with."""

UNKNOWN = (
    "the order of the cards that were never drawn",
    "the options at each decision: the site does not record them, so they are not compared",
)

UNTESTED = "games with {} players: this importer has never been compared with one"


def follow_game(game: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> Followed:
    """Replay a recorded game; a tolerance applies only if the game cannot be followed without it."""
    recording = Recording(game)
    library, rules = rules_for(recording, wanted)
    tolerate = RESHUFFLES in wanted.tolerate and needs_tolerance(recording, library, rules)
    follower = begin(recording, rules, tolerate)
    differs = follow_recording(follower, library, open_log)
    untested = (UNTESTED.format(rules.seats),) if rules.seats > SEATS else ()
    return Followed(
        tuple(follower.supply.accounted),
        tuple(follower.supply.tolerated),
        tuple(follower.illegal),
        () if differs is None else (differs,),
        conceded=follower.script.conceded,
        unknown=(*UNKNOWN, *untested, *follower.unknown),
        incomplete=follower.script.incomplete,
    )


def begin(recording: Recording, rules: Rules, tolerate: bool) -> AnsweringFollower:
    cards = Cards(recording, rules)
    return AnsweringFollower(rules, recording, cards, read(recording, cards), tolerate)


def follow_recording(follower: AnsweringFollower, library: Library, open_log: OpenLog) -> Disagreement | None:
    """Follow a recording as far as it goes, and return the first difference if it occurs after an illegal move.

    A difference that is not preceded by an illegal move is raised as a ``Disagreement``. Differences in the last phase
    of an incomplete recording are ignored, because missing records could look like differences.
    """
    try:
        follow(follower, library, follower.rules, open_log, follower.recording.names, dict(library.options))
    except EndOfRecording:
        return None
    except Disagreement as parted:
        if follower.does_break_off_here():
            return None
        if not follower.illegal:
            raise
        return parted
    except BROKEN:
        # Only an illegal move can put the engine in a state that breaks it; anything else is a bug in our code.
        if not follower.illegal:
            raise
        last = follower.illegal[-1]
        return Disagreement(
            last.line, last.what, "nothing, because the rules cannot continue from here", last.theirs, ILLEGAL
        )
    return None


def needs_tolerance(recording: Recording, library: Library, rules: Rules) -> bool:
    """Replay the game without the tolerance, and return whether it fails at a reshuffle."""
    try:
        difference = follow_recording(begin(recording, rules, False), library, lambda *_: None)
    except Disagreement as differs:
        difference = differs
    return difference is not None and difference.kind == ORDER


def rules_for(recording: Recording, wanted: Wanted) -> tuple[Library, Rules]:
    seats = len(recording.players)
    # Two players always play the advanced game.
    options = {"variant": ADVANCED, "duplicates": "paired"} if seats == 2 else {"variant": "standard"}
    wanted.agree(EDITION, options)
    library = wanted.library(GAME, EDITION, options, (NEW_WORLDS,) if recording.new_worlds else ())
    return library, library.rules(seats)


IMPORTER = Importer(
    name="bga",
    game=GAME,
    about="games of Race for the Galaxy from Board Game Arena: JSON, one game, a list or a HAR; plain, gzip or zip",
    recognise=recognise,
    follow=follow_game,
    answers=frozenset(AnsweringFollower.answers),
    read=read_recordings,
    tolerances={RESHUFFLES: "reshuffle when the site did, although this breaks the rules, so the log is not valid"},
)
