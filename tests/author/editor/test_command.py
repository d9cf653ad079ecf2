"""The command `rftg lsp` itself."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from author.editor.client import RFTG, session
from rftg_dsl.base.extras import command_to_install
from rftg_dsl.cli import app


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "rftg_dsl.author.editor.language_server", None)

    done = CliRunner().invoke(app, ["lsp"])

    assert done.exit_code == 2
    assert "error[missing-extra]" in done.stderr and command_to_install("lsp") in done.stderr


def test_nobody_is_left_waiting_at_a_terminal() -> None:
    outside, inside = pty.openpty()
    with subprocess.Popen([RFTG, "lsp"], stdin=inside, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        os.close(inside)
        out, wrong = running.communicate(timeout=60)
    os.close(outside)

    assert running.returncode == 2 and out == b""
    assert b"must be started by an editor" in wrong


def test_the_help_loads_nothing_of_it() -> None:
    script = (
        "import sys; from rftg_dsl.cli import app\n"
        "from typer.testing import CliRunner; CliRunner().invoke(app, ['lsp', '--help'])\n"
        "print(sorted({'pygls', 'lsprotocol', 'rftg_dsl.author.editor.language_server'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_the_editor_is_asked_to_watch_what_others_change() -> None:
    for editor in session(watching=True):
        asked = editor.until(lambda message: message.get("method") == "client/registerCapability")
        (wanted,) = asked["params"]["registrations"]

        assert wanted["method"] == "workspace/didChangeWatchedFiles"
        watched = {watcher["globPattern"] for watcher in wanted["registerOptions"]["watchers"]}
        assert watched == {"**/*.rftg", "**/set.toml"}


def test_the_editor_learns_what_can_be_asked() -> None:
    for editor in session():
        capabilities = editor.capabilities

        assert (
            capabilities["textDocumentSync"]["change"] == 1
        )  # the whole text: nothing depends on how lines are counted
        for what in ("hover", "completion", "definition", "references", "rename", "codeAction", "inlayHint"):
            assert capabilities[f"{what}Provider"]
        assert capabilities["documentFormattingProvider"]
