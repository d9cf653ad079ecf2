"""Many random sentences of a game, each tried on several tables by the program and by the second reading."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from attrs import define, field

from proof.galaxies import GalaxiesReader
from proof.laid import Snapshot, snapshots
from proof.moments import Moments
from proof.powers import Power
from proof.program import Bench, bench
from proof.race import RaceReader
from proof.reader import Reader
from proof.roll import RollReader
from proof.sentences import Sentence, Sentences
from proof.table import Disagreement, TooFew
from proof.things import Unread
from proof.words import words_of
from rftg_dsl.check.model import Component
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library.installed import find_box

DOCUMENTS = Path(__file__).parents[2] / "docs" / "reference"
READERS: Mapping[str, type[Reader]] = {"roll": RollReader, "race": RaceReader, "galaxies": GalaxiesReader}
SEATS = (2, 3)
TABLES_EACH = 3
"""How many tables each sentence is tried on."""
BACKENDS: tuple[Backend, ...] = ("generated", "generated", "generated", "interpreted")


@define
class Outcome:
    """What came of many sentences."""

    tried: int = 0
    refused: Counter[str] = field(factory=Counter)
    """Sentences that the program refuses, by the code of the mistake."""
    excluded: int = 0
    """Sentences about what is known to be wrong and mended elsewhere."""
    unread: list[str] = field(factory=list)
    """Sentences that the second reading does not know."""
    compared: int = 0
    acted: int = 0
    """Those that did something, or asked somebody, on one of their tables at least."""
    forms: Counter[str] = field(factory=Counter)
    """How many of those used each form of the grammar."""
    wrong: list[str] = field(factory=list)
    """Sentences of which the program and the reading make different things."""


@cache
def reader(game: str) -> Reader:
    """The second reading's reader of a game."""
    return READERS[game](words_of(find_box(game).words, DOCUMENTS / f"{game}.md"), bench(game).sides)


@cache
def names(game: str) -> list[str]:
    """The printed names of a game, but for those of the piece with the sentence."""
    return [row["name"] for row in bench(game).sides.values() if row["name"] not in ("Zed", "Zee")]


def prove(game: str, many: int, seed: str, until_wrong: bool = False) -> Outcome:
    """Try this many random sentences; ``until_wrong``: no further than to the first that is wrong."""
    outcome = Outcome()
    maker = Sentences(bench(game), names(game), Random(f"{game} {seed}"))
    for nth in range(many):
        if until_wrong and outcome.wrong:
            break
        sentence = maker.next()
        outcome.tried += 1
        component, wrong = bench(game).checked(sentence.frame, [sentence.text, *sentence.more])
        if wrong or component is None:
            outcome.refused[wrong[0].code] += 1
        elif any(form.startswith("excluded") for form in sentence.forms):
            outcome.excluded += 1
        else:
            compare(outcome, bench(game), sentence, component, f"{seed} {nth}")
    return outcome


def compare(outcome: Outcome, of: Bench, sentence: Sentence, component: Component, seed: str) -> None:
    """Compare what the program and the second reading make of a sentence on several tables."""
    try:
        readings(of.name, sentence, component)
    except Unread as error:
        outcome.unread.append(f"{sentence.text}: {error}")
        return
    outcome.compared += 1
    random = Random(seed)
    seats = random.choice(SEATS)
    rules = of.rules(component, seats, random.choice(BACKENDS))
    acted, forms = False, set[str]()
    for nth in range(TABLES_EACH):
        powers = readings(of.name, sentence, component)
        snapshot, seat = where(of.name, seats, powers[0], random, wanted=nth < 2)
        trial = Moments(snapshot, rules, component, reader(of.name), powers, seat, f"{seed} {nth}")
        try:
            acted = trial.run() or acted
            forms |= trial.forms
        except TooFew:
            continue
        except Disagreement as error:
            outcome.wrong.append(f"{text_of(sentence)}: {error}")
            break
        except Exception:
            outcome.wrong.append(f"{text_of(sentence)}: {traceback.format_exc(limit=-3)}")
            break
    outcome.acted += acted
    outcome.forms.update(sentence.forms | forms if acted else ())


def where(game: str, seats: int, power: Power, random: Random, wanted: bool) -> tuple[Snapshot, int]:
    """A table and a seat; if wanted, one for which the conditions of a power hold, as far as they can be told."""
    there = [(snapshot, seat) for snapshot in snapshots(game, seats) for seat in range(seats)]
    random.shuffle(there)
    for snapshot, seat in there[:12] if wanted else ():
        try:
            if power.holds(snapshot.table, seat):
                return snapshot, seat
        except (KeyError, AttributeError):  # it asks about the event, or the piece itself
            break
    return there[0]


def readings(game: str, sentence: Sentence, component: Component) -> list[Power]:
    """The second reading of a sentence, and of those beside it."""
    known = reader(game)
    known.choosing = False
    known.sides = {**bench(game).sides, **bench(game).printed(component)}
    [side] = [side for side in component.sides if side.powers]
    texts = (sentence.text, *sentence.more)
    return [known.power(text, f"{side.id}/{nth}") for nth, text in enumerate(texts, 1)]


def text_of(sentence: Sentence) -> str:
    """A sentence with those beside it."""
    return "; ".join((sentence.text, *sentence.more))
