"""Scenarios: from lines to the model. The words of a line are the game's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from rftg_dsl.check.model import Model
from rftg_dsl.check.model.scenarios import (
    Answer,
    Asked,
    Beat,
    Begin,
    Chance,
    Content,
    Ended,
    Holding,
    Meant,
    Offered,
    Pick,
    Scenario,
    Target,
    Thrown,
    Unchanged,
)
from rftg_dsl.check.report import Report
from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.limits import ITEMS, LINES, SCENARIOS, SUPPLY
from rftg_dsl.schedule import SETUP, Ordered, Task, every
from rftg_dsl.signatures import EDGES, Signatures
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import At

GIVEN, WHEN, THEN = "given", "when", "then"
ORDER = "order"
"""The strict order of seats, in games that have one."""
JOINS = frozenset(("to", "with"))
"""The prepositions between the parts of an answer; all others say where a part is."""

EXAMPLES = {
    GIVEN: 'seat 1 PLACE: 2 THINGS, "A name"',
    WHEN: "phase ..., end of ..., seat 1 chooses ...",
    THEN: "seat 1 PLACE + 1 THING, nothing changes",
}
"""What a line can look like under each part."""


@frozen
class Setting:
    """What a scenario is played in: the edition and options that its first line names."""

    edition: str = ""
    """Empty: the usual one."""
    options: tuple[tuple[str, str], ...] = ()
    """Sorted."""


@frozen(slots=False)
class Scene:
    """The context of the lines of a scenario."""

    report: Report
    model: Model
    game: Signatures
    facts: Mapping[str, bool]
    """The lists that the game keeps on the table; whether each seat has one of its own."""
    names: Collection[str]
    """The printed names of all sides."""
    singular: Mapping[str, str]
    seats: list[int] = field(factory=list)
    """The highest seat that is mentioned so far, and the number of players, if it is said."""

    def wrong(self, code: str, at: At, message: str, hint: str = "") -> None:
        """Report a mistake."""
        self.report.wrong(code, at, message, hint)

    def name(self, atom: tree.Atom) -> str:
        """A printed name; reported if no side has it."""
        if atom.text not in self.names:
            self.report.unknown("side", atom.text, atom.at, self.names)
        return atom.text

    def seat(self, seat: int, at: At) -> int | None:
        """A seat, counted from 0; None for none."""
        most = self.model.words.players[1]
        if seat and not 1 <= seat <= most:
            self.wrong("out-of-range", at, f"there is no seat {seat}", f"seats are 1 to {most}")
            return 0
        return seat - 1 if seat else None


def setting(report: Report, node: tree.Scenario) -> Setting:
    """The first line of a scenario, read; its mistakes are reported."""
    titled = bool(node.atoms) and node.atoms[0].kind == "string"
    atoms = list(node.atoms[titled:])
    if not title_of(node).strip():
        at = node.atoms[0].at if node.atoms else (node.at[0], node.at[0] + len("scenario"))
        report.wrong("missing-name", at, "the scenario has no title", 'write: scenario "What it shows" { ... }')
    edition = ""
    options: dict[str, str] = {}
    while atoms:
        word = atoms.pop(0)
        value = atoms.pop(0) if atoms and atoms[0].kind == "string" else None
        key, equals, chosen = value.text.partition("=") if value else ("", "", "")
        if word.text not in ("edition", "option"):
            report.unknown("field", word.text, word.at, ("edition", "option"))
        elif value is None or (word.text == "option" and not (key and equals)):
            text = '"ID"' if word.text == "edition" else '"KEY=VALUE"'
            report.wrong("wrong-value", word.at, f"{word.text!r} takes a text", f"write: {word.text} {text}")
        elif (word.text == "edition" and edition) or key in options:
            report.wrong("duplicate-field", word.at, f"{value.text!r} comes after another one", "leave one out")
        elif word.text == "edition":
            edition = value.text
        else:
            options[key] = chosen
    return Setting(edition, tuple(sorted(options.items())))


def title_of(node: tree.Scenario) -> str:
    """The title of a scenario; empty if it has none."""
    return node.atoms[0].text if node.atoms and node.atoms[0].kind == "string" else ""


def check_scenarios(
    entries: Sequence[tuple[Report, tree.Scenario, Setting]], model: Model, game: Signatures, facts: Iterable[str]
) -> Iterator[Scenario]:
    """The scenarios without mistakes; those of the others are reported."""
    names = {side.name for side in model.sides()}
    known = {name.rstrip("*"): name.endswith("*") for name in facts}
    schedule = model.words.schedule
    if any(isinstance(one, Ordered) for one in every((*schedule.setup, *schedule.course))):
        known[ORDER] = False
    singular = model.words.plurals()
    for report, node, header in entries:
        before = len(report.found)
        made = scenario(Scene(report, model, game, known, names, singular), node, header)
        if len(report.found) == before:
            yield made


def check_titles(entries: Iterable[tuple[Report, tree.Scenario, Setting]]) -> None:
    """No two scenarios of a file have the same title in the same setting."""
    seen: set[Any] = set()
    for nth, (report, node, header) in enumerate(entries):
        key = (report.source.name, title_of(node), header)
        if nth == SCENARIOS.most:
            message, hint = "there are too many scenarios", f"at most {SCENARIOS.most} in a set"
            report.wrong("too-many-scenarios", node.at, message, hint)
        elif key in seen:
            message = f"there is already a scenario {title_of(node)!r}"
            report.wrong("duplicate-name", node.atoms[0].at, message, "say what this one shows")
        seen.add(key)


def scenario(scene: Scene, node: tree.Scenario, header: Setting) -> Scenario:
    """One scenario."""
    lines = [line for part in node.parts for line in part.lines]
    parts = []
    if len(lines) > LINES.most:
        scene.wrong(
            "scenario-too-long", lines[LINES.most].at, "the scenario is too long", f"at most {LINES.most} lines"
        )
    elif lines:
        parts = arranged(scene, node)
    else:
        hint = "say what is given, what happens, and what is then true"
        scene.wrong("incomplete-scenario", node.at, "the scenario is empty", hint)
    players = 0
    given: list[Holding] = []
    beats: list[Beat] = []
    for kind, some in parts:
        made: list[Any] = []
        for line in some:
            if line.number is not None and not players:
                players = number_of_players(scene, line)
            elif (one := READERS[kind](scene, line)) is not None:
                made.append(one)
        if kind == GIVEN:
            given += made
        elif kind == WHEN:
            beats.append(Beat(tuple(made), ()))
        elif beats and beats[-1].when and not beats[-1].then:
            beats[-1] = Beat(beats[-1].when, tuple(made))
        else:
            beats.append(Beat((), tuple(made)))
    seats = max([players or scene.model.words.players[0], *[one.seat for one in lines]])
    if players and seats > players:
        beyond = next(one.at for one in lines if one.seat > players)
        scene.wrong("out-of-range", beyond, f"there are only {players} players", f"write: given {seats} players")
    at = scene.report.span(node.atoms[0].at if node.atoms else node.at)
    return Scenario(title_of(node), at, seats, tuple(given), tuple(beats), header.edition, header.options)


def arranged(scene: Scene, node: tree.Scenario) -> list[tuple[str, Sequence[tree.Line]]]:
    """The parts in order: first what is given, then what happens and what is true after it, as often as needed."""
    found: list[tuple[str, Sequence[tree.Line]]] = []
    for part in node.parts:
        before = found[-1][0] if found else ""
        if not part.kind.text:
            hint = "begin with 'given', 'when' or 'then'"
            scene.wrong("incomplete-scenario", part.kind.at, "this line belongs to no part", hint)
            return []
        if not part.lines:
            hint = f"write for example: {EXAMPLES[part.kind.text]}"
            scene.wrong("incomplete-scenario", part.kind.at, f"nothing stands under {part.kind.text!r}", hint)
        if part.kind.text == before or (part.kind.text == GIVEN and before):
            hint = "the order is: given, when, then, when, then ..."
            scene.wrong("incomplete-scenario", part.kind.at, f"{part.kind.text!r} cannot come after {before!r}", hint)
        found.append((part.kind.text, part.lines))
    if found and found[-1][0] != THEN:
        at = node.parts[-1].kind.at
        hint = f"end with 'then', such as: then {EXAMPLES[THEN].rpartition(', ')[2]}"
        scene.wrong("incomplete-scenario", at, "the scenario does not say what is then true", hint)
    return found


def number_of_players(scene: Scene, line: tree.Line) -> int:
    """``3 players``."""
    low, high = scene.model.words.players
    if str(line) not in ("players", "seats"):
        unknown_line(scene, line, GIVEN)
    elif not low <= (line.number or 0) <= high:
        hint = f"write a number from {low} to {high}"
        scene.wrong("out-of-range", line.at, f"the game is not for {line.number} players", hint)
    else:
        return line.number or 0
    return 0


def unknown_line(scene: Scene, line: tree.Line, kind: str) -> None:
    """Report a line that says nothing where it stands."""
    fits = [one for one in READERS if one != kind and line.mark == "" and fits_under(scene, line, one)]
    text = scene.report.source.text[line.at[0] : line.at[1]]
    hint = f"move it under {fits[0]!r}" if fits else f"under {kind!r} write for example: {EXAMPLES[kind]}"
    scene.wrong("unknown-line", line.at, f"{' '.join(text.split())!r} has no meaning under {kind!r}", hint)


def fits_under(scene: Scene, line: tree.Line, kind: str) -> bool:
    """Whether a line would be understood under another part."""
    verb = next((verb for verb in VERBS if starts(line, verb)), "")
    return bool(verb) and VERBS[verb] == kind


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
"""How lines begin that say what happens, or what is true, and where they belong."""


def starts(line: tree.Line, verb: str) -> bool:
    """Whether the words of a line begin with a verb."""
    words = verb.split()
    return [word.text for word in line.words[: len(words)]] == words


# -- given, and what is then there ---------------------------------------------------------------------------------


def given(scene: Scene, line: tree.Line) -> Holding | None:
    """A line under ``given``."""
    if line.mark in ("+", "-"):
        scene.wrong("unknown-line", line.at, f"{line.mark!r} has no meaning under 'given'", "write ':' instead")
        return None
    if line.mark != ":":
        unknown_line(scene, line, GIVEN)
        return None
    made = holding(scene, line)
    if made and made.target.sort in ("score", "tie", "number"):
        scene.wrong("wrong-kind", line.at, f"{line!s} follows from the rest", "lay out pieces or counters")
    return made


def holding(scene: Scene, line: tree.Line) -> Holding | None:
    """``seat 1 citizenry: 3 military dice``: what is in a place, on a counter, in a list, in the score."""
    target = target_of(scene, line)
    if target is None:
        return None
    if len(line.items) > ITEMS.most:
        scene.wrong("scenario-too-long", line.at, "the line lists too many things", f"at most {ITEMS.most}")
        return None
    if line.mark not in (":", "+", "-"):
        scene.wrong("unknown-line", line.at, f"{line.mark!r} has no meaning here", "write ':', '+' or '-'")
        return None
    at, sign = scene.report.span(line.at), line.mark
    if target.sort == "place":
        contents = tuple([one for item in line.items for one in content(scene, item, target)])
        return Holding(at, target, sign, contents)
    if target.sort == "fact":
        if sign != ":":
            scene.wrong("unknown-line", line.at, f"{target.name!r} is a list", f"write: {target.name}: ...")
        return Holding(at, target, sign, values=tuple(values(scene, line)))
    return Holding(at, target, sign, number=amount(scene, line))


def target_of(scene: Scene, line: tree.Line) -> Target | None:
    """What a line is about; None, and a mistake, if it is nothing of this game."""
    text = str(line)
    seat = scene.seat(line.seat, line.at)
    on = scene.name(line.on) if line.on else ""
    words = scene.model.words
    first, _, rest = text.partition(" ")
    owner = "piece" if on else "table" if seat is None else "seat"
    place, counter = words.places.get(text), words.counters.get(scene.singular.get(text, text))
    numeric = all(one.amount is not None and one.what == tree.Reference() for one in line.items)
    if counter and counter.owner == owner and (numeric or not (place and place.owner == owner)):
        return Target("counter", counter.name, seat)
    if place and place.owner == owner:
        return Target("place", text, seat, on)
    if text in scene.facts and not on and (not scene.facts[text] or seat is not None):
        return Target("fact", text, seat)
    if first in ("score", "tie") and seat is not None:
        return scored(scene, line, first, rest, seat, on)
    parameter = next((one for one in scene.game.parameters if one.name == text and not one.permits), None)
    if parameter and seat is not None and (parameter.about == "piece" or not on):
        return Target("number", text, seat, on)
    if (found := place or counter) is not None:
        belongs = {"seat": f"seat 1 {text}: ...", "table": f"{text}: ...", "piece": f'"A name" {text}: ...'}
        owners = {"seat": "a seat", "table": "the table", "piece": "a piece"}
        message = f"{text!r} belongs to {owners[found.owner]}"
        scene.wrong("wrong-kind", line.at, message, f"write: {belongs[found.owner]}")
        return None
    counters = {word for one in words.counters.values() for word in (one.name, one.plural)}
    here = {*words.places, *counters, *scene.facts, *(one.name for one in scene.game.parameters)}
    at = (line.words[0].at[0], line.words[-1].at[1])
    scene.report.unknown("place", text, at, here)
    return None


def scored(scene: Scene, line: tree.Line, first: str, rest: str, seat: int, on: str) -> Target | None:
    """``seat 1 score: 12``, ``seat 1 score chips: 3``, ``seat 1 "Galactic Federation" score: 5``, ``seat 1 tie: 2``."""
    words = scene.model.words
    known = words.lines if first == "score" else words.ties
    if rest and (rest not in known or on):
        if first == "score":
            scene.report.unknown("line of the score", rest, line.words[-1].at, known)
        else:
            scene.report.unknown("tie-break", rest, line.words[-1].at, known)
        return None
    return Target("score" if first == "score" else "tie", rest, seat, on)


def amount(scene: Scene, line: tree.Line) -> int:
    """The number after the mark."""
    items = line.items
    if len(items) != 1 or items[0].amount is None or items[0].links or items[0].what != tree.Reference():
        hint = f"write: {line!s} {line.mark} 2".replace(" :", ":")
        scene.wrong("wrong-value", line.at, f"{line!s} is a number", hint)
        return 0
    return items[0].amount


def values(scene: Scene, line: tree.Line) -> Iterator[str | int]:
    """The words, numbers or seats of a list."""
    for one in line.items:
        if one.links or one.what.nth or (one.amount is not None and one.what != tree.Reference()):
            scene.wrong("wrong-value", one.at, "a list has words, numbers or seats", f"write: {line!s}: ...")
        elif one.what.seat:
            yield scene.seat(one.what.seat, one.at) or 0
        elif one.amount is not None:
            yield one.amount
        elif one.what.name or str(one.what) != "nothing":
            yield one.what.name.text if one.what.name else str(one.what)


def content(scene: Scene, item: tree.Item, target: Target) -> Iterator[Content]:
    """``3 military dice``, ``"Spice World"``, ``2 cards``, ``"ship" at 2``; ``nothing`` is none of these."""
    what, at = item.what, scene.report.span(item.at)
    n = 1 if item.amount is None else item.amount
    tag = None
    if not 0 < n <= SUPPLY.most:
        scene.wrong(
            "out-of-range", item.at, f"{n} is out of range", f"write 'nothing', or a number from 1 to {SUPPLY.most}"
        )
        return
    for link in item.links:
        if link.word.text != "at" or link.to.number is None or what.name is None:
            hint = 'list what is there, such as: 2 THINGS, "A name", "A name" at 2'
            scene.wrong("wrong-value", link.at, "this says nothing of what is in a place", hint)
            return
        tag = link.to.number
    if what.name and not what.nth:
        yield Content(n, name=scene.name(what.name), tag=tag, at=at)
    elif what.words and str(what) != "nothing":
        yield from by_sort(scene, item, n)
    elif str(what) != "nothing":
        hint = 'name it, such as: 2 THINGS, "A name", nothing'
        scene.wrong("missing-thing", item.at, "it is not said what is there", hint)


def by_sort(scene: Scene, item: tree.Item, n: int) -> Iterator[Content]:
    """Fungible things of a kind, or any pieces of a sort."""
    words, at = scene.model.words, scene.report.span(item.at)
    *kinds, last = [word.text for word in item.what.words]
    sort = scene.singular.get(last, last)
    if sort in words.stocks and len(kinds) < 2:
        [kind] = kinds or [one.name for one in words.stock_kinds.values() if one.of == sort][:1]
        known = [one.name for one in words.stock_kinds.values() if one.of == sort]
        if not kinds and len(known) > 1:
            scene.wrong(
                "missing-thing", item.at, f"it is not said which {last} are meant", f"known: {', '.join(known)}"
            )
        elif kind not in known:
            scene.report.unknown("kind", kind, item.what.words[0].at, known)
        else:
            yield Content(n, kind=kind, at=at)
    elif not kinds and last in words.stock_kinds:
        yield Content(n, kind=last, at=at)
    elif not kinds and (sort in words.components or sort in words.kinds):
        yield Content(n, sort=sort, at=at)
    else:
        known_sorts = {*words.stocks, *words.stock_kinds, *words.components, *words.kinds}
        scene.report.unknown("kind", " ".join([*kinds, last]), item.what.at, known_sorts)


# -- when ----------------------------------------------------------------------------------------------------------


def when(scene: Scene, line: tree.Line) -> Any:
    """A line under ``when``."""
    if line.mark or line.on:
        unknown_line(scene, line, WHEN)
        return None
    at, first = scene.report.span(line.at), line.words[0].text
    if line.seat and first in ("chooses", "uses", "declines"):
        return answered(scene, line, first)
    if first == "table" and len(line.words) > 1 and line.words[1].text in ("rolls", "draws"):
        return came(scene, line, line.words[1].text, 2)
    if line.seat and first in ("rolls", "draws"):
        return came(scene, line, first, 1)
    seat = scene.seat(line.seat, line.at)
    links = [link for item in line.items for link in item.links]
    if first in EDGES and len(line.words) == 1 and len(line.items) == 1 and [one.word.text for one in links] == ["of"]:
        return window(scene, line, first, links[0].to, seat)
    words = [word.text for word in line.words]
    if words in (["phase"], ["step"]) and len(line.items) == 1 and (name := line.items[0].what.name) and not links:
        return begun(scene, line, [*words, name.text], seat, at)  # a name with digits: phase "develop2"
    if line.items or any(VERBS[verb] != WHEN for verb in VERBS if starts(line, verb)):
        unknown_line(scene, line, WHEN)
        return None
    return begun(scene, line, words, seat, at)


def window(scene: Scene, line: tree.Line, edge: str, of: tree.Reference, seat: int | None) -> Begin | None:
    """``start of ship``, ``end of round``, ``seat 1 end of turn``."""
    schedule = scene.model.words.schedule
    stages = [one for one in schedule.stages.values() if one.windows]
    stretch = schedule.stretch
    known = {name for one in stages for name in (one.name, one.phase)} | ({stretch.name} if stretch else set())
    name = of.name.text if of.name else str(of)
    if name not in known:
        scene.report.unknown("phase", name, of.at, known)
        return None
    return Begin(scene.report.span(line.at), edge, name, acting(scene, line, name, seat))  # type: ignore[arg-type]


def acting(scene: Scene, line: tree.Line, name: str, seat: int | None) -> int | None:
    """The seat whose turn it is, in a game of turns; a seat is said if and only if it has one."""
    stretch = scene.model.words.schedule.stretch
    by_seat = bool(stretch and stretch.by_seat)
    if by_seat and seat is None:
        scene.wrong("missing-thing", line.at, "it is not said whose turn it is", f"write: seat 1 {name}")
    elif not by_seat and seat is not None:
        scene.wrong("surplus-clause", line.at, f"{name!r} is for all seats", "leave the seat out")
    return seat


def begun(scene: Scene, line: tree.Line, words: list[str], seat: int | None, at: Any) -> Begin | None:
    """``phase ship``, ``step assign``, ``round``, ``seat 1 turn``, ``setup``, ``seat 1 manage``."""
    schedule = scene.model.words.schedule
    first, *rest = words
    if first in ("phase", "step") and len(rest) == 1:
        if rest[0] not in schedule.stages:
            scene.report.unknown("phase", rest[0], (line.words[0].at[1] + 1, line.at[1]), schedule.stages)
            return None
        return Begin(at, "stage", rest[0], acting(scene, line, " ".join(words), seat))
    if words == [SETUP]:
        return Begin(at, "setup", SETUP)
    if schedule.stretch and words == [schedule.stretch.name]:
        return Begin(at, "stretch", first, acting(scene, line, first, seat))
    tasks = [one for one in every((*schedule.setup, *schedule.course, *schedule.every_phase)) if isinstance(one, Task)]
    if found := [one for one in tasks if (one.name, *one.words) == (first, *rest)]:
        by_seat = bool(schedule.stretch and schedule.stretch.by_seat)
        if (found[0].who != "table" or (by_seat and found[0] not in schedule.setup)) and seat is None:
            scene.wrong(
                "missing-thing", line.at, "it is not said which seat does it", f"write: seat 1 {' '.join(words)}"
            )
        return Begin(at, "task", first, seat, tuple(rest))
    names = {" ".join((one.name, *one.words)) for one in tasks}
    stretch = {schedule.stretch.name} if schedule.stretch else set()
    known = names | stretch | {f"phase {name}" for name in schedule.stages} | {SETUP}
    hint = did_you_mean(" ".join(words), known) or f"'rftg show {scene.game.name} --schedule' lists them"
    scene.wrong("unknown-step", line.at, f"unknown step {' '.join(words)!r}", hint)
    return None


def came(scene: Scene, line: tree.Line, verb: str, taken: int) -> Chance:
    """``seat 1 rolls home explore, 2 military settle``, ``table draws "Spice World"``."""
    seat, at = scene.seat(line.seat, line.at), scene.report.span(line.at)
    dice: list[Thrown] = []
    drawn: list[str | int] = []
    for item in items_after(line, taken):
        if item.links or item.what.seat or item.what.nth:
            scene.wrong("wrong-value", item.at, "a result has no place", f"write: seat 1 {verb} ...")
        elif verb == "draws":
            if item.what.name and item.amount is None:
                drawn.append(scene.name(item.what.name))
            elif item.amount is not None and not item.what.words and not item.what.name:
                drawn.append(item.amount)
            else:
                scene.wrong("wrong-value", item.at, "a draw gives pieces", 'write: draws "A name", "Another name"')
        else:
            dice += rolled(scene, item)
    if not items_after(line, taken):
        scene.wrong("missing-thing", line.at, "it is not said what comes up", f"write it after {verb!r}")
    return Chance(at, seat, tuple(dice), tuple(drawn))


def rolled(scene: Scene, item: tree.Item) -> Iterator[Thrown]:
    """``2 military settle``: a kind of die, if there are several, and the face that it shows."""
    words = [word.text for word in item.what.words]
    kinds = {one.name: one for one in scene.model.words.stock_kinds.values() if one.faces}
    if not words and item.amount is not None and not item.what.name:
        yield Thrown(number=item.amount)
        return
    kind = words.pop(0) if len(words) > 1 else next(iter(kinds), "")
    if len(words) != 1 or item.what.name:
        scene.wrong("wrong-value", item.at, "a result is a face", "write: rolls 2 KIND FACE, KIND FACE")
    elif kind not in kinds:
        scene.report.unknown("kind", kind, item.at, kinds)
    elif words[0] not in kinds[kind].faces:
        scene.report.unknown("face", words[0], item.what.words[-1].at, kinds[kind].faces)
    elif not 0 < (n := 1 if item.amount is None else item.amount) <= SUPPLY.most:
        scene.wrong("out-of-range", item.at, f"{n} is out of range", f"write a number from 1 to {SUPPLY.most}")
    else:
        yield from [Thrown(kind, words[0])] * n


def answered(scene: Scene, line: tree.Line, verb: str) -> Answer:
    """``seat 1 chooses trade``."""
    picks = tuple([pick(scene, item) for item in items_after(line, 1)])
    if verb == "chooses" and not picks:
        scene.wrong("missing-thing", line.at, "it is not said what is chosen", "write it after 'chooses'")
    if verb == "uses" and [bool(one.parts[0].name) for one in picks] != [True]:
        scene.wrong("missing-thing", line.at, "a power is used by the name of its piece", 'write: uses "A name"')
    return Answer(scene.report.span(line.at), scene.seat(line.seat, line.at) or 0, verb, picks)  # type: ignore[arg-type]


def items_after(line: tree.Line, taken: int) -> list[tree.Item]:
    """The items of a line after its verb: the words that are left begin the first one."""
    rest, items = line.words[taken:], list(line.items)
    if rest:
        begun = tree.Reference(rest, at=(rest[0].at[0], rest[-1].at[1]))
        headless = bool(items) and items[0].amount is None and items[0].what == tree.Reference()
        links = items.pop(0).links if headless else ()
        end = links[-1].at[1] if links else begun.at[1]
        items.insert(0, tree.Item(begun, links=links, at=(begun.at[0], end)))
    return items


def pick(scene: Scene, item: tree.Item) -> Pick:
    """One item of an answer: the preposition ``to`` or ``with`` joins its parts."""
    groups: list[tuple[tree.Reference, list[tree.Link]]] = [(item.what, [])]
    for link in item.links:
        if link.word.text in JOINS:
            groups.append((link.to, []))
        else:
            groups[-1][1].append(link)
    text = scene.report.source.text[item.at[0] : item.at[1]]
    parts = tuple([meant(scene, head, links) for head, links in groups])
    sort = scene.singular.get(parts[0].word, parts[0].word)
    of_sort = item.amount is not None and len(parts) == 1 and not parts[0].where
    known = scene.model.words.components.keys() | scene.model.words.kinds.keys()
    return Pick(parts, " ".join(text.split()), item.amount, sort if of_sort and sort in known else "")


def meant(scene: Scene, head: tree.Reference, links: Sequence[tree.Link]) -> Meant:
    """What one part of an answer means."""
    where = tuple([(link.word.text, meant(scene, link.to, ())) for link in links])
    words = [word.text for word in head.words]
    if len(words) > 1 and scene.singular.get(words[-1], words[-1]) in scene.model.words.stocks:
        words.pop()  # ``home dice``
    if head.name and head.name.text not in scene.names and not head.name.text[:1].isupper():
        return Meant(head.name.text, where=where)  # an option that is no plain word: "2 genes and 1 home"
    name = scene.name(head.name) if head.name else ""
    if len(words) == 1 and scene.singular.get(words[0], "") in scene.model.words.stocks:
        words = [scene.singular[words[0]]]  # ``2 dice``
    return Meant(" ".join(words), name, head.nth, head.number, scene.seat(head.seat, head.at), where)


# -- then ----------------------------------------------------------------------------------------------------------


def then(scene: Scene, line: tree.Line) -> Any:
    """A line under ``then``."""
    if line.mark:
        return holding(scene, line)
    at = scene.report.span(line.at)
    if line.on:
        unknown_line(scene, line, THEN)
        return None
    if line.seat:
        return said_of_seat(scene, line)
    if str(line) == "nothing changes" and not line.items:
        return Unchanged(at)
    if starts(line, "ended"):
        return ended(scene, line)
    unknown_line(scene, line, THEN)
    return None


def ended(scene: Scene, line: tree.Line) -> Ended:
    """``ended squares``."""
    reasons = [str(item.what) for item in items_after(line, 1)]
    known = scene.model.words.endings
    for item, reason in zip(items_after(line, 1), reasons, strict=True):
        if reason not in known:
            scene.report.unknown("ending", reason, item.at, known)
    if not reasons:
        scene.wrong("missing-thing", line.at, "it is not said why the game has ended", f"known: {', '.join(known)}")
    return Ended(scene.report.span(line.at), tuple(reasons))


OFFERS = {
    "can only choose": ("only", False),
    "can choose": ("can", False),
    "cannot choose": ("cannot", False),
    "can use": ("can", True),
    "cannot use": ("cannot", True),
}
"""What is offered to a seat, by how the line begins; whether only powers are meant."""


def said_of_seat(scene: Scene, line: tree.Line) -> Any:
    """``seat 1 can choose trade``, ``seat 1 is asked mode``."""
    at, seat = scene.report.span(line.at), scene.seat(line.seat, line.at) or 0
    if starts(line, "is asked"):
        name = " ".join(str(item.what) for item in items_after(line, 2))
        if not name or len(items_after(line, 2)) > 1:
            hint = "write the name of the decision after 'is asked'"
            scene.wrong("missing-thing", line.at, "it is not said what the seat is asked", hint)
        return Asked(at, seat, name)
    for verb, (how, uses) in OFFERS.items():
        if starts(line, verb):
            picks = tuple([pick(scene, item) for item in items_after(line, len(verb.split()))])
            if not picks or (uses and not all(one.parts[0].name for one in picks)):
                what = "which power, by the name of its piece" if uses else "what is offered"
                scene.wrong("missing-thing", line.at, f"it is not said {what}", f"write it after {verb!r}")
            return Offered(at, seat, how, uses, picks)  # type: ignore[arg-type]
    unknown_line(scene, line, THEN)
    return None


READERS = {GIVEN: given, WHEN: when, THEN: then}
"""What reads a line, by its part."""
