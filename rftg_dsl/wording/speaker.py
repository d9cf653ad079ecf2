"""The context that the wording of a power depends on, including the game's vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import evolve, field, frozen

from rftg_dsl.check.model import Do, Modifier, Power, Trigger, Who
from rftg_dsl.check.signatures import Signatures, Verb
from rftg_dsl.check.vocabulary import HOLE, SCORE, CounterWord, Vocabulary
from rftg_dsl.wording.text_segments import Segment, Sort, Text, say

Motion = Literal["", "to", "from"]
OWNERS: Mapping[Who, str] = {"others": "an opponent's", "all": "any player's"}


@frozen
class Its:
    """The things that belong to the piece that an event or number is about, as in ``its settlers``."""

    places: Mapping[str, str] = field(factory=dict)
    of_kind: Mapping[str, str] = field(factory=dict)
    """For each noun, the only kind of piece that has such things; there is no entry for a noun that several kinds
    share."""
    kinds: frozenset[str] = frozenset()
    """The kinds of piece that the subject can be; empty if it can be of any kind."""


@frozen
class Speaker:
    """The context in which a text is worded."""

    words: Vocabulary
    game: Signatures
    kind: str = ""
    properties: Mapping[str, object] = field(factory=dict)
    they: bool = False
    """Whether the text is about another seat, so that ``own`` is worded as ``their`` rather than ``your``."""
    mine: str = ""
    """Overrides the possessive for ``own`` in a sentence that has not yet named its subject."""
    motion: Motion = ""
    """Whether the things are in the place mentioned, are moved to it, or are taken from it."""
    its: Its = Its()
    dos: tuple[Do, ...] = ()
    """Everything that the power does, for amounts that count how much of it was done."""

    @property
    def your(self) -> str:
        return self.mine or ("their" if self.they else "your")

    @property
    def have(self) -> str:
        return "has" if self.they else "have"

    def as_third_person(self) -> Speaker:
        return evolve(self, they=True)

    def with_power(self, power: Power) -> Speaker:
        """Return this context with the actions of a power, and with the belongings of the piece that the power is
        about."""
        its = Its()
        match power:
            case Trigger(pattern=pattern):
                kinds = [match.kinds for role, match, _ in pattern.pieces if role == "it"]
                its = Its(pattern.event.its, pattern.event.of_kind, kinds[0] if kinds else frozenset())
            case Modifier(about=about):
                parameter = self.game.find_parameter(power.parameter)
                match = getattr(about, "match", None)
                its = Its(parameter.its, parameter.of_kind, match.kinds if match else frozenset())
        return evolve(self, its=its, dos=power.dos)

    def verb_of(self, do: Do) -> Verb:
        return self.game.verbs[do.signature]

    # -- words -----------------------------------------------------------------------------------------------

    def forms_of(self, table: str, name: str) -> tuple[str, ...]:
        """The printed singular and plural of a word; empty if the game declares none."""
        return self.words.printed.get((table, name), ())

    def word_noun(
        self, table: str, name: str, plural: str, before: Text = (), sort: Sort = "thing"
    ) -> tuple[Text, Text]:
        """The singular and plural of a noun, with ``before`` placed in front of the noun or in its hole."""
        forms = self.forms_of(table, name) or (without_hyphens(name), without_hyphens(plural))
        # A single form serves as both singular and plural. A third form, if any, is for the contents of pieces.
        single, many = (fill_form(form, before, Segment("", sort, name)) for form in (forms[0], forms[:2][-1]))
        return single, many

    def word_kind_noun(self, name: str) -> tuple[Text, Text]:
        return self.word_noun("kind", name, self.words.kinds[name].plural)

    def word_counter_noun(self, counter: CounterWord) -> tuple[Text, Text]:
        return self.word_noun("counter", counter.name, counter.plural, sort="counter")

    def is_mass(self, counter: CounterWord) -> bool:
        """Whether the noun is uncountable: ``less energy`` rather than ``fewer cards``."""
        singular, plural = self.word_counter_noun(counter)
        return singular == plural

    def is_clause(self, counter: CounterWord) -> bool:
        """Whether a yes-or-no counter is worded as a statement about its seat: ``... triggered the end``."""
        return counter.high - counter.low == 1 and HOLE in "".join(self.forms_of("counter", counter.name)[:1])

    def is_figure(self, counter: CounterWord) -> bool:
        """Whether a counter is worded as a number that a seat has rather than as a supply: ``... empire level``."""
        return HOLE in "".join(self.forms_of("counter", counter.name)[:1]) and not self.is_clause(counter)

    def word_money(self, counter: CounterWord, n: int) -> Segment:
        return Segment(f"{'-' if n < 0 else ''}{counter.sign}{abs(n)}", "counter", counter.name)

    def word_property(self, name: str) -> Text:
        return self.word_noun("property", name, name, sort="text")[0]

    def word_points(self, n: int) -> Text:
        forms = self.forms_of(SCORE, "") or ("point", "points")
        return say(Segment(str(n), "number", str(n)), Segment(forms[0] if n == 1 else forms[-1], "counter", SCORE))

    def word_phase(self, name: str) -> Segment:
        known = self.words.phases.get(name)
        forms = self.forms_of("phase", name)
        return Segment(forms[0] if forms else known.title if known else name, "phase" if known else "text", name)


def fill_form(form: str, before: Text, noun: Segment) -> Text:
    start, hole, end = form.partition(HOLE)
    if not hole:
        return say(before, noun._replace(text=form))
    return say(start.strip(), before, noun._replace(text=end.strip()))


def without_hyphens(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
