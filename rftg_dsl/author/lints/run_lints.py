"""Runs the lint rules on content that has no errors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rftg_dsl.author.lints.power_lints import find_needless_limits, find_repeated_choices, find_repeated_powers
from rftg_dsl.author.lints.side_lints import Lints
from rftg_dsl.author.lints.unseen_characters import find_unseen_characters
from rftg_dsl.author.lints.word_lints import find_declared_words, find_unused_words
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.files import OnDisk, Opener
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Component, Side
from rftg_dsl.check.origin import Entry, Origin
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import box_of, label_path
from rftg_dsl.library.load import GAME, Library, Loaded
from rftg_dsl.library.sets import content_files_in, contents_of, read_source
from rftg_dsl.library.stages import parse_content


def lint(loaded: Sequence[Loaded], files: Collection[str], opener: Opener = OnDisk) -> list[Diagnostic]:
    """Return the lint findings in some files of a game, which may have been loaded under several settings."""
    libraries = [each.library for each in loaded if each.library]
    seen: Seen = {}
    sources = list({source.label: source for each in loaded for source in each.sources}.values())
    sides = [diagnostic for each in libraries for diagnostic in lint_sides(each, files, sources, seen)]
    return [*sides, *lint_words(libraries, files, opener), *find_unseen_characters(sources, files)]


Seen = dict[tuple[str, int], list[tuple[Side, ...]]]
"""Sides by the location of their component. An edition or option can give the same text more than one meaning."""


def lint_sides(library: Library, files: Collection[str], sources: Sequence[Source], seen: Seen) -> Iterator[Diagnostic]:
    """Yield the lint findings in sides and powers, except for sides that were ``seen`` under another setting."""
    lints = Lints(library.model, library.game, base_components_of(library), sources)
    for component in library.model.components:
        before = seen.setdefault((component.at.source.label, component.at.start), [])
        if component.at.source.label not in files or component.sides in before:
            continue
        before.append(component.sides)
        for side in component.sides:
            yield from lints(component, side)
            yield from find_repeated_powers(side)
            yield from find_repeated_choices(side)
            yield from find_needless_limits(side)


def base_components_of(library: Library) -> list[Component]:
    """The components in the sets that the game always includes."""
    base = [set_folder.id for set_folder in library.sets if set_folder.folder in box_of(library.game).sets]
    files = {entry.source.label for part in base for entry in library.parts[part]}
    return [component for component in library.model.components if component.at.source.label in files]


def lint_words(libraries: Sequence[Library], files: Collection[str], opener: Opener) -> Iterator[Diagnostic]:
    entries = [entry for each in libraries for part in each.parts.values() for entry in part]
    words = libraries[0].model.words
    # Reading the game's other declarations is slow, and most files do not declare any words.
    if not any(find_declared_words(entries, words, files)):
        return
    box = box_of(libraries[0].game)
    own = {GAME, *(path.name for path in (*box.sets, *box.expansions.values()))}
    yield from find_unused_words(
        [*entries, *read_other_declarations(box, opener)], words, libraries[0].game, own, files
    )


def read_other_declarations(box: Box, opener: Opener) -> Iterator[Entry]:
    """Yield the game's declarations that are not loaded: those in expansions, editions, options and examples."""
    sets = [contents_of(folder, opener) for folder in box.expansions.values()]
    differences = [*box.editions.values(), *box.options.values(), *([box.examples] if box.examples else [])]
    every = [(path, expansion) for expansion in sets for path in content_files_in(expansion)]
    every += [(path, opener(path.parent)) for path in differences]
    for path, contents in every:
        source, _ = read_source(path, label_path(box, path), contents)
        tree, _ = parse_content(source)
        yield from (Entry(source, declaration, Origin("")) for declaration in tree.declarations)
