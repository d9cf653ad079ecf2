"""Every command and every address has a row that says how it shows a game to a viewer, or why it does not."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import Route

from commands import NAMES
from hidden.surfaces import COMMANDS, ROUTES
from rftg_dsl.show.browser.site import Site


def test_every_command_has_a_row() -> None:
    assert sorted(COMMANDS) == sorted(NAMES)


def test_every_address_has_a_row(tmp_path: Path) -> None:
    there = {route.path for route in Site([tmp_path], tmp_path).make_routes() if isinstance(route, Route)}
    assert set(ROUTES) == there


def test_a_row_without_a_call_gives_a_reason() -> None:
    assert all(row for row in (*COMMANDS.values(), *ROUTES.values()))
