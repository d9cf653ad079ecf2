"""Secret decisions, which other seats cannot see and which are made again when play continues from a guess."""

from __future__ import annotations

from rftg_dsl.games.race.build import choose_card, reveal_cards
from rftg_dsl.games.race.numbers import SECOND, Play
from rftg_dsl.games.race.round import form_for_actions
from rftg_dsl.games.race.setup import count_start_worlds, find_suitable_starts
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import swap
from rftg_dsl.kernel.run_program import once_more
from rftg_dsl.kernel.view import pieces_hidden_from


def conceal(play: Play, seat: int) -> None:
    """R035: hide which seats have placed a card. Do nothing during setup, when the same place holds start worlds."""
    numbers = play.numbers
    for other in numbers.seats if play.facts[numbers.phase] else ():
        if other != seat and play.zone[numbers.placing[other]]:
            play.move_all(play.zone[numbers.placing[other]], numbers.hand[other], "hidden")


def suppose(play: Play, seat: int, random: Random) -> None:
    if not play.facts[play.numbers.phase]:
        suppose_starts(play, seat, random)
    suppose_actions(play, seat, random)
    suppose_cards(play, seat)


def suppose_starts(play: Play, seat: int, random: Random) -> None:
    """R013: guess the start worlds that other seats are choosing from or have chosen."""
    numbers = play.numbers
    left = [world for world in numbers.start_worlds if world in pieces_hidden_from(play, seat, play.place_of[world])]
    for other in numbers.seats:
        lying = play.zone[numbers.placing[other]] if other != seat else ()
        for nth in range(len(lying)):
            if fitting := find_suitable_starts(play, left, nth) if len(lying) == count_start_worlds(play) else left:
                start = fitting[int(random() * len(fitting))]
                left.remove(start)
                swap(play, play.zone[numbers.placing[other]][nth], start)


def suppose_actions(play: Play, seat: int, random: Random) -> None:
    """R003: guess the actions that other seats have chosen, except actions already shown to seats that choose later."""
    numbers = play.numbers
    options = form_for_actions(play).options
    shown = play.facts[numbers.actions]
    for other in numbers.seats:
        if other != seat:
            known = shown[other] if shown and not shown[seat] else ()
            nth = options.index(known) if known else int(random() * len(options))
            play.counters[numbers.chosen[other]] = nth + 1


def suppose_cards(play: Play, seat: int) -> None:
    """R034: let other seats choose again if they have already chosen a card to place."""
    asked = [args[0] for name, args in play.agenda if name == choose_card.id]
    # Do this only while the cards are face down; once revealed, they are public.
    if any(name == reveal_cards.id for name, _ in play.agenda):
        phase = play.facts[play.numbers.phase]
        done = [other for other in seats_in_order(play) if other != seat and other not in asked]
        once_more(play, [(choose_card.id, (other, SECOND.get(phase, phase))) for other in done])
