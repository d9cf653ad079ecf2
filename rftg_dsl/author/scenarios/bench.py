"""The bench: a table that is laid out as a scenario describes, and on which the scenario's steps are played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rftg_dsl.check.model.scenarios import Begin, Chance, Content, Holding, Target
from rftg_dsl.check.schedule import Task, walk_items
from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.schedule_to_program import steps_by_name
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import SETUP, STAGE, Block
from rftg_dsl.kernel.run_program import begin_seat, begin_stretch, carry_out, end_stage, open_stage
from rftg_dsl.kernel.table import Table

LAID = "laid out"
FRESH = 0


class ScenarioStop(Exception):
    """Raised if a scenario cannot continue; includes a message and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Told:
    """A source of chance that follows the scenario.

    The scenario must specify all dice results. If it does not specify the results of a draw, the pieces are drawn in
    order.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.dice: dict[int, list[tuple[Chance, Any]]] = {}
        """The upcoming dice results by seat; -1 stands for the table."""
        self.drawn: dict[int, list[tuple[Chance, str | int]]] = {}
        self.of = ""
        """The sort of thing that is being drawn: pieces, or numbers of components."""

    def say(self, line: Chance) -> None:
        seat = -1 if line.seat is None else line.seat
        self.dice.setdefault(seat, []).extend((line, die) for die in line.dice)
        self.drawn.setdefault(seat, []).extend((line, draw) for draw in line.drawn)

    def find_unused(self) -> Iterator[Chance]:
        left = [line for results in (*self.dice.values(), *self.drawn.values()) for line, _ in results]
        yield from {id(line): line for line in left}.values()

    def forget(self) -> None:
        self.dice.clear()
        self.drawn.clear()

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """The dice results that the scenario specifies, ordered by kind of die."""
        seat, purpose = parse_label(label)
        said = self.dice.get(seat, [])
        if len(said) < times:
            who = self.bench.word_seat(seat)
            dice = "1 die" if times == 1 else f"{times} dice"
            message = f"{who} rolls {dice} ({purpose}); the scenario gives {len(said) or 'none'}"
            raise ScenarioStop(message, f"write under 'when': {who} rolls ...")
        taken = [said.pop(0) for _ in range(times)]
        kinds = self.bench.layout.kind
        faces = self.bench.rules.model.words.stock_kinds
        # The game rolls dice kind by kind, but a scenario may list them in any order.
        ordered = sorted((die for _, die in taken), key=lambda die: kinds.get(die.kind, -1))
        numbers = [die.number if die.number is not None else faces[die.kind].faces.index(die.face) for die in ordered]
        if wrong := [number for number in numbers if not 0 <= number < domain]:
            raise ScenarioStop(
                f"{wrong[0]} is not a possible result ({purpose})", f"use a number from 0 to {domain - 1}"
            )
        return numbers

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The pieces that the scenario specifies, followed by the topmost of the remaining pieces."""
        seat, purpose = parse_label(label)
        said = self.drawn.get(seat, [])
        drawn: list[int] = []
        while said and len(drawn) < times:
            _, draw = said.pop(0)
            drawn.append(self.bench.resolve_draw(draw, domain, drawn, self.of, purpose))
        return [*drawn, *[piece for piece in domain if piece not in drawn][: times - len(drawn)]]


def parse_label(label: str) -> tuple[int, str]:
    """The seat and purpose in a label of the form ``round/seat/purpose/nth``; seat -1 is the table."""
    _, seat, purpose, *_ = [*label.split("/"), "", "", ""]
    return int(seat) if seat.isdigit() else -1, purpose


class Staged(Play[Any]):
    """A game in progress that informs its source of chance about what is being drawn."""

    __slots__ = ()

    def draw(self, label: str, domain: Sequence[int], times: int, of: str = "piece") -> Sequence[int]:
        if isinstance(self.chance, Told):
            self.chance.of = of
        return super().draw(label, domain, times, of)


class Bench:
    """A game in progress that starts from a table laid out by a scenario."""

    def __init__(
        self,
        rules: Rules,
        options: Mapping[str, str] | None = None,
        prepared: bool = True,
        named: Collection[str] = (),
    ) -> None:
        self.rules = rules
        self.layout = rules.layout
        self.chance = Told(self)
        self.play = Staged(rules, self.chance, options)
        rules.game.lay(self.play)
        if prepared:
            rules.game.prepare(self.play)
        self.by_name: dict[str, list[int]] = {}
        for number, side in enumerate(rules.sides):
            self.by_name.setdefault(side.name, []).append(number)
        self.components = {side.id: component for component in rules.model.components for side in component.sides}
        self.named = named
        self.picked: set[str] = set()
        """The ids of powers that were chosen; those of declined powers are prefixed with ``decline``."""
        self.taken: set[int] = set()

    # -- words ---------------------------------------------------------------------------------------------------

    def word_seat(self, seat: int | None) -> str:
        """Word a seat as ``seat 1``, or the table as ``table``."""
        return "table" if seat is None or seat < 0 else f"seat {seat + 1}"

    def name_of(self, piece: int) -> str:
        return self.rules.sides[self.play.side[piece]].name

    def word_things(self, kind: str, n: int) -> str:
        """Word some things as ``2 home``, or as ``2 dice`` if they come in only one kind."""
        words = self.rules.model.words
        stock = words.stocks[words.stock_kinds[kind].of]
        alone = sum(stock_kind.of == stock.name for stock_kind in words.stock_kinds.values()) == 1
        return f"{n} {(stock.name if n == 1 else stock.plural) if alone else kind}"

    def is_sort(self, piece: int, sort: str) -> bool:
        """Whether powers treat a piece as being of this sort.

        In play, a piece that shows the side of a card counts as a card.
        """
        side, words = self.rules.sides[self.play.side[piece]], self.rules.model.words
        general = next((component.name for component in words.components.values() if side.kind in component.sides), "")
        return sort == general or self.is_printed_as(piece, sort)

    def is_printed_as(self, piece: int, sort: str) -> bool:
        """Whether a piece is of exactly this kind of component, or its face-up side is of this kind."""
        side = self.rules.sides[self.play.side[piece]]
        return sort in (side.kind, self.components[side.id].kind)

    # -- given ---------------------------------------------------------------------------------------------------

    def lay(self, line: Holding) -> None:
        target = line.target
        if target.sort == "counter":
            self.set_counter(line)
        elif target.sort == "fact":
            self.set_fact(line)
        else:
            place = self.place_of(target)
            for nth, content in enumerate(line.contents):
                self.put(content, place, target, nth)

    def check_empty(self, line: Holding) -> None:
        """Raise ``ScenarioStop`` if a place that the scenario declares empty is not empty after everything is
        laid out."""
        if line.target.sort != "place" or line.contents:
            return
        place, width = self.place_of(line.target), len(self.layout.kinds)
        things = sum([self.play.stock[place * width + kind] for kind in range(width)])
        if left := len(self.play.zone[place]) + things:
            what = f"{'thing' if things else 'piece'}{'s' if left > 1 else ''}"
            raise ScenarioStop(f"{line.target.name} still contains {left} {what}", "lay them out somewhere else")

    def finish_laying(self) -> None:
        """Activate the powers in play, and discard the events that were recorded while the table was laid out."""
        if not self.rules.powers_wake_immediately:
            self.play.wake()
        self.play.agenda.clear()
        self.play.later.clear()
        self.play.events.clear()
        self.play.drawn.clear()

    def counter_of(self, target: Target) -> int:
        return self.layout.counter[target.name][target.seat or 0]

    def set_counter(self, line: Holding) -> None:
        counter = self.counter_of(line.target)
        self.play.adjust(counter, line.number - self.play.counters[counter], LAID)
        if (now := self.play.counters[counter]) != line.number:
            plural = self.rules.model.words.counters[line.target.name].plural
            raise ScenarioStop(f"{plural} cannot be {line.number}", f"the nearest valid value is {now}")

    def set_fact(self, line: Holding) -> None:
        name, seat = line.target.name, line.target.seat
        value: Any = line.values
        if seat is not None and f"{name}.{seat}" in self.layout.fact:
            name = f"{name}.{seat}"
        elif seat is not None:
            rows = self.play.facts[self.layout.fact[name]] or ((),) * self.layout.seats
            value = tuple([value if nth == seat else row for nth, row in enumerate(rows)])
        start = self.layout.fact_starts[self.layout.fact[name]]
        if not isinstance(start, tuple) and seat is None:
            if len(value) != 1:
                raise ScenarioStop(f"{name} must be a single word or number", f"write: {name}: {start!r}")
            value = value[0]
        self.play.set_fact(self.layout.fact[name], value, LAID)

    def place_of(self, target: Target) -> int:
        """The index of a place that belongs to a piece, to a seat, or to the table."""
        numbers = self.layout.place[target.name]
        return numbers[self.bearer_of(target)] if target.on else numbers[target.seat or 0]

    def bearer_of(self, target: Target) -> int:
        """The piece that a line refers to: preferably one that belongs to the seat, then one in play, then any other
        match."""
        sides = self.by_name.get(target.on, [])
        pieces = [piece for piece, spec in enumerate(self.layout.pieces) if any(side in spec.sides for side in sides)]
        up = [piece for piece in pieces if self.play.side[piece] in sides] or pieces
        mine = [piece for piece in up if self.owner_of(piece) == target.seat] if target.seat is not None else []
        laid = [piece for piece in up if piece in self.taken or self.play.entered[piece]]
        return (mine or laid or up)[0]

    def owner_of(self, piece: int) -> int:
        """The owner of a piece or of the piece's place; -1 if there is none."""
        place = self.play.place_of[piece]
        return max(self.layout.pieces[piece].owner, self.layout.place_owner[place] if place >= 0 else -1)

    def put(self, content: Content, place: int, target: Target, nth: int) -> None:
        if content.kind:
            self.put_things(content, place)
            return
        for more in range(content.n):
            piece = self.find_free_piece(content, target)
            self.taken.add(piece)
            if content.name:
                side = next(side for side in self.by_name[content.name] if side in self.layout.pieces[piece].sides)
                if self.play.side[piece] != side:
                    self.play.flip(piece, side, LAID)
            # In a hidden common place, such as a deck, the order in the scenario is the order of drawing.
            hidden = self.layout.place_owner[place] < 0 and self.layout.seen[place] == "none"
            self.play.move(piece, place, LAID, nth + more if hidden else None)
            if content.tag is not None:
                self.play.set_tag(piece, content.tag, LAID)

    def put_things(self, content: Content, place: int) -> None:
        kind, width = self.layout.kind[content.kind], len(self.layout.kinds)
        supply = self.layout.place[SUPPLY][0] * width + kind
        if (left := self.play.stock[supply]) < content.n:
            stock = self.rules.model.words.stocks[self.rules.model.words.stock_kinds[content.kind].of]
            things = f"{content.kind} {stock.name if left == 1 else stock.plural}"
            raise ScenarioStop(f"the supply has only {left} {things}", f"lay out at most {left}")
        if supply != place * width + kind:
            self.play.shift(supply, place * width + kind, content.n, LAID)

    def find_free_piece(self, content: Content, target: Target) -> int:
        """The next piece of this name or sort that is not laid out yet."""
        owner = -1 if target.seat is None else target.seat
        free = [
            piece
            for piece, spec in enumerate(self.layout.pieces)
            if piece not in self.taken and spec.owner in (-1, owner) and self.is_meant(piece, content)
        ]
        # Avoid pieces that the scenario mentions by name, because another line will lay them out.
        unnamed = [] if content.name else [piece for piece in free if not self.has_any_name(piece, self.named)]
        if unnamed or free:
            return (unnamed or free)[0]
        text = f'"{content.name}"' if content.name else content.sort
        other = [self.name_of(piece) for piece in self.taken if content.name and self.is_meant(piece, content)]
        if other and content.name not in other:
            raise ScenarioStop(
                f'{text} is the other side of "{other[0]}"', "lay out only one of them, or write two scenarios"
            )
        raise ScenarioStop(f"there are no more copies of {text}", "lay out fewer of them")

    def is_meant(self, piece: int, content: Content) -> bool:
        if content.name:
            return self.has_any_name(piece, (content.name,))
        return self.is_printed_as(piece, content.sort)

    def has_any_name(self, piece: int, names: Collection[str]) -> bool:
        return any(self.rules.sides[side].name in names for side in self.layout.pieces[piece].sides)

    def resolve_draw(self, draw: str | int, domain: Sequence[int], but: Sequence[int], of: str, purpose: str) -> int:
        """The result of a draw: a piece specified by name, the number of a component specified by name, or a number."""
        sides = self.by_name.get(str(draw), [])
        if isinstance(draw, int):
            candidates = [draw]
        elif of == "piece":
            candidates = [
                piece for piece, spec in enumerate(self.layout.pieces) if any(side in spec.sides for side in sides)
            ]
        else:
            candidates = [self.components[self.rules.sides[side].id].number for side in sides]
        if not (there := [each for each in candidates if each in domain and each not in but]):
            raise ScenarioStop(
                f"{draw!r} cannot be drawn here ({purpose})", "lay it out in the place that it is drawn from"
            )
        return there[0]

    # -- when ----------------------------------------------------------------------------------------------------

    def begin(self, line: Begin) -> None:
        play, blocks = self.play, self.rules.program.blocks
        play.paused = ""
        acting = () if line.seat is None else (line.seat,)
        if line.how == "setup":
            carry_out(play, blocks[SETUP], 0, ())
        elif line.how == "stage":
            open_stage(play, blocks[line.name], acting)
        elif line.how == "stretch":
            play.then(begin_stretch, *acting)
        elif line.how == "task":
            self.begin_task(line)
        elif line.how == "start":
            block = self.find_block(line.name)
            self.enter(block)
            for seat in acting or self.rules.order(play):
                play.then(begin_seat, block.name, seat)
        else:
            block = self.find_block(line.name)
            self.enter(block, renews=False)
            play.then(end_stage, block.name, *acting)
        self.go()

    def find_block(self, name: str) -> Block:
        blocks = self.rules.program.blocks
        return blocks.get(name) or next(block for block in blocks.values() if block.start == f"start of {name}")

    def enter(self, block: Block, renews: bool = True) -> None:
        stage = self.rules.program.stage
        if block.phase and not self.rules.powers_wake_immediately:
            self.play.wake()
        if block is not self.rules.program.stretch and stage >= 0:
            self.play.set_fact(stage, block.name, STAGE)
        if renews:
            self.play.renew(STAGE if block.phase else block.name)

    def begin_task(self, line: Begin) -> None:
        schedule = self.rules.model.words.schedule
        tasks = list(walk_items((*schedule.setup, *schedule.course, *schedule.every_phase)))
        task = next(
            item for item in tasks if isinstance(item, Task) and (item.name, item.words) == (line.name, line.words)
        )
        steps = steps_by_name(self.rules.game, task.part) or steps_by_name(self.rules.game)
        acting = () if line.seat is None else (line.seat,)
        self.play.then_by_id(steps[line.name].step.id, *acting, *line.words)

    def go(self) -> None:
        """Run until a decision is pending or nothing is left to do, but never into the next round or turn."""
        play, over = self.play, f"{self.rules.program.stretch.name} "
        play.agenda += play.later[::-1]
        play.later.clear()
        # A pause named after the stretch means that the stretch is over and that the agenda contains the next stretch.
        while not play.paused.startswith(over) and play.agenda and play.pending is None:
            play.run()
        if play.paused.startswith(over):
            play.agenda.clear()

    def copy(self) -> Table:
        return Table(self.layout, self.play)
