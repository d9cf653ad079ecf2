"""Follow a Board Game Arena recording with our engine."""

from __future__ import annotations

from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.importers.import_report import ILLEGAL, RULES, UNKNOWN, Disagreement
from rftg_dsl.importers.race_bga import figures
from rftg_dsl.importers.race_bga.cards import Cards
from rftg_dsl.importers.race_bga.recorded_supply import Supply
from rftg_dsl.importers.race_bga.recording import Recording
from rftg_dsl.importers.race_bga.script import ACTION, LIMIT, PHASES, SETUP, Chapter, Script
from rftg_dsl.importers.race_bga.whereabouts import EndOfRecording, Whereabouts
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.overruled import overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event


class BgaFollower(Whereabouts):
    """Follows the script of one game; ``play`` is set once the game has begun."""

    def __init__(self, rules: Rules, recording: Recording, cards: Cards, script: Script, tolerate: bool) -> None:
        super().__init__(rules, recording, cards, script)
        self.supply = Supply(self, tolerate)

    def chance(self) -> Chance:
        return self.supply

    def refuse(self, decision: Decision, pick: Pick) -> None:
        """Accept an illegal pick if it consists of the player's own cards; otherwise, raise ``Disagreement``."""
        if self.does_stop_here():  # missing records could look like a different move
            raise EndOfRecording
        pieces = pick if isinstance(pick, tuple) else (pick,)
        known = all(isinstance(piece, int) and piece >= 0 for piece in pieces)
        own = known and all(self.owner_of(piece) == decision.seat for piece in pieces)
        theirs = ([self.cards.name(piece) for piece in pieces] or "nothing") if known else str(pick)
        what = f"{decision.name} of {self.player_of(decision.seat)}"
        difference = Disagreement(self.tape.line, what, "not a legal answer", theirs, ILLEGAL if own else RULES)
        if decision is not self.play.pending or not overrule(self.play, pick):
            raise difference
        self.illegal.append(difference)

    # -- the course of the game ------------------------------------------------------------------------------------

    def happens(self, play: Play[Any], event: Event) -> None:
        match event:
            case ("fact", "phase", _, _, phase):
                self.go_on(phase or LIMIT)
            case ("move", word, _, piece, place, _):
                self.supply.note_move(piece, place)
                self.entered = piece if word == "placed" else self.entered
            case ("note", "reshuffled", *_):
                self.supply.note_reshuffle()

    def choose(self, play: Play[Any], decision: Decision) -> Pick:
        # The hand limit is not one of our phases, so the first question about it begins its chapter.
        if decision.name == LIMIT and self.phase != LIMIT:
            self.go_on(LIMIT)
        return super().choose(play, decision)

    def go_on(self, phase: str) -> None:
        if phase == ACTION:
            self.round += 1
        self.phase, self.here = phase, self.script.chapter_for(self.round, phase)
        self.turn_to(self.here.at or self.tape.line)
        self.close(self.here.key)
        self.open(self.here)

    def close(self, until: tuple[int, int]) -> None:
        while self.todo and self.todo[0] < until:
            chapter = self.script.chapters[self.todo.pop(0)]
            # A recording that ends early lacks some records of its last phase.
            if not self.script.stops or chapter.key < self.last:
                self.open(chapter)
                figures.compare_left(self, chapter)

    def open(self, chapter: Chapter) -> None:
        if chapter.key in self.opened:
            return
        self.opened.add(chapter.key)
        if chapter.unknown is not None:
            at, what = chapter.unknown
            raise Disagreement(at, what, "a known record", "unknown", UNKNOWN)
        figures.compare_prices(self, chapter)
        figures.compare_over(self, chapter)

    def paused(self, play: Play[Any], mark: str) -> None:
        word = mark.partition(" ")[0]
        if word in PHASES:
            self.supply.end_phase(self.here.reshuffles)
        if word == SETUP:
            figures.compare_deal(self)
        if word == "round":
            self.close((self.round + 1, 0))
        if word in ("round", SETUP) and self.round in self.script.standings:
            figures.compare_standing(self, self.script.standings[self.round], self.supply)

    def ended(self, play: Play[Any]) -> None:
        if self.script.stops:
            return
        self.close((self.round + 2, 0))
        figures.compare_end(self)
