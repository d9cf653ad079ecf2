"""Ownership in sentences: own things, those of opponents, those of every player."""

import pytest

from check.joined import codes, join, tile
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Count, PieceSet, StockSet
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scope import Scope, Speech
from rftg_dsl.library import installed, load
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import Sentence


def read(text: str) -> tuple[str, list[str]]:
    """The owner of the dice that a power of Roll removes, and the mistakes in the power."""
    source = Source("power", 'side "X" {\n' + text + "\n}\n")
    tree, mistakes = parse(source)
    assert not mistakes
    [node] = tree.declarations[0].members
    assert isinstance(node, Sentence)
    diagnostics: list[Diagnostic] = []
    words = load.load("roll").model.words
    made = read_power(Scope(Report(source, diagnostics), Speech(words, installed.find_game("roll"))), node, "X/1")
    if made is None:
        return "", [diagnostic.code for diagnostic in diagnostics]
    what = made.effects[0].what
    assert isinstance(what, StockSet)
    assert not diagnostics
    return what.who, []


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("discard 1 die in cup", "own"),
        ("discard 1 own die in cup", "own"),
        ("discard 1 die in cup of opponents", "others"),
        ("discard 1 military die in cup of opponents", "others"),
        ("discard 1 every die in cup", "all"),
    ],
)
def test_dice_are_said_to_be_of_opponents_as_pieces_are(text: str, who: str) -> None:
    assert read(text) == (who, [])


@pytest.mark.parametrize(
    "text", ["discard 1 own die of opponents", "discard 1 other die", "discard 1 every die of opponents"]
)
def test_the_owner_of_dice_is_said_once(text: str) -> None:
    assert read(text) == ("", ["surplus-clause"])


@pytest.mark.parametrize("who", ["opponent", "an opponent"])
def test_opponents_who_do_something_are_all_of_them(who: str) -> None:
    assert "unknown-verb" in codes(tile(f"at end of ship: {who} gain $1"))
    assert codes(tile("at end of ship: opponents gain $1")) == []


@pytest.mark.parametrize(("worlds", "who"), [("world", "own"), ("own world", "own"), ("every world", "all")])
def test_goods_belong_to_whoever_owns_the_world_they_are_on(worlds: str, who: str) -> None:
    power = f"when you produce: gain 1 vp per good on {worlds}"
    model = join(f'card Z1 {{ development "Z" cost 4 vp 1 {{ {power} }} }}', "race").model

    [measure] = [do.low.measure for made in model.walk_powers() if made.id.startswith("Z1") for do in made.dos]

    assert isinstance(measure, Count) and isinstance(measure.of, PieceSet)
    assert measure.of.who == who
