"""Checks for contradictions within a head: in its seats, in its digests, and in the table before the first event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any


def find_contradictions(head: Mapping[str, Any]) -> Iterator[str]:
    randomness = head["randomness"]
    if len(head["seats"]) != head["players"]:
        yield "the head must name every seat"
    if len(randomness.get("seats", head["seats"])) != head["players"]:
        yield "the source of randomness in the head is incomplete: a seat's promise is missing"
    if not {"engine", head["game"]} <= head["rules"].keys():
        yield "the head must give the versions of the engine's and the game's rules"
    if sorted(digest_names(head)) != sorted(head["digests"]):
        yield "the head must have the digests of its game, edition, sets and options, and no others"
    if head["stretch"][1] not in head["table"]["counters"]:
        yield "the head does not specify what is repeated"
    yield from contradictions_of(head["table"], head["names"])


def digest_names(head: Mapping[str, Any]) -> Iterator[str]:
    yield "game"
    if head["edition"]:
        yield "edition"
    yield from (entry["id"] for entry in head["sets"])
    # Only the game knows which options change the content, so accept any chosen option that has a digest.
    chosen = dict.fromkeys(f"option {name}-{value}" for name, value in head["options"].items())
    yield from (part for part in chosen if part in head["digests"])


def contradictions_of(table: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    pieces = Counter(chain.from_iterable(table["pieces"].values()))
    # In a sealed table every hidden piece is null, so null may occur many times. A Counter ignores the deletion of a
    # missing key.
    del pieces[None]
    entered = table["entered"].values()
    if pieces and max(pieces.values()) > 1:
        yield "the table has a piece in two places"
    if not table["entered"].keys() | table["sides"].keys() | table["tags"].keys() <= pieces.keys():
        yield "the table describes a piece that is not in any place"
    if len(set(entered)) < len(entered) or max([*entered, table["woken"]]) > table["last_entered"]:
        yield "the order in which pieces came into play is missing or contradictory"
    if not set(table["sides"].values()) <= names.keys() or not all(table["tags"].values()):
        yield "the table has a side without a name, or a piece that carries the number 0"
