"""Players as commands and logs write them: a bot's name, or ``me`` or ``me:NAME`` for a person."""

from __future__ import annotations

ME = "me"


def is_person(who: str) -> bool:
    return who == ME or who.startswith(f"{ME}:")


def player_name_of(who: str) -> str:
    return who.removeprefix(f"{ME}:")
