"""Replays the inputs of a log under the rules, and compares every line that the rules produce with the log.

A log is ``valid`` if the rules produce every line, and ``invalid`` if a line differs; the verdict identifies the first
such line. The verdict is ``unknown`` if something needed for the audit is missing: the end of the log, content with the
right digest, the game, or support for the format version.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from attrs import evolve

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Form, Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.overruled import BROKEN, overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.backends import LARGE, WORTH, Checker, Engine, Followed, checker_for, engine_for
from rftg_dsl.library.editions import check_option_players, check_options
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.dice_fairness import Dice, dice_in
from rftg_dsl.log.audit.finder import Finder, make_finder, options_in
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.line_check import LineCheck
from rftg_dsl.log.audit.line_difference import (
    SHORT,
    Mismatch,
    identity_of,
    mismatch_between,
    shorten_line,
    word_illegal_choice,
)
from rftg_dsl.log.audit.verdict import LIGHTLY, Demands, Verdict, remarks_on, weigh_verdict
from rftg_dsl.log.format.head_cache import Heads
from rftg_dsl.log.format.kinds import WHOLE
from rftg_dsl.log.format.read_log import DamagedLog, Log, MissingContent, end_in, read_log, read_record
from rftg_dsl.log.format.record import Record, decode_json, line_of
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.records import read_canonical
from rftg_dsl.log.proof.attestations import ANYWHERE, Beside, randomness_of
from rftg_dsl.log.proof.merkle import Tree, tree_of
from rftg_dsl.log.proof.randomness import Randomness, Secret
from rftg_dsl.log.proof.unseal import SealedCheck, check_opened, check_sealed

BESIDE = ('{"does":', '{"k":')
"""The prefixes of canonical lines that the rules do not produce: of ``seat`` records, and of ``share``, ``sign`` and
``reveal`` records."""

IMPOSSIBLE = "impossible result"

Follow = Callable[[bytes, Randomness], Followed | None]


def audit_file(
    path: Path, extra: Sequence[str | Path] = (), light: bool = False, wanted: Demands | None = None
) -> Verdict:
    return judge_log(str(path), lambda: read_log(path), make_finder(extra), light, wanted)


def judge_log(
    name: str,
    read: Callable[[], Log],
    find: Finder,
    light: bool = False,
    wanted: Demands | None = None,
    engines: Engines | None = None,
) -> Verdict:
    """Judge the log that ``read`` returns. ``engines`` may be able to check it faster than the check in Python."""
    blank = Verdict(name, "unknown")
    try:
        log = read()
        with pause_gc():
            # A fast check can only accept a log. In all other cases, the check in Python finds the first wrong line.
            quickly = engines.check(log, find, light) if engines is not None else None
            blank = evolve(blank, complete=log.complete, lines=len(log), remarks=remarks_on(log.mendings))
            checked = quickly or check_in_python(log, find, light)
    except DamagedLog as wrong:
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
    except MissingContent as missing:
        return evolve(blank, reason=str(missing))
    randomness = checked.randomness
    dice = checked.dice.as_plain() if randomness.mode == "table" and not log.sealed else {}
    blank = evolve(blank, randomness=rests_on(randomness), root=checked.tree.root, dice=dice)
    sound = "is consistent" if light else "is correct"
    # The first reason that applies is reported, so check for the most serious one first.
    if log.torn:
        reason = f"the last line is cut off; everything before it {sound}"
        blank = evolve(blank, line=len(log) + 1, reason=reason)
    elif not log.complete:
        blank = evolve(blank, line=len(log), reason=f"the game is unfinished; everything so far {sound}")
    elif isinstance(checked, SealedCheck) and not checked.open:
        blank = evolve(
            blank, verdict="sealed", reason=f"the hidden parts have not been opened; everything else {sound}"
        )
    elif randomness.promise and randomness.host is None:
        blank = evolve(blank, line=len(log), reason=f"the host has not revealed the dice; everything else {sound}")
    else:
        blank = evolve(blank, verdict="valid", reason=LIGHTLY if light else "")
    if checked.stood:
        blank = evolve(blank, verdict="invalid", **verdict_on_illegal(checked.stood, f"everything else {sound}"))
    return weigh_verdict(blank, checked.beside, randomness, log.end, wanted or Demands())


def verdict_on_illegal(illegal: Sequence[Mismatch], rest: str) -> Mapping[str, Any]:
    more = f", and so did {len(illegal) - 1} more" * (len(illegal) > 1)
    return {**illegal[0].verdict, "reason": f"{illegal[0].verdict['reason']}, and it stood{more}; {rest}"}


def check_in_python(log: Log, find: Finder, light: bool) -> LineCheck | Auditor:
    if not log.sealed:
        return check_light(log) if light else check_full(log, find(log.head))
    sealed = check_sealed(log)
    if sealed.open:
        whole = check_opened(log, lambda whole: check_light(whole) if light else check_full(whole, find(whole.head)))
        sealed.stood += whole.stood
    return sealed


def rests_on(randomness: Randomness) -> str:
    """The basis of the dice in a checked log, as a key into ``verdict.RESTS``."""
    if randomness.promise and randomness.host is None:
        return "unrevealed"
    # If every seat refused to reveal its share, the dice followed from the host's seed alone.
    return "seed" if randomness.shares and len(randomness.refused) == len(randomness.shares) else randomness.mode


# -- the full audit --------------------------------------------------------------------------------------------


class FromLog:
    """A source of chance that replays the results in a log, provided they are possible. After the log's last input, it
    draws on ``then``."""

    def __init__(self, auditor: Auditor, then: Chance | None = None) -> None:
        self.auditor = auditor
        self.then = then

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        if self.then is not None and self._has_ended():
            return self.then.rolls(label, domain, times)
        results = self._take(label, domain, times, range(domain))
        self.auditor.dice.count_results(domain, results)
        return results

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        if self.then is not None and self._has_ended():
            return self.then.draws(label, domain, times)
        drawn = self._take(label, len(domain), times, domain)
        if len(set(drawn)) != times:
            raise self._make_mismatch(f"{times} different results", drawn, "a result was drawn twice")
        return drawn

    def _has_ended(self) -> bool:
        # Record the events so far first, because the lines before the next input are compared only once they are
        # complete.
        self.auditor.recorder.went_on(self.auditor.play)
        try:
            self.auditor.peek_input()
        except EndOfInputs:
            return True
        return False

    def _make_mismatch(self, expected: str, actual: Any, reason: str) -> Mismatch:
        return Mismatch(self.auditor.lines.number + 1, "", expected, actual, reason)

    def _take(self, label: str, size: int, times: int, possible: Sequence[int]) -> Sequence[int]:
        auditor = self.auditor
        auditor.recorder.went_on(auditor.play)
        line = auditor.peek_input()
        record = read_record(line, auditor.lines.number + 1)
        result = record.get("result")
        if record["k"] != "rnd" or record.get("label") != label:
            expected = {"k": "rnd", "label": label}
            raise self._make_record_mismatch(expected, record)
        if not isinstance(result, list) or len(result) != times:
            raise self._make_mismatch(f"{times} results", result, "wrong number of results")
        numbers = [value if type(value) is int else auditor.piece_of(value) for value in result]
        if any(number not in possible for number in numbers):
            raise self._make_mismatch(f"{size} results", result, IMPOSSIBLE)
        return numbers

    def _make_record_mismatch(self, expected: Any, record: Record) -> Mismatch:
        reason = "a chance result is expected here"
        return Mismatch(self.auditor.lines.number + 1, "", expected, identity_of(record), reason)


class EndOfInputs(Exception):
    """The log has no more inputs."""


class Lines:
    """The lines of a log, read one at a time with one line of lookahead."""

    def __init__(self, log: Log) -> None:
        self._rest: Iterator[str] = iter(log)
        self.next: str | None = next(self._rest, None)
        self.number = 0

    def take(self) -> None:
        self.number += 1
        self.next = next(self._rest, None)


class Auditor(Observer):
    """Replays the inputs of a log and compares the result with the log line by line, keeping only a few lines in
    memory."""

    def __init__(self, log: Log, library: Library, host: Secret | None = None, typed: Chance | None = None) -> None:
        self.log = log
        self.found = library
        self.lines = Lines(log)
        self.randomness = randomness_of(log)
        if host is not None:
            self.randomness = evolve(self.randomness, host=host)
        head = log.head
        rules = self._rules_for(library)
        seed = self.randomness.seed
        chance: Chance = FromLog(self, typed) if seed is None else Seeded(seed, head["game"])
        options = options_in(head)
        try:
            check_options(library.model.words, options)
            check_option_players(library.model.words, options, head["players"])
            self.play = rules.start(chance, options)
        except UsageError as error:
            raise Mismatch(1, "", error.hint, head["options"], error.message) from None
        except (KeyError, ValueError):
            raise Mismatch(
                1, "", "options of the game", head["options"], "the game does not have these options"
            ) from None
        expected = head_of(library, self.play, self.randomness, [str(seat) for seat in head["seats"]])
        # Copy ``made_by`` from the log, because any program may have written it.
        expected |= {"made_by": head["made_by"]}
        # Withhold the host's secret from the recorder: only the log itself may reveal it.
        self.recorder = Recorder(self.play, library.game, expected, self, evolve(self.randomness, host=None))
        self.tree = self.recorder.tree
        """The Merkle tree over all lines so far. If the log is unfinished, the rules may produce more lines than the
        log contains."""
        self.beside = Beside(log, self.tree)
        self.dice = Dice()
        self.stood: list[Mismatch] = []
        self.beyond: list[str] = []
        """Lines that follow from the last input of an unfinished log but are missing from the log."""

    def _rules_for(self, library: Library) -> Rules:
        try:
            return library.rules(self.log.head["players"])
        except UsageError as error:
            raise Mismatch(1, "", error.hint, self.log.head["players"], error.message) from None

    def piece_of(self, name: Any) -> int:
        return self.play.layout.piece.get(name, -1) if isinstance(name, str) else -1

    def run(self) -> None:
        """Compare all lines. Raise ``Mismatch`` at the first line that differs, and ``DamagedLog`` at a malformed
        line."""
        try:
            drive(self.play, [self._choose] * self.play.layout.seats, (self.recorder, self))
        except EndOfInputs:
            pass
        except IllegalAnswer:
            raise self._mismatch_for_illegal() from None
        # An illegal answer that stood can leave a table on which the rules break. Without such an answer, the error is
        # our own bug.
        except BROKEN as wrong:
            if not self.stood:
                raise
            first = self.stood[0].verdict
            reason = f"{first['reason']}, and the rules cannot continue from there"
            raise Mismatch(first["line"], first["rule"], first["expected"], first["found"], reason) from wrong
        self._pass_over(WHOLE.at["after"])
        if (line := self.lines.next) is not None:
            raise Mismatch(self.lines.number + 1, "", None, shorten_line(line), "the log should end here")
        if self.beyond:
            self.tree = tree_of(self.log)

    def let_go(self) -> None:
        """Break the reference cycle between the play and the auditor, which would keep the log in memory until the next
        garbage collection."""
        del self.recorder, self.play

    def paused(self, play: Play[Any], mark: str) -> None:
        if mark.partition(" ")[0] in self.recorder.checkpoints and not self.beyond:
            self.beside.add_root()
            self._pass_over(ANYWHERE)

    def ended(self, play: Play[Any]) -> None:
        if not self.beyond:
            self.beside.add_root()

    def peek_input(self) -> str:
        """Return the next line, once all lines before it have been compared. Raise ``EndOfInputs`` if there is no next
        line."""
        self.recorder.flush()
        if self.lines.next is None:
            raise EndOfInputs
        return self.lines.next

    def _choose(self, play: Play[Any], pending: Decision) -> Pick:
        self.recorder.flush()
        self._pass_over(ANYWHERE)
        line = self.peek_input()
        record = tail_of(line, self.lines.number + 1)
        if (record.get("seat"), record.get("name")) != (pending.seat, pending.name):
            asked, reason = {"seat": pending.seat, "name": pending.name}, "a different decision is expected here"
            raise Mismatch(self.lines.number + 1, pending.rule, asked, identity_of(record), reason)
        pick = self.recorder.naming.read_pick(pending.form, record.get("pick"))
        # The rules refuse this answer, but the recorded game went on with it. Go on as well, so that later lines are
        # compared.
        if "stood" in record and not pending.form.accepts(pick):
            wrong = self._mismatch_for_illegal()
            if not overrule(play, pick):
                raise wrong
            self.stood.append(wrong)
        return pick

    def _mismatch_for_illegal(self) -> Mismatch:
        """Return the mismatch for the next line, which contains an answer that the rules refuse."""
        line, asked, number = self.lines.next, self.play.pending, self.lines.number + 1
        assert line is not None and asked is not None
        options = [self.recorder.naming.name_pick(asked.form, answer) for answer in sample_answers(asked.form)]
        return Mismatch(number, asked.rule, options, tail_of(line, number).get("pick"), word_illegal_choice(asked.name))

    def write(self, lines: list[str]) -> None:
        theirs = self.lines
        for line in lines:
            if line == theirs.next:
                theirs.take()
            elif theirs.next is None:
                self.beyond.append(line)
            else:
                raise mismatch_between(theirs.number + 1, line, theirs.next)

    def _pass_over(self, kinds: Collection[str]) -> None:
        """Check and skip the next lines that the rules do not produce, as long as their records are of these
        ``kinds``."""
        while (line := self.lines.next) is not None and line.startswith(BESIDE):
            record = read_canonical(line, self.lines.number + 1)
            if record["k"] not in kinds:
                return
            self.beside.take(record)
            self.tree.add(line)
            self.lines.take()
            # The lines up to any point after the end may be signed, so keep the root at each line.
            if self.play.over:
                self.beside.add_root()


def check_full(log: Log, library: Library) -> Auditor:
    """Replay the log. Raise ``Mismatch`` at the first line that differs."""
    auditor = Auditor(log, library)
    try:
        auditor.run()
    finally:
        auditor.let_go()
    return auditor


Key = tuple[int, int, str]
"""Identifies an engine by the ``id`` of its library, the number of seats, and the options."""


class Engines:
    """A cache of the engines used in audits, and of the library for each group of equivalent heads."""

    def __init__(self, wanted: str | None = None) -> None:
        self.wanted = wanted
        """The requested back end, or None for the fastest one available."""
        self.heads = Heads()
        self.found: WeakKeyDictionary[Hashable, tuple[Finder, Library, Key]] = WeakKeyDictionary()
        """For each group of equivalent heads: the finder, the library that it found, and the key of that library's
        engine."""
        # Keep each library with its engine, because the key contains the library's ``id``, which must not be reused.
        self.known: dict[Key, tuple[Library, Engine | None]] = {}
        self.seen: Counter[Key] = Counter()
        self.checker: Checker | None = None
        self.size = 0

    def check(self, log: Log, find: Finder, light: bool) -> FastAudit | None:
        if log.sealed or log.held is None:
            return None
        if light:
            return self.check_lightly(log, len(log.held))
        try:
            engine = self.engine_of(log, find)
        except MissingContent:
            return None
        if engine is None:
            return None
        return FastAudit.make(log, lambda raw, dice: engine.follow(raw, log.head, dice))

    def check_lightly(self, log: Log, size: int) -> FastAudit | None:
        """Run the fast light check on a log of ``size`` bytes. Return None if there is no fast checker or it does not
        accept the log."""
        before, self.size = self.size, self.size + size
        # Ask at the first log, in case a checker is already compiled, and again once compiling a checker pays off.
        if self.checker is None and (not before or before < LARGE <= self.size):
            self.checker = checker_for(self.wanted, self.size)
        if (checker := self.checker) is None:
            return None
        game, shares = log.head["game"], len(log.randomness.promises)
        return FastAudit.make(log, lambda raw, dice: checker.check_log(raw, game, dice, shares))

    def engine_of(self, log: Log, find: Finder) -> Engine | None:
        library, key = self.library_of(log, find)
        self.seen[key] += 1
        # Ask at the first log, in case an engine is already compiled, and again once compiling an engine pays off.
        if key not in self.known or (self.known[key][1] is None and self.seen[key] == WORTH):
            self.known[key] = library, self.find_engine(log.head, library, self.seen[key])
        return self.known[key][1]

    def library_of(self, log: Log, find: Finder) -> tuple[Library, Key]:
        if log.alike in self.found and (known := self.found[log.alike])[0] is find:
            return known[1:]
        library = find(log.head)
        key = id(library), log.head["players"], line_of(options_in(log.head))
        if log.alike is not None:
            self.found[log.alike] = find, library, key
        return library, key

    def find_engine(self, head: Mapping[str, Any], library: Library, logs: int) -> Engine | None:
        options, words = options_in(head), library.model.words
        try:
            check_options(words, options)
            check_option_players(words, options, head["players"])
            return engine_for(evolve(library, options=options), head["players"], self.wanted, logs)
        except UsageError:  # the audit in Python reports the error
            return None


class FastAudit:
    """The state after an engine has followed a log to its end. Only the lines after the end remain to be checked."""

    def __init__(self, log: Log, randomness: Randomness, followed: Followed) -> None:
        self.randomness = randomness
        assert log.held is not None
        self.dice = dice_in(log.held) if randomness.mode == "table" else Dice()
        self.tree = Tree()
        self.tree.size, self.tree.nodes = followed.size, [*followed.nodes]
        self.beside = Beside(log, self.tree)
        self.beside.trees |= {size: (root,) for size, root in followed.roots.items()}
        self.stood: tuple[Mismatch, ...] = ()
        """Always empty, because logs with illegal answers are left to Python."""

    @classmethod
    def make(cls, log: Log, follow: Follow) -> FastAudit | None:
        """Let an engine follow the log. Return None if the log must be left to Python.

        It need not be left to Python if the engine accepts it up to the end record and the records after that are in
        order, or if the log has no end record and the engine accepts all of it.
        """
        if log.held is None:
            return None
        end, after = end_in(log.held)
        if end and not after:
            return None
        try:
            randomness = randomness_of(log, enumerate(after))
            followed = follow(log.held, randomness)
            if followed is None or followed.used != (end + len(after[0]) + 1 if after else len(log.held)):
                return None
            if not end and followed.size != log.held.count(b"\n"):  # the rules produce more lines than the log has
                return None
            made = cls(log, randomness, followed)
            made.goes_on(after[1:])
        except DamagedLog:
            return None
        log.measured(made.tree.size, after)
        return made

    def goes_on(self, lines: Sequence[str]) -> None:
        for line in lines:
            record = read_canonical(line, self.tree.size + 1)
            if record["k"] not in WHOLE.at["after"]:
                raise DamagedLog(self.tree.size + 1, "the log should end here")
            self.beside.take(record)
            self.tree.add(line)
            self.beside.add_root()


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
