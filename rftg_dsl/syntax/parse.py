"""Text to tree. One run finds every syntax mistake in a file; the tree leaves out statements with mistakes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from attrs import evolve, frozen
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rftg_dsl.diagnostic import Diagnostic, Edit, one_of
from rftg_dsl.lexicon import KEYWORDS, NUMERALS
from rftg_dsl.limits import CHARACTERS, DEPTH, DIGITS, LINE, NAME, WORD
from rftg_dsl.resources import grammar
from rftg_dsl.source import Source, Span
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.table import parser_of
from rftg_dsl.syntax.tree import At

LANGUAGE = 1
"""The version of the language: raised when a file that was valid changes its meaning or is no longer valid."""
SIZE = CHARACTERS.most
"""Maximum characters in a file."""
MISTAKES = 50
"""Maximum syntax mistakes reported for a file."""
READ = 5_000_000
"""Maximum characters read to find all mistakes of a file: after each mistake it is read again."""

EXPECTED = {
    "WORD": "a word",
    "SCENARIO": "a word",
    "STRING": 'a name in "quotes"',
    "NUMBER": "a number",
    "MONEY": "an amount like $2",
    "ID": "an id like T12",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "_COLON": "':'",
    "_COMMA": "','",
    "_SEP": "a new line or ';'",
    "$END": "end of file",
    "PREPOSITION": "a preposition (to, from, in, on, with, of ...)",
    "DIRECTION": "'more' or 'less'",
    "UP_TO": "'up to'",
    "ALL": "'all'",
    "ANY": "'any number of'",
    "PER": "'per'",
}


def span(parts: list[Any]) -> At:
    """From the start of the first part to the end of the last."""
    ends: list[Any] = [(one.start_pos, one.end_pos) if isinstance(one, Token) else one.at for one in parts]
    if parts and isinstance(last := parts[-1], tree.Change) and last.per:
        ends.append(last.per.at)  # a change says one thing, and what is counted another
    ends = [one for one in ends if one != (0, 0)]  # an empty block has no location
    return (ends[0][0], ends[-1][1]) if ends else (0, 0)


def word(token: Token) -> tree.Word:
    """A token as a word."""
    return tree.Word(str(token), span([token]))


class Build(Transformer[Token, Any]):
    """Builds tree nodes while the parser reduces, so nesting depth costs nothing."""

    def start(self, parts: list[Any]) -> tree.File:
        declarations = tuple([part for part in parts if isinstance(part, tree.Declaration)])
        return tree.File(declarations, tuple([part for part in parts if isinstance(part, tree.Scenario)]))

    def declaration(self, parts: list[Any]) -> tree.Declaration:
        kind, atoms, members = self._piece(parts)
        return tree.Declaration(kind, atoms, members, span(parts))

    def side(self, parts: list[Any]) -> tree.Side:
        kind, atoms, members = self._piece(parts)
        return tree.Side(kind, atoms[0], atoms[1:], members, span(parts))

    def stage(self, parts: list[Any]) -> tree.Stage:
        condition = next((part for part in parts if isinstance(part, tree.Condition)), None)
        kind, atoms, members = self._piece([part for part in parts if part is not condition])
        return tree.Stage(kind, atoms, condition, members, span(parts))

    def _piece(self, parts: list[Any]) -> tuple[tree.Word, tuple[tree.Atom, ...], tuple[Any, ...]]:
        rest = parts[1:]
        members = rest.pop().members if rest and isinstance(rest[-1], Block) else ()
        return word(parts[0]), tuple(atom(part) for part in rest), members

    def block(self, parts: list[Any]) -> Block:
        return Block(tuple(part for part in parts if not isinstance(part, Token)), span(parts))

    def power(self, parts: list[Any]) -> tree.Sentence:
        return tree.Sentence(tuple(parts), span(parts))

    def segment(self, parts: list[Any]) -> tree.Segment:
        return tree.Segment(tuple(parts), span(parts))

    def window(self, parts: list[Any]) -> tree.Window:
        return tree.Window(*self._edge(parts[1:]), span(parts))

    def until(self, parts: list[Any]) -> tree.Until:
        return tree.Until(*self._edge(parts[1:]), span(parts))

    def _edge(self, parts: list[Token]) -> tuple[tree.Words, tree.Words]:
        """``the end`` and ``ship``, before and after ``of``."""
        middle = next(nth for nth, part in enumerate(parts) if part.type == "OF")
        before, after = parts[:middle], parts[middle + 1 :]
        return self.words([self.run(before)]), self.words([self.run(after)])

    def trigger(self, parts: list[Any]) -> tree.Trigger:
        return tree.Trigger(parts[1], tuple(parts[2:]), span(parts))

    def condition(self, parts: list[Any]) -> tree.Condition:
        if isinstance(parts[1], tree.Clause):
            return tree.Condition(parts[1], at=span(parts))
        subject = tree.Nominal(parts[1], parts[2], at=span(parts[1:3]))
        clause = tree.Clause(parts[2], subject, tuple(parts[3:-1]), at=span(parts[1:-1]))
        return tree.Condition(clause, parts[-1], span(parts))

    def whoever(self, parts: list[Any]) -> tree.Whoever:
        return tree.Whoever(parts[1], span(parts))

    def choice(self, parts: list[Any]) -> tree.Choice:
        return tree.Choice(span(parts))

    def permission(self, parts: list[Any]) -> tree.Permission:
        allowed = next(part for part in parts if isinstance(part, Token) and part.type in ("MAY", "CANNOT"))
        prepositions = tuple(part for part in parts[1:-1] if isinstance(part, tree.Preposition))
        return tree.Permission(parts[0], prepositions, allowed.type == "MAY", parts[-1], span(parts))

    def act(self, parts: list[Any]) -> tree.Words:
        return tree.Words((tuple(word(part) for part in parts),), at=span(parts))

    def be(self, parts: list[Any]) -> tree.Be:
        return tree.Be(parts[1], tuple(parts[2:]), str(parts[0]), span(parts))

    def option(self, parts: list[Any]) -> tree.Option:
        return tree.Option(parts[1], span(parts))

    def clause(self, parts: list[Any]) -> tree.Clause:
        def only(kind: type) -> Any:
            return next((part for part in parts[1:] if isinstance(part, kind)), None)

        prepositions = tuple(part for part in parts[1:] if isinstance(part, tree.Preposition))
        nominal, per, be = only(tree.Nominal), only(tree.Per), only(tree.Be)
        return tree.Clause(parts[0], nominal, prepositions, per, be, span(parts))

    def otherwise(self, parts: list[Any]) -> tree.Otherwise:
        return tree.Otherwise(parts[-1], span(parts))

    def amount(self, parts: list[Any]) -> tree.Row:
        return tree.Row(parts[0], parts[1], span(parts))

    def change(self, parts: list[Any]) -> tree.Change:
        if parts[0].type == "ANY":
            return tree.Change(0, "any", at=span(parts))
        per = parts[2] if len(parts) > 2 else None
        return tree.Change(int(parts[0]), str(parts[1]), per, span(parts[:2]))  # type: ignore[arg-type]

    def bound(self, parts: list[Any]) -> tree.Bound:
        return tree.Bound(int(parts[1]), parts[0].type == "ABOVE", span(parts))

    def rounding(self, parts: list[Any]) -> tree.Rounding:
        return tree.Rounding(parts[0].endswith("up"), span(parts))

    def limit(self, parts: list[Any]) -> tree.Limit:
        return tree.Limit(word(parts[1]), 2 if parts[0].startswith("twice") else 1, span(parts))

    def per(self, parts: list[Any]) -> tree.Per:
        return tree.Per(parts[1], parts[3] if len(parts) > 2 else None, span(parts))

    def counted(self, parts: list[Any]) -> tree.Counted:
        return tree.Counted(parts[0], tuple(parts[1:]), span(parts))

    def preposition(self, parts: list[Any]) -> tree.Preposition:
        return tree.Preposition(word(parts[0]), parts[1], at=span(parts))

    def changed(self, parts: list[Any]) -> tree.Preposition:
        change = self.change(parts[1:])
        nothing = tree.Nominal(None, None, at=span(parts))
        return tree.Preposition(word(parts[0]), nothing, change=change, at=span(parts))

    def called(self, parts: list[Any]) -> tree.Preposition:
        names = tuple(atom(part) for part in parts if part.type == "STRING")
        nothing = tree.Nominal(None, None, at=span(parts))
        return tree.Preposition(word(parts[0]), nothing, names, at=span(parts))

    def nominal(self, parts: list[Any]) -> tree.Nominal:
        quantity = parts[0] if isinstance(parts[0], tree.Quantity) else None
        words = parts[-1] if isinstance(parts[-1], tree.Words) else None
        return tree.Nominal(quantity, words, at=span(parts))

    def valued(self, parts: list[Any]) -> tree.Nominal:
        if len(parts) == 2:
            return tree.Nominal(None, parts[0], self.quantity(parts[1:]), span(parts))
        read = self.between if parts[-1].type == "NUMBER" else self.open_ended
        return tree.Nominal(None, parts[0], read(parts[1:]), span(parts))

    def compared(self, parts: list[Any]) -> tree.Nominal:
        how: Any = f"up to {parts[3]}"
        n = int(parts[2])
        return tree.Nominal(None, parts[0], tree.Quantity(how, n, n, at=span(parts[1:])), span(parts))

    def quantity(self, parts: list[Any]) -> tree.Quantity:
        token = parts[0]
        if token.type in ("ALL", "ANY"):
            return tree.Quantity("all" if token.type == "ALL" else "any", at=span(parts))
        n = int(token.lstrip("$"))
        return tree.Quantity("exact", n, n, token.type == "MONEY", span(parts))

    def between(self, parts: list[Any]) -> tree.Quantity:
        return tree.Quantity("between", int(parts[0]), int(parts[-1]), at=span(parts))

    def open_ended(self, parts: list[Any]) -> tree.Quantity:
        n = int(parts[0])
        return tree.Quantity("more" if parts[2] == "more" else "less", n, n, at=span(parts))

    def exactly(self, parts: list[Any]) -> tree.Quantity:
        n = int(parts[1])
        return tree.Quantity("exactly", n, n, at=span(parts))

    def up_to(self, parts: list[Any]) -> tree.Quantity:
        token = parts[1]
        return tree.Quantity("up to", 0, int(token.lstrip("$")), token.type == "MONEY", span(parts))

    # -- scenarios

    def scenario(self, parts: list[Any]) -> tree.Scenario:
        *atoms, scene = parts[1:]
        return tree.Scenario(tuple([atom(part) for part in atoms]), scene.members, span(parts))

    def scene(self, parts: list[Any]) -> Block:
        """The lines by their parts; those before the first part are in one without a word."""
        found: list[tuple[tree.Word, list[tree.Line]]] = []
        for one in parts:
            if isinstance(one, tree.Word):
                found.append((one, []))
            elif isinstance(one, tree.Line):
                if not found:
                    found.append((tree.Word("", one.at), []))
                found[-1][1].append(one)
        made = [tree.Part(word, tuple(lines), span([word, *lines])) for word, lines in found]
        return Block(tuple(made), span(parts))

    def part(self, parts: list[Any]) -> tree.Word:
        return word(parts[0])

    def players(self, parts: list[Any]) -> tree.Line:
        return tree.Line(parts[1].words, number=int(parts[0]), at=span(parts))

    def has(self, parts: list[Any]) -> tree.Line:
        return self._line(parts, ":")

    def becomes(self, parts: list[Any]) -> tree.Line:
        return self._line(parts, next(str(part) for part in parts if isinstance(part, Token)))

    def acts(self, parts: list[Any]) -> tree.Line:
        """``seat 1 credits -1`` is read as ``seat 1 credits - 1``."""
        made = self._line(parts, "")
        first = made.items[0] if made.items else None
        if first is None or first.amount is None or first.amount >= 0 or not made.words:
            return made
        return evolve(made, mark="-", items=(evolve(first, amount=-first.amount), *made.items[1:]))

    def lists(self, parts: list[Any]) -> tree.Line:
        """The words before the first comma are an item, or end with one."""
        made = self._line(parts, "")
        return evolve(made, items=(tree.Item(), *made.items))

    def _line(self, parts: list[Any], mark: Any) -> tree.Line:
        subject = parts[0] if isinstance(parts[0], Subject) else Subject(0, None, (0, 0))
        run = next(part for part in parts if isinstance(part, Run))
        items = tuple([part for part in parts if isinstance(part, tree.Item)])
        return tree.Line(run.words, mark, items, subject.seat, subject.on, at=span(parts))

    def subject(self, parts: list[Any]) -> Subject:
        seat = int(parts[1]) if parts[0].type == "SEAT" else 0
        on = atom(parts[-1]) if parts[-1].type == "STRING" else None
        return Subject(seat, on, span(parts))

    def plain_item(self, parts: list[Any]) -> tree.Item:
        """An item that does not begin with an amount."""
        links = tuple([part for part in parts if isinstance(part, tree.Link)])
        heads = [part for part in parts if not isinstance(part, tree.Link)]
        return tree.Item(self.reference(heads) if heads else tree.Reference(), links=links, at=span(parts))

    seated = tail = plain_item

    def named(self, parts: list[Any]) -> tree.Item:
        if parts[0].type == "STRING":
            return self.plain_item(parts)
        return self.counted_item(parts)

    def counted_item(self, parts: list[Any]) -> tree.Item:
        made = self.plain_item(parts[1:])
        money = parts[0].type == "MONEY"
        return evolve(made, amount=int(parts[0].lstrip("$")), money=money, at=span(parts))

    def link(self, parts: list[Any]) -> tree.Link:
        return tree.Link(word(parts[0]), parts[1], span(parts))

    def reference(self, parts: list[Any]) -> tree.Reference:
        first, at = parts[0], span(parts)
        if isinstance(first, Run):
            return tree.Reference(first.words, at=at)
        if first.type == "SEAT":
            return tree.Reference(seat=int(parts[1]), at=at)
        if first.type == "NUMBER":
            return tree.Reference(number=int(first), at=at)
        return tree.Reference(name=atom(first), nth=int(parts[1]) if len(parts) > 1 else 0, at=at)

    def words(self, parts: list[Any]) -> tree.Words:
        runs = tuple(part.words for part in parts if isinstance(part, Run))
        number = self.quantity(parts[-1:]) if getattr(parts[-1], "type", "") == "NUMBER" else None
        joins = tuple(word(part) for part in parts[: -2 if number else None] if isinstance(part, Token))
        return tree.Words(runs, joins, span(parts), number)

    def run(self, parts: list[Any]) -> Run:
        return Run(tuple(word(part) for part in parts), span(parts))


class Block:
    """The members between braces, on their way to the piece that holds them."""

    def __init__(self, members: tuple[Any, ...], at: At) -> None:
        self.members = members
        self.at = at


class Run:
    """Words without a join between them, on their way to ``Words``."""

    def __init__(self, words: tuple[tree.Word, ...], at: At) -> None:
        self.words = words
        self.at = at


class Subject:
    """Whom or what a line of a scenario is about, on its way to the line."""

    def __init__(self, seat: int, on: tree.Atom | None, at: At) -> None:
        self.seat = seat
        self.on = on
        self.at = at


def atom(token: Token) -> tree.Atom:
    """A token of a header."""
    text = str(token)
    if token.type == "STRING":
        text = text[1:-1]
    elif token.type == "MONEY":
        text = text[1:]
    return tree.Atom(token.type.lower(), text, span([token]))  # type: ignore[arg-type]


@cache
def parser() -> Lark:
    """The parser of the language."""
    return parser_of(grammar(), Build())


@frozen
class Reading:
    """What was read of a file: the tree of its statements without mistakes, and the mistakes in the others."""

    tree: tree.File
    mistakes: list[Diagnostic]
    skipped: tuple[At, ...] = ()
    """Where the statements with mistakes are."""
    whole: bool = True
    """Whether every statement is in the tree or skipped. It is not if a block is not closed, or there are too many."""


def parse(source: Source) -> tuple[tree.File, list[Diagnostic]]:
    """The tree of a file without its malformed statements, and the mistakes in those."""
    found = read(source)
    return found.tree, found.mistakes


def read(source: Source) -> Reading:
    """The tree of a file, its mistakes, and where they are."""
    if beyond := bounds(source):
        return Reading(tree.File(()), [beyond], whole=False)
    text, mistakes = closed(source)
    whole = not mistakes
    skipped: list[At] = []
    most = min(MISTAKES, len(mistakes) + max(1, READ // max(1, len(text))))
    while len(mistakes) < most:
        try:
            parsed: Any = parser().parse(text)
            return Reading(parsed, mistakes, tuple(merged(skipped)), whole)
        except UnexpectedInput as error:
            start = min(error.pos_in_stream or 0, len(text))
            part = statement(text, start)
            found = mistake(source, text, error)
            mistakes.append(evolve(found, fix=correction(source, text, start, part)))
            shorter = without(text, part)
            if shorter == text:
                break
            text = shorter
            skipped.append(part)
    return Reading(tree.File(()), mistakes, whole=False)


def merged(parts: list[At]) -> list[At]:
    """Parts of a text in order, those that overlap or touch as one."""
    found: list[At] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


# -- braces ------------------------------------------------------------------------------------------------------

BRACES = re.compile(r'"[^"\n]*"|#[^\n]*|[{}]|^[ \t]*(?=[a-z])', re.M)
"""Names and comments, which can contain braces; braces; and the blanks before a line that begins with a word."""


def closed(source: Source) -> tuple[str, list[Diagnostic]]:
    """The text with every block closed, and the blocks that were not.

    If closing braces are missing, a block ends before a brace that is less indented than the line that opened it, and
    before a word that is not more indented, if its first line was; so the rest of the file can be read. A brace takes
    the place of a line end: all offsets stay.
    """
    text = source.text
    braces = [match[0] for match in BRACES.finditer(text)]
    if braces.count("{") <= braces.count("}"):
        return text, []
    found: list[Diagnostic] = []
    open_blocks: list[tuple[int, int, bool]] = []
    """The offset of each open brace, how far its line is indented, and whether what it holds is indented further."""

    def close(at: int, line: int) -> str:
        begins, *_ = open_blocks.pop()
        where = f"before line {line}" if line else "at the end of the file"
        span = Span(source, begins, begins + 1)
        found.append(Diagnostic("syntax", span, "this block is not closed", f"close it with '}}' {where}"))
        return with_brace(text, at)

    for match in BRACES.finditer(source.text):
        if len(found) >= MISTAKES:
            break
        start, (line, column) = match.start(), source.place(match.start())
        if match[0] == "{":
            here = indent(source.line(line))
            further = line < len(source.starts) and indent(source.line(line + 1)) > here
            open_blocks.append((start, here, further))
        elif match[0] == "}":
            opens_line = not source.line(line)[: column - 1].strip()
            while opens_line and len(open_blocks) > 1 and open_blocks[-1][1] > column - 1:
                text = close(start, line)
            if open_blocks:
                open_blocks.pop()
        elif match[0].strip() == "":
            while open_blocks and open_blocks[-1][2] and open_blocks[-1][1] >= len(match[0]):
                text = close(start, line)
    while open_blocks and len(found) < MISTAKES:
        text = close(len(text), 0)
    return text, found


def indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def with_brace(text: str, at: int) -> str:
    """The text with a closing brace in place of the last line end before an offset; at the end, after the text."""
    if at == len(text):
        return text + "\n}"
    before = text.rfind("\n", 0, at)
    comment = text.find("#", text.rfind("\n", 0, max(before, 0)) + 1, before)
    place = comment if 0 <= comment < before and '"' not in text[comment:before] else before
    if place < 0:
        return text
    return text[:place] + "}" + re.sub(r"[^\n]", " ", text[place + 1 : before]) + text[max(before, place + 1) :]


LIMITED = re.compile(
    rf"""
    "(?P<text>[^"\n]*)" | \#[^\n]* | [{{}}]
    | (?<!\w)(?<!\w-)[$-]*(?P<digits>[0-9]{{{DIGITS.most + 1},}})
    | (?P<word>[A-Za-z][\w-]{{{WORD.most},}})
    """,
    re.VERBOSE,
)
"""Texts, comments, braces, numbers with too many digits and words that are too long."""


def bounds(source: Source) -> Diagnostic | None:
    """The first limit that a file exceeds, if any."""
    if len(source.text) > SIZE:
        message = f"the file has {len(source.text)} characters"
        return Diagnostic("file-too-large", Span(source, 0, 1), message, f"split it: at most {SIZE} characters")
    return beyond(source) or next(long_lines(source), None)


def beyond(source: Source) -> Diagnostic | None:
    """The first block that is too deep, or number, word or text that is too long."""
    depth = 0
    for match in LIMITED.finditer(source.text):
        at = Span(source, *match.span())
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth > DEPTH.most:
            return Diagnostic("nesting-too-deep", at, "blocks are nested too deeply", f"at most {DEPTH.most} deep")
        if match["digits"]:
            return Diagnostic("number-too-large", at, "the number is too large", f"use at most {DIGITS.most} digits")
        if match["word"]:
            return Diagnostic("name-too-long", at, "this word is too long", f"use at most {WORD.most} characters")
        if len(match["text"] or "") > NAME.most:
            return Diagnostic("name-too-long", at, "this text is too long", f"use at most {NAME.most} characters")
    return None


def long_lines(source: Source) -> Iterator[Diagnostic]:
    """The lines that are too long."""
    for start, following in pairwise([*source.starts, len(source.text)]):
        if following - start > LINE.most:
            at = Span(source, start, start + 1)
            yield Diagnostic("line-too-long", at, "the line is too long", f"break it: at most {LINE.most} characters")


def without(text: str, at: At) -> str:
    """The text with a part replaced by spaces, so that offsets stay the same."""
    start, end = at
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


MARKS = re.compile(
    r"""
    "[^"\n]*"
    | [,:] [ \t]* (\#[^\n]*)? \r?\n ([ \t]*\#[^\n]*\n)* (?=[ \t]*[^\s}])
    | \#[^\n]*
    | (?P<mark>[\n;{}])
    """,
    re.VERBOSE,
)
"""Names, line ends within a sentence, and comments; and the marks between statements."""


def statement(text: str, at: int) -> At:
    """The statement around an offset, with all its lines and the block that it opens."""
    start, end = 0, len(text)
    for match in MARKS.finditer(text):
        if match["mark"] and match.start() < at:
            start = match.end()
        elif match["mark"] and match["mark"] != "{":
            end = match.start()
            break
    said = text[start:end]
    if not said.strip():
        if (mark := unfinished(text, at)) >= 0:
            return statement(text, mark)
        return (at, at + 1) if at < len(text) and text[at] != "\n" else (start, end)
    if "{" in said and "}" not in said:
        closing = matching(text, start + said.index("{"))
        end = len(text) if closing < 0 else closing + 1
    return start, end


CODE = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)|[^\s"#]+|"')
"""What a line consists of, besides spaces."""


def unfinished(text: str, at: int) -> int:
    """The offset of the comma or colon that the text before an offset ends with, comments aside; -1 if it has none."""
    end = at
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        code = [match.end() for match in CODE.finditer(text, start, end) if not match["comment"]]
        if code:
            return code[-1] - 1 if text[code[-1] - 1] in ",:" else -1
        end = start - 1
    return -1


def matching(text: str, opening: int) -> int:
    """The offset of the brace that closes the one at ``opening``; -1 if none does."""
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[{}]', text[opening:]):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return opening + match.start()
    return -1


MOST_EXPECTED = 6
"""A hint lists what was expected unless it is more than this."""

KEYWORD_REMEDIES = {
    "PER": "write the amount before it, as in 'gain 1 ... per ...'",
    "IF": "write it before a colon, as in 'if you have 2 ...: gain ...' or 'at end of ..., if you ...: gain ...'",
    "WHEN": "begin a power with it, as in 'when you ...: gain ...'",
    "AT": "begin a power with it, as in 'at end of ...: gain ...'",
    "MAY": "put it before the first verb, as in 'may spend $1: gain ...'",
    "BE": "write 'may' before the first verb, as in 'may gain ...'; of things, 'may be ...' or 'cannot be ...'",
}
"""Hints for words of the language in a wrong place, by terminal."""

REMEDIES = (
    ("//|/\\*|--", "a comment begins with #"),
    ("[\u00a0\u2007\u202f\u2009]", "type an ordinary space"),
    ("\\r", "end the line with LF"),
    ("[\u2013\u2014\u2212]", "type an ordinary hyphen"),
    (r"[A-Z][A-Za-z]", "write words in lower case"),
    ("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb']", 'write names in straight quotes, as "Name"'),
    (r"\.[0-9]", "use a whole number"),
    (r"-[0-9]", "write numbers without a sign, such as '2 less'"),
    (r"[()\[\]]", "use no brackets except { and }"),
    (r"\$(?![0-9])", "write an amount like $2"),
    (r"\+", "write '2 more' after a colon"),
    (r"phase(?![\w-])", "leave it out: the name of the phase is enough"),
    *((rf"{text}(?![\w-])", f"write '{n}'") for text, n in NUMERALS.items()),
)
"""Hints by pattern, for text whose intention is clear."""


def mistake(source: Source, text: str, error: UnexpectedInput) -> Diagnostic:
    """A parser's error as a diagnostic; ``text`` is what was parsed. The hint lists what it expected."""
    at = min(error.pos_in_stream or 0, len(source.text))
    if late := late_opener(text, at):
        hint = KEYWORD_REMEDIES[late[1].upper()]
        return Diagnostic("syntax", Span(source, *late.span(1)), f"unexpected {late[1]!r}", hint)
    if isinstance(error, UnexpectedToken):
        token = error.token
        expected = error.accepts or error.expected
        width = max(1, len(str(token).rstrip()))
        message = f"unexpected {str(token).strip()!r}" if str(token).strip() else "unexpected end of line"
        if token.type == "$END":
            at, message = len(source.text), "unexpected end of file"
        elif error.expected == {"OF"}:
            return Diagnostic("syntax", Span(source, at, at + width), message, "write 'at end of ...'")
        elif remedy := KEYWORD_REMEDIES.get("BE" if error.expected == {"BE"} else token.type):
            return Diagnostic("syntax", Span(source, at, at + width), message, remedy)
    else:
        assert isinstance(error, UnexpectedCharacters)
        expected = error.allowed
        width = 1
        character = source.text[at : at + 1]
        if character == '"':
            return Diagnostic("syntax", Span(source, at, at + 1), 'a name has no closing quote (")', 'close it with "')
        name = unicodedata.name(character, "")
        message = f"unexpected {name.lower()}" if name and not character.isprintable() else f"unexpected {character!r}"
    listed = [EXPECTED.get(name, f"'{name.lower().replace('_', ' ')}'") for name in sorted(expected or ())]
    names = [name for one in listed for name in one.split(" or ")]
    few = list(dict.fromkeys(names))
    hint = f"expected {one_of(few)}" if 0 < len(few) <= MOST_EXPECTED else "this does not continue the sentence"
    hint = next((remedy for pattern, remedy in REMEDIES if re.match(pattern, source.text[at : at + 20])), hint)
    if continues(text, at):
        hint = "the line before ends with a comma or colon, so this line continues it"
    return Diagnostic("syntax", Span(source, at, min(at + width, len(source.text))), message, hint)


CORRECTIONS = (
    (r"//", "#"),
    ("[\u00a0\u2007\u202f\u2009]", " "),
    ("[\u2013\u2014\u2212]", "-"),
    (r'[\u201c\u201e\u00ab](?=[^"\n]*[A-Za-z][^"\n]*[\u201d\u201c\u00bb])([\w \'.,-]*)[\u201d\u201c\u00bb]', r'"\1"'),
    (r"[ \t]+phase(?![\w-])", ""),
    *((rf"{text}(?![\w-])", f"{n}") for text, n in NUMERALS.items()),
    *((rf"{text.capitalize()}(?![\w-])", text) for text in sorted(KEYWORDS)),
)
"""What to write for text whose intention is clear, by pattern."""


def correction(source: Source, text: str, at: int, part: At) -> tuple[Edit, ...]:
    """What puts a statement right that has a mistake at an offset; empty if nothing certainly does.

    It is tried: with the correction, the statement has to parse.
    """
    begin, end = part
    blanks = len(text[begin:at]) - len(text[begin:at].rstrip(" \t"))
    for pattern, better in CORRECTIONS:
        if found := re.compile(pattern).match(text, at) or re.compile(pattern).match(text, at - blanks):
            right = found.expand(better)
            if parses(text[begin : found.start()] + right + text[found.end() : end], is_inside(text, begin)):
                return (Edit(Span(source, *found.span()), right),)
    return ()


def parses(part: str, inside: bool) -> bool:
    """Whether a statement is one, in a block or outside."""
    try:
        parser().parse(f"x {{\n{part}\n}}\n" if inside else f"{part}\n")
    except UnexpectedInput:
        return False
    return True


def is_inside(text: str, at: int) -> bool:
    """Whether an offset lies in a block."""
    braces = [match["mark"] for match in MARKS.finditer(text, 0, at)]
    return braces.count("{") > braces.count("}")


def late_opener(text: str, at: int) -> re.Match[str] | None:
    """``if`` or ``when`` in the middle of a part of a sentence, before an offset."""
    begins = max(text.rfind(mark, 0, at) for mark in "\n;{},:") + 1
    return re.compile(r"(?<=[\w$])[ \t]+(if|when)(?![\w-])").search(text, begins, at)


def continues(text: str, at: int) -> bool:
    """Whether the line of an offset continues the one before it."""
    line = text.rfind("\n", 0, at) + 1
    return unfinished(text, line) >= 0
