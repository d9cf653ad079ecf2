"""The server in a real browser: `rftg serve`, its library and its replay room; and who is kept out."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rftg_dsl.cli import app
from show.browser.browser import LOGS, Opener, until
from show.browser.serving import Server, folder_of

GAMES = ("roll", "race", "galaxies")
HOSTILE = "<img src=x onerror=document.body.dataset.hacked=1>"
SET = """id = "strange"
name = "{name}"
game = "roll"
version = "1"
"""
TILE = """tile T90 {{
  world "{name}" novelty cost 3 {{ gain 1 novelty die to citizenry }}
  development "Plain Works" cost 2 {{ gain 1 rare die to citizenry }}
}}
"""


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two logs, one of them below, a set, and things that are not to be shown."""
    folder = tmp_path_factory.mktemp("shelf")
    folder_of([LOGS / "roll-2020.rlog.gz"], folder)
    folder_of([LOGS / "galaxies.rlog.gz"], folder / "old games")
    outside = folder_of([LOGS / "race-second.rlog.gz"], tmp_path_factory.mktemp("outside"))
    (folder / "link.rlog.gz").symlink_to(outside / "race-second.rlog.gz")
    (folder / "way-out").symlink_to(outside, target_is_directory=True)
    (folder / "diary.txt").write_text("nobody's business")
    strange = folder / "strange"
    strange.mkdir()
    (strange / "set.toml").write_text(SET.format(name=HOSTILE.replace('"', "'")))
    (strange / "tiles.rftg").write_text(TILE.format(name=HOSTILE))
    return folder


# -- the library ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_library_shows_every_component_of_a_game(room: Opener, game: str) -> None:
    page = room(f"/library#{game}")

    many = page.evaluate("library.data.components.length")
    assert many > 50 and page.locator("#components li:visible").count() == many
    page.evaluate("document.querySelectorAll('#components img').forEach((one) => { one.loading = 'eager'; })")
    until(page, "[...document.images].every((one) => one.complete && one.naturalWidth > 0)")


def test_components_are_found_by_name_colour_phase_verb_and_cost(room: Opener) -> None:
    page = room("/library#roll")

    def names(**chosen: str) -> list[str]:
        page.locator("button[type=reset]").click()
        until(page, "document.querySelectorAll('#components li:not([hidden])').length > 100")
        for name, value in chosen.items():
            label = page.locator(f'[name="{name}"], [name="property {name}"]')
            label.fill(value) if name == "text" else label.select_option(value)
        return [picture.get_attribute("alt") or "" for picture in page.locator("#components li:visible .picture").all()]

    assert names(text="doomed") == ["Doomed World"]
    assert "Deserted Alien Library" in names(colour="alien", cost="6")
    assert "Alien Archaeology" in names(phase="explore") and "Mining Industry" not in names(phase="explore")
    assert "Advanced Logistics" in names(verb="rearrange stacks")
    assert len(names(kind="world", cost="0", text="credits to 8")) == 1
    assert names(text="there is no such thing") == []
    assert "Nothing fits" in page.locator("#found").inner_text()


def test_a_component_is_shown_with_its_powers_and_source_and_has_a_link(room: Opener) -> None:
    page = room("/library#race")

    page.locator('[data-id="C90"]').click()

    shown = page.locator("#dialog").inner_text()
    assert "Mining World" in shown and "Produce a good on this world." in shown
    assert 'world "Mining World" rare production' in shown and "content/race/base/worlds.rftg:" in shown
    address = page.url
    page.keyboard.press("Escape")
    other = room(address.partition("/library")[2].join(("/library", "")))
    assert other.locator("#dialog h2").inner_text() == "Mining World"


def test_a_set_of_a_stranger_is_text(room: Opener) -> None:
    page = room("/library#roll%2B0%2Fstrange")
    page.locator("#more").evaluate("(one) => { one.open = true; }")
    page.locator('[name="set"]').select_option("strange")

    assert page.locator("#components li:visible").count() == 2
    page.locator('[data-id="T90.a"]').click()
    assert page.locator("#dialog h2").inner_text() == HOSTILE
    until(
        page, "[...document.querySelectorAll('#components li:not([hidden]) img')].every((one) => one.naturalWidth > 0)"
    )
    assert page.locator("body[data-hacked]").count() == 0 and page.locator('img[src="x"]').count() == 0


# -- replay --------------------------------------------------------------------------------------------------------


def test_a_log_of_the_folder_is_replayed(room: Opener) -> None:
    page = room("/replay")
    links = page.locator(".files a").all_inner_texts()
    assert links == ["roll-2020.rlog.gz", "old games/galaxies.rlog.gz"]

    page.locator(".files a", has_text="roll-2020").click()
    page.wait_for_selector("body[data-ready]")

    until(page, "byId('verdict').textContent.endsWith('valid')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("room.now") == 1 and "#line=" in page.url


def test_the_film_of_a_viewer_is_fetched_when_it_is_chosen(room: Opener) -> None:
    page = room("/replay/log?name=0/roll-2020.rlog.gz#line=60")
    assert page.evaluate("[...room.films.keys()]") == [None]

    page.locator("#view").select_option("1")
    until(page, "room.film === room.films.get(1)")
    assert page.evaluate("room.line()") == 60 and page.evaluate("room.steps !== room.films.get(null).steps")

    page.locator("#view").select_option("")
    assert page.evaluate("room.film === room.films.get(null)") and page.evaluate("room.line()") == 60


@pytest.mark.parametrize("seat", ["2", "-2", "", "x", "1.0"])
def test_there_is_a_film_for_every_seat_and_for_no_other(server: Server, seat: str) -> None:
    address = "/replay/film?name=0/roll-2020.rlog.gz&seat="

    assert server.ask(f"{address}-1")[0] == server.ask(f"{address}1")[0] == 200
    status, _, body = server.ask(f"{address}{seat}")
    assert status == 400 and b"there is no film" in body


@pytest.mark.parametrize("name", ["roll-sealed", "race-second"])
def test_a_log_that_is_dropped_on_the_page_is_replayed(room: Opener, name: str) -> None:
    page = room("/replay")

    page.locator("#file").set_input_files(LOGS / f"{name}.rlog.gz")

    until(page, "globalThis.room instanceof Replay")
    page.keyboard.press("End")
    assert "Won by" in page.locator("#caption").inner_text()


def test_a_file_that_is_not_a_log_is_refused_in_words(room: Opener, tmp_path: Path) -> None:
    page = room("/replay", waits=False, forgives="400")
    (tmp_path / "x.rlog").write_text("nobody's log")

    page.locator("#file").set_input_files(tmp_path / "x.rlog")

    until(page, "document.getElementById('wrong').textContent !== ''")
    assert "log" in page.locator("#wrong").inner_text() and page.locator("#choose").is_visible()


# -- for everybody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/library#roll", "/replay", "/replay/log?name=0/roll-2020.rlog.gz"])
def test_pages_fit_a_phone_and_have_names_for_a_screen_reader(room: Opener, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = room(path, 375, 667, waits=path != "/", is_mobile=True, has_touch=True)

    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    rest = {"exclude": [["#story li:nth-child(n+20)"], ["#components li:nth-child(n+9)"]]}  # more of the same
    result = axe.run(page, context=rest, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert result.violations_count == 0, result.generate_report()


# -- who is kept out -----------------------------------------------------------------------------------------------


def test_pages_need_the_key_that_was_printed(server: Server) -> None:
    for path in ("/", "/library", "/library/data?of=roll", "/replay/data?name=0/roll-2020.rlog.gz", "/nowhere"):
        assert server.ask(path, key=False)[0] == 403
    assert server.ask("/?key=wrong", key=False)[0] == 403
    status, headers, _ = server.ask(f"/?key={server.key}", key=False)
    assert status == 303 and headers["location"] == "/"
    assert server.ask(f"//evil.example/?key={server.key}", key=False)[1]["location"] == "/evil.example/"
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie


def test_another_name_for_this_machine_is_refused(server: Server) -> None:
    for name in ("evil.example", f"evil.example:{server.port}", "127.0.0.1@evil.example", "", "localhost.evil.example"):
        assert server.ask("/", Host=name)[0] in (400, 421), name
    assert server.ask("/", Host=f"localhost:{server.port}")[0] == 200


def test_a_page_elsewhere_cannot_send_anything(server: Server) -> None:
    log = (LOGS / "galaxies.rlog.gz").read_bytes()

    assert server.ask("/replay/dropped", log, Origin="https://evil.example")[0] == 403
    assert server.ask("/replay/dropped", log, Origin="null")[0] == 403
    assert server.ask("/replay/dropped", log, Sec_Fetch_Site="cross-site")[0] == 403
    assert server.ask("/replay/dropped", log, Origin=server.root)[0] == 200


@pytest.mark.parametrize(
    "name",
    [
        "0/../outside/race-second.rlog.gz",
        "0/link.rlog.gz",
        "0/way-out/race-second.rlog.gz",
        "0/diary.txt",
        "1/roll-2020.rlog.gz",
        "/etc/passwd",
        "0/%00",
    ],
)
def test_only_what_is_listed_is_served(server: Server, name: str) -> None:
    for path in (f"/replay/data?name={name}", f"/replay/log?name={name}"):
        status, _, body = server.ask(path)
        assert status == 404 and b"Traceback" not in body


def test_no_file_of_the_server_is_reached_by_a_detour(server: Server) -> None:
    for path in ("/static/../site.py", "/static/..%2Fsite.py", "/static/site.py", "/static/__init__.py", "/static/"):
        assert server.ask(path)[0] == 404


@pytest.mark.parametrize(
    "path", ["/", "/static/page.js", "/library/data?of=nothing", "/nowhere", "/picture?of=roll&id=x"]
)
def test_every_answer_forbids_what_pages_do_not_need(server: Server, path: str) -> None:
    _, headers, _ = server.ask(path)

    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"


def test_what_is_sent_has_a_limit(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, body = server.ask("/replay/dropped", bytes(50_000_001))

    assert status == 400 and b"50,000,000" in body


def test_a_folder_that_there_is_not_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", str(tmp_path / "nowhere")])

    assert done.exit_code == 2 and "is not a folder" in done.output


def test_a_port_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", str(tmp_path), "--port", str(server.port)])

    assert done.exit_code == 2 and str(server.port) in done.output and "--port" in done.output
