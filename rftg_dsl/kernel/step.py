"""Steps: the functions that make up a game, each with an id used in logs and on the agenda."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from re import fullmatch
from types import ModuleType
from typing import Any, Concatenate, Generic, ParamSpec

from rftg_dsl.kernel.table import Table

P = ParamSpec("P")

ID = r"[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+"


class Step(Generic[P]):
    """A function of a ``Play`` that can be put on the agenda or receive an answer. Calling a step runs it at once."""

    def __init__(self, id: str, run: Callable[Concatenate[Any, P], None], text: str = "") -> None:
        self.id = id
        self.run = run
        self.text = text
        self.__name__ = run.__name__
        self.__doc__ = run.__doc__
        self.__module__ = run.__module__

    def __call__(self, play: Table, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run the step now, bypassing the agenda."""
        self.run(play, *args, **kwargs)

    def __repr__(self) -> str:
        return f"Step({self.id!r})"


AnyStep = Step[Any]
Steps = Mapping[str, Callable[..., None]]


def step(id: str, text: str = "") -> Callable[[Callable[Concatenate[Any, P], None]], Step[P]]:
    """Turn a function into a step. The id must never change, because logs and saved games refer to the step by it.

    ``text`` is a sentence for players that describes the step's effect. The ids of its rules precede the description,
    as in ``R087: produce on each world.``
    """
    if not fullmatch(ID, id):
        raise ValueError(f"{id!r} is not a valid step id: use the form 'game.what-happens'")
    return lambda function: Step(id, function, text)


def steps_in(*modules: ModuleType) -> tuple[Step[Any], ...]:
    """Return all steps defined in these modules, in order of definition. Imported steps are excluded."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Step) and value.__module__ == module.__name__
    )


def steps_by_id(steps: Iterable[Step[Any]]) -> dict[str, Callable[..., None]]:
    """Map each id to its step function. Raise ``ValueError`` if two steps share an id."""
    table: dict[str, Step[Any]] = {}
    for step in steps:
        if table.setdefault(step.id, step) is not step:
            raise ValueError(f"two steps share the id {step.id!r}: {table[step.id].__name__} and {step.__name__}")
    return {id: step.run for id, step in table.items()}
