"""In a real browser: the pictures of a set are on the table, in the library and in the page of a game, in spite of the
policy that allows no image from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from rftg_dsl.cli import app
from rftg_dsl.library.load import load_standard
from show.browser.browser import Opener, until

SET = 'id = "mine"\nname = "Mine"\ngame = "race"\nversion = "1"\n'
CARD = 'card X1 {\n  development "Mine Alone" cost 1 vp 1 { trade: 1 more }\n}\n'
RED = (250, 10, 20)
STARTS = [side for side in load_standard("race").model.list_sides() if side.id.startswith("S")]
"""The start worlds, which are on the table from the beginning."""

REDS = """(names) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [63, 88];
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    return [...document.querySelectorAll("img")]
        .filter((image) => names.includes(image.alt) && image.complete && image.naturalWidth)
        .map((image) => { pen.drawImage(image, 0, 0, 63, 88); return [...pen.getImageData(31, 32, 1, 1).data]; });
}"""
"""The colours in the middle of the pictures with these names."""


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets")
    (folder / "mine" / "pictures").mkdir(parents=True)
    (folder / "mine" / "set.toml").write_text(SET)
    (folder / "mine" / "own.rftg").write_text(
        'card X1 {\n  development "Mine Alone" cost 1 vp 1 { trade: 1 more }\n}\n'
    )
    for side in STARTS:
        Image.new("RGB", (60, 30), RED).save(folder / "mine" / "pictures" / f"{side.id}.jpg", quality=95)
    return folder


@pytest.fixture(scope="module")
def log(folder_of_server: Path) -> Path:
    path = folder_of_server / "game.rlog"
    words = ["play", "race", "--players", "2", "--seed", "red", "--with", str(folder_of_server / "mine")]
    done = CliRunner().invoke(app, [*words, "--log", str(path)])
    assert done.exit_code == 0, done.output
    return path


def wait_for_red(page: Any, many: int) -> None:
    names = [side.name for side in STARTS]
    until(page, f"({REDS})({names}).length >= {many}")
    for *colour, _ in page.evaluate(REDS, names):
        assert max(abs(part - wanted) for part, wanted in zip(colour, RED, strict=True)) < 8


def test_the_library_shows_the_pictures_of_a_set(room: Opener) -> None:
    page = room("/library#race%2B0%2Fmine")
    page.locator('[name="text"]').fill(STARTS[0].name)

    wait_for_red(page, 1)


def test_the_table_shows_the_pictures_of_a_set(room: Opener, log: Path) -> None:
    wait_for_red(room(f"/replay/log?name=0/{log.name}"), 2)


def test_the_page_of_a_game_has_the_pictures_of_a_set(log: Path, page_at: Opener, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    words = ["export", str(log), "--with", str(log.parent / "mine"), "--out", str(out)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output

    wait_for_red(page_at(out.as_uri()), 2)
