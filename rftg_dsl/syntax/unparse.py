"""Turn a tree into text, in a canonical form that parses to the same tree again.

A tree is first turned into a layout, which determines what is on a line of its own and where lines can be broken.
``write`` prints the layout without folding; digests are computed from this text. ``canonical`` adds a file's comments
and empty lines to the layout, and folds long lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from rftg_dsl.syntax import tree
from rftg_dsl.syntax.printer import Block, Part, Row, render_layout


def write(file: tree.File) -> str:
    return render_layout(layout_of(file))


def write_declaration(node: tree.Declaration) -> str:
    return render_layout([block_of(node)]).removesuffix("\n")


def layout_of(file: tree.File) -> list[Block]:
    blocks = [*map(block_of, file.declarations), *map(block_of_scenario, file.scenarios)]
    # The tree stores scenarios apart from declarations; sort by offset to restore the author's order.
    return sorted(blocks, key=lambda block: block.at[0])


def block_of(node: tree.Declaration | tree.Side | tree.Stage) -> Block:
    parts = [(node.kind.text, node.kind.at)]
    if isinstance(node, tree.Side):
        parts.append((write_atom(node.name), node.name.at))
    parts += [(write_atom(atom), atom.at) for atom in node.atoms]
    if isinstance(node, tree.Stage) and node.condition:
        parts.append((write_phrase(node.condition), node.condition.at))
    return Block(
        head=" ".join(text for text, _ in parts),
        members=tuple(
            row_of(member) if isinstance(member, tree.Sentence) else block_of(member) for member in node.members
        ),
        braces=isinstance(node, tree.Stage),
        at=(parts[0][1][0], parts[-1][1][1]),
    )


def row_of(node: tree.Sentence) -> Row:
    parts = []
    for nth, segment in enumerate(node.segments, 1):
        last = ":" if nth < len(node.segments) else ""
        marks = [","] * (len(segment.phrases) - 1) + [last]
        for phrase, mark in zip(segment.phrases, marks, strict=True):
            # Each alternative amount is on its own line.
            parts.append(Part(write_phrase(phrase) + mark, is_alternative_amount(phrase), phrase.at))
    return Row(tuple(parts), at=node.at)


def is_alternative_amount(node: tree.Phrase) -> bool:
    """Return whether a phrase is an alternative amount, such as ``or 2 per genes world``."""
    return isinstance(node, tree.Otherwise) and isinstance(node.what, tree.Row)


def write_atom(node: tree.Atom) -> str:
    if node.kind == "string":
        return f'"{node.text}"'
    return f"${node.text}" if node.kind == "money" else node.text


def write_power(node: tree.Sentence) -> str:
    return row_of(node).text


def write_phrase(node: tree.Phrase) -> str:
    match node:
        case tree.Window(edge=edge, of=of):
            return f"at {edge} of {of}"
        case tree.Until(edge=edge, of=of):
            return f"until {edge} of {of}"
        case tree.Trigger(words=words, prepositions=prepositions):
            return with_prepositions(f"when {words}", prepositions)
        case tree.Condition(clause=inner, be=None):
            return f"if {write_clause(inner)}"
        case tree.Condition(clause=subject, be=be):
            assert subject.nominal is not None and be is not None
            return with_prepositions(f"if {write_nominal(subject.nominal)}", subject.prepositions) + " " + write_be(be)
        case tree.Clause():
            return write_clause(node)
        case tree.Option(clause=inner):
            return f"may {write_clause(inner)}"
        case tree.Whoever(clause=inner):
            return f"whoever {write_clause(inner)}"
        case tree.Choice():
            return "choose one"
        case tree.Permission(words=words, prepositions=prepositions, allowed=allowed, act=act):
            return with_prepositions(str(words), prepositions) + f" {'may' if allowed else 'cannot'} be {act}"
        case tree.Otherwise(what=tree.Row(quantity=many, per=per)):
            return f"or {write_quantity(many)} {write_per(per)}"
        case tree.Otherwise(what=alternative):
            assert isinstance(alternative, tree.Clause)
            return f"or {write_clause(alternative)}"
        case tree.Change(direction="any"):
            return "any number"
        case tree.Change(by=by, direction=direction, per=per):
            return f"{by} {direction}" + (f" {write_per(per)}" if per else "")
        case tree.Bound(limit=limit, above=above):
            return f"not {'above' if above else 'below'} {limit}"
        case tree.Rounding(up=up):
            return f"rounded {'up' if up else 'down'}"
        case tree.Limit(per=word, times=times):
            return f"{'once' if times == 1 else 'twice'} per {word.text}"


def write_clause(node: tree.Clause) -> str:
    text = str(node.words)
    if node.nominal:
        text += " " + write_nominal(node.nominal)
    text = with_prepositions(text, node.prepositions)
    if node.per:
        text += " " + write_per(node.per)
    return text + (" " + write_be(node.be) if node.be else "")


def write_be(node: tree.Be) -> str:
    return with_prepositions(f"{node.verb} {write_nominal(node.nominal)}", node.prepositions)


def write_per(node: tree.Per) -> str:
    parts = [
        with_prepositions(write_nominal(part.nominal), part.prepositions) for part in (node.counted, node.minus) if part
    ]
    return f"per {' minus '.join(parts)}"


def with_prepositions(text: str, prepositions: Iterable[tree.Preposition]) -> str:
    return " ".join([text, *(f"{preposition.word.text} {object_of(preposition)}" for preposition in prepositions)])


def object_of(node: tree.Preposition) -> str:
    if node.change:
        return write_phrase(node.change)
    return " or ".join(write_atom(name) for name in node.names) if node.names else write_nominal(node.nominal)


def write_nominal(node: tree.Nominal) -> str:
    parts = [write_quantity(node.quantity)] if node.quantity else []
    parts += [str(node.words)] if node.words else []
    return " ".join([*parts, write_quantity(node.value)] if node.value else parts)


def write_quantity(node: tree.Quantity) -> str:
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


def block_of_scenario(node: tree.Scenario) -> Block:
    members: list[Row] = []
    for part in node.parts:
        if part.kind.text:
            members.append(Row((Part(part.kind.text, at=part.kind.at),), at=part.kind.at))
        members += [row_of_line(line) for line in part.lines]
    head = " ".join(["scenario", *map(write_atom, node.atoms)])
    end = node.atoms[-1].at[1] if node.atoms else node.at[0] + len("scenario")
    return Block(head, tuple(members), braces=True, at=(node.at[0], end))


def row_of_line(node: tree.Line) -> Row:
    """Return the row for a line such as ``seat 1 citizenry: 3 military dice``, with a part for each list entry."""
    if node.number is not None:
        return Row((Part(f"{node.number} {node}", at=node.at),), 1, at=node.at)
    said = " ".join(
        [*([f"seat {node.seat}"] if node.seat else []), *([write_atom(node.on)] if node.on else []), str(node)]
    )
    pieces = [(write_item(item), item.at) for item in node.items]
    if node.mark == ":":
        pieces.insert(0, (f"{said}:", (node.at[0], node.words[-1].at[1])))
    elif pieces:
        text, (_, end) = pieces[0]
        joined_text = " ".join(word for word in (said, node.mark, text) if word)
        pieces[0] = (joined_text, (node.at[0], max(end, node.words[-1].at[1])))
    else:
        pieces = [(said, node.at)]
    *before, last = pieces
    parts = [Part(text if text.endswith(":") else f"{text},", at=at) for text, at in before]
    return Row((*parts, Part(last[0], at=last[1])), 1, at=node.at)


def write_item(node: tree.Item) -> str:
    parts = [] if node.amount is None else [f"${node.amount}" if node.money else str(node.amount)]
    parts += [text] if (text := write_reference(node.what)) else []
    return " ".join([*parts, *(f"{link.word.text} {write_reference(link.to)}" for link in node.links)])


def write_reference(node: tree.Reference) -> str:
    if node.name:
        return f"{write_atom(node.name)} {node.nth}" if node.nth else write_atom(node.name)
    if node.seat:
        return f"seat {node.seat}"
    return str(node) if node.number is None else str(node.number)
