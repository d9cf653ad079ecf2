"""Who sits at a table, as commands and logs have it: a bot by its name, a person as ``me`` or ``me:NAME``."""

from __future__ import annotations

ME = "me"
"""A person; ``me:Anna`` is one with a name."""


def is_person(who: str) -> bool:
    """Whether a seat is a person's."""
    return who == ME or who.startswith(f"{ME}:")


def at_table(who: str) -> str:
    """How people call somebody: by the name alone."""
    return who.removeprefix(f"{ME}:")
