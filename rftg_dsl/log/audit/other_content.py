"""Compares a game with the same game under other content, by replaying its inputs under the rules with that content.

The inputs are the decisions and chance results in the log, so a larger supply does not reshuffle everything.
Differences that follow from the content itself are ignored: the head, digests, piece counts, a piece's position within
a place on the table, and the number of possible answers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import tee
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.library.finder import Finder, check_rules, content_options_in, make_finder, read_extra
from rftg_dsl.library.installed import find_box, find_set_folder, list_packages
from rftg_dsl.library.load import Library, load
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.log.account.compare import DERIVED, Apart, Said, Teller, apart_at, compare_records, word_both
from rftg_dsl.log.account.log_words import Clock, word_choices
from rftg_dsl.log.audit.expected_lines import ExpectedLines
from rftg_dsl.log.audit.inputs import IMPOSSIBLE
from rftg_dsl.log.audit.line_check import fold_start
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.format.read_log import Log, check_whole
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.records import check_record

LEFT_OUT: Mapping[str, frozenset[str]] = {
    "do": frozenset(("form",)),
    "rnd": frozenset(("domain", "from")),
    "mark": DERIVED,
    "end": DERIVED,
}


class UnplayableContent(MissingContent):
    """The game in a log cannot even begin with the other content."""


@frozen
class OtherSet:
    """A set to replay with, and its relation to the sets in the log."""

    id: str
    how: str


@frozen
class Against:
    """The result of replaying a log with other content."""

    log: str
    lines: int
    complete: bool
    sets: tuple[OtherSet, ...]
    first: Apart | None
    choices: Apart | None

    def as_plain(self) -> dict[str, Any]:
        return asdict(self)


class OtherContent:
    """Sets to replay games with. Each is added to the sets in a log, or replaces the set with the same id."""

    def __init__(self, sets: Sequence[str | Path], extra: Sequence[str | Path] = ()) -> None:
        """``extra`` lists additional sets that logs were played with. Raise ``ContentError`` if a folder does not
        contain a set."""
        self.sets = sets
        self.extra = [read_extra(folder) for folder in extra if isinstance(folder, Path) and folder.exists()]
        self.find = make_finder(extra)
        self._loaded: dict[str, Library] = {}
        self._sets: dict[str, tuple[list[SetFolder], dict[str, Path]]] = {}
        """For each game: the sets to replay with, and the folders of the sets that always belong to the game, by set
        id."""

    def library_for(self, head: Mapping[str, Any]) -> tuple[Library, tuple[OtherSet, ...]]:
        """Return the library to replay a log with, loaded only once, and the relation of each other set to the log's
        sets."""
        check_rules(head)
        game = head["game"]
        if game not in self._sets:
            box = find_box(game)
            always = {read_extra(folder).id: folder for folder in box.sets}
            self._sets[game] = [read_extra(find_set_folder(box, name)) for name in self.sets], always
        others, always = self._sets[game]
        content = content_of(head, others, always, self.extra)
        if (key := str(content)) not in self._loaded:
            self._loaded[key] = library_with(content)
        library = self._loaded[key]
        check_rest(head, library, {other.id for other in others})
        return library, tuple([compare_set(head, other, library) for other in others])

    def compare_log(self, log: Log) -> Against:
        """Replay a log with the other content up to the first difference that matters.

        Raise ``MissingContent`` if the game cannot be replayed, ``UnplayableContent`` if the reason is the content, and
        ``ContentError`` if the content contains mistakes.
        """
        check_whole(log)
        library, sets = self.library_for(log.head)
        try:
            with pause_gc():
                run = Rerun(log, library, self.find)
                first = run.find_difference()
        except Mismatch as wrong:  # the options or the number of players in the head do not fit
            raise UnplayableContent(f"the game cannot be played with this content: {wrong}") from None
        return Against(log.path, len(log), log.complete, sets, first, run.choices)


def compare_set(head: Mapping[str, Any], other: SetFolder, library: Library) -> OtherSet:
    if other.id not in head["digests"]:
        return OtherSet(other.id, "added")
    return OtherSet(other.id, "same" if head["digests"][other.id] == library.digests[other.id] else "replaced")


@frozen
class Content:
    """The content to load: a game, the sets that always belong to it, and the added sets."""

    game: str
    edition: str
    options: Mapping[str, str]
    base: Sequence[Path]
    added: Sequence[str | Path]


def content_of(
    head: Mapping[str, Any], others: Sequence[SetFolder], always: Mapping[str, Path], extra: Sequence[SetFolder]
) -> Content:
    replaced = {other.id: other.folder for other in others}
    known: dict[str, str | Path] = {name: name for name in (*find_box(head["game"]).expansions, *list_packages())}
    known |= {set_folder.id: set_folder.folder for set_folder in extra} | replaced
    named = [str(entry.get("id")) for entry in head["sets"] if isinstance(entry, dict)]
    added = [known[name] for name in dict.fromkeys((*named, *replaced)) if name in known and name not in always]
    base = [replaced.get(name, folder) for name, folder in always.items()]
    return Content(head["game"], head["edition"], content_options_in(head), base, added)


def library_with(content: Content) -> Library:
    try:
        loaded = load(content.game, content.edition or None, content.added, content.options, content.base)
    except UsageError as error:
        raise MissingContent(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    if loaded.library is None:
        raise ContentError([diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"])
    return loaded.library


def check_rest(head: Mapping[str, Any], library: Library, replaced: Collection[str]) -> None:
    for name, digest in head["digests"].items():
        if name not in library.digests:
            raise MissingContent(f"the game was played with the set {name!r}, which is missing; add --with ./DIR")
        if name not in replaced and library.digests[name] != digest:
            raise MissingContent(f"the content of {name!r} differs from the log's (different digest)")


# -- the run -----------------------------------------------------------------------------------------------------


class Narrator(Teller):
    """Puts records into words, and replaces numbers that are meaningful only within their own content."""

    def without_numbers(self, record: Record, line: int) -> Record:
        if "fx" not in record:
            return record
        return {**record, "fx": [self.event_without_numbers(event, line) for event in record["fx"]]}

    def event_without_numbers(self, event: Any, line: int) -> Any:
        match event:
            case ["fact", word, cause, fact, int() | [int(), *_]]:
                return ["fact", word, cause, fact, self.words.tell_event_at(event, line)]
        return event


class Rerun:
    """Replays the inputs of a log with other content, and stops at the first difference that matters."""

    def __init__(self, log: Log, library: Library, find: Finder) -> None:
        self.logged, inputs = tee(log)
        self.expected = ExpectedLines(log, library, inputs, other=True)
        self.clock = Clock(log.head)
        self.mine = Narrator(log.head, find, log.budget.spend)
        self.theirs = Narrator({**log.head, "names": library.names}, lambda _: library)
        self.renumbered = fold_start(log).where.keys() != set(self.expected.play.layout.piece)
        self.choices: Apart | None = None

    def find_difference(self) -> Apart | None:
        number = 0
        try:
            # An unfinished log may have fewer lines than follow from its inputs.
            for number, (line, logged) in enumerate(zip(self.expected, self.logged, strict=False), 1):
                # Line 1 is the head, which must differ.
                if line != logged and number > 1 and (apart := self.compare(line, logged, number)):
                    return apart
                self.clock.pass_by(logged, number)
            if (left := next(self.logged, None)) is not None:
                return self.difference_at(number + 1, left, "the log should end here")
        except Mismatch as wrong:
            return self.difference_at(number + 1, next(self.logged, None), self.word_expectation(wrong.verdict))
        return None

    def difference_in(self, what: str, said: Said, other: Said) -> Apart:
        return apart_at(self.clock, self.theirs.grounds, what, said, other)

    def compare(self, expected_line: str, found_line: str, number: int) -> Apart | None:
        """Return the difference between two lines if it matters. Also note the first question with other choices."""
        expected, logged = check_record(expected_line, number), check_record(found_line, number)
        reduced, other = reduce_record(logged), reduce_record(expected)
        if self.renumbered:
            reduced, other = self.mine.without_numbers(reduced, number), self.theirs.without_numbers(other, number)
        if "figures" in reduced and "figures" in other:
            other["figures"] = trim_figures(reduced["figures"], other["figures"])
        if parted := compare_records(reduced, other):
            self.clock.take_some(logged, number, parted.nth)
            said = word_both((self.mine, self.theirs), parted, (logged, number), (expected, number))
            return self.difference_in(parted.what, *said)
        if self.choices is None and line_of(logged.get("form")) != line_of(expected.get("form")):
            had, would = self.mine.word_record(logged, number), Said(number, word_choices(expected["form"]))
            self.choices = self.difference_in("choices", had, would)
        return None

    def difference_at(self, number: int, logged: str | None, expectation: str) -> Apart:
        said = Said(0, "ends") if logged is None else self.mine.word_record(check_record(logged, number), number)
        return self.difference_in("record", said, Said(number, expectation))

    def word_expectation(self, verdict: Mapping[str, Any]) -> str:
        expected, words = verdict["expected"], self.theirs.words
        match expected:
            case {"seat": seat, "name": str(name)}:
                return f"{words.word_seat(seat)} would be asked: {name}"
            case [*options] if options:
                return f"that would not be legal; these would be: {'; '.join(map(words.word_things, options))}"
            case {"label": label}:
                return f"a chance result would be needed: {words.word_label(label)}"
            case str() if verdict["reason"] == IMPOSSIBLE:
                return f"that result is impossible: it is not one of the {expected}"
            case None | []:
                return str(verdict["reason"])
        return f"{verdict['reason']}: {expected if isinstance(expected, str) else line_of(expected)}"


def reduce_record(record: Record) -> Record:
    left_out = LEFT_OUT.get(record["k"], frozenset())
    reduced = {key: value for key, value in record.items() if key not in left_out}
    if "fx" in reduced:
        reduced["fx"] = [without_index(event) for event in reduced["fx"]]
    if "figures" in reduced:
        reduced["figures"] = {key: value for key, value in reduced["figures"].items() if key != "table"}
    return reduced


def without_index(event: Any) -> Any:
    match event:
        # A place with a dot in its name belongs to a seat, and the index matters there.
        case ["move", word, cause, piece, str(place), _] if "." not in place:
            return ["move", word, cause, piece, place, 0]
    return event


def trim_figures(known: Any, value: Any) -> Any:
    """Return the figures in ``value``, except empty ones that are missing from ``known``."""
    if isinstance(known, dict) and isinstance(value, dict):
        return {key: trim_figures(known.get(key), figure) for key, figure in value.items() if key in known or figure}
    if isinstance(known, list) and isinstance(value, list) and len(known) == len(value):
        return [trim_figures(figure, other) for figure, other in zip(known, value, strict=True)]
    return value
