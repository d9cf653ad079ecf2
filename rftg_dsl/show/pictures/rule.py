"""Rule text as words and signs, with amounts inside the symbols of their units, and with dice drawn as dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.show.pictures.flow import Sign, Token, Word
from rftg_dsl.show.pictures.ink import make_readable
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.wording.power_text import Line
from rftg_dsl.wording.text_segments import CLOSING, OPENING, Segment


@frozen
class Pen:
    """The vocabulary, looks and colours needed to typeset rule text."""

    words: Vocabulary
    looks: Mapping[str, Look]
    ink: str
    paper: str

    def write_paragraph(self, line: Line) -> list[Token]:
        return join_tokens([*self.write_heading(line), *self.write_text(line.body)])

    def write_heading(self, line: Line) -> Iterator[Token]:
        if line.heading:
            first, *rest = line.heading
            begun = (first._replace(text=first.text[:1].upper() + first.text[1:]), *rest)
            yield from (make_bold(token) for token in self.write_text(begun))
            yield Word(":", self.ink, True, True)

    def write_text(self, text: Sequence[Segment]) -> Iterator[Token]:
        """Convert segments to tokens, with a sign for each word that has one."""
        at = 0
        while at < len(text):
            segment, after = text[at], text[at + 1] if at + 1 < len(text) else None
            if segment.sort == "number" and after is not None and (sign := self.make_amount_sign(segment.text, after)):
                yield sign
                at += 1
            elif segment.sort == "value" and segment.word in self.words.stock_kinds and self.is_die(text, at):
                yield from self.write_die(segment)
                # The drawn die already stands for the noun after it, so skip that noun.
                at += after is not None and self.is_stock(after)
            else:
                yield from self.write_segment(segment)
            at += 1

    def write_segment(self, segment: Segment) -> Iterator[Token]:
        look = self.inline_look_of(segment)
        if (
            segment.sort == "counter"
            and look
            # ``$3`` becomes the counter's symbol with 3 inside it.
            and (digits := segment.text.lstrip("$€£¤")).isdigit()
            and digits != segment.text
        ):
            yield self.make_sign(look, digits, said=segment.text)
            return
        if look and segment.sort in ("phase", "value", "counter") and not segment.text.startswith("non-"):
            yield self.make_sign(look)
            ink = make_readable(look.ink, self.paper)
            yield from (Word(text, ink, True, tied=not nth) for nth, text in enumerate(segment.text.split()))
            return
        yield from (Word(text, self.ink, segment.sort in ("name",)) for text in segment.text.split())

    def inline_look_of(self, segment: Segment) -> Look | None:
        look = self.looks.get(segment.word) if segment.word else None
        return look if look and look.inline else None

    def make_sign(self, look: Look, number: str = "", die: bool = False, said: str = "") -> Sign:
        return Sign(
            look.symbol, look.ink if die or number else make_readable(look.ink, self.paper, 3), number, die, False, said
        )

    def make_amount_sign(self, number: str, of: Segment) -> Sign | None:
        """Return a sign with an amount inside its unit's symbol, or None if the symbol has no room for a number."""
        look = self.inline_look_of(of) if of.sort in ("counter", "thing") else None
        known = load_symbols().get(look.symbol) if look else None
        if look is None or known is None or known.holds is None or not number.isdigit():
            return None
        return self.make_sign(look, number, said=f"{number} {of.text}")

    def write_die(self, segment: Segment) -> Iterator[Token]:
        look = self.looks[segment.word]
        if segment.text.startswith("non-"):
            yield Word("non-", self.ink)
            yield evolve(self.make_sign(look, die=True, said=segment.text), close=True)
        else:
            yield self.make_sign(look, die=True, said=segment.text)

    def is_die(self, text: Sequence[Segment], at: int) -> bool:
        """Whether the colour word at index ``at`` describes dice, even in a list such as ``red or blue dice``."""
        # The same word can describe the colour of a world, which must not be drawn as a die.
        for segment in text[at + 1 :]:
            if segment.sort == "thing":
                noun = self.words.nouns.get(segment.word)
                return self.is_stock(segment) or (noun is not None and noun.means in self.words.stocks)
            if segment.sort != "value" and segment.text not in (",", "or", "and"):
                return False
        return False

    def is_stock(self, segment: Segment) -> bool:
        return segment.sort == "thing" and segment.word in self.words.stocks


def make_bold(token: Token) -> Token:
    return evolve(token, bold=True) if isinstance(token, Word) else token


def join_tokens(tokens: Sequence[Token]) -> list[Token]:
    """Set ``close`` on the tokens that punctuation joins to the preceding token without a space."""
    made: list[Token] = []
    for token in tokens:
        before = made[-1] if made else None
        opens = isinstance(before, Word) and before.text.endswith(OPENING)
        closes = isinstance(token, Word) and token.text[:1] in CLOSING
        made.append(evolve(token, close=True) if opens or closes else token)
    return made
