"""`rftg serve` as people start it: whether it opens a browser, and where it keeps games."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rftg_dsl.cli import app
from rftg_dsl.show.browser.opening import can_open_page, try_to_open

pytest.importorskip("uvicorn")

from rftg_dsl.show.browser import server
from rftg_dsl.show.browser.server import find_own_address, host_to_open

SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("terminal", "environment", "system", "opens"),
    [
        (True, SCREEN, "linux", True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        (True, {}, "darwin", True),
        (True, {}, "win32", True),
        (True, {}, "linux", False),
        (True, {"DISPLAY": ""}, "linux", False),
        (False, SCREEN, "linux", False),
        (False, {}, "darwin", False),
        (True, {**SCREEN, "SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"}, "linux", False),
    ],
)
def test_a_browser_is_opened_only_in_front_of_a_person(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: Mapping[str, str], system: str, opens: bool
) -> None:
    monkeypatch.setattr("rftg_dsl.show.browser.opening.is_terminal", lambda _: terminal)

    assert can_open_page(environment, system) is opens


def test_a_browser_that_fails_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise webbrowser.Error("no browser here")

    monkeypatch.setattr(webbrowser, "open", fail)

    try_to_open("http://127.0.0.1/")


class Quick:
    """A server that stops at once."""

    def __init__(self, _: Any) -> None: ...

    def run(self, sockets: Any) -> None:
        """Serve nothing."""


@pytest.fixture
def browser_visits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were opened in a browser; there is one, and a person's own folder for data."""
    addresses: list[str] = []
    monkeypatch.setattr(server, "Server", Quick)
    monkeypatch.setattr("rftg_dsl.show.browser.opening.can_open_page", lambda: True)
    monkeypatch.setattr("rftg_dsl.show.browser.opening.open_page", addresses.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return addresses


def run_serve(*words: str) -> Result:
    return CliRunner().invoke(app, ["serve", "--port", "0", *words], catch_exceptions=False)


def test_the_address_that_is_printed_is_opened(browser_visits: list[str]) -> None:
    result = run_serve()

    assert result.exit_code == 0
    assert browser_visits == [result.stdout.splitlines()[0]] and browser_visits[0].startswith("http://127.0.0.1:")


def test_it_is_not_opened_if_nobody_wants_it(browser_visits: list[str]) -> None:
    assert run_serve("--no-browser").exit_code == 0
    assert browser_visits == []


def test_games_are_kept_in_a_folder_of_the_users_own_which_is_named(browser_visits: list[str], tmp_path: Path) -> None:
    own = tmp_path / "data" / "rftg" / "games"

    first, second = (run_serve().stdout.splitlines() for _ in range(2))

    assert first[1] == second[1] == f"games are kept in {own}"
    assert own.is_dir()


def test_games_are_kept_in_the_folder_that_is_given(browser_visits: list[str], tmp_path: Path) -> None:
    (tmp_path / "evening").mkdir()

    result = run_serve(str(tmp_path / "evening"))

    assert f"games are kept in {tmp_path / 'evening'}" in result.stdout
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("games.local", "games.local")]
)
def test_the_host_of_the_address_is_the_one_that_was_chosen(host: str, shown: str) -> None:
    assert host_to_open(host) == shown


def test_a_server_for_the_network_prints_an_address_that_others_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "find_own_address", lambda host: {"0.0.0.0": "192.168.1.7", "::": "fd00::7"}[host])

    assert [host_to_open("0.0.0.0"), host_to_open("::")] == ["192.168.1.7", "[fd00::7]"]


def test_without_a_network_the_address_is_the_one_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(server.socket, "socket", fail)

    assert find_own_address("0.0.0.0") == "0.0.0.0"
