"""A second reading of powers, written from docs/language.md alone: it shares no code with the program.

It reads a sentence with regular expressions and says when it comes up, what it asks and what becomes of the table,
which it sees as plain data with names. It refuses what it does not know, so that the proof cannot pass by reading
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from proof.phrases import Number, Phrases, Things, Truth, Unread
from proof.table import Ask, Asking, Happened, Piece, Table, ask, bag, cell, one
from proof.words import Words

MANY = 999
"""More than there can be of anything."""
DECLINE = "decline"

QUANTITY = r"(\$\d+|\d+ or \d+|up to \d+|any number of|all|\d+)(?: of)?(?= |$)"
LIMITS = {"once": 1, "twice": 2}
RANKS = {"first": -1, "last": 1}


class Quantity(NamedTuple):
    """How many: from ``low``, which is counted when it is needed, to ``high``."""

    how: str
    low: Number
    high: int | None = None
    """None: exactly ``low``."""

    def bounds(self, table: Table, me: int) -> tuple[int, int]:
        """The fewest and the most."""
        low = self.low(table, me)
        return low, low if self.high is None else self.high


Units = Callable[[Table, int], Mapping[str, int]]
"""How many there are of each thing that a price can be paid with."""


class Effect(NamedTuple):
    """Something a power does."""

    can: Truth
    do: Callable[[Table, int], Asking]
    units: Units | None = None
    """What it takes; None if it takes nothing."""
    many: Quantity | None = None
    text: str = ""
    who: str = "own"

    @property
    def takes(self) -> int:
        """The plain number of things it takes; 0 if it takes another amount, or nothing."""
        plain = self.many is not None and self.many.how == "exact" and self.units is not None
        return self.many.low(EMPTY, 0) if plain and self.many else 0

    def possible(self, table: Table, me: int) -> bool:
        """Whether the owner can do it, or any of the opponents who are to do it."""
        return any(self.can(table, seat) for seat in self.seats(table, me))

    def seats(self, table: Table, me: int) -> Sequence[int]:
        """Who does it, in order."""
        return [me] if self.who == "own" else table.others(me)

    def carried_out(self, table: Table, me: int, paid: bool = False) -> Asking:
        """Each of the seats does it that can."""
        for seat in self.seats(table, me):
            if paid or self.can(table, seat):
                yield from self.do(table, seat)


def always(table: Table, me: int) -> bool:
    """True."""
    return True


class Power:
    """A sentence as the second reading understands it."""

    def __init__(self, id: str, text: str) -> None:
        self.id = id
        self.text = text
        self.moment = "immediate"
        """``immediate``, ``window``, ``offer``, ``event``, ``number`` or ``score``."""
        self.point = ""
        """``end of ship``, ``assign``, or the name of the event."""
        self.fits: Callable[[Table, int, Happened], bool] = lambda table, me, one: True
        """Whether something that happens is what it waits for."""
        self.conditions: list[Truth] = []
        self.rank = 0
        self.limit = 0
        self.period = ""
        self.may = False
        self.price: list[Effect] = []
        self.effects: list[Effect] = []
        self.choices: list[list[Effect]] = []
        self.whoever: Truth | None = None
        self.lasting: Power | None = None
        self.until = ""
        """The period at whose end it is over, if another power begins it; of that power, the same."""
        self.number = ""
        """The number it changes."""
        self.about: Callable[[Table, int, Piece | str], bool] | None = None
        self.changes: Callable[[Table, int, int], int] = lambda table, me, base: base
        self.total: Number = lambda table, me: 0

    def holds(self, table: Table, me: int) -> bool:
        """Whether its conditions are true."""
        return all(one(table, me) for one in self.conditions)

    def left(self, table: Table, me: int) -> bool:
        """Whether a seat can still use it in this period."""
        return not self.limit or table.used.get((self.id, me), 0) < self.limit

    def usable(self, table: Table, me: int) -> bool:
        """Whether its conditions hold, its price can be paid, and it would do something."""
        return self.holds(table, me) and self.payable(table, me) and self.useful(table, me)

    def payable(self, table: Table, me: int) -> bool:
        """Whether every part of the price can be paid, with different things."""
        parts = [(one.takes, one.units(table, me)) for one in self.price if one.takes and one.units]
        return all(one.possible(table, me) for one in self.price) and enough(parts)

    def useful(self, table: Table, me: int) -> bool:
        """Whether one of the effects could be carried out; of alternatives, one of any of them."""
        if self.whoever or self.lasting:
            return True
        rows = self.choices or [self.effects]
        return any(one.possible(table, me) for row in rows for one in row)

    def react(self, table: Table, me: int) -> Asking:
        """What becomes of it at its moment."""
        if not self.left(table, me) or not self.holds(table, me):
            return
        if self.may and self.moment != "offer":
            if not self.usable(table, me):
                return
            if (yield from one_of(me, [self.id, DECLINE])) == DECLINE:
                return
        self.use_up(table, me)
        yield from self.carried_out(table, me)

    def use_up(self, table: Table, me: int) -> None:
        """Count a use."""
        table.periods[self.id] = self.period
        table.used[self.id, me] = table.used.get((self.id, me), 0) + 1

    def carried_out(self, table: Table, me: int) -> Asking:
        """The price is paid, then its effects happen."""
        for part in self.price:
            yield from part.carried_out(table, me, paid=True)
        if self.lasting:
            table.active = [*table.active, (me, self.lasting)]
        elif self.choices:
            named = {f"{self.id}#{nth}": row for nth, row in enumerate(self.choices, 1)}
            options = [name for name, row in named.items() if any(one.possible(table, me) for one in row)]
            for effect in named[(yield from one_of(me, options))] if options else ():
                yield from effect.carried_out(table, me)
        else:
            doers = [me]
            if self.whoever:
                doers = [seat for seat in (me, *table.others(me)) if self.whoever(table, seat)]
            for seat in doers:
                for effect in self.effects:
                    yield from effect.carried_out(table, seat)

    def change(self, table: Table, me: int, base: int, about: Piece | str | None) -> int:
        """The number it changes, after the change."""
        if self.about is not None and (about is None or not self.about(table, me, about)):
            return base
        return self.changes(table, me, base) if self.holds(table, me) else base


def one_of(seat: int, options: Sequence[str]) -> Asking:
    """One of these words."""
    return (yield from one(seat, options))


def enough(parts: Sequence[tuple[int, Mapping[str, int]]]) -> bool:
    """Whether every part can be paid with different things, found by trying."""
    due = [dict(units) for n, units in parts for _ in range(n)]
    taken: dict[str, int] = {}

    def paid(nth: int) -> bool:
        if nth == len(due):
            return True
        for thing, there in due[nth].items():
            if taken.get(thing, 0) < there:
                taken[thing] = taken.get(thing, 0) + 1
                if paid(nth + 1):
                    return True
                taken[thing] -= 1
        return False

    return paid(0)


class Reader(Phrases):
    """Reads the sentences of one game; a game's reader adds its verbs and events."""

    events: ClassVar[Mapping[str, str]] = {}
    """The form of the verb after ``you`` (or after a piece) for each event: its name."""

    def __init__(self, words: Words, sides: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(words)
        self.sides = sides
        """What each side shows, by its id."""
        self.sides_of: dict[str, list[str]] = {}
        """The sides of each component."""
        for id in sides:
            self.sides_of.setdefault(id.partition(".")[0], []).append(id)
        self.known: dict[tuple[str, str], Power] = {}
        """Printed powers that were read, by their id and text."""

    # -- sentences -------------------------------------------------------------------------------------------

    def power(self, text: str, id: str) -> Power:
        """A sentence."""
        made = Power(id, text)
        names = re.findall(r'"[^"]*"', text)
        masked = [phrases(part) for part in re.sub(r'"[^"]*"', '""', text).split(": ")]
        parts = [[re.sub('""', lambda _: names.pop(0), phrase) for phrase in part] for part in masked]
        if not self.moment(made, parts[0][0], len(parts)):
            return self.rest(made, parts)
        first, *others = parts
        self.before(made, first[1:])
        if made.moment == "number":
            return self.number_changed(made, others)
        return self.rest(made, others)

    def rest(self, made: Power, parts: list[list[str]]) -> Power:
        """The prices and effects after the moment."""
        for nth, part in enumerate(parts):
            if part[0].startswith("until end of "):
                made.until = part[0].removeprefix("until end of ")
                inner = ": ".join([", ".join(part[1:]), *(", ".join(more) for more in parts[nth + 1 :])])
                made.lasting = self.power(inner, f"{made.id}~")
                made.lasting.rank, made.lasting.until = made.lasting.rank or made.rank, made.until
                return made
            if nth + 1 < len(parts):
                self.before(made, part)
        if match := re.fullmatch(r"(.+) (may|cannot) be (\w+)", parts[-1][0]):
            return self.permission(made, match[1], match[2] == "may", match[3])
        if parts[-1][0].startswith("score "):
            return self.score(made, parts[-1])
        rows: list[list[Effect]] = [[]]
        for phrase in parts[-1]:
            if phrase.startswith("or ") and made.choices is not None:
                rows.append([])
            phrase = phrase.removeprefix("or ")
            if phrase.startswith("may "):
                made.may = True
                phrase = phrase.removeprefix("may ")
            if phrase.startswith("if "):
                made.conditions.append(self.condition(phrase.removeprefix("if ")))
            elif match := re.fullmatch(r"(once|twice) per (\w+)", phrase):
                made.limit, made.period = LIMITS[match[1]], match[2]
            else:
                rows[-1].append(self.effect(phrase))
        if len(rows) > 1 or self.choosing:
            made.choices = rows
        else:
            made.effects = rows[0]
        self.choosing = False
        return made

    choosing = False
    """Whether ``choose one`` was read."""

    def before(self, made: Power, said: Sequence[str]) -> None:
        """Phrases before a colon: conditions, limits, an order, a price."""
        for phrase in said:
            if phrase.startswith("if "):
                made.conditions.append(self.condition(phrase.removeprefix("if ")))
            elif match := re.fullmatch(r"(once|twice) per (\w+)", phrase):
                made.limit, made.period = LIMITS[match[1]], match[2]
            elif phrase in RANKS:
                made.rank = RANKS[phrase]
            elif phrase == "choose one":
                self.choosing = True
            elif match := re.fullmatch(r"whoever (.+)", phrase):
                made.whoever = self.condition(f"you {re.sub('^has ', 'have ', re.sub('^shares ', 'share ', match[1]))}")
            else:
                if phrase.startswith("may "):
                    made.may = True
                made.price.append(self.effect(phrase.removeprefix("may ")))

    # -- moments ---------------------------------------------------------------------------------------------

    def moment(self, made: Power, phrase: str, parts: int) -> bool:
        """Whether a sentence begins with its moment, which is then noted."""
        if match := re.fullmatch(r"at (start|end) of (\w+)", phrase):
            made.moment, made.point = "window", f"{match[1]} of {match[2]}"
        elif phrase.startswith("when "):
            made.moment = "event"
            made.point, made.fits = self.trigger(phrase.removeprefix("when "))
        elif parts > 1 and phrase in self.words.phases:
            made.moment, made.point = "offer", phrase
        elif parts > 1 and (
            match := re.fullmatch(rf"({'|'.join(self.by_length())})(?: (?:of|with|for|on|against) (.+))?", phrase)
        ):
            made.moment, made.number = "number", match[1]
            made.about = self.subject(match[2]) if match[2] else None
        else:
            return False
        return True

    def by_length(self) -> list[str]:
        """The numbers that powers can change, longer names first."""
        return sorted(self.words.changing, key=len, reverse=True)

    def trigger(self, text: str) -> tuple[str, Callable[[Table, int, Happened], bool]]:
        """The name of the event, and whether something that happened is meant."""
        if match := re.fullmatch(r"(you|opponent|anyone) (?:(?:have|has) (\w+)|(\w+))(.*)", text):
            name = self.event_of(match[1], match[2], match[3])
            fits = self.about_event(name, match[4].strip())
            who = match[1]
            return (
                name,
                lambda table, me, one: (who == "anyone" or (one.seat == me) == (who == "you")) and fits(table, me, one),
            )
        subject, _, verb = text.rpartition(" ")
        if verb not in self.events:
            raise Unread(text)
        every = re.search(r"(^| )every ", subject) is not None
        test = self.described(re.sub(r"(^| )(own|every) ", r"\1", subject))
        return self.events[verb], lambda table, me, one: (every or one.seat == me) and test(table, me, one.about["it"])

    def event_of(self, who: str, past: str | None, verb: str) -> str:
        """The name of the event with this form of its verb."""
        if past:
            if f"have {past}" in self.events.values():
                return f"have {past}"
            raise Unread(past)
        base = verb if who == "you" else next((one for one in self.events if third(one) == verb), "")
        if base not in self.events:
            raise Unread(verb)
        return self.events[base]

    def about_event(self, name: str, text: str) -> Callable[[Table, int, Happened], bool]:
        """Whether an event is about such things: an object, or roles such as ``from a rare world``."""
        if text and not re.match(r"(from|with|on|of) ", text):
            test = self.described(text)
            return lambda table, me, one: one.name == name and test(table, me, one.about["it"])
        return self.event(name, text)

    def described(self, text: str) -> Callable[[Table, int, str], bool]:
        """Whether a piece is as described: ``another rebel world with cost 4 or more``."""
        before, after = self.split(re.sub(r"\b(a|an|the) ", "", text))
        noun = self.meant(before.split()[-1])
        if noun is None:
            raise Unread(text)
        kinds = frozenset(self.words.components.get(noun[0], (noun[0],)))
        tests = [self.adjective(group) for group in self.groups(before.split()[:-1])]
        tests += [self.feature(word, rest) for word, rest in after]
        return lambda table, me, id: (
            table.pieces[id].kind in kinds and all(test(table, me, table.pieces[id]) for test in tests)
        )

    # -- changed numbers -------------------------------------------------------------------------------------

    def subject(self, text: str) -> Callable[[Table, int, Piece | str], bool]:
        """Whether a changed number belongs to a piece, or to a kind of fungible thing."""
        text = re.sub(r"\b(a|an|the) ", "", text)
        noun = self.meant(text.partition(" on ")[0].split()[-1])
        if noun and noun[0] == self.words.stock:
            kinds = self.role(text)
            return lambda table, me, about: isinstance(about, str) and kinds(table, me, about)
        if noun and noun[2] and " on " in text:  # goods on this world
            above, _, below = text.partition(" on ")
            text = " ".join([*above.split()[:-1], *below.split()])
        fits = self.described(text)
        return lambda table, me, about: isinstance(about, Piece) and fits(table, me, about.id)

    def number_changed(self, made: Power, parts: list[list[str]]) -> Power:
        """``2 less, not below 2``."""
        said = parts[0]
        for phrase in said[1:]:
            made.conditions.append(self.condition(phrase.removeprefix("if ")))
        text = said[0]
        if text == "any number":
            made.changes = lambda table, me, base: MANY
            return made
        match = re.fullmatch(r"(\d+) (more|less|exactly)(?: per (.+?))?(?:, not (?:below|above) (\d+))?", text)
        if match is None:
            raise Unread(text)
        by = self.amount(f"{match[1]} per {match[3]}" if match[3] else match[1])
        how, edge = match[2], int(match[4]) if match[4] else None

        def changed(table: Table, me: int, base: int) -> int:
            n = by(table, me)
            if how == "exactly":
                return n
            after = base + n if how == "more" else base - n
            if edge is None:
                return after
            return max(base, min(after, edge)) if how == "more" else min(base, max(after, edge))

        made.changes = changed
        return made

    def permission(self, made: Power, subject: str, allowed: bool, act: str) -> Power:
        """``goods on this world cannot be traded``: what one power forbids, none allows."""
        made.moment, made.number, made.about = "number", act, self.subject(subject)
        made.changes = lambda table, me, base: (base or 1) if allowed else -1
        return made

    # -- scores ----------------------------------------------------------------------------------------------

    def score(self, made: Power, said: Sequence[str]) -> Power:
        """``score 2 per own rare world, or 1 per own genes world``."""
        made.moment = "score"
        rows = [re.sub(r"^(or )?(score )?", "", phrase) for phrase in said]
        if len(rows) == 1:
            made.total = self.amount(rows[0])
            return made
        read = [re.fullmatch(r"(\d+) per (.+)", row) for row in rows]
        pieces = [(int(row[1]), self.things(row[2]).pieces) for row in read if row]
        if len(pieces) != len(rows) or not all(of for _, of in pieces):
            raise Unread(made.text)

        def total(table: Table, me: int) -> int:
            first: dict[str, int] = {}
            for n, of in pieces:
                assert of is not None
                for piece in of(table, me):
                    first.setdefault(piece.id, n)
            return sum(first.values())

        made.total = total
        return made

    # -- amounts ---------------------------------------------------------------------------------------------

    def amount(self, text: str) -> Number:
        """``2``, ``1 per 2 own worlds, rounded up, not above 3``."""
        match = re.fullmatch(
            r"(\d+)(?: per (?:(\d+) )?(.+?)(?:, rounded (up|down))?(?:, (\d+) less)?(?:, not above (\d+))?)?", text
        )
        if match is None:
            raise Unread(text)
        n = int(match[1])
        if match[3] is None:
            return lambda table, me: n
        each, up, less, most = int(match[2] or 1), match[4] == "up", int(match[5] or 0), int(match[6] or MANY)
        inner = self.count(match[3]) if match[3] != "$" else self.count(self.words.sign)

        def found(table: Table, me: int) -> int:
            counted = inner(table, me)
            return min(most, max(0, n * ((counted + each - 1) // each if up else counted // each) - less))

        return found

    # -- effects ---------------------------------------------------------------------------------------------

    def effect(self, text: str) -> Effect:
        """Something a power does."""
        match = re.fullmatch(r"(?:(each opponent|opponents?|you) )?(.+)", text)
        assert match is not None
        who, said = ("own" if match[1] in (None, "you") else "others"), match[2]
        if match[1] == "each opponent":
            first, _, rest = said.partition(" ")
            said = f"{self.base(first)} {rest}".strip()
        if fixed := self.fixed(said):
            return fixed._replace(text=said, who=who)
        verb, _, rest = said.partition(" ")
        read = getattr(self, f"verb_{verb}", None)
        if read is None:
            raise Unread(text)
        match = re.match(QUANTITY, rest)
        rest = rest[match.end() :].strip() if match else rest
        what, _, per = rest.partition(" per ")
        if rest.startswith("per "):
            what, per = "", rest.removeprefix("per ")
        every = not match and re.match(r"every ", rest)
        many = self.quantity(match[1] if match else "all" if every else "1", per)
        found: Effect = read(many, what, bool(match and match[1].startswith("$")))
        return found._replace(many=many, text=said, who=who)

    def fixed(self, said: str) -> Effect | None:
        """A verb of several fixed words; None for any other."""
        return None

    idioms: tuple[str, ...] = ()
    """The first words of verbs of several fixed words."""

    def base(self, verb: str) -> str:
        """The plain form of ``gains``, ``draws``."""
        known = [name.removeprefix("verb_") for name in dir(self) if name.startswith("verb_")]
        found = [name for name in (*known, *self.idioms) if third(name) == verb]
        if not found:
            raise Unread(verb)
        return found[0]

    def quantity(self, text: str, per: str) -> Quantity:
        """``2``, ``1 or 2``, ``up to 3``, ``any number of``, ``all``, each maybe per something."""
        if text == "all":
            return Quantity("all", lambda table, me: MANY)
        if text == "any number of":
            return Quantity("any", lambda table, me: 0, MANY)
        if match := re.fullmatch(r"up to (\d+)", text):
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
        if match := re.fullmatch(r"(.*?) ?from an opponent", what):
            [name] = self.counters_in(match[1], money)
            return self.gain_from(many, name)
        if names := self.counters_in(what, money):
            return self.gain_counters(many, names)
        match = re.fullmatch(r"(?:(\S+) )?(\S+) (?:to ([\w-]+)|(here))", what)
        if match is None or (match[1] or "") not in {*self.words.stock_kinds, ""}:
            raise Unread(what)
        kind = match[1] or next(iter(self.words.stock_kinds))
        place = match[3]

        def do(table: Table, me: int) -> Asking:
            yield from ()
            target = f"{kind}@{self.at(place, me)}" if place else f"{kind}@{self.here(table)}"
            n = min(many.low(table, me), table.stock.get(f"{kind}@supply", 0))
            if n:
                table.shift(f"{kind}@supply", target, n)

        return Effect(always, do)

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

        return Effect(can, do, lambda table, me: {name: table.value(name, me)})

    def unread(self, what: str) -> list[str]:
        """Refuse a phrase."""
        raise Unread(what)

    def cells_of(self, what: str) -> Things:
        """Fungible things."""
        found = self.things(what)
        if found.cells is None:
            raise Unread(what)
        return found

    def verb_move(self, many: Quantity, what: str, money: bool) -> Effect:
        """``move 1 of its developers to cup``: as many as there are."""
        match = re.fullmatch(r"(.+) to (.+)", what)
        if match is None:
            raise Unread(what)
        things, place = self.cells_of(match[1]), match[2]
        cells = things.cells
        assert cells is not None

        def can(table: Table, me: int) -> bool:
            return bool(cells(table, me)) and bool(self.target(table, me, place))

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, cells(table, me), *many.bounds(table, me))
            for name, n in pick:
                table.shift(name, f"{cell(name)[0]}@{self.target(table, me, place)}", n)

        return Effect(can, do, cells)

    def target(self, table: Table, me: int, place: str) -> str:
        """The place that a phrase names, with its owner; empty if there is none now."""
        if place == "here":
            return self.here(table)
        if place not in self.words.places:
            raise Unread(place)
        return self.at(place, me)

    def verb_discard(self, many: Quantity, what: str, money: bool) -> Effect:
        """``discard 2 dice in cup``: only if there are so many."""
        cells = self.cells_of(what).cells
        assert cells is not None

        def can(table: Table, me: int) -> bool:
            n = sum(cells(table, me).values())
            return n >= 1 if many.how == "all" else bool(cells(table, me)) and n >= many.low(table, me)

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, cells(table, me), *many.bounds(table, me))
            for name, n in pick:
                table.shift(name, f"{cell(name)[0]}@supply", n)

        return Effect(can, do, cells)


def each(pieces: Callable[[Table, int], list[Piece]]) -> Units:
    """One of each of these pieces."""
    return lambda table, me: dict.fromkeys([piece.id for piece in pieces(table, me)], 1)


EMPTY = Table(1, {}, {}, {}, {}, {}, ())
"""No table: plain numbers need none."""


def phrases(text: str) -> list[str]:
    """The phrases of a part; those that only finish the one before stay with it."""
    found: list[str] = []
    for phrase in text.split(", "):
        if found and re.fullmatch(r"rounded (up|down)|not (above|below) \d+|\d+ less", phrase):
            found[-1] += f", {phrase}"
        else:
            found.append(phrase)
    return found


def third(verb: str) -> str:
    """``trades``, ``passes``, ``has``."""
    if verb == "have":
        return "has"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
