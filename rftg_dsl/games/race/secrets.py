"""What seats decide in secret: hidden in the views of others, and made up where a guess is played on."""

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


def conceal(g: Play, seat: int) -> None:
    """R035: nobody knows who has placed a card until all are revealed; in setup, start worlds lie there."""
    w = g.numbers
    for other in w.seats if g.facts[w.phase] else ():
        if other != seat and g.zone[w.placing[other]]:
            g.move_all(g.zone[w.placing[other]], w.hand[other], "hidden")


def suppose(g: Play, seat: int, random: Random) -> None:
    """What others have chosen in secret, they choose anew."""
    if not g.facts[g.numbers.phase]:
        suppose_starts(g, seat, random)
    suppose_actions(g, seat, random)
    suppose_cards(g, seat)


def suppose_starts(g: Play, seat: int, random: Random) -> None:
    """R013: others have start worlds to choose from, or have chosen one of them."""
    w = g.numbers
    left = [one for one in w.start_worlds if one in pieces_hidden_from(g, seat, g.place_of[one])]
    for other in w.seats:
        lying = g.zone[w.placing[other]] if other != seat else ()
        for nth in range(len(lying)):
            if fitting := find_suitable_starts(g, left, nth) if len(lying) == count_start_worlds(g) else left:
                given = fitting[int(random() * len(fitting))]
                left.remove(given)
                swap(g, g.zone[w.placing[other]][nth], given)


def suppose_actions(g: Play, seat: int, random: Random) -> None:
    """R003: others have chosen any actions; those that were shown to the ones who choose later are known."""
    w = g.numbers
    options = form_for_actions(g).options
    shown = g.facts[w.actions]
    for other in w.seats:
        if other != seat:
            known = shown[other] if shown and not shown[seat] else ()
            nth = options.index(known) if known else int(random() * len(options))
            g.counters[w.chosen[other]] = nth + 1


def suppose_cards(g: Play, seat: int) -> None:
    """R034: others choose a card to place, even if they have done so already."""
    asked = [args[0] for name, args in g.agenda if name == choose_card.id]
    if any(name == reveal_cards.id for name, _ in g.agenda):
        phase = g.facts[g.numbers.phase]
        done = [other for other in seats_in_order(g) if other != seat and other not in asked]
        once_more(g, [(choose_card.id, (other, SECOND.get(phase, phase))) for other in done])
