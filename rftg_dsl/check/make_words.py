"""Create the words of a game. There is one function for each kind of declaration, such as ``phase`` or ``counter``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.base.limits import COPIES, PLAYERS, SUPPLY
from rftg_dsl.check.origin import Origin, report_conflict
from rftg_dsl.check.reporter import Header, Report, bounds_in, number_in, report_surplus_fields, words_in
from rftg_dsl.check.vocabulary import (
    UNBOUNDED,
    Component,
    CounterWord,
    Kind,
    Noun,
    Phase,
    PlaceWord,
    Property,
    Stock,
    StockKind,
    Value,
    Vocabulary,
)
from rftg_dsl.syntax.keywords import KEYWORDS
from rftg_dsl.syntax.tree import At, Atom, Declaration

Change = Callable[[Any, Any], Any]
"""A function that combines the declared value of a word with a redeclared one."""


def enter(
    words: Vocabulary,
    table: str,
    name: Atom,
    value: Any,
    report: Report,
    origin: Origin,
    change: Change | None = None,
    spoken: bool = True,
    adds: bool = False,
) -> None:
    """Add a word to a table of the vocabulary, or change a word that is already declared.

    A word is changed only if there is a ``change`` function and this part of the game may change the word. Any number
    of sets can make a change that only ``adds`` to the word; any other change can be made by at most one set.
    """
    entries: dict[str, Any] = getattr(words, table)
    if spoken and name.text in KEYWORDS:
        report.add_error("keyword", name.at, f"{name.text!r} is a reserved word", "choose another word")
        return
    if name.text not in entries:
        entries[name.text] = value
        words.origins[table, name.text] = origin
        return
    declarer = words.origins[table, name.text]
    # Additions never conflict. For instance, two ranges are merged.
    other = declarer if adds else words.changers.get((table, name.text), declarer)
    if change is None and origin != declarer:
        message = f"{name.text!r} is already declared by {declarer.name!r}"
        report.add_error("duplicate-word", name.at, message, "choose another word")
    elif change is None or not origin.may_change(other):
        report_conflict(report, name.at, origin, other, name.text)
    else:
        entries[name.text] = change(entries[name.text], value)
        if not adds:
            words.changers[table, name.text] = origin


LARGEST = 999


def merge_ranges(bounds: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(bounds[0], other[0]), max(bounds[1], other[1])


def merge_words(words: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *other)))


def make_game(header: Header, declaration: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare the game. In a set, a declaration such as ``game roll players 2 to 6`` extends the number of players."""
    name = header.require("the word for the game", "word")
    title = header.take("string") if words.game else header.require("the name of the game", "string")
    schema = {"players": "range", "edition": "word"}
    fields, bare = header.read_fields(schema, required=("players",))
    report_surplus_fields(header.report, bare, schema)
    players = bounds_in(fields.get("players", ()), (1, 1))
    if not 1 <= players[0] <= players[1] <= PLAYERS.most:
        at = header.span_of(fields["players"])
        message = f"{players[0]} to {players[1]} players is out of range"
        header.report.add_error("out-of-range", at, message, f"use numbers from 1 to {PLAYERS.most}")
        players = (1, 1)
    if words.game:
        first = words.origins["game", words.game]
        if name and (name.text != words.game or title or "edition" in fields):
            message = f"the game is already declared as {words.game}"
            hint = f"leave it out, or write: game {words.game} players ..."
            header.report.add_error("duplicate-word", declaration.kind.at, message, hint)
        elif origin.may_change(first):
            words.players = merge_ranges(words.players, players)
        else:
            report_conflict(header.report, declaration.kind.at, origin, first, words.game)
    elif name and title:
        words.game, words.title, words.players = name.text, title.text, players
        words.origins["game", words.game] = origin
        words.edition = (words_in(fields.get("edition", ())) or ("",))[0]


def make_phase(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    name, title = header.require("the word for the phase", "word"), header.take("string")
    report_surplus_fields(header.report, header.read_fields({})[1], ())
    if name:
        enter(words, "phases", name, Phase(name.text, title.text if title else name.text), header.report, origin)


def make_property(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a property.

    ``needs`` lists other properties that must also be present. If a property is ``unique``, no two components have the
    same value; if it is ``several``, a side can have several values. A set can widen the range and allow several
    values.
    """
    name = header.require("the word for the property", "word")
    schema = {
        "plural": "word",
        "from": "range",
        "has": "words",
        "needs": "words",
        "unique": "flag",
        "several": "flag",
    }
    fields, bare = header.read_fields(schema)
    report_surplus_fields(header.report, bare, schema)
    if name:
        low, high = bounds_in(fields.get("from", ()), (0, 0))
        plural = words_in(fields.get("plural", ())) or (name.text + "s",)
        value = Property(
            name.text,
            plural[0],
            "from" in fields,
            low,
            high,
            words_in(fields.get("has", ())),
            words_in(fields.get("needs", ())),
            "unique" in fields,
            "several" in fields,
        )
        enter(words, "properties", name, value, header.report, origin, change_property, adds=True)


def change_property(old: Property, new: Property) -> Property:
    low, high = merge_ranges((old.low, old.high), (new.low, new.high)) if new.numeric else (old.low, old.high)
    return evolve(old, low=low, high=high, has=merge_words(old.has, new.has), several=old.several or new.several)


def make_kind(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a kind of side. A set can add optional properties, as in ``kind world maybe damage``."""
    name = header.require("the word for the kind", "word")
    known = name is not None and name.text in words.kinds
    schema = {"plural": "word", "has": "words", "maybe": "words", "either": "words"}
    fields, bare = header.read_fields(schema, required=() if known else ("plural",))
    report_surplus_fields(header.report, bare, schema)
    if known and fields.get("has", fields.get("either")):
        # The game's own components do not have the property, so a set cannot make it mandatory.
        message = "earlier components lack this property"
        header.report.add_error("surplus-field", header.at, message, "write 'maybe' instead")
    if name and (known or fields.get("plural")):
        value = Kind(
            name.text,
            (words_in(fields.get("plural", ())) or (name.text,))[0],
            words_in(fields.get("has", ())),
            words_in(fields.get("maybe", ())) + words_in(fields.get("either", ())),
            words_in(fields.get("either", ())),
        )
        enter(
            words,
            "kinds",
            name,
            value,
            header.report,
            origin,
            lambda old, new: evolve(old, optional=merge_words(old.optional, new.optional)),
            adds=True,
        )


def copies_in(report: Report, atoms: Sequence[Atom], at: At) -> int:
    copies = number_in(atoms, 1)
    if not 1 <= copies <= COPIES.most:
        report.add_error(
            "out-of-range", at, f"{copies} copies is out of range", f"use a number from 1 to {COPIES.most}"
        )
        return 1
    return copies


def make_component(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a kind of component, or extend a declared one with more kinds of sides.

    With ``of seat``, each seat has its own copies of the components. With ``of table``, which is the default, no one
    owns the components at the start.
    """
    name = header.require("the word for the component", "word")
    known = name is not None and name.text in words.components
    schema = {
        "plural": "word",
        "sides": "words",
        "any": "flag",
        "both": "flag",
        "either": "flag",
        "has": "words",
        "of": "word",
        "copies": "number",
    }
    fields, bare = header.read_fields(schema, required=("sides",) if known else ("plural", "sides"))
    report_surplus_fields(header.report, bare, schema)
    for atom in fields.get("sides", ()):
        if atom.text not in words.kinds:
            header.report.add_unknown("kind", atom.text, atom.at, words.kinds)
    if name and (known or fields.get("plural")):
        value = Component(
            name.text,
            (words_in(fields.get("plural", ())) or (name.text,))[0],
            words_in(fields.get("sides", ())),
            "both" in fields,
            words_in(fields.get("has", ())),
            copies_in(header.report, fields["copies"], name.at) if "copies" in fields else 0,
            "any" in fields,
            "either" in fields,
            read_choice(header.report, fields.get("of", []), ("table", "seat")) == "seat",
        )
        enter(
            words,
            "components",
            name,
            value,
            header.report,
            origin,
            lambda old, new: evolve(old, sides=merge_words(old.sides, new.sides)),
            adds=True,
        )


def make_stock(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    name = header.require("the word for the stock", "word")
    schema = {"plural": "word", "sides": "number", "has": "words"}
    fields, bare = header.read_fields(schema, required=("plural",))
    report_surplus_fields(header.report, bare, schema)
    if name and fields.get("plural"):
        value = Stock(
            name.text, fields["plural"][0].text, number_in(fields.get("sides", ())), words_in(fields.get("has", ()))
        )
        enter(words, "stocks", name, value, header.report, origin)


def make_place(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a place. With ``seen top``, everyone sees the top piece. In a ``pile``, the latest piece is on top."""
    name, title = header.require("the word for the place", "word"), header.take("string")
    schema = {"of": "word", "seen": "word", "active": "flag", "pile": "flag"}
    fields, bare = header.read_fields(schema, required=("of",))
    report_surplus_fields(header.report, bare, schema)
    owner = read_choice(header.report, fields.get("of", []), ("seat", "table", "piece"))
    seen = read_choice(header.report, fields.get("seen", []), ("all", "owner", "top", "none"))
    if name:
        shown = title.text if title else name.text
        value = PlaceWord(name.text, shown, owner, seen, "active" in fields, "pile" in fields)  # type: ignore[arg-type]
        enter(words, "places", name, value, header.report, origin)


def make_counter(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a counter.

    Powers cannot refer to a counter that is ``inner``, and cannot change one that is ``read``. With ``per turn``, the
    counter is reset at the end of each turn.
    """
    name = header.require("the word for the counter", "word")
    known = name is not None and name.text in words.counters
    schema = {
        "plural": "word",
        "sign": "string",
        "of": "word",
        "start": "number",
        "from": "range",
        "takes": "word",
        "seen": "word",
        "inner": "flag",
        "read": "flag",
        "per": "word",
    }
    fields, bare = header.read_fields(schema, required=() if known else ("of",))
    report_surplus_fields(header.report, bare, schema)
    owner = read_choice(header.report, fields.get("of", []), ("seat", "table"))
    seen = read_choice(header.report, fields.get("seen", []), ("all", "owner", "none"))
    if name:
        low, high = bounds_in(fields.get("from", ()), (-UNBOUNDED, UNBOUNDED))
        value = CounterWord(
            name.text,
            (words_in(fields.get("plural", ())) or (name.text,))[0],
            owner,  # type: ignore[arg-type]
            number_in(fields.get("start", ())),
            low,
            high,
            (words_in(fields.get("sign", ())) or ("",))[0],
            (words_in(fields.get("takes", ())) or ("",))[0],
            seen,  # type: ignore[arg-type]
            "inner" in fields,
            "read" in fields,
            origin.name != "game",
            (words_in(fields.get("per", ())) or ("",))[0],
        )

        def change_counter(old: CounterWord, new: CounterWord) -> CounterWord:
            low, high = (
                merge_ranges((old.low, old.high), (new.low, new.high)) if "from" in fields else (old.low, old.high)
            )
            # A set changes only the fields in its declaration.
            return evolve(old, low=low, high=high, start=new.start if "start" in fields else old.start)

        # Two sets can both widen the range, but only one of them can change the start.
        enter(words, "counters", name, value, header.report, origin, change_counter, adds="start" not in fields)
        check_start(header, words.counters.get(name.text), fields)


def check_start(header: Header, counter: CounterWord | None, fields: dict[str, list[Atom]]) -> None:
    """Check that a counter starts within its range, even after sets have changed the start or the range."""
    said = fields.get("start") or fields.get("from")
    if counter and said and not counter.low <= counter.start <= counter.high:
        message = f"{counter.name} starts at {counter.start}, which is out of range"
        hint = f"use 'start' with a number from {counter.low} to {counter.high}"
        header.report.add_error("out-of-range", header.span_of(said), message, hint)


def read_choice(report: Report, atoms: list[Atom], choices: tuple[str, ...]) -> str:
    """Return the word in a field that allows only these choices; the first choice if the word is missing or invalid."""
    if not atoms:
        return choices[0]
    if atoms[0].text not in choices:
        report.add_unknown("choice", atoms[0].text, atoms[0].at, choices)
        return choices[0]
    return atoms[0].text


def make_noun(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a noun. A set can add places, as in ``noun worker in orbit``."""
    name = header.require("the word for the noun", "word")
    schema = {"plural": "word", "means": "word", "in": "words", "holding": "words"}
    if name is not None and (old := words.nouns.get(name.text)) and not {"plural", "means"} & set(header.list_words()):
        fields, bare = header.read_fields({"in": "words"}, required=("in",))
        report_surplus_fields(header.report, bare, ("in",))
        places = words_in([atom for atom in fields.get("in", ()) if is_place(header.report, atom, words)])
        value = evolve(old, places=merge_words(old.places, places))
        enter(words, "nouns", name, value, header.report, origin, lambda _, new: new, adds=True)
        return
    fields, bare = header.read_fields(schema, required=("plural", "means"))
    report_surplus_fields(header.report, bare, schema)
    if not name or not fields.get("plural") or not fields.get("means"):
        return
    means = fields["means"][0]
    singular = words.singulars_by_plural().get(means.text, means.text)
    if not any(singular in table for table in (words.stocks, words.kinds, words.components)):
        header.report.add_unknown("kind", means.text, means.at, {*words.stocks, *words.kinds, *words.components})
    for atom in (*fields.get("in", ()), *fields.get("holding", ())):
        is_place(header.report, atom, words)
    holding = words_in(fields.get("holding", ()))
    value = Noun(name.text, fields["plural"][0].text, singular, words_in(fields.get("in", ())), holding)
    enter(words, "nouns", name, value, header.report, origin)


def is_place(report: Report, atom: Atom, words: Vocabulary) -> bool:
    if atom.text not in words.places:
        report.add_unknown("place", atom.text, atom.at, words.places)
    return atom.text in words.places


def make_number(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a constant. Only the first declaration of a constant can include a range."""
    name = header.require("the word for the number", "word")
    value = header.require("the value of the number", "number")
    fields, bare = header.read_fields({"from": "range"})
    report_surplus_fields(header.report, bare, ("from",))
    if not name or not value:
        return
    if name.text in words.numbers and fields.get("from"):
        at = fields["from"][0].at
        header.report.add_error("surplus-clause", at, f"the range of {name.text!r} cannot be changed", "leave it out")
    # The first declaration determines the range; editions and sets only choose a value within it.
    low, high = words.ranges.setdefault(name.text, bounds_in(fields.get("from", ()), (0, LARGEST)))
    if not low <= value.number <= high:
        message = f"{name.text} {value.number} is out of range"
        header.report.add_error("out-of-range", value.at, message, f"use a number from {low} to {high}")
    # An edition cannot add constants, so a new name must be a typo.
    if origin.difference and name.text not in words.numbers:
        header.report.add_unknown("number", name.text, name.at, words.numbers)
        return
    enter(words, "numbers", name, value.number, header.report, origin, lambda _, new: new)


def make_mark(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    name = header.require("the word for the mark", "word")
    report_surplus_fields(header.report, header.read_fields({})[1], ())
    if name:
        # Marks are numbered from 1, because 0 means that a piece has no mark.
        enter(words, "marks", name, len(words.marks) + 1, header.report, origin)


def make_option(header: Header, _: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare an option. With ``players 2``, values other than the default require exactly 2 players."""
    name = header.require("the word for the option", "word")
    schema = {"players": "number"}
    fields, bare = header.read_fields(schema)
    report_surplus_fields(header.report, [atom for atom in bare if atom.kind != "word"], schema)
    if name:
        values = words_in([atom for atom in bare if atom.kind == "word"])
        # An option is used only at setup, never in a sentence, so its name can be a keyword.
        enter(words, "options", name, values, header.report, origin, merge_words, spoken=False, adds=True)
        if fields.get("players"):
            words.option_players[name.text] = number_in(fields["players"])


def make_value(header: Header, declaration: Declaration, words: Vocabulary, origin: Origin) -> None:
    owner = words.properties[declaration.kind.text]
    name, title = header.require("the word for the value", "word"), header.take("string")
    schema = {"means": "words"} | dict.fromkeys(owner.has, "number")
    fields, bare = header.read_fields(schema)
    report_surplus_fields(header.report, bare, schema)
    for atom in fields.get("means", ()):
        if atom.text not in words.phases and getattr(words.values.get(atom.text), "of", "") != owner.name:
            header.report.add_unknown(owner.name, atom.text, atom.at, {*words.phases, *owner.has})
    if owner.numeric:
        hint = f"leave it out, or declare {owner.name!r} without 'from'"
        message = f"{owner.name!r} is a number and has no named values"
        header.report.add_error("wrong-value", declaration.kind.at, message, hint)
    if name:
        properties = {field: number_in(atoms) for field, atoms in fields.items() if field != "means"}
        means = words_in(fields.get("means", ()))
        value = Value(name.text, title.text if title else name.text, owner.name, properties, means)
        enter(words, "values", name, value, header.report, origin, change_value)


def change_value(old: Value, new: Value) -> Value:
    if old.of != new.of:
        return old
    return evolve(old, properties={**old.properties, **new.properties}, means=new.means or old.means)


def make_stock_kind(header: Header, declaration: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare a kind of stock. A set can change its supply and add properties, as in ``die military supply 24``."""
    stock = words.stocks[declaration.kind.text]
    name, title = header.require("the word for the kind", "word"), header.take("string")
    schema = {"supply": "number", "faces": "words"} | dict.fromkeys(stock.has, "words")
    known = name is not None and name.text in words.stock_kinds
    required = ("supply", *(("faces",) if stock.faces and not known else ()))
    fields, bare = header.read_fields(schema, required=required)
    report_surplus_fields(header.report, bare, schema)
    faces = words_in(fields.get("faces", ()))
    for atom in fields.get("faces", ()):
        if atom.text not in words.phases and atom.text not in words.values:
            header.report.add_unknown("face", atom.text, atom.at, {*words.phases, *words.values})
    if fields.get("faces") and len(faces) != stock.faces:
        at = (fields["faces"][0].at[0], fields["faces"][-1].at[1])
        message = f"{with_article(stock.name)} has {stock.faces} faces, not {len(faces)}"
        header.report.add_error("wrong-faces", at, message, f"list {stock.faces} faces")
    if name:
        check_supply_range(header, fields.get("supply", []))
        properties = {field: words_in(fields[field]) for field in stock.has if field in fields}
        for field in stock.has:
            for atom in fields.get(field, ()):
                if atom.text not in words.values:
                    header.report.add_unknown("value", atom.text, atom.at, words.values)
        span = header.report.to_span(name.at)
        value = StockKind(
            name.text,
            title.text if title else name.text,
            stock.name,
            number_in(fields.get("supply", ())),
            faces,
            properties,
            span,
        )
        enter(words, "stock_kinds", name, value, header.report, origin, change_stock_kind)


def check_supply_range(header: Header, atoms: list[Atom]) -> None:
    if not 0 <= number_in(atoms) <= SUPPLY.most:
        message = f"a supply of {number_in(atoms)} is out of range"
        header.report.add_error("out-of-range", header.span_of(atoms), message, f"use a number from 0 to {SUPPLY.most}")
        atoms.clear()


def change_stock_kind(old: StockKind, new: StockKind) -> StockKind:
    names = {**old.properties, **new.properties}
    properties = {name: merge_words(old.properties.get(name, ()), new.properties.get(name, ())) for name in names}
    return evolve(old, supply=new.supply, faces=new.faces or old.faces, properties=properties)


CONSTANT = "number"

MAKERS = {
    "game": make_game,
    "phase": make_phase,
    "property": make_property,
    "kind": make_kind,
    "component": make_component,
    "stock": make_stock,
    "place": make_place,
    "counter": make_counter,
    "noun": make_noun,
    CONSTANT: make_number,
    "mark": make_mark,
    "option": make_option,
}
"""The declarations that all games have in common, in the order in which they are processed."""
