"""Audits by engines: compiled rules that can follow a whole log, and tell that every line of it is right.

An engine can only accept a log. All others are left to the audit in Python, which finds the first wrong line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.library.backends import LARGE, WORTH, Checker, Engine, Followed, checker_for, engine_for
from rftg_dsl.library.editions import check_option_players, check_options
from rftg_dsl.library.finder import Finder, options_in
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.dice_fairness import Dice, dice_in
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.format.head_cache import Heads
from rftg_dsl.log.format.kinds import WHOLE
from rftg_dsl.log.format.read_log import DamagedLog, Log, end_in
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.records import read_canonical
from rftg_dsl.log.proof.attestations import Beside, randomness_of
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.log.proof.randomness import Randomness

Follow = Callable[[bytes, Randomness], Followed | None]

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
            return engine_for(library.with_options(options), head["players"], self.wanted, logs)
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
