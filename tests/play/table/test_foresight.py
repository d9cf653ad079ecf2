"""What an answer would do, as far as the seat that is asked can know: never more than it sees, never wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import rftg_dsl as rftg
from evening import GAMES, asking, say, seated, session
from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.race.trade import trade
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.account.log_words import with_unseen
from rftg_dsl.log.account.sight import UNKNOWN
from rftg_dsl.log.format.record import naming_of
from rftg_dsl.play.draft import Draft
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.previews import Foresight
from rftg_dsl.play.table.question import Question
from table import table


def foreseen(game: str, position: object) -> dict[str, list[str]]:
    """What each answer would do, by its label."""
    there = seated(position, game, "me", "greedy")  # type: ignore[arg-type]
    return {choice.label: list(choice.foreseen) for choice in asking(there.show()).choices}


def test_prices_and_gains_are_told() -> None:
    position = table("roll").seat(0, ship="1 home", tableau=["Mining World"], goods={"Mining World": "1 rare"})

    said = foreseen("roll", position.stage("ship", 0))

    assert said == {
        "Trade": ["Seat 1 ships a Rare good from Mining World", "Seat 1: +$4 (Trade)"],
        "Consume": ["Seat 1 ships a Rare good from Mining World", "Seat 1: +2 VP (Consume)"],
    }


def test_what_is_drawn_is_not_told() -> None:
    position = table("roll").seat(0, explore="1 home")

    said = foreseen("roll", position.stage("explore", 0))

    assert said == {"Stock": ["Seat 1: +$2 (Stock)"], "Scout": ["a draw of 1 follows"]}


def selling() -> object:
    """A seat of Race that has picked Trade, with two goods."""
    position = table("race").seat(0, tableau=["Refugee World", "Deserted Alien Outpost"])
    for world, good in (("Refugee World", "Gem World"), ("Deserted Alien Outpost", "New Earth")):
        position.put_piece(good, position.place("goods", position.piece(world)))
    position.play.set_fact(position.play.numbers.actions, (("trade",), ()), "laid out")
    return position.begin(trade, 0)


def test_how_much_is_drawn_or_rolled_is_told_but_not_what() -> None:
    assert foreseen("race", selling()) == {
        "Refugee World": ["Seat 1 sells the good on Refugee World (Trade)", "a draw of 2 follows"],
        "Deserted Alien Outpost": ["Seat 1 sells the good on Deserted Alien Outpost (Trade)", "a draw of 5 follows"],
    }


class Circular:
    """A play in which every answer makes the rules go in circles."""

    def clone(self) -> Circular:
        """The same."""
        return self

    def take(self, pick: object) -> None:
        """The mistake of a set."""
        raise UsageError("the rules go in circles", "", "endless-game")


def test_a_mistake_of_a_set_is_told_only_to_those_who_make_it() -> None:
    question = session("roll", "me", "greedy").question

    question.foresight.__dict__["views"] = [Circular()]

    assert [question.effects_of(option) for option in question.options] == [[], []]


@law(40, derandomize=True)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(2, 3))
def test_what_is_foreseen_happens_and_does_not_depend_on_what_is_hidden(game: str, seed: int, players: int) -> None:
    library = load_standard(game)
    play = library.rules(players).start(Seeded(str(seed), game))
    random = Random(seed)
    labels = Labels(library)
    for _ in range(random.randrange(60)):
        while play.pending is None and not play.over:
            play.run()
        if play.over:
            return
        assert play.answer(play.pending.form.draw(random.random)) is None  # type: ignore[union-attr]
    while play.pending is None and not play.over:
        play.run()
    if play.over:
        return
    asked = Draft(library.game, play).asked
    question = Question(asked, play, labels)
    for option in random.sample(list(question.options), min(4, len(question.options))):
        told = question.effects_of(option)
        twin = play.clone()
        twin.chance = Seeded("another", game)
        if not told:
            continue
        twin.events.clear()
        pick = (
            ((option.handle, 1),)
            if asked.form == "bag"
            else (option.handle,)
            if asked.form == "some"
            else option.handle
        )
        twin.take(pick)
        said = counted(effect for effect in told if not effect.endswith((" follows", " rolled")))
        happens: Counter[str] = Counter()
        for event in naming_of(twin.layout).list_events(twin.events):
            text = library.game.tell(event, library.names)
            if text and happens.total() < said.total():
                happens[text if text in said else vaguely(library, event)] += 1
        assert list(happens.items()) == list(said.items())


def counted(told: Iterable[str]) -> Counter[str]:
    """How often each thing is foreseen: ``... (2 times)``."""
    counts: Counter[str] = Counter()
    for effect in told:
        text, n, _ = re.fullmatch(r"(.*?)(?: \((\d+) times\))?()", effect).groups()  # type: ignore[union-attr]
        counts[text] += int(n or 1)
    return counts


def vaguely(library: Library, event: list[Any]) -> str:
    """An event in words that do not say which piece it is."""
    return library.game.tell([*event[:3], UNKNOWN, *event[4:]], with_unseen(library.names, library.game.name))


def test_foresight_is_the_same_whatever_is_hidden() -> None:
    there = session("race", "me", "greedy")
    say(there, "1 2")
    play = there.question.play
    options = there.question.options
    before = [there.question.effects_of(option) for option in options]
    seat = there.question.seat

    twin = play.clone()
    supply = twin.layout.place["supply"][0]
    twin.zone[supply] = tuple(reversed(twin.zone[supply]))
    after = [Foresight(rftg.load("race"), twin, seat).effects_of(option.handle) for option in options]

    assert after == before
