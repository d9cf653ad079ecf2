"""How long people wait for pages, in a real browser on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rftg_dsl.library.load import load_standard
from rftg_dsl.log.proof.randomness import dice_of
from rftg_dsl.play.one_game import play_game
from show.browser.browser import LOGS, Opener
from show.browser.serving import Server, folder_of

Report = Callable[..., None]
GAMES = ("roll", "race", "galaxies")
KEPT = {"roll": "roll-2020", "race": "race-second", "galaxies": "galaxies"}
EVENTS = 3_000

STEPS = """(most) => {
    // The times of all steps, each drawn anew: those that are shown are laid out, as they would be.
    const waits = [];
    for (let n = 0; n <= Math.min(most, room.steps.length); n += 1) {
        const began = performance.now();
        room.go(n, false);
        document.body.getBoundingClientRect();
        waits.push(performance.now() - began);
    }
    return waits;
}"""

ANSWERS = """async (most) => {
    // From a click to the next question, with whatever bots do in between.
    const waits = [];
    const pause = (ms) => new Promise((go) => setTimeout(go, ms));
    for (let tries = 0; tries < 4000 && waits.length < most && !seat.state.over; tries += 1) {
        if (!seat.question || seat.busy) {
            await pause(1);
            continue;
        }
        const { options, form, low, at, nth } = seat.state.question;
        const before = seat.state.changes;
        let answer = low;
        if (form === "one") answer = options[0].id;
        else if (form === "some") answer = options.slice(0, low).map((one) => one.id);
        else if (form === "bag") {
            let left = low;
            answer = {};
            for (const one of options) {
                const n = Math.min(left, one.there);
                if (n) answer[one.id] = n;
                left -= n;
            }
        }
        const began = performance.now();
        seat.question.give(answer, "this");
        while (seat.state.changes === before) await pause(0);
        document.body.getBoundingClientRect();
        waits.push(performance.now() - began);
    }
    return waits;
}"""


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of each sort, and one with at least ``EVENTS`` events."""
    folder = folder_of([LOGS / f"{name}.rlog.gz" for name in KEPT.values()], tmp_path_factory.mktemp("served"))
    for seed in range(20):
        log = folder / f"{seed}.rlog"
        if play_game(load_standard("roll"), 5, dice_of(f"long {seed}"), ["random"] * 5, log).events >= EVENTS:
            log.rename(folder / "long.rlog")
            return folder
        log.unlink()
    raise AssertionError("no game is that long")


READY = """document.addEventListener("DOMContentLoaded", () => {
    const noted = () => {
        if (document.body.dataset.ready && !globalThis.readyAt) globalThis.readyAt = performance.now();
    };
    new MutationObserver(noted).observe(document.body, { attributes: true });
});"""


def opened(page: Any, address: str, times: int = 1) -> float:
    """Go to a page so many times; the milliseconds until it is ready, as the browser counts them: the middle of all."""
    page.add_init_script(READY)
    waits = []
    for _ in range(times):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        waits.append(page.evaluate("globalThis.readyAt"))
        page.wait_for_timeout(0 if times == 1 else 300)
    return float(sorted(waits)[times // 2])


def several(times: list[float], number: Report, name: str) -> None:
    """Report the middle of some times, and the longest."""
    times.sort()
    number(f"{name}, half of them", times[len(times) // 2], "ms")
    number(f"{name}, the longest", times[-1], "ms")


def nothing() -> None:
    """What takes long is measured in the browser itself."""


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game(
    benchmark: BenchmarkFixture,
    number: Report,
    room: Opener,
    server: Server,
    game: str,
) -> None:
    benchmark.pedantic(nothing, rounds=1)
    few = benchmark.disabled
    loads = 1 if few else 7
    address = f"/replay/log?name=0/{KEPT[game]}.rlog.gz"
    page = room(address)
    number(f"{game}: the replay room of a game, until it is drawn", opened(page, server.root + address, loads), "ms")

    several(page.evaluate(STEPS, 5 if few else 100_000), number, f"{game}: a step of the replay")

    link = seat_of(server, game)
    page = room(link)
    number(f"{game}: a seat's page with its table", opened(page, server.root + link, loads), "ms")
    waits = page.evaluate(ANSWERS, 3 if few else 40)
    assert waits
    several(waits, number, f"{game}: from a click to the next question, with greedy bots")


def seat_of(server: Server, game: str) -> str:
    """The link of the only person's seat in a new game with two bots."""
    sent = json.dumps({"of": game, "seats": ["me", "greedy", "greedy"], "seed": "wait"}).encode()
    status, _, body = server.ask("/play/new", sent, Content_Type="application/json", Origin=server.root)
    assert status == 200, body
    return str(json.loads(body)["address"])


def test_a_long_game_is_opened(
    benchmark: BenchmarkFixture,
    number: Report,
    room: Opener,
    server: Server,
) -> None:
    benchmark.pedantic(nothing, rounds=1)
    page = room(f"/replay/log?name=0/{KEPT['roll']}.rlog.gz")

    waited = opened(page, f"{server.root}/replay/log?name=0/long.rlog")

    changes = page.evaluate("room.steps.reduce((n, step) => n + step.changes.length, 0)")
    assert changes >= EVENTS // 2
    number(f"a game of {changes:,} changes, until it is drawn", waited, "ms")
    several(page.evaluate(STEPS, 5 if benchmark.disabled else 300), number, f"a step of a game of {changes:,} changes")
