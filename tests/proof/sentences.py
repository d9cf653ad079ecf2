"""Random sentences of the whole grammar, for the words of one game."""

from __future__ import annotations

from random import Random

from proof.reader import Words


class Sentences:
    """Makes random phrases and powers. Most are valid; the program says which are not."""

    def __init__(self, words: Words, names: list[str], nouns: list[str], random: Random) -> None:
        self.words = words
        self.nouns = nouns
        """The nouns for pieces."""
        self.names = names
        self.random = random
        self.plural = {one: many for many, one in words.singular.items()}
        self.open = [name for name, owner in words.places.items() if owner == "seat"]

    def one(self, *options: str) -> str:
        """One of some texts."""
        return self.random.choice(options)

    def maybe(self, text: str, times: int = 2) -> str:
        """A text with a blank after it, or nothing."""
        return f"{text} " if text and self.random.randrange(times) == 0 else ""

    # -- things ----------------------------------------------------------------------------------------------

    def values(self) -> str:
        """One value, two joined ones, or all but one, of one property."""
        prop = self.random.choice(sorted(set(self.words.values.values())))
        those = sorted(name for name, of in self.words.values.items() if of == prop)
        self.random.shuffle(those)
        if len(those) > 1 and self.random.randrange(4) == 0:
            return f"{those[0]} {self.one('or', 'and')} {those[1]}"
        return self.one("", "", "non-") + those[0]

    def pieces(self) -> str:
        """Pieces of a kind, narrowed in some ways."""
        noun = self.random.choice(self.nouns)
        text = (
            self.maybe(self.one("own", "every", "another", "this"), 3) + self.maybe(self.values()) + self.plural[noun]
        )
        if self.random.randrange(5) == 0:
            prop = self.random.choice(sorted(self.words.numeric))
            text += self.one(
                f" with {prop} {self.random.randrange(7)}" + self.one("", " or more", " or less"),
                f" with the {self.one('highest', 'lowest')} {prop}",
            )
        elif self.random.randrange(8) == 0:
            text += f' called "{self.random.choice(self.names)}" or "{self.random.choice(self.names)}"'
        elif self.random.randrange(6) == 0:
            text += " of opponents"
        return text

    def stock(self) -> str:
        """Fungible things, narrowed in some ways."""
        kinds = sorted(self.words.stock_kinds)
        noun = self.one(
            self.words.stock, *[name for name, (means, *_) in self.words.nouns.items() if means == self.words.stock]
        )
        kind = self.random.choice(kinds)
        others = [one for one in kinds if one != kind]
        adjective = self.one(*([kind, f"non-{kind}", f"{kind} or {self.random.choice(others)}"] if others else [""]))
        text = self.maybe(self.one("own", "every"), 4) + self.maybe(adjective) + self.plural[noun]
        if self.random.randrange(3) == 0:
            text += f" in {self.random.choice(self.open)}" + self.one("", f" or {self.random.choice(self.open)}")
        elif self.random.randrange(5) == 0:
            text += f" on {self.pieces()}"
        elif self.random.randrange(6) == 0:
            text += " of opponents"
        return text

    def holding(self) -> str:
        """Pieces with something on them, by a noun of the game."""
        nouns = [name for name, (_, _, holding) in self.words.nouns.items() if holding]
        return self.maybe(self.values()) + self.plural[self.random.choice(nouns)] if nouns else self.pieces()

    def things(self) -> str:
        """Pieces or fungible things."""
        if not self.words.stock:
            return self.pieces() if self.random.randrange(3) else self.holding()
        return self.stock() if self.random.randrange(2) else self.pieces()

    # -- counts ----------------------------------------------------------------------------------------------

    def count(self, depth: int = 0) -> str:
        """Something that can be counted."""
        match self.random.randrange(9 if depth == 0 else 6):
            case 0:
                return f"{self.random.choice(sorted(self.words.numeric))} of {self.pieces()}"
            case 1:
                return f"different {self.random.choice(sorted(set(self.words.values.values())))} of {self.things()}"
            case 2:
                return self.maybe("own", 3) + self.random.choice(sorted(self.words.counters))
            case 6:
                return f"{self.count(1)} minus {self.count(1)}"
            case 7:
                return f"{self.one('triangle', 'step')} of {self.count(1)}" + self.one("", "")
            case 8:
                return f"smaller of {self.pieces()} and {self.pieces()}"
        return self.things()

    def amount(self) -> str:
        """A number, per something that is counted."""
        n = self.random.randint(1, 3)
        if self.random.randrange(3) == 0:
            text = f"{n} per {self.random.randint(2, 3)} {self.count()}, rounded {self.one('up', 'down')}"
        else:
            text = f"{n} per {self.count()}"
        return text + (f", not above {self.random.randint(1, 4)}" if self.random.randrange(5) == 0 else "")

    def condition(self) -> str:
        """Something that can be true."""
        n = self.random.randint(1, 4)
        match self.random.randrange(8):
            case 0 | 1:
                return f"you {self.one('have', 'share')} the {self.one('most', 'fewest')} {self.count(1)}"
            case 2:
                return f"you have as many {self.pieces()} as {self.pieces()}"
            case 3:
                return f"you have {self.one('more', 'fewer')} {self.pieces()} than {self.pieces()}"
            case 4:
                return f"you have no {self.things()}"
            case 5:
                return f"{self.one('an', 'each')} opponent has {n} {self.things()}"
        return f"you have {self.one(str(n), f'exactly {n}', f'{n} or less', f'{n} or more')} {self.count(1)}"

    def score(self) -> str:
        """A power that scores."""
        before = "".join(f"if {self.condition()}, " for _ in range(self.random.randrange(3)))
        return f"{before.removesuffix(', ')}: score {self.amount()}" if before else f"score {self.amount()}"
