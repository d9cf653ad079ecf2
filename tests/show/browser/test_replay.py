"""The replay page in a real browser: `rftg export`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rftg_dsl.cli import app
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.account.replay import Eyes, fold_to_line, seen_at
from rftg_dsl.log.format.read_log import Log, read_log
from rftg_dsl.show.browser.film import DRAWN
from show.browser.browser import LOGS, Opener

GAMES = ("roll-2020", "race-second", "galaxies")
HOSTILE = "<img src=x onerror='document.body.dataset.hacked=1'></script><script>document.body.dataset.hacked=1</script>"


def exported(log: Path, folder: Path, *more: str) -> str:
    """The address of the page of a log."""
    out = folder / f"{log.name}.html"
    done = CliRunner().invoke(app, ["export", str(log), "--out", str(out), *more])
    assert done.exit_code == 0, done.output
    return out.as_uri()


def frozen(name: str) -> Path:
    return LOGS / f"{name}.rlog.gz"


def changed(log: Path, folder: Path, old: str, new: str) -> Path:
    """A copy of a log in which something else stands."""
    text = gzip.decompress(log.read_bytes()).decode()
    assert old in text
    copy = folder / "changed.rlog"
    copy.write_text(text.replace(old, new))
    return copy


def tables(page: Any, lines: list[int], who: int | None) -> list[Any]:
    """The table of the page after each line, as somebody sees it."""
    script = """([lines, who]) => {
        const film = room.films.get(who);
        return JSON.stringify(lines.map((line) => film.at(film.steps.findLastIndex((step) => step.line <= line) + 1)));
    }"""
    return list(json.loads(page.evaluate(script, [lines, who])))


def drawn(table: dict[str, Any]) -> dict[str, Any]:
    """The parts of a table that the page draws."""
    return {part: table[part] for part in DRAWN}


def marks(log: Log) -> list[int]:
    return [number for number, line in enumerate(log, 1) if line.startswith('{"after":')]


@pytest.mark.parametrize("name", [*GAMES, "roll-sealed"])
def test_the_page_shows_a_game_as_the_program_does(page_at: Opener, tmp_path: Path, name: str) -> None:
    log = read_log(frozen(name))

    page = page_at(exported(frozen(name), tmp_path))

    lines = marks(log)
    program = [
        seen_at(log, line, Eyes(PUBLIC))["folded"] if log.sealed else fold_to_line(log, line)[0].table for line in lines
    ]
    assert tables(page, lines, PUBLIC if log.sealed else None) == [*map(drawn, program)] and len(lines) > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_in_the_page_what_the_program_shows_it(page_at: Opener, tmp_path: Path, name: str) -> None:
    log = read_log(frozen(name))
    page = page_at(exported(frozen(name), tmp_path))

    lines = marks(log)[:6]
    for who in (PUBLIC, 0, 1):
        assert tables(page, lines, who) == [drawn(seen_at(log, line, Eyes(who))["folded"]) for line in lines]


def test_while_screens_are_up_a_seat_sees_nothing_of_what_others_do(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("roll-2020"), tmp_path))

    [seen, truth] = [tables(page, [15], who)[0] for who in (0, None)]  # seat 1 has rolled and chosen, seat 0 has not

    assert "home@strip.1" in truth["stock"] and "home@strip.1" not in seen["stock"]
    assert seen["stock"]["home@cup.1"] == 3
    page.locator("#view").select_option("0")
    page.evaluate("location.hash = '#line=15'")
    page.wait_for_function("room.line() === 15")
    assert "chooses in secret" in page.locator("#caption").inner_text()
    assert (
        "Seat 2 rolls"
        not in page.locator("#story").inner_text()[: page.locator("#story").inner_text().index("Revealed")]
    )


def test_the_page_for_one_seat_has_nothing_that_it_must_not_see(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("race-second"), tmp_path, "--seat", "2"))

    dealt = "C63#2"  # on seat 0's first hand, and thrown away unseen
    assert page.evaluate("JSON.stringify([room.reel.tables, room.reel.lines])").count(f'"{dealt}"') == 0
    assert page.evaluate("[...room.films.keys()]") == [1]


def test_every_step_can_be_walked_forward_and_back_by_keys(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("galaxies"), tmp_path), reduced_motion="reduce")
    steps = page.evaluate("room.steps.length")

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("room.now") == 2
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("room.now") == 1
    page.keyboard.press("PageDown")
    assert page.locator("#where").inner_text().lower().startswith("turn 1")
    page.keyboard.press("End")
    assert page.evaluate("room.now") == steps
    assert "Won by" in page.locator("#caption").inner_text()
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate("room.now") < steps
    page.keyboard.press("?")
    assert page.locator("#dialog h2").inner_text() == "Keys"
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    assert page.evaluate("room.now") == 0


def test_a_link_leads_to_a_line_and_says_why(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("roll-2020"), tmp_path) + "#line=10")

    assert page.evaluate("room.line()") == 10
    page.keyboard.press("ArrowRight")
    for _ in range(6):
        if "Doomed World" in page.locator("#caption").inner_text():
            break
        page.keyboard.press("ArrowRight")
    assert "Doomed World" in page.locator("#why").inner_text()
    page.locator("#why .link", has_text="Doomed World").click()
    assert page.locator("#dialog h2").inner_text() == "Doomed World"
    assert page.url.split("#")[1].startswith("line=10")


def test_what_a_stranger_wrote_stays_text(page_at: Opener, tmp_path: Path) -> None:
    hostile = json.dumps(HOSTILE)[1:-1]
    log = changed(frozen("roll-2020"), tmp_path, "Doomed World", hostile)
    log = changed_again(log, '"seats":["greedy"', f'"seats":["{hostile}"')

    page = page_at(exported(log, tmp_path))

    page.evaluate("room.go(room.stepOf(10))")
    assert page.locator("img:not(.picture)").count() == 0
    assert page.locator("body[data-hacked]").count() == 0
    assert HOSTILE in page.locator("#table").inner_text()
    assert page.locator("#verdict").inner_text().endswith("invalid")


def changed_again(log: Path, old: str, new: str) -> Path:
    text = log.read_text()
    assert old in text
    log.write_text(text.replace(old, new))
    return log


def test_a_log_with_a_damaged_line_is_shown_up_to_there(page_at: Opener, tmp_path: Path) -> None:
    log = changed(frozen("roll-2020"), tmp_path, '{"after":"round 3"', '{"afer":"round 3"')

    page = page_at(exported(log, tmp_path))

    assert "cannot be shown" in page.locator("#notes").inner_text()
    page.keyboard.press("End")
    assert page.locator("#where").inner_text().lower().startswith("round 3")


def test_a_log_whose_content_is_missing_speaks_alone(page_at: Opener, tmp_path: Path) -> None:
    log = changed(frozen("roll-2020"), tmp_path, '"edition":"2020"', '"edition":"2099"')

    page = page_at(exported(log, tmp_path))

    assert "the log speaks alone" in page.locator("#notes").inner_text()
    page.keyboard.press("End")
    assert "Terraforming Robots" in page.locator("#panel-0").inner_text()


@pytest.mark.parametrize("name", GAMES)
def test_it_fits_a_phone(page_at: Opener, tmp_path: Path, name: str) -> None:
    page = page_at(exported(frozen(name), tmp_path), 375, 667, is_mobile=True, has_touch=True)

    page.locator("#on").tap()
    page.evaluate("room.go(Math.floor(room.steps.length / 2))")

    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    boxes = [page.locator(f"#{button}").bounding_box() for button in ("back", "on", "play")]
    assert all(box and box["height"] >= 40 and box["y"] + box["height"] <= 667 for box in boxes)


@pytest.mark.parametrize(("name", "scheme"), [*zip(GAMES, ("light", "dark", "light"), strict=True)])
def test_a_screen_reader_finds_names_and_order(page_at: Opener, tmp_path: Path, name: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = page_at(exported(frozen(name), tmp_path), color_scheme=scheme)
    page.evaluate("room.go(Math.floor(room.steps.length / 2))")

    rest = {"exclude": [["#story li:nth-child(n+20)"]]}  # more of the same
    result = axe.run(page, context=rest, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})

    assert result.violations_count == 0, result.generate_report()


def test_the_page_is_small_and_the_same_every_time(tmp_path: Path) -> None:
    pages = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        exported(frozen("roll-five"), tmp_path / name)
        pages.append((tmp_path / name / "roll-five.rlog.gz.html").read_bytes())

    assert pages[0] == pages[1] and len(pages[0]) < 1_500_000
    assert pages[0].count(b"http") == pages[0].count(b"http://www.w3.org/") + pages[0].count(b"http-equiv")


def test_a_seat_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["export", str(frozen("galaxies")), "--out", str(tmp_path / "x.html"), "--seat", "9"]
    )

    assert done.exit_code == 2 and "there is no seat 9" in done.output


def test_without_a_file_to_write_the_command_says_how_to_name_one() -> None:
    done = CliRunner().invoke(app, ["export", str(frozen("galaxies"))])

    assert done.exit_code == 2 and "--out" in done.output


def test_pieces_in_play_have_their_pictures(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("race-second"), tmp_path))
    page.keyboard.press("End")

    drawn = page.locator('[data-place="tableau.0"] img')
    assert drawn.count() > 3
    assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    page.locator('[data-place="tableau.0"] .card').first.click()
    assert page.locator("#dialog img.large").bounding_box()["width"] > 150


def test_the_story_scrolls_to_where_the_game_is(page_at: Opener, tmp_path: Path) -> None:
    page = page_at(exported(frozen("roll-2020"), tmp_path))
    page.evaluate("room.go(Math.floor(room.steps.length / 2))")

    page.wait_for_function("""() => {
        const box = (one) => document.querySelector(one).getBoundingClientRect();
        const [list, entry] = ["#story", "#story [aria-current]"].map(box);
        return list.top < entry.top && entry.bottom < list.bottom;
    }""")
