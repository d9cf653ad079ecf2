"""People who play in a real browser: `rftg serve`, its room for play."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from lanes import slow
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.format.record import parse_json
from show.browser.browser import LOGS, Opener, until
from show.browser.serving import Server, folder_of

GAMES = ("roll", "race", "galaxies")

OUT_OF_REACH = """() => [...document.querySelectorAll("*")]
    .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY) && one.tabIndex < 0)
    .filter((one) => !one.querySelector("a, button, input, select, textarea, [tabindex]"))
    .map((one) => one.id || one.className || one.tagName)"""
"""What scrolls, and cannot be scrolled by keyboard."""

CLICKS = """async (most) => {
    // A person who answers anything, by clicks alone: as the numbers of a simple generator say.
    let state = 7;
    const any = (n) => ((state = (state * 69069 + 12345) % 2147483648) >>> 12) % n;
    let [answered, idle] = [0, 0];
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    while (!seat.state.over && answered < most) {
        if (!seat.question || seat.busy) {
            if ((idle += 1) > 2000) throw new Error("nobody asks");
            await pause(5);
            continue;
        }
        idle = 0;
        const [{ question }, { form, low, high }] = [seat, seat.state.question];
        const before = seat.state.changes;
        const ask = document.querySelector(".ask");
        if (form === "one") [...ask.querySelectorAll(".pick")][any(ask.querySelectorAll(".pick").length)].click();
        else {
            const wanted = low + any(Math.min(high, low + 3) - low + 1);
            const all = [...ask.querySelectorAll(".step:last-of-type, .pick")];
            const enough = () => form === "amount" || question.given || question.total >= wanted;
            for (let tries = 0; tries < 300 && !enough(); tries += 1) {
                const one = all[any(all.length)];
                if (one.getAttribute("aria-pressed") !== "true") one.click();
            }
            if (!question.given) ask.querySelector("#done").click();
        }
        for (let waits = 0; waits < 2000 && seat.state.changes === before; waits += 1) await pause(2);
        if (seat.state.changes === before) throw new Error(`no answer to ${seat.state.question.text}`);
        answered += 1;
    }
    return answered;
}"""


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of([LOGS / "galaxies.rlog.gz"], tmp_path_factory.mktemp("games"))


def logs_of(server: Server) -> set[Path]:
    return set(Path(server.words[0]).glob("*.rlog"))


class Begun:
    """A game that begins in a block, its log, and the links of its people."""

    def __init__(self, server: Server, before: set[Path]) -> None:
        (self.log,) = logs_of(server) - before
        kept = json.loads(self.log.with_name(f"{self.log.name}.seats").read_text())
        self.links = [f"/seat/{seat['secret']}" for seat in kept["seats"]]

    @property
    def text(self) -> str:
        return self.log.read_text()


def begun(server: Server, of: str, seats: list[str], seed: str = "people") -> Begun:
    before = logs_of(server)
    sent = json.dumps({"of": of, "seats": seats, "seed": seed}).encode()
    status, _, body = server.ask("/play/new", sent, Content_Type="application/json", Origin=server.root)
    assert status == 200, body
    return Begun(server, before)


def state(server: Server, link: str, line: int = 0) -> Any:
    return json.loads(server.ask(f"{link}/state?from={line}", key=False)[2])


def send(server: Server, link: str, what: str, **data: Any) -> tuple[int, Any]:
    answer = server.ask(f"{link}/{what}", json.dumps(data).encode(), key=False, Content_Type="application/json")
    return answer[0], json.loads(answer[2])


def first_answer(question: Any) -> Any:
    """Some answer to a question."""
    ids, low = [option["id"] for option in question["options"]], question["low"]
    match question["form"]:
        case "one":
            return ids[0]
        case "some":
            return ids[:low]
        case "amount":
            return low
    amounts, left = {}, low
    for option in question["options"]:
        if n := min(left, option["there"]):
            amounts[option["id"]] = n
        left -= n
    return amounts


# -- in a browser --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["galaxies", *[pytest.param(one, marks=slow) for one in ("roll", "race")]])
def test_a_whole_game_is_played_by_clicks(server: Server, room: Opener, game: str) -> None:
    page = room(f"/play?of={game}", reduced_motion="reduce")
    page.set_default_timeout(60_000)
    before = logs_of(server)
    assert page.locator("[name='seat 1']").input_value() == "me"  # with friends, as the link on the home page says
    page.locator("[name='seat 1']").select_option("greedy")
    page.locator("summary").click()
    page.locator("[name=seed]").fill("clicks")
    page.locator("#start").click()
    page.wait_for_selector("body.live[data-ready]")

    answered = page.evaluate(CLICKS, 2_000)

    assert answered > 20
    until(page, "seat.state.over && room.now === room.steps.length")
    assert "Won by" in page.locator("#caption").inner_text()
    verdict = audit_file(Begun(server, before).log)
    assert verdict.verdict == "valid" and verdict.complete


def test_the_server_is_killed_and_play_goes_on(page_at: Opener, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with Server(str(tmp_path)) as server:
        killed_and_gone_on(server, page_at)


def killed_and_gone_on(server: Server, page_at: Opener) -> None:
    game = begun(server, "galaxies", ["me:Anna", "greedy"])
    (link,) = game.links
    page = page_at(server.root + link, reduced_motion="reduce", forgives="ERR_")
    page.evaluate(CLICKS, 5)
    before = page.evaluate("seat.lines")

    server.kill()
    log = game.text.count("\n")
    page.evaluate("document.querySelector('.ask .pick, .ask #done:not(:disabled)').click()")
    until(page, "document.querySelector('.ask .wrong') !== null")
    assert "does not answer" in page.locator(".ask .wrong").inner_text()
    server.start()
    page.goto(server.root + link)
    page.wait_for_selector("body[data-ready]")

    assert page.evaluate("seat.lines") >= before and game.text.count("\n") >= log
    page.evaluate(CLICKS, 5)
    leaves(page)
    verdict = audit_file(game.log)
    assert verdict.verdict == "valid" and verdict.complete


def test_two_people_play_in_two_windows(server: Server, page_at: Opener) -> None:
    game = begun(server, "race", ["me:Anna", "me:Ben"])
    link, other = game.links
    anna, ben = page_at(server.root + link), page_at(server.root + other)
    asked, waiting = (anna, ben) if anna.evaluate("Boolean(seat.question)") else (ben, anna)
    assert "Waiting" in waiting.locator(".ask").inner_text()

    asked.evaluate(CLICKS, 1)

    until(waiting, "Boolean(seat.question)")
    assert "Your turn" in waiting.locator(".ask").inner_text()


def test_an_answer_can_be_taken_back_until_the_game_goes_on(server: Server, page_at: Opener) -> None:
    game = begun(server, "roll", ["me", "greedy"], "taking back")
    (link,) = game.links
    page = page_at(server.root + link, reduced_motion="reduce")
    for _ in range(12):
        if page.locator("#take-back").count():
            break
        page.evaluate(CLICKS, 1)
    question, lines = page.evaluate("seat.state.question"), game.text.count("\n")
    assert question["nth"] > 0
    assert "You can still take this back" in page.locator("#caption").inner_text()

    page.locator("#take-back").click()

    until(page, f"seat.state.question.nth === {question['nth'] - 1}")
    assert game.text.count("\n") == lines


def test_a_click_on_the_table_is_an_answer(server: Server, page_at: Opener) -> None:
    game = begun(server, "race", ["me", "greedy"], "table")
    (link,) = game.links
    page = page_at(server.root + link, reduced_motion="reduce")
    until(page, "document.querySelectorAll('#panel-0 .card.open').length > 2")

    cards = page.locator("#panel-0 .card.open")
    low = page.evaluate("seat.state.question.low")
    for nth in range(low):
        cards.nth(nth).click()

    assert page.evaluate("seat.question.total") == low and page.locator("#done").is_enabled()
    assert page.locator(".pick[aria-pressed=true]").count() == low


def test_people_play_with_the_keyboard_alone(room: Opener) -> None:
    page = room("/play?of=galaxies", reduced_motion="reduce")

    def pressed_until(wanted: str) -> None:
        for _ in range(60):
            if page.evaluate(f"document.activeElement.matches({wanted!r})"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} is not reached by Tab")

    pressed_until("[name='seat 1']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    pressed_until("#start")
    page.keyboard.press("Enter")
    page.wait_for_selector("body.live[data-ready]")
    for _ in range(4):
        until(page, "Boolean(seat.question) && !seat.busy")
        before = page.evaluate("seat.state.changes")
        pressed_until(".ask .pick, .ask #done:not(:disabled)")
        page.keyboard.press("Enter")
        until(page, f"seat.state.changes > {before}")


@pytest.mark.parametrize("of", GAMES)
def test_a_seat_fits_a_phone_and_has_names_for_a_screen_reader(server: Server, page_at: Opener, of: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    game = begun(server, of, ["me", "greedy"])
    (link,) = game.links
    page = page_at(server.root + link, 375, 667, is_mobile=True, has_touch=True, reduced_motion="reduce")
    page.evaluate(CLICKS, 6)

    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.locator(".asks").bounding_box()["y"] < 500
    assert page.evaluate(OUT_OF_REACH) == []
    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert result.violations_count == 0, result.generate_report()


def test_what_if_goes_on_from_a_line_of_another_game(server: Server, room: Opener) -> None:
    page = room("/replay/log?name=0/galaxies.rlog.gz#line=60", reduced_motion="reduce")

    before = logs_of(server)
    page.locator("#what-if").click()
    page.locator("#dialog .main").click()
    page.wait_for_selector("body.live[data-ready]")

    source, log = list(read_log(LOGS / "galaxies.rlog.gz")), Begun(server, before).log
    assert list(read_log(log))[:60] == source[:60]
    assert {"does": "sits", "k": "seat", "seat": 0, "who": "me"} in [parse_json(line) for line in read_log(log)]
    page.evaluate(CLICKS, 5)
    leaves(page)
    assert audit_file(log).verdict == "valid"


def leaves(page: Any) -> None:
    """The person leaves the seat to a bot, which plays to the end."""
    page.locator("#leave").click()
    page.locator("#dialog .main", has_text="Leave").click()
    until(page, "seat.state.over")


# -- links and answers ---------------------------------------------------------------------------------------------


def test_a_link_opens_one_seat_and_nothing_else(server: Server) -> None:
    game = begun(server, "race", ["me:Anna", "me:Ben"])
    link, other = game.links

    assert server.ask(link, key=False)[0] == 200 and link != other
    assert server.ask("/seat/wrong", key=False)[0] == 404
    assert server.ask("/play", key=False)[0] == 403
    mine, theirs = state(server, link), state(server, other)
    hands = [seen["reel"]["tables"][0][1]["pieces"] for seen in (mine, theirs)]
    assert mine["seat"] == 0 and theirs["seat"] == 1
    cards = [set(filter(None, json.dumps(seen["reel"]["lines"]).split('"'))) for seen in (mine, theirs)]
    hidden = {
        event[3]
        for line in read_log(game.log)
        for event in parse_json(line).get("fx", ())
        if event[0] == "move" and str(event[4]).startswith("hand.1")
    }
    assert hands and len(hidden) >= 4
    assert not hidden & cards[0] and hidden <= cards[1]
    mode = stat.S_IMODE(os.stat(game.log.with_name(f"{game.log.name}.seats")).st_mode)
    assert mode == 0o600 and len(link.rpartition("/")[2]) >= 22


def test_the_log_of_a_game_in_progress_is_not_replayed(server: Server) -> None:
    game = begun(server, "race", ["me:Anna", "me:Ben"])

    assert server.ask(f"/replay/data?name=0/{game.log.name}")[0] == 404
    assert game.log.name not in server.ask("/replay")[2].decode()
    fork = json.dumps({"name": f"0/{game.log.name}", "line": 5, "seats": ["me", "greedy"]}).encode()
    status, _, body = server.ask("/play/fork", fork, Content_Type="application/json", Origin=server.root)
    assert status == 400 and b"still being played" in body


def test_two_windows_cannot_make_two_moves(server: Server) -> None:
    game = begun(server, "galaxies", ["me", "greedy"])
    (link,) = game.links
    question = state(server, link)["question"]
    answer = {"at": question["at"], "nth": 0, "from": 0, "answer": first_answer(question), "said": "x"}

    first, again = send(server, link, "answer", **answer), send(server, link, "answer", **answer)

    assert first[0] == 200 and again[0] == 409
    mine = [record for record in map(parse_json, read_log(game.log)) if record["k"] == "do" and record["seat"] == 0]
    assert len(mine) <= 1


def test_nobody_answers_for_another_seat(server: Server) -> None:
    game = begun(server, "race", ["me:Anna", "me:Ben"])
    link, other = game.links
    asked = state(server, link)["question"] or state(server, other)["question"]
    waits = other if state(server, link)["question"] else link
    before = game.text

    answer = send(server, waits, "answer", at=asked["at"], nth=0, **{"from": 0}, answer=first_answer(asked), said="x")

    assert answer[0] == 409 and game.text == before


@pytest.mark.parametrize("answer", ["nothing of the kind", 99, [], {"x": 1}, ["a"] * 50, {"x": -1}, {"x": "y"}, [1, 2]])
def test_an_illegal_answer_changes_nothing(server: Server, answer: Any) -> None:
    game = begun(server, "roll", ["me", "greedy"])
    (link,) = game.links
    question, before = state(server, link)["question"], game.text

    status, reply = send(server, link, "answer", at=question["at"], nth=0, **{"from": 0}, answer=answer, said="x")

    assert status == 400 and reply["wrong"]["message"] and game.text == before


@pytest.mark.parametrize(
    "sent",
    [b"", b"[]", b"{", b"[" * 90_000, b'{"at": "x"}', b'{"at": -1, "nth": 0}', b'{"at": 1e9, "nth": 0, "answer": 1}'],
)
def test_what_no_page_sends_is_refused(server: Server, sent: bytes) -> None:
    game = begun(server, "roll", ["me", "greedy"])
    (link,) = game.links

    status, _, body = server.ask(f"{link}/answer", sent, key=False, Content_Type="application/json")

    assert status == 400 and b"reload the page" in body
    assert server.ask(f"{link}/answer", b'{"at":1}', key=False, Content_Type="text/plain")[0] == 400


@pytest.mark.parametrize(
    "seats", [["greedy", "greedy"], ["me", "evil.py:run"], ["me", "/tmp/evil.py:run"], ["me", ""], ["me"] * 9, []]
)
def test_only_people_and_installed_bots_sit_down(server: Server, seats: list[str]) -> None:
    sent = json.dumps({"of": "roll", "seats": seats}).encode()
    before = logs_of(server)

    status, _, body = server.ask("/play/new", sent, Content_Type="application/json", Origin=server.root)

    assert status == 400 and json.loads(body)["wrong"]["message"]
    assert logs_of(server) == before


def test_a_person_leaves_and_a_bot_plays_on(server: Server) -> None:
    game = begun(server, "galaxies", ["me:Anna", "greedy"])
    (link,) = game.links

    status, reply = send(server, link, "give-up", **{"from": 0}, concedes=True, bot="random")

    assert status == 200 and reply["over"] and reply["people"] == []
    kinds = [record["does"] for record in map(parse_json, read_log(game.log)) if record["k"] == "seat"]
    assert kinds == ["concedes", "sits"]
    assert audit_file(game.log).verdict == "valid"
    assert send(server, link, "give-up", **{"from": 0}, concedes=True, bot="random")[0] == 409
