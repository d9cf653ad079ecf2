"""From a game in progress to the records of its log, in the order in which things happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rftg_dsl import __version__
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Decision, Drawn, Play
from rftg_dsl.library import Library
from rftg_dsl.log.record import FORMAT, Naming, Record, digest, line_of, link_of, linked


class Sink(Protocol):
    """Where finished lines go."""

    def write(self, lines: list[str]) -> None:
        """Take the lines of a turn, its mark last."""


def head_of(library: Library, play: Play, seed: str | None, seats: list[str]) -> Record:
    """The first record: everything needed to run the inputs again, and the names of all sides."""
    rules = play.rules
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
        "seats": seats,
        "names": {side.id: side.name for side in rules.sides},
        "randomness": "recorded" if seed is None else "seed",
        "seed": seed,
        "table": play.plain(),
    }


class Recorder:
    """Collects what happens in a play, and gives it to a sink a turn at a time."""

    def __init__(self, play: Play, head: Mapping[str, Any], sink: Sink) -> None:
        self.play = play
        self.sink = sink
        self.naming = Naming(play.layout)
        self.marks = frozenset(play.rules.game.marks)
        self.lines: list[str] = [line_of(head)]
        """Finished lines since the last mark."""
        self.current: Record = {"k": "run", "fx": []}
        self.link = ""
        self.count = 1

    def _close(self) -> None:
        """Finish the current record; an empty one of the rules' own doing is left out."""
        current = self.current
        if current["k"] != "run" or current["fx"]:
            self.lines.append(line_of(current))
            self.count += 1

    def collect(self) -> None:
        """Take what happened since the last call."""
        play = self.play
        events, start = play.events, 0
        name = self.naming.events
        for at, drawn in play.drawn:
            if at > start:
                self.current["fx"] += name(events[start:at])
                start = at
            self._close()
            self.current = self._chance(drawn)
        if start < len(events):
            self.current["fx"] += name(events[start:] if start else events)
        play.events = []
        if play.drawn:
            play.drawn = []

    def _chance(self, drawn: Drawn) -> Record:
        label, of, domain, results = drawn
        shown = list(results) if of == "number" else [self.play.layout.name(of, one) for one in results]
        return {"k": "rnd", "label": label, "domain": domain, "result": shown, "fx": []}

    def do(self, decision: Decision, pick: Pick) -> None:
        """A seat has decided; what comes of it follows."""
        self._close()
        form = decision.form
        self.current = {
            "k": "do",
            "seat": decision.seat,
            "name": decision.name,
            "form": form.shape(),
            "pick": self.naming.pick(form, pick),
            "fx": [],
        }
        if decision.secret:
            self.current["secret"] = 1

    def pause(self) -> None:
        """If the play stands at the end of a turn, write a mark."""
        paused = self.play.paused
        if paused and paused.partition(" ")[0] in self.marks:
            self._close()
            self.current = {"k": "run", "fx": []}
            self._mark({"k": "mark", "at": paused})

    def _mark(self, mark: Record) -> None:
        whole = self.play.whole()
        mark["n"] = self.count
        mark["table"] = whole["table"] = digest(whole["table"])
        mark["state"] = digest(whole)
        mark["figures"] = self.play.rules.game.report(self.play)
        self._linked(mark)

    def _linked(self, record: Record) -> None:
        line = linked(self.link, self.lines, record)
        self.link = link_of(line)
        self.lines.append(line)
        self.count += 1
        self.sink.write(self.lines)
        self.lines = []

    def end(self) -> None:
        """The game is over."""
        self._close()
        self.current = {"k": "run", "fx": []}
        figures = self.play.rules.game.report(self.play)
        self._linked({"k": "end", "n": self.count, "figures": figures})

    def leave(self) -> None:
        """Stop before the end: what is finished is kept, without a mark."""
        self._close()
        self.sink.write(self.lines)
        self.lines = []
