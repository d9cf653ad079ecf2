"""The second reading's verbs and events of Roll."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from proof.powers import Effect, Power, Quantity, always
from proof.reader import Reader
from proof.table import Asking, Table, cell, one
from proof.things import Unread

PHASES = ("explore", "develop", "settle", "produce", "ship")
DONE = "done"


def nothing(table: Table, me: int) -> Asking:
    """Nothing happens."""
    yield from ()


class RollReader(Reader):
    """Reads the sentences of Roll."""

    columns = "column place citizenry cup"
    events: ClassVar[Mapping[str, str]] = {
        "scout": "scout",
        "stock": "stock",
        "completes": "completes",
        "produce": "produce",
        "trade": "trade",
        "consume": "consume",
        "traded": "have traded",
    }
    past: ClassVar[Mapping[str, str]] = {
        "scouted": "scout",
        "stocked": "stock",
        "produced": "produce",
        "traded": "have traded",
        "consumed": "consume",
    }

    def fixed(self, said: str) -> Effect | None:
        """The two tile powers, which Explore carries out itself."""
        if said in ("place drawn tiles on top", "rearrange stacks"):
            return Effect(always, nothing)
        return None

    def target(self, table: Table, me: int, place: str) -> str:
        """A place, or that of the phase which the seat has selected."""
        if place == "the selected phase":
            selected = table.value("selected", me)
            return f"{PHASES[selected - 1]}.{me}" if selected else ""
        return super().target(table, me, place)

    # -- reassign --------------------------------------------------------------------------------------------

    def verb_reassign(self, many: Quantity, what: str, money: bool) -> Effect:
        """``reassign 1 or 2 explorers``, ``reassign 2 workers from one column to the selected phase``."""
        match = re.fullmatch(r"(.+?)(?: to (.+))?", what)
        assert match is not None
        things, to = self.cells_of(match[1]), match[2]
        same, cells = things.one_place, things.cells
        assert cells is not None

        def targets(table: Table, me: int) -> list[str]:
            if to is None:
                return [f"{phase}.{me}" for phase in PHASES]
            named = [self.target(table, me, name) for name in ([to] if to.startswith("the ") else to.split(" or "))]
            return [name for name in named if name.partition(".")[0] in PHASES]

        def workers(table: Table, me: int) -> dict[str, int]:
            there = cells(table, me)
            return {name: n for name, n in there.items() if cell(name)[1] in PHASES and cell(name)[2] == str(me)}

        def columns(there: dict[str, int]) -> dict[str, int]:
            found: dict[str, int] = {}
            for name, n in there.items():
                found[cell(name)[1]] = found.get(cell(name)[1], 0) + n
            return found

        def can(table: Table, me: int) -> bool:
            low, high = many.bounds(table, me)
            there, to = workers(table, me), targets(table, me)
            there = {name: n for name, n in there.items() if any(at != name.partition("@")[2] for at in to)}
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
            found = []
            for name, n in there.items():
                kind, _, at = name.partition("@")
                left = n - sum(place == at and cell(source)[0] == kind for source, place in moved)
                found += [(name, place) for place in targets(table, me) if left > 0 and place != at]
            return found

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
