"""Rebel vs Imperium as test content: every power of every design that needs no takeover (facts/*imperium_cards.csv).

A position, a play and the position after it for each power; `rows` that share a form are parametrized from the facts.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from advised import advise
from compile.test_backends import BACKENDS, play
from games.race.tables import Table, race
from rftg_dsl.base.source import Source
from rftg_dsl.games.race.report import tell
from rftg_dsl.games.race.round import enforce_hand_limit
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.run_program import end_stage
from rftg_dsl.library.load import load_library
from rftg_dsl.log.format.record import Naming
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.unparse import write_power

HERE = Path(__file__).parent
CONTENT = HERE / "rebel-vs-imperium"
Row = dict[str, str]

ROWS: list[Row] = list(csv.DictReader((HERE / "facts" / "rebel_vs_imperium_cards.csv").read_text("utf-8").splitlines()))
RVI = load_library("race", None, ["gathering-storm", CONTENT])
SIDES = {side.name: side for side in RVI.model.list_sides()}


def rvi(*cards: Any, **more: Any) -> Table:
    return race(*cards, found=RVI, **more)


def printed(row: Row) -> list[tuple[str, int, int]]:
    """The powers of a design as the facts name them, each with its value and how often; takeovers left out."""
    powers = []
    for text in filter(None, row["powers"].split("; ")):
        said = re.fullmatch(r"(.*) value (\d+)(?: times (\d+))?", text)
        assert said
        name = said[1].replace(" | NO_TAKEOVER", "")
        if "TAKEOVER" not in name:
            powers.append((name, int(said[2]), int(said[3] or 0)))
    return powers


def having(name: str) -> list[tuple[str, int, int]]:
    """The designs with a power, its value and how often."""
    return [(row["name"], value, times) for row in ROWS for power, value, times in printed(row) if power == name]


# -- what is printed


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_card_is_as_printed(row: Row) -> None:
    side = SIDES[row["name"]]
    component = next(candidate for candidate in RVI.model.components if side in candidate.sides)
    military = row["military"] == "yes"
    flags = set(row["flags"].split())

    assert side.kind == row["kind"]
    assert component.kind == ("start-world" if "START" in flags else "card")
    assert side.properties.get("defense" if military else "cost") == int(row["cost_or_defense"])
    assert side.properties.get("force", "") == ("military" if military else "")
    assert side.properties["vp"] == int(row["vp"])
    assert side.properties.get("type", "").upper() == {"GENE": "GENES"}.get(row["good"], row["good"])
    assert side.properties.get("mode", "") == row["mode"]
    assert side.properties.get("square", "") == ("red" * ("START_RED" in flags) or "blue" * ("START_BLUE" in flags))
    said = {"alien-named": "ALIEN", "chromosome": "CHROMO"}
    titles = [*side.properties.get("title", ()), *filter(None, [side.properties.get("symbol", "")])]
    assert {said.get(title, title.upper()) for title in titles} == flags - UNTITLED


UNTITLED = {"START", "START_RED", "START_BLUE", "PRESTIGE", "GAME_END_14", "DISCARD_TO_12"}


def test_all_designs_are_there() -> None:
    mine = [
        component.sides[0].name
        for component in RVI.model.components
        if component.id.startswith("RI") or component.id in STARTS
    ]

    assert len(ROWS) == 37
    assert sorted(mine) == sorted(row["name"] for row in ROWS)
    assert [component.id for component in RVI.model.components if component.sides[0].name == "Gambling World"] == [
        "RI28"
    ]


STARTS = ("S9", "S10", "S11")

KINDS = {"RARE": "rare", "GENE": "genes", "NOVELTY": "novelty", "ANY": ""}
SENTENCES = {
    "I: DISCARD_ANY": "cards in hand may be discarded",
    "I: DRAW": "draws: {value} more",
    "I: KEEP": "kept cards: {value} more",
    "II: DRAW": "at start of develop: draw {value} card",
    "II: REDUCE": "cost of developments: {value} less",
    "II: DISCARD_REDUCE": "cost of developments, may discard this card: {value} less",
    "III: EXTRA_MILITARY": "military: {value} more",
    "III: EXTRA_MILITARY | AGAINST_REBEL": "military against rebel worlds: {value} more",
    "III: EXTRA_MILITARY | GENE": "military against genes worlds: {value} more",
    "III: EXTRA_MILITARY | NOVELTY": "military against novelty worlds: {value} more",
    "III: EXTRA_MILITARY | RARE": "military against rare worlds: {value} more",
    "III: EXTRA_MILITARY | PER_MILITARY": "military: {value} more per military world",
    "III: MILITARY_HAND": "military against military worlds, once per phase, may discard {cards} in hand: {more}",
    "III: PAY_MILITARY": "payment for non-alien military worlds: {value} less",
    "III: PAY_MILITARY | AGAINST_REBEL": "payment for rebel military worlds: {value} less",
    "III: PAY_DISCOUNT": "cost of military worlds: {value} less",
    "III: DISCARD | CONQUER_SETTLE": "conquest of non-military worlds, may discard this card: {value} less",
    "III: REDUCE | GENE": "cost of genes worlds: {value} less",
    "III: REDUCE | NOVELTY": "cost of novelty worlds: {value} less",
    "III: REDUCE | RARE": "cost of rare worlds: {value} less",
    "IV: ANTE_CARD": "consume: may ante 1 card in hand",
    "IV: CONSUME_ANY | GET_VP": "consume: consume 1 good: gain {value} vp",
    "IV: CONSUME_GENE | GET_VP | GET_CARD": "consume: consume up to {times} genes goods: "
    "gain {value} vp per consumed, draw 1 card per consumed",
    "IV: CONSUME_N_DIFF | GET_VP | GET_CARD": "consume: consume up to 4 goods of different types: "
    "gain {value} vp per consumed, draw 1 card per consumed",
    "IV: CONSUME_RARE | GET_VP | GET_2_CARD": "consume: consume {times} rare good: gain {value} vp, draw 2 cards",
    "IV: CONSUME_RARE | GET_VP | GET_CARD": "consume: consume {times} rare good: gain {value} vp, draw 1 card",
    "IV: DISCARD_HAND | GET_VP": "consume: may discard up to {times} cards in hand: gain {value} vp per discarded",
    "IV: DISCARD_HAND | GET_CARD": "consume: may discard {times} card in hand: draw 1 card",
    "IV: DRAW": "consume: draw {value} card",
    "IV: TRADE_ANY": "trade: {value} more",
    "IV: VP": "consume: gain {value} vp",
    "V: DRAW": "produce: draw {value} cards",
    "V: DRAW_CHROMO": "produce: draw {value} cards per chromosome world",
    "V: DRAW_REBEL": "produce: draw {value} card per rebel world",
    "V: PRODUCE": "produce: produce here",
    "V: WINDFALL_GENE | NOT_THIS": "produce: produce on another genes windfall world",
    "V: WINDFALL_RARE": "produce: produce on a rare windfall world",
}
RULES = {"GAME_END_14": "final tableau: 14 exactly", "DISCARD_TO_12": "hand limit: 12 exactly"}
COUNTED = {
    "CHROMO_FLAG": "chromosome world",
    "DEVEL": "development",
    "IMPERIUM_FLAG": "imperium card",
    "KIND_GOOD": "triangle of different type of worlds",
    "MILITARY": "military world",
    "RARE_PRODUCTION": "rare production world",
    "RARE_WINDFALL": "rare windfall world",
    "REBEL_FLAG": "rebel card",
    "REBEL_MILITARY": "rebel military world",
    "TERRAFORMING_FLAG": "terraforming card",
    "UPLIFT_FLAG": "uplift card",
    "WORLD": "world",
}


def said(name: str, value: int, times: int) -> str:
    """A power of the facts in the language."""
    cards = "1 card" if value == 1 else f"up to {value} cards"
    more = "1 more" if value == 1 else "1 more per discarded"
    return SENTENCES[name].format(value=value, times=times, cards=cards, more=more)


def scoring(row: Row) -> list[str]:
    """The alternatives of a development of cost 6; the sides of one name are joined."""
    alternatives = []
    for points, what, name in [entry.split(":") for entry in filter(None, row["scoring"].split("; "))]:
        counted = COUNTED.get(what, f'card called "{name}"')
        alternatives.append(f"{1 if what == 'KIND_GOOD' else points} per {counted}")
    return alternatives


def written() -> dict[str, list[str]]:
    """The sentences of each side, as the writer of the language lays them out."""
    sentences: dict[str, list[str]] = {}
    for path in sorted(CONTENT.glob("*.rftg")):
        file, wrong = parse(Source(path.name, path.read_text("utf-8")))
        assert wrong == []
        for side_node in [side for node in file.declarations for side in node.members if isinstance(side, tree.Side)]:
            sentences[side_node.name.text] = [
                write_power(member) for member in side_node.members if isinstance(member, tree.Sentence)
            ]
    return sentences


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_its_sentences_are_what_the_facts_say(row: Row) -> None:
    sentences = written()[row["name"]]
    scores = [sentence.removeprefix("score ") for sentence in sentences if sentence.startswith("score ")]
    alternatives = [alternative for line in scores for alternative in line.split(", or ")]
    each = [alternative.replace('" or "', '", or 2 per card called "').split(", or ") for alternative in alternatives]
    flags = [RULES[flag] for flag in row["flags"].split() if flag in RULES]

    assert [entry for entry in sentences if not entry.startswith("score ")] == [
        said(*entry) for entry in printed(row)
    ] + flags
    assert [alternative for some in each for alternative in some] == scoring(row)


# -- Explore


@pytest.mark.parametrize(("name", "value", "times"), having("I: DISCARD_ANY"))
def test_cards_in_hand_are_discarded(name: str, value: int, times: int) -> None:
    table = rvi([name], ["Gem World"], other_hand=["Comet Zone"]).phase("explore", ("explore", ["Gem World"]))

    assert (table.discards().count("Gem World"), len(table.hand())) == (1, 2)
    assert "Gem World" not in table.hand()
    assert "Comet Zone" not in table.options("explore", 1)


@pytest.mark.parametrize(("name", "value", "times"), having("I: DRAW"))
def test_more_cards_are_drawn_in_explore(name: str, value: int, times: int) -> None:
    kept = sum(more for card, more, _ in having("I: KEEP") if card == name)
    table = rvi([name]).phase("explore")

    assert len(table.options("explore")) == 2 + value
    assert len(table.hand()) == 1 + kept


def test_more_cards_are_kept_with_pan_galactic_research() -> None:
    assert having("I: KEEP") == [("Pan-Galactic Research", 1, 0)]
    assert len(rvi(["Pan-Galactic Research"]).phase("explore").hand()) == 2


# -- Develop


@pytest.mark.parametrize(("name", "value", "times"), having("II: DRAW"))
def test_a_card_is_drawn_at_the_start_of_develop(name: str, value: int, times: int) -> None:
    assert len(rvi([name], ["Gem World"]).phase("develop").hand()) == 1 + value


def test_developments_cost_less_with_pan_galactic_research() -> None:
    hand = ["Drop Ships", "Gem World", "Comet Zone", "Space Port"]  # cost 4

    table = rvi(["Pan-Galactic Research"], hand).phase("develop", ("develop", "Drop Ships"))
    assert (table.tableau()[-1], table.hand()) == ("Drop Ships", [])
    assert "Drop Ships" not in rvi(["Pan-Galactic Research"], hand[:3]).phase("develop").options("develop")


def test_the_crash_program_is_given_up_for_a_development() -> None:
    hand = ["Drop Ships", "Gem World"]
    table = rvi(["R&D Crash Program"], hand).phase("develop", ("develop", "Drop Ships"))
    assert (table.tableau(), table.hand()) == (["Drop Ships"], [])
    assert sorted(table.discards()) == ["Gem World", "R&D Crash Program"]

    assert rvi(["R&D Crash Program"], hand[:1]).phase("develop").options("develop") == ["none"]
    assert rvi(["R&D Crash Program"], ["Gem World", "Comet Zone"]).phase("settle").options("settle") == ["none"]


# -- Settle: military


@pytest.mark.parametrize(("name", "value", "times"), having("III: EXTRA_MILITARY"))
def test_military(name: str, value: int, times: int) -> None:
    worlds = {1: "Smuggling Lair", 2: "Alien Robot Sentry", 3: "Pirate World"}  # defense 1, 2, 3
    table = rvi([name], [worlds[value]]).phase("settle", ("settle", worlds[value]))

    assert table.military() == value
    assert rvi([name], [worlds[value + 1]]).phase("settle").options("settle") == ["none"]
    assert table.tableau() == [name, worlds[value]]


AGAINST = {
    "III: EXTRA_MILITARY | AGAINST_REBEL": {1: "Rebel Fuel Cache", 2: "Rebel Miners", 3: "Rebel Warrior Race"},
    "III: EXTRA_MILITARY | GENE": {2: "Avian Uplift Race", 3: "Hive World"},
    "III: EXTRA_MILITARY | NOVELTY": {1: "Devolved Uplift Race", 2: "Former Penal Colony"},
    "III: EXTRA_MILITARY | RARE": {1: "Smuggling Lair", 2: "Rebel Miners"},
}
OTHERS = {1: "Outlaw World", 2: "Alien Robot Sentry", 3: "Clandestine Uplift Lab"}


@pytest.mark.parametrize(("code", "name", "value"), [(code, *one[:2]) for code in AGAINST for one in having(code)])
def test_military_against_some_worlds(code: str, name: str, value: int) -> None:
    general = rvi([name]).military()
    fits, other = AGAINST[code], {n: world for n, world in OTHERS.items() if n <= 3}
    total = general + value
    table = rvi([name], [*fits.values(), *other.values()]).phase("settle", ("settle", fits[total]))

    assert table.tableau() == [name, fits[total]]
    shown = set(table.options("settle"))
    assert shown & set(fits.values()) == {world for n, world in fits.items() if n <= total}
    unlike = {world for n, world in other.items() if n <= general}
    assert shown & (set(other.values()) - set(fits.values())) == unlike - set(fits.values())


def test_hidden_fortress_grows_with_military_worlds() -> None:
    assert rvi(["Hidden Fortress"]).military() == 1
    assert rvi(["Hidden Fortress", "Gem World", "Rebel Miners", "Drop Ships"]).military() == 2 + 3

    table = rvi(["Hidden Fortress", "Rebel Miners"], ["Alien Robot Sentry", "Pirate World"])
    table.phase("settle", ("settle", "Alien Robot Sentry"))
    assert table.options("settle") == ["Alien Robot Sentry", "none"]
    assert table.military() == 3


@pytest.mark.parametrize(("name", "value", "times"), having("III: MILITARY_HAND"))
def test_cards_are_given_for_military(name: str, value: int, times: int) -> None:
    general = rvi([name]).military()
    worlds = {1: "Smuggling Lair", 2: "Alien Robot Sentry", 3: "Pirate World", 4: "Malevolent Lifeforms"}
    target, payment = worlds[general + value], ["Gem World", "Comet Zone"][:value]

    table = rvi([name], [target, *payment, "Space Port"])
    table.phase("settle", ("settle", target), ("discard", payment))
    assert (table.tableau()[-1], table.hand()) == (target, ["Space Port"])
    assert set(payment) <= set(table.discards())

    few = rvi([name], [target, *payment[1:]]).phase("settle")
    assert few.options("settle") == ["none"]
    strong = {**worlds, 5: "Rebel Outpost"}[general + value + 1]
    more = rvi([name], [strong, "Gem World", "Comet Zone", "Space Port"]).phase("settle")
    assert strong not in more.options("settle")


def test_cloaking_conquers_a_civil_world() -> None:
    hand = ["Comet Zone", "Lost Species Ark World", "Former Penal Colony"]  # cost 3, cost 5, defense 2
    name = "Imperium Cloaking Technology"

    table = rvi([name, "Expedition Force"], hand).phase("settle", ("settle", "Comet Zone"))
    assert table.options("settle") == ["Comet Zone", "none"]
    assert (table.tableau(), len(table.hand())) == (["Expedition Force", "Comet Zone"], 2)
    assert table.discards() == [name]
    assert rvi([name], hand[:1]).phase("settle").options("settle") == ["none"]
    assert rvi(["Expedition Force"], hand[:1]).phase("settle").options("settle") == ["none"]


# -- Settle: payment


def test_rebel_cantina_pays_for_military_worlds_at_their_defense() -> None:
    hand = ["Former Penal Colony", "Alien Robot Sentry", "Gem World"]  # defense 2, not cheaper
    table = rvi(["Rebel Cantina"], hand).phase("settle", ("settle", "Former Penal Colony"))
    assert table.options("settle") == ["Former Penal Colony", "Gem World", "none"]
    assert (table.tableau()[-1], table.hand()) == ("Former Penal Colony", [])

    assert rvi(["Rebel Cantina"], hand[:2]).phase("settle").options("settle") == ["none"]


def test_rebel_alliance_pays_for_rebel_military_worlds() -> None:
    table = rvi(["Rebel Alliance"], ["Rebel Warrior Race", "Smuggling Lair", "Pirate World"])
    table.phase("settle", ("settle", "Rebel Warrior Race"), ("pay", ["Pirate World"]))

    assert table.options("settle") == ["Rebel Warrior Race", "none"]
    assert (table.tableau()[-1], table.hand()) == ("Rebel Warrior Race", ["Smuggling Lair"])


def test_rebel_pact_lowers_what_is_paid_for_military_worlds() -> None:
    hand = ["Pirate World", "Gem World"]  # defense 3
    assert rvi(["Rebel Pact", "Rebel Cantina"], ["Gem World"]).phase("settle").options("settle") == ["none"]  # not 0
    table = rvi(["Rebel Pact", "Rebel Cantina"], hand).phase("settle", ("settle", "Pirate World"))
    assert (table.tableau()[-1], table.hand()) == ("Pirate World", [])

    assert rvi(["Rebel Pact"], hand).phase("settle").options("settle") == ["none"]
    assert rvi(["Rebel Cantina"], hand).phase("settle").options("settle") == ["none"]


CHEAPER = {
    "III: REDUCE | GENE": ("Plague World", "Comet Zone"),
    "III: REDUCE | NOVELTY": ("Gem World", "Asteroid Belt"),
    "III: REDUCE | RARE": ("Asteroid Belt", "Gem World"),
}


@pytest.mark.parametrize(("code", "name", "value"), [(code, *one[:2]) for code in CHEAPER for one in having(code)])
def test_worlds_of_a_kind_cost_less(code: str, name: str, value: int) -> None:
    fits, other = CHEAPER[code]
    cost = SIDES[fits].properties["cost"]
    hand = [fits, other, *["Drop Ships", "Space Marines"][: cost - value - 1]]
    table = rvi([name], hand).phase("settle", ("settle", fits))

    assert SIDES[other].properties["cost"] == cost
    assert table.options("settle") == [fits, "none"]
    assert (table.tableau()[-1], len(table.hand())) == (fits, len(hand) - 1 - (cost - value))
    assert rvi([name], [fits]).phase("settle").options("settle") == ["none"]


# -- Consume


def sale(name: str, actions: tuple[str, ...] = ("trade",)) -> int:
    """The cards a novelty good is sold for with a card in play, other draws of that card left out."""
    table = rvi([name, "Gem World"], (), ["Gem World"], actions).phase("consume")
    return len(table.hand()) - sum(value for card, value, _ in having("IV: DRAW") if card == name)


@pytest.mark.parametrize(("name", "value", "times"), having("IV: TRADE_ANY"))
def test_a_good_is_sold_for_more(name: str, value: int, times: int) -> None:
    assert sale(name) == 2 + value
    assert sale(name, ()) == 0


@pytest.mark.parametrize(("name", "value", "times"), having("IV: CONSUME_ANY | GET_VP"))
def test_any_good_is_consumed_for_vp(name: str, value: int, times: int) -> None:
    table = rvi([name, "Gem World", "Comet Zone"], (), ["Gem World", "Comet Zone"]).phase("consume")
    assert (table.vp(), len(table.goods()), len(table.hand())) == (value, 1, 0)

    assert rvi([name]).phase("consume").vp() == 0


@pytest.mark.parametrize(
    ("code", "cards"), [("IV: CONSUME_RARE | GET_VP | GET_2_CARD", 2), ("IV: CONSUME_RARE | GET_VP | GET_CARD", 1)]
)
def test_a_rare_good_is_consumed_for_vp_and_cards(code: str, cards: int) -> None:
    [(name, value, times)] = having(code)
    table = rvi([name, "Asteroid Belt", "Mining World"], (), ["Asteroid Belt", "Mining World"]).phase("consume")
    assert (table.vp(), len(table.hand()), len(table.goods())) == (value, cards, 2 - times)

    other = rvi([name, "Gem World"], (), ["Gem World"]).phase("consume")
    assert (other.vp(), other.hand(), other.goods()) == (0, [], ["Gem World"])


@pytest.mark.parametrize(("goods", "used"), [(4, 3), (2, 2)])
def test_gene_designers_consume_up_to_three_genes_goods(goods: int, used: int) -> None:
    [(name, value, times)] = having("IV: CONSUME_GENE | GET_VP | GET_CARD")
    worlds = ["Ancient Race", "Hive World", "Pre-Sentient Race", "Avian Uplift Race"][:goods]
    table = rvi([name, *worlds, "Gem World"], (), [*worlds, "Gem World"]).phase("consume")

    assert used == min(goods, times)
    assert (table.vp(), len(table.hand())) == (used * value, used)
    assert len(table.goods()) == goods - used + 1


ALL_KINDS = ["Gem World", "Asteroid Belt", "Hive World", "Alien Robot Sentry"]


@pytest.mark.parametrize(
    ("worlds", "used"), [(ALL_KINDS, 4), ([*ALL_KINDS[:2], "Space Port"], 2), (["Gem World", "Space Port"], 1)]
)
def test_galactic_exchange_consumes_different_goods(worlds: list[str], used: int) -> None:
    table = rvi(["Galactic Exchange", *worlds], (), worlds, ["consume2x"]).phase("consume")

    assert (table.vp(), len(table.hand()), len(table.goods())) == (2 * used, used, len(worlds) - used)


@pytest.mark.parametrize("given", [["Gem World", "Comet Zone"], ["Gem World"], []])
def test_galactic_bankers_take_cards_for_vp(given: list[str]) -> None:
    hand = ["Gem World", "Comet Zone", "Space Port"]
    table = rvi(["Galactic Bankers"], hand, actions=["consume2x"])
    answer = [("power", table.power("Galactic Bankers", 2)), ("discard", given)] if given else [("power", "done")]
    table.phase("consume", *answer)

    assert (table.vp(), len(table.hand())) == (len(given), 3 - len(given))


def test_galactic_bankers_take_at_most_two_cards() -> None:
    table = rvi(["Galactic Bankers"], ["Gem World", "Comet Zone", "Space Port"])
    table.begin("consume")
    table.g.run()
    assert table.g.answer(table.power("Galactic Bankers", 2)) is None
    table.g.run()

    assert table.g.pending is not None
    assert table.g.pending.form.shape()[2] == 2


def test_the_crash_program_exchanges_a_card() -> None:
    program = ("power", "RI16/2")
    table = rvi(["R&D Crash Program"], ["Gem World", "Comet Zone"])
    table.phase("consume", program, ("discard", ["Gem World"]))
    assert (len(table.hand()), table.discards()) == (2, ["Gem World"])
    assert "Comet Zone" in table.hand()

    kept = rvi(["R&D Crash Program"], ["Gem World"]).phase("consume", ("power", "done"))
    assert kept.hand() == ["Gem World"]
    assert not rvi(["R&D Crash Program"]).phase("consume").was_asked("power")


@pytest.mark.parametrize(("name", "value", "times"), having("IV: DRAW"))
def test_cards_are_drawn_in_consume(name: str, value: int, times: int) -> None:
    assert len(rvi([name], actions=["consume2x"]).phase("consume").hand()) == value


@pytest.mark.parametrize(("name", "value", "times"), having("IV: VP"))
def test_a_vp_chip_is_gained_in_consume(name: str, value: int, times: int) -> None:
    assert rvi([name]).phase("consume").vp() == value
    assert rvi([name], actions=["consume2x"]).phase("consume").vp() == 2 * value


# -- the ante of Gambling World


GAMBLE = ("power", "RI28/2")


def gamble(ante: str, supply: list[str], hand: tuple[str, ...] = (), **answers: str) -> Table:
    """Gambling World with these cards as the whole supply."""
    table = rvi(["Gambling World"], [ante, *hand])
    wanted = [table.free(name) for name in supply]
    away = [piece for piece in table.g.zone[table.w.supply] if piece not in wanted]
    table.g.move_all(away, table.w.hand[1], "test")
    keep = [("keep", answers["keep"])] if "keep" in answers else []
    return table.phase("consume", GAMBLE, ("ante", ante), *keep)


def test_a_higher_card_wins_the_ante() -> None:
    supply = ["Pirate World", "Asteroid Belt"]  # defense 3, cost 2
    table = gamble("Gem World", supply, keep="Asteroid Belt")  # cost 2: two cards are drawn

    assert sorted(table.options("keep")) == sorted(supply)
    assert sorted(table.hand()) == ["Asteroid Belt", "Gem World"]
    assert "Pirate World" in table.discards() + table.names(table.w.supply)


def test_an_equal_card_does_not_win_the_ante() -> None:
    table = gamble("Gem World", ["Space Port", "Asteroid Belt", "Avian Uplift Race"])  # all 2

    assert not table.was_asked("keep")
    assert table.hand() == []
    assert len(table.discards()) == 3  # the ante and the two drawn
    assert len(table.names(table.w.supply)) == 1


def test_as_many_cards_are_drawn_as_the_ante_costs() -> None:
    table = gamble(
        "Hidden Fortress", ["Rebel Base", "Gem World", "Comet Zone", "Space Port", "Drop Ships"], keep="Gem World"
    )
    assert len(table.options("keep")) == 5  # its defense

    assert not gamble("Smuggling World", ["Expedition Force"]).was_asked("keep")  # cost 1


def test_an_ante_is_worth_one_to_six() -> None:
    hand = ["Dying Colony", "Rebel Homeworld", "Rebel Base", "Blaster Runners"]  # 0, 7, 6, 1
    table = rvi(["Gambling World"], hand).phase("consume", GAMBLE, ("ante", "Blaster Runners"))
    assert table.options("ante") == ["Rebel Base", "Blaster Runners"]

    assert not rvi(["Gambling World"], hand[:2]).phase("consume").was_asked("power")


def test_nobody_must_gamble() -> None:
    table = rvi(["Gambling World"], ["Gem World"]).phase("consume", ("power", "done"))

    assert table.hand() == ["Gem World"]
    assert table.discards() == []


# -- Produce


@pytest.mark.parametrize(("name", "value", "times"), having("V: PRODUCE"))
def test_a_world_produces(name: str, value: int, times: int) -> None:
    table = rvi([name]).phase("produce")

    assert table.goods() == [name]
    assert len(table.g.zone[table.w.goods[table.in_tableau(name)]]) == 1


def test_windfall_worlds_do_not_produce_by_themselves() -> None:
    windfall = [row["name"] for row in ROWS if row["mode"] == "windfall"]

    assert len(windfall) == 8
    assert not [name for name in windfall if rvi([name]).phase("produce").goods()]


@pytest.mark.parametrize(("name", "value", "times"), having("V: DRAW"))
def test_cards_are_drawn_in_produce(name: str, value: int, times: int) -> None:
    assert len(rvi([name]).phase("produce").hand()) == value


def test_rebel_cantina_draws_for_rebel_worlds() -> None:
    worlds = ["Rebel Cantina", "Rebel Stronghold", "Rebel Miners", "Gem World", "Rebel Pact"]
    table = rvi(worlds, goods=["Rebel Miners", "Gem World"]).phase("produce")

    assert len(table.hand()) == 3


def test_uplift_code_draws_for_chromosome_worlds() -> None:
    worlds = ["Uplift Code", "Insect Uplift Race", "Clandestine Uplift Lab", "Abandoned Alien Uplift Camp"]

    assert len(rvi(worlds).phase("produce").hand()) == 2 * 2


def test_universal_symbionts_produce_on_another_genes_windfall_world() -> None:
    worlds = ["Universal Symbionts", "Insect Uplift Race", "Gem Smugglers"]

    assert rvi(worlds).phase("produce").goods() == ["Insect Uplift Race"]
    assert rvi(worlds[::2]).phase("produce").goods() == []


def test_interstellar_prospectors_produce_on_a_rare_windfall_world() -> None:
    worlds = ["Interstellar Prospectors", "Gem Smugglers", "Rebel Convict Mines", "Dying Colony"]
    table = rvi(worlds).phase("produce", ("windfall", "Rebel Convict Mines"))

    assert table.goods() == ["Interstellar Prospectors", "Rebel Convict Mines"]
    assert table.options("windfall") == ["Gem Smugglers", "Rebel Convict Mines"]


# -- limits


def test_pan_galactic_research_raises_the_hand_limit() -> None:
    for cards, kept in ((["Pan-Galactic Research"], 12), ([], 10)):
        table = rvi(cards)
        for piece in table.g.zone[table.w.supply][:14]:
            table.g.move(piece, table.w.hand[0], "test")
        table.g.agenda.append((enforce_hand_limit.id, ()))
        assert len(table.play().hand()) == kept


@pytest.mark.parametrize(("fortress", "size", "over"), [(True, 13, False), (True, 14, True), (False, 12, True)])
def test_the_game_is_longer_with_hidden_fortress(fortress: bool, size: int, over: bool) -> None:
    table = rvi([], other=["Hidden Fortress"] if fortress else [])
    for piece in table.g.zone[table.w.supply][:size]:
        table.g.move(piece, table.w.tableau[0], "test")
    table.g.wake()
    table.g.agenda.append((end_stage.id, ("round",)))
    table.g.run()

    assert bool(table.g.facts[table.w.ended]) == over


# -- scores


SCORES = [
    ("Imperium Seat", ["Imperium Troops", "Imperium Warlord", "Gem World"], 2 + 2 + 2),
    ("Imperium Seat", ["Rebel Stronghold", "Rebel Cantina", "Rebel Pact", "Pirate World"], 2 + 2),
    ("Rebel Alliance", ["Rebel Pact", "Rebel Cantina", "Rebel Miners", "Gem World"], 2 + 2 + 2 + 2),
    ("Rebel Alliance", ["Pirate World", "Blaster Runners"], 2 + 1 + 1),
    ("Uplift Code", ["Insect Uplift Race", "Clandestine Uplift Lab"], 2 + 3 + 3),
    ("Uplift Code", ["Alien Uplift Center", "Abandoned Alien Uplift Camp", "Gem World"], 2 + 2 + 2),
    ("Galactic Exchange", ["Pirate World"], 1),
    ("Galactic Exchange", ["Gem World", "Space Port", "Comet Zone"], 3),
    ("Galactic Exchange", ["Gem World", "Comet Zone", "Hive World"], 6),
    ("Galactic Exchange", [*ALL_KINDS, "New Sparta"], 10),
    ("Galactic Exchange", ["Diversified Economy"], 3),
    ("Galactic Bankers", ["Interstellar Bank", "Investment Credits", "Gambling World"], 1 + 2 + 2 + 2),
    ("Galactic Bankers", ["Drop Ships", "Gem World"], 1 + 1),
    ("Prospecting Guild", ["Interstellar Prospectors", "Gem Smugglers"], 2 + 2),
    ("Prospecting Guild", ["Terraforming Robots", "Terraforming Guild"], 1 + 1),
    ("Prospecting Guild", ["Terraformed World", "Gem World", "Drop Ships"], 1 + 1),
]


@pytest.mark.parametrize(("name", "others", "vp"), SCORES)
def test_developments_of_cost_6(name: str, others: list[str], vp: int) -> None:
    assert rvi([name, *others]).scores()[name] == vp


# -- whole games


def options(seats: int, nth: int) -> dict[str, str]:
    """All designs dealt to the tableaus over a few games, as far as a game does not end at once."""
    names = [row["name"] for row in ROWS if "START" not in row["flags"].split()]
    mine = names[nth % 2 :: 2]
    return {f"tableau.{seat}": "; ".join(mine[seat::seats][:8]) for seat in range(seats)}


@pytest.mark.parametrize("seats", range(2, 6))
def test_both_back_ends_play_the_same_games(seats: int) -> None:
    extra: Any = ("gathering-storm", CONTENT)
    for nth in range(4):
        seed = f"rvi/{seats}/{nth}"
        chosen = options(seats, nth) if nth < 2 else None
        fast, plain = (play("race", "", seats, seed, backend, chosen, extra) for backend in BACKENDS)

        assert len(fast.events) > 100
        assert fast.events == plain.events
        assert fast.whole() == plain.whole()


@pytest.mark.parametrize("seats", [2, 5])
def test_a_sensible_player_plays_it_to_its_end(seats: int) -> None:
    for nth in range(2):
        g: Any = RVI.rules(seats).start(Seeded(f"rvi/{seats}/{nth}", "race"), options(seats, nth))
        while not g.over:
            if g.pending is None:
                g.run()
            else:
                assert g.answer(advise(g)) is None
        naming, names = Naming(g.layout), {side.id: side.name for side in g.rules.sides}
        story = [tell(event, names) for event in naming.list_events(g.events)]

        assert g.facts[g.numbers.ended]
        assert any(line.startswith("The game ends") for line in story)


def test_an_ante_is_told() -> None:
    table = gamble("Gem World", ["Pirate World", "Asteroid Belt"], keep="Asteroid Belt")
    naming, names = Naming(table.g.layout), {side.id: side.name for side in table.g.rules.sides}
    story = [tell(event, names) for event in naming.list_events(table.g.events)]

    assert "Gem World is staked (Gambling World)" in story
    assert "Pirate World is turned up" in story
