"""Puts the content of a log into words: seats, pieces, places, decisions, chance results and events.

Nothing in a log is trusted. Where a valid log contains names and numbers, an invalid log may contain anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError, with_article
from rftg_dsl.compile.game import Teller
from rftg_dsl.kernel.program import STAGE
from rftg_dsl.library.installed import find_game
from rftg_dsl.library.table_talk import Asking, TableTalk, table_talk_of
from rftg_dsl.log.account import sight
from rftg_dsl.log.account.sight import UNKNOWN
from rftg_dsl.log.account.viewed_records import ACT, seat_of_label
from rftg_dsl.log.format.budget import Spend, spend_nothing, steps_to_word
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.records import UNREADABLE, check_record, guard_reading, number_of
from rftg_dsl.wording.names import PrintedNames, is_number, name_of_owned, seat_name

NOTHING = "nothing"

STOOD = ", and it stood"


def unseen_in(game: str) -> str:
    try:
        return find_game(game).unseen
    except UsageError:
        return "piece"


def talk_of(game: str) -> TableTalk:
    try:
        return table_talk_of(find_game(game))
    except UsageError:
        return TableTalk()


def question_words_of(game: str) -> Mapping[str, Mapping[str, str]]:
    """Texts for the words in answers, by the name of the question; empty if the game is not installed."""
    try:
        return {question.name: question.words for question in find_game(game).questions}
    except UsageError:
        return {}


def with_unseen(names: Mapping[str, str], game: str) -> Mapping[str, str]:
    return PrintedNames({**names, UNKNOWN: with_article(unseen_in(game))})


class Words:
    """Puts the records of one log into words, using the names in its head."""

    def __init__(self, head: Mapping[str, Any], tell: Teller, spend: Spend = spend_nothing) -> None:
        self.head = head
        self.spend = spend
        self.names = PrintedNames(head["names"])
        self.players: int = head["players"]
        self.talk = talk_of(head["game"])
        self._tell = tell
        self._with_unseen = with_unseen(self.names, head["game"])

    # -- names ---------------------------------------------------------------------------------------------------

    def word_seat(self, seat: Any) -> str:
        # The seat can be any value, because invalid logs are put into words here too.
        if type(seat) is not int:
            return f"Seat {line_of(seat)}"
        return seat_name(seat, player_name_of(self.head["seats"][seat]) if 0 <= seat < self.players else "")

    def printed_name_of(self, piece: str) -> str:
        """The printed name of a piece or side, or all names of a piece with several sides; empty if the log has no name
        for it."""
        name = " / ".join(self.names.names_of(piece))
        self.spend(steps_to_word(name))
        return name

    def word_piece(self, piece: str) -> str:
        name = self.printed_name_of(piece)
        return f"{name} ({piece})" if name and name != piece else piece

    def owner_of(self, name: str) -> int | None:
        number = name.rpartition("@")[2].partition(".")[2]
        return int(number) if is_number(number) and int(number) < self.players else None

    def word_thing(self, id: Any) -> str:
        """Put an id into words: ``home@cup.0`` becomes "home in cup of Seat 1", and a piece becomes its printed
        name."""
        name = str(id)
        kind, held, place = name.partition("@")
        if held:
            return f"{self.word_kind(kind)} in {self.word_place(place)}"
        side, power, _ = name.partition("/")
        if power and self.printed_name_of(side):
            return f"{self.printed_name_of(side)} ({name})"
        return self.word_piece(name) if self.printed_name_of(name) else self.word_place(name)

    def word_kind(self, kind: str) -> str:
        return kind

    def word_place(self, name: str) -> str:
        """Put a place or counter into words: ``cup.0`` becomes "cup of Seat 1". If it is on a piece, the piece's name
        is added."""
        word, _, rest = name.partition(".")
        if (seat := self.owner_of(name)) is not None:
            return name_of_owned(word, seat)
        return f"{word} on {self.word_piece(rest)}" if rest and self.printed_name_of(rest) else name

    def word_things(self, pick: Any) -> str:
        if isinstance(pick, dict):
            return ", ".join([f"{line_of(n)} {self.word_thing(id)}" for id, n in pick.items()]) or NOTHING
        if pick == UNKNOWN:
            return self.word_unseen_pieces(1)
        if isinstance(pick, list):
            shown = [self.word_thing(thing) for thing in pick if thing != UNKNOWN]
            hidden = len(pick) - len(shown)
            return ", ".join([*shown, *[self.word_unseen_pieces(hidden)] * bool(hidden)]) or NOTHING
        return ", ".join([self.word_thing(part) for part in str(pick).split("|")])

    # -- records -------------------------------------------------------------------------------------------------

    def word_decision(self, record: Record, rule: str = "") -> str:
        asked = f" ({record['name']}, {rule})" if rule else f" ({record['name']})"
        return self.word_choice(record, f"chose {self.word_things(record['pick'])}{asked}")

    def word_choice(self, record: Record, did: str) -> str:
        among = self.word_form(record["form"]) if "form" in record else ""
        illegal = f"; this was illegal{STOOD}" if "stood" in record else ""
        return f"{self.word_seat(record['seat'])} {did}{among}{illegal}"

    def word_form(self, form: Any) -> str:
        return f", {word_choices(form)}"

    def word_illegal_answer(self, record: Record) -> str:
        return f"{self.word_seat(record['seat'])} makes an illegal choice ({record['name']}){STOOD}"

    def word_result(self, record: Record) -> str:
        results = record["result"] if isinstance(record["result"], list) else [record["result"]]
        if UNKNOWN in results:
            return self.word_unseen_result(record, results)
        came = ", ".join([str(result) if type(result) is int else self.word_thing(result) for result in results])
        if "from" in record:
            source = record["from"]
            place = f"{self.word_place(source)}, which holds " if isinstance(source, str) and source != UNKNOWN else ""
            return f"chance, {self.word_label(record['label'])}: {came} from {place}{line_of(record['domain'])}"
        domain = record["domain"]
        faces = f"each from 0 to {domain - 1}" if type(domain) is int else "of an unknown domain"
        return f"chance, {self.word_label(record['label'])}: {came} ({faces})"

    def word_unseen_result(self, record: Record, results: Sequence[Any]) -> str:
        """Describe a chance result that is partly hidden from the viewer, such as ``Seat 2 draws 6 cards``."""
        seat = seat_of_label(record["label"])
        who = "The table" if seat is None else self.word_seat(seat)
        n, source = len(results), record.get("from")
        if isinstance(source, str):
            does = f"draws {self.word_unseen_pieces(n)}"
            does += f" from {self.word_place(source)}" if source != UNKNOWN else ""
        else:
            does = f"draws {n} of {record['domain']}" if "from" in record else f"rolls {count_of(n, 'die', 'dice')}"
        shown = [self.word_thing(each) for each in results if each != UNKNOWN]
        return f"{who} {does}" + (f", among them {', '.join(shown)}" if shown else "")

    def word_unseen_pieces(self, n: int) -> str:
        word = unseen_in(self.head["game"])
        return count_of(n, word, f"{word}s")

    def word_label(self, label: Any) -> str:
        parts = label.split("/") if isinstance(label, str) else []
        if len(parts) != 4:
            return line_of(label)
        seat = self.word_seat(int(parts[1])) if is_number(parts[1]) else parts[1]
        return f"{seat}, {parts[2]} [{label}]"

    def word_record(self, record: Record, rule: str = "") -> str:
        text = RECORDS[record["k"]](self, record, rule)
        self.spend(steps_to_word(text))
        return text

    def word_end(self, record: Record) -> str:
        self.spend(self.players)
        players = [self.word_seat(seat) for seat in range(self.players)]
        end = record["figures"]["end"]
        scores = ", ".join(f"{player} {total}" for player, total in zip(players, end["scores"], strict=True))
        return f"Final scores: {scores}. Won by {' and '.join(players[seat] for seat in end['winners'])}"

    def word_seat_change(self, record: Record) -> str:
        who = record.get("who")
        return f"{self.word_seat(record['seat'])}: {record['does']}{f' {player_name_of(who)}' if who else ''}"

    def word_share(self, record: Record) -> str:
        said = "is refused" if record.get("refused") else f"is {record['text']!r}" if "text" in record else "is told"
        return f"the share of {self.word_seat(record['seat'])} {said}"

    # -- events --------------------------------------------------------------------------------------------------

    def tell_event_at(self, event: Sequence[Any], line: int) -> str:
        with guard_reading(line):
            return self.tell_event(event)

    def tell_event(self, event: Sequence[Any]) -> str:
        match event[0]:
            case sight.PASS:
                return self.tell_pass(*event[1:])
            case sight.SEE:
                return self.tell_disclosure(event[3])
        text = self._tell(event, self.names)
        self.spend(steps_to_word(text))
        return text

    def tell_pass(self, word: str, cause: str, piece: str | None, source: str, target: str, index: int | None) -> str:
        if piece is not None:
            return self._tell(["move", word, cause, piece, target, index or 0], self.names)
        said = self._tell(["move", word, cause, UNKNOWN, target, 0], self._with_unseen)
        if said:
            return f"{said[:1].upper()}{said[1:]}"
        if passed := self.talk.passes.get(f"{source.partition('.')[0]} {target.partition('.')[0]}"):
            seat = self.owner_of(target)
            return passed if seat is None else f"{seat_name(seat)} {passed}"
        moved = self._with_unseen[UNKNOWN]
        if (seat := self.owner_of(source)) is not None and seat == self.owner_of(target):
            return f"{seat_name(seat)}: {moved} goes from {source.partition('.')[0]} to {target.partition('.')[0]}"
        return f"{moved[:1].upper()}{moved[1:]} goes from {self.word_place(source)} to {self.word_place(target)}"

    def tell_disclosure(self, parts: Mapping[str, Mapping[str, Any]]) -> str:
        """Describe the contents of places that were filled in secret. Emptied places are not mentioned."""
        contents: dict[str, list[str]] = {}
        for cell, n in sorted(parts.get("stock", {}).items()):
            kind, _, place = str(cell).partition("@")
            if n:
                contents.setdefault(self.word_place(place), []).append(f"{n} {kind}")
        told = [f"{place}: {', '.join(things)}" for place, things in sorted(contents.items())]
        return f"Disclosed: {'; '.join(told)}" if told else ""

    def word_event_plainly(self, event: Sequence[Any]) -> str:
        try:
            op, word, _, *what = event
            text = f"{EVENTS[op](self, *what)} [{word}]"
        # Show a malformed event unchanged, because an account must not fail on it.
        except UNREADABLE:
            text = line_of(event)
        self.spend(steps_to_word(text))
        return text

    def word_shift(self, source: Sequence[str], target: Sequence[str], n: int) -> str:
        into = f"{target[0]} in " * (target[0] != source[0])
        return f"{n} {source[0]} from {self.word_place(source[1])} to {into}{self.word_place(target[1])}"

    def word_move(self, piece: str | None, source: str, target: str) -> str:
        moved = self.word_piece(piece) if piece else self.word_unseen_pieces(1)
        return f"{moved} from {self.word_place(source)} to {self.word_place(target)}"

    def word_event(self, event: Sequence[Any], line: int) -> str:
        return self.tell_event_at(event, line) or self.word_event_plainly(event)


def count_of(n: int, noun: str, plural: str) -> str:
    return f"{n} {noun if n == 1 else plural}"


def word_choices(form: Any) -> str:
    match form:
        case ["one", int(n)]:
            return f"one of {n} answers" if n != 1 else "the only answer"
        case ["some" | "bag", int(low), int(high), int(n)]:
            return f"{low} of {n}" if low == high else f"from {low} to {high} of {n}"
        case ["amount", int(low), int(high)]:
            return f"a number from {low} to {high}"
    return f"of {line_of(form)}"


class PlayerWords(Words):
    """The words of a log for players: with printed names, and without ids, labels and domains."""

    def word_decision(self, record: Record, rule: str = "") -> str:
        asking = self.talk.ask.get(str(record["name"]), Asking())
        said = asking.said.get(record["pick"]) if isinstance(record["pick"], str) else None
        return self.word_choice(record, said or f"{asking.did} {self.word_pick(record)}")

    def word_form(self, form: Any) -> str:
        """Say nothing about the other answers, which a player sees on the table."""
        return ""

    @cached_property
    def question_words(self) -> Mapping[str, Mapping[str, str]]:
        return question_words_of(self.head["game"])

    def word_pick(self, record: Record) -> str:
        """Put an answer into words: with the texts of the question if the answer consists of words that have some."""
        pick, name = record["pick"], str(record["name"])
        words = {**self.question_words.get(name, {}), **self.talk.words_for(name)}
        parts = pick.split("|") if isinstance(pick, str) else ()
        if not any(part in words for part in parts):
            return self.word_things(pick)
        # A text with facts, such as a price, was true only when the question was asked.
        said = [self.word_thing(part) if "{" in words.get(part, "{") else words[part] for part in parts]
        return ", ".join(filter(None, said))

    def word_piece(self, piece: str) -> str:
        return self.printed_name_of(piece) or piece

    def word_thing(self, id: Any) -> str:
        side, power, _ = str(id).partition("/")
        return (power and self.printed_name_of(side)) or super().word_thing(id)

    def word_kind(self, kind: str) -> str:
        return self.talk.words.get(kind, kind)

    def word_place(self, name: str) -> str:
        return self.talk.words.get(name) or super().word_place(name)

    def tell_disclosure(self, parts: Mapping[str, Mapping[str, Any]]) -> str:
        """Describe what each seat has put where in secret: ``Seat 2 discloses Explore: 1 home; Ship: 2 novelty``."""
        disclosed: dict[tuple[int, str], list[str]] = {}
        for cell, n in sorted(parts.get("stock", {}).items()):
            kind, _, place = str(cell).partition("@")
            seat = self.owner_of(place)
            if n and seat is not None:
                there = disclosed.setdefault((seat, self.word_place(place.partition(".")[0])), [])
                there.append(f"{n} {self.word_kind(kind)}")
        told: dict[int, list[str]] = {}
        for (seat, place), things in disclosed.items():
            told.setdefault(seat, []).append(f"{place}: {', '.join(things)}")
        return ". ".join([f"{seat_name(seat)} discloses {'; '.join(told[seat])}" for seat in sorted(told)])

    def word_seat_change(self, record: Record) -> str:
        if record["does"] == "sits":
            return f"{player_name_of(record['who'])} takes over from {self.word_seat(record['seat'])}"
        return f"{self.word_seat(record['seat'])} {record['does']}"

    def word_result(self, record: Record) -> str:
        """Describe a chance result, as in ``Seat 1 draws Gem World`` or ``Seat 2 rolls 5 dice``."""
        results = record["result"] if isinstance(record["result"], list) else [record["result"]]
        if "from" not in record:
            # The events tell which faces came up; the result is only their numbers.
            return self.word_unseen_result(record, [UNKNOWN] * len(results))
        if UNKNOWN in results:
            return self.word_unseen_result(record, results)
        seat = seat_of_label(record["label"])
        who = "The table" if seat is None else self.word_seat(seat)
        return f"{who} draws {', '.join(map(self.word_thing, results))}"


RECORDS: Mapping[str, Callable[[Words, Record, str], str]] = {
    "head": lambda words, r, _: (
        f"the head: {r['game']}, {', '.join(words.word_seat(seat) for seat in range(words.players))}"
    ),
    "share": lambda words, r, _: words.word_share(r),
    "rnd": lambda words, r, _: words.word_result(r),
    "do": lambda words, r, rule: words.word_decision(r, rule),
    ACT: lambda words, r, _: f"{words.word_seat(r['seat'])} chooses in secret",
    "run": lambda words, r, _: "what the rules did without a decision or chance result",
    "seat": lambda words, r, _: words.word_seat_change(r),
    "mark": lambda words, r, _: f"the end of {r['after']}",
    "end": lambda words, r, _: words.word_end(r),
    "reveal": lambda words, r, _: f"the host reveals {repr(r['text']) if 'text' in r else 'the seed'}",
    "sign": lambda words, r, _: "a signature",
}

EVENTS: Mapping[str, Callable[..., str]] = {
    "shift": lambda words, source, target, n: words.word_shift(source.split("@"), target.split("@"), n),
    "move": lambda words, piece, place, index: f"{words.word_piece(piece)} to {words.word_place(place)}",
    "adjust": lambda words, counter, by, *lost: (
        f"{words.word_thing(counter)} {by:+}" + (f", {lost[0]} lost" if lost else "")
    ),
    "flip": lambda words, piece, side: f"{words.word_piece(piece)} shows {words.word_thing(side)}",
    "tag": lambda words, piece, n: f"{words.word_piece(piece)} carries {n}",
    "enter": lambda words, piece, n: f"{words.word_piece(piece)} {'comes into play' if n else 'leaves play'}",
    "wake": lambda words, n: f"the powers of the first {n} pieces count from now on",
    "fact": lambda words, fact, value: (
        f"{words.word_place(fact)} becomes {'nothing' if value in ('', []) else line_of(value)}"
    ),
    "arrange": lambda words, place, pieces: f"{words.word_place(place)} in this order: {words.word_things(pieces)}",
    sight.PASS: lambda words, piece, source, target, _: words.word_move(piece, source, target),
    sight.SEE: lambda words, parts: words.tell_disclosure(parts) or "hidden from now on",
    "note": lambda words, *what: f"noted{': ' * bool(what)}{', '.join(map(str, what))}",
}


@frozen
class Moment:
    """A point in the game: the round or turn, and the stage within it."""

    round: str = "setup"
    stage: str = ""
    since: int = 0

    def __str__(self) -> str:
        return f"{self.round}, {self.stage}" if self.stage else self.round


class Clock:
    """Follows a log and keeps track of the current moment in the game."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.unit = str(head["stretch"][0])
        self.now = Moment()
        self._marks = 0

    def take(self, record: Record, line: int) -> None:
        if record["k"] == "mark":
            self._marks = int(number_of(record["after"]) or 0) + 1
            self.now = Moment(f"{self.unit} {self._marks}", self.now.stage, self.now.since)
        for event in record.get("fx", ()):
            self.hear(event, line)

    def take_some(self, record: Record, line: int, nth: int) -> None:
        for event in record.get("fx", ())[: max(nth - 1, 0)]:
            self.hear(event, line)

    def pass_by(self, text: str, line: int) -> None:
        """Follow a line, but parse it only if it can change the current moment."""
        if text.startswith('{"after":') or f'"{STAGE}"' in text:
            self.take(check_record(text, line), line)

    def hear(self, event: Any, line: int) -> None:
        if isinstance(event, list) and len(event) == 5 and event[0] == "fact" and event[3] == STAGE:
            self.now = Moment(self.now.round, str(event[4]), line if event[4] else 0)
