"""Check logs of the format rftg-log/2 by docs/log-format.md alone; exit with 0 if all are valid, 2 if one is unread.

A log is read twice, for its dice follow from what is at its end. There is no Ed25519 here: signatures are not checked.
"""
import base64, contextlib, gzip, hashlib, json, re, sys, zlib  # noqa: E401, I001
from collections import Counter

FORMAT, LINE, LOG, DEPTH, NUMBER, WORK = "rftg-log/2", 1_000_000, 256_000_000, 24, 2**53, 10**9
RESULTS, TIMES, MARKS, CELLS, FACTS, BESIDE, VALUE, SEATS = 250_000, 10_000, 100_000, 100_000, 1_000, 1_000, 5_000, 64
NATURAL, POSITIVE, ONE, WIDE = range(NUMBER + 1), range(1, NUMBER + 1), range(1, 2), range(1, 65_537)
ANY, INT, STR, DICT, LIST, COUNTS, SEAT = None, {int}, {str}, {dict}, {list}, [NATURAL] * 3, range(SEATS)
HEX, NONCE, NAME, CELL = map(re.compile, ("[0-9a-f]{64}", "[0-9a-f]{32}", "(?s:.+)", "[^@]+@[^@]+"))
ID, DOES, LEVEL = map(re.compile, ("[^|]++(?:[|][^|]++)*+", "concedes|leaves|sits", "none|owner|top"))
STEP, POWER, STRING = map(re.compile, ("[^./]++(?:[.][^./]++)++", "(?s:(.+))/[1-9][0-9]*~?", r'"(?:[^"\\]++|\\.)*+"?'))
LABEL = re.compile("(?s:(?=.{1,100}$))(0|[1-9][0-9]*)/(table|0|[1-9][0-9]?)/[^/]+/(0|[1-9][0-9]*)")
FLAT = re.compile(r"[\[{][^\[\]{}]*+[\]}]")
ROW = re.compile(r"— [^\s+\x00-\x1f]{1,100} [0-9A-Za-z+/]{90}[AEIMQUYcgkosw048]=")  # 68 bytes in base 64

def is_thing(value):
    """Whether a value is what can be drawn: a name or a number."""
    return fits(value, INT) or fits(value, NAME)

def is_source(value):
    """Whether a value is what can be drawn from: a place, or a list of different things."""
    return fits(value, NAME) or (fits(value, [is_thing]) and 0 < len(value) == len({*value}))

def is_short(value):
    """Whether a value is as short as that of a fact."""
    return len(canonical(value)) <= VALUE

EVENTS = {  # the part of the table that an event changes, and the shapes of what stands after the cause
    "shift": ("stock", CELL, CELL, POSITIVE), "move": ("pieces", NAME, NAME, NATURAL), "wake": ("woken", NATURAL),
    "adjust": ("counters", NAME, INT), "flip": ("sides", NAME, NAME), "fact": ("facts", NAME, is_short),
    "arrange": ("pieces", NAME, [NAME]), "tag": ("tags", NAME, INT), "enter": ("entered", NAME, NATURAL)}
FORMS = {"one": (ID, POSITIVE), "some": ([ID], *COUNTS), "bag": ({"*": POSITIVE}, *COUNTS), "amount": (INT,) * 3}
KINDS = {  # the fields of each kind; those with a question mark may be left out
    "head": {
        "digests": {"*": HEX}, "edition": STR, "format": STR, "game": NAME, "made_by": NAME, "names": {"*": NAME},
        "options": {"*": NAME}, "players": range(1, SEATS + 1), "randomness": DICT, "rules": {"*": NATURAL},
        "seats": [NAME], "sets": [{"id": NAME, "version": NAME}], "stretch": (NAME, NAME),
        "unseen": {"counters": {"*": LEVEL}, "places": {"*": LEVEL}}, "table": {
            "counters": {"*": INT}, "entered": {"*": POSITIVE}, "facts": {"*": is_short}, "last_entered": NATURAL,
            "pieces": {"*": [NAME]}, "sides": {"*": NAME}, "stock": {"*": POSITIVE}, "tags": {"*": INT},
            "woken": NATURAL}},
    "share": {"seat": SEAT, "nonce?": NONCE, "text?": STR, "refused?": ONE},
    "rnd": {"domain": WIDE, "from?": is_source, "fx": LIST, "label": LABEL, "result": [is_thing]},
    "do": {"form": LIST, "fx": LIST, "name": NAME, "pick": ANY, "seat": SEAT, "secret?": ONE, "stood?": ONE},
    "seat": {"does": DOES, "seat": SEAT, "who?": NAME},
    "mark": {"after": NAME, "figures": DICT, "n": NATURAL, "root": HEX, "state": HEX, "table": HEX},
    "end": {"figures": DICT, "n": NATURAL, "root": HEX}, "run": {"fx": LIST}, "sign": {"note": STR},
    "reveal": {"nonce": NONCE, "text": STR}}
OUTCOME = {"scores": [INT], "tied": [SEAT], "why": [NAME], "winners": [SEAT]}
MODES = {  # the fields of each mode, and what the results rest on
    "seed": ({"commit": HEX}, "every result follows from the seed promised first; who chose it is not known"),
    "shared": ({"commit": HEX, "seats": [HEX]}, "every result follows from texts of host and seats; the host foresaw"),
    "table": ({}, "people typed in every result; each is possible"), "recorded": ({}, "every result is possible")}
FITS = {  # how a value fits a shape: question, {types}, range, pattern, [each], (each, each), {"*": each}, {key: each}
    type(is_thing): lambda value, shape: shape(value),
    set: lambda value, shape: type(value) in shape, range: lambda value, shape: type(value) is int and value in shape,
    re.Pattern: lambda value, shape: type(value) is str and shape.fullmatch(value) is not None,
    list: lambda value, shape: type(value) is list and all(fits(item, shape[0]) for item in value),
    tuple: lambda value, shape: type(value) is list and len(value) == len(shape) and all(map(fits, value, shape)),
    dict: lambda value, shape: type(value) is dict and ("*" in shape or value.keys() == shape.keys()) and all(
        fits(item, shape["*" if "*" in shape else key]) and key for key, item in value.items())}
canonical, sha = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode, hashlib.sha256
class Verdict(Exception):
    """A log is invalid or unknown, and why."""

def need(condition, why, verdict="invalid"):
    """Refuse the log unless the condition holds."""
    if not condition:
        raise Verdict(verdict, why)

def fits(value, shape):
    """Whether a value has a shape."""
    return shape is ANY or FITS[type(shape)](value, shape)

def parse(line):
    """The record on a line: an object in its canonical spelling. What is deep or huge is refused before parsing."""
    bare = STRING.sub("", text := line.decode("ascii", "replace"))
    large = re.search("[.EIN]|[0-9](e|[0-9]{16})", bare) or max(re.findall("[0-9]{16}", bare), default="") > str(NUMBER)
    for _ in range(DEPTH):
        bare = FLAT.sub("", bare)
    need(not large and "[" not in bare and "{" not in bare, "too deep, or a number that is too large or not whole")
    with contextlib.suppress(ValueError):
        record = json.loads(text)
        json.dumps(record, ensure_ascii=False).encode()
        need(type(record) is dict and canonical(record) == text, "not an object in canonical JSON")
        return record
    raise Verdict("invalid", "not JSON of whole characters")

def lines(path, size=0, rest=b"", ends=rb"\r{1,2}\n|\n|\r(?!\r?\Z)"):
    """Yield the lines of a log, plain or packed, without their ends; those of other systems, and a mark, are mended."""
    with open(path, "rb") as file:
        source = gzip.GzipFile(fileobj=file) if file.peek(2)[:2] == b"\x1f\x8b" else file
        rest = source.read(LINE).removeprefix(b"\xef\xbb\xbf")
        while rest:
            chunk = source.read(LINE)
            *whole, rest = re.split(ends if chunk else rb"\r{1,2}\n|\n|\r", rest)
            for line in whole:
                size += len(line) + 1
                need(len(line) < LINE and size <= LOG, "the line or the log is too long")
                yield line
            if not chunk:
                break
            need(len(rest) < LINE + 2, "the line or the log is too long")
            rest += chunk
        if rest:
            try:
                parse(rest)  # a part of an object is never an object: only the line end is missing
            except Verdict:
                raise Verdict("unknown", "the last line is torn") from None
            yield rest

class Log:
    """A log, judged line by line. Its Merkle tree is kept as the roots of the full subtrees."""
    found = last = start = now = waits = ended = final = None
    full, size, work, marks, signed, revealed, sharing = (), 0, 0, 0, (), 0, True
    results = beside = late = after = 0

    def spend(self, steps):
        """Give up on a log that takes too many steps, or too much memory, which is counted as steps."""
        self.work += steps
        need(self.work <= WORK, "more work than this program does", "unknown")

    def add(self, line):
        """Add a line to the tree, as its last leaf."""
        node, full = sha(b"\0" + line).digest(), [*self.full]
        for _ in range(len(full) - (self.size & self.size + 1).bit_count()):
            node = sha(b"\1" + full.pop() + node).digest()
        self.full, self.size = (*full, node), self.size + 1

    def root(self):
        """The root so far, as bytes."""
        node = self.full[-1]
        for left in self.full[-2::-1]:
            node = sha(b"\1" + left + node).digest()
        return node

    def take(self, line):
        """Judge the next line."""
        record, head = parse(line), not self.size
        kind, form, events = record.pop("k", None), record.get("format"), record.get("fx", ())
        need(fits(kind, STR) and kind in KINDS and (kind == "head") == head, "not a kind of record that comes here")
        known = not fits(form, STR) or form == FORMAT or not form.startswith("rftg-log/")
        need(not head or (known and "sealed" not in record), "another format, or a sealed log", "unknown")
        need(not head or form == FORMAT, "not a format of logs")
        shape = {k.strip("?"): shape for k, shape in KINDS[kind].items() if k[-1] != "?" or k[:-1] in record}
        need(fits(record, shape) and (head or record.get("seat", 0) < self.players), "wrong fields, or wrong values")
        self.spend(0 if head else (5000 + len(self.where)) * (1 + len(events)) + 20 * len(line) * ("fx" in record))
        self.check_order(kind, record)
        getattr(self, "take_" + kind.replace("end", "mark"), len)(record)
        for event in events:
            self.fold(event)
        need(len(self.table["stock"]) <= CELLS and len(self.table["facts"]) <= FACTS, "too many cells or facts")
        self.late, self.after = self.late + (self.ended or 0), self.after + len(line) * (self.ended or 0)
        need(self.late <= BESIDE and self.after <= LINE, "too much from the end on")
        self.add(line)
        self.known |= {1 if head else str(self.size): self.root()} if head or kind == "mark" or self.ended else {}

    def check_order(self, kind, record):
        """The head, the shares, everything else, the end, then what was promised; seats and notes also elsewhere."""
        does, game = record.get("does", "sits"), kind not in ("seat", "sign", "reveal")
        need(kind in ("reveal", "sign") or not self.ended, "the game has ended")
        self.revealed, self.beside = self.revealed + (kind == "reveal"), self.beside + (kind in ("seat", "sign"))
        need(self.beside <= BESIDE, "too many records that no rules give")
        due = self.ended and self.revealed == 1 and self.keeps(self.random.get("commit"), record)
        need(kind != "reveal" or due, "not what was promised, or not at the end")
        need(kind != "seat" or ("who" in record) == (does == "sits"), "somebody else sits, or nobody")
        need((kind != "share" or self.sharing) and (kind != "run" or record["fx"]), "a late share, or an empty run")
        need(not game or ((self.waits != "do" or kind == "do") and (not self.final or kind == "end")), "not due")
        waits = "anything" if does != "sits" else self.waits or ("" if self.last == "mark" else "do")
        self.waits, self.last = ("", kind) if game else (waits, self.last)
        if self.sharing and kind not in ("head", "share"):
            need(len(self.texts) == len(self.seats), "a seat has no share")
            self.sharing, texts = False, [self.texts[seat] for seat in self.seats]
            if self.found and self.keeps(self.random.get("commit"), self.found):
                shared = canonical(["rftg-shared/2", seed := self.found["text"], *texts]).encode()
                self.start = sha(f"{sha(shared).hexdigest() if texts else seed}/{self.game}/".encode())

    def take_head(self, head):
        """What is played, by whom, where chance comes from, and a table that agrees with itself."""
        self.players, self.game, self.random, self.names = (head[k] for k in ("players", "game", "randomness", "names"))
        self.stretch, self.table, self.texts, self.known = head["stretch"], head["table"], {}, {}
        need((mode := str(self.random.get("mode"))) in MODES, "no such randomness")
        self.seats, promised = range(self.players if mode == "shared" else 0), self.random.get("seats", ())
        alike = fits(self.random, {"mode": STR, **MODES[mode][0]}) and len(promised) == len(self.seats)
        ruled, parts = {"engine", self.game} <= head["rules"].keys(), ["game", *[each["id"] for each in head["sets"]]]
        parts += {"option " + "-".join(choice) for choice in head["options"].items()} & head["digests"].keys()
        need(alike and ruled and len(head["seats"]) == self.players, "wrong seats, rules, or fields of the randomness")
        need(sorted(head["digests"]) == sorted(parts + ["edition"] * (head["edition"] != "")), "not these digests")
        places, entered, woken = self.table["pieces"].items(), self.table["entered"], self.table["woken"]
        self.where, order = {piece: place for place, lie in places for piece in lie}, {0, *entered.values()}
        need(len(self.where) == sum(len(lie) or NUMBER for _, lie in places), "a piece lies twice, or a place is empty")
        need(all(self.table[key].keys() <= self.where.keys() for key in ("entered", "sides", "tags")), "no such piece")
        need(len(order) > len(entered) and max(*order, woken) <= self.table["last_entered"], "wrong order of entering")
        need({*self.table["sides"].values()} <= self.names.keys() and all(self.table["tags"].values()), "sides or tags")
        need(self.stretch[1] in self.table["counters"] and fits([*self.table["stock"]], [CELL]), "counters or stock")

    def keeps(self, commit, record):
        """Whether a record tells the nonce and the text of a commitment."""
        told = [record.get("nonce"), record.get("text")]
        return fits(told, (NONCE, STR)) and sha("\n".join(["rftg-commit/2", *told]).encode()).hexdigest() == commit

    def take_share(self, record):
        """A seat of a shared game reveals what it promised, or refuses."""
        need((seat := record["seat"]) in self.seats and seat == len(self.texts), "nobody waits for this share")
        kept = "refused" in record or self.keeps(self.random["seats"][seat], record)
        need(kept and len(record) == 3 - ("refused" in record), "neither what the seat promised nor a refusal")
        self.texts[seat] = record.get("text")

    def take_rnd(self, record):
        """A chance result is possible, with the next label, and follows from the secret once that is known."""
        label, domain, result, source = *(record[k] for k in ("label", "domain", "result")), record.get("from")
        (when, seat, _, count), now, many = label.split("/"), self.table["counters"][self.stretch[1]], len(result)
        self.labels, self.now = self.labels if self.now == now else Counter(), now
        stem, here = sha(label[:-len(count)].encode()).digest(), seat == "table" or int(seat) < self.players
        need(here and when == str(now) and count == str(self.labels[stem]), "the label is not the next one here")
        self.labels[stem], self.results = self.labels[stem] + 1, self.results + 1
        need(self.results <= RESULTS and many <= TIMES, "too many results")
        pool = self.table["pieces"].get(source, []) if fits(source, STR) else source
        drawn = pool is None or (len(pool) == domain and not Counter(result) - Counter(pool))
        need(result and drawn and (pool or fits(result, [range(domain)])), "impossible results")
        if self.start:
            self.spend(many * (len(label) + 500 + (len(pool or ()) >> 3)))
            left, marks = [*(pool or ())], [f"{label}.{at}" for at in range(many)] if many > 1 else [label]
            right = [left.pop(self.roll(mark, len(left), 1)[0]) for mark in marks] if pool else []
            need(result == (right or self.roll(label, domain, many)), "not what follows from what was revealed")

    def roll(self, label, domain, count):
        """So many results of a domain, from the hashes of a label."""
        width, block, results = 1 if domain <= 256 else 2, 0, []
        while len(results) < count:
            (hashed := self.start.copy()).update((f"{label}+{block}" if block else label).encode())
            values = (int.from_bytes(hashed.digest()[at:at + width], "big") for at in range(0, 32, width))
            results += [value % domain for value in values if value < 256**width // domain * domain]
            block += 1
        return results[:count]

    def take_do(self, record):
        """A pick fits its form, and is legal as far as the log itself says."""
        form, pick = record["form"], record["pick"]
        name, *bounds = form if fits(form[:1], (NAME,)) else [""]
        need(name in FORMS and fits(bounds, FORMS[name][1:]) and bounds == sorted(bounds), "not a form")
        need(fits(pick, FORMS[name][0]) and (name != "bag" or fits([*pick], [ID])), "not a pick for its form")
        count = len({*pick}) if name == "some" else sum(pick.values()) if name == "bag" else pick
        need("stood" not in record, "an answer that the rules refuse, and that stood")
        need(name == "one" or (bounds[0] <= count <= bounds[1] and (name != "some" or count == len(pick))), "count")

    def fold(self, event):
        """Change the table as an event says, after checking that it can."""
        need(type(event) is list and fits(event[:3], (NAME, NAME, NAME)), "not an event")
        (kind, _, cause, *rest), (table, order) = event, (self.table, self.table["last_entered"])
        lost = [rest.pop()] if kind == "adjust" and len(rest) == 3 else []
        (part, *shapes), power = EVENTS.get(kind, [""]), POWER.fullmatch(cause)
        need(kind == "note" or (kind in EVENTS and fits(rest, tuple(shapes))), "not an event, or not its fields")
        need(all(type(n) is int and (n > 0 <= rest[1] or n < 0 >= rest[1]) for n in lost), "the part lost")
        need(power[1] in self.names if power else STEP.fullmatch(cause), "the cause is no power and no step")
        if kind == "note":
            return
        name, value, target = rest[0], rest[-1], table if kind == "wake" else table[part]
        known = self.where if kind in ("move", "tag", "enter") else rest if kind in ("wake", "shift") else target
        need(name in known and (kind != "flip" or value in self.names), "nothing of that name")
        need(kind != "arrange" or sorted(target[name]) == sorted(value), "not the pieces of the place")
        need(kind != "enter" or value == (0 if name in target else order + 1), "not the next to enter")
        need(kind != "wake" or target[part] <= value <= order, "so many pieces have not entered")
        self.spend(500 * len(canonical(value)) * (kind in ("flip", "fact")))
        changes = {part if kind == "wake" else name: target[name] + value if kind == "adjust" else value}
        if kind == "shift":
            need(name != rest[1] and name.split("@")[0] == rest[1].split("@")[0], "not like things in two cells")
            changes = {cell: target.get(cell, 0) + by for cell, by in ((name, -value), (rest[1], value))}
        if kind == "move":
            (old := target[self.where[name]]).remove(name)
            need(value <= len(new := target.setdefault(rest[1], [])), "no such index")
            new.insert(value, name)
            changes, self.where[name] = {self.where[name]: old}, rest[1]
        for key, new in changes.items():
            need(type(new) is not int or (0 if part == "stock" else -NUMBER) <= new <= NUMBER, "too few or too many")
            target[key] = new
            if not new and part in ("stock", "pieces", "tags", "entered"):
                del target[key]
        table["last_entered"] = max(order, value) if kind == "enter" else order

    def take_mark(self, record):
        """A mark or the end: the lines before it, the stretches so far, the table and the figures."""
        root, over, (name, counter), table = self.root(), "after" not in record, self.stretch, canonical(self.table)
        self.spend(len(table))
        figures = record["figures"]
        need(record["n"] == self.size and record["root"] == root.hex(), "not the lines before, or not their root")
        need(self.table["counters"][counter] == self.marks - over, "a mark is missing, or too early")
        name, digest = f"{name} {self.marks}" if self.marks else "setup", sha(table.encode()).hexdigest()
        need(over or (record["after"], record["table"]) == (name, digest), "not the next mark, or not the table")
        need(not over or self.final == canonical(figures), "not the figures of the last mark")
        need(over or self.marks < MARKS, "too many marks")
        self.check_figures(figures.get("seats"), figures.get("end"), over or "end" in figures)
        self.final, self.ended, self.marks = canonical(figures) if "end" in figures else None, over, self.marks + 1

    def check_figures(self, seats, outcome, over):
        """Scores add up and, when the game is over, the best win."""
        need(fits(seats, [DICT]) and len(seats) == self.players, "not figures for each seat")
        for score, tie in (ranks := [(seat.get("score"), seat.get("tie_break")) for seat in seats]):
            need(fits(score, {"*": INT}) and sum(score.values()) == 2 * score.get("total", NUMBER**2), "a wrong total")
            need(fits(tie, INT) or fits(tie, [INT]), "not a tie break")
        ranks = [(score["total"], tie if type(tie) is list else [tie]) for score, tie in ranks]
        won, led = ([i for i, got in enumerate(ranks) if got[:n] == best[:n]] for best in [max(ranks)] for n in (2, 1))
        if over:
            need(fits(outcome, OUTCOME) and outcome["scores"] == [rank[0] for rank in ranks], "not the right scores")
            need(outcome["winners"] == won and outcome["why"], "not the best seats win, or for no reason")
            need(outcome["tied"] == (led if len(led) > 1 else []), "others are tied")

    def take_sign(self, record):
        """A signed note on a checkpoint of the lines before this one, or of those up to a mark or the end."""
        text, _, signatures = record["note"].partition("\n\n")
        (origin, size, *root), (*rows, last) = f"{text}\n".split("\n"), signatures.split("\n")
        known = self.root() if size == str(self.size) else self.known.get(size, b"")
        true = origin == f"rftg-log/2/{self.known[1].hex()[:32]}" and root == [base64.b64encode(known).decode(), ""]
        true = true and known and not last and record["note"] not in self.signed and 0 < len(rows) <= 100
        need(true and all(map(ROW.fullmatch, rows)), "not a signed note on these lines")
        self.signed += (record["note"],)

def judge(path):
    """Print the verdict on one log, and return the exit code that it calls for."""
    log, word, why = Log(), "valid", ""
    try:
        with contextlib.suppress(Verdict):
            log.found = next((parse(line) for line in lines(path) if line.startswith(b'{"k":"reveal",')), None)
        for line in lines(path):
            log.take(line)
        need(log.ended, "the log has no end", "unknown")
        mode, refused = log.random["mode"], [seat for seat, text in log.texts.items() if text is None]
        need(log.revealed or "commit" not in log.random, f"randomness {mode} is unrevealed", "unknown")
        why = f": randomness {mode}: {MODES[mode][1]}" + f"; seats {refused} refused" * bool(refused)
    except Verdict as found:
        word, why = found.args[0], f": line {log.size + 1}: {found.args[1]}"
    except (OSError, EOFError, zlib.error, MemoryError):
        word = "cannot be read"
    root = f"root of {log.size} lines {log.root().hex()}" if log.size else "no root"
    print(f"{path!a}: {word}{why}; {root}; {len(log.signed)} signatures, not checked")
    return {"valid": 0, "cannot be read": 2}.get(word, 1)

if __name__ == "__main__":
    sys.exit(max(map(judge, sys.argv[1:]), default=2))
