"""Matches a scenario's answers with the options of a decision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from rftg_dsl.author.scenarios.bench import FRESH, Bench, ScenarioStop
from rftg_dsl.base.diagnostic import find_nearest
from rftg_dsl.check.model.scenarios import Answer, Meant, Pick
from rftg_dsl.check.scenarios.scene import NOTHING
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, Form, Of, One, Range, Some
from rftg_dsl.kernel.play import DECLINE
from rftg_dsl.syntax.keywords import TERMINALS

PLAIN = re.compile(r"[a-z][a-z_]*(-[a-z0-9_]+)*( [a-z][a-z_]*(-[a-z0-9_]+)*)*")
LEXED = frozenset(text.split()[0] for words in TERMINALS.values() for text in words)
"""The words that have their own token, such as ``from``."""
MOST_LISTED = 20
GIVEN_FOR = re.compile(r"(?P<piece>[^/:\s]+)(?:/(?P<power>\d+))?(?::(?P<n>\d+))?")
"""A power that is used at a price: its piece, its number, and the amount paid."""


@frozen
class Shown:
    """A part of an option, in scenario notation."""

    text: str
    words: frozenset[str] = frozenset()
    name: str = ""
    nth: int = 0
    number: int | None = None
    seat: int | None = None
    where: Mapping[str, Shown] = field(factory=dict)

    def is_meant_by(self, meant: Meant) -> bool:
        if meant.name:
            here = meant.name == self.name and meant.nth in (0, self.nth)
        elif meant.word:
            here = meant.word in self.words
        elif meant.seat is not None:
            here = meant.seat == self.seat
        else:
            here = meant.number is not None and meant.number == self.number
        return here and all(key in self.where and self.where[key].is_meant_by(value) for key, value in meant.where)


def show_word(text: str) -> Shown:
    return Shown(quote_if_needed(text), frozenset((text,)))


def quote_if_needed(text: str) -> str:
    """Write a word in scenario notation, quoted unless it is a plain word and not reserved."""
    plain = PLAIN.fullmatch(text) and not LEXED & set(text.split())
    return text if plain else quote(text)


def quote(name: str) -> str:
    return f'"{name}"'


class Options:
    """The options of a decision, in scenario notation."""

    def __init__(self, bench: Bench, decision: Decision) -> None:
        self.bench = bench
        self.decision = decision
        self.form = decision.form

    def show_all(self) -> list[tuple[Any, tuple[Shown, ...]]]:
        """Each option with its parts; empty if the answer is a number from a range."""
        form = self.form
        if isinstance(form, Range):
            return []
        options = [cell for cell, _ in form.cells] if isinstance(form, Bag) else form.options
        return [(option, self.show_parts(form.of, option)) for option in options]

    def show_parts(self, of: Of, option: Any) -> tuple[Shown, ...]:
        if isinstance(option, tuple):
            each = of if isinstance(of, tuple) else (of,) * len(option)
            return tuple(
                [shown for kind, part in zip(each, option, strict=True) for shown in self.show_parts(kind, part)]
            )
        if isinstance(option, str):
            return tuple(self.show_text(option))
        return (self.show_part(of if isinstance(of, str) else of[0], option),)

    def show_text(self, text: str) -> Iterator[Shown]:
        """Yield the parts of a text that is a word, the id of a power or alternative, or the prices of powers."""
        power, _, alternative = text.partition("#")
        if power in self.bench.rules.by_id:
            side, _, nth = power.rpartition("/")
            name = self.bench.rules.sides[self.bench.layout.side[side]].name
            many = sum(other.startswith(f"{side}/") for other in self.bench.rules.by_id)
            number = int(alternative or nth)
            text = f"{quote(name)} {number}" if alternative or many > 1 else quote(name)
            yield Shown(text, frozenset((power,)), name, number)
            return
        how, _, prices = text.rpartition(" with ")
        if paid := self.show_prices(prices):
            yield from [show_word(how)] if how else []
            yield from paid
            return
        yield show_word(text)

    def show_prices(self, text: str) -> list[Shown]:
        """The pieces whose powers are used at a price, with the amounts paid; empty if the text is something else."""
        pieces = []
        for price in text.split():
            match = GIVEN_FOR.fullmatch(price)
            if match is None or match["piece"] not in self.bench.layout.piece:
                return []
            name, n = self.bench.name_of(self.bench.layout.piece[match["piece"]]), int(match["n"] or 1)
            shown = f"{quote(name)} {match['power']}" if match["power"] else quote(name)
            shown = f"{shown} for {n}" if match["n"] else shown
            where = {"for": Shown(str(n), number=n)}
            pieces.append(Shown(shown, frozenset((match[0],)), name, int(match["power"] or 1), where=where))
        return pieces

    def show_part(self, of: str, handle: int) -> Shown:
        layout = self.bench.layout
        match of:
            case "cell":
                place, kind = divmod(handle, len(layout.kinds))
                there = self.show_place(place)
                how = "on" if "on" in there.where else "in"
                where = {"in": there, **there.where}
                shown = there.where["on"].text if how == "on" else there.text
                stock = self.bench.rules.model.words.stock_kinds[layout.kinds[kind]].of
                name = self.bench.word_things(layout.kinds[kind], 1).partition(" ")[2]
                return Shown(f"{name} {how} {shown}", frozenset((layout.kinds[kind], stock)), where=where)
            case "piece":
                return self.show_piece(handle)
            case "side":
                name = self.bench.rules.sides[handle].name
                return Shown(quote(name), name=name)
            case "place":
                return self.show_place(handle)
            case "seat":
                return Shown(f"seat {handle + 1}", seat=handle)
        return show_word(layout.name(of, handle))

    def show_piece(self, piece: int) -> Shown:
        play = self.bench.play
        name, tag = self.bench.name_of(piece), play.tag[piece]
        place = self.show_place(play.place_of[piece])
        where = {"in": place, **place.where}
        side = self.bench.rules.sides[play.side[piece]]
        if tag != FRESH:
            where["at"] = Shown(str(tag), number=tag)
        also = frozenset((self.bench.components[side.id].id, side.id))
        return Shown(quote(name), also, name, where=where)

    def show_place(self, place: int) -> Shown:
        layout = self.bench.layout
        name = layout.place_names[place].partition(".")[0]
        where = {}
        text = name
        if (piece := layout.place_piece[place]) >= 0:
            printed = self.bench.name_of(piece)
            where["on"] = Shown(quote(printed), name=printed)
            text = f"{name} on {quote(printed)}"
        elif (owner := layout.place_owner[place]) >= 0:
            where["of"] = Shown(f"seat {owner + 1}", seat=owner)
        return Shown(text, frozenset((name,)), where=where)

    # -- picks ---------------------------------------------------------------------------------------------------

    def list_texts(self) -> list[str]:
        """List the options in scenario notation, with their places where necessary to disambiguate them."""
        if isinstance(self.form, Range):
            return [f"{self.form.low} to {self.form.high}"]
        shown = [parts for _, parts in self.show_all()]
        plain = [text_of(parts) for parts in shown]
        exact = [text_of(parts, where=plain.count(text) > 1) for parts, text in zip(shown, plain, strict=True)]
        return list(dict.fromkeys(exact))

    def find_matching(self, picks: Sequence[Pick]) -> list[Any]:
        """Find the options that are written exactly like the picks, or else have the same parts, or else contain the
        parts."""
        wanted = [part for pick in picks for part in pick.parts]
        written = ", ".join(pick.text for pick in picks)
        shown = self.show_all()
        exact = [option for option, parts in shown if text_of(parts) == written]
        whole = exact or [option for option, parts in shown if are_all_parts(wanted, parts)]
        return whole or [option for option, parts in shown if are_some_parts(wanted, parts)]

    def pick_one(self, picks: Sequence[Pick]) -> Any:
        """Return the only matching option. Raise ``ScenarioStop`` if no option matches or the picks are ambiguous."""
        text = ", ".join(pick.text for pick in picks)
        options = self.find_matching(picks)
        if not options:
            raise ScenarioStop(f"{text} is not offered ({self.decision.name})", self.make_hint(picks))
        texts = {text_of(self.show_parts(self.form.of, option), where=True) for option in options}
        # Options with the same text are interchangeable, so any of them will do.
        if len(texts) > 1:
            raise ScenarioStop(f"{text} is ambiguous", f"write one of: {', '.join(sorted(texts))}")
        return options[0]

    def make_hint(self, picks: Sequence[Pick] = ()) -> str:
        options = self.list_texts()
        near = find_nearest(picks[0].text, options) if picks else ""
        shown = [*options[:MOST_LISTED], *(["..."] if len(options) > MOST_LISTED else [])]
        return f"did you mean {near}?" if near else f"offered: {', '.join(shown)}"

    def pick(self, answer: Answer) -> Any:
        """Translate a scenario's answer for the kernel. Raise ``ScenarioStop`` if that is impossible."""
        form, picks = self.form, answer.picks
        nothing = [pick.text for pick in picks] == [NOTHING]
        if answer.how == "declines":
            return self.pick_decline(picks)
        if isinstance(form, Range):
            return self.pick_amount(picks)
        if isinstance(form, One):
            return self.pick_one(picks)
        if nothing:
            return ()
        if isinstance(form, Some):
            return self.pick_some(form, picks)
        bag = self.pick_counts(form, picks)
        return tuple(bag.items())

    def pick_decline(self, picks: Sequence[Pick]) -> str:
        options = self.form.options if isinstance(self.form, One) else ()
        if DECLINE not in options or (picks and not self.find_matching(picks)):
            raise ScenarioStop(f"this decision cannot be declined ({self.decision.name})", self.make_hint())
        return DECLINE

    def pick_amount(self, picks: Sequence[Pick]) -> int:
        if len(picks) != 1 or picks[0].n is None or picks[0].parts[0] != Meant():
            raise ScenarioStop(f"expected an amount ({self.decision.name})", self.make_hint())
        return picks[0].n

    def pick_some(self, form: Some, picks: Sequence[Pick]) -> tuple[Any, ...]:
        picked: list[Any] = []
        left = self.show_all()
        for pick in picks:
            for _ in range(1 if pick.n is None else pick.n):
                fitting = [option for option in left if self.does_mean(form, pick, option)]
                if not fitting:
                    raise ScenarioStop(f"{pick.text} is not offered ({self.decision.name})", self.make_hint([pick]))
                texts = {text_of(parts, where=True) for _, parts in fitting}
                if len(texts) > 1 and not pick.sort:
                    raise ScenarioStop(f"{pick.text} is ambiguous", f"write one of: {', '.join(sorted(texts))}")
                left.remove(fitting[0])
                picked.append(fitting[0][0])
        return tuple(picked)

    def does_mean(self, form: Form, pick: Pick, option: tuple[Any, tuple[Shown, ...]]) -> bool:
        if pick.sort and form.of == "piece":
            return self.bench.is_sort(option[0], pick.sort)
        return are_all_parts(pick.parts, option[1])

    def pick_counts(self, form: Bag, picks: Sequence[Pick]) -> dict[Any, int]:
        counts: dict[Any, int] = {}
        for pick in picks:
            handle = self.pick_one([pick])
            counts[handle] = counts.get(handle, 0) + (1 if pick.n is None else pick.n)
        return counts


def are_all_parts(wanted: Sequence[Meant], parts: Sequence[Shown]) -> bool:
    """Whether these are exactly the parts of the option; named parts may be in any order."""
    if len(wanted) != len(parts):
        return False
    if all(part.is_meant_by(meant) for meant, part in zip(wanted, parts, strict=True)):
        return True
    if not (len(parts) > 1 and all(part.name and not part.words & {part.text} for part in parts)):
        return False
    left = list(parts)
    for meant in wanted:
        fitting = next((part for part in left if part.is_meant_by(meant)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True


def are_some_parts(wanted: Sequence[Meant], parts: Sequence[Shown]) -> bool:
    # All searches share one iterator, so that each search begins after the previous match.
    left = iter(parts)
    return bool(wanted) and all(any(part.is_meant_by(meant) for part in left) for meant in wanted)


def text_of(parts: Sequence[Shown], where: bool = False) -> str:
    """Write an option in scenario notation; ``where`` adds the places of its pieces."""
    texts = []
    for part in parts:
        text = part.text
        if where and part.name:
            keys = [key for key in ("on", "at") if key in part.where] or [key for key in ("in",) if key in part.where]
            text += "".join(f" {key} {part.where[key].text}" for key in keys)
        texts.append(text)
    if len(parts) > 1 and all(part.name for part in parts):
        return ", ".join(texts)
    bare = bool(parts) and not parts[0].name and not parts[0].where
    return (" with " if bare else " to ").join(texts)
