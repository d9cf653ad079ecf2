"""What a game's Python offers to powers: verbs, events and numbers, each with its signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec

from attrs import field, frozen

P = ParamSpec("P")

ObjectKind = Literal["counter", "stock", "pieces", "nothing"]
SlotKind = Literal[
    "place",
    "places",
    "stock",
    "pieces",
    "counter",
    "counters",
    "price",
    "flag",
    "differing",
    "number",
    "change",
    "seats",
]
"""``flag``: whether all must come from one place; ``differing``: the values, by side, of which no two may be equal;
``number``: ``by 2``; ``counter``: ``for credits``; ``counters``: ``with credits or chips``; ``price``: ``for 1
credit``; ``change``: ``for 1 less``; ``seats``: ``from an opponent``."""

ARGUMENTS = ("play", "me", "this", "what", "low", "high")
"""What every verb is called with, before its slots."""


@frozen
class Verb:
    """What a power can do.

    ``do(play, me, this, what, low, high, **slots)`` carries it out: ``what`` is the number of the counter, the
    cells or the pieces meant, ``low`` and ``high`` the amount. ``can`` (same arguments) says whether that would be
    possible and do something; without it the verb always can.
    """

    name: str
    object: ObjectKind
    do: Callable[..., None]
    slots: Mapping[str, SlotKind] = field(factory=dict)
    required: frozenset[str] = frozenset()
    can: Callable[..., bool] | None = None
    asks: bool = False
    """Whether it puts steps on the agenda, so that what follows has to wait."""
    offered: bool = False
    """Whether it is only meaningful as a power that a phase offers (``assign: may ...``)."""
    alone: bool = False
    """Whether the phase carries it out itself, so that nothing but ``PHASE: may VERB`` would be read."""
    grants: bool = False
    """Whether its object is not there yet, so that only its kind is named."""
    conjures: bool = False
    """Whether what it grants is taken from nowhere, not from the supply."""
    reach: tuple[str, ...] = ()
    """The only places in which its object can lie; empty: any."""
    leads: tuple[str, ...] = ()
    """The only places it leads to; empty: any."""
    counts: tuple[str, ...] = ()
    """The counters that say how many it was done to."""
    fires: tuple[EventWord[...], ...] = ()
    """Events that can follow from it; a cycle of these is an error."""
    how: frozenset[str] | None = None
    """How many can be said of its object besides an exact number: ``between``, ``up to``, ``any``, ``all``.

    None: all of these where the owner chooses among things that are there, otherwise none.
    """

    most: int = 0
    """The most it can be done to at once; 0: as many as one likes."""

    def amounts(self) -> frozenset[str]:
        """The ways to say how many that it carries out."""
        if self.how is not None:
            return self.how | {"exact"}
        chosen = self.object in ("stock", "pieces") and self.asks and not self.grants
        return frozenset(("exact", "between", "up to", "any", "all") if chosen else ("exact",))


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


class EventWord(Generic[P]):
    """Something that happens to a seat and that powers can wait for: ``when you trade ...``. Called, it happens.

    It is declared as a function of a play, a seat and what it is about, whose parameters are its roles: ``it`` is the
    piece concerned, the others are prepositions (``with_``, ``from_``) before a piece or a kind of fungible thing.
    """

    def __init__(
        self,
        name: str,
        forms: tuple[str, ...],
        its: Mapping[str, str],
        newest_first: bool,
        declared: Callable[..., None],
    ) -> None:
        self.name = name
        self.forms = forms or (name,)
        """The words after ``when you`` and ``if you``."""
        self.its = its
        """Nouns after ``its``, and the place where those things stand while powers react."""
        self.newest_first = newest_first
        """Whether the newest piece of a seat reacts first."""
        self.about = roles_of(declared)
        """The roles in the order in which they are passed."""
        self.__doc__ = declared.__doc__

    def __call__(self, play: Any, seat: int, *about: P.args, **_: P.kwargs) -> None:
        """It happens: every power that hears it reacts."""
        play.fire(self.name, seat, *about, newest_first=self.newest_first)

    def __repr__(self) -> str:
        return f"EventWord({self.name!r}, about {dict(self.about)})"


def roles_of(declared: Callable[..., None]) -> Mapping[str, Literal["piece", "stock"]]:
    """The roles of an event by the parameters of its declaration; ``ValueError`` if one is of another type."""
    parameters = list(declared.__annotations__.items())
    found = {}
    for name, kind in parameters[2:]:
        if name == "return":
            continue
        if kind not in ROLES:
            raise ValueError(
                f"{declared.__name__}: {name} is {kind!r}; an event is about a PieceNumber or a KindNumber"
            )
        found[name.rstrip("_")] = ROLES[kind]
    return found


def event(
    name: str, *forms: str, its: Mapping[str, str] | None = None, newest_first: bool = False
) -> Callable[[Callable[Concatenate[Any, int, P], None]], EventWord[P]]:
    """Declare an event by the signature of a function, whose body is empty."""
    return lambda declared: EventWord(name, forms, its or {}, newest_first, declared)


@frozen
class Parameter:
    """A number that continuing powers change: ``cost of gray worlds: 2 less``."""

    name: str
    about: Literal["piece", "stock", "nothing"] = "nothing"
    implies: str = ""
    """The verb that a power on this number counts as, where rules speak of powers of a sort."""
    priced: bool = False
    """Whether the game offers to change it at a price: ``military, may discard this card: 3 more``."""


@frozen
class Selected:
    """A place of a seat that a counter of that seat selects during play."""

    counter: str
    """It holds which of the places is selected, counted from 1; 0 while none is."""
    among: tuple[str, ...]


Edge = Literal["start", "end"]
EDGES: tuple[Edge, ...] = ("start", "end")
"""The windows that a phase can have."""


@frozen
class Signatures:
    """Everything of a game's Python that its content can speak of."""

    name: str
    verbs: Sequence[Verb]
    events: Sequence[EventWord[...]]
    parameters: Sequence[Parameter]
    component_kinds: frozenset[str]
    """The components that the game lays out and plays with; content that declares another sort has no use for it."""
    windows: Mapping[str, tuple[Edge, ...]] = field(factory=dict, kw_only=True)
    """The phases in which powers find a window."""
    offers: Mapping[str, tuple[str, ...]] = field(factory=dict, kw_only=True)
    """The phases that offer powers a moment of their own, and the verbs they offer."""
    checkpoints: tuple[str, ...] = field(default=("setup", "round"), kw_only=True)
    """The pauses at which a log has a mark, by their first word; the last one is what a game is counted in."""
    uses: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The sorts of powers that work on a kind of side; kinds not named here can have any."""
    allowed_places: Mapping[str, frozenset[str]] = field(factory=dict, kw_only=True)
    """The places in which pieces of a kind, or things of a sort, ever lie; others can lie anywhere."""
    selected: Mapping[str, Selected] = field(factory=dict, kw_only=True)
    """Places known only during play, by the phrase that names them, such as ``selected phase``."""

    def stretches(self) -> tuple[str, ...]:
        """What a power can be limited to, or last for: phases that start and end, and what the game is counted in."""
        phase = any("end" in edges for edges in self.windows.values())
        return (*(("phase",) if phase else ()), *[one for one in self.checkpoints if one != "setup"])
