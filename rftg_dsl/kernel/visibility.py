"""The single rule of visibility, used for views, guesses, logs, pages and messages.

Content declares who can see each place and counter. A viewer is either a seat's number or ``PUBLIC``, which stands for
a viewer who sees only what everyone sees. Everything made for a viewer goes through the functions in this module.
"""

from __future__ import annotations

PUBLIC = -1
"""The viewer who sees only what everyone sees."""

TABLE = -1
"""The owner of places and counters that do not belong to a seat."""


def can_see(seen: str, owner: int, viewer: int) -> bool:
    """Whether a viewer can see a counter, or all of a place. With ``top``, viewers other than the owner see only the
    first piece."""
    return seen == "all" or (seen != "none" and owner == viewer and viewer != PUBLIC)


def can_see_first(seen: str, owner: int, viewer: int) -> bool:
    return seen == "top" or can_see(seen, owner, viewer)


def can_read_decision(secret: bool, seat: int, viewer: int) -> bool:
    return not secret or seat == viewer
