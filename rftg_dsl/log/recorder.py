"""Turns a game in progress into the records of its log, in the order of events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

from rftg_dsl import __version__
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Drawn, Observer
from rftg_dsl.kernel.play import ENGINE, Play
from rftg_dsl.library import Library
from rftg_dsl.log.record import FORMAT, Record, digest, line_of, link_of, linked, naming_of


class Sink(Protocol):
    """Takes finished lines."""

    def write(self, lines: list[str]) -> None:
        """Take the lines of a turn, its mark last."""


RUN = '{"fx":[', '],"k":"run"}'
"""A record of what the rules do unasked, before its events and after them."""

shape_text = lru_cache(1024)(line_of)
"""The shape of a form in canonical JSON; there are not many."""


def head_of(library: Library, play: Play[Any], seed: str | None, seats: list[str]) -> Record:
    """The first record: everything needed to run the inputs again, with the names of all sides."""
    return {
        "k": "head",
        "format": FORMAT,
        "made_by": f"rftg-dsl {__version__}",
        "game": library.game.name,
        "edition": library.edition,
        "options": dict(play.options),
        "sets": [{"id": one.id, "version": one.version} for one in library.sets],
        "digests": dict(library.digests),
        "players": play.layout.seats,
        "rules": rules_of(library.game),
        "seats": seats,
        "names": dict(library.names),
        "randomness": "recorded" if seed is None else "seed",
        "seed": seed,
        "table": play.plain(),
    }


def rules_of(game: Game) -> dict[str, int]:
    """The versions of the rules a game is played with: those shared by all games, its own, and those of packages."""
    return {"engine": ENGINE, game.name: game.version, **game.packages}


class Recorder(Observer):
    """Collects what happens in a play and passes it to a sink, one turn at a time."""

    def __init__(self, play: Play[Any], game: Game, head: Mapping[str, Any], sink: Sink) -> None:
        self.play = play
        self.game = game
        self.sink = sink
        self.naming = naming_of(play.layout)
        self.checkpoints = frozenset(play.rules.program.checkpoints)
        self.lines: list[str] = [line_of(head)]
        """Finished lines since the last mark."""
        self.front, self.back = RUN
        """The current record, before its events and after them."""
        self.fx: list[str] = []
        """Its events."""
        self.link = ""
        self.events = 0
        """The number of events so far."""
        self.count = 1

    def _close(self) -> None:
        """Finish the current record; an empty ``run`` record is left out."""
        if current := self._current():
            self.lines.append(current)
            self.count += 1
            self.fx = []

    def _current(self) -> str:
        """The line of the current record; empty if it records nothing."""
        return f"{self.front}{','.join(self.fx)}{self.back}" if self.fx or self.front != RUN[0] else ""

    def _open(self, front: str, back: str) -> None:
        """Finish the current record and begin another."""
        self._close()
        self.front, self.back = front, back

    def went_on(self, play: Play[Any]) -> None:
        """Record what happened since the last call."""
        events, start = play.events, 0
        self.events += len(events)
        for at, drawn in play.drawn:
            if at > start:
                self.fx.append(self.naming.text(events[start:at]))
                start = at
            self._chance(drawn)
        if start < len(events):
            self.fx.append(self.naming.text(events[start:] if start else events))
        events.clear()
        play.drawn.clear()

    def _chance(self, drawn: Drawn) -> None:
        label, of, domain, results = drawn
        back = f'],"k":"rnd","label":{line_of(label)},"result":{self.naming.results(of, results)}}}'
        self._open(f'{{"domain":{domain},"fx":[', back)

    def decided(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Begin the record of a decision; its effects follow."""
        naming, form = self.naming, decision.form
        chosen = naming.picked(form, pick)
        name, secret = naming.quoted[decision.name], ',"secret":1' if decision.secret else ""
        back = f'],"k":"do","name":{name},"pick":{chosen},"seat":{decision.seat}{secret}}}'
        self._open(f'{{"form":{shape_text(form.shape())},"fx":[', back)

    def paused(self, play: Play[Any], mark: str) -> None:
        """Write a mark, if this is a checkpoint of the game."""
        if mark.partition(" ")[0] in self.checkpoints:
            self._open(*RUN)
            self._mark({"k": "mark", "after": mark})

    def _mark(self, mark: Record) -> None:
        whole = self.play.whole()
        mark["n"] = self.count
        mark["table"] = whole["table"] = digest(whole["table"])
        mark["state"] = digest(whole)
        mark["figures"] = self.game.figures(self.play)
        self._linked(mark)

    def _linked(self, record: Record) -> None:
        line = linked(self.link, self.lines, record)
        self.link = link_of(line)
        self.lines.append(line)
        self.count += 1
        self.sink.write(self.lines)
        self.lines = []

    def ended(self, play: Play[Any]) -> None:
        """Write the end record."""
        self._open(*RUN)
        figures = self.game.figures(self.play)
        self._linked({"k": "end", "n": self.count, "figures": figures})

    def close_record(self) -> None:
        """Finish the current record: the log ends here, or another input follows."""
        self._open(*RUN)

    def unfinished(self) -> list[str]:
        """The lines since the last mark, including the unfinished record."""
        current = self._current()
        return [*self.lines, current] if current else self.lines[:]
