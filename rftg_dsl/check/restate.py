"""Explain sentences in everyday English: describe the mistake in the author's words, and suggest a sentence that works.

Only sentences with a mistake are considered, so valid sentences are never affected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import Diagnostic, Edit, find_nearest, one_of, with_article
from rftg_dsl.base.resources import PHRASES, SUFFIX
from rftg_dsl.base.source import Source, Span
from rftg_dsl.check.phrases import LANGUAGE, SCENARIOS, Doing, Named, Phrase, read_phrases
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.signatures import EventWord, sorts_in, to_third_person
from rftg_dsl.syntax.mistakes import does_parse
from rftg_dsl.syntax.statements import is_inside

LONGEST = 400
"""The maximum length of a sentence to restate, in characters."""
MOST = 200
SOME = r'[^,:;{}"\n#$]{1,80}?'
"""The pattern for any other ``{name}``. It is bounded and lazy because it runs on arbitrary text from authors."""
SHAPES = {
    "n": r"\$?\d+",
    "seat": r"\d+",
    "name": r'"[^"\n]*"',
    "word": r"[a-z][a-z-]*",
    "stuff": r'[^,:;{}"\n#]{1,80}?',
    "rest": r"[^;{}\n#]{1,120}",
    "head": r"[^:;{}\n#]{1,80}?",
}
UNREAD = ("syntax", "unknown", "surplus", "missing", "wrong", "choice")
"""The code prefixes of mistakes that keep a sentence from being understood. Other mistakes concern its meaning."""
OWNERS = re.compile(r"^((all of|all|your|my|his|her|their|the|a|an|own|any|this player's) )+")


@frozen
class Sentence:
    """A sentence, with its location and the mistakes in it."""

    source: Source
    start: int
    text: str
    wrong: list[Diagnostic]


def restate(diagnostics: Sequence[Diagnostic], speech: Speech, content: Path) -> list[Diagnostic]:
    """Return the diagnostics. If a sentence is in everyday English, its diagnostics are merged into one."""
    errors = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.severity == "error" and diagnostic.at.source.label.endswith(SUFFIX)
        # Matching is slow, so the number is limited: a file full of mistakes must not block the editor.
    ][:MOST]
    if not errors:
        return list(diagnostics)
    english = {True: English(speech, content, scenarios=True), False: English(speech, content, scenarios=False)}
    kept = list(diagnostics)
    for sentence in find_sentences(errors):
        tests = bool(re.search(r"^[ \t]*scenario\b", sentence.source.text, re.MULTILINE))
        if better := english[tests].restate(sentence):
            nth = kept.index(sentence.wrong[0])
            kept[nth] = better
            kept = [diagnostic for diagnostic in kept if diagnostic not in sentence.wrong[1:]]
    return kept


def find_sentences(errors: Iterable[Diagnostic]) -> Iterator[Sentence]:
    made: dict[tuple[str, int], Sentence] = {}
    for error in errors:
        text = error.at.source.text
        begins, ends = sentence_around(text, error.at.start)
        if ends - begins <= LONGEST:
            sentence = Sentence(error.at.source, begins, text[begins:ends], [])
            made.setdefault((error.at.source.label, begins), sentence).wrong.append(error)
    yield from made.values()


def is_quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1


def sentence_around(text: str, at: int) -> tuple[int, int]:
    """Return the span of the sentence around ``at``.

    Sentences are delimited by braces, semicolons, and line ends that do not follow ',' or ':'.
    """
    # Bound the search; otherwise every mistake in a long file would cause a search through the whole file.
    low = max(0, at - LONGEST)
    cuts = [match.end() for match in re.finditer(r"(?<![,:])\n|[;{}]", text[low:at])]
    begins = low + (cuts[-1] if cuts else 0)
    end = re.compile(r"[;{}#]|(?<![,:])\n").search(text, at, at + LONGEST)
    return begins, end.start() if end else min(len(text), at + LONGEST + 1)


class English:
    """The phrases that authors may use, as patterns over a game's words."""

    def __init__(self, speech: Speech, content: Path, scenarios: bool) -> None:
        files = [content / PHRASES, SCENARIOS if scenarios else LANGUAGE]
        # If the game declares an everyday word, the word has the game's meaning.
        strange = [entry for entry in read_phrases(files[0]).words if entry.said not in speech.known]
        self.words = {entry.said: entry.word for entry in strange}
        named = [phrase_of(entry) for entry in strange]
        own = [] if scenarios else [*read_phrases(files[0]).phrases]
        self.phrases = [*own, *read_phrases(files[1]).phrases, *([] if scenarios else named)]
        self._patterns: dict[str, re.Pattern[str]] = {}
        self.scenarios = scenarios
        self.speech = speech
        self.sorts = sorts_of(speech)
        self.waiting = Waiting(speech, [] if scenarios else read_phrases(LANGUAGE).events)
        self.lists = lists_of(speech)

    def restate(self, sentence: Sentence) -> Diagnostic | None:
        """Return the diagnostic for a sentence in everyday English; None if no known phrase overlaps its mistakes."""
        for phrase in self.phrases:
            for said in phrase.said:
                for match in self.compile_once(said).finditer(sentence.text):
                    if does_overlap(sentence, match) and not is_quoted(sentence.text, match.start()):
                        return self.finding_for(sentence, phrase, match)
        return self.waiting.restate(sentence)

    def compile_once(self, said: str) -> re.Pattern[str]:
        if said not in self._patterns:
            self._patterns[said] = self.pattern_of(said)
        return self._patterns[said]

    def pattern_of(self, said: str) -> re.Pattern[str]:
        parts = re.split(r"\{([a-z_]+)\}", said.replace(" ", r"[ \t\n]+"))
        made = "".join(
            f"(?P<{part}>{self.sorts.get(sort_of(part)) or SHAPES.get(sort_of(part)) or SOME})" if nth % 2 else part
            for nth, part in enumerate(parts)
        )
        last = re.search(r"\{([a-z_]+)\}\)?\??$", said)
        fixed = last and (sort_of(last[1]) in self.sorts or sort_of(last[1]) in ("n", "seat", "name", "word"))
        ends = r"(?=[ \t]*(?:[,:;{}#\n]|$))" if last and not fixed else r"(?![\w-])"
        begins = "" if said.startswith(",") else r"(?<![\w$-])"
        return re.compile(f"{begins}{made}{ends}")

    def finding_for(self, sentence: Sentence, phrase: Phrase, match: re.Match[str]) -> Diagnostic:
        values = {**self.lists, **self.values_of(match), "said": " ".join(match[0].split())}
        number = values.get("number", "")
        values["subject"] = f"{number} of ..." if number in self.speech.words.properties else number
        values["others"] = self.waiting.conditions_on_others(values.get("things", ""))
        first, last = match.start() + len(match[0]) - len(match[0].lstrip()), match.end()
        at = Span(sentence.source, sentence.start + first, sentence.start + last)
        fix: tuple[Edit, ...] = ()
        right = fill(phrase.instead, values)
        # A power that changes a number begins with it, so there is more to do if other words come first.
        alone = not phrase.instead.startswith(("{number}", "{subject}")) or not sentence.text[:first].strip()
        if right and "..." not in right and alone:
            whole = sentence.text[:first] + right + sentence.text[last:]
            inside = is_inside(sentence.source.text, sentence.start)
            if is_line(whole) if self.scenarios else does_parse(whole, inside):
                # Offer a fix only if the whole sentence parses with it.
                fix = (Edit(at, right),)
        said, hint = fill(phrase.message, values), fill(phrase.hint, values)
        return evolve(sentence.wrong[0], at=at, message=said, hint=hint, fix=fix)

    def values_of(self, match: re.Match[str]) -> dict[str, str]:
        values = {}
        for name, text in match.groupdict().items():
            if text is None:
                continue
            words = " ".join(text.split())
            if sort_of(name) not in SHAPES:
                words = OWNERS.sub("", words)
            for said, word in self.words.items():
                words = re.sub(rf"(?<![\w-]){re.escape(said)}(?![\w-])", word, words)
            if sort_of(name) == "head":
                words = self.waiting.rewrite_event(words) or words
            if sort_of(name) == "acts":
                words = next((base for base in self.bases if to_third_person(base) == words), words)
            values[name] = words.removeprefix("$") if sort_of(name) == "n" else words
            if name == "n":
                values |= {"next": str(int(values[name]) + 1), "before": str(int(values[name]) - 1)}
        return values

    @property
    def bases(self) -> list[str]:
        return self.sorts["verb"].removeprefix("(?:").removesuffix(")").split("|")


PERSONS = re.compile(
    r"(?P<who>you|anyone|any player|each player|(?:an |each |any |another )?(?:opponents?|player)) "
    r"(?:have |has )?(?P<verb>[a-z-]+)(?P<rest>(?: [a-z-]+)*)"
)


PASSIVE = re.compile(
    r"(?:(?:a|an|the|your|own|any|one of your) )?(?P<rest>[a-z -]+?) "
    r"(?:is|are|gets|get|was|were|has been) (?P<verb>[a-z-]+)"
)
"""Matches an event in the passive voice, such as ``a world is completed``."""


@frozen
class Waiting:
    """The events in a game, recognized in the words that authors may use for them."""

    speech: Speech
    doings: Sequence[Doing]

    def restate(self, sentence: Sentence) -> Diagnostic | None:
        """Return the diagnostic for a trigger that the game does not have; None if there is no such mistake."""
        wrong = next(
            (diagnostic for diagnostic in sentence.wrong if diagnostic.code in ("unknown-event", "syntax")), None
        )
        match = re.search(r"\bwhen ([^,:;{}#\n]+)", sentence.text)
        if wrong is None or match is None:
            return None
        said = PERSONS.fullmatch(match[1].strip()) or PASSIVE.fullmatch(match[1].strip())
        if said is None or (wrong.code == "syntax") != (said.re is PASSIVE):
            return None
        begin, end = (sentence.start + offset for offset in match.span())
        at = Span(sentence.source, begin, end)
        if right := self.rewrite_event(match[1].strip()):
            fix = (Edit(at, f"when {right}"),)
            return evolve(
                wrong,
                at=at,
                message=f"this game has another word for {said['verb']!r}",
                hint=f"write 'when {right}'",
                fix=fix,
            )
        verb, forms = said["verb"], [form for event in self.speech.game.events for form in event.forms]
        if near := find_nearest(verb, forms):
            restated = evolve(wrong, at=at, message=f"unknown event {verb!r}", hint=f"did you mean {near!r}?", fix=())
            return restated if said["rest"] else None
        openings = [form for event in self.speech.game.events for form in event.openings[:1]]
        hint = f"a power can wait for: {', '.join(openings)}"
        return evolve(wrong, at=at, message=f"no power can wait for {said['verb']!r}", hint=hint, fix=())

    def rewrite_event(self, text: str) -> str:
        """Return the game's words for an event, such as ``own world completes``; empty if no event is close enough."""
        if passive := PASSIVE.fullmatch(text):
            text = f"you {passive['verb']} {passive['rest']}"
        match = PERSONS.fullmatch(text)
        if match is None:
            return ""
        rest = match["rest"].split()
        who = "you" if match["who"] == "you" else "opponent" if "opponent" in match["who"] else "anyone"
        who = "opponent" if match["who"] == "another player" else who
        kind = self.speech.singular.get(rest[-1], rest[-1]) if rest else ""
        for event in self.guess_events(match["verb"], kind):
            third = next((form for form, voice in event.forms.items() if voice == "third"), "")
            if event.acts:
                return self.done_by_pieces(event, third, who, rest, kind, match["verb"])
            form = next((form for form, voice in event.forms.items() if voice == "base"), "") if who == "you" else third
            past = next((form for form, voice in event.forms.items() if voice == "past"), "")
            done = form or f"{'have' if who == 'you' else 'has'} {past}"
            return " ".join([who, done, *(rest if "it" in event.about else ())])
        return ""

    def done_by_pieces(
        self, event: EventWord[...], third: str, who: str, rest: Sequence[str], kind: str, verb: str
    ) -> str:
        kinds = [name for name, phase in self.phases.items() if phase in bases_of(verb)]
        plain = [word for word in rest if word not in ("a", "an", "the")]
        named = plain if kind in self.speech.words.kinds else kinds[:1]
        if not named:
            return ""
        if who == "you":
            return " ".join(["own", *named, third])
        return f"{who} {third}, if it is {with_article(' '.join(named))}"

    def guess_events(self, verb: str, kind: str) -> list[EventWord[...]]:
        """Return the events that an everyday verb may mean, the likeliest first."""
        bases, events = bases_of(verb), self.speech.game.events
        wanted = [form for doing in self.doings if bases & set(doing.said) for form in doing.events]
        named = [event for form in wanted for event in events if form in event.forms]
        by_phase = (
            [event for event in events if bases & set(sorts_in(event.phase))] if bases & self.entry_phases else []
        )
        guesses = list(dict.fromkeys([*named, *by_phase]))
        phase = self.phases.get(kind, "")
        return sorted(guesses, key=lambda event: phase not in sorts_in(event.phase))

    @property
    def entry_phases(self) -> set[str]:
        return set(self.phases.values())

    @property
    def phases(self) -> dict[str, str]:
        sorts = [
            *(item.implies for item in self.speech.game.parameters),
            *(item.phase for item in self.speech.game.events),
        ]
        return {kind: phase for sort in sorts if isinstance(sort, Mapping) for kind, phase in sort.items()}

    def conditions_on_others(self, wanted: str) -> str:
        """Return suggestions for conditions about opponents' acts, those most like ``wanted`` first."""
        events = self.speech.game.events
        pasts = {form for event in events for form, voice in event.forms.items() if voice == "past"}
        ordered = sorted(pasts, key=lambda form: (form[:4] != wanted[:4], form))
        return one_of([f"'if no opponent has {form}'" for form in ordered[:2]])


def bases_of(verb: str) -> set[str]:
    """Return the possible base forms of a verb: ``settle`` for ``settles``, ``settled`` and ``settling``."""
    ends = [("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")]
    return {verb, *(verb.removesuffix(end) + base for end, base in ends if verb.endswith(end))}


def is_line(text: str) -> bool:
    return does_parse(f'scenario "it" {{\n  then\n  {text}\n}}', inside=False)


def sort_of(name: str) -> str:
    """Return the name of a placeholder without its suffix: ``n`` for ``n_more``."""
    return name.partition("_")[0]


def phrase_of(entry: Named) -> Phrase:
    return Phrase(
        (re.escape(entry.said),), "this game has another word for '{said}'", f"write '{entry.word}'", entry.word
    )


def does_overlap(sentence: Sentence, match: re.Match[str]) -> bool:
    """Return whether a mistake in the sentence overlaps the match. A syntax error may be located after its cause."""
    begin, end = (sentence.start + offset for offset in match.span())
    unread = [diagnostic for diagnostic in sentence.wrong if diagnostic.code.partition("-")[0] in UNREAD]
    return any(
        (diagnostic.code == "syntax" or diagnostic.at.start <= end + 1) and begin <= diagnostic.at.end
        for diagnostic in unread
    )


def sorts_of(speech: Speech) -> Mapping[str, str]:
    words, game = speech.words, speech.game
    verbs = {verb.name.split()[0] for verb in game.verbs}
    forms = [(form, voice) for event in game.events for form, voice in event.forms.items()]
    stretch = words.schedule.stretch
    sorts: dict[str, Iterable[str]] = {
        "verb": verbs,
        "acts": map(to_third_person, verbs),
        "number": {parameter.name for parameter in game.parameters if not parameter.permits},
        "phase": [*words.phases, *([stretch.name] if stretch else [])],
        "counter": {form for counter in words.counters.values() for form in (counter.name, counter.plural)},
        "place": words.places,
        "kind": [*words.stock_kinds, *words.kinds, *words.components],
        "past": [form for form, voice in forms if voice == "past"],
    }
    return {name: any_of(of) for name, of in sorts.items()}


def any_of(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of the words, longest first, or nothing if there are no words."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else r"(?!)"


def lists_of(speech: Speech) -> Mapping[str, str]:
    words, game = speech.words, speech.game
    stretch = words.schedule.stretch
    numbers = sorted({parameter.name for parameter in game.parameters if not parameter.permits})
    return {
        "numbers": ", ".join(numbers),
        "stretch": stretch.name if stretch else "round",
        "endings": " or ".join(words.endings),
        "side": next(iter(words.kinds), "..."),
    }


def fill(template: str, values: Mapping[str, str]) -> str:
    """Replace each name in braces with its value. Leave unknown names unchanged."""
    return re.sub(r"\{([a-z_]+)\}", lambda match: values.get(match[1], match[0]), template)
