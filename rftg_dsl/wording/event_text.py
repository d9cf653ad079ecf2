"""Wording of events, both as triggers of powers and as past acts in conditions."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.check.model import Match, Pattern, PieceSet, StockSet, Who
from rftg_dsl.check.signatures import EventWord, Voice
from rftg_dsl.wording.noun_text import (
    WHICH,
    Noun,
    noun_of_pieces,
    noun_of_stocks,
    word_kinds_as,
    word_plural,
    word_singular,
)
from rftg_dsl.wording.sayings import Filling, fill_saying
from rftg_dsl.wording.speaker import Speaker
from rftg_dsl.wording.text_segments import Text, say

SUBJECTS = {"you": "you", "another": "an opponent", "any": "any player"}
OWNERS: Mapping[str, Who] = {"you": "own", "another": "others", "any": "all"}


def word_trigger(to: Speaker, pattern: Pattern) -> Text:
    if pattern.event.acts:
        return say("when", word_actor(to, pattern), word_event(to, pattern, "third"))
    subject, mine = SUBJECTS[pattern.who], pattern.who == "you"
    # Some events have only a past form, and are worded as in 'after you have revealed'.
    if not form_of(pattern.event, "base"):
        return say("after", subject, "have" if mine else "has", word_event(to, pattern, "past", mine))
    return say("when", subject, word_event(to, pattern, "base" if mine else "third", mine))


def word_actor(to: Speaker, pattern: Pattern) -> Text:
    roles = {role: (match, how) for role, match, how in pattern.pieces}
    match, how = roles.get("it", (Match(frozenset(pattern.event.of_kind.values())), "any"))
    noun = noun_of_pieces(to, PieceSet(match, who=OWNERS[pattern.who], this=how))
    if noun.owner != "own" or noun.which == "this":
        return word_singular(noun)
    some = "another" if noun.which == WHICH["except"] else "one"
    return say(some, "of", word_plural(Noun(noun.one, noun.many, noun.after, "own"), to.your))


def word_past_event(to: Speaker, pattern: Pattern, who: Who) -> Text:
    subject = {"own": "they" if to.they else "you", "others": "an opponent", "all": "any player"}[who]
    return say(subject, word_event(to, pattern, "past", who == "own"))


def word_event(to: Speaker, pattern: Pattern, voice: Voice, mine: bool = True) -> Text:
    """The predicate of an event, with its roles. ``mine``: whether the subject is the seat that the text addresses."""
    event = pattern.event
    about = {
        role: word_singular(noun_of_pieces(to, piece_in_role(event, role, match, how)))
        for role, match, how in pattern.pieces
    }
    about |= {role: word_singular(noun_of_stocks(to, StockSet(kinds, ()))) for role, kinds in pattern.kinds}
    about |= {"your": say(to.your if mine else "their"), "verb": say(form_of(event, voice))}
    kinds = dict(pattern.kinds)

    def fill_slot(name: str) -> Text | None:
        role, _, noun = name.partition(":")
        return word_kinds_as(to, kinds[role], noun) if noun and role in kinds else about.get(role)

    saying = event.sayings.get(voice) or event.sayings.get("") or default_saying_of(event)
    return fill_saying(saying, Filling(fill_slot))


def form_of(event: EventWord[...], voice: Voice) -> str:
    return next((word for word, other in event.forms.items() if other == voice), "")


def default_saying_of(event: EventWord[...]) -> str:
    roles = [role for role in event.about if not (role == "it" and event.acts)]
    return " ".join(["{verb}", *(f"<{'' if role == 'it' else role} {{{role}}}>" for role in roles)])


def piece_in_role(event: EventWord[...], role: str, match: Match, how: str) -> PieceSet:
    """The piece in a role; if the event is about contents, the contents of that piece."""
    holding = (event.held[role],) if event.lying and role in event.held else ()
    return PieceSet(match, this=how, holding=holding)  # type: ignore[arg-type]
