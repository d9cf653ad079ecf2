"""The `rftg-log/2` format as a set of tables: every kind of record, field, event and form, with the values it may have.

Everything else that depends on the format is derived from these tables: the checks in readers, the assertions in
writers, the light check in C (``native/format_header``), the tables in docs/log-format.md, and the mutated logs in
tests. The only exception is ``tests/independent/verify.py``, which is written from docs/log-format.md alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, get_args

from attrs import frozen

from rftg_dsl.base import limits
from rftg_dsl.log.format.shapes import (
    Anything,
    Either,
    Fields,
    Items,
    Named,
    Null,
    Number,
    Row,
    Rows,
    Shape,
    Test,
    Text,
    Word,
    test_of,
)

FORMAT = "rftg-log/2"

# -- limits ---------------------------------------------------------------------------------------------------------

LINE = 1_000_000
SIZE = 256_000_000
DEPTH = 24
"""Maximum nesting of lists and objects in a record."""
LARGEST = limits.LARGEST
RESULTS = 250_000
TIMES = 10_000
FACES = 65_536
MARKS = 100_000
BESIDE = 1_000
"""Maximum number of records that the rules do not produce, such as signatures. It is also the maximum number of lines
from the end record on."""
SEATS = 64
CELLS = 100_000
FACTS = 1_000
TEXT = 100
VALUE = 5_000

# -- values ---------------------------------------------------------------------------------------------------------

INT = Number(-LARGEST, LARGEST)
NATURAL = Number(0, LARGEST, "a number of at least 0")
POSITIVE = Number(1, LARGEST, "a number of at least 1")
ONE = Number(1, 1, "1")
SEAT = Number(0, SEATS - 1, "a seat")
ANY = Anything()
FACT = Anything(VALUE)
NULL = Null()
STRING = Text("a string", least=0)
NAME = Text("a name", recurs=True)
HEX = Text("a digest", r"[0-9a-f]{64}")
NONCE = Text("a nonce", r"[0-9a-f]{32}")
CELL = Text("a cell", r"[^@]+@[^@]+", recurs=True)
ID = Text("an id", r"[^|]+(?:\|[^|]+)*", recurs=True)
CAUSE = Text("a cause", r"(?s:.+)/[1-9][0-9]*~?|[^./]+(?:\.[^./]+)+", recurs=True)
AFTER = Text("`setup`, or a name and a number", r"setup|(?s:.+) (?P<nth>[1-9][0-9]{0,5})")
LABEL = Text("a label", r"(?:0|[1-9][0-9]*)/(?:table|0|[1-9][0-9]?)/[^/]+/(?:0|[1-9][0-9]*)", most=TEXT)
THING = Either((NAME, INT))

VALUES: Mapping[Shape, str] = {
    INT: "a whole number from -2^53 to 2^53",
    NAME: "a non-empty string; every key of an object is a name",
    SEAT: f"a number from 0 to {SEATS - 1} that is less than `players`",
    HEX: "64 lowercase hexadecimal digits",
    NONCE: "32 lowercase hexadecimal digits",
    CELL: "a kind, `@` and a place; neither the kind nor the place is empty or contains `@`",
    ID: "one or more non-empty parts, joined by bars",
    CAUSE: "the id of a power, or that of a step of the rules. A power's id is the id of a side in `names`, a slash, "
    "and a number of at least 1 (`T12.a/1`: component, side, ordinal of the power), followed by `~` if another power "
    "has begun it as a lasting power. A step's id, which never changes, is two or more non-empty parts without a "
    "slash, joined by dots",
    LABEL: "see [Chance](#chance)",
}

Does = Literal["concedes", "leaves", "sits"]
"""Changes to a seat other than decisions: the seat concedes, its player leaves, or another player (often a bot) takes
over."""
Level = Literal["none", "owner", "top"]
"""The visibility of a place or counter that not everyone can see. With ``top``, everyone can see the first piece."""


@frozen
class Field:
    """A field in a record, or in an object inside a record."""

    shape: Shape
    says: str


def make_fields(
    name: str, has: Mapping[str, Field], may: Mapping[str, Field] | None = None, more: bool = False
) -> Fields:
    shapes = {key: of.shape for key, of in has.items()}
    return Fields(name, shapes, {key: of.shape for key, of in (may or {}).items()}, more)


# -- the table ------------------------------------------------------------------------------------------------------

TABLE: Mapping[str, Field] = {
    "counters": Field(
        Named(INT, NAME), "the value of every counter; the name of a seat's counter ends with a dot and the seat"
    ),
    "entered": Field(
        Named(POSITIVE, NAME),
        "the order in which pieces came into play, 1 for the first; pieces not in play are omitted",
    ),
    "facts": Field(Named(FACT, NAME, FACTS), "the value of every fact"),
    "last_entered": Field(NATURAL, "how many pieces have come into play so far"),
    "pieces": Field(
        Named(Items(NAME, 1), NAME),
        "the pieces in each place, in order, each piece in one place; empty places are omitted",
    ),
    "sides": Field(Named(NAME, NAME), "the side that is face up, one of `names`, for pieces with several sides"),
    "stock": Field(
        Named(POSITIVE, CELL, CELLS),
        "the number of fungible things in each cell (named by its kind, `@`, and the place with its seat); "
        "empty cells are omitted",
    ),
    "tags": Field(Named(INT, NAME), "the number that a piece carries, such as how far it has advanced; 0 is omitted"),
    "woken": Field(
        NATURAL,
        "the highest number in `entered` whose powers count; used by games in which powers do not count at once",
    ),
}

PARTS = ("stock", "pieces", "counters", "facts", "sides", "tags", "entered")

SEALED_TABLE: Mapping[str, Field] = {
    **TABLE,
    "pieces": Field(Named(Items(Either((NAME, NULL)), 1), NAME), "the same, with null for every unseen piece"),
}

# -- events ---------------------------------------------------------------------------------------------------------


@frozen
class Event:
    """A kind of event. ``rest`` lists the fields after the word and the cause; ``perhaps`` is the shape of an optional
    last field."""

    says: str
    rest: Mapping[str, Shape]
    perhaps: Shape | None = None
    more: bool = False

    def row_for(self, op: str) -> Row:
        return Row((Word((op,)), NAME, CAUSE, *self.rest.values()), self.perhaps, self.more)


EVENTS: Mapping[str, Event] = {
    # Most frequent first, because the compiled test compares names in this order.
    "shift": Event("`n` things of one kind move from one cell to another", {"from": CELL, "to": CELL, "n": POSITIVE}),
    "adjust": Event(
        "a counter changes by `by`; if a bound of the counter limits the change, one more entry is the part that was "
        "lost, which is not 0 and has the same sign as `by`",
        {"counter": NAME, "by": INT},
        perhaps=INT,
    ),
    "move": Event(
        "a piece moves to a place; `index` is its position there after it has left its old place",
        {"piece": NAME, "place": NAME, "index": NATURAL},
    ),
    "flip": Event("another side of a piece that is in `sides` is turned up", {"piece": NAME, "side": NAME}),
    "tag": Event("the number that a piece carries becomes `n`", {"piece": NAME, "n": INT}),
    "enter": Event(
        "a piece not in play comes into play as number `n`, one more than `last_entered`; if `n` is 0, a piece in play "
        "leaves it",
        {"piece": NAME, "n": NATURAL},
    ),
    "wake": Event("from now on, the powers of the first `n` pieces to come into play count", {"n": NATURAL}),
    "fact": Event("a fact of the table changes", {"fact": NAME, "value": FACT}),
    "arrange": Event("the pieces in a place are put in another order", {"place": NAME, "pieces": Items(NAME, 1)}),
    "note": Event("something happened that does not change the table; everyone is told", {}, more=True),
}

PARTS_SEEN: Mapping[str, Shape] = {
    part: Named(Either((of.shape.of, NULL)), of.shape.key)
    for part, of in SEALED_TABLE.items()
    if isinstance(of.shape, Named)
}

SEALED_EVENTS: Mapping[str, Event] = {
    **EVENTS,
    "pass": Event(
        "a piece moves, and its old or new place is not fully in sight. `piece` is null if it is seen neither before "
        "nor after the move, and `index` if it is not seen after it. The piece is taken from its old place or, if it "
        "is not seen there, an unseen piece is taken instead. It arrives at `index` or, if unseen, at the end",
        {
            "piece": Either((NAME, NULL)),
            "from": NAME,
            "to": NAME,
            "index": Either((NATURAL, NULL)),
        },
    ),
    "see": Event(
        "parts of the table come into sight or go out of sight: the new value of each entry, by part and name, or null "
        "for an entry that is now left out. `sides`, `tags` and `entered` are only for pieces in sight",
        {"parts": Fields("parts of the table", {}, PARTS_SEEN)},
    ),
    "arrange": Event(
        "the pieces in a place are put in another order, which is given if the place is in sight",
        {"place": NAME},
        perhaps=Items(NAME, 1),
    ),
}


def make_rows(events: Mapping[str, Event]) -> Rows:
    return Rows("an event", {op: event.row_for(op) for op, event in events.items()})


EVENT, SEALED_EVENT = make_rows(EVENTS), make_rows(SEALED_EVENTS)

# -- forms and picks ------------------------------------------------------------------------------------------------


@frozen
class Form:
    """A kind of form, with the bounds that follow its name and the shape of its picks."""

    says: str
    bounds: Mapping[str, Shape]
    pick: Shape
    pick_says: str


COUNTS: Mapping[str, Shape] = {"low": NATURAL, "high": NATURAL, "n": NATURAL}

FORMS: Mapping[str, Form] = {
    "one": Form(
        "one of `n` answers",
        {"n": POSITIVE},
        ID,
        "an id; the parts of a compound answer are joined by bars",
    ),
    "some": Form("from `low` to `high` of `n` answers", COUNTS, Items(ID), "a list of distinct ids"),
    "bag": Form(
        "from `low` to `high` of `n` things, some of them identical",
        COUNTS,
        Named(POSITIVE, ID),
        "the number of things for each id",
    ),
    "amount": Form("a number from `low` to `high`", {"low": INT, "high": INT}, INT, "a number"),
}
"""The kinds of forms. The bounds of a form are in ascending order: ``low`` <= ``high`` <= ``n``."""

FORM = Rows("a form", {kind: Row((Word((kind,)), *form.bounds.values())) for kind, form in FORMS.items()})
PICK = Either(tuple([form.pick for form in FORMS.values()]))

# -- figures --------------------------------------------------------------------------------------------------------

OUTCOME: Mapping[str, Field] = {
    "scores": Field(Items(INT), "the total score of each seat"),
    "tied": Field(Items(SEAT), "the seats that share the highest total, in order; empty if only one seat has it"),
    "why": Field(Items(NAME, 1), "the reasons why the game ended"),
    "winners": Field(
        Items(SEAT, 1), "the seats with the highest total and, among those, the highest tie break, in order"
    ),
}

SEAT_FIGURES: Mapping[str, Field] = {
    "score": Field(Named(INT, NAME), "a number for each line of the score, and their sum as `total`"),
    "tie_break": Field(Either((INT, Items(INT))), "a number, or a list of numbers compared in order"),
}

OUTCOME_SHAPE = make_fields("an outcome", OUTCOME)
FIGURES = Fields(
    "figures",
    {"seats": Items(make_fields("the figures of a seat", SEAT_FIGURES, more=True))},
    {"end": OUTCOME_SHAPE},
    more=True,
)
SEALED_FIGURES = Fields("figures", {"end": OUTCOME_SHAPE})

# -- the head -------------------------------------------------------------------------------------------------------

Mode = Literal["seed", "shared", "table", "recorded"]

MODES: Mapping[Mode, Mapping[str, Shape]] = {
    "seed": {"commit": HEX},
    "shared": {"commit": HEX, "seats": Items(HEX)},
    "table": {},
    "recorded": {},
}

RANDOMNESS = Either(tuple([Fields(mode, {"mode": Word((mode,)), **more}) for mode, more in MODES.items()]))

LEVELS = Named(Word(get_args(Level)), NAME)

HEAD: Mapping[str, Field] = {
    "digests": Field(
        Named(HEX, NAME),
        "the digests of the game's words (`game`), of the `edition` if there is one, of each set (by its id), and of "
        "the changes made by chosen options (`option NAME-VALUE`)",
    ),
    "edition": Field(STRING, "the edition; empty for a game without editions"),
    "format": Field(Word((FORMAT,)), f"`{FORMAT}`"),
    "game": Field(NAME, "the game"),
    "made_by": Field(NAME, "the program that wrote the log"),
    "names": Field(Named(NAME, NAME), "the printed name of every side, and the reasons why the game can end"),
    "options": Field(Named(NAME, NAME), "the value chosen for each option"),
    "players": Field(Number(1, SEATS, f"a number from 1 to {SEATS}"), "the number of players"),
    "randomness": Field(RANDOMNESS, "the source of randomness (below)"),
    "rules": Field(
        Named(NATURAL, NAME),
        "the versions of the rules: `engine` for the rules that all games share, the game's own, and those of packages",
    ),
    "seats": Field(
        Items(NAME),
        "the player of each seat: the name of a bot; `me` or `me:NAME` for a person at the terminal",
    ),
    "sets": Field(Items(Fields("a set", {"id": NAME, "version": NAME})), "the `id` and `version` of each set"),
    "stretch": Field(
        Row((NAME, NAME)),
        'the unit of play that is repeated until the game ends, and the counter that counts it: `["round","round"]`',
    ),
    "table": Field(make_fields("a table", TABLE), "the table before the first event"),
    "unseen": Field(
        Fields("`counters` and `places`", {"counters": LEVELS, "places": LEVELS}),
        "the `places` and `counters` that not everyone sees, by name, and who sees them: `none`, `owner`, or `top` "
        "(the owner; everyone else sees only the first piece)",
    ),
}

SEALED_HEAD: Mapping[str, Field] = {
    **HEAD,
    "sealed": Field(ONE, "1"),
    "table": Field(make_fields("a table", SEALED_TABLE), "the table as everyone sees it, before the first event"),
}

# -- records --------------------------------------------------------------------------------------------------------

Stage = Literal["first", "shares", "midway", "over", "after"]
"""The stage of a log at which a record may occur: on the first line, before all inputs, during the game, at the end of
the game, or after that."""

FIELDS: Mapping[str, Field] = {
    "after": Field(
        AFTER, "what has just ended: `setup`, then the first word of `stretch` with 1, 2 and so on, without gaps"
    ),
    "does": Field(
        Word(get_args(Does)),
        "`concedes`, `leaves` (the player has gone), or `sits` (another player, often a bot, takes over; only then is "
        "there a `who`). The game continues by its rules",
    ),
    "domain": Field(Number(1, FACES, f"a number from 1 to {FACES:,}"), "the number of possible results"),
    "figures": Field(FIGURES, "the figures that the game reports (below)"),
    "form": Field(FORM, "the form of the question (below)"),
    "from": Field(Either((NAME, Items(THING, 1))), "the source of a draw: a place, or a list of distinct things"),
    "fx": Field(Items(EVENT), "the events that followed (below)"),
    "label": Field(LABEL, "the label that identifies the result (below)"),
    "line": Field(POSITIVE, "the line number of a veil"),
    "n": Field(NATURAL, "the number of lines before this one"),
    "name": Field(NAME, "the kind of decision"),
    "nonce": Field(NONCE, "the nonce of a commitment"),
    "note": Field(STRING, "a signed note (below)"),
    "path": Field(Items(HEX), "the nodes from the host's leaf to the root of the veil"),
    "pick": Field(PICK, "the answer (below)"),
    "records": Field(Items(Fields("a record", {}, more=True)), "the host's list"),
    "refused": Field(ONE, "1: the seat refuses to reveal its share"),
    "result": Field(Items(THING, 1, TIMES), "the numbers rolled, or the things drawn"),
    "root": Field(HEX, "the root of the lines before this one; in a `veil`, the root of the veil itself"),
    "salts": Field(Items(NONCE), "the host's salt, then the salt of each seat"),
    "seat": Field(SEAT, "the number of the seat, counted from 0"),
    "secret": Field(ONE, "1: only this seat may see the decision"),
    "state": Field(HEX, "the digest of the whole state (below)"),
    "stood": Field(ONE, "1: the rules refuse the answer, but it stood in the recorded game (below)"),
    "table": Field(HEX, "the digest of the table (below)"),
    "text": Field(STRING, "the text of a commitment"),
    "who": Field(NAME, "the player who takes over the seat"),
}
"""The fields of all records except the head. A field has the same meaning in every kind of record."""


class Kinds(dict[str, "Kind"]):
    """The kinds of records that a log may contain, by name."""

    @cached_property
    def tests(self) -> Mapping[str, Test]:
        return {name: test_of(kind.shape_for(name)) for name, kind in self.items()}

    @cached_property
    def at(self) -> Mapping[Stage, frozenset[str]]:
        return {
            stage: frozenset([name for name, kind in self.items() if stage in kind.stages]) for stage in get_args(Stage)
        }


@frozen
class Kind:
    """A kind of record: its meaning, who may write it, when it may occur, and its fields."""

    says: str
    by: str
    stages: frozenset[Stage]
    has: Mapping[str, Field]
    may: Mapping[str, Field]

    def shape_for(self, kind: str) -> Fields:
        return make_fields(f"a {kind!r} record", {"k": Field(ANY, ""), **self.has}, self.may)


def make_kind(says: str, by: str, stages: str, has: str, may: str = "", own: Mapping[str, Field] | None = None) -> Kind:
    """Build a kind of record. The fields in ``own`` replace those of the same name in ``FIELDS``."""
    known = {**FIELDS, **(own or {})}
    return Kind(
        says,
        by,
        frozenset([stage for stage in get_args(Stage) if stage in stages.split()]),
        {name: known[name] for name in has.split()},
        {name: known[name] for name in may.split()},
    )


SOME = {"fx": Field(Items(EVENT, 1), "one or more events")}
ONLY_ONE = {"fx": Field(Items(SEALED_EVENT, 1, 1), "one event")}

ALWAYS: Mapping[str, Kind] = {
    "share": make_kind("a seat's contribution to the randomness", "a seat", "shares", "seat", "nonce refused text"),
    "seat": make_kind("a player concedes, leaves or takes over a seat", "a seat", "midway over", "does seat", "who"),
    "reveal": make_kind("the text from which all results derive", "the host", "after", "nonce text"),
    "sign": make_kind("a signature", "anyone", "midway over after", "note"),
}

WHOLE = Kinds(
    {
        "head": make_kind("the first line", "the host", "first", " ".join(HEAD), own=HEAD),
        "share": ALWAYS["share"],
        "rnd": make_kind("a chance result", "chance", "midway", "domain fx label result", "from"),
        "do": make_kind("a decision", "a seat", "midway", "form fx name pick seat", "secret stood"),
        "run": make_kind(
            "what the rules did without a decision or chance result",
            "the rules",
            "midway",
            "fx",
            own=SOME,
        ),
        "seat": ALWAYS["seat"],
        "mark": make_kind(
            "the end of setup, or of a round or turn", "the rules", "midway", "after figures n root state table"
        ),
        "end": make_kind("the end of the game", "the rules", "over", "figures n root"),
        "reveal": ALWAYS["reveal"],
        "sign": ALWAYS["sign"],
    }
)

SEALED = Kinds(
    {
        "head": make_kind("the first line", "the host", "first", " ".join(sorted(SEALED_HEAD)), own=SEALED_HEAD),
        "share": ALWAYS["share"],
        "seen": make_kind(
            "one event, as everyone sees it",
            "the host",
            "midway",
            "fx",
            own=ONLY_ONE,
        ),
        "veil": make_kind("a commitment to what not everyone sees", "the host", "midway", "root"),
        "seat": ALWAYS["seat"],
        "mark": make_kind("the end of setup, or of a round or turn", "the rules", "midway", "after n root table"),
        "end": make_kind(
            "the end of the game",
            "the rules",
            "midway",
            "figures n root",
            own={"figures": Field(SEALED_FIGURES, "only `end`")},
        ),
        "open": make_kind("what a veil hid", "the host", "after", "line path records salts"),
        "reveal": ALWAYS["reveal"],
        "sign": make_kind("a signature", "anyone", "after", "note"),
    }
)

KINDS = WHOLE.keys() | SEALED.keys()
