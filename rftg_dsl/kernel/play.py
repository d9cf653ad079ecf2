"""A game in progress: the table, the agenda of what is still to be done, and the powers in play.

The agenda is a stack of frames ``(step, arguments)``, all plain data. A step is a function that changes the
table, pushes further frames with ``then``, or asks a seat with ``ask``; the answer goes to another step. So the
whole state can be cloned, digested, stored and resumed at any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.form import Bag, Form, One, Pick
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.refusal import Refusal
from rftg_dsl.kernel.table import Event, Table

Frame = tuple[str, tuple[Any, ...]]
Step = Callable[..., None]

USED = "used"
"""The fact that lists the once-only powers used up: owner, piece, power, and the stretch of play."""
LASTING = "lasting"
"""The fact that lists what outlives its source: power, owner, source, and the stretch of play that ends it."""
CHOSEN = "chosen"
"""The fact that says which piece was chosen last, where powers want another one."""

CHAIN = 20_000
"""The most frames between two decisions; more is an endless chain, and our bug."""


def step(function: Step) -> Step:
    """Mark a function that can stand on the agenda, or take an answer."""
    function.is_step = True  # type: ignore[attr-defined]
    return function


class Power(Protocol):
    """A compiled power of one side; ``point`` says where it is heard."""

    id: str
    point: str
    rank: int
    react: Callable[..., Any]
    others: bool
    """Whether it also hears what other seats do."""
    asks: bool
    """Whether it may have to wait for an answer."""


class Used(Power, Protocol):
    """A power that can be carried out segment by segment."""

    can: Callable[..., bool]
    segments: Sequence[Callable[..., None]]


class Bound:
    """A power in play: whose it is and on which piece it stands."""

    __slots__ = ("owner", "piece", "power", "until")

    def __init__(self, owner: int, piece: int, power: Power, until: str = "") -> None:
        self.owner = owner
        self.piece = piece
        self.power = power
        self.until = until
        """The stretch of play at whose end it is over; empty where it lasts as long as its piece is in play."""


class Rules(Protocol):
    """What a game gives the kernel; ``game``, ``model``, ``sides`` and ``words`` are for the layers above."""

    @property
    def layout(self) -> Layout:
        """The names and numbers of the table."""

    @property
    def steps(self) -> Mapping[str, Step]:
        """The steps by name."""

    @property
    def powers(self) -> Sequence[Sequence[Power]]:
        """The powers of each side, by its number."""

    @property
    def by_id(self) -> Mapping[str, Used]:
        """The powers by id."""

    @property
    def tallies(self) -> Mapping[str, Sequence[Power]]:
        """What counts the past, by the point at which it is heard."""

    @property
    def at_once(self) -> bool:
        """Whether a power counts as soon as its piece is in play, or from the next ``wake`` on."""

    @property
    def game(self) -> Any:
        """What the game's Python offers."""

    @property
    def model(self) -> Any:
        """What the content says."""

    @property
    def sides(self) -> Sequence[Any]:
        """All sides, by number."""

    @property
    def words(self) -> Any:
        """What the game's steps look up."""

    def order(self, play: Play) -> Sequence[int]:
        """All seats in strict order."""


class Decision:
    """What a seat is asked: a form, and the step that takes the answer."""

    __slots__ = ("answer", "args", "form", "name", "rule", "seat", "secret")

    def __init__(
        self, seat: int, name: str, form: Form, answer: str, args: tuple[Any, ...], secret: bool, rule: str
    ) -> None:
        self.seat = seat
        self.name = name
        self.form = form
        self.answer = answer
        self.args = args
        self.secret = secret
        self.rule = rule


Drawn = tuple[str, str, int, Sequence[int]]
"""A chance result: label, what the results are (``number``, ``piece``), the size of the domain, the results."""


class Play(Table):
    """One game in progress; changed by ``run`` and ``answer`` only."""

    __slots__ = (
        "agenda",
        "chance",
        "drawn",
        "fresh",
        "hooks",
        "later",
        "luck",
        "options",
        "over",
        "paused",
        "pending",
        "rules",
    )

    def __init__(self, rules: Rules, chance: Chance, options: Mapping[str, str] | None = None) -> None:
        super().__init__(rules.layout)
        self.options = options or {}
        """What this game was set up with beyond its rules."""
        self.rules = rules
        self.chance = chance
        self.agenda: list[Frame] = []
        self.later: list[Frame] = []
        self.pending: Decision | None = None
        self.hooks: dict[str, tuple[Bound, ...]] = {}
        """The powers in play by the point at which they are heard; derived from the pieces in play."""
        self.fresh: tuple[int, ...] = ()
        """Pieces in play whose powers do not count yet."""
        self.luck: dict[str, int] = {}
        """How often chance was asked under a label."""
        self.drawn: list[tuple[int, Drawn]] = []
        """Chance results since the last decision, each with the number of events before it."""
        self.over = False
        self.paused = ""
        """The mark at which ``run`` stopped, so that a digest can be taken; ``run`` goes on from there."""

    # -- what steps do ---------------------------------------------------------------------------------------

    def then(self, step: Step, *args: Any) -> None:
        """Put a step on the agenda, behind those this step has put there already."""
        self.later.append((step.__name__, args))

    def ask(
        self,
        seat: int,
        name: str,
        form: Form,
        answer: Step,
        *args: Any,
        secret: bool = False,
        rule: str = "",
    ) -> None:
        """Ask a seat; ``answer(play, seat, *args, pick)`` runs with what it picks.

        A public choice with one answer is not asked; a secret one always is.
        """
        if not secret and form.single():
            self.later.append((answer.__name__, (seat, *args, form.only())))
            return
        assert self.pending is None, (name, form.shape())
        self.pending = Decision(seat, name, form, answer.__name__, args, secret, rule)

    def roll(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Results of ``times`` rolls, each from 0 to ``domain - 1``."""
        nth = self.luck.get(label, 0)
        self.luck[label] = nth + 1
        full = f"{label}/{nth}"
        results = self.chance.rolls(full, domain, times)
        self.drawn.append((len(self.events), (full, "number", domain, results)))
        return results

    def draw(self, label: str, domain: Sequence[int], times: int, of: str = "piece") -> Sequence[int]:
        """``times`` different members of the domain, which are pieces or what ``of`` says."""
        nth = self.luck.get(label, 0)
        self.luck[label] = nth + 1
        full = f"{label}/{nth}"
        results = self.chance.draws(full, domain, times)
        self.drawn.append((len(self.events), (full, of, len(domain), results)))
        return results

    def pause(self, mark: str) -> None:
        """Stop behind this step: the end of a turn or round, where logs have a mark."""
        self.paused = mark

    def new_luck(self) -> None:
        """Begin a stretch of play whose labels differ from all before it."""
        self.luck.clear()

    # -- powers ----------------------------------------------------------------------------------------------

    def move(self, piece: int, place: int, word: str, index: int | None = None) -> None:
        """Move a piece; coming into play and leaving it binds and unbinds its powers."""
        active = self.layout.active
        source = self.at[piece]
        Table.move(self, piece, place, word, index)
        if source >= 0 and active[source]:
            self.unbind(piece)
        if active[place]:
            if self.rules.at_once:
                self.bind(piece)
            else:
                self.fresh = (*self.fresh, piece)

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> None:
        """Move pieces; one by one where powers come into play or leave it."""
        active = self.layout.active
        if len(pieces) < 2 or active[place] or active[self.at[pieces[0]]]:
            for piece in pieces:
                self.move(piece, place, word)
        else:
            Table.move_all(self, pieces, place, word)

    def turn(self, piece: int, side: int, word: str) -> None:
        """Turn a piece; the powers of a piece in play change with its side."""
        Table.turn(self, piece, side, word)
        if self.at[piece] >= 0 and self.layout.active[self.at[piece]] and piece not in self.fresh:
            self.unbind(piece)
            self.bind(piece)

    def wake(self) -> None:
        """From now on the powers of all pieces in play count."""
        for piece in self.fresh:
            self.bind(piece)
        self.fresh = ()

    def bind(self, piece: int) -> None:
        """Let the powers of a piece in play be heard, each in its place of the order."""
        owner = self.layout.place_owner[self.at[piece]]
        powers = self.rules.powers[self.side[piece]]
        if not powers:
            return
        place = {seat: nth for nth, seat in enumerate(self.rules.order(self))}
        for power in powers:
            there = [*self.hooks.get(power.point, ()), Bound(owner, piece, power)]
            there.sort(key=lambda bound: (place[bound.owner], bound.power.rank))
            self.hooks[power.point] = tuple(there)

    def unbind(self, piece: int) -> None:
        """Silence the powers of a piece."""
        self.fresh = tuple(one for one in self.fresh if one != piece)
        for point, bounds in self.hooks.items():
            if any(bound.piece == piece for bound in bounds):
                self.hooks[point] = tuple(bound for bound in bounds if bound.piece != piece or bound.until)

    def begin_lasting(self, owner: int, piece: int, power: str, until: str) -> None:
        """From now on a power is heard, until a stretch of play is over, whatever becomes of its piece."""
        fact = self.layout.fact[LASTING]
        self.set_fact(fact, (*self.facts[fact], (power, owner, piece, until)), "begun")
        self.listen(Bound(owner, piece, self.rules.by_id[power], until))

    def end_lasting(self, until: str) -> None:
        """What lasts until this stretch of play is over is heard no more."""
        fact = self.layout.fact.get(LASTING)
        if fact is None or all(entry[-1] != until for entry in self.facts[fact]):
            return
        self.set_fact(fact, tuple(entry for entry in self.facts[fact] if entry[-1] != until), "over")
        for point, bounds in self.hooks.items():
            if any(bound.until == until for bound in bounds):
                self.hooks[point] = tuple(bound for bound in bounds if bound.until != until)

    def listen(self, new: Bound) -> None:
        """Let one power be heard, in its place of the order."""
        place = {seat: nth for nth, seat in enumerate(self.rules.order(self))}
        there = [*self.hooks.get(new.power.point, ()), new]
        there.sort(key=lambda bound: (place[bound.owner], bound.power.rank))
        self.hooks[new.power.point] = tuple(there)

    def chose(self, piece: int) -> None:
        """Note which piece a power chose last, where some power wants another one."""
        fact = self.layout.fact.get(CHOSEN)
        if fact is not None:
            self.set_fact(fact, piece, "chosen")

    def fire(self, point: str, seat: int, *about: Any) -> None:
        """Let every power that hears this react, one after another in their order.

        Those behind one that waits for an answer wait as well.
        """
        for tally in self.rules.tallies.get(point, ()):
            tally.react(self, seat, -1, seat, *about)
        if bounds := self.hooks.get(point):
            cause = self.cause
            waits = False
            for bound in bounds:
                if bound.owner == seat or bound.power.others:
                    waits = waits or bound.power.asks
                    if waits:
                        self.use(bound.owner, bound.piece, bound.power.id, seat, *about)
                        continue
                    self.cause = bound.power.id
                    bound.power.react(self, bound.owner, bound.piece, seat, *about)
            self.cause = cause

    def use(self, owner: int, piece: int, power: str, *about: Any) -> None:
        """Put the use of a power on the agenda."""
        self.later.append(("use_power", (owner, piece, power, *about)))

    def then_segment(self, owner: int, piece: int, power: str, segment: int, *about: Any) -> None:
        """Put the rest of a power on the agenda, behind what it asks."""
        self.later.append(("use_segment", (owner, piece, power, segment, *about)))

    def run_segment(self, owner: int, piece: int, power: str, segment: int, about: Sequence[Any]) -> None:
        """Carry out one segment of a power now."""
        self.rules.by_id[power].segments[segment](self, owner, piece, *about)

    def ask_use(self, owner: int, piece: int, power: str, once: str, about: Sequence[Any]) -> None:
        """Ask the owner whether an optional power is used."""
        self.later.append(("ask_power", (owner, piece, power, once, *about)))

    def use_up(self, owner: int, piece: int, power: str, once: str) -> None:
        """Note that the power of this piece was used in this stretch of play."""
        fact = self.layout.fact[USED]
        self.set_fact(fact, (*self.facts[fact], (owner, self.layout.piece_names[piece], power, once)), "used")

    def used_up(self, owner: int, piece: int, power: str, once: str) -> bool:
        """Whether the owner has used the power of this piece in this stretch of play."""
        return (owner, self.layout.piece_names[piece], power, once) in self.facts[self.layout.fact[USED]]

    def renew(self, once: str) -> None:
        """A new stretch of play: what could be used once in it can be used again, and its tallies start anew.

        What was to last until the end of the one before is over.
        """
        self.end_lasting(once)
        fact = self.layout.fact[USED]
        if self.facts[fact]:
            self.set_fact(fact, tuple(entry for entry in self.facts[fact] if entry[-1] != once), "renewed")
        for tallies in self.rules.tallies.values():
            for tally in tallies:
                for counter in self.layout.counter[tally.id]:
                    if self.counters[counter]:
                        self.adjust(counter, -self.counters[counter], "renewed")

    def value(self, name: str, seat: int, base: int, subject: int = -1) -> int:
        """A number of a seat as its continuing modifiers leave it; ``subject`` is the piece it is about."""
        if bounds := self.hooks.get(name):
            for bound in bounds:
                if bound.owner == seat:
                    base = bound.power.react(self, seat, bound.piece, subject, base)
        return base

    def owned(self, point: str, seat: int) -> list[Bound]:
        """The powers of one seat that are heard at a point."""
        return [bound for bound in self.hooks.get(point, ()) if bound.owner == seat]

    # -- running ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Go on until a seat is asked or nothing is left to do."""
        agenda, later, steps = self.agenda, self.later, self.rules.steps
        self.paused = ""
        for _ in range(CHAIN):
            if not agenda or self.pending is not None or self.paused:
                break
            name, args = agenda.pop()
            self.cause = name
            steps[name](self, *args)
            if later:
                later.reverse()
                agenda += later
                later.clear()
        else:
            raise AssertionError(f"endless chain at {self.cause}")
        self.over = not agenda and self.pending is None and not self.paused

    def refuses(self, pick: Pick) -> Refusal | None:
        """Why a pick would not be taken, or nothing."""
        pending = self.pending
        assert pending is not None, "nobody is asked"
        if pending.form.accepts(pick):
            return None
        shape = " ".join(str(part) for part in pending.form.shape())
        return Refusal(pending.name, f"{pick!r} is not an answer to {pending.name} ({shape})", pending.rule)

    def answer(self, pick: Pick) -> Refusal | None:
        """Take an answer to the pending decision and go on; a refused one changes nothing."""
        pending = self.pending
        assert pending is not None, "nobody is asked"
        if not pending.form.accepts(pick):
            return self.refuses(pick)
        if isinstance(pending.form, Bag) and len(pick) > 1:
            pick = pending.form.ordered(pick)
        self.pending = None
        self.agenda.append((pending.answer, (pending.seat, *pending.args, pick)))
        self.run()
        return None

    # -- the whole state -------------------------------------------------------------------------------------

    def clone(self) -> Play:
        """An independent copy, without the events so far."""
        twin = Play.__new__(type(self))
        twin.layout = self.layout
        twin.rules = self.rules
        twin.chance = self.chance
        twin.stock = self.stock[:]
        twin.zone = self.zone[:]
        twin.at = self.at[:]
        twin.side = self.side[:]
        twin.mark = self.mark[:]
        twin.counters = self.counters[:]
        twin.facts = self.facts[:]
        twin.events = []
        twin.cause = self.cause
        twin.agenda = self.agenda[:]
        twin.later = []
        twin.pending = self.pending
        twin.hooks = self.hooks.copy()
        twin.fresh = self.fresh
        twin.luck = self.luck.copy()
        twin.drawn = []
        twin.options = self.options
        twin.over = self.over
        twin.paused = self.paused
        return twin

    def whole(self) -> dict[str, Any]:
        """The whole state as plain data: the table, and what is still to be done."""
        pending = self.pending
        asked = [pending.seat, pending.name, pending.answer, list(pending.args)] if pending else None
        return {
            "agenda": [[name, *args] for name, args in self.agenda],
            "asked": asked,
            "fresh": [self.layout.pieces[piece].name for piece in self.fresh],
            "luck": self.luck,
            "over": self.over,
            "table": self.plain(),
        }

    def take_events(self) -> list[Event]:
        """The events since the last call."""
        events = self.events
        self.events = []
        return events


def use_power(play: Play, owner: int, piece: int, power: str, *about: Any) -> None:
    """Carry out a power, from its beginning."""
    play.cause = power
    play.rules.by_id[power].react(play, owner, piece, *about)


def use_segment(play: Play, owner: int, piece: int, power: str, segment: int, *about: Any) -> None:
    """Carry out the next segment of a power."""
    play.cause = power
    play.run_segment(owner, piece, power, segment, about)


def ask_power(play: Play, owner: int, piece: int, power: str, once: str, *about: Any) -> None:
    """Ask the owner of an optional power, if it could still do something."""
    if play.rules.by_id[power].can(play, owner, piece):
        play.ask(owner, "use", One((power, "decline")), answer_power, piece, once, about)


def answer_power(play: Play, owner: int, piece: int, once: str, about: Sequence[Any], pick: str) -> None:
    """Carry out an optional power whose owner wants it."""
    if pick == "decline":
        return
    play.cause = pick
    if once:
        play.use_up(owner, piece, pick, once)
    play.run_segment(owner, piece, pick, 0, about)


STEPS: dict[str, Step] = {step.__name__: step for step in (use_power, use_segment, ask_power, answer_power)}
"""The kernel's own steps."""


def steps_of(*modules: ModuleType) -> dict[str, Step]:
    """All steps of some modules by name; two of one name would be confused, and are our bug."""
    table: dict[str, Step] = {}
    for module in modules:
        for name, function in vars(module).items():
            if getattr(function, "is_step", False) and function.__module__ == module.__name__:
                assert name not in table, f"two steps are called {name}"
                table[name] = function
    return table
