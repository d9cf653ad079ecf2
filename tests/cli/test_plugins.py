"""Plug-in games: equal to our own, and harmless if they are broken."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from foreign import MODULE, Site
from lanes import slow

BROKEN = {
    "raises": ("raise ValueError('not\\nready')", "", "ValueError: not ready"),
    "misses": ("import no_such_thing", "", "No module named 'no_such_thing'"),
    "leaves": ("import sys; sys.exit('bye')", "", "SystemExit: bye"),
    "lacks": ("x = 1", "", "AttributeError"),
    "differs": ("GAME = {}", "", "it must be a Game, not 'dict'"),
    "renamed": (MODULE.replace("harbour", "port"), "", "calls itself 'port'"),
    "empty": (MODULE.replace("harbour", "empty"), "", "does not contain game.rftg"),
    "gone": ("", "nowhere:GAME", "No module named 'nowhere'"),
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


def diagnostics(done: subprocess.CompletedProcess[str]) -> Any:
    return json.loads(done.stdout)["diagnostics"]


# -- a game from another package ---------------------------------------------------------------------------------


def test_a_plugin_game_is_checked_with_all_others(site: Site) -> None:
    site.harbour()

    done = site.rftg("validate", "--format", "json")

    report = json.loads(done.stdout)
    assert (done.returncode, report["diagnostics"]) == (0, [])
    assert report["components"]["harbour"] == report["components"]["galaxies"]


def test_its_mistakes_are_located_by_package(site: Site) -> None:
    box = site.harbour()
    with (box / "game.rftg").open("a") as words:
        words.write("\nphaze late\n")

    [diagnostic] = {
        diagnostic["file"]: diagnostic for diagnostic in diagnostics(site.rftg("validate", "--format", "json"))
    }.values()

    assert (diagnostic["code"], diagnostic["file"]) == ("unknown-kind-of-component", "harbour-game/harbour/game.rftg")


@pytest.mark.parametrize("path", ["", "base", "base/planets.rftg", "game.rftg", "base/set.toml"])
def test_its_content_can_be_named_by_path(site: Site, path: str) -> None:
    box = site.harbour()

    done = site.rftg("validate", str(box / path), "--format", "json")

    assert (done.returncode, diagnostics(done)) == (0, [])
    assert list(json.loads(done.stdout)["components"]) == ["harbour"]


def test_it_can_be_listed_shown_played_replayed_and_audited(site: Site) -> None:
    site.harbour()
    play = ("--players", "2", "--seed", "s")

    shown = site.rftg("show", "harbour/HOEFKER")
    commands = [
        site.rftg("list", "harbour"),
        site.rftg("play", "harbour", *play, "--log", "a.rlog", "--option", "wording=second"),
        site.rftg("simulate", "harbour", *play, "--games", "2", "--workers", "2"),
        site.rftg("replay", "a.rlog"),
        site.rftg("audit", "a.rlog"),
        shown,
    ]

    assert [command.returncode for command in commands] == [0] * 6, commands
    assert "harbour-game/harbour/base/" in shown.stdout


def test_a_set_for_it_is_checked_and_used(site: Site, frontier: Path) -> None:
    site.harbour()
    (frontier / "set.toml").write_text('id = "f"\nname = "F"\ngame = "harbour"\nversion = "1"\n')
    (frontier / "tiles.rftg").write_text("counter favour plural favours of seat start 0\n")

    assert site.rftg("validate", "./frontier", cwd=frontier.parent).returncode == 0
    assert site.rftg("list", "harbour", "--with", "./frontier", cwd=frontier.parent).returncode == 0


# -- the cache ---------------------------------------------------------------------------------------------------


def content_of(box: Path) -> Path:
    return box / "game.rftg"


def edition_of(box: Path) -> Path:
    return box / "options" / "wording-second.rftg"


def python_of(box: Path) -> Path:
    return box.parent / "__init__.py"


def module_of(box: Path) -> Path:
    return box.parent / "more.py"


CHANGES = [content_of, edition_of, python_of, module_of]
CHECKED = [(), ("harbour",), ("./frontier",), ("./frontier/tiles.rftg", "--game", "harbour")]
EACH = [(changed, what) for changed in CHANGES for what in CHECKED]
AT_ONCE = {*zip(CHANGES, CHECKED, strict=True)}
"""Each change and each call once; the other pairs are tried in the slow lane."""


@pytest.mark.parametrize(
    ("changed", "what"), [pytest.param(*one, marks=() if one in AT_ONCE else slow) for one in EACH]
)
def test_a_change_in_a_plugin_game_is_noticed(site: Site, frontier: Path, changed: Any, what: Any) -> None:
    box = site.harbour()
    (frontier / "set.toml").write_text('id = "f"\nname = "F"\ngame = "harbour"\nversion = "1"\n')
    (frontier / "tiles.rftg").write_text("counter favour plural favours of seat start 0\n")
    assert cached(site, what) is False
    assert cached(site, what) is True

    with changed(box).open("a") as file:
        file.write("\n# changed\n")

    assert cached(site, what) is False


def cached(site: Site, what: tuple[str, ...]) -> bool:
    """Whether the outcome came from the cache, which then stays as it is."""
    before = {path: path.stat().st_mtime_ns for path in site.cache.rglob("validate-*")}
    assert site.rftg("validate", *what, cwd=site.folder.parent / "here").returncode == 0
    return before == {path: path.stat().st_mtime_ns for path in site.cache.rglob("validate-*")}


def test_installing_or_removing_a_game_is_noticed(site: Site) -> None:
    alone = site.rftg("validate", "--format", "json").stdout
    box = site.harbour()
    both = site.rftg("validate", "--format", "json").stdout
    for info in site.folder.glob("*.dist-info"):
        info.rename(box / "away")

    assert "harbour" not in alone and "harbour" in both
    assert site.rftg("validate", "--format", "json").stdout == alone


def test_a_set_without_its_set_toml_is_not_skipped(site: Site) -> None:
    box = site.harbour()
    (box / "base" / "set.toml").unlink()

    for what in ((), ("harbour",)):
        findings = diagnostics(site.rftg("validate", *what, "--format", "json"))
        assert ("missing-set", "harbour-game/harbour/base/set.toml") in [
            (finding["code"], finding["file"]) for finding in findings
        ]


# -- a broken game -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BROKEN)
def test_a_broken_game_is_one_finding_and_the_others_are_checked(site: Site, game: str) -> None:
    module, value, reason = BROKEN[game]
    site.install(game, module, value)

    done = site.rftg("validate", "--format", "json")

    [diagnostic] = diagnostics(done)
    assert done.returncode == 1
    assert (diagnostic["code"], diagnostic["severity"], diagnostic["file"]) == (
        "broken-plugin",
        "error",
        f"{game}-game/entry_points.txt",
    )
    assert (diagnostic["line"], diagnostic["hint"]) == (
        2,
        f"fix {game}-game, or uninstall it: pip uninstall {game}-game",
    )
    assert repr(game) in diagnostic["message"] and reason in diagnostic["message"] and "\n" not in diagnostic["message"]
    assert list(json.loads(done.stdout)["components"]) == ["galaxies", "race", "roll"]


@pytest.mark.parametrize("game", BROKEN)
def test_asking_for_a_broken_game_says_why_it_is_broken(site: Site, game: str) -> None:
    module, value, reason = BROKEN[game]
    site.install(game, module, value)

    for words in (("list", game), ("validate", game), ("play", game, "--players", "2", "--seed", "s", "--log", "x")):
        done = site.rftg(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "error[broken-plugin]" in done.stderr and reason in done.stderr
        assert f"pip uninstall {game}-game" in done.stderr


def test_a_broken_game_does_not_affect_the_others(site: Site, frontier: Path) -> None:
    site.install("raises", "raise ValueError('not ready')")
    oracle = Path(__file__).parents[1] / "oracle" / "galaxies" / "clean-random.jsonl.gz"
    play = ("--players", "2", "--seed", "s")

    commands = [
        site.rftg("validate", "roll"),
        site.rftg("validate", "./frontier", cwd=frontier.parent),
        site.rftg("list", "roll"),
        site.rftg("show", "Galactic Federation", "--edition", "2020"),
        site.rftg("show", "HOEFKER"),
        site.rftg("play", "galaxies", *play, "--log", "a.rlog"),
        site.rftg("simulate", "galaxies", *play, "--games", "2", "--workers", "2"),
        site.rftg("replay", "a.rlog"),
        site.rftg("audit", "a.rlog"),
        site.rftg("import", "galaxies-trace", str(oracle)),
    ]

    assert [command.returncode for command in commands] == [0] * len(commands), commands
    assert all("not ready" not in command.stdout + command.stderr for command in commands)


def test_a_repaired_game_is_checked_again(site: Site) -> None:
    box = site.harbour()
    module = box.parent / "__init__.py"
    module.write_text("import harbour_helper\n" + MODULE)
    assert site.rftg("validate").returncode == 1

    (site.folder / "harbour_helper.py").write_text("")

    assert site.rftg("validate").returncode == 0


def test_a_broken_importer_is_reported_when_it_is_used(site: Site) -> None:
    site.install("raises", "GAME = 7")
    listing = site.folder / "raises_game-1.0.dist-info" / "entry_points.txt"
    listing.write_text("[rftg_dsl.importers]\nseven = raises_game:GAME\nnone = raises_game:NONE\n")

    for name, reason in (("seven", "it must be an Importer, not 'int'"), ("none", "AttributeError")):
        done = site.rftg("import", name, "x.jsonl")
        assert done.returncode == 2
        assert "error[broken-plugin]" in done.stderr and reason in done.stderr


# -- mistakes in a game's Python ---------------------------------------------------------------------------------

WRONG = {
    "no verb": ('offers={"colonize": ("dance",)}', "phase 'colonize' offers 'dance', which is not a verb"),
    "no place": ('allowed_places={"die": {"attic"}}', "which its content does not declare"),
    "no report": ("report=lambda play: {}", "'report' must have 'seats' with an entry for each seat"),
    "fails": ("report=lambda play: 1 // 0", "harbour_game, line 6: ZeroDivisionError: integer division"),
    "advice": ('advisers=lambda: {"tea": print}', "'tea', which it never asks"),
}


@pytest.fixture
def harbour(site: Site) -> Path:
    """The module of an installed game."""
    return python_of(site.harbour())


def spoil(module: Path, change: str) -> None:
    """Change the record of the game."""
    text = module.read_text("utf-8")
    module.write_text(
        text.replace('name="harbour", ', f'name="harbour", content=Path(__file__).parent / "box",\n{change}\n#')
    )
    assert change in module.read_text("utf-8")


@pytest.mark.parametrize("wrong", WRONG)
def test_a_mistake_in_the_python_of_a_game_is_one_finding(site: Site, harbour: Path, wrong: str) -> None:
    change, reason = WRONG[wrong]
    spoil(harbour, f"{change})")

    done = site.rftg("validate", "--format", "json")

    [diagnostic] = diagnostics(done)
    assert (diagnostic["code"], diagnostic["file"]) == ("broken-plugin", "harbour-game/entry_points.txt")
    assert reason in diagnostic["message"]
    assert "galaxies" in json.loads(done.stdout)["components"]


def test_an_error_in_the_python_of_a_game_names_its_module_and_line(site: Site, harbour: Path) -> None:
    spoil(harbour, "report=lambda play: play.nothing)")

    done = site.rftg("play", "harbour", "--players", "2", "--seed", "s", "--log", "x.rlog")

    assert done.returncode == 2
    assert "error[broken-plugin]: harbour_game, line 6: AttributeError" in done.stderr
    assert "report it to its author" in done.stderr


@pytest.mark.parametrize("group", ["importers", "bots"])
def test_a_broken_importer_or_bot_is_one_finding(site: Site, group: str) -> None:
    site.install("sad", "raise ValueError('not ready')")
    info = site.folder / "sad_game-1.0.dist-info" / "entry_points.txt"
    info.write_text(f"[rftg_dsl.{group}]\nsad = sad_game:GAME\n")

    done = site.rftg("validate", "--format", "json")

    [diagnostic] = diagnostics(done)
    assert (diagnostic["code"], diagnostic["line"]) == ("broken-plugin", 2)
    assert diagnostic["message"] == "'sad' cannot be used: ValueError: not ready"


def test_an_importer_that_answers_an_unasked_question_is_broken(site: Site) -> None:
    module = """from attrs import evolve
from rftg_dsl.importers.race_trace import IMPORTER as RACE
IMPORTER = evolve(RACE, name="odd", answers=RACE.answers | {"tea"})
"""
    site.install("odd", module)
    info = site.folder / "odd_game-1.0.dist-info" / "entry_points.txt"
    info.write_text("[rftg_dsl.importers]\nodd = odd_game:IMPORTER\n")

    done = site.rftg("import", "odd", "x.jsonl")

    assert done.returncode == 2
    assert "it answers the question 'tea', which 'race' never asks" in done.stderr
