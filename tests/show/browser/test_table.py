"""The table in a real browser: laid out to be played on, with answers given on the things themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lanes import slow
from show.browser.browser import Opener, until
from show.browser.serving import Server, folder_of
from show.browser.test_play import begun

ON_THINGS = """async (most) => {
    // A person who clicks on the things that a question is about, and on the list only for what has no thing.
    let state = 7;
    const any = (n) => ((state = (state * 69069 + 12345) % 2147483648) >>> 12) % n;
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    const found = { answered: 0, clicks: 0, outside: [] };
    const click = (one) => {
        for (const name of thingsOf(one)) {
            if (seat.question.given || seat.question.counts.get(one.id)) return;
            const thing = [...document.querySelectorAll(".open")].find((each) => nameOf(each) === name);
            if (thing) {
                thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
                found.clicks += 1;
            }
        }
    };
    const look = () => {
        for (const thing of [...document.querySelectorAll(".open, .ask .finish")]) {
            const box = thing.getBoundingClientRect();
            const { top, bottom } = (thing.closest("#table") || document.body).getBoundingClientRect();
            const inside = box.height && box.top > top - 1 && box.bottom < bottom + 1;
            if (!inside) found.outside.push([seat.question.asked.text, nameOf(thing)]);
        }
    };
    for (let idle = 0; !seat.state.over && found.answered < most; ) {
        if (!seat.question || seat.busy) {
            if ((idle += 1) > 4000) throw new Error("nobody asks");
            await pause(5);
            continue;
        }
        idle = 0;
        look();
        const [{ question }, before] = [seat, seat.state.changes];
        const { form, low, high, options } = question.asked;
        if (form === "one") {
            const one = options[any(options.length)];
            click(one);
            if (!question.given) question.choose(one);
        } else {
            const wanted = low + any(Math.min(high, low + 3) - low + 1);
            const enough = () => form === "amount" || question.given || question.total >= wanted;
            for (let tries = 0; tries < 200 && !enough(); tries += 1) {
                const [one, total] = [options[any(options.length)], question.total];
                if (question.counts.get(one.id)) continue;
                click(one);
                if (question.total === total) question.choose(one);
            }
            if (!question.given) byId("done").click();
        }
        for (let waits = 0; waits < 3000 && seat.state.changes === before; waits += 1) await pause(2);
        if (seat.state.changes === before) throw new Error(`no answer to ${question.asked.text}`);
        found.answered += 1;
    }
    return found;
}"""

TABLES = [
    ("galaxies", 2),
    *[pytest.param(*one, marks=slow) for one in (("galaxies", 5), ("roll", 2), ("roll", 5), ("race", 4))],
    pytest.param("race/gathering-storm", 5, marks=slow),
]


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of([], tmp_path_factory.mktemp("games"))


def sit_down(server: Server, page_at: Opener, of: str, players: int, *size: int, **more: Any) -> Any:
    (link,) = begun(server, of, ["me:Anna", *["greedy"] * (players - 1)], "table").links
    page = page_at(server.root + link, *size, reduced_motion="reduce", **more)
    page.set_default_timeout(300_000)
    return page


@pytest.mark.parametrize(("of", "players"), TABLES)
def test_a_whole_game_is_played_on_the_things_and_all_that_is_asked_about_is_in_view(
    server: Server, page_at: Opener, of: str, players: int
) -> None:
    page = sit_down(server, page_at, of, players, 1440, 900)

    found = page.evaluate(ON_THINGS, 1_000)

    assert found["outside"] == []
    assert found["clicks"] > found["answered"] / 3 > 5


@pytest.mark.parametrize("of", ["roll", "race", "galaxies"])
def test_a_card_can_be_read_under_the_pointer_and_with_the_focus(server: Server, page_at: Opener, of: str) -> None:
    page = sit_down(server, page_at, of, 2, 1440, 900)
    card = page.locator(".card.pictured").first

    card.hover()
    until(page, "!document.querySelector('.zoom').hidden")
    box = page.locator(".zoom").bounding_box()
    assert box["width"] >= 300 and box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= 900
    assert page.locator(".zoom img").first.get_attribute("alt") == card.locator("img").get_attribute("alt")
    assert page.locator(".zoom img").count() == (2 if of == "roll" else 1)

    page.mouse.move(700, 5)
    until(page, "document.querySelector('.zoom').hidden")
    page.locator("body").press("Tab")
    card.focus()
    until(page, "!document.querySelector('.zoom').hidden")
    page.keyboard.press("Escape")
    until(page, "document.querySelector('.zoom').hidden")


def test_a_long_press_shows_a_card_and_chooses_nothing(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 390, 844, is_mobile=True, has_touch=True)
    touch = page.context.new_cdp_session(page)
    card = page.locator(".card.open").first
    card.evaluate("(card) => card.scrollIntoView({ block: 'center' })")
    box = card.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until(page, "!document.querySelector('.zoom').hidden")
    assert page.locator(".zoom").bounding_box()["width"] >= 300
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    until(page, "document.querySelector('.zoom').hidden")
    assert page.evaluate("seat.question.total") == 0


def test_number_keys_choose_and_enter_finishes(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)
    asked = page.evaluate("seat.question.asked")
    assert (asked["form"], asked["low"]) == ("some", 2)

    page.keyboard.press("1")
    assert "1 of 2 discarded" in page.locator(".question .finish").inner_text()
    assert page.locator("#done").is_disabled() and page.locator(".card.chosen").count() == 1
    page.keyboard.press("2")
    page.keyboard.press("3")  # a third card cannot be chosen
    assert page.evaluate("seat.question.total") == 2
    page.keyboard.press("Enter")

    until(page, f"seat.question && seat.question.asked.name !== {asked['name']!r}")


def test_a_question_waits_until_the_table_shows_what_it_is_about(server: Server, page_at: Opener) -> None:
    (link,) = begun(server, "galaxies", ["me", "greedy"], "waits").links
    page = page_at(server.root + link)
    page.evaluate("settings.set('speed', 'slow')")
    while not page.locator("#skip").count():
        until(page, "seat.question")
        page.evaluate("seat.question.choose(seat.question.asked.options.at(-1))")
        until(page, "!seat.busy")

    assert page.locator(".question").count() == 0 and page.evaluate("room.now < room.steps.length")
    page.locator("#skip").click()
    until(page, "seat.question && room.now === room.steps.length")
    assert page.locator(".question").count() == 1


def test_the_table_says_who_is_to_play_and_which_phase_it_is(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "roll", 3, 1440, 900)
    page.evaluate("seat.question.choose(seat.question.asked.options[0])")
    until(page, "!seat.busy && seat.question")

    assert page.locator(".panel.acts h2").inner_text().startswith("You")
    assert page.title() == "● Your turn · Seat 1, Roll for the Galaxy"
    assert page.locator(".phase").all_inner_texts() == ["Assign", "Explore", "Develop", "Settle", "Produce", "Ship"]
    assert page.locator(".phase[aria-current]").inner_text() == "Assign"


BARE = """() => [...document.querySelectorAll(".box")]
    .filter((box) => box.getClientRects().length)
    .filter((box) => !box.querySelector(".card, .things, .pile, .slot, .open"))
    .map((box) => box.textContent)"""
"""The boxes that are shown though nothing is in them and no question is about them."""


@pytest.mark.parametrize("of", ["roll", "race", "galaxies"])
def test_empty_places_take_no_room_unless_a_question_is_about_them(server: Server, page_at: Opener, of: str) -> None:
    page = sit_down(server, page_at, of, 2, 1440, 900)
    page.evaluate(ON_THINGS, 8)

    assert page.evaluate(BARE) == []


def test_a_first_game_explains_each_phase_and_question_once(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "roll", 2, 1440, 900)
    reason = page.evaluate("seat.question.asked.reason")
    assert reason and reason in page.locator(".guide").inner_text()
    page.evaluate("seat.question.choose(seat.question.asked.options[0])")
    until(page, "!seat.busy && seat.question.asked.name === 'select'")
    guide = page.locator(".guide").inner_text()
    assert "Only the phases that somebody selected take place." in guide

    page.locator("#understood").click()
    assert page.locator(".guide").count() == 0
    page.reload()
    until(page, "document.body.dataset.ready === 'yes' && seat.question")
    assert page.locator(".guide").count() == 0


def test_explanations_can_be_turned_off_and_begin_again(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "galaxies", 2, 1440, 900)
    page.get_by_role("button", name="Explain nothing more").click()
    page.evaluate("seat.question.choose(seat.question.asked.options[0])")
    until(page, "!seat.busy && seat.question")
    assert page.locator(".guide").count() == 0

    page.locator("#settings").click()
    page.locator("#guide").check()
    page.get_by_role("button", name="Explain everything again").click()
    page.keyboard.press("Escape")
    page.evaluate("seat.arrive()")
    assert page.locator(".guide").count() == 1


def test_a_phase_is_chosen_on_the_list_of_phases(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)
    page.evaluate(ON_THINGS, 1)
    until(page, "!seat.busy && seat.question && seat.question.asked.name === 'action'")

    page.locator(".phase[data-word=explore]").click()  # which of its two bonuses, is asked in the list
    assert page.locator(".option:visible .label").all_inner_texts() == ["Explore +5", "Explore +1,+1"]
    page.locator(".phase[data-word=consume]").click()
    assert page.locator(".option:visible .label").all_inner_texts() == ["Consume: Trade", "Consume: 2x VPs"]
    page.locator(".phase[data-word=settle]").click()

    until(page, "!seat.busy && seat.question && seat.question.asked.name !== 'action'")


def test_the_question_is_put_aside_while_the_table_shows_an_earlier_moment(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "roll", 2, 1440, 900)
    asked = page.locator(".ask .asks").inner_text()
    answers = page.locator("#table .open").count()

    page.evaluate("room.go(0)")
    assert not page.locator(".ask").is_visible()
    assert page.locator(".looking").inner_text().startswith("You are looking back")
    assert [*filter(None, page.locator(".score").all_inner_texts())] == []

    page.locator("#now").click()
    assert not page.locator(".looking").is_visible()
    assert page.locator(".ask .asks").inner_text() == asked
    assert page.locator("#table .open").count() == answers > 0


def test_enter_finishes_a_choice_of_several_after_an_answer_by_key(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)
    page.evaluate("seat.focus()")

    page.keyboard.press("Enter")  # nothing is chosen yet, and two cards must be
    assert page.evaluate("seat.question.total") == 0
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")

    until(page, "!seat.busy && seat.question && seat.question.asked.name === 'action'")


def test_the_settings_of_a_guest_have_no_way_to_the_authors_room(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)
    page.evaluate("() => { byId('seat').dataset.author = ''; settings.open(); }")

    assert page.get_by_role("link", name="Make your own pieces").count() == 0
    assert "null" not in page.locator("#dialog").inner_text()


def test_a_ship_of_a_player_is_not_shown_in_another_colour(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "galaxies", 2, 1440, 900)

    page.locator(".pawned").first.hover()
    page.wait_for_timeout(300)

    assert not page.locator(".zoom").is_visible()


def test_a_supply_that_is_overdrawn_is_shown_as_empty(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)

    page.evaluate(
        "() => { const now = room.film.at(room.now); now.counters.pool = -3; room.table.show(now, new Set(), {}); }"
    )

    assert page.locator(".middle li[data-name=pool]").inner_text().split() == ["0", "VP", "chips", "left"]


def test_points_and_military_beside_the_names_are_those_of_now(server: Server, page_at: Opener) -> None:
    page = sit_down(server, page_at, "race", 2, 1440, 900)
    standing = page.evaluate("seat.state.standing")

    shown = page.locator(".panel[data-seat] li[data-name^=military]").all_inner_texts()

    assert shown == [f"{value}\nMilitary" for value in standing["numbers"]["military"]]
    scores = page.locator(".panel[data-seat] .score").all_inner_texts()
    assert [int(score.split()[0]) for score in scores] == standing["scores"]
