"""Diaries: games of Six Stalls that a player wrote down, one JSON object per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl import UsageError
from rftg_dsl.games import DECLINE, USE, Decision, Pick, Play, Rules
from rftg_dsl.importers import Answers, Disagreement, Follower, Importer, OpenLog, Tape, Wanted, follow


class Reader(Follower):
    """Follows the pages of one diary."""

    def __init__(self, rules: Rules, diary: Mapping[str, Any]) -> None:
        self.rules = rules
        self.who: list[str] = diary["who"]
        self.won = diary.get("won")
        self.tape = Tape(list(enumerate(diary["pages"], 1)), "page")
        self.sources = {"row": self.row}

    def card(self, name: Any, otherwise: Pick) -> Pick:
        """The number of the card that the diary names; ``otherwise`` for an unknown card."""
        return self.rules.layout.piece.get(str(name), otherwise)

    def row(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The cards that refilled the row."""
        self.tape.take("row")
        return [self.card(name, -1) for name in self.tape.texts(self.tape.get("cards"))]

    def plan(self, decision: Decision) -> Pick:
        """The seat's plan for this evening."""
        self.tape.take("plan", who=self.who[decision.seat])
        return self.tape.word("goes")

    def stall(self, decision: Decision) -> Pick:
        """The stall that the seat buys, or nothing."""
        self.tape.take("buys", who=self.who[decision.seat])
        return self.card(self.tape.word("card"), "nothing")

    def power(self, decision: Decision) -> Pick:
        """Use the power unless the diary says that the seat declined."""
        self.tape.take("power", who=self.who[decision.seat])
        return DECLINE if self.tape.get("used") is False else decision.form.listed()[0]

    answers: ClassVar[Answers] = {"plan": plan, "stall": stall, USE.name: power}

    def paused(self, play: Play[Any], mark: str) -> None:
        """Compare the coins counted at the end of each evening."""
        if mark.startswith("evening"):
            self.tape.take("evening")
            self.tape.same("coins", [seat["coins"] for seat in self.figures(play)["seats"]], self.tape.get("coins"))

    def ended(self, play: Play[Any]) -> None:
        """Check that the diary ends here too, with the same winners."""
        if self.tape.ahead():
            raise Disagreement(self.tape.line + 1, "page", "the end", dict(self.tape.ahead()))
        self.tape.same("won", [self.who[seat] for seat in self.figures(play)["end"]["winners"]], self.won)

    def figures(self, play: Play[Any]) -> Mapping[str, Any]:
        """The figures that our engine reports."""
        return self.rules.game.report(play)


def recognise(diary: Mapping[str, Any]) -> str:
    """The diary's name; empty if this is not a diary."""
    who, pages, name = diary.get("who"), diary.get("pages"), diary.get("diary")
    right = isinstance(who, list) and isinstance(pages, list) and all(isinstance(page, dict) for page in pages)
    return name if right and isinstance(name, str) else ""


def follow_diary(diary: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> None:
    """Replay one game with our engine; raise ``Disagreement`` at the first difference."""
    library = wanted.library("stalls")
    try:
        rules = library.rules(len(diary["who"]))
    except UsageError as error:
        raise Disagreement(0, "who", str(error), diary["who"]) from None
    follow(Reader(rules, diary), library, rules, open_log, diary["who"], library.options)


IMPORTER = Importer(
    name="stalls-diary",
    game="stalls",
    about='diaries of Six Stalls, one per line: {"diary": ..., "who": [...], "pages": [...], "won": [...]}',
    recognise=recognise,
    follow=follow_diary,
    answers=frozenset(Reader.answers),
)
"""``rftg import stalls-diary FILE``."""
