"""The second reading's verbs and events of Roll."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from proof.powers import MANY, Effect, Power, Quantity, always
from proof.reader import Reader
from proof.table import Ask, Asking, Table, ask, bag, cell, one, some
from proof.things import Things, Unread, bare, shown

BUILT = {"development": "develop", "world": "settle"}
PHASES = ("explore", "develop", "settle", "produce", "ship")
DONE = "done"


def nothing(table: Table, me: int) -> Asking:
    """Nothing happens."""
    yield from ()


class RollReader(Reader):
    """Reads the sentences of Roll."""

    idioms = ("select",)
    columns = "column place citizenry cup"
    events: ClassVar[Mapping[str, str]] = {
        "scout": "scout",
        "stock": "stock",
        "completes": "completes",
        "produce": "produce",
        "trade": "trade",
        "consume": "consume",
        "traded": "have traded",
        "ship": "ship",
        "completed": "have completed",
        "revealed": "have revealed",
    }
    past: ClassVar[Mapping[str, str]] = {
        "shipped": "ship",
        "completed": "have completed",
        "revealed": "have revealed",
        "scouted": "scout",
        "stocked": "stock",
        "produced": "produce",
        "traded": "have traded",
        "consumed": "consume",
    }

    sorts_of_events: ClassVar[Mapping[str, str | Mapping[str, str]]] = {
        "scout": "explore",
        "stock": "explore",
        "completes": BUILT,
        "have completed": BUILT,
        "produce": "produce",
        **dict.fromkeys(("trade", "have traded", "consume", "ship"), "ship"),
    }
    sorts_of_numbers: ClassVar[Mapping[str, str | Mapping[str, str]]] = {
        "cost": BUILT,
        "stocking": "explore",
        "dictates": "reassign",
        "dictated workers": "reassign",
        "traded": "ship",
    }
    also: ClassVar[Mapping[str, str]] = {"reassign": "assign"}
    known = ("selected phase", "active phase", "inactive phase")

    def fixed(self, said: str) -> Effect | None:
        """The two tile powers, which Explore carries out itself; another selection."""
        if said in ("place drawn tiles on top", "rearrange stacks"):
            return Effect(always, nothing)
        if said == "select another phase":
            return Effect(lambda table, me: table.value("selected", me) > 0, self.selected_again)
        return None

    def selected_again(self, table: Table, me: int) -> Asking:
        """The die on the strip selects another phase; which phases are active follows from all selections."""
        now = table.value("selected", me)
        phase = yield from one(me, [phase for phase in PHASES if phase != PHASES[now - 1]])
        table.adjust("selected", me, PHASES.index(phase) + 1 - now)
        numbers = [table.value("selected", seat) for seat in range(table.seats)]
        chosen = {PHASES[number - 1] for number in numbers if number} | set(table.facts["spare"])
        table.facts["active"] = tuple(phase for phase in PHASES if phase in chosen)

    def known_places(self, table: Table, seat: int, text: str) -> list[str]:
        """The column of the phase that the seat has selected, or those of active or inactive phases."""
        if text == "selected phase":
            selected = table.value("selected", seat)
            return [f"{PHASES[selected - 1]}.{seat}"] if selected else []
        active = table.facts["active"]
        return [f"{phase}.{seat}" for phase in PHASES if (phase in active) == (text == "active phase")]

    def room(self, table: Table, me: int, place: str) -> int:
        """Worlds that are not gray hold one good, as powers change it; all other places hold any number."""
        where, _, on = place.partition(".")
        if self.words.places[where] != "piece":
            return MANY
        world = table.pieces[on]
        if world.kind != "world" or "gray" in shown(world, "colour"):
            return 0
        held = sum(n for name, n in table.stock.items() if name.endswith(f"@{place}"))
        return self.changed(table, me, "goods", 1, world) - held

    def its(self, words: Sequence[str]) -> Things:
        """Also ``its goods``: the good that is just shipped."""
        return super().its([*words[:-1], "settlers"] if words[-1] == "goods" else words)

    # -- reassign --------------------------------------------------------------------------------------------

    def verb_reassign(self, many: Quantity, what: str, money: bool) -> Effect:
        """``reassign 1 or 2 explorers``, ``reassign 2 workers from one column to the selected phase``."""
        match = re.fullmatch(r"(.+?)(?: to (.+))?", what)
        assert match is not None
        things, to = self.cells_of(match[1]), match[2]
        same, cells, later = things.one_place, things.cells, bare(to or "") == "later phase"
        assert cells is not None

        def targets(table: Table, me: int) -> list[str]:
            if to is None:
                return [f"{phase}.{me}" for phase in PHASES]
            named = self.targets(table, me, "explore or develop or settle or produce or ship" if later else to)
            return [name for name in named if name.partition(".")[0] in PHASES]

        def fits(source: str, target: str) -> bool:
            here, there = cell(source)[1], target.partition(".")[0]
            return PHASES.index(there) > PHASES.index(here) if later else there != here

        def workers(table: Table, me: int) -> dict[str, int]:
            there = cells(table, me)
            return {name: n for name, n in there.items() if cell(name)[1] in PHASES and cell(name)[2] == str(me)}

        def columns(there: dict[str, int]) -> dict[str, int]:
            totals: dict[str, int] = {}
            for name, n in there.items():
                totals[cell(name)[1]] = totals.get(cell(name)[1], 0) + n
            return totals

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            there, to = workers(table, me), targets(table, me)
            there = {name: n for name, n in there.items() if any(fits(name, at) for at in to)}
            if low < 2 or not there:
                return bool(there) and high > 0
            return max(columns(there).values()) >= low if same else sum(there.values()) >= low

        def moves(table: Table, me: int, moved: list[tuple[str, str]]) -> list[tuple[str, str]]:
            low, _ = many.bounds(table, me)
            there = workers(table, me)
            if same and moved:
                there = {name: n for name, n in there.items() if cell(name)[1] == cell(moved[0][0])[1]}
            elif same:
                full = columns(there)
                there = {name: n for name, n in there.items() if full[cell(name)[1]] >= low}
            options = []
            for name, n in there.items():
                kind, _, at = name.partition("@")
                left = n - sum(place == at and cell(source)[0] == kind for source, place in moved)
                options += [(name, place) for place in targets(table, me) if left > 0 and fits(name, place)]
            return options

        def do(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            moved: list[tuple[str, str]] = []
            while len(moved) < high and (options := moves(table, me, moved)):
                pick = yield from one(me, [*options, *([DONE] if len(moved) >= low else [])], secret=True)
                if pick == DONE:
                    return
                source, place = pick
                table.shift(source, f"{cell(source)[0]}@{place}", 1)
                moved.append((source, place))

        return Effect(can, do)

    # -- rolling again, consuming ------------------------------------------------------------------------------

    def verb_reroll(self, many: Quantity, what: str, money: bool) -> Effect:
        """``reroll up to 2 explorers``: each goes to the column of its new face, wild ones as their owner likes."""
        cells = self.cells_of(what).cells
        assert cells is not None

        def workers(table: Table, me: int) -> dict[str, int]:
            there = cells(table, me)
            return {name: n for name, n in there.items() if cell(name)[1] in PHASES and cell(name)[2] == str(me)}

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            n = sum(workers(table, me).values())
            return n > 0 and high > 0 and (many.how == "all" or n >= low)

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, workers(table, me), *many.bounds(table, me), secret=True)
            rolled = [name for name, n in pick for _ in range(n)]
            results = table.drawn([str(face) for face in range(6)], len(rolled)) if rolled else ()
            for name, result in zip(rolled, results, strict=True):
                kind = cell(name)[0]
                table.shift(name, f"{kind}@{self.words.faces[kind][int(result)]}.{me}", 1)
            yield from self.wilds_placed(table, me)

        return Effect(can, do)

    def wilds_placed(self, table: Table, me: int) -> Asking:
        """The owner assigns wild faces to any columns, colour by colour."""
        for kind in self.words.faces:
            if n := table.stock.get(f"{kind}@wild.{me}", 0):
                columns = {f"{phase}.{me}": n for phase in PHASES}
                for column, many in (yield from ask(Ask(me, "bag", columns, n, n, secret=True))):
                    table.shift(f"{kind}@wild.{me}", f"{kind}@{column}", many)

    def verb_consume(self, many: Quantity, what: str, money: bool) -> Effect:
        """``consume 1 good on rare worlds``: without a shipper; goods go to the Citizenry."""
        cells = self.cells_of(what).cells
        assert cells is not None

        def goods(table: Table, me: int) -> dict[str, int]:
            own = table.lying(f"tableau.{me}")
            return {
                name: n for name, n in cells(table, me).items() if cell(name)[1] == "goods" and cell(name)[2] in own
            }

        def can(table: Table, me: int) -> bool:
            n = sum(goods(table, me).values())
            return n > 0 and (many.how == "all" or n >= many.low(table, me))

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, table.open(goods(table, me)), *many.bounds(table, me))
            table.counters[f"consumed.{me}"] = sum(n for _, n in pick)
            for name, n in pick:
                table.shift(name, f"{cell(name)[0]}@citizenry.{me}", n)
            for name, n in pick:
                for _ in range(n):
                    yield from self.happens(table, "consume", me, {"from": cell(name)[2], "of": cell(name)[0]})

        return Effect(can, do, self.things(what).taken()._replace(units=goods))

    def verb_produce(self, many: Quantity, what: str, money: bool) -> Effect:
        """``produce here``, ``produce on each rare world``: a die of its colour from the supply becomes a good."""
        many, on = self.worlds_in(what)

        def ways(table: Table, me: int, worlds: Sequence[str]) -> list[tuple[str, str]]:
            open_to = [world for world in worlds if world in table.lying(f"tableau.{me}")]
            open_to = [world for world in open_to if self.room(table, me, f"goods.{world}") > 0]
            pairs = [(kind, world) for world in open_to for kind in shown(table.pieces[world], "colour")]
            return [(f"{kind}@supply", f"goods.{world}") for kind, world in pairs if table.stock.get(f"{kind}@supply")]

        def ids(table: Table, me: int) -> list[str]:
            return [world.id for world in on(table, me)]

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            there = len({place for _, place in ways(table, me, ids(table, me))})
            return there > 0 and high > 0 and (many.how == "all" or there >= low)

        def some_produce(table: Table, me: int, worlds: Sequence[str], low: int, high: int) -> Asking:
            while options := ways(table, me, worlds) if high > 0 else []:
                pick = yield from one(me, [*options, *([DONE] if low < 1 else [])])
                if pick == DONE:
                    return
                (kind, _, _), world = cell(pick[0]), pick[1].partition(".")[2]
                table.shift(pick[0], f"{kind}@{pick[1]}", 1)
                yield from self.happens(table, "produce", me, {"on": world, "with": kind})
                worlds = [other for other in worlds if other != world]
                low, high = low - 1, high - 1

        def do(table: Table, me: int) -> Asking:
            if many.how == "all":
                for world in ids(table, me):
                    yield from some_produce(table, me, [world], 1, 1)
            else:
                yield from some_produce(table, me, ids(table, me), *many.bounds(table, me))

        return Effect(can, do)

    # -- virtual workers -------------------------------------------------------------------------------------

    def verb_employ(self, many: Quantity, what: str, money: bool) -> Effect:
        """``employ 1 home shipper``: not a die, but it works and counts."""
        match = re.fullmatch(r"(\S+) (explorer|shipper)s?", what)
        if match is None or match[1] not in self.words.stock_kinds:
            raise Unread(what)
        phase = {"explorer": "explore", "shipper": "ship"}[match[2]]

        def do(table: Table, me: int) -> Asking:
            yield from ()
            employed = (f"{match[1]}@{phase}.{me}",) * many.low(table, me)
            table.facts[f"virtual.{me}"] = (*table.facts[f"virtual.{me}"], *employed)

        return Effect(always, do)

    # -- tiles -----------------------------------------------------------------------------------------------

    def verb_move(self, many: Quantity, what: str, money: bool) -> Effect:
        """``move 1 top world in worlds to tableau``; dice too."""
        match = re.fullmatch(r"(.+) to (\w+)", what)
        things = self.things(match[1]) if match else Things()
        if match is None or things.pieces is None:
            return super().verb_move(many, what, money)
        pieces, place = things.pieces, match[2]

        def tiles(table: Table, me: int) -> list[str]:
            there = [tile for tile in pieces(table, me) if tile.at != self.at(place, me)]
            return [tile.id for tile in there if self.is_tile(tile.id)]

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            return high > 0 and bool(tiles(table, me)) and (many.how == "all" or len(tiles(table, me)) >= low)

        def do(table: Table, me: int) -> Asking:
            there = list(table.open(dict.fromkeys(tiles(table, me), 1)))
            for piece in (yield from some(me, there, *many.bounds(table, me))):
                if table.pieces[piece].place == "tableau":
                    owner = table.pieces[piece].owner
                    for name, n in [(name, n) for name, n in table.stock.items() if name.endswith(f"@goods.{piece}")]:
                        table.shift(name, f"{cell(name)[0]}@citizenry.{owner}", n)
                table.move(piece, self.at(place, me))
                if place == "tableau":
                    yield from self.came(table, me, piece)

        return Effect(can, do, things.taken()._replace(units=lambda table, me: dict.fromkeys(tiles(table, me), 1)))

    def is_tile(self, piece: str) -> bool:
        """Whether a piece is a game tile, not a faction or a home world."""
        return piece[0] not in "FH"

    def came(self, table: Table, me: int, piece: str) -> Asking:
        """A tile comes into play: its powers without a moment happen."""
        before, table.this = table.this, piece
        for nth, text in enumerate(table.pieces[piece].printed["powers"]):
            power = self.power(text, f"{table.pieces[piece].printed['id']}/{nth + 1}")
            if power.moment == "immediate":
                yield from power.react(table, me)
        table.this = before

    def verb_draw(self, many: Quantity, what: str, money: bool) -> Effect:
        """``draw 2 tiles``: each goes to the end of its stack, either side up."""
        if what not in ("tile", "tiles"):
            raise Unread(what)
        return Effect(always, lambda table, me: self.drawn(table, me, many.low(table, me), ["bottom"]))

    def drawn(self, table: Table, me: int, n: int, ends: list[str]) -> Asking:
        """Draw tiles and place them."""
        if not n:
            return
        for piece in table.drawn(table.lying("bag"), n):
            table.move(piece, f"hand.{me}")
        while hand := table.lying(f"hand.{me}"):
            sides = [side for piece in hand for side in self.sides_of[piece.partition("#")[0]]]
            side, end = yield from one(me, [(side, end) for side in sides for end in ends], secret=True)
            self.stacked(table, me, side, 0 if end == "top" else None)

    def stacked(self, table: Table, me: int, side: str, index: int | None) -> None:
        """Put a tile in its stack with this side up."""
        piece = side.partition(".")[0]
        table.turn(piece, self.sides[side])
        stack = "worlds" if self.sides[side]["kind"] == "world" else "developments"
        table.move(piece, f"{stack}.{me}", index)

    def rearranged(self, table: Table, me: int, power: Power) -> Asking:
        """Explore offers to lay out all tiles of the stacks again."""
        tiles = [*table.lying(f"developments.{me}"), *table.lying(f"worlds.{me}")]
        if not tiles or (yield from one(me, [power.id, "decline"])) == "decline":
            return
        laid: list[str] = []
        while left := [tile for tile in tiles if tile not in [side.partition(".")[0] for side in laid]]:
            laid.append((yield from one(me, [side for tile in left for side in self.sides_of[tile]], secret=True)))
        for side in laid:
            self.stacked(table, me, side, None)
