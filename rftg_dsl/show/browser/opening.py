"""Opening a page in the user's browser, if there is one to be seen."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread

from rftg_dsl.show.terminal.paint import is_terminal


def can_open_page(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> bool:
    """Whether a browser would appear on the screen of the person who reads the terminal."""
    # Over SSH, a browser would open on the other machine.
    if not is_terminal(sys.stdout) or environment.get("SSH_CONNECTION"):
        return False
    return system in ("win32", "darwin") or any(map(environment.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def open_page(address: str) -> None:
    """Open a page in the user's browser, without waiting for it. If that fails, the user can still type the address."""
    Thread(target=try_to_open, args=[address], daemon=True).start()


def try_to_open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
