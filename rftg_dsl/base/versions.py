"""Versions of sets, and the version ranges that sets require of one another.

A version consists of one to three numbers, as in ``2``, ``1.4`` or ``1.4.2``; missing numbers are 0. A range is a list
of bounds that must all hold, as in ``>=1.2, <2``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from attrs import field, frozen

NUMBER = r"(?:0|[1-9][0-9]{0,5})"
VERSION = re.compile(rf"{NUMBER}(?:\.{NUMBER}){{0,2}}")
BOUND = re.compile(rf"\s*(>=|<=|==|>|<)\s*({VERSION.pattern})\s*")

VERSION_HINT = 'write one to three numbers, such as "1", "1.4" or "1.4.2"'
RANGE_HINT = "write bounds such as '>=1.2' or '>=1.2, <2', with >=, >, <, <= or =="


class Version(NamedTuple):
    """A version as three numbers, so that 1.10 is greater than 1.9."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, self))

    @property
    def next(self) -> Version:
        return self._replace(patch=self.patch + 1)


def version_of(text: str) -> Version | None:
    return Version(*map(int, text.split("."))) if VERSION.fullmatch(text) else None


@frozen
class Versions:
    """A version range."""

    text: str = field(eq=False)
    """The range as the author wrote it; empty if it includes every version."""
    low: Version
    over: Version | None
    """The smallest version above the range; None if there is no upper bound."""

    def __contains__(self, version: Version) -> bool:
        return self.low <= version and (self.over is None or version < self.over)

    @property
    def empty(self) -> bool:
        return self.over is not None and self.over <= self.low

    def __str__(self) -> str:
        return self.text or "any version"


ANY = Versions("", Version(0), None)


def versions_of(text: str) -> Versions | None:
    bounds = [BOUND.fullmatch(part) for part in text.split(",")] if text.strip() else []
    if None in bounds:
        return None
    return range_between(text.strip(), [(bound[1], version_of(bound[2]) or Version(0)) for bound in bounds if bound])


def range_between(text: str, bounds: Sequence[tuple[str, Version]]) -> Versions:
    low, over = ANY.low, ANY.over
    for sign, version in bounds:
        if sign in (">=", ">", "=="):
            low = max(low, version.next if sign == ">" else version)
        if sign in ("<", "<=", "=="):
            end = version if sign == "<" else version.next
            over = end if over is None else min(over, end)
    return Versions(text, low, over)
