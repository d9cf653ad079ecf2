"""Declarations of words: from the trees of a game and its sets to its vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rftg_dsl.check.report import Header, Report, bounds, number, surplus_fields, texts
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

KEYWORDS = frozenset(
    "at of when if may is or and per to from in on with without against for as by all any up once called exactly more "
    "less rounded not a an the you score here own another other this its same one every different power powers "
    "triangle highest lowest most fewest share opponent opponents anyone phase until no many".split()
)
"""Words with a meaning in the grammar, which nothing may be called."""

UNBOUNDED = 2**31
"""Bound of a counter that declares none."""

Made = Any


def declare(
    declarations: Iterable[tuple[Report, Declaration, bool]], words: Vocabulary
) -> list[tuple[Report, Declaration, bool]]:
    """Add what the declarations declare to the vocabulary; returns those that declare components.

    The flag with a declaration says that it may replace an earlier one (it stands in an edition).
    """
    left = list(declarations)
    for kind, maker in MAKERS.items():
        left = each(left, words, kind.__eq__, maker)
    left = each(left, words, lambda name: name in words.properties, make_value)
    left = each(left, words, lambda name: name in words.stocks, make_stock_kind)
    return left


def each(
    declarations: list[tuple[Report, Declaration, bool]],
    words: Vocabulary,
    wanted: Callable[[str], bool],
    make: Callable[[Header, Declaration, Vocabulary, bool], None],
) -> list[tuple[Report, Declaration, bool]]:
    """Let ``make`` have the wanted declarations; returns the others."""
    left = []
    for report, declaration, replaces in declarations:
        if wanted(declaration.kind.text):
            make(Header(report, declaration.atoms, declaration.kind.at), declaration, words, replaces)
            for member in declaration.members:
                report.wrong("surplus-block", member.at, f"a {declaration.kind.text} has no block of powers")
        else:
            left.append((report, declaration, replaces))
    return left


def put(table: dict[str, Made], name: Atom, value: Made, report: Report, replaces: bool = False) -> None:
    """Enter a word, unless it is a keyword or there already."""
    if name.text in KEYWORDS:
        report.wrong("keyword", name.at, f"{name.text!r} is a word of the language itself", "choose another word")
    elif name.text in table and not replaces:
        report.wrong("duplicate-word", name.at, f"{name.text!r} is declared twice", "remove one of the two")
    else:
        table[name.text] = value


def make_game(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``game roll "Roll for the Galaxy" players 2 to 5``; ``edition`` is the one played where none is named."""
    name, title = header.need("the game's word", "word"), header.need("the game's name", "string")
    schema = {"players": "range", "edition": "word"}
    fields, bare = header.fields(schema, required=("players",))
    surplus_fields(header.report, bare, schema)
    if name and title:
        words.game, words.title = name.text, title.text
        words.players = bounds(fields.get("players", ()), (1, 1))
        words.edition = (texts(fields.get("edition", ())) or ("",))[0]


def make_phase(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``phase explore "Explore"``."""
    name, title = header.need("the phase's word", "word"), header.take("string")
    surplus_fields(header.report, header.fields({})[1], ())
    if name:
        put(words.phases, name, Phase(name.text, title.text if title else name.text), header.report)


def make_property(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``property cost from 0 to 6``, or ``property colour plural colours has trade``.

    ``needs`` names properties that must stand there too; ``unique``: no two components have the same.
    """
    name = header.need("the property's word", "word")
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
        put(words.properties, name, value, header.report)


def make_kind(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``kind world plural worlds has colour cost``; ``maybe`` others, exactly one of those behind ``either``."""
    name = header.need("the kind's word", "word")
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
        put(words.kinds, name, value, header.report)


MOST_COPIES = 100


def copies_in(report: Report, atoms: Sequence[Atom], at: At) -> int:
    """How many pieces each design has."""
    copies = number(atoms, 1)
    if not 1 <= copies <= MOST_COPIES:
        report.wrong("out-of-range", at, f"{copies} copies", f"from 1 to {MOST_COPIES}")
        return 1
    return copies


def make_component(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``component tile plural tiles sides development world``; ``either``: one side, of one of these kinds.

    ``of seat``: each seat has its own copies, ``of table``, which need not be said: nobody has them from the start.
    """
    name = header.need("the component's word", "word")
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
    for atom in (*fields.get("sides", ()),):
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
            one_of(header.report, fields.get("of", []), ("table", "seat")) == "seat",
        )
        put(words.components, name, value, header.report)


def make_stock(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``stock die plural dice sides 6 has matches``."""
    name = header.need("the word for the fungible thing", "word")
    schema = {"plural": "word", "sides": "number", "has": "words"}
    fields, bare = header.fields(schema, required=("plural",))
    surplus_fields(header.report, bare, schema)
    if name and fields.get("plural"):
        value = Stock(
            name.text, fields["plural"][0].text, number(fields.get("sides", ())), texts(fields.get("has", ()))
        )
        put(words.stocks, name, value, header.report)


def make_place(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``place cup "Cup" of seat``: of seat, table or piece; ``seen`` by all, owner, top or none; ``active`` in play."""
    name, title = header.need("the place's word", "word"), header.take("string")
    schema = {"of": "word", "seen": "word", "active": "flag"}
    fields, bare = header.fields(schema, required=("of",))
    surplus_fields(header.report, bare, schema)
    owner = one_of(header.report, fields.get("of", []), ("seat", "table", "piece"))
    seen = one_of(header.report, fields.get("seen", []), ("all", "owner", "top", "none"))
    if name:
        value = PlaceWord(name.text, title.text if title else name.text, owner, seen, "active" in fields)  # type: ignore[arg-type]
        put(words.places, name, value, header.report)


def make_counter(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``counter credit plural credits sign "$" of seat start 1 from 0 to 10``.

    ``inner``: no power can name it; ``read``: none can change it.
    """
    name = header.need("the counter's word", "word")
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
    owner = one_of(header.report, fields.get("of", []), ("seat", "table"))
    seen = one_of(header.report, fields.get("seen", []), ("all", "owner", "none"))
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
        put(words.counters, name, value, header.report)


def one_of(report: Report, atoms: list[Atom], choices: tuple[str, ...]) -> str:
    """The word of a field that has a few possible ones; the first where it is absent or wrong."""
    if not atoms:
        return choices[0]
    if atoms[0].text not in choices:
        report.unknown("choice", atoms[0].text, atoms[0].at, choices)
        return choices[0]
    return atoms[0].text


def make_noun(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``noun explorer plural explorers means dice in explore``, ``noun good means world holding goods``."""
    name = header.need("the noun", "word")
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
    put(words.nouns, name, value, header.report)


def make_number(header: Header, _: Declaration, words: Vocabulary, replaces: bool) -> None:
    """``number stock_gain 2``: a constant of the rules."""
    name = header.need("the number's word", "word")
    value = header.need("the number", "number")
    surplus_fields(header.report, header.fields({})[1], ())
    if not name or not value:
        return
    if replaces and name.text not in words.numbers:
        header.report.unknown("number", name.text, name.at, words.numbers)
        return
    put(words.numbers, name, value.number, header.report, replaces)


def make_mark(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``mark produced``: an adjective for pieces that the game's steps give this mark."""
    name = header.need("the mark's word", "word")
    surplus_fields(header.report, header.fields({})[1], ())
    if name:
        put(words.marks, name, len(words.marks) + 1, header.report)


def make_option(header: Header, _: Declaration, words: Vocabulary, __: bool) -> None:
    """``option variant standard advanced``: what a game can be set up with; the first value is the default.

    ``players 2``: the others are for so many players only.
    """
    name = header.need("the option's word", "word")
    schema = {"players": "number"}
    fields, bare = header.fields(schema)
    surplus_fields(header.report, [atom for atom in bare if atom.kind != "word"], schema)
    if name:
        put(words.options, name, texts([atom for atom in bare if atom.kind == "word"]), header.report)
        if fields.get("players"):
            words.option_players[name.text] = number(fields["players"])


def make_value(header: Header, declaration: Declaration, words: Vocabulary, _: bool) -> None:
    """``colour novelty "Novelty" trade 3``: a value of an enumerated property."""
    owner = words.properties[declaration.kind.text]
    name, title = header.need("the value's word", "word"), header.take("string")
    schema = dict.fromkeys(owner.has, "number")
    fields, bare = header.fields(schema)
    surplus_fields(header.report, bare, schema)
    if owner.numeric:
        header.report.wrong("wrong-value", declaration.kind.at, f"{owner.name!r} is a number and has no words")
    if name:
        properties = {field: number(atoms) for field, atoms in fields.items()}
        value = Value(name.text, title.text if title else name.text, owner.name, properties)
        put(words.values, name, value, header.report)


def make_stock_kind(header: Header, declaration: Declaration, words: Vocabulary, _: bool) -> None:
    """``die military "Military" supply 22 faces explore develop develop settle settle wild``."""
    stock = words.stocks[declaration.kind.text]
    name, title = header.need("the kind's word", "word"), header.take("string")
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
        message = f"a {stock.name} has {stock.faces} faces, here are {len(faces)}"
        header.report.wrong("wrong-faces", at, message, f"name {stock.faces} faces")
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
        put(words.stock_kinds, name, value, header.report)


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
"""Declarations of words that every game has, in the order in which they are read."""
