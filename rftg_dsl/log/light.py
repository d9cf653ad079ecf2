"""The light check: everything about a log that can be judged without its game.

It is as strict as a reader without rules can be: every line is canonical and has the fields of its kind; marks and the
end come where the count of rounds says, with the right number of lines, root and digest of the table; picks fit their
forms; results follow from what was revealed; scores add up and the winners have the best. What it cannot know: whether
play was legal, and whether the figures are those of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.budget import copied
from rftg_dsl.log.check import EITHER, LATE, Kinds, LineCheck, fold_start
from rftg_dsl.log.randomness import is_hex
from rftg_dsl.log.read import Log
from rftg_dsl.log.record import FIELDS, LABEL, LARGEST, RESULTS, TEXT, Record, is_one, line_of


class Light(LineCheck):
    """A light check on its way through a log."""

    fields = FIELDS

    def __init__(self, log: Log) -> None:
        super().__init__(log, fold_start(log))
        seed = self.randomness.seed
        self.chance = Seeded(seed, log.head["game"]) if seed is not None else None
        self.last: Any = None
        """The figures of the last mark."""
        self.at = 0
        self.counted: dict[str, int] = {}
        """How many results there have been in this round, by seat and purpose."""
        self.results = 0
        """How many there have been in all."""

    def drawn(self, record: Record) -> None:
        """Results are possible, and those that follow from what was revealed."""
        label, domain, results = record["label"], record["domain"], record["result"]
        self.labelled(label)
        if type(domain) is not int or not 1 <= domain <= MOST_FACES or not isinstance(results, list) or not results:
            raise self.damaged("this is not a result of chance", None, results)
        if len(results) > MOST_RESULTS:
            raise self.damaged("there are too many results", MOST_RESULTS, len(results))
        if not IDS.issuperset(map(type, results)):
            raise self.damaged("impossible result", None, results)
        members = self.members(record["from"], domain, len(results)) if "from" in record else range(domain)
        if self.chance is not None:
            self.folded.spend(copied(members) * ("from" in record))
            draws = self.chance.draws(label, members, len(results)) if "from" in record else None
            expected = list(self.chance.rolls(label, domain, len(results)) if draws is None else draws)
            if results != expected:
                raise self.damaged("the result does not follow from what was revealed", expected, results)
        elif not self.holds(record.get("from"), members, results):
            raise self.damaged("impossible result", None, results)
        elif "from" not in record:
            self.dice.rolled(domain, results)
        elif len(set(results)) != len(results):
            raise self.damaged("a result was drawn twice", None, results)

    def holds(self, source: Any, members: Sequence[Any], results: Sequence[Any]) -> bool:
        """Whether each result is among what was drawn from, or is a face of a die."""
        if isinstance(source, str):
            return all(self.folded.where.get(one) == source for one in results)
        known = members if isinstance(members, range) else set(members)
        return all(one in known for one in results)

    def labelled(self, label: Any) -> None:
        """Labels count the results of each round, seat and purpose, without a gap."""
        match = LABEL.fullmatch(label) if isinstance(label, str) and len(label) <= TEXT else None
        now = self.folded.counters.get(self.head["stretch"][1])
        if (
            match is None
            or int(match["at"]) != now
            or (match["seat"] != "table" and int(match["seat"]) >= self.players)
        ):
            raise self.damaged("a label is ROUND/SEAT/PURPOSE/NUMBER, of this round", now, label)
        if now != self.at:
            self.at, self.counted = now, {}
        expected = self.counted.get(match["what"], 0)
        if int(match["nth"]) != expected:
            raise self.damaged("labels count the results of each round, seat and purpose", expected, label)
        self.counted[match["what"]] = expected + 1
        self.results += 1
        if self.results > RESULTS:
            raise self.damaged("the log has too many results", RESULTS)

    def members(self, source: Any, domain: int, times: int) -> Sequence[Any]:
        """What a draw is from: the pieces in a place, or those listed."""
        members = self.folded.pieces.get(source, []) if isinstance(source, str) else source
        if not isinstance(members, list) or len(members) != domain:
            raise self.damaged("the domain is not as large as what was drawn from", domain, source)
        if times > domain or (members is source and not IDS.issuperset(map(type, members))):
            raise self.damaged("more was drawn than there is", domain, times)
        return members

    def decided(self, record: Record) -> None:
        """A pick fits its form, as far as that says."""
        if type(record["seat"]) is not int or not 0 <= record["seat"] < self.players:
            raise self.damaged("there is no such seat", f"0 to {self.players - 1}", record["seat"])
        if type(record["name"]) is not str or ("secret" in record and not is_one(record["secret"])):
            raise self.damaged("a decision has a name, and is secret or not")
        form = record["form"]
        if not is_form(form):
            raise self.damaged("this is not a form", sorted(FORMS), form)
        fits = FORMS[form[0]][1]
        if not fits(record["pick"], *form[1:]):
            raise self.damaged("the pick does not fit its form", form, record["pick"])

    def ran(self, record: Record) -> None:
        """Something happens in it."""
        if not record["fx"]:
            raise self.damaged("nothing happens in this record")

    def marked(self, record: Record) -> None:
        """The figures of a mark have all scores, and it has a digest of the state, which needs rules to be checked."""
        super().marked(record)
        if not is_hex(record["state"]):
            raise self.damaged("the digest of the state is not one", None, record["state"])
        self.scored(record["figures"])
        self.last = record["figures"]
        if "end" in self.last:
            self.may = LATE

    def finished(self, record: Record) -> None:
        """The end has the figures of the last mark, and the winners have the best scores."""
        super().finished(record)
        figures = record["figures"]
        if line_of(figures) != line_of(self.last):
            raise self.damaged("the end has the figures of the last mark", None, None)
        ranks = self.scored(figures)
        end = figures.get("end")
        end = end if isinstance(end, dict) else {}
        highest = max(ranks)
        best = [seat for seat, rank in enumerate(ranks) if rank == highest]
        for key, reason, expected in (
            ("winners", "those with the best score win", best),
            ("scores", "the final scores are those of the seats", [total for total, _ in ranks]),
        ):
            if line_of(end.get(key)) != line_of(expected):
                raise self.damaged(reason, expected, end.get(key))

    def scored(self, figures: Any) -> list[tuple[int, list[int]]]:
        """Each seat's total, which its lines add up to, and its tie-break."""
        seats = figures.get("seats") if isinstance(figures, dict) else None
        if not isinstance(seats, list) or len(seats) != self.players:
            raise self.damaged("the figures do not have every seat", self.players)
        return [self.rank(seat) for seat in seats]

    def rank(self, seat: Any) -> tuple[int, list[int]]:
        """The total of a seat, and its tie-break."""
        score = seat.get("score") if isinstance(seat, dict) else None
        if not isinstance(score, dict) or not NUMBERS.issuperset(map(type, score.values())) or "total" not in score:
            raise self.damaged("a seat has no score with its total", None, score)
        total: int = score["total"]
        if sum(score.values()) != 2 * total:
            raise self.damaged("the lines of a score do not add up to its total", sum(score.values()) - total, total)
        ties = seat.get("tie_break")
        ties = ties if isinstance(ties, list) else [ties]
        if not NUMBERS.issuperset(map(type, ties)):
            raise self.damaged("the tie-break of a seat is not made of numbers", None, ties)
        return total, ties

    kinds: ClassVar[Kinds] = {**EITHER, "rnd": drawn, "do": decided, "run": ran, "mark": marked, "end": finished}


IDS = frozenset((str, int))
NUMBERS = frozenset((int,))
"""The types of what picks and results consist of, and of points; true and false are neither."""

MOST_FACES = 65_536
"""Maximum possible results of one throw."""
MOST_RESULTS = 10_000
"""Maximum results of one record that are computed again."""


def fits_one(pick: Any, n: int) -> bool:
    """One of ``n`` answers."""
    return n >= 1 and type(pick) in (str, int)


def fits_some(pick: Any, low: int, high: int, n: int) -> bool:
    """From ``low`` to ``high`` of ``n``, each once."""
    if not isinstance(pick, list) or not IDS.issuperset(map(type, pick)):
        return False
    return 0 <= low <= len(pick) <= high and len(pick) <= n and len(set(pick)) == len(pick)


def fits_bag(pick: Any, low: int, high: int, n: int) -> bool:
    """From ``low`` to ``high`` of ``n`` things, some of them alike."""
    if not isinstance(pick, dict) or not all(type(one) is int and 1 <= one <= LARGEST for one in pick.values()):
        return False
    return 0 <= low <= sum(pick.values()) <= min(high, n)


def fits_amount(pick: Any, low: int, high: int) -> bool:
    """A number from ``low`` to ``high``."""
    return type(pick) is int and low <= pick <= high


FORMS: Mapping[str, tuple[int, Callable[..., bool]]] = {
    "one": (1, fits_one),
    "some": (3, fits_some),
    "bag": (3, fits_bag),
    "amount": (2, fits_amount),
}
"""The kinds of forms: how many numbers follow, and which picks fit them."""


def is_form(form: Any) -> bool:
    """Whether this is a form: its kind, and the numbers that belong to it."""
    if type(form) is not list or not form or type(form[0]) is not str or form[0] not in FORMS:
        return False
    return len(form) == 1 + FORMS[form[0]][0] and NUMBERS.issuperset(map(type, form[1:]))


def check_light(log: Log) -> Light:
    """Check all lines; ``Damaged`` at the first one with something wrong."""
    return Light(log).run(log)
