"""A back end for tests that add pieces to a game: code is generated for these pieces, and the game is interpreted.

Both back ends play the same games (``compile/test_backends.py``), and generating code for a whole game takes most of
the time of such a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rftg_dsl.compile.bind import Binder, Tally
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.compile.generate import Generator
from rftg_dsl.compile.interpret import Interpreter
from rftg_dsl.compile.lowered import Lowered
from rftg_dsl.compile.rules import Functions
from rftg_dsl.library.load import load_standard


@frozen
class GenerateAdded:
    """Translates the powers that are not in the game as it is shipped into code."""

    binder: Binder

    def build(
        self, powers: Sequence[Lowered], tallies: Sequence[Tally]
    ) -> tuple[Sequence[Functions], Sequence[Callable[..., None]]]:
        model = load_standard(self.binder.game.name).model
        shipped = {power.id for power in [*model.walk_powers(), *model.course.walk_sentences()]}
        added = [power for power in powers if power.id not in shipped]
        functions, counts = Generator(self.binder).build(added, tallies)
        others, _ = Interpreter(self.binder).build([power for power in powers if power.id in shipped], [])
        generated, interpreted = iter(functions), iter(others)
        return [next(interpreted if power.id in shipped else generated) for power in powers], counts


def generate_only_added(backend: Backend) -> Backend:
    """The same back end for the pieces that a test adds."""
    return GenerateAdded if backend == "generated" else backend
