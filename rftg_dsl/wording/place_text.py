"""Wording of places, destinations and origins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rftg_dsl.check.model import Who
from rftg_dsl.check.signatures import Listed, Selected
from rftg_dsl.check.vocabulary import HOLE, PlaceWord
from rftg_dsl.wording.speaker import OWNERS, Motion, Speaker
from rftg_dsl.wording.text_segments import Segment, Text, list_texts, say, with_a


def word_places(
    to: Speaker, names: Sequence[str], motion: Motion = "", who: Who = "own", on: Text = (), many: bool = False
) -> Text:
    """Combine several places into one phrase; ``on`` is the wording of the pieces that the places belong to."""
    phrases = [word_place(to, name, motion, who, on, many) for name in names]
    if len(phrases) == 1:
        return phrases[0]
    if any(to.words.places[name].owner != "seat" for name in names):
        return list_texts(phrases, "or")
    start, end = count_shared_segments(phrases), count_shared_segments([phrase[::-1] for phrase in phrases])
    # The shared prefix and suffix must not overlap, and each place must keep at least one segment of its own.
    end = min(end, *(len(phrase) - start - 1 for phrase in phrases))
    # Shared words at either end are written once: 'in your Explore or Develop Zone'.
    if start and end >= 0:
        middles = trim_last_words([phrase[start : len(phrase) - end] for phrase in phrases])
        return say(phrases[0][:start], list_texts(middles, "or"), phrases[0][len(phrases[0]) - end :])
    return list_texts(phrases, "or")


def trim_last_words(names: Sequence[Text]) -> Sequence[Text]:
    """If all names end in the same word, drop it from all but the last name."""
    last = {name[-1].text.rpartition(" ")[2] for name in names}
    if len(last) > 1 or any(len(name) > 1 or " " not in name[0].text for name in names):
        return names
    return [say(name[0]._replace(text=name[0].text.rpartition(" ")[0])) for name in names[:-1]] + [names[-1]]


def count_shared_segments(phrases: Sequence[Text]) -> int:
    """The number of segments in the longest common prefix."""
    same = 0
    while all(len(phrase) > same for phrase in phrases) and len({phrase[same].text for phrase in phrases}) == 1:
        same += 1
    return same


def word_place(to: Speaker, name: str, motion: Motion, who: Who, on: Text, many: bool) -> Text:
    place, forms = to.words.places[name], to.forms_of("place", name)
    hole = on if place.owner == "piece" else say({"own": to.your, **OWNERS}[who])
    if motion == "to" and forms[2:] and not on:
        preposition, *rest = forms[2].split(" ")
        return say(preposition, with_hole(rest, hole, name))
    if place.owner == "piece" and not on:
        return say(motion or "in", "any", Segment(place.title, "place", name))
    form, *more = forms or (default_form_of(to, place),)
    preposition, *rest = (more[0] if many and more else form).split(" ")
    return say(motion or preposition, with_hole(rest, hole, name))


def default_form_of(to: Speaker, place: PlaceWord) -> str:
    if place.owner == "piece":
        return f"on {HOLE}" if place.name == first_on_pieces(to) else f"in the {place.title} of {HOLE}"
    return f"in the {place.title}" if place.owner == "table" else f"in {HOLE} {place.title}"


def with_hole(words: Sequence[str], hole: Text, place: str) -> Text:
    """The printed form of a place, with ``hole`` in place of ``...``. The other words are the place's name."""
    at = words.index(HOLE) if HOLE in words else 0
    return say(
        word_place_name(words[:at], place),
        hole if HOLE in words else (),
        word_place_name(words[at + (HOLE in words) :], place),
    )


def word_place_name(words: Sequence[str], place: str) -> Text:
    """A printed name as a single segment, preceded by its article, if any; empty if there are no words."""
    article = words[:1] == ["the"]
    name = " ".join(words[article:])
    return say("the" if article else "", Segment(name, "place", place) if name else "")


def first_on_pieces(to: Speaker) -> str:
    return next((place.name for place in to.words.places.values() if place.owner == "piece"), "")


def common_word_of(to: Speaker, names: Iterable[str]) -> str:
    """The word in which all titles of these places end; ``place`` if they do not end in the same word."""
    last = {to.words.places[name].title.split(" ")[-1] for name in names}
    return last.pop() if len(last) == 1 else "place"


def word_chosen_place(to: Speaker, chosen: Selected | Listed) -> Text:
    """The words in which content refers to a place that is known only during play."""
    phrase = next((name for name, place in to.game.selected.items() if place == chosen), "place")
    return say(to.your, phrase) if isinstance(chosen, Selected) else with_a(say(phrase))


def word_this_piece(to: Speaker) -> Text:
    return say("this", to.word_kind_noun(to.kind)[0] if to.kind in to.words.kinds else "piece")


def are_owned(to: Speaker, places: Sequence[str]) -> bool:
    return not places or any(to.words.places[name].owner != "table" for name in places)
