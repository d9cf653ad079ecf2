"""Two versions of a set: each difference has its effect and place, logs are tried, and the version must say enough."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from lanes import law
from rftg_dsl.author.versions.breaking import Breaking, compare_versions, version_after
from rftg_dsl.author.versions.differences import Effect, compare_values, pair_powers, with_names
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.base.versions import Version
from rftg_dsl.library.load import load
from rftg_dsl.log.audit.batch import logs_in
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game
from rftg_dsl.show.terminal.breaking_report import render_conclusion, render_differences, render_judged

SET = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1.2"\n'
TILES = """tile X01 {
  development "Frontier Guild" cost 3 {
    when own world completes: gain $1
    at end of settle: gain $1
  }
  world "Border Post" gray cost 2 { gain 1 home die to cup }
}
tile X02 {
  development "Exotic Markets" cost 2 { at end of ship: gain $1 }
  world "Rift Station" novelty cost 4 { gain $1 }
}
tile X03 {
  development "Post Office" cost 6 { score 1 per world called "Border Post" }
  world "Old Post" novelty cost 4
}
"""
WORDS = """colour exotic "Exotic Matter" trade 7
die exotic "Exotic Matter" supply 6 faces explore explore produce ship wild wild matches exotic
die home supply 30
option odd yes no
printed die exotic "exotic" "exotics"
insert after produce {
  phase harvest "Harvest" if produce selected { }
}
"""
FILES = {"set.toml": SET, "tiles.rftg": TILES, "words.rftg": WORDS}

Change = Callable[[dict[str, str]], None]


def write(folder: Path, files: dict[str, str]) -> Path:
    """A set on disk."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The set as it was."""
    return write(tmp_path / "old", FILES)


def put(name: str, before: str, after: str) -> Change:
    """Replaces a text in a file."""

    def change(files: dict[str, str]) -> None:
        assert before in files[name]
        files[name] = files[name].replace(before, after)

    return change


def more(name: str, text: str) -> Change:
    """Adds a text at the end of a file."""

    def change(files: dict[str, str]) -> None:
        files[name] = files.get(name, "") + text

    return change


def compared(old: Path, *changes: Change, version: str = "") -> Breaking:
    """The set, and itself after some changes."""
    files = {path.relative_to(old).as_posix(): path.read_text("utf-8") for path in old.rglob("*.*") if path.is_file()}
    for change in changes:
        change(files)
    if version:
        put("set.toml", 'version = "1.2"', f'version = "{version}"')(files)
    new = write(old.with_name("new"), files)
    return compare_versions(str(old), str(new))


TEXT, ADDS, CHANGES, REMOVES = Effect
NEW_TILE = 'tile X09 { development "Ninth" cost 1; world "Tenth" gray cost 1 }\n'
GUILD = "    when own world completes: gain $1\n"
SETTLE = "    at end of settle: gain $1\n"
PHASE = '  phase harvest "Harvest" if produce selected { }\n'
TILE_2 = TILES[TILES.index("tile X02") : TILES.index("tile X03")]
RENAMED = (put("tiles.rftg", "Border Post", "Boundary Post"),)

EFFECTS: dict[str, tuple[tuple[Change, ...], list[tuple[Effect, str]]]] = {
    "nothing": ((), []),
    "a comment": ((put("tiles.rftg", "tile X02", "# a comment\ntile  X02"),), []),
    "another file": (
        (put("tiles.rftg", TILE_2, ""), more("tiles2.rftg", TILE_2)),
        [(TEXT, "the order of declarations")],
    ),
    "a scenario": ((more("scenarios/a.rftg", "# nothing\n"),), []),
    "the name of the set": ((put("set.toml", '"Mine"', '"Yours"'),), [(TEXT, '"name" of set.toml')]),
    "an author": ((more("set.toml", 'authors = ["Ada"]\n'),), [(TEXT, '"authors" of set.toml')]),
    "a licence": ((more("set.toml", 'licence = "MIT"\n'),), [(TEXT, '"licence" of set.toml')]),
    "an edition": ((more("set.toml", 'edition = "2020"\n'),), [(REMOVES, '"edition" of set.toml')]),
    "a name": (
        RENAMED,
        [(TEXT, 'the name of X01.b "Border Post"'), (TEXT, "power X03.a/1")],
    ),
    "a title": (
        (put("words.rftg", '"Exotic Matter" trade', '"Exotic Stuff" trade'),),
        [(TEXT, "colour exotic")],
    ),
    "the title of a phase": (
        (put("words.rftg", '"Harvest"', '"Crops"'),),
        [(TEXT, "insert after produce")],
    ),
    "a printed form": (
        (more("words.rftg", 'printed colour exotic "Exotic"\n'),),
        [(TEXT, "printed colour exotic")],
    ),
    "another printed form": (
        (put("words.rftg", '"exotic" "exotics"', '"strange" "strange ones"'),),
        [(TEXT, "printed die exotic")],
    ),
    "no printed form": (
        (put("words.rftg", 'printed die exotic "exotic" "exotics"\n', ""),),
        [(TEXT, "printed die exotic")],
    ),
    "a look": ((more("words.rftg", "look exotic symbol skull\n"),), [(TEXT, "look exotic")]),
    "a tile": ((more("tiles.rftg", NEW_TILE),), [(ADDS, "tile X09 (Ninth / Tenth)")]),
    "no tile": ((put("tiles.rftg", TILE_2, ""),), [(REMOVES, "tile X02 (Exotic Markets / Rift Station)")]),
    "a word": ((more("words.rftg", "mark odd-one\n"),), [(ADDS, "mark odd-one")]),
    "no word": ((put("words.rftg", "option odd yes no\n", ""),), [(REMOVES, "option odd")]),
    "a value": ((put("words.rftg", "yes no", "yes no maybe"),), [(ADDS, "option odd")]),
    "another default": ((put("words.rftg", "yes no", "no yes"),), [(CHANGES, "option odd")]),
    "no value": ((put("words.rftg", "yes no", "yes"),), [(REMOVES, "option odd")]),
    "the order of values": (
        (put("words.rftg", "yes no", "yes no maybe"), put("words.rftg", "yes no maybe", "yes maybe no")),
        [(ADDS, "option odd")],
    ),
    "a number of the game": ((more("words.rftg", "number scout_tiles 2\n"),), [(CHANGES, "number scout_tiles")]),
    "no number of the game": ((put("words.rftg", "die home supply 30\n", ""),), [(CHANGES, "die home")]),
    "a supply": ((put("words.rftg", "supply 6", "supply 7"),), [(CHANGES, "die exotic")]),
    "a face": ((put("words.rftg", "wild wild", "wild ship"),), [(CHANGES, "die exotic")]),
    "a phase": (
        (put("words.rftg", PHASE, PHASE + '  phase feast "Feast" { }\n'),),
        [(CHANGES, "insert after produce")],
    ),
    "another place in the round": (
        (put("words.rftg", "after produce", "after ship"),),
        [(CHANGES, "insert after produce"), (CHANGES, "insert after ship")],
    ),
    "a cost": ((put("tiles.rftg", "cost 2 { at", "cost 3 { at"),), [(CHANGES, 'the values of X02.a "Exotic Markets"')]),
    "a colour": (
        (put("tiles.rftg", "novelty cost 4 {", "rare cost 4 {"),),
        [(CHANGES, 'the values of X02.b "Rift Station"')],
    ),
    "a power": ((put("tiles.rftg", GUILD, GUILD.replace("$1", "$2")),), [(CHANGES, "power X01.a/1")]),
    "a power more": (
        (put("tiles.rftg", SETTLE, SETTLE + "    at end of ship: gain $1\n"),),
        [(CHANGES, "power X01.a/3")],
    ),
    "a power less": ((put("tiles.rftg", SETTLE, ""),), [(CHANGES, "power X01.a/2")]),
    "powers in another order": (
        (put("tiles.rftg", GUILD + SETTLE, SETTLE + GUILD),),
        [
            (CHANGES, "power X01.a/1"),
            (CHANGES, "power X01.a/1, which logs call X01.a/2 now"),
            (CHANGES, "power X01.a/2"),
        ],
    ),
    "a replaced tile": (
        (more("tiles.rftg", NEW_TILE.replace("X09 {", 'X09 replaces "Space Piracy" {')),),
        [(CHANGES, "tile X09 (Ninth / Tenth)")],
    ),
}
"""What is changed: the differences that are found."""


@pytest.mark.parametrize("name", EFFECTS)
def test_each_difference_has_its_effect(old: Path, name: str) -> None:
    changes, wanted = EFFECTS[name]

    comparison = compared(old, *changes)

    assert [(difference.effect, difference.what) for difference in comparison.differences] == wanted


@law(15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.sampled_from([name for name in EFFECTS if name != "a replaced tile"]), max_size=3, unique=True))
def test_there_are_differences_if_and_only_if_logs_would_see_one(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    old = write(tmp_path_factory.mktemp("sets") / "old", FILES)
    changes = [change for name in names for change in EFFECTS[name][0]]

    try:
        comparison = compared(old, *changes)
    except (AssertionError, ContentError):  # one change has taken away what another one is about
        return

    about_content = [
        difference
        for difference in comparison.differences
        if not re.search("set.toml|^(printed|look) ", difference.what)
    ]
    assert bool(about_content) == (comparison.old.digest != comparison.new.digest)


# -- what is required --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        ("", "first", REMOVES),
        ("first", "", ADDS),
        ("first", "first >=1", REMOVES),
        ("first >=1", "first", ADDS),
        ("first >=1, <2", "first >=1, <3", ADDS),
        ("first >=1, <3", "first >=1, <2", REMOVES),
        ("first >=1.1, <2", "first >=1.2, <3", REMOVES),
        ("first >=1, <2", "first <2, >=1", None),
    ],
)
def test_what_a_set_requires_can_grow_and_shrink(
    old: Path, tmp_path: Path, before: str, after: str, effect: Effect | None
) -> None:
    first = write(tmp_path / "first", {"set.toml": SET.replace("mine", "first")})
    for name, needed in (("old", before), ("new", after)):
        text = SET + (f'requires = ["{needed}"]\n' if needed else "")
        write(tmp_path / name, {**FILES, "set.toml": text})

    comparison = compare_versions(str(old), str(tmp_path / "new"), extra=[first])

    assert [(difference.effect, difference.what) for difference in comparison.differences] == [
        (effect, '"requires" of set.toml')
    ] * bool(effect)


# -- versions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "effect", "needed"),
    [
        ((1, 2, 3), None, (1, 2, 3)),
        ((1, 2, 3), TEXT, (1, 2, 4)),
        ((1, 2, 3), ADDS, (1, 3, 0)),
        ((1, 2, 3), CHANGES, (2, 0, 0)),
        ((1, 2, 3), REMOVES, (2, 0, 0)),
        ((0, 2, 3), TEXT, (0, 2, 4)),
        ((0, 2, 3), ADDS, (0, 2, 4)),
        ((0, 2, 3), CHANGES, (0, 3, 0)),
        ((0, 2, 3), REMOVES, (0, 3, 0)),
    ],
)
def test_the_version_says_what_has_changed(old: Any, effect: Effect | None, needed: Any) -> None:
    assert version_after(Version(*old), effect) == needed


@pytest.mark.parametrize(
    ("change", "version", "enough"),
    [
        (more("tiles.rftg", "# a comment\n"), "", True),
        (more("tiles.rftg", "# a comment\n"), "1.1", False),
        (RENAMED[0], "", False),
        (RENAMED[0], "1.2.1", True),
        (more("tiles.rftg", NEW_TILE), "1.2.1", False),
        (more("tiles.rftg", NEW_TILE), "1.3", True),
        (put("tiles.rftg", "$1", "$2"), "1.3", False),
        (put("tiles.rftg", "$1", "$2"), "2", True),
    ],
)
def test_a_version_that_says_too_little_is_told(old: Path, change: Change, version: str, enough: bool) -> None:
    assert compared(old, change, version=version).enough == enough


def test_values_of_an_option() -> None:
    assert compare_values(["a", "b"], ["a", "b", "c"]) == ADDS
    assert compare_values(["a", "b", "c"], ["a", "c", "b"]) == TEXT


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("a", "a", [(0, 0)]),
        ("", "ab", [(None, 0), (None, 1)]),
        ("gain $1", "draw, gain $2", [(None, 0), (0, 1)]),
        ("gain $1, draw", "gain $2", [(0, 0), (1, None)]),
        ("gain $1, draw, reroll", "draw, reroll 2", [(0, None), (1, 0), (2, 1)]),
        ("x" * 50, "y" * 50, [(n, n) for n in range(50)]),
    ],
)
def test_powers_are_paired_with_those_most_alike(old: str, new: str, pairs: list[Any]) -> None:
    def powers(text: str) -> list[str]:
        return text.split(", ") if ", " in text or "$" in text else list(text)

    assert list(pair_powers(powers(old), powers(new))) == pairs


def test_names_that_are_exchanged_are_told_apart() -> None:
    assert with_names('called "A" or "B"', {"A": "B", "B": "A"}) == 'called "B" or "A"'


# -- logs --------------------------------------------------------------------------------------------------------


@pytest.fixture
def logs(old: Path, tmp_path: Path) -> Path:
    """A log with the first tile in play, one with the second, one without the set, and a file that is no log."""
    there = tmp_path / "logs"
    there.mkdir()
    library = load("roll", extra=[old]).library
    plain = load("roll").library
    assert library and plain
    for name, tile in (("a", "Frontier Guild"), ("b", "Exotic Markets")):
        with_tile = load("roll", extra=[old], options={"tableau.0": tile}).library
        assert with_tile
        play_game(with_tile, 2, "s", seat_bots(["greedy"], 2), there / f"{name}.rlog")
    play_game(plain, 2, "s", seat_bots(["random"], 2), there / "c.rlog")
    (there / "d.rlog").write_text("nothing\n")
    return there


def fates(comparison: Breaking, logs: Path) -> dict[str, str]:
    return {Path(verdict.log).name[0]: verdict.fate for verdict in comparison.judge_logs(logs_in([logs]))}


def test_each_log_is_tried_with_the_new_version(old: Path, logs: Path) -> None:
    tiles = put("tiles.rftg", TILE_2, ""), put("tiles.rftg", "novelty cost 4", "rare cost 4")

    same = compared(old, more("tiles.rftg", "# a comment\n"))
    assert fates(same, logs) == {"a": "same", "b": "same", "c": "without", "d": "unknown"}
    assert same.fates == {"same": 2, "without": 1, "unknown": 1}
    paid = compared(old, put("tiles.rftg", GUILD, GUILD.replace("$1", "$2")))
    assert fates(paid, logs) == {"a": "differs", "b": "same", "c": "without", "d": "unknown"}
    assert fates(compared(old, *tiles), logs)["b"] == "unplayable"


def test_the_first_line_that_differs_has_its_cause(old: Path, logs: Path) -> None:
    comparison = compared(old, put("tiles.rftg", GUILD, GUILD.replace("$1", "$2")))

    [verdict] = comparison.judge_logs([str(logs / "a.rlog")])

    first = verdict.against and verdict.against.first
    assert first and first.one.line == first.other.line > 1
    assert "X01.a/1" in json.dumps(verdict.as_plain())


def test_a_log_that_differs_asks_for_the_version_of_a_change(
    old: Path, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_dsl.author.versions.breaking.compare_content", lambda *_: iter(()))
    comparison = compared(old, put("tiles.rftg", GUILD, GUILD.replace("$1", "$2")), version="1.3")
    before = comparison.enough

    list(comparison.judge_logs([str(logs / "a.rlog")]))

    assert before
    assert (comparison.effect, comparison.enough) == (CHANGES, False)


def test_what_is_said_of_two_versions(old: Path, logs: Path, snapshot: SnapshotAssertion, monkeypatch: Any) -> None:
    monkeypatch.chdir(old.parent)
    changes = [
        put("tiles.rftg", GUILD, "    at start of ship: gain $1\n" + GUILD.replace("$1", "$2")),
        put("tiles.rftg", "Border Post", "Boundary Post"),
        put("tiles.rftg", TILE_2, ""),
        more("tiles.rftg", NEW_TILE),
        more("words.rftg", "number scout_tiles 2\n"),
        put("words.rftg", PHASE, PHASE.replace("harvest", "feast").replace("Harvest", "Feast")),
        more("set.toml", 'licence = "CC-BY-4.0"\n'),
    ]
    compared(old, *changes)

    comparison = compare_versions("./old", "./new")
    of_logs = [
        render_judged(verdict) for verdict in comparison.judge_logs(logs_in([Path("logs")])) if not verdict.sound
    ]

    assert "\n".join([render_differences(comparison), *of_logs, render_conclusion(comparison)]) == snapshot


# -- what cannot be compared -------------------------------------------------------------------------------------


def test_sets_that_are_shipped_or_packed_are_compared_too(old: Path, tmp_path: Path) -> None:
    from rftg_dsl.author.versions.packing import pack

    packed = pack(old).pack
    assert packed
    (tmp_path / "old.rpack").write_bytes(packed.raw)

    assert compare_versions(str(tmp_path / "old.rpack"), str(old)).differences == ()
    assert compare_versions("gathering-storm", "race/gathering-storm").differences == ()
    assert compare_versions("roll/base", "roll/base").differences == ()


@pytest.mark.parametrize(("name", "code"), [("roll/bsae", "unknown-set"), ("./nowhere", "missing-file")])
def test_a_set_that_is_not_there(name: str, code: str) -> None:
    with pytest.raises(UsageError) as raised:
        compare_versions(name, "roll/base")

    assert raised.value.code == code


def test_two_different_sets_are_not_two_versions(old: Path) -> None:
    with pytest.raises(UsageError, match="different sets: one has the id 'mine', the other 'base'"):
        compare_versions(str(old), "roll/base")


def test_a_version_with_mistakes_is_not_compared(old: Path) -> None:
    with pytest.raises(ContentError, match="unknown value 'grey'"):
        compared(old, put("tiles.rftg", "gray", "grey"))
