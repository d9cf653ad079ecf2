"""Tree to text, in one canonical layout that parses back to the same tree."""

from __future__ import annotations

from collections.abc import Iterable

from rftg_dsl.syntax import tree

INDENT = "  "


def write(file: tree.File) -> str:
    """A whole file."""
    written = [(one.at, write_declaration(one)) for one in file.declarations]
    written += [(one.at, write_scenario(one)) for one in file.scenarios]
    return "\n".join(text for _, text in sorted(written, key=lambda one: one[0])) + "\n"


def write_declaration(node: tree.Declaration) -> str:
    """One declaration, with each member on its own line."""
    return "\n".join(lines(node, ""))


def lines(node: tree.Declaration | tree.Side | tree.Stage, indent: str) -> list[str]:
    """The lines of a declaration, side or stage."""
    parts = [node.kind.text]
    if isinstance(node, tree.Side):
        parts.append(atom(node.name))
    parts += [atom(one) for one in node.atoms]
    if isinstance(node, tree.Stage) and node.condition:
        parts.append(phrase(node.condition))
    head = indent + " ".join(parts)
    if not node.members:
        return [head + " { }"] if isinstance(node, tree.Stage) else [head]
    inner: list[str] = []
    for member in node.members:
        if isinstance(member, tree.Side | tree.Stage):
            inner += lines(member, indent + INDENT)
        else:
            inner.append(indent + INDENT + power(member))
    return [head + " {", *inner, indent + "}"]


def atom(node: tree.Atom) -> str:
    """One token of a header."""
    if node.kind == "string":
        return f'"{node.text}"'
    return f"${node.text}" if node.kind == "money" else node.text


def power(node: tree.Sentence) -> str:
    """One power."""
    return ": ".join(", ".join(phrase(one) for one in segment.phrases) for segment in node.segments)


def phrase(node: tree.Phrase) -> str:
    """One phrase of a power."""
    match node:
        case tree.Window(edge=edge, of=of):
            return f"at {edge} of {of}"
        case tree.Until(edge=edge, of=of):
            return f"until {edge} of {of}"
        case tree.Trigger(words=words, prepositions=prepositions):
            return joined(f"when {words}", prepositions)
        case tree.Condition(clause=inner, be=None):
            return f"if {clause(inner)}"
        case tree.Condition(clause=subject, be=be):
            assert subject.nominal is not None and be is not None
            return joined(f"if {nominal(subject.nominal)}", subject.prepositions) + " " + being(be)
        case tree.Clause():
            return clause(node)
        case tree.Option(clause=inner):
            return f"may {clause(inner)}"
        case tree.Whoever(clause=inner):
            return f"whoever {clause(inner)}"
        case tree.Choice():
            return "choose one"
        case tree.Permission(words=words, prepositions=prepositions, allowed=allowed, act=act):
            return joined(str(words), prepositions) + f" {'may' if allowed else 'cannot'} be {act}"
        case tree.Otherwise(what=tree.Row(quantity=many, per=per)):
            return f"or {quantity(many)} {per_text(per)}"
        case tree.Otherwise(what=alternative):
            assert isinstance(alternative, tree.Clause)
            return f"or {clause(alternative)}"
        case tree.Change(direction="any"):
            return "any number"
        case tree.Change(by=by, direction=direction, per=per):
            return f"{by} {direction}" + (f" {per_text(per)}" if per else "")
        case tree.Bound(limit=limit, above=above):
            return f"not {'above' if above else 'below'} {limit}"
        case tree.Rounding(up=up):
            return f"rounded {'up' if up else 'down'}"
        case tree.Limit(per=word, times=times):
            return f"{'once' if times == 1 else 'twice'} per {word.text}"


def clause(node: tree.Clause) -> str:
    """A verb with everything that depends on it."""
    text = str(node.words)
    if node.nominal:
        text += " " + nominal(node.nominal)
    text = joined(text, node.prepositions)
    if node.per:
        text += " " + per_text(node.per)
    return text + (" " + being(node.be) if node.be else "")


def being(node: tree.Be) -> str:
    """``is own``."""
    return joined(f"is {nominal(node.nominal)}", node.prepositions)


def per_text(node: tree.Per) -> str:
    """``per 3 cost of own developments``."""
    parts = [joined(nominal(one.nominal), one.prepositions) for one in (node.counted, node.minus) if one]
    return f"per {' minus '.join(parts)}"


def joined(text: str, prepositions: Iterable[tree.Preposition]) -> str:
    """A text followed by prepositions."""
    return " ".join([text, *(f"{one.word.text} {object_of(one)}" for one in prepositions)])


def object_of(node: tree.Preposition) -> str:
    """The object of a preposition: a thing, a changed number, or printed names."""
    if node.change:
        return phrase(node.change)
    return " or ".join(atom(one) for one in node.names) if node.names else nominal(node.nominal)


def nominal(node: tree.Nominal) -> str:
    """A quantity, a thing, or both."""
    parts = [quantity(node.quantity)] if node.quantity else []
    parts += [str(node.words)] if node.words else []
    return " ".join([*parts, quantity(node.value)] if node.value else parts)


def quantity(node: tree.Quantity) -> str:
    """A quantity."""
    match node.how:
        case "all":
            return "all"
        case "any":
            return "any number of"
        case "between":
            return f"{node.low} or {node.high}"
        case "more" | "less":
            return f"{node.low} or {node.how}"
        case "exactly":
            return f"exactly {node.low}"
        case "up to more" | "up to less":
            return f"up to {node.low} {node.how.removeprefix('up to ')}"
        case "up to":
            return f"up to ${node.high}" if node.money else f"up to {node.high}"
        case "exact":
            return f"${node.low}" if node.money else str(node.low)


# -- scenarios ---------------------------------------------------------------------------------------------------


def write_scenario(node: tree.Scenario) -> str:
    """One scenario: its parts, with each line on its own."""
    inner: list[str] = []
    for part in node.parts:
        inner += [INDENT + part.kind.text] if part.kind.text else []
        inner += [INDENT * 2 + scenario_line(line) for line in part.lines]
    return "\n".join([" ".join(["scenario", *map(atom, node.atoms), "{"]), *inner, "}"])


def scenario_line(node: tree.Line) -> str:
    """``seat 1 citizenry: 3 military dice``."""
    if node.number is not None:
        return f"{node.number} {node}"
    parts = [f"seat {node.seat}"] if node.seat else []
    parts += [atom(node.on)] if node.on else []
    items = ", ".join(map(item, node.items))
    said = " ".join([*parts, str(node)])
    if node.mark == ":":
        return f"{said}: {items}"
    if node.mark:
        return f"{said} {node.mark} {items}"
    return said + items if items.startswith(",") else f"{said} {items}".rstrip()


def item(node: tree.Item) -> str:
    """``3 military dice``, ``home in explore to settle``."""
    parts = [] if node.amount is None else [f"${node.amount}" if node.money else str(node.amount)]
    parts += [text] if (text := reference(node.what)) else []
    return " ".join([*parts, *(f"{one.word.text} {reference(one.to)}" for one in node.links)])


def reference(node: tree.Reference) -> str:
    """A name, words, a number or a seat."""
    if node.name:
        return f"{atom(node.name)} {node.nth}" if node.nth else atom(node.name)
    if node.seat:
        return f"seat {node.seat}"
    return str(node) if node.number is None else str(node.number)
