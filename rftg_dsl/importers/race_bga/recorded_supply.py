"""Random results from recorded draws, even if the site does not reshuffle when the rules require it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from rftg_dsl.importers.import_report import ORDER, RULES, Disagreement
from rftg_dsl.importers.race_bga.whereabouts import Whereabouts
from rftg_dsl.importers.recorded import Recorded

RESHUFFLE = "reshuffle"
OTHER_ORDER = f"{RESHUFFLE}: the site dealt cards in another order"


class Supply(Recorded):
    """A source of random results that takes them from a recording.

    Under the rules, the discards are reshuffled as soon as the supply is empty, and cards are drawn seat by seat. The
    site reshuffles when it needs a card, and draws for all seats in small steps, so a card in our discards may already
    be in the site's supply. With ``tolerate``, we reshuffle when the site does; cards discarded in such a phase may be
    in either place.
    """

    def __init__(self, follower: Whereabouts, tolerate: bool) -> None:
        super().__init__(follower.tape, follower.sources)
        self.f = follower
        self.tolerate = tolerate
        self.natural = 0
        self.forced = False
        """Whether we reshuffled in this phase only because the site did."""
        self.lead = 0
        """The number of our reshuffles minus the number of the site's."""
        self.discarded: set[int] = set()
        self.either: set[int] = set()
        """Cards that may be in the site's supply but in our discards, or vice versa."""
        self.owed: list[tuple[int, int]] = []
        """Cards drawn in this phase that our engine discards only later in the phase, each with its stand-in."""
        self.accounted: list[Disagreement] = []
        self.tolerated: list[Disagreement] = []

    # -- chance ----------------------------------------------------------------------------------------------------

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        purpose, pieces = self.find_results(label, domain, times)
        if len(pieces) != times or len(set(pieces)) != times:
            self.f.raise_difference(f"cards drawn for {purpose}", times, [self.f.cards.name(piece) for piece in pieces])
        return [piece if piece in domain else self.fetch(piece) for piece in pieces]

    def fetch(self, piece: int) -> int:
        """Make a recorded card drawable, or return a stand-in. Raise ``Disagreement`` if neither is possible."""
        f, numbers = self.f, self.f.numbers
        place, waiting = f.play.place_of[piece], bool(f.here.reshuffles)
        if place == numbers.supply:
            return piece
        if self.tolerate and waiting and place != numbers.discards:
            return self.stand_in(piece)
        if not (self.tolerate and (waiting or piece in self.either)):
            self.refuse(piece)
        if waiting:
            self.reshuffle()
        else:
            self.note("in the discards", f"{f.cards.name(piece)} drawn")
            f.play.move(piece, numbers.supply, "reshuffled")
        return piece

    def refuse(self, piece: int) -> NoReturn:
        f = self.f
        shuffled = f.here.reshuffles or self.natural or self.lead or piece in self.either
        ours = f"{f.cards.name(piece)} in {f.play.layout.place_names[f.play.place_of[piece]]}"
        f.raise_difference(
            OTHER_ORDER if shuffled else "card drawn", ours, f.cards.name(piece), ORDER if shuffled else RULES
        )

    def stand_in(self, piece: int) -> int:
        """A stand-in for a card that is discarded only later in this phase; ``exchange`` will swap the two cards."""
        if not self.find_free_cards():
            self.reshuffle()
        if not (free := self.find_free_cards()):
            self.refuse(piece)
        self.note(f"{self.f.cards.name(piece)} not yet discarded", f"{self.f.cards.name(piece)} drawn")
        self.owed.append((piece, free[0]))
        return free[0]

    def find_free_cards(self) -> list[int]:
        f = self.f
        drawn = {card for cards in f.here.drawn.values() for card in cards} | {
            card.piece for card in f.here.goods.values()
        }
        drawn |= {other for _, other in self.owed}
        return [card for card in f.play.zone[f.numbers.supply] if card not in drawn]

    def exchange(self) -> None:
        """Swap cards with their stand-ins. Raise ``Disagreement`` unless the cards have been discarded by now."""
        play, numbers = self.f.play, self.f.numbers
        for piece, other in self.owed:
            place, there = play.place_of[piece], play.place_of[other]
            if place not in (numbers.discards, numbers.supply):
                self.refuse(piece)
            play.move(other, place, "reshuffled")
            play.move(piece, there, "drawn")
        self.owed.clear()

    def reshuffle(self) -> None:
        play, numbers = self.f.play, self.f.numbers
        if not self.forced:
            self.note("later", "now")
        self.forced = True
        play.note("reshuffled", len(play.zone[numbers.discards]))
        play.move_all(play.zone[numbers.discards], numbers.supply, "reshuffled")

    def note(self, ours: str, theirs: str) -> None:
        at = self.f.here.reshuffles[0] if self.f.here.reshuffles else self.f.tape.line
        self.tolerated.append(Disagreement(at, RESHUFFLE, ours, theirs, ORDER))

    # -- phase by phase --------------------------------------------------------------------------------------------

    def note_move(self, piece: int, place: int) -> None:
        if place == self.f.numbers.discards:
            self.discarded.add(piece)

    def note_reshuffle(self) -> None:
        self.natural += not self.forced

    def end_phase(self, reshuffles: Sequence[int]) -> None:
        """Compare the reshuffles in a phase; with ``tolerate``, undo our reshuffle or add one to match the site."""
        ours, theirs = self.natural or int(self.forced), len(reshuffles)
        self.exchange()
        if self.tolerate:
            if ours and not theirs:
                self.wait()
            elif theirs and not ours:
                self.reshuffle()
            later = 0
        else:
            later = self.lead + ours - theirs
        if ours or theirs or self.lead:
            self.either = self.discarded | (self.either if self.lead else set())
        self.lead, self.discarded, self.natural, self.forced = later, set(), 0, False

    def wait(self) -> None:
        """Undo our reshuffle, because the site reshuffles later."""
        play, numbers = self.f.play, self.f.numbers
        self.note("now", "later")
        play.move_all(play.zone[numbers.supply], numbers.discards, "discarded")

    def compare(self, theirs: int) -> None:
        f, numbers = self.f, self.f.numbers
        ours = len(f.play.zone[numbers.supply])
        if ours == theirs:
            return
        if not self.can_explain(ours, theirs):
            f.raise_difference("cards in the supply", ours, theirs)
        differences = self.tolerated if self.tolerate else self.accounted
        differences.append(Disagreement(f.tape.line, f"{RESHUFFLE}: cards in the supply", ours, theirs, ORDER))

    def can_explain(self, ours: int, theirs: int) -> bool:
        if self.lead:
            return (theirs if self.lead > 0 else ours) <= len(self.either)
        zone, numbers = self.f.play.zone, self.f.numbers
        least = len([card for card in zone[numbers.supply] if card not in self.either])
        return least <= theirs <= ours + len([card for card in zone[numbers.discards] if card in self.either])
