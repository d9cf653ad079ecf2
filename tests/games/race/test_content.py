"""Content of Race: sentences that are accepted, or refused with a reason."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.race.tables import Table
from rftg_dsl.base.source import Source
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import Loaded, load
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.unparse import write
from rules import rule

SET = 'id = "mine"\nname = "Mine"\ngame = "race"\nversion = "1"\n'


def loaded(folder: Path, text: str, **options: str) -> Loaded:
    """The game with one more set of this content."""
    folder.mkdir(exist_ok=True)
    (folder / "set.toml").write_text(SET, "utf-8")
    (folder / "cards.rftg").write_text(text, "utf-8")
    return load("race", extra=[folder], options=options)


def codes(folder: Path, text: str) -> set[str]:
    return {diagnostic.code for diagnostic in loaded(folder, text).diagnostics}


def world(header: str, *powers: str) -> str:
    return f'card X1 {{ world "New World" {header} {{ {"; ".join(powers)} }} }}'


@rule("R061")
@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("military cost 2 defense 3 vp 1", "surplus-field"),
        ("vp 1", "missing-field"),
        ("windfall cost 2 vp 1", "missing-field"),
        ("defense 3 vp 1", "missing-field"),
        ("military cost 3 vp 1", "missing-field"),
        ("cost 7 vp 1", "out-of-range"),
        ("cost 2", "missing-field"),
        ("novelty rare windfall cost 2 vp 1", "duplicate-field"),
        ("purple windfall cost 2 vp 1", "unknown-value"),
        ("rebel uplift cost 2 vp 1", "duplicate-field"),
    ],
)
def test_a_world_must_be_complete_and_consistent(tmp_path: Path, header: str, code: str) -> None:
    assert code in codes(tmp_path, world(header))


def test_two_start_worlds_with_one_number_are_refused(tmp_path: Path) -> None:
    text = 'start-world S9 number 2 { world "Another Start" cost 2 vp 1 }'

    assert codes(tmp_path, text) == {"duplicate-value"}


@pytest.mark.parametrize(
    "text",
    [
        'card X1 { development "D" cost 2 vp 1 world "W" cost 2 vp 1 }',
        "card X1 { draws: 1 more }",
        'card X1 { planet "P" cost 2 vp 1 }',
        "card X1",
    ],
)
def test_a_card_has_one_side_of_a_known_kind(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, text)


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ('score 1 per card called "Nobody"', "unknown-side"),
        ("score 1 per development with cost 7", "out-of-range"),
        ("score 1 per development with colour 3", "unknown-number"),
        ("score 1 per card in tableau 3", "surplus-clause"),
        ("consume: consume 2 goods of different heights: gain 1 vp", "unknown-property"),
        ("consume: consume 1 good with a flying power: gain 1 vp", "unknown-verb"),
        ("guess cost of top card", "never-fires"),
        ("military, may discard this card", "unknown-verb"),
        ("trade, may discard this card: 2 more", "surplus-clause"),
        ("draws: 1 less, 1 less", "surplus-clause"),
        ("gain 1 vp, 1 less", "surplus-clause"),
        ("explore: draw 1 card", "never-fires"),
        ("when you has produced: draw 1 card", "wrong-form"),
    ],
)
def test_a_meaningless_power_is_refused(tmp_path: Path, power: str, code: str) -> None:
    assert code in codes(tmp_path, world("cost 2 vp 1", power))


REBEL_HUNTER = world("cost 1 vp 1", "military against rebel worlds, may discard this card: 5 more")
RARE_SCOUT = world("cost 1 vp 1", "when you settle a rare world: draw 2 cards")
GENES_FAIR = world("cost 1 vp 1", "at end of explore: gain 1 vp per 2 genes goods, rounded up")
EXCHANGE = world("novelty windfall cost 1 vp 1", "consume: consume 2 goods of different types: gain 3 vp")
PAGE = Path(__file__).parents[3] / "docs" / "language.md"
BLOCKS = re.findall(r"^```rftg race\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
SAID = [line for block in BLOCKS for line in block.splitlines()]


def test_the_examples_for_race_on_the_language_page_load_and_play(tmp_path: Path) -> None:
    cards = [
        f'card Y{nth} {{ world "Said {nth}" novelty windfall cost 1 vp 1 {{ {power} }} }}'
        for nth, power in enumerate(SAID)
    ]
    result = loaded(tmp_path, "\n".join(cards))
    assert len(SAID) > 15
    assert result.library is not None, result.diagnostics

    g: Any = result.library.rules(2).start(Seeded("said", "race"))
    draw = Random(1).random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(draw)) is None


SPOKEN = """
card X1 { world "Free Port" cost 2 vp 1 {
  trade of goods on this world: 2 more
  military, may discard this card: 2 more
  consume: consume up to 2 goods of different types: gain 1 vp per consumed, 1 less
  produce, last: produce on a windfall world
  score 1 per development with cost 6, or 2 per card called "Gem World" or "Space Port"
} }
"""


def test_the_sentences_race_added_are_written_as_they_are_read() -> None:
    first, wrong = parse(Source("spoken", SPOKEN))
    again, more = parse(Source("again", write(first)))

    assert wrong == more == []
    assert again == first


@pytest.fixture
def rules(tmp_path: Path, request: pytest.FixtureRequest) -> Rules:
    result = loaded(tmp_path, request.param)
    assert result.library is not None, result.diagnostics
    return result.library.rules(2)


def laid(rules: Rules, cards: list[str], hand: list[str], goods: list[str], actions: list[str] | None = None) -> Table:
    g: Any = rules.start(Seeded("content", "race"))
    g.agenda.clear()
    table = Table(g)
    g.set_fact(table.w.order, (0, 1), "test")
    g.set_fact(table.w.actions, (tuple(actions or ()), ()), "test")
    table.put(cards, table.w.tableau[0])
    table.put(hand, table.w.hand[0])
    for name in goods:
        table.good(name)
    g.wake()
    return table


@pytest.mark.parametrize("rules", [REBEL_HUNTER], indirect=True)
def test_a_given_up_card_helps_only_against_the_worlds_it_names(rules: Rules) -> None:
    rebel = laid(rules, ["New World"], ["Rebel Outpost"], []).phase("settle", ("settle", "Rebel Outpost"))
    assert rebel.discards() == ["New World"]

    other = laid(rules, ["New World"], ["Lost Alien Warship"], []).phase("settle")
    assert other.options("settle") == ["none"]


@pytest.mark.parametrize("rules", [RARE_SCOUT], indirect=True)
def test_a_power_can_wait_for_a_world_of_a_kind(rules: Rules) -> None:
    rare = laid(rules, ["New World", "New Sparta"], ["Rebel Miners"], []).phase("settle", ("settle", "Rebel Miners"))
    assert len(rare.hand()) == 2

    other = laid(rules, ["New World", "New Sparta"], ["Former Penal Colony"], [])
    assert other.phase("settle", ("settle", "Former Penal Colony")).hand() == []


@pytest.mark.parametrize("rules", [GENES_FAIR], indirect=True)
def test_goods_are_counted_by_the_worlds_they_are_on(rules: Rules) -> None:
    cards = ["New World", "Pre-Sentient Race", "Empath World", "Plague World", "Gem World"]
    table = laid(rules, cards, [], ["Pre-Sentient Race", "Empath World", "Plague World", "Gem World"])

    assert table.phase("explore").vp() == 2


@pytest.mark.parametrize("rules", [EXCHANGE], indirect=True)
def test_a_new_card_is_played_by_bots(rules: Rules) -> None:
    from advised import advise

    for seed in range(3):
        g: Any = rules.start(Seeded(str(seed), "race"))
        while not g.over:
            if g.pending is None:
                g.run()
            else:
                assert g.answer(advise(g)) is None
        assert g.facts[g.numbers.ended]


RECRUITER = world("cost 1 vp 1", "military, may discard 2 cards in hand: 2 more")


@pytest.mark.parametrize("rules", [RECRUITER], indirect=True)
def test_cards_given_up_for_military_come_on_top_of_the_world_itself(rules: Rules) -> None:
    few = laid(rules, ["New World", "New Sparta"], ["Rebel Warrior Race", "Gem World"], []).phase("settle")
    assert few.options("settle") == ["none"]

    hand = ["Rebel Warrior Race", "Artist Colony", "Space Port"]
    enough = laid(rules, ["New World", "New Sparta"], hand, [])
    enough.phase("settle", ("settle", "Rebel Warrior Race"))
    assert (enough.hand(), enough.tableau()[-1]) == ([], "Rebel Warrior Race")


PATRON = 'card X1 { development "Patron" cost 1 vp 1 { cost of developments, may discard this card: 3 less } }'


@pytest.mark.parametrize("rules", [PATRON], indirect=True)
def test_a_development_can_be_paid_for_by_giving_up_a_card(rules: Rules) -> None:
    table = laid(rules, ["Patron"], ["Drop Ships", "Gem World"], []).phase("develop", ("develop", "Drop Ships"))
    assert (table.tableau(), table.hand()) == (["Drop Ships"], [])

    hand = ["Space Marines", "Gem World", "Space Port"]
    choice = laid(rules, ["Patron"], hand, []).phase("develop", ("develop", "Space Marines"), ("way", "pay 2"))
    assert choice.options("way") == ["pay 2", "pay 0 with X1"]
    assert choice.hand() == []


@pytest.mark.parametrize("rules", [world("cost 0 vp 1", "gain 2 vp", "draw 1 card")], indirect=True)
def test_a_power_without_a_trigger_happens_once_when_the_card_is_placed(rules: Rules) -> None:
    table = laid(rules, [], ["New World"], []).phase("settle", ("settle", "New World"))
    assert (table.vp(), len(table.hand())) == (2, 1)

    assert table.phase("settle").vp() == 2


def test_an_edition_replaces_cards_and_keeps_their_places() -> None:
    first, second = load("race", "first").model, load("race", "second").model

    assert [component.id for component in first.components] == [component.id for component in second.components]
    assert [component.number for component in first.components] == [component.number for component in second.components]
