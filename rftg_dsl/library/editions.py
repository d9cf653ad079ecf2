"""The edition and options to play a game with: those requested, or the defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rftg_dsl.base.diagnostic import UsageError, suggest_known, suggest_nearest
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.folder import Box
from rftg_dsl.syntax.tree import Declaration


def choose_edition(box: Box, wanted: str | None, declared: Iterable[Declaration]) -> str:
    """Return the edition to play; empty if the game has no editions.

    Raise ``UsageError`` if the requested edition does not exist.
    """
    known = box.editions
    if wanted is not None and wanted not in known:
        hint = suggest_known(wanted, known, "known editions")
        raise UsageError(f"{box.game} has no edition called {wanted!r}", hint, "unknown-edition")
    return wanted or find_default_edition(known, declared) or ""


def find_default_edition(known: Iterable[str], declared: Iterable[Declaration]) -> str | None:
    """The edition that the game's declaration specifies, or else the last edition by name; None if there are no
    editions."""
    for declaration in declared:
        texts = [atom.text for atom in declaration.atoms] if declaration.kind.text == "game" else []
        # If ``edition`` is the last word, no name follows it.
        if "edition" in texts[:-1]:
            named = texts[texts.index("edition") + 1]
            return named if named in known else max(known, default=None)
    return max(known, default=None)


def check_options(words: Vocabulary, options: Mapping[str, str]) -> None:
    """Raise ``UsageError`` for an undeclared option, or for an undeclared value of an option.

    An option without declared values accepts any text, and can be set for a single seat, as in ``tableau.0``.
    """
    for key, value in options.items():
        name = key if key in words.options else key.partition(".")[0]
        if name not in words.options or (name != key and words.options[name]):
            hint = suggest_known(key, sorted(words.options), "its options")
            raise UsageError(f"{words.title} has no option called {key!r}", hint, "unknown-option")
        values = words.options[name]
        if values and value not in values:
            hint = suggest_nearest(value, values) or f"use --option {name}={values[0]}"
            hint = f"{hint}{'' if hint.endswith('?') else ';'} the values are: {', '.join(values)}"
            raise UsageError(f"option {name!r} cannot be {value!r}", hint, "unknown-option")


def check_option_players(words: Vocabulary, options: Mapping[str, str], seats: int) -> None:
    """Raise ``UsageError`` if the chosen value of an option requires a different number of seats.

    An option's first value is valid for any number of seats.
    """
    for option, players in words.option_players.items():
        first = words.options[option][0]
        if (chosen := options.get(option, first)) != first and seats != players:
            reason = f"the option {option}={chosen} is for {players} players, not {seats}"
            raise UsageError(reason, f"leave it out, or use --players {players}", "wrong-option")
