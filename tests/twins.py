"""Games that differ only in what a viewer does not see.

The twin of a game swaps two pieces that a viewer has never seen, and is played again by the rules. Its hands, its forms
and all that follows from them differ, and everything that the viewer saw is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from attrs import frozen

from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.sight import Audience
from rftg_dsl.log.proof.randomness import randomness_from
from rftg_dsl.play.asked import Answer, Asked
from rftg_dsl.play.bots import make_bot
from rftg_dsl.play.match import Match

Lines = list[str]
DICE = randomness_from("twins")


class Disagreement(Exception):
    """The twin cannot be what the viewer has seen."""


@frozen
class Begun:
    """The beginning of a game, which its twin shares."""

    library: Library
    players: int
    bot: str = "random"

    def match(self, chance: Chance) -> Match:
        """A match with this chance, whose log is the same for the same results."""
        play: Play[Any] = self.library.rules(self.players).start(chance, self.library.options)
        return Match(self.library, play, DICE, seats=[f"me:P{seat}" for seat in range(self.players)])


def play(begun: Begun, seed: str, most: int) -> Match:
    """A game after ``most`` decisions, or at its end."""
    match = begun.match(Seeded(seed, begun.library.game.name))
    bots = [make_bot(begun.bot, begun.library.game, seed, seat) for seat in range(begun.players)]
    for _ in range(most):
        pending = match._play.pending
        if pending is None:
            break
        match._driver.answer(bots[pending.seat](match._play, pending))
    return match


# -- another game that looks the same ----------------------------------------------------------------------------


class Replayed:
    """Chance that gives the results of another game, with some pieces in each other's places."""

    def __init__(self, results: Mapping[str, list[Any]], pieces: Mapping[str, int], swap: Mapping[str, str]) -> None:
        self.results, self.pieces, self.swap = results, pieces, swap

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        return self._take(label, times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        results = self._take(label, times)
        if not set(results) <= set(domain):
            raise Disagreement
        return results

    def _take(self, label: str, times: int) -> list[int]:
        results = self.results.get(label, ())
        if len(results) != times:
            raise Disagreement
        return [result if isinstance(result, int) else self.pieces[self.swap.get(result, result)] for result in results]


def swap_pieces(begun: Begun, lines: Lines, swap: Mapping[str, str]) -> Match:
    """The same game with pieces in each other's places; ``Disagreement`` if the rules or the viewer would notice."""
    return again(begun, lines, results_in(lines), swap, lambda asked, answer: answer)


def again(
    begun: Begun,
    lines: Lines,
    results: Mapping[str, list[Any]],
    swap: Mapping[str, str],
    otherwise: Callable[[Asked, Answer], Answer],
) -> Match:
    """The game of some lines with other results; ``otherwise`` gives the answer to each decision, from its own."""
    records = [json.loads(line) for line in lines]
    try:
        match = begun.match(Replayed(results, begun.library.rules(begun.players).layout.piece, swap))
        for record in records:
            if record["k"] == "do":
                asked = match.asked
                if asked is None or (record["seat"], record["name"]) != (asked.seat, asked.name):
                    raise Disagreement
                match.answer(otherwise(asked, rename_ids(record["pick"], swap)))
    except (IllegalAnswer, AssertionError, KeyError, ValueError) as error:
        raise Disagreement from error
    return match


def results_in(lines: Lines) -> dict[str, list[Any]]:
    """The results of chance in a log, by label."""
    records = [json.loads(line) for line in lines]
    return {record["label"]: record["result"] for record in records if record["k"] == "rnd"}


def rename_ids(pick: Any, swap: Mapping[str, str]) -> Any:
    """A pick with some ids swapped."""
    if isinstance(pick, str):
        pieces = [part.partition(".") for part in pick.split("|")]
        return "|".join("".join((swap.get(piece, piece), *side)) for piece, *side in pieces)
    if isinstance(pick, list):
        return [rename_ids(choice, swap) for choice in pick]
    return {rename_ids(key, swap): n for key, n in pick.items()} if isinstance(pick, dict) else pick


# -- what a viewer has seen --------------------------------------------------------------------------------------


def pieces_of(lines: Lines) -> list[str]:
    """All pieces of a game."""
    return sorted(piece for zone in json.loads(lines[0])["table"]["pieces"].values() for piece in zone)


def levels(head: Mapping[str, Any], viewer: int) -> Callable[[str], int]:
    """The number of pieces of a place that a viewer sees, by the head of a log: written again here, on purpose."""

    def count_seen(place: str) -> int:
        word, _, owner = place.partition(".")
        match head["unseen"]["places"].get(word, "all"):
            case "all":
                return 10**6
            case "owner" | "top" if viewer != PUBLIC and owner == str(viewer):
                return 10**6
            case "top":
                return 1
        return 0

    return count_seen


def never_seen(lines: Lines, viewer: int) -> list[str]:
    """The pieces that a viewer has neither seen in any place nor heard of in a note."""
    head = json.loads(lines[0])
    seen, tables = levels(head, viewer), Tables(head)
    known = {piece for place, zone in tables.pieces.items() for piece in zone[: seen(place)]}
    for line in lines[1:]:
        for event in json.loads(line).get("fx", ()):
            tables.take(event)
            if event[0] == "move":
                known |= {piece for place in tables.touched for piece in tables.pieces.get(place, [])[: seen(place)]}
            if event[0] == "note":
                known |= {each for each in event[3:] if isinstance(each, str)}
    return [piece for piece in pieces_of(lines) if piece not in known]


class Tables:
    """The pieces in each place, from event to event: a few lines, independent of the program's own."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.pieces: dict[str, list[str]] = {place: list(zone) for place, zone in head["table"]["pieces"].items()}
        self.touched: set[str] = set()

    def take(self, event: Sequence[Any]) -> None:
        if event[0] == "move":
            piece, target, index = event[3:]
            source = next(place for place, zone in self.pieces.items() if piece in zone)
            self.pieces[source].remove(piece)
            self.pieces.setdefault(target, []).insert(index, piece)
            self.touched = {source, target}
        elif event[0] == "arrange":
            self.pieces[event[3]] = list(event[4])


def seen_events(lines: Lines, viewer: int) -> list[Any]:
    """Every event that a viewer sees in a game."""
    audience = Audience(json.loads(lines[0]), [viewer])
    events = [event for line in lines for event in json.loads(line).get("fx", ())]
    return [seen_event for event in events for seen_event in audience.follow(event)[viewer]]


def twins(begun: Begun, match: Match, seed: str, viewer: int, tries: int = 6) -> Iterator[Callable[[], Match]]:
    """Plays games that differ from one only in what a viewer cannot see: they have as many lines, of the same kinds."""
    lines, random = match.log, Random(seed)
    hidden = never_seen(lines, viewer)
    played = "".join(lines[1:])
    moved = [piece for piece in hidden if f'"{piece}"' in played]
    for _ in range(tries if moved and len(hidden) > 1 else 0):
        moved_piece = random.choice(moved)
        other = random.choice([piece for piece in hidden if piece != moved_piece])
        play = partial(swap_pieces, begun, lines, {moved_piece: other, other: moved_piece})
        try:
            twin = play().log
        except Disagreement:
            continue
        if twin != lines and kinds_of(twin) == kinds_of(lines):
            yield play


def kinds_of(lines: Lines) -> list[tuple[str, Any]]:
    """The kind and the owner of each line: the set of lines does not reveal a piece."""
    records = [json.loads(line) for line in lines]
    return [(record["k"], record.get("seat"), record.get("label")) for record in records]


# -- another game with other secrets -----------------------------------------------------------------------------


def other_secrets(begun: Begun, match: Match, seed: str, viewer: int) -> Match | None:
    """A game in which the others have rolled and done other things behind the screens that are up, however many.

    None if no screen is up, or the others cannot have come as far as they have.
    """
    lines = match.log
    raised = screens_up(lines)
    if raised is None or match.asked is None:
        return None
    random = Random(seed)
    results = results_in(lines)
    for record in map(json.loads, lines[raised:]):
        if record["k"] == "rnd" and "from" not in record and seat_of(record) != viewer:
            results[record["label"]] = [random.randrange(record["domain"]) for _ in record["result"]]
    mine = iter([record for record in map(json.loads, lines[raised:]) if record.get("seat") == viewer])
    try:
        twin = again(begun, lines[:raised], results, {}, lambda asked, answer: answer)
        for _ in range(200):
            asked = twin.asked
            if asked is None or asked.seat == match.asked.seat:
                break
            asked.random = random
            twin.answer(next(mine)["pick"] if asked.seat == viewer else asked.draw())
        for record in mine:
            twin.answer(record["pick"])
    except (Disagreement, IllegalAnswer, StopIteration):
        return None
    same = twin.asked is not None and (twin.asked.seat, twin.asked.name) == (match.asked.seat, match.asked.name)
    return twin if (same or match.asked.seat != viewer) and screens_up(twin.log) is not None else None


def screens_up(lines: Lines) -> int | None:
    """The number of lines before the screens went up that are up now; None if they are down."""
    raised = None
    for number, line in enumerate(lines, 1):
        for event in json.loads(line).get("fx", ()):
            if event[:2] == ["note", "concealed"]:
                raised = number
            elif event[:2] == ["note", "disclosed"]:
                raised = None
    return raised


def seat_of(record: Mapping[str, Any]) -> int:
    """The seat whose chance result it is; -2 for the table."""
    seat = record["label"].split("/")[1]
    return int(seat) if seat.isdecimal() else -2
