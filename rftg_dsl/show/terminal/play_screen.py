"""The screens of a game that is played in a terminal: news, the table, questions and answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import singledispatch
from itertools import groupby

from rftg_dsl.log.account.causes import Ground
from rftg_dsl.play.table.screen import Asking, Because, Block, Card, Choice, Commands, Curtain, News, Note, Position
from rftg_dsl.show.terminal.game_report import name_of_player
from rftg_dsl.show.terminal.paint import Paint, is_terminal, to_visible
from rftg_dsl.show.terminal.table_report import render_changes
from rftg_dsl.show.terminal.wrap import fold, render_definitions, room_for

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""The escape sequence that clears the terminal, including its scrollback."""
INDENT = 4
WIDEST = 100
HOW = "Answer with a number or a name. Separate several answers with commas; give counts as in '3 explore, 2 ship'."
IN_ONE_GO = "You can answer several questions at once: '3 explore, 2 ship, select ship with home'."


@singledispatch
def render_block(block: Block, paint: Paint) -> Iterator[str]:
    raise TypeError(block)


@render_block.register
def render_note(block: Note, paint: Paint) -> Iterator[str]:
    text = to_visible(f"{block.text} ({block.hint})" if block.hint else block.text)
    yield from render_paragraph(text, "! " if block.wrong else "", paint, "red" if block.wrong else "green")


def render_paragraph(text: str, first: str, paint: Paint, colour: str) -> Iterator[str]:
    for line in fold(text, room_for(sys.stdout), first, " " * len(first)):
        yield paint(line, colour)


@render_block.register
def render_news(block: News, paint: Paint) -> Iterator[str]:
    """Render news with log line numbers; show consecutive repeats once, with a count."""
    for (number, text, heading), repeats in groupby(
        block.heard, lambda heard: (heard.number, heard.text, heard.heading)
    ):
        n = len(list(repeats))
        times = f" ({n} times)" if n > 1 else ""
        lines = fold(f"{to_visible(text)}{times}", room_for(sys.stdout), f"{number:>5}  ", " " * 9)
        yield from [paint(line, "bold") for line in lines] if heading else lines


@render_block.register
def render_table(block: Position, paint: Paint) -> Iterator[str]:
    """Render the whole table or, if the person has seen it before, what has changed since."""
    yield ""
    yield from render_changes(block)
    yield ""


@render_block.register
def render_asking(block: Asking, paint: Paint) -> Iterator[str]:
    """Render a question, its numbered answers, and instructions for answering it."""
    wide = room_for(sys.stdout)
    yield from render_paragraph(
        f"{name_of_player(block.seat, block.player)}: {to_visible(block.text)}", "", paint, "bold"
    )
    if block.power:
        yield from fold(to_visible(block.power), wide, "  ")
    if block.given:
        so_far = "; ".join(map(to_visible, block.given))
        yield from fold(f"so far: {so_far} ('back' takes back the last one)", wide, "  ")
    for choice in block.choices:
        yield from render_choice(choice, paint)
    if block.hidden:
        yield from fold(f"... and {block.hidden} more: 'more' shows all, '/TEXT' shows those with a text", wide, "  ")
    yield from fold(to_visible(block.how), wide, "  ")


def render_choice(choice: Choice, paint: Paint) -> Iterator[str]:
    parts = [to_visible(choice.label)]
    if choice.there > 1:
        parts[0] += f" (up to {choice.there})"
    if choice.printed:
        parts.append(f"[{to_visible(choice.printed)}]")
    if choice.foreseen:
        parts.append(f"-> {to_visible('; '.join(choice.foreseen))}")
    number = f"{choice.number:>{INDENT}}"
    for nth, line in enumerate(fold(" ".join(parts), room_for(sys.stdout), f"{number}  ", " " * (INDENT + 2))):
        # Paint after folding, and paint only the first match, because the label may contain the same digits.
        yield line.replace(number, paint(number, "cyan"), 1) if nth == 0 else line


@render_block.register
def render_card(block: Card, paint: Paint) -> Iterator[str]:
    wide = room_for(sys.stdout)
    yield from render_paragraph(to_visible(f"{block.name} ({block.id})" if block.id else block.name), "", paint, "bold")
    yield from fold(to_visible(block.printed), wide, "  ")
    for line in block.lines:
        yield from fold(to_visible(line), wide, "  ", "    ")


@render_block.register
def render_because(block: Because, paint: Paint) -> Iterator[str]:
    wide = room_for(sys.stdout)
    for ground, reasons in groupby(block.reasons, lambda reason: reason.ground):
        for reason in reasons:
            stage = f", {reason.stage}" if reason.stage else ""
            yield from render_paragraph(to_visible(f"line {block.line}{stage}: {reason.text}"), "", paint, "bold")
        yield from fold(to_visible(f"because: {render_reason(ground)}"), wide, "  ", "    ")


def render_reason(ground: Ground) -> str:
    return ": ".join(filter(None, (ground.name, ground.said))) or ground.step


@render_block.register
def render_commands(block: Commands, paint: Paint) -> Iterator[str]:
    width = min(room_for(sys.stdout), WIDEST)
    yield from fold(HOW, width, "", "  ")
    yield from fold(IN_ONE_GO, width, "", "  ")
    yield from render_definitions(
        [(f"{command.name} {command.takes}".strip(), command.help) for command in block.words], width
    )


@render_block.register
def render_curtain(block: Curtain, paint: Paint) -> Iterator[str]:
    """Clear the screen and ask for the next player."""
    # Clear the scrollback too, so that a player cannot scroll up to another player's hidden pieces.
    if is_terminal(sys.stdout):
        yield CLEAR
    yield from render_paragraph(
        f"{name_of_player(block.seat, block.player)} is next: press Enter when no one else is looking",
        "",
        paint,
        "bold",
    )


def render_screen(blocks: list[Block], paint: Paint) -> Iterator[str]:
    for block in blocks:
        yield from render_block(block, paint)
