"""A follower's position in a recording from Board Game Arena: the phase, the packet, and the cards drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.build import reveal_cards
from rftg_dsl.games.race.gamble import GUESS
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.games.race.setup import put_first_good
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import RULES, Disagreement
from rftg_dsl.importers.race_bga.cards import Cards
from rftg_dsl.importers.race_bga.recording import Recording
from rftg_dsl.importers.race_bga.script import PLACING, SETUP, Script, Use
from rftg_dsl.importers.recorded import Source
from rftg_dsl.importers.tape import Tape

REBEL = "rebel"


class EndOfRecording(Exception):
    """Raised when a recording stops early, either because a player conceded or because the recording is incomplete."""


class Whereabouts(Follower):
    """The position up to which a game's script has been followed."""

    def __init__(self, rules: Rules, recording: Recording, cards: Cards, script: Script) -> None:
        self.rules = rules
        self.numbers: Numbers = rules.numbers
        self.recording = recording
        self.cards = cards
        self.script = script
        self.tape = Tape([], "type")
        self.phase = SETUP
        self.round = 0
        self.here = script.chapter_for(0, SETUP)
        self.last = max(script.chapters)
        self.opened: set[tuple[int, int]] = set()
        self.todo = sorted(script.chapters)
        self.world = -1
        """The world that a seat has chosen for the next good; -1 if no world has been chosen."""
        self.entered = -1
        self.using: dict[int, Use] = {}
        self.illegal: list[Disagreement] = []
        self.unknown: dict[str, None] = {}
        self.world_of = {place: piece for piece, place in enumerate(self.numbers.goods)}
        self.guesses = frozenset(
            power.id
            for side in rules.sides
            for power in side.powers
            if any(effect.verb == GUESS for effect in power.effects)
        )
        self.targets = find_military_worlds(cards)
        self.sources = {
            "start": self.draw_start_worlds,
            "deal": self.deal_hand,
            "good": self.draw_good,
            "guess": self.turn_up_card,
        } | {purpose: self.make_source(purpose) for purpose in ("explore", "bonus", "trade", "power")}

    # -- where we are ----------------------------------------------------------------------------------------------

    def turn_to(self, at: int) -> None:
        self.tape.line = at

    def player_of(self, seat: int) -> str:
        return self.recording.names[seat]

    def owner_of(self, world: int) -> int:
        """The seat that owns a card's place; -1 if no seat does."""
        return self.play.layout.place_owner[self.play.place_of[world]]

    def name_of(self, reason: int | str | None) -> str | None:
        return self.cards.name(reason) if isinstance(reason, int) else reason

    def label(self, power: str) -> str:
        return self.cards.name_by_power(power) if "/" in power else power

    def raise_difference(self, what: str, ours: Any, theirs: Any, kind: str = RULES) -> NoReturn:
        raise Disagreement(self.tape.line, what, ours, theirs, kind)

    def does_stop_here(self) -> bool:
        return self.script.stops and self.here.key >= self.last

    def does_break_off_here(self) -> bool:
        return self.script.incomplete is not None and self.here.key >= self.last

    def raise_missing(self, what: str) -> NoReturn:
        """Raise the error for a missing record; the error depends on whether the recording ends here."""
        if self.does_stop_here():
            raise EndOfRecording
        self.turn_to(self.here.at or self.script.at)
        self.raise_difference(what, "a decision", None)

    # -- chance ----------------------------------------------------------------------------------------------------

    def draw_start_worlds(self, seat: str, domain: Sequence[int], times: int) -> list[int]:
        return [piece for piece in self.script.starts[int(seat)] if piece in domain][:times]

    def deal_hand(self, seat: str, domain: Sequence[int], times: int) -> list[int]:
        cards = self.script.hands[int(seat)]
        dealt, self.script.hands[int(seat)] = cards[:times], cards[times:]
        return dealt

    def turn_up_card(self, seat: str, domain: Sequence[int], times: int) -> list[int]:
        return self.using[int(seat)].pieces[:times]

    def make_source(self, purpose: str) -> Source:
        return lambda seat, domain, times: self.take_next_cards(int(seat), purpose, times)

    def take_next_cards(self, seat: int, purpose: str, times: int) -> list[int]:
        key = (seat, self.cards.name_by_power(self.play.cause) if purpose == "power" else "")
        # In these phases, the site does not always name the card that causes a draw.
        if self.phase in PLACING and key not in self.here.drawn:
            key = (seat, "")
        cards = self.here.drawn.get(key, [])
        if len(cards) < times:
            self.raise_missing(f"draw of {self.player_of(seat)} by {key[1] or purpose}")
        self.here.drawn[key] = cards[times:]
        return cards[:times]

    def draw_good(self, seat: str, domain: Sequence[int], times: int) -> list[int]:
        world, self.world = self.world_for_good(int(seat)), -1
        good = self.here.goods.pop(world, None)
        if good is None:
            self.raise_missing(f"good on {self.cards.name(world)}")
        self.turn_to(good.at)
        return [good.piece]

    def world_for_good(self, seat: int) -> int:
        play, cause = self.play, self.play.cause
        tableau = play.zone[self.numbers.tableau[seat]]
        if self.world >= 0:
            return self.world
        if cause == reveal_cards.id:
            return self.entered
        if cause == put_first_good.id:
            return tableau[0]
        name = self.cards.name_by_power(cause)
        return next(piece for piece in tableau if self.cards.name(piece) == name)


def find_military_worlds(cards: Cards) -> dict[str, int]:
    """For each kind of world that powers can refer to, a military world for comparing Military against that kind."""
    numbers, worlds = cards.numbers, dict[str, int]()
    types, rebels = numbers.words_of("type"), numbers.sides_by_value("title")[REBEL]
    for piece, side in cards.side.items():
        if numbers.defense[side] and not (rebels[side] and types[side]):
            for kind in (REBEL,) if rebels[side] else types[side] or ("",):
                worlds.setdefault(kind, piece)
    return worlds
