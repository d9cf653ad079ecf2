"""Checks a game's sayings for unknown keys and slots when the game is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rftg_dsl.check.signatures import Signatures
from rftg_dsl.wording.sayings import all_slots_in

OF_VERBS = frozenset(("what", "your what", "what from", "your what from", "n", "noun", "nouns", "anywhere", "your"))
"""Slots that are allowed for every verb, besides those in the verb's signature."""
OF_EVENTS = frozenset(("verb", "your"))
"""Slots that are allowed for every event, besides the event's roles."""
OF_NUMBERS = frozenset(
    ("things", "a", "all", "each", "their", "your", "you may", "price", "tail", "n", "change", "count", "signed")
)
VOICES = frozenset(("", "base", "third", "past"))
DIRECTIONS = frozenset(("", "more", "less", "exactly", "any", "printed", "allowed", "forbidden", "open", "closed"))
LOOKED_UP = ("printed", "number", "taken from")
"""Prefixes of slots that are looked up: a property printed on the side, a number in the rules, or a place. A slot for a
place adds no words, but the group that contains it is kept only if the verb's object is taken from that place."""


def find_breaches(game: Signatures) -> Iterator[str]:
    for verb in game.verbs:
        yield from check_sayings(
            f"verb {verb.name!r}", {"": verb.saying}, frozenset(("",)), OF_VERBS | frozenset(verb.slots)
        )
    for event in game.events:
        yield from check_sayings(f"event {event.name!r}", event.sayings, VOICES, OF_EVENTS | frozenset(event.about))
    for number in game.parameters:
        yield from check_sayings(f"number {number.name!r}", number.sayings, DIRECTIONS, OF_NUMBERS)


def check_sayings(whose: str, sayings: Mapping[str, str], keys: frozenset[str], known: frozenset[str]) -> Iterator[str]:
    for key, saying in sayings.items():
        if key not in keys:
            yield f"{whose}: sayings cannot have the key {key!r}; the keys are: {', '.join(sorted(keys - {''}))}"
            continue
        try:
            named = sorted(all_slots_in(saying)) if saying else []
        except ValueError as error:
            yield f"{whose}: {error}"
            continue
        for slot in named:
            if slot.partition(":")[0] not in known and slot.rpartition(" ")[0] not in LOOKED_UP:
                yield f"{whose}: its saying has an unknown slot {slot!r}"
