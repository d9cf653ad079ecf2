"""Read the choices in scenarios, both those that a seat makes and those that it is offered."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.base.diagnostic import suggest_nearest
from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.model.scenarios import Meant, Pick
from rftg_dsl.check.scenarios.scene import Scene
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import At

JOINS = frozenset(("to", "with"))
"""Prepositions that join the parts of an answer. All other prepositions locate a part."""
WHERE = ("in", "on", "at", "of", "for")
"""Prepositions that introduce a detail of a part: its location, its owner, or the amount paid."""


def read_pick(scene: Scene, item: tree.Item) -> Pick:
    groups: list[tuple[tree.Reference, list[tree.Link]]] = [(item.what, [])]
    for link in item.links:
        if link.word.text in JOINS:
            groups.append((link.to, []))
        else:
            groups[-1][1].append(link)
    text = scene.report.source.text[item.at[0] : item.at[1]]
    parts = tuple([read_part(scene, head, links) for head, links in groups])
    sort = scene.singular.get(parts[0].word, parts[0].word)
    # Without an amount, the name of a kind could itself be an option.
    of_sort = item.amount is not None and len(parts) == 1 and not parts[0].where
    known = scene.model.words.components.keys() | scene.model.words.kinds.keys()
    return Pick(parts, " ".join(text.split()), item.amount, sort if of_sort and sort in known else "")


def read_part(scene: Scene, head: tree.Reference, links: Sequence[tree.Link]) -> Meant:
    where = tuple([(link.word.text, read_part(scene, link.to, ())) for link in links])
    words = [word.text for word in head.words]
    if len(words) > 1 and scene.singular.get(words[-1], words[-1]) in scene.model.words.stocks:
        words.pop()  # 'home dice' means the kind 'home'
    if head.name and not find_names(head.name.text, scene.names) and not head.name.text[:1].isupper():
        return Meant(head.name.text, where=where)  # an option that consists of several words: "2 genes and 1 home"
    name = scene.read_name(head.name) if head.name else ""
    if len(words) == 1 and scene.singular.get(words[0], "") in scene.model.words.stocks:
        words = [scene.singular[words[0]]]  # '2 dice' means 2 of the stock 'die'
    return Meant(" ".join(words), name, head.nth, head.number, scene.read_seat(head.seat, head.at), where)


def check_denied(scene: Scene, item: tree.Item, denied: Pick, uses: bool) -> None:
    """Report a denied choice that no decision in the game could ever offer, since it must be a typing mistake."""
    for link in item.links:
        if link.word.text not in (*JOINS, *WHERE):
            message = f"answers cannot contain {link.word.text!r}"
            scene.report_error("unknown-answer", link.word.at, message, f"write one of: {', '.join(WHERE)}")
    meant = [thing for part in denied.parts for thing in (part, *[there for _, there in part.where])]
    for reference, thing in zip((item.what, *[link.to for link in item.links]), meant, strict=True):
        word = scene.singular.get(thing.word, thing.word)
        if thing.word and word not in scene.answers:
            hint = suggest_nearest(thing.word, scene.answers.words) or "write 'can choose' to see what is offered"
            scene.report_error("unknown-answer", reference.at, f"no decision offers {thing.word!r}", hint)
        elif thing.name:
            check_power(scene, reference.at, thing, uses and thing is meant[0])


def check_power(scene: Scene, at: At, meant: Meant, uses: bool) -> None:
    """Report a power or alternative that a piece does not have. If ``uses`` is true, the line must mean a power."""
    powers = [power for side in scene.model.list_sides() if side.name == meant.name for power in side.powers]
    most = max([len(powers), *[len(power.choices) for power in powers]])
    if uses and not powers and meant.name in scene.names:
        hint = "use a piece with a power, or write 'cannot choose'"
        scene.report_error("unknown-answer", at, f"{meant.name!r} has no power", hint)
    elif powers and meant.nth > most:
        hint = f"use a number from 1 to {most}" if most > 1 else "leave the number out"
        scene.report_error("unknown-answer", at, f"{meant.name!r} has no power {meant.nth}", hint)
