"""What the first three expansions of Race print, row by row of a table of 131 sorts of powers, as sentences.

`facts/race_expansion_powers.csv` says for each row whether it could be said on 21 November 2026;
`facts/expansion_sentences.csv` has the sentences that say it now, separated by ``|``, or the reason.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest

from added import GenerateAdded
from check.joined import found
from games.race.expansion import written
from games.race.tables import Table, race
from language.pieces import Compiled
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.games.race.round import enforce_hand_limit
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.run_program import begin_stretch, end_stage
from rftg_dsl.kernel.step import AnyStep
from rftg_dsl.library.load import Library, load_library

FACTS = Path(__file__).parent / "facts"
Row = dict[str, str]
Key = tuple[str, str]
Test = TypeVar("Test", bound=Callable[..., None])


def rows(name: str) -> list[Row]:
    return list(csv.DictReader((FACTS / f"{name}.csv").read_text("utf-8").splitlines()))


def by_key(records: Iterable[Row]) -> dict[Key, Row]:
    return {(next(iter(record.values()))[:1], record["power"]): record for record in records}


TABLE, SAID = by_key(rows("race_expansion_powers")), by_key(rows("expansion_sentences"))
NOW: Mapping[Key, tuple[str, ...]] = {
    key: tuple(one.strip() for one in row["sentences"].split("|") if one.strip()) for key, row in SAID.items()
}
"""The sentences of each row."""

WORDS = """
counter prestige plural prestige of seat from 0 to 99
place stash "cards kept" of piece seen owner
noun treasure plural treasures means card in stash
"""
"""What a set with these powers declares."""
OTHERS = """
card ZZ8 { world "Alien Archives" alien-named cost 1 vp 1 { gain 1 prestige } }
card ZZ9 { development "Rebel Band" rebel cost 2 vp 1 { gain 1 prestige } }
"""
"""Cards that some of the sentences refer to."""
ZETA = 'card ZZ1 copies 2 {{ world "Zeta" novelty production cost 1 vp 1 {{ {powers} }} }}\n'
START = 'start-world ZZ1 number 60 {{ world "Zeta" cost 1 vp 1 {{ {powers} }} }}\n'


def content(key: Key, card: str = ZETA) -> str:
    """A set with a card that has the powers of a row; it is a start world if only those can have them."""
    return WORDS + OTHERS + card_of(key, card)


def card_of(key: Key, card: str = ZETA) -> str:
    card = START if "STARTHAND" in key[1] else card
    return card.format(powers="; ".join(NOW[key]))


# -- the table


def about_takeovers(key: Key) -> bool:
    return "TAKEOVER" in key[1]


def test_every_row_is_answered() -> None:
    assert list(SAID) == list(TABLE)
    assert len(TABLE) == 131
    assert [key for key in TABLE if bool(NOW[key]) == (SAID[key]["note"].startswith(WHY_NOT))] == []


WHY_NOT = "takeover"


def test_at_least_95_of_100_rows_can_be_said() -> None:
    counted = [key for key in TABLE if not about_takeovers(key)]
    can = [key for key in counted if NOW[key]]

    assert len(counted) == 122
    assert 100 * len(can) >= 95 * len(counted)


def test_all_sentences_are_accepted_in_one_set() -> None:
    cards = [
        card_of(key)
        .replace("ZZ1", f"ZA{n}")
        .replace('"Zeta"', f'"Zeta {n}"')
        .replace("number 60", f"number {60 + n % 40}")
        for n, key in enumerate(TABLE)
        if NOW[key]
    ]

    assert [str(diagnostic) for diagnostic in found("".join([WORDS, OTHERS, *cards]), "race")] == []


@pytest.mark.parametrize("key", [key for key in TABLE if NOW[key]], ids=" ".join)
def test_its_sentences_are_accepted(key: Key) -> None:
    assert [(diagnostic.code, diagnostic.message) for diagnostic in found(content(key), "race")] == []


TESTED: set[Key] = set()


def row(phase: str, power: str) -> Callable[[Test], Test]:
    """A test shows what the sentences of a row do."""
    TESTED.add((phase, power))
    return lambda test: test


def test_what_could_not_be_said_is_shown_in_play() -> None:
    hard = {key for key, record in TABLE.items() if record["sayable today"] != "yes"}

    assert {key for key in hard if NOW[key]} <= TESTED
    assert {key for key in TABLE if NOW[key]} >= TESTED


@cache
def loaded(key: Key, card: str = ZETA) -> Library:
    with TemporaryDirectory() as folder:
        return load_library("race", None, [written(Path(folder), content(key, card))])


def said(phase: str, power: str, tableau: Iterable[str] = (), *cards: Any, **more: Any) -> Table:
    """A table with "Zeta", which has the powers of a row, and these cards."""
    compiled: Any = Compiled(loaded((phase, power)).rules(2, GenerateAdded))
    return race(["Zeta", *tableau], *cards, found=compiled, **more)


def prestige(table: Table, seat: int = 0) -> int:
    return int(table.g.counters[table.g.layout.counter["prestige"][seat]])


def give(table: Table, n: int) -> Table:
    table.g.adjust(table.g.layout.counter["prestige"][0], n, "test")
    return table


def stash(table: Table, name: str = "Zeta") -> list[str]:
    there = [place for place in range(len(table.g.zone)) if table.g.layout.place_names[place].startswith("stash")]
    piece = table.g.layout.pieces[table.in_tableau(name)].name
    return table.names(next(place for place in there if table.g.layout.place_names[place] == f"stash.{piece}"))


def put(table: Table, step: AnyStep, *args: object) -> Table:
    table.g.agenda.append((step.id, args))
    return table


def use(number: int = 1) -> tuple[str, str]:
    return ("use", f"ZZ1/{number}")


def settle(table: Table, name: str, *script: tuple[str, Any]) -> Table:
    return table.phase("settle", ("settle", name), *script)


def settled(table: Table) -> list[str]:
    """The worlds that can be settled."""
    options = table.phase("settle").options("settle")
    return [option for option in options if option != "none"]


HAND = ["Gem World", "Comet Zone", "Space Port", "Drop Ships"]  # cost 2, 3, 2, 4


# -- Explore


@row("1", "DISCARD_ANY")
def test_discard_any() -> None:
    table = said("1", "DISCARD_ANY", (), HAND[:1]).phase("explore", ("explore", ["Gem World"]))

    assert (len(table.hand()), "Gem World" in table.discards()) == (2, True)


@row("1", "DISCARD_PRESTIGE")
def test_discard_prestige() -> None:
    spent = give(said("1", "DISCARD_PRESTIGE", ()), 1).phase("explore", use(1), ("use", "decline"))
    assert (len(spent.hand()), prestige(spent)) == (2, 0)

    gained = said("1", "DISCARD_PRESTIGE", (), HAND[:1])
    gained.phase("explore", use(2), ("discard", ["Gem World"]))
    assert (len(gained.hand()), prestige(gained)) == (1, 1)


# -- Develop


@row("2", "CONSUME_RARE")
def test_a_rare_good_pays_for_a_development() -> None:
    key, goods = ("2", "CONSUME_RARE"), ["Asteroid Belt"]
    table = said(*key, goods, ["Space Marines"], goods)  # cost 2
    table.phase("develop", ("develop", "Space Marines"))
    assert (table.tableau()[-1], table.goods()) == ("Space Marines", [])

    assert said(*key, ["Gem World"], ["Space Marines"], ["Gem World"]).phase("develop").options("develop") == ["none"]
    assert settled(said(*key, goods, ["Gem World"], goods)) == []


@row("2", "PRESTIGE_REBEL")
def test_a_rebel_development_brings_prestige() -> None:
    rebel = said("2", "PRESTIGE_REBEL", (), ["Rebel Band", *HAND[:2]]).phase("develop", ("develop", "Rebel Band"))
    assert prestige(rebel) == 1 + 1  # its own power brings one

    other = said("2", "PRESTIGE_REBEL", (), ["Space Marines", *HAND[:2]])
    assert prestige(other.phase("develop", ("develop", "Space Marines"))) == 0


@row("2", "PRESTIGE_SIX")
def test_a_development_of_cost_6_brings_prestige() -> None:
    pay = ["Gem World", "Comet Zone", "Space Port", "Asteroid Belt", "New Earth", "Mining World"]
    six = said("2", "PRESTIGE_SIX", (), ["New Economy", *pay]).phase("develop", ("develop", "New Economy"))
    assert (six.tableau()[-1], prestige(six)) == ("New Economy", 1)

    other = said("2", "PRESTIGE_SIX", (), ["Consumer Markets", *pay]).phase("develop", ("develop", "Consumer Markets"))
    assert (other.tableau()[-1], prestige(other)) == ("Consumer Markets", 0)


@row("2", "SAVE_COST")
def test_a_card_paid_for_a_development_is_saved() -> None:
    hand = ["Space Marines", "Gem World", "Comet Zone"]
    table = said("2", "SAVE_COST", (), hand).phase("develop", ("develop", "Space Marines"), ("move", ["Gem World"]))
    assert (stash(table), table.discards()) == (["Gem World"], ["Comet Zone"])

    world = settle(said("2", "SAVE_COST", (), HAND[:3]), "Gem World")
    assert (stash(world), len(world.discards())) == ([], 2)


# -- Settle


@row("3", "AUTO_PRODUCE")
def test_a_production_world_produces_when_it_is_settled() -> None:
    table = settle(said("3", "AUTO_PRODUCE", (), HAND), "Gem World")
    assert table.goods() == ["Gem World"]

    both = settle(said("3", "AUTO_PRODUCE", ["New Sparta"], ["Outlaw World"]), "Outlaw World")
    assert both.goods() == []


@row("3", "CONSUME_GENE | REDUCE")
def test_a_genes_good_pays_for_a_world() -> None:
    key, genes = ("3", "CONSUME_GENE | REDUCE"), ["Avian Uplift Race"]
    table = settle(said(*key, genes, ["Comet Zone"], genes), "Comet Zone")
    assert (table.tableau()[-1], table.goods()) == ("Comet Zone", [])

    assert settled(said(*key, ["Gem World"], ["Comet Zone"], ["Gem World"])) == []
    assert settled(said(*key, genes, ["Comet Zone"])) == []


@row("3", "CONSUME_PRESTIGE | EXTRA_MILITARY")
def test_prestige_pays_for_military() -> None:
    key = ("3", "CONSUME_PRESTIGE | EXTRA_MILITARY")
    table = settle(give(said(*key, (), ["Pirate World"]), 2), "Pirate World")
    assert (table.tableau()[-1], prestige(table)) == ("Pirate World", 1)

    assert settled(said(*key, (), ["Pirate World"])) == []
    assert settled(give(said(*key, (), ["Malevolent Lifeforms"]), 2)) == []  # defense 4, and it is used once


@row("3", "CONSUME_RARE | EXTRA_MILITARY")
def test_a_rare_good_pays_for_military() -> None:
    key, rare = ("3", "CONSUME_RARE | EXTRA_MILITARY"), ["Asteroid Belt"]
    table = settle(said(*key, rare, ["Pirate World"], rare), "Pirate World")
    assert (table.tableau()[-1], table.goods()) == ("Pirate World", ["Pirate World"])

    assert settled(said(*key, ["Gem World"], ["Pirate World"], ["Gem World"])) == []


@row("3", "DISCARD | CONQUER_SETTLE | NO_TAKEOVER")
def test_a_civil_world_is_conquered_at_the_price_of_the_card() -> None:
    key = ("3", "DISCARD | CONQUER_SETTLE | NO_TAKEOVER")
    table = settle(said(*key, ["Expedition Force"], ["Comet Zone"]), "Comet Zone")
    assert table.tableau() == ["Expedition Force", "Comet Zone"]

    assert settled(said(*key, (), ["Comet Zone"])) == []


@row("3", "DISCARD | CONQUER_SETTLE | PRESTIGE")
def test_the_card_given_up_to_conquer_a_civil_world_brings_prestige() -> None:
    key = ("3", "DISCARD | CONQUER_SETTLE | PRESTIGE")
    table = settle(said(*key, ["Expedition Force"], ["Comet Zone"]), "Comet Zone")
    assert (table.tableau(), prestige(table)) == (["Expedition Force", "Comet Zone"], 1)

    paid = said(*key, ["New Sparta"], ["Comet Zone", *["Gem World", "Space Port", "New Earth"]])
    settle(paid, "Comet Zone", ("way", "pay 3"))
    assert (paid.tableau(), prestige(paid)) == (["Zeta", "New Sparta", "Comet Zone"], 0)


@row("3", "DISCARD | PLACE_MILITARY")
def test_the_card_is_given_up_for_a_second_military_world() -> None:
    key = ("3", "DISCARD | PLACE_MILITARY")
    hand = ["Avian Uplift Race", "Former Penal Colony", "Pilgrimage World"]
    table = said(*key, ["New Sparta"], hand)
    settle(table, "Avian Uplift Race", use(), ("place", "Former Penal Colony"))

    assert table.tableau() == ["New Sparta", "Avian Uplift Race", "Former Penal Colony"]
    assert table.options("place") == ["Former Penal Colony", "none"]
    assert table.hand() == ["Pilgrimage World"]


@row("3", "EXTRA_MILITARY | PER_CHROMO")
def test_military_per_chromosome_world() -> None:
    table = said(
        "3", "EXTRA_MILITARY | PER_CHROMO", ["Avian Uplift Race", "Aquatic Uplift Race"], ["Alien Robot Sentry"]
    )
    assert table.military() == 2
    assert settled(table) == ["Alien Robot Sentry"]

    assert said("3", "EXTRA_MILITARY | PER_CHROMO", ["Gem World"]).military() == 0


@row("3", "EXTRA_MILITARY | PER_MILITARY")
def test_military_per_military_world() -> None:
    assert said("3", "EXTRA_MILITARY | PER_MILITARY", ["Avian Uplift Race", "Rebel Base", "Gem World"]).military() == 2


@row("3", "PAY_DISCOUNT")
def test_a_discount_on_payment_allows_nothing() -> None:
    hand = ["Avian Uplift Race"]
    assert settled(said("3", "PAY_DISCOUNT", (), hand)) == []

    table = settle(said("3", "PAY_DISCOUNT", ["Contact Specialist"], ["Pirate World"]), "Pirate World")
    assert table.tableau()[-1] == "Pirate World"  # defense 3, minus 1, minus 2
    assert said("3", "PAY_DISCOUNT", (), ["Gem World", "Comet Zone"]).phase("settle").options("settle") == ["none"]


@row("3", "PAY_MILITARY | AGAINST_CHROMO")
def test_chromosome_worlds_are_paid_for() -> None:
    table = said("3", "PAY_MILITARY | AGAINST_CHROMO", (), ["Avian Uplift Race", "Pirate World", "Space Port"])
    settle(table, "Avian Uplift Race")

    assert table.options("settle") == ["Avian Uplift Race", "Space Port", "none"]
    assert (table.tableau()[-1], table.hand()) == ("Avian Uplift Race", [])  # defense 2


@row("3", "PAY_MILITARY | ALIEN")
def test_alien_worlds_are_paid_for() -> None:
    table = said("3", "PAY_MILITARY | ALIEN", (), ["Alien Robot Sentry", "Avian Uplift Race", "Space Port"])
    settle(table, "Alien Robot Sentry")

    assert table.options("settle") == ["Alien Robot Sentry", "Space Port", "none"]
    assert (table.tableau()[-1], table.hand()) == ("Alien Robot Sentry", [])


@row("3", "PAY_PRESTIGE")
def test_payment_for_a_military_world_brings_prestige() -> None:
    key, cards = ("3", "PAY_PRESTIGE"), ["Contact Specialist", "New Sparta"]
    paid = settle(said(*key, cards[:1], ["Avian Uplift Race", *HAND]), "Avian Uplift Race")
    assert (paid.tableau()[-1], prestige(paid)) == ("Avian Uplift Race", 1)

    conquered = settle(said(*key, ["New Sparta"], ["Avian Uplift Race", *HAND]), "Avian Uplift Race")
    assert (conquered.tableau()[-1], prestige(conquered)) == ("Avian Uplift Race", 0)
    assert prestige(settle(said(*key, (), HAND), "Gem World")) == 0


@row("3", "PLACE_TWO")
def test_two_worlds_are_placed() -> None:
    hand = ["Avian Uplift Race", "Former Penal Colony", "Pirate World"]
    table = said("3", "PLACE_TWO", ["New Sparta"], hand)
    settle(table, "Avian Uplift Race", use(), ("place", "Former Penal Colony"))

    assert table.tableau()[2:] == ["Avian Uplift Race", "Former Penal Colony"]
    assert not said("3", "PLACE_TWO", ["New Sparta"], hand).phase("settle").was_asked("use")


@row("3", "PRESTIGE_REBEL")
def test_a_rebel_military_world_brings_prestige() -> None:
    for name, n in (("Rebel Miners", 1), ("Avian Uplift Race", 0)):
        assert prestige(settle(said("3", "PRESTIGE_REBEL", ["New Sparta"], [name]), name)) == n


@row("3", "SAVE_COST")
def test_a_card_paid_for_a_world_is_saved() -> None:
    table = settle(said("3", "SAVE_COST", (), HAND[:3]), "Gem World", ("move", ["Space Port"]))
    assert (stash(table), table.discards()) == (["Space Port"], ["Comet Zone"])

    free = settle(said("3", "SAVE_COST", (), ["Pilgrimage World", "Gem World"]), "Pilgrimage World")
    assert (stash(free), free.hand()) == ([], ["Gem World"])


@row("3", "UPGRADE_WORLD")
def test_a_world_is_upgraded() -> None:
    hand = ["Prosperous World", "Galactic Trendsetters", "Comet Zone", "Pirate World"]
    table = said("3", "UPGRADE_WORLD", ["Asteroid Belt"], hand, ["Zeta"])
    table.phase("settle", use(), ("place", "Prosperous World"))  # novelty, cost 3; Zeta costs 1

    assert table.options("place") == ["Prosperous World", "Comet Zone", "none"]
    assert (table.tableau(), table.goods()) == (["Asteroid Belt", "Prosperous World"], [])
    assert len(table.hand()) == 3


# -- Consume


@row("4", "ANTE_CARD")
@pytest.mark.parametrize(("top", "hand"), [("Gem World", ["Artist Colony", "Gem World"]), ("Public Works", [])])
def test_an_ante_is_won_or_lost(top: str, hand: list[str]) -> None:
    table = said("4", "ANTE_CARD", (), ["Artist Colony"])  # cost 1: one card is drawn
    there = table.free(top)
    table.g.move_all([card for card in table.g.zone[table.w.supply] if card != there], table.w.hand[1], "test")
    table.phase("consume", ("power", "ZZ1/1"))

    assert sorted(table.hand()) == hand


@row("4", "CONSUME_PRESTIGE | GET_3_CARD")
def test_prestige_is_spent_for_cards() -> None:
    table = give(said("4", "CONSUME_PRESTIGE | GET_3_CARD"), 2).phase("consume", ("power", "ZZ1/1"))
    assert (len(table.hand()), prestige(table)) == (3, 1)

    kept = give(said("4", "CONSUME_PRESTIGE | GET_3_CARD"), 2).phase("consume", ("power", "done"))
    assert (len(kept.hand()), prestige(kept)) == (0, 2)
    assert not said("4", "CONSUME_PRESTIGE | GET_3_CARD").phase("consume").was_asked("power")


@row("4", "CONSUME_PRESTIGE | GET_VP")
def test_prestige_is_spent_for_vp() -> None:
    table = give(said("4", "CONSUME_PRESTIGE | GET_VP", actions=["consume2x"]), 1).phase("consume", ("power", "ZZ1/1"))
    assert (table.vp(), prestige(table)) == (6, 0)


@row("4", "NO_TRADE")
def test_a_good_cannot_be_sold() -> None:
    table = said("4", "NO_TRADE", ["Gem World"], (), ["Zeta", "Gem World"], ["trade"]).phase("consume")
    assert (table.goods(), len(table.hand())) == (["Zeta"], 2)

    only = said("4", "NO_TRADE", ["Pilgrimage World"], (), ["Zeta"], ["trade"]).phase("consume")
    assert (only.hand(), only.goods()) == ([], [])  # it can be consumed


@row("4", "TRADE_GENE | TRADE_BONUS_CHROMO")
def test_genes_goods_are_sold_for_more_per_chromosome_world() -> None:
    key, uplift = ("4", "TRADE_GENE | TRADE_BONUS_CHROMO"), ["Avian Uplift Race", "Aquatic Uplift Race"]
    table = said(*key, uplift, (), uplift[:1], ["trade"]).phase("consume")
    assert len(table.hand()) == 4 + 2

    assert len(said(*key, [*uplift, "Gem World"], (), ["Gem World"], ["trade"]).phase("consume").hand()) == 2


# -- Produce


@row("5", "TAKE_SAVED")
def test_saved_cards_are_taken() -> None:
    table = said("5", "TAKE_SAVED")
    place = next(n for n, name in enumerate(table.g.layout.place_names) if name.startswith("stash.ZZ1"))
    table.put(["Gem World", "Comet Zone"], place)
    assert stash(table) == ["Gem World", "Comet Zone"]
    table.phase("produce")

    assert (table.hand(), stash(table)) == (["Gem World", "Comet Zone"], [])


# -- rules printed on cards


@row("F", "DISCARD_TO_12")
def test_the_hand_limit_is_12() -> None:
    table = said("F", "DISCARD_TO_12")
    for seat in (0, 1):
        table.g.move_all(table.g.zone[table.w.supply][:14], table.w.hand[seat], "test")
    put(table, enforce_hand_limit).play()

    assert (len(table.hand()), len(table.hand(1))) == (12, 10)


@row("F", "GAME_END_14")
@pytest.mark.parametrize(("size", "over"), [(13, False), (14, True)])
def test_the_game_ends_with_14_cards(size: int, over: bool) -> None:
    table = said("F", "GAME_END_14")
    for piece in table.g.zone[table.w.supply][:size]:
        table.g.move(piece, table.w.tableau[1], "test")
    put(table, end_stage, "round").g.run()

    assert bool(table.g.facts[table.w.ended]) == over


@row("F", "SELECT_LAST")
def test_the_action_is_chosen_last() -> None:
    table = put(said("F", "SELECT_LAST"), begin_stretch)
    table.g.run()
    assert table.g.pending is not None
    assert table.g.pending.seat == 1
    table.g.answer(("settle",))
    table.g.run()

    assert table.g.pending.seat == 0
    assert table.g.facts[table.w.actions][1] == ("settle",)


@row("F", "START_SAVE")
def test_a_start_world_begins_with_a_card_under_it() -> None:
    rules = loaded(("F", "START_SAVE"), START).rules(2)
    seen = set()
    for seed in range(12):
        g: Play = rules.start(Seeded(str(seed), "race"))
        g.run()
        while g.pending is not None and g.pending.name in ("start", "move"):
            g.answer(g.pending.form.listed()[0])
            g.run()
        w = g.numbers
        for seat in (0, 1):
            [start] = g.zone[w.tableau[seat]]
            mine = w.names[g.side[start]] == "Zeta"
            below = g.zone[g.layout.place_names.index(f"stash.{g.layout.pieces[start].name}")]
            seen.add((mine, len(g.zone[w.hand[seat]]), len(below)))

    assert seen == {(True, 3, 1), (False, 4, 0)}


@row("F", "TAKE_DISCARDS")
def test_the_discards_of_others_are_taken() -> None:
    table = said("F", "TAKE_DISCARDS")
    table.g.move_all(table.g.zone[table.w.supply][:12], table.w.hand[1], "test")
    put(table, enforce_hand_limit).play()

    assert (len(table.hand()), len(table.hand(1)), table.discards()) == (2, 10, [])


# -- scores


@row("V", "KIND_GOOD")
@pytest.mark.parametrize(
    ("worlds", "vp"), [([], 1), (["Gem World", "New Sparta"], 1), (["Comet Zone"], 3), (["Comet Zone", "Hive"], 6)]
)
def test_a_triangle_of_kinds(worlds: list[str], vp: int) -> None:
    names = [{"Hive": "Plague World"}.get(world, world) for world in worlds]

    assert said("V", "KIND_GOOD", names).scores()["Zeta"] == vp  # Zeta is a novelty world


@row("V", "NEGATIVE_MILITARY")
def test_negative_military_is_counted() -> None:
    assert said("V", "NEGATIVE_MILITARY", ["Refugee World", "Empath World"]).scores()["Zeta"] == 2
    assert said("V", "NEGATIVE_MILITARY", ["New Sparta"]).scores().get("Zeta", 0) in (-2, 0)


# -- rows that could be said before


EACH_TWICE = ["Gem World", "Asteroid Belt", "Avian Uplift Race", "Alien Robot Sentry"]
EACH_TWICE += ["Space Port", "Mining World", "Pre-Sentient Race", "Lost Alien Warship"]
CONSUMED = {
    "CONSUME_ALIEN | GET_PRESTIGE": (0, 0, 1, 1),
    "CONSUME_ANY | CONSUME_TWO | GET_PRESTIGE": (0, 0, 2, 2),
    "CONSUME_ANY | CONSUME_TWO | GET_PRESTIGE | GET_VP": (1, 0, 1, 2),
    "CONSUME_ANY | CONSUME_TWO | GET_PRESTIGE | GET_VP | GET_CARD": (1, 1, 1, 2),
    "CONSUME_ANY | GET_2_CARD": (0, 2, 0, 1),
    "CONSUME_ANY | GET_PRESTIGE": (0, 0, 1, 1),
    "CONSUME_ANY | GET_VP": (2, 0, 0, 1),
    "CONSUME_ANY | GET_VP | GET_2_CARD": (1, 2, 0, 1),
    "CONSUME_ANY | GET_VP | GET_CARD": (1, 1, 0, 1),
    "CONSUME_GENE | CONSUME_TWO | GET_VP": (3, 0, 0, 2),
    "CONSUME_GENE | GET_VP | GET_CARD": (2, 1, 0, 1),
    "CONSUME_N_DIFF | GET_VP | GET_CARD": (4, 4, 0, 4),
    "CONSUME_RARE | GET_VP | GET_2_CARD": (1, 2, 0, 1),
    "CONSUME_RARE | GET_VP | GET_CARD": (2, 2, 0, 2),
    "DRAW": (0, 1, 0, 0),
    "VP": (1, 0, 0, 0),
}
"""VP, cards, prestige, and goods consumed."""


@pytest.mark.parametrize(("power", "result"), list(CONSUMED.items()), ids=CONSUMED)
def test_consume_powers(power: str, result: tuple[int, ...]) -> None:
    table = said("4", power, EACH_TWICE, (), EACH_TWICE).phase("consume")

    assert (table.vp(), len(table.hand()), prestige(table), 8 - len(table.goods())) == result


MANY = ["Avian Uplift Race", "Rebel Miners", "Alien Robotic Factory", "Alien Robot Sentry", "Terraforming Robots"]
MANY += ["Galactic Imperium", "Asteroid Belt", "Former Penal Colony", "Malevolent Lifeforms"]
SCORES = {
    "ALIEN_FLAG": 2,
    "ALIEN_PRODUCTION": 1,
    "ALIEN_WINDFALL": 2,
    "CHROMO_FLAG": 1,
    "DEVEL": 2,
    "GENE_PRODUCTION": 1,
    "GENE_WINDFALL": 1,
    "IMPERIUM_FLAG": 2,
    "MILITARY": 5,
    "NAME": 3,
    "NOVELTY_PRODUCTION": 1,  # Zeta
    "NOVELTY_WINDFALL": 2,
    "PRESTIGE": 4,
    "RARE_PRODUCTION": 1,
    "RARE_WINDFALL": 1,
    "REBEL_FLAG": 2,
    "REBEL_MILITARY": 2,
    "SIX_DEVEL": 1,
    "TERRAFORMING_FLAG": 2,
    "UPLIFT_FLAG": 2,
    "WORLD": 8,
}


@pytest.mark.parametrize(("power", "points"), list(SCORES.items()), ids=SCORES)
def test_scores(power: str, points: int) -> None:
    others = MANY + ["Alien Archives"] * (power == "NAME")

    assert give(said("V", power, others), 4).scores()["Zeta"] == points


PRODUCED = {
    "DRAW": (1, 0),
    "DRAW_CHROMO": (4, 0),
    "DRAW_MILITARY": (3, 0),
    "DRAW_MOST_PRODUCED": (1, 0),
    "DRAW_REBEL": (1, 0),
    "PRESTIGE_MOST_CHROMO": (0, 1),
}
"""Cards and prestige."""


@pytest.mark.parametrize(("power", "result"), list(PRODUCED.items()), ids=PRODUCED)
def test_produce_powers(power: str, result: tuple[int, int]) -> None:
    worlds = ["Avian Uplift Race", "Aquatic Uplift Race", "Rebel Miners"]
    table = said("5", power, worlds, other=["Reptilian Uplift Race"]).phase("produce")
    others = said("5", power, (), other=["Artist Colony", "New Survivalists", "Reptilian Uplift Race"]).phase("produce")

    assert (len(table.hand()), prestige(table)) == result
    assert (len(others.hand()), prestige(others)) == ((1, 0) if power == "DRAW" else (0, 0))


def test_military_less_with_an_imperium_card() -> None:
    assert said("3", "EXTRA_MILITARY | IF_IMPERIUM", ["New Sparta"]).military() == 2
    assert said("3", "EXTRA_MILITARY | IF_IMPERIUM", ["New Sparta", "Galactic Imperium"]).military() == 0


# -- whole games


def everything() -> str:
    """A set in which every row is a card."""
    cards = [
        f'card Y{nth} {{ world "Row {nth}" novelty windfall cost 1 vp 1 {{ {"; ".join(NOW[key])} }} }}'
        for nth, key in enumerate(NOW)
        if NOW[key]
    ]
    return WORDS + OTHERS + "\n".join(cards)


BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_back_ends_play_the_same_games(tmp_path: Path, seats: int) -> None:
    ours = load_library("race", None, [written(tmp_path, everything())])
    names = [f"Row {nth}" for nth, key in enumerate(NOW) if NOW[key]]
    for nth in range(4):
        mine = Random(nth).sample(names, 6 * seats)
        options = {f"tableau.{seat}": "; ".join(mine[seat::seats]) for seat in range(seats)}
        games = [whole(ours, seats, f"rows/{seats}/{nth}", backend, options) for backend in BACKENDS]

        assert games[0].events == games[1].events
        assert games[0].whole() == games[1].whole()


def whole(ours: Library, seats: int, seed: str, backend: Backend, options: dict[str, str]) -> Play:
    """A whole game of random picks."""
    g: Play = ours.rules(seats, backend).start(Seeded(seed, "race"), options)
    random = Random(seed).random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(random)) is None
    return g
