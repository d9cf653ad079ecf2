"""What no page sends is a bad request, and every answer is guarded and keeps the places of files to itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from show.browser.serving import ask_app

pytest.importorskip("starlette")

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.show.browser import access, site
from rftg_dsl.show.browser.responses import status_of, without_folders

KEY = "key"
JSON = "application/json"


@pytest.fixture
def app(tmp_path: Path) -> Any:
    folder = tmp_path / "home of anna"
    folder.mkdir()
    return site.make_site([folder], folder, KEY, [])


@pytest.mark.parametrize(
    ("code", "status"), [("missing-file", 404), ("missing-power", 400), ("missing-extra", 400), ("too-busy", 503)]
)
def test_only_what_is_not_there_is_answered_as_not_found(code: str, status: int) -> None:
    assert status_of(UsageError("wrong", "", code)) == status


def ask(app: Any, address: str, *parts: bytes, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to somebody with the key."""
    return ask_app(app, address, *parts, cookie=f"rftg-80={KEY}", content_type=JSON, **headers)


def begin(app: Any, seats: list[str]) -> str:
    """The address of a new game."""
    status, _, body = ask(app, "/play/new", json.dumps({"of": "galaxies", "seats": seats, "seed": "1"}).encode())
    assert status == 200, body
    return str(json.loads(body)["address"])


ROUTES = ("/play/new", "/play/fork", "/author/check", "/author/measure", "/author/save", "/author/add")
SEAT_ROUTES = ("answer", "back", "give-up")
PLAIN: dict[str, Any] = {
    "of": "galaxies",
    "seats": ["me", "me"],
    "options": {},
    "edition": "",
    "seed": "",
    "name": "x",
    "line": 1,
    "set": "0/x",
    "texts": {"a.rftg": ""},
    "file": "a.rftg",
    "offset": 0,
    "sides": ["x"],
    "before": "",
    "after": "",
    "at": 1,
    "nth": 0,
    "from": 0,
    "answer": "x",
    "said": "x",
    "concedes": False,
    "bot": "greedy",
}


@pytest.mark.parametrize("odd", ['"\\ud800"', '["\\udfff"]', '{"\\ud800":""}', "NaN", "-Infinity", "1e999999999999"])
def test_what_cannot_be_written_again_is_refused_wherever_it_is_sent(app: Any, odd: str) -> None:
    link = begin(app, ["me:Anna", "random"])
    before = ask(app, f"{link}/state")[2]

    for route in (*ROUTES, *[f"{link}/{each}" for each in SEAT_ROUTES]):
        for name in PLAIN:
            body = json.dumps(PLAIN | {name: "ODD"}).replace('"ODD"', odd)
            status, _, answer = ask(app, route, body.encode())
            assert status in (400, 404, 409) and "wrong" in json.loads(answer), (route, name, status)

    assert ask(app, f"{link}/state")[2] == before


def break_app(*_: object, **__: object) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("address", ["/", "/library", "/play", "/library/data?of=roll", "/nowhere"])
def test_an_answer_to_a_mistake_of_ours_is_guarded(app: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.Known, "find_collections", break_app)
    monkeypatch.setattr(site.Strangers, "do", break_app)

    _, headers, _ = ask(app, address)

    assert {name.lower(): value for name, value in access.HEADERS.items()}.items() <= headers.items()
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "origin", ["http://[", "http://", "null", "://127.0.0.1:x", "http://127.0.0.1:99999999", "\xff"]
)
def test_a_strange_origin_is_refused(app: Any, origin: str) -> None:
    assert ask(app, "/play/new", b"{}", origin=origin)[0] == 403


@pytest.mark.parametrize("route", ["/play/new", "/replay/dropped", "/author/check", "/seat/x/answer"])
def test_a_body_that_is_cut_off_is_nobodys_mistake(app: Any, route: str) -> None:
    async def cut_off(scope: Any, receive: Any, send: Any) -> None:
        async def half() -> Any:
            message = await receive()
            return message | {"more_body": True} if message["type"] == "http.request" else message

        await app(scope, half, send)

    ask(cut_off, route, b"half")  # raises nothing


# -- places of files ---------------------------------------------------------------------------------------------


def test_a_seat_does_not_learn_where_its_game_is_kept(app: Any, tmp_path: Path) -> None:
    link = begin(app, ["me:Anna", "me:Ben"])
    assert link.startswith("/play/table/")
    (seats,) = tmp_path.rglob("*.seats")
    link = f"/seat/{json.loads(seats.read_text())['seats'][0]['secret']}"
    other = site.make_site([seats.parent], seats.parent, KEY, [])

    for address in (f"{link}/state", link):
        status, _, body = ask(other, address)
        assert status == 400 and b"is being written by another program" in body
        assert b"anna" not in body and seats.name.removesuffix(".seats").encode() in body


def test_the_author_and_the_library_call_files_as_within_their_folder(tmp_path: Path) -> None:
    shelf = tmp_path / "home of anna"
    mine = shelf / "mine"
    mine.mkdir(parents=True)
    (mine / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    (mine / "tiles.rftg").write_text("tile T90 {\n")
    (mine / "dangling.rftg").symlink_to(tmp_path / "nowhere")
    app = site.make_site([shelf], shelf, KEY, [])

    sent = json.dumps({"set": "0/mine", "texts": {}, "file": "tiles.rftg", "offset": 0, "sides": ["T90"]}).encode()
    bodies = [ask(app, "/library/data?of=roll%2B0/mine")[2]]
    bodies += [ask(app, f"/author/{task}", sent)[2] for task in ("check", "measure")]
    (mine / "tiles.rftg").write_text("")
    (mine / "dangling.rftg").unlink()
    bodies.append(ask(app, "/library/data?of=roll%2B0/mine")[2])

    assert all(b"anna" not in body for body in bodies), bodies


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/home/anna/games/a b.rlog is packed", "a b.rlog is packed"),
        ("there is no folder /home/anna/games", "there is no folder games"),
        ("/home/anna/games/../games/x", "../games/x"),
        (
            "see /home/anna/games-old/x and /srv/home/anna/games/x",
            "see /home/anna/games-old/x and /srv/home/anna/games/x",
        ),
        ("no file is called 'games'", "no file is called 'games'"),
    ],
)
def test_folders_are_left_out_of_a_text(text: str, told: str) -> None:
    assert without_folders(text, [Path("/home/anna/games"), Path("/")]) == told
