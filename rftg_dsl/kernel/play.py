"""A game in progress: the table, the agenda of pending steps, and the powers in play.

The agenda is a stack of frames ``(step id, arguments)``, all of them plain data. A step is a function that changes the
table, pushes more frames with ``then``, or asks a seat with ``ask``; another step receives the answer. The whole state
can therefore be cloned, hashed, stored and resumed at any decision.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ParamSpec, Self

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import CHAIN, EVENTS
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision, Question
from rftg_dsl.kernel.form import Bag, Form, One, Pick
from rftg_dsl.kernel.hook import Bound, Hook
from rftg_dsl.kernel.hook import sort_newest_first as newest
from rftg_dsl.kernel.in_play import InPlay
from rftg_dsl.kernel.observer import Drawn, Observer, Watched
from rftg_dsl.kernel.refusal import Refusal
from rftg_dsl.kernel.rules import Numbers, Rules
from rftg_dsl.kernel.step import Step, step
from rftg_dsl.kernel.table import Event, Table

P = ParamSpec("P")

Frame = tuple[str, tuple[Any, ...]]

ENGINE = 2
"""The version of the rules shared by all games. Increase it when the same inputs would produce a different game."""

USED = "used"
CHOSEN = "chosen"


def make_endless_error(cause: str) -> UsageError:
    """Create the error for a chain of steps and powers that goes on for too long."""
    message = f"too many steps and powers follow one another without a decision; the last one is {cause!r}"
    hint = f"shorten the chain to at most {CHAIN.most:,} steps, with {EVENTS.most:,} events"
    return UsageError(message, hint, "endless-chain")


class Play(InPlay[Numbers]):
    """One game in progress. It is changed only by ``run`` and ``answer``."""

    __slots__ = (
        "agenda",
        "chance",
        "drawn",
        "later",
        "luck",
        "numbers",
        "observer",
        "options",
        "over",
        "own_points",
        "paused",
        "pending",
        "since",
    )

    numbers: Numbers
    chance: Chance
    options: Mapping[str, str]
    agenda: list[Frame]
    later: list[Frame]
    """Frames added by the running step, in the order in which they will run."""
    pending: Decision | None
    own_points: Collection[str]
    """The points at which at least one power concerns its own piece."""
    luck: dict[str, int]
    drawn: list[tuple[int, Drawn]]
    """Chance results since the last decision, each with the number of events that precede it."""
    since: int
    """The length of ``events`` when the running chain of steps began."""
    over: bool
    paused: str
    """The mark at which ``run`` stopped to let observers look at the table; empty if it did not stop at a mark. The
    next ``run`` continues from there."""
    observer: Observer | None

    def __init__(
        self,
        rules: Rules[Numbers],
        chance: Chance,
        options: Mapping[str, str] | None = None,
        of: Table | None = None,
    ) -> None:
        """Start from an empty table or from a copy of ``of``. If ``of`` is a play, copy its agenda and pending decision
        too."""
        super().__init__(rules, of)
        self.numbers = rules.numbers
        self.own_points = rules.own_points
        self.chance = chance
        self.options = options or {}
        self.later = []
        self.drawn = []
        self.since = 0
        self.observer = None
        if isinstance(of, Play):
            self.agenda = of.agenda[:]
            self.pending = of.pending
            self.luck = of.luck.copy()
            self.over = of.over
            self.paused = of.paused
            return
        self.agenda = []
        self.pending = None
        self.luck = {}
        self.over = False
        self.paused = ""

    # -- what steps do ---------------------------------------------------------------------------------------

    def then(self, step: Step[P], *args: P.args, **kwargs: P.kwargs) -> None:
        """Put a step on the agenda, after the steps that the running step has already added."""
        self.later.append((step.id, args))

    def then_by_id(self, step: str, *args: Any) -> None:
        """Put a step on the agenda, given only its id, such as an id that a question passed along; see ``then``."""
        self.later.append((step, args))

    def ask(
        self,
        seat: int,
        question: Question,
        form: Form,
        answer: Step[...],
        *args: Any,
        secret: bool | None = None,
        rule: str = "",
    ) -> None:
        """Ask a seat a question. ``answer(play, seat, *args, pick)`` runs with the seat's pick.

        A public choice with only one answer is not asked; a secret choice is always asked. ``secret`` and ``rule``
        override the attributes of ``question``.
        """
        hidden = question.secret if secret is None else secret
        # Ask a secret choice regardless, because revealing whether a seat had a choice would reveal what it holds.
        if not hidden and form.single():
            assert not isinstance(form, One) or form.options, f"{question.name!r} is asked with nothing to choose from"
            pick = form.only()
            self.later.append((answer.id, (seat, *args, pick)))
            if self.observer is not None:
                decision = Decision(seat, question.name, form, answer.id, args, hidden, rule or question.rule)
                self.observer.answers_itself(self, decision, pick)
            return
        assert self.pending is None, f"{question.name!r} is asked in one step with {self.pending.name!r}: use two steps"
        self.pending = Decision(seat, question.name, form, answer.id, args, hidden, rule or question.rule)

    def roll(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Return the results of ``times`` rolls, each from 0 to ``domain - 1``. The label is ``round/seat/purpose``."""
        nth = self.luck.get(label, 0)
        self.luck[label] = nth + 1
        full = f"{label}/{nth}"
        results = self.chance.rolls(full, domain, times)
        self.drawn.append((len(self.events), (full, "number", domain, (), results)))
        return results

    def draw(self, label: str, domain: Sequence[int], times: int, of: str = "piece") -> Sequence[int]:
        """Draw ``times`` different members of the domain, which consists of pieces unless ``of`` specifies otherwise.

        The label is ``round/seat/purpose``, with ``table`` in place of the seat if no seat draws. Importers look up
        results by label. Raise ``UsageError`` if the domain has too few members.
        """
        if times > len(domain):
            message = f"the game must draw {times} pieces for {label!r}, but only {len(domain)} are left"
            raise UsageError(message, "play with fewer players, or add components", "too-few-pieces")
        nth = self.luck.get(label, 0)
        self.luck[label] = nth + 1
        full = f"{label}/{nth}"
        results = self.chance.draws(full, domain, times)
        place = self.place_of[domain[0]] if of == "piece" and domain else -1
        # In a log, the name of a place is far shorter than a list of its pieces.
        source = place if place >= 0 and self.zone[place] == domain else tuple(domain)
        self.drawn.append((len(self.events), (full, of, len(domain), source, results)))
        return results

    def pause(self, mark: str) -> None:
        """Stop after this step so that observers can look at the table. In logs, each turn or round ends with a
        mark."""
        self.paused = mark

    def new_luck(self) -> None:
        """Reset the label counts at the start of a round or turn, when labels get a new prefix."""
        self.luck.clear()

    # -- powers ------------------------------------------------------------------------------------------------

    def chose(self, piece: int) -> None:
        """Record the piece that was chosen last, if the game has a power that requires a different piece."""
        fact = self.layout.fact.get(CHOSEN)
        if fact is not None:
            self.set_fact(fact, piece, "chosen")

    def fire(
        self, point: str, seat: int, *about: Any, newest_first: bool = False, but: Collection[tuple[int, str]] = ()
    ) -> None:
        """Let every power at this point react, in strict seat order, then by rank, then in order of entering play.

        ``newest_first`` puts the newest pieces first within each rank. ``but`` lists the powers that have already
        reacted, each with its piece. Later hooks queue behind a hook that waits for an answer.
        """
        for count in self.rules.tallies.get(point, ()):
            count(self, seat, *about)
        if rows := self.hooks.get(point):
            # Powers that trigger each other do so within one step, where ``run`` cannot count them.
            if len(self.events) - self.since > EVENTS.most:
                raise make_endless_error(self.cause)
            cause = self.cause
            waits = False
            for owner in self.rules.order(self):
                for bound in newest(rows[owner]) if newest_first else rows[owner]:
                    hook = bound.hook
                    if (owner == seat or hook.others) and (bound.piece, hook.id) not in but:
                        waits = waits or hook.asks
                        if waits:
                            self.use(owner, bound.piece, hook.id, seat, *about)
                            continue
                        self.cause = hook.id
                        hook.react(self, owner, bound.piece, seat, *about)
            self.cause = cause

    def fire_own(self, point: str, seat: int, piece: int, *about: Any) -> None:
        """Let the powers of a piece that does not count yet react to events that concern the piece itself."""
        if not self.counts(piece):
            # A piece that does not count is not in the index, so take its powers from the rules.
            for hook in self.rules.powers[self.side[piece]]:
                if hook.itself and hook.point == point:
                    self.use(seat, piece, hook.id, seat, *about)

    def window(self, edge: str, phase: str, seat: int) -> None:
        """Let the powers at the start or end of a phase react."""
        if (point := f"{edge} of {phase}") in self.hooks:
            self.fire(point, seat)

    def use(self, owner: int, piece: int, power: str, *about: Any) -> None:
        """Put the use of a power on the agenda, starting with its first segment."""
        self.later.append((use_power.id, (owner, piece, power, *about)))

    def then_segment(self, owner: int, piece: int, power: str, segment: int, *about: Any) -> None:
        """Put the rest of a power on the agenda, to run after the power's question."""
        self.later.append((use_segment.id, (owner, piece, power, segment, *about)))

    def then_choose(self, owner: int, piece: int, power: str, *about: Any) -> None:
        """Put the choice among a power's alternatives on the agenda."""
        self.later.append((choose_alternative.id, (owner, piece, power, *about)))

    def run_segment(self, owner: int, piece: int, power: str, segment: int, about: Sequence[Any]) -> None:
        """Run one segment of a power now."""
        self.rules.by_id[power].segments[segment](self, owner, piece, *about)

    def ask_use(self, owner: int, piece: int, power: str, once: str, about: Sequence[Any]) -> None:
        """Put on the agenda the question of whether to use an optional power."""
        self.later.append((ask_power.id, (owner, piece, power, once, *about)))

    def use_up(self, owner: int, piece: int, power: str, once: str) -> None:
        """Record that the owner has used a power of this piece in this period."""
        fact = self.layout.fact[USED]
        self.set_fact(fact, (*self.facts[fact], (owner, self.layout.piece_names[piece], power, once)), "used")

    def uses(self, owner: int, piece: int, power: str, once: str) -> int:
        """The number of times the owner has used this power of the piece in this period."""
        entry = (owner, self.layout.piece_names[piece], power, once)
        used: tuple[tuple[int, str, str, str], ...] = self.facts[self.layout.fact[USED]]
        return used.count(entry)

    def used_up(self, owner: int, piece: int, hook: Hook) -> bool:
        """Whether the owner has used a power as often as its limit allows; False if the power has no limit."""
        return bool(hook.once) and self.uses(owner, piece, hook.id, hook.once) >= hook.times

    def renew(self, once: str) -> None:
        """Start a new period: reset its limits and tallies, and end the effects that lasted until now."""
        self.end_lasting(once)
        fact = self.layout.fact[USED]
        if self.facts[fact]:
            self.set_fact(fact, tuple(entry for entry in self.facts[fact] if entry[-1] != once), "renewed")
        for counter in self.rules.tally_counters.get(once, ()):
            if self.counters[counter]:
                self.adjust(counter, -self.counters[counter], "renewed")

    def value(self, name: str, seat: int, base: int, subject: int = -1) -> int:
        """Return a seat's number after its continuing modifiers. ``subject`` is the piece that the number concerns."""
        if subject >= 0 and name in self.own_points:
            bounds = self.changing(name, seat, subject)
        elif rows := self.hooks.get(name):
            bounds = rows[seat]
        else:
            return base
        for bound in bounds:
            base = bound.hook.react(self, seat, bound.piece, subject, base)
        return base

    def changing(self, name: str, seat: int, subject: int) -> Sequence[Bound]:
        """Return the modifiers of a seat's number for a piece, in order. The piece's own modifiers count even before it
        is in play."""
        rows = self.hooks.get(name)
        bounds = rows[seat] if rows else ()
        if name not in self.own_points or subject < 0 or self.counts(subject):
            return bounds
        hooks = [hook for hook in self.rules.powers[self.side[subject]] if hook.itself and hook.point == name]
        own = [Bound(seat, subject, hook, self.last_entered + 1) for hook in hooks]
        return sorted((*bounds, *own), key=lambda bound: bound.key) if own else bounds

    def owned(self, point: str, seat: int) -> tuple[Bound, ...]:
        """The powers of one seat that react to a point, in order."""
        rows = self.hooks.get(point)
        return rows[seat] if rows else ()

    # -- running ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run until a question is put to a seat, a step pauses, or nothing is left to do."""
        agenda, later, steps = self.agenda, self.later, self.rules.steps
        self.paused = ""
        self.since = len(self.events)
        for _ in range(CHAIN.most):
            if not agenda or self.pending is not None or self.paused:
                break
            name, args = agenda.pop()
            self.cause = name
            steps[name](self, *args)
            if not later:
                continue
            # This is the common case, and it does not require a copy of the list.
            if len(later) == 1:
                agenda.append(later.pop())
            else:
                # The agenda is a stack, so the frame that was added first must be on top.
                agenda += later[::-1]
                later.clear()
        else:
            raise make_endless_error(self.cause)
        self.over = not agenda and self.pending is None and not self.paused

    def refuses(self, pick: Pick) -> Refusal | None:
        """Return the reason to refuse a pick, or None if the pick would be accepted."""
        pending = self.pending
        if pending is None:
            return Refusal("", "no decision is pending")
        return None if pending.form.accepts(pick) else self.refusal(pending, pick)

    def refusal(self, pending: Decision, pick: Pick) -> Refusal:
        """Create the refusal for an illegal pick."""
        shape = " ".join(str(part) for part in pending.form.shape())
        return Refusal(pending.name, f"{pick!r} is not a valid answer to {pending.name} ({shape})", pending.rule)

    def answer(self, pick: Pick) -> Refusal | None:
        """Answer the pending decision and run on. If the answer is refused, return the refusal and change nothing."""
        if (refusal := self.refuses(pick)) is None:
            self.take(pick)
        return refusal

    def take(self, pick: Pick) -> None:
        """Run on with a pick that the form of the pending decision accepts."""
        pending = self.pending
        assert pending is not None
        if isinstance(pending.form, Bag) and len(pick) > 1:
            # The same answer in a different order must produce the same game.
            pick = pending.form.ordered(pick)
        self.pending = None
        self.agenda.append((pending.answer, (pending.seat, *pending.args, pick)))
        self.run()

    def tried(self, pick: Pick) -> Decision | None:
        """Return the decision that would follow this answer to the pending one, without changing the play itself."""
        trial = self.clone()
        trial.take(pick)
        return trial.pending

    # -- the whole state -------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """Return an independent copy, without the events so far and without the observer."""
        return type(self)(self.rules, self.chance, self.options, self)

    def whole(self) -> dict[str, Any]:
        """Return the whole state, including the table and the agenda, as plain data that ``restore.restore_play`` can
        read."""
        pending = self.pending
        return {
            "agenda": [[name, *args] for name, args in self.agenda],
            "asked": pending and as_plain(pending),
            "luck": self.luck,
            "over": self.over,
            "paused": self.paused,
            "table": self.plain(),
        }

    def take_events(self) -> list[Event]:
        """Remove and return the events since the last call."""
        events = self.events[:]
        self.events.clear()
        return events

    def watch(self, observer: Observer) -> None:
        """From now on, notify an observer of every event, and of every decision that has only one answer."""
        self.observer = observer
        self.events = Watched(self, observer)


def as_plain(pending: Decision) -> dict[str, Any]:
    """Return a pending decision as plain data."""
    return {
        "answer": pending.answer,
        "args": list(pending.args),
        "form": pending.form.plain(),
        "name": pending.name,
        "rule": pending.rule,
        "seat": pending.seat,
        "secret": pending.secret,
    }


DECLINE = "decline"

USE = Question("use", asks="Do you use {power}?")


@step("power.use", "Carry out a power from the beginning.")
def use_power(play: Play[Any], owner: int, piece: int, power: str, *about: Any) -> None:
    play.cause = power
    play.rules.by_id[power].react(play, owner, piece, *about)


@step("power.go-on", "Carry out the next segment of a power.")
def use_segment(play: Play[Any], owner: int, piece: int, power: str, segment: int, *about: Any) -> None:
    play.cause = power
    play.run_segment(owner, piece, power, segment, about)


@step("power.ask", "Ask whether to use an optional power, if it could still have an effect.")
def ask_power(play: Play[Any], owner: int, piece: int, power: str, once: str, *about: Any) -> None:
    if play.rules.by_id[power].can(play, owner, piece, *about):
        play.ask(owner, USE, One((power, DECLINE)), answer_power, piece, once, about)


@step("power.answer", "Carry out an optional power unless its owner declined.")
def answer_power(play: Play[Any], owner: int, piece: int, once: str, about: Sequence[Any], pick: str) -> None:
    if pick == DECLINE:
        return
    play.cause = pick
    if once:
        play.use_up(owner, piece, pick, once)
    play.run_segment(owner, piece, pick, 0, about)


CHOOSE = Question("choose", asks="{power} lets you choose one. Which?")
"""The choice of an alternative. An answer consists of the power's id, ``#``, and the alternative's ordinal."""


@step("power.choose", "Ask the owner which of a power's alternatives to carry out, if any is possible.")
def choose_alternative(play: Play[Any], owner: int, piece: int, power: str, *about: Any) -> None:
    options = play.rules.by_id[power].options
    assert options is not None
    if numbers := options(play, owner, piece, *about):
        play.ask(owner, CHOOSE, One([f"{power}#{number}" for number in numbers]), choose_answered, piece, about)


@step("power.chosen", "Carry out the chosen alternative.")
def choose_answered(play: Play[Any], owner: int, piece: int, about: Sequence[Any], pick: str) -> None:
    power, _, number = pick.rpartition("#")
    play.cause = power
    play.run_segment(owner, piece, power, play.rules.by_id[power].alternatives[int(number) - 1], about)


STEPS = (use_power, use_segment, ask_power, answer_power, choose_alternative, choose_answered)
