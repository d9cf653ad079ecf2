"""Random tables for the proof, as the program holds them and as the second reading sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from proof.program import PIECE, Bench, bench
from proof.table import Piece, Table
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.in_play import LASTING
from rftg_dsl.kernel.play import USED, Play
from rftg_dsl.kernel.table import Table as Laid

FACTS = {"roll": ("virtual.", "active", "spare"), "race": (), "galaxies": ("ended", "called")}
"""The facts of the table that the second reading follows; the others stay as they are."""
BOOKS = (USED, LASTING, "chosen")
"""Facts that keep the program's books: what they say is proved by what happens next."""
HOME = {"roll": "bag", "race": "supply", "galaxies": "deck"}
"""Where the piece with the sentence is before it comes into play."""
PHASES = ("explore", "develop", "settle", "produce", "ship")
DECISIONS = {"roll": 200, "race": 60, "galaxies": 120}
"""The most random decisions before a table is laid out further."""
TABLES = 8
"""How many tables are laid for each game and number of seats."""


class Recorded:
    """Chance that keeps its results, for the second reading."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.results: list[tuple[Sequence[int], Sequence[int], str]] = []

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Random numbers."""
        numbers = [self.random.randrange(domain) for _ in range(times)]
        self.results.append((range(domain), numbers, "number"))
        return numbers

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Random members."""
        members = self.random.sample(list(domain), times)
        self.results.append((domain, members, "piece"))
        return members


def random_play(rules: Rules, seed: str) -> Play[Any]:
    """A game after some random decisions."""
    play = rules.start(Seeded(seed, rules.game.name))
    draw = Random(seed)
    for _ in range(draw.randint(20, DECISIONS[rules.game.name])):
        while play.pending is None and not play.over:
            play.run()
        if play.over or play.pending is None:
            break
        play.answer(play.pending.form.draw(draw.random))
    return play


class Layer:
    """Lays a table out at random."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.play = random_play(rules, seed)
        self.random = Random(f"{seed} laid")
        self.place, self.layout = rules.layout.place, rules.layout
        self.width = len(self.layout.kinds)
        play = self.play
        play.agenda.clear()
        play.pending = None
        play.hooks = {}
        for fact, value in ((USED, ()), (LASTING, ()), ("chosen", -1)):
            if fact in self.layout.fact:
                play.facts[self.layout.fact[fact]] = value
        for piece in range(len(play.tag)):
            play.tag[piece] = 0

    def fact(self, name: str, value: Any) -> None:
        """Set a fact."""
        self.play.facts[self.layout.fact[name]] = value

    def counter(self, name: str, low: int, high: int) -> None:
        """Set a counter of every seat to random numbers."""
        for number in self.layout.counter[name]:
            self.play.counters[number] = self.random.randint(low, high)

    def move(self, piece: int, place: int) -> None:
        """Put a piece somewhere, without its powers."""
        if self.play.place_of[piece] != place:
            Laid.move(self.play, piece, place, "laid out")
            if self.layout.active[place] and not self.play.entered[piece]:
                self.play.last_entered += 1
                self.play.entered[piece] = self.play.last_entered
            elif not self.layout.active[place]:
                self.play.entered[piece] = 0

    def move_stock(self, source: int, target: int, n: int) -> None:
        """Put fungible things from one place somewhere else."""
        for _ in range(n):
            kinds = [kind for kind in range(self.width) if self.play.stock[source * self.width + kind]]
            if kinds:
                kind = self.random.choice(kinds)
                self.play.stock[source * self.width + kind] -= 1
                self.play.stock[target * self.width + kind] += 1


def lay_roll(table: Layer) -> None:
    """Dice everywhere, goods on worlds, tiles in stacks and in play."""
    place, play, random = table.place, table.play, table.random
    supply, bag = place["supply"][0], place["bag"][0]
    sides = play.rules.sides  # type: ignore[attr-defined]
    for seat in range(table.layout.seats):
        for name in ("hand",):
            for piece in play.zone[place[name][seat]]:
                table.move(piece, bag)
        if random.randrange(2):
            for piece in random.sample(play.zone[bag], 4):
                table.move(piece, place["tableau"][seat])
        if play.zone[place["developments"][seat]] and random.randrange(3) == 0:
            table.move(play.zone[place["developments"][seat]][0], bag)
        for name in ("cup", "citizenry", "explore", "develop", "settle", "produce", "ship", "developing", "settling"):
            table.move_stock(supply, place[name][seat], random.choice((0, 0, 1, 2, 3)))
        for piece in play.zone[place["tableau"][seat]]:
            side = sides[play.side[piece]]
            if side.kind == "world" and side.properties["colour"] != "gray" and random.randrange(2):
                table.move_stock(supply, place["goods"][piece], random.choice((1, 1, 2)))
        table.fact(f"virtual.{seat}", ())
    table.counter("credit", 0, 10)
    table.counter("vp", 0, 12)
    table.counter("selected", 0, 5)
    table.counter("spent", 0, 3)
    table.fact("phase", "ship")
    table.fact("active", tuple(phase for phase in PHASES if random.randrange(2)))
    table.fact("ended", ())


def lay_race(table: Layer) -> None:
    """Cards in hands and in play, goods on worlds."""
    place, play, random = table.place, table.play, table.random
    supply = place["supply"][0]
    for card in random.sample(play.zone[place["discards"][0]], len(play.zone[place["discards"][0]]) * 2 // 3):
        table.move(card, supply)
    there = [piece for piece in play.zone[supply] if table.layout.pieces[piece].name != PIECE]
    random.shuffle(there)
    marks = play.rules.model.words.marks["produced"]  # type: ignore[attr-defined]
    sides = play.rules.sides  # type: ignore[attr-defined]
    for seat in range(table.layout.seats):
        for name in ("explored", "placing"):
            for piece in play.zone[place[name][seat]]:
                table.move(piece, place["hand"][seat])
        for _ in range(random.choice((0, 1, 3, 5))):
            table.move(there.pop(), place["hand"][seat])
        for _ in range(random.choice((0, 2, 4, 6))):
            table.move(there.pop(), place["tableau"][seat])
        for piece in play.zone[place["tableau"][seat]]:
            for good in play.zone[place["goods"][piece]]:
                table.move(good, supply)
            if "mode" in sides[play.side[piece]].properties and random.randrange(2):
                table.move(there.pop(), place["goods"][piece])
                play.tag[piece] = marks * random.randrange(2)
        table.fact(f"placed.{seat}", -1)
    for name in ("spent", "consumed", "discarded"):
        table.counter(name, 0, 3)
    table.counter("vp", 0, 12)
    table.fact("actions", (("explore5",),) * table.layout.seats)
    table.fact("phase", "consume")
    table.fact("ended", ())
    play.woken = play.last_entered


def lay_galaxies(table: Layer) -> None:
    """Ships on planets, dice on faces, planets colonized."""
    place, play, random = table.place, table.play, table.random
    deck, row, supply = place["deck"][0], place["row"][0], place["supply"][0]
    sides = play.rules.sides  # type: ignore[attr-defined]
    for nth, planet in enumerate(play.zone[row]):
        if table.layout.pieces[planet].name == PIECE:
            table.move(planet, deck)
            Laid.move(play, play.zone[deck][0], row, "laid out", nth)
    ships = [(piece, spec.owner) for piece, spec in enumerate(table.layout.pieces) if spec.owner >= 0]
    for ship, owner in ships:
        table.move(ship, place["galaxy"][owner] if play.place_of[ship] != place["dock"][owner] else play.place_of[ship])
    for name in ("colonies", "discard"):
        for at in place[name]:
            for planet in random.sample(play.zone[deck], random.choice((0, 1, 2, 3))):
                table.move(planet, at)
    for ship, owner in ships:
        free = [
            at
            for planet in play.zone[row]
            for at in (place["surface"][planet], place["orbit"][planet])
            if not any(play.place_of[other] == at for other, of in ships if of == owner)
        ]
        if play.place_of[ship] in place["galaxy"] and free and random.randrange(4):
            at = random.choice(free)
            table.move(ship, at)
            if at in place["orbit"]:
                length = sides[play.side[table.layout.place_piece[at]]].properties["length"]
                play.tag[ship] = random.randrange(length)
    for name in ("move", "energy", "culture", "diplomacy", "economy", "colony"):
        for at in (place[name][0], place[f"bay-{name}"][0]):
            table.move_stock(at, supply, 9)
    for _ in range(random.randint(2, 7)):
        name = random.choice(("", "", "bay-")) + random.choice(
            ("move", "energy", "culture", "diplomacy", "economy", "colony")
        )
        table.move_stock(supply, place[name][0], 1)
    for name, high in (("energy", 7), ("culture", 7), ("spent", 3), ("space", 4), ("turn", 0), ("trigger", 0)):
        table.counter(name, 0, high)
    for name in ("depth", "opened", "rerolls", "conversions"):
        play.counters[table.layout.counter[name][0]] = 0
    play.counters[table.layout.counter["turn"][random.randrange(table.layout.seats)]] = 1
    table.fact("ended", ())
    table.fact("called", 0)


LAYERS: Mapping[str, Callable[[Layer], None]] = {"roll": lay_roll, "race": lay_race, "galaxies": lay_galaxies}


class Snapshot:
    """A table laid out once, from which many plays begin."""

    def __init__(self, bench: Bench, seats: int, seed: str) -> None:
        laid = Layer(bench.base(seats), seed)
        LAYERS[bench.name](laid)
        self.bench = bench
        self.play = laid.play
        for piece in [piece for piece, spec in enumerate(laid.layout.pieces) if spec.name == PIECE]:
            laid.move(piece, laid.place[HOME[bench.name]][0])
        self.facts = dict(zip(laid.layout.facts, self.play.facts, strict=True))
        self.table = self.seen()

    def seen(self) -> Table:
        """The table as the second reading sees it."""
        play, layout = self.play, self.play.layout
        pieces = {}
        for number, spec in enumerate(layout.pieces):
            printed = self.bench.sides[layout.sides[play.side[number]]]
            at = layout.place_names[play.place_of[number]]
            owner = spec.owner if spec.owner >= 0 else layout.place_owner[play.place_of[number]]
            pieces[spec.name] = Piece(
                spec.name, printed["name"], printed["kind"], at, owner, spec.owner >= 0, play.tag[number], printed
            )
        zones = {
            layout.place_names[place]: tuple(layout.piece_names[piece] for piece in zone)
            for place, zone in enumerate(play.zone)
            if zone
        }
        stock = {name: n for name, n in zip(layout.cell_names, play.stock, strict=True) if n}
        counters = dict(zip(layout.counter_names, play.counters, strict=True))
        bounds = {counter.name: (counter.low, counter.high) for counter in layout.counter_specs}
        order = list(self.bench.base(layout.seats).order(play))
        return Table(layout.seats, pieces, zones, stock, counters, bounds, order)

    def laid(self, rules: Rules, chance: Recorded) -> Play[Any]:
        """A play on this table with other rules of the same game."""
        play: Play[Any] = Play(rules, chance)
        for name in ("stock", "zone", "place_of", "side", "tag", "entered"):
            setattr(play, name, getattr(self.play, name)[:])
        play.last_entered, play.woken = self.play.last_entered, self.play.woken
        play.counters[: len(self.play.counters)] = self.play.counters
        for number, name in enumerate(rules.layout.facts):
            if name in self.facts:
                play.facts[number] = self.facts[name]
        return play


@cache
def snapshots(game: str, seats: int) -> list[Snapshot]:
    """Tables of a game for a number of seats, laid out once."""
    return [Snapshot(bench(game), seats, f"{game} {seats} {n}") for n in range(TABLES)]
