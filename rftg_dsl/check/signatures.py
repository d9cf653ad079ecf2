"""The verbs, events and numbers that a game's Python code offers to powers, with their signatures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar

from attrs import evolve, field, frozen

from rftg_dsl.base import limits

P = ParamSpec("P")

ObjectKind = Literal["counter", "counters", "stock", "stocks", "pieces", "nothing"]
"""``counters``: a choice of counters, ``energy or culture``. ``stocks``: a choice among kinds of stock, or among places
for it.
"""
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
"""``targets``: a choice of the seat's places or places on pieces.
``flag``: whether all must come from one place.
``order``: whether they move only to a later place.
``differing``: values, by side, that must all differ.
``matching``: values that must all be equal.
``alike``: for each side, by index, the sides it is like, or None.
``number``: ``by 2``.
``counter``: ``for credits``.
``counters``: ``with credits or chips``.
``price``: ``for 1 credit``.
``change``: ``for 1 less``.
``terms``: the same, or ``for free``.
``seats``: ``from an opponent``, ``from each opponent``.
``moment``: when the power acts; filled in automatically, never written in content.
"""

ARGUMENTS = ("play", "me", "this", "what", "low", "high")

MANY = limits.SUPPLY.most + 1
"""Stands for ``all`` and ``any number``; larger than any supply."""


Do = TypeVar("Do", bound=Callable[..., None])


def do_nothing(*_: object) -> None:
    """Stand in for the function of a verb that decorates none yet."""


def as_set(words: Iterable[str]) -> frozenset[str]:
    """The words as a set, so that a record can list them in brackets."""
    return frozenset(words)


def as_set_if_any(words: Iterable[str] | None) -> frozenset[str] | None:
    """Like ``as_set``, but None stays None."""
    return None if words is None else frozenset(words)


@frozen
class Verb:
    """An action of a power: a decorator of the function that carries it out.

    The function is called as ``do(play, seat, this, what, low, high, **slots)``: ``what`` is the counter number, the
    cells or the pieces, and ``low`` and ``high`` are the amount. It stays an ordinary function; ``verbs_in`` collects
    the verbs of a module. A function may have several.
    """

    name: str
    object: ObjectKind
    do: Callable[..., None] = do_nothing
    """Carries it out; set by decorating the function."""
    slots: Mapping[str, SlotKind] = field(factory=dict)
    required: frozenset[str] = field(default=(), converter=as_set)
    """Slots that must be filled."""
    can: Callable[..., bool] | None = None
    """Tests, with the same arguments as ``do``, whether it is possible and would have an effect; without it, it always
    is."""
    takes: Callable[..., Sequence[int]] | None = None
    """The objects it can take now to pay a price, from the same arguments as ``do``; without it, all objects."""
    asks: bool = False
    """Whether it puts steps on the agenda, so that later effects have to wait."""
    offered: bool = False
    """Whether it makes sense only in a power that a phase offers: ``assign: may ...``."""
    alone: bool = False
    """Whether the phase itself carries it out, so that it may appear only as ``PHASE: may VERB``."""
    grants: bool = False
    """Whether its object does not exist yet, so that only its kind can be named."""
    of: frozenset[str] = field(default=(), converter=as_set)
    """The components it grants; empty for any."""
    conjures: bool = False
    """Whether it creates things instead of taking them from the supply."""
    reach: tuple[str, ...] = ()
    """Places it can take its object from; empty for any."""
    leads: tuple[str, ...] = ()
    """Places it can move its object to; empty for any."""
    counts: tuple[str, ...] = ()
    fires: tuple[EventWord[...], ...] = ()
    """Events it can cause. A cycle of such events is an error."""
    how: frozenset[str] | None = field(default=None, converter=as_set_if_any)
    """Forms of amount allowed besides an exact number: ``between``, ``up to``, ``any``, ``all``.

    ``None`` allows all of these if the owner chooses among existing things, and otherwise none of them.
    """

    most: int = 0
    """The most it can act on at once; 0 for no limit."""
    owned: bool = False
    """Whether it works only on things of the acting seat."""
    elsewhere: bool = False
    """Whether it never works on the power's own piece."""
    pays: bool = True
    """Whether its objects can pay for a changed number: the owner gives up as many as the power says."""
    exhausts: Literal["none", "this", "any"] = "none"
    """Objects it uses up for good, which keeps powers from triggering one another forever."""
    usual: str = ""
    """The default place of its object; empty for every place in which powers count."""
    moments: tuple[str, ...] = ()
    """Events and offering phases at which a power can have it; empty for any moment."""
    keeps: Mapping[str, Any] = field(factory=dict)
    """Facts of the table, with initial values, that exist only if some power has this verb."""
    either: frozenset[str] = field(default=(), converter=as_set)
    """Slots, at least one of which must be filled."""
    text: str = field(default="", kw_only=True)
    """Its effect, as a sentence after its rule ids: ``R087: produce a good.``"""
    saying: str = ""
    """Its template in rule text (``docs/adding-a-game.md``); if empty, its name, object and slots are used."""

    def __call__(self, do: Do) -> Do:
        """Declare that a function carries out this verb, and return the function."""
        vars(do).setdefault("verbs", []).insert(0, evolve(self, do=do))  # the decorator written first is applied last
        return do

    @property
    def meaning(self) -> str:
        """The first sentence of ``text``, without rule ids."""
        return sentence_in(self.text)

    def amounts(self) -> frozenset[str]:
        """The forms of amount it allows, including the default for ``how``."""
        if self.how is not None:
            return self.how | {"exact"}
        chosen = self.object in ("stock", "pieces") and self.asks and not self.grants
        return frozenset(("exact", "between", "up to", "any", "all") if chosen else ("exact",))


verb = Verb
"""The name of the decorator, like those of steps and events: ``@verb("swap", "pieces", asks=True, text="...")``."""


def verbs_in(*modules: ModuleType) -> tuple[Verb, ...]:
    """All verbs that functions of these modules carry out, in order of definition, without the imported ones."""
    functions = [value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)]
    names = {module.__name__ for module in modules}
    own = [function for function in functions if function.__module__ in names]
    return tuple(declared for function in own for declared in vars(function).get("verbs", ()))


def sentence_in(text: str) -> str:
    """The first sentence of a text, without rule ids or the full stop: ``R087: a world has produced a good.``"""
    text = re.sub(r"^(?:[A-Z]+\d+(?:, |: ))+", "", text)
    sentence = re.split(r"(?<=\.)\s|; | \([A-Z]+\d+\)", text)[0]
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


PieceNumber = Annotated[int, "piece"]
"""A piece's number, as an argument of an event."""
KindNumber = Annotated[int, "stock"]
"""The number of a stock kind, as an argument of an event."""

ROLES: dict[Any, Literal["piece", "stock"]] = {
    # Strings too, because annotations are not evaluated under ``from __future__ import annotations``.
    "PieceNumber": "piece",
    "KindNumber": "stock",
    PieceNumber: "piece",
    KindNumber: "stock",
}


Sort = str | Mapping[str, str]
"""The meaning of a power for ``with a ... power``: a verb or phase, or one for each kind of piece it is about."""


def sorts_in(sort: Sort) -> tuple[str, ...]:
    """All values of a sort; empty for the empty sort."""
    if isinstance(sort, str):
        return (sort,) if sort else ()
    return tuple(sort.values())


Voice = Literal["base", "third", "past"]
"""A verb form: ``you trade``, ``opponent trades``, ``you traded``."""


class EventWord(Generic[P]):
    """An event that powers can react to: ``when you trade ...``. Calling it triggers the event.

    It is declared as a function of a play, a seat and its roles: ``it`` is the piece concerned; the others are
    prepositions (``with_``, ``from_``) before a piece or a stock kind.
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
        """The event, as a sentence after its rule ids: ``R087: a world has produced a good.``"""
        self.stretch = stretch
        """The period named in rule text; empty for the phase or the turn."""
        self.sayings: Mapping[str, str] = sayings or {}
        """Templates in rule text, by verb form; the empty key serves any form. By default, the verb with its roles."""
        self.held: Mapping[str, str] = held or {}
        """The place on a role's piece that it concerns; it never happens to a piece that holds nothing there."""
        self.lying = lying
        """Whether it happens to the contents of ``it``: ``you sell a rare good``."""
        self.phase = phase
        """The phase, if any, that powers waiting for it belong to; it may depend on the kind of piece."""
        self.forms: Mapping[str, Voice] = {
            **({base: "base", to_third_person(base): "third"} if base else {}),
            **({past: "past"} if past else {}),
        }
        self.acts = acts
        """Whether ``it`` is the subject (``own world completes``) or the object (``you settle a world``)."""
        self.its = its
        """Nouns allowed after ``its``, with the place of those things while powers react."""
        self.of_kind = of_kind
        """By noun, the only kind of piece that has the thing; other nouns have no entry."""
        self.newest_first = newest_first
        self.about = roles_of(declared)
        self.pieces = tuple(nth for nth, kind in enumerate(self.about.values()) if kind == "piece")
        self.__doc__ = declared.__doc__
        self.declared = declared

    @property
    def meaning(self) -> str:
        """The first sentence of ``text``, without rule ids."""
        return sentence_in(self.text)

    def __call__(self, play: Any, seat: int, *about: P.args, **_: P.kwargs) -> None:
        """Trigger the event. Powers that wait for ``this`` on its pieces react last."""
        name = self.name
        # Most events have no listener; these tests keep them cheap.
        if name in play.hooks or name in play.rules.tallies:
            play.fire(name, seat, *about, newest_first=self.newest_first)
        if name in play.own_points:
            for nth in self.pieces:
                play.fire_own(name, seat, about[nth], *about)

    @property
    def openings(self) -> tuple[str, ...]:
        """Openings of powers that wait for it: ``when you trade``, ``when you have traded``."""
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
    """The roles in an event's declaration; raises ``ValueError`` if a parameter has another type."""
    parameters = list(declared.__annotations__.items())
    roles = {}
    # The first two parameters are the play and the seat.
    for name, kind in parameters[2:]:
        if name == "return":
            continue
        if kind not in ROLES:
            raise ValueError(f"{declared.__name__}: {name} is {kind!r}; annotate it as PieceNumber or KindNumber")
        # 'with' and 'from' are Python keywords, hence ``with_`` and ``from_``.
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

    ``base`` is the verb after ``when you``, ``past`` the one after ``if you``; either can be missing. ``text``
    describes it to authors, after its rule ids: ``R087: a world has produced a good.``
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
    """A number that lasting powers can change: ``cost of gray worlds: 2 less``."""

    name: str
    about: Literal["piece", "stock", "nothing"] = "nothing"
    meaning: str = field(default="", kw_only=True)
    implies: Sort = ""
    """The sort of power that a power on this number counts as: ``with a trade power``."""
    priced: bool = False
    """Whether a power may charge for a change: ``military, may discard this card: 3 more``."""
    opens: str = ""
    """The act that any change to it allows, even ``0 less``: ``worlds may be conquered``.

    Without a change, the number does not exist.
    """
    among: tuple[str, ...] = ()
    """Places where the pieces must be; if empty, they can be anywhere, and a power names no place."""
    permits: bool = False
    """Whether it is an act that powers allow or forbid: ``goods on this world cannot be traded``.

    Steps ask for ``play.value("be traded", seat, 0, piece)``: above 0 is allowed, below 0 forbidden.
    """
    its: Mapping[str, str] = field(factory=dict)
    """Nouns allowed after ``its``, with the place of those things while the number is computed."""
    of_kind: Mapping[str, str] = field(factory=dict)
    """By noun, the only kind of piece that has the thing; other nouns have no entry."""
    of: frozenset[str] = frozenset()
    """Kinds of component whose pieces have it; empty for any."""
    sides: frozenset[str] = frozenset()
    """Kinds of side whose pieces have it; empty for any."""
    lying: bool = False
    """Whether it belongs to the contents of pieces: ``trade of goods``."""
    held: str = ""
    """The place on pieces that it concerns; pieces with nothing there do not have it."""
    granted: bool = False
    """Whether the act is allowed by default, so that powers can only forbid it."""
    moment: str = ""
    """The moment at which it is computed, such as ``start of explore`` or ``setup``; empty if that varies."""
    bearers: frozenset[str] = frozenset()
    """Kinds of component that can be in play when it is computed; empty for any."""
    most: int = 0
    """The most that one power can change it by or set it to; 0 for no limit. A limit makes ``any number`` invalid."""
    noun: str = field(default="", kw_only=True)
    """Its name in rule text; if empty, the same as in content."""
    sayings: Mapping[str, str] = field(factory=dict, kw_only=True)
    """Templates of its changes in rule text, by direction; the empty key serves all others.

    ``open`` is a change by 0 that only allows an act.
    """


@frozen
class Selected:
    """A place of a seat, selected during play by that seat's counter."""

    counter: str
    """Holds the index in ``among``, counted from 1; 0 while none is selected."""
    among: tuple[str, ...]


@frozen
class Listed:
    """Places of a seat that a fact of the table names during play or, unless ``named``, does not name."""

    fact: str
    among: tuple[str, ...]
    named: bool = True
    unknown: tuple[str, ...] = ()
    """Moments at which the fact does not yet name any."""


@frozen
class Bearing:
    """The property a piece must show to hold things."""

    property: str
    worth: str = ""
    """A number of that property's value that must not be 0; empty if any value is enough."""


@frozen
class Act:
    """A step that a schedule can name: ``each seat: build develop``."""

    step: Any
    words: tuple[tuple[str, ...], ...] = ()
    after: tuple[str, ...] = ()
    """Steps it depends on, which come earlier in the round or in setup."""
    once: bool = False


Edge = Literal["start", "end"]
EDGES: tuple[Edge, ...] = ("start", "end")


@frozen
class Signatures:
    """Everything in a game's Python code that its content can refer to."""

    name: str
    verbs: Sequence[Verb]
    events: Sequence[EventWord[...]]
    parameters: Sequence[Parameter]
    component_kinds: frozenset[str]
    """Kinds of component the game uses; declaring any other is an error."""
    offers: Mapping[str, tuple[str, ...]] = field(factory=dict, kw_only=True)
    """Phases in which powers can be used at will, with the verbs they offer."""
    ordered: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Phases that offer powers in a fixed order; in other phases, the owner chooses the order."""
    uses: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """Sorts of powers allowed on a kind of side; unlisted kinds allow any."""
    added_kinds: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Additional kinds of component, used only if a set declares them."""
    only: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """Verbs and changed numbers exclusive to a kind of side, which then has no others."""
    allowed_places: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """Places allowed for a kind of piece or stock; unlisted kinds can be anywhere."""
    empty: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """Places that are empty at a moment unless a power has filled them; unlisted moments have none.

    A moment is a window (``start of ship``), an offering phase, an event, or ``score``.
    """
    vacated: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Places on pieces that are cleared when the piece comes into play, and stay empty."""
    passing_marks: Mapping[str, EventWord[...]] = field(factory=dict, kw_only=True)
    """Marks that last until the end of the phase, with the event that gives them."""
    faces: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """Die faces that the steps know, by stock; other faces must be declared to mean some of these."""
    bearing: Mapping[str, Bearing] = field(factory=dict, kw_only=True)
    """For each place on a piece, the property that the piece must show to hold anything there."""
    working: Mapping[str, str] = field(factory=dict, kw_only=True)
    """Values that promise a power with a verb: a side with such a value but no power does nothing."""
    selected: Mapping[str, Selected | Listed] = field(factory=dict, kw_only=True)
    """Places known only during play, by the phrase that names them, such as ``selected phase``."""
    acts: Sequence[Any] = field(default=(), kw_only=True)
    """Steps a schedule can name in a round or turn, wrapped in ``Act`` if they need more details."""
    openings: Sequence[Any] = field(default=(), kw_only=True)
    """Steps that a schedule can name in setup, once each."""
    tests: Mapping[str, Callable[[Any, str], bool]] = field(factory=dict, kw_only=True)
    """Questions about a phase in a schedule, by the word after ``if``: ``test(play, phase)``."""
    counts: Mapping[str, Callable[[Any, int], int]] = field(factory=dict, kw_only=True)
    """Counts for score lines that no sentence can express, by word: ``count(play, seat)``."""
