"""A game at one table, as a state machine that takes typed lines and returns blocks to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.spelling import fold
from rftg_dsl.log.account.log_words import NOTHING
from rftg_dsl.log.account.why import explain_line as explained
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.play.asked import Answer
from rftg_dsl.play.bots import check_bot
from rftg_dsl.play.draft import Draft
from rftg_dsl.play.match import Match
from rftg_dsl.play.pace import Pace, Wait
from rftg_dsl.play.table.answer_grammar import Rest, UnclearAnswer, find_by_number, read, read_clauses
from rftg_dsl.play.table.card_lookup import cards_of, make_card
from rftg_dsl.play.table.commands import WORDS, Command, parse_command
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.narration import Hearing, head_of
from rftg_dsl.play.table.question import Option, Question, words_in
from rftg_dsl.play.table.screen import (
    Asking,
    Because,
    Block,
    Choice,
    Commands,
    Curtain,
    News,
    Note,
    Position,
    Reason,
)
from rftg_dsl.play.table.seats import STAND_IN, is_person, name_in_log

PAGE = 20

INTERNAL = ("tie_break",)
"""Figures of every game that decide only between equal totals."""

State = Literal["curtain", "asking", "sure", "over", "stopped"]
"""The state, which determines whether the next line is a go-ahead, an answer or command, yes or no, or ignored."""


class Session:
    """A match between people and bots; ``kept`` is the path of the match's log file, if any.

    ``wait`` pauses the game so that the bots' timing does not reveal anything; without it, bots answer at once.
    """

    def __init__(self, match: Match, seats: Sequence[str], kept: Path | None = None, wait: Wait | None = None) -> None:
        self.match = match
        self.wait = wait
        self.library = library = match.library
        self.kept = kept
        self.labels = Labels(library)
        self.names = frozenset(question.name for question in library.game.questions)
        self.people = [seat for seat, who in enumerate(seats) if is_person(who)]
        self.bots = {seat: match.bot(seat, who) for seat, who in enumerate(seats) if not is_person(who)}
        lines = match.log
        self.hearing = Hearing(head_of(lines), library.game.tell, self.people)
        self.hearing.take(lines[1:])
        for seat in self.people:
            self.hearing.take_news(seat)
        self.state: State = "asking"
        # A single person needs no curtain.
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        """The seat whose player is at the screen."""
        self.shown: Mapping[str, Any] | None = None
        """The table that the person at the screen has seen last; None if it is no longer on the screen."""
        self.draft: Draft | None = None
        self.said: list[str] = []
        self.filter = ""
        self.most = PAGE
        self.sure: Command | None = None
        self.blocks: list[Block] = []
        self._go_on()

    @property
    def over(self) -> bool:
        return self.state in ("over", "stopped")

    @property
    def players(self) -> list[str]:
        return [player_name_of(who) for who in self.match.seats]

    def show(self) -> list[Block]:
        """Return the blocks to show now; each block is returned only once."""
        blocks, self.blocks = self.blocks, []
        return blocks

    def take(self, line: str) -> None:
        if self.state == "curtain":
            self._answer_curtain(line)
        elif self.state == "sure":
            self._answer_sure(line)
        elif not self.over:
            self._handle_line(line)

    # -- the course of the game --------------------------------------------------------------------------------

    def _go_on(self) -> None:
        if self.wait is None:
            self.match.go_on(self.bots)
        else:
            with Pace(self.bots, self.wait).keep() as bots:
                self.match.go_on(bots)
        lines = self.match.log
        self.hearing.take(lines[self.hearing.lines :])
        # The match has continued, so the answers in the draft are final.
        self.draft = None
        asked = self.match.asked
        if asked is None:
            self._end()
        elif self.looking == asked.seat:
            self._open()
        else:
            self._draw_curtain(asked.seat)

    def _draw_curtain(self, seat: int) -> None:
        self.state, self.shown = "curtain", None
        self.blocks.append(Curtain(seat, self.players[seat]))

    def _answer_curtain(self, line: str) -> None:
        command = parse_command(line)
        if command is not None and command.name == "quit":
            self._quit("")
        else:
            self._look()

    def _end(self) -> None:
        if self.looking is not None:
            self.blocks.append(News(self.hearing.take_news(self.looking)))
        self.state = "over"

    def _look(self) -> None:
        asked = self.match.asked
        assert asked is not None
        self.looking = asked.seat
        self._open()

    def _open(self) -> None:
        self.state = "asking"
        self.draft, self.said = self.match.draft(), []
        self.blocks.append(News(self.hearing.take_news(self.draft.seat)))
        self._show_table()
        self._ask()

    def _show_table(self) -> None:
        assert self.draft is not None
        seat = self.draft.seat
        figures, labels = self.draft.asked.seen.figures, self.labels
        unsaid = (*INTERNAL, *labels.talk.unsaid)
        self.blocks.append(Position(figures, self.players, seat, self.shown, labels.card_texts, unsaid))
        self.shown = figures

    @property
    def question(self) -> Question:
        assert self.draft is not None
        return self._question_of(self.draft)

    def _question_of(self, draft: Draft) -> Question:
        return Question(draft.asked, draft.play, self.labels)

    def _ask(self) -> None:
        self.filter, self.most = "", PAGE
        self._ask_again()

    def _ask_again(self) -> None:
        assert self.draft is not None
        question = self.question
        fitting = filter_options(question.options, self.filter)
        shown = fitting[: self.most]
        self.blocks.append(
            Asking(
                question.seat,
                self.players[question.seat],
                question.text,
                question.power,
                question.how,
                [self._choice_for(question, option) for option in shown],
                len(fitting) - len(shown),
                tuple(self.said),
            )
        )

    def _choice_for(self, question: Question, option: Option) -> Choice:
        return Choice(
            option.number, option.label, option.there, question.word_properties(option), question.effects_of(option)
        )

    # -- answers -------------------------------------------------------------------------------------------------

    def _handle_line(self, line: str) -> None:
        command = parse_command(line)
        if command is not None:
            DO[command.name](self, command.rest)
        elif line.strip():
            try:
                self._answer(line)
            except UnclearAnswer as unclear:
                self._complain(str(unclear))
        else:
            self._ask_again()

    def _answer(self, line: str) -> None:
        """Answer the open question and, if the line has more answers, the next questions too; answer all or none."""
        assert self.draft is not None
        # Work on a copy, because no answer may take effect if a later clause is unclear.
        draft = self.draft.copy()
        question = self._question_of(draft)
        answer, rest = read(question, line, self.names)
        draft.answer(question.as_answer(answer))
        said = [*self.said, word_answer(question, answer)]
        while rest.clauses:
            question, answer, rest = self._answer_next(draft, question, rest)
            said.append(word_answer(question, answer))
        self.draft, self.said = draft, said
        if draft.settled:
            self._acknowledge(draft)
        else:
            self._ask()

    def _answer_next(self, draft: Draft, before: Question, rest: Rest) -> tuple[Question, Answer, Rest]:
        left = ", ".join(rest.clauses)
        if draft.settled:
            raise UnclearAnswer(
                f"'{left}' is too early, because the game continues after '{before.name}'; nothing was answered"
            )
        question = self._question_of(draft)
        if rest.carried and question.name != before.name:
            raise UnclearAnswer(f"'{left}' is more than can be chosen; nothing was answered")
        try:
            answer, after = read_clauses(question, rest.clauses, self.names)
        except UnclearAnswer as unclear:
            raise UnclearAnswer(f"{unclear} (at '{question.text}'; nothing was answered)") from None
        draft.answer(question.as_answer(answer))
        return question, answer, after

    def _acknowledge(self, draft: Draft) -> None:
        for answer in draft.answers:
            self.match.answer(answer)
        self._go_on()

    # -- commands ------------------------------------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        self.blocks.append(Commands(WORDS))

    def _show_table_again(self, rest: str) -> None:
        self.shown = None
        self._show_table()
        self._ask_again()

    def _filter(self, rest: str) -> None:
        if rest and not filter_options(self.question.options, rest):
            self._complain(
                f"no answer contains '{rest[:60]}'", "'/ TEXT' shows the answers with a text, '/' shows all of them"
            )
            return
        self.filter, self.most = rest, PAGE
        self._ask_again()

    def _show_more(self, rest: str) -> None:
        self.most = len(self.question.options)
        self._ask_again()

    def _take_back(self, rest: str) -> None:
        assert self.draft is not None
        if self.draft.back():
            self.said.pop()
            self._ask()
        else:
            self._complain(
                "there is nothing to take back", "an answer is final once others or the dice have reacted to it"
            )

    def _complain(self, text: str, hint: str = "") -> None:
        self.blocks.append(Note(text, hint, wrong=True))

    def _show_cards(self, rest: str) -> None:
        """Show the cards for an answer, a named component or, without an argument, the first page of answers."""
        question = self.question
        options = question.options
        try:
            if rest and not rest.removeprefix("#").isdecimal():
                cards = list(cards_of(self.labels, rest))
            else:
                shown = [find_by_number(options, rest)] if rest else options[:PAGE]
                sides = [self.labels.sides_of(question.play, question.form.of, option.handle) for option in shown]
                cards = [
                    make_card(self.labels, side) for side in {side.id: side for each in sides for side in each}.values()
                ]
        except UnclearAnswer as unclear:
            self._complain(str(unclear), "'? NAME' shows any component")
        except UsageError as error:
            self._complain(error.message, error.hint)
        else:
            if not cards:
                self._complain("there is nothing printed on that", "'? NAME' shows any component")
            self.blocks += cards

    def _explain(self, rest: str) -> None:
        """Explain the events in a line, but only those that the seat has been told about."""
        assert self.looking is not None
        number = self.hearing.last_line_for(self.looking) if not rest else int(rest[:9]) if rest.isdecimal() else None
        heard = self.hearing.events_in_line(self.looking, number) if number is not None else []
        if number is None or not heard:
            self._complain("there is nothing to explain there", "use 'why LINE' with a number shown before an event")
            return
        # The explanation covers hidden events too; show only the events that this seat has been told about.
        log = parse_log("".join(f"{line}\n" for line in self.match.log).encode())
        by_event = {
            explanation.event: explanation
            for explanation in explained(log, heard[0].line, lambda _: self.library).events
        }
        explanations = [
            (happening.text, by_event[happening.event]) for happening in heard if happening.event in by_event
        ]
        reasons = dict.fromkeys(
            Reason(text, explanation.stage, explanation.ground) for text, explanation in explanations
        )
        self.blocks.append(Because(number, tuple(reasons)))

    def _save(self, rest: str) -> None:
        if not rest:
            self._complain("the file name is missing", "type 'save FILE', as in: save evening.rlog")
            return
        try:
            path = self.match.keep(Path(rest).expanduser())
        except (UsageError, ValueError, RuntimeError) as error:
            self._complain(str(error), getattr(error, "hint", ""))
            return
        if self.kept is None:
            self.kept = path
            self.blocks.append(Note(f"the game is saved to {path} from now on"))
        else:
            self.blocks.append(Note(f"a copy of the log so far was saved to {path}; the game continues in {self.kept}"))

    def _concede(self, rest: str) -> None:
        self._make_sure(Command("concede"), f"Give up? {STAND_IN} plays your seat to the end. Type 'yes'")

    def _leave(self, rest: str) -> None:
        bot = rest or STAND_IN
        try:
            if is_person(bot):
                raise UsageError(f"{bot!r} is a person", f"choose a bot, such as {STAND_IN}", "unknown-bot")
            check_bot(bot)
        except UsageError as error:
            self._complain(error.message, error.hint)
            return
        self._make_sure(Command("leave", bot), f"Leave your seat to {bot} for the rest of the game? Type 'yes'")

    def _quit(self, rest: str) -> None:
        if self.kept is None:
            self._make_sure(Command("quit"), "The game is not saved ('save FILE' saves it). Stop anyway? Type 'yes'")
        else:
            self.state = "stopped"

    def _make_sure(self, what: Command, question: str) -> None:
        self.state, self.sure = "sure", what
        self.blocks.append(Note(question))

    def _answer_sure(self, line: str) -> None:
        sure, self.sure, self.state = self.sure, None, "asking"
        assert sure is not None
        if line.strip().lower() not in ("yes", "y"):
            self._stay()
        elif sure.name == "quit":
            self.state = "stopped"
        else:
            assert self.draft is not None
            self._give_up(self.draft.seat, sure)

    def _stay(self) -> None:
        asked = self.match.asked
        assert asked is not None
        if self.draft is None:
            self._draw_curtain(asked.seat)
        else:
            self._ask_again()

    def _give_up(self, seat: int, what: Command) -> None:
        """Record that a person leaves or concedes, seat a bot in their place, and discard the draft."""
        bot = what.rest or STAND_IN
        if what.name == "concede":
            self.match.concede(seat)
        else:
            self.match.leave(seat)
        self.match.sit(seat, name_in_log(bot))
        self.people.remove(seat)
        self.bots[seat] = self.match.bot(seat, bot)
        # This person is done with the screen, so the next person starts behind a curtain.
        self.looking = None
        self._go_on()


def filter_options(options: Sequence[Option], text: str) -> list[Option]:
    wanted = words_in(text)
    return [option for option in options if all(part in fold(option.label) for part in wanted)]


def word_answer(question: Question, answer: Answer) -> str:
    labels = {option.id: option.short for option in question.options}
    if isinstance(answer, Mapping):
        return ", ".join([f"{n} {labels[option]}" for option, n in answer.items()]) or NOTHING
    if isinstance(answer, int | str):
        return labels.get(str(answer), str(answer))
    return ", ".join([labels[option] for option in answer]) or NOTHING


DO = {
    "?": Session._show_cards,
    "/": Session._filter,
    "more": Session._show_more,
    "table": Session._show_table_again,
    "why": Session._explain,
    "back": Session._take_back,
    "save": Session._save,
    "leave": Session._leave,
    "concede": Session._concede,
    "quit": Session._quit,
    "help": Session._help,
}
