"""Random sentences of the whole grammar, for the words of one game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from proof.nouns import DICE, Nouns
from proof.program import FRAMES, Bench
from rftg_dsl.signatures import Verb, third_person

ALONE = ("claim", "return")
"""Verbs of goals, which no card can have."""
NOT_RACE = ("progress",)
"""Numbers of goals."""
MONEY = "$"


def signature(verb: Verb) -> str:
    """The form of a sentence with this verb: ``verb: gain counter from``."""
    ranges = " ranged" if verb.how and "exact" not in verb.how else ""
    return " ".join(["verb:", verb.name, verb.object, *sorted(verb.required)]) + ranges


class Sentence(NamedTuple):
    """A random sentence."""

    text: str
    forms: frozenset[str]
    """The forms of the grammar that it uses."""
    frame: int
    """Which side it is written on."""
    more: tuple[str, ...] = ()
    """Other sentences of the same side."""


class Sentences(Nouns):
    """Makes random sentences; the verbs, events, windows and numbers of the game come equally often."""

    def __init__(self, bench: Bench, names: Sequence[str], random: Random) -> None:
        super().__init__(bench, names, random)
        game = bench.game
        mixed = len(self.changeable) > 1
        self.verbs = [verb for verb in game.verbs if verb.name not in ALONE and (mixed or verb.object != "counters")]
        self.events = list(game.events)
        self.windows = [f"{edge} of {phase}" for phase, edges in game.windows.items() for edge in edges]
        self.parameters = [one for one in game.parameters if one.name not in NOT_RACE]

    def in_turn(self, name: str, those: Sequence[Any]) -> Any:
        """One of some things; each comes equally often."""
        return those[self.deal(name, len(those))]

    def next(self) -> Sentence:
        """A sentence of the next sort."""
        self.forms, self.event, self.completing = set(), "", ""
        kind = self.deal("kind", 8)
        text = self.score() if kind == 0 else self.number() if kind == 1 else self.acting()
        frame = self.random.randrange(len(FRAMES[self.game]))
        return Sentence(text, frozenset(self.forms), frame, self.companions(text))

    def companions(self, text: str) -> tuple[str, ...]:
        """Other powers in play that the sentence depends on."""
        if "current cost" in text:
            return (f"cost of {self.one('worlds', 'developments')}: 1 {self.one('less', 'more')}",)
        if " military" in text and "count: changed number" in self.forms:
            return (f"military: {self.random.randint(1, 4)} more",)
        if "rank" in " ".join(self.forms) and text.startswith("at "):
            moment = text.split(",")[0].split(":")[0]
            return (f"{moment}: gain {self.random.randint(1, 3)} {self.random.choice(self.changeable)}",)
        return ()

    # -- scores and numbers ----------------------------------------------------------------------------------

    def score(self) -> str:
        """A power that scores."""
        before = ", ".join(f"if {self.condition()}" for _ in range(self.random.choice((0, 0, 1, 2))))
        before = f"{before}: " if before else ""
        if self.chance(4):
            rows = [f"{self.random.randint(1, 3)} per {self.pieces()}" for _ in range(2)]
            return self.form("score: rows", f"{before}score {', or '.join(rows)}")
        return self.form("score", f"{before}score {self.random.randint(1, 3)} {self.per()}")

    def number(self) -> str:
        """A power that changes a number."""
        parameter = self.in_turn("number", self.parameters)
        if parameter.permits:
            return self.permission()
        name = parameter.name
        text = self.form(f"number: {name}", name)
        if parameter.about == "piece" and (name != "military" or self.chance(2)):
            text += self.subject(name)
        elif parameter.about == "stock":
            text += f" with {self.article(self.random.choice(self.kinds))} explorer"
        text += "".join(f", if {self.condition()}" for _ in range(self.random.randrange(2)))
        change = self.change(name)
        if parameter.priced and self.chance(2):
            change = self.priced(name)
            return self.form(f"number at a price: {name}", f"{text}{change}")
        return f"{text}: {change}"

    def permission(self) -> str:
        """``goods on this world cannot be traded``."""
        before = f"if {self.condition()}: " if self.chance(3) else ""
        things = self.one("goods on this world", "this world", f"{self.values()}goods", f"{self.values()}worlds")
        how = ["may", "cannot"][self.deal("permission", 2)]
        return self.form(f"permission: {how}", f"{before}{things} {how} be traded")

    def subject(self, name: str) -> str:
        """What a changed number belongs to."""
        word = {"military": "against", "payment": "for"}.get(name, "of")
        if name == "trade":
            return f" of {self.one('', self.values())}goods" + self.one("", "", " on this world")
        noun = self.one("worlds", "worlds", "worlds", "developments" if name == "cost" else "worlds")
        return f" {word} " + self.one("", "other ", self.values(), self.values()) + noun

    def change(self, name: str) -> str:
        """``2 less, not below 1``."""
        n = self.random.randint(1, 4)
        match self.random.randrange(7):
            case 0 if name != "cost":
                return self.form("change: any number", "any number")
            case 1:
                return self.form("change: exactly", f"{n} exactly")
            case 2:
                return self.form("change: not below", f"{n} less, not below {self.random.randint(1, 4)}")
            case 3:
                return self.form("change: not above", f"{n} more, not above {self.random.randint(2, 6)}")
            case 4:
                how, per = self.one("less", "more"), f"per {self.pieces()}"
                return self.form("change: per", f"1 {how} {per}")
            case 5:
                how, up = self.one("less", "more"), self.one("up", "down")
                return self.form("change: per rounded", f"1 {how} per 2 {self.pieces()}, rounded {up}")
        how = self.one("less", "more")
        return self.form(f"change: {how}", f"{n} {how}")

    def priced(self, name: str) -> str:
        """A change at a price: this card, or things of the owner."""
        how = "more" if name == "military" else "less"
        limit = self.form("limit: number", ", once per phase") if self.chance(2) else ""
        price = self.one(
            "discard this card",
            "discard 1 card in hand",
            "discard 2 cards in hand",
            f"consume 1 {self.values()}good",
            "discard 1 world",
        )
        if self.chance(3):
            verb = self.one("discard up to 2 cards in hand", "discard 1 or 2 cards in hand", "consume up to 2 goods")
            counted = "consumed" if verb.startswith("consume") else "discarded"
            return self.form("change: per given", f"{limit}, may {verb}: 1 {how} per {counted}")
        return f"{limit}, may {price}: {self.random.randint(1, 4)} {how}"

    # -- powers that act -------------------------------------------------------------------------------------

    def acting(self) -> str:
        """A power that acts at some moment."""
        verb = self.in_turn("verb", self.verbs)
        if verb.alone:
            return self.form("offer: explore", f"explore: may {self.form(signature(verb), verb.name)}")
        head, phase = self.moment(verb)
        parts = [head] if head else []
        said = ", ".join(f"if {self.condition()}" for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))))
        if said:
            self.forms.add("condition on a moment" if head else "condition alone")
            parts += [said]
        if head and phase != "assign" and self.chance(8):
            times, period = self.one("once", "twice"), self.random.choice(self.bench.game.stretches())
            parts.append(self.form(f"limit: {times} per {period}", f"{times} per {period}"))
        if head and not phase and self.chance(3 if self.game == "galaxies" else 8):
            rank = self.one("first", "last")
            parts.append(self.form(f"rank: {rank}", rank))
        if self.chance(12) and self.lasts():
            return f"{', '.join(parts)}{': ' if parts else ''}{self.lasting()}"
        choose = self.chance(8) and phase != "assign"
        whoever = not choose and self.chance(10) and not phase
        if whoever:
            parts.append(self.whoever())
        if choose:
            parts.append(self.form("choose one", "choose one"))
        price = self.price(verb, phase) if self.chance(4) and phase != "assign" else ""
        body = self.body(verb, phase, choose, whoever)
        may = not price and self.chance(4 if phase != "assign" else 2)
        if may and not whoever and not choose and body.split()[0] not in ("each", "opponents"):
            body = self.form("may", f"may {body}")
        head = ", ".join(part for part in parts if not (choose and price and part == "choose one"))
        if price:
            body = f"{price}: {'choose one: ' if choose else ''}{body}"
        return f"{head}: {body}" if head else body

    def moment(self, verb: Verb) -> tuple[str, str]:
        """The moment of a power with this verb, and the phase if one offers it."""
        offers = [phase for phase, names in self.bench.game.offers.items() if verb.name in names]
        if verb.offered or self.game == "galaxies" or (offers and self.chance(3)):
            if self.game == "galaxies" and self.chance(3):
                if self.chance(2):
                    return self.when()
                return self.form("at once", ""), ""
            phase = self.random.choice(offers)
            self.forms.add(f"offer: {phase}")
            return phase, phase
        if self.game == "roll" and verb.name in ("move", "discard") and self.chance(4):
            self.event = "complete"
            self.forms.add("event: complete of a piece")
            self.completing = self.one("world", "development")
            return f"when {self.one('own ', 'another own ', 'every ')}{self.completing} completes", ""
        match self.random.randrange(5):
            case 0:
                self.forms.add("at once")
                return "", ""
            case 1 | 2 if self.windows:
                point = self.in_turn("window", self.windows)
                return self.form(f"window: {point}", f"at {point}"), ""
        return self.when()

    def when(self) -> tuple[str, str]:
        """An event."""
        event = self.in_turn("event", self.events)
        self.event = event.name
        voices = {voice: form for form, voice in event.forms.items()}
        if event.acts:
            noun = {"complete": self.one("world", "development"), "good produced": "world"}.get(
                event.name, self.one("world", "card", "development")
            )
            before = self.one("own ", "another own ", "every ", "this ", "this ", "own " + self.values(), self.values())
            if event.name == "good produced" and self.chance(2):
                before = "this "
            self.completing = noun if event.name == "complete" else ""
            return self.form(f"event: {event.name} of a piece", f"when {before}{noun} {voices['third']}"), ""
        who = self.one("you", "you", "opponent", "anyone")
        self.forms.add(f"event: {event.name}")
        self.forms.add(f"who: {who}")
        verb = (
            voices.get("base" if who == "you" else "third") or f"{'have' if who == 'you' else 'has'} {voices['past']}"
        )
        if "it" in event.about and self.chance(2):
            noun = "world" if event.name == "settled" else "development"
            more = self.one("", "", f" with cost {self.random.randrange(1, 4)} or {self.one('more', 'less')}")
            return f"when {who} {verb} {self.article(self.one('', self.values()) + noun)}{more}", ""
        return f"when {who} {verb}{self.roles(event)}", ""

    def lasts(self) -> bool:
        """Whether the game has a period for which something can last."""
        return bool(self.bench.game.stretches())

    def lasting(self) -> str:
        """``until end of turn, when opponent follows: gain 1 culture``."""
        period = self.random.choice(self.bench.game.stretches())
        if self.chance(2):
            head, _ = self.when()
            inner = f"{head}: {self.counting()}"
            self.forms.add("lasting: event")
        else:
            parameter = self.random.choice([one for one in self.parameters if not one.permits])
            subject = self.subject(parameter.name) if parameter.about == "piece" else ""
            subject = (
                f" with {self.article(self.random.choice(self.kinds))} explorer"
                if parameter.about == "stock"
                else subject
            )
            inner = f"{parameter.name}{subject}: {self.change(parameter.name)}"
            self.forms.add("lasting: number")
        return self.form(f"lasting until end of {period}", f"until end of {period}, {inner}")

    def whoever(self) -> str:
        """``whoever has the most worlds``."""
        end = self.one("most", "fewest")
        return self.form(
            "whoever",
            "whoever "
            + self.one(
                f"has the {end} {self.count(1)}",
                f"shares the {end} {self.count(1)}",
                f"has {self.random.randint(1, 3)} {self.things()}",
                f"has no {self.things()}",
            ),
        )

    def price(self, verb: Verb, phase: str) -> str:
        """What is paid before the last colon."""
        may = "may " if phase not in ("consume", "produce") or self.chance(2) else ""
        self.forms.add("price: may" if may else "price: must")
        parts = [self.payment(phase)]
        if self.chance(3):
            first = f"spend {self.random.randint(1, 2)} {self.random.choice(self.changeable)}"
            if not parts[0].startswith("spend"):
                parts = [first, *parts]
                self.forms.add("price: two parts")
        return may + ", ".join(parts)

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
                f"discard {n} {self.dice(n, DICE['roll'], plain=True)}",
                f"move {n} {self.dice(n, DICE['roll'], plain=True)} to {self.one('cup', 'citizenry')}",
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
                f"discard 1 {self.pieces(1, ('hand',), owners=False)}",
            )
        return self.one(
            spend, spend, f"regress 1 {self.pieces(1, ('orbit',))} by 1", f"discard 1 {self.dice(1, DICE['galaxies'])}"
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
        text = self.one(f"each opponent {third_person(first)} {rest}", f"opponents {said}").strip()
        self.forms.add("each opponent" if text.startswith("each") else "opponents")
        return self.one(text, f"{self.counting()}, {text}", f"{text}, {self.counting()}")

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
            self.game == "race"
            and verb.name in ("consume", "discard")
            and ("up to" in text or " or " in text.split()[1:3] or "any number" in text)
        ):
            self.forms.add("excluded: finding 16")
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
            case "pieces":
                return self.piece_object(verb)
        return self.slots(verb).strip()

    def counter(self, verb: Verb) -> str:
        """An amount of a counter."""
        name = self.random.choice(self.changeable)
        text, n = self.quantity(verb) if verb.how else (str(self.random.randint(1, 4)), 2)
        if verb.how and text.isdigit():
            text = f"up to {text}"
            self.forms.add("how many: up to")
        sign = self.words.counters[name].sign
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
                if self.game == "roll" and self.chance(5)
                else f"to {self.random.choice([one for one in DICE[self.game] if one != 'goods'])}"
            )
            self.forms |= {"to here" if where == "here" else "to a place", f"slot: {verb.name} to"}
            return f"{n} {kind}{self.n_of(n, self.stock)} {where}"
        text, n = self.quantity(verb)
        if "all" in verb.amounts() and self.chance(10):
            place = self.random.choice([one for one in DICE[self.game] if one != "goods"])
            return f"{self.form('how many: every', 'every')} {self.stock} in {place}{self.slots(verb)}"
        if verb.name == "reassign":
            noun = self.one("worker", "worker", "explorer", "developer", "settler", "producer", "shipper")
            kind = self.one("", "", f"{self.random.choice(self.kinds)} ")
            same = (
                self.form("thing: from one place", f" from {self.one('one', 'same')} column") if self.chance(5) else ""
            )
            return f"{text} {kind}{self.n_of(n, noun)}{same}{self.slots(verb)}"
        if self.completing and self.chance(2) and verb.name in ("move", "discard"):
            its = self.form("thing: its", "settlers" if self.completing == "world" else "developers")
            return f"{text if text.endswith('of') else text + ' of'} its {its}{self.slots(verb)}"
        reach = [one for one in DICE[self.game] if not verb.reach or one in verb.reach]
        return f"{text} {self.dice(n, reach)}{self.slots(verb)}"

    def piece_object(self, verb: Verb) -> str:
        """Pieces."""
        if verb.grants:
            n = self.random.randint(1, 2)
            return f"{n} {self.n_of(n, {'roll': 'tile', 'race': 'card'}[self.game])}"
        text, n = self.quantity(verb)
        if verb.reach == ("goods",):
            if verb.slots and self.chance(4):
                return self.form("thing: of different types", f"{self.random.randint(2, 3)} goods of different types")
            return f"{text} {self.pieces(n, verb.reach, holding=True, owners=False)}"
        if verb.name == "discard" and self.game == "race" and self.chance(6):
            return self.form("thing: this", "this card")
        reach = verb.reach or (("hand", "tableau") if self.game == "race" else ())
        if "all" in verb.amounts() and "orbit" in reach and self.chance(6):
            return f"{self.form('how many: every', 'every')} orbiter{self.slots(verb)}"
        if verb.usual and self.chance(2):
            noun = self.one("world", "development", "card")
            return f"1 {self.one('', self.values())}{noun}{self.slots(verb)}"
        different = self.chance(6) and self.game == "galaxies" and verb.name in ("advance", "regress")
        text = f"{text} {self.pieces(n, reach)}{self.slots(verb)}"
        return (
            f"1 orbiter by 1, {verb.name} 1 {self.form('thing: different', 'different')} orbiter by 1"
            if different
            else text
        )

    def slots(self, verb: Verb) -> str:
        """What fills the slots of a verb."""
        text = ""
        for name, kind in verb.slots.items():
            if name in ("same", "different") or (
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
                return f" {name} an opponent"
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
        if verb.name == "produce":
            if filled:
                return ""
            return (
                " here"
                if name == "to" or self.chance(2)
                else f" on a {self.one('windfall', 'production', 'rare windfall', 'genes windfall')} world"
            )
        if kind == "pieces":
            return f" {name} {self.one('another world', 'another development', 'another card')}"
        if verb.name == "reassign":
            return self.one("", " to the selected phase", f" to {self.one('explore', 'ship')}", " to develop or settle")
        leads = [one for one in verb.leads if self.words.places[one].owner != "piece"]
        if verb.object == "pieces":
            return f" {name} " + self.one("galaxy", "surface", "orbit", "surface or orbit")
        if self.game == "roll" and self.chance(8):
            return f" {name} the selected phase"
        return f" {name} {self.random.choice(leads or list(DICE[self.game]))}"
