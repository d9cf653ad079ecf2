"""A recorded game as a whole: its options, its players, and its notifications in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.race_bga.part import Part, to_printable

EXPANSION, NEW_WORLDS = "100", "104"
PLAYABLE = {EXPANSION: (1,), "101": (1,), NEW_WORLDS: (1, 2), "105": (0,)}
"""The accepted values of the options for expansion, draft, New Worlds and preset hands."""
ON = 2
CONCEDED = "normal_concede_end"
TABLE = "/table/"
"""The prefix of channels that all players can see; all other channels are private."""


def recognise(game: Mapping[str, Any]) -> str:
    table = game.get("table_id")
    parts = all(isinstance(game.get(part), dict) for part in ("tableinfos", "gamedatas", "logs"))
    return to_printable(str(table)) if parts and (isinstance(table, str) or type(table) is int) else ""


class Notice:
    """A notification from the site."""

    __slots__ = ("args", "at", "private", "text", "type")

    def __init__(self, packet: Part, data: Part) -> None:
        self.type = data.get("type").as_text()
        self.at = data.at
        self.private = not packet.get("channel").as_text().startswith(TABLE)
        text = data.get("log").value
        self.text: str = text if isinstance(text, str) else ""
        self.args = Part(data.get("args").value, f"packet {self.at}, {to_printable(self.type)}", self.at)


class Recording:
    """A recorded game, with its header and its notifications."""

    def __init__(self, game: Mapping[str, Any]) -> None:
        root = Part(game, "the recording")
        self.infos = Part(root.get("tableinfos", "data").value, "tableinfos.data")
        self.check_options()
        self.logs = Part(root.get("logs", "data").value, "logs.data")
        self.tables = root.get("gamedatas").as_numbered_fields()
        named = {
            player.get("id").as_number(): to_printable(player.get("name").as_text())
            for player in self.logs.get("players").as_list()
        }
        if not named or set(self.tables) != set(named):
            raise root.get("gamedatas").error_for_value("the tables of all players")
        order = self.tables[next(iter(named))].get("playerorder")
        self.players = [number.as_number() for number in order.as_list()]
        """The players in clockwise order; the first player has our first seat."""
        if sorted(self.players) != sorted(named):
            raise order.error_for_value("the numbers of all players, each once")
        self.names = [named[player] for player in self.players]
        if len(set(self.names)) != len(self.names):
            raise self.logs.get("players").error_for_value("players with different names")
        self.seat = {player: seat for seat, player in enumerate(self.players)}
        self.end = self.infos.get("result")
        self.gap = ""
        """A description of missing packets; it is set once the notifications before the gap have been read."""

    def check_options(self) -> None:
        for key, playable in PLAYABLE.items():
            value = self.read_option(key)
            if value not in playable:
                title, named = self.names_of_option(key, value)
                message = f"the game was recorded with {title!r} set to {named!r}, which cannot be imported"
                hint = "only base games can, with or without New Worlds, but without expansions, drafts or preset hands"
                raise UsageError(message, hint, "unsupported-recording")

    def read_option(self, key: str) -> int:
        options = self.infos.get("options")
        # An option that the site did not offer is set to its default value.
        if key != EXPANSION and (not options.has(key) or options.get(key, "value").value is None):
            return PLAYABLE[key][0]
        return options.get(key, "value").as_number()

    def names_of_option(self, key: str, value: int) -> tuple[str, str]:
        option = self.infos.get("options", key)
        title, values = option.value.get("name"), option.value.get("values")
        named = values.get(str(value)) if isinstance(values, dict) else None
        if isinstance(values, list) and 0 <= value < len(values):
            named = values[value]
        word = named.get("name") if isinstance(named, dict) else None
        return (
            to_printable(title) if isinstance(title, str) else f"option {key}",
            to_printable(word) if isinstance(word, str) else str(value),
        )

    @property
    def new_worlds(self) -> bool:
        return self.read_option(NEW_WORLDS) == ON

    @property
    def conceded(self) -> bool:
        """Whether a player conceded, which makes the scores meaningless."""
        if self.end.get("endgame_reason").value == CONCEDED:
            return True
        return self.end.has("concede") and self.end.get("concede").value in (1, "1")

    def seat_of(self, part: Part) -> int:
        seat = self.seat.get(part.as_number())
        if seat is None:
            raise part.error_for_value("the number of a player")
        return seat

    def seat_named(self, part: Part) -> int:
        name = to_printable(part.as_text())
        if name not in self.names:
            raise part.error_for_value("the name of a player")
        return self.names.index(name)

    def numbers_by_seat(self, part: Part) -> dict[int, int]:
        numbers = {self.seat_of(key): number.as_number() for key, number in part.as_entries()}
        return {seat: numbers.get(seat, 0) for seat in range(len(self.players))}

    def read_results(self) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
        scores, ranks = {}, {}
        for player in self.end.get("player").as_list():
            seat = self.seat_of(player.get("player_id"))
            scores[seat] = player.get("score").as_number(), player.get("score_aux").as_number()
            ranks[seat] = player.get("gamerank").as_number()
        return scores, ranks

    def read_notices(self) -> Iterator[Notice]:
        last = 0
        for nth, part in enumerate(self.logs.get("logs").as_list(), 1):
            packet = Part(part.value, f"packet {nth}", nth)
            if packet.has("packet_id"):
                number = packet.get("packet_id").as_number()
                if number > last + 1:
                    self.gap = f"the site's packets {last + 1} to {number - 1} are missing"
                    return
                last = max(last, number)
            for data in packet.get("data").as_list():
                yield Notice(packet, data)
