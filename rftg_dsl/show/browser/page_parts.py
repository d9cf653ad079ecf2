"""The parts that the pages of reports share: sections, lists and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rftg_dsl.show.browser.markup import Markup, write_element


def write_section(name: str, title: str, parts: Iterable[Markup]) -> Markup:
    """A section with a heading; nothing if it would be empty."""
    content = [*parts]
    if not content:
        return Markup()
    return write_element("section", write_element("h2", title, id=name), *content, aria_labelledby=name)


def write_list(lines: Iterable[str]) -> Markup:
    items = [write_element("li", line) for line in lines]
    return write_element("ul", *items) if items else Markup()


def write_details(title: str, table: Markup) -> Markup:
    return write_element("details", write_element("summary", title), table)


def write_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table whose cells know the names of their columns, since a phone shows each row as a list."""
    # The style changes how rows are displayed; without roles, browsers would then no longer call them rows.
    heads = [write_element("th", name, role="columnheader", scope="col") for name in head]
    body = [
        write_element(
            "tr",
            write_element("th", row[0], role="rowheader", scope="row"),
            *(
                write_element("td", cell, role="cell", data_label=name)
                for name, cell in zip(head[1:], row[1:], strict=True)
            ),
            role="row",
        )
        for row in rows
    ]
    return write_element(
        "table",
        write_element("caption", title, class_="unseen"),
        write_element("thead", write_element("tr", *heads, role="row"), role="rowgroup"),
        write_element("tbody", *body, role="rowgroup"),
        role="table",
    )
