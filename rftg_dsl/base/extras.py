"""Extras: optional libraries that only some commands need, and the command that installs them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shlex import quote
from urllib.parse import unquote, urlsplit

from rftg_dsl.base.diagnostic import UsageError


@contextmanager
def require_extra(name: str, what: str) -> Iterator[None]:
    """Raise ``UsageError`` if an import in the block fails; ``what`` names the feature that needs the library."""
    try:
        yield
    except ImportError:
        raise UsageError(
            f"{what} needs the extra {name!r}", f"install it: {command_to_install(name)}", "missing-extra"
        ) from None


def command_to_install(extra: str) -> str:
    """Return the command that adds an extra to this installation of the program, however it was installed.

    If nothing shows how, return the commands of pip and of pipx.
    """
    wanted = f"'rftg-dsl[{extra}]'"
    prefix = Path(sys.prefix)
    # pipx and uv each leave a file of their own in an environment that they have made for a program.
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject rftg-dsl {wanted}"
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {wanted}"
    if folder := find_checkout():
        return f"{quote(sys.executable)} -m pip install --editable {quote(f'{folder}[{extra}]')}"
    if sys.prefix != sys.base_prefix:
        return f"{quote(sys.executable)} -m pip install {wanted}"
    return f"pip install {wanted}, or pipx install {wanted}"


def find_checkout() -> str:
    """The folder of the sources, if the program runs from them (an editable installation); otherwise empty."""
    try:
        source = json.loads(distribution("rftg-dsl").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return ""
    editable = source.get("dir_info", {}).get("editable", False)
    return unquote(urlsplit(source["url"]).path) if editable else ""
