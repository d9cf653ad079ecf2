"""Help on diagnostic codes: a page for each code, as text or plain data, and an index by level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict

from rftg_dsl.base.codes import LEVELS, Code, Example, Sense
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import fold, fold_command, fold_paragraphs, render_definitions

PLACES = {
    "power": "in a power",
    "file": "in a content file",
    "scenario": "in a file of scenarios",
    "files": "in these files",
    "set.toml": "in a `set.toml`",
    "spreadsheet": "in a spreadsheet",
    "command": "as a command",
}


def render_code(code: Code, width: int, paint: Paint) -> str:
    return "\n".join(line.rstrip() for line in lines_of(code, width, paint))


def lines_of(code: Code, width: int, paint: Paint) -> Iterator[str]:
    for nth, sense in enumerate(code.senses):
        yield from [""] * bool(nth)
        yield from fold(f"{heading_for(code, sense)}: {without_markdown(sense.what)}", width, rest="  ")
        yield from fold(f"= help: {without_markdown(sense.do)}", width, "  ", "    ")
    yield ""
    yield from fold_paragraphs(without_markdown(code.why), width)
    for sense in code.senses:
        for example in sense.examples:
            for title, text, colour in (("Wrong", example.wrong, "red"), ("Right", example.right, "green")):
                yield from ("", paint(f"{title}, {place_of(example)}:", colour), *render_example(example, text, width))
        if sense.without:
            yield from ("", *fold(f"No example: {without_markdown(sense.without)}", width))


def heading_for(code: Code, sense: Sense) -> str:
    """Return the start of a message with this code: ``error[CODE]``, or a finding's levels instead of ``error``."""
    if sense is code.failure:
        return f"error[{code.name}]{', when the command could not run' * bool(code.finding)}"
    return f"{' or '.join(sense.levels)}[{code.name}]"


def place_of(example: Example) -> str:
    where = without_markdown(PLACES[example.place])
    return where if example.place in ("set.toml", "command", "files") else f"{where} of {example.game}"


def render_example(example: Example, text: str, width: int) -> Iterator[str]:
    # Do not fold content, which would no longer parse when copied; a command can be continued with backslashes.
    if example.place == "command":
        yield from fold_command(text, width)
    else:
        yield from (f"  {to_visible(line)}" for line in text.strip("\n").splitlines())


def without_markdown(text: str) -> str:
    """Remove Markdown from text: reduce each link to its text, and turn backticks into quotes."""
    return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text).replace("`", "'")


def render_codes(codes: Iterable[Code], width: int) -> str:
    rows = [
        (level, code.name, without_markdown(sense.what))
        for code in codes
        for sense in code.senses
        for level in sense.levels
    ]
    parts = []
    for level, meaning in LEVELS.items():
        definitions = [(name, what) for each, name, what in rows if each == level]
        if definitions:
            parts.append("\n".join([*fold(f"{level}: {meaning}", width), *render_definitions(definitions, width)]))
    return "\n\n".join(parts)


def serialize_code(code: Code) -> dict[str, Any]:
    return {
        "code": code.name,
        "why": " ".join(code.why.split()),
        "finding": serialize_sense(code.finding),
        "failure": serialize_sense(code.failure),
    }


def serialize_sense(sense: Sense | None) -> dict[str, Any] | None:
    return asdict(sense) if sense else None
