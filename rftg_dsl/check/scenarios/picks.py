"""What is chosen, or can be."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.model.scenarios import Meant, Pick
from rftg_dsl.check.scenarios.scene import Scene
from rftg_dsl.syntax import tree

JOINS = frozenset(("to", "with"))
"""The prepositions between the parts of an answer; all others say where a part is."""


def pick(scene: Scene, item: tree.Item) -> Pick:
    """One item of an answer: the preposition ``to`` or ``with`` joins its parts."""
    groups: list[tuple[tree.Reference, list[tree.Link]]] = [(item.what, [])]
    for link in item.links:
        if link.word.text in JOINS:
            groups.append((link.to, []))
        else:
            groups[-1][1].append(link)
    text = scene.report.source.text[item.at[0] : item.at[1]]
    parts = tuple([meant(scene, head, links) for head, links in groups])
    sort = scene.singular.get(parts[0].word, parts[0].word)
    of_sort = item.amount is not None and len(parts) == 1 and not parts[0].where
    known = scene.model.words.components.keys() | scene.model.words.kinds.keys()
    return Pick(parts, " ".join(text.split()), item.amount, sort if of_sort and sort in known else "")


def meant(scene: Scene, head: tree.Reference, links: Sequence[tree.Link]) -> Meant:
    """What one part of an answer means."""
    where = tuple([(link.word.text, meant(scene, link.to, ())) for link in links])
    words = [word.text for word in head.words]
    if len(words) > 1 and scene.singular.get(words[-1], words[-1]) in scene.model.words.stocks:
        words.pop()  # ``home dice``
    if head.name and head.name.text not in scene.names and not head.name.text[:1].isupper():
        return Meant(head.name.text, where=where)  # an option that is no plain word: "2 genes and 1 home"
    name = scene.name(head.name) if head.name else ""
    if len(words) == 1 and scene.singular.get(words[0], "") in scene.model.words.stocks:
        words = [scene.singular[words[0]]]  # ``2 dice``
    return Meant(" ".join(words), name, head.nth, head.number, scene.seat(head.seat, head.at), where)
