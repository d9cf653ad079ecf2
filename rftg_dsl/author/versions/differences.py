"""The differences between two versions of a set, by declaration and, within components, by power.

Versions with the same canonical text do not differ, because comments, layout and file names are ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from attrs import evolve, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.base.versions import Versions
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.read_components import SIDES
from rftg_dsl.check.vocabulary import ASIDE, LINT, PRINTED, SCALE, WORTH
from rftg_dsl.library.manifest import SetFile
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.unparse import write_atom, write_declaration, write_power


class Effect(StrEnum):
    """The effect of a difference on users of the set, in ascending order of severity."""

    TEXT = "text"
    """The only difference is in text that does not affect play."""
    ADDS = "adds"
    """Something is added, and everything else plays as before."""
    CHANGES = "changes"
    """Something plays differently."""
    REMOVES = "removes"
    """Something has been removed or can no longer be used."""

    @property
    def weight(self) -> int:
        return list(Effect).index(self)


@frozen
class Said:
    """The text in one of the versions, and its location."""

    place: str
    text: str


@frozen
class Difference:
    """A difference between two versions."""

    effect: Effect
    what: str
    """The subject of the difference, such as ``power X01.a/1 of "Frontier Guild"``."""
    id: str
    """The id of the power, side or component, as used in logs; empty if the subject has no id."""
    old: Said | None
    new: Said | None


# -- set.toml ----------------------------------------------------------------------------------------------------


def compare_set_files(old: SetFile, new: SetFile, places: tuple[str, str]) -> Iterator[Difference]:
    """Yield the differences in ``set.toml``, apart from the id, game and version."""

    def difference_in(effect: Effect, key: str, before: str, after: str) -> Difference:
        said = [Said(place, text) if text else None for place, text in zip(places, (before, after), strict=True)]
        return Difference(effect, f"{key!r} of set.toml".replace("'", '"'), "", said[0], said[1])

    texts = {"name": (old.name, new.name), "licence": (old.licence, new.licence)}
    texts["authors"] = (", ".join(old.authors), ", ".join(new.authors))
    for key, (before, after) in texts.items():
        if before != after:
            yield difference_in(Effect.TEXT, key, before, after)
    if old.language != new.language:
        # A program that supports only one of the two language versions cannot load the other version of the set.
        yield difference_in(Effect.REMOVES, "language", f"{old.language}", f"{new.language}")
    if old.edition != new.edition:
        yield difference_in(Effect.REMOVES if new.edition else Effect.ADDS, "edition", old.edition, new.edition)
    if old.code != new.code:
        before, after = ("true" if each.code else "" for each in (old, new))
        yield difference_in(Effect.REMOVES if new.code else Effect.ADDS, "code", before, after)
    for id in dict.fromkeys((*old.needs, *new.needs)):
        was, now = old.needs.get(id), new.needs.get(id)
        if was != now:
            effect = Effect.ADDS if was and (now is None or is_within(was, now)) else Effect.REMOVES
            yield difference_in(
                effect, "requires", *(f"{id} {each.text}".strip() if each else "" for each in (was, now))
            )


def is_within(inner: Versions, outer: Versions) -> bool:
    if inner.low < outer.low:
        return False
    return outer.over is None or (inner.over is not None and inner.over <= outer.over)


# -- content -----------------------------------------------------------------------------------------------------


class Key(NamedTuple):
    """A key that identifies a declaration across versions."""

    kind: str
    """The word that begins the declaration; empty for components, which are identified by id."""
    name: str
    nth: int = 0


def compare_content(old: Sequence[Entry], new: Sequence[Entry], elsewhere: Iterable[Entry]) -> Iterator[Difference]:
    """Yield the differences between the declarations of two versions.

    ``elsewhere`` contains the declarations of the game and of other sets, which a set can only modify.
    """
    before, after = index_by_key(old), index_by_key(new)
    others = {key._replace(nth=0) for key in index_by_key(elsewhere)}
    renamed = dict(find_renames(before, after))
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        if was is None or now is None:
            yield compare_whole(key, was, now, key._replace(nth=0) in others)
        elif text_of(was) != text_of(now):
            compare = compare_components if is_component(was) and is_component(now) else compare_words
            yield from compare(key, was, now, renamed)
    shared = [key for key in before if key in after]
    if shared != [key for key in after if key in before]:
        yield Difference(Effect.TEXT, "the order of declarations", "", None, None)


def index_by_key(entries: Iterable[Entry]) -> Mapping[Key, Entry]:
    indexed: dict[Key, Entry] = {}
    seen: Counter[Key] = Counter()
    for entry in entries:
        key = key_of(entry.declaration)
        indexed[key._replace(nth=seen[key])] = entry
        seen[key] += 1
    return indexed


def key_of(node: tree.Declaration) -> Key:
    """The key of a declaration: a component's id, a word, or a position in the schedule."""
    first = node.atoms[0] if node.atoms else None
    if first and first.kind == "id":
        return Key("", first.text)
    if node.kind.text in PLACED:
        return Key(node.kind.text, " ".join(map(write_atom, node.atoms)))
    if node.kind.text == PRINTED:
        return Key(PRINTED, " ".join(words_of(node)))
    return Key(node.kind.text, first.text if first else "")


PLACED = ("insert", LINT, WORTH, SCALE)
"""The kinds of declaration that have no name and are identified by the whole header."""
COURSE = ("insert", "end", "score", "tie")
"""The kinds of declaration that always change the course of a game."""


def is_component(entry: Entry) -> bool:
    return key_of(entry.declaration).kind == ""


def text_of(entry: Entry) -> str:
    return write_declaration(entry.declaration)


def place_of(entry: Entry, at: tree.At | None = None) -> str:
    span = Span(entry.source, *(entry.declaration.at if at is None else at))
    return f"{span.source.label}:{span.begins[0]}"


def sides_of(node: tree.Declaration) -> list[tree.Side]:
    return [member for member in node.members if isinstance(member, tree.Side)]


def title_of(key: Key, entry: Entry) -> str:
    names = " / ".join(side.name.text for side in sides_of(entry.declaration))
    said = f"{entry.declaration.kind.text} {key.name}"
    return f"{said} ({names})" if names else said


def compare_whole(key: Key, old: Entry | None, new: Entry | None, declared: bool) -> Difference:
    """Describe a declaration that was added or removed. ``declared``: whether another part of the game declares
    it too."""
    there = new or old
    assert there is not None
    changes = declared or key.kind in COURSE or (not key.kind and "replaces" in words_of(there.declaration))
    effect = Effect.CHANGES if changes else Effect.ADDS if new else Effect.REMOVES
    effect = Effect.TEXT if key.kind in ASIDE else effect
    said = [Said(place_of(entry), text_of(entry)) if entry else None for entry in (old, new)]
    return Difference(effect, title_of(key, there), "" if key.kind else key.name, said[0], said[1])


def words_of(node: tree.Declaration) -> list[str]:
    return [atom.text for atom in node.atoms if atom.kind == "word"]


# -- words -------------------------------------------------------------------------------------------------------


def compare_words(key: Key, old: Entry, new: Entry, _: Mapping[str, str]) -> Iterator[Difference]:
    before, after = old.declaration, new.declaration
    effect = Effect.CHANGES
    if key.kind in ASIDE or without_titles(before) == without_titles(after):
        effect = Effect.TEXT
    elif key.kind == "option":
        values = [words_of(declaration)[1:] for declaration in (before, after)]
        effect = compare_values(*values)
    texts = find_differing_lines(text_of(old), text_of(new))
    said = [Said(place_of(entry), text) for entry, text in zip((old, new), texts, strict=True)]
    yield Difference(effect, title_of(key, old), "", said[0], said[1])


def compare_values(old: Sequence[str], new: Sequence[str]) -> Effect:
    """The effect of changing the values of an option, the first of which is the default."""
    if old[:1] != new[:1]:
        return Effect.CHANGES
    return Effect.ADDS if {*old} < {*new} else Effect.REMOVES if {*old} - {*new} else Effect.TEXT


def without_titles(node: tree.Declaration) -> tree.Declaration:
    """Return a declaration without its titles, which do not affect play."""
    return evolve(node, atoms=without_title(node.atoms), members=tuple(map(without_member_titles, node.members)))


def without_member_titles(node: tree.Side | tree.Sentence | tree.Stage) -> tree.Side | tree.Sentence | tree.Stage:
    if isinstance(node, tree.Stage):
        return evolve(node, atoms=without_title(node.atoms), members=tuple(map(without_member_titles, node.members)))
    return node


def without_title(atoms: tuple[tree.Atom, ...]) -> tuple[tree.Atom, ...]:
    """Return a header without the quoted text after the declared word."""
    if len(atoms) > 1 and atoms[1].kind == "string":
        return (atoms[0], *atoms[2:])
    return atoms


def find_differing_lines(old: str, new: str) -> tuple[str, str]:
    before, after = old.splitlines(), new.splitlines()
    gone, come = [], []
    # ``autojunk`` would ignore lines that occur often in a long text.
    for tag, low, high, first, last in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            gone += before[low:high]
            come += after[first:last]
    return "\n".join(gone), "\n".join(come)


# -- components --------------------------------------------------------------------------------------------------


def find_renames(old: Mapping[Key, Entry], new: Mapping[Key, Entry]) -> Iterator[tuple[str, str]]:
    for key in old.keys() & new.keys():
        sides = zip(sides_of(old[key].declaration), sides_of(new[key].declaration), strict=False)
        yield from ((side.name.text, other.name.text) for side, other in sides if side.name.text != other.name.text)


def compare_components(key: Key, old: Entry, new: Entry, renamed: Mapping[str, str]) -> Iterator[Difference]:
    before, after = (header_of(entry.declaration) for entry in (old, new))
    if before != after:
        said = [Said(place_of(entry), text) for entry, text in ((old, before), (new, after))]
        yield Difference(Effect.CHANGES, title_of(key, old), key.name, said[0], said[1])
    each = [sides_of(entry.declaration) for entry in (old, new)]
    lettered = max(map(len, each)) > 1
    for nth in range(max(map(len, each))):
        id = f"{key.name}.{SIDES[nth]}" if lettered else key.name
        was, now = (sides[nth] if nth < len(sides) else None for sides in each)
        yield from compare_sides(id, (old, was), (new, now), renamed)


def header_of(node: tree.Declaration) -> str:
    return " ".join((node.kind.text, *map(write_atom, node.atoms)))


Sided = tuple[Entry, tree.Side | None]


def compare_sides(id: str, old: Sided, new: Sided, renamed: Mapping[str, str]) -> Iterator[Difference]:
    (first, before), (other, after) = old, new
    if before is None or after is None:
        said = [Said(place_of(entry, side.at), side.name.text) if side else None for entry, side in (old, new)]
        yield Difference(Effect.CHANGES, f"side {id}", id, said[0], said[1])
        return
    what = f'{id} "{before.name.text}"'
    places = place_of(first, before.name.at), place_of(other, after.name.at)
    names, values = (before.name.text, after.name.text), (values_of(before), values_of(after))
    if names[0] != names[1]:
        yield make_difference(Effect.TEXT, f"the name of {what}", id, places, names)
    if values[0] != values[1]:
        yield make_difference(Effect.CHANGES, f"the values of {what}", id, places, values)
    yield from compare_powers(id, (first, powers_of(before)), (other, powers_of(after)), renamed)


def make_difference(effect: Effect, what: str, id: str, places: Sequence[str], texts: Sequence[str]) -> Difference:
    return Difference(effect, what, id, Said(places[0], texts[0]), Said(places[1], texts[1]))


def values_of(side: tree.Side) -> str:
    """The kind and values of a side, such as ``world rare cost 2``."""
    return " ".join((side.kind.text, *map(write_atom, side.atoms)))


def powers_of(side: tree.Side) -> list[tree.Sentence]:
    return [member for member in side.members if isinstance(member, tree.Sentence)]


Powers = tuple[Entry, Sequence[tree.Sentence]]


def compare_powers(id: str, old: Powers, new: Powers, renamed: Mapping[str, str]) -> Iterator[Difference]:
    """Yield the differences in a side's powers, either in their wording or in the number by which logs refer to
    them."""
    before, after = ([write_power(power) for power in powers] for _, powers in (old, new))
    # If a power merely uses another component's new name, it plays as before.
    known = [with_names(text, renamed) for text in before]

    for nth, mth in pair_powers(known, after):
        was = None if nth is None else Said(place_of(old[0], old[1][nth].at), before[nth])
        now = None if mth is None else Said(place_of(new[0], new[1][mth].at), after[mth])
        name = f"{id}/{(nth if nth is not None else mth or 0) + 1}"
        moved = f", which logs call {id}/{mth + 1} now" if mth is not None and nth not in (mth, None) else ""
        if moved or nth is None or mth is None or known[nth] != after[mth]:
            yield Difference(Effect.CHANGES, f"power {name}{moved}", name, was, now)
        elif before[nth] != after[mth]:
            yield Difference(Effect.TEXT, f"power {name}", name, was, now)


Pair = tuple[int | None, int | None]


def pair_powers(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Match old and new powers in order, identical ones first and then the most similar."""
    for tag, low, high, first, last in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "equal":
            yield from zip(range(low, high), range(first, last), strict=True)
        else:
            yield from pair_most_alike(old, new, (low, high), (first, last))


def pair_most_alike(
    old: Sequence[str], new: Sequence[str], here: tuple[int, int], there: tuple[int, int]
) -> Iterator[Pair]:
    """Match the powers in a section that contains no identical powers, dividing the section at its most similar
    pair."""
    choices = [(nth, mth) for nth in range(*here) for mth in range(*there)]
    if not choices:
        yield from ((nth, None) for nth in range(*here))
        yield from ((None, mth) for mth in range(*there))
        return
    if len(choices) > MOST_CHOICES:  # too slow, so pair the first powers
        nth, mth = choices[0]
    else:
        # ``quick_ratio`` is an upper bound on ``ratio`` and much faster.
        nth, mth = max(choices, key=lambda pair: SequenceMatcher(None, old[pair[0]], new[pair[1]], False).quick_ratio())
    yield from pair_most_alike(old, new, (here[0], nth), (there[0], mth))
    yield nth, mth
    yield from pair_most_alike(old, new, (nth + 1, here[1]), (mth + 1, there[1]))


MOST_CHOICES = 100
"""Maximum number of pairs to compare in a section."""


def with_names(text: str, renamed: Mapping[str, str]) -> str:
    return re.sub('"([^"]*)"', lambda match: f'"{renamed.get(match[1], match[1])}"', text)
