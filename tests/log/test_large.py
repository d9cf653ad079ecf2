"""Logs as large as readers take: no command needs more than 100 MB for one, whatever stands in it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, islice
from pathlib import Path
from typing import Any

import pytest

from lanes import slow
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.kinds import SIZE
from rftg_dsl.log.format.record import digest, line_of
from rftg_dsl.log.proof.merkle import Tree

MEASURED = Path(__file__).parents[1] / "measured.py"
MOST = 100
"""How many MB a command may take."""
LARGE = SIZE * 4 // 5


def running(events: Iterable[list[Any]]) -> Iterator[str]:
    """Records of events, about a megabyte each."""
    rest = iter(events)
    while some := list(islice(rest, 12_000)):
        yield line_of({"fx": some, "k": "run"})


def small(head: dict[str, Any]) -> Iterator[str]:
    """Events of which nothing follows."""
    return running(["note", "x", "y", nth] for nth in count(10**9))


def nested(head: dict[str, Any]) -> Iterator[str]:
    """Events that are small as text and large in memory."""
    return running(["note", "x", "y", *[[]] * 15] for _ in count())


def long(head: dict[str, Any]) -> Iterator[str]:
    """Events with a long text."""
    return (line_of({"fx": [["note", "x", "y", "z" * 900_000]], "k": "run"}) for _ in count())


def facts(head: dict[str, Any]) -> Iterator[str]:
    """Facts with as much in them as a fact can have."""
    names = sorted(head["table"]["facts"])
    values = ([[nth, *["x"] * 1_000]] for nth in count())
    some = (["fact", "x", "y", names[nth % len(names)], value] for nth, value in enumerate(values))
    return (line_of({"fx": list(islice(some, 100)), "k": "run"}) for _ in count())


def cells(head: dict[str, Any]) -> Iterator[str]:
    """Things in more and more places."""
    source = max(head["table"]["stock"], key=lambda cell: head["table"]["stock"][cell])
    return running(["shift", "x", "y", source if nth == 0 else f"a@b.{nth - 1}", f"a@b.{nth}", 1] for nth in count())


def picks(head: dict[str, Any]) -> Iterator[str]:
    """Decisions with large answers."""
    pick = {f"p{nth}": 1 for nth in range(60_000)}
    line = line_of({"form": ["bag", 0, 60_000, 60_000], "fx": [], "k": "do", "name": "x", "pick": pick, "seat": 0})
    return (line for _ in count())


def results(head: dict[str, Any]) -> Iterator[str]:
    """Many results of chance."""
    for nth in count():
        label, result = f"0/table/x/{nth}", [5] * 9_000
        yield line_of({"domain": 6, "fx": [], "k": "rnd", "label": label, "result": result})


def marks(head: dict[str, Any]) -> Iterator[str]:
    """Rounds in which nothing happens."""
    tree, folded = Tree(), Folded(head["table"])
    tree.add(line_of(head))
    name, counter = head["stretch"]
    figures = {"seats": [{"score": {"total": 0}, "tie_break": 0} for _ in range(head["players"])], "x": "x" * 1_500}
    folded.counters[counter] = 0
    after = "setup"
    for nth in count(1):
        record = {"after": after, "figures": figures, "k": "mark", "n": tree.size, "root": tree.root}
        event = ["adjust", "x", "y", counter, 1]
        for line in (
            line_of(record | {"state": "0" * 64, "table": digest(folded.table)}),
            line_of({"fx": [event], "k": "run"}),
        ):
            tree.add(line)
            yield line
        folded.fold([event])
        after = f"{name} {nth}"


SHAPES = [small, nested, long, facts, cells, picks, results, marks]
Shape = Callable[[dict[str, Any]], Iterator[str]]


def head_of_recorded() -> dict[str, Any]:
    """The head of a real game whose results are recorded."""
    lines = gzip.decompress((Path(__file__).parents[1] / "logs" / "galaxies.rlog.gz").read_bytes())
    head: dict[str, Any] = json.loads(lines.partition(b"\n")[0])
    return head | {"randomness": {"mode": "recorded"}}


def write(path: Path, lines: Iterable[str]) -> int:
    """Write lines to a file until it is large; returns how many."""
    size = written = 0
    with path.open("w", encoding="ascii") as file:
        for line in lines:
            size += len(line) + 1
            written += 1
            file.write(f"{line}\n")
            if size > LARGE:
                break
    return written


def peak(folder: Path, *words: str) -> tuple[int, float]:
    """The exit status of a command, and how much memory it took, in MB."""
    to = folder / "memory.json"
    with (folder / "out").open("wb") as out:
        done = subprocess.run([sys.executable, MEASURED, to, *words], stdout=out, stderr=subprocess.PIPE, check=False)
    assert b"Traceback" not in done.stderr and b"error[bug]" not in done.stderr, done.stderr
    return done.returncode, json.loads(to.read_text())["main process"]


@slow
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_large_log_takes_little_memory(shape: Shape, tmp_path: Path) -> None:
    head, path = head_of_recorded(), tmp_path / "large.rlog"
    lines = write(path, chain([line_of(head)], shape(head)))
    last = str(lines - 1)
    took = {
        " ".join(words): peak(tmp_path, *words)
        for words in (
            ["audit", "--light", str(path)],
            ["audit", str(path)],
            ["replay", str(path)],
            ["replay", str(path), "--line", last],
            ["replay", str(path), "--public"],
            ["why", f"{path}:{last}"],
            ["diff", f"{path}:2", f"{path}:{last}"],
            ["diff", str(path), str(path)],
            ["log", "prove", f"{path}:{last}"],
        )
    }
    path.unlink()
    assert {command: peak for command, (_, peak) in took.items() if peak > MOST} == {}
