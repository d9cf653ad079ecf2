"""The generator's random phrases: things, with the words of one game.

Every form that a sentence uses is noted in ``forms``, so that a test can say which forms were tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from proof.program import Bench

BUILT = {"world": "development", "development": "world"}
"""The kinds that one phrase can join."""

CAN_LIE = {
    "roll": {"development": ("tableau", "developments"), "world": ("tableau", "worlds"), "tile": ("tableau",)},
    "race": dict.fromkeys(("development", "world", "card"), ("tableau", "hand", "discards", "supply", "discarding")),
    "galaxies": {"planet": ("row", "colonies", "discard")},
}
"""Where pieces without a noun of their own can lie; the first place is the one they are in without any word."""

SELDOM = ("supply", "discarding")
"""Places that are named only after verbs that take pieces from there."""

OF_TABLE = (" in discards", " in supply", " in row", " in discard")
"""Places whose pieces nobody owns."""
SEATED = (" in hand", " in discarding")
"""Places of seats whose pieces others can name."""

DICE = {
    "roll": ("cup", "citizenry", "explore", "develop", "settle", "produce", "ship", "developing", "settling", "goods"),
    "race": (),
    "galaxies": ("move", "energy", "culture", "diplomacy", "economy", "colony", "bay-move", "bay-energy", "bay-colony"),
}
"""Where fungible things mostly lie."""


class Nouns:
    """Makes random phrases. Most are valid; the program says which are not."""

    def __init__(self, bench: Bench, names: Sequence[str], random: Random) -> None:
        self.bench, self.names, self.random = bench, names, random
        self.game, self.words = bench.name, bench.words
        self.forms: set[str] = set()
        self.event = ""
        """The event of the sentence, if any."""
        self.completing = ""
        """The kind of the piece of that event, if it is named."""
        self.beside = ""
        """Another power on the same piece."""
        self.heard: tuple[str, ...] | None = None
        """The phases in which the sentence comes up, so that it can ask what has happened; None: any."""
        self.its = ""
        """What the piece of the event, or of a changed number, has; empty if it has nothing."""
        self.decks: dict[str, list[int]] = {}
        """What is left of the numbers to be dealt, by their use."""
        self.sorts = sorted(sort for sort in bench.speech.sorts_of_power if " " not in sort)
        self.stock = next(iter(self.words.stocks), "")
        self.kinds = [kind.name for kind in self.words.stock_kinds.values()]
        self.nouns = list(self.words.nouns.values())
        self.counters = [name for name, counter in self.words.counters.items() if not counter.inner]
        self.changeable = [name for name in self.counters if not self.words.counters[name].read]
        self.enumerated = sorted({value.of for value in self.words.values.values()} - {"face", "level"})
        self.numeric = [
            name
            for name, prop in self.words.properties.items()
            if prop.numeric and name not in ("preset", "number", "least")
        ]

    def one(self, *options: str | Callable[[], str]) -> str:
        """One of some texts; a function makes its text only if it is chosen, so that all forms noted are used."""
        option = self.random.choice(options)
        return option if isinstance(option, str) else option()

    def chance(self, times: int) -> bool:
        """True once in so many times."""
        return self.random.randrange(times) == 0

    def deal(self, name: str, many: int) -> int:
        """A number below ``many``; each comes equally often."""
        if not self.decks.get(name):
            self.decks[name] = self.random.sample(range(many), many)
        return self.decks[name].pop()

    def article(self, text: str) -> str:
        """A text with ``a`` or ``an``."""
        return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"

    def form(self, name: str, text: str) -> str:
        """A text, whose form is noted."""
        self.forms.add(name)
        return text

    def plural(self, noun: str) -> str:
        """The plural of a noun."""
        entries = {
            **self.words.nouns,
            **self.words.kinds,
            **self.words.components,
            **self.words.stocks,
            **self.words.counters,
        }
        return entries[noun].plural or noun

    def n_of(self, n: int, noun: str) -> str:
        """A noun in the singular or plural."""
        return noun if n == 1 else self.plural(noun)

    # -- pieces ----------------------------------------------------------------------------------------------

    def values(self, several: bool = True, prop: str = "") -> str:
        """One value, two joined ones, or all but one, of one property."""
        prop = prop or self.random.choice(self.enumerated)
        names = sorted(value.name for value in self.words.values.values() if value.of == prop)
        self.random.shuffle(names)
        if several and len(names) > 1 and self.chance(4):
            return self.form("thing: values joined", f"{names[0]} {self.one('or', 'and')} {names[1]} ")
        if self.chance(4):
            return self.form("thing: non-value", f"non-{names[0]} ")
        return self.form("thing: value", f"{names[0]} ")

    def piece_nouns(self, reach: Sequence[str] = (), holding: bool = False) -> list[tuple[str, str]]:
        """The nouns for pieces with the words for their place, those in reach."""
        active = next(name for name, place_word in self.words.places.items() if place_word.active)
        nouns = []
        for noun, places in CAN_LIE[self.game].items():
            for nth, place in enumerate(places):
                if place in reach if reach else nth == 0 or (place not in SELDOM and self.chance(3)):
                    nouns.append((noun, "" if place == active else f" in {place}"))
        for word in self.nouns:
            if word.means == self.stock or (bool(word.holding) != holding):
                continue
            if holding or not reach or set(word.places) & set(reach):
                nouns.append((word.name, ""))
        return [
            each
            for each in nouns
            if holding == bool(self.words.nouns.get(each[0]) and self.words.nouns[each[0]].holding)
        ]

    def pieces(
        self, n: int = 2, reach: Sequence[str] = (), holding: bool = False, plain: bool = False, owners: bool = True
    ) -> str:
        """Pieces, narrowed in some ways."""
        noun, place = self.random.choice(self.piece_nouns(reach, holding))
        named = self.n_of(n, noun)
        if place and not reach and place != " in worlds" and self.chance(4):
            others = [f" or {other}" for other in CAN_LIE[self.game].get(noun, ()) if f" in {other}" != place]
            place += self.form("thing: in places", self.one(*others))
        before, after = "", place
        if place:
            self.forms.add("thing: in a place")
        if not plain:
            if place == " in worlds" and self.chance(2):
                before = self.form("thing: top", "top ")
            elif owners and self.chance(4) and not place:
                word = self.one("own", "every", "another", "other", *([] if reach or holding else ["this"]))
                before += self.form(f"thing: {word}", f"{word} ")
            before += self.adjectives()
            if self.chance(6) and noun in BUILT and self.game != "galaxies":
                named = self.form("thing: kinds joined", f"{named} or {self.n_of(n, BUILT[noun])}")
            if holding and self.game == "race" and self.chance(4):
                before = self.form("thing: mark", "produced ") + before
            if not self.chance(3) and not holding:
                after += self.narrowing(noun, before, place)
                again = after != place and " planet" not in after and self.chance(4)
                more = self.narrowing(noun, before, place) if again else ""
                if more and more.split()[:3] != after.removeprefix(place).split()[:3]:
                    after += self.form("thing: narrowed twice", more)
            elif owners and not before and (self.chance(8) if not place else place in SEATED and self.chance(3)):
                after += self.form("thing: of opponents", " of opponents")
        return f"{before}{named}{after}"

    def adjectives(self) -> str:
        """Words for printed values: none, those of one property, or of two."""
        if not self.chance(3):
            return ""
        if len(self.enumerated) < 2 or not self.chance(4):
            return self.values()
        prop, other = self.random.sample(self.enumerated, 2)
        return self.form("thing: two values", f"{self.values(prop=prop)}{self.values(prop=other)}")

    def narrowing(self, noun: str, before: str, place: str) -> str:
        """Words after a noun for pieces."""
        vessel = self.words.nouns[noun].means == "vessel" if noun in self.words.nouns else False
        if vessel:
            if noun in ("orbiter", "lander", "visitor"):
                track = self.one("economy", "diplomacy", "energy", "culture")
                return self.form("thing: on a piece", f" on a {track} planet")
            return ""
        match self.deal("narrowing", 10):
            case 0 | 1:
                prop, n = self.random.choice(self.numeric), self.random.randrange(1, 5)
                how = ["", " or more", " or less", " or n"][self.deal("with number", 4)]
                said = f" or {n + 1}" if how == " or n" else how
                return self.form(f"thing: with number{how}", f" with {prop} {n}{said}")
            case 2:
                end = ["highest", "lowest"][self.deal("extreme", 2)]
                return self.form(f"thing: {end}", f" with the {end} {self.random.choice(self.numeric)}")
            case 3:
                return self.form("thing: called", self.called())
            case 4 | 5 | 8 | 9:
                return self.with_powers()
            case 6:
                word = ["with", "without"][self.deal("bearing", 2)]
                on = self.one("visitors", "orbiters", "landers") if self.game == "galaxies" else "goods"
                return self.form(f"thing: {word} things", f" {word} {on}")
            case 7 if self.game in ("roll", "race"):
                how = self.one("", " or more", " or less")
                return self.form("thing: with current number", f" with current cost {self.random.randrange(1, 4)}{how}")
        return ""

    def with_powers(self) -> str:
        """``with an explore power``, ``without a ship power and a gain power``."""
        word = ["with", "without"][self.deal("powers", 2)]
        sorts = [self.sorts[self.deal("sort", len(self.sorts))]]
        if word == "with" and sorts[0] != "gain" and self.chance(2):  # few pieces have powers of any two sorts
            sorts.append(self.form("thing: with two powers", "gain"))
        for sort in sorts:
            self.forms.add(f"sort of power: {sort}")
        said = " and ".join(f"{self.article(sort)} power" for sort in sorts)
        return self.form(f"thing: {word} a power", f" {word} {said}")

    def called(self) -> str:
        """One printed name, or one of two."""
        names = self.random.sample(self.names, self.random.randint(1, 2))
        return " called " + " or ".join(f'"{name}"' for name in names)

    # -- fungible things ---------------------------------------------------------------------------------------

    def dice(self, n: int = 2, reach: Sequence[str] = (), owners: bool = True, plain: bool = False) -> str:
        """Fungible things, narrowed in some ways."""
        nouns = [
            noun for noun in self.nouns if noun.means == self.stock and (not reach or set(noun.places) & set(reach))
        ]
        noun = self.random.choice([noun.name for noun in nouns]) if nouns and self.chance(2) else self.stock
        if tuple(reach) == ("goods",):
            noun = "good"
        before, after = "", ""
        if len(self.kinds) > 1 and self.chance(2):
            kind, other = self.random.sample(self.kinds, 2)
            before = self.one(f"{kind} ", f"{kind} ", f"non-{kind} ", f"{kind} or {other} ")
            self.forms.add(
                "things: non-kind"
                if "non-" in before
                else "things: kinds joined"
                if " or " in before
                else "things: kind"
            )
        places = [place for place in DICE[self.game] if not reach or place in reach]
        seated = self.game == "roll"
        if noun == self.stock and (self.chance(2) or not seated) and len(places) > 1:
            place, other = self.random.sample(places, 2)
            after = f" in {place}" + (f" or {other}" if self.chance(3) else "")
            self.forms.add("things: in places" if " or " in after else "things: in a place")
        elif (
            not plain and self.chance(4) and (not reach or "goods" in reach) and seated and noun in (self.stock, "good")
        ):
            after = self.form("things: on pieces", f" on {self.pieces()}")
            return f"{before}{self.n_of(n, noun)}{after}"
        if seated and "it" in self.about() and not plain and (not reach or "goods" in reach) and self.chance(2):
            return f"{before}{self.n_of(n, self.stock)}{self.form('things: on it', ' on it')}"
        if seated and noun == self.stock and not after and not plain and not self.chance(3):
            phase = ["an active phase", "an inactive phase", "the selected phase"][self.deal("known", 3)]
            after = self.form(f"things: in {phase.split(' ', 1)[1]}", f" {self.one('in', 'from')} {phase}")
        if owners and seated and self.chance(4):
            before = self.form("things: own", "own ") + before
        elif owners and seated and self.chance(6) and not plain:
            word = self.one("every", "of opponents")
            before, after = (f"every {before}", after) if word == "every" else (before, f"{after} of opponents")
            self.forms.add(f"things: {word}")
        return f"{before}{self.n_of(n, noun)}{after}"

    def things(self) -> str:
        """Pieces or fungible things, to be counted."""
        if self.game == "race":
            return self.pieces(holding=self.chance(3))
        return self.dice() if self.chance(2) else self.pieces()
