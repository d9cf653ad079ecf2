"""Sentences that once validated and meant something else than they say, by the number of the finding."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen
from typer.testing import CliRunner

from added import generate_only_added
from check.joined import found, join
from games.galaxies.position import GalaxiesPosition
from games.race.tables import Table as RaceTable
from games.race.tables import race
from games.roll.position import RollPosition
from rftg_dsl.check.side_matching import acts_of_side
from rftg_dsl.cli import app
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.runtime import can_pay_parts
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.installed import find_game
from rftg_dsl.library.load import Library
from rftg_dsl.play.one_game import play_game

COMPONENTS = {
    "roll": 'tile Z1 {{ development "Z" cost 1 {{ {} }}\nworld "Y" gray cost 1 }}',
    "race": 'card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}',
    "galaxies": 'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}',
}
"""A component with one power, in each game."""


def codes(game: str, power: str) -> list[str]:
    """The codes of what is wrong with a power of a game."""
    return [diagnostic.code for diagnostic in found(COMPONENTS[game].format(power), game)]


def rules_of(game: str, power: str, backend: Backend) -> Rules:
    """A game for two with a component that has this power."""
    loaded = join(COMPONENTS[game].format(power), game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2, generate_only_added(backend))


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
        "score 1 per world": "score",
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
        "goods of worlds: 1 more": "",
        "when you trade: gain $1": "ship gain",
        "when you consume: gain 1 vp": "ship gain",
        "assign: may reassign 1 worker": "assign reassign",
        "dictates: any number": "assign reassign",
    },
    "galaxies": {
        "action: gain 1 energy": "action gain",
        "action, choose one: gain 1 energy, or upgrade with energy": "action gain upgrade",
        "action: until end of turn, when you lead: gain 1 culture": "action gain",
        "follow price: 1 less": "",
    },
}
"""The sorts of each power, by game."""


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in SORTS.items() for power in powers])
def test_finding_5_the_sort_of_a_power_is_what_the_page_says(game: str, power: str) -> None:
    sides = rules_of(game, power, "generated").sides

    [mine] = [acts_of_side(find_game(game), side) for side in sides if side.id in ("Z1", "Z1.a")]

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


# -- 1: parts of a price are paid with different things ---------------------------------------------------------------

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")
GENES, NOVELTY, RARE = "Lost Species Ark World", "Gem World", "Asteroid Belt"


@frozen
class Compiled:
    """A library whose rules are compiled by one of the back ends."""

    library: Library
    backend: Backend

    def rules(self, seats: int) -> Rules:
        return self.library.rules(seats, generate_only_added(self.backend))


def loaded(game: str, text: str) -> Library:
    """A game with a set of this text."""
    made = join(text, game)
    assert made.library is not None, made.diagnostics
    return made.library


def race_table(
    power: str, tableau: Sequence[str], backend: Backend, hand: Sequence[str] = (), goods: Sequence[str] = ()
) -> RaceTable:
    """A table of Race with this power on "Z" in the tableau of seat 0."""
    compiled: Any = Compiled(loaded("race", COMPONENTS["race"].format(power)), backend)
    return race(["Z", *tableau], hand, goods, found=compiled)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("price", ["consume 1 genes good, consume 1 good", "consume 1 good, consume 1 genes good"])
def test_finding_1_two_parts_of_a_price_take_two_goods(price: str, backend: Backend) -> None:
    power = f"consume: {price}: gain 7 vp"

    one_good = race_table(power, [GENES], backend, goods=[GENES]).phase("consume")
    two = race_table(power, [GENES, NOVELTY], backend, goods=[GENES, NOVELTY]).phase("consume")

    assert (one_good.vp(), one_good.goods()) == (0, [GENES])
    assert (two.vp(), two.goods()) == (7, [])


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_a_pick_that_makes_the_rest_unpayable_is_not_offered(backend: Backend) -> None:
    worlds = [GENES, NOVELTY, RARE]
    table = race_table("consume: consume 1 good, consume 1 genes good: gain 7 vp", worlds, backend, goods=worlds)
    table.phase("consume", ("goods", [RARE]))

    assert table.options("goods") == [NOVELTY, RARE]
    assert (table.vp(), table.goods()) == (7, [NOVELTY])


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_a_part_that_takes_several_leaves_enough_after_each(backend: Backend) -> None:
    worlds = [GENES, "Avian Uplift Race", NOVELTY, RARE]
    power = "consume: consume 2 goods, consume 1 genes good: gain 7 vp"
    table = race_table(power, worlds, backend, goods=worlds)
    table.phase("consume", ("goods", [GENES]), ("goods", [RARE]))

    assert [options for _, name, options in table.asked if name == "goods"] == [worlds, [NOVELTY, RARE]]
    assert (table.vp(), table.goods()) == (7, [NOVELTY])


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_parts_that_overlap_on_both_sides(backend: Backend) -> None:
    worlds = [GENES, NOVELTY, RARE]
    power = "consume: consume 1 genes or novelty good, consume 1 novelty or rare good: gain 7 vp"

    few = race_table(power, worlds, backend, goods=[NOVELTY]).phase("consume")
    table = race_table(power, worlds, backend, goods=[GENES, NOVELTY]).phase("consume")

    assert (few.vp(), few.goods()) == (0, [NOVELTY])
    assert not table.was_asked("goods")
    assert (table.vp(), table.goods()) == (7, [])


MARINES = "Space Marines"
HAND = "may discard 1 card in hand, discard 1 development in hand: gain 7 vp"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("head", ["at end of produce", "when you have produced", "produce"])
def test_finding_1_windows_triggers_and_offers_alike(head: str, backend: Backend) -> None:
    one_card = race_table(f"{head}: {HAND}", [], backend, hand=[MARINES]).phase("produce")
    two = race_table(f"{head}: {HAND}", [], backend, hand=[MARINES, NOVELTY])
    two.phase("produce", ("use", "Z1/1"))

    assert not one_card.was_asked("use")
    assert [options for _, name, options in two.asked if name == "discard"] == [[NOVELTY], [MARINES]]
    assert (two.vp(), two.hand()) == (7, [])


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_a_power_at_once_alike(backend: Backend) -> None:
    compiled: Any = Compiled(loaded("race", COMPONENTS["race"].format(HAND)), backend)
    table = race([], ["Z", MARINES, NOVELTY, RARE], found=compiled)
    table.phase("develop", ("develop", "Z"), ("pay", [RARE]), ("use", "Z1/1"))

    assert (table.vp(), table.hand()) == (7, [])


def roll_table(power: str, backend: Backend, **setup: Any) -> RollPosition:
    """A table of Roll where seat 0 has this power on "Z"."""
    table = RollPosition(loaded("roll", COMPONENTS["roll"].format(power)).rules(2, generate_only_added(backend)))
    return table.seat(0, tableau=["Z"], **setup)


PRICES = [
    "discard 1 home die in citizenry, discard 1 die in citizenry",
    "discard 1 die in citizenry, discard 1 home die in citizenry",
    "move 1 die in citizenry to cup, discard 1 home die in citizenry",
    "discard 1 home or rare die in citizenry, discard 1 home or genes die in citizenry",
]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("price", PRICES)
def test_finding_1_two_dice_of_a_price_are_two_dice(price: str, backend: Backend) -> None:
    power = f"at end of ship: may {price}: gain 5 vp"
    one_die = roll_table(power, backend, citizenry="1 home").end_of("ship")
    two = roll_table(power, backend, citizenry="1 home, 1 rare").end_of("ship").answer("use", "Z")

    assert one_die.asked is None
    assert two.asked is None
    assert (two.vp(), two.stock("citizenry", 0)) == (5, "")


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_dice_that_the_rest_needs_cannot_be_picked_one_after_another(backend: Backend) -> None:
    power = "at end of ship: may discard 2 dice in citizenry, discard 2 home dice in citizenry: gain 5 vp"
    table = roll_table(power, backend, citizenry="3 home, 2 rare").end_of("ship").answer("use", "Z")

    table.answer("discard", "1 home in citizenry")
    assert (table.vp(), table.stock("citizenry", 0)) == (5, "1 rare")


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_ships_of_a_price_are_two_ships(backend: Backend) -> None:
    power = "action: may regress 1 orbiter by 1, regress 1 orbiter by 1: gain 1 energy"

    for ships, energy in ((["orbit GORT 2"], 0), (["orbit GORT 2", "orbit GYORE 2"], 1)):
        table = GalaxiesPosition(
            loaded("galaxies", COMPONENTS["galaxies"].format(power)).rules(2, generate_only_added(backend))
        )
        table.row("GORT", "GYORE").ships(0, *ships).seat(0, colonies=["Z"], energy=0)
        offered = [hook.can(table.play, 0, table.piece("Z")) for hook in table.rules.by_id.values() if "Z1/" in hook.id]
        assert offered == [bool(energy)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_1_what_is_taken_as_one_likes_is_taken_last(backend: Backend) -> None:
    power = "at end of ship: may discard up to 2 dice in citizenry, discard 1 home die in citizenry: gain 5 vp"
    table = roll_table(power, backend, citizenry="1 home, 1 rare").end_of("ship").answer("use", "Z")

    assert table.stock("citizenry", 0) == "1 rare"


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("consume: consume up to 2 goods, consume up to 2 genes goods: gain 1 vp", "wrong-kind"),
        ("consume: consume 2 goods of different types, consume 1 good: gain 1 vp", "wrong-kind"),
        ("consume: consume 2 goods, consume 1 genes good: gain 1 vp per consumed", "wrong-kind"),
        ("at end of settle: may discard this card, discard this development: gain 1 vp", "never-fires"),
    ],
)
def test_finding_1_parts_that_cannot_be_told_apart_are_refused(power: str, code: str) -> None:
    assert codes("race", power) == [code]


def most_paid(parts: list[tuple[int, dict[tuple[str, int], int]]]) -> bool:
    """Whether parts can be paid, by Hall's theorem: any of them together take no more than there is for them."""
    for size in range(1, len(parts) + 1):
        for some in combinations(parts, size):
            there = {unit: n for _, units in some for unit, n in units.items()}
            if sum(n for n, _ in some) > sum(there.values()):
                return False
    return True


def test_finding_1_payable_is_right_for_any_overlap() -> None:
    random = Random(1)
    seen = set()
    for _ in range(2_000):
        there = {("cell", nth): random.randint(0, 3) for nth in range(5)}
        parts = [
            (random.randint(0, 3), {unit: there[unit] for unit in random.sample(sorted(there), random.randint(1, 4))})
            for _ in range(random.randint(1, 5))
        ]
        seen.add(can_pay_parts(parts))
        assert can_pay_parts(parts) == most_paid(parts)
    assert seen == {True, False}


def test_finding_1_a_price_of_many_parts_is_judged_at_once() -> None:
    units = {("cell", nth): 1 for nth in range(60)}

    assert can_pay_parts([(1, units)] * 60)
    assert not can_pay_parts([(1, units)] * 61)
    assert can_pay_parts([(10**9, {("counter", 1): 10**9})] * 1)


# -- 9: a price is asked for only if the effect can happen ------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_9_nobody_pays_to_produce_where_a_good_lies(backend: Backend) -> None:
    power = "produce: may discard 1 card in hand: produce here"
    text = f'card Z1 {{ world "Z" genes windfall cost 1 vp 1 {{ {power} }} }}'
    for goods, asked in (["Z"], False), ([], True):
        compiled: Any = Compiled(loaded("race", text), backend)
        table = race(["Z"], [NOVELTY], goods, found=compiled).phase("produce")
        assert table.was_asked("use") == asked
        assert table.hand() == [NOVELTY]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("effect", "given", "asked"),
    [
        ("gain 1 military die to cup", {}, True),
        ("gain 1 military die to cup", {"cup": "22 military"}, False),
        ("gain 1 vp per rare world", {}, False),
        ("gain 1 vp per development", {}, True),
        ("gain 1 vp per 2 developments, rounded down", {}, False),
        ("gain 1 vp per rare world, gain 1 vp per development", {}, True),
        ("discard 1 rare die in cup", {}, False),
        ("choose one: discard 1 rare die in cup, or gain 1 vp per rare world", {}, False),
        ("opponents discard 1 rare die in cup", {}, False),
    ],
)
def test_finding_9_nobody_pays_for_nothing(effect: str, given: dict[str, Any], asked: bool, backend: Backend) -> None:
    choose = ", choose one" if effect.startswith("choose") else ""
    power = f"at end of ship{choose}: may spend $1: {effect.removeprefix('choose one: ')}"

    table = roll_table(power, backend, credits=1, **given).end_of("ship")

    assert (table.asked is not None) == asked


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_9_what_a_price_counts_is_not_known_beforehand(backend: Backend) -> None:
    table = roll_table("at end of ship: may spend up to 2 credits: gain 1 vp per spent", backend, credits=2).end_of(
        "ship"
    )

    assert table.asked is not None


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("energy", "offered"), [(2, False), (4, False), (5, True)])
def test_finding_9_what_the_price_takes_is_not_there_for_the_effect(
    energy: int, offered: bool, backend: Backend
) -> None:
    power = "action: may spend 3 energy: upgrade with energy"
    table = GalaxiesPosition(
        loaded("galaxies", COMPONENTS["galaxies"].format(power)).rules(2, generate_only_added(backend))
    )
    table.seat(0, colonies=["Z"], energy=energy)

    [hook] = [hook for hook in table.rules.by_id.values() if hook.id.startswith("Z1/")]

    assert hook.can(table.play, 0, table.piece("Z")) == offered
    assert table.count("energy") == energy


# -- 12: cards that can never do anything ----------------------------------------------------------------------------

DEAD = [
    'card Z1 { development "Z" cost 1 vp 1 { trade of goods on this world: 1 more } }',
    'card Z1 { development "Z" cost 1 vp 1 { consume: consume 1 good on this world: gain 1 vp } }',
    'card Z1 { development "Z" cost 1 vp 1 { when this world produces: draw 1 card } }',
    'card Z1 { development "Z" cost 1 vp 1 { cost of goods: 1 less } }',
    'card Z1 { world "Z" genes production cost 1 vp 1 }',
    'card Z1 { world "Z" cost 1 vp 1 { produce: produce here } }',
    'card Z1 { world "Z" cost 1 vp 1 { when this world produces: draw 1 card } }',
    'card Z1 { world "Z" cost 1 vp 1 { trade of goods on this world: 1 more } }',
    'card Z1 { world "Z" cost 1 vp 1 { military against this rebel world: 1 more } }',
    'card Z1 { world "Z" cost 1 vp 1 { cost of this development: 1 less } }',
    'card Z1 { world "Z" cost 1 vp 1 { cost of this world, may discard this card: 1 less } }',
    'start-world Z1 number 60 { world "Z" cost 1 vp 1 { cost of this world: 1 less } }',
]


@pytest.mark.parametrize("card", DEAD)
def test_finding_12_what_can_never_do_anything_is_a_warning(card: str) -> None:
    assert [(diagnostic.code, diagnostic.severity.value) for diagnostic in found(card, "race")] == [
        ("never-fires", "warning")
    ]


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_12_nothing_is_produced_on_a_world_without_a_type(backend: Backend) -> None:
    power = "produce: produce on a world"
    compiled: Any = Compiled(loaded("race", COMPONENTS["race"].format(power)), backend)
    table = race(["Z", "Gambling World", "New Sparta", "Destroyed World"], found=compiled).phase("produce")

    assert table.goods() == ["Destroyed World"]


@pytest.mark.parametrize(
    ("game", "card"),
    [
        ("roll", 'tile Z1 { development "Z" cost 1 { cost of this world: 1 less }\nworld "Y" gray cost 1 }'),
        ("roll", 'tile Z1 { development "Z" cost 1 { when this world completes: gain $1 }\nworld "Y" gray cost 1 }'),
        ("roll", 'home Z1 { world "Z" gray cost 1 { cost of this world: 1 less } }'),
        ("galaxies", 'planet-card Z1 { planet "Z" energy economy length 2 vp 1 { score 1 per this culture colony } }'),
    ],
)
def test_finding_12_in_other_games(game: str, card: str) -> None:
    assert [diagnostic.code for diagnostic in found(card, game)] == ["never-fires"]


# -- 21: what a piece says of itself counts before it is in play ---------------------------------------------------


def lone_card(kind: str, power: str, backend: Backend) -> Any:
    """Race with one more card, a development or world "Z" that costs 4."""
    return Compiled(loaded("race", f'card Z1 {{ {kind} "Z" cost 4 vp 1 {{ {power} }} }}'), backend)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("kind", "phase"), [("world", "settle"), ("development", "develop")])
@pytest.mark.parametrize(
    ("change", "paid"),
    [("4 less", 0), ("3 less", 1), ("6 less, not below 2", 2), ("1 less per own novelty world", 2), ("1 exactly", 1)],
)
def test_finding_21_a_card_changes_its_own_cost(
    kind: str, phase: str, change: str, paid: int, backend: Backend
) -> None:
    game = lone_card(kind, f"cost of this {kind}: {change}", backend)
    hand = ["Z", "Space Port", RARE, "Comet Zone"][: paid + 1]

    table = race([NOVELTY, "Artist Colony"], hand, found=game).phase(phase, (phase, "Z"))

    assert table.tableau()[-1] == "Z"
    assert table.hand() == []
    if paid:
        assert race([NOVELTY, "Artist Colony"], hand[:-1], found=game).phase(phase).options(phase) == ["none"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_21_other_cards_of_the_design_do_not_change_it(backend: Backend) -> None:
    text = 'card Z1 copies 2 { world "Z" cost 4 vp 1 { cost of this world: 2 less } }'
    compiled: Any = Compiled(loaded("race", text), backend)

    table = race(["Z"], ["Z", "Space Port"], found=compiled)

    assert table.phase("settle").options("settle") == ["none"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_21_a_card_lowers_its_own_cost_at_a_price(backend: Backend) -> None:
    game = lone_card("world", "cost of this world, may consume 1 good: 4 less", backend)

    table = race([RARE], ["Z"], [RARE], found=game).phase("settle", ("settle", "Z"))

    assert (table.tableau()[-1], table.goods()) == ("Z", [])
    assert race([RARE], ["Z"], found=game).phase("settle").options("settle") == ["none"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_21_military_against_itself(backend: Backend) -> None:
    card = 'card Z1 { world "Z" military defense 3 vp 1 { military against this world: 1 more per rebel world } }'
    compiled: Any = Compiled(loaded("race", card), backend)

    assert race(["New Sparta"], ["Z"], found=compiled).phase("settle").options("settle") == ["none"]
    table = race(["New Sparta", "Rebel Outpost"], ["Z"], found=compiled).phase("settle", ("settle", "Z"))
    assert table.tableau()[-1] == "Z"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("kind", "stack", "phase"), [("development", "developments", "develop")])
def test_finding_21_a_tile_changes_its_own_cost(kind: str, stack: str, phase: str, backend: Backend) -> None:
    tile = 'tile Z1 {{ development "Z" cost 4 {{ {} }}\nworld "Y" gray cost 1 }}'
    table = RollPosition(
        loaded("roll", tile.format("cost of this development: 3 less")).rules(2, generate_only_added(backend))
    )
    plain = RollPosition(loaded("roll", tile.format("gain $1")).rules(2, generate_only_added(backend)))

    for position, built in ((table, True), (plain, False)):
        position.seat(0, **{stack: ["Z"], phase: "1 home"}).phase(phase)
        assert (
            "Z" in [position.piece_name(piece) for piece in position.play.zone[position.layout.place["tableau"][0]]]
        ) == built


# -- 16: up to ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "act", ["discard up to 2 dice in citizenry", "move up to 2 dice in citizenry to cup", "spend up to 2 credits"]
)
def test_finding_16_up_to_is_from_none_on_in_roll(act: str, backend: Backend) -> None:
    table = roll_table(f"at end of ship: {act}", backend, citizenry="2 home, 1 rare", credits=3).end_of("ship")

    assert (table.pending.form.low, table.pending.form.high) == (0, 2)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("act", "none"),
    [
        ("advance up to 1 orbiter by 1", ()),
        ("regress up to 2 orbiters by 1", ()),
        ("move up to 2 ships", "done"),
        ("spend up to 2 energy", 0),
        ("reroll up to 2 inactive-dice", ()),
        ("discard any number of inactive-dice", ()),
    ],
)
def test_finding_16_up_to_is_from_none_on_in_galaxies(act: str, none: Any, backend: Backend) -> None:
    table = GalaxiesPosition(
        loaded("galaxies", COMPONENTS["galaxies"].format(f"action: {act}")).rules(2, generate_only_added(backend))
    )
    table.row("GORT", "GYORE").ships(0, "orbit GORT 2", "orbit GYORE 2").dice("move energy")
    table.seat(0, energy=3).use("Z")

    assert table.pending.form.accepts(none)


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_16_up_to_is_from_none_on_in_race_but_goods_are_consumed_as_fully_as_possible(backend: Backend) -> None:
    worlds = [NOVELTY, RARE, GENES, "Artist Colony"]
    discards = race_table("consume: may discard up to 2 cards in hand: gain 1 vp per discarded", [], backend, worlds)
    discards.phase("consume", ("power", "Z1/1"), ("discard", []))

    assert (discards.hand(), discards.vp()) == (worlds, 0)
    used = [("power", "Z1/1")]
    for may, script in (("", []), ("may ", used)):
        power = f"consume: {may}consume up to 3 goods: gain 1 vp per consumed"
        table = race_table(power, worlds, backend, goods=worlds).phase("consume", *script)
        assert (len(table.goods()), table.vp()) == (1, 3)
        few = race_table(power, worlds, backend, goods=worlds[:2]).phase("consume", *script)
        assert (few.goods(), few.vp()) == ([], 2)


# -- 15: two priced powers of one card are two answers ---------------------------------------------------------------

FOR_A_CARD = "military, may discard 1 card in hand: 1 more"
TWO_WAYS = ["conquer with Z1", "conquer with Z1 Z1/2", "conquer with Z1/2"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("other", [FOR_A_CARD, "military, may discard this card: 3 more"])
def test_finding_15_two_prices_are_two_names(other: str, backend: Backend) -> None:
    hand = ["Runaway Robots", NOVELTY, RARE]  # defense 1
    for choice, used in (("conquer with Z1", "Z1/1"), ("conquer with Z1/2", "Z1/2")):
        table = race_table(f"{FOR_A_CARD}\n{other}", [], backend, hand)
        table.phase("settle", ("settle", hand[0]), ("way", choice))

        assert sorted(table.options("way")) == TWO_WAYS
        assert table.tableau()[-1] == hand[0]
        assert {event[2] for event in table.g.events if event[1] == "discarded"} == {used}


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_15_a_cost_and_a_military_price_of_one_card(backend: Backend) -> None:
    power = "military, may discard this card: 1 more\ncost of worlds, may discard 1 card in hand: 1 less"
    table = race_table(power, [], backend, [RARE, NOVELTY, "Comet Zone", "Space Port"])
    table.phase("settle", ("settle", NOVELTY))

    assert len(set(table.options("way"))) == len(table.options("way")) > 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_15_the_same_price_twice_in_roll_is_asked_by_two_names(backend: Backend) -> None:
    power = "at end of ship: may spend $1: gain 1 vp\nat end of ship: may spend $1: gain 1 vp"
    table = roll_table(power, backend, credits=1).end_of("ship")

    assert table.pending.form.options == ("Z1.a/1", "decline")
    assert table.answer("use", "decline").pending.form.options == ("Z1.a/2", "decline")


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_15_the_same_price_twice_in_galaxies_is_one_question_with_two_names(backend: Backend) -> None:
    power = "action: may spend 1 energy: gain 1 culture\naction: may spend 1 energy: gain 1 culture"
    table = GalaxiesPosition(
        loaded("galaxies", COMPONENTS["galaxies"].format(power)).rules(2, generate_only_added(backend))
    )

    assert table.seat(0, energy=2).use("Z").pending.form.options == ("Z1/1", "Z1/2")


def test_finding_15_both_names_are_in_logs(tmp_path: Path) -> None:
    start = 'start-world {} number {} {{ world "{}" blue cost 1 vp 1 {{ {} }} }}'
    power = f"{FOR_A_CARD}\nmilitary, may discard this card: 3 more"
    text = "\n".join(start.format(f"ZS{n}", 60 + n, f"Zed {n}", power) for n in range(40))

    for seed in range(12):
        play_game(loaded("race", text), 2, f"{seed}", ["random", "random"], tmp_path / f"{seed}.rlog")
    picks = {pick for log in tmp_path.glob("*.rlog") for pick in re.findall(r"conquer with (\S+)\"", log.read_text())}

    assert {"/" in pick for pick in picks} == {True, False}


# -- 19: numbers of the rules change within bounds ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("race", "draws: any number"),
        ("race", "draws: 9 less"),
        ("race", "kept cards: 8 more"),
        ("race", "starting hand: any number"),
        ("race", "military: any number"),
        ("race", "trade of goods: 10 more"),
        ("race", "draws: 1 more per world, not above 99"),
        ("roll", "goods of worlds: any number"),
        ("roll", "stocking: 11 exactly"),
        ("galaxies", "follow price: any number"),
        ("galaxies", "follow toll: 10 more"),
    ],
)
def test_finding_19_a_number_changes_by_no_more_than_makes_sense(game: str, power: str) -> None:
    assert "out-of-range" in codes(game, power)


@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("race", "draws: 0 exactly"),
        ("race", "draws: 7 less"),
        ("race", "military: 9 more"),
        ("roll", "dictates: any number"),
        ("roll", "dictated workers: any number"),
        ("galaxies", "follow price: 9 less"),
    ],
)
def test_finding_19_a_limit_can_be_lifted_and_a_number_can_become_nothing(game: str, power: str) -> None:
    assert codes(game, power) == []


# -- findings mended before: 2, 6, 7, 8, 10, 11, 13, 14, 17, 18, 20 -----------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_2_worlds_without_a_type_are_no_further_type(backend: Backend) -> None:
    table = race_table("score 1 per different type of worlds", ["New Sparta", "Gambling World", NOVELTY, RARE], backend)
    [scored] = [hook for hook in table.g.rules.by_id.values() if hook.id == "Z1/1"]

    assert scored.react(table.g, 0, table.in_tableau("Z")) == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_6_a_development_reacts_to_its_own_completion(backend: Backend) -> None:
    library = loaded("roll", COMPONENTS["roll"].format("when this development completes: gain $5"))
    table = RollPosition(library.rules(2, generate_only_added(backend))).seat(
        0, developments=["Z"], develop="1 home", credits=1
    )

    assert table.phase("develop").credits() == 6


@pytest.mark.parametrize(
    ("number", "game", "power", "code"),
    [
        (7, "roll", "assign: may reassign 1 worker of opponents to ship", "wrong-kind"),
        (11, "roll", "at start of settle: employ 1 military developer", "wrong-kind"),
        (17, "roll", "when own development completes: move 1 of its settlers to cup", "wrong-kind"),
        (18, "galaxies", "action: use this planet", "never-fires"),
    ],
)
def test_findings_7_11_17_18_what_could_never_happen_is_refused(number: int, game: str, power: str, code: str) -> None:
    assert codes(game, power) == [code], number


@pytest.mark.parametrize("backend", BACKENDS)
def test_finding_8_every_orbiter_is_each_of_them(backend: Backend) -> None:
    power = "action: regress every orbiter by 1"
    table = GalaxiesPosition(
        loaded("galaxies", COMPONENTS["galaxies"].format(power)).rules(2, generate_only_added(backend))
    )
    table.row("GORT", "GYORE").ships(0, "orbit GORT 2", "orbit GYORE 1").ships(1, "orbit GORT 3").use("Z")

    assert (table.stands()[:2], table.stands(1)[0]) == (["orbit GORT 1", "orbit GYORE 0"], "orbit GORT 2")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("power", "mine", "theirs"), [("follow price: 1 less", 0, 1), ("follow toll: 1 more", 1, 2)])
def test_finding_10_my_price_and_my_toll_are_two_numbers(power: str, mine: int, theirs: int, backend: Backend) -> None:
    library = loaded("galaxies", COMPONENTS["galaxies"].format(power))
    for leader, follower, price in ((1, 0, mine), (0, 1, theirs)):
        table = (
            GalaxiesPosition(library.rules(2, generate_only_added(backend)))
            .seat(0, colonies=["Z"])
            .seat(follower, culture=3)
        )
        table.ships(follower, "galaxy").row("JAKKS").copy("energy", follower, leader).answer("follow", "follow")
        assert table.count("culture", follower) == 3 - price


@pytest.mark.parametrize("power", ["score 5 per blessed world", "score 5 per glory", "if you have 1 glory: score 5"])
def test_finding_13_a_mark_or_counter_that_nothing_gives_never_counts(power: str) -> None:
    text = "mark blessed\ncounter glory plural glories of seat\n" + COMPONENTS["race"].format(power)

    assert [diagnostic.code for diagnostic in found(text, "race")] == ["never-fires"]


def test_finding_14_a_face_that_means_nothing_is_refused() -> None:
    text = 'face star "star"\ndie exotic "Exotic" supply 10 faces star star star star explore wild\n'

    assert [diagnostic.code for diagnostic in found(text, "roll")] == ["never-fires"]


WORDS = """counter glory plural glories of seat start 3 from 0 to 99
counter fame plural fame of table start 5 from 0 to 99
"""
MOMENTS = {"roll": "at end of explore", "race": "at end of round", "galaxies": "action"}


@pytest.mark.parametrize("game", MOMENTS)
def test_finding_20_counters_of_a_set_are_in_reports_tables_and_stories(game: str, tmp_path: Path) -> None:
    power = f"{MOMENTS[game]}: gain 2 glory, gain 1 fame"
    (tmp_path / "set.toml").write_text(f'id = "own"\nname = "Own"\ngame = "{game}"\nversion = "1"\n')
    (tmp_path / "own.rftg").write_text(WORDS + COMPONENTS[game].format(power))
    log, added = str(tmp_path / "g.rlog"), ["--with", str(tmp_path)]

    def rftg(*words: str) -> str:
        result = CliRunner().invoke(app, [*words, *added])
        assert result.exit_code == 0, result.output
        return result.output

    rftg("play", game, "--players", "2", "--seed", "s", "--log", log, "--option", "tableau.0=Z")
    report = json.loads(rftg("replay", log, "--round", "5", "--format", "json"))
    table = rftg("replay", log, "--round", "5")
    story = rftg("replay", log)

    glory, fame = report["seats"][0]["glory"], report["table"]["fame"]
    assert (glory - 3) / 2 == fame - 5 > 0
    assert re.search(rf"^glory +{glory}$", table, re.MULTILINE)
    assert re.search(rf"^fame +{fame}$", table, re.MULTILINE)
    assert "Seat 1: +2 glory (Z)" in story
    assert "Table: +1 fame (Z)" in story


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("head", "effect"),
    [
        ("at end of ship, choose one", "gain $1, or gain 1 vp"),
        ("at end of ship, whoever has the most credits", "gain 1 vp"),
        ("at end of ship", "gain 1 vp, opponents gain $1"),
        ("at end of ship", "gain 1 vp per development"),
    ],
)
def test_finding_1_whatever_follows_comes_once_and_after_the_price(head: str, effect: str, backend: Backend) -> None:
    power = f"{head}: may discard 2 dice in citizenry, spend $1, discard 2 home dice in citizenry: {effect}"
    table = roll_table(power, backend, citizenry="3 home, 2 rare", credits=3).end_of("ship").answer("use", "Z")

    assert (table.options(), table.credits()) == ([("home in citizenry", 3), ("rare in citizenry", 2)], 3)
    table.answer("discard", "1 home in citizenry")
    assert (table.stock("citizenry", 0), table.credits()) == ("1 rare", 2)
    if "choose" in head:
        table.answer("choose", "Z1.a/1#2")
    assert (table.vp(), table.asked) == (1, None)
