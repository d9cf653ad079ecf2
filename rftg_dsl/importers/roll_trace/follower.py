"""Follow a recorded game of Roll: keep track of the position, and process all records except decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.roll.explore import return_abandoned, scout, tiles_of
from rftg_dsl.games.roll.goods import ship_good
from rftg_dsl.games.roll.numbers import PHASES
from rftg_dsl.games.roll.report import report
from rftg_dsl.games.roll.setup import draw_start_tiles
from rftg_dsl.importers.follow import Events, Follower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.roll_trace.names import FROM_STACK, Names
from rftg_dsl.importers.roll_trace.snapshot import end_of, state_of_table
from rftg_dsl.importers.tape import Line, Tape
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event

Record = Mapping[str, Any]
Sums = Counter[tuple[Any, ...]]

EMPTY: dict[str, dict[str, Any]] = {
    "bag": {"added": []},
    "draw": {"tiles": []},
    "place": {"tiles": []},
    "logistics": {"dev": [], "world": []},
    "roll": {"dice": []},
    "select": {"phase": None},
}
"""For each step, the fields that show that there was nothing to do in it."""
RETURNS = {"returned": "thin bag", "given up": "forced"}
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
        self.ours: Sums = Counter()
        """The counts of our events since the last record was taken."""
        self.theirs: Sums = Counter()
        self.late: Sums = Counter()
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
                self.ours["phase", phase] += 1
            case ("note", "short", _, *what):
                self.late["short", *what] += 1

    def count_adjustment(self, play: Play[Any], counter: int, by: int, word: str) -> None:
        if gain := self.gains.get(counter):
            why = self.reason_for(play, gain[1], by, word)
            sums = self.late if why in self.names.late else self.ours
            sums[(*gain, why)] += by
        elif counter == self.numbers.round:
            self.ours["round", play.counters[counter] + by] += 1

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
            self.ours[word, seat, FROM_STACK.get(named, named), self.names.colour_in(source)] += n

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
        self.check_end()
        self.tape.same("final", end_of(report(self.play)), self.final)

    def begin(self) -> None:
        """Compare the setup with the header, because setup has no records."""
        self.ours.clear()
        numbers, play, tape = self.numbers, self.play, self.tape
        tape.line = 0
        tape.same("header.order", list(play.facts[numbers.order]), self.header.get("order"))
        places = [numbers.bag, *numbers.place["developments"], *numbers.place["worlds"]]
        tiles = [tile for place in places for tile in self.tiles_in(place)]
        tape.same_set("header.bag", tiles, self.header.get("bag"))
        self.remember()

    def tiles_in(self, place: int) -> list[str]:
        return [self.names.tiles[piece] for piece in self.play.zone[place]]

    def tiles_in_stacks(self, seat: int) -> list[str]:
        return [self.names.tiles[piece] for piece in tiles_of(self.play, seat)]

    # -- taking records ---------------------------------------------------------------------------------------

    def take(self, kind: str, **labels: Any) -> Mapping[str, Any]:
        if self.tape.ahead():
            return super().take(kind, **labels)
        # The recording ends here and lacks events too, so there is nothing to settle.
        return self.tape.take(kind, **labels)

    def settle(self) -> None:
        """Compare the events that led to the next record with the records of these events."""
        if self.parts:
            raise Disagreement(self.tape.line, "rest of the record", [], list(self.parts))
        super().settle()
        self.tape.compare_counts(self.ours, self.theirs, self.tape.line if self.theirs else self.tape.line + 1)
        self.ours.clear()
        self.theirs.clear()

    def is_event(self, record: Record) -> bool:
        """Whether a record states an event; one of these kinds also does so if there was nothing to decide or draw."""
        empty = {} if record.get("e") == "bag" and self.returned else EMPTY.get(str(record.get("e")), {})
        return super().is_event(record) and all(record.get(field) == nothing for field, nothing in empty.items())

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
        tiles = self.tape.texts(self.get("tiles"))
        by_name = {self.names.tiles[piece]: piece for piece in domain}
        return [by_name.get(tile, -1) for tile in tiles]

    def roll_dice(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The recorded faces, sorted by colour because that is the order in which our engine rolls the dice."""
        self.take("roll", seat=int(seat))
        rolled = self.tape.rows(self.get("dice"), 2)
        cup = self.names.dice_at(self.play, self.numbers.rows["cup"][int(seat)])
        self.tape.same("dice in the cup", cup, dict(Counter(colour for colour, _ in rolled)))
        kinds = self.rules.model.words.stock_kinds
        faces = [(kinds[colour].faces, face) for colour in cup for die, face in rolled if die == colour]
        return [known.index(face) if face in known else -1 for known, face in faces]

    def roll_two_player_die(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        self.take("die2")
        face = self.get("face")
        faces = self.numbers.home_faces
        return [faces.index(face) if face in faces else -1]

    # -- records of events -----------------------------------------------------------------------------------------

    def read_gain(self) -> None:
        """Read a gain of credits or chips; compare the new total at once, and the sum for each reason later."""
        kind, seat, by = self.tape.record["e"], self.read_seat(), self.tape.number("d")
        counter = (self.numbers.credits if kind == "credits" else self.numbers.vp)[seat]
        spec = self.play.layout.counter_specs[counter]
        self.before[kind, seat] = min(max(self.before[kind, seat] + by, spec.low), spec.high)
        self.tape.same(f"{kind} {seat} now", self.before[kind, seat], self.get("now"))
        if kind == "vp":
            self.before["pool", 0] -= by
            self.tape.same("pool", self.before["pool", 0], self.get("pool"))
            if self.get("why") == "Consume":
                self.tape.same("match", self.match, self.get("match"))
        key = (kind, seat, self.tape.word("why"))
        if key[2] in self.names.late:
            self.late[key] -= by
        else:
            self.theirs[key] += by

    def read_idle_dice(self) -> None:
        for colour, n in self.tape.counts("dice").items():
            self.theirs[self.tape.record["e"], self.tape.number("seat"), self.tape.word("phase"), colour] += n

    def read_bag(self) -> None:
        if self.returned:
            self.tape.same("why tiles return", self.returned_why, self.get("why"))
        self.tape.same_set("tiles back in the bag", self.returned, self.get("added"))
        self.tape.same_set("bag", self.tiles_in(self.numbers.bag), self.get("order"))
        self.returned = []

    def read_round(self) -> None:
        self.theirs["round", self.tape.word("n")] += 1

    def read_phase(self) -> None:
        self.theirs["phase", self.tape.word("phase")] += 1

    def read_shortage(self) -> None:
        self.late["short", self.read_seat(), self.tape.number("missing")] -= 1

    def read_empty_draw(self) -> None:
        self.tape.same("drawn tiles", self.tiles_in(self.numbers.place["hand"][self.read_seat()]), [])

    def read_empty_rearrangement(self) -> None:
        self.tape.same("tiles in the stacks", self.tiles_in_stacks(self.read_seat()), [])

    def read_empty_roll(self) -> None:
        self.tape.same("dice in the cup", self.names.dice_at(self.play, self.numbers.rows["cup"][self.read_seat()]), {})

    def read_empty_selection(self) -> None:
        dice = [
            self.names.die_in(cell) for cell in self.numbers.column_cells[self.read_seat()] if self.play.stock[cell]
        ]
        self.tape.same_set("options for select", dice, self.get("opt"))
        self.tape.same("selecting die", None, self.get("die"))

    def read_seat(self) -> int:
        return self.tape.choose("seat", self.numbers.seats, int, self.tape.number("seat"))  # type: ignore[no-any-return]

    events: ClassVar[Events] = {
        "credits": read_gain,
        "vp": read_gain,
        "unused": read_idle_dice,
        "stranded": read_idle_dice,
        "bag": read_bag,
        "round": read_round,
        "phase": read_phase,
        "short": read_shortage,
        "draw": read_empty_draw,
        "place": read_empty_draw,
        "logistics": read_empty_rearrangement,
        "roll": read_empty_roll,
        "select": read_empty_selection,
    }
