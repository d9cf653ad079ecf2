"""Answers to the decisions in Roll: which record answers which question, and how it writes our options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rftg_dsl.games.roll.assign import DICTATE, Terms
from rftg_dsl.games.roll.build import count_needed
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.reply import LAST, OPTIONS, Reply, Shown, options_of
from rftg_dsl.importers.roll_trace.follower import RollFollower
from rftg_dsl.importers.tape import with_sorted_lists
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, Pick
from rftg_dsl.kernel.play import Play

DECLINE = "decline"
DICTATED = "Dictate"


def bag_of(d: Decision) -> Bag:
    assert isinstance(d.form, Bag), d.form.shape()
    return d.form


def count_dice(d: Decision, wanted: Counter[Any], shape: Callable[[int], Any]) -> Pick:
    return tuple([(cell, n) for cell, _ in bag_of(d).cells if (n := wanted[shape(cell)])])


def try_pick(play: Play[Any], pick: Pick) -> tuple[Play[Any], Decision]:
    """Return a copy of the play after this pick, and the copy's next decision."""
    twin = play.clone()
    refusal = twin.answer(pick)
    assert refusal is None and twin.pending is not None, (pick, refusal)
    return twin, twin.pending


class AnsweringFollower(RollFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    # -- our options as they are recorded --------------------------------------------------------------------------

    def shape_of_die(self, d: Decision, cell: int) -> list[str]:
        return self.names.die_in(cell)

    def shape_of_colour(self, d: Decision, cell: int) -> str:
        return self.names.colour_in(cell)

    def shape_of_worker(self, d: Decision, worker: tuple[str, int]) -> list[Any]:
        """The worker's colour, and 1 if it is virtual."""
        return [self.names.colours[worker[1]], int(worker[0] == "virtual")]

    def shape_of_tile(self, d: Decision, piece: int) -> list[str]:
        side = self.play.side[piece]
        return [self.names.sides[side], self.names.letters[side], self.names.stacks[self.play.place_of[piece]]]

    def shape_of_side(self, d: Decision, piece: int) -> str:
        return self.names.sides[self.play.side[piece]]

    def shape_of_good(self, d: Decision, cell: int) -> list[str]:
        colour, where = self.names.die_in(cell)
        return [where.partition(":")[2], colour]

    def shape_of_move(self, move: tuple[int, int]) -> list[str]:
        cell, place = move
        return [*self.names.die_in(cell), self.names.places[place]]

    # -- setup and Assign ------------------------------------------------------------------------------------------

    def answer_start(self, d: Decision) -> Pick:
        tiles = {side: self.names.tiles[self.names.tile[side]] for side in options_of(d)}
        pairs = {side: [tile, next(t for t in tiles.values() if t != tile)] for side, tile in tiles.items()}
        record = self.take_answer(d, "start")
        self.tape.same_set("options for start", pairs.values(), self.get("opt"))
        return self.tape.choose("start", pairs, pairs.__getitem__, [record.get("dev"), record.get("world")])

    def answer_wild(self, d: Decision) -> Pick:
        names = self.names
        record = self.tape.record
        # One record covers all colours, but this decision is about a single colour.
        if record.get("e") != "wild" or record.get("seat") != d.seat:
            self.take_answer(d, "wild")
            wilds = names.dice_at(self.play, self.numbers.rows["wild"][d.seat])
            self.tape.same("options for wild", wilds, self.get("opt.wild"))
            placed = Counter(colour for colour, _ in self.tape.rows(self.get("dice"), 2))
            self.tape.same("wild dice", wilds, dict(placed))
        colour = names.colour_in(d.args[0])
        to = Counter(column for die, column in self.tape.rows(self.get("dice"), 2) if die == colour)
        return count_dice(d, to, names.places.__getitem__)

    def answer_reassign(self, d: Decision) -> Pick:
        self.settle()
        powers = [option for option in options_of(d) if option != DONE]
        if not powers and self.tape.ahead().get("e") != "reassign":
            return DONE
        self.take_answer(d, "reassign")
        # Find the options of each power on a copy of the play.
        shown = {self.names.power_side.get(power, DICTATED): self.options_of_power(power) for power in powers}
        self.tape.same("number of Reassign powers", len(powers), len(shown))
        self.tape.same("options for reassign", with_sorted_lists(shown), with_sorted_lists(self.get("opt")))
        power = self.get("power")
        if power is None:
            return DONE
        self.parts = self.tape.rows(self.get("moves"), 3)
        return self.tape.choose("power", powers, lambda option: self.names.power_side.get(option, DICTATED), power)

    def options_of_power(self, power: str) -> dict[str, Any]:
        twin, asked = try_pick(self.play, power)
        if power != DICTATE:
            return self.moves_of([asked])
        gives = options_of(asked)
        # A worker that is given up cannot move, so trying to give up only one worker would not show all moves.
        shown = self.moves_of([try_pick(twin, cell)[1] for cell in gives])
        return {"give": [self.names.die_in(cell) for cell in gives], **shown}

    def moves_of(self, asked: Iterable[Decision]) -> dict[str, Any]:
        """All moves that these decisions allow, and how many of the moves one use of the power may or must make."""
        moves: set[tuple[int, int]] = set()
        shown = {}
        for choice in asked:
            terms = Terms(*choice.args[0])
            shown = {"min": terms.low, "max": terms.high, **({"same_from": True} if terms.same else {})}
            moves.update(option for option in options_of(choice) if option != DONE)
        return {"moves": [self.shape_of_move(move) for move in moves], **shown}

    def answer_worker(self, d: Decision) -> Pick:
        if not self.parts:
            return DONE
        moves = [option for option in options_of(d) if option != DONE]
        return self.tape.choose("move", moves, self.shape_of_move, list(self.parts.pop(0)))

    # -- Explore ---------------------------------------------------------------------------------------------------

    def read_abandoned_tiles(self, d: Decision, theirs: Any) -> Pick:
        shapes = {piece: self.shape_of_tile(d, piece) for piece in options_of(d)}
        rows = self.tape.rows(theirs, 3)
        return tuple(self.tape.choose("abandon", shapes, shapes.__getitem__, list(tile)) for tile in rows)

    def answer_place(self, d: Decision) -> Pick:
        names, (top,) = self.names, d.args
        # One record covers the whole draw, but this decision is about a single tile.
        if not self.parts:
            hand = self.tiles_in(self.numbers.place["hand"][d.seat])
            self.take_answer(d, "place", why=self.drawn_why)
            self.tape.same_set("options for place", hand, self.get("opt.tiles"))
            self.tape.same("place on top", bool(top), self.get("opt.top"))
            self.parts = self.tape.rows(self.get("tiles"), 3)
            self.tape.same("number of tiles placed", len(hand), len(self.parts))

        def shape_of(option: tuple[int, str]) -> list[str]:
            side, end = option
            return [names.tiles[names.tile[side]], names.letters[side], end]

        return self.tape.choose("place", options_of(d), shape_of, list(self.parts.pop(0)))

    def answer_rearrange(self, d: Decision) -> Pick:
        self.settle()
        tiles: list[str] = []
        by_name = self.names.by_name
        # Only uses of the power are recorded; if there are several in a row, the last one counts.
        while self.tape.ahead().get("e") == "logistics" and self.tape.ahead().get("seat") == d.seat:
            self.tape.next()
            tiles = [*self.tape.texts(self.get("dev")), *self.tape.texts(self.get("world"))]
            named = [by_name.get(name, name) for name in tiles]
            self.tape.same_set("tiles in the stacks", self.tiles_in_stacks(d.seat), named)
        self.parts = tiles
        return next(option for option in options_of(d) if option != DECLINE) if tiles else DECLINE

    def answer_lay(self, d: Decision) -> Pick:
        if not self.parts:
            ours = [self.names.sides[side] for side in options_of(d)]
            raise Disagreement(self.tape.line, "tiles in the stacks", ours, [])
        return self.tape.choose("stacks", options_of(d), self.names.sides.__getitem__, self.parts.pop(0))

    # -- dice to place or remove -----------------------------------------------------------------------------------

    def read_dice(self, d: Decision, theirs: Any, field: str = "dice") -> Pick:
        colours = Counter(self.tape.texts(theirs))
        there = map(self.names.colour_in, options_of(d))
        self.tape.same(f"{field} that are not there", [], sorted({*colours}.difference(there)))
        return count_dice(d, colours, self.names.colour_in)

    def read_used_dice(self, d: Decision, theirs: Any) -> Pick:
        return self.read_dice(d, theirs, "used")

    def show_dice(self, d: Decision, field: str = "from") -> dict[str, Any]:
        return {field: self.names.dice_in(bag_of(d).cells), "n": bag_of(d).low}

    def show_workers(self, d: Decision) -> dict[str, Any]:
        return self.show_dice(d, "on")

    def show_stack(self, d: Decision) -> dict[str, Any]:
        return {
            "from": self.names.dice_in(bag_of(d).cells),
            "on": self.names.dice_at(self.play, self.numbers.on_stack[d.args[0]][d.seat]),
            "n": bag_of(d).low,
            "need": count_needed(self.play, d.seat, self.top_tile_of(d)),
        }

    def name_stack(self, d: Decision) -> dict[str, Any]:
        return {"phase": d.args[0], "tile": self.shape_of_side(d, self.top_tile_of(d))}

    def top_tile_of(self, d: Decision) -> int:
        return self.play.zone[self.numbers.stacks[d.args[0]][d.seat]][0]

    def name_saver(self, d: Decision) -> dict[str, Any]:
        return {"power": self.names.power_side[d.args[1]]}

    def show_saved_dice(self, d: Decision) -> list[list[str]]:
        return [[self.names.colour_in(cell) for cell, n in pick for _ in range(n)] for pick in d.form.listed()]

    def does_save_all(self, d: Decision) -> bool:
        return bool(self.rules.by_id[d.args[1]].model.effects[0].all)

    def name_remover(self, d: Decision) -> dict[str, Any]:
        return {"tile": self.names.power_side[d.args[1]]}

    def read_removed_die(self, d: Decision, theirs: Any) -> Pick:
        return ((self.tape.choose("remove", options_of(d), self.names.die_in, theirs), 1),)

    def show_recall(self, d: Decision) -> dict[str, Any]:
        there: dict[str, dict[str, int]] = {}
        for cell, n in bag_of(d).cells:
            colour, where = self.names.die_in(cell)
            there.setdefault(where, {})[colour] = n
        return {"from": there, "min": bag_of(d).low}

    def read_recalled_dice(self, d: Decision, theirs: Any) -> Pick:
        wanted = Counter(self.tape.rows(theirs, 2))
        there = [tuple(self.names.die_in(cell)) for cell in options_of(d)]
        self.tape.same("dice that are not there", [], sorted({*wanted}.difference(there)))
        return count_dice(d, wanted, lambda cell: tuple(self.names.die_in(cell)))

    # -- Produce and Ship ------------------------------------------------------------------------------------------

    def show_worlds_with_room(self, d: Decision) -> list[str]:
        return [self.shape_of_side(d, piece) for piece in worlds_with_room(self.play, d.seat)]

    def show_goods(self, d: Decision) -> list[list[str]]:
        return [self.shape_of_good(d, cell) for cell in goods_of(self.play, d.seat)]

    def read_mode(self, d: Decision, theirs: Any) -> Pick:
        (_, ships), cell, _ = d.args
        matches = self.numbers.matches
        side = self.play.side[self.numbers.place["goods"].index(cell // self.numbers.width)]
        self.match = [int(side in matches[cell % self.numbers.width]), int(side in matches[ships])]
        return self.tape.choose("mode", options_of(d), str, theirs)

    def read_use(self, d: Decision, theirs: Any) -> Pick:
        return self.tape.choose("pay", options_of(d), lambda option: option != DECLINE, theirs)

    def show_uses(self, d: Decision) -> list[bool]:
        return [option != DECLINE for option in options_of(d)]

    # -- the table -------------------------------------------------------------------------------------------------

    answers: ClassVar[Answers] = {
        "start": answer_start,
        "wild": answer_wild,
        "select": Reply("select", "phase", title="phase"),  # all five phases are legal, so no options are recorded
        "selector": Reply(LAST, "die", shape_of_die, Shown("opt", "options for select"), title="selecting die"),
        "reassign": answer_reassign,
        "give": Reply(LAST, "give", shape_of_die),
        "worker": answer_worker,
        "explorer": Reply("explorer", "worker", shape_of_worker, Shown("opt.workers")),
        "task": Reply(LAST, "task"),
        "abandon": Reply(LAST, "abandon", read=read_abandoned_tiles),
        "place": answer_place,
        "give up": Reply("forced_abandon", "tile", shape_of_tile, OPTIONS, title="forced_abandon"),
        "rearrange": answer_rearrange,
        "lay": answer_lay,
        "put": Reply("put", "dice", shown=Shown(ours=show_stack), labels=name_stack, read=read_dice),
        "complete": Reply("complete", "used", shown=Shown(ours=show_workers), labels=name_stack, read=read_used_dice),
        "move things": Reply(
            "save",
            "dice",
            shown=Shown(ours=show_saved_dice, depth=2),
            labels=name_saver,
            read=read_dice,
            omitted=does_save_all,
        ),
        "discard": Reply("remove", ("die", "place"), shape_of_die, OPTIONS, name_remover, read_removed_die),
        "producer": Reply(
            "produce",
            "die",
            shape_of_colour,
            (Shown("opt.workers", "producers"), Shown("opt.worlds", "worlds with room", show_worlds_with_room)),
        ),
        "world": Reply(LAST, "world", shape_of_side),
        "shipper": Reply(
            "shipper",
            "worker",
            shape_of_worker,
            (Shown("opt.workers", "shippers"), Shown("opt.goods", "goods", show_goods)),
        ),
        "good": Reply(LAST, ("world", "good"), shape_of_good),
        "mode": Reply(LAST, "mode", shown=Shown("opt.modes", "modes"), read=read_mode),
        "use": Reply("bankers", "pay", shown=Shown(ours=show_uses), read=read_use),
        "recruit": Reply("recruit", "dice", shown=Shown(ours=show_dice), read=read_dice),
        "recall": Reply("recall", "dice", shown=Shown(ours=show_recall), read=read_recalled_dice),
    }
