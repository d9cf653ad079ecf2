"""Turns a game in progress into the records of its log, in the order of events.

**Marks and digests.** A log is a list of inputs (decisions and chance results), each with the events that followed.
Setup, and each round or turn, ends with a *mark*. A mark contains three hashes, each of which answers a different
question.

- ``root``: is the text the same? This is the root of the Merkle tree over all earlier lines (``proof.merkle``). Anyone
  who noted a root can later tell that none of these lines was changed, and a single line can be proven without the
  rest.
- ``table``: was the log folded correctly? This is the digest of the table after the events so far (``fold``). Anyone
  can check it without the rules of the game, because seats, pieces, places and counters are all in the head.
- ``state``: are the rules the same? This is the digest of the whole state: the table, the agenda, the pending decision
  and the label counts. Checking it requires the rules, under which the inputs are replayed.

A digest is the SHA-256 of canonical JSON (``record.digest``). The whole state contains the table's *digest* in place of
the table, so a single pass produces both hashes. The number of marks also bounds the work for readers, who digest one
table per mark. In a sealed log, the table's digest covers only what everyone may see, because a digest of hidden things
with few possible values would give them away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.version import __version__
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.score import figures_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.observer import Drawn, Observer
from rftg_dsl.kernel.overruled import Overruled
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library
from rftg_dsl.log.format.kinds import BESIDE, FORMAT, LABEL, LARGEST, LINE, MARKS, RESULTS, SIZE, TEXT, WHOLE, Does
from rftg_dsl.log.format.read_log import DamagedLog, check_shape
from rftg_dsl.log.format.record import (
    Record,
    check_length,
    digest,
    has_long,
    is_in_range,
    line_of,
    naming_of,
    parse_json,
)
from rftg_dsl.log.format.shapes import test_of
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.log.proof.randomness import Randomness

Sink = Callable[[list[str]], object]
"""Consumes the finished lines of a turn, which end with its mark, or of one decision if the recorder is ``prompt``."""

MADE_BY = f"rftg-dsl {__version__}"

RUN = '{"fx":[', '],"k":"run"}'

HINT = "look for a power that keeps the game from ending, or makes something grow without a limit"

is_label = test_of(LABEL)

shape_text = lru_cache(1024)(line_of)


def head_of(library: Library, play: Play[Any], randomness: Randomness, seats: list[str]) -> Record:
    return {
        "k": "head",
        "format": FORMAT,
        "made_by": MADE_BY,
        "game": library.game.name,
        "edition": library.edition,
        "options": dict(play.options),
        "sets": [{"id": entry.id, "version": entry.version} for entry in library.sets],
        "digests": dict(library.digests),
        "players": play.layout.seats,
        "rules": library.game.rule_versions,
        "seats": seats,
        "names": dict(library.names),
        "randomness": randomness.head,
        "stretch": stretch_of(library),
        "table": play.plain(),
        "unseen": unseen_of(play.layout),
    }


def unseen_of(layout: Layout) -> dict[str, dict[str, str]]:
    places = {name: layout.seen[numbers[0]] for name, numbers in layout.place.items() if numbers}
    counters = {name: layout.counter_specs[numbers[0]].seen for name, numbers in layout.counter.items() if numbers}
    return {
        "counters": {name: seen for name, seen in counters.items() if seen != "all"},
        "places": {name: seen for name, seen in places.items() if seen != "all"},
    }


def stretch_of(library: Library) -> list[str]:
    """The name of the part of the game that repeats and ends with a mark, and the counter for its repetitions."""
    stretch = library.model.words.schedule.stretch
    assert stretch is not None  # because every library has been checked
    return [stretch.name, stretch.counts]


def check_numbers(line: str) -> None:
    if has_long(line) and not is_in_range(json.loads(line)):
        reason = f"a number in this game is larger than {LARGEST:,}, so no reader would accept its log"
        hint = "look for a rule that multiplies large numbers, or adds them up again and again"
        raise UsageError(reason, hint, "total-too-large")


class Recorder(Observer):
    """Collects the records of a play and passes them to a sink after each turn or, with ``prompt``, after each
    decision."""

    def __init__(
        self,
        play: Play[Any],
        game: Game,
        head: Mapping[str, Any],
        sink: Sink,
        randomness: Randomness,
        prompt: bool = False,
    ) -> None:
        self.play = play
        self.game = game
        self.sink = sink
        self.randomness = randomness
        self.prompt = prompt
        self.naming = naming_of(play.layout)
        self.checkpoints = frozenset(play.rules.program.checkpoints)
        self.tree = Tree()
        self.lines: list[str] = []
        self.front, self.back = RUN
        self.fx: list[str] = []
        self.events = 0
        self.size = self.results = self.marks = self.beside = 0
        """Running totals of bytes, chance results, marks, and records that the rules do not produce."""
        for record in (head, *randomness.opening):
            self._add_record(record)

    def _add_line(self, line: str) -> None:
        """Append a finished line. Raise ``UsageError`` if readers would refuse the log.

        ``check_ranges`` rejects such content earlier. This check guards against content with Python code of its own.
        """
        self.size += len(line) + 1
        counts = self.results > RESULTS or self.marks > MARKS or self.beside > BESIDE
        if len(line) >= LINE or self.size > SIZE or counts:
            reason = "the log of this game would be larger than any reader accepts"
            raise UsageError(reason, HINT, "log-too-large")
        check_numbers(line)
        self.lines.append(line)
        self.tree.add(line)

    def _add_record(self, record: Mapping[str, Any]) -> None:
        line, kind = line_of(record), record["k"]
        check_numbers(line)
        if not WHOLE.tests[kind](record):  # some games report tuples, which become lists in a log
            try:
                check_shape(parse_json(line), self.tree.size + 1)
            except (DamagedLog, ValueError) as wrong:
                reason = wrong.reason if isinstance(wrong, DamagedLog) else str(wrong)
                raise UsageError(
                    f"no reader would accept the {kind!r} record: {reason}", HINT, "log-too-large"
                ) from None
        self._add_line(line)

    def _close(self) -> None:
        if self.fx or self.front != RUN[0]:
            self._add_line(f"{self.front}{','.join(self.fx)}{self.back}")
            self.fx = []

    def _open(self, front: str, back: str) -> None:
        self._close()
        self.front, self.back = front, back

    def went_on(self, play: Play[Any]) -> None:
        events, start = play.events, 0
        self.events += len(events)
        # A draw begins a new record, so the events before it belong to the previous record.
        for at, drawn in play.drawn:
            if at > start:
                self.fx.append(self.naming.write_events(events[start:at]))
                start = at
            self._record_chance(drawn)
        if start < len(events):
            self.fx.append(self.naming.write_events(events[start:] if start else events))
        events.clear()
        play.drawn.clear()
        if self.prompt and play.pending is not None:
            self.flush()

    def _record_chance(self, drawn: Drawn) -> None:
        # Formatted by hand, with keys in canonical order, because this runs for every draw.
        label, of, domain, source, results = drawn
        self.results += 1
        named = f'"from":{self.naming.write_source(of, source)},' if source != () else ""
        labelled = line_of(check_length(label, TEXT, "a label"))
        assert is_label(label), f"the label {label!r} is not round/seat/purpose"
        back = f'],"k":"rnd","label":{labelled},"result":{self.naming.write_results(of, results)}}}'
        self._open(f'{{"domain":{domain},{named}"fx":[', back)

    def decided(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        naming, form = self.naming, decision.form
        # The events of the decision are not known yet; ``_close`` inserts them between front and back.
        chosen = naming.write_pick(form, pick)
        name, secret = naming.quoted[decision.name], ',"secret":1' if decision.secret else ""
        stood = ',"stood":1' if type(decision) is Overruled else ""
        back = f'],"k":"do","name":{name},"pick":{chosen},"seat":{decision.seat}{secret}{stood}}}'
        self._open(f'{{"form":{shape_text(form.shape())},"fx":[', back)

    def seat(self, seat: int, does: Does, who: str = "") -> None:
        self._open(*RUN)
        self.beside += 1
        self._add_record({"does": does, "k": "seat", "seat": seat} | ({"who": who} if who else {}))
        if self.prompt:
            self.flush()

    def paused(self, play: Play[Any], mark: str) -> None:
        if mark.partition(" ")[0] in self.checkpoints:
            self._open(*RUN)
            whole = self.play.whole()
            # Do this before digesting the state, which contains the table's digest in place of the table.
            table = whole["table"] = digest(whole["table"])
            # The figures let ``replay --round`` work without the rules.
            figures = figures_of(self.play)
            self.marks += 1
            self._add_with_root(
                {"k": "mark", "after": mark, "table": table, "state": digest(whole), "figures": figures}
            )
            self.flush()

    def _add_with_root(self, record: Record) -> None:
        self._add_record(record | {"n": self.tree.size, "root": self.tree.root})

    def ended(self, play: Play[Any]) -> None:
        self._open(*RUN)
        self._add_with_root({"k": "end", "figures": figures_of(self.play)})
        self.reveal()
        self.flush()

    def reveal(self) -> None:
        for record in self.randomness.closing:
            self._add_record(record)

    def flush(self) -> None:
        self._open(*RUN)
        if self.lines:
            self.sink(self.lines)
            self.lines = []
