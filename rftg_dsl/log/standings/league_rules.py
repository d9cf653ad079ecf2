"""The games that count for a league: what it demands of each log, and whose names it knows by a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.audit.verdict import Demands, make_demands
from rftg_dsl.log.format.people import is_person, player_name_of
from rftg_dsl.log.proof.signed_notes import Key

SIGNED = "signed"


class Proof(StrEnum):
    """The evidence that a seat was played by the one whose name it has."""

    SIGNATURE = "signature"
    """The owner of the key with this name has signed every log that counts."""
    CLAIM = "claim"
    """Nothing but the name in the log."""
    BOT = "bot"
    """The log says that a program played."""


@frozen
class LeagueRules:
    """A league's demands of the logs of its games."""

    demands: Demands
    """The demands on every log, whoever played."""
    members: Mapping[str, Key]
    """The keys of the members by their names. A game with such a name counts only if its owner has signed the log."""
    all_signed: bool = False
    """Whether every person at a table must be a member."""

    def demands_on(self, head: Mapping[str, Any]) -> Demands:
        """The demands of the log with this head, including the signatures of the members who play in it."""
        players = [self.members[player.name] for player in players_in(head, self) if player.name in self.members]
        return evolve(self.demands, signers=tuple(dict.fromkeys((*self.demands.signers, *players))))


@frozen
class Player:
    """Someone who sits at a table. Two names with different proofs are different players."""

    name: str
    proof: Proof


def players_in(head: Mapping[str, Any], rules: LeagueRules) -> list[Player]:
    """The player of each seat at the start of a game."""
    return [Player(player_name_of(who), proof_of(who, head, rules)) for who in head["seats"]]


def proof_of(who: str, head: Mapping[str, Any], rules: LeagueRules) -> Proof:
    """The proof of a seat's name, provided that the log meets the demands."""
    # A recording of another site has the bare names of people.
    if not is_person(who) and head["randomness"]["mode"] != "recorded":
        return Proof.BOT
    return Proof.SIGNATURE if player_name_of(who) in rules.members else Proof.CLAIM


def make_league_rules(require: Sequence[str], signers: Sequence[Key], members: Sequence[Key]) -> LeagueRules:
    """Return the rules for command-line options. Raise ``UsageError`` if the options make no sense."""
    wanted = make_demands(require, [*signers, *members])
    # Verdicts have the names of signers, so each name must stand for one key.
    twice = [name for name, n in Counter(key.name for key in {*signers, *members}).items() if n > 1]
    if twice:
        hint = "give each key a name of its own: 'rftg log key NAME'"
        raise UsageError(f"two keys have the name {min(twice)!r}", hint, "wrong-key")
    demands = Demands(wanted.require, tuple(signers))
    return LeagueRules(demands, {key.name: key for key in members}, SIGNED in require and bool(members))
