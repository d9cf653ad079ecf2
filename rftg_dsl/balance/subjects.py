"""The sides whose value is asked for, and the printed sides that they are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.resources import is_path
from rftg_dsl.check.model import Component, Meant, Scale, Side
from rftg_dsl.check.side_matching import describe_match, is_meant
from rftg_dsl.games.starting import SEPARATOR, START_TABLEAU
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.library.installed import is_expansion
from rftg_dsl.library.load import Library, load_library


@frozen
class Subject:
    """A side that a seat can be given, with what it costs."""

    side: Side
    by: str = ""
    """The number that is paid for it, such as ``cost``; empty if the game declares none for this kind of side."""
    of: Meant | None = None
    """The sides that are compared by this number."""

    @property
    def name(self) -> str:
        return self.side.name

    @property
    def group(self) -> tuple[str, Meant | None]:
        """The same for all sides that are compared with each other."""
        return self.by, self.of

    @property
    def words(self) -> str:
        """The sides that are compared with this one, in words such as ``card world``."""
        if self.of is None:
            return self.side.kind
        return " ".join([*sorted(self.of.components), describe_match(self.of.match)])

    @property
    def printed_number(self) -> int | None:
        """The printed number; None if there is none."""
        number = self.side.properties.get(self.by)
        return number if isinstance(number, int) else None


@frozen
class Subjects:
    """The sides to be measured, and the two libraries: with their sets, and without."""

    library: Library
    sets: Sequence[str | Path]
    measured: Sequence[Subject]
    left_out: Sequence[str]
    """The names of the sides that no seat can start with."""
    printed_library: Library
    printed_sets: Sequence[str | Path]

    def find_yardstick(self) -> Sequence[Subject]:
        """The printed sides of the same kinds as the measured ones."""
        groups = {subject.group for subject in self.measured if subject.by}
        return [
            subject
            for subject in subjects_in(self.printed_library, self.printed_library.model.components)
            if subject.group in groups
        ]


def find_subjects(
    wanted: Sequence[str],
    edition: str | None = None,
    extra: Sequence[str | Path] = (),
    options: dict[str, str] | None = None,
) -> Subjects:
    """Find the sides to be measured.

    ``wanted`` are sets, games, and components as ``[GAME/]NAME``. Raise ``UsageError`` if they are not of one game, or
    if a seat can start with none of them.
    """
    sets = [name for name in wanted if is_path(name) or is_expansion(name)]
    chosen = [
        find_components(name, edition, [*extra, *(each for each in sets if each != name)], options) for name in wanted
    ]
    games = {each.library.game.name for each in chosen}
    if len(games) > 1:
        hint = "measure the sides of one game at a time"
        raise UsageError(f"these belong to different games: {', '.join(sorted(games))}", hint, "wrong-option")
    library = chosen[0].library
    measured, left_out = choose_subjects(library, [side for each in chosen for side in each.sides])
    printed = load_library(library.game.name, edition, extra, options) if sets else library
    return Subjects(library, [*extra, *sets], measured, left_out, printed, extra)


def choose_subjects(library: Library, sides: Sequence[Side]) -> tuple[Sequence[Subject], Sequence[str]]:
    """Return the sides that a seat can start with, and the names of the others.

    Raise ``UsageError`` if a seat can start with none of them.
    """
    check_gifts(library)
    wanted = {side.id: side.name for side in sides}
    components = [each for each in library.model.components if any(side.id in wanted for side in each.sides)]
    known = {subject.side.id: subject for subject in subjects_in(library, components)}
    measured = [known[id] for id in wanted if id in known]
    left_out = [name for id, name in wanted.items() if id not in known]
    if not measured:
        hint = "name a tile, card or planet that can be built, or a set that has some"
        raise UsageError(f"no seat can start with {left_out[0]!r}", hint, "not-a-gift")
    return measured, left_out


def check_gifts(library: Library) -> None:
    """Raise ``UsageError`` if the game of a library does not let a seat start with a piece."""
    # No printed name has a line break, so a game with this option refuses it.
    if can_be_given(library, "no\nname"):
        title = library.model.words.title
        hint = f"the game can offer the option {START_TABLEAU}.SEAT; see rftg_dsl.games.starting"
        raise UsageError(f"{title} does not let a seat start with a piece", hint, "not-a-gift")


def subjects_in(library: Library, components: Iterable[Component]) -> Iterator[Subject]:
    """The sides of these components that a seat can start with."""
    for component in components:
        for side in component.sides:
            if can_be_given(library, side.name):
                scale = find_scale(library, component, side)
                yield Subject(side, scale.by, scale.of) if scale else Subject(side)


def find_starts(library: Library, components: Iterable[Component]) -> Mapping[str, Mapping[str, str]]:
    """The options with which the first seat starts with a side of these components, by the name of the side."""
    names = [subject.side.name for subject in subjects_in(library, components)]
    return {name: {f"{START_TABLEAU}.0": name} for name in names}


def can_be_given(library: Library, *names: str) -> bool:
    """Whether a seat can start with pieces that have these names on one of their sides."""
    given = {**library.options, f"{START_TABLEAU}.0": SEPARATOR.join(names)}
    try:
        library.rules(fewest_seats_of(library)).start(Seeded("", library.game.name), given)
    except ValueError:
        return False
    return True


def fewest_seats_of(library: Library) -> int:
    """The smallest number of seats, but at least two, since a value is a lead over other seats."""
    low, high = library.model.words.players
    if high < 2:
        title = library.model.words.title
        hint = "'rftg simulate' shows how many points are scored"
        raise UsageError(f"{title} is for one player, so nobody can be ahead of others", hint, "wrong-players")
    return max(2, low)


def find_scale(library: Library, component: Component, side: Side) -> Scale | None:
    """The declared scale for a side that has the number; None if there is none."""
    for scale in library.model.usual.scales:
        if isinstance(side.properties.get(scale.by), int) and is_meant(library.game, scale.of, component, side):
            return scale
    return None
