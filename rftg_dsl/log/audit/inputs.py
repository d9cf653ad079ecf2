"""Serves the inputs in a log to a game that is played again: chance results, decisions, and records beside the game.

Everything else in a log follows from these. The game asks for each input when it needs it, so the inputs are read a
little ahead of the comparison with the log; only lines that the rules produce are skipped on the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Form, Pick
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.log.audit.dice_fairness import Dice
from rftg_dsl.log.audit.line_difference import OTHER_DECISION, SHORT, Mismatch, identity_of
from rftg_dsl.log.format.read_log import read_record
from rftg_dsl.log.format.record import Record, decode_json, naming_of
from rftg_dsl.log.format.records import read_canonical

RUN = '{"fx":'
"""The beginning of canonical ``run`` records."""

BESIDE = ('{"does":', '{"k":')
"""The beginnings of canonical records that the rules do not produce: ``seat``, and ``share``, ``sign`` and
``reveal``."""

IMPOSSIBLE = "impossible result"


class EndOfInputs(Exception):
    """The log has no more inputs."""


class Inputs:
    """Reads inputs from the lines of a log. It is a source of chance for the results in the log.

    The inputs begin after the first ``opening`` lines. After the last line, results come from ``then`` if it is given.
    """

    def __init__(self, lines: Iterable[str], opening: int, layout: Layout, then: Chance | None = None) -> None:
        self.number = opening
        """The number of lines read so far."""
        self.layout = layout
        self.then = then
        self.dice = Dice()
        self._rest = islice(lines, opening, None)
        self._next: str | None = None

    def skip_to(self, number: int) -> bool:
        """Skip lines up to this line number. Return False if the log has fewer lines."""
        while self.number < number and self._peek() is not None:
            self._advance()
        return self.number >= number

    def take_beside(self, kinds: Collection[str]) -> Iterator[tuple[str, Record]]:
        """Take the next lines that the rules do not produce, as long as their records are of these ``kinds``."""
        while (line := self._peek()) is not None and line.startswith(BESIDE):
            record = read_canonical(line, self.number + 1)
            if record["k"] not in kinds:
                return
            self._advance()
            yield line, record

    def take_decision(self, asked: Decision) -> tuple[Pick, Record]:
        """Take the answer to a question, and the last fields of its record. The answer may be illegal.

        Raise ``EndOfInputs`` if the log ends here, and ``Mismatch`` if it has anything but an answer to this question.
        """
        record = tail_of(self._take_input(), self.number)
        if (record.get("seat"), record.get("name")) != (asked.seat, asked.name):
            expected = {"seat": asked.seat, "name": asked.name}
            raise Mismatch(self.number, asked.rule, expected, identity_of(record), OTHER_DECISION)
        return naming_of(self.layout).read_pick(asked.form, record.get("pick")), record

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        self._skip_run()
        if self.then is not None and self._peek() is None:
            return self.then.rolls(label, domain, times)
        results = self._take_results(label, domain, times, range(domain))
        self.dice.count_results(domain, results)
        return results

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        self._skip_run()
        if self.then is not None and self._peek() is None:
            return self.then.draws(label, domain, times)
        drawn = self._take_results(label, len(domain), times, domain)
        if len(set(drawn)) != times:
            raise self._make_mismatch(f"{times} different results", drawn, "a result was drawn twice")
        return drawn

    def _take_results(self, label: str, size: int, times: int, possible: Collection[int]) -> Sequence[int]:
        record = read_record(self._take_input(), self.number)
        result = record.get("result")
        if record["k"] != "rnd" or record.get("label") != label:
            expected = {"k": "rnd", "label": label}
            raise self._make_mismatch(expected, identity_of(record), "a chance result is expected here")
        if not isinstance(result, list) or len(result) != times:
            raise self._make_mismatch(f"{times} results", result, "wrong number of results")
        numbers = [value if type(value) is int else self._piece_of(value) for value in result]
        if any(number not in possible for number in numbers):
            raise self._make_mismatch(f"{size} results", result, IMPOSSIBLE)
        return numbers

    def _skip_run(self) -> None:
        """Skip a record of what the rules did before the next result. No other record can stand between two inputs."""
        if (line := self._peek()) is not None and line.startswith(RUN):
            self._advance()

    def _piece_of(self, name: Any) -> int:
        return self.layout.piece.get(name, -1) if isinstance(name, str) else -1

    def _make_mismatch(self, expected: Any, actual: Any, reason: str) -> Mismatch:
        return Mismatch(self.number, "", expected, actual, reason)

    def _take_input(self) -> str:
        if self._peek() is None:
            raise EndOfInputs
        return self._advance()

    def _peek(self) -> str | None:
        # Read no line before it is needed, because it may be damaged, and the lines before it are judged first.
        if self._next is None:
            self._next = next(self._rest, None)
        return self._next

    def _advance(self) -> str:
        line, self._next = self._peek(), None
        assert line is not None
        self.number += 1
        return line


def tail_of(line: str, number: int) -> Record:
    """Return the fields that follow ``fx`` in a ``do`` record, without parsing ``fx``."""
    # Keys are sorted, so ``form`` and ``fx`` come first and the rest is short. The whole line is compared later anyway.
    text = line[line.rfind('"k":"do"') :]
    try:
        return short_tail(text) if len(text) <= SHORT else read_tail(text)
    except ValueError:
        return read_record(line, number)


def read_tail(text: str) -> Record:
    record = decode_json("{" + text)
    return record if isinstance(record, dict) else {}


# Cached, because logs often repeat the same answer to the same question.
short_tail = lru_cache(2048)(read_tail)


def sample_answers(form: Form) -> list[Pick]:
    """Return up to eight answers that a form accepts, or none if there are more than 200, which would be slow to
    list."""
    return form.listed()[:8] if form.count() <= 200 else []
