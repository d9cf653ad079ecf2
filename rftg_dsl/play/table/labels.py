"""Labels for the things in a question: pieces, places, dice and powers."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, get_args

from rftg_dsl.check.model import Side
from rftg_dsl.check.vocabulary import HOLE
from rftg_dsl.kernel.form import Of, Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library
from rftg_dsl.library.table_talk import TableTalk, table_talk_of
from rftg_dsl.wording.names import name_of_owned, seat_name
from rftg_dsl.wording.power_text import word_alternatives, word_side

ID = re.compile(r"[A-Za-z0-9][\w.#-]*")
"""Matches a possible piece id within a word such as ``conquer with C12``."""

NUMBER = re.compile(r"\b\d+\b")
WITH = re.compile(r"(.+) with (.+)")
USE = re.compile(r"([^\s/:]+)(?:/(\d+))?(?::(\d+))?")
"""Matches the use of a power within a word: the piece, the ordinal of the power, and the number of things paid."""

Detail = Literal["name", "place", "space"]
"""The level of detail about a piece: its name, its name and place, or its name, place and space."""
DETAILS: Sequence[Detail] = get_args(Detail)

NO_WORDS: Mapping[str, str] = {}


def parts_of(of: Of, handle: tuple[Pick, ...]) -> Iterator[tuple[Of, Pick]]:
    return zip(of if isinstance(of, tuple) else (of,) * len(handle), handle, strict=True)


def leaves_of(of: Of, handle: Pick) -> Iterator[tuple[Of, Any]]:
    """The simple parts of an option, each with its sort.

    A string has the sort ``word``, even among pieces; a number among words has the sort ``number``.
    """
    if type(handle) is tuple:
        for sort, part in parts_of(of, handle):
            yield from leaves_of(sort, part)
    elif type(handle) is str:
        yield "word", handle
    else:
        yield "number" if of == "word" else of, handle


def likeness_of(play: Play[Any], of: Of, handle: Pick) -> Hashable:
    """A key shared by indistinguishable options, such as copies of a piece in the same place.

    Pieces in play and pieces with things on them always have unique keys.
    """
    if type(handle) is tuple:
        return tuple([likeness_of(play, sort, part) for sort, part in parts_of(of, handle)])
    layout = play.layout
    if of != "piece" or type(handle) is str or layout.active[play.place_of[handle]] or has_things_on(play, handle):
        return (handle,)
    return layout.pieces[handle].sides, play.place_of[handle], play.side[handle], play.tag[handle]


def has_things_on(play: Play[Any], piece: int) -> bool:
    width = len(play.layout.kinds)
    places = [place for place, on in enumerate(play.layout.place_piece) if on == piece]
    return any(play.zone[place] or any(play.stock[place * width : (place + 1) * width]) for place in places)


class Labels:
    """Puts a game's options into words; ``seat`` is the reader's seat, whose things are labelled without an owner."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.words = library.model.words
        self.names = library.names

    @cached_property
    def talk(self) -> TableTalk:
        return table_talk_of(self.library.game)

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        return {side.id: side for component in self.library.model.components for side in component.sides}

    @cached_property
    def both(self) -> Mapping[str, Sequence[Side]]:
        """For each side id, all sides of the side's component, beginning with that side."""
        sides = {}
        for component in self.library.model.components:
            for side in component.sides:
                sides[side.id] = (side, *[other for other in component.sides if other is not side])
        return sides

    @cached_property
    def powers(self) -> Mapping[str, str]:
        words, game = self.words, self.library.game
        return {line.power: str(line) for side in self.sides.values() for line in word_side(words, game, side)}

    @cached_property
    def alternatives(self) -> Mapping[str, str]:
        words, game = self.words, self.library.game
        return {id: text for side in self.sides.values() for id, text in word_alternatives(words, game, side).items()}

    def word_option(
        self,
        play: Play[Any],
        seat: int,
        of: Of,
        handle: Pick,
        said: Mapping[str, str] = NO_WORDS,
        detail: Detail = "name",
        joins: str = "",
    ) -> str:
        """The label of an option; ``said`` maps words to special labels, and ``detail`` sets the detail for pieces.

        ``joins`` joins the parts of an option, as in ``{0} to {1}``; without it, commas do.
        """
        if type(handle) is tuple:
            each = [self.word_option(play, seat, sort, part, said, detail) for sort, part in parts_of(of, handle)]
            return joins.format(*each).strip() if joins else ", ".join(filter(None, each))
        if type(handle) is str and (text := self.find_word(play, handle, said)) is not None:
            return text
        if type(handle) is str or of == "word":
            return self.expand_word(str(handle), play)
        match of if isinstance(of, str) else of[0]:
            case "cell":
                return self.word_cell(play, seat, handle, said)
            case "piece":
                return self.word_owned_piece(play, seat, handle, detail)
            case "side":
                return self.word_side(play.layout.sides[handle])
            case "place":
                return self.word_place(play, seat, handle)
            case "kind":
                return self.word_kind(play.layout.kinds[handle])
            case "seat":
                return seat_name(handle)
            case "counter" | "one counter" as sort:
                return self.word_counter(play.layout.counter_names[handle].partition(".")[0], sort == "counter")
        return str(handle)

    def find_word(self, play: Play[Any], word: str, said: Mapping[str, str]) -> str | None:
        """The special label of a word, if any.

        ``pay 2 with C04`` has the label of ``pay 2``, followed by the names of the powers, and a label for ``pay #``
        stands for every number that has no label of its own.
        """
        if word in said:
            return said[word]
        if uses := WITH.fullmatch(word):
            head = self.find_word(play, uses[1], said) or uses[1]
            return f"{head} with {self.word_uses(uses[2], play)}"
        number = NUMBER.search(word)
        any_number = said.get(NUMBER.sub("#", word)) if number else None
        return any_number.replace("#", number[0]) if any_number and number else None

    def word_uses(self, powers: str, play: Play[Any] | None = None) -> str:
        """Several uses of powers as one text: ``C04 C12/2:3`` names both cards, the second power, and what it costs."""
        return " and ".join([self.word_use(play, *match) for match in USE.findall(powers)])

    def word_use(self, play: Play[Any] | None, piece: str, power: str, n: str) -> str:
        said = [f"power {power}"] * bool(power) + [f"paying {n}"] * bool(n)
        return (self.name_of(piece, play) or piece) + (f" ({', '.join(said)})" if said else "")

    def expand_word(self, word: str, play: Play[Any] | None = None) -> str:
        """Expand a word to a power's text or a phase's title; otherwise, replace the ids in it with names."""
        if word in self.alternatives:
            return self.alternatives[word]
        if word in self.powers and "/" in word:
            return f"{self.names.get(word.partition('/')[0], word)}: {self.powers[word]}"
        if word in self.words.phases:
            return self.words.phases[word].title
        if all(self.name_of(piece, play) for piece, _, _ in USE.findall(word)):
            return self.word_uses(word, play)
        return ID.sub(lambda match: self.name_of(match[0], play) or match[0], word)

    def name_of(self, id: str, play: Play[Any] | None = None) -> str:
        """The printed name of a side, or of the side of a piece that is face up in a play."""
        name = self.names.get(id.partition("#")[0], "")
        if name or play is None or id not in play.layout.piece:
            return name
        return self.word_piece(play, play.layout.piece[id])

    def word_kind(self, kind: str) -> str:
        return self.words.stock_kinds[kind].title if kind in self.words.stock_kinds else kind

    def word_counter(self, name: str, many: bool) -> str:
        counter = self.words.counters[name]
        forms = self.words.printed.get(("counter", name)) or (counter.name, counter.plural)
        return forms[:2][-1 if many else 0].replace(HOLE, "").strip()

    def word_cell(self, play: Play[Any], seat: int, cell: int, said: Mapping[str, str] = NO_WORDS) -> str:
        """The label of the things in a cell; a place of the table and what lies there can have special labels."""
        layout = play.layout
        kind, place = layout.kinds[cell % len(layout.kinds)], cell // len(layout.kinds)
        title = said.get(layout.place_names[place]) or self.word_place(play, seat, place)
        return f"{said.get(kind) or self.word_kind(kind)} ({title})"

    def word_place(self, play: Play[Any], seat: int, place: int) -> str:
        """The name of a place.

        If the place is on a piece, the piece is added; otherwise the owner is added, unless the owner is the reader.
        """
        layout = play.layout
        word = layout.place_names[place].partition(".")[0]
        title = self.words.places[word].title if word in self.words.places else word
        if (piece := layout.place_piece[place]) >= 0:
            preposition = "of" if f"of {HOLE}" in "".join(self.words.printed.get(("place", word), ())) else "on"
            return f"{title} {preposition} {self.word_piece(play, piece)}"
        owner = layout.place_owner[place]
        return title if owner in (-1, seat) else name_of_owned(title, owner)

    def word_piece(self, play: Play[Any], piece: int) -> str:
        """The label of a piece: the printed name of the face-up side, or the names of all sides if none is face up."""
        layout = play.layout
        name = layout.piece_names[piece]
        place = play.place_of[piece]
        if place >= 0 and (layout.active[place] or len(layout.pieces[piece].sides) == 1):
            return self.word_side(layout.sides[play.side[piece]])
        return " / ".join([self.word_side(layout.sides[side]) for side in layout.pieces[piece].sides]) or name

    def word_owned_piece(self, play: Play[Any], seat: int, piece: int, detail: Detail) -> str:
        """The label of a piece in some detail. Pieces that always belong to one seat differ only by where they are, so
        their place is always told."""
        name, owner = self.word_piece(play, piece), play.layout.pieces[piece].owner
        if owner < 0:
            return name + self.word_location(play, seat, piece, detail)
        named = name if owner == seat else name_of_owned(name, owner)
        return named + self.word_location(play, seat, piece, "space" if play.tag[piece] else "place")

    def word_location(self, play: Play[Any], seat: int, piece: int, detail: Detail) -> str:
        if detail == "name":
            return ""
        space = f", space {play.tag[piece]}" if detail == "space" else ""
        return f" ({self.word_place(play, seat, play.place_of[piece])}{space})"

    def bearer_of(self, id: str) -> str:
        """The name of the side that a power is printed on; empty if the id does not belong to a power."""
        power = id.partition("#")[0]
        return self.names.get(power.partition("/")[0], "") if power in self.powers else ""

    def nouns_for(self, of: Of) -> tuple[str, ...]:
        """Nouns that can refer to anything in a cell, such as ``die`` and ``dice``."""
        stocks = self.words.stocks.values() if of == "cell" else ()
        return tuple([word for stock in stocks for word in (stock.name, stock.plural)])

    def word_side(self, side: str) -> str:
        return self.names.get(side) or side

    # -- what is printed -----------------------------------------------------------------------------------------

    def word_properties(self, play: Play[Any], of: Of, handle: Pick, powers: bool = False) -> str:
        """The properties printed on an option or, with ``powers``, the text of its powers."""
        if type(handle) is tuple:
            return "; ".join(
                filter(None, [self.word_properties(play, sort, part, powers) for sort, part in parts_of(of, handle)])
            )
        if type(handle) is str or of not in ("piece", "side"):
            return ""
        sides: Sequence[int] = (handle,) if of == "side" else (play.side[handle],)
        if of == "piece" and not play.layout.active[play.place_of[handle]]:
            sides = play.layout.pieces[handle].sides
        names = [play.layout.sides[side] for side in sides]
        known = [self.sides[name] for name in names if name in self.sides]
        return " / ".join([self.word_printed(side, powers) for side in known if side.properties or side.powers])

    def word_printed(self, side: Side, powers: bool) -> str:
        if side.properties and not powers:
            return ", ".join(self.properties_of(side))
        return " ".join([self.powers[power.id] for power in side.powers if power.id in self.powers])

    def sides_of(self, play: Play[Any], of: Of, handle: Pick) -> Iterator[Side]:
        """All sides of the components that an option refers to; for a power, the side it is printed on comes first."""
        for sort, part in leaves_of(of, handle):
            for name in dict.fromkeys(side_names_of(play, sort, part)):
                yield from self.both.get(name, ())

    def properties_of(self, side: Side) -> Iterator[str]:
        yield side.kind
        for name in [name for name in side.properties if name not in self.talk.unsaid]:
            value = side.properties[name]
            values = value if isinstance(value, tuple) else (value,)
            said = "?" if side.has_open_number(name, self.words) else " ".join(map(self.word_value, values))
            yield said if isinstance(value, str) else self.word_number(name, said)

    def word_number(self, name: str, number: str) -> str:
        """A number printed for a property: ``cost 3``, or ``3 VP`` if the property has a printed form."""
        printed = self.words.printed.get(("property", name))
        return f"{number} {printed[0]}" if printed else f"{name} {number}"

    @cached_property
    def card_texts(self) -> Mapping[str, str]:
        """The properties and powers of each card, by the card's name, as in ``[world, cost 2] Ship: Gain $1.``"""
        lines = {}
        for side in self.sides.values():
            texts = [self.powers[power.id] for power in side.powers if power.id in self.powers]
            properties = f"[{', '.join(self.properties_of(side))}]" if side.properties else ""
            lines[side.name] = " ".join(filter(None, [properties, *texts]))
        return {name: text for name, text in lines.items() if text}

    def word_value(self, value: int | str) -> str:
        return self.words.values[value].title if isinstance(value, str) and value in self.words.values else str(value)


def side_names_of(play: Play[Any], of: Of, handle: Any) -> list[str]:
    layout = play.layout
    if of == "word":
        return [word.partition("/")[0].partition("#")[0] for word in (handle, *ID.findall(handle))]
    if of == "piece":
        return [layout.sides[side] for side in layout.pieces[handle].sides]
    if of == "side":
        return [layout.sides[handle]]
    if of in ("cell", "place"):
        piece = layout.place_piece[handle // len(layout.kinds) if of == "cell" else handle]
        return [layout.sides[play.side[piece]]] if piece >= 0 else []
    return []
