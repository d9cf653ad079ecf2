"""Who speaks of what: the words of a game, and the context of a power that its text depends on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import evolve, field, frozen

from rftg_dsl.check.model import Do, Modifier, Power, Trigger, Who
from rftg_dsl.check.signatures import Parameter, Signatures, Verb
from rftg_dsl.check.vocabulary import HOLE, SCORE, CounterWord, Vocabulary
from rftg_dsl.wording.text_segments import Segment, Sort, Text, say

Motion = Literal["", "to", "from"]
"""Whether things are in a place, go there, or come from there."""
OWNERS: Mapping[Who, str] = {"others": "an opponent's", "all": "any player's"}
"""Whose a place is, if it is not that of the seat that is spoken of."""


@frozen
class Its:
    """The things that belong to the piece of an event or number: ``its settlers``."""

    places: Mapping[str, str] = field(factory=dict)
    """The place of each of these nouns."""
    of_kind: Mapping[str, str] = field(factory=dict)
    """The kind of piece that has them, if only one has."""
    kinds: frozenset[str] = frozenset()
    """The kinds that the piece can be; empty: any."""


@frozen
class Speaker:
    """What a text depends on besides what it says."""

    words: Vocabulary
    game: Signatures
    kind: str = ""
    """The kind of the side with the power."""
    properties: Mapping[str, object] = field(factory=dict)
    """What is printed on that side."""
    they: bool = False
    """Whether something is said of another seat, so that ``own`` means theirs."""
    mine: str = ""
    """Whose things ``own`` means, if the sentence has not said of whom it speaks."""
    motion: Motion = ""
    """Whether the things that are named are where it is said, or come from there."""
    its: Its = Its()
    dos: tuple[Do, ...] = ()
    """Everything the power does, for what counts how many of it."""

    @property
    def your(self) -> str:
        """Whose things are meant by ``own``."""
        return self.mine or ("their" if self.they else "your")

    @property
    def have(self) -> str:
        """The form of *have* for the seat that is spoken of."""
        return "has" if self.they else "have"

    def as_third_person(self) -> Speaker:
        """The same, about another seat."""
        return evolve(self, they=True)

    def with_power(self, power: Power) -> Speaker:
        """The same, within a power."""
        its = Its()
        match power:
            case Trigger(pattern=pattern):
                kinds = [match.kinds for role, match, _ in pattern.pieces if role == "it"]
                its = Its(pattern.event.its, pattern.event.of_kind, kinds[0] if kinds else frozenset())
            case Modifier(about=about):
                parameter = self.find_parameter(power.parameter)
                match = getattr(about, "match", None)
                its = Its(parameter.its, parameter.of_kind, match.kinds if match else frozenset())
        return evolve(self, its=its, dos=power.dos)

    def verb_of(self, do: Do) -> Verb:
        """The signature of a verb."""
        return self.game.verbs[do.signature]

    def find_parameter(self, name: str) -> Parameter:
        """The number, or act, of this name."""
        return next(parameter for parameter in self.game.parameters if parameter.name == name)

    # -- words -----------------------------------------------------------------------------------------------

    def forms_of(self, table: str, name: str) -> tuple[str, ...]:
        """How a word is printed, in the singular and the plural, if its game says so."""
        return self.words.printed.get((table, name), ())

    def word_noun(
        self, table: str, name: str, plural: str, before: Text = (), sort: Sort = "thing"
    ) -> tuple[Text, Text]:
        """A noun in the singular and the plural, with words that describe it before it, or in its hole."""
        forms = self.forms_of(table, name) or (without_hyphens(name), without_hyphens(plural))
        single, many = (fill_form(form, before, Segment("", sort, name)) for form in (forms[0], forms[:2][-1]))
        return single, many

    def word_kind_noun(self, name: str) -> tuple[Text, Text]:
        """A kind of side in the singular and the plural."""
        return self.word_noun("kind", name, self.words.kinds[name].plural)

    def word_counter_noun(self, counter: CounterWord) -> tuple[Text, Text]:
        """What a counter counts, in the singular and the plural."""
        return self.word_noun("counter", counter.name, counter.plural, sort="counter")

    def is_mass(self, counter: CounterWord) -> bool:
        """Whether there is more or less of it, rather than more or fewer."""
        singular, plural = self.word_counter_noun(counter)
        return singular == plural

    def is_clause(self, counter: CounterWord) -> bool:
        """Whether a counter says something of its seat rather than counting: ``... triggered the end``."""
        return counter.high - counter.low == 1 and HOLE in "".join(self.forms_of("counter", counter.name)[:1])

    def is_figure(self, counter: CounterWord) -> bool:
        """Whether a counter is a number that a seat has, not that many of something: ``... empire level``."""
        return HOLE in "".join(self.forms_of("counter", counter.name)[:1]) and not self.is_clause(counter)

    def word_money(self, counter: CounterWord, n: int) -> Segment:
        """An amount of a counter with a sign."""
        return Segment(f"{'-' if n < 0 else ''}{counter.sign}{abs(n)}", "counter", counter.name)

    def word_property(self, name: str) -> Text:
        """The word for a property."""
        return self.word_noun("property", name, name, sort="text")[0]

    def word_points(self, n: int) -> Text:
        """What a score is counted in."""
        forms = self.forms_of(SCORE, "") or ("point", "points")
        return say(Segment(str(n), "number", str(n)), Segment(forms[0] if n == 1 else forms[-1], "counter", SCORE))

    def word_phase(self, name: str) -> Segment:
        """A phase, or another stretch of play, by its printed name."""
        known = self.words.phases.get(name)
        forms = self.forms_of("phase", name)
        return Segment(forms[0] if forms else known.title if known else name, "phase" if known else "text", name)


def fill_form(form: str, before: Text, noun: Segment) -> Text:
    """A printed form of a noun with words that describe it: before it, or in its hole."""
    start, hole, end = form.partition(HOLE)
    if not hole:
        return say(before, noun._replace(text=form))
    return say(start.strip(), before, noun._replace(text=end.strip()))


def without_hyphens(name: str) -> str:
    """A word without hyphens."""
    return name.replace("-", " ").replace("_", " ")
