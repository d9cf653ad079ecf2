"""Writes what the documents say of codes, from ``rftg_dsl/base/codes``: ``make codes``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.base.codes import Code, Example, Sense, read_codes

DOCS = Path(__file__).parents[2] / "docs"
TABLES, PAGE = DOCS / "diagnostics.md", DOCS / "codes.md"

HEAD = """# Codes

What each code means, why it is reported, and an example of it. `rftg explain CODE` shows the same. This page is made
from the files in `rftg_dsl/base/codes`; a test runs every example.

"""


def tables(text: str) -> str:
    """The page of diagnostics with its tables written anew."""
    codes = read_codes()
    findings = [(code, code.finding, weight(code.finding)) for code in codes if code.finding]
    failures = [(code, code.failure, "") for code in codes if code.failure]
    for mark, entries in (("findings", findings), ("failures", failures)):
        rows = [
            f"| [`{code.name}`](codes.md#{code.name}){more} | {said.what} | {said.do} |\n"
            for code, said, more in entries
        ]
        table = f"| code | what is wrong | what to do |\n| --- | --- | --- |\n{''.join(rows)}"
        before, _, rest = text.partition(f"<!-- {mark} -->\n")
        text = f"{before}<!-- {mark} -->\n\n{table}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


def weight(sense: Sense | None) -> str:
    """What stands after a code that is not always an error."""
    return "" if sense is None or sense.levels == ("error",) else f" ({' or '.join(sense.levels)})"


def page() -> str:
    """The page with a section for each code."""
    return HEAD + "\n".join(section(code) for code in read_codes())


def section(code: Code) -> str:
    """All that is said about a code."""
    return "".join(f"{part}\n" for part in parts(code))


def parts(code: Code) -> Iterator[str]:
    """The paragraphs and blocks of a section."""
    yield f"## `{code.name}`\n"
    for sense in code.senses:
        levels = " or ".join(sense.levels).capitalize()
        yield f"**{levels}**: {sense.what}. *What to do*: {sense.do}.\n"
    yield f"{code.why.strip()}\n"
    for example in (sample for sense in code.senses for sample in sense.examples):
        for title, text in (("Wrong", example.wrong), ("Right", example.right)):
            yield f"{title}{about(example)}:\n\n{block(example, text)}"
    for sense in code.senses:
        if sense.without:
            yield f"No example: {sense.without[0].lower()}{sense.without[1:]}\n"


def about(example: Example) -> str:
    """For which game an example is, or in which file it stands."""
    if example.place in ("power", "file", "scenario", "spreadsheet"):
        return f" in {example.game.capitalize()}"
    return ", `set.toml`" if example.place == "set.toml" else ""


LANGUAGES = {
    "power": "rftg example",
    "file": "rftg example",
    "scenario": "rftg example",
    "set.toml": "toml",
    "files": "text",
    "spreadsheet": "text",
    "command": "console",
}


def block(example: Example, text: str) -> str:
    """An example as a block of code."""
    inside = text.strip("\n").replace("\u202e", "\\u202e")
    inside = f"$ {inside}" if example.place == "command" else inside
    plain = re.search(r"[«\\]", inside)  # what is repeated, or cannot be shown, is not content
    return f"```{'text' if plain else LANGUAGES[example.place]}\n{inside}\n```\n"


def main() -> None:
    """Write both pages."""
    TABLES.write_text(tables(TABLES.read_text("utf-8")), "utf-8")
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
