"""The vocabulary of a game, or of the language, as a Markdown document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rftg_dsl.author.glossary import Word
from rftg_dsl.library.load import Library
from rftg_dsl.show.terminal.paint import to_visible


class Part(NamedTuple):
    """A section of a reference document."""

    title: str
    about: str
    sorts: tuple[str, ...]
    form: str = "with"
    """The heading of the ``form`` column."""


PARTS = (
    Part("What a power can do", "The verbs. Optional parts are in brackets.", ("verb",), "what it takes"),
    Part(
        "What a power can wait for",
        "The events. Write them after `when`, or ask about them after `if`.",
        ("event",),
        "other phrases",
    ),
    Part("When", "Phases, and the stretches of play that limits and windows refer to.", ("phase", "period")),
    Part(
        "What a power can change or allow",
        "Numbers in the rules, and what can be allowed or forbidden, while the piece is in play.",
        ("number", "permission"),
        "what it is about",
    ),
    Part("Things", "What can be gained, moved, counted or asked about.", ("noun",)),
    Part(
        "What describes things",
        "Adjectives come before a noun. To ask for a printed number, use `with`.",
        ("adjective", "property"),
    ),
    Part("Places", "Where things are, and where they go.", ("place",)),
    Part("Constants of the rules", "An edition or a set can redeclare them.", ("constant",)),
    Part(
        "Options",
        "Choices made before a game, with `--option KEY=VALUE`. The first value is the default.",
        ("option",),
    ),
)
COLUMNS = ("word", "form", "meaning", "example")
"""The columns of a word table; a column without entries is omitted."""
CODE = {"word", "example"}


def render_game_reference(library: Library, words: Sequence[Word]) -> str:
    """Render a game's words in sections by use; words of an unknown sort get a section of their own."""
    name = library.game.name
    known = {sort for part in PARTS for sort in part.sorts}
    other = dict.fromkeys(word.sort for word in words if word.sort not in known)
    parts = [*PARTS, *(Part(sort.capitalize(), "", (sort,)) for sort in other)]
    head = [
        f"# The words of {render_cell(library.model.words.title or name, False)}",
        f"Every word that content of this game can use, with an example. `rftg words {name}` prints the same.",
    ]
    return render_document(head, parts, words)


def render_language_reference(words: Sequence[Word]) -> str:
    head = [
        "# The words of the language",
        "These words mean the same in every game, and no game can declare one of them. `rftg words` prints the same.",
    ]
    ordered = sorted(words, key=lambda word: word.word)
    return "\n\n".join([*head, "\n".join(render_rows(ordered))])


def render_document(head: Sequence[str], parts: Sequence[Part], words: Sequence[Word]) -> str:
    lines = [*head]
    for part in parts:
        if chosen := [word for word in words if word.sort in part.sorts]:
            lines += [
                f"## {part.title}",
                *([part.about] if part.about else []),
                "\n".join(render_rows(chosen, part.form)),
            ]
    return "\n\n".join(lines)


def render_rows(words: Sequence[Word], form: str = "") -> Iterator[str]:
    keys = [key for key in COLUMNS if any(getattr(word, key) for word in words)]
    yield render_row([form if key == "form" else key for key in keys])
    yield render_row(["---"] * len(keys))
    for word in words:
        yield render_row([render_cell(getattr(word, key), key in CODE) for key in keys])


def render_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def render_cell(text: str, code: bool) -> str:
    """Render a table cell, escaping text that would end the cell or open an HTML tag."""
    shown = to_visible(text).replace("|", "\\|")
    if not shown:
        return ""
    return f"`{shown}`" if code else shown.replace("<", "&lt;")
