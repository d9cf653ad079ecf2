"""Lists all components of a game as plain rows, and looks up components by name or id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import ContentError, UsageError, suggest_known, suggest_longer, suggest_nearest
from rftg_dsl.base.resources import is_path
from rftg_dsl.base.source import Span
from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.model import Component, Power, Side
from rftg_dsl.check.origin import Entry as Declaration
from rftg_dsl.check.vocabulary import StockKind, Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.library.game_headers import resolve_game_name
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


def rows_of(library: Library, kind: str | None = None) -> list[Row]:
    """Return a row for each side of a component and each kind of fungible thing, or only for those of one ``kind``.

    Raise ``UsageError`` if the game has no such kind.
    """
    words = library.model.words
    if kind is not None and kind not in (known := kinds_of(library)):
        hint = suggest_known(kind, known, "its kinds")
        raise UsageError(f"{library.game.name} has no kind called {kind!r}", hint, "unknown-kind")
    sides = [
        (component.kind, row_of_side(library, side))
        for component in library.model.components
        for side in component.sides
    ]
    stocks = [(stock.of, row_of_stock(library, stock)) for stock in words.stock_kinds.values()]
    # ``kind`` may be a kind of component or a kind of side.
    return [row for sort, row in (*sides, *stocks) if kind in (None, sort, row["kind"])]


def kinds_of(library: Library) -> list[str]:
    words = library.model.words
    return [*words.kinds, *words.components, *words.stocks]


def columns_of(library: Library) -> list[str]:
    return list(
        dict.fromkeys(name for kind in library.model.words.kinds.values() for name in (*kind.has, *kind.optional))
    )


def row_of_side(library: Library, side: Side) -> Row:
    """Return a row with all columns of the game. Properties that this kind of side does not have are null."""
    properties = {name: side.properties.get(name) for name in columns_of(library)}
    powers = [power.text for power in side.powers]
    return {"id": side.id, "name": side.name, "kind": side.kind, **properties, "powers": powers}


def row_of_stock(library: Library, stock: StockKind) -> Row:
    has = library.model.words.stocks[stock.of].has
    own = {
        "supply": stock.supply,
        "faces": list(stock.faces),
        **{name: list(stock.properties.get(name, ())) for name in has},
    }
    blank = dict.fromkeys(columns_of(library))
    return {"id": stock.name, "name": stock.title, "kind": stock.of, **blank, "powers": [], **own}


# -- one component ---------------------------------------------------------------------------------------------


@frozen
class Entry:
    """A component, one of its sides, or a kind of fungible thing, together with the game that it belongs to."""

    library: Library
    id: str
    name: str
    sort: str
    at: Span
    component: Component | None = None
    sides: tuple[Side, ...] = ()

    @property
    def place(self) -> str:
        """The location of the declaration, as ``FILE:LINE``."""
        return f"{self.at.source.label}:{self.at.begins[0]}"

    @property
    def text(self) -> str:
        """The text of the whole declaration, with LF line endings."""
        text = self.at.source.text
        # For a side, show the component that it belongs to.
        start = text.rfind("\n", 0, self.component.at.start if self.component else self.at.start) + 1
        line_end = text.find("\n", start) if "\n" in text[start:] else len(text)
        opening = text.find("{", start, line_end)
        end = find_closing_brace(text, opening) + 1 if opening >= 0 else line_end
        return text[start:end].strip().replace("\r\n", "\n")

    def as_plain(self, code: bool) -> Row:
        """The entry as plain data; ``code`` adds the code generated for each power."""
        sides = []
        for side in self.sides:
            powers = [{"id": power.id, "use": power.use, "text": power.text} for power in side.powers]
            if code:
                powers = [row | {"code": self.code_of(power)} for row, power in zip(powers, side.powers, strict=True)]
            sides.append({"id": side.id, "name": side.name, "kind": side.kind, "powers": powers})
        named = {"game": self.library.game.name, "id": self.id, "name": self.name, "sort": self.sort}
        place = {"file": self.at.source.label, "line": self.at.begins[0], "text": self.text}
        return {**named, **place, "sides": sides}

    def code_of(self, power: Power) -> str:
        # Imported late, because a lookup needs the compiler only to show generated code.
        from rftg_dsl.compile.bind import Binder, lay_out
        from rftg_dsl.compile.generate import Generator
        from rftg_dsl.compile.lower import lower

        model, game = self.library.model, self.library.game
        return Generator(Binder(model, game, lay_out(model, game, model.words.players[0]))).as_source(
            lower(power, game)
        )


def entries_in(library: Library) -> Iterator[Entry]:
    for component in library.model.components:
        # A component whose only side has the same id would be listed twice.
        if len(component.sides) != 1 or component.sides[0].id != component.id:
            yield Entry(
                library,
                component.id,
                " / ".join(side.name for side in component.sides),
                component.kind,
                component.at,
                component,
                component.sides,
            )
        for side in component.sides:
            yield Entry(library, side.id, side.name, f"{side.kind}, {component.kind}", side.at, component, (side,))
    for kind in library.model.words.stock_kinds.values():
        yield Entry(library, kind.name, kind.title, kind.of, kind.at)


def look_up(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> Entry:
    """Look up the component called ``[GAME/]NAME`` or ``[GAME/]ID``. Raise ``UsageError`` unless there is
    exactly one."""
    begun, _, rest = wanted.partition("/")
    game = resolve_game_name(begun)
    named = bool(rest) and game in game_names()
    games = {game: list(extra)} if named else games_for(edition, extra)
    name = rest if named else wanted
    there = [entry for each, sets in games.items() for entry in entries_in(load_library(each, edition, sets, options))]
    return resolve_entry(wanted, name, there)


def resolve_entry(wanted: str, name: str, there: Sequence[Entry]) -> Entry:
    """Return the entry whose id or name is ``name``, however it is typed. Raise ``UsageError`` unless there is exactly
    one.

    ``wanted`` is the name as the user typed it, for use in error messages.
    """
    meant = find_names(name, [text for entry in there for text in (entry.id, entry.name)])
    matches = [entry for entry in there if entry.id in meant or entry.name in meant]
    if len(matches) == 1:
        return matches[0]
    if matches:
        candidates = [f"{entry.library.game.name}/{entry.id}" for entry in matches]
        raise UsageError(
            f"{wanted!r} matches {len(matches)} components", f"choose one of: {', '.join(candidates)}", "ambiguous-name"
        )
    for used in {entry.library.game.name: entry.library for entry in there}.values():
        if advice := suggest_sets(box_of(used.game), name, {set_folder.id for set_folder in used.sets}):
            raise UsageError(*advice, "unknown-name")
    names = [each for entry in there for each in (entry.name, entry.id)]
    hint = suggest_nearest(name, names) or suggest_longer(name, names)
    hint = hint or "'rftg list GAME' lists them all; add --with ./DIR to find those in your own set"
    raise UsageError(f"there is no component called {wanted!r}", hint, "unknown-name")


def games_for(edition: str | None, extra: Sequence[str | Path]) -> dict[str, list[str | Path]]:
    """Choose the games to search if the user has not specified one, each with the extra sets made for it.

    Broken games and games without ``edition`` are left out. Raise ``UsageError`` or ``ContentError`` if a set cannot be
    used or is for an unknown game.
    """
    editions = {name: find_box(name).editions for name in list_sound_games()}
    there: dict[str, list[str | Path]] = {
        name: [] for name, known in editions.items() if edition is None or edition in known
    }
    for folder in map(find_any_set_folder, extra):
        set_folder, wrong = read_set(folder)
        if set_folder is None:
            raise ContentError(wrong)
        # Called only for the ``UsageError`` that it raises if there is no such game.
        find_game(set_folder.game)
        if set_folder.game in there:
            there[set_folder.game].append(folder)
    if not there:
        every = sorted({name for known in editions.values() for name in known})
        hint = suggest_known(edition or "", every, "known editions")
        raise UsageError(f"no game has the edition {edition!r}", hint, "unknown-edition")
    return there


# -- rule text -------------------------------------------------------------------------------------------------


@frozen
class Chosen:
    """Some components of a game, or some of their sides."""

    library: Library
    components: tuple[Component, ...]
    sides: tuple[Side, ...]
    part: str = ""
    """The id of a set if these are all of its components; otherwise empty."""
    whole: bool = False
    """Whether these are all of the game's components."""

    @property
    def title(self) -> str:
        if self.whole:
            return self.library.model.words.title
        names = [set_folder.name for set_folder in self.library.sets if set_folder.id == self.part]
        return names[0] if names else " / ".join(side.name for side in self.sides)


def find_components(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> Chosen:
    """Find a component, one of its sides, all components in a set (an id or a folder), or all components of a game.

    Raise ``UsageError`` if ``wanted`` is none of these.
    """
    begun, _, rest = wanted.partition("/")
    game = resolve_game_name(begun)
    if game in game_names() and begun == wanted:
        library = load_library(game, edition, extra, options)
        return evolve(from_components(library, library.model.components), whole=True)
    if is_path(wanted) or is_expansion(wanted):
        return from_set(find_any_set_folder(wanted), edition, extra, options)
    if game in game_names() and rest in (sets := all_sets_of(find_box(game))):
        return from_set(sets[rest], edition, extra, options)
    try:
        entry = look_up(wanted, edition, extra, options)
    except UsageError as error:
        if error.code == "unknown-name" and Path(wanted).exists():
            raise UsageError(error.message, f"start a path with '.', as in ./{wanted}", error.code) from None
        raise
    if entry.component is None:
        raise UsageError(f"{entry.name} has no rule text", "specify a component, a set or a game", "unknown-name")
    return Chosen(entry.library, (entry.component,), tuple(entry.sides))


def from_components(library: Library, components: Sequence[Component]) -> Chosen:
    return Chosen(library, tuple(components), tuple(side for component in components for side in component.sides))


def from_set(
    folder: Path, edition: str | None, extra: Sequence[str | Path], options: Mapping[str, str] | None
) -> Chosen:
    set_folder, wrong = read_set(folder)
    if set_folder is None:
        raise ContentError(wrong)
    whole = load_library(set_folder.game, edition, [*extra, folder], options)
    components = components_of(whole, whole.parts[set_folder.id])
    return evolve(from_components(whole, components), part=set_folder.id)


def components_of(library: Library, declared: Iterable[Declaration]) -> list[Component]:
    """The components in the files of these declarations."""
    files = {each.source for each in declared}
    return [component for component in library.model.components if component.at.source in files]


def texts_of(
    wanted: str, edition: str | None = None, extra: Sequence[str | Path] = (), options: Mapping[str, str] | None = None
) -> list[Row]:
    chosen = find_components(wanted, edition, extra, options)
    words, game = chosen.library.model.words, chosen.library.game
    return [
        {"game": game.name, "id": side.id, "name": side.name, "kind": side.kind, "lines": lines_of(words, game, side)}
        for side in chosen.sides
    ]


def lines_of(words: Vocabulary, game: Game, side: Side) -> list[Row]:
    return [
        {"power": line.power, "heading": to_string(line.heading), "text": to_string(line.body), "line": str(line)}
        for line in word_side(words, game, side)
    ]
