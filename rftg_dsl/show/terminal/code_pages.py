"""What a code means, as text for a terminal, as plain data, and as Markdown for the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict

from rftg_dsl.base.codes import LEVELS, Code, Example, Sense
from rftg_dsl.show.terminal.paint import Paint, visible
from rftg_dsl.show.terminal.wrap import definitions, fold, fold_command, fold_paragraphs

PLACES = {
    "power": "in a power",
    "file": "in a content file",
    "scenario": "in a file of scenarios",
    "files": "in these files",
    "set.toml": "in a `set.toml`",
    "command": "as a command",
}
"""Where an example stands."""


def explained(code: Code, width: int, paint: Paint) -> str:
    """All that is said about a code."""
    return "\n".join(line.rstrip() for line in explanation(code, width, paint))


def explanation(code: Code, width: int, paint: Paint) -> Iterator[str]:
    """The lines of that."""
    for nth, sense in enumerate(code.senses):
        yield from [""] * bool(nth)
        yield from fold(f"{heading(code, sense)}: {plain_text(sense.what)}", width, rest="  ")
        yield from fold(f"= help: {plain_text(sense.do)}", width, "  ", "    ")
    yield ""
    yield from fold_paragraphs(plain_text(code.why), width)
    for sense in code.senses:
        for example in sense.examples:
            for title, text, colour in (("Wrong", example.wrong, "red"), ("Right", example.right, "green")):
                yield from ("", paint(f"{title}, {about(example)}:", colour), *shown(example, text, width))
        if sense.without:
            yield from ("", *fold(f"No example: {plain_text(sense.without)}", width))


def heading(code: Code, sense: Sense) -> str:
    """How a message with the code begins, and where it is seen."""
    if sense is code.failure:
        return f"error[{code.name}]{', when the command could not run' * bool(code.finding)}"
    return f"{' or '.join(sense.levels)}[{code.name}]"


def about(example: Example) -> str:
    """What an example is, and for which game."""
    where = plain_text(PLACES[example.place])
    return where if example.place in ("set.toml", "command", "files") else f"{where} of {example.game}"


def shown(example: Example, text: str, width: int) -> Iterator[str]:
    """The lines of an example; what is not content can be folded."""
    if example.place == "command":
        yield from fold_command(text, width)
    else:
        yield from (f"  {visible(line)}" for line in text.strip("\n").splitlines())


def plain_text(text: str) -> str:
    """Text without the marks of Markdown: links keep their words."""
    return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text).replace("`", "'")


def listed(codes: Iterable[Code], width: int) -> str:
    """All codes by level, each with what it means."""
    rows = [
        (level, code.name, plain_text(sense.what)) for code in codes for sense in code.senses for level in sense.levels
    ]
    parts = []
    for level, meaning in LEVELS.items():
        found = [(name, what) for each, name, what in rows if each == level]
        if found:
            parts.append("\n".join([*fold(f"{level}: {meaning}", width), *definitions(found, width)]))
    return "\n\n".join(parts)


def plain(code: Code) -> dict[str, Any]:
    """A code as plain data."""
    return {
        "code": code.name,
        "why": " ".join(code.why.split()),
        "finding": data(code.finding),
        "failure": data(code.failure),
    }


def data(sense: Sense | None) -> dict[str, Any] | None:
    """A meaning as plain data."""
    return asdict(sense) if sense else None
