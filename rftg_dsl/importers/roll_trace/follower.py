"""Follow a recorded game of Roll: keep track of the position, and process all records except decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.roll.explore import return_abandoned, scout, tiles_of
from rftg_dsl.games.roll.goods import ship_good
from rftg_dsl.games.roll.numbers import PHASES
from rftg_dsl.games.roll.report import report
from rftg_dsl.games.roll.setup import draw_start_tiles
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.roll_trace.names import FROM_STACK, Names
from rftg_dsl.importers.roll_trace.snapshot import end_of, state_of_table
from rftg_dsl.importers.tape import Line, Tape
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event

WHY = {"traded": "Trade", "recruited": "Recruit", "floor": "Floor"}


class RollFollower(Follower):
    """Follows all records of a game except decisions; ``play`` is set once the game has begun."""

    def __init__(self, rules: Rules, names: Names, game: Mapping[str, Any], lines: Sequence[Line]) -> None:
        self.rules = rules
        self.names = names
        self.numbers = names.numbers
        self.header = game["header"]
        self.final = game["final"]
        self.tape = Tape(lines, "e")
        self.parts: list[Any] = []
        """The unread parts of the current record: moves, or tiles to place."""
        self.done: Counter[tuple[Any, ...]] = Counter()
        """The counts of our events since the last record was taken."""
        self.late: Counter[tuple[Any, ...]] = Counter()
        """For events whose order does not matter, our counts minus the recorded counts; all must be 0 at a mark."""
        self.drawn_why = ""
        self.returned: list[str] = []
        self.returned_why: str | None = ""
        self.match: list[int] = []
        """Whether the good and whether the shipper matched the world when a good was last shipped."""
        self.before = Counter[tuple[str, int]]()
        self.gains = {counter: ("credits", seat) for seat, counter in enumerate(self.numbers.credits)}
        self.gains |= {counter: ("vp", seat) for seat, counter in enumerate(self.numbers.vp)}
        self.sources = {
            "faction": self.draw_faction_or_home,
            "home": self.draw_faction_or_home,
            "start": self.draw_tiles,
            "tiles": self.draw_tiles,
            "roll": self.roll_dice,
            "two-player": self.roll_two_player_die,
        }

    # -- observing our engine ---------------------------------------------------------------------------------

    def happens(self, play: Play[Any], event: Event) -> None:
        match event:
            case ("adjust", word, _, counter, by, *lost):
                self.count_adjustment(play, counter, by + sum(lost), word)
            case ("shift", word, _, source, _, n):
                self.count_shift(play, source, n, word)
            case ("move", word, cause, piece, place, _) if place == self.numbers.bag:
                self.returned.append(self.names.tiles[piece])
                self.returned_why = "abandoned" if cause == return_abandoned.id else RETURNS.get(word, word)
            case ("fact", "phase", _, _, phase) if phase in PHASES:
                self.done["phase", phase] += 1
            case ("note", "short", _, *what):
                self.late["short", *what] += 1

    def count_adjustment(self, play: Play[Any], counter: int, by: int, word: str) -> None:
        if gain := self.gains.get(counter):
            why = self.reason_for(play, gain[1], by, word)
            sums = self.late if why in self.names.late else self.done
            sums[(*gain, why)] += by
        elif counter == self.numbers.round:
            self.done["round", play.counters[counter] + by] += 1

    def reason_for(self, play: Play[Any], seat: int, by: int, word: str) -> str:
        """The reason for a gain, as recordings state it: the name of a tile or of a rule."""
        if word == "stocked":
            return "Stock" if by == self.numbers.number["stock_credits"] else self.modifier_of("stocking", seat)
        if play.cause == ship_good.id and word == "gained":
            return "Consume"
        return WHY.get(word) or self.names.power_side.get(play.cause, play.cause)

    def modifier_of(self, parameter: str, seat: int) -> str:
        return next((self.names.power_side[power.hook.id] for power in self.play.owned(parameter, seat)), parameter)

    def count_shift(self, play: Play[Any], source: int, n: int, word: str) -> None:
        if word in ("unused", "stranded"):
            place = source // self.numbers.width
            named = self.names.places[place]
            seat = play.layout.place_owner[place]
            self.done[word, seat, FROM_STACK.get(named, named), self.names.colour_in(source)] += n

    def paused(self, play: Play[Any], mark: str) -> None:
        if mark == "setup":
            self.begin()
        at = mark.partition(" ")[0]
        self.take("state", at={"assign": "reveal"}.get(at, at))
        self.tape.same("tiles back in the bag without a record", self.returned, [])
        left = [[*key, n] for key, n in self.late.items() if n]
        self.tape.same("gains since the last mark, ours less theirs", left, [])
        self.late.clear()
        theirs = {key: self.tape.record.get(key) for key in ("table", "seats")}
        self.tape.same("state", state_of_table(report(self.play)), theirs)

    def ended(self, play: Play[Any]) -> None:
        self.settle()
        self.tape.line = self.tape.lines[-1][0] + 1
        if left := self.tape.ahead():
            raise Disagreement(self.tape.lines[self.tape.at][0], "record", None, left)
        self.tape.same("final", end_of(report(self.play)), self.final)

    def begin(self) -> None:
        """Compare the setup with the header, because setup has no records."""
        self.done.clear()
        numbers, play, tape = self.numbers, self.play, self.tape
        tape.line = 0
        tape.same("header.order", list(play.facts[numbers.order]), self.header.get("order"))
        stacks = [play.zone[place] for name in ("developments", "worlds") for place in numbers.place[name]]
        bag = [self.names.tiles[piece] for zone in (play.zone[numbers.bag], *stacks) for piece in zone]
        tape.same_set("header.bag", bag, self.header.get("bag"))
        self.remember()

    # -- taking records ---------------------------------------------------------------------------------------

    def take(self, kind: str, **labels: Any) -> Mapping[str, Any]:
        """Compare the events that led to the next record, then take that record."""
        if self.tape.ahead():  # otherwise, the recording ends here and lacks events too
            self.settle()
        return self.tape.take(kind, **labels)

    def settle(self) -> None:
        tape = self.tape
        if self.parts:
            raise Disagreement(tape.line, "rest of the record", [], list(self.parts))
        theirs: Counter[tuple[Any, ...]] = Counter()
        while derived := DERIVED.get(str(tape.ahead().get("e"))):
            if not derived(self, theirs, tape.ahead()):
                break
        if self.done != theirs:
            self.raise_difference(theirs)
        self.done.clear()

    def raise_difference(self, theirs: Counter[tuple[Any, ...]]) -> None:
        line = self.tape.line if theirs else self.tape.line + 1
        for key in (*self.done, *theirs):
            if self.done[key] != theirs[key]:
                raise Disagreement(line, " ".join(str(part) for part in key), self.done[key], theirs[key])

    def remember(self) -> None:
        counters, numbers = self.play.counters, self.numbers
        for counter, gain in self.gains.items():
            self.before[gain] = counters[counter]
        self.before["pool", 0] = counters[numbers.pool]

    # -- chance -----------------------------------------------------------------------------------------------

    def draw_faction_or_home(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        named = self.header["seats"][int(seat)]
        numbers = {component.id: component.number for component in self.rules.model.components}
        here = [numbers[named[what]] for what in ("faction", "home")]
        return [number for number in here if number in domain][:1]

    def draw_tiles(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        cause = self.play.cause
        why = {draw_start_tiles.id: "setup", scout.id: "scout"}.get(cause) or self.names.power_side.get(cause, cause)
        self.take("draw", seat=int(seat), why=why)
        self.drawn_why = why
        tiles = self.tape.texts(self.tape.get("tiles"))
        by_name = {self.names.tiles[piece]: piece for piece in domain}
        return [by_name.get(tile, -1) for tile in tiles]

    def roll_dice(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The recorded faces, sorted by colour because that is the order in which our engine rolls the dice."""
        self.take("roll", seat=int(seat))
        rolled = self.tape.rows(self.tape.get("dice"), 2)
        cup = self.names.dice_at(self.play, self.numbers.rows["cup"][int(seat)])
        self.tape.same("dice in the cup", cup, dict(Counter(colour for colour, _ in rolled)))
        kinds = self.rules.model.words.stock_kinds
        faces = [(kinds[colour].faces, face) for colour in cup for die, face in rolled if die == colour]
        return [known.index(face) if face in known else -1 for known, face in faces]

    def roll_two_player_die(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        self.take("die2")
        face = self.tape.get("face")
        faces = self.numbers.home_faces
        return [faces.index(face) if face in faces else -1]


RETURNS = {"returned": "thin bag", "given up": "forced"}

Record = Mapping[str, Any]
Sums = Counter[tuple[Any, ...]]


def read_gain(f: RollFollower, theirs: Sums, record: Record) -> bool:
    """Read a gain of credits or chips; compare the new total at once, and the sum for each reason later."""
    kind = f.tape.next()["e"]
    seat, by = seat_of(f), f.tape.number("d")
    counter = (f.numbers.credits if kind == "credits" else f.numbers.vp)[seat]
    spec = f.play.layout.counter_specs[counter]
    f.before[kind, seat] = min(max(f.before[kind, seat] + by, spec.low), spec.high)
    f.tape.same(f"{kind} {seat} now", f.before[kind, seat], f.tape.get("now"))
    if kind == "vp":
        f.before["pool", 0] -= by
        f.tape.same("pool", f.before["pool", 0], f.tape.get("pool"))
        if f.tape.get("why") == "Consume":
            f.tape.same("match", f.match, f.tape.get("match"))
    key = (kind, seat, f.tape.word("why"))
    if key[2] in f.names.late:
        f.late[key] -= by
    else:
        theirs[key] += by
    return True


def read_idle_dice(f: RollFollower, theirs: Sums, record: Record) -> bool:
    kind = f.tape.next()["e"]
    for colour, n in f.tape.counts("dice").items():
        theirs[kind, f.tape.number("seat"), f.tape.word("phase"), colour] += n
    return True


def read_bag(f: RollFollower, theirs: Sums, record: Record) -> bool:
    if not f.returned and record.get("added") != []:
        return False
    f.tape.next()
    if f.returned:
        f.tape.same("why tiles return", f.returned_why, f.tape.get("why"))
    f.tape.same_set("tiles back in the bag", f.returned, f.tape.get("added"))
    f.tape.same_set("bag", [f.names.tiles[piece] for piece in f.play.zone[f.numbers.bag]], f.tape.get("order"))
    f.returned = []
    return True


def make_reader(*fields: str) -> Callable[[RollFollower, Sums, Record], bool]:
    def count(f: RollFollower, theirs: Sums, record: Record) -> bool:
        kind = f.tape.next()["e"]
        theirs[kind, *[f.tape.word(name) for name in fields]] += 1
        return True

    return count


def read_shortage(f: RollFollower, theirs: Sums, record: Record) -> bool:
    f.tape.next()
    f.late["short", seat_of(f), f.tape.number("missing")] -= 1
    return True


def read_empty_draw(f: RollFollower, theirs: Sums, record: Record) -> bool:
    # Our engine skips drawing or placing tiles if there are none.
    if record.get("tiles") != []:
        return False
    f.tape.next()
    f.tape.same("drawn tiles", [f.names.tiles[tile] for tile in f.play.zone[f.numbers.place["hand"][seat_of(f)]]], [])
    return True


def read_empty_rearrangement(f: RollFollower, theirs: Sums, record: Record) -> bool:
    # Our engine does not ask if there are no tiles to rearrange.
    if record.get("dev") != [] or record.get("world") != []:
        return False
    f.tape.next()
    f.tape.same("tiles in the stacks", [f.names.tiles[tile] for tile in tiles_of(f.play, seat_of(f))], [])
    return True


def read_empty_roll(f: RollFollower, theirs: Sums, record: Record) -> bool:
    # Our engine skips the roll of an empty cup.
    if record.get("dice") != []:
        return False
    f.tape.next()
    cup = f.names.dice_at(f.play, f.numbers.rows["cup"][seat_of(f)])
    f.tape.same("dice in the cup", cup, {})
    return True


def read_empty_selection(f: RollFollower, theirs: Sums, record: Record) -> bool:
    # Our engine does not ask a seat without workers.
    if record.get("phase") is not None:
        return False
    f.tape.next()
    seat = seat_of(f)
    cells = f.numbers.column_cells[seat]
    f.tape.same_set(
        "options for select", [f.names.die_in(cell) for cell in cells if f.play.stock[cell]], f.tape.get("opt")
    )
    f.tape.same("selecting die", None, f.tape.get("die"))
    return True


def seat_of(f: RollFollower) -> int:
    return f.tape.choose("seat", f.numbers.seats, int, f.tape.number("seat"))  # type: ignore[no-any-return]


DERIVED: dict[str, Callable[[RollFollower, Sums, Record], bool]] = {
    "credits": read_gain,
    "vp": read_gain,
    "unused": read_idle_dice,
    "stranded": read_idle_dice,
    "bag": read_bag,
    "round": make_reader("n"),
    "phase": make_reader("phase"),
    "short": read_shortage,
    "draw": read_empty_draw,
    "place": read_empty_draw,
    "logistics": read_empty_rearrangement,
    "roll": read_empty_roll,
    "select": read_empty_selection,
}
"""Readers for records other than decisions and random results; if one returns False, the record stays on the tape."""
