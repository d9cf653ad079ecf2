"""The reserved words of the language, which no game can declare.

This list is the source for the grammar's terminals, the words within phrases, and the table in ``docs/language.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

TERMINALS: Mapping[str, Mapping[str, str]] = {
    "AT": {"at": "opens a window: `at end of ship`"},
    "UNTIL": {"until": "what follows lasts until then: `until end of turn`"},
    "WHEN": {"when": "opens an event: `when you trade`; in a scenario: what happens"},
    "IF": {"if": "opens a condition"},
    "WHOEVER": {"whoever": "the players for whom a condition holds do what follows: `whoever has the most worlds`"},
    "CHOOSE": {"choose one": "the owner carries out one of the alternatives that follow"},
    "MAY": {"may": "makes an effect optional; after things, allows something: `... may be discarded`"},
    "CANNOT": {"cannot": "after things, forbids something: `... cannot be traded`"},
    "BE": {"be": "after `may` or `cannot`"},
    "IS": {"is": "compares things: `if all worlds with the highest cost is own`", "are": "the same as `is`"},
    "PREPOSITION": {
        "to": "where to, or who gets it",
        "from": "where from",
        "in": "where things are",
        "on": "the pieces that things are on",
        "under": "the pieces that things are under",
        "with": "what a piece has; what an act uses",
        "without": "what a piece lacks",
        "of": "whose, or of which kind",
        "against": "what a number counts against",
        "for": "what a number is for; what is given in return",
        "as": "`as many ... as ...`",
        "than": "`more ... than ...`",
        "by": "how far",
        "instead of": "what is replaced",
        "that has": "the same as `with`, for the noun just before it: `treasures on a world that has cost 3`",
        "that have": "the same as `that has`, after a plural",
        "that has no": "the same as `without`, for the noun just before it",
        "that have no": "the same as `that has no`, after a plural",
    },
    "CALLED": {
        "called": "by the printed name",
        "that is called": "the same as `called`, for the noun just before it",
        "that are called": "the same as `that is called`, after a plural",
    },
    "DIRECTION": {"more": "adds", "less": "subtracts; after `or`, at most"},
    "EXACTLY": {"exactly": "sets a number; in a condition, neither more nor less"},
    "BELOW": {"not below": "the lowest a number can become"},
    "ABOVE": {"not above": "the highest a number can become"},
    "ROUNDED": {"rounded up": "rounds a division up", "rounded down": "rounds a division down"},
    "LIMIT": {
        "once per": "at most once in each phase, round or turn",
        "twice per": "at most twice in each phase, round or turn",
    },
    "PER": {"per": "once for each"},
    "MINUS": {"minus": "subtracts one count from another"},
    "ALL": {"all": "as many as there are"},
    "ANY": {"any number of": "as many as the chooser likes, or none", "any number": "without limit"},
    "UP_TO": {"up to": "as many as the chooser likes, up to a number"},
    "STAGE": {
        "phase": "a part of a round with windows of its own: `phase explore if selected { ... }`",
        "step": "a part of a round without windows: `step assign { ... }`",
    },
    "SCENARIO": {"scenario": "opens a test of powers"},
    "GIVEN": {"given": "in a scenario: how the table is laid out"},
    "THEN": {"then": "in a scenario: everything that has changed"},
    "SEAT": {"seat": "in a scenario: a player, counted from 1"},
    "AND": {"and": "joins alternatives"},
    "OR": {"or": "joins alternatives; between numbers, a choice"},
}
"""The words of each grammar terminal, with their meanings. A keyword can consist of several words."""

PHRASES: Mapping[str, Mapping[str, str]] = {
    "article": {"a": "no meaning", "an": "no meaning", "the": "no meaning"},
    "edge": {"start": "the first moment of a phase", "end": "the last moment of a phase"},
    "rank": {
        "first": "before your other powers for the same moment",
        "last": "after your other powers for the same moment",
    },
    "person": {
        "you": "the owner of the power",
        "opponent": "any other player",
        "opponents": "all other players",
        "anyone": "any player",
        "each": "every one: `each opponent`",
    },
    "owner": {"own": "yours", "every": "of any player"},
    "which": {
        "this": "the piece with the power",
        "another": "any but this piece",
        "other": "any but this piece",
        "different": "other than the one chosen before; of kinds: each counted once",
        "it": "the piece the event is about",
        "its": "of the piece that the event or the changed number is about",
        "top": "the first in its place",
        "which": "`different colour from which you trade`: counts what it happened with",
        "later": "`to a later phase`: after the one it is in",
        "same": "all from one place",
        "one": "all from one place",
    },
    "extreme": {
        "highest": "only those with the highest number",
        "lowest": "only those with the lowest number",
        "most": "more than any other player",
        "fewest": "fewer than any other player",
    },
    "condition": {
        "have": "`if you have 3 worlds`: at least 3",
        "has": "the same as `have`, for another player",
        "share": "`if you share the most`: tie with others for it",
        "no": "none",
        "many": "`as many ... as ...`",
        "fewer": "`fewer ... than ...`",
    },
    "measure": {
        "triangle": "`triangle of 3` is 1 + 2 + 3",
        "smaller": "`smaller of ... and ...`: the smaller of two counts",
        "time": "`per time you traded`: how often it happened in this phase",
        "times": "`2 times`: how often it happened in this phase",
    },
    "place": {"here": "on this piece"},
    "power": {"power": "`with an explore power`: by what a piece's powers do", "powers": "the plural of `power`"},
    "score": {"score": "points at the end of the game"},
}
"""Words that have a role inside a phrase, grouped by role, with their meanings."""

GROUPS = {**TERMINALS, **PHRASES}

EVERYDAY: Mapping[str, tuple[str, ...]] = {
    "add": ("gain",),
    "anybody": ("anyone",),
    "beginning": ("start",),
    "choose": ("choose one: ..., or ...",),
    "collect": ("gain", "draw"),
    "earn": ("gain",),
    "everybody": ("anyone",),
    "everyone": ("anyone",),
    "exchange": ("spend", "move"),
    "finish": ("end",),
    "game": ("score 1 per ...",),
    "get": ("gain", "draw"),
    "give": ("opponents gain ...", "move"),
    "lose": ("spend", "discard", "consume"),
    "opponents": ("opponent",),
    "pay": ("spend",),
    "player": ("anyone",),
    "players": ("anyone",),
    "point": ("vp",),
    "points": ("vp",),
    "put": ("move", "place"),
    "receive": ("gain", "draw"),
    "remove": ("discard",),
    "return": ("move", "discard"),
    "somebody": ("anyone",),
    "someone": ("anyone",),
    "steal": ("gain 1 ... from an opponent",),
    "take": ("gain", "draw", "move"),
    "throw": ("discard",),
}
"""Suggestions for everyday words that are not in the language, although a game can declare some of them."""

NUMERALS = {
    text: n for n, text in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}

KEYWORDS = frozenset(text.split()[0] for words in GROUPS.values() for text in words)
"""The reserved words. Only the first word of a keyword is reserved: ``not`` is, but ``below`` and ``above`` are not."""

ARTICLES = frozenset(PHRASES["article"])
PREPOSITIONS = frozenset(TERMINALS["PREPOSITION"])


@cache
def make_terminals() -> str:
    lines = []
    for name, words in TERMINALS.items():
        # The longest keyword first, so that 'that has no' is tried before 'that has'.
        texts = sorted(words, key=len, reverse=True)
        pattern = "|".join(r"[ \t]+".join(map(re.escape, text.split())) for text in texts)
        # Priority 2 makes keywords win over WORD; the lookahead keeps 'at' from matching the start of 'attack'.
        lines.append(f"{name}.2: /({pattern})(?![a-z_-])/")
    return "\n".join(lines) + "\n"


def make_grammar() -> str:
    return files("rftg_dsl.grammar").joinpath("power.lark").read_text("utf-8") + make_terminals()
