"""Answers to the decisions in Race: which record answers which question, and how it writes our options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from attrs import evolve

from rftg_dsl.games.prices import Given
from rftg_dsl.games.race.build import NONE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.trade import trade as trade_step
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import INCOMPLETE, RULES, Disagreement
from rftg_dsl.importers.race_trace.follower import RaceFollower
from rftg_dsl.importers.reply import OPTIONS, Reply, Shown, has_one_answer, keep_pick, options_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import DECLINE

Labels = Mapping[str, Any]


def minimum_of(d: Decision) -> int:
    return int(getattr(d.form, "low", 1))


def is_choice_of_sets(d: Decision) -> bool:
    """Whether whole sets of worlds are offered, because their goods must be of different kinds."""
    return d.form.kind == "one"


class AnsweringFollower(RaceFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    # -- cards and powers as they are recorded -------------------------------------------------------------------

    def shape_of_card(self, d: Decision, piece: int) -> int:
        return self.names.cards[piece]

    def shapes_of(self, pieces: Iterable[int]) -> list[int]:
        return [self.names.cards[piece] for piece in pieces]

    def shape_of_power(self, d: Decision, power: str) -> list[int]:
        return self.names.name_of_power(self.play, d.seat, power)

    def number_with(self, d: Decision, power: str) -> int:
        return self.shape_of_power(d, power)[0]

    def read_cards(self, d: Decision, theirs: Any) -> tuple[int, ...]:
        """Our pieces for recorded card numbers; -1 for an invalid number."""
        pieces = self.names.pieces
        numbers = theirs if isinstance(theirs, list) else [theirs]
        return tuple([pieces[n] if type(n) is int and n in range(len(pieces)) else -1 for n in numbers])

    def read_card(self, d: Decision, theirs: Any) -> int:
        return self.read_cards(d, theirs)[0]

    # -- discarding, choosing actions, placing and paying ----------------------------------------------------------

    def is_discard_omitted(self, d: Decision) -> bool:
        return not self.is_at_choice("discard", d.seat)

    def name_discard(self, d: Decision) -> Labels:
        return {"why": d.name, "n": minimum_of(d)}

    def read_action(self, d: Decision, theirs: Any) -> Pick:
        picked = set(theirs) if isinstance(theirs, list) else set()
        return self.tape.choose("action", options_of(d), sorted, sorted(picked, key=str))

    def name_extra_place(self, d: Decision) -> Labels:
        return {"by": self.number_with(d, d.args[0])}

    def answer_way(self, d: Decision) -> Pick:
        piece, ways = d.args
        if d.form.count() == 1 and not self.is_at_choice("pay", d.seat):
            if d.form.only() != "conquer":
                kind = RULES if self.tape.ahead() else INCOMPLETE
                raise Disagreement(self.tape.line, "way", d.form.only(), None, kind)
            return d.form.only()
        self.take_answer(d, "pay", c=self.names.cards[piece])
        shapes = {text: self.shape_of_way(text, n, powers) for text, n, powers in ways}
        self.tape.same_set("options for pay", shapes.values(), self.get("opt"), depth=3)
        self.paying = self.tape.record if self.numbers_in("a") else {}
        wanted = [sorted(self.numbers_in("with")), len(self.numbers_in("a"))]
        return self.tape.choose("pay", shapes, shapes.__getitem__, wanted)

    def shape_of_way(self, text: str, n: int, powers: Sequence[Given]) -> list[Any]:
        """The cards that help, and the number of cards to pay, including those discarded from the hand for Military."""
        helpers = [name.partition(":")[0].partition("/")[0] for name in text.partition(" with ")[2].split()]
        discarded = sum([many for _, power, many in powers if power in self.names.hired])
        return [sorted(self.shapes_of([self.rules.layout.piece[helper] for helper in helpers])), n + discarded]

    def answer_pay(self, d: Decision) -> Pick:
        # For a world, the record of the way to pay also lists the cards paid.
        if self.paying:
            return self.take_payment(d)
        self.take_answer(d, "pay")
        self.tape.same("options for pay", [[[], minimum_of(d)]], self.get("opt"))
        return self.read_cards(d, self.get("a"))

    def take_payment(self, d: Decision) -> Pick:
        picked, self.paying = self.paying["a"], {}
        return self.read_cards(d, picked)

    # -- powers ----------------------------------------------------------------------------------------------------

    def name_seller(self, d: Decision) -> Labels:
        cause = d.args[1]
        return {"by": "action" if cause == trade_step.id else self.number_with(d, cause)}

    def name_producer(self, d: Decision) -> Labels:
        cause = d.args[0]
        return {"by": "produce_bonus" if cause == produce_bonus_good.id else self.number_with(d, cause)}

    def name_consumer(self, d: Decision) -> Labels:
        by, number = self.shape_of_power(d, d.args[0])
        return {"by": by, "pw": number, "n": len(options_of(d)[0]) if is_choice_of_sets(d) else minimum_of(d)}

    def show_worlds(self, d: Decision) -> list[int]:
        options = options_of(d)
        return self.shapes_of({world for pick in options for world in pick} if is_choice_of_sets(d) else options)

    def read_worlds(self, d: Decision, theirs: Any) -> Pick:
        picked = self.read_cards(d, theirs)
        if not is_choice_of_sets(d):
            return picked
        return next((pick for pick in options_of(d) if set(pick) == set(picked)), picked)

    def answer_discard(self, d: Decision) -> Pick:
        power = d.args[0]
        if power in self.names.hired or power in self.names.mended:
            return self.take_payment(d)
        # If a card discards itself, there is nothing to choose.
        if options_of(d) == (self.names.card_with(self.play, d.seat, power),):
            return d.form.only()
        paid = self.rules.by_id[power].model.price[0]
        most = paid.low.n if paid.high is None else paid.high
        self.take_answer(d, "hand", by=self.number_with(d, power), max=most)
        return self.read_cards(d, self.get("a"))

    def answer_use(self, d: Decision) -> Pick:
        power = options_of(d)[0]
        shape = by, number = self.shape_of_power(d, power)
        if power in self.names.mended:
            self.take_answer(d, "discard_produce", by=by, pw=number)
            self.paying = self.tape.record if self.get("a") is not None else {}
            return power if self.paying else DECLINE
        self.take_answer(d, "extra")
        self.tape.same("options for extra", [shape], self.get("opt"))
        theirs = self.get("a")
        return DECLINE if theirs is None else self.tape.choose("extra", [power], lambda _: shape, theirs)

    # -- the table -------------------------------------------------------------------------------------------------

    DISCARD = Reply("discard", "a", labels=name_discard, read=read_cards, omitted=is_discard_omitted)
    PLACE = Reply("place", "a", shape_of_card, OPTIONS, read=read_card, null=NONE)
    PASS = Shown("pass", "pass", lambda f, d: DONE in options_of(d))

    answers: ClassVar[Answers] = {
        "start": DISCARD,
        "explore": DISCARD,
        "limit": DISCARD,
        "action": Reply("action", "a", read=read_action),  # all action cards are legal, so no options are recorded
        "develop": PLACE,
        "settle": PLACE,
        "place": evolve(PLACE, labels=name_extra_place),
        "way": answer_way,
        "pay": answer_pay,
        "trade": Reply("trade", "a", shape_of_card, OPTIONS, name_seller, read_cards),
        "power": Reply("power", "a", shape_of_power, (PASS, OPTIONS), null=DONE, omitted=has_one_answer),
        "goods": Reply("goods", "a", shown=Shown(ours=show_worlds), labels=name_consumer, read=read_worlds),
        "discard": answer_discard,
        "guess": Reply("gamble", "a", read=keep_pick),
        "windfall": Reply("windfall", "a", shape_of_card, OPTIONS, name_producer, read_card, omitted=has_one_answer),
        "use": answer_use,
        "next": Reply("produce_power", "a", shape_of_power, OPTIONS, title="produce_power"),
    }
