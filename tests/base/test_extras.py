"""The command that adds an extra is the one for the way in which the program was installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import command_to_install, require_extra


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with a Python of its own, into which a wheel was installed."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    set_origin(monkeypatch, None)
    return tmp_path


def set_origin(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    """Let the installed program say that it comes from somewhere."""
    installed = SimpleNamespace(read_text=lambda name: text if name == "direct_url.json" else None)
    monkeypatch.setattr("rftg_dsl.base.extras.distribution", lambda name: installed)


def test_pipx_adds_it_to_its_own_environment(prefix: Path) -> None:
    (prefix / "pipx_metadata.json").touch()

    assert command_to_install("web") == "pipx inject rftg-dsl 'rftg-dsl[web]'"


def test_uv_installs_the_tool_again(prefix: Path) -> None:
    (prefix / "uv-receipt.toml").touch()

    assert command_to_install("web") == "uv tool install 'rftg-dsl[web]'"


def test_a_checkout_is_installed_again(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_origin(monkeypatch, json.dumps({"url": "file:///home/anna/my%20games", "dir_info": {"editable": True}}))

    assert command_to_install("web") == f"{prefix}/bin/python -m pip install --editable '/home/anna/my games[web]'"


def test_a_virtual_environment_has_a_pip_of_its_own(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_origin(monkeypatch, json.dumps({"url": "file:///home/anna/rftg.whl", "archive_info": {}}))

    assert command_to_install("web") == f"{prefix}/bin/python -m pip install 'rftg-dsl[web]'"


def test_both_are_named_if_nothing_shows_which(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "base_prefix", str(prefix))

    assert command_to_install("web") == "pip install 'rftg-dsl[web]', or pipx install 'rftg-dsl[web]'"


def test_a_missing_library_is_answered_with_the_command(prefix: Path) -> None:
    (prefix / "pipx_metadata.json").touch()

    with pytest.raises(UsageError) as refused, require_extra("web", "'rftg serve'"):
        raise ImportError("starlette")

    assert (refused.value.message, refused.value.code) == ("'rftg serve' needs the extra 'web'", "missing-extra")
    assert refused.value.hint == "install it: pipx inject rftg-dsl 'rftg-dsl[web]'"
