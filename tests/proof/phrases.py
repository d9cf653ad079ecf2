"""Phrases of the second reading: what they count, and whether they are true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import eq, gt, lt
from typing import ClassVar

from proof.table import Happened, Table, cell
from proof.things import Naming, Things, Unread, bare, printed, shown

Number = Callable[[Table, int], int]
"""A count, from the point of view of a seat."""
Truth = Callable[[Table, int], bool]
"""A condition, from the point of view of a seat."""


ROLES = r"(from|with|on|of|for) (.+?)(?= (?:from|with|on|of|for) |$)"
"""What an event is about."""


OFTEN = r"you (?:have )?(not )?(\w+) (exactly )?(\d+)( or less| or more)? times?(.*)"
"""How often somebody did something."""
QUANTIFIERS: Mapping[str, Callable[[Iterable[object]], bool]] = {
    "an": any,
    "each": all,
    "no": lambda those: not any(those),
}
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {"as many": eq, "more": gt, "fewer": lt}


def seen_from(table: Table, me: int, other: int, holds: Truth) -> bool:
    """Whether something is true from the point of view of another seat; ``you`` in it is still the owner."""
    before, table.owner = table.owner, me
    result = holds(table, other)
    table.owner = before
    return result


class Phrases(Naming):
    """Reads phrases that count, and conditions, with the words of one game."""

    long = False
    """Whether the power that is read acts at the start or end of a round or turn: it asks about all of that."""
    past: ClassVar[Mapping[str, str]] = {}
    """The events that powers can ask about, by the past form of the verb."""

    # -- counts ----------------------------------------------------------------------------------------------

    def count(self, text: str) -> Number:
        """What a phrase counts."""
        text = re.sub(r"^of (?=its )", "", text)
        if re.fullmatch(r"\d+", text):
            return lambda table, me: int(text)
        if match := re.fullmatch(r"opponents?(?: with (.+))?", text):
            return self.opponents_who(match[1])
        if " minus " in text:
            phrase, _, other = text.partition(" minus ")
            more, less = self.count(phrase), self.count(other)
            return lambda table, me: max(0, more(table, me) - less(table, me))
        if match := re.fullmatch(r"(?:the )?smaller of (.+) and (.+)", text):
            first, second = self.count(match[1]), self.count(match[2])
            return lambda table, me: min(first(table, me), second(table, me))
        if match := re.fullmatch(r"triangle of (.+)", text):
            inner = self.count(match[1])
            return lambda table, me: sum(range(inner(table, me) + 1))
        if match := re.fullmatch(r"step of (.+?)(?: from (\d+))?", text):
            inner, start = self.count(match[1]), int(match[2] or 1)
            return lambda table, me: self.steps(inner(table, me), start)
        if match := re.fullmatch(r"different (\w+) (from|with|on|of) which you (\w+)(.*)", text):
            return self.variety(self.words.singular.get(match[1], match[1]), match[2], match[3], match[4].strip())
        if match := re.fullmatch(r"different (\w+) of (.+)", text):
            return self.different(self.words.singular.get(match[1], match[1]), self.things(match[2]))
        if match := re.fullmatch(r"times? (you|opponent|anyone) (\w+.*)", text):
            return self.times_of(match[1], self.times(f"you {match[2]}"))
        match = re.fullmatch(r"(\w+) of (.+)", text)
        prop = self.words.singular.get(match[1], match[1]) if match else ""
        if match and prop in self.words.numeric:
            pieces = self.things(match[2]).pieces
            if pieces is None:
                raise Unread(text)
            return lambda table, me: sum(printed(piece, prop) for piece in pieces(table, me))
        name = re.sub(r"^(the|own) ", "", text)
        name = self.words.singular.get(name, name)
        if name in self.words.counters and name not in self.words.inner:
            return lambda table, me: table.value(name, me)
        if text in self.words.changing and not self.meant(name):
            return lambda table, me: self.changed(table, me, text, 0, None)
        return self.many(self.things(text))

    def opponents_who(self, having: str | None) -> Number:
        """How many opponents there are, or have so much, seen from their seats."""
        if having is None:
            return lambda table, me: len(table.others(me))
        holds = self.condition(f"you have {having}")
        return lambda table, me: sum(seen_from(table, me, other, holds) for other in table.others(me))

    def steps(self, n: int, start: int) -> int:
        """How many of the steps ``start``, ``start + 1`` ... fit in ``n``."""
        fitting = [k for k in range(n + 1) if sum(range(start, start + k)) <= n]
        return max(fitting)

    def different(self, prop: str, things: Things) -> Number:
        """How many different values, or kinds, there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda table, me: len({value for piece in pieces(table, me) for value in shown(piece, prop)})
        cells = things.cells
        assert cells is not None
        return lambda table, me: len({cell(name)[0] for name in cells(table, me)})

    def many(self, things: Things) -> Number:
        """How many things there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda table, me: len(pieces(table, me))
        cells = things.cells
        assert cells is not None
        return lambda table, me: sum(cells(table, me).values())

    def times(self, text: str) -> Number:
        """How many times a seat did something in this phase."""
        match = re.fullmatch(r"you (\w+)(.*)", text)
        if match is None or match[1] not in self.past:
            raise Unread(text)
        fits, long = self.event(self.past[match[1]], match[2].strip()), self.long
        return lambda table, me: sum(event.seat == me and fits(table, me, event) for event in table.happened(long))

    def times_of(self, who: str, counted: Number) -> Number:
        """How many times the owner did something, or all of the others, or anybody."""
        if who == "you":
            return counted
        return lambda table, me: sum(
            counted(table, seat) for seat in (*table.others(me), *([me] if who == "anyone" else []))
        )

    def variety(self, prop: str, role: str, past: str, roles: str) -> Number:
        """With how many different values something happened in this phase."""
        if past not in self.past:
            raise Unread(past)
        fits, long = self.event(self.past[past], roles), self.long

        def found(table: Table, me: int) -> int:
            subjects = [
                event.about[role] for event in table.happened(long) if event.seat == me and fits(table, me, event)
            ]
            return len({value for subject in subjects for value in self.values_of(table, subject, prop)})

        return found

    def values_of(self, table: Table, name: str, prop: str) -> tuple[str, ...]:
        """The values that a piece shows; a kind of fungible thing is its own value."""
        return shown(table.pieces[name], prop) if name in table.pieces else (name,)

    def event(self, name: str, roles: str) -> Callable[[Table, int, Happened], bool]:
        """Whether something that happened is this, about such things: ``from a rare world``, ``with a home die``."""
        names = re.findall(r'"[^"]*"', roles)
        roles = re.sub(r'"[^"]*"', '""', roles)
        tests = []
        for word, text in re.findall(ROLES, roles):
            tests.append((word, self.role(re.sub('""', lambda _: names.pop(0), text))))
        if re.sub(ROLES, "", roles).strip():
            raise Unread(roles)

        def fits(table: Table, me: int, event: Happened) -> bool:
            return event.name == name and all(
                word in event.about and test(table, me, event.about[word]) for word, test in tests
            )

        return fits

    def role(self, text: str) -> Callable[[Table, int, str], bool]:
        """Whether a piece or a kind is as described: only its kind counts, wherever it is and whoever owns it."""
        text, after = self.split(bare(text))
        words = text.split()
        noun = self.meant(words[-1])
        if noun is None:
            raise Unread(text)
        if noun[0] == self.words.stock:
            names = [word.removeprefix("non-") for word in words[:-1] if word not in ("or", "and")]
            if not set(names) <= self.words.stock_kinds:
                raise Unread(text)
            no = bool(words[:-1]) and words[0].startswith("non-")
            return lambda table, me, kind: not names or (kind in names) != no
        kinds = frozenset(self.words.components.get(noun[0], (noun[0],)))
        tests = [self.adjective(group) for group in self.groups(words[:-1])]
        tests += [self.feature(word, rest) for word, rest in after]
        return lambda table, me, id: (
            table.pieces[id].kind in kinds and all(test(table, me, table.pieces[id]) for test in tests)
        )

    # -- conditions ------------------------------------------------------------------------------------------

    def condition(self, text: str) -> Truth:
        """Whether something is true now."""
        if match := re.fullmatch(r"(an|each|no) opponent (.+)", text):
            inner, quantifier = self.condition(f"you {self.of_you(match[2])}"), QUANTIFIERS[match[1]]
            return lambda table, me: quantifier(seen_from(table, me, other, inner) for other in table.others(me))
        if match := re.fullmatch(r"you (have|share) the (most|fewest) (.+)", text):
            return self.most(self.count(match[3]), match[1] == "share", match[2] == "fewest")
        if match := re.fullmatch(r"you have (as many|more|fewer) (.+) (?:as|than) (.+)", text):
            count, compare = self.count(match[2]), COMPARISONS[match[1]]
            if match[3] == "you":
                return lambda table, me: compare(count(table, me), count(table, table.owner))
            other = self.count(match[3])
            return lambda table, me: compare(count(table, me), other(table, me))
        if match := re.fullmatch(r"you have no (.+)", text):
            none = self.count(match[1])
            return lambda table, me: none(table, me) == 0
        if (match := re.fullmatch(OFTEN, text)) and match[2] in self.past:
            return self.how_often(match)
        if (match := re.fullmatch(r"you (?:have )?(not )?(\w+)(.*)", text)) and match[2] in self.past:
            happened, no = self.times(f"you {match[2]}{match[3]}"), bool(match[1])
            return lambda table, me: (happened(table, me) == 0) == no
        if match := re.fullmatch(r"you have (exactly )?(\$?)(\d+)( or less| or more)?(?: (.+))?", text):
            return self.how_many(match)
        if match := re.fullmatch(r"you have (?:the (\w+)|an? (.+))", text):
            there = self.count(match[1] or match[2])
            return lambda table, me: there(table, me) >= 1
        if match := re.fullmatch(r"all (.+) (?:is|are) (.+)", text):
            return self.all_are(match[1], match[2])
        if match := re.fullmatch(r"it is (.+)", text):
            return self.it_is(match[1])
        raise Unread(text)

    def how_often(self, match: re.Match[str]) -> Truth:
        """``you have traded exactly 2 times``, ``you have not traded 2 times``: fewer."""
        no, often, n = bool(match[1]), self.times(f"you {match[2]}{match[6]}"), int(match[4])
        if match[3]:
            return lambda table, me: often(table, me) == n
        if match[5] == " or less":
            return lambda table, me: often(table, me) <= n
        return lambda table, me: (often(table, me) < n) == no

    def of_you(self, said: str) -> str:
        """What is said of another seat, as it would be said of you."""
        return re.sub("^shares ", "share ", re.sub("^has ", "have ", said))

    def how_many(self, match: re.Match[str]) -> Truth:
        """``exactly 3 worlds``, ``3 or less dice``, ``$2``."""
        counted, n = self.count(self.words.sign if match[2] else match[5]), int(match[3])
        if match[1]:
            return lambda table, me: counted(table, me) == n
        if match[4] == " or less":
            return lambda table, me: counted(table, me) <= n
        return lambda table, me: counted(table, me) >= n

    def all_are(self, subject: str, complement: str) -> Truth:
        """``all worlds with the highest cost is own``: of any player, and there is at least one."""
        pieces = self.things(f"every {subject}").pieces
        groups = self.groups(bare(complement).split())
        own, tests = ["own"] in groups, [self.adjective(group) for group in groups if group != ["own"]]
        if pieces is None:
            raise Unread(subject)

        def found(table: Table, me: int) -> bool:
            meant = pieces(table, me)
            fits = [all(test(table, me, piece) for test in tests) and (piece.owner == me or not own) for piece in meant]
            return bool(meant) and all(fits)

        return found

    def it_is(self, text: str) -> Truth:
        """``it is a rare world with cost 2 or more``."""
        before, after = self.split(bare(text))
        noun = self.meant(before.split()[-1])
        if noun is None:
            raise Unread(text)
        kinds = frozenset(self.words.components.get(noun[0], (noun[0],)))
        tests = [self.adjective(group) for group in self.groups(before.split()[:-1])]
        tests += [self.feature(word, rest) for word, rest in after]
        return lambda table, me: (
            table.pieces[table.it].kind in kinds and all(test(table, me, table.pieces[table.it]) for test in tests)
        )

    def most(self, counted: Number, share: bool, fewest: bool) -> Truth:
        """Whether a seat has more (or less) of something than all others, or ties with the best of them."""

        def found(table: Table, me: int) -> bool:
            others = [counted(table, seat) for seat in table.others(me)]
            best = min(others) if fewest else max(others)
            mine = counted(table, me)
            return mine == best if share else (mine < best if fewest else mine > best)

        return found
