"""Writes games of ours as Board Game Arena would record them, for tests of the importer."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import points_of_piece
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.trade import trade
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Forget, drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.overruled import overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Event
from rftg_dsl.library.load import load_library

FIRST_PLAYER, FIRST_CARD = 910000000, 115
STATES = {"explore": 20, "develop": 30, "develop2": 30, "settle": 40, "settle2": 40, "consume": 50, "produce": 60}
VARIANTS: dict[str, tuple[int, int]] = {
    "explore11": (1, 0),
    "explore5": (1, 1),
    "develop": (2, 0),
    "settle": (3, 0),
    "trade": (4, 0),
    "consume2x": (4, 1),
    "produce": (5, 0),
}
"""The site's phase and variant of our action cards; two cards of a phase are variant 2."""
TARGETS = {"2": "Runaway Robots", "4": "Alien Robot Sentry", "rebel": "Rebel Outpost"}
"""A military world of each kind that the site names."""
Record = dict[str, Any]


class Scribe(Observer):
    """Watches one game and writes it down."""

    def __init__(self, rules: Rules, new_worlds: bool) -> None:
        self.rules = rules
        self.w = rules.numbers
        self.new_worlds = new_worlds
        self.packets: list[Record] = []
        self.card: dict[int, int] = {}
        self.design: dict[int, int] = {}
        self.types: dict[str, Record] = {}
        self.number()
        self.tables: dict[str, Record] = {}
        self.phase = "setup"
        self.picked: dict[int, tuple[str, ...]] = {}
        self.reset()
        self.world = -1

    def number(self) -> None:
        """Number all designs and cards."""
        sides: dict[str, list[int]] = {}
        for piece in (*self.w.game_cards, *self.w.start_worlds):
            sides.setdefault(self.name(piece), []).append(piece)
        for design, (name, pieces) in enumerate(sides.items(), 1):
            side = self.side(pieces[0])
            cost = self.w.cost[side] or self.w.defense[side]
            self.types[str(design)] = {"name": name, "qt": len(pieces), "cost": cost, "vp": self.w.printed[side]}
            for piece in pieces:
                self.design[piece] = design
                self.card[piece] = FIRST_CARD + len(self.card)

    def reset(self) -> None:
        """Begin a phase."""
        self.placed: dict[int, int] = {}
        self.money: dict[int, list[int]] = {seat: [] for seat in self.w.seats}
        self.conquered: set[int] = set()
        self.pending: list[Record] = []

    def side(self, piece: int) -> int:
        return int(self.rules.layout.pieces[piece].sides[0])

    def name(self, piece: int) -> str:
        return str(self.w.names[self.side(piece)])

    def player(self, seat: int) -> int:
        return FIRST_PLAYER + seat

    def shown(self, piece: int, seat: int) -> Record:
        return {"id": str(self.card[piece]), "type": str(self.design[piece]), "location_arg": str(self.player(seat))}

    # -- packets ---------------------------------------------------------------------------------------------------

    def write(self, type_: str, args: Any, log: str = "", private: bool = False) -> None:
        """Write a packet with one notification."""
        channel = "/player/p0" if private else "/table/t1"
        self.packets.append({"channel": channel, "data": [{"type": type_, "log": log, "args": args}]})

    def state(self, number: int, **args: Any) -> None:
        self.write("gameStateChange", {"id": number, "args": args or []})

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple(self.play.zone[self.w.hand[seat]])

    def seat_in(self, places: Any, place: int) -> int:
        return list(places).index(place) if place in places else -1

    # -- the game --------------------------------------------------------------------------------------------------

    def decided(self, play: Play[Any], d: Decision, pick: Pick) -> None:
        """Write a decision down."""
        write = getattr(self, f"on_{d.name.replace('-', '_')}", None)
        if not self.tables:
            self.deal()
        if write:
            write(d, pick)

    def answers_itself(self, play: Play[Any], d: Decision, pick: Pick) -> None:
        if d.name == "windfall":
            self.on_windfall(d, pick)

    def deal(self) -> None:
        """Write the table as it is before the first decision."""
        g = self.play
        for seat in self.w.seats:
            field, place = ("hiddentableau", self.w.placing) if self.new_worlds else ("tableau", self.w.tableau)
            self.tables[str(self.player(seat))] = {
                "hand": {str(self.card[card]): self.shown(card, seat) for card in self.hand(seat)},
                field: {str(self.card[card]): self.shown(card, seat) for card in g.zone[place[seat]]},
                "deck": str(len(g.zone[self.w.supply])),
                "remain_chips": g.counters[self.w.pool],
                "playerorder": [self.player((seat + nth) % len(self.w.seats)) for nth in self.w.seats],
                "card_types": self.types,
            }
        self.state(3 if self.new_worlds else 2)

    def on_start_world(self, d: Decision, pick: int) -> None:
        [left] = [world for world in self.play.zone[self.w.placing[d.seat]] if world != pick]
        self.write("discardfromtableau", {"card": str(self.card[left])}, private=True)

    def on_start(self, d: Decision, pick: tuple[int, ...]) -> None:
        self.write("discard", {"cards": [str(self.card[card]) for card in pick]}, private=True)

    def on_limit(self, d: Decision, pick: tuple[int, ...]) -> None:
        if self.phase != "limit":
            self.limit()
        self.on_start(d, pick)

    def limit(self) -> None:
        over = {str(self.player(seat)): max(0, len(self.hand(seat)) - 10) for seat in self.w.seats}
        self.phase = "limit"
        self.state(70, **over)

    def on_action(self, d: Decision, pick: tuple[str, ...]) -> None:
        self.picked[d.seat] = pick

    def choices(self) -> None:
        """Write the action cards of all."""
        phases: dict[str, Any] = {str(phase): {} for phase in range(1, 6)}
        for seat, cards in self.picked.items():
            for card in cards:
                phase, variant = VARIANTS[card.replace("2", "") if card[:3] in ("dev", "set") else card]
                there = phases[str(phase)]
                key = str(self.player(seat))
                there[key] = 2 if key in there else str(variant)
        self.state(11)
        self.write("phase_choices", {key: variants or [] for key, variants in phases.items()})

    def on_explore(self, d: Decision, pick: tuple[int, ...]) -> None:
        kept = [card for card in self.play.zone[self.w.explored[d.seat]] if card not in pick]
        shown = {str(self.card[card]): self.shown(card, d.seat) for card in kept}
        self.write("keepcards", shown, private=True)

    def on_windfall(self, d: Decision, pick: int) -> None:
        self.world = pick

    def happens(self, play: Play[Any], event: Event) -> None:
        """Write down what happens."""
        match event:
            case ("fact", "phase", _, _, phase):
                self.begin(phase)
            case ("fact", "revealed", *_):
                self.choices()
            case ("move", word, cause, piece, place, _):
                self.moved(word, cause, piece, place)
            case ("note", "conquer", _, seat, _):
                self.conquered.add(seat)
            case ("note", "reshuffled", *_):
                self.write("reshuffle", [])
            case ("note", "guessed", cause, number, card, kept):
                self.guessed(number, self.rules.layout.piece[card], kept)

    def begin(self, phase: str) -> None:
        if self.phase == "setup":
            self.new_round()
        self.phase = phase or self.phase
        self.reset()
        if phase == "consume":
            self.state(50, prices=self.prices())
        elif phase in STATES:
            self.state(STATES[phase])

    def prices(self) -> dict[str, int]:
        g, w = self.play, self.w
        return {
            str(self.card[good]): g.value("trade", seat, w.price[g.side[world]], world)
            for seat in w.seats
            for world in g.zone[w.tableau[seat]]
            for good in g.zone[w.goods[world]]
        }

    def moved(self, word: str, cause: str, piece: int, place: int) -> None:
        source = self.play.place_of[piece]
        seat = self.seat_in(self.w.hand, place)
        if word == "drawn" and self.phase != "setup" and seat >= 0:
            self.drawn(seat, [piece], cause)
        elif word == "drawn" and place in self.w.explored:
            self.looked(self.seat_in(self.w.explored, place), piece)
        elif word == "drawn" and place in self.w.goods:
            self.produced(self.seat_of(place), cause, self.w.goods.index(place), piece)
        elif word == "placed":
            self.placed[self.seat_in(self.w.tableau, place)] = piece
        elif word == "paid":
            self.money[self.seat_in(self.w.hand, source)].append(piece)
        elif word in ("sold", "consumed"):
            self.consumed(self.seat_of(source), cause, piece)
        elif word == "discarded" and source in self.w.tableau:
            seat = self.seat_in(self.w.tableau, source)
            self.write("discardfromtableau", {"card": str(self.card[piece]), "player_id": self.player(seat)})
        elif word == "discarded" and source in self.w.hand and "/" in cause:
            self.discarded(self.seat_in(self.w.hand, source), cause, piece)

    def seat_of(self, place: int) -> int:
        """The owner of the world with this place for goods."""
        return int(self.play.layout.place_owner[self.play.place_of[self.w.goods.index(place)]])

    def by(self, cause: str) -> str:
        return str(self.w.names[self.rules.layout.side[cause.partition("/")[0]]])

    def drawn(self, seat: int, pieces: list[int], cause: str) -> None:
        self.write("drawCards", [self.shown(piece, seat) for piece in pieces], private=True)
        args = {"player_name": self.player_name(seat), "card_nbr": len(pieces)}
        named = "/" in cause and (self.phase in ("consume", "produce") or self.by(cause) == "Interstellar Bank")
        if named and not self.sells(cause):
            args["card_name"] = self.by(cause)
        self.write("drawCards_def", args)

    def sells(self, cause: str) -> bool:
        return any(effect.verb in ("sell", "barter") for effect in self.w.powers[cause].effects)

    def player_name(self, seat: int) -> str:
        return f"Player {seat + 1}"

    def looked(self, seat: int, piece: int) -> None:
        """Cards to choose from, one by one; the importer adds them up."""
        self.write("explored_choice", [self.shown(piece, seat)], private=True)
        self.write("explored_choice_log", {"player_id": self.player(seat), "nbr": 1})

    def produced(self, seat: int, cause: str, world: int, piece: int) -> None:
        args = {"world_id": str(self.card[world]), "good_id": str(self.card[piece])}
        if cause == produce_bonus_good.id:
            args["windfallreason"] = "phase"
        elif world == self.world:
            [card] = [
                tableau_card
                for tableau_card in self.play.zone[self.w.tableau[seat]]
                if self.name(tableau_card) == self.by(cause)
            ]
            args["windfallreason"] = str(self.card[card])
        self.world = -1
        self.write("goodproduction", args)

    def consumed(self, seat: int, cause: str, piece: int) -> None:
        args: Record = {"good_id": str(self.card[piece]), "player_id": str(self.player(seat))}
        if cause != trade.id:
            [card] = [
                tableau_card
                for tableau_card in self.play.zone[self.w.tableau[seat]]
                if self.name(tableau_card) == self.by(cause)
            ]
            args["world_id"] = str(self.card[card])
        self.write("consume", args)

    def discarded(self, seat: int, cause: str, piece: int) -> None:
        if self.phase in ("consume", "produce") and self.by(cause) != "Gambling World":
            self.write("discard", {"cards": [str(self.card[piece])]}, private=True)
            if self.phase == "consume":
                self.write("consumecard", {"player_id": self.player(seat), "world_name": self.by(cause)})

    def guessed(self, number: int, piece: int, kept: bool) -> None:
        if not kept:
            self.write("discard", {"cards": [str(self.card[piece])]}, private=True)
        self.write("gambling", {"number": number})

    # -- ends of phases and rounds ---------------------------------------------------------------------------------

    def paused(self, play: Play[Any], mark: str) -> None:
        """Write down what was placed, and the figures."""
        for seat, piece in self.placed.items():
            card = self.shown(piece, seat)
            money = [str(self.card[payment]) for payment in self.money[seat]]
            self.write("playcard", {"card": card, "money": money, "player": str(self.player(seat))}, private=True)
            self.state(31 if "develop" in self.phase else 41)
            how = " using military force" if seat in self.conquered else ""
            self.write("playcard", {"card": card, "player": str(self.player(seat))}, f"${{player_name}} plays{how}")
        self.reset()
        self.figures()
        if mark.startswith("round"):
            if self.phase != "limit":
                self.limit()
            self.state(71)
            self.over = bool(play.facts[self.w.ended])
            if not self.over:
                self.new_round()

    def figures(self) -> None:
        """Scores and Military of all."""
        g, w = self.play, self.w
        for seat in w.seats:
            score = g.counters[w.vp[seat]] + sum(w.printed[g.side[card]] for card in g.zone[w.tableau[seat]])
            vp = g.counters[w.vp[seat]]
            self.write("updateScore", {"player_id": self.player(seat), "score": score, "vp": str(vp)})
            force = g.value("military", seat, 0)
            self.write("updateMilforce", {"player_id": self.player(seat), "force": force})
        self.write("updateSpecializedMilitary", {str(self.player(seat)): self.special(seat) for seat in w.seats})

    def special(self, seat: int) -> Record:
        """The Military of a seat, with what it has more against some kinds of worlds."""
        g = self.play
        base = g.value("military", seat, 0)
        against = {kind: g.value("military", seat, 0, self.named(name)) - base for kind, name in TARGETS.items()}
        return {"player_id": str(self.player(seat)), "base": str(base)} | {kind: n for kind, n in against.items() if n}

    def named(self, name: str) -> int:
        """The card with a name."""
        return next(piece for piece in self.card if self.name(piece) == name)

    def new_round(self) -> None:
        self.state(10)
        self.counts()

    def counts(self) -> None:
        """The numbers of cards."""
        g, w = self.play, self.w
        hands, tableaus = (
            {str(self.player(seat)): str(len(g.zone[place[seat]])) for seat in w.seats} for place in (w.hand, w.tableau)
        )
        self.write("updateCardCount", {"hand": hands, "tableau": tableaus, "deck": str(len(g.zone[w.supply]))})

    def ended(self, play: Play[Any]) -> None:
        """Write the end of the game."""
        why = "No more victory point chip" if "pool" in play.facts[self.w.ended] else "12 cards or more"
        self.write("nomoreVp", [], f"{why}: end of game")
        for seat in self.w.seats:
            for piece in play.zone[self.w.tableau[seat]]:
                if self.w.cost[self.side(piece)] == 6 and not self.w.is_world[self.side(piece)]:
                    self.bonus(seat, piece)
        self.state(98)
        self.counts()

    def bonus(self, seat: int, piece: int) -> None:
        points, vp = points_of_piece(self.play, seat, piece), self.play.counters[self.w.vp[seat]]
        named = {"dev_name": self.name(piece), "points_nbr": points}
        self.write("updateScore", {"player_id": self.player(seat), "score": 0, "vp": vp, **named})

    def recording(self) -> Record:
        """The whole file."""
        values = {"100": "1", "101": 1, "104": "2" if self.new_worlds else "1", "105": 0}
        players = [{"id": self.player(seat), "name": self.player_name(seat)} for seat in self.w.seats]
        end = {"endgame_reason": "normal_end", "concede": "0", "player": self.results()}
        options = {key: {"name": f"Option {key}", "value": value} for key, value in values.items()}
        return {
            "table_id": 1000,
            "tableinfos": {"data": {"options": options, "result": end}},
            "gamedatas": self.tables,
            "logs": {"data": {"players": players, "logs": self.packets}},
        }

    def results(self) -> list[Record]:
        figures = self.rules.game.report(self.play)["seats"]
        ranks = [(figure["score"]["total"], figure["tie_break"]) for figure in figures]
        return [
            {
                "player_id": str(self.player(seat)),
                "score": str(score),
                "score_aux": tie,
                "gamerank": str(1 + sum(rank > (score, tie) for rank in ranks)),
            }
            for seat, (score, tie) in enumerate(ranks)
        ]


Illegal = Callable[[Play[Any], Decision], Pick]
"""An illegal answer to a decision; None if there is none."""


def written(seed: str, seats: int = 2, new_worlds: bool = True, illegal: Illegal | None = None) -> Record:
    """A game of ours with random choices, as the site would record it; the first ``illegal`` answer stands."""
    options = {"variant": "advanced", "duplicates": "paired"} if seats == 2 else {"variant": "standard"}
    rules = load_library("race", "second", ["new-worlds"] if new_worlds else [], options).rules(seats)
    scribe, random = Scribe(rules, new_worlds), Random(seed)
    scribe.play = play = rules.start(Seeded(seed, "race"), options)
    play.watch(scribe)

    stood: list[Pick] = []

    def choose(play: Play[Any], decision: Decision) -> Pick:
        if illegal is not None and not stood and (pick := illegal(play, decision)) is not None and overrule(play, pick):
            stood.append(pick)
            return pick
        return decision.form.draw(random.random)

    drive(play, [choose] * seats, (Forget(), scribe))
    assert bool(stood) == (illegal is not None), "no illegal answer could stand"
    return json.loads(json.dumps(scribe.recording()))


def save(game: Record, path: Path) -> Path:
    """Save a recording as the site does."""
    path.write_text(json.dumps(game, indent=1), "utf-8")
    return path


# -- changing recordings


def packets(game: Record) -> list[Record]:
    logs: list[Record] = game["logs"]["data"]["logs"]
    return logs


def notices(game: Record, kind: str, public: bool = True) -> list[tuple[int, Record]]:
    """The notifications of a type, each with the ordinal of its packet."""
    return [
        (nth, data)
        for nth, packet in enumerate(packets(game), 1)
        for data in packet["data"]
        if data["type"] == kind and packet["channel"].startswith("/table/") == public
    ]


def changed(game: Record, kind: str, field: str, value: Any) -> tuple[int, Record]:
    """A copy of a game with another value in the later half of all notifications with this field; the first packet."""
    copy = deepcopy(game)
    there = [(nth, notice) for nth, notice in notices(copy, kind) if field in notice["args"]]
    later = there[len(there) // 2 :]
    for _, notice in later:
        notice["args"][field] = value
    return later[0][0], copy


def conceded(game: Record, at: int) -> Record:
    """A game that a player gives up after so many packets."""
    copy = deepcopy(game)
    gives_up = {"type": "playerConcedeGame", "log": "", "args": {"player_id": 910000001, "player_name": "Player 2"}}
    copy["logs"]["data"]["logs"] = [*packets(copy)[:at], {"channel": "/table/t1", "data": [gives_up]}]
    copy["tableinfos"]["data"]["result"] |= {"concede": "1", "endgame_reason": "normal_concede_end"}
    for player, score in zip(copy["tableinfos"]["data"]["result"]["player"], "10", strict=False):
        player["score"] = score
    return copy
