"""Check sealed logs of the format rftg-log/2 by docs/log-format.md alone; exit with 0 if all is right, 2 if unread.

An opened log is judged by ``verify.py``; whether seats were told the truth takes their files, or ``reseal.py``.
"""

import importlib
import json
import sys
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
verify: Any = importlib.import_module("verify")
need, fits, canonical, sha, HEX, NONCE = (getattr(verify, name) for name in "need fits canonical sha HEX NONCE".split())
TEXT, NATURAL, POSITIVE, DICT, MAYBE = verify.NAME, verify.NATURAL, verify.POSITIVE, {dict}, {str, type(None)}
TABLE = {**verify.KINDS["head"]["table"], "pieces": {"*": [MAYBE]}}
KINDS = {kind: verify.KINDS[kind] for kind in ("share", "seat", "reveal", "sign")} | {
    "head": {**verify.KINDS["head"], "sealed": verify.ONE, "table": TABLE},
    "seen": {"fx": ({list},)},
    "veil": {"root": HEX},
    "mark": {"after": TEXT, "n": NATURAL, "root": HEX, "table": HEX},
    "end": {"figures": {"end": verify.OUTCOME}, "n": NATURAL, "root": HEX},
    "open": {"line": POSITIVE, "path": [HEX], "records": [DICT], "salts": [NONCE]},
}
TOLD = {"line": POSITIVE, "of": TEXT, "path": [HEX], "salt": NONCE, "seat": NATURAL, "told": {list}}
SHOWN, HIDDEN = ("head", "share", "seat", "mark", "end"), {"figures", "n", "root", "sealed", "state", "table"}
Record = dict[str, Any]


def digest(salt: str, told: list[Any]) -> bytes:
    """The digest of a leaf of a veil."""
    return bytes(sha(b"\0" + "\n".join(["rftg-veil/2", salt, canonical(told)]).encode()).digest())


def climb(node: bytes, index: int, size: int, path: list[str]) -> bytes:
    """The root to which a path leads, from a leaf of a tree of so many."""
    need((size == 1) == (not path), "a path of the wrong length")
    if not path:
        return node
    half, last = 1 << (size - 1).bit_length() - 1, bytes.fromhex(path[-1])
    below = climb(node, index % half, half if index < half else size - half, path[:-1])
    return bytes(sha(b"\1" + (below + last if index < half else last + below)).digest())


def brief(nth: int, record: Record) -> str:
    """What all see of a record that is in the list of a veil, with the number of the veil."""
    seen = {key: record[key] for key in record.keys() - HIDDEN}
    return str(canonical([nth, seen, record["figures"]["end"] if record["k"] == "end" else 0]))


class Sealed:
    """A sealed log; ``at`` is the line that is judged."""

    def __init__(self) -> None:
        self.log, self.at, self.last, self.marks, self.told = verify.Log(), 0, "", 0, dict[str, Any]()
        self.shown, self.opens = [""][:0], list[Record]()
        self.veils, self.whole = list[tuple[int, str]](), list[tuple[int, Record]]()

    def take(self, line: bytes) -> None:
        """Judge the next public line."""
        self.at, log, record = self.at + 1, self.log, verify.parse(line)
        kind, body = record["k"], {key: value for key, value in record.items() if key != "k"}
        need(self.at > 1 or record["format"] != verify.FORMAT or "sealed" in record, "not a sealed log", "unknown")
        shape = {key.strip("?"): of for key, of in KINDS[kind].items() if key[-1] != "?" or key[:-1] in record}
        need(fits(body, shape) and (kind == "head") == (self.at == 1), "not a record that comes here, or its fields")
        need(kind == "head" or record.get("seat", 0) < log.players, "no such seat")
        event = record["fx"][0] if kind == "seen" else [kind]
        veiled = event[:2] == ["note", "disclosed"] or event[0] in ("mark", "end") or event[::3] == ["fact", "phase"]
        need(veiled == (self.last == "veil"), "a veil is missing, or not due")
        need(log.ended or kind not in ("open", "sign"), "the game has not ended")
        if kind == "open":
            due = (self.veils[len(self.opens)][0], log.players + 1)
            need((record["line"], len(record["salts"])) == due, "not the next veil, or not its salts")
            leaf, root = digest(record["salts"][0], record["records"]), self.veils[len(self.opens)][1]
            need(climb(leaf, 0, due[1], record["path"]).hex() == root, "the veil holds another list")
            self.opens.append(record | {"at": self.at})
        else:
            log.check_order(kind, body)
            log.waits, take = "", "take_" + kind.replace("end", "mark")
            getattr(self, take, getattr(log, take, len))(body)
        self.veils += [(self.at, record["root"])] if kind == "veil" else []
        self.told |= body if kind == "reveal" else {}
        self.shown += [brief(len(self.veils) - (kind in ("mark", "end")), record)] if kind in SHOWN else []
        log.add(line)
        log.known |= {1 if self.at == 1 else str(self.at): log.root()} if log.ended or kind in ("head", "mark") else {}
        self.last = kind

    def take_head(self, head: Record) -> None:
        """The head; what is not seen lies nowhere."""
        seen = {place: [piece for piece in lie if piece] for place, lie in head["table"]["pieces"].items()}
        table = head["table"] | {"pieces": {place: lie for place, lie in seen.items() if lie}}
        self.log.take_head({key: value for key, value in (head | {"table": table}).items() if key != "sealed"})
        self.log.table = json.loads(canonical(head["table"]))

    def take_seen(self, record: Record) -> None:
        """The public version of an event changes the public table."""
        (kind, word, cause, *rest), log, table = record["fx"][0], self.log, self.log.table
        if kind == "pass":
            need(fits([word, cause, *rest], (TEXT, TEXT, MAYBE, TEXT, TEXT, {int, type(None)})), "not its fields")
            piece, place, to, index = rest
            old, new = table["pieces"][place], table["pieces"].setdefault(to, [])
            del old[old.index(piece) if piece in old else len(old) - 1 - old[::-1].index(None)]
            need(0 <= (at := len(new) if index is None else index) <= len(new), "no such index")
            new.insert(at, None if index is None else piece)
        elif kind == "see":
            need(fits([word, cause, *rest], (TEXT, TEXT, DICT)), "not its fields")
            for part, changes in json.loads(canonical(rest[0])).items():
                table[part] = {name: n for name, n in (table[part] | changes).items() if n is not None}
                need(fits(table[part], TABLE[part]), "not what can be seen")
        elif kind == "shift" and "?" in (rest[0][0], rest[1][0]):
            for cell, by in ((rest[0], -rest[2]), (rest[1], rest[2])):
                need((count := table["stock"].pop(cell, 0) + by) >= 0, "too few")
                table["stock"] |= {cell: count} if count else {}
        elif kind != "arrange" or len(rest) > 1:
            log.fold(record["fx"][0])
        table["pieces"] = {place: lie for place, lie in table["pieces"].items() if lie}
        log.where = {piece: place for place, lie in table["pieces"].items() for piece in lie if piece}

    def take_mark(self, record: Record) -> None:
        """A mark or the end: the lines before it, the stretches so far, the public table, and who won."""
        (name, counter), over, table = self.log.stretch, "figures" in record, canonical(self.log.table).encode()
        need((record["n"], record["root"]) == (self.at - 1, self.log.root().hex()), "not the lines before, or the root")
        need(self.log.table["counters"][counter] == self.marks - over, "a mark is missing, or too early")
        mark = f"{name} {self.marks}" if self.marks else "setup", sha(table).hexdigest()
        need(over or (record["after"], record["table"]) == mark, "not the next mark, or not the table")
        for seat in record["figures"]["end"]["winners"] + record["figures"]["end"]["tied"] if over else ():
            scores = record["figures"]["end"]["scores"]
            need(len(scores) == self.log.players and scores[seat] == max(scores), "not the best win, or are tied")
        self.log.ended, self.marks = over, self.marks + 1

    def lift(self) -> None:
        """Put the whole log together, and let ``verify.py`` judge it."""
        seed, texts, log = self.told.get("text"), [self.log.texts[seat] for seat in self.log.seats], verify.Log()
        seed = sha(canonical(["rftg-shared/2", seed, *texts]).encode()).hexdigest() if self.told and texts else seed
        for nth, opened in enumerate(self.opens):
            self.at = opened["at"]
            texts = [f"rftg-salt/2\n{seed}\n{nth}\n{leaf}".encode() for leaf in range(self.log.players + 1)]
            due = [sha(text).hexdigest()[:32] for text in texts]
            need(seed is None or opened["salts"] == due, "the salts do not follow from the seed")
            for record in opened["records"]:
                if record.get("k") in SHOWN:
                    need([brief(nth, record)] == self.shown[:1], "not the next record that all see, or not in its veil")
                    del self.shown[0]
                elif "k" not in record:
                    need(record.keys() == {"fx"}, "neither a record nor the rest of one")
                    record = (last := self.whole.pop()[1]) | {"fx": last["fx"] + record["fx"]}
                self.whole.append((opened["at"], record))
        self.whole += [(self.at, {"k": "reveal", **self.told})] if self.told else []
        log.found = self.told or None
        for at, record in self.whole:
            self.at = at
            log.take(canonical(record).encode())
        need(log.ended, "the whole log has no end")

    def judge(self, path: str) -> str:
        """Judge the log."""
        for line in verify.lines(path):
            self.take(line)
        need(self.log.ended, "the log has no end", "unknown")
        if len(self.opens) < len(self.veils):
            return "sealed"
        need(self.told or "commit" not in self.log.random, "the dice are unrevealed", "unknown")
        self.lift()
        return "valid: whether each seat was told the truth is for reseal.py, or its file"

    def fit(self, path: str) -> str:
        """Judge the file of a seat: each of its lines leads to the root of a veil."""
        lines, of, size = list(verify.lines(path)), f"rftg-log/2/{self.log.known[1].hex()[:32]}", self.log.players + 1
        self.at = 0
        for line, (at, root) in zip(map(verify.parse, lines), self.veils, strict=False):
            self.at += 1
            need(fits(line, TOLD) and (line["line"], line["of"]) == (at, of), "not of this log, or not the next veil")
            leaf, first = line["seat"] + 1, verify.parse(lines[0])["seat"] + 1
            top = climb(digest(line["salt"], line["told"]), leaf, size, line["path"]).hex()
            need(leaf == first < size and top == root, "another seat, or it does not lead to the root of its veil")
            for opening in self.opens[self.at - 1 : self.at]:
                need(line["salt"] == opening["salts"][leaf], "the veil has another salt")
        need(len(lines) == len(self.veils), "not a line for each veil", "unknown")
        return f"fits: {len(lines)} veils"


def main() -> int:
    """Print a verdict on the log, and one on the file of a seat."""
    sealed, verdicts, files = Sealed(), [""][:0], [word for word in sys.argv[1:] if word != "--seat"]
    for path, judge in zip(files, (sealed.judge, sealed.fit), strict=False):
        try:
            verdicts.append(judge(path))
        except verify.Verdict as found:
            verdicts.append(f"{found.args[0]}: line {sealed.at}: {found.args[1]}")
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            verdicts.append(f"invalid: line {sealed.at}: this cannot be")
        except (OSError, EOFError, zlib.error):
            verdicts.append("unread")
    print(*verdicts, sep="\n")
    return max(0 if it.startswith(("valid", "sealed", "fits")) else 1 + (it == "unread") for it in verdicts or [""])


if __name__ == "__main__":
    sys.exit(main())
