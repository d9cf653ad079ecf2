"""The conventions of a game and its sets, against which lint rules check content."""

from __future__ import annotations

from attrs import define, field, frozen

from rftg_dsl.check.model.things import Match


@frozen
class Meant:
    """The sides to which a lint rule applies, as in ``tile world`` or ``development cost 6``."""

    match: Match
    components: frozenset[str] = frozenset()
    """The kinds of component that the side can be on; empty for any."""


@frozen
class Longest:
    """A length limit for names or rule text on certain sides, as in ``lint long-name of world most 28``."""

    of: Meant
    most: int


@frozen
class Needed:
    """A sort of power that certain sides must have, as in ``lint missing-power of development cost 6 needs score``."""

    of: Meant
    sort: str


@frozen
class Curve:
    """A relation between two numbers on certain sides, as in ``lint off-curve of planet vp by length``.

    ``number`` should be in the range found on printed sides with the same other number.
    """

    of: Meant
    number: str
    by: str
    """The other number; if empty, ``number`` should match the worth of everything that the side provides."""
    within: int
    """The tolerance: the maximum distance of ``number`` from its usual range."""


@frozen
class Worth:
    """The value that each thing adds to the worth of a side that provides it: ``worth 1 gain genes alien dice``."""

    n: int
    verb: str = ""
    """The verb that provides the things; empty for the base worth of every side."""
    things: frozenset[str] = frozenset()
    """The counters and kinds of stock that count; empty for any of them."""
    places: frozenset[str] = frozenset()
    """The destinations for which things count; empty for any destination."""
    here: bool = False
    """Whether things count only if they are put on the piece itself."""


@frozen
class Scale:
    """The number that a player pays or spends for certain sides, as in ``scale of planet by length``.

    ``rftg balance`` compares the value of a side with the values of printed sides by this number.
    """

    of: Meant
    by: str


@define
class Usual:
    """All conventions of a game and its sets, grouped by lint rule."""

    names: list[Longest] = field(factory=list)
    texts: list[Longest] = field(factory=list)
    """Limits on the total length of the rule text on a side."""
    needed: list[Needed] = field(factory=list)
    curves: list[Curve] = field(factory=list)
    worths: list[Worth] = field(factory=list)
    scales: list[Scale] = field(factory=list)
