"""The generator's random effects and prices: every verb of a game with its amounts and slots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from proof.counts import Counts
from proof.nouns import DICE
from proof.program import Bench
from rftg_dsl.check.signatures import Verb, to_third_person

ALONE = ("claim", "return")
"""Verbs of goals, which no card can have."""
NOT_RACE = ("progress",)
"""Numbers of goals."""
MONEY = "$"


def signature(verb: Verb) -> str:
    """The form of a sentence with this verb: ``verb: gain counter from``."""
    ranges = " ranged" if verb.how and "exact" not in verb.how else ""
    goods = " goods" if verb.reach == ("goods",) and verb.name == "move" else ""
    return " ".join(["verb:", verb.name, verb.object, *sorted(verb.required)]) + ranges + goods


class Doing(Counts):
    """Makes random effects; the verbs of the game come equally often."""

    def __init__(self, bench: Bench, names: Sequence[str], random: Random) -> None:
        super().__init__(bench, names, random)
        game = bench.game
        mixed = len(self.changeable) > 1
        self.verbs = [verb for verb in game.verbs if verb.name not in ALONE and (mixed or verb.object != "counters")]
        self.events = [
            *game.events,
            *[event for event in game.events if "it" in event.about or event.its] * (self.game == "roll"),
        ]
        self.windows = [f"{edge} of {phase}" for phase, edges in bench.words.schedule.windows.items() for edge in edges]
        known = [parameter for parameter in game.parameters if parameter.name not in NOT_RACE]
        self.parameters = [*known, *[parameter for parameter in known if parameter.name == "cost"] * 2]

    def in_turn(self, name: str, options: Sequence[Any]) -> Any:
        """One of some things; each comes equally often."""
        return options[self.deal(name, len(options))]

    def price(self, verb: Verb, phase: str) -> str:
        """What is paid before the last colon."""
        may = "may " if phase not in ("consume", "produce") or self.chance(2) else ""
        self.forms.add("price: may" if may else "price: must")
        parts = [self.payment(phase)]
        if self.chance(3):
            parts = self.two_parts(phase, parts[0])
            self.forms.add("price: two parts")
        return may + ", ".join(parts)

    def two_parts(self, phase: str, first: str) -> list[str]:
        """Two parts of a price, often such that one thing could pay for either."""
        if self.chance(3):
            return [first, f"spend {self.random.randint(1, 2)} {self.random.choice(self.changeable)}"]
        n = self.random.randint(1, 2)
        some = self.one(str(n), str(n), "up to 2", "all")
        if self.game == "roll":
            place, kind = self.one("cup", "citizenry"), self.random.choice(self.kinds)
            parts = [
                f"discard {self.one('1', '2')} {kind} dice in {place}",
                self.one(
                    f"discard {some} dice in cup or citizenry",
                    f"move {some} own dice in citizenry to cup",
                    f"discard 1 {self.random.choice(self.kinds)} or {kind} die in {place}",
                ),
            ]
        elif self.game == "race" and phase in ("consume", "produce") and self.chance(2):
            parts = [f"consume {self.one('1', '2')} {self.values()}goods", f"consume {some} goods"]
        elif self.game == "race":
            noun = self.one("world", "development")
            parts = [
                f"discard 1 {noun} in hand",
                self.one(f"discard {some} cards in hand", f"move {some} cards in hand to discards"),
            ]
        else:
            parts = self.one(
                f"discard 1 die in culture or energy, discard {some} dice in energy or move",
                f"regress 1 orbiter by 1, regress {self.one('1', 'up to 2')} orbiters by 1",
                f"regress {self.one('1', '2')} orbiters by 1, regress 1 orbiter on a culture planet by 1",
            ).split(", ")
        self.forms.add("price: overlapping parts")
        return self.random.sample(parts, 2)

    def payment(self, phase: str) -> str:
        """One part of a price."""
        n = self.random.randint(1, 2)
        name = self.random.choice(self.changeable)
        spend = self.one(
            f"spend {n} {name}",
            f"spend {n} {name}",
            f"spend any number of {name}",
            f"spend up to 3 {name}",
            f"spend 1 or 2 {name}",
        )
        if self.game == "roll":
            if self.chance(5):
                spend = f"spend ${n}"
            return self.one(
                spend,
                lambda: f"discard {n} {self.dice(n, DICE['roll'], plain=True)}",
                lambda: f"move {n} {self.dice(n, DICE['roll'], plain=True)} to {self.one('cup', 'citizenry')}",
            )
        if self.game == "race":
            goods = (
                f"consume {n} {self.pieces(n, ('goods',), holding=True, owners=False)}"
                if phase == "consume"
                else "discard 1 card in hand"
            )
            return self.one(
                spend,
                goods,
                goods,
                f"discard {n} {self.n_of(n, 'card')} in hand",
                lambda: f"discard 1 {self.pieces(1, ('hand',), owners=False)}",
            )
        return self.one(
            spend,
            spend,
            lambda: f"regress 1 {self.pieces(1, ('orbit',))} by 1",
            lambda: f"discard 1 {self.dice(1, DICE['galaxies'])}",
        )

    # -- effects ---------------------------------------------------------------------------------------------

    def body(self, verb: Verb, phase: str, choose: bool, whoever: bool) -> str:
        """The effects."""
        first = self.effect(verb, others=False)
        if phase in ("assign",):
            return first
        if choose:
            return f"{first}, or {self.other(phase)}" + (f", or {self.other(phase)}" if self.chance(3) else "")
        if not whoever and self.chance(6) and not verb.offered:
            return self.opponents(verb)
        more = f", {self.other(phase)}" if self.chance(4) else ""
        if more:
            self.forms.add("several effects")
        return first + more

    def opponents(self, verb: Verb) -> str:
        """The opponents do it, maybe after or before the owner does something."""
        said = self.effect(verb, others=True)
        first, _, rest = said.partition(" ")
        text = self.one(f"each opponent {to_third_person(first)} {rest}", f"opponents {said}").strip()
        self.forms.add("each opponent" if text.startswith("each") else "opponents")
        return self.one(text, lambda: f"{self.counting()}, {text}", lambda: f"{text}, {self.counting()}")

    def other(self, phase: str) -> str:
        """One more effect."""
        known = self.bench.game.offers.get(phase)
        fitting = [
            verb for verb in self.verbs if not verb.alone and (verb.name in known if known else not verb.offered)
        ]
        verb = self.random.choice(fitting)
        return self.effect(verb, others=False) if self.chance(2) else self.counting()

    def counting(self) -> str:
        """A plain gain or payment."""
        name, n = self.random.choice(self.changeable), self.random.randint(1, 3)
        return f"{self.one('gain', 'gain', 'spend')} {n} {name}"

    def quantity(self, verb: Verb) -> tuple[str, int]:
        """How many, and the number for the noun."""
        n = self.random.choice((1, 1, 1, 2, 3)) if not verb.most else 1
        how = self.random.choice(["exact", "exact", "exact", *sorted(verb.amounts() - {"exact"})])
        if verb.how is not None and "exact" not in verb.how and verb.how and self.chance(2):
            how = self.random.choice(sorted(verb.how))
        self.forms.add(f"how many: {how}")
        text = {
            "exact": str(n),
            "between": f"{n} or {n + 1}",
            "up to": f"up to {n + 1}",
            "any": "any number of",
            "all": "all",
        }[how]
        return text, n if how == "exact" else 2

    def effect(self, verb: Verb, others: bool) -> str:
        """A verb with what it is done to."""
        self.forms.add(signature(verb))
        text = f"{verb.name} {self.object(verb, others)}".strip()
        if (
            verb.object != "nothing"
            and not verb.most
            and self.chance(2 if self.event else 4)
            and self.plain_amount(text, verb)
        ):
            text = f"{text} {self.per()}"
            if self.chance(5) and "not above" not in text:
                text += self.form("amount: less", ", 1 less")
        return text

    def plain_amount(self, text: str, verb: Verb) -> bool:
        """Whether ``per`` can follow: after an exact number."""
        number = text.removeprefix(verb.name).split()[0]
        return number.lstrip("$").isdigit() and " or " not in " ".join(text.split()[1:4])

    def object(self, verb: Verb, others: bool) -> str:
        """What a verb is done to, with its slots."""
        match verb.object:
            case "counter":
                return self.counter(verb)
            case "counters":
                pair = self.random.sample(self.changeable, 2)
                return f"{self.random.randint(1, 3)} {pair[0]} or {pair[1]}"
            case "stock":
                return self.stock_object(verb)
            case "stocks":
                return self.of_choice(verb)
            case "pieces":
                return self.piece_object(verb)
        return self.where_produced() if verb.name == "produce" else self.slots(verb).strip()

    def where_produced(self) -> str:
        """``here``, ``on each rare world``."""
        if "it" in self.about() and self.chance(2):
            self.forms.add("slot: produce on")
            return self.form("thing: it", "on it")
        if self.chance(3):
            return self.form("slot: produce to", "here")
        self.forms.add("slot: produce on")
        said = ["a", "another", "each", "all", "up to 2", "1 or 2", "2", "any number of"][self.deal("produced", 8)]
        self.forms.add(f"produce on {said}")
        kind = self.one(self.values, lambda: "windfall " if self.game == "race" else "")
        world = f"{kind}{'world' if said in ('a', 'another', 'each') else 'worlds'}"
        return f"on {self.article(world) if said == 'a' else f'{said} {world}'}"

    def counter(self, verb: Verb) -> str:
        """An amount of a counter."""
        name = self.random.choice(self.changeable)
        text, n = self.quantity(verb) if verb.how else (str(self.random.randint(1, 4)), 2)
        if verb.how and text.isdigit():
            text = f"up to {text}"
            self.forms.add("how many: up to")
        sign = self.words.counters[name].sign
        if sign and text.startswith("up to"):
            return self.form("money: up to", f"up to {MONEY}{text.removeprefix('up to ')}") + self.slots(verb)
        if sign and text.isdigit():
            return self.form("money", f"{MONEY}{text}") + self.slots(verb)
        return f"{text} {self.n_of(n, name)}{self.slots(verb)}"

    def stock_object(self, verb: Verb) -> str:
        """Fungible things."""
        if verb.conjures:
            n = self.random.randint(1, 2)
            return f"{n} {self.random.choice(self.kinds)} {self.n_of(n, self.one('explorer', 'shipper'))}"
        if verb.grants:
            n = self.random.randint(1, 2)
            kind = f"{self.random.choice(self.kinds)} " if len(self.kinds) > 1 else ""
            where = (
                "here"
                if self.game == "roll" and self.chance(2)
                else f"to {self.random.choice([place for place in DICE[self.game] if place != 'goods'])}"
            )
            self.forms |= {"to here" if where == "here" else "to a place", f"slot: {verb.name} to"}
            return f"{n} {kind}{self.n_of(n, self.stock)} {where}"
        text, n = self.quantity(verb)
        if "all" in verb.amounts() and self.chance(10):
            place = self.random.choice([place for place in DICE[self.game] if place != "goods"])
            return f"{self.form('how many: every', 'every')} {self.stock} in {place}{self.slots(verb)}"
        if verb.name == "reassign":
            noun = self.one("worker", "worker", "explorer", "developer", "settler", "producer", "shipper")
            kind = self.one("", "", f"{self.random.choice(self.kinds)} ")
            same = f" from {self.one('one', 'same')} column" if self.chance(4) else ""
            if same:
                self.forms.add("thing: from one place")
                text, n = ("2", 2) if text == "1" else (text, n)
            return f"{text} {kind}{self.n_of(n, noun)}{same}{self.slots(verb)}"
        if self.completing and self.chance(2) and verb.name in ("move", "discard"):
            its = self.form("thing: its", "settlers" if self.completing == "world" else "developers")
            return f"{text.removesuffix(' of')} of its {its}{self.slots(verb)}"
        if self.its == "goods" and not self.chance(3) and verb.name in ("move", "discard"):
            its = self.form("thing: its goods", "goods")
            return f"{text.removesuffix(' of')} of its {its}{self.slots(verb)}"
        reach = [place for place in DICE[self.game] if not verb.reach or place in verb.reach]
        return f"{text} {self.dice(n, reach, owners=not verb.owned)}{self.slots(verb)}"

    def of_choice(self, verb: Verb) -> str:
        """Fungible things of kinds, or for places, among which the owner chooses."""
        n = self.random.randint(1, 2)
        self.forms.add(f"slot: {verb.name} to")
        if len(self.kinds) == 1:
            return f"{n} {self.n_of(n, self.stock)} to {' or '.join(self.random.sample(DICE[self.game], 2))}"
        kind, other = self.random.sample(self.kinds, 2)
        if self.chance(2):
            kinds, where = f"{kind} or {other}", self.one("cup", "citizenry", "cup or citizenry", self.elsewhere)
        else:
            kinds, where = kind, self.one("cup or citizenry", self.elsewhere)
        return f"{n} {kinds} {self.n_of(n, self.stock)} to {where}"

    def elsewhere(self) -> str:
        """Pieces on which things can lie, or places known only during play."""
        it = ["it"] * 3 if "it" in self.about() else []
        known = ["own worlds", "an active phase", "an inactive phase"]
        return self.form("to a chosen place", self.one(*known, lambda: f"own {self.values()}worlds", *it))

    def piece_object(self, verb: Verb) -> str:
        """Pieces."""
        if verb.grants:
            n = self.random.randint(1, 2)
            return f"{n} {self.n_of(n, {'roll': 'tile', 'race': 'card'}[self.game])}"
        text, n = self.quantity(verb)
        if verb.reach == ("goods",):
            if "matching" in verb.slots.values() and self.chance(5):
                self.forms.add(f"slot: {verb.name} same")
                return self.form("thing: of the same type", f"{self.random.randint(2, 3)} goods of the same type")
            if "differing" in verb.slots.values() and self.chance(4):
                self.forms.add(f"slot: {verb.name} different")
                types = self.form("thing: of different types", " goods of different types")
                return f"{self.random.randint(2, 3)}{types}"
            if verb.name == "move":
                here = self.one("", " on another world", lambda: f" on own {self.values()}world") + " here"
                if self.chance(2):
                    onto = self.one("own worlds", lambda: f"own {self.values()}worlds without goods")
                    onto = "it" if "it" in self.about() and self.event != "left" and self.chance(2) else onto
                    return f"{text} {self.n_of(n, 'good')}{self.form('goods to worlds', f' to {onto}')}"
                return f"1 good{self.one(here, ' to hand', ' to discards', ' here')}"
            return f"{text} {self.pieces(n, verb.reach, holding=True, owners=False)}{self.slots(verb)}"
        if verb.name == "discard" and self.game == "race" and "it" in self.about() and self.event != "left":
            return self.form("thing: it", "it")
        if verb.name == "discard" and self.game == "race" and self.chance(6):
            return self.form("thing: this", "this card")
        if verb.name == "move" and self.chance(6) and self.game != "galaxies":
            this = {"roll": "development", "race": "card"}[self.game]
            return self.form("thing: this", f"this {this}") + self.slots(verb)
        reach = verb.reach
        if self.game == "race" and not reach:
            reach = ("hand", "tableau", "hand", "supply", "discards", "discarding") if self.chance(2) else ("hand",)
            reach = tuple(name for name in reach if (verb.name, name) != ("discard", "discards"))
            if self.event in ("paid", "overflowed") and self.chance(2):
                reach = ("discarding",)
        if "all" in verb.amounts() and "orbit" in reach and self.chance(6):
            return f"{self.form('how many: every', 'every')} orbiter{self.slots(verb)}"
        if verb.usual:
            noun = self.one("world", "development", "card")
            place = self.random.choice([f" in {name}" for name in verb.reach if name != verb.usual] or [""])
            place = self.one("", "", f" in {verb.usual}", place)
            slots = self.slots(verb)
            if "like" in verb.slots and " instead of " in slots and self.chance(2):
                self.forms.add(f"slot: {verb.name} like")
                more = f"with {self.one('cost', 'vp')} up to {self.random.randint(1, 3)} {self.one('more', 'less')}"
                slots = self.one(f"{slots} of the same type", f"{slots} {more}", f" of the same type {more}{slots}")
            return f"1 {self.one('', self.values)}{noun}{place}{slots}"
        different = self.chance(6) and self.game == "galaxies" and verb.name in ("advance", "regress")
        text = f"{text} {self.pieces(n, reach)}{self.slots(verb)}"
        if re.search(r" in (supply|discards)| in hand .*of opponents", text):
            self.forms.add("thing: picked by chance")
        if " in discarding" in text:
            self.forms.add("thing: being discarded")
        return (
            f"1 orbiter by 1, {verb.name} 1 {self.form('thing: different', 'different')} orbiter by 1"
            if different
            else text
        )

    def slots(self, verb: Verb) -> str:
        """What fills the slots of a verb."""
        text = ""
        for name, kind in verb.slots.items():
            if kind in ("flag", "differing", "matching", "alike", "order", "moment") or (
                name not in verb.required and self.chance(2) and name not in ("on", "to")
            ):
                continue
            text += self.slot(verb, name, kind, bool(text))
        return text

    def slot(self, verb: Verb, name: str, kind: str, filled: bool) -> str:
        """What fills a slot."""
        self.forms.add(f"slot: {verb.name} {name}")
        match kind:
            case "number":
                return f" {name} {self.random.randint(1, 3)}"
            case "seats":
                return f" {name} {self.one('an', lambda: self.form('from each opponent', 'each'))} opponent"
            case "counters":
                return f" {name} " + self.one("energy", "culture", "energy or culture", "energy and culture")
            case "change":
                return f" {name} {self.random.randint(1, 3)} {self.one('less', 'less', 'more')}"
            case "terms":
                return f" {name} " + self.one(
                    "free", f"{self.random.randint(1, 3)} less", f"{self.random.randint(1, 2)} more"
                )
            case "price":
                return f" {name} {self.random.randint(1, 2)} {self.one('energy', 'culture')}"
        if kind == "pieces":
            return f" {name} {self.one('another world', 'another development', 'another card')}"
        if verb.name == "reassign" and self.chance(3):
            self.forms.add(f"slot: {verb.name} later")
            return " to a later phase"
        if verb.name == "reassign":
            return self.one(
                "",
                " to an active phase",
                " to the selected phase",
                f" to {self.one('explore', 'ship')}",
                " to develop or settle",
            )
        leads = [place for place in verb.leads if self.words.places[place].owner != "piece"]
        if self.game == "race":
            return f" {name} " + self.one("hand", "discards", "supply", "tableau")
        if verb.object == "pieces" and self.game == "galaxies":
            return f" {name} " + self.one("galaxy", "surface", "orbit", "surface or orbit")
        if self.game == "roll" and verb.object == "stock" and self.chance(3):
            return f" {name} " + self.one("the selected phase", "cup or citizenry", self.elsewhere)
        return f" {name} {self.random.choice(leads or list(DICE[self.game]))}"
