"""Building blocks for games, built in or provided by a plugin; ``docs/adding-a-game.md`` shows how to write a game.

Each game exports a ``Game`` record, which is found through an entry point in the group ``rftg_dsl.games``. The record
lists the verbs, events and numbers that the game's content can use, and the steps that carry out the rules. The
packages ``roll``, ``race`` and ``galaxies`` are laid out alike: ``setup``, modules with the steps of each phase,
``numbers`` (lookup tables for the steps), ``events``, ``questions``, ``report``, and ``advise`` for bots. The other
modules contain steps and verbs that several games share.
"""

from rftg_dsl.check.signatures import (
    EDGES,
    Act,
    EventWord,
    KindNumber,
    Listed,
    Parameter,
    PieceNumber,
    Selected,
    Verb,
    event,
    verb,
    verbs_in,
)
from rftg_dsl.compile.extension import Extension
from rftg_dsl.compile.game import Adviser, Ending, Game, Report, SeatReport
from rftg_dsl.compile.rules import PowerHook, Rules
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.lookup import Lookup, powers_that
from rftg_dsl.kernel.decision import Decision, Question, questions_in
from rftg_dsl.kernel.form import Bag, Form, One, Pick, Range, Some
from rftg_dsl.kernel.hook import Bound, Hook
from rftg_dsl.kernel.play import DECLINE, USE, Play
from rftg_dsl.kernel.run_program import once_more
from rftg_dsl.kernel.step import Step, step, steps_in

__all__ = [
    "DECLINE",
    "EDGES",
    "USE",
    "Act",
    "Adviser",
    "Bag",
    "Bound",
    "Decision",
    "Ending",
    "EventWord",
    "Extension",
    "Form",
    "Game",
    "Hook",
    "KindNumber",
    "Listed",
    "Lookup",
    "One",
    "Parameter",
    "Pick",
    "PieceNumber",
    "Play",
    "PowerHook",
    "Question",
    "Range",
    "Report",
    "Rules",
    "SeatReport",
    "Selected",
    "Some",
    "Step",
    "Verb",
    "event",
    "lazy",
    "once_more",
    "powers_that",
    "questions_in",
    "step",
    "steps_in",
    "verb",
    "verbs_in",
]
