"""Build tree nodes while the parser reads. There is one parser per process."""

from __future__ import annotations

from functools import cache
from typing import Any
from unicodedata import normalize

from attrs import evolve
from lark import Lark, Token, Transformer

from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import make_grammar
from rftg_dsl.syntax.parser_cache import parser_of
from rftg_dsl.syntax.tree import At


def span_of(parts: list[Any]) -> At:
    """Return the span from the start of the first part to the end of the last; (0, 0) if no part has a location."""
    ends: list[Any] = [(part.start_pos, part.end_pos) if isinstance(part, Token) else part.at for part in parts]
    if parts and isinstance(last := parts[-1], tree.Change) and last.per:
        ends.append(last.per.at)  # the span of a change excludes its ``per``
    ends = [span for span in ends if span != (0, 0)]  # an empty block has no location
    return (ends[0][0], ends[-1][1]) if ends else (0, 0)


def to_word(token: Token) -> tree.Word:
    return tree.Word(str(token), span_of([token]))


class Build(Transformer[Token, Any]):
    """Builds tree nodes as the parser reduces, so that deeply nested input causes no deep recursion."""

    # For each rule of ``power.lark``, Lark calls the method with the same name.
    def start(self, parts: list[Any]) -> tree.File:
        declarations = tuple([part for part in parts if isinstance(part, tree.Declaration)])
        return tree.File(declarations, tuple([part for part in parts if isinstance(part, tree.Scenario)]))

    def declaration(self, parts: list[Any]) -> tree.Declaration:
        kind, atoms, members = self._split_piece(parts)
        return tree.Declaration(kind, atoms, members, span_of(parts))

    def side(self, parts: list[Any]) -> tree.Side:
        kind, atoms, members = self._split_piece(parts)
        return tree.Side(kind, atoms[0], atoms[1:], members, span_of(parts))

    def stage(self, parts: list[Any]) -> tree.Stage:
        condition = next((part for part in parts if isinstance(part, tree.Condition)), None)
        kind, atoms, members = self._split_piece([part for part in parts if part is not condition])
        return tree.Stage(kind, atoms, condition, members, span_of(parts))

    def _split_piece(self, parts: list[Any]) -> tuple[tree.Word, tuple[tree.Atom, ...], tuple[Any, ...]]:
        rest = parts[1:]
        members = rest.pop().members if rest and isinstance(rest[-1], Block) else ()
        return to_word(parts[0]), tuple(to_atom(part) for part in rest), members

    def block(self, parts: list[Any]) -> Block:
        return Block(tuple(part for part in parts if not isinstance(part, Token)), span_of(parts))

    def power(self, parts: list[Any]) -> tree.Sentence:
        return tree.Sentence(tuple(parts), span_of(parts))

    def segment(self, parts: list[Any]) -> tree.Segment:
        return tree.Segment(tuple(parts), span_of(parts))

    def window(self, parts: list[Any]) -> tree.Window:
        return tree.Window(*self._split_edge(parts[1:]), span_of(parts))

    def until(self, parts: list[Any]) -> tree.Until:
        return tree.Until(*self._split_edge(parts[1:]), span_of(parts))

    def _split_edge(self, parts: list[Token]) -> tuple[tree.Words, tree.Words]:
        """Split a phrase at ``of``: ``the end of ship`` becomes ``the end`` and ``ship``."""
        middle = next(nth for nth, part in enumerate(parts) if part.type == "OF")
        before, after = parts[:middle], parts[middle + 1 :]
        return self.words([self.run(before)]), self.words([self.run(after)])

    def trigger(self, parts: list[Any]) -> tree.Trigger:
        return tree.Trigger(parts[1], tuple(parts[2:]), span_of(parts))

    def condition(self, parts: list[Any]) -> tree.Condition:
        if isinstance(parts[1], tree.Clause):
            return tree.Condition(parts[1], at=span_of(parts))
        subject = tree.Nominal(parts[1], parts[2], at=span_of(parts[1:3]))
        clause = tree.Clause(parts[2], subject, tuple(parts[3:-1]), at=span_of(parts[1:-1]))
        return tree.Condition(clause, parts[-1], span_of(parts))

    def whoever(self, parts: list[Any]) -> tree.Whoever:
        return tree.Whoever(parts[1], span_of(parts))

    def choice(self, parts: list[Any]) -> tree.Choice:
        return tree.Choice(span_of(parts))

    def permission(self, parts: list[Any]) -> tree.Permission:
        allowed = next(part for part in parts if isinstance(part, Token) and part.type in ("MAY", "CANNOT"))
        prepositions = tuple(part for part in parts[1:-1] if isinstance(part, tree.Preposition))
        return tree.Permission(parts[0], prepositions, allowed.type == "MAY", parts[-1], span_of(parts))

    def act(self, parts: list[Any]) -> tree.Words:
        return tree.Words((tuple(to_word(part) for part in parts),), at=span_of(parts))

    def be(self, parts: list[Any]) -> tree.Be:
        return tree.Be(parts[1], tuple(parts[2:]), str(parts[0]), span_of(parts))

    def option(self, parts: list[Any]) -> tree.Option:
        return tree.Option(parts[1], span_of(parts))

    def clause(self, parts: list[Any]) -> tree.Clause:
        def find_first(kind: type) -> Any:
            return next((part for part in parts[1:] if isinstance(part, kind)), None)

        prepositions = tuple(part for part in parts[1:] if isinstance(part, tree.Preposition))
        nominal, per, be = find_first(tree.Nominal), find_first(tree.Per), find_first(tree.Be)
        return tree.Clause(parts[0], nominal, prepositions, per, be, span_of(parts))

    def otherwise(self, parts: list[Any]) -> tree.Otherwise:
        return tree.Otherwise(parts[-1], span_of(parts))

    def amount(self, parts: list[Any]) -> tree.Row:
        return tree.Row(parts[0], parts[1], span_of(parts))

    def change(self, parts: list[Any]) -> tree.Change:
        if parts[0].type == "ANY":
            return tree.Change(0, "any", at=span_of(parts))
        per = parts[2] if len(parts) > 2 else None
        return tree.Change(int(parts[0]), str(parts[1]), per, span_of(parts[:2]))  # type: ignore[arg-type]

    def bound(self, parts: list[Any]) -> tree.Bound:
        return tree.Bound(int(parts[1]), parts[0].type == "ABOVE", span_of(parts))

    def rounding(self, parts: list[Any]) -> tree.Rounding:
        return tree.Rounding(parts[0].endswith("up"), span_of(parts))

    def limit(self, parts: list[Any]) -> tree.Limit:
        return tree.Limit(to_word(parts[1]), 2 if parts[0].startswith("twice") else 1, span_of(parts))

    def per(self, parts: list[Any]) -> tree.Per:
        return tree.Per(parts[1], parts[3] if len(parts) > 2 else None, span_of(parts))

    def counted(self, parts: list[Any]) -> tree.Counted:
        return tree.Counted(parts[0], tuple(parts[1:]), span_of(parts))

    def preposition(self, parts: list[Any]) -> tree.Preposition:
        return tree.Preposition(to_word(parts[0]), parts[1], at=span_of(parts))

    def changed(self, parts: list[Any]) -> tree.Preposition:
        change = self.change(parts[1:])
        nothing = tree.Nominal(None, None, at=span_of(parts))
        return tree.Preposition(to_word(parts[0]), nothing, change=change, at=span_of(parts))

    def called(self, parts: list[Any]) -> tree.Preposition:
        names = tuple(to_atom(part) for part in parts if part.type == "STRING")
        nothing = tree.Nominal(None, None, at=span_of(parts))
        return tree.Preposition(to_word(parts[0]), nothing, names, at=span_of(parts))

    def nominal(self, parts: list[Any]) -> tree.Nominal:
        quantity = parts[0] if isinstance(parts[0], tree.Quantity) else None
        words = parts[-1] if isinstance(parts[-1], tree.Words) else None
        return tree.Nominal(quantity, words, at=span_of(parts))

    def valued(self, parts: list[Any]) -> tree.Nominal:
        if len(parts) == 2:
            return tree.Nominal(None, parts[0], self.quantity(parts[1:]), span_of(parts))
        read = self.between if parts[-1].type == "NUMBER" else self.open_ended
        return tree.Nominal(None, parts[0], read(parts[1:]), span_of(parts))

    def compared(self, parts: list[Any]) -> tree.Nominal:
        how: Any = f"up to {parts[3]}"
        n = int(parts[2])
        return tree.Nominal(None, parts[0], tree.Quantity(how, n, n, at=span_of(parts[1:])), span_of(parts))

    def quantity(self, parts: list[Any]) -> tree.Quantity:
        token = parts[0]
        if token.type in ("ALL", "ANY"):
            return tree.Quantity("all" if token.type == "ALL" else "any", at=span_of(parts))
        n = int(token.lstrip("$"))
        return tree.Quantity("exact", n, n, token.type == "MONEY", span_of(parts))

    def between(self, parts: list[Any]) -> tree.Quantity:
        return tree.Quantity("between", int(parts[0]), int(parts[-1]), at=span_of(parts))

    def open_ended(self, parts: list[Any]) -> tree.Quantity:
        n = int(parts[0])
        return tree.Quantity("more" if parts[2] == "more" else "less", n, n, at=span_of(parts))

    def exactly(self, parts: list[Any]) -> tree.Quantity:
        n = int(parts[1])
        return tree.Quantity("exactly", n, n, at=span_of(parts))

    def up_to(self, parts: list[Any]) -> tree.Quantity:
        token = parts[1]
        return tree.Quantity("up to", 0, int(token.lstrip("$")), token.type == "MONEY", span_of(parts))

    # -- scenarios

    def scenario(self, parts: list[Any]) -> tree.Scenario:
        *atoms, scene = parts[1:]
        return tree.Scenario(tuple([to_atom(part) for part in atoms]), scene.members, span_of(parts))

    def scene(self, parts: list[Any]) -> Block:
        """Group the lines by part. Any lines before the first part form a part whose word is empty."""
        sections: list[tuple[tree.Word, list[tree.Line]]] = []
        for part in parts:
            if isinstance(part, tree.Word):
                sections.append((part, []))
            elif isinstance(part, tree.Line):
                if not sections:
                    sections.append((tree.Word("", part.at), []))
                sections[-1][1].append(part)
        made = [tree.Part(word, tuple(lines), span_of([word, *lines])) for word, lines in sections]
        return Block(tuple(made), span_of(parts))

    def part(self, parts: list[Any]) -> tree.Word:
        return to_word(parts[0])

    def players(self, parts: list[Any]) -> tree.Line:
        return tree.Line(parts[1].words, number=int(parts[0]), at=span_of(parts))

    def has(self, parts: list[Any]) -> tree.Line:
        return self._make_line(parts, ":")

    def becomes(self, parts: list[Any]) -> tree.Line:
        return self._make_line(parts, next(str(part) for part in parts if isinstance(part, Token)))

    def acts(self, parts: list[Any]) -> tree.Line:
        """Build a line without a mark, but read ``seat 1 credits -1`` as ``seat 1 credits - 1``."""
        made = self._make_line(parts, "")
        first = made.items[0] if made.items else None
        if first is None or first.amount is None or first.amount >= 0 or not made.words:
            return made
        return evolve(made, mark="-", items=(evolve(first, amount=-first.amount), *made.items[1:]))

    def lists(self, parts: list[Any]) -> tree.Line:
        made = self._make_line(parts, "")
        # The empty item represents the words before the first comma: they are an item themselves, or end with one.
        return evolve(made, items=(tree.Item(), *made.items))

    def _make_line(self, parts: list[Any], mark: Any) -> tree.Line:
        subject = parts[0] if isinstance(parts[0], Subject) else Subject(0, None, (0, 0))
        run = next(part for part in parts if isinstance(part, Run))
        items = tuple([part for part in parts if isinstance(part, tree.Item)])
        return tree.Line(run.words, mark, items, subject.seat, subject.on, at=span_of(parts))

    def subject(self, parts: list[Any]) -> Subject:
        seat = int(parts[1]) if parts[0].type == "SEAT" else 0
        on = to_atom(parts[-1]) if parts[-1].type == "STRING" else None
        return Subject(seat, on, span_of(parts))

    def plain_item(self, parts: list[Any]) -> tree.Item:
        links = tuple([part for part in parts if isinstance(part, tree.Link)])
        heads = [part for part in parts if not isinstance(part, tree.Link)]
        return tree.Item(self.reference(heads) if heads else tree.Reference(), links=links, at=span_of(parts))

    seated = tail = plain_item

    def named(self, parts: list[Any]) -> tree.Item:
        if parts[0].type == "STRING":
            return self.plain_item(parts)
        return self.counted_item(parts)

    def counted_item(self, parts: list[Any]) -> tree.Item:
        made = self.plain_item(parts[1:])
        money = parts[0].type == "MONEY"
        return evolve(made, amount=int(parts[0].lstrip("$")), money=money, at=span_of(parts))

    def link(self, parts: list[Any]) -> tree.Link:
        return tree.Link(to_word(parts[0]), parts[1], span_of(parts))

    def reference(self, parts: list[Any]) -> tree.Reference:
        first, at = parts[0], span_of(parts)
        if isinstance(first, Run):
            return tree.Reference(first.words, at=at)
        if first.type == "SEAT":
            return tree.Reference(seat=int(parts[1]), at=at)
        if first.type == "NUMBER":
            return tree.Reference(number=int(first), at=at)
        return tree.Reference(name=to_atom(first), nth=int(parts[1]) if len(parts) > 1 else 0, at=at)

    def words(self, parts: list[Any]) -> tree.Words:
        runs = tuple(part.words for part in parts if isinstance(part, Run))
        number = self.quantity(parts[-1:]) if getattr(parts[-1], "type", "") == "NUMBER" else None
        joins = tuple(to_word(part) for part in parts[: -2 if number else None] if isinstance(part, Token))
        return tree.Words(runs, joins, span_of(parts), number)

    def run(self, parts: list[Any]) -> Run:
        return Run(tuple(to_word(part) for part in parts), span_of(parts))


class Block:
    """The members between braces, held until the node that contains them is built."""

    def __init__(self, members: tuple[Any, ...], at: At) -> None:
        self.members = members
        self.at = at


class Run:
    """Consecutive words without a join between them, held until ``Words`` is built."""

    def __init__(self, words: tuple[tree.Word, ...], at: At) -> None:
        self.words = words
        self.at = at


class Subject:
    """The seat or piece that a scenario line is about, held until the line is built."""

    def __init__(self, seat: int, on: tree.Atom | None, at: At) -> None:
        self.seat = seat
        self.on = on
        self.at = at


def to_atom(token: Token) -> tree.Atom:
    """Convert a header token to an atom. Quoted text is normalized to NFC, so that equal names compare equal."""
    text = str(token)
    if token.type == "STRING":
        text = normalize("NFC", text[1:-1])
    elif token.type == "MONEY":
        text = text[1:]
    return tree.Atom(token.type.lower(), text, span_of([token]))  # type: ignore[arg-type]


@cache
def get_parser() -> Lark:
    return parser_of(make_grammar(), Build())
