"""Audit: runs the inputs of a log through the rules again and compares every line.

A log is ``valid`` if the rules give every line; ``invalid`` if a line differs, and the first one is named; ``unknown``
if something needed is missing: the end of the log, content with that digest, a game, a known format version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, evolve, frozen

from rftg_dsl.compile.rules import Rules
from rftg_dsl.diagnostic import Rejected, Unusable
from rftg_dsl.editions import check_option_players, check_options
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Form, Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library, library
from rftg_dsl.log.gc_pause import gc_paused
from rftg_dsl.log.integrity import check_light
from rftg_dsl.log.read import Damaged, Log, Missing, read_log, read_record
from rftg_dsl.log.record import Record, line_of, parsed
from rftg_dsl.log.recorder import Recorder, head_of, rules_of
from rftg_dsl.log.write import InMemory
from rftg_dsl.sets import SetFolder, read_set
from rftg_dsl.shelf import find_box, find_game, find_package, installed_packages, is_expansion, with_packages

Word = Literal["valid", "invalid", "unknown"]

DECIDED, DRAWN = '{"form":', '{"domain":'
"""How canonical lines of decisions and chance results begin; a line that begins otherwise differs anyway."""

LIGHTLY = "events, digests and links are consistent; the legality of play was not checked"
"""The reason given for a log that passes the light check."""

SHORT = 300
"""Maximum characters of a line shown in a verdict."""


@frozen
class Verdict:
    """The result of an audit, with the first line that differs from what the rules give."""

    log: str
    verdict: Word
    complete: bool = False
    randomness: str = "unknown"
    """``proven``: recomputed from the seed; ``recorded``: possible, but only written down; ``unknown``: not checked."""
    line: int | None = None
    rule: str = ""
    expected: Any = None
    found: Any = None
    reason: str = ""

    def plain(self) -> dict[str, Any]:
        """The verdict as data."""
        return asdict(self)


Finder = Callable[[Mapping[str, Any]], Library]
"""Finds the library for a head; raises ``Missing`` if there is none with its digests."""


class Mismatch(Exception):
    """The first line that differs from what the rules give."""

    def __init__(self, line: int, rule: str, expected: Any, found: Any, reason: str) -> None:
        super().__init__(reason)
        self.verdict = {"line": line, "rule": rule, "expected": expected, "found": found, "reason": reason}


def audit_file(path: Path, extra: Sequence[Path] = (), light: bool = False) -> Verdict:
    """The verdict on a log on disk; ``Unusable`` if it cannot be read."""
    return judged(str(path), lambda: read_log(path), finder(extra), light)


def judged(name: str, read: Callable[[], Log], find: Finder, light: bool = False) -> Verdict:
    """The verdict on the log that ``read`` returns."""
    blank = Verdict(name, "unknown")
    try:
        log = read()
        blank = evolve(blank, complete=log.complete)
        with gc_paused():
            randomness = check_light(log) if light else check_full(log, find(log.head))
    except Damaged as wrong:
        return evolve(
            blank,
            verdict="invalid",
            line=wrong.line,
            reason=wrong.reason,
            expected=wrong.expected,
            found=wrong.found,
            rule=wrong.rule,
        )
    except Mismatch as wrong:
        return evolve(blank, verdict="invalid", **wrong.verdict)
    except Missing as missing:
        return evolve(blank, reason=str(missing))
    blank = evolve(blank, randomness=randomness)
    sound = "is consistent" if light else "is correct"
    if log.torn:
        return evolve(blank, line=len(log.lines) + 1, reason=f"the last line is torn off; everything before it {sound}")
    if not log.complete:
        return evolve(blank, line=len(log.lines), reason=f"the game is unfinished; everything so far {sound}")
    return evolve(blank, verdict="valid", reason=LIGHTLY if light else "")


# -- finding the rules -----------------------------------------------------------------------------------------


def finder(extra: Sequence[Path] = ()) -> Finder:
    """Finds libraries among the shipped sets and those in ``extra`` folders, each loaded once.

    Shipped sets are found without being named. ``Rejected`` if one of the folders is not a set.
    """
    loaded: dict[str, Library] = {}
    sets = [read_extra(folder) for folder in extra if folder.exists() or not is_expansion(str(folder))]

    def find(head: Mapping[str, Any]) -> Library:
        same_rules(head)
        chosen = content_options(head)
        key = line_of({"edition": head["edition"], "game": head["game"], "options": chosen, "sets": head["sets"]})
        if key not in loaded:
            loaded[key] = find_library(head, sets)
        return same_digests(loaded[key], head)

    return find


def same_rules(head: Mapping[str, Any]) -> None:
    """Check that the log was played with this program's rules; ``Missing`` if not."""
    try:
        game = find_game(head["game"])
        packages = [one for one in map(find_package, head["rules"]) if one and one.game == game.name]
    except Unusable as error:
        raise Missing(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    installed, logged = rules_of(with_packages(game, packages)), head["rules"]
    for name in sorted({*installed, *logged}):
        if installed.get(name) != logged.get(name):
            here = f"version {installed[name]}" if name in installed else "none"
            there = f"version {logged[name]}" if name in logged else "none"
            raise Missing(f"the rules of {name!r} differ: the log has {there}, this program has {here}")


def content_options(head: Mapping[str, Any]) -> dict[str, str]:
    """The options of a head that change the content; the game judges the others."""
    options = {key: value for key, value in head["options"].items() if isinstance(value, str)}
    box = find_box(head["game"])
    return {key: value for key, value in options.items() if box.differences({key: value})}


def read_extra(folder: Path) -> SetFolder:
    """An extra set, read from its folder; ``Rejected`` if the folder is not a set."""
    found, wrong = read_set(folder)
    if found is None:
        raise Rejected(wrong)
    return found


def find_library(head: Mapping[str, Any], sets: Sequence[SetFolder]) -> Library:
    """The installed library that a head names, with the extra sets that the game was played with."""
    try:
        known = {*find_box(head["game"]).expansions, *installed_packages()}
        named = [str(one.get("id")) for one in head["sets"] if isinstance(one, dict)]
        shipped: list[str | Path] = [one for one in named if one in known and one in head["digests"]]
        extra = [*shipped, *(one.folder for one in sets if one.game == head["game"] and one.id in head["digests"])]
        return library(head["game"], head["edition"] or None, extra, content_options(head))
    except Unusable as error:
        raise Missing(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    except Rejected as error:
        raise Missing(f"the content has mistakes: {error}") from None


def same_digests(found: Library, head: Mapping[str, Any]) -> Library:
    """The library, if its digests are those of the log; ``Missing`` if not."""
    for part, logged in head["digests"].items():
        loaded = found.digests.get(part)
        if loaded is None:
            raise Missing(f"the game was played with the set {part!r}, which is missing; add --with DIR")
        if loaded != logged:
            raise Missing(f"the content of {part!r} differs from the log's (different digest)")
    for part in found.digests:
        if part not in head["digests"]:
            raise Missing(f"the game was played without the set {part!r}")
    return found


# -- the full audit --------------------------------------------------------------------------------------------


class FromLog:
    """Chance results taken from a log, until it ends."""

    def __init__(self) -> None:
        self.next: tuple[int, Record] | None = None

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """The results recorded in the log, if they are possible."""
        return self._take(label, domain, times, range(domain))

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The members recorded in the log, if they can be drawn."""
        found = self._take(label, len(domain), times, domain)
        if len(set(found)) != times:
            raise self._wrong(f"{times} different results", "a result was drawn twice")
        return found

    def _wrong(self, expected: str, reason: str) -> Mismatch:
        assert self.next is not None
        number, record = self.next
        return Mismatch(number, "", expected, record.get("result"), reason)

    def _take(self, label: str, size: int, times: int, possible: Sequence[int]) -> Sequence[int]:
        if self.next is None:
            raise Ended
        number, record = self.next
        result = record.get("result")
        if record.get("k") != "rnd" or record.get("label") != label:
            raise Mismatch(
                number, "", {"k": "rnd", "label": label}, shown_record(record), "a chance result was expected here"
            )
        if not isinstance(result, list) or len(result) != times:
            raise self._wrong(f"{times} results", "wrong number of results")
        numbers = [one if type(one) is int else self.number(one) for one in result]
        if any(one not in possible for one in numbers):
            raise self._wrong(f"results out of {size}", "impossible result")
        self.next = None
        self.advance()
        return numbers

    number: Callable[[Any], int]
    advance: Callable[[], None]


class Ended(Exception):
    """The log has no further inputs."""


class Auditor(Observer):
    """Runs the inputs of one log and compares line by line."""

    def __init__(self, log: Log, found: Library) -> None:
        self.log = log
        self.inputs = self._inputs()
        self.at = 0
        self.sink = InMemory()
        self.compared = 0
        self.seen = 0
        head = log.head
        rules = self._rules(found)
        self.recorded = FromLog() if head["randomness"] == "recorded" else None
        chance: Chance = self.recorded or Seeded(head["seed"], head["game"])
        options = {key: value for key, value in head["options"].items() if isinstance(value, str)}
        try:
            check_options(found.model.words, options)
            check_option_players(found.model.words, options, head["players"])
            self.play = rules.start(chance, options)
        except Unusable as error:
            raise Mismatch(1, "", error.hint, head["options"], error.message) from None
        except (KeyError, ValueError):
            raise Mismatch(
                1, "", "options of the game", head["options"], "the game does not know these options"
            ) from None
        if self.recorded:
            self.recorded.number = self._piece
            self.recorded.advance = self._next_chance
            self._next_chance()
        seats = [str(seat) for seat in head["seats"]]
        expected = head_of(found, self.play, head["seed"], seats)
        expected |= {"made_by": head["made_by"]}
        self.recorder = Recorder(self.play, found.game, expected, self.sink)

    def _rules(self, found: Library) -> Rules:
        try:
            return found.rules(self.log.head["players"])
        except Unusable as error:
            raise Mismatch(1, "", error.hint, self.log.head["players"], error.message) from None

    def _piece(self, name: Any) -> int:
        return self.play.layout.piece.get(name, -1) if isinstance(name, str) else -1

    def _inputs(self) -> list[tuple[int, str]]:
        """The lines fed to the rules: decisions, and chance results unless they follow from a seed."""
        wanted = DECIDED if self.log.head["randomness"] == "seed" else (DECIDED, DRAWN)
        return [(number, line) for number, line in enumerate(self.log.lines, 1) if line.startswith(wanted)]

    def _next_chance(self) -> None:
        assert self.recorded is not None
        if self.at < len(self.inputs) and self.inputs[self.at][1].startswith(DRAWN):
            number, line = self.inputs[self.at]
            self.recorded.next = (number, read_record(line, number))
            self.at += 1

    def run(self) -> str:
        """Compare everything; returns how far randomness is proven."""
        try:
            drive(self.play, [self._choose] * self.play.layout.seats, (self.recorder, self))
        except Ended:
            self.recorder.went_on(self.play)
            self.recorder.close_record()
        self._compare()
        self._whole()
        return "recorded" if self.recorded else "proven"

    def paused(self, play: Play[Any], mark: str) -> None:
        """Compare the lines up to a mark."""
        self._compare()

    def _choose(self, play: Play[Any], pending: Decision) -> Pick:
        """The answer recorded in the log, if it is legal."""
        if self.at >= len(self.inputs):
            raise Ended
        number, line = self.inputs[self.at]
        self.at += 1
        if self.recorded:
            self._next_chance()
        record = tail(line, number)
        if (record.get("seat"), record.get("name")) != (pending.seat, pending.name):
            asked = {"seat": pending.seat, "name": pending.name}
            self._compare()
            raise Mismatch(number, pending.rule, asked, shown_record(record), "a different decision was expected here")
        pick = self.recorder.naming.read_pick(pending.form, record.get("pick"))
        if not pending.form.accepts(pick):
            options = [self.recorder.naming.pick(pending.form, one) for one in few(pending.form)]
            self._compare()
            raise Mismatch(number, pending.rule, options, record.get("pick"), f"{pending.name}: illegal choice")
        return pick

    def _compare(self) -> None:
        """Compare the lines finished since the last call."""
        sink = self.sink
        finished = sink.lines + self.recorder.lines
        lines = self.log.lines
        for line in finished[self.seen :]:
            if self.compared >= len(lines):
                break
            found = lines[self.compared]
            self.compared += 1
            if line != found:
                raise difference(self.compared, line, found)
        self.seen = len(finished) - len(sink.lines)
        sink.lines = []

    def _whole(self) -> None:
        lines = self.log.lines
        if self.compared < len(lines):
            number = self.compared + 1
            reason = "no further line was expected here"
            raise Mismatch(number, "", None, shown(lines[self.compared]), reason)


def check_full(log: Log, found: Library) -> str:
    """Run the log; raises ``Mismatch`` at the first line that differs."""
    return Auditor(log, found).run()


def tail(line: str, number: int) -> Record:
    """The fields of a ``do`` record after its effects, which are not parsed."""
    at = line.rfind('"k":"do"')
    try:
        record = parsed("{" + line[at:])
    except ValueError:
        return read_record(line, number)
    return record if isinstance(record, dict) else {}


def few(form: Form) -> list[Pick]:
    """Some answers that a form accepts; none if it accepts more than 200."""
    return form.listed()[:8] if form.count() <= 200 else []


def shown(line: str) -> str:
    """A line, cut if it is long."""
    return line if len(line) <= SHORT else line[: SHORT - 3] + "..."


def shown_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that identify a record."""
    return {key: record[key] for key in ("k", "seat", "name", "label", "pick") if key in record}


def difference(number: int, expected_line: str, found_line: str) -> Mismatch:
    """How two lines differ, with the rule or power that the expected one follows from."""
    found = read_record(found_line, number)
    expected = read_record(expected_line, number)
    if line_of(found) != found_line:
        return Mismatch(number, "", "canonical form", shown(found_line), "the line is not in canonical form")
    if expected["k"] != found["k"]:
        return Mismatch(number, "", shown_record(expected), shown_record(found), "a different record was expected here")
    expected_fx, found_fx = events_of(expected), events_of(found)
    for index, (wanted, actual) in enumerate(zip(expected_fx, found_fx, strict=False)):
        if wanted != actual:
            return Mismatch(number, cause_of(wanted), wanted, actual, f"event {index + 1} of the record differs")
    if len(expected_fx) != len(found_fx):
        longer = expected_fx if len(expected_fx) > len(found_fx) else found_fx
        extra = longer[min(len(expected_fx), len(found_fx))]
        if longer is expected_fx:
            return Mismatch(number, cause_of(extra), extra, None, "an event is missing")
        return Mismatch(number, cause_of(extra), None, extra, "unexpected extra event")
    path, wanted, actual = narrowed(expected, found)
    return Mismatch(number, "", {path: wanted}, {path: actual}, f"{path.split()[0]!r} differs")


MISSING = "(missing)"
"""Stands in a report for the value of a key that is not there."""


def narrowed(expected: Any, found: Any) -> tuple[str, Any, Any]:
    """The innermost place where two values first differ as JSON: ``figures seats 0 vp``."""
    path: list[str] = []
    while True:
        if isinstance(expected, dict) and isinstance(found, dict):
            key: Any = min(members(expected) ^ members(found))[0]
            expected, found = expected.get(key, MISSING), found.get(key, MISSING)
        elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
            key = next(nth for nth, one in enumerate(expected) if line_of(one) != line_of(found[nth]))
            expected, found = expected[key], found[key]
        else:
            return " ".join(path), expected, found
        path.append(str(key))


def members(value: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The keys of an object, each with its value as JSON, where ``true`` is not ``1``."""
    return {(key, line_of(one)) for key, one in value.items()}


def events_of(record: Mapping[str, Any]) -> Sequence[Any]:
    """The events of a record; empty if they are not a list."""
    found = record.get("fx", ())
    return found if isinstance(found, list) else ()


def cause_of(event: Any) -> str:
    """The power or step that caused an event."""
    return str(event[2]) if isinstance(event, list) and len(event) > 2 else ""
