"""Sayings: small templates in which a game words its verbs, events and numbers.

``{what}`` is a slot. ``<... {to} ...|...>`` is there only if its slots are filled; after the bar stands what is said
otherwise. ``{die|dice}`` agrees with how many are meant. ``[cost]`` agrees with the subject: ``worlds cost``, ``this
world costs``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from attrs import frozen

from rftg_dsl.check.signatures import to_third_person
from rftg_dsl.wording.text_segments import Text, say

TOKEN = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]|[<>|]|[^\s{}\[\]<>|]+")


@frozen
class Slot:
    """``{what}``."""

    name: str


@frozen
class Agreeing:
    """``{die|dice}``."""

    one: str
    many: str


@frozen
class Verb:
    """``[cost]``."""

    base: str


@frozen
class Group:
    """``<to {to}|...>``."""

    parts: tuple[Token, ...]
    otherwise: tuple[Token, ...] = ()


Token = str | Slot | Agreeing | Verb | Group


@cache
def parse_saying(saying: str) -> tuple[Token, ...]:
    """A saying in its parts; ``ValueError`` if it is not well formed."""
    tokens = TOKEN.findall(saying)
    if "".join("".join(tokens).split()) != "".join(saying.split()):
        raise ValueError(f"{saying!r} is not a saying")
    parts, end = run_of(saying, iter([*tokens, ""]))
    if end:
        raise ValueError(f"{saying!r} has a {end!r} too many")
    return parts


def run_of(saying: str, tokens: Iterator[str]) -> tuple[tuple[Token, ...], str]:
    """The parts up to the end of a group, and what ended it."""
    run: list[Token] = []
    for token in tokens:
        if token == "<":
            parts, end = run_of(saying, tokens)
            otherwise, end = run_of(saying, tokens) if end == "|" else ((), end)
            if end != ">":
                raise ValueError(f"{saying!r} lacks a '>'")
            run.append(Group(parts, otherwise))
        elif token in (">", "|", ""):
            return tuple(run), token
        elif token.startswith("{"):
            word, bar, many = token[1:-1].partition("|")
            run.append(Agreeing(word, many) if bar else Slot(word))
        else:
            run.append(Verb(token[1:-1]) if token.startswith("[") else token)
    raise AssertionError("the last token is empty")


@frozen
class Filling:
    """What a saying is filled with."""

    slot: Callable[[str], Text | None]
    """The text in a slot; None if nothing is said of it."""
    many: bool = False
    """Whether several are meant, as ``{die|dice}`` says."""
    third: bool = False
    """Whether the first word is what somebody else does: ``gains``."""
    several: bool = True
    """Whether the subject of ``[cost]`` is several things."""


def fill_saying(saying: str, filling: Filling) -> Text:
    """A saying with its slots filled; one of which nothing is said is left out."""
    parts = parse_saying(saying)
    if filling.third and isinstance(parts[0], str):
        parts = (to_third_person(parts[0]), *parts[1:])
    return tuple(segment for part in parts for segment in fill_part(part, filling))


def fill_part(part: Token, filling: Filling) -> Text:
    """The text of one part of a saying."""
    match part:
        case str():
            return say(part)
        case Agreeing():
            return say(part.many if filling.many else part.one)
        case Verb():
            return say(part.base if filling.several else to_third_person(part.base))
        case Group():
            kept = (
                part.parts if all(filling.slot(name) is not None for name in slots_in(part.parts)) else part.otherwise
            )
            return tuple(segment for each in kept for segment in fill_part(each, filling))
    return filling.slot(part.name) or ()


def slots_in(parts: tuple[Token, ...]) -> Iterator[str]:
    """The slots that must be filled for these parts to be said."""
    yield from (part.name for part in parts if isinstance(part, Slot))


@cache
def all_slots_in(saying: str) -> frozenset[str]:
    """Every slot of a saying, those in groups too."""

    def slots_within(parts: tuple[Token, ...]) -> Iterator[str]:
        yield from slots_in(parts)
        for part in parts:
            if isinstance(part, Group):
                yield from slots_within(part.parts)
                yield from slots_within(part.otherwise)

    return frozenset(slots_within(parse_saying(saying)))
