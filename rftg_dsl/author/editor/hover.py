"""Hover texts: the meaning of a word, or the rule text of a component or power."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rftg_dsl.author.editor.meanings import Senses, meant_at
from rftg_dsl.author.editor.tokens import Token, line_at, token_at, tokenize
from rftg_dsl.author.glossary import SORTS, Word
from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Power, Side
from rftg_dsl.compile.game import Game
from rftg_dsl.library.load import Loaded
from rftg_dsl.wording.power_text import word_side


class Shown(NamedTuple):
    """Markdown text to show for a span of the source."""

    text: str
    start: int
    end: int


def hover(source: Source, offset: int, loaded: Loaded, game: Game, senses: Senses) -> Shown | None:
    at = token_at(source.text, offset)
    power = power_at(source, offset, loaded)
    if at and at.sort in ("string", "id"):
        sides = sides_for(at, loaded)
        text = "\n\n".join(render_side(side, loaded, game) for side in sides)
        return Shown(text, at.start, at.end) if text else None
    parts: list[str] = []
    start, end = (at.start, at.end) if at else (offset, offset)
    if at and at.sort == "word":
        line = [*tokenize(source.text, *line_at(source.text, offset))]
        if meant := meant_at(line, at, senses):
            start, end = meant.start, meant.end
            parts += [render_word(meant.text, sense) for sense in meant.senses]
    if power:
        parts += [render_power(power, loaded, game)]
        start, end = (start, end) if parts[:-1] else (power.at.start, power.at.end)
    return Shown("\n\n".join(parts), start, end) if parts else None


def sides_for(at: Token, loaded: Loaded) -> list[Side]:
    if at.sort == "string":
        return [side for side in loaded.model.list_sides() if side.name == at.name]
    return [side for component in loaded.model.components if component.id == at.text for side in component.sides]


def power_at(source: Source, offset: int, loaded: Loaded) -> Power | None:
    return next((power for power in powers_in(source, loaded) if power.at.start <= offset <= power.at.end), None)


def powers_in(source: Source, loaded: Loaded) -> Iterator[Power]:
    for component in loaded.model.components:
        if component.at.source == source:
            yield from (power for side in component.sides for power in side.powers)


# -- as Markdown -------------------------------------------------------------------------------------------------


def render_side(side: Side, loaded: Loaded, game: Game) -> str:
    said = [escape_markdown(str(line)) for line in word_side(loaded.model.words, game, side)] or ["(no powers)"]
    return "\n\n".join([f"**{escape_markdown(side.name)}**  {side.id}  {side.kind}", *said])


def render_power(power: Power, loaded: Loaded, game: Game) -> str:
    side = next(bearer for bearer in loaded.model.list_sides() if power in bearer.powers)
    said = next(line for line in word_side(loaded.model.words, game, side) if line.power == power.id)
    return f"{power.id}: {escape_markdown(str(said))}"


def render_word(text: str, word: Word) -> str:
    sort = f"{with_article(word.sort)}: " if word.sort in NAMED else ""
    parts = [f"**{text}** – {sort}{escape_markdown(word.meaning)}"]
    parts += [f"with: {escape_markdown(word.form)}"] if word.form else []
    parts += [f"`{word.example}`"] if word.example and "`" not in word.example else []
    return "  \n".join(parts)


NAMED = {*SORTS, "declaration"} - {"option"}
"""The sorts that are shown along with a meaning. An author would not understand ``option`` or the language's
own sorts."""
SPECIAL = re.compile(r"([\\*_<>\[\]#|$])")


def escape_markdown(text: str) -> str:
    """Escape a text so that Markdown shows it literally, but leave code spans as they are."""
    parts: Sequence[str] = text.split("`")
    # Parts with odd numbers are inside backticks, where escapes would be visible.
    return "`".join(SPECIAL.sub(r"\\\1", part) if nth % 2 == 0 else part for nth, part in enumerate(parts))
