"""Sentences that once validated and meant something else than they say, by the number of the finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from check.joined import found, join
from rftg_dsl.check.sides import acts
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.shelf import find_game

COMPONENTS = {
    "roll": 'tile Z1 {{ development "Z" cost 1 {{ {} }}\nworld "Y" gray cost 1 }}',
    "race": 'card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}',
}
"""A component with one power, in each game."""


def codes(game: str, power: str) -> list[str]:
    """The codes of what is wrong with a power of a game."""
    return [one.code for one in found(COMPONENTS[game].format(power), game)]


def rules_of(game: str, power: str, backend: Backend) -> Rules:
    """A game for two with a component that has this power."""
    loaded = join(COMPONENTS[game].format(power), game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2, backend)


# -- 3: triangle and step ------------------------------------------------------------------------------------------

COUNTED = {"roll": "credit", "race": "vp", "galaxies": "culture"}
LANGUAGE = Path(__file__).parents[2] / "docs" / "language.md"


def row(name: str) -> list[int]:
    """A row of the table of triangles and steps in the language page."""
    [cells] = re.findall(rf"^\| `{name}` \|(.*)\|$", LANGUAGE.read_text("utf-8"), re.MULTILINE)
    return [int(cell) for cell in cells.split("|")]


@pytest.mark.parametrize("backend", ["generated", "interpreted"])
@pytest.mark.parametrize("game", COUNTED)
@pytest.mark.parametrize("name", ["triangle", "step", "step from 2"])
def test_finding_3_triangle_and_step_mean_what_the_page_says(game: str, name: str, backend: Backend) -> None:
    word, _, start = name.partition(" ")
    power = f"score 1 per {word} of {COUNTED[game]} {start}".rstrip()
    g: Play = (rules := rules_of(game, power, backend)).start(Seeded("x", game))
    [scored] = [hook for hook in rules.by_id.values() if hook.id.startswith("Z1") and hook.point == "score"]

    expected = row(name)
    for n, points in enumerate(expected[: 8 if game == "galaxies" else 11]):
        g.counters[g.layout.counter[COUNTED[game]][0]] = n
        assert scored.react(g, 0, 0) == points


def test_finding_3_triangle_is_the_sum_and_step_undoes_it() -> None:
    assert row("triangle") == [sum(range(n + 1)) for n in range(11)]
    assert [row("step")[n] for n in row("triangle") if n <= 10] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("start", ["from 1 or 2", "from up to 2", "from 2 vp", "from 0", "from -1"])
def test_finding_3_the_first_step_is_one_plain_number(start: str) -> None:
    assert set(codes("race", f"score 1 per step of vp {start}")) <= {"surplus-clause", "out-of-range"}
    assert codes("race", f"score 1 per step of vp {start}")


# -- 4: a condition decides about the whole power, and comes before all of it -------------------------------------

PHRASES = {
    "roll": ("at end of ship", "gain 1 vp", "gain $1", "spend $1", "developments", "cost of worlds"),
    "race": ("at end of settle", "gain 1 vp", "draw 1 card", "discard 1 card in hand", "worlds", "draws"),
    "galaxies": ("action", "gain 1 energy", "gain 1 culture", "spend 1 energy", "colonies", "follow price"),
}
"""A moment, two effects, a price, things to have, and a changed number."""


@pytest.mark.parametrize("game", PHRASES)
@pytest.mark.parametrize(
    "power",
    [
        "{when}: {one}, if you have 9 {things}, {two}",
        "{when}: {one}, if you have 9 {things}",
        "{when}: may {one}, if you have 9 {things}",
        "{when}: opponents {one}, if you have 9 {things}, {two}",
        "{when}: may {price}, if you have 9 {things}: {two}",
        "{when}: may {price}: if you have 9 {things}, {two}",
        "{when}: may {price}: {one}, if you have 9 {things}, {two}",
        "{when}, choose one: if you have 9 {things}, {one}, or {two}",
        "{when}, choose one: {one}, or {two}, if you have 9 {things}",
        "{when}, whoever has 3 {things}, if you have 9 {things}: {one}",
        "{when}, whoever has 3 {things}: if you have 9 {things}, {one}",
        "{number}: 1 less, if you have 9 {things}",
        "score 1 per {things}, if you have 9 {things}",
        "{one}, if you have 9 {things}, {two}",
    ],
)
def test_finding_4_a_condition_in_mid_sentence_is_refused(game: str, power: str) -> None:
    when, one, two, price, things, number = PHRASES[game]

    wrong = codes(game, power.format(when=when, one=one, two=two, price=price, things=things, number=number))

    assert wrong == ["surplus-clause"]


@pytest.mark.parametrize("game", PHRASES)
@pytest.mark.parametrize(
    "power",
    [
        "{when}, if you have 9 {things}: {one}, {two}",
        "{when}: if you have 9 {things}, {one}, {two}",
        "{when}, if you have 9 {things}: may {price}: {two}",
        "{when}, if you have 9 {things}, choose one: {one}, or {two}",
        "{when}, choose one, if you have 9 {things}: {one}, or {two}",
        "{when}, if you have 9 {things}, whoever has 3 {things}: {one}",
        "{number}, if you have 9 {things}: 1 less",
        "if you have 9 {things}: score 1 per {things}",
        "if you have 9 {things}, score 1 per {things}",
        "if you have 9 {things}, {one}, {two}",
    ],
)
def test_finding_4_a_condition_before_everything_that_happens_is_read(game: str, power: str) -> None:
    when, one, two, price, things, number = PHRASES[game]

    wrong = codes(game, power.format(when=when, one=one, two=two, price=price, things=things, number=number))

    assert wrong == []


# -- 5: the sort of a power -----------------------------------------------------------------------------------------

SORTS = {
    "race": {
        "when you develop: draw 1 card": "develop draw",
        "when you settle a world: draw 1 card": "settle draw",
        "cost of developments: 1 less": "develop",
        "cost of worlds: 1 less": "settle",
        "cost of cards: 1 less": "develop settle",
        "at end of develop: draw 1 card": "develop draw",
        "military against rebel worlds: 1 more": "settle",
        "cost of worlds, may consume 1 good: 3 less": "settle",
        "draws: 1 more": "explore",
        "trade of goods: 1 more": "trade",
        "consume: consume 1 good: gain 1 vp": "consume gain",
        "when you have produced: draw 1 card": "produce draw",
        "at end of develop, choose one: gain 1 vp, or draw 1 card": "develop gain draw",
        "at end of settle: may discard 1 card in hand: gain 1 vp": "settle gain",
        "at end of produce: until end of round, cost of developments: 1 less": "produce develop",
        "gain 1 vp": "gain",
        "score 1 per world": "",
    },
    "roll": {
        "cost of developments: 1 less": "develop",
        "cost of gray worlds: 1 less": "settle",
        "when another own development completes: gain $1": "develop gain",
        "when own world completes: gain $1": "settle gain",
        "at start of develop: gain $1": "develop gain",
        "when you scout: gain $1": "explore gain",
        "stocking: 1 more": "explore",
        "when you produce: gain $1": "produce gain",
        "goods of worlds: 1 more": "produce",
        "when you trade: gain $1": "ship gain",
        "when you consume: gain 1 vp": "ship gain",
        "assign: may reassign 1 worker": "assign reassign",
        "dictates: any number": "assign reassign",
    },
    "galaxies": {
        "action: gain 1 energy": "action gain",
        "action, choose one: gain 1 energy, or upgrade with energy": "action gain upgrade",
        "action: until end of turn, when opponent follows: gain 1 culture": "action gain",
        "follow price: 1 less": "",
    },
}
"""The sorts of each power, by game."""


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in SORTS.items() for power in powers])
def test_finding_5_the_sort_of_a_power_is_what_the_page_says(game: str, power: str) -> None:
    sides = rules_of(game, power, "generated").sides

    [mine] = [acts(find_game(game), side) for side in sides if side.id in ("Z1", "Z1.a")]

    assert mine == set(SORTS[game][power].split())


@pytest.mark.parametrize("game", ["race", "roll"])
@pytest.mark.parametrize("power", ["cost of developments: 1 less", "at end of develop: gain 1 vp"])
def test_finding_5_a_develop_power_is_counted(game: str, power: str) -> None:
    text = COMPONENTS[game].format(f'{power}\nscore 5 per development with a develop power called "Z"')
    rules = join(text, game).library
    assert rules is not None
    g: Play = rules.rules(2).start(Seeded("x", game))
    piece = next(piece for piece, spec in enumerate(g.layout.pieces) if spec.name == "Z1")

    g.move(piece, g.layout.place["tableau"][0], "test")

    assert [hook.react(g, 0, piece) for hook in g.rules.powers[g.side[piece]] if hook.point == "score"] == [5]
