"""The catalogue: every component of a game as plain rows, and the lookup of one component by name or id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import Rejected, Unusable, suggest_known, suggest_nearest
from rftg_dsl.base.resources import is_path
from rftg_dsl.base.source import Span
from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.model import Component, Power, Side
from rftg_dsl.check.vocabulary import StockKind, Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.library.installed import (
    all_sets_of,
    box_of,
    find_any_set_folder,
    find_box,
    find_game,
    game_names,
    is_expansion,
    list_sound_games,
    suggest_sets,
)
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.library.sets import read_set
from rftg_dsl.syntax.statements import find_closing_brace
from rftg_dsl.wording.power_text import word_side
from rftg_dsl.wording.text_segments import to_string

Row = dict[str, Any]


def rows_of(found: Library, kind: str | None = None) -> list[Row]:
    """One row for each side of each component and for each kind of fungible thing, or only those of one kind."""
    words = found.model.words
    if kind is not None and kind not in (known := kinds_of(found)):
        hint = suggest_known(kind, known, "its kinds")
        raise Unusable(f"{found.game.name} has no kind {kind!r}", hint, "unknown-kind")
    sides = [(one.kind, row_of_side(found, side)) for one in found.model.components for side in one.sides]
    stocks = [(one.of, row_of_stock(found, one)) for one in words.stock_kinds.values()]
    return [row for sort, row in (*sides, *stocks) if kind in (None, sort, row["kind"])]


def kinds_of(found: Library) -> list[str]:
    """The kinds of sides, components and fungible things."""
    words = found.model.words
    return [*words.kinds, *words.components, *words.stocks]


def columns_of(found: Library) -> list[str]:
    """The properties that sides of this game have."""
    return list(
        dict.fromkeys(name for kind in found.model.words.kinds.values() for name in (*kind.has, *kind.optional))
    )


def row_of_side(found: Library, side: Side) -> Row:
    """A side as a row; properties that only other sides have are null."""
    properties = {name: side.properties.get(name) for name in columns_of(found)}
    powers = [power.text for power in side.powers]
    return {"id": side.id, "name": side.name, "kind": side.kind, **properties, "powers": powers}


def row_of_stock(found: Library, one: StockKind) -> Row:
    """A kind of fungible thing as a row; the properties of sides are null."""
    has = found.model.words.stocks[one.of].has
    own = {"supply": one.supply, "faces": list(one.faces), **{name: list(one.properties.get(name, ())) for name in has}}
    blank = dict.fromkeys(columns_of(found))
    return {"id": one.name, "name": one.title, "kind": one.of, **blank, "powers": [], **own}


# -- one component ---------------------------------------------------------------------------------------------


@frozen
class Entry:
    """A component, one of its sides, or a kind of fungible thing, with its game."""

    library: Library
    id: str
    name: str
    sort: str
    at: Span
    component: Component | None = None
    sides: tuple[Side, ...] = ()

    @property
    def place(self) -> str:
        """The location: file and line."""
        return f"{self.at.source.name}:{self.at.begins[0]}"

    @property
    def text(self) -> str:
        """The whole declaration, as written; its lines end in LF."""
        text = self.at.source.text
        start = text.rfind("\n", 0, self.component.at.start if self.component else self.at.start) + 1
        line_end = text.find("\n", start) if "\n" in text[start:] else len(text)
        opening = text.find("{", start, line_end)
        end = find_closing_brace(text, opening) + 1 if opening >= 0 else line_end
        return text[start:end].strip().replace("\r\n", "\n")

    def as_plain(self, code: bool) -> Row:
        """The component as plain data, with ``code`` also the functions generated from its powers."""
        sides = []
        for side in self.sides:
            powers = [{"id": one.id, "use": one.use, "text": one.text} for one in side.powers]
            if code:
                powers = [one | {"code": self.code_of(power)} for one, power in zip(powers, side.powers, strict=True)]
            sides.append({"id": side.id, "name": side.name, "kind": side.kind, "powers": powers})
        named = {"game": self.library.game.name, "id": self.id, "name": self.name, "sort": self.sort}
        place = {"file": self.at.source.name, "line": self.at.begins[0], "text": self.text}
        return {**named, **place, "sides": sides}

    def code_of(self, power: Power) -> str:
        """The functions generated from one of its powers."""
        from rftg_dsl.compile.bind import Binder, lay_out
        from rftg_dsl.compile.generate import Generator
        from rftg_dsl.compile.lower import lower

        model, game = self.library.model, self.library.game
        return Generator(Binder(model, game, lay_out(model, game, model.words.players[0]))).as_source(
            lower(power, game)
        )


def entries_in(found: Library) -> Iterator[Entry]:
    """Everything that can be looked up in a game."""
    for one in found.model.components:
        if len(one.sides) != 1 or one.sides[0].id != one.id:
            yield Entry(found, one.id, " / ".join(side.name for side in one.sides), one.kind, one.at, one, one.sides)
        for side in one.sides:
            yield Entry(found, side.id, side.name, f"{side.kind}, {one.kind}", side.at, one, (side,))
    for kind in found.model.words.stock_kinds.values():
        yield Entry(found, kind.name, kind.title, kind.of, kind.at)


def look_up(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> Entry:
    """The component called ``[GAME/]NAME`` or ``[GAME/]ID``; ``Unusable`` if there is none, or more than one."""
    game, _, rest = wanted.partition("/")
    named = bool(rest) and game in game_names()
    games = {game: list(extra)} if named else games_for(edition, extra)
    name = rest if named else wanted
    there = [one for each, sets in games.items() for one in entries_in(load_library(each, edition, sets, options))]
    return resolve_entry(wanted, name, there)


def resolve_entry(wanted: str, name: str, there: Sequence[Entry]) -> Entry:
    """The only entry with this id or name, however it is typed; ``Unusable`` if there is none, or more than one."""
    meant = find_names(name, [text for one in there for text in (one.id, one.name)])
    found = [one for one in there if one.id in meant or one.name in meant]
    if len(found) == 1:
        return found[0]
    if found:
        candidates = [f"{one.library.game.name}/{one.id}" for one in found]
        raise Unusable(
            f"{wanted!r} matches {len(found)} components", f"choose one: {', '.join(candidates)}", "ambiguous-name"
        )
    for used in {one.library.game.name: one.library for one in there}.values():
        if advice := suggest_sets(box_of(used.game), name, {one.id for one in used.sets}):
            raise Unusable(*advice, "unknown-name")
    hint = suggest_nearest(name, [each for one in there for each in (one.name, one.id)])
    hint = hint or "'rftg list GAME' lists them all; those of your own set need --with ./DIR"
    raise Unusable(f"no component is called {wanted!r}", hint, "unknown-name")


def games_for(edition: str | None, extra: Sequence[str | Path]) -> dict[str, list[str | Path]]:
    """The games to search if none is named, those with the edition, each with the sets made for it.

    Broken games are left out. ``Unusable`` or ``Rejected`` if a set cannot be used, or is for an unknown game.
    """
    editions = {name: find_box(name).editions for name in list_sound_games()}
    there: dict[str, list[str | Path]] = {
        name: [] for name, known in editions.items() if edition is None or edition in known
    }
    for folder in map(find_any_set_folder, extra):
        found, wrong = read_set(folder)
        if found is None:
            raise Rejected(wrong)
        find_game(found.game)
        if found.game in there:
            there[found.game].append(folder)
    if not there:
        every = sorted({one for known in editions.values() for one in known})
        hint = suggest_known(edition or "", every, "known editions")
        raise Unusable(f"no game has an edition {edition!r}", hint, "unknown-edition")
    return there


# -- rule text -------------------------------------------------------------------------------------------------


@frozen
class Chosen:
    """Components of a game, or some of their sides."""

    library: Library
    components: tuple[Component, ...]
    sides: tuple[Side, ...]
    part: str = ""
    """The set, if they are all that it has; empty: something else."""
    whole: bool = False
    """Whether they are all that the game has."""

    @property
    def title(self) -> str:
        """What they are, as printed: the game, the set or the component."""
        if self.whole:
            return self.library.model.words.title
        names = [one.name for one in self.library.sets if one.id == self.part]
        return names[0] if names else " / ".join(one.name for one in self.sides)


def find_components(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> Chosen:
    """A component, one of its sides, all components of a set (an id or a folder), or of a game.

    ``Unusable`` if it names none of these.
    """
    game, _, rest = wanted.partition("/")
    if wanted in game_names():
        found = load_library(wanted, edition, extra, options)
        return evolve(from_components(found, found.model.components), whole=True)
    if is_path(wanted) or is_expansion(wanted):
        return from_set(find_any_set_folder(wanted), edition, extra, options)
    if game in game_names() and rest in (sets := all_sets_of(find_box(game))):
        return from_set(sets[rest], edition, extra, options)
    try:
        entry = look_up(wanted, edition, extra, options)
    except Unusable as error:
        if error.code == "unknown-name" and Path(wanted).exists():
            raise Unusable(error.message, f"a path starts with '.': ./{wanted}", error.code) from None
        raise
    if entry.component is None:
        raise Unusable(f"{entry.name} has no rule text", "name a component, a set or a game", "unknown-name")
    return Chosen(entry.library, (entry.component,), tuple(entry.sides))


def from_components(found: Library, components: Sequence[Component]) -> Chosen:
    """Some components of a library with all their sides."""
    return Chosen(found, tuple(components), tuple(side for one in components for side in one.sides))


def from_set(
    folder: Path, edition: str | None, extra: Sequence[str | Path], options: Mapping[str, str] | None
) -> Chosen:
    """All components of a set."""
    found, wrong = read_set(folder)
    if found is None:
        raise Rejected(wrong)
    whole = load_library(found.game, edition, [*extra, folder], options)
    files = {entry.report.source for entry in whole.parts[found.id]}
    components = [one for one in whole.model.components if one.at.source in files]
    return evolve(from_components(whole, components), part=found.id)


def texts_of(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> list[Row]:
    """The rule text of what is wanted (``wanted``), a row for each side."""
    found = find_components(wanted, edition, extra, options)
    words, game = found.library.model.words, found.library.game
    return [
        {"game": game.name, "id": side.id, "name": side.name, "kind": side.kind, "lines": lines_of(words, game, side)}
        for side in found.sides
    ]


def lines_of(words: Vocabulary, game: Game, side: Side) -> list[Row]:
    """The lines of a side's text as plain data."""
    return [
        {"power": one.power, "heading": to_string(one.heading), "text": to_string(one.body), "line": str(one)}
        for one in word_side(words, game, side)
    ]
