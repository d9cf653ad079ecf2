"""The setup of Galaxies (G4-G23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.galaxies import questions
from rftg_dsl.games.galaxies.numbers import Play, level_of
from rftg_dsl.games.galaxies.ships import reveal
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One, Random
from rftg_dsl.kernel.guess import swap
from rftg_dsl.kernel.step import step


def lay(play: Play) -> None:
    """G1: put all cards in their decks, all ships on the ship tracks and all dice beside the Control Mat."""
    numbers = play.numbers
    [play.stock[numbers.supply]] = numbers.supplies
    homes = {numbers.deck: numbers.planets, numbers.missions: numbers.mission_cards} | {
        numbers.dock[seat]: numbers.ships[seat] for seat in numbers.seats
    }
    for place, pieces in homes.items():
        play.lay(place, pieces)
    cards_at_start(play)  # called only to report mistakes in the options


def cards_at_start(play: Play) -> Mapping[int, Sequence[Standing]]:
    """For each seat, the colonized planets and the mission specified by the game options."""
    return pieces_at_start(play, (play.numbers.deck, play.numbers.missions), "planet or mission")


def put_at_start(play: Play) -> None:
    numbers = play.numbers
    for seat, named in cards_at_start(play).items():
        put(play, [card for card in named if card[0] in numbers.planets], numbers.colonies[seat])
        put(play, [card for card in named if card[0] not in numbers.planets], numbers.mission[seat])


@step("galaxies.set-up", "G7-G21: set up in rulebook order, then choose missions in secret.")
def set_up(play: Play) -> None:
    numbers = play.numbers
    for seat in numbers.seats:
        for ship in numbers.ships[seat][: numbers.level_ships[level_of(play, seat)]]:
            play.move(ship, numbers.galaxy[seat], "set up")
    put_at_start(play)
    play.arrange(
        numbers.deck,
        tuple(play.draw("0/table/planets", play.zone[numbers.deck], len(play.zone[numbers.deck]))),
        "shuffled",
    )
    for _ in range(min(len(numbers.seats) + numbers.number["row_beyond_players"], numbers.number["row_most"])):
        reveal(play, len(play.zone[numbers.row]))
    left = [card for card in play.zone[numbers.missions] if is_for_player_count(play, card)]
    dealt = [seat for seat in numbers.seats if not play.zone[numbers.mission[seat]]]
    for seat in dealt:
        for card in play.draw(f"0/{seat}/missions", left, numbers.number["missions_dealt"]):
            play.move(card, numbers.dealt[seat], "dealt")
            left.remove(card)
    # Ask only after all missions have been dealt, so that no choice affects a deal.
    for seat in dealt:
        play.then(choose_mission, seat)
    for seat in numbers.seats:
        for planet in play.zone[numbers.colonies[seat]]:
            enter(play, seat, planet)


def is_for_player_count(play: Play, card: int) -> bool:
    """G20: whether a mission suits the number of players."""
    numbers = play.numbers
    return not numbers.number["missions_by_players"] or numbers.least[play.side[card]] <= len(numbers.seats)


def suppose(play: Play, seat: int, random: Random) -> None:
    """G20: when guessing hidden cards, give other seats only missions that suit the number of players."""
    numbers = play.numbers
    for other in numbers.seats:
        for card in (*play.zone[numbers.dealt[other]], *play.zone[numbers.mission[other]]) if other != seat else ():
            fitting = [mission for mission in play.zone[numbers.missions] if is_for_player_count(play, mission)]
            if fitting and not is_for_player_count(play, card):
                swap(play, card, fitting[int(random() * len(fitting))])


@step("galaxies.choose-mission", "G21, G22: each player chooses which of the missions dealt to keep.")
def choose_mission(play: Play, seat: int) -> None:
    play.ask(seat, questions.MISSION, One(play.zone[play.numbers.dealt[seat]], "piece"), keep_mission)


@step("galaxies.keep-mission", "G21, G23: keep the chosen mission; the other one leaves the game unseen.")
def keep_mission(play: Play, seat: int, card: int) -> None:
    numbers = play.numbers
    for other in play.zone[numbers.dealt[seat]]:
        play.move(
            other,
            numbers.mission[seat] if other == card else numbers.missions,
            "kept" if other == card else "discarded",
        )
