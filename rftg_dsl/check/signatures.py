"""The signatures of the verbs, events and numbers that a game's Python code offers to powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar

from attrs import evolve, field, frozen

from rftg_dsl.base import limits

P = ParamSpec("P")

ObjectKind = Literal["counter", "counters", "stock", "stocks", "pieces", "nothing"]
"""The kinds of object that a verb can have.

``counters`` is a choice of counters, as in ``energy or culture``. ``stocks`` is a choice among kinds of stock, or among
places for the stock.
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
"""The kinds of slot that a verb can have. The less obvious ones are:

``targets``: a choice among the seat's places and places on pieces.
``flag``: whether all things must come from one place.
``order``: whether things can move only to a later place.
``differing``: the value on each side, which must be different for each piece chosen.
``matching``: the value on each side, which must be the same for all pieces chosen.
``alike``: for each side, by index, the sides that it is like, or None.
``number``: a number, as in ``by 2``.
``counter``: a counter, as in ``for credits``.
``counters``: a choice of counters, as in ``with credits or chips``.
``price``: an amount of a counter, as in ``for 1 credit``.
``change``: a change in a price, as in ``for 1 less``.
``terms``: a change in a price, or ``for free``.
``seats``: opponents, as in ``from an opponent`` or ``from each opponent``.
``moment``: the moment at which the power acts. It is filled in automatically and never written in content.
"""

ARGUMENTS = ("play", "seat", "this", "what", "low", "high")

MANY = limits.SUPPLY.most + 1
"""The number that represents ``all`` and ``any number``. It is larger than any supply."""


Do = TypeVar("Do", bound=Callable[..., None])


def do_nothing(*_: object) -> None:
    """Do nothing. This is the placeholder in a verb that has not decorated a function yet."""


def as_set(words: Iterable[str]) -> frozenset[str]:
    """Return the words as a frozen set, so that a declaration can list them in brackets."""
    return frozenset(words)


def as_set_if_any(words: Iterable[str] | None) -> frozenset[str] | None:
    """Return the words as a frozen set, or None if ``words`` is None."""
    return None if words is None else frozenset(words)


@frozen
class Verb:
    """An action that powers can take. It is also a decorator for the function that carries out the action.

    The function is called as ``do(play, seat, this, what, low, high, **slots)``. ``what`` is the counter number, the
    cells or the pieces; ``low`` and ``high`` are the amount. The decorated function remains an ordinary function. It
    can have several verbs; ``verbs_in`` collects the verbs in a module.
    """

    name: str
    object: ObjectKind
    do: Callable[..., None] = do_nothing
    """The function that carries out the verb. It is set when the verb decorates a function."""
    slots: Mapping[str, SlotKind] = field(factory=dict)
    required: frozenset[str] = field(default=(), converter=as_set)
    """The slots that must be filled."""
    can: Callable[..., bool] | None = None
    """A test of whether the action is possible and would have an effect; without it, the action is always possible.

    The arguments are those of ``do``.
    """
    takes: Callable[..., Sequence[int]] | None = None
    """The objects that the verb can now use to pay a price, from the arguments of ``do``; without it, all objects."""
    asks: bool = False
    """Whether the verb puts steps on the agenda, so that later effects have to wait."""
    offered: bool = False
    """Whether the verb makes sense only in a power that a phase offers, as in ``assign: may ...``."""
    alone: bool = False
    """Whether the phase itself carries out the verb, which can then appear only as ``PHASE: may VERB``."""
    grants: bool = False
    """Whether the object does not exist until the verb acts, so that a power can name only its kind."""
    of: frozenset[str] = field(default=(), converter=as_set)
    """The components that the verb grants; empty for any."""
    conjures: bool = False
    """Whether the verb creates things instead of taking them from the supply."""
    reach: tuple[str, ...] = ()
    """The places from which the verb can take its object; empty for any."""
    leads: tuple[str, ...] = ()
    """The places to which the verb can move its object; empty for any."""
    counts: tuple[str, ...] = ()
    fires: tuple[EventWord[...], ...] = ()
    """The events that the verb can cause. A cycle of such events is an error."""
    how: frozenset[str] | None = field(default=None, converter=as_set_if_any)
    """The forms of amount allowed besides an exact number: ``between``, ``up to``, ``any``, ``all``.

    With None, all of these are allowed if the owner chooses among existing things, and none of them otherwise.
    """

    most: int = 0
    """The maximum number of things that the verb can act on at once; 0 for no limit."""
    owned: bool = False
    """Whether the verb works only on things that belong to the acting seat."""
    elsewhere: bool = False
    """Whether the verb never works on the power's own piece."""
    pays: bool = True
    """Whether the verb can be the price of a changed number: the owner gives up as many objects as the power states."""
    exhausts: Literal["none", "this", "any"] = "none"
    """The objects that the verb uses up permanently, which keeps powers from triggering one another forever."""
    usual: str = ""
    """The default place of the object; empty for every place in which powers count."""
    moments: tuple[str, ...] = ()
    """The events and offering phases at which a power can use the verb; empty for any moment."""
    keeps: Mapping[str, Any] = field(factory=dict)
    """Facts of the table, with their initial values, that exist only if some power uses the verb."""
    either: frozenset[str] = field(default=(), converter=as_set)
    """The slots of which at least one must be filled."""
    text: str = field(default="", kw_only=True)
    """The effect of the verb, as a sentence that follows its rule ids: ``R087: produce a good.``"""
    saying: str = ""
    """The template for rule text (``docs/adding-a-game.md``). If it is empty, the name, object and slots are used."""

    def __call__(self, do: Do) -> Do:
        """Register the verb on the function that carries it out, and return the function."""
        vars(do).setdefault("verbs", []).insert(0, evolve(self, do=do))  # the decorator written first is applied last
        return do

    @property
    def meaning(self) -> str:
        """The first sentence in ``text``, without its rule ids."""
        return sentence_in(self.text)

    def amounts(self) -> frozenset[str]:
        """Return the forms of amount that the verb allows, including those that ``how`` allows by default."""
        if self.how is not None:
            return self.how | {"exact"}
        chosen = self.object in ("stock", "pieces") and self.asks and not self.grants
        return frozenset(("exact", "between", "up to", "any", "all") if chosen else ("exact",))


verb = Verb
"""An alias in lower case for use as a decorator: ``@verb("swap", "pieces", asks=True, text="...")``."""


def verbs_in(*modules: ModuleType) -> tuple[Verb, ...]:
    """Return the verbs that functions in these modules carry out, in order of definition. Ignore imported functions."""
    functions = [value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)]
    names = {module.__name__ for module in modules}
    own = [function for function in functions if function.__module__ in names]
    return tuple(declared for function in own for declared in vars(function).get("verbs", ()))


def sentence_in(text: str) -> str:
    """Return the first sentence in a description such as ``R087: a world has produced a good.``

    The rule ids and the full stop are omitted.
    """
    text = re.sub(r"^(?:[A-Z]+\d+(?:, |: ))+", "", text)
    sentence = re.split(r"(?<=\.)\s|; | \([A-Z]+\d+\)", text)[0]
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


PieceNumber = Annotated[int, "piece"]
"""The type of an event argument that is the number of a piece."""
KindNumber = Annotated[int, "stock"]
"""The type of an event argument that is the number of a stock kind."""

ROLES: dict[Any, Literal["piece", "stock"]] = {
    # Include the names as strings, because ``from __future__ import annotations`` leaves annotations unevaluated.
    "PieceNumber": "piece",
    "KindNumber": "stock",
    PieceNumber: "piece",
    KindNumber: "stock",
}


Sort = str | Mapping[str, str]
"""The sort of a power in ``with a ... power``: a verb or phase, or one for each kind of piece that it is about."""


def sorts_in(sort: Sort) -> tuple[str, ...]:
    """Return all verbs and phases in a sort; empty for the empty sort."""
    if isinstance(sort, str):
        return (sort,) if sort else ()
    return tuple(sort.values())


Voice = Literal["base", "third", "past"]
"""The form of a verb, as in ``you trade`` (base), ``opponent trades`` (third) or ``you traded`` (past)."""


class EventWord(Generic[P]):
    """An event that powers can react to, as in ``when you trade ...``. Calling the object triggers the event.

    An event is declared as a function of a play, a seat and the event's roles. The role ``it`` is the piece concerned;
    other roles are prepositions (``with_``, ``from_``) that introduce a piece or a stock kind.
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
        """The event in words, as a sentence that follows its rule ids: ``R087: a world has produced a good.``"""
        self.stretch = stretch
        """The period that rule text names; empty for the phase or the turn."""
        self.sayings: Mapping[str, str] = sayings or {}
        """Templates for rule text, by verb form; an empty key serves all other forms."""
        self.held: Mapping[str, str] = held or {}
        """The place on a role's piece that the event concerns. The event never happens to pieces with nothing there."""
        self.lying = lying
        """Whether the event happens to the contents of ``it``, as in ``you sell a rare good``."""
        self.phase = phase
        """The phase that powers waiting for the event belong to, if any. It can depend on the kind of piece."""
        self.forms: Mapping[str, Voice] = {
            **({base: "base", to_third_person(base): "third"} if base else {}),
            **({past: "past"} if past else {}),
        }
        self.acts = acts
        """Whether ``it`` is the subject (``own world completes``) or the object (``you settle a world``)."""
        self.its = its
        """The nouns allowed after ``its``, with the place where those things are while powers react."""
        self.of_kind = of_kind
        """For each noun that applies to only one kind of piece, that kind. Other nouns have no entry."""
        self.newest_first = newest_first
        self.about = roles_of(declared)
        self.pieces = tuple(nth for nth, kind in enumerate(self.about.values()) if kind == "piece")
        self.__doc__ = declared.__doc__
        self.declared = declared

    @property
    def meaning(self) -> str:
        """The first sentence in ``text``, without its rule ids."""
        return sentence_in(self.text)

    def __call__(self, play: Any, seat: int, *about: P.args, **_: P.kwargs) -> None:
        """Trigger the event. Powers that wait for the event to happen to ``this`` piece react last."""
        name = self.name
        # Most events have no listeners; these tests keep such events cheap.
        if name in play.hooks or name in play.rules.tallies:
            play.fire(name, seat, *about, newest_first=self.newest_first)
        if name in play.own_points:
            for nth in self.pieces:
                play.fire_own(name, seat, about[nth], *about)

    @property
    def openings(self) -> tuple[str, ...]:
        """The ways to begin a power that waits for the event: ``when you trade``, ``when you have traded``."""
        wanted = {"third": "a piece"} if self.acts else {"base": "you"}
        subjects = {**wanted, "past": "you have"}
        return tuple(f"when {subjects[voice]} {form}" for form, voice in self.forms.items() if voice in subjects)

    def __repr__(self) -> str:
        return f"EventWord({self.name!r}, about {dict(self.about)})"


def to_third_person(verb: str) -> str:
    """Return the form of a verb that follows ``opponent``: ``trades``, ``passes``, ``carries``, ``has``."""
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def roles_of(declared: Callable[..., None]) -> Mapping[str, Literal["piece", "stock"]]:
    """Return the roles in an event's declaration. Raise ``ValueError`` if a role is not a piece or a stock kind."""
    parameters = list(declared.__annotations__.items())
    roles = {}
    # The first two parameters are the play and the seat.
    for name, kind in parameters[2:]:
        if name == "return":
            continue
        if kind not in ROLES:
            raise ValueError(f"{declared.__name__}: {name} is {kind!r}; annotate it as PieceNumber or KindNumber")
        # 'with' and 'from' are Python keywords, so parameters are called ``with_`` and ``from_``.
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
    """Declare an event by decorating a function that has the event's signature and an empty body.

    ``base`` is the verb after ``when you``, ``past`` the verb after ``if you``; either can be missing. ``text``
    describes the event to authors, after its rule ids: ``R087: a world has produced a good.``
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
    """A number that powers can change as long as their piece is in play, as in ``cost of gray worlds: 2 less``."""

    name: str
    about: Literal["piece", "stock", "nothing"] = "nothing"
    meaning: str = field(default="", kw_only=True)
    implies: Sort = ""
    """The sort that a power on this number counts as in ``with a ... power``, such as ``trade``."""
    priced: bool = False
    """Whether a power can charge for a change, as in ``military, may discard this card: 3 more``."""
    opens: str = ""
    """The act that any change to the number allows, even ``0 less``, as in ``worlds may be conquered``.

    Without a change, the number does not exist.
    """
    among: tuple[str, ...] = ()
    """The places where the pieces must be. If none is listed, they can be anywhere, and powers name no place."""
    permits: bool = False
    """Whether this is an act that powers allow or forbid, as in ``goods on this world cannot be traded``.

    Steps call ``play.value("be traded", seat, 0, piece)``. The act is allowed if the result is above 0, and forbidden
    if it is below 0.
    """
    its: Mapping[str, str] = field(factory=dict)
    """The nouns allowed after ``its``, with the place where those things are while the number is computed."""
    of_kind: Mapping[str, str] = field(factory=dict)
    """For each noun that applies to only one kind of piece, that kind. Other nouns have no entry."""
    of: frozenset[str] = frozenset()
    """The kinds of component whose pieces have the number; empty for any."""
    sides: frozenset[str] = frozenset()
    """The kinds of side whose pieces have the number; empty for any."""
    lying: bool = False
    """Whether the number belongs to the contents of pieces, as in ``trade of goods``."""
    held: str = ""
    """The place on pieces that the number concerns. Pieces with nothing there do not have the number."""
    granted: bool = False
    """Whether the act is allowed by default, so that powers can only forbid it."""
    moment: str = ""
    """The moment at which the number is computed, such as ``start of explore`` or ``setup``; empty if that varies."""
    bearers: frozenset[str] = frozenset()
    """The kinds of component that can be in play when the number is computed; empty for any."""
    most: int = 0
    """The maximum that one power can add, subtract or set; 0 for no limit. A limit makes ``any number`` invalid."""
    noun: str = field(default="", kw_only=True)
    """The name of the number in rule text; empty if it is the same as in content."""
    sayings: Mapping[str, str] = field(factory=dict, kw_only=True)
    """Templates for changes in rule text, by direction; an empty key serves all other directions.

    The direction ``open`` is a change by 0 that only allows an act.
    """


@frozen
class Selected:
    """A place that one of the seat's counters selects during play."""

    counter: str
    """The counter that holds the index in ``among``, numbered from 1, or 0 while no place is selected."""
    among: tuple[str, ...]


@frozen
class Listed:
    """The places of a seat that a fact of the table lists during play or, if ``named`` is false, does not list."""

    fact: str
    among: tuple[str, ...]
    named: bool = True
    unknown: tuple[str, ...] = ()
    """The moments at which the fact does not list any places yet."""


@frozen
class Bearing:
    """The property that a piece must show in order to hold things."""

    property: str
    worth: str = ""
    """One of the value's numbers, such as its worth, which must not be 0; empty if any value is enough."""


@frozen
class Act:
    """A step that a schedule can name, as in ``each seat: build develop``."""

    step: Any
    words: tuple[tuple[str, ...], ...] = ()
    after: tuple[str, ...] = ()
    """The steps that this step depends on, and that come earlier in the round or in setup."""
    once: bool = False


Edge = Literal["start", "end"]
EDGES: tuple[Edge, ...] = ("start", "end")


@frozen
class Signatures:
    """Everything in a game's Python code that the game's content can refer to."""

    name: str
    verbs: Sequence[Verb]
    events: Sequence[EventWord[...]]
    parameters: Sequence[Parameter]
    component_kinds: frozenset[str]
    """The kinds of component that the game uses. Declaring any other kind is an error."""
    offers: Mapping[str, tuple[str, ...]] = field(factory=dict, kw_only=True)
    """The phases in which players can use powers at will, with the verbs that each phase offers."""
    ordered: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The phases that offer powers in a fixed order. In other phases, the owner chooses the order."""
    uses: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The sorts of power allowed on each kind of side. Any sort is allowed on a kind without an entry."""
    added_kinds: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The additional kinds of component that the game uses only if a set declares them."""
    only: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The verbs and changed numbers that only this kind of side can have, and that are the only ones it can have."""
    allowed_places: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The places allowed for each kind of piece or stock. A kind without an entry can be anywhere."""
    empty: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The places that are empty at each moment unless a power has filled them. A moment without an entry has none.

    A moment is a window (``start of ship``), a phase that offers powers, an event, or ``score``.
    """
    vacated: frozenset[str] = field(default=frozenset(), kw_only=True)
    """The places on pieces that are cleared when the piece comes into play, and that remain empty."""
    passing_marks: Mapping[str, EventWord[...]] = field(factory=dict, kw_only=True)
    """The marks that last until the end of the phase, with the event that sets each of them."""
    faces: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The faces that the steps handle, by stock. Any other face must be declared to mean one or more of these."""
    bearing: Mapping[str, Bearing] = field(factory=dict, kw_only=True)
    """The property that a piece must show in order to hold anything in a place, by place."""
    working: Mapping[str, str] = field(factory=dict, kw_only=True)
    """Property values that promise a power with a certain verb. A side with such a value but no power does nothing."""
    selected: Mapping[str, Selected | Listed] = field(factory=dict, kw_only=True)
    """The places that are known only during play, by the phrase that refers to them, such as ``selected phase``."""
    acts: Sequence[Any] = field(default=(), kw_only=True)
    """The steps that a schedule can name in a round or turn, wrapped in ``Act`` if they need more details."""
    openings: Sequence[Any] = field(default=(), kw_only=True)
    """The steps that a schedule can name in setup, once each."""
    tests: Mapping[str, Callable[[Any, str], bool]] = field(factory=dict, kw_only=True)
    """The tests of a phase that a schedule can use, by the word after ``if``. Their form is ``test(play, phase)``."""
    counts: Mapping[str, Callable[[Any, int], int]] = field(factory=dict, kw_only=True)
    """The counts in score lines that no sentence can express, by word. Their form is ``count(play, seat)``."""

    def find_parameter(self, name: str) -> Parameter:
        """Return the number that powers can change under this name."""
        return next(parameter for parameter in self.parameters if parameter.name == name)
