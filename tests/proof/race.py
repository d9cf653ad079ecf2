"""The second reading's verbs and events of Race."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar

from proof.powers import MANY, Effect, Quantity, always, each
from proof.reader import Reader
from proof.table import Ask, Asking, Piece, Table, ask, one, some
from proof.things import Unread, printed, shown

NONE = "none"


class RaceReader(Reader):
    """Reads the sentences of Race."""

    events: ClassVar[Mapping[str, str]] = {
        "develop": "develop",
        "settle": "settle",
        "produces": "produces",
        "leaves": "leaves",
        "produced": "have produced",
        "overflowed": "have overflowed",
    }
    past: ClassVar[Mapping[str, str]] = {
        "developed": "develop",
        "settled": "settle",
        "produced": "have produced",
        "overflowed": "have overflowed",
    }

    def fixed(self, said: str) -> Effect | None:
        """The guess."""
        if said == "guess cost of top card":
            return Effect(always, self.guessed)
        return None

    def guessed(self, table: Table, me: int) -> Asking:
        """Name a number; the top card is kept if its cost or defense is that."""
        number = yield from ask(
            Ask(me, "amount", None, self.words.numbers["guess_least"], self.words.numbers["guess_most"])
        )
        [card] = table.drawn(table.lying("supply"), 1)
        piece = table.pieces[card]
        kept = number in (printed(piece, "cost"), printed(piece, "defense"))
        table.move(card, f"hand.{me}" if kept else "discards")

    def taken(self, table: Table, n: int, at: str) -> None:
        """Cards from the supply."""
        if n:
            for card in table.drawn(table.lying("supply"), n):
                table.move(card, at)

    def verb_draw(self, many: Quantity, what: str, money: bool) -> Effect:
        """``draw 2 cards``."""
        if what not in ("card", "cards"):
            raise Unread(what)

        def do(table: Table, me: int) -> Asking:
            yield from ()
            self.taken(table, many.low(table, me), f"hand.{me}")

        return Effect(always, do)

    # -- goods -----------------------------------------------------------------------------------------------

    def verb_consume(self, many: Quantity, what: str, money: bool) -> Effect:
        """``consume 1 genes good``, ``consume 3 goods of different types``: as many as possible."""
        things = self.things(what)
        worlds, prop = things.pieces, things.different
        if worlds is None or not things.holding:
            raise Unread(what)

        def most(table: Table, me: int) -> int:
            there = worlds(table, me)
            return len({shown(one, prop) for one in there}) if prop else len(there)

        def can(table: Table, me: int) -> bool:
            return most(table, me) >= (many.low(table, me) if many.how in ("exact", "per") else 1)

        def do(table: Table, me: int) -> Asking:
            there = worlds(table, me)
            n = min(many.bounds(table, me)[1], most(table, me))
            if prop:
                sets = [those for those in combinations(there, n) if len({shown(one, prop) for one in those}) == n]
                pick = yield from one(me, [tuple(one.id for one in those) for those in sets])
            else:
                pick = yield from some(me, [one.id for one in there], n, n)
            for world in pick:
                self.cleared(table, world)
            table.counters[f"consumed.{me}"] = len(pick)

        return Effect(can, do, each(worlds))

    def cleared(self, table: Table, world: str) -> None:
        """Discard the good on a world."""
        for good in table.lying(f"goods.{world}"):
            table.move(good, "discards")

    def sale(self, many: Quantity, what: str, powers: bool) -> Effect:
        """A good is sold for cards, by its kind."""
        things = self.things(what)
        worlds = things.pieces
        if worlds is None or not things.holding:
            raise Unread(what)

        def do(table: Table, me: int) -> Asking:
            n = many.low(table, me)
            sold = yield from some(me, [one.id for one in worlds(table, me)], n, n)
            for world in sold:
                [kind] = shown(table.pieces[world], "type") or [""]
                price = self.words.figures[kind]["price"] if kind else 0
                if powers:
                    price = self.changed(table, me, "trade", price, table.pieces[world])
                self.cleared(table, world)
                self.taken(table, price, f"hand.{me}")

        return Effect(lambda table, me: len(worlds(table, me)) >= max(1, many.low(table, me)), do)

    def verb_sell(self, many: Quantity, what: str, money: bool) -> Effect:
        """``sell 1 good``: with the trade powers."""
        return self.sale(many, what, powers=True)

    def verb_barter(self, many: Quantity, what: str, money: bool) -> Effect:
        """``barter 1 good``: without them."""
        return self.sale(many, what, powers=False)

    def verb_produce(self, many: Quantity, what: str, money: bool) -> Effect:
        """``produce here``, ``produce on a rare windfall world``: a card from the supply on a world without one."""
        match = re.fullmatch(r"(here)|on (.+)", what)
        if match is None:
            raise Unread(what)
        on = self.things(match[2]).pieces if match[2] else None

        def worlds(table: Table, me: int) -> list[str]:
            those = [one.id for one in on(table, me)] if on else [table.this]
            return [world for world in those if not table.lying(f"goods.{world}")]

        def do(table: Table, me: int) -> Asking:
            world = yield from one(me, worlds(table, me))
            self.taken(table, 1, f"goods.{world}")
            table.mark(world, 1 + self.words.marks.index("produced"))
            yield from self.happens(table, "produces", me, {"it": world})

        return Effect(lambda table, me: bool(worlds(table, me)), do)

    # -- cards -----------------------------------------------------------------------------------------------

    def verb_discard(self, many: Quantity, what: str, money: bool) -> Effect:
        """``discard 1 card in hand``, in secret; a card in play takes its good along."""
        things = self.things(what)
        pieces = things.pieces
        if pieces is None:
            raise Unread(what)

        def can(table: Table, me: int) -> bool:
            n = many.low(table, me)
            return len(pieces(table, me)) >= (1 if many.how == "all" else max(1, n))

        def do(table: Table, me: int) -> Asking:
            there = pieces(table, me)
            secret = bool(there) and there[0].at == f"hand.{me}"
            pick = yield from some(me, [one.id for one in there], *many.bounds(table, me), secret)
            in_play = [card for card in pick if table.pieces[card].at == f"tableau.{me}"]
            for card in pick:
                self.gone(table, card)
            table.counters[f"discarded.{me}"] = len(pick)
            for card in in_play:
                yield from self.happens(table, "leaves", me, {"it": card})

        return Effect(can, do, each(pieces))

    def gone(self, table: Table, card: str) -> None:
        """Discard a card with what lies on it."""
        self.cleared(table, card)
        table.mark(card, 0)
        table.move(card, "discards")

    def verb_place(self, many: Quantity, what: str, money: bool) -> Effect:
        """``place 1 world for 1 less``, ``place 1 development for free instead of another world``."""
        match = re.fullmatch(r"(.+?)(?: for (?:(\d+) (less|more)|(free)))?(?: instead of (.+))?", what)
        assert match is not None
        said = match[1] if " in " in match[1] else f"{match[1]} in hand"
        cards = self.things(said).pieces
        instead = self.things(match[5]).pieces if match[5] else None
        if cards is None:
            raise Unread(what)
        less = MANY if match[4] else int(match[2] or 0) * (-1 if match[3] == "more" else 1)

        def price(table: Table, me: int, card: Piece) -> int:
            """The cards to pay; -1 if it cannot be placed."""
            there = [one for one in table.pieces.values() if one.at == f"tableau.{me}"]
            if card.kind == "development" and any(one.name == card.name for one in there):
                return -1
            if less == MANY:
                return 0
            if printed(card, "defense"):
                military = self.changed(table, me, "military", 0, card)
                return 0 if military >= printed(card, "defense") else -1
            cost = max(0, self.changed(table, me, "cost", printed(card, "cost"), card) - less)
            others = [one for one in table.lying(f"hand.{me}") if one != card.id]
            return cost if cost <= len(others) else -1

        def can(table: Table, me: int) -> bool:
            replaced = instead is None or bool(instead(table, me))
            return replaced and any(price(table, me, card) >= 0 for card in cards(table, me))

        def do(table: Table, me: int) -> Asking:
            there = cards(table, me)
            secret = bool(there) and there[0].at == f"hand.{me}"
            options = [card.id for card in there if price(table, me, card) >= 0]
            pick = yield from one(me, [*options, NONE], secret)
            if pick == NONE:
                return
            replaced = (yield from one(me, [card.id for card in instead(table, me)])) if instead else None
            cost = price(table, me, table.pieces[pick])
            table.move(pick, f"tableau.{me}")
            if "windfall" in shown(table.pieces[pick], "mode"):
                self.taken(table, 1, f"goods.{pick}")
            if cost:
                for card in (yield from some(me, table.lying(f"hand.{me}"), cost, cost, secret=True)):
                    table.move(card, "discards")
            done = "settle" if table.pieces[pick].kind == "world" else "develop"
            yield from self.happens(table, done, me, {"it": pick})
            if replaced and table.pieces[replaced].at == f"tableau.{me}":
                self.gone(table, replaced)
                yield from self.happens(table, "leaves", me, {"it": replaced})

        return Effect(can, do)
