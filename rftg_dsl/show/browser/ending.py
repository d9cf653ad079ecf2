"""The end of a game as data for a page: who won, each line of the score, and how a tie was broken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import ENDS
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.wording.names import seat_name

TOTAL = "total"


def describe_end(lines: Sequence[str], players: Sequence[str], words: Vocabulary) -> dict[str, Any]:
    """Describe the end of the game in a finished log; ``players`` are the players' names in the log."""
    figures = parse_json(next(line for line in reversed(lines) if line.startswith(ENDS)))["figures"]
    end, seats = figures["end"], figures["seats"]
    names = [seat_name(seat, player_name_of(who)) for seat, who in enumerate(players)]
    return {
        "winners": end["winners"],
        "scores": end["scores"],
        "rows": score_rows([seat["score"] for seat in seats], words),
        "tie": word_tie(end, [ties_of(seat) for seat in seats], names, words),
        "why": [words.endings[why].title if why in words.endings else why for why in end["why"]],
    }


def score_rows(scores: Sequence[Mapping[str, int]], words: Vocabulary) -> list[dict[str, Any]]:
    """Return the lines of the score: those of the schedule in its order, then pieces by their most points."""
    there = {line for score in scores for line in score} - {TOTAL}
    pieces = sorted(there - {*words.lines}, key=lambda line: (-max(score.get(line, 0) for score in scores), line))
    return [
        {
            "name": words.lines[line].title if line in words.lines else line,
            "points": [score.get(line) for score in scores],
        }
        for line in [*filter(there.__contains__, words.lines), *pieces]
    ]


def ties_of(seat: Mapping[str, Any]) -> Sequence[int]:
    ties = seat["tie_break"]
    return ties if isinstance(ties, list) else [ties]


def word_tie(end: Mapping[str, Any], ties: Sequence[Sequence[int]], names: Sequence[str], words: Vocabulary) -> str:
    """Say how a tie for the most points was broken, with the numbers that decided it; empty if there was none."""
    tied: list[int] = end["tied"]
    if not tied:
        return ""
    begin = f"{join_names(names[seat] for seat in tied)} have {end['scores'][tied[0]]} points each."
    titles = [tie.title for tie in words.ties.values()]
    decided, left = [], tied
    for nth, title in enumerate(titles):
        decided.append(f"{title} ({', '.join(f'{names[seat]}: {ties[seat][nth]}' for seat in left)})")
        left = [seat for seat in left if ties[seat][nth] == max(ties[other][nth] for other in left)]
        if len(left) == 1:
            return f"{begin} The tie is broken by {', then '.join(decided)}."
    if not titles:
        return f"{begin} They share the victory."
    return f"{begin} After {', then '.join(decided)}, {join_names(names[seat] for seat in left)} share the victory."


def join_names(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
