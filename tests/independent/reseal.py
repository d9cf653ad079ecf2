"""Seal an opened log again, and compare every public line and root, without any rules of a game.

How a seat sees an event stands in docs/log-format.md. Exit with 0 if sealing again gives the log.
"""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
unseal: Any = importlib.import_module("unseal")
canonical, verify = unseal.canonical, unseal.verify
PARTS = ("counters", "entered", "pieces", "sides", "stock", "tags")
Record = dict[str, Any]
Event = list[Any]


class Eye:
    """The table as a seat sees it, or as all do; ``none`` sees it as it is."""

    def __init__(self, head: Record, table: Record, seat: str) -> None:
        self.unseen, self.seat, self.screened, self.fold = head["unseen"], seat, False, unseal.Sealed()
        self.log = self.fold.log
        self.log.names, self.log.table = head["names"], json.loads(canonical(table))
        self.log.where = {piece: place for place, lie in table["pieces"].items() for piece in lie if piece}

    def take(self, event: Event) -> Event:
        """Change the table as an event says that is seen."""
        self.fold.take_seen({"fx": [json.loads(canonical(event))]})
        return event

    def sees(self, place: str) -> int:
        """How many pieces of a place are in sight, from the first: all, one or none."""
        name, _, owner = place.partition(".")
        who = self.unseen["places"].get(name)
        return 1 << 53 if who is None or (who != "none" and owner == self.seat) else int(who == "top")

    def counts(self, counter: str) -> bool:
        """Whether a counter is in sight."""
        name, _, owner = counter.partition(".")
        return self.unseen["counters"].get(name) in (None, "owner" if owner == self.seat else None)

    def cell(self, cell: str) -> str:
        """A cell, with its kind if that is in sight."""
        kind, _, place = cell.partition("@")
        return f"{kind if self.sees(place) else '?'}@{place}"

    def view(self, true: Record) -> Record:
        """What is in sight of the true table."""
        places, stock = true["pieces"].items(), dict.fromkeys(map(self.cell, true["stock"]), 0)
        seen = {piece for place, lie in places for piece in lie[: self.sees(place)]}
        for cell, count in true["stock"].items():
            stock[self.cell(cell)] += count
        lie = {place: [piece if piece in seen else None for piece in lie] for place, lie in places}
        parts = {
            part: {name: n for name, n in true[part].items() if name in seen} for part in ("entered", "sides", "tags")
        }
        counters = {name: n for name, n in true["counters"].items() if self.counts(name)}
        return {**true, **parts, "counters": counters, "pieces": lie, "stock": stock}

    def hear(self, event: Event, true: Any, who: str) -> Iterator[Event]:
        """An event as it is seen before it happens, if it is; ``who`` acts."""
        kind, word, cause, *rest = event
        if kind == "note":
            self.screened = word == "concealed" or (self.screened and word != "disclosed")
        elif self.screened and who != self.seat:
            return
        if kind in ("move", "flip", "tag", "enter"):
            old, piece = true.where[rest[0]], rest[0]
            near = true.table["pieces"][old].index(piece) < self.sees(old)
            if kind == "move" and min(self.sees(old), self.sees(rest[1])) < 2:
                far = rest[2] < self.sees(rest[1])
                event = ["pass", word, cause, piece if near or far else None, old, rest[1], rest[2] if far else None]
            elif not near:
                return
        elif kind == "shift":
            event = [*event[:3], self.cell(rest[0]), self.cell(rest[1]), rest[2]]
        elif kind == "adjust" and not self.counts(rest[0]):
            return
        elif kind == "arrange" and self.sees(rest[0]) < 2:
            event = event[:4]
        yield self.take(event)

    def look(self, word: str, cause: str, true: Record) -> Iterator[Event]:
        """What has come into sight, or is lost from it."""
        now, view, parts = self.log.table, self.view(true), dict[str, Record]()
        for part in PARTS if not self.screened else ():
            for name in {**now[part], **view[part]}:
                if now[part].get(name) != view[part].get(name):
                    parts.setdefault(part, {})[name] = view[part].get(name)
        if parts:
            yield self.take(["see", word, cause, parts])


def sealed(lists: list[Event], salts: list[list[str]]) -> Iterator[Record]:
    """The public records that sealing the lists of a host gives, but for the numbers and roots of marks."""
    head, who = lists[0][0], ""
    true, public = Eye(head, head["table"], "none").log, Eye(head, head["table"], "all").view(head["table"])
    eyes = [Eye(head, public, seat) for seat in ("all", *map(str, range(head["players"])))]
    told = [[*eye.look("seen", "setup", true.table)] for eye in eyes]
    for records, salt in zip(lists, salts, strict=True):
        marks: list[Record] = []
        for record in records:
            kind = record.get("k")  # a record that goes on after a veil has none: the same seat acts
            who = str(record["seat"]) if kind == "do" else record["label"].split("/")[1] if kind == "rnd" else who
            who = "" if kind == "run" else who
            if kind == "do":
                told[record["seat"] + 1].append({key: record[key] for key in ("form", "k", "name", "pick", "seat")})
            elif kind == "head":
                yield record | {"sealed": 1, "table": public}
            elif kind in ("share", "seat"):
                yield record
            elif kind == "mark":
                table = unseal.sha(canonical(eyes[0].view(true.table)).encode()).hexdigest()
                marks.append({"after": record["after"], "k": kind, "table": table})
            elif kind == "end":
                marks.append({"figures": {"end": record["figures"]["end"]}, "k": kind})
            for event in record.get("fx", ()):
                heard = [[*eye.hear(event, true, who)] for eye in eyes]
                true.fold(json.loads(canonical(event)))
                for eye, list_, news in zip(eyes, told, heard, strict=True):
                    if event[0] == "move" or event[:2] == ["note", "disclosed"]:
                        news += eye.look("disclosed" if event[0] == "note" else "seen", event[2], true.table)
                    list_ += news
                yield from ({"fx": [effect], "k": "seen"} for effect in heard[0])
        tree, told[0] = verify.Log(), records
        for at, list_ in zip(salt, told, strict=True):
            tree.add("\n".join(["rftg-veil/2", at, canonical(list_)]).encode())
        yield {"k": "veil", "root": tree.root().hex()}
        yield from marks
        told = [[] for _ in eyes]


def main(path: str) -> int:
    """Print the first line that sealing again does not give."""
    lines = [verify.parse(line) for line in verify.lines(path)]
    opens = [line for line in lines if line["k"] == "open"]
    if not opens:
        print("not opened")
        return 1
    again = sealed([line["records"] for line in opens], [line["salts"] for line in opens])
    for at, (line, due) in enumerate(zip(lines, again, strict=False), 1):
        record = {key: line[key] for key in line.keys() - ({"n", "root"} if line["k"] in ("mark", "end") else set())}
        if canonical(record) != canonical(due):
            print(f"line {at}: not what sealing again gives: {canonical(due)}")
            return 1
        if line["k"] == "end":
            print("sealing again gives every line")
            return 0
    print("the log goes on, or is not opened to its end")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
