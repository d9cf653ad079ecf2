"""Sayings: the templates in which a game words its verbs, events and numbers.

``{what}`` is a slot. ``<... {to} ...|...>`` is a group: the part before the bar is used if all its slots are filled,
and the part after the bar otherwise. ``{die|dice}`` agrees with the number of things. ``[cost]`` agrees with the
subject, as in ``worlds cost`` and ``this world costs``.
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
    """A slot, written ``{what}``."""

    name: str


@frozen
class Agreeing:
    """A word that agrees with the number of things, written ``{die|dice}``."""

    one: str
    many: str


@frozen
class Verb:
    """A verb that agrees with the subject, written ``[cost]``."""

    base: str


@frozen
class Group:
    """A group that depends on its slots, written ``<to {to}|...>``."""

    parts: tuple[Token, ...]
    otherwise: tuple[Token, ...] = ()


Token = str | Slot | Agreeing | Verb | Group


@cache
def parse_saying(saying: str) -> tuple[Token, ...]:
    """Parse a saying into its parts. Raise ``ValueError`` if it is malformed."""
    # The empty token added below marks the end of the saying.
    tokens = TOKEN.findall(saying)
    # ``findall`` skips characters that it cannot match, so a stray brace shows up as a missing character.
    if "".join("".join(tokens).split()) != "".join(saying.split()):
        raise ValueError(f"{saying!r} is not a valid saying")
    parts, end = run_of(saying, iter([*tokens, ""]))
    if end:
        raise ValueError(f"{saying!r} has one {end!r} too many")
    return parts


def run_of(saying: str, tokens: Iterator[str]) -> tuple[tuple[Token, ...], str]:
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
    """The context for filling the slots of a saying."""

    slot: Callable[[str], Text | None]
    """A function that returns the text for a slot, or None if the slot is not filled."""
    many: bool = False
    """Whether to use the plural from a pair such as ``{die|dice}``."""
    third: bool = False
    several: bool = True
    """Whether the subject of ``[cost]`` is plural."""


def fill_saying(saying: str, filling: Filling) -> Text:
    parts = parse_saying(saying)
    if filling.third and isinstance(parts[0], str):
        parts = (to_third_person(parts[0]), *parts[1:])
    return tuple(segment for part in parts for segment in fill_part(part, filling))


def fill_part(part: Token, filling: Filling) -> Text:
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
    """The slots that must be filled for these parts to be used; slots in nested groups do not count."""
    yield from (part.name for part in parts if isinstance(part, Slot))


@cache
def all_slots_in(saying: str) -> frozenset[str]:
    """Every slot in a saying, including those in groups."""

    def slots_within(parts: tuple[Token, ...]) -> Iterator[str]:
        yield from slots_in(parts)
        for part in parts:
            if isinstance(part, Group):
                yield from slots_within(part.parts)
                yield from slots_within(part.otherwise)

    return frozenset(slots_within(parse_saying(saying)))
