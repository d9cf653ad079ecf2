"""The generator's random counts, amounts and conditions, with the words of one game."""

from __future__ import annotations

from collections.abc import Sequence

from proof.nouns import CAN_LIE, OF_TABLE, Nouns
from rftg_dsl.check.signatures import EventWord, sorts_in


class Counts(Nouns):
    """Makes phrases that count, and conditions."""

    elsewhere_than_owner = False
    """Whether something is just said of another seat, so that ``you`` is the owner."""

    # -- counts ----------------------------------------------------------------------------------------------

    def count(self, depth: int = 0) -> str:
        """Something that can be counted."""
        if self.its and not self.chance(3):
            kind = self.one("", f"{self.random.choice(self.kinds)} ")
            return self.form(f"count: its {self.its}", f"its {kind}{self.its}")
        if "it" in self.about() and depth == 0 and self.chance(2):
            return self.form("count: number of it", "cost of it")
        match self.deal("count", 17) if depth == 0 else self.deal("inner count", 8):
            case 0 | 1:
                return self.form("count: printed numbers", f"{self.random.choice(self.numeric)} of {self.pieces()}")
            case 2:
                return self.variety() if depth == 0 and self.roles_of_past() and self.chance(2) else self.different()
            case 3 if depth or self.chance(2):
                own = self.one("", "", "own ")
                return self.form("count: counter", own + self.random.choice(self.counters))
            case 4 | 7 | 14 if self.pasts() and (depth == 0 or self.chance(2)):
                return self.times()
            case 5 if self.game == "race":
                return self.form("count: changed number", self.one("military", "military", "hand limit"))
            case 8 | 13 | 16 if self.deal("minus", 2) == 0:
                plain = str(self.random.randint(1, 5))
                number, other = self.random.sample([plain, self.simple()], 2)
                return self.form("count: minus a number", f"{number} minus {other}")
            case 8 | 13 | 16:
                return self.form("count: minus", f"{self.simple()} minus {self.simple()}")
            case 9:
                return self.form("count: triangle", f"triangle of {self.simple()}")
            case 10 | 12:
                start = ["", " from 2"][self.deal("step", 2)]
                return self.form(
                    f"count: step{start}",
                    f"step of {self.count(1) if not start else self.random.choice(self.counters)}{start}",
                )
            case 11 | 15:
                return self.smaller()
            case 3 | 6 if depth == 0:
                return self.opponents_who()
        return self.form("count: things", self.things())

    def smaller(self) -> str:
        """The smaller of two counts, or a count with a limit."""
        if self.deal("smaller", 2):
            return self.form("count: smaller", f"smaller of {self.in_play()} and {self.in_play()}")
        return self.form("count: smaller number", f"smaller of {self.simple()} and {self.random.randint(1, 4)}")

    def opponents_who(self) -> str:
        """How many opponents there are, or have so much."""
        match self.deal("opponents who", 3):
            case 0:
                return self.form("count: opponents", "opponent")
            case 1:
                return self.form("count: opponents with", f"opponent with {self.comparison(plain=True)}")
        return self.form("count: opponents with", f"opponent with {self.number_of()}")

    def number_of(self) -> str:
        """``3 worlds``, ``exactly 3 worlds``, ``2 or less worlds``."""
        n = self.random.randint(1, 4)
        if "credit" in self.counters and self.chance(6):
            return self.form("if: money", f"${n}")
        how = ["", "exactly", "or less", "or more"][self.deal("how many", 4)]
        number = {"": f"{n}", "exactly": f"exactly {n}"}.get(how, f"{n} {how}")
        return self.form(f"if: {how or 'n'}", f"{number} {self.count(1)}")

    def comparison(self, plain: bool = False) -> str:
        """``more worlds than developments``, ``as many worlds as you``."""
        how = ["more", "fewer", "as many"][self.deal("comparison", 2 if plain else 3)]
        than = self.pieces(plain=True)
        if self.elsewhere_than_owner and self.chance(2):
            than = self.form(f"if: {how} than you", "you")
        if how == "as many":
            return self.form("if: as many", f"as many {self.pieces()} as {than}")
        return self.form(f"if: {how} than", f"{how} {self.pieces(plain=True)} than {than}")

    def in_play(self) -> str:
        """Plain pieces where powers count."""
        active = next(name for name, place in self.words.places.items() if place.active)
        return self.pieces(reach=(active,), plain=True)

    def simple(self) -> str:
        """Something plain that can be counted."""
        return self.pieces(plain=self.chance(2)) if self.chance(2) else self.random.choice(self.counters)

    def different(self) -> str:
        """How many different values there are."""
        if self.game == "roll" and self.chance(2):
            return self.form("count: different kinds", f"different colour of {self.dice()}")
        return self.form(
            "count: different values", f"different {self.random.choice(self.enumerated)} of {self.pieces()}"
        )

    def roles_of_past(self) -> list[tuple[str, str, str]]:
        """The events that can be asked about with their roles: past form, role, and its sort."""
        return [
            (form, role, kind)
            for event, form in self.pasts()
            for role, kind in event.about.items()
            if role in ("from", "with", "on", "of")
        ]

    def variety(self) -> str:
        """``different colour on which you produced``: with how many values it happened."""
        form, role, kind = self.random.choice(self.roles_of_past())
        event = next(event for event in self.bench.game.events if form in event.forms)
        prop = "colour" if kind == "stock" else self.random.choice(self.enumerated)
        rest = "" if self.chance(2) else self.roles(event, but=role)
        return self.form("count: different of an event", f"different {prop} {role} which you {form}{rest}")

    def about(self) -> Sequence[str]:
        """The roles of the event of the sentence."""
        return next((list(event.about) for event in self.bench.game.events if event.name == self.event), [])

    def times(self) -> str:
        """How often something happened."""
        event, form = self.past()
        who = self.one("you", "you", "opponent", "anyone")
        return self.form(
            f"count: time {event.name}", f"time {self.form(f'times: {who}', who)} {form}{self.roles(event)}"
        )

    def roles(self, event: object, but: str = "it") -> str:
        """What an event is about: ``from a rare world``."""
        text = ""
        for role, kind in event.about.items():  # type: ignore[attr-defined]
            if role in ("it", but) or self.chance(3):
                continue
            self.forms.add(f"role: {event.name} {role}")  # type: ignore[attr-defined]
            if kind == "stock":
                kind, other = self.random.sample(self.kinds, 2)
                text += f" {role} {self.article(self.one(kind, f'{kind} or {other}', f'non-{kind}'))} {self.stock}"
            else:
                adjective = self.one("", "this ", "another ", self.values, self.values)
                noun = f"{adjective}world{self.form('role: called', self.called()) if self.chance(5) else ''}"
                text += f" {role} {noun if adjective in ('this ', 'another ') else self.article(noun)}"
        return text

    def per(self) -> str:
        """``per 2 own worlds, rounded up``, with limits."""
        rounding = ""
        if self.chance(3):
            how = self.one("up", "down")
            text = self.form(f"amount: rounded {how}", f"per {self.random.randint(2, 3)} {self.count()}")
            rounding = f", rounded {how}"
        else:
            text = self.form("amount: per", f"per {self.count()}")
        if self.chance(6):
            rounding += self.form("amount: not above", f", not above {self.random.randint(1, 4)}")
        return text + rounding

    # -- conditions ------------------------------------------------------------------------------------------

    def condition(self) -> str:
        """Something that can be true."""
        if "it" in self.about() and self.chance(2):
            return self.it_is()
        if self.its and not self.chance(3):
            kind = self.one("", f"{self.random.choice(self.kinds)} ")
            return self.form("if: has of its", f"you have {self.random.randint(1, 2)} of its {kind}{self.its}")
        match self.deal("condition", 16):
            case 0 | 1 | 14:
                verb, end = [("have", "most"), ("have", "fewest"), ("share", "most"), ("share", "fewest")][
                    self.deal("most", 4)
                ]
                return self.form(f"if: {verb} the {end}", f"you {verb} the {end} {self.count(1)}")
            case 2 | 3 | 15:
                return f"you have {self.comparison()}"
            case 4:
                return self.form("if: no", f"you have no {self.things()}")
            case 5 | 6 | 10:
                return self.of_opponents()
            case 7 | 13 if self.pasts():
                return self.happened()
            case 8:
                end, prop = self.one("highest", "lowest"), self.random.choice(self.numeric)
                noun, place = self.random.choice([pair for pair in self.piece_nouns() if pair[0] in CAN_LIE[self.game]])
                complement = (
                    self.values().strip() if place in OF_TABLE else self.one("own", lambda: self.values().strip())
                )
                return self.form(
                    "if: all are",
                    f"all {self.plural(noun)}{place} with the {end} {prop} {self.one('is', 'are')} {complement}",
                )
            case 9 if self.game == "galaxies":
                return self.form("if: have the", "you have the turn")
            case 11:
                noun = self.pieces(1)
                if noun.split()[0] not in ("own", "every", "another", "other", "this", "top"):
                    return self.form("if: a", f"you have {self.article(noun)}")
            case 12:
                return self.form("if: opponents", f"you have {self.random.randint(1, 2)} opponents")
        return f"you have {self.number_of()}"

    def of_opponents(self) -> str:
        """Something that is true of an opponent, of each, or of none."""
        who = ["an", "each", "no"][self.deal("quantifier", 3)]
        self.elsewhere_than_owner = True
        said = self.of_another()
        self.elsewhere_than_owner = False
        return self.form(f"if: {who} opponent", f"{who} opponent {said}")

    def of_another(self) -> str:
        """Something said of another seat: ``has more worlds than you``, ``has not traded``."""
        match self.deal("of another", 7):
            case 0:
                return f"has {self.number_of()}"
            case 1:
                return f"has no {self.things()}"
            case 2:
                return f"{self.one('has', 'shares')} the {self.one('most', 'fewest')} {self.things_of_each()}"
            case 3 | 4:
                return f"has {self.comparison()}"
            case 5 if self.pasts():
                event, form = self.past()
                return self.form("if: another did", f"{self.one('', 'has ')}{form}{self.roles(event)}")
        if not self.pasts():
            return f"has {self.comparison()}"
        event, form = self.past()
        return self.form("if: another did not", f"has not {form}{self.roles(event)}")

    def things_of_each(self) -> str:
        """Things that each seat has its own of."""
        return self.pieces(owners=False)

    def pasts(self) -> list[tuple[EventWord[...], str]]:
        """The events that can have happened when the sentence comes up, and the past form of their verb."""
        events = [
            (event, form) for event in self.bench.game.events for form, voice in event.forms.items() if voice == "past"
        ]
        if self.heard is None:
            return events
        return [(event, form) for event, form in events if {*sorts_in(event.phase)} & {*self.heard} or not event.phase]

    def past(self) -> tuple[EventWord[...], str]:
        """An event that can be asked about, and the past form of its verb."""
        events = self.pasts()
        return events[self.deal(f"past {self.heard}", len(events))]

    def happened(self) -> str:
        """Something that a seat has done in this phase."""
        event, form = self.past()
        match self.deal("happened", 3):
            case 0:
                return self.form("if: happened", f"you {self.one('', 'have ')}{form}{self.roles(event)}")
            case 1:
                return self.form("if: did not happen", f"you have not {form}{self.roles(event)}")
        how = ["", "exactly", "or less", "or more", "not"][self.deal("how often", 5)]
        n = self.random.randint(1, 3)
        said = {"exactly": f"exactly {n}", "or less": f"{n} or less", "or more": f"{n} or more"}.get(how, str(n))
        no = "not " if how == "not" else ""
        return self.form(f"if: happened {how or 'n'} times", f"you have {no}{form} {said} times{self.roles(event)}")

    def it_is(self) -> str:
        """What the piece of the event is."""
        known = {"complete": self.completing or "world", "settled": "world", "good produced": "world", "sold": "world"}
        noun = known.get(self.event, "development")
        more = self.one("", f" with cost {self.random.randrange(1, 4)} or {self.one('more', 'less')}")
        return self.form("if: it is", f"it is {self.article(self.one('', self.values) + noun)}{more}")
