"""The light check, which covers everything about a log that can be judged without its game.

It is as strict as possible without rules. Every line must be canonical and have the fields of its kind. Marks and the
end must be where the round counter requires them, with the right line count, root and table digest. Picks must fit
their forms, results must follow from the revealed secrets, scores must add up, and the best score must win. The light
check cannot tell whether play was legal, or whether the figures match the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.audit.line_check import ALWAYS, Checks, LineCheck, fold_start
from rftg_dsl.log.audit.line_difference import Mismatch, word_illegal_choice
from rftg_dsl.log.format.budget import steps_to_copy
from rftg_dsl.log.format.kinds import RESULTS, WHOLE
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.record import Record, line_of

Rank = tuple[int, list[int]]

AWAITED = frozenset(("do", "seat", "sign"))


class Light(LineCheck):
    """The state of a light check in progress."""

    kinds = WHOLE

    def __init__(self, log: Log) -> None:
        super().__init__(log, fold_start(log))
        seed = self.randomness.seed
        self.chance = Seeded(seed, log.head["game"]) if seed is not None else None
        self.last: Any = None
        self.before = "head"
        self.at = 0
        self.counted: dict[str, int] = {}
        self.results = 0

    def check_attestation(self, record: Record) -> None:
        """Check that a record not produced by the rules either follows a mark or occurs where a decision is awaited."""
        super().check_attestation(record)
        if self.ended or self.may == self.kinds.at["over"]:
            return
        # After a seat has given up, the game may continue in any way.
        if record.get("does", "sits") != "sits":
            self.before, self.may = "mark", self.kinds.at["midway"]
        elif self.before != "mark":
            self.may = AWAITED

    def check_result(self, record: Record) -> None:
        """Check that results are possible and, if the secrets have been revealed, that the results follow from them."""
        self.before = "rnd"
        label, domain, results = record["label"], record["domain"], record["result"]
        self.check_label(label)
        members = self.members_of(record["from"], domain, len(results)) if "from" in record else range(domain)
        if self.chance is not None:
            # A draw copies its pool, and every line of a log may draw from a large place, so charge for the copy.
            self.folded.spend(steps_to_copy(members) * ("from" in record))
            draws = self.chance.draws(label, members, len(results)) if "from" in record else None
            expected = list(self.chance.rolls(label, domain, len(results)) if draws is None else draws)
            if results != expected:
                raise self.damage_for("the result does not follow from the revealed secrets", expected, results)
        elif "from" in record:
            self.check_possible_draw(results, record["from"], members)
        elif not all(type(result) is int and 0 <= result < domain for result in results):
            raise self.damage_for("impossible result", None, results)
        else:
            self.dice.count_results(domain, results)

    def check_possible_draw(self, results: Sequence[Any], source: Any, members: Sequence[Any]) -> None:
        if isinstance(source, str):
            holds = all(self.folded.where.get(each) == source for each in results)
        else:
            holds = set(results) <= set(members)
        if not holds:
            raise self.damage_for("impossible result", None, results)
        if len(set(results)) != len(results):
            raise self.damage_for("a result was drawn twice", None, results)

    def check_label(self, label: str) -> None:
        """Check that labels number the results for each round, seat and purpose without gaps."""
        at, seat, _, nth = label.split("/")
        now = self.folded.counters[self.head["stretch"][1]]
        if at != str(now) or (seat != "table" and int(seat) >= self.players):
            raise self.damage_for(
                "a label must have the form ROUND/SEAT/PURPOSE/NUMBER, with the current round", now, label
            )
        if now != self.at:
            self.at, self.counted = now, {}
        # With a seed, the labels determine the results, so a host who could skip labels could choose among results.
        what = label[: -len(nth)]
        expected = self.counted.get(what, 0)
        if nth != str(expected):
            raise self.damage_for(
                "the number in a label must count the results of its round, seat and purpose", expected, label
            )
        self.counted[what] = expected + 1
        self.results += 1
        if self.results > RESULTS:
            raise self.damage_for("the log has too many results", RESULTS)

    def members_of(self, source: Any, domain: int, times: int) -> Sequence[Any]:
        members = self.folded.pieces.get(source, []) if isinstance(source, str) else source
        if len(members) != domain:
            raise self.damage_for("the domain must equal the number of items drawn from", domain, source)
        if members is source and len(set(members)) != len(members):
            raise self.damage_for("the items drawn from must all differ", None, source)
        if times > domain:
            raise self.damage_for("more items were drawn than there are", domain, times)
        listed: Sequence[Any] = members
        return listed

    def check_decision(self, record: Record) -> None:
        if self.may is AWAITED:
            self.may = self.kinds.at["midway"]
        self.before = "do"
        if record["seat"] >= self.players:
            raise self.damage_for("this seat does not exist", f"0 to {self.players - 1}", record["seat"])
        form, pick = record["form"], record["pick"]
        if not FITS[form[0]](pick, *form[1:]):
            raise self.damage_for("the pick does not match its form", form, pick)
        if "stood" in record:
            self.stood.append(Mismatch(self.tree.size + 1, "", None, pick, word_illegal_choice(record["name"])))

    def check_run(self, record: Record) -> None:
        self.before = "run"

    def check_mark(self, record: Record) -> None:
        self.before = "mark"
        super().check_mark(record)
        self.last = record["figures"]
        ranks = self.ranks_in(self.last)
        if "end" in self.last:
            self.check_outcome(self.last["end"], ranks)
            self.may = self.kinds.at["over"]

    def check_end(self, record: Record) -> None:
        super().check_end(record)
        if line_of(record["figures"]) != line_of(self.last):
            raise self.damage_for("the end must have the same figures as the last mark", None, None)

    def ranks_in(self, figures: Record) -> list[Rank]:
        if len(figures["seats"]) != self.players:
            raise self.damage_for("the figures must include every seat", self.players)
        return [self.rank_of(seat) for seat in figures["seats"]]

    def rank_of(self, seat: Record) -> Rank:
        score, ties = seat["score"], seat["tie_break"]
        if "total" not in score:
            raise self.damage_for("every seat must have a score with a total", None, score)
        total: int = score["total"]
        if sum(score.values()) != 2 * total:  # the total itself is among the values
            raise self.damage_for("the lines of a score do not add up to its total", sum(score.values()) - total, total)
        return total, ties if isinstance(ties, list) else [ties]

    def check_outcome(self, end: Record, ranks: Sequence[Rank]) -> None:
        """Check that the best rank wins, that the seats sharing the highest total are tied, and that the final scores
        are the totals."""
        totals = [total for total, _ in ranks]
        best, highest = max(ranks), max(totals)
        led = [seat for seat, total in enumerate(totals) if total == highest]
        for key, reason, expected in (
            (
                "winners",
                "the winners must be the seats with the best score",
                [seat for seat, rank in enumerate(ranks) if rank == best],
            ),
            ("scores", "the final scores must be the totals of the seats", totals),
            ("tied", "the tied seats must be all those with the highest total", led if len(led) > 1 else []),
        ):
            if end[key] != expected:
                raise self.damage_for(reason, expected, end[key])

    checks: ClassVar[Checks] = {
        **ALWAYS,
        "seat": check_attestation,
        "sign": check_attestation,
        "rnd": check_result,
        "do": check_decision,
        "run": check_run,
        "mark": check_mark,
        "end": check_end,
    }


def can_be_one(pick: Any, n: int) -> bool:
    return type(pick) is str


def can_be_some(pick: Any, low: int, high: int, n: int) -> bool:
    return type(pick) is list and low <= len(pick) <= high <= n and len(set(pick)) == len(pick)


def can_be_bag(pick: Any, low: int, high: int, n: int) -> bool:
    return type(pick) is dict and low <= sum(pick.values()) <= high <= n


def can_be_amount(pick: Any, low: int, high: int) -> bool:
    return type(pick) is int and low <= pick <= high


FITS: Mapping[str, Callable[..., bool]] = {
    "one": can_be_one,
    "some": can_be_some,
    "bag": can_be_bag,
    "amount": can_be_amount,
}


def check_light(log: Log) -> Light:
    return Light(log).run(log)
