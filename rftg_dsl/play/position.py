"""A position as text: a line of JSON with everything that the rest of the game depends on, except the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.restore import restore_play
from rftg_dsl.library.finder import check_digests, make_finder, options_in
from rftg_dsl.library.library import Library
from rftg_dsl.log.format.kinds import LINE
from rftg_dsl.log.format.record import line_of, parse_json
from rftg_dsl.log.proof.randomness import Randomness

FORMAT = "rftg-position/1"


def write_position(library: Library, play: Play[Any]) -> str:
    """Return a play's position, including hidden information, as text."""
    return line_of(
        {
            "format": FORMAT,
            "game": library.game.name,
            "edition": library.edition,
            "options": dict(play.options),
            "sets": [{"id": entry.id, "version": entry.version} for entry in library.sets],
            "digests": dict(library.digests),
            "rules": library.game.rule_versions,
            "players": play.layout.seats,
            "play": play.whole(),
        }
    )


def read_position(text: str, game: str | Library, dice: Randomness) -> tuple[Library, Play[Any]]:
    """Return the game of a position, and a play that continues from the position with the given dice.

    ``game`` is a loaded game, or the name of an installed game to load with the position's sets. Raise ``UsageError``
    if the text is not a position in this game, and ``MissingContent`` if it was written with different content or
    rules.
    """
    data = parse_position(text, game if isinstance(game, str) else game.game.name)
    library = make_finder()(data) if isinstance(game, str) else check_digests(game, data)
    if dice.seed is None:
        raise ValueError("a game from a position needs dice from a seed")
    rules = library.rules(data["players"])
    chance = Seeded(dice.seed, library.game.name)
    try:
        play = restore_play(rules, chance, options_in(data), data["play"])
        steps = [name for name, _ in play.agenda] + ([play.pending.answer] if play.pending else [])
        sound = all(step in rules.steps for step in steps) and line_of(play.whole()) == line_of(data["play"])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        sound = False
    if not sound:
        raise error_for_position("its table is not possible in this game")
    return library, play


def parse_position(text: str, game: str) -> Mapping[str, Any]:
    if len(text) > LINE:
        raise error_for_position(f"it is longer than {LINE:,} characters")
    try:
        data = parse_json(text)
    except (ValueError, RecursionError):
        raise error_for_position("it is not JSON") from None
    match data:
        case {
            "format": str(form),
            "game": str(name),
            "edition": str(),
            "options": dict(),
            "sets": list(),
            "digests": dict(),
            "rules": dict(),
            "players": int(),
            "play": dict(),
        } if form == FORMAT:
            if name != game:
                raise error_for_position(f"it belongs to {name!r}, not to {game!r}")
            position: Mapping[str, Any] = data
            return position
    raise error_for_position(f"it does not have the format {FORMAT}")


def error_for_position(reason: str) -> UsageError:
    return UsageError(f"this is not a position: {reason}", "use the text returned by match.position()", "wrong-option")
