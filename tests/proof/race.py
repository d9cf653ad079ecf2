"""The second reading's verbs and events of Race."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from proof.powers import MANY, Effect, Quantity, always
from proof.reader import Reader
from proof.table import Ask, Asking, Piece, Table, ask, one, some
from proof.things import Unread, bare, printed, shown

NONE = "none"
HIDDEN = ("supply", "discards", "goods")
"""Places whose cards nobody sees."""
OWN = ("hand", "explored", "placing", "discarding")
"""Places whose cards only their owner sees."""
PLACED = {"development": "develop", "world": "settle"}


class RaceReader(Reader):
    """Reads the sentences of Race."""

    events: ClassVar[Mapping[str, str]] = {
        "develop": "develop",
        "settle": "settle",
        "produces": "produces",
        "leaves": "leaves",
        "produced": "have produced",
        "overflowed": "have overflowed",
        "pay": "pay",
        "sell": "sell",
    }
    past: ClassVar[Mapping[str, str]] = {
        "developed": "develop",
        "settled": "settle",
        "produced": "have produced",
        "overflowed": "have overflowed",
        "paid": "pay",
        "sold": "sell",
    }
    sorts_of_events: ClassVar[Mapping[str, str | Mapping[str, str]]] = {
        "develop": "develop",
        "settle": "settle",
        "pay": PLACED,
        "sell": "trade",
        "produces": "produce",
        "have produced": "produce",
    }
    sorts_of_numbers: ClassVar[Mapping[str, str | Mapping[str, str]]] = {
        "cost": PLACED,
        **dict.fromkeys(("draws", "kept cards", "discarded"), "explore"),
        **dict.fromkeys(("military", "payment", "conquest", "conquered", "paid for"), "settle"),
        **dict.fromkeys(("trade", "traded"), "trade"),
    }
    opened: ClassVar[Mapping[str, str]] = {"paid for": "payment", "conquered": "conquest"}

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
        for card in self.taken(table, 1, f"hand.{me}"):
            piece = table.pieces[card]
            if number not in (printed(piece, "cost"), printed(piece, "defense")):
                table.move(card, "discards")

    def taken(self, table: Table, n: int, at: str) -> list[str]:
        """R095: cards from the supply, which is renewed from the discards as soon as it is empty."""
        cards: list[str] = []
        while len(cards) < n and (supply := self.refilled(table)):
            drawn = table.drawn(supply, min(n - len(cards), len(supply)))
            for card in drawn:
                table.move(card, at)
            self.refilled(table)
            cards += drawn
        return cards

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
        worlds, prop = things.pieces, things.different or things.same
        if worlds is None or not things.holding:
            raise Unread(what)

        def fits(group: Sequence[Piece]) -> bool:
            values = {shown(card, prop) for card in group}
            return len(values) == (min(1, len(group)) if things.same else len(group))

        def most(table: Table, me: int) -> int:
            there = [shown(card, prop) for card in worlds(table, me)] if prop else worlds(table, me)
            if things.same:
                return max([there.count(value) for value in there], default=0)
            return len({*there}) if prop else len(there)

        def can(table: Table, me: int) -> bool:
            return most(table, me) >= (many.low(table, me) if many.how in ("exact", "per") else 1)

        def do(table: Table, me: int) -> Asking:
            there = self.open_to(table, worlds(table, me))
            n = min(many.bounds(table, me)[1], len(there))
            if prop:
                n = min(n, most(table, me))
                sets = [group for group in combinations(there, n) if fits(group)]
                pick = yield from one(me, [tuple(card.id for card in group) for group in sets])
            else:
                pick = yield from some(me, [card.id for card in there], n, n)
            for world in pick:
                self.cleared(table, world)
            table.counters[f"consumed.{me}"] = len(pick)

        return Effect(can, do, things.taken())

    def open_to(self, table: Table, there: Sequence[Piece]) -> list[Piece]:
        """Those of some cards that can be taken now."""
        left = table.open({card.id: 1 for card in there})
        return [card for card in there if card.id in left]

    def cleared(self, table: Table, world: str) -> None:
        """Discard the good on a world."""
        for good in table.lying(f"goods.{world}"):
            table.move(good, "discards")

    def sale(self, many: Quantity, what: str, powers: bool) -> Effect:
        """A good is sold for cards, by its kind, and for some more or less."""
        terms = re.search(r" for (\d+) (more|less)$", what)
        more = int(terms[1]) * (1 if terms[2] == "more" else -1) if terms else 0
        what = what.replace(terms[0], "") if terms else what
        things = self.things(what)
        worlds = things.pieces
        if worlds is None or not things.holding:
            raise Unread(what)

        def open_to(table: Table, me: int) -> list[Piece]:
            return [card for card in worlds(table, me) if self.changed(table, me, "traded", 0, card) >= 0]

        def do(table: Table, me: int) -> Asking:
            n = many.low(table, me)
            sold = yield from some(me, [card.id for card in self.open_to(table, open_to(table, me))], n, n)
            for world in sold:
                [kind] = shown(table.pieces[world], "type") or [""]
                price = self.words.figures[kind]["price"] if kind else 0
                if powers:
                    price = self.changed(table, me, "trade", price, table.pieces[world])
                self.cleared(table, world)
                self.taken(table, max(0, price + more), f"hand.{me}")
                yield from self.happens(table, "sell", me, {"it": world})

        return Effect(lambda table, me: len(open_to(table, me)) >= max(1, many.low(table, me)), do, things.taken())

    def verb_sell(self, many: Quantity, what: str, money: bool) -> Effect:
        """``sell 1 good``: with the trade powers."""
        return self.sale(many, what, powers=True)

    def verb_barter(self, many: Quantity, what: str, money: bool) -> Effect:
        """``barter 1 good``: without them."""
        return self.sale(many, what, powers=False)

    def verb_produce(self, many: Quantity, what: str, money: bool) -> Effect:
        """``produce here``, ``produce on each rare world``: a card from the supply on own worlds without one."""
        many, on = self.worlds_in(what)

        def worlds(table: Table, me: int) -> list[str]:
            own = [
                world for world in on(table, me) if world.at == f"tableau.{me}" and not table.lying(f"goods.{world.id}")
            ]
            return [world.id for world in own if shown(world, "type")]

        def can(table: Table, me: int) -> bool:
            there, (low, high) = len(worlds(table, me)), many.bounds(table, me)
            return there > 0 and high > 0 and (many.how == "all" or there >= low)

        def do(table: Table, me: int) -> Asking:
            there = worlds(table, me)
            if many.how == "exact" and many.low(table, me) == 1:
                pick = ((yield from one(me, there)),)
            else:
                pick = there if many.how == "all" else (yield from some(me, there, *many.bounds(table, me)))
            for world in pick:
                self.taken(table, 1, f"goods.{world}")
                table.mark(world, 1 + self.words.marks.index("produced"))
                yield from self.happens(table, "produces", me, {"it": world})

        return Effect(can, do)

    # -- cards -----------------------------------------------------------------------------------------------

    def verb_discard(self, many: Quantity, what: str, money: bool) -> Effect:
        """``discard 1 card in hand``, in secret; a card in play takes its good along."""
        things = self.things(what)
        pieces = things.pieces
        if pieces is None:
            raise Unread(what)

        def left(table: Table, me: int) -> list[Piece]:
            return [card for card in pieces(table, me) if card.at != "discards"]

        def can(table: Table, me: int) -> bool:
            n = many.low(table, me)
            return len(left(table, me)) >= (1 if many.how == "all" else max(1, n))

        def do(table: Table, me: int) -> Asking:
            pick = yield from self.picked(table, me, self.open_to(table, left(table, me)), many)
            in_play = [(table.pieces[card].owner, card) for card in pick if table.pieces[card].place == "tableau"]
            for card in pick:
                self.gone(table, card)
            table.counters[f"discarded.{me}"] = len(pick)
            for owner, card in in_play:
                yield from self.happens(table, "leaves", owner, {"it": card})
            self.refilled(table)

        return Effect(
            can, do, things.taken()._replace(units=lambda table, me: {card.id: 1 for card in left(table, me)})
        )

    def picked(self, table: Table, me: int, there: Sequence[Piece], many: Quantity, most: int = MANY) -> Asking:
        """Some of these cards: the seat picks those that it can see, chance the others."""
        low, high = [min(n, most) for n in many.bounds(table, me)]
        cards = [card.id for card in there]
        hidden = [card for card in there if card.place in HIDDEN or (card.place in OWN and card.owner != me)]
        if hidden:
            n = min(low, len(cards))
            return tuple(table.drawn(cards, n))
        return (yield from some(me, cards, low, high, secret=bool(there) and there[0].at == f"hand.{me}"))

    def refilled(self, table: Table) -> Sequence[str]:
        """The supply; an empty one is renewed from the discards."""
        if not table.lying("supply"):
            for card in table.lying("discards"):
                table.move(card, "supply")
        return table.lying("supply")

    def verb_move(self, many: Quantity, what: str, money: bool) -> Effect:
        """``move 1 card in discards to hand``, ``move 1 good on another world here``."""
        match = re.fullmatch(r"(.+?)(?: to (.+)| (here))", what)
        if match is None:
            raise Unread(what)
        things, to = self.things(match[1]), match[2] or "here"
        pieces = things.pieces
        assert pieces is not None

        def elsewhere(table: Table, me: int) -> list[Piece]:
            return [card for card in pieces(table, me) if [card.at] != self.targets(table, me, to)]

        def room(table: Table, me: int) -> int:
            [at] = self.targets(table, me, to)
            return self.room(table, me, at)

        def can(table: Table, me: int) -> bool:
            if len(self.targets(table, me, to)) != 1:
                return many.bounds(table, me)[1] > 0 and bool(
                    self.moves(table, me, pieces(table, me), self.targets(table, me, to), [])
                )
            n = 1 if many.how == "all" else max(1, many.low(table, me))
            return min(len(elsewhere(table, me)), room(table, me)) >= n

        def goods(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            there = self.open_to(table, pieces(table, me))
            if len(self.targets(table, me, to)) != 1:
                yield from self.moved_each(table, me, there, self.targets(table, me, to), low, high)
                return
            worlds = [card.id for card in there]
            most = min(high, len(worlds), room(table, me))
            [at] = self.targets(table, me, to)
            for world in (yield from some(me, worlds, min(low, most), most)):
                for good in table.lying(f"goods.{world}"):
                    table.move(good, at)

        def cards(table: Table, me: int) -> Asking:
            there = self.open_to(table, elsewhere(table, me))
            [at] = self.targets(table, me, to)
            pick = yield from self.picked(table, me, there, many, room(table, me))
            in_play = [(table.pieces[card].owner, card) for card in pick if table.pieces[card].place == "tableau"]
            for _, card in in_play:
                self.cleared(table, card)
                table.mark(card, 0)
            for card in pick:
                table.move(card, at)
            for owner, card in in_play:
                yield from self.happens(table, "leaves", owner, {"it": card})
            if to == "tableau":
                yield from self.came(table, me, pick)
            self.refilled(table)

        taken = things.taken()._replace(units=lambda table, me: {card.id: 1 for card in elsewhere(table, me)})
        return Effect(can, goods if things.holding else cards, taken)

    def room(self, table: Table, me: int, place: str) -> int:
        """A world with a type holds one good; other places hold any number of cards."""
        where, _, world = place.partition(".")
        if where != "goods":
            return MANY
        return bool(shown(table.pieces[world], "type")) - len(table.lying(place))

    def moves(
        self, table: Table, me: int, worlds: Sequence[Piece], to: Sequence[str], moved: Sequence[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The ways to move one more good, none of those moved before, to a world with room for it."""
        there = [place for place in to if self.room(table, me, place) > 0]
        arrived = [place for _, place in moved]
        left = [world.id for world in worlds if table.lying(f"goods.{world.id}") and f"goods.{world.id}" not in arrived]
        return [(world, place) for world in left for place in there]

    def moved_each(
        self, table: Table, me: int, worlds: Sequence[Piece], to: Sequence[str], low: int, high: int
    ) -> Asking:
        """Goods are moved one by one, each to one of these worlds, of the owner's choice."""
        moved: list[tuple[str, str]] = []
        while len(moved) < high and (options := self.moves(table, me, worlds, to, moved)):
            pick = yield from one(me, [*options, *(["done"] if len(moved) >= low else [])])
            if pick == "done":
                return
            for good in table.lying(f"goods.{pick[0]}"):
                table.move(good, pick[1])
            moved.append(pick)

    def came(self, table: Table, me: int, cards: Sequence[str]) -> Asking:
        """Cards come into play: their powers without a moment happen."""
        before = table.this
        for card in cards:
            table.this = card
            for nth, text in enumerate(table.pieces[card].printed["powers"]):
                power = self.power(text, f"{table.pieces[card].printed['id']}/{nth + 1}")
                if power.moment == "immediate":
                    yield from power.react(table, me)
        table.this = before

    def gone(self, table: Table, card: str) -> None:
        """Discard a card with what lies on it."""
        self.cleared(table, card)
        table.mark(card, 0)
        table.move(card, "discards")

    def verb_ante(self, many: Quantity, what: str, money: bool) -> Effect:
        """``ante 1 card in hand``: as many cards as it costs; a higher one among them wins one of them."""
        cards = self.things(what if " in " in what else f"{what} in hand").pieces
        if cards is None:
            raise Unread(what)
        least, most = (self.words.numbers[f"ante_{end}"] for end in ("least", "most"))

        def figure(card: Piece) -> int:
            return printed(card, "cost") or printed(card, "defense")

        def stakes(table: Table, me: int) -> list[str]:
            return [card.id for card in cards(table, me) if least <= figure(card) <= most]

        def do(table: Table, me: int) -> Asking:
            card = yield from one(me, stakes(table, me), secret=True)
            n = figure(table.pieces[card])
            self.taken(table, n, f"explored.{me}")
            drawn = table.lying(f"explored.{me}")
            kept = ""
            if any(figure(table.pieces[name]) > n for name in drawn):
                kept = yield from one(me, drawn)
                table.move(kept, f"hand.{me}")
            for other in (*drawn, *(() if kept else (card,))):
                if other != kept:
                    table.move(other, "discards")

        return Effect(lambda table, me: bool(stakes(table, me)), do)

    def verb_place(self, many: Quantity, what: str, money: bool) -> Effect:
        """``place 1 world for 1 less``, ``place 1 development for free instead of another world``."""
        terms = re.search(r" for (?:(\d+) (less|more)|free)(?= |$)", what)
        less = 0
        if terms:
            less = MANY if terms[1] is None else int(terms[1]) * (-1 if terms[2] == "more" else 1)
            what = what.replace(terms[0], "")
        card, _, instead_of = what.partition(" instead of ")
        alike, card = self.relation(card)
        also, instead_of = self.relation(instead_of)
        cards = self.things(card if " in " in card else f"{card} in hand").pieces
        instead = self.things(instead_of).pieces if instead_of else None
        if cards is None:
            raise Unread(what)
        source = next((place for place in ("supply", "discards") if f" in {place}" in card), "")

        def price(table: Table, me: int, card: Piece) -> int:
            """The cards to pay; -1 if it cannot be placed; MANY if it is conquered."""
            there = [piece for piece in table.pieces.values() if piece.at == f"tableau.{me}"]
            if card.kind == "development" and any(piece.name == card.name for piece in there):
                return -1
            if less == MANY:
                return 0
            if printed(card, "defense"):
                military = self.changed(table, me, "military", 0, card)
                return MANY if military >= printed(card, "defense") else -1
            cost = max(0, self.changed(table, me, "cost", printed(card, "cost"), card) - less)
            others = [other for other in table.lying(f"hand.{me}") if other != card.id]
            return cost if cost <= len(others) else -1

        def replaced(table: Table, me: int, card: Piece) -> list[str]:
            """The cards that a card can replace."""
            assert instead is not None
            return [
                other.id
                for other in instead(table, me)
                if all(fits(card, other) for fits in alike) and all(fits(other, card) for fits in also)
            ]

        def fits(table: Table, me: int, card: Piece) -> bool:
            return (instead is None or bool(replaced(table, me, card))) and price(table, me, card) >= 0

        def can(table: Table, me: int) -> bool:
            if source and cards(table, me):
                return instead is None or bool(instead(table, me))
            return any(fits(table, me, card) for card in cards(table, me))

        def do(table: Table, me: int) -> Asking:
            there = cards(table, me)
            if source and there:
                if source == "supply":
                    self.taken(table, 1, f"explored.{me}")
                else:
                    table.move(table.drawn([card.id for card in there], 1)[0], f"explored.{me}")
                there = [table.pieces[card.id] for card in there if table.pieces[card.id].at == f"explored.{me}"]
            options = [card.id for card in there if fits(table, me, card)]
            pick = yield from one(me, [*options, NONE], bool(there))
            if pick == NONE:
                for card in table.lying(f"explored.{me}"):
                    table.move(card, "discards" if source == "discards" else f"hand.{me}")
                return
            leaving = (yield from one(me, replaced(table, me, table.pieces[pick]))) if instead else None
            cost = price(table, me, table.pieces[pick])
            table.move(pick, f"tableau.{me}")
            if "windfall" in shown(table.pieces[pick], "mode"):
                self.taken(table, 1, f"goods.{pick}")
            if cost != MANY:
                yield from self.paid(table, me, pick, cost)
            yield from self.came(table, me, [pick])
            done = "settle" if table.pieces[pick].kind == "world" else "develop"
            yield from self.happens(table, done, me, {"it": pick})
            if leaving and table.pieces[leaving].at == f"tableau.{me}":
                self.gone(table, leaving)
                yield from self.happens(table, "leaves", me, {"it": leaving})

        return Effect(can, do)

    def paid(self, table: Table, me: int, card: str, cost: int) -> Asking:
        """Cards from the hand are paid for a card; until powers have reacted, they lie apart."""
        earlier = table.lying(f"discarding.{me}")
        pick = (yield from some(me, table.lying(f"hand.{me}"), cost, cost, secret=True)) if cost else ()
        for other in pick:
            table.move(other, f"discarding.{me}")
        yield from self.happens(table, "pay", me, {"for": card})
        for other in [card for card in table.lying(f"discarding.{me}") if card not in earlier]:
            table.move(other, "discards")

    def relation(self, text: str) -> tuple[list[Callable[[Piece, Piece], bool]], str]:
        """What a phrase says about the other card: ``of the same type``, ``with cost up to 3 more``; and the rest."""
        relations: list[Callable[[Piece, Piece], bool]] = []
        text = bare(text)
        for match in re.finditer(r" of same (\w+)", text):
            relations.append(lambda card, other, prop=match[1]: alike(card, other, prop))
        for match in re.finditer(r" with (\w+) up to (\d+) (more|less)", text):
            said = match[1], match[2], match[3]
            relations.append(lambda card, other, said=said: close(card, other, *said))
        return relations, re.sub(r" of same \w+| with \w+ up to \d+ (more|less)", "", text)


def alike(card: Piece, other: Piece, prop: str) -> bool:
    """Whether two cards show the same value, or both none."""
    if not shown(card, prop) or not shown(other, prop):
        return shown(card, prop) == shown(other, prop)
    return bool({*shown(card, prop)} & {*shown(other, prop)})


def close(card: Piece, other: Piece, prop: str, most: str, how: str) -> bool:
    """Whether a number of a card is not too far above that of another card, or below it."""
    here, there = card.printed.get(prop), other.printed.get(prop)
    if here is None or there is None:
        return False
    return here <= there + int(most) if how == "more" else here >= there - int(most)
