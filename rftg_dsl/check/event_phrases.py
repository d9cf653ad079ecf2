"""Read events, both in triggers and in questions about the phase so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from rftg_dsl.base.diagnostic import find_nearest, with_article
from rftg_dsl.check.model import Pattern, PieceSet, StockSet, Times, Who
from rftg_dsl.check.noun_phrases import Narrowing, piece_with, read_things
from rftg_dsl.check.reporter import only_form_of
from rftg_dsl.check.scope import Scope, flatten, span_of, texts_of
from rftg_dsl.check.signatures import EventWord, Voice
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import EVERYDAY
from rftg_dsl.syntax.tree import At, Preposition, Word, Words

SUBJECTS = {"you": "you", "opponent": "another", "anyone": "any"}


def read_trigger(scope: Scope, node: tree.Trigger) -> Pattern | None:
    return read_pattern(scope, node.words, node.prepositions, node.at, ("base", "third", "past"))


def read_pattern(
    scope: Scope, words: Words, prepositions: Sequence[Preposition], at: At, voices: Sequence[Voice]
) -> Pattern | None:
    """Read an event with its subject, object and roles. ``voices`` lists the verb forms that are allowed."""
    inner = flatten(words)
    located = event_in(scope, inner)
    if located is None:
        voice = "base" if texts_of(inner[:1]) == ["you"] else "third"
        known = [
            form for event_word in scope.game.events for form, of in event_word.forms.items() if of in (voice, "past")
        ]
        scope.report.add_unknown("event", inner[-1].text, inner[-1].at, known)
        return None
    place, candidates = located
    subject, verb = inner[:place], inner[place]
    before, after = split_at_verb(words, verb)
    have = subject[-1:] if texts_of(subject[-1:]) in (["have"], ["has"]) else []
    subject = subject[: len(subject) - len(have)]
    person = texts_of(subject)[0] if len(subject) == 1 and subject[0].text in SUBJECTS else ""
    wanted = "past" if have or voices == ("past",) else "base" if person == "you" else "third"
    fitting = [
        (event, voice) for event, voice in candidates if voice == wanted and (person or (subject and event.acts))
    ]
    agrees = not have or (have[0].text == "have") == (person == "you")
    if not fitting or not agrees:
        report_wrong_form(scope, verb, [event for event, _ in candidates], person, subject, voices)
        return None
    event = fitting[0][0]
    scope.use(*have, verb)
    if person:
        scope.use(*subject)
        made = Pattern(event, SUBJECTS[person])  # type: ignore[arg-type]
    else:
        assert before is not None
        acting = read_acting_piece(scope, event, before, verb)
        if acting is None:
            return None
        made = acting
    if after:
        made = with_object(
            scope, made, after, verb, [preposition for preposition in prepositions if preposition.word.text == "on"]
        )
    for preposition in prepositions:
        made = with_role(scope, made, preposition, verb)
    return made


def split_at_verb(words: Words, verb: Word) -> tuple[Words | None, Words | None]:
    nth = next(
        number for number, run in enumerate(words.runs) if verb in run and any(word.at == verb.at for word in run)
    )
    run = words.runs[nth]
    # Compare locations, because words with the same text compare equal.
    place = next(number for number, word in enumerate(run) if word.at == verb.at)
    before = join_runs((*words.runs[:nth], run[:place]), words.joins[:nth])
    return before, join_runs((run[place + 1 :], *words.runs[nth + 1 :]), words.joins[nth:])


def join_runs(runs: Sequence[tuple[Word, ...]], joins: Sequence[Word]) -> Words | None:
    full = tuple(run for run in runs if run)
    every = [word for run in full for word in run]
    return Words(full, tuple(joins), span_of(every)) if every else None


def event_in(scope: Scope, words: Sequence[Word]) -> tuple[int, list[tuple[EventWord[...], Voice]]] | None:
    """Return the index of the verb among the words, and the events that it can mean; None if there is no event."""
    # If the subject is a piece, only the last word can be the verb, because such events take no object.
    start = 1 if words and words[0].text in SUBJECTS else 0
    for place in range(start, len(words)):
        if (events := scope.speech.events.get(words[place].text)) and (start or place == len(words) - 1):
            return place, events
    return None


def report_wrong_form(
    scope: Scope,
    verb: Word,
    events: Sequence[EventWord[...]],
    person: str,
    subject: Sequence[Word],
    voices: Sequence[Voice],
) -> None:
    if not subject:
        scope.report_error("wrong-kind", verb.at, f"{verb.text!r} needs a subject", "begin with 'you' or 'own ...'")
        return
    spoken = person or "own " + subject[-1].text.removeprefix("own ")
    if not person and (meant := person_in(subject)):
        past = all(event.forms[verb.text] == "past" for event in events)
        forms = [verb.text] if past else [form for event in events for form in forms_for(event, meant)[:1]]
        hint = " or ".join(f"{meant} {form}" for form in forms)
        scope.report_error("wrong-kind", subject[-1].at, "it is unclear who does this", f"write '{hint}'")
        return
    if not person and not any(event.acts for event in events):
        past = all("base" not in event.forms.values() for event in events)
        hint = f"begin with 'when you have {verb.text} ...'" if past else "begin with 'when you ...'"
        acting = [form for event in scope.game.events if event.acts for form in forms_for(event, "")]
        if near := find_nearest(verb.text, acting):
            hint = f"write '{spoken} {near}'; or {hint}"
        scope.report_error("wrong-kind", verb.at, f"a piece cannot be the subject of {verb.text!r}", hint)
        return
    forms = [form for event in events for form in forms_for(event, person)]
    if list(voices) == ["past"]:
        forms = [form for event in events for form, voice in event.forms.items() if voice == "past"] or forms
    hint = " or ".join(f"{spoken} {form}" for form in forms)
    message = f"{verb.text!r} does not agree with its subject"
    scope.report_error("wrong-form", verb.at, message, f"write '{hint}'", only_form_of(forms))


def person_in(subject: Sequence[Word]) -> str:
    """Return the subject that everyday words for players mean, ``opponent`` or ``anyone``; empty if neither."""
    said = set(texts_of(subject))
    if {"another", "other"} & said and {"player", "players"} & said:
        return "opponent"
    meant = [form for word in said for form in (word, *EVERYDAY.get(word, ())) if form in SUBJECTS]
    return next(iter(meant), "")


def forms_for(event: EventWord[...], person: str) -> list[str]:
    have = "have" if person == "you" else "has"
    wanted = "base" if person == "you" else "third"
    forms = [form for form, voice in event.forms.items() if voice == wanted]
    return forms + [f"{have} {form}" for form, voice in event.forms.items() if voice == "past"]


def read_acting_piece(scope: Scope, event: EventWord[...], subject: Words, verb: Word) -> Pattern | None:
    things = read_things(scope, subject, (), subject.at)
    if things is None:
        return None
    if not isinstance(things, PieceSet):
        scope.report_error("wrong-kind", subject.at, f"{verb.text!r} happens only to pieces", "specify a piece")
        return None
    if things != PieceSet(things.match, who=things.who, this=things.this):
        message = f"before {verb.text!r}, specify only the kind of piece and its owner"
        scope.report_error("surplus-clause", subject.at, message)
    who = {"own": "you", "all": "any", "others": "another"}[things.who]
    return Pattern(event, who, (("it", things.match, things.this),))  # type: ignore[arg-type]


def with_object(scope: Scope, made: Pattern, words: Words, verb: Word, on: Sequence[Preposition]) -> Pattern:
    """Add the piece that is acted on, as in ``settle a rebel world`` or ``sell the good on this world``."""
    event = made.event
    if event.acts:
        piece = " ".join(texts_of(flatten(words)))
        third = next(form for form, voice in event.forms.items() if voice == "third")
        person = next(person for person, who in SUBJECTS.items() if who == made.who)
        said = f"{person} {third}, if it is {with_article(piece)}: ..."
        hint = f"write 'own {piece} {third}'" if made.who == "you" else f"write 'when {said}'"
        scope.report_error("surplus-clause", words.at, f"{verb.text!r} is done by the piece itself", hint)
    if "it" not in event.about or event.acts:
        return made
    things = read_things(scope, words, on if event.lying else (), words.at)
    if isinstance(things, PieceSet):
        if bool(things.holding) != event.lying:
            what = "a thing on a piece" if event.lying else "a piece, not a thing on one"
            scope.report_error("wrong-kind", words.at, f"{verb.text!r} takes {what}", f"specify {what}")
        elif things != PieceSet(things.match, this=things.this, holding=things.holding):
            scope.report_error("surplus-clause", words.at, f"after {verb.text!r}, specify only the kind of piece")
        return evolve(made, pieces=(*made.pieces, ("it", things.match, things.this)))
    if things is not None:
        scope.report_error("wrong-kind", words.at, f"{verb.text!r} takes a piece", "specify a piece")
    return made


def with_role(scope: Scope, made: Pattern, preposition: Preposition, verb: Word) -> Pattern:
    event, role = made.event, preposition.word.text
    if preposition.names and made.pieces:
        return narrow_object(scope, made, preposition)
    if role == "with" and "it" in event.about and made.pieces and "with" not in event.about:
        return narrow_object(scope, made, preposition)
    # If the role is already filled, the preposition remains unused, so it is reported as surplus.
    if role not in event.about or role in dict((*((name, 0) for name, *_ in made.pieces), *made.kinds)):
        return made
    things = read_things(scope, preposition.nominal.words, (), preposition.at)
    wanted = "piece" if event.about[role] == "piece" else " or ".join(scope.words.stocks)
    scope.use(preposition.word)
    if event.about[role] == "piece" and isinstance(things, PieceSet):
        if things != PieceSet(things.match, this=things.this):
            scope.report_error("surplus-clause", preposition.at, f"after {role!r}, specify only the kind of piece")
        return evolve(made, pieces=(*made.pieces, (role, things.match, things.this)))
    if event.about[role] == "stock" and isinstance(things, StockSet):
        if things.who != "own" or things.on or things.listed or (things.places and not scope.words.nouns):
            scope.report_error("surplus-clause", preposition.at, f"{verb.text!r} already says whose it is")
        return evolve(made, kinds=(*made.kinds, (role, things.kinds)))
    if things is not None:
        message = f"after {verb.text!r}, {role!r} takes {with_article(wanted)}"
        scope.report_error("wrong-kind", preposition.at, message, f"specify {with_article(wanted)}")
    return made


def narrow_object(scope: Scope, made: Pattern, preposition: Preposition) -> Pattern:
    """Narrow the last piece in the pattern by a feature or name, as in ``settle a world with cost 4 or more``."""
    role, match, how = made.pieces[-1]
    pieces = piece_with(Narrowing(scope), PieceSet(match), preposition)
    if pieces != PieceSet(pieces.match):
        scope.report_error("surplus-clause", preposition.at, "only printed features can describe the event's piece")
    return evolve(made, pieces=(*made.pieces[:-1], (role, pieces.match, how)))


def read_times(
    scope: Scope, word: Word, words: Sequence[Word], prepositions: Sequence[Preposition], at: At
) -> Times | None:
    scope.use(word)
    pattern = read_pattern(scope, Words((tuple(words),), at=span_of(words)), prepositions, at, ("past",))
    return times_of(scope, pattern) if pattern else None


WHOSE: Mapping[str, Who] = {"you": "own", "another": "others", "any": "all"}


def times_of(scope: Scope, pattern: Pattern) -> Times:
    """Return a count of an event in this phase or, in a window of a round or turn, in that round or turn.

    Each seat's acts are counted separately.
    """
    name = f"{tally_name(pattern)} in {scope.period}" if scope.period else tally_name(pattern)
    return Times(evolve(pattern, who="you"), name, WHOSE[pattern.who], scope.period)


THIS = {"any": (), "only": ("this",), "except": ("another",)}


def tally_name(pattern: Pattern) -> str:
    """Return the name of the tally that counts events that match a pattern. Equal patterns share a tally."""
    # Sort all sets, because the name must be the same in every process.
    parts = [pattern.event.name, *(f"{role} {'/'.join(sorted(kinds))}" for role, kinds in pattern.kinds)]
    for role, match, how in pattern.pieces:
        values = ["/".join(sorted(values)) for _, values in match.values]
        values += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
        values += [f"{name} {low}-{high}" for name, low, high in match.numbers]
        values += [f"{'with' if wanted else 'without'} {verb}" for verb, wanted in match.verbs]
        values += [f"called {'/'.join(sorted(match.names))}"] if match.names else []
        parts.append(" ".join([role, *THIS[how], *values, "/".join(sorted(match.kinds))]))
    return " ".join(parts)
