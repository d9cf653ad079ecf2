"""Compares a log with the lines that the rules produce, and describes how the first wrong line differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rftg_dsl.log.account.event_words import cause_id_of
from rftg_dsl.log.format.read_log import DamagedLog, read_record
from rftg_dsl.log.format.record import line_of

SHORT = 300

OTHER_RECORD = "a different record is expected here"
OTHER_DECISION = "a different decision is expected here"


class Mismatch(Exception):
    """The first line in a log that differs from the line that the rules produce."""

    def __init__(self, line: int, rule: str, expected: Any, found: Any, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.expected = expected
        self.verdict = {"line": line, "rule": rule, "expected": expected, "found": found, "reason": reason}


def compare_lines(expected: Iterable[str], found: Iterator[str]) -> list[str]:
    """Compare lines that are expected with the lines of a log, and return those that the log does not have yet.

    Raise ``Mismatch`` at the first line of the log that is not as expected.
    """
    number, missing = 0, []
    try:
        for number, (line, logged) in enumerate(zip_longest(expected, found), 1):
            if line == logged:
                continue
            if logged is None:
                missing.append(line)
            elif line is None:
                raise Mismatch(number, "", None, shorten_line(logged), "the log should end here")
            else:
                raise mismatch_between(number, line, logged)
    except (Mismatch, DamagedLog) as wrong:
        # On the way to a chance result, a line that the rules produce is skipped. If it is left over, it is the first
        # wrong line.
        if wrong.line > number + 1 and (left := next(found, None)) is not None:
            identity = identity_of(read_record(left, number + 1))
            raise Mismatch(number + 1, "", wrong.expected, identity, OTHER_RECORD) from None
        raise
    return missing


def word_illegal_choice(question: str) -> str:
    return f"{question}: illegal choice"


def shorten_line(line: str) -> str:
    return line if len(line) <= SHORT else line[: SHORT - 3] + "..."


def identity_of(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in ("k", "seat", "name", "label", "pick") if key in record}


def mismatch_between(number: int, expected_line: str, found_line: str) -> Mismatch:
    """Return the first difference between two lines. If an event differs, include the rule or power that caused it."""
    record = read_record(found_line, number)
    expected = read_record(expected_line, number)
    if line_of(record) != found_line:
        return Mismatch(number, "", "canonical form", shorten_line(found_line), "the line is not in canonical form")
    if expected["k"] != record["k"]:
        return Mismatch(number, "", identity_of(expected), identity_of(record), OTHER_RECORD)
    expected_fx, found_fx = events_of(expected), events_of(record)
    for index, (wanted, actual) in enumerate(zip(expected_fx, found_fx, strict=False)):
        if wanted != actual:
            return Mismatch(number, cause_id_of(wanted), wanted, actual, f"event {index + 1} in the record differs")
    if len(expected_fx) != len(found_fx):
        longer = expected_fx if len(expected_fx) > len(found_fx) else found_fx
        extra = longer[min(len(expected_fx), len(found_fx))]
        if longer is expected_fx:
            return Mismatch(number, cause_id_of(extra), extra, None, "an event is missing")
        return Mismatch(number, cause_id_of(extra), None, extra, "unexpected extra event")
    path, wanted, actual = locate_difference(expected, record)
    return Mismatch(number, "", {path: wanted}, {path: actual}, f"{path.split()[0]!r} differs")


MISSING = "(missing)"


def locate_difference(expected: Any, actual: Any) -> tuple[str, Any, Any]:
    """Return the path to the innermost difference between two JSON values (``figures seats 0 vp``), and the values at
    that path."""
    path: list[str] = []
    while True:
        if isinstance(expected, dict) and isinstance(actual, dict):
            key: Any = min(members_of(expected) ^ members_of(actual))[0]
            expected, actual = expected.get(key, MISSING), actual.get(key, MISSING)
        elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
            key = next(nth for nth, value in enumerate(expected) if line_of(value) != line_of(actual[nth]))
            expected, actual = expected[key], actual[key]
        else:
            return " ".join(path), expected, actual
        path.append(str(key))


def members_of(value: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The key-value pairs of an object. Values are encoded as JSON, so that ``true`` is not equal to ``1``."""
    return {(key, line_of(member)) for key, member in value.items()}


def events_of(record: Mapping[str, Any]) -> Sequence[Any]:
    events = record.get("fx", ())
    return events if isinstance(events, list) else ()
