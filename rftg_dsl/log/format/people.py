"""Player names in commands and logs: a bot appears under its name, a person as ``me`` or ``me:NAME``."""

from __future__ import annotations

ME = "me"


def is_person(who: str) -> bool:
    return who == ME or who.startswith(f"{ME}:")


def player_name_of(who: str) -> str:
    return who.removeprefix(f"{ME}:")
