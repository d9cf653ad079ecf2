"""A function's name says what it does or gives: a verb, a question, or a noun of something; never a bare participle.

The lists here are kept by hand: whoever needs another verb adds it, and sees what verbs there are already.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

VERBS = frozenset(
    """
abandon accept acknowledge act activate add adjust advance agree annotate answer ante append apply arrange ask
assemble assign attach audit barter begin bind bound build call capitalize carry catch centre change check choose
claim clear climb clone close collect colonize combine compare compile complain complete compute conceal concede
connect consume continue contrast convert copy count create cut darken deal declare decline decode define describe
develop diagnose dictate digest discard disclose divide do draft draw drive drop earn emit employ encode end enforce
ensure enter escape estimate evaluate exchange expand expect explain explore export extend factor fetch fill filter
find finish fire fit fix flatten flip flush fold follow forget fork format freeze gain gather generate get give go
greet group guard guess handle hash hear help hide hold hover hurry import index infer inline insert inspect
instantiate invert invoke join judge keep label land lay learn leave let lighten limit linearize link lint list listen
load locate lock log look lose lower make manage mark mask measure mend merge mix move mutate name narrow negate
normalize note notice notify number offer open operate order overrule pack paint pair parse pass pause pay peek pick
place plan play prepare print probe produce project propose publish put quit quote raise rank rate react read
rearrange reassign rebase recall recognise record recount recruit reduce refill refresh refuse regress rehearse
remember remove rename render renew repeat replace replay report require reroll rerun reset reshuffle resolve respell
respond restate restore resume return reveal reverse rewrite roll rotate round rule run sample save say schedule score
scout seal seat see seed select sell send serialize serve set settle shade share shift ship shorten show shuffle sign
silence simulate sit sketch skip solve sort spend split spread start stay stock stop store stream strip structure
subtract suggest summarize suppose swap sweep sync tag take tally tell test tidy tokenize top trace trade translate
trim try turn unbind unbox uncover underline unpack unquote unroll upgrade use utilize validate vary view visit wait
wake walk warn watch weigh widen wind word wrap write
""".split()
)
"""The verbs that a name can begin with."""

QUESTIONS = frozenset("accepts are can does has is may must needs".split())
"""The first words of a function that answers yes or no."""

VARIANTS = frozenset("as from to with without".split())
"""The first words of conversions, and of methods that return a changed copy: ``as_json``, ``with_range``."""

PREPOSITIONS = frozenset(
    """
above after against around at before behind below beside between by for from in of on to under with within without
""".split()
)
"""Prepositions after the noun in the name of a function that computes something: ``cost_of``, ``files_below``."""

DECORATED = re.compile(r"(cached_)?property$|overload$|.*\.setter$|event\(|(app|log)\.(command|callback)\b")
"""Decorators of what has other names: properties are nouns, events have the game's word, commands have their own."""

CALLBACKS = frozenset("answers_itself decided draws ended happens paused rolls".split())
"""Calls of a play to its observers and its chance, by the word of what happens."""

LIBRARIES = frozenset(
    """
command connection_lost connection_made data_received main on_response_complete readable readinto readline startup
""".split()
)
"""Names that libraries give to what they call."""

PUBLIC = {
    "rftg_dsl/api.py": "the functions of ``import rftg_dsl``: what a user asks for",
    "rftg_dsl/compile/rules.py": "``Rules``, which packages read",
    "rftg_dsl/games/": "what packages import, as docs/adding-a-game.md names it",
    "rftg_dsl/importers/": "what importers of other packages import, as docs/adding-a-game.md names it",
    "rftg_dsl/kernel/": "a play and its forms, as steps of games call them",
    "rftg_dsl/library/": "the API: a library and its parts",
    "rftg_dsl/log/": "the API: a log, a verdict, a reason, dice",
    "rftg_dsl/play/": "the API: a match, a question, a draft, what a seat sees",
    "rftg_dsl/testing/": "positions and rehearsals, as authors write them in tests",
    "rftg_dsl/check/signatures.py": "the signatures that packages declare",
}
"""Places with names that stand in documents that strangers rely on, and the reason; ``KEPT`` lists them."""

KEPT = frozenset(
    """
Asked.answers Asked.refuses Bag.listed Bag.only Bag.ordered Bag.plain Bag.shape Bag.single Bag.ways
BgaFollower.chance Draft.back Follower.chance ImportReport.plain InPlay.counts Library.added Library.rules Line.card
Line.owner Line.why Log.measured Lookup.figures Lookup.of_kind Lookup.per_seat Match.bot Match.position One.listed
One.only
One.plain One.shape One.single Play.changing Play.chose Play.new_luck Play.owned Play.refusal Play.refuses Play.then
Play.then_choose Play.then_segment Play.tried Play.used_up Play.uses Play.value Play.whole Play.window
Position.amounts Position.common Position.counter Position.drawn Position.happened Position.laid Position.means
Position.next_copy Position.options Position.piece Position.piece_name Position.pieces Position.printed
Position.setup Position.side Position.stage Position.stretch Range.listed Range.only Range.plain Range.shape
Range.single Rules.position Seen.of Some.listed Some.only Some.plain Some.shape Some.single Table.plain Tape.ahead
Tape.counts Tape.misshapen Tape.next Tape.rows Tape.same Tape.same_set Tape.texts Verb.amounts Verdict.plain
Wanted.library Why.plain bot_names event events game_names lazy once_more powers_that reported scored shared step
story table tells_end why
""".split()
)
"""Documented names that are not such names. None is added: what is new in the API follows the rule."""


@cache
def functions() -> tuple[tuple[str, str], ...]:
    """Each function with its file: as ``Class.method``, and whatever is inside another by its own name."""
    files = [str(path.relative_to(ROOT)) for folder in ("rftg_dsl", "cli") for path in ROOT.glob(f"{folder}/**/*.py")]
    named = sorted({*files} - {"rftg_dsl/syntax/tree_builder.py"})  # methods with the names of grammar rules
    return tuple((file, name) for file in named for name in names_in(ast.parse((ROOT / file).read_text("utf-8"))))


def names_in(node: ast.AST, cls: str = "") -> Iterator[str]:
    """The names of the functions in a tree."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            other = any(DECORATED.match(ast.unparse(decorator)) for decorator in each.decorator_list)
            if not other and not each.name.startswith("__"):
                yield f"{cls}{each.name}"
            yield from names_in(each)
        else:
            yield from names_in(each, f"{each.name}." if isinstance(each, ast.ClassDef) else cls)


def says_what_it_does(name: str) -> bool:
    """Whether a name follows the rule."""
    first, *rest = name.rpartition(".")[2].strip("_").split("_")
    if first in VERBS | QUESTIONS | VARIANTS:
        return True
    nth = next((nth for nth, word in enumerate(rest) if word in PREPOSITIONS), None)
    return nth is not None and not (nth == 0 and first.endswith("ed"))


def test_the_name_of_every_function_says_what_it_does() -> None:
    allowed = CALLBACKS | LIBRARIES | KEPT

    assert [
        f"{file}: {name}"
        for file, name in functions()
        if not (says_what_it_does(name) or name in allowed or name.rpartition(".")[2] in CALLBACKS | LIBRARIES)
    ] == []


def test_kept_names_are_those_of_documented_places() -> None:
    there = {name: file for file, name in functions() if not says_what_it_does(name)}

    assert there.keys() >= KEPT
    assert {name: there[name] for name in KEPT if not there[name].startswith(tuple(PUBLIC))} == {}


def test_every_verb_is_used() -> None:
    first = {name.rpartition(".")[2].strip("_").split("_")[0] for _, name in functions()}

    assert first >= VERBS | QUESTIONS | VARIANTS


@pytest.mark.parametrize("name", ["judged", "Log.measured", "conditions", "both", "placed_by"])
def test_a_bad_name_is_noticed(name: str) -> None:
    assert not says_what_it_does(name)
