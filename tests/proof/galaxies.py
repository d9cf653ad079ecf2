"""The second reading's verbs and events of Tiny Epic Galaxies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from proof.powers import Effect, Power, Quantity
from proof.reader import Reader
from proof.table import Ask, Asking, Piece, Table, ask, bag, cell, one, some
from proof.things import Pieces, Unread, printed, shown

FACES = ("move", "energy", "culture", "diplomacy", "economy", "colony")
RESOURCES = ("energy", "culture")
DONE, DECLINE = "done", "decline"
MOST_CALLS = 100


class GalaxiesReader(Reader):
    """Reads the sentences of Galaxies, those of the printed planets too."""

    columns = "place"
    events: ClassVar[Mapping[str, str]] = {"follow": "follow", "lead": "lead"}
    past: ClassVar[Mapping[str, str]] = {"followed": "follow", "led": "lead"}
    idioms = ("act",)
    measured = ("advance", "regress")

    # -- pieces ----------------------------------------------------------------------------------------------

    def pieces_in(self, what: str) -> Pieces:
        """Ships or planets."""
        pieces = self.things(what).pieces
        if pieces is None:
            raise Unread(what)
        return pieces

    def enough(self, many: Quantity, table: Table, me: int, there: Sequence[object]) -> bool:
        """Whether there are as many as are wanted; of ``all``, any."""
        low, high = many.bounds(table, me)
        return bool(there) and high > 0 and (many.how == "all" or len(there) >= low)

    def track(self, many: Quantity, what: str, back: bool) -> Effect:
        """Ships move on their tracks."""
        match = re.fullmatch(r"(.+?) by (.+)", what)
        if match is None:
            raise Unread(what)
        ships, by = self.pieces_in(match[1]), self.amount(match[2])

        def those(table: Table, me: int) -> list[str]:
            there = ships(table, me)
            return [ship.id for ship in there if ship.place == "orbit" and (ship.tag > 0 or not back)]

        def open_to(table: Table, me: int) -> list[str]:
            return list(table.open(dict.fromkeys(those(table, me), 1)))

        def do(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            far = by(table, me)
            if high == 1:
                pick = ((yield from one(me, open_to(table, me))),)
            else:
                pick = yield from some(me, open_to(table, me), low, high)
            for ship in pick:
                table.last = ship
                if back:
                    table.mark(ship, max(0, table.pieces[ship].tag - far))
                else:
                    self.advanced(table, ship, far)

        taken = self.things(match[1]).taken()
        return Effect(
            lambda table, me: by(table, me) > 0 and self.enough(many, table, me, those(table, me)),
            do,
            taken._replace(units=lambda table, me: dict.fromkeys(those(table, me), 1)),
        )

    def verb_advance(self, many: Quantity, what: str, money: bool) -> Effect:
        """``advance 1 orbiter by 2``."""
        return self.track(many, what, back=False)

    def verb_regress(self, many: Quantity, what: str, money: bool) -> Effect:
        """``regress 1 orbiter of opponents by 1``: not below the start."""
        return self.track(many, what, back=True)

    def advanced(self, table: Table, ship: str, by: int) -> None:
        """A ship goes forward; at the end of the track its owner colonizes the planet."""
        piece = table.pieces[ship]
        if piece.place != "orbit":
            return
        planet = table.pieces[piece.on]
        if piece.tag + by >= printed(planet, "length"):
            self.colonized(table, piece.owner, planet.id)
        else:
            table.mark(ship, piece.tag + by)

    def put(self, table: Table, ship: str, at: str) -> None:
        """A ship moves and loses its space."""
        table.mark(ship, 0)
        table.move(ship, at)

    def left(self, table: Table, planet: str) -> None:
        """All ships leave a planet."""
        for ship in (*table.lying(f"surface.{planet}"), *table.lying(f"orbit.{planet}")):
            self.put(table, ship, f"galaxy.{table.pieces[ship].owner}")

    def colonized(self, table: Table, seat: int, planet: str) -> None:
        """The ships leave, the planet goes under the mat, the next one fills its gap."""
        self.left(table, planet)
        self.taken(table, planet, f"colonies.{seat}")
        self.check_end(table, seat)

    def taken(self, table: Table, planet: str, at: str) -> None:
        """A planet leaves the row."""
        gap = table.lying("row").index(planet)
        table.move(planet, at)
        if deck := table.lying("deck"):
            table.move(deck[0], "row", gap)

    def check_end(self, table: Table, seat: int) -> None:
        """The first seat with enough points triggers the end."""
        colonies = [table.pieces[planet] for planet in table.lying(f"colonies.{seat}")]
        level = self.words.figures[f"level-{table.value('empire', seat)}"]
        points = sum(printed(colony, "vp") for colony in colonies) + level["points"]
        enough = self.words.numbers["end_vp"]
        for owner in table.order:
            enough = self.changed(table, owner, "final vp", enough, None)
        triggered = any(table.value("trigger", other) for other in table.order)
        if not triggered and points >= enough:
            table.adjust("trigger", seat, 1)

    # -- moving ----------------------------------------------------------------------------------------------

    def free(self, table: Table, seat: int) -> list[tuple[str, str]]:
        """The surfaces and tracks of the row on which a seat has no ship, with their planets."""
        taken = {ship.at for ship in table.pieces.values() if ship.kind == "vessel" and ship.owner == seat}
        places = [(planet, f"{place}.{planet}") for planet in table.lying("row") for place in ("surface", "orbit")]
        return [(planet, at) for planet, at in places if at not in taken]

    def ways(self, table: Table, ships: Sequence[Piece]) -> list[tuple[str, str]]:
        """Where ships can go by the rules for their owner."""
        moves = []
        for ship in ships:
            if ship.place == "dock":
                continue
            here = ship.on if ship.place != "galaxy" else ""
            moves += [(ship.id, f"galaxy.{ship.owner}")] if here else []
            moves += [(ship.id, at) for planet, at in self.free(table, ship.owner) if planet != here]
        return moves

    def ways_to(self, table: Table, ships: Sequence[Piece], places: Sequence[str]) -> list[tuple[str, str]]:
        """Where ships can be put: only to these places."""
        moves = []
        for ship in (free for free in ships if free.kind == "vessel" and free.place != "dock"):
            here = ship.on if ship.place != "galaxy" else ""
            if here and "galaxy" in places:
                moves.append((ship.id, f"galaxy.{ship.owner}"))
            for planet, at in self.free(table, ship.owner):
                fits = at.startswith("surface.") or ship.tag < printed(table.pieces[planet], "length")
                if at.partition(".")[0] in places and planet != here and fits:
                    moves.append((ship.id, at))
        return moves

    def verb_move(self, many: Quantity, what: str, money: bool) -> Effect:
        """``move up to 2 ships``, ``move 1 orbiter to galaxy``, ``move 1 planet in row to deck``, dice too."""
        match = re.fullmatch(r"(.+?)(?: to (.+))?", what)
        assert match is not None
        if self.things(match[1]).cells is not None:
            return super().verb_move(many, what, money)
        pieces, places = self.pieces_in(match[1]), (match[2] or "").split(" or ") if match[2] else []

        def ways(table: Table, ships: Sequence[Piece]) -> list[tuple[str, str]]:
            return self.ways_to(table, ships, places) if places else self.ways(table, ships)

        def can(table: Table, me: int) -> bool:
            there = pieces(table, me)
            return bool(self.removable(table, there, places) or ways(table, there)) and many.bounds(table, me)[1] > 0

        def do(table: Table, me: int) -> Asking:
            low, high = many.bounds(table, me)
            there = pieces(table, me)
            if planets := self.removable(table, there, places):
                yield from self.removed(table, me, planets, places[0])
                return
            ships = [piece.id for piece in there]
            while high and (options := ways(table, [table.pieces[ship] for ship in ships])):
                pick = yield from one(me, [*options, *([DONE] if low <= 0 else [])])
                if pick == DONE:
                    return
                low, high = low - 1, high - 1
                ships.remove(pick[0])
                yield from self.arrived(table, me, pick, bool(places))

        return Effect(can, do, self.things(match[1]).taken())

    def arrived(self, table: Table, me: int, way: tuple[str, str], to: bool) -> Asking:
        """A ship arrives: on a track that the power names it keeps its space; landing offers the planet's action."""
        ship, at = way
        table.last = ship
        space = table.pieces[ship].tag
        if to and at.startswith("orbit."):
            self.put(table, ship, at)
            table.mark(ship, space)
            return
        self.put(table, ship, at)
        if to:
            table.counters[f"space.{me}"] = space
        if at.startswith("surface.") and not self.deep(table):
            yield from self.nested(table, self.offered(table, me, at.partition(".")[2]))

    def removable(self, table: Table, pieces: Sequence[Piece], to: Sequence[str]) -> list[str]:
        """The planets of the row, if one can be put there and another can replace it."""
        fits = bool(to) and to[0] in ("deck", "discard", "colonies") and bool(table.lying("deck"))
        return [piece.id for piece in pieces if fits and piece.at == "row"]

    def removed(self, table: Table, me: int, planets: Sequence[str], to: str) -> Asking:
        """One of the planets leaves the row."""
        planet = yield from one(me, planets)
        if to == "colonies":
            self.colonized(table, me, planet)
        else:
            self.left(table, planet)
            self.taken(table, planet, to)

    def verb_discard(self, many: Quantity, what: str, money: bool) -> Effect:
        """``discard 1 planet in row without visitors``, or dice."""
        if self.things(what).cells is not None:
            return super().verb_discard(many, what, money)
        pieces = self.pieces_in(what)

        def those(table: Table, me: int) -> list[str]:
            return self.removable(table, pieces(table, me), ["discard"])

        return Effect(
            lambda table, me: bool(those(table, me)),
            lambda table, me: self.removed(table, me, those(table, me), "discard"),
        )

    # -- the empire ------------------------------------------------------------------------------------------

    def price(self, table: Table, seat: int, change: int) -> int:
        """What the next level costs; -1 after the last."""
        level = self.words.figures.get(f"level-{table.value('empire', seat) + 1}")
        return max(0, level["price"] + change) if level else -1

    def affordable(self, table: Table, seat: int, change: int, names: Sequence[str], mixed: bool) -> bool:
        """Whether the next level can be paid for with one of these, or with both together."""
        there = [table.value(name, seat) for name in names]
        return 0 <= self.price(table, seat, change) <= (sum(there) if mixed else max(there))

    def upgraded(self, table: Table, me: int, change: int, names: Sequence[str], mixed: bool) -> Asking:
        """Pay for the next level, with its ships."""
        price = self.price(table, me, change)
        if mixed:
            energy = yield from ask(
                Ask(
                    me,
                    "amount",
                    None,
                    max(0, price - table.value("culture", me)),
                    min(price, table.value("energy", me)),
                )
            )
        else:
            pick = yield from one(me, [name for name in RESOURCES if name in names and table.value(name, me) >= price])
            energy = price if pick == "energy" else 0
        table.adjust("energy", me, -energy)
        table.adjust("culture", me, energy - price)
        table.adjust("empire", me, 1)
        waiting = table.lying(f"dock.{me}")
        ships = sum(piece.kind == "vessel" and piece.owner == me for piece in table.pieces.values())
        gained = self.words.figures[f"level-{table.value('empire', me)}"]["ships"] - (ships - len(waiting))
        for ship in waiting[: max(0, gained)]:
            table.move(ship, f"galaxy.{me}")
        self.check_end(table, me)

    def verb_upgrade(self, many: Quantity, what: str, money: bool) -> Effect:
        """``upgrade with energy or culture for 1 less``."""
        match = re.fullmatch(r"with (energy|culture)(?: (and|or) (energy|culture))?(?: for (\d+) (less|more))?", what)
        if match is None:
            raise Unread(what)
        names = [name for name in (match[1], match[3]) if name]
        change = int(match[4] or 0) * (-1 if match[5] == "less" else 1)
        mixed = match[2] == "and"
        return Effect(
            lambda table, me: self.affordable(table, me, change, names, mixed),
            lambda table, me: self.upgraded(table, me, change, names, mixed),
        )

    # -- dice ------------------------------------------------------------------------------------------------

    def faced(self, table: Table, me: int, what: str) -> dict[str, int]:
        """The dice meant that show a face."""
        cells = self.cells_of(what).cells
        assert cells is not None
        return {name: n for name, n in cells(table, me).items() if cell(name)[1].removeprefix("bay-") in FACES}

    def verb_turn(self, many: Quantity, what: str, money: bool) -> Effect:
        """``turn 1 inactive-die``: to any face."""

        def do(table: Table, me: int) -> Asking:
            source = yield from one(me, list(self.faced(table, me, what)))
            face = yield from one(me, FACES)
            place = f"bay-{face}" if cell(source)[1].startswith("bay-") else face
            if f"{cell(source)[0]}@{place}" != source:
                table.shift(source, f"{cell(source)[0]}@{place}", 1)

        return Effect(lambda table, me: bool(self.faced(table, me, what)), do)

    def verb_reroll(self, many: Quantity, what: str, money: bool) -> Effect:
        """``reroll up to 2 inactive-dice``."""

        def do(table: Table, me: int) -> Asking:
            pick = yield from bag(me, self.faced(table, me, what), *many.bounds(table, me))
            for source, n in pick:
                table.shift(source, f"{cell(source)[0]}@supply", n)
            for row in ("", "bay-"):
                n = sum(n for source, n in pick if cell(source)[1].startswith("bay-") == bool(row))
                for result in table.drawn([str(face) for face in range(len(FACES))], n) if n else ():
                    table.shift("action_die@supply", f"action_die@{row}{FACES[int(result)]}", 1)

        return Effect(lambda table, me: bool(self.faced(table, me, what)), do)

    # -- actions that call actions -----------------------------------------------------------------------------

    def deep(self, table: Table) -> bool:
        """Whether no further action can be called."""
        return table.counters["depth"] >= self.words.numbers["nesting"] or table.facts["called"] >= MOST_CALLS

    def nested(self, table: Table, inner: Asking) -> Asking:
        """An action within an action."""
        table.counters["depth"] += 1
        table.facts["called"] += 1
        yield from inner
        table.counters["depth"] -= 1
        if not table.counters["depth"]:
            table.facts["called"] = 0

    def actions(self, table: Table, seat: int, planet: str) -> list[Power]:
        """The actions of a planet that a seat could use now."""
        powers = [
            self.of_piece(table.pieces[planet], nth) for nth in range(len(table.pieces[planet].printed["powers"]))
        ]
        before, table.this = table.this, planet
        usable = [
            power
            for power in powers
            if power.point == "action" and power.left(table, seat) and power.usable(table, seat)
        ]
        table.this = before
        return usable

    def used(self, table: Table, seat: int, planet: str, power: Power) -> Asking:
        """A planet's action is used; it counts its own piece as this one."""
        before, table.this = table.this, planet
        power.use_up(table, seat)
        yield from power.carried_out(table, seat)
        table.this = before

    def offered(self, table: Table, seat: int, planet: str) -> Asking:
        """A seat that lands on a planet may use its action."""
        powers = self.actions(table, seat, planet)
        if not powers:
            return
        pick = yield from one(seat, [*(power.id for power in powers), DECLINE])
        for power in powers:
            if power.id == pick:
                yield from self.used(table, seat, planet, power)

    def chosen(self, table: Table, seat: int, planet: str) -> Asking:
        """A seat uses the action of a planet, if still possible."""
        if powers := self.actions(table, seat, planet):
            pick = yield from one(seat, [power.id for power in powers])
            yield from self.used(table, seat, planet, next(power for power in powers if power.id == pick))

    def verb_use(self, many: Quantity, what: str, money: bool) -> Effect:
        """``use 1 planet in row for 1 culture``, ``use 1 activated-die``."""
        match = re.fullmatch(r"(.+?)(?: for (\d+) (\w+))?", what)
        assert match is not None
        if self.things(match[1]).cells is not None:
            return self.repeated(match[1])
        pieces, n, name = self.pieces_in(match[1]), int(match[2] or 0), self.words.singular.get(match[3], match[3])

        def those(table: Table, me: int) -> list[str]:
            there = [planet for planet in pieces(table, me) if planet.id != table.this]
            return [planet.id for planet in there if self.calls(planet) or self.actions(table, me, planet.id)]

        def can(table: Table, me: int) -> bool:
            paid = not name or table.value(name, me) >= n
            return not self.deep(table) and paid and bool(those(table, me))

        def do(table: Table, me: int) -> Asking:
            planet = yield from one(me, those(table, me))
            if name:
                owner = table.pieces[planet].owner
                table.adjust(name, me, -n)
                if owner >= 0:
                    table.adjust(name, owner, n)
            yield from self.nested(table, self.chosen(table, me, planet))

        return Effect(can, do)

    def calls(self, planet: Piece) -> bool:
        """Whether its action uses other planets, which always counts as possible."""
        texts = [text for text in planet.printed["powers"] if re.match(r"action\b", text)]
        return any(re.search(r"\buses? \d+ (?!.*\b(die|dice)\b)", text) for text in texts)

    def repeated(self, what: str) -> Effect:
        """The action of a die is repeated."""

        def do(table: Table, me: int) -> Asking:
            source = yield from one(me, list(self.faced(table, me, what)))
            yield from self.nested(table, self.acted(table, me, cell(source)[1].removeprefix("bay-"), waste=True))

        return Effect(lambda table, me: not self.deep(table) and bool(self.faced(table, me, what)), do)

    def fixed(self, said: str) -> Effect | None:
        """The action that the others can follow for free."""
        if said != "act as any face followed for free":
            return None

        def do(table: Table, me: int) -> Asking:
            face = yield from one(me, FACES)
            if table.value("turn", me) and not table.counters["opened"]:
                table.counters["opened"] = 1
            yield from self.nested(table, self.acted_and_followed(table, me, face))

        return Effect(lambda table, me: not self.deep(table), do)

    def acted_and_followed(self, table: Table, me: int, face: str) -> Asking:
        """The action, then each of the others may do it."""
        yield from self.acted(table, me, face, waste=True)
        for seat in table.others(me):
            if self.doable(table, seat, face) and (yield from one(seat, ["follow", DECLINE])) == "follow":
                yield from self.copy_action(table, seat, me, face)

    def copy_action(self, table: Table, seat: int, leader: int, face: str) -> Asking:
        """A seat follows the action of another one."""
        yield from self.happens(table, "follow", seat, {})
        yield from self.happens(table, "lead", leader, {})
        yield from self.acted(table, seat, face, waste=False)

    def ships_of(self, table: Table, seat: int) -> list[Piece]:
        """The ships of a seat."""
        return [piece for piece in table.pieces.values() if piece.kind == "vessel" and piece.owner == seat]

    def orbiters(self, table: Table, seat: int, track: str) -> list[str]:
        """The ships of a seat on tracks of a type."""
        there = [ship for ship in self.ships_of(table, seat) if ship.place == "orbit"]
        return [ship.id for ship in there if track in shown(table.pieces[ship.on], "track")]

    def doable(self, table: Table, seat: int, face: str) -> bool:
        """Whether the action of a face could do anything."""
        if face == "move":
            return bool(self.ways(table, self.ships_of(table, seat)))
        if face in RESOURCES:
            return True
        if face != "colony":
            return bool(self.orbiters(table, seat, face))
        planets = table.lying(f"colonies.{seat}")
        return self.affordable(table, seat, 0, RESOURCES, False) or any(
            self.actions(table, seat, planet) for planet in planets
        )

    def acted(self, table: Table, seat: int, face: str, waste: bool) -> Asking:
        """The action of a face, by the rules of the game."""
        if face == "move":
            if options := self.ways(table, self.ships_of(table, seat)):
                ship, at = yield from one(seat, options)
                self.put(table, ship, at)
                if at.startswith("surface."):
                    yield from self.offered(table, seat, at.partition(".")[2])
        elif face in RESOURCES:
            ships = self.ships_of(table, seat)
            there = [vessel for vessel in ships if vessel.place in ("surface", "orbit")]
            n = sum(face in shown(table.pieces[vessel.on], "resource") for vessel in there)
            n += sum(vessel.place == "galaxy" for vessel in ships) if face == "energy" else 0
            table.adjust(face, seat, n)
        elif face == "colony":
            planets = [planet for planet in table.lying(f"colonies.{seat}") if self.actions(table, seat, planet)]
            upgrade = ["upgrade"] if self.affordable(table, seat, 0, RESOURCES, False) else []
            if options := [*upgrade, *planets, *(["nothing"] if waste else [])]:
                pick = yield from one(seat, options)
                if pick == "upgrade":
                    yield from self.upgraded(table, seat, 0, RESOURCES, False)
                elif pick != "nothing":
                    yield from self.chosen(table, seat, pick)
        elif ships := self.orbiters(table, seat, face):
            ship = yield from one(seat, ships)
            self.advanced(table, ship, 1)
