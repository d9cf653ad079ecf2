"""A bot as a plain file: rftg play stalls --bots ./hasty.py:hasty,random ..."""

from rftg_dsl import Answer, Asked


def hasty(asked: Asked) -> Answer:
    """Go to the market whenever anything is affordable; use every power."""
    if asked.name == "plan":
        return "buy" if any(price <= asked.seen.me["coins"] for price in asked.seen.me["prices"].values()) else "work"
    return asked.options[0]
