"""Plays a game again from the inputs in its log, and yields the lines that the log should have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import evolve

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Driver
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.overruled import BROKEN, overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.editions import check_option_players, check_options
from rftg_dsl.library.finder import options_in
from rftg_dsl.library.library import Library
from rftg_dsl.log.audit.inputs import EndOfInputs, Inputs, sample_answers
from rftg_dsl.log.audit.line_difference import Mismatch, word_illegal_choice
from rftg_dsl.log.format.kinds import WHOLE
from rftg_dsl.log.format.read_log import DamagedLog, Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.proof.attestations import ANYWHERE, Beside, randomness_of
from rftg_dsl.log.proof.randomness import Secret


class ExpectedLines(Observer):
    """The lines that follow from the head of a log and its inputs, in order; iterate over them once.

    ``lines`` are the lines of the log. The inputs are read from them when the rules ask, so they may be an iterator
    that is at most a few lines ahead of the comparison. If an input is wrong, the iteration first yields all lines
    that came before it, then raises ``Mismatch``, or ``DamagedLog`` for a malformed record. If the log ends before the
    game does, the iteration ends with the last line that follows from its inputs.
    """

    def __init__(
        self,
        log: Log,
        library: Library,
        lines: Iterable[str],
        host: Secret | None = None,
        then: Chance | None = None,
        other: bool = False,
    ) -> None:
        """Lay out the table. Raise ``Mismatch`` if the game does not have the log's options or number of players.

        ``host`` is the host's secret, if the log does not reveal it; ``then`` supplies results after the last input.
        ``other`` means that the library is not the one that the log was played with. Then results come from the log
        even if its seed is known, because a changed supply would be shuffled differently; and signatures, which sign
        the log's own lines, are not checked.
        """
        head = log.head
        self.randomness = randomness_of(log)
        if host is not None:
            self.randomness = evolve(self.randomness, host=host)
        try:
            rules = library.rules(head["players"])
        except UsageError as error:
            raise Mismatch(1, "", error.hint, head["players"], error.message) from None
        seed = None if other else self.randomness.seed
        self.inputs = Inputs(lines, 1 + len(self.randomness.opening), rules.layout, then)
        options = options_in(head)
        try:
            check_options(library.model.words, options)
            check_option_players(library.model.words, options, head["players"])
            self.play = rules.start(self.inputs if seed is None else Seeded(seed, head["game"]), options)
        except UsageError as error:
            raise Mismatch(1, "", error.hint, head["options"], error.message) from None
        except (KeyError, ValueError):
            raise Mismatch(
                1, "", "options of the game", head["options"], "the game does not have these options"
            ) from None
        expected = head_of(library, self.play, self.randomness, [str(seat) for seat in head["seats"]])
        # Copy ``made_by`` from the log, because any program may have written it.
        expected |= {"made_by": head["made_by"]}
        self._lines: list[str] = []
        # Withhold the host's secret from the recorder: only the log itself may reveal it.
        withheld = evolve(self.randomness, host=None)
        self.recorder = Recorder(self.play, library.game, expected, self._lines.extend, withheld)
        self.beside = Beside(log, self.recorder.tree)
        self.stood: list[Mismatch] = []
        """The answers that the rules refuse but that stood in the recorded game."""
        self._other = other

    def __iter__(self) -> Iterator[str]:
        try:
            yield from self._play_inputs()
        except EndOfInputs:
            yield from self.take_lines()
        except (Mismatch, DamagedLog):
            yield from self.take_lines()
            raise
        # An illegal answer that stood can leave a table on which the rules break. Without such an answer, the error is
        # our own bug.
        except BROKEN as wrong:
            if not self.stood:
                raise
            first = self.stood[0].verdict
            reason = f"{first['reason']}, and the rules cannot continue from there"
            raise Mismatch(**{**first, "reason": reason}) from wrong

    def take_lines(self) -> list[str]:
        """Return the lines that the rules have produced since the last call."""
        self.recorder.went_on(self.play)
        self.recorder.flush()
        lines = self._lines[:]
        self._lines.clear()
        return lines

    def _play_inputs(self) -> Iterator[str]:
        driver = Driver(self.play, (self.recorder, self))
        driver.go_on()
        while (asked := self.play.pending) is not None:
            yield from self.take_lines()
            self._take_beside(ANYWHERE)
            pick, record = self.inputs.take_decision(asked)
            if "stood" in record and not asked.form.accepts(pick):
                self._let_stand(asked, pick, record)
            try:
                driver.answer(pick)
            except IllegalAnswer:
                raise self._mismatch_for_illegal(asked, record) from None
        yield from self.take_lines()

    def paused(self, play: Play[Any], mark: str) -> None:
        """After a mark, take the records beside the game that the log has there."""
        if mark.partition(" ")[0] in self.recorder.checkpoints:
            self._take_beside(ANYWHERE, signable=True)

    def ended(self, play: Play[Any]) -> None:
        self._take_beside(WHOLE.at["after"], signable=True)

    def _take_beside(self, kinds: Collection[str], signable: bool = False) -> None:
        """Take the records beside the game that the log has here.

        ``signable`` means that the lines so far may be signed at any later time.
        """
        if not self.inputs.skip_to(self.recorder.tree.size):
            return
        if signable:
            self.beside.add_root()
        for line, record in self.inputs.take_beside(kinds):
            if not self._other:
                self.beside.take(record)
            self.recorder.tree.add(line)
            self._lines.append(line)
            # The lines up to any point after the end may be signed, so keep the root at each line.
            if self.play.over:
                self.beside.add_root()

    def _let_stand(self, asked: Decision, pick: Pick, record: Record) -> None:
        """Go on with an answer that the rules refuse, because the recorded game did, so that later lines are
        compared."""
        wrong = self._mismatch_for_illegal(asked, record)
        if not overrule(self.play, pick):
            raise wrong
        self.stood.append(wrong)

    def _mismatch_for_illegal(self, asked: Decision, record: Record) -> Mismatch:
        options = [self.recorder.naming.name_pick(asked.form, answer) for answer in sample_answers(asked.form)]
        return Mismatch(self.inputs.number, asked.rule, options, record.get("pick"), word_illegal_choice(asked.name))
