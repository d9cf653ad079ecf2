"""The tables in an index: their columns, with the type and meaning of each."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Column:
    """A column of a table."""

    name: str
    type: str
    meaning: str


def parse_columns(text: str) -> tuple[Column, ...]:
    """Parse columns written one per line, each as a name, a type and a meaning."""
    return tuple(Column(*line.split(None, 2)) for line in text.strip().splitlines())


TABLES: Mapping[str, tuple[Column, ...]] = {
    "games": parse_columns("""
        id BIGINT the log's path and root, as one number
        log VARCHAR the path of the log, as found
        root VARCHAR the root of the lines that are indexed
        game VARCHAR the game, as in the head
        edition VARCHAR the edition of its rules
        sets JSON the sets, as in the head
        options JSON the options, as in the head
        players INTEGER how many play
        randomness VARCHAR where chance comes from: the mode in the head
        made_by VARCHAR the program that wrote the log
        passed BOOLEAN whether the log passed the light check
        verdict VARCHAR of the light check: `valid`, `invalid`, `unknown`
        reason VARCHAR the reason of that verdict
        complete BOOLEAN whether the game was played to its end
        why VARCHAR what ended the game
        stretch VARCHAR what its rounds are called: `round`, `turn`
        rounds INTEGER how many rounds or turns were played
        lines INTEGER the lines of the log that are indexed
        decisions INTEGER how many decisions are among them
        events INTEGER how many events are in them
        played VARCHAR the digest of its end, or the root of all lines: the same in every copy of a log, signed or not
    """),
    "seats": parse_columns("""
        game_id BIGINT the game
        seat INTEGER the seat, 0 for the first
        player VARCHAR who began there: a name or a bot
        score BIGINT the final score; null if the game is not over
        won BOOLEAN whether the seat won; null if the game is not over
        tied BOOLEAN whether it was tied for the victory before the tie was broken
        changed VARCHAR `concedes`, `leaves` or `sits`, the last of them; null if nothing changed
        replaced_by VARCHAR who sat down there later
    """),
    "rounds": parse_columns("""
        game_id BIGINT the game
        line INTEGER the line of the log
        round INTEGER the round or turn that ended; 0 for setup
        final BOOLEAN whether the figures are those at the end of the game
        seat INTEGER whose figure it is; null for the table
        figure VARCHAR its name, with parts after dots: `score.total`
        value BIGINT a number as it is; of a list, how many are in it
        text VARCHAR a text as it is; a list as JSON
    """),
    "decisions": parse_columns("""
        game_id BIGINT the game
        nth INTEGER the decisions of a game are counted from 1
        line INTEGER the line of the log
        round INTEGER the round or turn in which it was made; 0 in setup
        seat INTEGER who decided
        name VARCHAR what was decided
        form VARCHAR `one`, `some`, `bag` or `amount`
        low BIGINT how many had to be picked, or the lowest amount
        high BIGINT how many could be picked, or the highest amount
        answers BIGINT of how many; null for an amount
        pick VARCHAR the pick: an id, a number, or JSON
        pick_name VARCHAR the printed name of a picked piece or power
        secret BOOLEAN whether only the seat may see it
    """),
    "events": parse_columns("""
        game_id BIGINT the game
        nth INTEGER the events of a game are counted from 1
        line INTEGER the line of the log
        round INTEGER the round or turn in which it happened; 0 in setup
        decision INTEGER the decision on that line; null if chance or the rules came first
        op VARCHAR the change: `shift`, `move`, `adjust` and so on
        word VARCHAR the game's word for it
        power VARCHAR the printed power that caused it
        power_name VARCHAR the printed name of that power's side
        step VARCHAR the step of the rules that caused it
        seat INTEGER whose piece, counter or place it is, as far as names tell
        piece VARCHAR the piece, or what something lies on
        piece_name VARCHAR the printed name of the side that is up
        kind VARCHAR the kind of like things
        source VARCHAR the place it came from, without its seat
        target VARCHAR the place it came to, without its seat
        counter VARCHAR the counter, without its seat
        fact VARCHAR the fact, without its seat
        n BIGINT how many were shifted; by how much a counter changed; a number given to a piece
        lost BIGINT what the bounds of the counter cut off
        value JSON of a fact, its value; of an order, the pieces; of a note, what it says
    """),
    "scores": parse_columns("""
        game_id BIGINT the game
        seat INTEGER the seat
        score_line VARCHAR the line of the score, without the total
        points BIGINT what it is worth
    """),
    "copies": parse_columns("""
        log VARCHAR the path of a log that was left out: its game is in another one
        game_id BIGINT the game
    """),
    "refused": parse_columns("""
        log VARCHAR the path of a file that could not be indexed
        reason VARCHAR why
    """),
}
