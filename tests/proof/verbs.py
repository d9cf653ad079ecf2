"""The second reading's effects: amounts, and the verbs that all games share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from proof.phrases import Number, Phrases
from proof.powers import MANY, Effect, Quantity, always
from proof.table import Ask, Asking, Happened, Table, ask, bag, cell, one
from proof.things import Pieces, Taken, Things, Unread, bare

QUANTITY = r"(\$\d+|\d+ or \d+|up to \$?\d+|any number of|all|\d+)(?: of)?(?= |$)"
"""How many, before the things."""


class Verbs(Phrases):
    """Reads the effects of one game; a game's reader adds its own verbs."""

    # -- amounts ---------------------------------------------------------------------------------------------

    def amount(self, text: str) -> Number:
        """``2``, ``1 per 2 own worlds, rounded up, not above 3``."""
        match = re.fullmatch(
            r"(\d+)(?: per (?:(\d+)(?! minus) )?(.+?)"
            r"(?:, rounded (up|down))?(?:, (\d+) less)?(?:, not above (\d+))?)?",
            text,
        )
        if match is None:
            raise Unread(text)
        n = int(match[1])
        if match[3] is None:
            return lambda table, me: n
        each, up, less, most = int(match[2] or 1), match[4] == "up", int(match[5] or 0), match[6] and int(match[6])
        inner = self.count(match[3]) if match[3] != "$" else self.count(self.words.sign)

        def found(table: Table, me: int) -> int:
            counted = inner(table, me)
            many = max(0, n * ((counted + each - 1) // each if up else counted // each) - less)
            return min(many, most) if most else many

        return found

    # -- effects ---------------------------------------------------------------------------------------------

    def effect(self, text: str) -> Effect:
        """Something a power does."""
        match = re.fullmatch(r"(?:(each opponent|opponents) )?(.+)", text)
        assert match is not None
        who, said = ("others" if match[1] else "own"), match[2]
        if match[1] == "each opponent":
            first, _, rest = said.partition(" ")
            said = f"{self.base(first)} {rest}".strip()
        if fixed := self.fixed(bare(said)):
            return fixed._replace(text=said, who=who)
        verb, _, rest = said.partition(" ")
        read = getattr(self, f"verb_{verb}", None)
        if read is None:
            raise Unread(text)
        match = re.match(QUANTITY, rest)
        rest = rest[match.end() :].strip() if match else rest
        what, _, per = rest.partition(" per ") if verb not in self.measured else (rest, "", "")
        if rest.startswith("per "):
            what, per = "", rest.removeprefix("per ")
        every = not match and re.match(r"every ", rest)
        many, money = (
            self.quantity(match[1] if match else "all" if every else "1", per),
            bool(match and "$" in match[1]),
        )
        effect: Effect = read(many, what, money)
        effect = effect._replace(many=many, text=said, who=who)
        if effect.taken and many.how in ("exact", "per"):
            alone: Effect = read(self.quantity("1", ""), what, money)
            effect = effect._replace(single=alone)
        return effect

    def exactly(self, text: str, n: int) -> Effect:
        """An effect whose owner has chosen how many."""
        verb, _, rest = text.partition(" ")
        match = re.match(QUANTITY, rest)
        if match is None:
            return self.effect(text)
        many = self.quantity(match[1], "")
        many = many._replace(low=lambda table, me: n, high=None if many.high is None else n)
        effect: Effect = getattr(self, f"verb_{verb}")(many, rest[match.end() :].strip(), "$" in match[1])
        return effect

    def fixed(self, said: str) -> Effect | None:
        """A verb of several fixed words; None for any other."""
        return None

    measured: tuple[str, ...] = ()
    """The verbs with ``by``, after which ``per`` says how far."""
    idioms: tuple[str, ...] = ()
    """The first words of verbs of several fixed words."""

    def base(self, verb: str) -> str:
        """The plain form of ``gains``, ``draws``."""
        known = [name.removeprefix("verb_") for name in dir(self) if name.startswith("verb_")]
        names = [name for name in (*known, *self.idioms) if third(name) == verb]
        if not names:
            raise Unread(verb)
        return names[0]

    def quantity(self, text: str, per: str) -> Quantity:
        """``2``, ``1 or 2``, ``up to 3``, ``any number of``, ``all``, each maybe per something."""
        if text == "all":
            return Quantity("all", lambda table, me: MANY)
        if text == "any number of":
            return Quantity("any", lambda table, me: 0, MANY)
        if match := re.fullmatch(r"up to \$?(\d+)", text):
            return Quantity("up to", lambda table, me: 0, int(match[1]))
        if match := re.fullmatch(r"(\d+) or (\d+)", text):
            low = int(match[1])
            return Quantity("between", lambda table, me: low, int(match[2]))
        n = text.removeprefix("$")
        return Quantity("exact" if not per else "per", self.amount(f"{n} per {per}" if per else n))

    def counters_in(self, what: str, money: bool) -> list[str]:
        """The counters that a phrase names, joined by ``or``; none if it names anything else."""
        if money and not what:
            return [self.words.sign]
        names = [self.words.singular.get(word, word) for word in re.split(r" or | and ", what)]
        return names if all(name in self.words.counters for name in names) else []

    def happens(self, table: Table, name: str, seat: int, about: Mapping[str, str]) -> Asking:
        """Something happens in the middle of a power; the powers in play that wait for it react."""
        happened = Happened(name, seat, about)
        table.history.append(happened)
        before = table.it, table.actor
        table.it, table.actor = about.get("it", ""), seat
        yield from table.heard(happened)
        table.it, table.actor = before

    # -- the verbs of every game -----------------------------------------------------------------------------

    def verb_gain(self, many: Quantity, what: str, money: bool) -> Effect:
        """``gain $1``, ``gain 2 energy or culture``, ``gain 1 culture from an opponent``, ``gain 1 die to cup``."""
        if match := re.fullmatch(r"(.*?) ?from (an|each) opponent", what):
            [name] = self.counters_in(match[1], money)
            return self.gain_from_each(many, name) if match[2] == "each" else self.gain_from(many, name)
        if names := self.counters_in(what, money):
            return self.gain_counters(many, names)
        match = re.fullmatch(r"(.+?) (?:to (.+)|(here))", what)
        if match is None:
            raise Unread(what)
        things, to = self.cells_of(match[1]), match[2] or "here"
        said = re.findall(r"[a-z_-]+", match[1])
        kinds = sorted(things.kinds) if set(said) & self.words.stock_kinds or len(things.kinds) == 1 else []
        if not kinds:
            raise Unread(what)
        several = len(kinds) > 1 or self.many_targets(to)

        def supply(table: Table, me: int) -> list[str]:
            return [f"{kind}@supply" for kind in kinds if table.stock.get(f"{kind}@supply")]

        def can(table: Table, me: int) -> bool:
            if several:
                return many.low(table, me) > 0 and bool(self.onward(table, me, supply(table, me), to, []))
            return bool(supply(table, me)) and any(self.room(table, me, at) > 0 for at in self.targets(table, me, to))

        def do(table: Table, me: int) -> Asking:
            n = many.low(table, me)
            if several:
                yield from self.moved(table, me, supply(table, me), to, n, n)
                return
            for source in supply(table, me):
                [target] = self.targets(table, me, to)
                n = min(n, table.stock[source], max(0, self.room(table, me, target)))
                if n:
                    table.shift(source, f"{cell(source)[0]}@{target}", n)

        return Effect(can, do)

    def at(self, place: str, me: int) -> str:
        """A place of a seat or of the table, with its owner."""
        return f"{place}.{me}" if self.words.places[place] == "seat" else place

    def here(self, table: Table) -> str:
        """The place on the piece with the power."""
        on = next(name for name, owner in self.words.places.items() if owner == "piece")
        return f"{on}.{table.this}"

    def gain_counters(self, many: Quantity, names: Sequence[str]) -> Effect:
        """Gains on a counter; of several, the owner says how much of each but the last."""

        def do(table: Table, me: int) -> Asking:
            left = many.low(table, me)
            for name in names[:-1]:
                if not left:
                    break
                share = yield from ask(Ask(me, "amount", None, 0, left))
                self.gained(table, me, name, share)
                left -= share
            self.gained(table, me, names[-1], left)

        return Effect(always, do)

    def gained(self, table: Table, me: int, name: str, n: int) -> None:
        """A gain, at the expense of the counter of the table that it comes out of."""
        gained = table.adjust(name, me, n)
        if source := self.words.counters[name][2]:
            table.adjust(source, me, -gained)

    def gain_from(self, many: Quantity, name: str) -> Effect:
        """A gain from one of the opponents who have enough."""

        def those(table: Table, me: int) -> list[int]:
            n = many.low(table, me)
            return [seat for seat in table.others(me) if table.value(name, seat) >= n > 0]

        def do(table: Table, me: int) -> Asking:
            n, options = many.low(table, me), [str(seat) for seat in those(table, me)]
            seat = int((yield from one(me, options)))
            table.adjust(name, seat, -n)
            table.adjust(name, me, n)

        return Effect(lambda table, me: bool(those(table, me)), do)

    def gain_from_each(self, many: Quantity, name: str) -> Effect:
        """A gain from each of the opponents, of as much as there is."""

        def can(table: Table, me: int) -> bool:
            return many.low(table, me) > 0 and any(table.value(name, seat) > 0 for seat in table.others(me))

        def do(table: Table, me: int) -> Asking:
            yield from ()
            most = many.low(table, me)
            for seat in table.others(me):
                n = min(most, table.value(name, seat))
                table.adjust(name, seat, -n)
                table.adjust(name, me, n)

        return Effect(can, do)

    def verb_have(self, many: Quantity, what: str, money: bool) -> Effect:
        """``have $8``."""
        [name] = self.counters_in(what, money) or self.unread(what)

        def do(table: Table, me: int) -> Asking:
            yield from ()
            table.adjust(name, me, many.low(table, me) - table.value(name, me))

        return Effect(always, do)

    def verb_spend(self, many: Quantity, what: str, money: bool) -> Effect:
        """``spend $1``, ``spend any number of energy``."""
        [name] = self.counters_in(what, money) or self.unread(what)
        ranged = many.how in ("up to", "any", "between")

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            return table.value(name, me) >= (max(low, 1) if ranged else low) and high >= 0

        def do(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            n = low
            if ranged:
                most = min(high, table.value(name, me))
                n = yield from ask(Ask(me, "amount", None, min(low, most), most))
                table.counters[table.counter("spent", me)] = n
            table.adjust(name, me, -n)

        return Effect(can, do, Taken(lambda table, me: {name: table.value(name, me)}, "counter"))

    def unread(self, what: str) -> list[str]:
        """Refuse a phrase."""
        raise Unread(what)

    def worlds_in(self, what: str) -> tuple[Quantity, Pieces]:
        """``here``, ``on a rare world``, ``on each rare world``: how many pieces, and of which."""
        if what == "here":
            return self.quantity("1", ""), lambda table, me: [table.pieces[table.this]]
        match = re.fullmatch(r"on (?:(each|all|up to \d+|\d+ or \d+|any number of|\d+) )?(.+)", what)
        pieces = self.things(match[2]).pieces if match else None
        if match is None or pieces is None:
            raise Unread(what)
        return self.quantity({"each": "all", None: "1"}.get(match[1], match[1]), ""), pieces

    def cells_of(self, what: str) -> Things:
        """Fungible things."""
        things = self.things(what)
        if things.cells is None:
            raise Unread(what)
        return things

    def verb_move(self, many: Quantity, what: str, money: bool) -> Effect:
        """``move 1 of its developers to cup``: as many as there are."""
        match = re.fullmatch(r"(.+?)(?: to (.+)| (here))", what)
        if match is None:
            raise Unread(what)
        things, to = self.cells_of(match[1]), match[2] or "here"
        cells = things.cells
        assert cells is not None

        def elsewhere(table: Table, me: int) -> dict[str, int]:
            there = self.targets(table, me, to)
            meant = cells(table, me)
            return {name: n for name, n in meant.items() if any(at != name.partition("@")[2] for at in there)}

        def can(table: Table, me: int) -> bool:
            if self.one_by_one(self.targets(table, me, to)):
                return many.bounds(table, me)[1] > 0 and bool(self.onward(table, me, cells(table, me), to, []))
            return bool(elsewhere(table, me))

        def do(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            there = self.targets(table, me, to)
            if self.one_by_one(there):
                mine = table.open(cells(table, me))
                yield from self.moved(table, me, list(mine), to, min(low, sum(mine.values())), high)
                return
            for name, n in (yield from bag(me, table.open(elsewhere(table, me)), low, high)):
                table.shift(name, f"{cell(name)[0]}@{there[0]}", n)

        taken = things.taken()
        return Effect(can, do, taken._replace(units=elsewhere))

    # -- where to --------------------------------------------------------------------------------------------

    def many_targets(self, to: str) -> bool:
        """Whether the words name several places, or pieces, so that the owner chooses."""
        to = bare(to)
        return to not in ("here", *self.words.places, "selected phase")

    def one_by_one(self, targets: Sequence[str]) -> bool:
        """Whether the owner chooses a place for each thing: of several, or on a piece, where only some fit."""
        return len(targets) != 1 or self.words.places[targets[0].partition(".")[0]] == "piece"

    def targets(self, table: Table, me: int, to: str) -> list[str]:
        """The places that a phrase names, with their owners; none if there is none now."""
        to = bare(to)
        if to == "here":
            return [self.here(table)]
        if to in self.known:
            return self.known_places(table, me, to)
        if set(to.split(" or ")) <= self.words.places.keys():
            return [self.at(place, me) for place in to.split(" or ")]
        pieces = self.things(to).pieces
        if pieces is None:
            raise Unread(to)
        on = self.here(table).partition(".")[0]
        return [f"{on}.{piece.id}" for piece in pieces(table, me)]

    def room(self, table: Table, me: int, place: str) -> int:
        """How much more fits in a place."""
        return MANY

    def onward(
        self, table: Table, me: int, cells: Iterable[str], to: str, moved: Sequence[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The ways to move one more thing, none of those moved before, to a place with room for it."""
        there = [place for place in self.targets(table, me, to) if self.room(table, me, place) > 0]
        arrived = [f"{cell(source)[0]}@{place}" for source, place in moved]
        left = [name for name in cells if table.stock.get(name, 0) > arrived.count(name)]
        return [(name, place) for name in left for place in there if place != name.partition("@")[2]]

    def moved(self, table: Table, me: int, cells: Sequence[str], to: str, low: int, high: int) -> Asking:
        """Things are moved one by one, each to a place of the owner's choice."""
        moved: list[tuple[str, str]] = []
        while len(moved) < high and (options := self.onward(table, me, cells, to, moved)):
            pick = yield from one(me, [*options, *(["done"] if len(moved) >= low else [])])
            if pick == "done":
                return
            source, place = pick
            table.shift(source, f"{cell(source)[0]}@{place}", 1)
            moved.append((source, place))

    def verb_discard(self, many: Quantity, what: str, money: bool) -> Effect:
        """``discard 2 dice in cup``: only if there are so many."""
        things = self.cells_of(what)
        cells = things.cells
        assert cells is not None

        def can(table: Table, me: int) -> bool:
            n = sum(cells(table, me).values())
            return n >= 1 if many.how == "all" else bool(cells(table, me)) and n >= many.low(table, me)

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, table.open(cells(table, me)), *many.bounds(table, me))
            for name, n in pick:
                table.shift(name, f"{cell(name)[0]}@supply", n)
            table.counters[f"discarded.{me}"] = sum(n for _, n in pick)

        return Effect(can, do, things.taken())


def third(verb: str) -> str:
    """``trades``, ``passes``, ``has``."""
    if verb == "have":
        return "has"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
