"""A question to a person, program or bot, with options named as in logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Literal

from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, Pick, Range
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer, Refusal
from rftg_dsl.log.format.record import naming_of
from rftg_dsl.play.seen import Seen

Answer = str | int | Sequence[str] | Mapping[str, int]
"""An answer, by form: an id (``one``), a list of ids (``some``), a count per id (``bag``) or a number (``amount``)."""

SHOWN = 6
"""The maximum number of options in a ``repr``."""


class Asked:
    """A question to one seat: the possible answers, and what that seat may see.

    Options and answers are named as in a log: ``["X1", "X2"]``, ``{"home@ship.0": 2}``, ``3``.
    """

    def __init__(self, game: Game, play: Play[Any], decision: Decision, random: Random | None = None) -> None:
        self._game = game
        self._play = play
        self._decision = decision
        self._naming = naming_of(play.layout)
        self._seen: Seen | None = None
        self.random = random or Random()
        """The bot's own random generator, seeded with the game's seed and the seat so that games are reproducible."""

    @property
    def seat(self) -> int:
        """The seat that is asked; seats are numbered from 0."""
        return self._decision.seat

    @property
    def name(self) -> str:
        """The kind of decision, such as ``select`` or ``pay``."""
        return self._decision.name

    @property
    def rule(self) -> str:
        """The id of the printed rule that calls for the decision; empty if there is none."""
        return self._decision.rule

    @property
    def secret(self) -> bool:
        """Whether only this seat may see the options and the answer."""
        return self._decision.secret

    @property
    def form(self) -> Literal["one", "some", "bag", "amount"]:
        """The form of the answer: one option, some of them, a count of each, or a number."""
        return self._decision.form.kind

    @property
    def low(self) -> int:
        """The minimum number of options to choose, or the smallest amount."""
        return self._decision.low

    @property
    def high(self) -> int:
        """The maximum number of options to choose, or the largest amount."""
        return getattr(self._decision.form, "high", 1)

    @property
    def options(self) -> tuple[str, ...]:
        """The ids that can be chosen; empty if the answer is an amount."""
        form, name = self._decision.form, self._naming.layout.name
        if isinstance(form, Range):
            return ()
        if isinstance(form, Bag):
            return tuple([name(form.of, cell) for cell, _ in form.cells])
        return tuple([name(form.of, option) for option in form.options])

    @property
    def available(self) -> dict[str, int]:
        """For each option, the number available; 1 unless the form is a bag."""
        form = self._decision.form
        counts = [n for _, n in form.cells] if isinstance(form, Bag) else [1] * len(self.options)
        return dict(zip(self.options, counts, strict=True))

    def count(self) -> int:
        """The number of legal answers, computed without listing them."""
        return self._decision.form.count()

    def answers(self, most: int = 1_000) -> list[Answer]:
        """All legal answers. Raise ``ValueError`` if there are more than ``most`` of them."""
        form = self._decision.form
        if form.count() > most:
            raise ValueError(f"there are {form.count()} answers, which is more than {most}")
        return [self._naming.name_pick(form, pick) for pick in islice(form.listed(), most)]

    def draw(self) -> Answer:
        """A random legal answer; all are equally likely."""
        answer: Answer = self._naming.name_pick(self._decision.form, self._decision.form.draw(self.random.random))
        return answer

    def refuses(self, answer: Answer) -> Refusal | None:
        """The reason to refuse an answer, or None if the answer is legal."""
        pick = self._naming.read_pick(self._decision.form, answer)
        if self._decision.form.accepts(pick):
            return None
        return Refusal(self.name, f"{answer!r} is not a valid answer to {self!r}", self.rule)

    def __contains__(self, answer: object) -> bool:
        """Whether an answer is legal: ``"done" in asked``, ``["T12", "T31"] in asked``."""
        return self.refuses(answer) is None  # type: ignore[arg-type]

    def pick(self, answer: Answer) -> Pick:
        """Return the kernel pick that an answer stands for. Raise ``IllegalAnswer`` if the answer is illegal."""
        if (refusal := self.refuses(answer)) is not None:
            raise IllegalAnswer(refusal)
        return self._naming.read_pick(self._decision.form, answer)

    @property
    def seen(self) -> Seen:
        """This seat's view of the game; computed on first use."""
        if self._seen is None:
            self._seen = Seen(self._game, self._play, self.seat)
        return self._seen

    def __repr__(self) -> str:
        options = self.options
        shown = ", ".join(options[:SHOWN]) + (", ..." if len(options) > SHOWN else "")
        match self.form:
            case "one":
                how = f"one of {shown}"
            case "amount":
                how = f"a number from {self.low} to {self.high}"
            case _ if self.low == self.high:
                how = f"{self.low} of {shown}"
            case _:
                how = f"{self.low} to {self.high} of {shown}"
        return f"<seat {self.seat} is asked {self.name!r}: {how}>"
