"""The folder in which the program keeps what a person has made, such as games, unless another one is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rftg_dsl.base.diagnostic import UsageError


def find_data_folder() -> Path:
    """The user's own folder for the program's data, where the system expects it; it need not exist."""
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME", "")
    if os.path.isabs(named):
        return Path(named) / "rftg"
    usual = {"win32": "AppData/Local", "darwin": "Library/Application Support"}.get(sys.platform, ".local/share")
    return Path(os.path.expanduser("~")) / usual / "rftg"


def make_data_folder(name: str) -> Path:
    """Return a folder within the user's data folder. If it does not exist, make one that only the user can read.

    Raise ``UsageError`` if it cannot be made or written to.
    """
    folder = find_data_folder() / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        hint = "name another folder to keep them in"
        raise UsageError(f"{folder} cannot be used for {name}: {error.strerror}", hint, "unwritable") from None
    return folder
