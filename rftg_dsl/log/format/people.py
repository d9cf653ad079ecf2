"""The players at a table, as commands and logs write them: a bot's name, or ``me`` or ``me:NAME`` for a person."""

from __future__ import annotations

ME = "me"
"""A person; ``me:Anna`` is one with a name."""


def is_person(who: str) -> bool:
    """Whether a seat is a person's."""
    return who == ME or who.startswith(f"{ME}:")


def player_name_of(who: str) -> str:
    """The name of a player as people say it, without ``me:``."""
    return who.removeprefix(f"{ME}:")
