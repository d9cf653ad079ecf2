"""A second reading of powers, written from the pages on the language alone: it shares no code with the program.

It reads a sentence with regular expressions and says when it comes up, what it asks and what becomes of the table,
which it sees as plain data with names. It refuses what it does not know, so that the proof cannot pass by reading
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from proof.powers import MANY, Effect, Power, Quantity
from proof.table import Asking, Happened, Piece, Table, one
from proof.things import Unread, bare
from proof.verbs import Verbs, third
from proof.words import Words

LIMITS = {"once": 1, "twice": 2}
LAST = 100 * MANY
"""The rank of what comes after all changes of a number."""
EXACT = 50 * MANY
"""The rank of what sets a number: after what adds to it or takes off it."""
RANKS = {"first": -1, "last": 1}


class Reader(Verbs):
    """Reads the sentences of one game; a game's reader adds its verbs and events."""

    made = Power("", "")
    """The power that is just read."""
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
        self.read: dict[tuple[str, str], Power] = {}
        """Printed powers that were read, by their id and text."""
        self.sorted: dict[str, set[str]] = {}
        """The sorts of powers that were asked for, by their text."""

    # -- sorts of powers -------------------------------------------------------------------------------------

    sorts_of_events: ClassVar[Mapping[str, str | Mapping[str, str]]] = {}
    """The phase of each event, or its phase by the kind of piece."""
    sorts_of_numbers: ClassVar[Mapping[str, str | Mapping[str, str]]] = {}
    """The sort of a power that changes each number, or allows something, or that sort by the kind of piece."""
    also: ClassVar[Mapping[str, str]] = {}
    """The phase to which a sort belongs that is not one."""

    def sorts(self, piece: Piece) -> set[str]:
        """The sorts of the powers of a piece."""
        return {sort for text in piece.printed["powers"] for sort in self.sorts_of(text)}

    def sorts_of(self, text: str) -> set[str]:
        """The sorts of a power: what it does, and the phases it belongs to."""
        text = bare(re.sub(r'"[^"]*"', '""', text))
        if text in self.sorted:
            return self.sorted[text]
        head, _, rest = text.partition(": ")
        last = text.rpartition(": ")[2]
        sorts: set[str] = set()
        if match := re.search(r"until end of \w+, (.+)", text):
            sorts = self.sorts_of(match[1])
        elif match := re.fullmatch(r"(.+?) (?:may|cannot) be (.+)", last):
            act = re.match(r"[a-z ]+?(?= of )", match[1])
            about = match[1] if match[2] != "changed" else match[1].partition(" of ")[2]
            sorts = self.by_kind(self.sorts_of_numbers, act[0] if act and match[2] == "changed" else match[2], about)
        elif match := re.match(rf"({'|'.join(self.by_length())})(?: (?:of|with|for|on|against) ([^:,]+))?[:,]", text):
            sorts = self.by_kind(self.sorts_of_numbers, match[1], match[2] or "")
        elif last.startswith("score "):
            sorts = {"score"}
        else:
            for each, verb in re.findall(r"(?:^|, )(?:may |or |(each opponent) |opponents )?([a-z]+)", last):
                sorts.add(self.base(verb) if each else verb)
        if match := re.match(r"at (?:start|end) of (\w+)", head):
            sorts.add(match[1])
        elif head.partition(",")[0] in self.words.phases and rest:
            sorts.add(head.partition(",")[0])
        elif text.startswith("when "):
            moment = head.removeprefix("when ").partition(",")[0]
            name = self.trigger(moment)[0]
            sorts |= self.by_kind(self.sorts_of_events, name, moment)
        self.sorted[text] = sorts | {self.also[sort] for sort in sorts if sort in self.also}
        return self.sorted[text]

    def by_kind(self, table: Mapping[str, str | Mapping[str, str]], name: str, text: str) -> set[str]:
        """The sorts of a name, for the kinds of pieces in a text, or for all."""
        sort = table.get(name, "")
        if isinstance(sort, str):
            return {sort} if sort else set()
        said = [self.words.singular.get(word, word) for word in re.findall(r"[a-z-]+", text)]
        return {sort[kind] for kind in said if kind in sort} or set(sort.values())

    def verb_use(self, many: Quantity, what: str, money: bool) -> Effect:
        """``use 1 development of opponents``: one power of the same moment that says nothing of its own piece."""
        pieces, mine = self.things(what).pieces, self.made
        if pieces is None:
            raise Unread(what)

        def usable(table: Table, me: int) -> dict[str, tuple[str, Power]]:
            options: dict[str, tuple[str, Power]] = {}
            for there in [piece for piece in pieces(table, me) if piece.id != table.this]:
                for nth, text in enumerate(there.printed["powers"]):
                    power, id = self.of_piece(there, nth), f"{there.printed['id']}/{nth + 1}"
                    own = re.search(r"\b(this|here|uses?)\b", re.sub(r'"[^"]*"', "", text))
                    if id not in options and not own and alike(power, mine) and can_use(table, me, there.id, power):
                        options[id] = there.id, power
            return options

        def can_use(table: Table, me: int, piece: str, power: Power) -> bool:
            before, table.this = table.this, piece
            result = power.left(table, me) and power.usable(table, me)
            table.this = before
            return result

        def do(table: Table, me: int) -> Asking:
            there = usable(table, me)
            piece, power = there[(yield from one(me, list(there)))]
            before, table.this = table.this, piece
            power.use_up(table, me)
            yield from power.carried_out(table, me)
            table.this = before

        return Effect(lambda table, me: bool(usable(table, me)), do)

    # -- sentences -------------------------------------------------------------------------------------------

    def power(self, text: str, id: str) -> Power:
        """A sentence."""
        made, self.long = Power(id, text), False
        self.made = made
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
        if match := re.fullmatch(r"(.+) (may|cannot) be ([a-z ]+)", parts[-1][0]):
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
                made.whoever = self.condition(f"you {self.of_you(match[1])}")
            else:
                if phrase.startswith("may "):
                    made.may = True
                made.price.append(self.effect(phrase.removeprefix("may ")))

    # -- moments ---------------------------------------------------------------------------------------------

    def moment(self, made: Power, phrase: str, parts: int) -> bool:
        """Whether a sentence begins with its moment, which is then noted."""
        if match := re.fullmatch(r"at (start|end) of (\w+)", phrase):
            made.moment, made.point = "window", f"{match[1]} of {match[2]}"
            self.long = match[2] not in self.words.phases
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
                lambda table, me, event: (
                    (who == "anyone" or (event.seat == me) == (who == "you")) and fits(table, me, event)
                ),
            )
        subject, _, verb = text.rpartition(" ")
        if verb not in self.events:
            raise Unread(text)
        every = re.search(r"(^| )every ", subject) is not None
        test = self.described(re.sub(r"(^| )(own|every) ", r"\1", subject))
        return self.events[
            verb
        ], lambda table, me, event: (every or event.seat == me) and test(table, me, event.about["it"])

    def event_of(self, who: str, past: str | None, verb: str) -> str:
        """The name of the event with this form of its verb."""
        if past:
            if f"have {past}" in self.events.values():
                return f"have {past}"
            raise Unread(past)
        if (said := third(verb) if who == "you" else verb) in self.events:  # what pieces do: you complete
            return self.events[said]
        base = verb if who == "you" else next((form for form in self.events if third(form) == verb), "")
        if base not in self.events:
            raise Unread(verb)
        return self.events[base]

    def about_event(self, name: str, text: str) -> Callable[[Table, int, Happened], bool]:
        """Whether an event is about such things: an object, or roles such as ``from a rare world``."""
        if text and not re.match(r"(from|with|on|of|for) ", text):
            test = self.described(text)
            return lambda table, me, event: event.name == name and test(table, me, event.about["it"])
        return self.event(name, text)

    def described(self, text: str) -> Callable[[Table, int, str], bool]:
        """Whether a piece is as described: ``another rebel world with cost 4 or more``."""
        text = bare(text)
        if match := re.fullmatch(r"(.*)\bgoods? on (.+)", text):  # a good counts as what it lies on
            text = match[1] + match[2]
        before, after = self.split(text)
        words, nouns = self.nouns_in(before.split())
        noun = self.meant(nouns[0])
        if noun is None:
            raise Unread(text)
        kinds = frozenset(kind for name in nouns for kind in self.kinds_of(name))
        tests = [self.adjective(group) for group in self.groups(words)]
        tests += [self.feature(word, rest) for word, rest in after]
        return lambda table, me, id: (
            table.pieces[id].kind in kinds and all(test(table, me, table.pieces[id]) for test in tests)
        )

    # -- changed numbers -------------------------------------------------------------------------------------

    def of_piece(self, piece: Piece, nth: int) -> Power:
        """A power that a piece shows."""
        text, id = piece.printed["powers"][nth], f"{piece.printed['id']}/{nth + 1}"
        if (id, text) not in self.read:
            self.read[id, text] = self.power(text, id)
        return self.read[id, text]

    def own_changes(self, piece: Piece, name: str) -> list[Power]:
        """The powers that change a number of their own piece, which is not in play yet."""
        texts = piece.printed["powers"]
        powers = [self.of_piece(piece, nth) for nth, text in enumerate(texts) if re.search(r"\bthis\b.*: ", text)]
        return [power for power in powers if power.moment == "number" and power.number == name and not power.price]

    def changed(self, table: Table, me: int, name: str, base: int, about: Piece | str | None) -> int:
        """A number after the powers in play of a seat, and those of the piece itself if it is not in play."""
        powers = [
            (power, table.this)
            for owner, power in table.active
            if owner == me and power.moment == "number" and power.number == name and not power.price
        ]
        if isinstance(about, Piece) and about.place != self.words.active:
            powers += [(power, about.id) for power in self.own_changes(about, name)]
        before = table.this
        for power, table.this in sorted(powers, key=lambda pair: pair[0].rank):
            base = power.change(table, me, base, about)
        table.this = before
        return base

    def subject(self, text: str) -> Callable[[Table, int, Piece | str], bool]:
        """Whether a changed number belongs to a piece, or to a kind of fungible thing."""
        text = re.sub(r" in \w+$", "", bare(text))
        noun = self.meant(text.partition(" on ")[0].split()[-1])
        if noun and noun[0] == self.words.stock and " on " in text:
            text = text.partition(" on ")[2]
        elif noun and noun[0] == self.words.stock:
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
        text, made.rank = said[0], made.rank * MANY
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
        made.rank = EXACT if how == "exactly" and not made.rank else made.rank
        made.rank -= (edge or 0) if how == "less" else 0
        return made

    def permission(self, made: Power, subject: str, allowed: bool, act: str) -> Power:
        """``goods on this world cannot be traded``: what one power forbids, none allows."""
        made.moment = "number"
        if act == "changed":
            made.number, _, subject = subject.partition(" of ")
            made.about, made.keeps, made.rank = self.subject(subject), True, LAST
            return made
        made.number, made.about = act, self.subject(subject)
        made.changes = lambda table, me, base: (base or 1) if allowed else -1
        if act in self.opened:  # a number that exists only for what powers are about; this changes nothing, or all
            made.number, made.opens = self.opened[act], allowed
            made.changes = lambda table, me, base: base if allowed else MANY
        return made

    opened: ClassVar[Mapping[str, str]] = {}
    """What opens a number for the things that a power is about."""

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


def alike(power: Power, other: Power) -> bool:
    """Whether two powers come up at the same moment."""
    return (power.moment, power.point) == (other.moment, other.point)


def phrases(text: str) -> list[str]:
    """The phrases of a part; those that only finish the one before stay with it."""
    result: list[str] = []
    for phrase in text.split(", "):
        if result and re.fullmatch(r"rounded (up|down)|not (above|below) \d+|\d+ less", phrase):
            result[-1] += f", {phrase}"
        else:
            result.append(phrase)
    return result
