"""HTML and SVG as text in which everything untrusted is escaped."""

from __future__ import annotations

from html import escape

from rftg_dsl.show.pictures.svg import FORBIDDEN, format_number

VOID = frozenset({"img", "col"})
"""Elements without content, which have no end tag."""


class Markup(str):
    """Text that is markup already, so that it is not escaped again."""


def write_element(tag: str, *content: str, **attributes: str | float | None) -> Markup:
    """Write an element. Its content is escaped unless it is ``Markup``, and attributes always are.

    An underscore in the name of an attribute stands for a hyphen, except at its end (``class_``). An attribute that is
    None is left out.
    """
    start = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape_fully(to_string(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    end = "" if tag in VOID else f"</{tag}>"
    return Markup(f"<{tag}{start}>{''.join(map(escape_fully, content))}{end}")


def escape_fully(text: str) -> str:
    return text if isinstance(text, Markup) else escape(FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def to_string(value: str | float) -> str:
    return value if isinstance(value, str) else format_number(value)
