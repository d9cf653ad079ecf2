"""Schedules in content: what a set can change, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.joined import join
from rftg_dsl.check.schedule import Stage, Task
from rftg_dsl.kernel.run_program import TOO_LONG
from rftg_dsl.library.load import load, load_library, load_standard
from rftg_dsl.testing import Position, table

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

WRONG = [
    ("insert beside produce { reveal }", "unknown-choice", "'beside' is not one of the choices"),
    ("insert after lunch { reveal }", "unknown-step", "unknown step 'lunch'"),
    ("insert after build { reveal }", "ambiguous-word", "the schedule has 2 steps called 'build'"),
    ("insert after produce", None, ""),
    ("insert after produce { dance }", "unknown-step", "the game has no step called 'dance'"),
    ("insert after produce { manage }", "wrong-kind", "each seat does 'manage' separately"),
    ("insert after produce { each seat: reveal }", "wrong-kind", "'reveal' is done once, for all seats"),
    ("insert after produce { each seat: build }", "wrong-kind", "'build' must be followed by develop or settle"),
    ("insert after produce { each seat: build ship }", "wrong-kind", "'ship' does not fit after 'build'"),
    ("insert after produce { each seat: ship twice }", "wrong-kind", "'ship' cannot be followed by another word"),
    ("insert after produce { each seat secretly: ship }", "wrong-kind", "openly"),
    ("insert after produce { each opponent: ship }", "wrong-kind", "it is no one's turn here"),
    ("insert after produce { each seat entering: ship }", "wrong-kind", "'ship' asks a question, so it cannot"),
    ("insert after produce { everyone: ship }", "unknown-choice", "this does not say who does it"),
    ("insert after produce { set-up }", "wrong-kind", "'set-up' belongs in setup"),
    ("insert after set-up { reveal }", "wrong-kind", "'reveal' belongs in a round"),
    ("insert after set-up { set-up }", "wrong-order", "'set-up' can appear only once"),
    ("insert before set-up { take-start-dice }", "wrong-order", "'take-start-dice' cannot come before 'set-up'"),
    ("insert after set-up { phase night { } }", "wrong-kind", "setup cannot contain 'phase' or 'step' blocks"),
    ("insert after produce { phase ship { } }", "duplicate-word", "'ship' is already declared by 'game'"),
    ("insert after produce { phase when { } }", "keyword", "'when' is a reserved word"),
    (
        "insert after produce { phase night { phase dusk { } } }",
        "wrong-kind",
        "'night' cannot contain another phase or step",
    ),
    ("insert after produce { phase night if nobody sleeps { } }", "unknown-condition", "this is not a condition"),
    ("insert after produce { phase night if lunch selected { } }", "unknown-phase", "unknown phase 'lunch'"),
    ("insert after produce { phase night if anyone has 3 owls { } }", "unknown-word", "unknown word 'owls'"),
    ("insert after produce { phase night if pool is low { } }", "unknown-condition", "this is not a number"),
    ("insert after produce { phase night if cup is empty { } }", "unknown-place", "unknown place 'cup'"),
    ("insert after produce { gain $1 }", "surplus-clause", "a line of a schedule must be the name of a step"),
    ("insert after produce { may reveal }", "wrong-kind", "a power does not belong in a schedule"),
    ('insert after produce { development "Lamp" cost 1 { } }', "wrong-kind", "a side does not belong in a schedule"),
    ("insert after produce { order by highest number }", "wrong-kind", "this does not say who is first"),
    ("insert after produce { order by lowest luck }", "unknown-number", "unknown number 'luck'"),
    (
        "counter round start 999999999 from 0 to 999999999",
        "out-of-range",
        "'round' counts each round from 0, without a limit",
    ),
    ("counter round start 5", "out-of-range", "'round' counts each round from 0, without a limit"),
    ("counter round from 0 to 3", "out-of-range", "'round' counts each round from 0, without a limit"),
    ("each round counts round { reveal }", "set-conflict", "both declare 'round'"),
    (
        "insert after join-phase { reveal }",
        "wrong-kind",
        "a step that belongs to every phase must begin or end the phase",
    ),
    ("each phase { reveal }", "wrong-kind", "a step that belongs to every phase must begin or end the phase"),
    ('end luck "luck" { if anyone has 3 luck }', "unknown-word", "unknown word 'luck'"),
    ('end luck "luck" { gain $1 }', "unknown-condition", "an end must be a condition"),
    ('end luck "luck" by luck { if anyone has 3 vp }', "unknown-number", "unknown number 'luck'"),
    ('end luck "luck" replaces chance { if anyone has 3 vp }', "unknown-choice", "'chance' is not one of the choices"),
    ('end luck "luck" replaces squares { if anyone has 3 vp }', "missing-schedule", "no ending depends on 'final"),
    (
        'end squares "luck" { if anyone has 3 vp }',
        "missing-schedule",
        "no ending depends on 'final tableau'",
    ),
    ('end luck "luck" replaces squares by final tableau { if anyone has 3 squares }', None, ""),
    ("score luck { gain $1 }", "wrong-kind", "a line of the score must count something"),
    ("score luck of nowhere", "unknown-place", "unknown place 'nowhere'"),
    ("score luck by luck", "unknown-choice", "the game cannot count 'luck'"),
    ("score luck", "missing-effect", "'luck' does not count anything"),
    (
        'tile X1 { development "A" cost 1 { phase night { } }; world "B" gray cost 1 }',
        "surplus-block",
        "a phase belongs in a schedule, not in a component",
    ),
]


@pytest.mark.parametrize(("text", "code", "says"), WRONG, ids=[text for text, _, _ in WRONG])
def test_what_makes_no_sense_is_refused_where_it_stands(text: str, code: str | None, says: str) -> None:
    diagnostics = [
        diagnostic for diagnostic in join(text).diagnostics if diagnostic.at.source.label.endswith("pieces.rftg")
    ]

    assert [diagnostic.code for diagnostic in diagnostics][:1] == ([code] if code else [])
    assert all(diagnostic.hint for diagnostic in diagnostics)
    if code:
        assert says in diagnostics[0].message


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_what_a_set_takes_out_of_a_game_is_never_called_a_broken_plugin(game: str) -> None:
    words = load_standard(game).model.words
    tables = {"end": words.endings, "score": words.lines, "tie": words.ties}

    for text in (
        *[f'{kind} {name} "luck" {{ }}' for kind, names in tables.items() for name in names],
        *[f'{kind} luck "luck" replaces {name} {{ }}' for kind, names in tables.items() for name in names],
        *[f"insert replacing {name}" for name in words.schedule.anchors],
    ):
        loaded = join(text, game)  # raises ``PluginError``
        assert loaded.library is None or loaded.library.rules(2)


def steps(*sets: str) -> list[str]:
    """The names of the items of a round of Roll with some sets."""
    words = load_library("roll", extra=[EXAMPLES / name for name in sets]).model.words
    return [step.name for step in words.schedule.course if isinstance(step, Stage | Task)]


def test_a_set_adds_a_phase_between_two_others() -> None:
    before = steps()

    assert before[4:6] == ["produce", "ship"]
    assert steps("harvest-festival") == [*before[:5], "harvest", *before[5:]]


def test_powers_react_at_the_windows_of_a_new_phase() -> None:
    game = table("roll", sets=[EXAMPLES / "harvest-festival"])
    game.seat(0, tableau=["Granary", "Designer Species, Ultd.", "Harvest Festival"], credits=0)
    game.seat(0, goods={"Designer Species, Ultd.": "2 genes"}).common(pool=20)

    game.stage("harvest")

    assert (game.count("credit"), game.count("vp")) == (2, 1)
    assert game.powers == ["HF1.a/1", "HF2.a/1"]


@pytest.mark.parametrize("when", ["", "if nobody has 100 vp "])
def test_a_step_does_what_comes_afterwards(when: str, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "late"\nname = "Late"\ngame = "roll"\nversion = "1"\n')
    (tmp_path / "x.rftg").write_text(
        f'insert after manage {{ step late "Late" {when}{{ afterwards: return-abandoned }} }}'
    )
    game = table("roll", sets=[tmp_path]).common(abandoned=["Galactic Federation"])

    game.stage("late")

    assert game.pieces("abandoned") == []


def test_one_end_stands_in_place_of_another() -> None:
    words = load_library("roll", extra=[EXAMPLES / "chip-race"]).model.words
    game = table("roll", sets=[EXAMPLES / "chip-race"]).seat(1, vp=12, cup="1 home").seat(0, cup="1 home")

    assert list(words.endings) == ["squares", "dice", "chips"]
    assert ended(game) == ["chips"]
    assert ended(table("roll", sets=[EXAMPLES / "chip-race"]).common(pool=0)) == ["dice"]
    assert ended(table("roll").common(pool=0)) == ["pool", "dice"]


def ended(game: Position) -> list[str]:
    """Why the game is over at the end of this round."""
    game.end_stretch()
    return list(game.figures["end"]["why"])


def test_two_sets_that_change_one_end_need_to_know_each_other(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "set.toml").write_text(f'id = "{name}"\nname = "{name}"\ngame = "roll"\nversion = "1"\n')
        (tmp_path / name / "x.rftg").write_text('end pool "the end" { if pool is 3 or less }\n')

    diagnostics = load("roll", extra=[tmp_path / "one", tmp_path / "two"]).diagnostics

    assert [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics] == [
        ("set-conflict", "the sets 'one' and 'two' both declare 'pool'")
    ]


@pytest.mark.parametrize(
    ("lost", "says"),
    [
        ("each round", "the game has no repeated round or turn"),
        ("end ", "nothing ends the game"),
        ("score ", "nothing scores points"),
    ],
)
def test_a_game_without_a_part_of_its_schedule_is_refused(lost: str, says: str) -> None:
    text = (Path(load_standard("roll").game.content) / "game.rftg").read_text("utf-8")
    blocks = text.split("\n\n")
    kept = "\n\n".join("\n".join(drop(block, lost)) for block in blocks)

    assert says in [diagnostic.message for diagnostic in checked(kept) if diagnostic.code == "missing-schedule"]


def drop(block: str, lost: str) -> list[str]:
    """The lines of a block without the declarations that begin like this."""
    kept, inside = [], False
    for line in block.split("\n"):
        inside = (inside and line.startswith((" ", "}"))) or line.startswith(lost)
        if not inside:
            kept.append(line)
    return kept


def checked(text: str) -> list[object]:
    """What is wrong with a schedule in place of that of Roll."""
    from rftg_dsl.base.source import Source
    from rftg_dsl.check.declare import declare
    from rftg_dsl.check.origin import Entry, Origin, report_to
    from rftg_dsl.check.read_schedule import check_schedule
    from rftg_dsl.check.vocabulary import Vocabulary
    from rftg_dsl.compile.schedule_to_program import describe_steps
    from rftg_dsl.syntax.parse import parse

    source = Source("game.rftg", text)
    tree, _ = parse(source)
    words = Vocabulary()
    entries = report_to([], [Entry(source, declaration, Origin("game")) for declaration in tree.declarations])
    declare(entries, words)
    return list(check_schedule(entries, words, describe_steps(load_standard("roll").game)))


def test_a_game_that_nothing_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.kernel.run_program.LONGEST", 5)
    game = table("galaxies").seat(1, turn=1).common(turns_taken=10, row=["JAKKS"])

    game.end_stretch(1)

    assert game.figures["end"]["why"] == [TOO_LONG]
