"""Answers to the decisions in Race; each method finds a seat's recorded pick for one kind of decision."""

from __future__ import annotations

from typing import Any, ClassVar

from rftg_dsl.games.race.build import CONQUER, NONE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.trade import trade as trade_step
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import ILLEGAL, RULES
from rftg_dsl.importers.race_bga.figures import compare_costs
from rftg_dsl.importers.race_bga.follower import BgaFollower
from rftg_dsl.importers.race_bga.script import GUESS, HAND, PHASE, PLACING, SETUP, Use
from rftg_dsl.importers.reply import options_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import DECLINE

GUESSED = "the number named for Gambling World: a wrong guess has the lowest wrong number in its log"


class AnsweringFollower(BgaFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    def answer_start_world(self, d: Decision) -> Pick:
        left = self.script.chapter_for(0, SETUP).left_starts
        kept = [piece for piece in self.script.starts[d.seat] if piece not in left]
        return kept[0] if len(kept) == 1 else self.raise_missing("start world kept")

    def answer_from_discards(self, d: Decision) -> Pick:
        there = options_of(d)
        for nth, (at, cards) in enumerate(self.here.discards):
            # The records do not name the seat, so identify it by the cards discarded.
            if set(cards) <= set(there):
                del self.here.discards[nth]
                self.turn_to(at)
                return tuple(cards)
        return self.raise_missing(f"discard of {self.player_of(d.seat)}")

    def take_of_seat(self, records: dict[int, Any], seat: int, what: str) -> Any:
        return records.pop(seat) if seat in records else self.raise_missing(f"{what} {self.player_of(seat)}")

    def answer_action(self, d: Decision) -> Pick:
        return self.take_of_seat(self.here.choices, d.seat, "actions of")

    def answer_explore(self, d: Decision) -> Pick:
        kept = self.take_of_seat(self.here.kept, d.seat, "cards kept by")
        there = self.play.zone[self.numbers.explored[d.seat]]
        self.tape.same("cards kept", True, set(kept) <= set(there))
        # Our decision asks for the cards to discard, but the recording lists the cards kept.
        return tuple([piece for piece in there if piece not in kept])

    def answer_place(self, d: Decision) -> Pick:
        compare_costs(self, d.seat)
        card = self.here.placed.get(d.seat)
        if card is None:
            return NONE if self.here.revealed or not self.does_stop_here() else self.raise_missing("cards placed")
        self.turn_to(card.at)
        return card.piece

    def answer_way(self, d: Decision) -> Pick:
        card = self.here.placed[d.seat]
        wanted = card.conquered, set(self.here.given_up.pop(d.seat, ())), len(card.money)
        ways = [(text.startswith(CONQUER), {piece for piece, _, _ in powers}, n, text) for text, n, powers in d.args[1]]
        fitting = [way[3] for way in ways if way[:3] == wanted]
        if not fitting:  # the number of cards paid is wrong; our engine will ask for the cards and refuse them
            fitting = [way[3] for way in ways if way[:2] == wanted[:2] and way[2]]
        if not fitting:
            names = sorted(self.cards.name(piece) for piece in wanted[1])
            theirs = [CONQUER if wanted[0] else "pay", *names, wanted[2]]
            self.raise_difference(f"{self.player_of(d.seat)}'s way to place", [way[3] for way in ways], theirs, ILLEGAL)
        return fitting[0]

    def answer_pay(self, d: Decision) -> Pick:
        card = self.here.placed[d.seat]
        money, card.money = card.money, []
        return tuple(money)

    def worlds_under(self, goods: list[int]) -> tuple[int, ...]:
        """The worlds that these goods are on; -1 for a card that is not a good."""
        return tuple([self.world_of.get(self.play.place_of[good], -1) for good in goods])

    def answer_trade(self, d: Decision) -> Pick:
        if d.args[1] != trade_step.id:
            return self.worlds_under(self.using[d.seat].pieces)
        return self.worlds_under([self.take_of_seat(self.here.sales, d.seat, "sale of")])

    def answer_power(self, d: Decision) -> Pick:
        mine = [use for use in self.here.uses if use.seat == d.seat]
        if not mine:
            may_stop = DONE in options_of(d) and not self.does_stop_here()
            return DONE if may_stop else self.raise_missing(f"next power of {self.player_of(d.seat)}")
        # Uses are listed in the order of their last records.
        use = mine[0]
        self.turn_to(use.at)
        fitting = [option for option in options_of(d) if option != DONE and self.is_same_power(option, use)]
        if not fitting:
            own = use.name in [self.cards.name(piece) for piece in self.play.zone[self.numbers.tableau[d.seat]]]
            ours = [self.label(option) for option in options_of(d)]
            self.raise_difference(f"power of {self.player_of(d.seat)}", ours, use.name, ILLEGAL if own else RULES)
        self.here.uses.remove(use)
        self.using[d.seat] = use
        return fitting[0]

    def is_same_power(self, power: str, use: Use) -> bool:
        return self.cards.name_by_power(power) == use.name and (power in self.guesses) == (use.what == GUESS)

    def answer_goods(self, d: Decision) -> Pick:
        picked = self.worlds_under(self.using[d.seat].pieces)
        if d.form.kind != "one":
            return picked
        # Goods of different kinds are offered as sets, so look up the recorded set regardless of its order.
        return next((option for option in options_of(d) if sorted(option) == sorted(picked)), picked)

    def answer_discard(self, d: Decision) -> Pick:
        # If a card gives itself up, there is nothing to choose.
        if self.phase in PLACING and len(options_of(d)) == 1:
            return d.form.only()
        if self.phase == "consume" and self.using[d.seat].what == HAND:
            return tuple(self.using[d.seat].pieces)
        return self.answer_from_discards(d)

    def worlds_with_goods(self, seat: int, reason: str) -> list[int]:
        goods = self.here.goods.items()
        return [w for w, good in goods if self.name_of(good.reason) == reason and self.owner_of(w) == seat]

    def answer_use(self, d: Decision) -> Pick:
        name = self.cards.name_by_power(options_of(d)[0])
        # A Produce power was used if and only if its card produced a good.
        used = self.worlds_with_goods(d.seat, name)
        if not used and self.does_stop_here():
            return self.raise_missing(f"use of {name}")
        return options_of(d)[0] if used else DECLINE

    def answer_guess(self, d: Decision) -> Pick:
        use, numbers = self.using[d.seat], self.numbers
        if use.named is not None:
            return use.named
        # If the recording lacks the number named, use the lowest wrong number.
        self.unknown[GUESSED] = None
        side = self.cards.side[use.pieces[0]]
        return next(
            n
            for n in range(numbers.number["guess_least"], numbers.number["guess_most"] + 1)
            if n not in (numbers.cost[side], numbers.defense[side])
        )

    def answer_windfall(self, d: Decision) -> Pick:
        reason = PHASE if d.args[0] == produce_bonus_good.id else self.cards.name_by_power(d.args[0])
        got = self.worlds_with_goods(d.seat, reason)
        if not got:
            return self.raise_missing(f"windfall world of {self.player_of(d.seat)} by {reason}")
        self.world = got[0]
        return got[0]

    answers: ClassVar[Answers] = {
        "start-world": answer_start_world,
        "start": answer_from_discards,
        "action": answer_action,
        "explore": answer_explore,
        "develop": answer_place,
        "settle": answer_place,
        "way": answer_way,
        "pay": answer_pay,
        "trade": answer_trade,
        "power": answer_power,
        "goods": answer_goods,
        "discard": answer_discard,
        "use": answer_use,
        "guess": answer_guess,
        "windfall": answer_windfall,
        "limit": answer_from_discards,
    }
