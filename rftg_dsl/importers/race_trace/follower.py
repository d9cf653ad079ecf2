"""Follow a recorded game of Race: keep track of the position, and process all records except decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import points_of_piece, standing_of
from rftg_dsl.games.race import events, goals
from rftg_dsl.games.race.build import apply_placement, place_chosen, reveal_cards
from rftg_dsl.games.race.explore import draw_cards, keep, look
from rftg_dsl.games.race.numbers import SEQUENCE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.round import discard_excess
from rftg_dsl.games.race.setup import deal_hand, discard_from_hand, put_first_good
from rftg_dsl.games.race.trade import trade
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.race_trace.names import Names
from rftg_dsl.importers.tape import Line, Tape
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event

Record = Mapping[str, Any]
Happened = Counter[tuple[Any, ...]]


class RaceFollower(Follower):
    """Follows all records of a game except decisions; ``play`` is set once the game has begun."""

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
        self.ours: Happened = Counter()
        self.theirs: Happened = Counter()
        self.outdated: list[Disagreement] = []
        """The scores that the recorder bases on an outdated count, each with our own score (G5)."""
        self.counted: dict[int, list[int]] = {}
        """For each goal that a seat can lose along with a card, the recorder's count of every seat's progress (G5)."""
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
        if word == "gained" and counter in self.names.chips:
            seat = self.names.chips[counter]
            self.ours["vp", seat, *self.names.name_of_power(play, seat, play.cause)] += by
        elif word == "round":
            self.rounds += by
            self.ours["round", self.rounds] += 1

    def count_move(self, play: Play[Any], piece: int, place: int, word: str) -> None:
        names = self.names
        if piece not in names.cards:
            return
        source, card, cause = play.place_of[piece], names.cards[piece], play.cause
        if source in names.tableaus:
            self.recount_holder(piece, names.tableaus[source])
        if word == "drawn" and place in names.on:
            world = names.on[place]
            seat = play.layout.place_owner[play.place_of[world]]
            self.ours["good", seat, names.cards[world], card, self.good_by(seat)] += 1
        elif word == "drawn" and cause not in names.guesses:
            seat = names.explored.get(place, names.hands.get(place, -1))
            self.ours["draw", seat, self.drawn_by(seat), card] += 1
        elif word == "placed":
            self.ours["place", names.tableaus[place], card] += 1
            if not self.numbers.is_world[play.side[piece]]:
                self.ours["how", "pay", card] += 1
        elif word == "paid":
            self.ours["paid", names.hands[source], card] += 1
        elif word in ("sold", "consumed"):
            world = names.on[source]
            seat = play.layout.place_owner[play.place_of[world]]
            by: list[Any] = ["action"] if cause == trade.id else [*names.name_of_power(play, seat, cause)]
            self.ours[word, seat, *(by if word == "consumed" else by[:1]), names.cards[world], card] += 1
        elif word == "discarded" and cause not in names.guesses:
            self.count_discard(source, card, cause)

    def count_discard(self, source: int, card: int, cause: str) -> None:
        names = self.names
        # A tableau card that discards itself is compared elsewhere.
        if source in names.tableaus:
            return
        seat = names.explored.get(source, names.hands.get(source, -1))
        if cause in WHY or cause in names.mended:
            self.ours["discard", seat, WHY.get(cause, "produce"), card] += 1
        elif cause in names.hired:
            self.ours["paid", seat, card] += 1
        else:
            self.ours["hand", seat, *names.name_of_power(self.play, seat, cause), card] += 1

    def drawn_by(self, seat: int) -> Any:
        cause = self.play.cause
        if cause in DRAWN_BY:
            return DRAWN_BY[cause]
        return "trade" if cause in self.names.sales else self.names.name_of_power(self.play, seat, cause)[0]

    def good_by(self, seat: int) -> Any:
        cause = self.play.cause
        if cause in GOOD_BY:
            return GOOD_BY[cause]
        return "production" if cause in self.names.here else self.names.name_of_power(self.play, seat, cause)[0]

    def recount(self) -> None:
        """Update the goal counts in the same way as the recorder, which counts developments only after Develop (G5)."""
        play = self.play
        for goal in goals.list_in_play(play):
            if any(power.point == events.left.name for power in play.rules.powers[play.side[goal]]):
                self.counted[goal] = [goals.progress_of(play, seat, goal) for seat in self.numbers.seats]

    def recount_holder(self, piece: int, seat: int) -> None:
        """Update a goal holder's count, the only count that the recorder updates when a card leaves a tableau (G5)."""
        play = self.play
        for goal, counted in self.counted.items():
            if seat in goals.holders_of(play, goal):
                # The card is still in the tableau when this event is reported.
                counted[seat] = goals.progress_of(play, seat, goal) - (not self.numbers.is_world[play.side[piece]])

    def goal_points_of(self, seat: int) -> tuple[int, int]:
        """A seat's VP for goals, first by the rules and then by the recorder's counts."""
        play = self.play
        ours = theirs = goals.points_of(play, seat)
        for goal, counted in self.counted.items():
            now = [goals.progress_of(play, player, goal) for player in self.numbers.seats]
            theirs += goals.points_for(play, seat, goal, counted) - goals.points_for(play, seat, goal, now)
        return ours, theirs

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
        self.pass_over()
        self.tape.take("state", at=at)
        for key in (*self.ours, *self.theirs):
            if self.ours[key] != self.theirs[key]:
                raise Disagreement(self.tape.line, " ".join(map(str, key)), self.ours[key], self.theirs[key])
        self.ours.clear()
        self.theirs.clear()
        if at in ("setup", "develop", "develop2"):
            self.recount()
        theirs = {key: value for key, value in self.tape.record.items() if key not in ("e", "at")}
        self.tape.same(
            "state", self.with_recorded_scores("state", self.state_of_table(at in ("setup", "round")), theirs), theirs
        )

    def with_recorded_scores(self, what: str, ours: dict[str, Any], theirs: Any) -> dict[str, Any]:
        """Our figures, but with the recorder's score wherever its outdated count alone explains the difference (G5)."""
        seats, recorded = ours["s"], theirs.get("s") if isinstance(theirs, dict) else None
        if not isinstance(recorded, list) or len(recorded) != len(seats):
            return ours
        for nth, (mine, other) in enumerate(zip(seats, recorded, strict=True)):
            by_rules, by_counts = self.goal_points_of(nth) if self.counted else (0, 0)
            if "score" not in mine or by_rules == by_counts or not isinstance(other, dict):
                continue
            score = mine["score"] - by_rules + by_counts
            if other.get("score") == score:
                self.outdated.append(Disagreement(self.tape.line, f"{what}.s[{nth}].score", mine["score"], score))
                mine["score"] = score
                if "goal_vp" in mine:
                    mine["goal_vp"] = by_counts
        return ours

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
        self.tape.line = self.tape.lines[-1][0] + 1
        if left := self.tape.ahead():
            raise Disagreement(self.tape.lines[self.tape.at][0], "record", None, left)
        game = self.game
        self.tape.same("rounds", self.rounds, game.get("rounds"))
        self.tape.same("reshuffles", self.reshuffles, game.get("reshuffles"))
        self.tape.same("end", [ENDS[why] for why in play.facts[self.numbers.ended]], game.get("end"))
        end = self.rules.game.report(play)["end"]
        ours = {"s": [self.final_score_of(seat, end) for seat in self.numbers.seats]}
        seats = self.with_recorded_scores("final", ours, {"s": game.get("final")})["s"]
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

    def pass_over(self) -> None:
        """Take the records before the next decision or state; they are compared at the next state."""
        while happened := HAPPENED.get(str(self.tape.ahead().get("e"))):
            self.tape.next()
            try:
                happened(self.theirs, self.tape.record)
            except (KeyError, TypeError, ValueError):
                raise Disagreement(self.tape.line, "shape of the record", None, dict(self.tape.record)) from None

    def is_at_choice(self, kind: str, seat: int) -> bool:
        self.pass_over()
        ahead = self.tape.ahead()
        return (ahead.get("e"), ahead.get("k"), ahead.get("p")) == ("choice", kind, seat)

    def take_choice(self, kind: str, **labels: Any) -> Record:
        self.pass_over()
        return self.tape.take("choice", k=kind, **labels)

    def numbers_in(self, field: str) -> list[int]:
        value = self.tape.get(field)
        if not isinstance(value, list) or any(type(member) is not int for member in value):
            raise Disagreement(self.tape.line, f"field {field}", "a list of numbers", value)
        return value

    def piece_of(self, power: str, seat: int) -> int:
        """The tableau card with this power; -1 if there is none."""
        side = self.rules.layout.side[power.partition("/")[0]]
        there = [piece for piece in self.play.zone[self.numbers.tableau[seat]] if self.play.side[piece] == side]
        return there[0] if there else -1

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


DRAWN_BY = {
    deal_hand.id: "deal",
    look.id: "explore",
    draw_cards.id: "explore",
    apply_placement.id: "settle_bonus",
    trade.id: "trade",
}
WHY = {discard_from_hand.id: "start", keep.id: "explore", discard_excess.id: "limit"}
GOOD_BY = {
    put_first_good.id: "placed",
    reveal_cards.id: "placed",
    place_chosen.id: "placed",
    produce_bonus_good.id: "produce_bonus",
}
ENDS = {"tableau": "tableau", "pool": "vp"}


def count_draw(sums: Happened, record: Record) -> None:
    for card in record["c"]:
        sums["draw", record["p"], record["by"], card] += 1


def count_payment(sums: Happened, record: Record) -> None:
    # Cards that are used but not discarded are compared with the options.
    for card in record["cards"]:
        sums["paid", record["p"], card] += 1
    sums["how", record["how"], record["c"]] += 1


def count_discards(sums: Happened, record: Record) -> None:
    for card in record["c"]:
        sums["discard", record["p"], record["why"], card] += 1


def count_trade(sums: Happened, record: Record) -> None:
    sums["sold", record["p"], record["by"], record["w"], record["g"]] += 1


def count_consumption(sums: Happened, record: Record) -> None:
    # Cards drawn when goods are consumed are recorded separately.
    for world, good in zip(record["w"], record["g"], strict=True):
        sums["consumed", record["p"], record["by"], record["pw"], world, good] += 1
    sums["vp", record["p"], record["by"], record["pw"]] += record["vp"]


def count_hand_consumption(sums: Happened, record: Record) -> None:
    for card in record["c"]:
        sums["hand", record["p"], record["by"], record["pw"], card] += 1
    sums["vp", record["p"], record["by"], record["pw"]] += record["vp"]


def make_counter(*names: str) -> Callable[[Happened, Record], None]:
    def count(sums: Happened, record: Record) -> None:
        sums[(record["e"], *[record[name] for name in names])] += 1

    return count


def count_reshuffle(sums: Happened, record: Record) -> None:
    sums["reshuffle", len(record["deck"])] += 1


def count_nothing(sums: Happened, record: Record) -> None:
    """Do nothing, because the record has already been compared with the decisions before it."""


HAPPENED: dict[str, Callable[[Happened, Record], None]] = {
    "round": make_counter("n"),
    "actions": count_nothing,
    "phase": make_counter("n"),
    "draw": count_draw,
    "place": make_counter("p", "c"),
    "good": make_counter("p", "w", "g", "by"),
    "paid": count_payment,
    "discard": count_discards,
    "trade": count_trade,
    "consume": count_consumption,
    "consume_hand": count_hand_consumption,
    "gamble": make_counter("n", "c", "kept"),
    "goal": make_counter("p", "goal", "got"),
    "reshuffle": count_reshuffle,
}
