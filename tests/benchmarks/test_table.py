"""How long people at a terminal wait: from an answer to the next question, with what each answer would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from evening import GAMES, choice, session, typed
from rftg_dsl.show.terminal.paint import PLAIN
from rftg_dsl.show.terminal.play_screen import render_screen

Report = Callable[..., None]


@pytest.mark.parametrize("game", GAMES)
def test_from_an_answer_to_the_next_question(
    benchmark: BenchmarkFixture, number: Report, game: str, tmp_path: Path
) -> None:
    waits: list[float] = []

    def evening() -> None:
        table = session(game, "me", "greedy", "greedy", log=tmp_path / f"{len(list(tmp_path.iterdir()))}.rlog")
        while not table.over and len(waits) < (10 if benchmark.disabled else 1_000):
            line = typed(table.question, *choice(table.question))
            began = perf_counter()
            table.take(line)
            list(render_screen(table.show(), PLAIN))
            waits.append(perf_counter() - began)
        table.match.__exit__()

    benchmark.pedantic(evening, rounds=1, iterations=1, warmup_rounds=0)

    waits.sort()
    number(f"{game}: from an answer to the next question, half of them", waits[len(waits) // 2] * 1_000, "ms")
    number(f"{game}: from an answer to the next question, 19 of 20", waits[len(waits) * 19 // 20] * 1_000, "ms")
    number(f"{game}: from an answer to the next question, the longest", waits[-1] * 1_000, "ms")
