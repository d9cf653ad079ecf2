"""Reads a game's ``table-talk.toml``: what the game says to the people who play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import field, fields_dict, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.resources import TABLE_TALK
from rftg_dsl.base.toml_shape import Mistake, read_toml
from rftg_dsl.compile.game import Game


@frozen
class Asking:
    """The text of one kind of question, in which ``{name}`` stands for a fact, a counter or a number of the game."""

    asks: str = ""
    one: str = ""
    """The text if exactly one thing is to be chosen; empty if ``asks`` serves."""
    when: Mapping[str, str] = field(factory=dict)
    """Other texts, by situation."""
    keeps: bool = False
    """Whether people choose what they keep, although the answer lists what they give up."""
    powers: bool = False
    """Whether options show their powers rather than the properties printed on them."""
    plain: bool = False
    """Whether the label of an option says all that it does, so that its effects need not be listed."""
    option: str = ""
    """The label of an option with several parts, as in ``{0} to {1}``; empty if commas separate them."""
    words: Mapping[str, str] = field(factory=dict)
    """Texts for the words in answers."""
    hints: Mapping[str, str] = field(factory=dict)
    """For words in answers, what choosing them does."""
    phases: Mapping[str, str] = field(factory=dict)
    """For words in answers, the phase that they choose, if it has another name."""
    why: str = ""
    """The reason for the question; if it is empty, that of the step that the answer leads to."""
    said: Mapping[str, str] = field(factory=dict)
    """For words in answers, the whole of what a player who gives that answer does: ``does not follow``."""
    did: str = "chose"
    """The verb for the answer, once it is given: ``gave up`` if the answer lists what is given up."""


@frozen
class TableTalk:
    """All texts of a game."""

    unsaid: Sequence[str] = ()
    """Properties and figures that do not matter to players."""
    words: Mapping[str, str] = field(factory=dict)
    """Texts for words in the answers to all questions."""
    options: Mapping[str, str] = field(factory=dict)
    """For options of the setup, what they change, for those who begin a game."""
    why: Mapping[str, str] = field(factory=dict)
    """The rule that a step carries out, as players say it, by the step's id."""
    phases: Mapping[str, Sequence[str]] = field(factory=dict)
    """For each phase, or whatever else players may ask about, how it goes."""
    stages: Mapping[str, Sequence[str]] = field(factory=dict)
    """Parts of a round that players name although the rules treat them as no phase, with the steps and questions in
    each."""
    passes: Mapping[str, str] = field(factory=dict)
    """Texts for the move of a piece that cannot be seen, by its old and new place: ``explored hand``."""
    ask: Mapping[str, Asking] = field(factory=dict)
    """The texts of questions, by the question's name."""

    def stage_of(self, step: str) -> str:
        """The named part of a round that a step or question belongs to; empty if there is none."""
        return next((title for title, steps in self.stages.items() if step in steps), "")

    def words_for(self, question: str) -> Mapping[str, str]:
        return {**self.words, **self.ask.get(question, Asking()).words}


def table_talk_of(game: Game) -> TableTalk:
    return read_table_talk(game.content / TABLE_TALK)


@cache
def read_table_talk(path: Path) -> TableTalk:
    """Return the texts in a file, or none if it does not exist. Raise ``UsageError`` if the file is malformed."""
    if not path.is_file():
        return TableTalk()
    data = read_toml(path.read_text("utf-8"))
    if isinstance(data, Mistake):
        raise make_error(path, data.message)
    asks = {name: Asking(**check_keys(path, raw, Asking)) for name, raw in data.pop("ask", {}).items()}
    talk = check_keys(path, data, TableTalk)
    return TableTalk(**{**talk, "ask": asks})


def check_keys(path: Path, raw: dict[str, Any], shape: type[Any]) -> dict[str, Any]:
    if unknown := sorted(raw.keys() - fields_dict(shape).keys()):
        raise make_error(path, f"{unknown[0]!r} is not a known key")
    return raw


def make_error(path: Path, message: str) -> UsageError:
    return UsageError(f"{path} is not valid: {message}", "report this to the game's author", "broken-plugin")
