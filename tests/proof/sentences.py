"""Random sentences of the whole grammar, for the words of one game."""

from __future__ import annotations

import re
from typing import NamedTuple

from proof.doing import Doing, signature
from proof.program import FRAMES
from rftg_dsl.check.signatures import Verb, sorts_in

BUILDERS = {"world": "settlers", "development": "developers"}
"""The workers that complete each kind of tile."""


ORDERED = {"explore": "explore: may move 1 worker to ship", "produce": "produce: draw 1 card"}
"""The phases that offer powers one after another, and a power that waits with others in them."""


class Sentence(NamedTuple):
    """A random sentence."""

    text: str
    forms: frozenset[str]
    """The forms of the grammar that it uses."""
    frame: int
    """Which side it is written on."""
    more: tuple[str, ...] = ()
    """Other sentences of the same side."""


class Sentences(Doing):
    """Makes random sentences; the verbs, events, windows and numbers of the game come equally often."""

    def next(self) -> Sentence:
        """A sentence of the next sort."""
        self.forms, self.event, self.completing, self.its, self.beside = set(), "", "", "", ""
        self.heard = None
        kind = self.deal("kind", 11)
        made = {0: self.score, 1: self.number, 2: self.number, 3: self.looking_back}
        text = made.get(kind, self.acting)()
        frame = self.random.randrange(len(FRAMES[self.game]))
        if re.search(r"\buses?\b", text):  # the powers of other pieces know only the first frame
            frame = 0
        return Sentence(text, frozenset(self.forms), frame, self.companions(text))

    def companions(self, text: str) -> tuple[str, ...]:
        """Other powers in play that the sentence depends on."""
        if self.beside:
            return (self.beside,)
        if "current cost" in text:
            return (f"cost of {self.one('worlds', 'developments')}: 1 {self.one('less', 'more')}",)
        if " military" in text and "count: changed number" in self.forms:
            return (f"military: {self.random.randint(1, 4)} more",)
        if "rank" in " ".join(self.forms) and text.startswith("at "):
            moment = text.split(",")[0].split(":")[0]
            return (f"{moment}: gain {self.random.randint(1, 3)} {self.random.choice(self.changeable)}",)
        return next(((ORDERED[phase],) for phase in ORDERED if f"rank in {phase}" in self.forms), ())

    # -- scores and numbers ----------------------------------------------------------------------------------

    def score(self) -> str:
        """A power that scores."""
        self.heard = ()
        before = ", ".join(f"if {self.condition()}" for _ in range(self.random.choice((0, 0, 1, 2))))
        before = f"{before}: " if before else ""
        if self.chance(6):
            return self.form("score: plain", f"{before}score {self.random.randint(1, 4)}")
        if self.chance(4):
            rows = [f"{self.random.randint(1, 3)} per {self.pieces()}" for _ in range(2)]
            return self.form("score: rows", f"{before}score {', or '.join(rows)}")
        return self.form("score", f"{before}score {self.random.randint(1, 3)} {self.per()}")

    def number(self) -> str:
        """A power that changes a number."""
        parameter = self.in_turn("number", self.parameters)
        if parameter.permits:
            return self.permission()
        if parameter.name in ("payment", "conquest") and self.chance(2):
            return self.permission()
        name = parameter.name
        text = self.form(f"number: {name}", name)
        about = ""
        if parameter.about == "piece" and (name != "military" or self.chance(2)):
            about = self.subject(name)
        elif parameter.about == "stock":
            about = f" with {self.article(self.explorer())}"
        if name == "cost" and self.deal("kept", 4) == 0:
            before = f"if {self.condition()}: " if self.chance(3) else ""
            return self.form("number kept", f"{before}{text}{about} cannot be changed")
        text += about
        only = text
        kinds = [kind for kind in ("world", "development") if kind in about]
        if parameter.its and len(kinds) == 1:
            self.its = BUILDERS[kinds[0]]
        text += "".join(f", if {self.condition()}" for _ in range(self.random.randrange(2)))
        change = self.change(name)
        if parameter.priced and self.chance(2):
            change = self.priced(name)
            if self.chance(4):
                self.beside = self.form("two prices of a number", f"{only}{self.priced(name)}")
            return self.form(f"number at a price: {name}", f"{text}{change}")
        if self.chance(3):
            self.its = ""
            rank = self.one("first", "last")
            text += self.form(f"rank of a number: {rank}", f", {rank}") if self.chance(2) else ""
            other = f"{self.random.randint(1, 4)} less, not below {self.random.randint(1, 4)}"
            other = other if self.chance(2) else self.change(name)
            self.beside = self.form("two powers on a number", f"{only}: {other}")
        return f"{text}: {change}"

    def permission(self) -> str:
        """``goods on this world cannot be traded``."""
        before = f"if {self.condition()}: " if self.chance(3) else ""
        known = list(self.bench.speech.permits.items())
        act, parameter = known[self.deal("act", len(known))]
        how = "cannot" if parameter.granted else ["may", "cannot"][self.deal(f"permission {act}", 2)]
        if parameter.among:
            things = f"{self.one('', self.values)}{self.one('cards', 'worlds', 'developments')} in hand"
        elif parameter.opens:
            things = self.one("this world", *[lambda: f"{self.values()}worlds"] * 2, "worlds")
            if parameter.priced and how == "may" and self.chance(2):
                self.forms.add(f"number at a price: {parameter.name}")
                before = "may " + self.one("discard this card: ", "spend 1 vp: ", "discard 1 card in hand: ")
        else:
            goods = "goods on worlds" if self.game == "roll" else "goods"
            things = self.one("goods on this world", "this world", f"{self.values()}worlds", goods)
        self.forms |= {f"permission: {how}", f"permission: {act}"}
        return f"{before}{things} {how} be {act}"

    def subject(self, name: str) -> str:
        """What a changed number belongs to."""
        word = {"military": "against", "payment": "for"}.get(name, "of")
        if name == "trade":
            return f" of {self.one('', self.values)}goods" + self.one("", "", " on this world")
        noun = ["worlds", "developments"][self.deal("cost of", 2)] if name == "cost" else "worlds"
        if self.chance(5):
            return self.form("number of this", f" {word} this {noun[:-1]}")
        if name == "cost" and self.chance(4):
            noun = self.form("number of two kinds", "developments and worlds")
        return f" {word} " + self.one("", "other ", self.values, self.values) + noun

    def explorer(self) -> str:
        """An explorer of some colours."""
        kind, other = self.random.sample(self.kinds, 2)
        return f"{self.one(kind, f'{kind} or {other}', f'non-{kind}')} explorer"

    def change(self, name: str) -> str:
        """``2 less, not below 1``."""
        n = self.random.randint(1, 4)
        most = next(parameter.most for parameter in self.parameters if parameter.name == name)
        match self.random.randrange(7):
            case 0 if name != "cost" and not most:
                return self.form("change: any number", "any number")
            case 1:
                return self.form("change: exactly", f"{n} exactly")
            case 2:
                return self.form("change: not below", f"{n} less, not below {self.random.randint(1, 4)}")
            case 3:
                return self.form("change: not above", f"{n} more, not above {self.random.randint(2, 6)}")
            case 4:
                how, per = self.one("less", "more"), f"per {self.changing()}"
                return self.form("change: per", f"1 {how} {per}")
            case 5:
                how, up = self.one("less", "more"), self.one("up", "down")
                return self.form("change: per rounded", f"1 {how} per 2 {self.changing()}, rounded {up}")
        how = self.one("less", "more")
        return self.form(f"change: {how}", f"{n} {how}")

    def changing(self) -> str:
        """What a change grows with."""
        return self.count(1) if self.its else self.pieces()

    def priced(self, name: str) -> str:
        """A change at a price: this card, or things of the owner."""
        how = "more" if name in ("military", "draws", "kept cards") else "less"
        limit = self.form("limit: number", ", once per phase") if self.chance(2) else ""
        counter = self.random.choice(self.changeable)
        if self.game == "roll":
            price = self.one(
                "spend $1",
                f"spend 2 {counter}",
                f"discard 1 {self.one('', 'military ', 'home ')}die in citizenry",
                "discard 2 own dice in cup",
                "discard 1 good",
            )
            payment = self.one(f"spend up to 2 {counter}", "spend 1 or 2 credits")
        else:
            price = self.one(
                "discard this card",
                "discard 1 card in hand",
                "discard 2 cards in hand",
                lambda: f"consume 1 {self.values()}good",
                "discard 1 world",
                "spend 1 vp",
            )
            payment = self.one(
                "discard up to 2 cards in hand",
                "discard 1 or 2 cards in hand",
                "consume up to 2 goods",
                "spend up to 2 vp",
            )
        counted = {"s": "spent", "d": "discarded", "c": "consumed"}[payment[0]]
        if self.deal("given", 3) == 0 and counted in self.counters:
            return self.form("change: per given", f"{limit}, may {payment}: 1 {how} per {counted}")
        return f"{limit}, may {price}: {self.random.randint(1, 4)} {how}"

    # -- powers that act -------------------------------------------------------------------------------------

    def acting(self) -> str:
        """A power that acts at some moment."""
        verb = self.in_turn("verb", self.verbs)
        if verb.alone:
            self.forms |= {"offer: explore", f"offered in explore: {verb.name}"}
            return f"explore: may {self.form(signature(verb), verb.name)}"
        head, phase = self.moment(verb)
        parts = [head] if head else []
        said = ", ".join(f"if {self.condition()}" for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))))
        if said:
            self.forms.add("condition on a moment" if head else "condition alone")
            parts += [said]
        if head and phase != "assign" and self.chance(8):
            times, period = self.one("once", "twice"), self.random.choice(self.words.schedule.periods)
            parts.append(self.form(f"limit: {times} per {period}", f"{times} per {period}"))
        if head and (not phase or phase in ORDERED) and self.chance(3 if self.game == "galaxies" else 8):
            rank = self.one("first", "last")
            self.forms |= {f"rank: {rank}", *([f"rank in {phase}"] if phase else [])}
            parts.append(rank)
        if self.chance(12) and self.lasts():
            return f"{', '.join(parts)}{': ' if parts else ''}{self.lasting()}"
        whoever = self.chance(10) and not phase
        choose = self.chance(3 if whoever else 8) and phase != "assign"
        if whoever:
            parts.append(self.whoever())
        if choose:
            self.forms |= {"each chooses one"} if whoever else set()
            parts.append(self.form("choose one", "choose one"))
        price = self.price(verb, phase) if self.chance(4) and phase != "assign" else ""
        body = self.counted(price, verb) or self.body(verb, phase, choose, whoever)
        may = not price and self.chance(4 if phase != "assign" else 2)
        if may and not whoever and not choose and body.split()[0] not in ("each", "opponents"):
            body = self.form("may", f"may {body}")
        head = ", ".join(part for part in parts if not (choose and price and part == "choose one"))
        if price:
            body = f"{price}: {'choose one: ' if choose else ''}{body}"
        return f"{head}: {body}" if head else body

    def counted(self, price: str, verb: Verb) -> str:
        """An effect that counts what was paid, or that is about something else than what was paid with."""
        if re.search(r"spend (up to|any number|\d or)", price) and self.chance(2):
            return self.form("amount: per paid", f"gain 1 {self.random.choice(self.changeable)} per spent")
        if price.startswith("may regress 1") and verb.name in ("advance", "regress"):
            return f"{verb.name} 1 {self.form('thing: different', 'different')} orbiter by 1"
        return ""

    def looking_back(self) -> str:
        """A power that asks what has happened in a whole round or turn."""
        period = next(name for name in self.words.schedule.windows if name not in self.words.phases)
        edge = self.form(f"window: end of {period}", f"at end of {period}")
        gained = f"gain 1 {self.random.choice(self.changeable)} per"
        if self.chance(2):
            return f"{edge}: {gained} {self.times()}"
        return f"{edge}, if {self.happened()}: {gained} {self.times() if self.chance(2) else self.count()}"

    def moment(self, verb: Verb) -> tuple[str, str]:
        """The moment of a power with this verb, and the phase if one offers it."""
        if verb.moments:
            moment = self.random.choice(verb.moments)
            if moment in self.bench.game.offers:
                return self.offered(verb, moment)
            self.event = moment
            self.forms.add(f"event: {self.event}")
            return "when you have revealed", ""
        if "moment" in verb.slots.values() and self.chance(2):
            return self.window()
        offers = [phase for phase, names in self.bench.game.offers.items() if verb.name in names]
        if verb.offered or self.game == "galaxies" or "moment" in verb.slots.values() or (offers and self.chance(2)):
            if self.game == "galaxies" and self.chance(3):
                match self.random.randrange(3):
                    case 0:
                        return self.when()
                    case 1:
                        return self.window()
                return self.form("at once", ""), ""
            return self.offered(verb, offers[self.deal(f"offers {' '.join(offers)}", len(offers))])
        if self.game == "roll" and verb.name in ("move", "discard") and self.chance(3):
            if self.deal("shipping", 3) == 0:
                self.event, self.its = "ship", "goods"
                return self.form("event: ship", "when you ship"), ""
            self.event = "complete"
            self.forms.add("event: complete of a piece")
            self.completing = ["world", "development"][self.deal("completing", 2)]
            self.its = BUILDERS[self.completing]
            return f"when {self.one('own ', 'another own ', 'every ')}{self.completing} completes", ""
        if self.game == "race" and verb.name == "discard" and self.chance(3):
            return self.when()
        match self.random.randrange(5):
            case 0:
                self.forms.add("at once")
                return "", ""
            case 1 | 2 if self.windows:
                return self.window()
        return self.when()

    def window(self) -> tuple[str, str]:
        """The start or end of a phase, a round or a turn."""
        point = self.in_turn("window", self.windows)
        edge, _, phase = point.partition(" of ")
        if phase in self.words.phases:
            self.heard = () if edge == "start" else (phase,)
        return self.form(f"window: {point}", f"at {point}"), ""

    def offered(self, verb: Verb, phase: str) -> tuple[str, str]:
        """A phase that offers a verb."""
        self.heard = (phase,)
        self.forms |= {f"offer: {phase}", f"offered in {phase}: {verb.name}"}
        return phase, phase

    def when(self) -> tuple[str, str]:
        """An event."""
        event = self.in_turn("event", self.events)
        self.event = event.name
        self.heard = sorts_in(event.phase) or None
        self.its = "goods" if "goods" in event.its else ""
        voices = {voice: form for form, voice in event.forms.items()}
        if event.acts and self.deal("actor", 4) == 0:
            who = self.one("you", "opponent", "anyone")
            self.forms |= {f"event: {event.name} of a player", f"who: {who}"}
            return f"when {who} {voices['base'] if who == 'you' else voices['third']}", ""
        if event.acts:
            completing = ["development", "world"][self.deal("completing", 2)]
            noun = {"complete": completing, "good produced": "world"}.get(
                event.name, self.one("world", "card", "development")
            )
            before = self.one(
                "own ", "another own ", "every ", "this ", "this ", lambda: "own " + self.values(), self.values
            )
            if event.name in ("good produced", "complete") and self.chance(2):
                before = "this "
            self.completing = noun if event.name == "complete" else ""
            self.its = BUILDERS.get(self.completing, "")
            return self.form(f"event: {event.name} of a piece", f"when {before}{noun} {voices['third']}"), ""
        who = self.one("you", "you", "opponent", "anyone")
        self.forms.add(f"event: {event.name}")
        self.forms.add(f"who: {who}")
        verb = (
            voices.get("base" if who == "you" else "third") or f"{'have' if who == 'you' else 'has'} {voices['past']}"
        )
        if "it" in event.about and event.lying and self.chance(2):
            good = self.one(lambda: f"{self.article(f'{self.values()}good')}", "the good on this world")
            return f"when {who} {verb} {good}", ""
        if "it" in event.about and not event.lying and self.chance(2):
            noun = "world" if event.name == "settled" else "development"
            more = self.one("", "", f" with cost {self.random.randrange(1, 4)} or {self.one('more', 'less')}")
            if self.chance(3):
                return f"when {who} {verb} {self.one('this', 'another')} {noun}", ""
            return f"when {who} {verb} {self.article(self.one('', self.values) + noun)}{more}", ""
        return f"when {who} {verb}{self.roles(event)}", ""

    def lasts(self) -> bool:
        """Whether the game has a period for which something can last."""
        return bool(self.words.schedule.periods)

    def lasting(self) -> str:
        """``until end of turn, when opponent follows: gain 1 culture``."""
        period = self.random.choice(self.words.schedule.periods)
        if self.chance(2):
            head, _ = self.when()
            inner = f"{head}: {self.counting()}"
            self.forms.add("lasting: event")
        else:
            parameter = self.random.choice([parameter for parameter in self.parameters if not parameter.permits])
            subject = self.subject(parameter.name) if parameter.about == "piece" else ""
            subject = f" with {self.article(self.explorer())}" if parameter.about == "stock" else subject
            inner = f"{parameter.name}{subject}: {self.change(parameter.name)}"
            self.forms.add("lasting: number")
        return self.form(f"lasting until end of {period}", f"until end of {period}, {inner}")

    def whoever(self) -> str:
        """``whoever has the most worlds``."""
        self.elsewhere_than_owner = True
        said = self.one(
            lambda: f"has {self.random.randint(1, 3)} {self.things()}",
            self.of_another,
            self.of_another,
        )
        self.elsewhere_than_owner = False
        return self.form("whoever", f"whoever {said}")
