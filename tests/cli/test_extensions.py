"""Packages that add rules to a game: found when installed, refused when not, and their clashes noticed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from foreign import Site

PLAY = ["play", "roll", "--players", "2", "--seed", "d", "--log", "d.rlog", "--with", "dance"]
DANCE = "steps=(go,), acts=(go,), events=(happens,)"
CALLED = """insert after manage {{ each seat: go }}
tile {id}1 {{ development "{id}" cost 2 {{ when you {name}: gain 1 vp }}; world "{id} World" gray cost 2 }}
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


def dance(site: Site, name: str = "dance", more: str = DANCE, called: str = CALLED) -> Path:
    """Install a package with a step, an event and a tile."""
    return site.extension(name, called.format(name=name, id=name.upper()), more)


def validated(site: Site, *targets: str | Path) -> Any:
    """What is wrong with some targets."""
    return json.loads(site.rftg("validate", *[f"{target}" for target in targets], "--format", "json").stdout)[
        "diagnostics"
    ]


def test_an_installed_package_is_named_by_its_set(site: Site) -> None:
    dance(site)

    assert (
        site.rftg("play", "roll", "--players", "2", "--seed", "d", "--with", "dance", "--log", "d.rlog").returncode == 0
    )
    audited = site.rftg("audit", "d.rlog")
    head = json.loads((site.folder.parent / "d.rlog").read_text("utf-8").split("\n", 1)[0])

    assert audited.stdout.startswith("d.rlog: valid; the dice follow from the host's seed\n")
    assert head["rules"] == {"engine": 2, "roll": 2, "dance": 1}
    assert "go" in site.rftg("show", "roll", "--schedule", "--with", "dance").stdout


def test_a_set_with_code_is_not_packed_though_its_package_is_installed(site: Site) -> None:
    box = dance(site)

    result = site.rftg("pack", f"{box}", "--format", "json")

    assert result.returncode == 1
    report = json.loads(result.stdout)
    assert report["pack"] is None
    assert [(diagnostic["code"], diagnostic["file"]) for diagnostic in report["diagnostics"]] == [
        ("pack-code", f"{box}/set.toml")
    ]


def test_a_set_whose_package_is_not_installed_is_refused(site: Site) -> None:
    box = dance(site)
    stranger = site.folder.parent / "stranger"
    shutil.copytree(box, stranger)
    shutil.rmtree(site.folder)
    site.folder.mkdir()

    [diagnostic] = validated(site, "./stranger")

    assert (diagnostic["code"], diagnostic["file"]) == ("missing-code", "stranger/set.toml")
    assert "requires the package 'dance'" in diagnostic["message"]


def test_a_log_needs_the_package_that_it_was_played_with(site: Site) -> None:
    home = dance(site).parent
    site.rftg(*PLAY)
    module = home / "__init__.py"

    module.write_text(module.read_text("utf-8").replace('game="roll",', 'game="roll", version=2,'))
    raised = site.rftg("audit", "d.rlog")
    shutil.rmtree(site.folder)
    site.folder.mkdir()
    gone = site.rftg("audit", "d.rlog")

    assert "the rules of 'dance' differ: the log has version 1, this program has version 2" in raised.stdout
    assert "the rules of 'dance' differ: the log has version 1, this program has none" in gone.stdout


def test_two_packages_that_do_not_know_each_other_are_played_together(site: Site) -> None:
    dance(site)
    dance(site, "sing")

    assert site.rftg(*PLAY, "--with", "sing").returncode == 0
    assert "valid" in site.rftg("audit", "d.rlog").stdout


def test_two_packages_that_claim_one_name_are_told_apart(site: Site) -> None:
    home = dance(site, "sing", called="insert after manage {{ each seat: go }}\n").parent
    module = home / "__init__.py"
    module.write_text(module.read_text("utf-8").replace('@event("sing", "sing", "singed")', '@event("dance", "dance")'))
    dance(site)

    [diagnostic, *_] = validated(site, home / "content", site.folder / "dance_game" / "content")

    assert diagnostic["code"] == "package-clash"
    assert diagnostic["message"] == "'sing' and 'dance' both define the event 'dance'"


BROKEN = {
    "an undeclared event": ("steps=(go,), acts=(go,)", "event 'dance' is triggered, but not declared"),
    "a claimed name": ("tests={'selected': happens}", "'roll' and 'dance' both define the test 'selected'"),
    "no version": ("version=0", "its version must be a whole number of at least 1, not 0"),
}


@pytest.mark.parametrize("wrong", BROKEN)
def test_a_broken_package_is_reported_at_its_entry_point(site: Site, wrong: str) -> None:
    more, reason = BROKEN[wrong]
    dance(site, more=more)

    [diagnostic] = [diagnostic for diagnostic in validated(site) if diagnostic["code"] == "broken-plugin"]

    assert diagnostic["file"] == "dance-game/entry_points.txt"
    assert reason in diagnostic["message"]


def test_a_package_for_another_game_is_not_used(site: Site) -> None:
    box = site.extension("dance", "# nothing\nnumber steps 3\n", DANCE, game="race")
    text = (box / "set.toml").read_text("utf-8")
    (box / "set.toml").write_text(text.replace('"race"', '"roll"'))

    assert [diagnostic["code"] for diagnostic in validated(site, box)] == ["missing-code"]


def test_a_change_of_its_python_is_noticed(site: Site) -> None:
    box = dance(site)
    module = box.parent / "__init__.py"

    assert validated(site, box) == validated(site, box) == []
    module.write_text(module.read_text("utf-8").replace('"dance.go"', '"dance.walk"'))

    assert [diagnostic["code"] for diagnostic in validated(site, box)] == ["unknown-step"]


def test_a_figure_that_is_there_already_is_refused(site: Site) -> None:
    dance(site, more=f"{DANCE}, table_figures=lambda play: {{'pool': 3}}")

    done = site.rftg(*PLAY)

    assert done.returncode == 2
    assert "the package 'dance' reports the figure 'pool', which already exists" in done.stderr


def test_commands_know_an_installed_set_by_its_name(site: Site) -> None:
    dance(site)

    assert site.rftg("validate", "roll/dance").stdout.startswith("roll: 1 tile\n")
    assert site.rftg("text", "roll/dance").stdout == site.rftg("text", "dance").stdout
    assert "the two versions are identical" in site.rftg("breaking", "roll/dance", "dance").stdout
    assert site.rftg("show", "DANCE1", "--with", "dance").stdout.startswith("DANCE / DANCE World")
    assert site.rftg("validate", "roll").stdout.startswith("roll: 56 tiles")
    assert "did you mean 'dance'?" in site.rftg("show", "DANCE1", "--with", "danse").stderr


def test_the_content_of_every_installed_package_is_checked(site: Site) -> None:
    dance(site, called="tile DANCE1 {{ nothing }}\n")

    [diagnostic, *_] = validated(site)

    assert (diagnostic["file"], diagnostic["line"]) == ("dance-game/dance/dance.rftg", 1)
