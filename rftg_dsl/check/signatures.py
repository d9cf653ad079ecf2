"""The verbs, events and numbers that a game's Python offers to powers, with their signatures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec

from attrs import field, frozen

from rftg_dsl.base import limits

P = ParamSpec("P")

ObjectKind = Literal["counter", "counters", "stock", "stocks", "pieces", "nothing"]
"""``counters``: several, of which the owner chooses: ``energy or culture``. ``stocks``: things of several kinds, or for
one of several places, of which the owner chooses."""
SlotKind = Literal[
    "place",
    "places",
    "targets",
    "stock",
    "pieces",
    "counter",
    "counters",
    "price",
    "flag",
    "differing",
    "matching",
    "order",
    "alike",
    "number",
    "change",
    "terms",
    "seats",
    "moment",
]
"""``targets``: places of a seat or on pieces, of which the owner chooses; ``flag``: whether all must come from one
place; ``order``: whether they go only to a later place; ``differing``: values, by side, that must all be different;
``matching``: values that must all be the same; ``alike``: for each side, by its number, the sides that it is like, or
None; ``number``: ``by 2``; ``counter``: ``for credits``; ``counters``: ``with credits or chips``; ``price``: ``for 1
credit``; ``change``: ``for 1 less``; ``terms``: the same, or ``for free``; ``seats``: ``from an opponent``, ``from each
opponent``; ``moment``: the point at which the power acts, which its author does not write again."""

ARGUMENTS = ("play", "me", "this", "what", "low", "high")
"""The arguments of every verb, before its slots."""

MANY = limits.SUPPLY.most + 1
"""The amount for ``all`` and ``any number``: more than there can be of anything."""


@frozen
class Verb:
    """An action of a power.

    ``do(play, me, this, what, low, high, **slots)`` carries it out: ``what`` is the counter number, the cells or the
    pieces, and ``low`` and ``high`` are the amount. ``can`` (same arguments) says whether that is possible and would
    have an effect; without ``can``, it always is.
    """

    name: str
    object: ObjectKind
    do: Callable[..., None]
    slots: Mapping[str, SlotKind] = field(factory=dict)
    required: frozenset[str] = frozenset()
    can: Callable[..., bool] | None = None
    takes: Callable[..., Sequence[int]] | None = None
    """Which of its objects it can take now, with the arguments of ``do``: what a price can be paid with.

    Without it, all of them.
    """
    asks: bool = False
    """Whether it puts steps on the agenda, so that later effects have to wait."""
    offered: bool = False
    """Whether it is only meaningful in a power that a phase offers (``assign: may ...``)."""
    alone: bool = False
    """Whether the phase itself carries it out, so that it may appear only as ``PHASE: may VERB``."""
    grants: bool = False
    """Whether its object does not exist yet, so that only its kind can be named."""
    of: frozenset[str] = frozenset()
    """The components that it grants; empty: any."""
    conjures: bool = False
    """Whether it grants things out of nothing rather than from the supply."""
    reach: tuple[str, ...] = ()
    """The only places it can take its object from; empty: any."""
    leads: tuple[str, ...] = ()
    """The only places it can move its object to; empty: any."""
    counts: tuple[str, ...] = ()
    """The counters that record how many it acted on."""
    fires: tuple[EventWord[...], ...] = ()
    """The events it can cause; a cycle of these is an error."""
    how: frozenset[str] | None = None
    """The forms of amount it allows besides an exact number: ``between``, ``up to``, ``any``, ``all``.

    None: all of these if the owner chooses among existing things, otherwise none.
    """

    most: int = 0
    """The most it can act on at once; 0: no limit."""
    owned: bool = False
    """Whether it works only on things of the seat that carries it out."""
    elsewhere: bool = False
    """Whether it never works on the piece with the power."""
    pays: bool = True
    """Whether its objects can be the price of a changed number: their owner gives up as many as a power says."""
    exhausts: Literal["none", "this", "any"] = "none"
    """The objects that it uses up for good, so that powers cannot set one another off forever with it."""
    usual: str = ""
    """The place it takes its object from unless a power names another; empty: where powers count."""
    moments: tuple[str, ...] = ()
    """The only events, and phases that offer it, at which a power can have it; empty: any moment."""
    keeps: Mapping[str, Any] = field(factory=dict)
    """Facts of the table that exist only if a power has this verb, with their initial values."""
    either: frozenset[str] = frozenset()
    """The slots of which one must be filled."""
    text: str = field(default="", kw_only=True)
    """What it does, in a sentence after the ids of its rules: ``R087: produce a good.``"""
    saying: str = ""
    """How the rule text says it, as a template (``docs/adding-a-game.md``); empty: its name, its object, its slots."""

    @property
    def meaning(self) -> str:
        """What it does, in a sentence."""
        return sentence_in(self.text)

    def amounts(self) -> frozenset[str]:
        """The forms of amount it allows."""
        if self.how is not None:
            return self.how | {"exact"}
        chosen = self.object in ("stock", "pieces") and self.asks and not self.grants
        return frozenset(("exact", "between", "up to", "any", "all") if chosen else ("exact",))


def sentence_in(text: str) -> str:
    """The first sentence of a text, without ids of rules or a full stop: ``R087: a world has produced a good.``"""
    text = re.sub(r"^(?:[A-Z]+\d+(?:, |: ))+", "", text)
    sentence = re.split(r"(?<=\.)\s|; | \([A-Z]+\d+\)", text)[0]
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


PieceNumber = Annotated[int, "piece"]
"""The number of a piece, as an argument of an event."""
KindNumber = Annotated[int, "stock"]
"""The number of a kind of fungible thing, as an argument of an event."""

ROLES: dict[Any, Literal["piece", "stock"]] = {
    "PieceNumber": "piece",
    "KindNumber": "stock",
    PieceNumber: "piece",
    KindNumber: "stock",
}


Sort = str | Mapping[str, str]
"""What a power counts as after ``with a ... power``: a verb or phase, or one by the kind of piece it is about."""


def sorts_in(sort: Sort) -> tuple[str, ...]:
    """Everything that such a power can count as."""
    if isinstance(sort, str):
        return (sort,) if sort else ()
    return tuple(sort.values())


Voice = Literal["base", "third", "past"]
"""The form of a verb: ``you trade``, ``opponent trades``, ``you traded``."""


class EventWord(Generic[P]):
    """An event of a seat that powers can react to (``when you trade ...``). Calling it triggers the event.

    It is declared as a function of a play, a seat and its roles: ``it`` is the piece concerned; the others are
    prepositions (``with_``, ``from_``) before a piece or a kind of fungible thing.
    """

    def __init__(
        self,
        name: str,
        base: str,
        past: str,
        acts: bool,
        its: Mapping[str, str],
        newest_first: bool,
        phase: Sort,
        declared: Callable[..., None],
        of_kind: Mapping[str, str],
        lying: bool = False,
        held: Mapping[str, str] | None = None,
        sayings: Mapping[str, str] | None = None,
        stretch: str = "",
        text: str = "",
    ) -> None:
        self.name = name
        self.text = text
        """When it happens, in a sentence after the ids of its rules: ``R087: a world has produced a good.``"""
        self.stretch = stretch
        """The stretch of play in which the rule text says that it happens; empty: the phase, or the turn."""
        self.sayings: Mapping[str, str] = sayings or {}
        """How the rule text says it, as templates by the form of the verb, ``{verb}``; under an empty key, any form.

        Empty: the verb, then everything that it is about.
        """
        self.held: Mapping[str, str] = held or {}
        """The place on the piece of a role that it is about: it never happens to a piece that holds nothing there."""
        self.lying = lying
        """Whether it happens to what lies on ``it``: ``you sell a rare good``."""
        self.phase = phase
        """The phase to which powers that wait for it belong, or that phase by the kind of piece; empty for none."""
        self.forms: Mapping[str, Voice] = {
            **({base: "base", to_third_person(base): "third"} if base else {}),
            **({past: "past"} if past else {}),
        }
        """The words for it, by the form of the verb."""
        self.acts = acts
        """Whether ``it`` does it (``own world completes``); otherwise it is done to it (``you settle a world``)."""
        self.its = its
        """The nouns allowed after ``its``, with the place of those things while powers react."""
        self.of_kind = of_kind
        """The kind of piece that has each of those things, if only one has."""
        self.newest_first = newest_first
        """Whether a seat's newest piece reacts first."""
        self.about = roles_of(declared)
        """The roles in the order they are passed."""
        self.pieces = tuple(nth for nth, kind in enumerate(self.about.values()) if kind == "piece")
        """The places of pieces among the roles."""
        self.__doc__ = declared.__doc__
        self.declared = declared

    @property
    def meaning(self) -> str:
        """When it happens, in a sentence."""
        return sentence_in(self.text)

    def __call__(self, play: Any, seat: int, *about: P.args, **_: P.kwargs) -> None:
        """Trigger the event: every power that waits for it reacts; last those of its pieces that wait for ``this``."""
        name = self.name
        if name in play.hooks or name in play.rules.tallies:
            play.fire(name, seat, *about, newest_first=self.newest_first)
        if name in play.own_points:
            for nth in self.pieces:
                play.fire_own(name, seat, about[nth], *about)

    @property
    def openings(self) -> tuple[str, ...]:
        """The ways to begin a power that waits for it: ``when you trade``, ``when you have traded``."""
        wanted = {"third": "a piece"} if self.acts else {"base": "you"}
        subjects = {**wanted, "past": "you have"}
        return tuple(f"when {subjects[voice]} {form}" for form, voice in self.forms.items() if voice in subjects)

    def __repr__(self) -> str:
        return f"EventWord({self.name!r}, about {dict(self.about)})"


def to_third_person(verb: str) -> str:
    """A verb as it follows ``opponent``: ``trades``, ``passes``, ``carries``, ``has``."""
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def roles_of(declared: Callable[..., None]) -> Mapping[str, Literal["piece", "stock"]]:
    """The roles in the declaration of an event; ``ValueError`` if a parameter has another type."""
    parameters = list(declared.__annotations__.items())
    roles = {}
    for name, kind in parameters[2:]:
        if name == "return":
            continue
        if kind not in ROLES:
            raise ValueError(f"{declared.__name__}: {name} is {kind!r}; annotate it as PieceNumber or KindNumber")
        roles[name.rstrip("_")] = ROLES[kind]
    return roles


def event(
    name: str,
    base: str = "",
    past: str = "",
    *,
    acts: bool = False,
    its: Mapping[str, str] | None = None,
    newest_first: bool = False,
    of_kind: Mapping[str, str] | None = None,
    phase: Sort = "",
    lying: bool = False,
    held: Mapping[str, str] | None = None,
    sayings: Mapping[str, str] | None = None,
    stretch: str = "",
    text: str = "",
) -> Callable[[Callable[Concatenate[Any, int, P], None]], EventWord[P]]:
    """Declare an event by the signature of a function with an empty body.

    ``base`` is the verb after ``when you``, ``past`` the one after ``if you``; either can be missing. ``text`` is what
    its author reads of it, after the ids of its rules: ``R087: a world has produced a good.``
    """
    return lambda declared: EventWord(
        name,
        base,
        past,
        acts,
        its or {},
        newest_first,
        phase,
        declared,
        of_kind or {},
        lying,
        held,
        sayings,
        stretch,
        text,
    )


@frozen
class Parameter:
    """A number that continuing powers can change: ``cost of gray worlds: 2 less``."""

    name: str
    about: Literal["piece", "stock", "nothing"] = "nothing"
    meaning: str = field(default="", kw_only=True)
    """What the number is, or what the act allows."""
    implies: Sort = ""
    """The sort of power that a power on this number counts as: ``with a trade power``."""
    priced: bool = False
    """Whether a power may change it at a price: ``military, may discard this card: 3 more``."""
    opens: str = ""
    """The act that any change of it allows, even ``0 less``: ``worlds may be conquered``; else there is no such number.
    """
    among: tuple[str, ...] = ()
    """The places in which the pieces must be; empty: anywhere, so that a power names none."""
    permits: bool = False
    """Whether it is an act that powers allow or forbid: ``goods on this world cannot be traded``.

    Steps ask with ``be`` before it, ``play.value("be traded", seat, 0, piece)``: above 0 is allowed, below 0 forbidden.
    """
    its: Mapping[str, str] = field(factory=dict)
    """The nouns allowed after ``its``, with the place of those things while the number is asked for."""
    of_kind: Mapping[str, str] = field(factory=dict)
    """The kind of piece that has each of those things, if only one has."""
    of: frozenset[str] = frozenset()
    """The kinds of component whose pieces have it; empty: any."""
    sides: frozenset[str] = frozenset()
    """The kinds of side whose pieces have it; empty: any."""
    lying: bool = False
    """Whether it belongs to what lies on pieces: ``trade of goods``."""
    held: str = ""
    """The place on pieces that it is about: pieces that hold nothing there do not have it."""
    granted: bool = False
    """Whether an act is allowed unless a power forbids it; so powers can only forbid it."""
    moment: str = ""
    """When it is asked for, if that is always the same: ``start of explore``, ``setup``; empty: at several moments."""
    bearers: frozenset[str] = frozenset()
    """The only kinds of component that can be in play when it is asked for; empty: any."""
    most: int = 0
    """The most that one power can change it by, or set it to; 0: no limit. With one, ``any number`` has no meaning."""
    noun: str = field(default="", kw_only=True)
    """The name of the number in the rule text; empty: the name that content uses."""
    sayings: Mapping[str, str] = field(factory=dict, kw_only=True)
    """How the rule text says a change, as templates, by its direction; under an empty key, those not listed.

    ``open`` is a change by 0 that only allows an act.
    """


@frozen
class Selected:
    """A place of a seat that a counter of that seat selects during play."""

    counter: str
    """It holds which of the places is selected, counted from 1; 0 while none is."""
    among: tuple[str, ...]


@frozen
class Listed:
    """The places of a seat that a fact of the table names during play, or those that it does not name."""

    fact: str
    among: tuple[str, ...]
    named: bool = True
    unknown: tuple[str, ...] = ()
    """The moments at which the fact names none yet."""


@frozen
class Bearing:
    """What a piece must show for things to be put on it."""

    property: str
    worth: str = ""
    """The number of that property's value which must not be 0; empty: any value will do."""


@frozen
class Act:
    """A step that a schedule can name: ``each seat: build develop``."""

    step: Any
    words: tuple[tuple[str, ...], ...] = ()
    """For each word after its name, those that fit."""
    after: tuple[str, ...] = ()
    """The steps without which it makes no sense: they come earlier in the round, or in setup."""
    once: bool = False
    """Whether it can come only once, in setup or in a round."""


Edge = Literal["start", "end"]
EDGES: tuple[Edge, ...] = ("start", "end")
"""The windows that a phase can have."""


@frozen
class Signatures:
    """Everything in a game's Python that its content can refer to."""

    name: str
    verbs: Sequence[Verb]
    events: Sequence[EventWord[...]]
    parameters: Sequence[Parameter]
    component_kinds: frozenset[str]
    """The kinds of component the game uses; content that declares any other is in error."""
    offers: Mapping[str, tuple[str, ...]] = field(factory=dict, kw_only=True)
    """The phases that offer powers a moment of use, with the verbs they offer."""
    ordered: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The phases that offer powers in a fixed order; in the others, their owner chooses it."""
    uses: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The sorts of powers allowed on a kind of side; kinds not listed allow any."""
    added_kinds: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Further kinds of component that the game uses if a set declares them."""
    only: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The verbs and changed numbers of kinds of sides that have no others, and share them with no other kind."""
    allowed_places: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The places allowed for pieces of a kind or things of a sort; kinds not listed can be anywhere."""
    empty: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The places that are empty at a moment unless a power has put something there; moments not listed can be any.

    A moment is a window (``start of ship``), a phase that offers powers, an event, or ``score``.
    """
    vacated: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The places on pieces that are cleared as their piece comes into play, and in which nothing lies afterwards."""
    passing_marks: Mapping[str, EventWord[...]] = field(factory=dict, kw_only=True)
    """The marks that pieces carry until the end of the phase, with the event that gives them."""
    faces: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The faces of dice that its steps know, by stock; other faces must be declared to mean some of these."""
    bearing: Mapping[str, Bearing] = field(factory=dict, kw_only=True)
    """What a piece must show to hold anything, by the place on it."""
    working: Mapping[str, str] = field(factory=dict, kw_only=True)
    """Values that promise a power with a verb: a side with such a value and no power at all does nothing."""
    selected: Mapping[str, Selected | Listed] = field(factory=dict, kw_only=True)
    """Places known only during play, by the phrase that names them, such as ``selected phase``."""
    acts: Sequence[Any] = field(default=(), kw_only=True)
    """The steps that a schedule can name in a round or turn; one of which more is to be said, as an ``Act``."""
    openings: Sequence[Any] = field(default=(), kw_only=True)
    """The steps that a schedule can name in setup, each once."""
    tests: Mapping[str, Callable[[Any, str], bool]] = field(factory=dict, kw_only=True)
    """What a schedule can ask about a phase, by the word after ``if``: ``test(play, phase)``."""
    counts: Mapping[str, Callable[[Any, int], int]] = field(factory=dict, kw_only=True)
    """What a line of the score can count that no sentence can say, by its word: ``count(play, seat)``."""
