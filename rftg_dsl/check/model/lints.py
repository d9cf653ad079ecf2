"""The conventions of a game and its sets, with which lint rules compare content."""

from __future__ import annotations

from attrs import define, field, frozen

from rftg_dsl.check.model.things import Match


@frozen
class Meant:
    """The sides to which a lint rule applies: ``tile world``, ``development cost 6``."""

    match: Match
    components: frozenset[str] = frozenset()
    """Kinds of component; empty for any."""


@frozen
class Longest:
    """``lint long-name of development world most 28``: the most characters allowed on such sides."""

    of: Meant
    most: int


@frozen
class Needed:
    """``lint missing-power of development cost 6 needs score``: such sides must have a power of that sort."""

    of: Meant
    sort: str


@frozen
class Curve:
    """``lint off-curve of planet vp by length``: one number on such sides follows from another, as on printed sides."""

    of: Meant
    number: str
    by: str
    """The other number; empty for the worth of what the side gives."""
    within: int
    """The allowed distance from the curve."""


@frozen
class Worth:
    """``worth 1 gain genes alien dice``: how much each thing adds to the worth of a side that gives it."""

    n: int
    verb: str = ""
    """Empty for the base worth of every side."""
    things: frozenset[str] = frozenset()
    """Counters and stock kinds; empty for any."""
    places: frozenset[str] = frozenset()
    """Destinations; empty for any."""
    here: bool = False
    """Whether only things put on the piece itself count."""


@define
class Usual:
    """All conventions of a game and its sets."""

    names: list[Longest] = field(factory=list)
    texts: list[Longest] = field(factory=list)
    """Limits on the combined text of a side's powers."""
    needed: list[Needed] = field(factory=list)
    curves: list[Curve] = field(factory=list)
    worths: list[Worth] = field(factory=list)
