"""A loaded game: its checked model, its sets, and the rules compiled from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.check.model import Model
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.vocabulary import ASIDE
from rftg_dsl.compile.contract import breaches_in_play
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.editions import check_option_players
from rftg_dsl.library.installed import box_of, error_for_broken_game
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.syntax.unparse import write_declaration

if TYPE_CHECKING:
    from rftg_dsl.compile.compiler import Backend
    from rftg_dsl.compile.rules import Rules

GAME = "game"
"""The name of the part of a game that declares its words."""


@frozen(repr=False)
class Library:
    """A game and its sets, checked and ready to be compiled."""

    game: Game
    model: Model
    sets: tuple[SetFolder, ...]
    edition: str
    parts: Mapping[str, Sequence[Entry]] = field(repr=False)
    """The declarations in each part. The parts are the game's words and the sets."""
    options: Mapping[str, str] = field(factory=dict)
    _compiled: dict[tuple[int, Backend], Rules] = field(factory=dict, repr=False, eq=False)

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """The digest of each part's canonical text."""
        return {part: digest(entries) for part, entries in self.parts.items()}

    @cached_property
    def choices(self) -> Mapping[str, str]:
        """The options with declared values, which can change the rules.

        The others are free texts, such as the pieces that seats start with, and only change how the table is laid out.
        """
        free = {name for name, values in self.model.words.options.items() if not values}
        return {key: value for key, value in self.options.items() if key.partition(".")[0] not in free}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The printed names of sides by id, and the titles of the game's endings by keys of the form ``end NAME``."""
        ends = {f"end {ending.name}": ending.title for ending in self.model.course.endings}
        return {side.id: side.name for component in self.model.components for side in component.sides} | ends

    def added(self) -> Mapping[str, Sequence[Entry]]:
        """The declarations in each set or file that is not part of the standard game."""
        always = {GAME, *(set_folder.id for set_folder in self.sets if set_folder.folder in box_of(self.game).sets)}
        return {
            part: entries
            for part, entries in self.parts.items()
            if part not in always and entries and not entries[0].origin.difference
        }

    def __repr__(self) -> str:
        """Return a summary such as ``<roll 2020: base, my-set>``."""
        named = " ".join([self.game.name, *([self.edition] if self.edition else [])])
        return f"<{named}: {', '.join(set_folder.id for set_folder in self.sets)}>"

    def with_options(self, options: Mapping[str, str]) -> Library:
        """Return this library with other options. Compiled rules do not depend on options, so they are shared."""
        return evolve(self, options=options)

    def check_seats(self, seats: int) -> None:
        """Raise ``UsageError`` if the game cannot be played with this number of seats."""
        low, high = self.model.words.players
        if not low <= seats <= high:
            raise UsageError(
                f"{self.model.words.title} is for {low} to {high} players, not {seats}",
                f"use --players with a number from {low} to {high}",
                "wrong-players",
            )
        check_option_players(self.model.words, self.options, seats)

    def rules(self, seats: int, backend: Backend = "generated") -> Rules:
        """Return the compiled rules for a number of seats. They are compiled only once.

        Raise ``UsageError`` if the game cannot be played with this number of seats.
        """
        self.check_seats(seats)
        key = (seats, backend)
        if key not in self._compiled:
            # Imported late, because checking and listing content does not require the compiler.
            from rftg_dsl.compile.compiler import compile_rules

            rules = compile_rules(self.model, self.game, seats, backend)
            check_opening(self.game, rules)
            self._compiled[key] = rules
        return self._compiled[key]


def check_opening(game: Game, rules: Rules) -> None:
    """Raise ``PluginError`` if the game's opening table or report breaks the game's contract.

    Raise ``UsageError`` if there are too few components for this many seats.
    """
    try:
        opening = rules.start(Seeded("", game.name))
    except ValueError as error:
        # No options were passed that could be invalid, so the cause must be too few components for this many seats.
        raise UsageError(str(error), "play with fewer players, or add components", "wrong-players") from None
    reasons = breaches_in_play(game, opening)
    if reasons:
        raise error_for_broken_game(game, reasons)


def digest(entries: Iterable[Entry]) -> str:
    """The digest of the canonical text.

    The text excludes comments, layout, paths, and declarations that do not affect play.
    """
    text = "\n".join(
        write_declaration(entry.declaration) for entry in entries if entry.declaration.kind.text not in ASIDE
    )
    return sha256(text.encode()).hexdigest()
