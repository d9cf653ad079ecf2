"""Build the schedule of a game from its setup, its rounds or turns, and the additions that its sets make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, one_of, suggest_nearest
from rftg_dsl.base.limits import STEPS
from rftg_dsl.check.make_words import enter
from rftg_dsl.check.origin import Origin, ReportedEntry, report_conflict
from rftg_dsl.check.reporter import Header, Report, report_surplus_fields, words_in
from rftg_dsl.check.schedule import (
    SETUP,
    Item,
    Known,
    Moment,
    Ordered,
    Schedule,
    Stage,
    Stretch,
    Task,
    Who,
    walk_items,
)
from rftg_dsl.check.scope import flatten, texts_of
from rftg_dsl.check.vocabulary import EndWord, Phase, ScoreWord, Vocabulary
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import KEYWORDS
from rftg_dsl.syntax.tree import Atom

EACH, INSERT, END, SCORE, TIE = "each", "insert", "end", "score", "tie"

KINDS = (SETUP, EACH, INSERT, END, SCORE, TIE)

POSITIONS = ("before", "after", "replacing")

DOERS: Mapping[tuple[str, ...], tuple[Who, bool, Moment]] = {
    ("each", "seat"): ("seats", False, "course"),
    ("each", "seat", "secretly"): ("seats", True, "course"),
    ("each", "seat", "entering"): ("seats", False, "entering"),
    ("each", "seat", "leaving"): ("seats", False, "leaving"),
    ("each", "opponent"): ("opponents", False, "course"),
    ("each", "opponent", "secretly"): ("opponents", True, "course"),
    ("secretly",): ("table", True, "course"),
    ("afterwards",): ("table", False, "afterwards"),
}
"""For each phrase before a colon: who carries out the step, whether its questions are secret, and when it happens."""

DO_HINT = "write a step, or 'each seat: ...', 'each seat secretly: ...', 'afterwards: ...'"


def declare_schedule(entries: Iterable[ReportedEntry], words: Vocabulary) -> list[ReportedEntry]:
    mine: Mapping[str, list[ReportedEntry]] = {kind: [] for kind in KINDS}
    others: list[ReportedEntry] = []
    for entry in entries:
        mine.get(entry.declaration.kind.text, others).append(entry)
    # Insertions must be last, because their anchors must already exist.
    for entry in [*mine[SETUP], *mine[EACH], *mine[INSERT]]:
        (insert if entry.declaration.kind.text == INSERT else declare_course)(entry, words)
        if words.schedule.size > STEPS.most:
            at, message = entry.declaration.kind.at, f"the schedule has more than {STEPS.most} steps"
            entry.report.add_error("out-of-range", at, message)
            break
    for entry in mine[END]:
        declare_ending(entry, words)
    for entry in (*mine[SCORE], *mine[TIE]):
        declare_score_line(entry, words)
    return others


def declare_course(entry: ReportedEntry, words: Vocabulary) -> None:
    """Declare a part of the course of the game.

    Examples are ``setup { ... }``, ``each round counts round { ... }`` and ``each phase { ... }``. With ``each phase
    wakes``, new pieces count only from the next phase on.
    """
    report, node, origin = entry
    header = Header(report, node.atoms, node.kind.at)
    name = SETUP
    schema: dict[str, str] = {}
    if node.kind.text == EACH:
        word = header.require("the word for what is repeated", "word")
        name = word.text if word else ""
        schema = {"counts": "word", "by": "word", "from": "word", "equal": "flag", "rotating": "flag"}
        # 'each phase' does not declare a stretch. It adds steps to every phase.
        schema = {"wakes": "flag"} if name == "phase" else schema
    fields, bare = header.read_fields(schema)
    report_surplus_fields(report, bare, schema)
    made = read_items(entry, node.members, words)
    now = words.schedule
    at = report.to_span(node.kind.at)
    if name == "phase":
        tasks = (*now.every_phase, *select_tasks(report, node, made))
        words.schedule = evolve(now, every_phase=tasks, wakes=now.wakes or "wakes" in fields)
        return
    # Only one part of the game can declare setup and rounds; sets insert into them.
    declarer = words.origins.setdefault(("schedule", SETUP if name == SETUP else EACH), origin)
    if declarer is not origin and declarer != origin:
        report_conflict(report, node.kind.at, origin, declarer, name)
    elif name == SETUP:
        words.schedule = evolve(now, setup=(*now.setup, *made))
    elif now.stretch:
        report.add_error(
            "duplicate-word", node.kind.at, f"the game already repeats {now.stretch.name!r}", "leave one out"
        )
    elif name:
        if name in KEYWORDS or name in words.phases:
            what = "a reserved word" if name in KEYWORDS else "already a phase"
            report.add_error("keyword", node.kind.at, f"{name!r} is {what}", "choose another word")
        by = words_in(fields.get("by", ()))
        if by not in ((), ("seat",)):
            report.add_unknown("choice", by[0], fields["by"][0].at, ("seat",))
        counter = (words_in(fields.get("counts", ())) or ("",))[0]
        check_counts(report, node, words, name, counter, bool(by))
        first = read_first_seat(report, fields.get("from", ()), words, bool(by))
        stretch = Stretch(name, made, bool(by), "equal" in fields, "rotating" in fields, counter, first, at)
        words.schedule = evolve(now, stretch=stretch)


def read_first_seat(report: Report, atoms: Sequence[Atom], words: Vocabulary, by_seat: bool) -> str:
    """Return the constant that holds the number of the seat with the first turn; empty for seat 1."""
    for atom in atoms:
        if not by_seat:
            report.add_error(
                "surplus-field", atom.at, "only turns begin with one seat", "write 'by seat' as well, or leave it out"
            )
        elif atom.text not in words.numbers:
            report.add_unknown("number", atom.text, atom.at, words.numbers)
    return next((atom.text for atom in atoms), "")


def check_counts(report: Report, node: tree.Declaration, words: Vocabulary, name: str, counter: str, by: bool) -> None:
    at = node.atoms[0].at if node.atoms else node.kind.at
    tables = [word.name for word in words.counters.values() if word.owner == "table"]
    if not counter:
        hint = f"write: each {name} counts ..., with a table counter"
        report.add_error("missing-field", at, f"this does not say which counter counts each {name}", hint)
    elif counter not in tables:
        report.add_unknown("counter", counter, next(atom.at for atom in node.atoms if atom.text == counter), tables)
    own = words.counters.get(name)
    if by and not (own and own.owner == "seat" and (own.low, own.high) == (0, 1)):
        hint = f"declare: counter {name} of seat from 0 to 1"
        report.add_error("missing-field", at, f"nothing records whose {name} it is", hint)


def read_items(entry: ReportedEntry, members: Sequence[Any], words: Vocabulary) -> tuple[Item, ...]:
    items: list[Item] = []
    for member in members:
        made: Item | None = None
        if isinstance(member, tree.Stage):
            made = read_stage(entry, member, words)
        elif isinstance(member, tree.Sentence):
            made = read_task(entry, member, words)
        else:
            entry.report.add_error("wrong-kind", member.at, "a side does not belong in a schedule", DO_HINT)
        if made is not None:
            items.append(made)
    return tuple(items)


def read_stage(entry: ReportedEntry, node: tree.Stage, words: Vocabulary) -> Stage | None:
    """Read a stage such as ``phase explore "Explore" if selected { ... }``.

    With ``named "develop2"``, a repeated phase has a different name in logs.
    """
    report = entry.report
    header = Header(report, node.atoms, node.kind.at)
    name, _ = header.require("the word for it", "word"), header.take("string")
    fields, bare = header.read_fields({"named": "string"})
    report_surplus_fields(report, bare, ("named",))
    if name is None:
        return None
    label = (words_in(fields.get("named", ())) or (name.text,))[0]
    # declare_stages has added or reported the names of all stages except those with 'named'.
    if name.text not in words.phases:
        if label != name.text:
            report.add_unknown("phase", name.text, name.at, words.phases)
        return None
    made = read_items(entry, node.members, words)
    test = (report.source, node.condition) if node.condition else None
    return Stage(label, name.text, node.kind.text == "phase", made, test, report.to_span(name.at))


def declare_stages(entries: Iterable[ReportedEntry], words: Vocabulary) -> None:
    """Add the names of all phases and steps before anything else, so that later declarations can refer to them."""
    for report, declaration, origin in entries:
        if declaration.kind.text not in (EACH, INSERT):
            continue
        for node in stages_in(declaration.members):
            atoms = node.atoms
            if atoms and atoms[0].kind == "word" and "named" not in words_in(atoms):
                title = atoms[1].text if len(atoms) > 1 and atoms[1].kind == "string" else atoms[0].text
                enter(words, "phases", atoms[0], Phase(atoms[0].text, title), report, origin)


def stages_in(members: Sequence[Any]) -> Iterator[tree.Stage]:
    for member in members:
        if isinstance(member, tree.Stage):
            yield member
            yield from stages_in(member.members)


def read_task(entry: ReportedEntry, node: tree.Sentence, words: Vocabulary) -> Task | Ordered | None:
    """Read a line such as ``reveal``, ``each seat: explore`` or ``order by lowest number``."""
    report = entry.report
    clauses = [segment.phrases[0] for segment in node.segments]
    if len(clauses) > 2 or any(len(segment.phrases) > 1 for segment in node.segments):
        report.add_error("surplus-clause", node.at, "a line of a schedule must be a single step", DO_HINT)
        return None
    if not all(isinstance(clause, tree.Clause) for clause in clauses):
        report.add_error("wrong-kind", node.at, "a power does not belong in a schedule", DO_HINT)
        return None
    what: Any = clauses[-1]
    if len(clauses) == 1 and (order := read_order(report, what, words, entry.origin)):
        return order
    who: tuple[Who, bool, Moment] | None = ("table", False, "course")
    if len(clauses) == 2:
        said: Any = clauses[0]
        who = DOERS.get(tuple(texts_of(flatten(said.words)))) if said == tree.Clause(said.words) else None
    if who is None:
        known = one_of([repr(" ".join(doer)) for doer in DOERS])
        report.add_error("unknown-choice", clauses[0].at, "this does not say who does it", f"write {known}")
        return None
    step, *more = texts_of([word for run in what.words.runs for word in run])
    if what != tree.Clause(what.words) or len(what.words.runs) > 1:
        report.add_error("surplus-clause", what.at, "a line of a schedule must be the name of a step", DO_HINT)
        return None
    return Task(step, *who, words=tuple(more), part=entry.origin.name, at=report.to_span(what.at))


def read_order(report: Report, node: tree.Clause, words: Vocabulary, origin: Origin) -> Ordered | None:
    if str(node.words) != "order" or len(node.prepositions) != 1:
        return None
    [by] = node.prepositions
    said = flatten(by.nominal.words)
    if by.word.text != "by" or texts_of(said[:1]) != ["lowest"] or len(said) != 2:
        report.add_error("wrong-kind", node.at, "this does not say who is first", "write 'order by lowest ...'")
        return Ordered("", origin.name)
    name = said[1].text
    if name not in words.properties or not words.properties[name].numeric:
        report.add_unknown(
            "number", name, said[1].at, [word.name for word in words.properties.values() if word.numeric]
        )
    return Ordered(name, origin.name, report.to_span(node.at))


def select_tasks(report: Report, node: tree.Declaration, made: Sequence[Item]) -> list[Task]:
    tasks = [item for item in made if isinstance(item, Task) and item.moment != "course"]
    if len(tasks) < len(made):
        hint = "write 'each seat entering: ...', 'each seat leaving: ...' or 'afterwards: ...'"
        report.add_error(
            "wrong-kind", node.kind.at, "a step that belongs to every phase must begin or end the phase", hint
        )
    return tasks


def insert(entry: ReportedEntry, words: Vocabulary) -> None:
    report, node, origin = entry
    header = Header(report, node.atoms, node.kind.at)
    where, anchor = (
        header.require("'before', 'after' or 'replacing'", "word"),
        header.require("the name of a step", "word", "string"),
    )
    report_surplus_fields(report, header.read_fields({})[1], ())
    made = read_items(entry, node.members, words)
    if where is None or anchor is None:
        return
    known = words.schedule.anchors
    if where.text not in POSITIONS:
        report.add_unknown("choice", where.text, where.at, POSITIONS)
    elif anchor.text in known and known[anchor.text] > 1:
        message = f"the schedule has {known[anchor.text]} steps called {anchor.text!r}"
        report.add_error("ambiguous-word", anchor.at, message, "use a stage or step next to one of them")
    elif anchor.text not in known:
        # The step existed until another set replaced it, so report a conflict instead of an unknown word.
        if (replaced := words.origins.get(("schedule", anchor.text))) is not None:
            report_conflict(report, anchor.at, origin, replaced, anchor.text)
        else:
            report.add_unknown("step", anchor.text, anchor.at, known)
    else:
        if any(task.anchor == anchor.text for task in words.schedule.every_phase):
            made = tuple(select_tasks(report, node, made))
        if where.text == "replacing":
            words.origins["schedule", anchor.text] = origin
        words.schedule = words.schedule.with_items(where.text, anchor.text, made)  # type: ignore[arg-type]


def declare_ending(entry: ReportedEntry, words: Vocabulary) -> None:
    """Declare an ending, as in ``end pool "the VP chips have run out" { if pool is 0 or less }``.

    ``replaces`` removes another ending.
    """
    schema = {"by": "words", "replaces": "word"}

    def make_ending(
        name: tree.Atom, title: str, fields: Mapping[str, list[tree.Atom]], sentences: Sequence[Any]
    ) -> EndWord:
        at = entry.report.to_span(name.at)
        return EndWord(name.text, title, " ".join(words_in(fields.get("by", ()))), at, sentences)

    before = numbers_of_ends(words)
    declare_in_table(entry, words, "endings", schema, make_ending)
    # Record which declaration added or removed a number, in order to report it there if no ending depends on the
    # number.
    for number in before ^ numbers_of_ends(words):
        words.end_numbers[number] = entry.report.to_span(entry.declaration.kind.at)


def numbers_of_ends(words: Vocabulary) -> set[str]:
    return {ending.number for ending in words.endings.values() if ending.number}


def declare_score_line(entry: ReportedEntry, words: Vocabulary) -> None:
    """Declare a score line or a tie-break.

    Examples are ``score worlds { score 1 per cost of own worlds }``, ``score each of tableau`` and ``tie dice { ...
    }``. With ``by goal-points``, the game's Python code does the counting.
    """
    schema = {"of": "word", "by": "word", "replaces": "word"}

    def make_score_line(
        name: tree.Atom, title: str, fields: Mapping[str, list[tree.Atom]], sentences: Sequence[Any]
    ) -> ScoreWord:
        for atom in fields.get("of", ()):
            if atom.text not in words.places:
                entry.report.add_unknown("place", atom.text, atom.at, words.places)
        place = (words_in(fields.get("of", ())) or ("",))[0]
        count = (words_in(fields.get("by", ())) or ("",))[0]
        return ScoreWord(name.text, title, place, count, entry.report.to_span(name.at), sentences)

    declare_in_table(entry, words, "ties" if entry.declaration.kind.text == TIE else "lines", schema, make_score_line)


def declare_in_table(
    entry: ReportedEntry,
    words: Vocabulary,
    table: str,
    schema: Mapping[str, str],
    make: Callable[[tree.Atom, str, Mapping[str, list[tree.Atom]], Sequence[Any]], Any],
) -> None:
    """Add or change an ending, a score line or a tie-break. Report a conflict if a set may not make the change."""
    report, node, origin = entry
    header = Header(report, node.atoms, node.kind.at)
    name, title = header.require("a word for it", "word"), header.take("string")
    fields, bare = header.read_fields(schema)
    report_surplus_fields(report, bare, schema)
    if name is None:
        return
    sentences = [(report.source, member) for member in node.members if isinstance(member, tree.Sentence)]
    for member in node.members:
        if not isinstance(member, tree.Sentence):
            report.add_error("wrong-kind", member.at, "only sentences are allowed here", "use sentences")
    entries: dict[str, Any] = getattr(words, table)
    value = make(name, title.text if title else name.text, fields, sentences)
    for old in [name.text] * (name.text in entries) + list(words_in(fields.get("replaces", ()))):
        at = next((atom.at for atom in fields.get("replaces", ()) if atom.text == old), name.at)
        if old not in entries:
            report.add_unknown("choice", old, at, entries)
            continue
        before = words.changers.get((table, old), words.origins[table, old])
        if not origin.may_change(before):
            report_conflict(report, at, origin, before, old)
            return
        words.changers[table, old] = origin
        if old != name.text:
            del entries[old]
    words.origins.setdefault((table, name.text), origin)
    entries[name.text] = value


# -- once everything is declared ---------------------------------------------------------------------------------


def check_schedule(entries: Iterable[ReportedEntry], words: Vocabulary, steps: Steps) -> Iterator[Diagnostic]:
    """Check that the schedule is complete, and that the steps it names exist and are in a valid order."""
    schedule, stretch = words.schedule, words.schedule.stretch
    game = next(entry for entry in entries if entry.declaration.kind.text == "game")
    at = game.report.to_span(game.declaration.kind.at)
    if stretch is None:
        yield Diagnostic(
            "missing-schedule", at, "the game has no repeated round or turn", "write: each round counts ... { ... }"
        )
        return
    if not words.endings:
        yield Diagnostic("missing-schedule", at, "nothing ends the game", 'write: end ... "..." { if ... }')
    for number in sorted(words.end_numbers.keys() - numbers_of_ends(words)):
        message = f"no ending depends on {number!r}, although powers change it"
        yield Diagnostic(
            "missing-schedule", words.end_numbers[number], message, f"write: end ... by {number} {{ ... }}"
        )
    if not words.lines:
        yield Diagnostic("missing-schedule", at, "nothing scores points", "write: score ... { score 1 per ... }")
    yield from check_items(schedule.setup, steps, False, None)
    yield from check_items(stretch.items, steps, stretch.by_seat, stretch)
    yield from check_items(schedule.every_phase, steps, stretch.by_seat, stretch)
    yield from check_order(schedule, steps)
    yield from check_counted(entries, stretch)
    for counter in words.counters.values():
        if counter.period and counter.period not in (*schedule.stages, *schedule.periods):
            known = one_of([repr(period) for period in (*schedule.periods, *schedule.stages)])
            yield Diagnostic(
                "unknown-stretch-of-play", at, f"{counter.name!r} cannot be kept per {counter.period!r}", known
            )


def check_counted(entries: Iterable[ReportedEntry], stretch: Stretch) -> Iterator[Diagnostic]:
    """Check that the counter of rounds or turns starts at 0 and is unbounded, since log labels use its values."""
    for report, node, _ in entries:
        words = [atom.text for atom in node.atoms]
        if node.kind.text == "counter" and words[:1] == [stretch.counts]:
            for atom in node.atoms:
                if atom.text in ("start", "from", "per"):
                    message = f"{stretch.counts!r} counts each {stretch.name} from 0, without a limit"
                    yield Diagnostic("out-of-range", report.to_span(atom.at), message, f"leave out {atom.text!r}")


Steps = Mapping[str, Mapping[str, Known]]
"""The steps that a schedule can name, by package. The empty key holds the steps for all other parts of the game."""


def steps_for(steps: Steps, task: Task) -> Mapping[str, Known]:
    return steps.get(task.part, steps[""])


def check_items(
    items: Sequence[Item], steps: Steps, by_seat: bool, inside: Stage | Stretch | None
) -> Iterator[Diagnostic]:
    for item in items:
        if isinstance(item, Stage):
            if inside is None and item.at:
                yield Diagnostic(
                    "wrong-kind",
                    item.at,
                    "setup cannot contain 'phase' or 'step' blocks",
                    "use only the names of steps",
                )
            elif isinstance(inside, Stage) and item.at:
                hint = f"put it before or after {inside.name!r}"
                yield Diagnostic("wrong-kind", item.at, f"{inside.name!r} cannot contain another phase or step", hint)
            yield from check_items(item.items, steps, by_seat, item)
        elif isinstance(item, Task) and item.at:
            known = steps_for(steps, item)
            step = known.get(item.name)
            if step is None:
                hint = suggest_nearest(item.name, known) or f"known: {', '.join(sorted(known))}"
                yield Diagnostic("unknown-step", item.at, f"the game has no step called {item.name!r}", hint)
                continue
            for message, hint in wrong_with(item, step, by_seat, inside):
                yield Diagnostic("wrong-kind", item.at, message, hint)


def wrong_with(task: Task, step: Known, by_seat: bool, inside: Stage | Stretch | None) -> Iterator[tuple[str, str]]:
    if step.opens != (inside is None):
        yield f"{task.name!r} belongs in {'setup' if step.opens else 'a round'}", "leave it out"
        return
    seated = task.who != "table" or by_seat
    if step.seated and not seated:
        yield f"each seat does {task.name!r} separately", f"write 'each seat: {task.name}'"
    elif seated and not step.seated:
        yield f"{task.name!r} is done once, for all seats", f"write '{task.name}'"
    if len(task.words) != len(step.words):
        takes = " and ".join([" or ".join(choices) for choices in step.words])
        yield (
            f"{task.name!r} {f'must be followed by {takes}' if takes else 'cannot be followed by another word'}",
            f"write '{' '.join([task.name, *[choices[0] for choices in step.words]])}'",
        )
    for word, choices in zip(task.words, step.words, strict=False):
        if word not in choices:
            yield f"{word!r} does not fit after {task.name!r}", f"write {one_of([repr(each) for each in choices])}"
    if task.secretly and step.public:
        yield f"{task.name!r} asks {step.public[0]!r} openly", "leave out 'secretly'"
    if task.who == "opponents" and not by_seat:
        yield "it is no one's turn here", "write 'each seat: ...'"
    if task.moment in ("entering", "leaving") and step.asks:
        yield (
            f"{task.name!r} asks a question, so it cannot be at the start or end of a phase",
            f"write 'each seat: {task.name}'",
        )
    if task.moment in ("entering", "leaving") and isinstance(inside, Stage) and not inside.windows:
        yield f"{inside.name!r} is not a phase", "leave out the word before ':'"
    if task.moment != "course" and inside is None:
        yield "setup has no phases", "leave out the words before ':'"


def check_order(schedule: Schedule, steps: Steps) -> Iterator[Diagnostic]:
    before: set[str] = set()
    # The steps in 'each phase' count as later, because they run during the course.
    openings = [item for item in walk_items(schedule.setup) if isinstance(item, Task)]
    tasks = [item for item in (*walk_items(schedule.course), *schedule.every_phase) if isinstance(item, Task)]
    for task in (*openings, *tasks):
        step = steps_for(steps, task).get(task.name)
        if task.at and step:
            for other in step.after:
                if other not in before:
                    message = f"{task.name!r} cannot come before {other!r}"
                    yield Diagnostic("wrong-order", task.at, message, f"put it after {other!r}")
            if step.once and task.name in before:
                yield Diagnostic("wrong-order", task.at, f"{task.name!r} can appear only once", "leave one out")
            before.add(task.name)
