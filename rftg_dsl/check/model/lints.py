"""What a game and its sets call usual, as lints compare it with what stands in content."""

from __future__ import annotations

from attrs import define, field, frozen

from rftg_dsl.check.model.things import Match


@frozen
class Meant:
    """The sides that a lint is about: ``tile world``, ``development cost 6``."""

    match: Match
    components: frozenset[str] = frozenset()
    """The kinds of component that they are on; empty: any."""


@frozen
class Longest:
    """``lint long-name of development world most 28``: the most characters on such sides."""

    of: Meant
    most: int


@frozen
class Needed:
    """``lint missing-power of development cost 6 needs score``: such sides have a power of a sort."""

    of: Meant
    sort: str


@frozen
class Curve:
    """``lint off-curve of planet vp by length``: a number of such sides goes with another one, as on printed ones."""

    of: Meant
    number: str
    by: str
    """The other number; empty: the worth of what the side gives."""
    within: int
    """How far off the curve a number may be."""


@frozen
class Worth:
    """``worth 1 gain genes alien dice``: what each thing adds to the worth of a side that gives it."""

    n: int
    verb: str = ""
    """Empty: every side has this worth to begin with."""
    things: frozenset[str] = frozenset()
    """Counters, and kinds of fungible things; empty: any."""
    places: frozenset[str] = frozenset()
    """Where they are put; empty: anywhere."""
    here: bool = False
    """Whether they are put on the piece itself."""


@define
class Usual:
    """Everything that a game and its sets call usual."""

    names: list[Longest] = field(factory=list)
    """How long printed names are."""
    texts: list[Longest] = field(factory=list)
    """How long the texts of all powers of a side are."""
    needed: list[Needed] = field(factory=list)
    curves: list[Curve] = field(factory=list)
    worths: list[Worth] = field(factory=list)
