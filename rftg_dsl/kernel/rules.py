"""The interface that a game implements for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from rftg_dsl.kernel.hook import Hook
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.program import Program
from rftg_dsl.kernel.step import Steps
from rftg_dsl.kernel.table import Table

Numbers = TypeVar("Numbers", covariant=True)
"""A game's own lookup tables: the numbers of the places, counters and sides that its steps need."""


class Rules(Protocol[Numbers]):
    """The rules of a game, in the form that the kernel needs."""

    @property
    def layout(self) -> Layout: ...

    @property
    def steps(self) -> Steps: ...

    @property
    def powers(self) -> Sequence[Sequence[Hook]]: ...

    @property
    def by_id(self) -> Mapping[str, Hook]: ...

    @property
    def own_points(self) -> Collection[str]: ...

    @property
    def tallies(self) -> Mapping[str, Sequence[Callable[..., None]]]:
        """For each event, the functions ``(play, seat, *about)`` that count its occurrences."""

    @property
    def tally_counters(self) -> Mapping[str, Sequence[int]]:
        """For each period, the tally counters that are reset to 0 when the period begins."""

    @property
    def powers_wake_immediately(self) -> bool:
        """Whether a power counts as soon as its piece is in play, rather than from the next ``wake`` on."""

    @property
    def program(self) -> Program: ...

    @property
    def numbers(self) -> Numbers: ...

    @property
    def order(self) -> Callable[[Table], Sequence[int]]: ...
