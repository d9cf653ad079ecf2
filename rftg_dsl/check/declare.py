"""Build the vocabulary of a game from the declarations of words in it and in its sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rftg_dsl.check.report import Header, Report, bounds, number, surplus_fields, texts
from rftg_dsl.diagnostic import with_article
from rftg_dsl.lexicon import KEYWORDS
from rftg_dsl.syntax.tree import At, Atom, Declaration
from rftg_dsl.vocabulary import (
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

UNBOUNDED = 2**31
"""The bound of a counter that declares none."""


def declare(
    declarations: Iterable[tuple[Report, Declaration, bool]], words: Vocabulary
) -> list[tuple[Report, Declaration, bool]]:
    """Add the declared words to the vocabulary, and return the other declarations: those of components.

    The flag of a declaration is true in an edition, where it may replace an earlier one.
    """
    remaining = list(declarations)
    for kind, maker in MAKERS.items():
        remaining = make_each(remaining, words, kind.__eq__, maker)
    remaining = make_each(remaining, words, lambda name: name in words.properties, make_value)
    remaining = make_each(remaining, words, lambda name: name in words.stocks, make_stock_kind)
    return remaining


def make_each(
    declarations: list[tuple[Report, Declaration, bool]],
    words: Vocabulary,
    wanted: Callable[[str], bool],
    make: Callable[[Header, Declaration, Vocabulary, bool], None],
) -> list[tuple[Report, Declaration, bool]]:
    """Call ``make`` on the wanted declarations, and return the others."""
    others = []
    for report, declaration, replaces in declarations:
        if wanted(declaration.kind.text):
            make(Header(report, declaration.atoms, declaration.kind.at), declaration, words, replaces)
            for member in declaration.members:
                report.wrong("surplus-block", member.at, f"{declaration.kind.text!r} takes no block of powers")
        else:
            others.append((report, declaration, replaces))
    return others


def enter(
    table: dict[str, Any], name: Atom, value: Any, report: Report, replaces: bool = False, spoken: bool = True
) -> None:
    """Add a word to a table, unless it is already there, or is reserved although powers can name it."""
    if spoken and name.text in KEYWORDS:
        report.wrong("keyword", name.at, f"{name.text!r} is a reserved word", "choose another word")
    elif name.text in table and not replaces:
        report.wrong("duplicate-word", name.at, f"{name.text!r} is declared twice", "remove one of them")
    else:
        table[name.text] = value


def make_game(header: Header, declaration: Declaration, words: Vocabulary, _: bool) -> None:
    """``game roll "Roll for the Galaxy" players 2 to 5``; ``edition``: the default one."""
    name, title = header.need("the word for the game", "word"), header.need("the name of the game", "string")
    schema = {"players": "range", "edition": "word"}
    fields, bare = header.fields(schema, required=("players",))
    surplus_fields(header.report, bare, schema)
    if words.game:
        message = f"the game is already declared: {words.game}"
        header.report.wrong("duplicate-word", declaration.kind.at, message, "leave it out: a set only adds to a game")
    elif name and title:
        words.game, words.title = name.text, title.text
        words.players = bounds(fields.get("players", ()), (1, 1))
        words.edition = (texts(fields.get("edition", ())) or ("",))[0]


def make_phase(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``phase explore "Explore"``."""
    name, title = header.need("the word for the phase", "word"), header.take("string")
    surplus_fields(header.report, header.fields({})[1], ())
    if name:
        enter(words.phases, name, Phase(name.text, title.text if title else name.text), header.report)


def make_property(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``property cost from 0 to 6``, or ``property colour plural colours has trade``.

    ``needs``: this property requires those; ``unique``: no two components share a value.
    """
    name = header.need("the word for the property", "word")
    schema = {"plural": "word", "from": "range", "has": "words", "needs": "words", "unique": "flag"}
    fields, bare = header.fields(schema)
    surplus_fields(header.report, bare, schema)
    if name:
        low, high = bounds(fields.get("from", ()), (0, 0))
        plural = texts(fields.get("plural", ())) or (name.text + "s",)
        value = Property(
            name.text,
            plural[0],
            "from" in fields,
            low,
            high,
            texts(fields.get("has", ())),
            texts(fields.get("needs", ())),
            "unique" in fields,
        )
        enter(words.properties, name, value, header.report)


def make_kind(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``kind world plural worlds has colour cost``; ``maybe``: optional ones; ``either``: exactly one of these."""
    name = header.need("the word for the kind", "word")
    schema = {"plural": "word", "has": "words", "maybe": "words", "either": "words"}
    fields, bare = header.fields(schema, required=("plural",))
    surplus_fields(header.report, bare, schema)
    if name and fields.get("plural"):
        value = Kind(
            name.text,
            fields["plural"][0].text,
            texts(fields.get("has", ())),
            texts(fields.get("maybe", ())) + texts(fields.get("either", ())),
            texts(fields.get("either", ())),
        )
        enter(words.kinds, name, value, header.report)


MOST_COPIES = 100
"""The most copies a component can have."""


def copies_in(report: Report, atoms: Sequence[Atom], at: At) -> int:
    """How many copies each design has; 1, and an error, if the number is out of range."""
    copies = number(atoms, 1)
    if not 1 <= copies <= MOST_COPIES:
        report.wrong("out-of-range", at, f"{copies} copies is out of range", f"write a number from 1 to {MOST_COPIES}")
        return 1
    return copies


def make_component(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``component tile plural tiles sides development world``; ``either``: a single side, of one of these kinds.

    ``of seat``: each seat has its own copies; ``of table``, the default: they belong to nobody at the start.
    """
    name = header.need("the word for the component", "word")
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
    fields, bare = header.fields(schema, required=("plural", "sides"))
    surplus_fields(header.report, bare, schema)
    for atom in fields.get("sides", ()):
        if atom.text not in words.kinds:
            header.report.unknown("kind", atom.text, atom.at, words.kinds)
    if name and fields.get("plural"):
        value = Component(
            name.text,
            fields["plural"][0].text,
            texts(fields.get("sides", ())),
            "both" in fields,
            texts(fields.get("has", ())),
            copies_in(header.report, fields["copies"], name.at) if "copies" in fields else 0,
            "any" in fields,
            "either" in fields,
            choice(header.report, fields.get("of", []), ("table", "seat")) == "seat",
        )
        enter(words.components, name, value, header.report)


def make_stock(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``stock die plural dice sides 6 has matches``."""
    name = header.need("the word for the stock", "word")
    schema = {"plural": "word", "sides": "number", "has": "words"}
    fields, bare = header.fields(schema, required=("plural",))
    surplus_fields(header.report, bare, schema)
    if name and fields.get("plural"):
        value = Stock(
            name.text, fields["plural"][0].text, number(fields.get("sides", ())), texts(fields.get("has", ()))
        )
        enter(words.stocks, name, value, header.report)


def make_place(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``place cup "Cup" of seat``: ``of`` a seat, the table or a piece; ``active``: powers there count.

    ``seen`` by ``all``, its ``owner`` or ``none``; ``top``: all see the top one.
    """
    name, title = header.need("the word for the place", "word"), header.take("string")
    schema = {"of": "word", "seen": "word", "active": "flag"}
    fields, bare = header.fields(schema, required=("of",))
    surplus_fields(header.report, bare, schema)
    owner = choice(header.report, fields.get("of", []), ("seat", "table", "piece"))
    seen = choice(header.report, fields.get("seen", []), ("all", "owner", "top", "none"))
    if name:
        value = PlaceWord(name.text, title.text if title else name.text, owner, seen, "active" in fields)  # type: ignore[arg-type]
        enter(words.places, name, value, header.report)


def make_counter(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``counter credit plural credits sign "$" of seat start 1 from 0 to 10``.

    ``inner``: no power can name it; ``read``: no power can change it.
    """
    name = header.need("the word for the counter", "word")
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
    }
    fields, bare = header.fields(schema, required=("of",))
    surplus_fields(header.report, bare, schema)
    owner = choice(header.report, fields.get("of", []), ("seat", "table"))
    seen = choice(header.report, fields.get("seen", []), ("all", "owner", "none"))
    if name:
        low, high = bounds(fields.get("from", ()), (-UNBOUNDED, UNBOUNDED))
        value = CounterWord(
            name.text,
            (texts(fields.get("plural", ())) or (name.text,))[0],
            owner,  # type: ignore[arg-type]
            number(fields.get("start", ())),
            low,
            high,
            (texts(fields.get("sign", ())) or ("",))[0],
            (texts(fields.get("takes", ())) or ("",))[0],
            seen,  # type: ignore[arg-type]
            "inner" in fields,
            "read" in fields,
        )
        enter(words.counters, name, value, header.report)


def choice(report: Report, atoms: list[Atom], choices: tuple[str, ...]) -> str:
    """The word in a field that offers these choices; the first if the field is missing or wrong."""
    if not atoms:
        return choices[0]
    if atoms[0].text not in choices:
        report.unknown("choice", atoms[0].text, atoms[0].at, choices)
        return choices[0]
    return atoms[0].text


def make_noun(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``noun explorer plural explorers means dice in explore``, ``noun good means world holding goods``."""
    name = header.need("the word for the noun", "word")
    schema = {"plural": "word", "means": "word", "in": "words", "holding": "words"}
    fields, bare = header.fields(schema, required=("plural", "means"))
    surplus_fields(header.report, bare, schema)
    if not name or not fields.get("plural") or not fields.get("means"):
        return
    means = fields["means"][0]
    singular = words.plurals().get(means.text, means.text)
    if singular not in words.stocks and singular not in words.kinds:
        header.report.unknown("kind", means.text, means.at, {*words.stocks, *words.kinds})
    for atom in (*fields.get("in", ()), *fields.get("holding", ())):
        if atom.text not in words.places:
            header.report.unknown("place", atom.text, atom.at, words.places)
    holding = texts(fields.get("holding", ()))
    value = Noun(name.text, fields["plural"][0].text, singular, texts(fields.get("in", ())), holding)
    enter(words.nouns, name, value, header.report)


def make_number(header: Header, _: Declaration, words: Vocabulary, replaces: bool) -> None:
    """``number stock_gain 2``: a constant of the rules."""
    name = header.need("the word for the number", "word")
    value = header.need("the value of the number", "number")
    surplus_fields(header.report, header.fields({})[1], ())
    if not name or not value:
        return
    if replaces and name.text not in words.numbers:
        header.report.unknown("number", name.text, name.at, words.numbers)
        return
    enter(words.numbers, name, value.number, header.report, replaces)


def make_mark(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``mark produced``: an adjective for pieces that the steps of the game mark."""
    name = header.need("the word for the mark", "word")
    surplus_fields(header.report, header.fields({})[1], ())
    if name:
        enter(words.marks, name, len(words.marks) + 1, header.report)


def make_option(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``option variant standard advanced``: a choice at setup; the first value is the default.

    ``players 2``: the other values need exactly 2 players.
    """
    name = header.need("the word for the option", "word")
    schema = {"players": "number"}
    fields, bare = header.fields(schema)
    surplus_fields(header.report, [atom for atom in bare if atom.kind != "word"], schema)
    if name:
        values = texts([atom for atom in bare if atom.kind == "word"])
        enter(words.options, name, values, header.report, spoken=False)
        if fields.get("players"):
            words.option_players[name.text] = number(fields["players"])


def make_value(header: Header, declaration: Declaration, words: Vocabulary, _: bool) -> None:
    """``colour novelty "Novelty" trade 3``: a value of an enumerated property."""
    owner = words.properties[declaration.kind.text]
    name, title = header.need("the word for the value", "word"), header.take("string")
    schema = dict.fromkeys(owner.has, "number")
    fields, bare = header.fields(schema)
    surplus_fields(header.report, bare, schema)
    if owner.numeric:
        hint = f"leave it out, or declare {owner.name!r} without 'from'"
        message = f"{owner.name!r} is a number and has no named values"
        header.report.wrong("wrong-value", declaration.kind.at, message, hint)
    if name:
        properties = {field: number(atoms) for field, atoms in fields.items()}
        value = Value(name.text, title.text if title else name.text, owner.name, properties)
        enter(words.values, name, value, header.report)


def make_stock_kind(header: Header, declaration: Declaration, words: Vocabulary, _: bool) -> None:
    """``die military "Military" supply 22 faces explore develop develop settle settle wild``."""
    stock = words.stocks[declaration.kind.text]
    name, title = header.need("the word for the kind", "word"), header.take("string")
    schema = {"supply": "number", "faces": "words"} | dict.fromkeys(stock.has, "words")
    required = ("supply", *(("faces",) if stock.faces else ()))
    fields, bare = header.fields(schema, required=required)
    surplus_fields(header.report, bare, schema)
    faces = texts(fields.get("faces", ()))
    for atom in fields.get("faces", ()):
        if atom.text not in words.phases and atom.text not in words.values:
            header.report.unknown("face", atom.text, atom.at, {*words.phases, *words.values})
    if fields.get("faces") and len(faces) != stock.faces:
        at = (fields["faces"][0].at[0], fields["faces"][-1].at[1])
        message = f"{with_article(stock.name)} has {stock.faces} faces, not {len(faces)}"
        header.report.wrong("wrong-faces", at, message, f"list {stock.faces} faces")
    if name:
        properties = {one: texts(fields[one]) for one in stock.has if one in fields}
        for one in stock.has:
            for atom in fields.get(one, ()):
                if atom.text not in words.values:
                    header.report.unknown("value", atom.text, atom.at, words.values)
        span = header.report.span(name.at)
        value = StockKind(
            name.text,
            title.text if title else name.text,
            stock.name,
            number(fields.get("supply", ())),
            faces,
            properties,
            span,
        )
        enter(words.stock_kinds, name, value, header.report)


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
    "number": make_number,
    "mark": make_mark,
    "option": make_option,
}
"""Declarations that every game has, in the order in which they are read."""
