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
        id BIGINT a number derived from the log's path and root
        log VARCHAR the path at which the log was found
        root VARCHAR the root of the indexed lines
        game VARCHAR the game, as in the head
        edition VARCHAR the edition of the game's rules
        sets JSON the sets, as in the head
        options JSON the options, as in the head
        players INTEGER the number of players
        randomness VARCHAR the source of randomness: the mode in the head
        made_by VARCHAR the program that wrote the log
        passed BOOLEAN whether the log passed the light check
        verdict VARCHAR the verdict of the light check: `valid`, `invalid` or `unknown`
        reason VARCHAR the reason for that verdict
        complete BOOLEAN whether the game was played to its end
        why VARCHAR why the game ended
        stretch VARCHAR the unit of play, such as `round` or `turn`
        rounds INTEGER the number of rounds or turns played
        lines INTEGER the number of indexed lines
        decisions INTEGER the number of decisions in the indexed lines
        events INTEGER the number of events in the indexed lines
        played VARCHAR the digest of the log's end or, if it has none, its root: the same in every copy, signed or not
    """),
    "seats": parse_columns("""
        game_id BIGINT the game
        seat INTEGER the seat, 0 for the first
        player VARCHAR the first player of the seat: a person's name or a bot
        score BIGINT the final score; null if the game is not over
        won BOOLEAN whether the seat won; null if the game is not over
        tied BOOLEAN whether the seat was tied for first place before the tie was broken
        changed VARCHAR the last change of the seat: `concedes`, `leaves` or `sits`; null if there was none
        replaced_by VARCHAR the player who took over the seat
    """),
    "rounds": parse_columns("""
        game_id BIGINT the game
        line INTEGER the line number in the log
        round INTEGER the round or turn that ended; 0 for setup
        final BOOLEAN whether the figures are those at the end of the game
        seat INTEGER the seat that the figure belongs to; null for the table
        figure VARCHAR the name of the figure, its parts joined by dots: `score.total`
        value BIGINT a number as it is; for a list, its length
        text VARCHAR a string as it is; a list as JSON
    """),
    "decisions": parse_columns("""
        game_id BIGINT the game
        nth INTEGER the number of the decision in its game, counted from 1
        line INTEGER the line number in the log
        round INTEGER the round or turn in which the decision was made; 0 in setup
        seat INTEGER the seat that decided
        name VARCHAR the kind of decision
        form VARCHAR `one`, `some`, `bag` or `amount`
        low BIGINT the minimum number to pick, or the lowest amount
        high BIGINT the maximum number to pick, or the highest amount
        answers BIGINT the number of answers to pick from; null for an amount
        pick VARCHAR the pick: an id, a number, or JSON
        pick_name VARCHAR the printed name of a picked piece or power
        secret BOOLEAN whether only this seat may see the decision
    """),
    "events": parse_columns("""
        game_id BIGINT the game
        nth INTEGER the number of the event in its game, counted from 1
        line INTEGER the line number in the log
        round INTEGER the round or turn in which the event happened; 0 in setup
        decision INTEGER the decision on that line; null if the line has a chance result or what the rules did
        op VARCHAR the change: `shift`, `move`, `adjust` and so on
        word VARCHAR the game's word for the change
        power VARCHAR the printed power that caused it
        power_name VARCHAR the printed name of that power's side
        step VARCHAR the step of the rules that caused it
        seat INTEGER the owner of the piece, counter or place, as far as names show it
        piece VARCHAR the piece, or the piece that something is on
        piece_name VARCHAR the printed name of the side that is up
        kind VARCHAR the kind of fungible things
        source VARCHAR the place moved from, without its seat
        target VARCHAR the place moved to, without its seat
        counter VARCHAR the counter, without its seat
        fact VARCHAR the fact, without its seat
        n BIGINT the number of things shifted, the change of a counter, or the number given to a piece
        lost BIGINT the part of a change that was lost to the bounds of the counter
        value JSON the value of a fact, the pieces in their new order, or the contents of a note
    """),
    "scores": parse_columns("""
        game_id BIGINT the game
        seat INTEGER the seat
        score_line VARCHAR the line of the score, without the total
        points BIGINT the points for that line
    """),
    "copies": parse_columns("""
        log VARCHAR the path of a log that was left out because another log has the same game
        game_id BIGINT the game
    """),
    "refused": parse_columns("""
        log VARCHAR the path of a file that could not be indexed
        reason VARCHAR the reason
    """),
}
