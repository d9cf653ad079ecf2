"""Mutants of logs, made from the table of the format: one thing of a record or one record is other than it was.

Everything that follows from the lines is derived again, so that a reader has to look at the thing itself. Some mutants
are valid logs: readers must agree on these too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from attrs import frozen

from forging import Record, derived
from rftg_dsl.log.format.kinds import ANY, FORMS, LARGEST, WHOLE
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.shapes import (
    Anything,
    Either,
    Fields,
    Items,
    Named,
    Null,
    Number,
    Row,
    Rows,
    Shape,
    Text,
    Word,
    has_shape,
)

OTHERS: Sequence[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    LARGEST + 1,
    "",
    "?",
    [],
    [[]],
    {},
    {"": 0},
    [None],
    "\ud83d\ude00",
]
"""Values of other types, or of the right one that mean nothing."""

TEXTS = [
    "",
    "x",
    "a.b",
    "a@b",
    "a@b@c",
    "a|b",
    "a||b",
    "/",
    "a/1",
    "up/1",
    "up/0",
    "0" * 64,
    "0" * 32,
    "x" * 101,
    "\u00e9",
]


@frozen
class Site:
    """A value in a record that has a shape: ``inner[key]``."""

    inner: Any
    key: Any
    shape: Shape

    @property
    def value(self) -> Any:
        """The value."""
        return self.inner[self.key]


def sites(inner: Any, key: Any, shape: Shape) -> Iterator[Site]:
    """A value and all that is within it, as far as shapes go."""
    yield Site(inner, key, shape)
    value = inner[key]
    for within, of in parts(value, shape):
        yield from sites(value, within, of)


def parts(value: Any, shape: Shape) -> Iterator[tuple[Any, Shape]]:
    """The keys of what is in a value, with their shapes."""
    match shape:
        case Items(of) if isinstance(value, list):
            yield from ((at, of) for at in range(len(value)))
        case Named(of) if isinstance(value, dict):
            yield from ((name, of) for name in value)
        case Fields(_, has, may) if isinstance(value, dict):
            yield from ((name, of) for name, of in {**has, **may}.items() if name in value)
        case Row(entries, perhaps):
            shapes = [*entries, *([perhaps] if perhaps is not None else [])]
            yield from enumerate(shapes[: len(value)])
            yield from ((at, ANY) for at in range(len(shapes), len(value)))
        case Rows(_, by) if value and value[0] in by:
            yield from parts(value, by[value[0]])
        case Either(shapes):
            yield from next((parts(value, candidate) for candidate in shapes if has_shape(value, candidate)), iter(()))


def sample(shape: Shape, random: Random) -> Any:
    """A value that has a shape, or nearly."""
    match shape:
        case Number(low, high):
            return random.choice([low, high, min(high, low + 1), max(low, min(high, random.randrange(-2, 9)))])
        case Word(texts):
            return random.choice(texts)
        case Null():
            return None
        case Text() | Anything():
            return random.choice(TEXTS)
        case Items(of):
            return [sample(of, random) for _ in range(random.randrange(4))]
        case Named(of, key):
            return {sample(key, random): sample(of, random) for _ in range(random.randrange(3))}
        case Row(entries):
            return [sample(of, random) for of in entries]
        case Rows(_, by):
            return sample(random.choice(list(by.values())), random)
        case Either(shapes):
            return sample(random.choice(shapes), random)
        case Fields(_, has, may):
            some = {name: of for name, of in may.items() if random.random() < 0.5}
            return {name: sample(of, random) for name, of in {**has, **some}.items()}
    raise AssertionError(f"{shape} has no sample")


def beyond(shape: Shape, random: Random) -> Any:
    """A value at or beyond the bounds of a shape."""
    match shape:
        case Number(low, high):
            return random.choice([low - 1, low, high, high + 1])
        case Items(of, least, _):
            return [sample(of, random)] * random.choice([least, max(0, least - 1), 3])
        case Text(_, _, _, most) if most:
            return "x" * random.choice([most, most + 1])
        case Anything(most) if most:
            return "x" * random.choice([most - 2, most - 1])
    return random.choice(OTHERS)


Change = Callable[[Site, Random, "Pool"], None]
Pool = Mapping[Shape, Sequence[Any]]
"""The values of each shape that a log has."""


def put_other(site: Site, random: Random, pool: Pool) -> None:
    """A value of another type."""
    site.inner[site.key] = deepcopy(random.choice(OTHERS))


def put_beyond(site: Site, random: Random, pool: Pool) -> None:
    """A value at a bound."""
    site.inner[site.key] = beyond(site.shape, random)


def put_sample(site: Site, random: Random, pool: Pool) -> None:
    """A value of the same shape."""
    site.inner[site.key] = sample(site.shape, random)


def put_near(site: Site, random: Random, pool: Pool) -> None:
    """A number next to this one, or a value of the same shape that stands elsewhere in the log."""
    value = site.value
    near = type(value) is int and random.random() < 0.5
    site.inner[site.key] = value + random.choice([-1, 1]) if near else deepcopy(random.choice(pool[site.shape]))


def leave_out(site: Site, random: Random, pool: Pool) -> None:
    """Nothing where something was."""
    del site.inner[site.key]


def add(site: Site, random: Random, pool: Pool) -> None:
    """Something more: a field that may be there, one that may not, an entry."""
    value, shape = site.value, site.shape
    if isinstance(value, dict):
        may = shape.may if isinstance(shape, Fields) else {}
        of = shape.of if isinstance(shape, Named) else ANY
        known = pool.get(shape.key, ()) if isinstance(shape, Named) else ()
        name = random.choice([*may, "zz", "", *known])
        value[name] = sample(may.get(name, of), random)
    elif isinstance(value, list):
        of = shape.of if isinstance(shape, Items) else ANY
        value.insert(random.randrange(len(value) + 1), sample(of, random))
    else:
        put_near(site, random, pool)


def repeat(site: Site, random: Random, pool: Pool) -> None:
    """An entry twice."""
    if isinstance(site.value, list) and site.value:
        site.value.append(deepcopy(random.choice(site.value)))
    else:
        put_sample(site, random, pool)


def reorder(site: Site, random: Random, pool: Pool) -> None:
    """Entries in another order, or the names of an object for other values."""
    value = site.value
    if isinstance(value, list):
        random.shuffle(value)
    elif isinstance(value, dict):
        values = list(value.values())
        random.shuffle(values)
        value.update(zip(list(value), values, strict=True))
    else:
        put_near(site, random, pool)


CHANGES: Sequence[Change] = [put_other, put_beyond, put_sample, put_near, put_near, leave_out, add, repeat, reorder]


UNSIGNED = '{"k":"sign","note":""}'
"""A signature that is to be made."""


class Original:
    """A log whose mutants are made."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.records: list[Record] = [json.loads(line) for line in lines]
        self.lines = [UNSIGNED if record["k"] == "sign" else line_of(record) for record in self.records]
        """The lines, with notes that are filled anew when all is derived again."""
        pool: dict[Shape, list[Any]] = {}
        for record in self.records:
            for site in self.sites(record):
                values = pool.setdefault(site.shape, [])
                if len(values) < 200:
                    values.append(site.value)
        self.pool: Pool = pool
        self.kinds = sorted({record["k"] for record in self.records})

    def sites(self, record: Record) -> list[Site]:
        """The values of a record that have shapes, but for its kind."""
        shape = WHOLE[record["k"]].shape_for(record["k"])
        return [site for site in sites([record], 0, shape) if site.inner is not record or site.key != "k"]

    def mutant(self, random: Random) -> tuple[str, list[str]]:
        """A description of the change, and the lines of a mutant."""
        if random.random() < 0.2:
            return self._move_records(random)
        kind = random.choice(self.kinds)
        at = random.choice([nth for nth, record in enumerate(self.records) if record["k"] == kind])
        record = deepcopy(self.records[at])
        site, change = self._drawn_site(record, random), random.choice(CHANGES)
        change(site, random, self.pool)
        said = f"{change.__name__} in {site.key!r} of line {at + 1}, a {kind!r} record"
        lines = [*self.lines[:at], line_of(record), *self.lines[at + 1 :]]
        if "figures" in record and random.random() < 0.7:
            lines = self._with_figures(lines, at, record)
        return said, derived(lines)

    @staticmethod
    def _drawn_site(record: Record, random: Random) -> Site:
        """A value in a record: each field as likely as another, and so on within it."""
        field = random.choice([name for name in record if name != "k"])
        if record.get("fx") and random.random() < 0.4:  # most of what a log says
            field = "fx"
        kind = WHOLE[record["k"]]
        site = Site(record, field, {**kind.has, **kind.may}[field].shape)
        while random.random() < 0.8 and (within := list(parts(site.value, site.shape))):
            site = Site(site.value, *random.choice(within))
        return site

    def _with_figures(self, lines: list[str], at: int, record: Record) -> list[str]:
        """The figures of the last mark and of the end are the same again."""
        last = [nth for nth, entry in enumerate(self.records) if "figures" in entry][-2:]
        for other in last if at in last else ():
            if other != at:
                lines[other] = line_of({**self.records[other], "figures": record["figures"]})
        return lines

    def _move_records(self, random: Random) -> tuple[str, list[str]]:
        """A record is left out, or there is one more or in another place."""
        at, to = random.randrange(len(self.lines)), random.randrange(len(self.lines))
        lines = [*self.lines]
        match random.choice(["leave out", "repeat", "move", "swap", "put in", "cut"]):
            case "leave out":
                del lines[at]
                said = f"line {at + 1} is left out"
            case "repeat":
                lines.insert(to, lines[at])
                said = f"line {at + 1} comes again before line {to + 1}"
            case "move":
                lines.insert(to, lines.pop(at))
                said = f"line {at + 1} comes at line {to + 1}"
            case "swap":
                lines[at : at + 2] = reversed(lines[at : at + 2])
                said = f"line {at + 1} comes after the next one"
            case "cut":
                del lines[max(1, at) :]
                said = f"the log ends before line {at + 1}"
            case _:
                lines.insert(to, made_up(random))
                said = f"{lines[to]} before line {to + 1}"
        return said, derived(lines)


def made_up(random: Random) -> str:
    """A record of any kind that people may write, or of any kind at all."""
    sits: Record = {"does": "sits", "k": "seat", "seat": random.randrange(2), "who": "somebody"}
    leaves: Record = {"does": random.choice(["leaves", "concedes"]), "k": "seat", "seat": random.randrange(2)}
    if random.random() < 0.7:
        return line_of(random.choice([sits, leaves, json.loads(UNSIGNED), {"fx": [["note", "w", "a.b"]], "k": "run"}]))
    name = random.choice(list(WHOLE))
    record = {**sample(WHOLE[name].shape_for(name), random), "k": name}
    if name == "do" and random.random() < 0.5:
        form = random.choice(list(FORMS))
        record["form"], record["pick"] = [form, *[1 for _ in FORMS[form].bounds]], sample(FORMS[form].pick, random)
    return line_of(record)
