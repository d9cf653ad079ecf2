"""The forms that random sentences must have: of the language, and of each game's signatures."""

from __future__ import annotations

from collections.abc import Iterator

from lanes import SLOW
from proof.doing import signature
from proof.program import bench

NEVER = {
    "roll": set[str](),
    "race": {
        "verb: gain counters",  # only one counter of Race can be gained, so there are no two to choose between
        "verb: claim nothing",  # goals have these; no card can
        "verb: return nothing",
        "number: progress",
    },
    "galaxies": {
        "change: any number",  # every number of Galaxies has a natural size
    },
}
"""Forms that the sentences of a game cannot have."""

THINGS = """value, values joined, non-value, own, every, another, other, with number, with number or more,
with number or less, with number or n, highest, lowest, narrowed twice, called, with a power, with two powers,
without a power, with things, without things, of opponents, in a place"""
COUNTS = """things, printed numbers, different values, counter, minus, minus a number, triangle, step, step from 2,
smaller, smaller number, opponents, opponents with"""
CONDITIONS = """have the most, have the fewest, share the most, share the fewest, as many, more than, fewer than,
as many than you, more than you, fewer than you, no, a, an opponent, each opponent, no opponent, opponents,
another did, another did not, happened, did not happen, happened n times, happened exactly times,
happened or less times, happened or more times, happened not times, all are, n, exactly, or less, or more"""
CHANGES = "less, more, exactly, any number, not below, not above, per, per rounded"
AMOUNTS = "per, rounded up, rounded down, not above, less"
SORTS = {"thing": THINGS, "count": COUNTS, "if": CONDITIONS, "change": CHANGES, "amount": AMOUNTS}
PARTS_OF_POWERS = """may, choose one, whoever, each chooses one, several effects, each opponent, opponents,
from each opponent, condition alone, condition on a moment, amount: per paid, price: may, price: two parts,
price: overlapping parts, rank: first, rank: last, rank of a number: first, rank of a number: last, times: you,
times: opponent, times: anyone, at once, score, score: plain, score: rows, lasting: event, lasting: number"""
MORE = {
    "roll": """rank in explore, thing: its, thing: from one place, thing: with current number, things: kind,
things: kinds joined, things: non-kind, things: in a place, things: in places, things: on pieces, things: own,
things: every, things: of opponents, things: in active phase, things: in inactive phase, things: in selected phase,
things: on it, money, money: up to, if: money, role: called, thing: its goods, number of two kinds, to here,
to a place, to a chosen place, count: different kinds, count: different of an event, count: number of it,
count: its settlers, count: its developers, count: its goods, if: has of its, if: it is, thing: top, thing: this,
thing: kinds joined, permission: cannot, event of its own piece, number kept, number of this,
two powers on a number, two prices of a number, change: per given, who: you, who: opponent, who: anyone,
how many: between, how many: up to, how many: any, how many: all, how many: every""",
    "race": """rank in produce, permission: may, permission: cannot, event of its own piece, permission: discarded,
permission: paid for, permission: conquered, permission: traded, number kept, number of this,
two powers on a number, two prices of a number, thing: picked by chance, thing: being discarded, thing: mark,
thing: this, thing: it, thing: two values, thing: kinds joined, thing: of different types, thing: of the same type,
goods to worlds, thing: with current number, count: changed number, number of two kinds, if: it is, limit: number,
change: per given, price: must, who: you, who: opponent, who: anyone, how many: all""",
    "galaxies": """thing: on a piece, thing: two values, thing: different, things: in a place, things: in places,
if: have the, who: you, who: opponent, who: anyone, how many: between, how many: up to, how many: any,
how many: all, how many: every""",
}
"""What only some games have."""


def listed(text: str) -> list[str]:
    """The names in a list."""
    return " ".join(text.split()).split(", ")


def forms(game: str) -> Iterator[str]:
    """All forms that sentences of a game can have: of the language, and of the game's signatures."""
    definition = bench(game).game
    yield from (signature(verb) for verb in definition.verbs)
    slots = [(verb.name, name, kind) for verb in definition.verbs for name, kind in verb.slots.items()]
    yield from (f"slot: {verb} {name}" for verb, name, kind in slots if kind not in ("flag", "moment"))
    yield from (f"event: {event.name}{' of a piece' if event.acts else ''}" for event in definition.events)
    yield from (f"event: {event.name} of a player" for event in definition.events if event.acts)
    many = ("a", "another", "each", "all", "up to 2", "1 or 2", "2", "any number of")
    yield from (
        f"produce on {quantity}" for quantity in many if any(verb.name == "produce" for verb in definition.verbs)
    )
    if SLOW:  # there are many sorts, and few pieces of most
        yield from (f"sort of power: {word}" for word in bench(game).speech.sorts_of_power if " " not in word)
    yield from (f"count: time {event.name}" for event in definition.events if "past" in event.forms.values())
    yield from (f"role: {event.name} {role}" for event in definition.events for role in event.about if role != "it")
    schedule = bench(game).words.schedule
    yield from (f"window: {edge} of {phase}" for phase, edges in schedule.windows.items() for edge in edges)
    yield from (f"offer: {phase}" for phase in definition.offers)
    yield from (f"offered in {phase}: {verb}" for phase, verbs in definition.offers.items() for verb in verbs)
    yield from (f"number: {parameter.name}" for parameter in definition.parameters if not parameter.permits)
    yield from (f"number at a price: {parameter.name}" for parameter in definition.parameters if parameter.priced)
    for period in schedule.periods:
        yield from (f"limit: {times} per {period}" for times in ("once", "twice"))
        yield f"lasting until end of {period}"
    for sort, names in SORTS.items():
        yield from (f"{sort}: {name}" for name in listed(names))
    yield from (*listed(PARTS_OF_POWERS), *listed(MORE[game]))
