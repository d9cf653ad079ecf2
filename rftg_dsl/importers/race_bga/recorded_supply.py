"""The recorded draws as our chance, and what to do where the site reshuffles at another moment than the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from rftg_dsl.importers.import_report import ORDER, RULES, Differs
from rftg_dsl.importers.race_bga.whereabouts import Whereabouts

RESHUFFLE = "reshuffle"
OTHER_ORDER = f"{RESHUFFLE}: the site took cards in another order"


class Supply:
    """Chance that takes its results from a recording.

    The rules reshuffle as soon as the supply is empty, and draw seat by seat. The site reshuffles when a card is needed
    and draws for all seats in small steps. So a card can be in our discards that the site has in its supply already.
    With ``tolerate``, our reshuffle comes when the site's does; what was discarded in such a phase may lie in either.
    """

    def __init__(self, follower: Whereabouts, tolerate: bool) -> None:
        self.f = follower
        self.tolerate = tolerate
        self.natural = 0
        """How many times our engine has reshuffled in this phase by the rules."""
        self.forced = False
        """Whether our reshuffle of this phase came only because the site's did."""
        self.lead = 0
        """How many times more than the site we have reshuffled."""
        self.discarded: set[int] = set()
        """The cards discarded in this phase."""
        self.either: set[int] = set()
        """Cards that may be in the site's supply while ours are in the discards, or the other way round."""
        self.owed: list[tuple[int, int]] = []
        """Cards drawn in this phase that are discarded later in it, each with its stand-in."""
        self.accounted: list[Differs] = []
        """Numbers of cards in the supply that differ because the site reshuffles later."""
        self.tolerated: list[Differs] = []
        """What was followed against the rules."""

    # -- chance ----------------------------------------------------------------------------------------------------

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Race rolls nothing."""
        raise KeyError(f"the follower has no source for {label!r}, which is rolled")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The recorded cards of a draw."""
        _, seat, purpose, _ = label.split("/")
        pieces = self.f.draw_cards(int(seat), purpose, domain, times)
        if len(pieces) != times or len(set(pieces)) != times:
            self.f.raise_difference(f"cards drawn for {purpose}", times, [self.f.cards.name(piece) for piece in pieces])
        return [piece if piece in domain else self.fetch(piece) for piece in pieces]

    def fetch(self, piece: int) -> int:
        """A recorded card that is not in our supply, made drawable if that may be, or a stand-in; else ``Differs``."""
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
        """A card cannot be drawn; a reshuffle may be the reason."""
        f = self.f
        shuffled = f.here.reshuffles or self.natural or self.lead or piece in self.either
        ours = f"{f.cards.name(piece)} in {f.play.layout.place_names[f.play.place_of[piece]]}"
        f.raise_difference(
            OTHER_ORDER if shuffled else "card drawn", ours, f.cards.name(piece), ORDER if shuffled else RULES
        )

    def stand_in(self, piece: int) -> int:
        """A card drawn for one that is discarded only later in this phase; afterwards the two are exchanged."""
        if not self.find_free_cards():
            self.reshuffle()
        if not (free := self.find_free_cards()):
            self.refuse(piece)
        self.note(f"{self.f.cards.name(piece)} not discarded yet", f"{self.f.cards.name(piece)} drawn")
        self.owed.append((piece, free[0]))
        return free[0]

    def find_free_cards(self) -> list[int]:
        """The cards in the supply that nobody draws in this phase."""
        f = self.f
        drawn = {card for cards in f.here.drawn.values() for card in cards} | {
            card.piece for card in f.here.goods.values()
        }
        drawn |= {other for _, other in self.owed}
        return [card for card in f.play.zone[f.numbers.supply] if card not in drawn]

    def exchange(self) -> None:
        """Put cards in the places of their stand-ins; they must have been discarded by now."""
        play, numbers = self.f.play, self.f.numbers
        for piece, other in self.owed:
            place, there = play.place_of[piece], play.place_of[other]
            if place not in (numbers.discards, numbers.supply):
                self.refuse(piece)
            play.move(other, place, "reshuffled")
            play.move(piece, there, "drawn")
        self.owed.clear()

    def reshuffle(self) -> None:
        """Let our reshuffle come now, as recorded."""
        play, numbers = self.f.play, self.f.numbers
        if not self.forced:
            self.note("later", "now")
        self.forced = True
        play.note("reshuffled", len(play.zone[numbers.discards]))
        play.move_all(play.zone[numbers.discards], numbers.supply, "reshuffled")

    def note(self, ours: str, theirs: str) -> None:
        """Remember what has been tolerated."""
        at = self.f.here.reshuffles[0] if self.f.here.reshuffles else self.f.line
        self.tolerated.append(Differs(at, RESHUFFLE, ours, theirs, ORDER))

    # -- phase by phase --------------------------------------------------------------------------------------------

    def note_move(self, piece: int, place: int) -> None:
        """A card goes to another place."""
        if place == self.f.numbers.discards:
            self.discarded.add(piece)

    def note_reshuffle(self) -> None:
        """Our engine has reshuffled."""
        self.natural += not self.forced

    def end_phase(self, reshuffles: Sequence[int]) -> None:
        """A phase with these reshuffles of the site is over; with ``tolerate``, ours comes in the same phase."""
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
        """Take our reshuffle back: the site's comes later."""
        play, numbers = self.f.play, self.f.numbers
        self.note("now", "later")
        play.move_all(play.zone[numbers.supply], numbers.discards, "discarded")

    def compare(self, theirs: int) -> None:
        """The number of cards in the supply, which may differ only because of a reshuffle."""
        f, numbers = self.f, self.f.numbers
        ours = len(f.play.zone[numbers.supply])
        if ours == theirs:
            return
        if not self.can_explain(ours, theirs):
            f.raise_difference("cards in the supply", ours, theirs)
        differences = self.tolerated if self.tolerate else self.accounted
        differences.append(Differs(f.line, f"{RESHUFFLE}: cards in the supply", ours, theirs, ORDER))

    def can_explain(self, ours: int, theirs: int) -> bool:
        """Whether reshuffles explain two numbers of cards in the supply."""
        if self.lead:
            return (theirs if self.lead > 0 else ours) <= len(self.either)
        zone, numbers = self.f.play.zone, self.f.numbers
        least = len([card for card in zone[numbers.supply] if card not in self.either])
        return least <= theirs <= ours + len([card for card in zone[numbers.discards] if card in self.either])
