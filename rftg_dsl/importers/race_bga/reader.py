"""Read the notifications in a recording, in order, into a script.

A move consists of several packets: first one for each player, then one for everyone. Private draws therefore wait in a
queue for the public notification that states the number of cards; its position is used as the position of the draw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from rftg_dsl.games.race.numbers import NINE
from rftg_dsl.importers.import_report import CONCEDED, INCOMPLETE, Disagreement
from rftg_dsl.importers.race_bga import site_words as site
from rftg_dsl.importers.race_bga.cards import Cards, printed_name_of
from rftg_dsl.importers.race_bga.part import Part
from rftg_dsl.importers.race_bga.recording import Notice, Recording
from rftg_dsl.importers.race_bga.script import (
    ACTION,
    DRAW,
    GOODS,
    GUESS,
    HAND,
    LIMIT,
    PHASE,
    SETUP,
    Bonus,
    Chapter,
    Cost,
    Counts,
    Good,
    Military,
    Placed,
    Script,
    Standing,
    Use,
)


def read(recording: Recording, cards: Cards) -> Script:
    reader = Reader(recording, cards)
    reader.read_tables()
    for notice in recording.read_notices():
        reader.take(notice)
    reader.finish()
    return reader.script


class Reader:
    """The state of the reader: the script so far, and records that must wait for a later record."""

    def __init__(self, recording: Recording, cards: Cards) -> None:
        self.recording = recording
        self.cards = cards
        self.script = Script()
        self.round = 0
        self.here = self.script.chapter_for(0, SETUP)
        self.began: set[int] = set()
        """The states that have begun a phase in this round."""
        self.draws: defaultdict[int, list[list[int]]] = defaultdict(list)
        """Private draws that have not been announced yet, by seat."""
        self.looks: defaultdict[int, list[list[int]]] = defaultdict(list)
        self.chosen: dict[int, tuple[int, list[int]]] = {}
        self.scores: dict[int, int] = {}
        self.military = Military()
        self.counting: Standing | None = None
        """The standing that the next count of cards belongs to."""

    def take(self, notice: Notice) -> None:
        self.script.at = self.here.at = notice.at
        # Raise an error for an unknown type instead of ignoring it, because it could affect the game.
        if notice.type in site.IGNORED:
            return
        read = READERS.get(notice.type)
        if read is None:
            raise Part(notice.type, f"packet {notice.at}: the type of a notification").error_for_value("a known one")
        read(self, notice)

    def seat_in(self, notice: Notice, field: str = "player_id") -> int:
        return self.recording.seat_of(notice.args.get(field))

    def piece_in(self, notice: Notice, field: str) -> int:
        return self.cards.piece_by_number(notice.args.get(field))

    def name_in(self, notice: Notice, field: str) -> str:
        return printed_name_of(notice.args.get(field).as_text())

    # -- before the first move and after the last one --------------------------------------------------------------

    def read_tables(self) -> None:
        for player, table in self.recording.tables.items():
            seat, cards = self.recording.seat[player], self.cards
            self.script.hands[seat] = [cards.piece_of(card) for card in table.get("hand").as_fields().values()]
            dealt = "hiddentableau" if self.recording.new_worlds else "tableau"
            worlds = [cards.piece_of(card) for card in table.get(dealt).as_fields().values()]
            if not self.recording.new_worlds:
                owners = [card.get("location_arg") for card in table.get(dealt).as_fields().values()]
                worlds = [
                    world for world, owner in zip(worlds, owners, strict=True) if self.recording.seat_of(owner) == seat
                ]
            self.script.starts[seat] = worlds
            self.script.pool = table.get("remain_chips").as_number()
            self.script.supply = table.get("deck").as_number()

    def finish(self) -> None:
        """After the last notification, distinguish guesses from draws, and mark a game as conceded or incomplete."""
        if not self.script.over and self.script.conceded is None:
            self.script.incomplete = make_ending(INCOMPLETE, self.script.at, self.recording.gap or "no more packets")
        elif self.recording.conceded and self.script.conceded is None:
            self.script.conceded = make_ending(CONCEDED, self.script.at, "a player")
        for chapter in self.script.chapters.values():
            for use in chapter.uses:
                if use.what == GUESS:
                    turn_up(chapter, use)
            left = [seat for (seat, name), drawn in chapter.drawn.items() if name == site.GAMBLING and drawn]
            if left and chapter.unknown is None:
                chapter.unknown = chapter.at, "a right guess of Gambling World"

    # -- the course of the game ------------------------------------------------------------------------------------

    def read_state(self, notice: Notice) -> None:
        if not notice.args.has("id"):
            return
        number = notice.args.get("id").as_number()
        if number not in site.STATES:
            raise notice.args.get("id").error_for_value("a known state")
        if number == site.NEW_ROUND:
            self.begin_round()
        if site.STATES[number] == site.END:
            self.script.over = True
            self.counting = self.script.standings.get(self.round) if number == site.OVER else self.counting
        else:
            self.go_to(number, notice)
            self.read_figures(number, notice)

    def go_to(self, number: int, notice: Notice) -> None:
        """Go to the phase that a state belongs to, or to the second phase of that kind if the state occurs again."""
        phase, again = site.STATES[number], number in self.began
        second = f"{phase}2"
        if again and self.here.phase == second:
            raise notice.args.get("id").error_for_place("a third phase of this kind in one round")
        if again or self.here.phase != second:
            self.here = self.script.chapter_for(self.round, second if again else phase)
        if number in site.AGAIN:
            self.began.add(number)
        self.here.at = notice.at
        self.here.revealed = self.here.revealed or number in site.REVEALED
        if phase not in (SETUP, ACTION):
            self.counting = None

    def begin_round(self) -> None:
        if self.round not in self.script.standings:
            self.keep_standing()
        self.counting = self.script.standings[self.round]
        self.round += 1
        self.began.clear()

    def keep_standing(self) -> None:
        # Make copies, because later records change the originals.
        military = Military(dict(self.military.general), dict(self.military.special))
        self.script.standings[self.round] = Standing(self.script.at, dict(self.scores), military)

    def read_figures(self, number: int, notice: Notice) -> None:
        if number == site.ROUND_OVER:
            self.keep_standing()
        elif number == site.PRICES:
            prices = notice.args.get("args", "prices").as_entries()
            numbered = {self.cards.piece_by_number(key): price.as_number() for key, price in prices}
            self.here.prices = notice.at, numbered
        elif number == site.OVER_LIMIT:
            self.here.over = notice.at, self.recording.numbers_by_seat(notice.args.get("args"))

    def read_choices(self, notice: Notice) -> None:
        # Private choices can still change; only public choices count.
        if notice.private:
            return
        choices: dict[int, list[str]] = {seat: [] for seat in range(len(self.recording.players))}
        for phase, variants in site.CARDS.items():
            for key, variant in notice.args.get(phase).as_entries():
                seat = self.recording.seat_of(key)
                if variant.as_number() not in variants:
                    raise variant.error_for_value(f"one of {sorted(variants)}")
                choices[seat] += variants[variant.as_number()]
        chapter = self.script.chapter_for(self.round, ACTION)
        chapter.choices = {seat: tuple(sorted(cards, key=NINE.index)) for seat, cards in choices.items()}

    def read_concession(self, notice: Notice) -> None:
        self.script.conceded = make_ending(CONCEDED, notice.at, self.recording.names[self.seat_in(notice)])

    # -- draws -----------------------------------------------------------------------------------------------------

    def read_owned_cards(self, notice: Notice) -> tuple[int, list[int]]:
        shown = notice.args.as_list()
        owners = {self.recording.seat_of(card.get("location_arg")) for card in shown}
        if len(owners) != 1:
            raise notice.args.error_for_value("cards that belong to one player")
        return owners.pop(), [self.cards.piece_of(card) for card in shown]

    def read_draw(self, notice: Notice) -> None:
        if notice.args.value:
            seat, cards = self.read_owned_cards(notice)
            self.draws[seat].append(cards)

    def read_look(self, notice: Notice) -> None:
        if notice.args.value:
            seat, cards = self.read_owned_cards(notice)
            self.looks[seat].append(cards)

    def read_announced_draw(self, notice: Notice) -> None:
        seat = self.recording.seat_named(notice.args.get("player_name"))
        name = self.name_in(notice, "card_name") if notice.args.has("card_name") else ""
        cards = self.take_announced_cards(notice, self.draws, seat, "card_nbr")
        self.here.drawn.setdefault((seat, name), []).extend(cards)
        # In Consume, a draw by a named card is a use of its power, unless that power has consumed something.
        consumed = any(use.name == name and use.seat == seat for use in self.here.uses)
        if name and self.here.phase == "consume" and name != site.GAMBLING and not consumed:
            self.here.uses.append(Use(notice.at, name, DRAW, seat))

    def read_announced_look(self, notice: Notice) -> None:
        seat = self.seat_in(notice)
        # If all cards are kept in Explore, the site shows them as an ordinary draw.
        queue = self.looks if self.looks[seat] else self.draws
        cards = self.take_announced_cards(notice, queue, seat, "nbr")
        if queue is self.draws:
            self.here.kept[seat] = cards
        self.here.drawn.setdefault((seat, ""), []).extend(cards)

    def take_announced_cards(
        self, notice: Notice, queue: dict[int, list[list[int]]], seat: int, field: str
    ) -> list[int]:
        count = notice.args.get(field)
        if not count.as_number():
            return []
        if not queue[seat] or len(queue[seat][0]) != count.as_number():
            raise count.error_for_value(f"the number of cards that {self.recording.names[seat]} drew")
        return queue[seat].pop(0)

    def read_kept_cards(self, notice: Notice) -> None:
        for card in notice.args.as_fields().values():
            seat = self.recording.seat_of(card.get("location_arg"))
            self.script.chapter_for(self.round, "explore").kept.setdefault(seat, []).append(self.cards.piece_of(card))

    # -- placing ---------------------------------------------------------------------------------------------------

    def read_placement(self, notice: Notice) -> None:
        seat = self.seat_in(notice, "player")
        piece = self.cards.piece_of(notice.args.get("card"))
        # A placement is shown to its owner first, with the cards paid, and then to everyone.
        if notice.private:
            self.chosen[seat] = piece, self.cards.pieces_by_number(notice.args.get("money"))
            return
        chosen, money = self.chosen.pop(seat, (-1, []))
        if chosen != piece or seat in self.here.placed:
            raise notice.args.get("card", "id").error_for_value(
                "a card that its player has chosen, and must appear only once"
            )
        self.here.placed[seat] = Placed(notice.at, piece, site.BY_FORCE in notice.text, money)

    def read_cost(self, notice: Notice) -> None:
        card = notice.args.get("card")
        seat = self.recording.seat_of(card.get("location_arg"))
        conquers = notice.args.get("military_force").value is True
        cost = Cost(notice.at, self.cards.piece_of(card), conquers, notice.args.get("cost").as_number())
        self.here.costs.setdefault(seat, []).append(cost)

    def read_tableau_discard(self, notice: Notice) -> None:
        """Read a card given up for a placement, which its owner sees first, or, in setup, a discarded start world."""
        piece = self.piece_in(notice, "card")
        if notice.private and self.here.phase == SETUP:
            self.here.left_starts.append(piece)
        elif not notice.private:
            self.here.given_up.setdefault(self.seat_in(notice), []).append(piece)

    def read_start_worlds(self, notice: Notice) -> None:
        for world in notice.args.get("cards").as_fields().values():
            self.script.shown[self.recording.seat_of(world.get("location_arg"))] = self.cards.piece_of(world)

    # -- goods -----------------------------------------------------------------------------------------------------

    def read_production(self, notice: Notice) -> None:
        world = self.piece_in(notice, "world_id")
        good = Good(notice.at, self.piece_in(notice, "good_id"), self.reason_in(notice))
        if world in self.here.goods:
            raise notice.args.get("world_id").error_for_place("a second good on this world in one phase")
        self.here.goods[world] = good

    def reason_in(self, notice: Notice) -> int | str | None:
        if not notice.args.has("windfallreason"):
            return None
        reason = notice.args.get("windfallreason")
        return PHASE if reason.value == PHASE else self.cards.piece_by_number(reason)

    def read_consumption(self, notice: Notice) -> None:
        """Read a good sold by the action, or consumed or sold by a power; a power's last record names the player."""
        good = self.piece_in(notice, "good_id")
        seat = self.seat_in(notice) if notice.args.has("player_id") else None
        if notice.args.has("world_id"):
            card = self.piece_in(notice, "world_id")
            self.merge_use(notice, Use(notice.at, self.cards.name(card), GOODS, seat, card)).pieces.append(good)
        elif seat is None or seat in self.here.sales:
            raise notice.args.error_for_place("a second sale by the same player")
        else:
            self.here.sales[seat] = good

    def merge_use(self, notice: Notice, new: Use) -> Use:
        """Find or add the use that a record belongs to, and move this use to the end of the list."""
        uses = self.here.uses
        for nth, use in enumerate(uses):
            if use.has_same_power(new):
                use.at, use.seat = notice.at, new.seat if use.seat is None else use.seat
                uses.append(uses.pop(nth))
                return use
        uses.append(new)
        return new

    def read_card_consumption(self, notice: Notice) -> None:
        seat = self.seat_in(notice)
        use = self.merge_use(notice, Use(notice.at, self.name_in(notice, "world_name"), HAND, seat))
        # The cards are in the owner's discard just before this record.
        if not self.here.discards:
            raise notice.args.error_for_place("no discard came before it")
        use.pieces += self.here.discards.pop(0)[1]

    def read_gamble(self, notice: Notice) -> None:
        # After a wrong guess, the card is discarded; after a right guess, it is never shown.
        if not self.here.discards:
            self.here.unknown = notice.at, "a right guess of Gambling World"
            return
        _, cards = self.here.discards.pop(0)
        use = Use(notice.at, site.GAMBLING, GUESS, pieces=cards, named=self.guess_in(notice, cards))
        self.here.uses.append(use)

    def guess_in(self, notice: Notice, cards: list[int]) -> int | None:
        """The number guessed, provided that exactly one number in the record is a possible wrong guess."""
        numbers = self.cards.numbers
        least, most = numbers.number["guess_least"], numbers.number["guess_most"]
        right = {figure[self.cards.side[piece]] for piece in cards for figure in (numbers.cost, numbers.defense)}
        fields = notice.args.as_fields().items() if isinstance(notice.args.value, dict) else ()
        # A field whose name ends in "id" holds the number of a player or a card.
        plain = {field.value for key, field in fields if not key.endswith("id") and isinstance(field.value, str | int)}
        guesses = {int(value) for value in plain if str(value).isdecimal() and len(str(value)) < 3} - right
        guesses = {number for number in guesses if least <= number <= most}
        return guesses.pop() if len(guesses) == 1 else None

    def read_discard(self, notice: Notice) -> None:
        if self.here.phase not in (SETUP, "consume", "produce", LIMIT):
            raise notice.args.error_for_place(f"cards are not discarded in {self.here.phase}")
        self.here.discards.append((notice.at, self.cards.pieces_by_number(notice.args.get("cards"))))

    def read_reshuffle(self, notice: Notice) -> None:
        self.here.reshuffles.append(notice.at)

    # -- figures ---------------------------------------------------------------------------------------------------

    def read_counts(self, notice: Notice) -> None:
        # Only the counts right after the end of a round are compared.
        if self.counting is not None and self.counting.counts is None:
            hands, tableaus = (self.recording.numbers_by_seat(notice.args.get(key)) for key in ("hand", "tableau"))
            self.counting.counts = Counts(notice.at, hands, tableaus, notice.args.get("deck").as_number())

    def read_six_cost_points(self, notice: Notice) -> None:
        standing = self.counting
        # Only points in the same packet as the counts at the end of a round are compared.
        if standing is None or standing.counts is None or standing.counts.at != notice.at or standing.six is not None:
            return
        hidden = notice.args.get("_private").as_entries() if notice.args.has("_private") else []
        in_hand = {self.recording.seat_of(key): self.points_in(part.get("card_scores")) for key, part in hidden}
        standing.six = notice.at, self.points_in(notice.args.get("card_scores")), in_hand

    def points_in(self, part: Part) -> dict[int, int]:
        return {self.cards.piece_by_number(key): points.as_number() for key, points in part.as_entries()}

    def read_score(self, notice: Notice) -> None:
        seat = self.seat_in(notice)
        self.scores[seat] = notice.args.get("score").as_number()
        self.here.chips[seat] = notice.args.get("vp").as_number()
        # At the end of the game, the record also contains the points for a development.
        if notice.args.has("dev_name"):
            name = self.name_in(notice, "dev_name")
            self.script.bonuses.append(Bonus(notice.at, seat, name, notice.args.get("points_nbr").as_number()))

    def read_military(self, notice: Notice) -> None:
        seat = self.seat_in(notice)
        self.military.general[seat] = notice.args.get("force").as_number()

    def read_special_military(self, notice: Notice) -> None:
        for key, figures in notice.args.as_entries():
            seat = self.recording.seat_of(key)
            kinds = {kind: part.as_number() for kind, part in figures.as_fields().items() if kind != "player_id"}
            self.military.special[seat] = kinds

    def read_end(self, notice: Notice) -> None:
        self.script.ends.append((notice.at, "pool" if "victory point" in notice.text else "tableau"))


def make_ending(kind: str, at: int, theirs: str) -> Disagreement:
    return Disagreement(at, kind, None, theirs, kind)


def turn_up(chapter: Chapter, use: Use) -> None:
    """Remove the card turned up by a guess from the draws; the seat that drew the card made the guess."""
    for (seat, _), drawn in chapter.drawn.items():
        if use.pieces and use.pieces[0] in drawn and len(use.pieces) == 1:
            drawn.remove(use.pieces[0])
            use.seat = seat
            return
    chapter.unknown = use.at, "a guess without a card turned up"


READERS: dict[str, Callable[[Reader, Notice], None]] = {
    "gameStateChange": Reader.read_state,
    "phase_choices": Reader.read_choices,
    "playerConcedeGame": Reader.read_concession,
    "drawCards": Reader.read_draw,
    "drawCards_def": Reader.read_announced_draw,
    "explored_choice": Reader.read_look,
    "explored_choice_log": Reader.read_announced_look,
    "keepcards": Reader.read_kept_cards,
    "playcard": Reader.read_placement,
    "cardcost": Reader.read_cost,
    "discardfromtableau": Reader.read_tableau_discard,
    "showTableau": Reader.read_start_worlds,
    "goodproduction": Reader.read_production,
    "consume": Reader.read_consumption,
    "consumecard": Reader.read_card_consumption,
    "gambling": Reader.read_gamble,
    "discard": Reader.read_discard,
    "reshuffle": Reader.read_reshuffle,
    "updateCardCount": Reader.read_counts,
    "updateSixCostDevelopmentVp": Reader.read_six_cost_points,
    "updateScore": Reader.read_score,
    "updateMilforce": Reader.read_military,
    "updateSpecializedMilitary": Reader.read_special_military,
    "nomoreVp": Reader.read_end,
}
