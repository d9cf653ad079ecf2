"""Authors in a real browser: `rftg serve`, its room where sets are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from show.browser.browser import Opener, until
from show.browser.serving import Server

GAMES = {
    "roll": ("tile T90 {", 'world "New Haven" novelty cost 3 { gain 1 novelty die to citizenry }'),
    "race": ("card C990 {", 'world "New Haven" rare windfall cost 3 vp 1 { produce: draw 1 card }'),
    "galaxies": ("planet-card HAVEN {", 'planet "HAVEN" energy diplomacy length 2 vp 1 { action: gain 1 energy }'),
}


def written(folder: Path, game: str) -> Path:
    """A set with one component."""
    head, side = GAMES[game]
    made = folder / f"my-{game}"
    (made / "scenarios").mkdir(parents=True)
    (made / "set.toml").write_text(f'id = "my-{game}"\nname = "Mine"\ngame = "{game}"\nversion = "1"\n')
    more = '\n  development "Plain Works" cost 2 { gain 1 rare die to citizenry }' if game == "roll" else ""
    (made / "components.rftg").write_text(f"# Ours: \N{ROCKET}\n{head}\n  {side}{more}\n}}\n")
    return made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets")
    for game in GAMES:
        written(folder, game)
    return folder


@pytest.fixture
def desk(room: Opener) -> Opener:
    """Opens a set in the author's room."""
    return lambda name, *size, **more: room(f"/author/set?name=0/{name}", *size, **more)


SELECTED = """() => {
    const { state } = author.editor.view;
    return state.sliceDoc(state.selection.main.from, state.selection.main.to);
}"""


def put(page: Any, file: str, text: str, cursor: str = "") -> None:
    """Write a text, with the cursor at a word of it, and wait until it was checked."""
    page.evaluate("(file) => author.open(file)", file)
    page.evaluate("(text) => author.editor.apply([{ start: 0, end: author.editor.value.length, text }])", text)
    at = text.find(cursor) if cursor else 0
    page.evaluate("(at) => author.editor.go(at, at)", len(text[:at].encode("utf-16-le")) // 2)
    page.evaluate("author.check()")


@pytest.mark.parametrize("game", GAMES)
def test_a_component_is_seen_as_it_is_written(desk: Opener, served: Path, game: str) -> None:
    text = (served / f"my-{game}" / "components.rftg").read_text()
    name = "New Haven" if game != "galaxies" else "HAVEN"
    page = desk(f"my-{game}")
    assert "0 errors" in page.locator("#state").inner_text()

    put(page, "components.rftg", text.replace("gain 1", "gain 2").replace("draw 1", "draw 2"), name)

    until(page, "document.querySelector('#look img') !== null")
    assert page.locator("#look img").get_attribute("alt") == name
    assert "2" in page.locator("#look .rule").first.inner_text()
    until(page, "[...document.images].every((one) => one.complete && one.naturalWidth > 0)")


def test_a_mistake_is_underlined_where_it_is(desk: Opener, served: Path) -> None:
    text = (served / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")

    put(page, "components.rftg", text.replace("novelty cost", "novelti cost"), "New Haven")

    until(page, "document.querySelectorAll('#findings .error').length === 1")
    assert "did you mean 'novelty'?" in page.locator("#findings").inner_text()
    assert page.locator(".cm-lintRange-error").all_inner_texts() == ["novelti"]
    page.locator("#findings button").first.click()
    until(page, f"({SELECTED})() !== ''")
    assert page.evaluate(SELECTED) == "novelti"


SCENARIO = """scenario "The works pay" {
  given
    seat 1 tableau: "Plain Works"
    seat 1 vp: 2
  when
    end of round
  then
    seat 1 vp + 1
}
"""


def test_scenarios_run_as_they_are_written(desk: Opener, served: Path) -> None:
    page = desk("my-race")
    card = 'card C991 {\n  development "Plain Works" cost 2 vp 1 { at end of round: gain 1 vp }\n}\n'
    put(page, "components.rftg", card)
    page.locator("#add").click()
    page.locator("#dialog input").fill("scenarios/works.rftg")
    page.locator("#dialog .main").click()
    until(page, "byId('file').value === 'scenarios/works.rftg'")

    put(page, "scenarios/works.rftg", SCENARIO)
    until(page, "byId('state').textContent.includes('1 scenario passed')")
    put(page, "scenarios/works.rftg", SCENARIO.replace("vp + 1", "vp + 4"))
    until(page, "byId('state').textContent.includes('1 failed')")
    assert "The works pay" in page.locator("#scenarios").inner_text()
    put(page, "components.rftg", card.replace("gain 1", "gain 4"))
    until(page, "byId('state').textContent.includes('1 scenario passed')")
    assert (served / "my-race" / "scenarios" / "works.rftg").read_text() == ""
    page.evaluate("author.texts.clear()")  # leave without a question


def test_what_was_written_is_saved_and_nothing_else_is_overwritten(desk: Opener, served: Path) -> None:
    path = served / "my-galaxies" / "components.rftg"
    text = path.read_text()
    page = desk("my-galaxies", forgives="400")

    put(page, "components.rftg", text.replace("vp 1", "vp 3"))
    page.locator("#save").click()
    until(page, "byId('save').disabled")
    assert path.read_text() == text.replace("vp 1", "vp 3")

    path.write_text(text.replace("vp 1", "vp 5"))  # somebody else
    put(page, "components.rftg", text.replace("vp 1", "vp 2"))
    page.locator("#save").click()
    until(page, "byId('state').textContent.includes('changed')")
    assert path.read_text() == text.replace("vp 1", "vp 5")
    path.write_text(text)
    page.evaluate("author.texts.clear()")  # leave without a question


@pytest.mark.parametrize("game", GAMES)
def test_play_with_this_begins_a_game_with_the_set(desk: Opener, served: Path, game: str) -> None:
    page = desk(f"my-{game}")

    page.locator("#play").click()
    page.wait_for_selector("body.live[data-ready]")

    assert f"my-{game}" in page.evaluate("room.reel.sets")
    assert page.evaluate("Object.values(room.reel.sides).some((one) => /haven/i.test(one.name))")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_has_names_for_a_screen_reader(desk: Opener, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = desk("my-roll", 375, 667, color_scheme=scheme)

    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert [(each["id"], each["nodes"][0]["html"]) for each in result.response["violations"]] == []


def test_the_keyboard_leads_out_of_the_text(desk: Opener) -> None:
    page = desk("my-roll")
    page.locator(".cm-content").focus()
    assert page.evaluate("document.activeElement.id") == "text"

    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.id") != "text"


def test_words_of_the_game_are_offered_and_explained(desk: Opener, served: Path) -> None:
    text = (served / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("gain 1 novelty die to citizenry", "at end of sh"), "sh }")
    page.evaluate("author.editor.go(author.editor.offset + 2, author.editor.offset + 2)")

    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    assert "ship" in page.locator(".cm-tooltip-autocomplete").inner_text()
    page.keyboard.press("Tab")
    until(page, "author.editor.value.includes('at end of ship')")

    page.locator(".cm-line", has_text="Plain Works").get_by_text("gain").hover()
    page.wait_for_selector(".cm-tooltip-hover")
    assert "gain" in page.locator(".cm-tooltip-hover").inner_text()
    page.evaluate("author.texts.clear()")  # leave without a question


def test_a_fix_is_applied_by_a_click(desk: Opener, served: Path) -> None:
    text = (served / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("novelty cost", "novelti cost"))

    page.get_by_role("button", name="Replace 'novelti' with 'novelty'").click()

    until(page, "document.querySelectorAll('#findings .error').length === 0")
    assert page.evaluate("author.editor.value") == text
    page.evaluate("author.texts.clear()")  # leave without a question


def test_a_component_is_renamed_wherever_it_is_named(desk: Opener, served: Path) -> None:
    text = (served / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("novelty cost 3", "novelty cost 2"), "Plain Works")

    page.locator("#rename").click()
    page.locator("#dialog input").fill("Public Baths")
    page.locator("#dialog .main").click()

    until(page, "author.editor.value.includes('Public Baths')")
    assert "Plain Works" not in page.evaluate("author.editor.value")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_an_unfinished_line_has_one_error(desk: Opener, served: Path) -> None:
    page = desk("my-roll")

    put(page, "components.rftg", 'tile T91 {\n  development "Half" cost 3 {\n    at end of ', "at end of ")

    until(page, "document.querySelectorAll('#findings .error').length > 0")
    assert page.locator("#findings .error").count() == 1
    page.evaluate("author.texts.clear()")  # leave without a question


# -- what must not happen ------------------------------------------------------------------------------------------


def post(server: Server, path: str, **data: Any) -> tuple[int, Any]:
    status, _, body = server.ask(path, json.dumps(data).encode(), Content_Type="application/json", Origin=server.root)
    return status, json.loads(body)


@pytest.mark.parametrize("file", ["../my-race/set.toml", "/etc/passwd", "out.rftg", "way/x.rftg", "nothing.rftg", ""])
def test_no_file_outside_the_set_is_read_or_written(server: Server, served: Path, file: str) -> None:
    mine, outside = served / "my-roll", served.parent / "outside.rftg"
    outside.write_text("# secret")
    if not (mine / "out.rftg").is_symlink():
        (mine / "out.rftg").symlink_to(outside)
    try:
        assert server.ask(f"/author/file?set=0/my-roll&file={file}")[0] == 404
        assert post(server, "/author/save", set="0/my-roll", file=file, before="# secret", after="x")[0] == 404
        checked = post(server, "/author/check", set="0/my-roll", file="components.rftg", offset=0, texts={file: "x"})
        assert checked[0] == 404
    finally:
        (mine / "out.rftg").unlink()
    assert outside.read_text() == "# secret"


@pytest.mark.parametrize(
    "file", ["../x.rftg", "/tmp/x.rftg", "x.py", "a/b/c/d.rftg", "X.rftg", ".rftg", "a//b.rftg", "con\n.rftg"]
)
def test_a_new_file_has_a_plain_name(server: Server, served: Path, file: str) -> None:
    before = sorted(served.rglob("*"))

    status, answer = post(server, "/author/add", set="0/my-roll", file=file)

    assert status == 400 and answer["wrong"]["hint"] and sorted(served.rglob("*")) == before


def test_only_people_with_the_key_write(server: Server) -> None:
    sent = json.dumps({"set": "0/my-roll", "file": "components.rftg", "before": "", "after": ""}).encode()

    assert server.ask("/author/save", sent, key=False, Content_Type="application/json", Origin=server.root)[0] == 403
    assert server.ask("/author/save", sent, Content_Type="application/json", Origin="https://evil.example")[0] == 403
