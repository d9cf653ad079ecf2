"""Authors in a real browser: `rftg serve`, its room where sets are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from show.browser.browser import Opener, until
from show.browser.printed_worth import keep_printed_worth
from show.browser.serving import Server
from show.browser.test_shelf import SCENARIO

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
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a set for each game, and a cache in which the worth of printed sides is known."""
    folder = tmp_path_factory.mktemp("sets")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        for game in GAMES:
            written(folder, game)
            keep_printed_worth(game)
        yield folder


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
def test_a_component_is_seen_as_it_is_written(desk: Opener, folder_of_server: Path, game: str) -> None:
    text = (folder_of_server / f"my-{game}" / "components.rftg").read_text()
    name = "New Haven" if game != "galaxies" else "HAVEN"
    page = desk(f"my-{game}")
    assert "0 errors" in page.locator("#state").inner_text()

    put(page, "components.rftg", text.replace("gain 1", "gain 2").replace("draw 1", "draw 2"), name)

    until(page, "document.querySelector('#look img') !== null")
    assert page.locator("#look img").get_attribute("alt") == name
    assert "2" in page.locator("#look .rule").first.inner_text()
    until(page, "[...document.images].every((one) => one.complete && one.naturalWidth > 0)")


def test_a_mistake_is_underlined_where_it_is(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")

    put(page, "components.rftg", text.replace("novelty cost", "novelti cost"), "New Haven")

    until(page, "document.querySelectorAll('#findings .error').length === 1")
    assert "did you mean 'novelty'?" in page.locator("#findings").inner_text()
    assert page.locator(".cm-lintRange-error").all_inner_texts() == ["novelti"]
    page.locator("#findings button").first.click()
    until(page, f"({SELECTED})() !== ''")
    assert page.evaluate(SELECTED) == "novelti"


def test_scenarios_run_as_they_are_written(desk: Opener, folder_of_server: Path) -> None:
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
    assert (folder_of_server / "my-race" / "scenarios" / "works.rftg").read_text().startswith("# Scenarios of this set")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_what_was_written_is_saved_and_nothing_else_is_overwritten(desk: Opener, folder_of_server: Path) -> None:
    path = folder_of_server / "my-galaxies" / "components.rftg"
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
def test_play_with_this_begins_a_game_with_the_set(desk: Opener, folder_of_server: Path, game: str) -> None:
    page = desk(f"my-{game}")

    page.locator("#play").click()
    page.locator("#draw").click()
    page.wait_for_selector("body.live[data-ready]")

    assert f"my-{game}" in page.evaluate("room.reel.sets")
    assert page.evaluate("Object.values(room.reel.sides).some((one) => /haven/i.test(one.name))")


@pytest.mark.parametrize("game", GAMES)
def test_an_author_can_have_a_piece_from_the_start(desk: Opener, folder_of_server: Path, game: str) -> None:
    page = desk(f"my-{game}")

    page.locator("#play").click()
    page.locator("#dialog .chip", has_text=re.compile("haven", re.IGNORECASE)).click()
    page.wait_for_selector("body.live[data-ready]")

    own = ", ".join(f".panel.own [data-side^={id}]" for id in ("T90", "C990", "HAVEN"))
    assert page.locator(own).count() == 1


# -- what a side is worth ------------------------------------------------------------------------------------------

FIGURES = "document.querySelector('#worth svg') !== null"


def count_questions(page: Any) -> list[str]:
    """A list that grows with every question that a page asks about what a side is worth."""
    questions: list[str] = []
    page.on("request", lambda request: questions.append(request.url) if "/author/measure" in request.url else None)
    return questions


def test_the_side_at_the_cursor_is_measured_until_it_changes(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-galaxies" / "components.rftg").read_text()
    page = desk("my-galaxies")
    put(page, "components.rftg", text, "HAVEN")
    questions = count_questions(page)
    assert "Bots play" in page.locator("#worth").inner_text()

    page.locator("#measure").click()
    until(page, FIGURES, 180)
    first = page.locator("#worth").inner_text()
    assert "plays like a planet of length" in first and "all greedy" in first and "no second bot" in first
    until(page, f"byId('worth').innerText !== {json.dumps(first)}", 180)

    put(page, "components.rftg", text.replace("length 2", "lenght 2"), "HAVEN")
    until(page, "byId('worth').innerText.includes('when the errors are mended')")
    page.wait_for_timeout(1_500)
    asked = len(questions)
    page.wait_for_timeout(2_500)
    assert len(questions) == asked

    put(page, "components.rftg", text.replace("length 2", "length 3"), "HAVEN")
    until(page, FIGURES, 180)
    assert "its length is 3" in page.locator("#worth").inner_text()
    page.locator("#measure").click()
    page.wait_for_timeout(1_500)
    asked = len(questions)
    page.wait_for_timeout(2_500)
    assert len(questions) == asked and page.locator("#measure").inner_text() == "Measure"
    page.evaluate("author.texts.clear()")  # leave without a question


def test_it_stops_when_the_cursor_leaves_the_side(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-galaxies" / "components.rftg").read_text()
    page = desk("my-galaxies")
    put(page, "components.rftg", text, "HAVEN")
    page.locator("#measure").click()
    until(page, FIGURES, 180)

    put(page, "components.rftg", text, "# Ours")

    until(page, "byId('worth').innerText.includes('Put the cursor into a component')")


def test_a_side_that_cannot_be_measured_is_told_on_the_page(desk: Opener) -> None:
    page = desk("my-roll", forgives="400")
    faction = 'faction F90 number 9 { development "Plain Piracy" cost 0\n world "Plain Home" gray cost 0 }\n'
    put(page, "components.rftg", faction, "Plain Piracy")

    page.locator("#measure").click()

    until(page, "byId('worth').innerText.includes(\"no seat can start with 'Plain Piracy'\")", 180)
    page.evaluate("author.texts.clear()")  # leave without a question


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_the_figures_fit_and_have_names_for_a_screen_reader(
    desk: Opener, folder_of_server: Path, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = desk("my-galaxies", width, 844, color_scheme=scheme)
    put(page, "components.rftg", (folder_of_server / "my-galaxies" / "components.rftg").read_text(), "HAVEN")
    page.locator("#measure").click()
    until(page, FIGURES, 180)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert result.violations_count == 0, result.generate_report()


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


def test_words_of_the_game_are_offered_and_explained(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("gain 1 novelty die to citizenry", "at end of sh"), "sh }")
    page.evaluate("author.editor.go(author.editor.offset + 2, author.editor.offset + 2)")

    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    assert "ship" in page.locator(".cm-tooltip-autocomplete").inner_text()
    page.wait_for_timeout(100)  # for its first 75 ms a list takes no key, lest an unseen word be accepted
    page.keyboard.press("Tab")
    until(page, "author.editor.value.includes('at end of ship')")

    page.locator(".cm-line", has_text="Plain Works").get_by_text("gain").hover()
    page.wait_for_selector(".cm-tooltip-hover")
    assert "gain" in page.locator(".cm-tooltip-hover").inner_text()
    page.evaluate("author.texts.clear()")  # leave without a question


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_what_pops_up_in_the_text_covers_nothing_beside_it(
    desk: Opener, folder_of_server: Path, width: int, height: int
) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll", width, height)
    editor = page.locator("#text").bounding_box()
    put(page, "components.rftg", text.replace("gain 1 novelty die to citizenry", "gain 1 "), "gain 1 ")
    page.evaluate("author.editor.go(author.editor.offset + 7, author.editor.offset + 7)")

    page.keyboard.press("Control+Space")
    shown = [page.locator(name).first for name in (".cm-tooltip-autocomplete", ".cm-completionInfo")]
    shown[1].wait_for()
    listed, meaning = [box.bounding_box() for box in shown]
    page.keyboard.press("Escape")
    word = page.evaluate("author.editor.view.coordsAtPos(author.editor.value.lastIndexOf('gain') + 1)")
    page.mouse.move(word["left"] + 2, word["top"] + 5)
    page.wait_for_selector(".cm-tooltip-hover")

    assert is_within(listed, editor) and is_within(meaning, editor)
    assert is_within(page.locator(".cm-tooltip-hover").bounding_box(), editor)
    assert (
        meaning["x"] >= listed["x"] + listed["width"] - 1
        or meaning["x"] + meaning["width"] <= listed["x"] + 1
        or (meaning["y"] >= listed["y"] + listed["height"] - 1 or meaning["y"] + meaning["height"] <= listed["y"] + 1)
    )
    page.evaluate("author.texts.clear()")  # leave without a question


def is_within(box: Any, frame: Any) -> bool:
    """Whether a box is inside a frame, which may be a pixel too small."""
    left, top = box["x"] - frame["x"], box["y"] - frame["y"]
    right, bottom = left + box["width"], top + box["height"]
    return left >= -1 and top >= -1 and right <= frame["width"] + 1 and bottom <= frame["height"] + 1


def test_a_mistake_is_seen_above_the_picture_without_scrolling(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll", 1440, 900)

    put(page, "components.rftg", text.replace("gain 1", "gian 1"), "New Haven")

    finding, picture = page.locator("#findings .error").first.bounding_box(), page.locator("#look").bounding_box()
    assert finding["y"] + finding["height"] < picture["y"] < 900
    page.evaluate("author.texts.clear()")  # leave without a question


def test_what_no_scenario_tries_is_a_remark_that_says_what_to_do(desk: Opener) -> None:
    page = desk("my-galaxies")

    remark = page.locator("#scenarios details.remark")
    assert remark.locator("summary").inner_text() == "1 of 1 effect not tried by a scenario yet"
    assert "A scenario is a test" in page.locator("section", has=page.locator("#scenarios")).inner_text()
    remark.locator("summary").click()

    told = remark.inner_text()
    assert "This is no mistake" in told and "No scenario carries out 'gain'." in told
    assert "action: gain 1 energy" in told and page.locator("#scenarios .level").count() == 0
    page.evaluate("author.check()")
    page.wait_for_timeout(300)
    assert page.locator("#scenarios details.remark[open]").count() == 1  # it stays as it was


def test_a_fix_is_applied_by_a_click(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("novelty cost", "novelti cost"))

    page.get_by_role("button", name="Replace 'novelti' with 'novelty'").click()

    until(page, "document.querySelectorAll('#findings .error').length === 0")
    assert page.evaluate("author.editor.value") == text
    page.evaluate("author.texts.clear()")  # leave without a question


def test_a_component_is_renamed_wherever_it_is_named(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll")
    put(page, "components.rftg", text.replace("novelty cost 3", "novelty cost 2"), "Plain Works")

    page.locator("#rename").click()
    page.locator("#dialog input").fill("Public Baths")
    page.locator("#dialog .main").click()

    until(page, "author.editor.value.includes('Public Baths')")
    assert "Plain Works" not in page.evaluate("author.editor.value")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_a_side_renamed_by_typing_is_renamed_in_its_scenario_by_a_click(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-race" / "components.rftg").read_text()
    script = folder_of_server / "my-race" / "scenarios" / "own.rftg"
    script.write_text(SCENARIO.replace("Plain Works", "New Haven"))
    page = desk("my-race")

    put(page, "components.rftg", text.replace("New Haven", "Home at Last"))
    until(page, "byId('findings').innerText.includes(\"did you mean 'Home at Last', of this set?\")")
    page.get_by_role("button", name="Replace 'New Haven' with 'Home at Last'").click()

    until(page, "document.querySelectorAll('#findings .error').length === 0")
    assert page.evaluate("author.file") == "scenarios/own.rftg"
    assert '"Home at Last"' in page.evaluate("author.editor.value")
    page.close()  # lest it checks a file that is gone
    script.unlink()


@pytest.mark.parametrize(("cursor", "reason"), [("cost 3", "nothing to rename"), ("T90", "cannot be renamed")])
def test_what_cannot_be_renamed_is_answered_where_it_was_asked(
    desk: Opener, folder_of_server: Path, cursor: str, reason: str
) -> None:
    text = (folder_of_server / "my-roll" / "components.rftg").read_text()
    page = desk("my-roll", forgives="400")
    put(page, "components.rftg", text, cursor)
    page.evaluate("author.editor.go(author.editor.offset + 5, author.editor.offset + 5)" if "3" in cursor else "0")

    page.locator("#rename").click()

    page.locator("#dialog").wait_for()
    assert reason in (told := page.locator("#dialog").inner_text()) and "put the cursor on a printed name" in told


@pytest.mark.parametrize("file", ["more.rftg", "scenarios/more.rftg"])
def test_a_file_that_was_just_begun_has_no_mistake(desk: Opener, folder_of_server: Path, file: str) -> None:
    page = desk("my-galaxies")
    page.locator("#add").click()
    page.locator("#dialog input").fill(file)

    page.locator("#dialog .main").click()

    until(page, f"author.file === {json.dumps(file)} && author.editor.value.startsWith('# ')")
    until(page, "byId('findings').innerText.includes('Nothing is wrong')")
    page.close()  # lest it checks a file that is gone
    (folder_of_server / "my-galaxies" / file).unlink()


def test_an_unfinished_line_has_one_error(desk: Opener, folder_of_server: Path) -> None:
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
def test_no_file_outside_the_set_is_read_or_written(server: Server, folder_of_server: Path, file: str) -> None:
    mine, outside = folder_of_server / "my-roll", folder_of_server.parent / "outside.rftg"
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
def test_a_new_file_has_a_plain_name(server: Server, folder_of_server: Path, file: str) -> None:
    before = sorted(folder_of_server.rglob("*"))

    status, answer = post(server, "/author/add", set="0/my-roll", file=file)

    assert status == 400 and answer["wrong"]["hint"] and sorted(folder_of_server.rglob("*")) == before


def test_only_people_with_the_key_write(server: Server) -> None:
    sent = json.dumps({"set": "0/my-roll", "file": "components.rftg", "before": "", "after": ""}).encode()

    assert server.ask("/author/save", sent, key=False, Content_Type="application/json", Origin=server.root)[0] == 403
    assert server.ask("/author/save", sent, Content_Type="application/json", Origin="https://evil.example")[0] == 403


@pytest.mark.parametrize(
    ("text", "at", "after"),
    [
        ("a {\n  b\n}\n", "b", "a {\n  b\n  NEW\n}\n"),
        ("a { # here\n  long word\n}\n", "rd", "a { # here\n  long word\n  NEW\n}\n"),
        ("a {\n}\n", "{", "a {\n  NEW\n}\n"),
        ("a {\n  b {\n  }\n}\n", "  }", "a {\n  b {\n    NEW\n  }\n}\n"),
        ("a {\n  b { c }\n}\n", "c", "a {\n  b { c\n    NEW\n  }\n}\n"),
        ("a {\n  \n}\n", " \n}", "a {\n  NEW\n}\n"),
    ],
)
def test_an_inserted_line_stays_whole_and_inside_the_braces(desk: Opener, text: str, at: str, after: str) -> None:
    page = desk("my-race")
    put(page, "components.rftg", text, at)

    page.evaluate("author.editor.insertLine('NEW')")

    assert page.evaluate("author.editor.value") == after
    assert page.evaluate("author.editor.offset") == after.index("NEW") + 3
    page.evaluate("author.texts.clear()")  # leave without a question


def test_an_example_is_found_by_search_and_inserted_below_the_cursor(desk: Opener, folder_of_server: Path) -> None:
    text = (folder_of_server / "my-race" / "components.rftg").read_text()
    page = desk("my-race")
    put(page, "components.rftg", text, "produce: draw")

    page.locator("#sought").fill("draw card novelty")
    page.wait_for_selector("#words .example")
    example = page.locator("#words .example").first.inner_text()
    page.locator("#words .example").first.click()

    assert f"produce: draw 1 card\n    {example}\n  }}\n" in page.evaluate("author.editor.value")
    page.locator("#sought").fill("xyzzy")
    until(page, "byId('words').innerText.includes('No word and no printed sentence')")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_enter_after_a_number_begins_a_new_line(desk: Opener) -> None:
    page = desk("my-roll")
    text = 'tile T91 {\n  development "Half" cost 3 {\n    at end of ship: gain $'
    put(page, "components.rftg", text, "gain $")
    page.evaluate("author.editor.go(author.editor.value.length, author.editor.value.length)")

    page.keyboard.type("1")
    page.wait_for_timeout(700)  # as long as it takes to offer words
    page.keyboard.press("Enter")

    assert page.evaluate("author.editor.value") == f"{text}1\n    "
    page.evaluate("author.texts.clear()")  # leave without a question


def test_an_example_for_a_side_without_braces_brings_them(desk: Opener) -> None:
    page = desk("my-roll")
    put(page, "components.rftg", 'tile T91 {\n  world "Half" novelty cost 2\n}\n', "Half")

    page.evaluate("author.editor.insertLine('gain $2')")

    assert page.evaluate("author.editor.value") == 'tile T91 {\n  world "Half" novelty cost 2 {\n    gain $2\n  }\n}\n'
    page.evaluate("author.texts.clear()")  # leave without a question


def test_the_dialog_for_a_new_name_begins_in_its_field(desk: Opener, folder_of_server: Path) -> None:
    page = desk("my-roll")
    put(page, "components.rftg", (folder_of_server / "my-roll" / "components.rftg").read_text(), "Plain Works")

    page.locator("#rename").click()
    page.wait_for_selector("#dialog input")
    page.keyboard.type("Free Traders")
    page.keyboard.press("Enter")

    until(page, "author.editor.value.includes('Free Traders')")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_another_piece_begins_with_all_that_it_needs(desk: Opener, folder_of_server: Path) -> None:
    page = desk("my-roll")
    put(page, "components.rftg", (folder_of_server / "my-roll" / "components.rftg").read_text(), "Plain Works")

    page.locator("#piece").click()
    page.locator("#dialog button", has_text="Tile").click()
    until(page, "author.editor.value.includes('tile MYROLL1 {')")
    page.keyboard.type("at end of ship: gain $2")
    until(page, "byId('state').innerText.startsWith('0 errors')")

    assert "{\n    at end of ship: gain $2\n  }\n" in page.evaluate("author.editor.value")
    page.evaluate("author.texts.clear()")  # leave without a question


def test_a_set_with_mistakes_is_neither_saved_nor_played(desk: Opener, folder_of_server: Path) -> None:
    file = folder_of_server / "my-roll" / "components.rftg"
    before = file.read_text()
    page = desk("my-roll")
    put(page, "components.rftg", before + "tile T91 {")

    page.locator("#play").click()

    assert "mistakes" in page.locator("#dialog").inner_text()
    assert file.read_text() == before and "/author/" in page.url
    page.evaluate("author.texts.clear()")  # leave without a question
