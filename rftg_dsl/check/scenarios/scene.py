"""The context in which the lines of a scenario are read, and the helpers that all kinds of line share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import field, frozen

from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.model import Model
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import At

GIVEN, WHEN, THEN = PARTS = "given", "when", "then"
NOTHING = "nothing"
"""The answer that accepts none of the options, and the content of an empty place."""

EXAMPLES = {
    GIVEN: 'seat 1 PLACE: 2 THINGS, "A name"',
    WHEN: "phase ..., end of ..., seat 1 chooses ...",
    THEN: "seat 1 PLACE + 1 THING, nothing changes",
}

VERBS = {
    "chooses": WHEN,
    "uses": WHEN,
    "declines": WHEN,
    "rolls": WHEN,
    "draws": WHEN,
    "phase": WHEN,
    "step": WHEN,
    "start of": WHEN,
    "end of": WHEN,
    "can only choose": THEN,
    "can choose": THEN,
    "cannot choose": THEN,
    "can use": THEN,
    "cannot use": THEN,
    "is asked": THEN,
    "nothing changes": THEN,
    "ended": THEN,
}
"""The words that can begin a line, with the part in which such a line belongs."""


@frozen
class Answers:
    """The words that a game's decisions can offer as options."""

    words: Collection[str]
    """The words declared in the game's content, and all words in its Python code."""
    pieces: Collection[str]
    """The words that can be part of a longer answer, such as "2 genes and 1 home"."""

    def __contains__(self, text: str) -> bool:
        parts = text.split()
        # Longer answers are composed during play, so only their individual words can be checked.
        return text in self.words or (len(parts) > 1 and all(part.isdigit() or part in self.pieces for part in parts))


def answers_of(words: Vocabulary, spoken: Iterable[str]) -> Answers:
    tables: list[Iterable[str]] = [words.phases, words.values, words.places, words.counters]
    tables += [words.kinds, words.components, words.stocks, words.stock_kinds, words.schedule.stages]
    whole = {NOTHING, *spoken, *[word for table in tables for word in table]}
    return Answers(frozenset(whole), frozenset([part for word in whole for part in word.split()]))


@frozen(slots=False)
class Scene:
    """The context in which a scenario's lines are read."""

    report: Report
    model: Model
    game: Signatures
    facts: Mapping[str, bool]
    """The lists kept as facts of the table. The value is True if each seat has a list of its own."""
    names: Collection[str]
    singular: Mapping[str, str]
    answers: Answers
    seats: list[int] = field(factory=list)
    """The highest seat mentioned so far, and the number of players if the scenario states it."""

    def report_error(self, code: str, at: At, message: str, hint: str = "") -> None:
        self.report.add_error(code, at, message, hint)

    def read_name(self, atom: tree.Atom) -> str:
        names = find_names(atom.text, self.names)
        if len(names) == 1:
            return names[0]
        if names:
            hint = f"write one of: {', '.join(map(repr, sorted(names)))}"
            self.report_error("ambiguous-name", atom.at, f"{atom.text!r} could mean any of {len(names)} sides", hint)
        else:
            self.report.add_unknown("side", atom.text, atom.at, self.names)
        return atom.text

    def read_seat(self, seat: int, at: At) -> int | None:
        """Return the seat, numbered from 0, or None if no seat is given. Report a seat that the game lacks."""
        most = self.model.words.players[1]
        if seat and not 1 <= seat <= most:
            self.report_error("out-of-range", at, f"there is no seat {seat}", f"seats are numbered from 1 to {most}")
            # Any seat will do, because a scenario with a mistake is never run.
            return 0
        return seat - 1 if seat else None


def does_begin_with(line: tree.Line, verb: str) -> bool:
    words = verb.split()
    return [word.text for word in line.words[: len(words)]] == words


def report_unknown_line(scene: Scene, line: tree.Line, kind: str) -> None:
    fits = [part for part in PARTS if part != kind and line.mark == "" and does_fit_under(scene, line, part)]
    text = scene.report.source.text[line.at[0] : line.at[1]]
    hint = f"move it under {fits[0]!r}" if fits else f"under {kind!r}, write for example: {EXAMPLES[kind]}"
    scene.report_error("unknown-line", line.at, f"{' '.join(text.split())!r} has no meaning under {kind!r}", hint)


def does_fit_under(scene: Scene, line: tree.Line, kind: str) -> bool:
    verb = next((verb for verb in VERBS if does_begin_with(line, verb)), "")
    return bool(verb) and VERBS[verb] == kind


def items_after(line: tree.Line, taken: int) -> list[tree.Item]:
    """Return a line's items after its verb. Any remaining words form the start of the first item."""
    rest, items = line.words[taken:], list(line.items)
    if rest:
        begun = tree.Reference(rest, at=(rest[0].at[0], rest[-1].at[1]))
        headless = bool(items) and items[0].amount is None and items[0].what == tree.Reference()
        links = items.pop(0).links if headless else ()
        end = links[-1].at[1] if links else begun.at[1]
        items.insert(0, tree.Item(begun, links=links, at=(begun.at[0], end)))
    return items
