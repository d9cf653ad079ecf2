"""Files that contain secrets, such as a text that the host has committed to but not yet revealed. Only their owner can
read them."""

from __future__ import annotations

import os
from pathlib import Path

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import OWNER
from rftg_dsl.log.format.write_log import explain_errors, sync_folder
from rftg_dsl.log.proof.randomness import Randomness, Secret, secret_of

LONGEST = 1_000


def host_file_beside(log: Path) -> Path:
    return log.with_name(f"{log.name}.host")


def write_secret(path: Path, text: str) -> None:
    """Write a secret to a new file, and return once it is on disk. Raise ``UsageError`` if the file already exists."""
    with explain_errors(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), OWNER)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)


def read_secret(log: Path, promise: str) -> Secret | None:
    try:
        with host_file_beside(log).open("rb") as file:
            secret = secret_of(file.read(LONGEST).decode().removesuffix("\n"))
    except (OSError, UnicodeDecodeError):
        return None
    return secret if secret.commitment == promise else None


def salt_file_beside(log: Path) -> Path:
    return log.with_name(f"{log.name}.salt")


def find_salt_secret(log: Path, dice: Randomness) -> str:
    """Return the secret that a sealed log's salts are derived from, either its seed or the content of a file beside it.
    Raise ``UsageError`` if there is neither a seed nor a file."""
    if dice.seed is not None:
        return dice.seed
    try:
        with salt_file_beside(log).open("rb") as file:
            return file.read(LONGEST).decode().removesuffix("\n")
    except (OSError, UnicodeDecodeError):
        hint = f"put {salt_file_beside(log).name}, which the host has, next to the log"
        raise UsageError("the secret that sealed this log is not in a file next to it", hint, "wrong-seed") from None


def forget_secret(log: Path) -> None:
    """Delete the file that contains the host's secret, which the log has revealed by now."""
    host_file_beside(log).unlink(missing_ok=True)
