"""Bots from outside, and advice that is wrong, say what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import rftg_dsl as rftg
from rftg_dsl.library import standard
from rftg_dsl.play.bots import find_bot


def nobody() -> str:
    """A bot that cannot be asked."""
    return ""


def test_a_file_without_a_function_says_how_to_name_one() -> None:
    with pytest.raises(rftg.Unusable) as told:
        find_bot("./my_bot.py")

    assert told.value.hint == "write ./my_bot.py:function"


def test_a_bot_that_cannot_be_asked_says_what_a_bot_is() -> None:
    with pytest.raises(rftg.Unusable, match="takes 0 positional arguments") as told:
        rftg.start("galaxies", 2, "x").finish(nobody)  # type: ignore[arg-type]

    assert told.value.hint == "a bot is a function of one argument, what it is asked: def my_bot(asked)"


def test_a_bot_that_fails_names_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "sad.py").write_text("def sad(asked):\n    return asked.nothing\n")

    with pytest.raises(rftg.Unusable, match=r"has no attribute 'nothing' \(sad.py, line 2\)"):
        rftg.play_game("galaxies", 2, "x", f"{tmp_path}/sad.py:sad")


def test_advice_that_is_not_an_answer_names_the_decision() -> None:
    def advisers() -> dict[str, Any]:
        return {"mission": lambda play, asked: "none of them"}

    library = standard("galaxies")
    library = evolve(library, game=evolve(library.game, advisers=advisers))

    with pytest.raises(rftg.Unusable, match="the advice of galaxies on 'mission' is 'none of them'") as told:
        rftg.play_game(library, 2, "x", "greedy")

    assert told.value.code == "illegal-answer"
