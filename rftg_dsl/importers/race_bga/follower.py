"""Follows one recorded game of Board Game Arena with our engine."""

from __future__ import annotations

from typing import Any, NoReturn

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.build import reveal_cards
from rftg_dsl.games.race.consume import GUESS
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.games.race.setup import first_good
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import ILLEGAL, RULES, UNKNOWN, Differs
from rftg_dsl.importers.race_bga import figures as compare
from rftg_dsl.importers.race_bga.answers import ANSWERS
from rftg_dsl.importers.race_bga.cards import Cards
from rftg_dsl.importers.race_bga.recorded_supply import Supply
from rftg_dsl.importers.race_bga.recording import Recording
from rftg_dsl.importers.race_bga.script import ACTION, LIMIT, PHASES, PLACING, SETUP, Chapter, Script, Use
from rftg_dsl.importers.tape import Tape, first_difference
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.overruled import overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event

REBEL = "rebel"


class Stopped(Exception):
    """The recording of a game that a player gave up, or that breaks off, has come to its end."""


class BgaFollower(Follower):
    """Follows the script of one game; ``play`` is set once it has begun."""

    answers = ANSWERS

    def __init__(self, rules: Rules, recording: Recording, cards: Cards, script: Script, tolerate: bool) -> None:
        self.rules = rules
        self.numbers: Numbers = rules.numbers
        self.recording = recording
        self.cards = cards
        self.script = script
        self.tape = Tape([], "type")
        self.supply = Supply(self, tolerate)
        self.phase = SETUP
        self.round = 0
        self.here = script.chapter(0, SETUP)
        self.last = max(script.chapters)
        """The phase in which the recording ends."""
        self.opened: set[tuple[int, int]] = set()
        self.todo = sorted(script.chapters)
        """The phases that are not over yet."""
        self.world = -1
        """The world that gets the next good, if a seat has chosen it."""
        self.entered = -1
        """The card placed last."""
        self.using: dict[int, Use] = {}
        """The consume power that each seat is using."""
        self.illegal: list[Differs] = []
        """The illegal moves that stood."""
        self.unknown: dict[str, None] = {}
        self.world_of = {place: piece for piece, place in enumerate(self.numbers.goods)}
        self.guesses = frozenset(
            power.id for side in rules.sides for power in side.powers if any(one.verb == GUESS for one in power.effects)
        )
        self.targets = targets(cards)

    def chance(self) -> Chance:
        """The recorded draws."""
        return self.supply

    # -- where we are ----------------------------------------------------------------------------------------------

    @property
    def line(self) -> int:
        """The packet that is being compared."""
        return self.tape.line

    def turn_to(self, at: int) -> None:
        """Go to a packet of the recording."""
        self.tape.line = at

    def player(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.recording.names[seat]

    def owner(self, world: int) -> int:
        """The seat that has a card in its tableau; -1 if none has."""
        return self.play.layout.place_owner[self.play.place_of[world]]

    def named(self, reason: int | str | None) -> str | None:
        """The reason of a good: the action, or the name of a card."""
        return self.cards.name(reason) if isinstance(reason, int) else reason

    def label(self, power: str) -> str:
        """A power as the name of its card, or the word for no more powers."""
        return self.cards.by_power(power) if "/" in power else power

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        """``Differs`` unless both are equal."""
        if ours != theirs:
            self.differs(*first_difference(what, ours, theirs))

    def differs(self, what: str, ours: Any, theirs: Any, kind: str = RULES) -> NoReturn:
        """The recording and our engine differ."""
        raise Differs(self.line, what, ours, theirs, kind)

    def refuse(self, decision: Decision, pick: Pick) -> None:
        """Let a pick stand that our rules refuse, if it is of the player's own cards; ``Differs`` if it is not."""
        if self.stops_here():  # what is missing of a move could pass for another one
            raise Stopped
        pieces = pick if isinstance(pick, tuple) else (pick,)
        known = all(isinstance(piece, int) and piece >= 0 for piece in pieces)
        own = known and all(self.owner(piece) == decision.seat for piece in pieces)
        theirs = ([self.cards.name(piece) for piece in pieces] or "nothing") if known else str(pick)
        what = f"{decision.name} of {self.player(decision.seat)}"
        found = Differs(self.line, what, "not a legal answer", theirs, ILLEGAL if own else RULES)
        if decision is not self.play.pending or not overrule(self.play, pick):
            raise found
        self.illegal.append(found)

    def stops_here(self) -> bool:
        """Whether a player gave up in this phase, or before it."""
        return self.script.stops and self.here.key >= self.last

    def breaks_off_here(self) -> bool:
        """Whether the recording breaks off in this phase, or before it."""
        return self.script.incomplete is not None and self.here.key >= self.last

    def missing(self, what: str) -> NoReturn:
        """The recording does not say what it should: it ends here, or differs."""
        if self.stops_here():
            raise Stopped
        self.turn_to(self.here.at or self.script.at)
        self.differs(what, "a decision", None)

    # -- the course of the game ------------------------------------------------------------------------------------

    def happens(self, play: Play[Any], event: Event) -> None:
        """Notice new phases, cards placed and discarded, and reshuffles."""
        match event:
            case ("fact", "phase", _, _, phase):
                self.go_on(phase or LIMIT)
            case ("move", word, _, piece, place, _):
                self.supply.moved(piece, place)
                self.entered = piece if word == "placed" else self.entered
            case ("note", "reshuffled", *_):
                self.supply.reshuffled()

    def choose(self, play: Play[Any], decision: Decision) -> Pick:
        """The recorded pick; the hand limit is no phase of ours, so its first question begins it."""
        if decision.name == LIMIT and self.phase != LIMIT:
            self.go_on(LIMIT)
        return super().choose(play, decision)

    def go_on(self, phase: str) -> None:
        """Our engine begins a phase; all before it are over."""
        if phase == ACTION:
            self.round += 1
        self.phase, self.here = phase, self.script.chapter(self.round, phase)
        self.turn_to(self.here.at or self.line)
        self.close(self.here.key)
        self.open(self.here)

    def close(self, until: tuple[int, int]) -> None:
        """Compare what is left of all phases before this one."""
        while self.todo and self.todo[0] < until:
            chapter = self.script.chapters[self.todo.pop(0)]
            if not self.script.stops or chapter.key < self.last:
                self.open(chapter)
                compare.compare_left(self, chapter)

    def open(self, chapter: Chapter) -> None:
        """Compare what can be compared before a phase."""
        if chapter.key in self.opened:
            return
        self.opened.add(chapter.key)
        if chapter.unknown is not None:
            at, what = chapter.unknown
            raise Differs(at, what, "a known record", "unknown", UNKNOWN)
        compare.compare_prices(self, chapter)
        compare.compare_over(self, chapter)

    def paused(self, play: Play[Any], mark: str) -> None:
        """A phase or round is over, or setup is."""
        word = mark.partition(" ")[0]
        if word in PHASES:
            self.supply.phase_over(self.here.reshuffles)
        if word == SETUP:
            compare.compare_deal(self)
        if word == "round":
            self.close((self.round + 1, 0))
        if word in ("round", SETUP) and self.round in self.script.standings:
            compare.compare_standing(self, self.script.standings[self.round])

    def ended(self, play: Play[Any]) -> None:
        """Nothing is left; the scores are the same."""
        if self.script.stops:
            return
        self.close((self.round + 2, 0))
        compare.compare_end(self)

    # -- chance ----------------------------------------------------------------------------------------------------

    def drawn(self, seat: int, purpose: str, domain: Any, times: int) -> list[int]:
        """The recorded cards for a draw of ours."""
        if purpose == "start":
            return [piece for piece in self.script.starts[seat] if piece in domain][:times]
        if purpose == "deal":
            cards = self.script.hands[seat]
            found, self.script.hands[seat] = cards[:times], cards[times:]
            return found
        if purpose == "good":
            return [self.good(seat)]
        if purpose == "guess":
            return self.using[seat].pieces[:times]
        return self.cards_drawn(seat, purpose, times)

    def cards_drawn(self, seat: int, purpose: str, times: int) -> list[int]:
        """The next cards that a seat drew, by the card with the power if the site names it."""
        key = (seat, self.cards.by_power(self.play.cause) if purpose == "power" else "")
        if self.phase in PLACING and key not in self.here.drawn:
            key = (seat, "")
        cards = self.here.drawn.get(key, [])
        if len(cards) < times:
            self.missing(f"draw of {self.player(seat)} by {key[1] or purpose}")
        self.here.drawn[key] = cards[times:]
        return cards[:times]

    def good(self, seat: int) -> int:
        """The card that a world got as its good."""
        world, self.world = self.target(seat), -1
        good = self.here.goods.pop(world, None)
        if good is None:
            self.missing(f"good on {self.cards.name(world)}")
        self.turn_to(good.at)
        return good.piece

    def target(self, seat: int) -> int:
        """The world that our engine is about to put a good on."""
        g, cause = self.play, self.play.cause
        tableau = g.zone[self.numbers.tableau[seat]]
        if self.world >= 0:
            return self.world
        if cause == reveal_cards.id:
            return self.entered
        if cause == first_good.id:
            return tableau[0]
        name = self.cards.by_power(cause)
        return next(piece for piece in tableau if self.cards.name(piece) == name)


def targets(cards: Cards) -> dict[str, int]:
    """A military world of each kind that powers can name, to compare Military against it."""
    w, found = cards.numbers, dict[str, int]()
    types, rebels = w.words_of("type"), w.sides_by_value("title")[REBEL]
    for piece, side in cards.side.items():
        if w.defense[side] and not (rebels[side] and types[side]):
            for kind in (REBEL,) if rebels[side] else types[side] or ("",):
                found.setdefault(kind, piece)
    return found
