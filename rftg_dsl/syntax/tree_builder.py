"""Build tree nodes while the parser reads. There is one parser per process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any
from unicodedata import normalize

from attrs import evolve
from lark import Lark, Token, Transformer, v_args
from lark.ast_utils import create_transformer

from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import make_grammar
from rftg_dsl.syntax.parser_cache import parser_of
from rftg_dsl.syntax.tree import At


def span_of(parts: Iterable[Any]) -> At:
    """Return the span from the start of the first part to the end of the last; (0, 0) if no part has a location."""
    spans = [find_span(part) for part in parts if part]
    spans = [span for span in spans if span != (0, 0)]
    return (spans[0][0], spans[-1][1]) if spans else (0, 0)


def find_span(part: Any) -> At:
    if isinstance(part, Token):
        return part.start_pos or 0, part.end_pos or 0
    if isinstance(part, tuple):
        return span_of(part)
    if isinstance(part, tree.Change) and part.per:
        return part.at[0], part.per.at[1]  # the span of a change excludes its ``per``
    at: At = part.at
    return at


def to_word(token: Token) -> tree.Word:
    return tree.Word(str(token), find_span(token))


def make_node(node: Any, _rule: str, parts: list[Any], _meta: None) -> Any:
    """Build a node whose fields are the parts of its rule in order. Any token left is a keyword without a meaning."""
    return node(*(part for part in parts if not isinstance(part, Token)), at=span_of(parts))


def make_list(node: Any, _rule: str, parts: list[Any], _meta: None) -> Any:
    """Build a node whose only field is a tuple of the parts of its rule."""
    return node(tuple(parts), at=span_of(parts))


def choose_maker(inline: bool, meta: bool) -> Any:
    # ``WithMeta`` cannot provide the locations, because Lark has no ``meta`` until the whole tree is built.
    return v_args(wrapper=make_node if inline else make_list)


class Build(Transformer[Token, Any]):
    """Builds tree nodes as the parser reduces, so that deeply nested input causes no deep recursion.

    For each rule of ``power.lark``, Lark calls the method with the same name, or the class in ``tree`` with the same
    name if that is an ``Ast``. A method with the name of a terminal replaces each token of that kind.
    """

    def __init__(self) -> None:
        super().__init__()
        create_transformer(tree, self, choose_maker)

    def WORD(self, token: Token) -> tree.Word:  # noqa: N802
        return to_word(token)

    PREPOSITION = STAGE = WORD

    def STRING(self, token: Token) -> tree.Atom:  # noqa: N802
        # Normalized to NFC, so that equal names compare equal. The text of an atom has no quotes.
        return tree.Atom("string", normalize("NFC", token[1:-1]), find_span(token))

    def start(self, parts: list[Any]) -> tree.File:
        declarations = tuple([part for part in parts if isinstance(part, tree.Declaration)])
        return tree.File(declarations, tuple([part for part in parts if isinstance(part, tree.Scenario)]))

    def block(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(parts)

    atoms = prepositions = run = block

    def atom(self, parts: list[Any]) -> tree.Atom:
        part, at = parts[0], span_of(parts)
        if isinstance(part, Token):
            return tree.Atom(part.type.lower(), part.lstrip("$"), at)  # type: ignore[arg-type]
        return tree.Atom("word", part.text, at) if isinstance(part, tree.Word) else part

    def window(self, parts: list[Any]) -> tree.Window:
        return tree.Window(*self._split_edge(parts[1:]), span_of(parts))

    def until(self, parts: list[Any]) -> tree.Until:
        return tree.Until(*self._split_edge(parts[1:]), span_of(parts))

    def _split_edge(self, parts: list[Any]) -> tuple[tree.Words, tree.Words]:
        """Split a phrase at ``of``: ``the end of ship`` becomes ``the end`` and ``ship``."""
        middle = next(nth for nth, part in enumerate(parts) if isinstance(part, Token))
        return self.act(parts[:middle]), self.act(parts[middle + 1 :])

    def comparison(self, parts: list[Any]) -> tree.Condition:
        _, quantity, words, *prepositions, be = parts
        subject = tree.Nominal(quantity, words, at=span_of([quantity, words]))
        clause = tree.Clause(words, subject, tuple(prepositions), at=span_of(parts[1:-1]))
        return tree.Condition(clause, be, span_of(parts))

    def permission(self, parts: list[Any]) -> tree.Permission:
        words, *prepositions, allowed, _, act = parts
        return tree.Permission(words, tuple(prepositions), allowed.type == "MAY", act, span_of(parts))

    def act(self, parts: list[tree.Word]) -> tree.Words:
        return tree.Words((tuple(parts),), at=span_of(parts))

    def be(self, parts: list[Any]) -> tree.Be:
        verb, nominal, *prepositions = parts
        return tree.Be(nominal, tuple(prepositions), str(verb), span_of(parts))

    def description(self, parts: list[Any]) -> tree.Clause:
        words, be = parts
        return tree.Clause(words, be=be, at=span_of(parts))

    def change(self, parts: list[Any]) -> tree.Change:
        by, direction, per = parts
        return tree.Change(int(by), str(direction), per, span_of([by, direction]))  # type: ignore[arg-type]

    def any_change(self, parts: list[Token]) -> tree.Change:
        return tree.Change(0, "any", at=span_of(parts))

    def bound(self, parts: list[Token]) -> tree.Bound:
        side, limit = parts
        return tree.Bound(int(limit), side.type == "ABOVE", span_of(parts))

    def rounding(self, parts: list[Token]) -> tree.Rounding:
        return tree.Rounding(parts[0].endswith("up"), span_of(parts))

    def limit(self, parts: list[Any]) -> tree.Limit:
        often, per = parts
        return tree.Limit(per, 2 if often.startswith("twice") else 1, span_of(parts))

    def changed(self, parts: list[Any]) -> tree.Preposition:
        word, by, direction = parts
        nothing = tree.Nominal(None, at=span_of(parts))
        return tree.Preposition(word, nothing, change=self.change([by, direction, None]), at=span_of(parts))

    def called(self, parts: list[Any]) -> tree.Preposition:
        names = tuple([part for part in parts if isinstance(part, tree.Atom)])
        nothing = tree.Nominal(None, at=span_of(parts))
        return tree.Preposition(to_word(parts[0]), nothing, names, at=span_of(parts))

    def valued(self, parts: list[Any]) -> tree.Nominal:
        words, *value = parts
        read = self.quantity if len(value) == 1 else self.between if value[-1].type == "NUMBER" else self.open_ended
        return tree.Nominal(None, words, read(value), span_of(parts))

    def compared(self, parts: list[Any]) -> tree.Nominal:
        words, up_to, number, direction = parts
        how: Any = f"up to {direction}"
        value = tree.Quantity(how, int(number), int(number), at=span_of([up_to, direction]))
        return tree.Nominal(None, words, value, span_of(parts))

    def quantity(self, parts: list[Token]) -> tree.Quantity:
        token = parts[0]
        if token.type in ("ALL", "ANY"):
            return tree.Quantity("all" if token.type == "ALL" else "any", at=span_of(parts))
        n = int(token.lstrip("$"))
        return tree.Quantity("exact", n, n, token.type == "MONEY", span_of(parts))

    def between(self, parts: list[Token]) -> tree.Quantity:
        low, _, high = parts
        return tree.Quantity("between", int(low), int(high), at=span_of(parts))

    def open_ended(self, parts: list[Token]) -> tree.Quantity:
        number, _, direction = parts
        return tree.Quantity("more" if direction == "more" else "less", int(number), int(number), at=span_of(parts))

    def exactly(self, parts: list[Token]) -> tree.Quantity:
        n = int(parts[1])
        return tree.Quantity("exactly", n, n, at=span_of(parts))

    def up_to(self, parts: list[Token]) -> tree.Quantity:
        _, most = parts
        return tree.Quantity("up to", 0, int(most.lstrip("$")), most.type == "MONEY", span_of(parts))

    def words(self, parts: list[Any]) -> tree.Words:
        *rest, number = parts
        runs = tuple([part for part in rest if isinstance(part, tuple)])
        joins = tuple([to_word(part) for part in rest if isinstance(part, Token)])
        # One more ``and`` comes before the number, if there is one.
        return tree.Words(runs, joins[: len(runs) - 1], span_of(parts), number and self.quantity([number]))

    # -- scenarios

    def scene(self, parts: list[Any]) -> tuple[tree.Part, ...]:
        """Group the lines by part. Any lines before the first part form a part whose word is empty."""
        sections: list[tuple[tree.Word, list[tree.Line]]] = []
        for part in parts:
            if isinstance(part, tree.Word):
                sections.append((part, []))
            else:
                if not sections:
                    sections.append((tree.Word("", part.at), []))
                sections[-1][1].append(part)
        return tuple([tree.Part(word, tuple(lines), span_of([word, *lines])) for word, lines in sections])

    def part(self, parts: list[Token]) -> tree.Word:
        return to_word(parts[0])

    def players(self, parts: list[Any]) -> tree.Line:
        number, words = parts
        return tree.Line(words, number=int(number), at=span_of(parts))

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
        words = next(part for part in parts if isinstance(part, tuple))
        items = tuple([part for part in parts if isinstance(part, tree.Item)])
        return tree.Line(words, mark, items, subject.seat, subject.on, at=span_of(parts))

    def subject(self, parts: list[Any]) -> Subject:
        seat = int(parts[1]) if isinstance(parts[0], Token) else 0
        on = parts[-1] if isinstance(parts[-1], tree.Atom) else None
        return Subject(seat, on, span_of(parts))

    def plain_item(self, parts: list[Any]) -> tree.Item:
        links = tuple([part for part in parts if isinstance(part, tree.Link)])
        heads = [part for part in parts if not isinstance(part, tree.Link)]
        return tree.Item(self.reference(heads) if heads else tree.Reference(), links=links, at=span_of(parts))

    seated = tail = plain_item

    def named(self, parts: list[Any]) -> tree.Item:
        return self.plain_item(parts) if isinstance(parts[0], tree.Atom) else self.counted_item(parts)

    def counted_item(self, parts: list[Any]) -> tree.Item:
        amount, *rest = parts
        made = self.plain_item(rest)
        return evolve(made, amount=int(amount.lstrip("$")), money=amount.type == "MONEY", at=span_of(parts))

    def link(self, parts: list[Any]) -> tree.Link:
        word, to = parts
        return tree.Link(to_word(word) if isinstance(word, Token) else word, to, span_of(parts))

    def reference(self, parts: list[Any]) -> tree.Reference:
        first, at = parts[0], span_of(parts)
        if isinstance(first, tuple):
            return tree.Reference(first, at=at)
        if isinstance(first, tree.Atom):
            return tree.Reference(name=first, nth=int(parts[1]) if len(parts) > 1 else 0, at=at)
        if first.type == "SEAT":
            return tree.Reference(seat=int(parts[1]), at=at)
        return tree.Reference(number=int(first), at=at)


class Subject:
    """The seat or piece that a scenario line is about, held until the line is built."""

    def __init__(self, seat: int, on: tree.Atom | None, at: At) -> None:
        self.seat = seat
        self.on = on
        self.at = at


@cache
def get_parser() -> Lark:
    return parser_of(make_grammar(), Build())
