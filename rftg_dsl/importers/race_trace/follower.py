"""Follow a recorded game of Race: keep track of the position, and process all records except decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import points_of_piece, standing_of
from rftg_dsl.games.race import goals
from rftg_dsl.games.race.build import apply_placement, place_chosen, reveal_cards
from rftg_dsl.games.race.explore import draw_cards, keep, look
from rftg_dsl.games.race.numbers import SEQUENCE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.round import discard_excess
from rftg_dsl.games.race.setup import deal_hand, discard_from_hand, put_first_good
from rftg_dsl.games.race.trade import trade
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.race_trace.goal_counts import GoalCounts
from rftg_dsl.importers.race_trace.names import Names
from rftg_dsl.importers.race_trace.recorded_events import EVENTS
from rftg_dsl.importers.tape import Line, Tape
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event

Record = Mapping[str, Any]
Sums = Counter[tuple[Any, ...]]

DRAWS = {
    deal_hand.id: "deal",
    look.id: "explore",
    draw_cards.id: "explore",
    apply_placement.id: "settle_bonus",
    trade.id: "trade",
}
GOODS = {
    put_first_good.id: "placed",
    reveal_cards.id: "placed",
    place_chosen.id: "placed",
    produce_bonus_good.id: "produce_bonus",
}
DISCARDS = {discard_from_hand.id: "start", keep.id: "explore", discard_excess.id: "limit"}
ENDS = {"tableau": "tableau", "pool": "vp"}


class RaceFollower(Follower):
    """Follows all records of a game except decisions; ``play`` is set once the game has begun."""

    events = EVENTS

    def __init__(self, rules: Rules, names: Names, game: Mapping[str, Any], lines: Sequence[Line]) -> None:
        self.rules = rules
        self.names = names
        self.numbers = names.numbers
        self.game = game
        self.tape = Tape(lines, "e")
        self.supply = [names.pieces[card] for card in game["deck"]]
        decks = [record["deck"] for _, record in lines if record.get("e") == "reshuffle"]
        self.decks = [[names.pieces[card] for card in deck] for deck in reversed(decks)]
        """The supply after each reshuffle, starting with the last reshuffle."""
        self.paying: Record = {}
        """The record of a payment whose cards our engine has not asked for yet."""
        self.ours: Sums = Counter()
        self.theirs: Sums = Counter()
        self.goal_counts = GoalCounts(self.numbers)
        self.reshuffles = 0
        self.rounds = 0
        self.sources = {
            "start": self.draw_start_world,
            goals.FIRST: self.draw_goals,
            goals.MOST: self.draw_goals,
        } | dict.fromkeys(("deal", "explore", "good", "bonus", "trade", "power", "guess"), self.draw_from_supply)

    # -- observing our engine --------------------------------------------------------------------------------

    def happens(self, play: Play[Any], event: Event) -> None:
        match event:
            case ("adjust", word, _, counter, by, *lost):
                self.count_adjustment(play, counter, by + sum(lost), word)
            case ("move", word, _, piece, place, _):
                self.count_move(play, piece, place, word)
            case ("fact", word, _, _, value):
                self.count_note(word, (value,))
            case ("note", word, _, *what):
                self.count_note(word, tuple(what))

    def count_adjustment(self, play: Play[Any], counter: int, by: int, word: str) -> None:
        if word == "gained" and counter in self.numbers.vp:
            seat = self.numbers.vp.index(counter)
            self.ours["vp", seat, *self.names.name_of_power(play, seat, play.cause)] += by
        elif word == "round":
            self.rounds += by
            self.ours["round", self.rounds] += 1

    def count_move(self, play: Play[Any], piece: int, place: int, word: str) -> None:
        names, owner, cause = self.names, play.layout.place_owner, play.cause
        if piece not in names.cards:
            return
        source, card = play.place_of[piece], names.cards[piece]
        if source in self.numbers.tableau:
            self.goal_counts.recount_holder(play, piece, owner[source])
        if word == "drawn" and place in names.on:
            world = names.on[place]
            seat = owner[play.place_of[world]]
            why = self.reason_for(seat, GOODS, names.here, "production")
            self.ours["good", seat, names.cards[world], card, why] += 1
        elif word == "drawn" and cause not in names.guesses:
            why = self.reason_for(owner[place], DRAWS, names.sales, "trade")
            self.ours["draw", owner[place], why, card] += 1
        elif word == "placed":
            self.ours["place", owner[place], card] += 1
            if not self.numbers.is_world[play.side[piece]]:
                self.ours["how", "pay", card] += 1
        elif word == "paid":
            self.ours["paid", owner[source], card] += 1
        elif word in ("sold", "consumed"):
            world = names.on[source]
            seat = owner[play.place_of[world]]
            by: list[Any] = ["action"] if cause == trade.id else [*names.name_of_power(play, seat, cause)]
            self.ours[word, seat, *(by if word == "consumed" else by[:1]), names.cards[world], card] += 1
        elif word == "discarded" and cause not in names.guesses and source not in self.numbers.tableau:
            # A tableau card that discards itself is compared elsewhere.
            self.count_discard(owner[source], card, cause)

    def count_discard(self, seat: int, card: int, cause: str) -> None:
        if cause in DISCARDS or cause in self.names.mended:
            self.ours["discard", seat, DISCARDS.get(cause, "produce"), card] += 1
        elif cause in self.names.hired:
            self.ours["paid", seat, card] += 1
        else:
            self.ours["hand", seat, *self.names.name_of_power(self.play, seat, cause), card] += 1

    def reason_for(self, seat: int, steps: Mapping[str, str], powers: frozenset[str], reason: str) -> str | int:
        """The recorded reason for what some steps and powers do; for other powers, it is the number of the card."""
        cause = self.play.cause
        if cause in steps:
            return steps[cause]
        return reason if cause in powers else self.names.name_of_power(self.play, seat, cause)[0]

    def count_note(self, word: str, what: tuple[Any, ...]) -> None:
        if word == "phase" and what[0] in SEQUENCE:
            self.ours["phase", what[0]] += 1
        elif word == "reshuffled":
            self.reshuffle()
        elif word == "guessed":
            number, card, kept = what
            self.ours["gamble", number, self.card_number_of(card), kept] += 1
        elif word in ("claimed", "lost"):
            seat, name = what
            goal = self.numbers.names[self.play.side[self.rules.layout.piece[name]]]
            self.ours["goal", seat, goal, word == "claimed"] += 1
        elif word in ("pay", "conquer"):
            self.ours["how", word, self.card_number_of(what[1])] += 1

    def card_number_of(self, name: str) -> int:
        return self.names.cards[self.rules.layout.piece[name]]

    def reshuffle(self) -> None:
        """Switch to the next recorded supply. Raise ``Disagreement`` unless it contains exactly the discarded cards."""
        if self.supply or not self.decks:
            raise Disagreement(self.tape.line, "reshuffle", "an empty supply", len(self.supply))
        self.supply = self.decks.pop()
        self.reshuffles += 1
        discards = self.play.zone[self.numbers.discards]
        self.ours["reshuffle", len(discards)] += 1
        self.tape.same_set("reshuffled cards", discards, self.supply)

    def paused(self, play: Play[Any], mark: str) -> None:
        at = mark.partition(" ")[0]
        self.take("state", at=at)
        self.tape.compare_counts(self.ours, self.theirs, self.tape.line)
        self.ours.clear()
        self.theirs.clear()
        if at in ("setup", "develop", "develop2"):
            self.goal_counts.recount(play)
        ours = self.state_of_table(at in ("setup", "round"))
        theirs = {key: value for key, value in self.tape.record.items() if key not in ("e", "at")}
        self.goal_counts.accept_scores(play, self.tape.line, "state", ours["s"], theirs.get("s"))
        self.tape.same("state", ours, theirs)

    def state_of_table(self, scored: bool) -> dict[str, Any]:
        play, numbers = self.play, self.numbers
        return {
            "pool": play.counters[numbers.pool],
            "deck": len(play.zone[numbers.supply]),
            "disc": len(play.zone[numbers.discards]),
            "s": [self.state_of_seat(seat, scored) for seat in numbers.seats],
        }

    def state_of_seat(self, seat: int, scored: bool) -> dict[str, Any]:
        play, numbers, cards = self.play, self.numbers, self.names.cards
        tableau = play.zone[numbers.tableau[seat]]
        goods = [[cards[world], cards[good]] for world in tableau for good in play.zone[numbers.goods[world]]]
        figures = {"score": standing_of(play, seat).total, "mil": play.value("military", seat, 0)} if scored else {}
        return {
            "h": sorted([cards[piece] for piece in play.zone[numbers.hand[seat]]]),
            "t": [cards[piece] for piece in tableau],
            "g": sorted(goods),
            "vp": play.counters[numbers.vp[seat]],
            **figures,
            **self.state_of_goals(seat, scored),
        }

    def state_of_goals(self, seat: int, scored: bool) -> dict[str, Any]:
        """A seat's goals and its progress towards "most" goals; empty in a game without goals."""
        play = self.play
        if "goals" not in self.game:
            return {}
        names, there = self.numbers.names, goals.list_in_play(play)
        held = [names[play.side[goal]] for goal in there if seat in goals.holders_of(play, goal)]
        most = {
            names[play.side[goal]]: goals.progress_of(play, seat, goal) for goal in there if goals.is_most(play, goal)
        }
        return {"goals": held} | ({"prog": most} if scored else {})

    def ended(self, play: Play[Any]) -> None:
        self.check_end()
        game = self.game
        self.tape.same("rounds", self.rounds, game.get("rounds"))
        self.tape.same("reshuffles", self.reshuffles, game.get("reshuffles"))
        self.tape.same("end", [ENDS[why] for why in play.facts[self.numbers.ended]], game.get("end"))
        end = self.rules.game.report(play)["end"]
        seats = [self.final_score_of(seat, end) for seat in self.numbers.seats]
        self.goal_counts.accept_scores(play, self.tape.line, "final", seats, game.get("final"))
        ranks = [(seat["score"], seat["hand"] + seat["goods"]) for seat in seats]
        for seat, rank in zip(seats, ranks, strict=True):
            seat["winner"] = rank == max(ranks)
        self.tape.same("final", seats, game.get("final"))

    def final_score_of(self, seat: int, end: Mapping[str, Any]) -> dict[str, Any]:
        play, numbers = self.play, self.numbers
        tableau = play.zone[numbers.tableau[seat]]
        hand = len(play.zone[numbers.hand[seat]])
        return {
            "cards": [
                [self.names.cards[piece], numbers.printed[play.side[piece]], points_of_piece(play, seat, piece)]
                for piece in tableau
            ],
            "chips": play.counters[numbers.vp[seat]],
            "score": end["scores"][seat],
            "hand": hand,
            "goods": standing_of(play, seat).ties[0] - hand,
            "winner": seat in end["winners"],
            **self.state_of_goals(seat, True),
            **({"goal_vp": goals.points_of(play, seat)} if "goals" in self.game else {}),
        }

    # -- taking records --------------------------------------------------------------------------------------

    def is_at_choice(self, kind: str, seat: int) -> bool:
        self.settle()
        ahead = self.tape.ahead()
        return (ahead.get("e"), ahead.get("k"), ahead.get("p")) == ("choice", kind, seat)

    def take_answer(self, decision: Decision, kind: str, **labels: Any) -> Record:
        return self.take("choice", k=kind, p=decision.seat, **labels)

    def numbers_in(self, field: str) -> list[int]:
        value = self.get(field)
        if not isinstance(value, list) or any(type(member) is not int for member in value):
            raise Disagreement(self.tape.line, f"field {field}", "a list of numbers", value)
        return value

    # -- chance ----------------------------------------------------------------------------------------------

    def draw_start_world(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        return [self.names.pieces[self.game["start"][int(seat)]]]

    def draw_goals(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        names = {self.numbers.names[self.play.side[piece]]: piece for piece in domain}
        return [names[name] for name in self.game["goals"] if name in names]

    def draw_from_supply(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        self.tape.same("cards in the supply", len(domain), len(self.supply))
        cards, self.supply = self.supply[:times], self.supply[times:]
        return cards
