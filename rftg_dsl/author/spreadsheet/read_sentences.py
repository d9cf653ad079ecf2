"""Read cells with powers, each line of which should be a sentence of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark.exceptions import UnexpectedInput

from rftg_dsl.base.source import Source
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scope import Scope, Speech
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.bounds import check_limits
from rftg_dsl.syntax.tree_builder import get_parser

CURLY = str.maketrans("“”„‟«»", '""""""')
BULLET = re.compile(r"[-*•·–—▪]|\d{1,2}[.)]")
QUOTED = re.compile(r'"[^"\n]*"')
PARTS = re.compile(r'(?:"[^"\n]*"|[^";.])+')
"""Matches what is between semicolons and full stops, which can also be in quoted names."""


class SentenceReader:
    """Reads sentences in the words of a game, each only once."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.known: dict[str, tree.Sentence | None] = {}

    def read(self, text: str, phase: str = "") -> Iterator[tree.Sentence | str]:
        """Yield the sentences in a cell, and each line that is none as text.

        ``phase`` is the phase that the column is about, so that a sentence need not begin with it.
        """
        for line in lines_of(text):
            if sentence := self.read_forms(line, phase):
                yield sentence
                continue
            parts = [self.read_forms(part, phase) for part in PARTS.findall(line) if part.strip()]
            yield from [part for part in parts if part] if parts and all(parts) else [line]

    def read_forms(self, line: str, phase: str) -> tree.Sentence | None:
        """Read a line as it is or else in the spelling of the language, after the phase if that is possible."""
        forms = dict.fromkeys((line, respell(line)))
        wanted = [f"{phase}: {form}" for form in forms] if phase else []
        return next((sentence for form in (*wanted, *forms) if (sentence := self.read_sentence(form))), None)

    def read_sentence(self, text: str) -> tree.Sentence | None:
        if text not in self.known:
            self.known[text] = self.parse_sentence(text)
        return self.known[text]

    def parse_sentence(self, text: str) -> tree.Sentence | None:
        """Return the sentence if it is the whole text, and means something in the game."""
        source = Source("cell", f"x {{\n{text}\n}}\n")
        # A comment or another statement in the text would be lost.
        if re.search(r"[#{};\n]", QUOTED.sub("", text)) or check_limits(source):
            return None
        try:
            parsed: tree.File = get_parser().parse(source.text)  # type: ignore[assignment]
        except UnexpectedInput:
            return None
        match parsed.declarations[0].members:
            case (tree.Sentence() as sentence,):
                report = Report(source, [])
                power = read_power(Scope(report, self.speech), sentence, "x/1")
                return sentence if power and not report.found else None
        return None


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a cell without bullets; a line that ends with a comma or colon continues on the next one."""
    # Tables on the web have a tag in place of a line end.
    plain = re.sub(r"<br ?/?>", "\n", text, flags=re.IGNORECASE)
    for line in re.sub(r"([,:]) *\n", r"\1 ", plain).split("\n"):
        words = line.split()
        bullet = BULLET.fullmatch(words[0]) if len(words) > 1 else None
        if words:
            yield " ".join(words[1:] if bullet else words)


def respell(line: str) -> str:
    """A line with straight quotes and, outside them, small letters; without a dash before or a full stop after it."""
    plain = line.translate(CURLY).lstrip("-–—•*").rstrip(".,; ")
    parts = re.split(f"({QUOTED.pattern})", plain)
    return "".join(part if part.startswith('"') else part.lower() for part in parts)
