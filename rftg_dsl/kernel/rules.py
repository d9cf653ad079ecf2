"""What a game provides to the kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from rftg_dsl.kernel.hook import Hook
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.program import Program
from rftg_dsl.kernel.step import Steps
from rftg_dsl.kernel.table import Table

Numbers = TypeVar("Numbers", covariant=True)
"""The numbers of places, counters and sides that the steps of a game look up."""


class Rules(Protocol[Numbers]):
    """What a game provides to the kernel."""

    @property
    def layout(self) -> Layout:
        """The names and numbers of the table."""

    @property
    def steps(self) -> Steps:
        """The step functions, by id."""

    @property
    def powers(self) -> Sequence[Sequence[Hook]]:
        """The powers of each side, by its number."""

    @property
    def by_id(self) -> Mapping[str, Hook]:
        """The powers by id."""

    @property
    def own_points(self) -> Collection[str]:
        """The points at which a power of a piece reacts to what concerns that very piece."""

    @property
    def tallies(self) -> Mapping[str, Sequence[Callable[..., None]]]:
        """Functions ``(play, seat, *about)`` that count past events, by event."""

    @property
    def tally_counters(self) -> Mapping[str, Sequence[int]]:
        """The counters of those functions that begin at 0 again, by the period that begins."""

    @property
    def powers_wake_immediately(self) -> bool:
        """Whether a power counts as soon as its piece is in play, rather than from the next ``wake`` on."""

    @property
    def program(self) -> Program:
        """The schedule."""

    @property
    def numbers(self) -> Numbers:
        """The numbers that the game's steps look up."""

    @property
    def order(self) -> Callable[[Table], Sequence[int]]:
        """Gives all seats in strict order."""
