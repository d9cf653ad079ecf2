"""Static files: scripts, styles, and the markup for the replay room."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

ROOM = ("film.js", "page.js", "spoken.js", "things.js", "table.js", "moving.js", "zoom.js", "replay.js")
"""The scripts of a page that shows a game, in dependency order."""


@cache
def read_static(name: str) -> str:
    """Return the text of a static file. Raise ``FileNotFoundError`` if there is no such file."""
    return files(__name__).joinpath(name).read_text("utf-8")


@cache
def address_of(name: str) -> str:
    """Return the URL of a static file; it contains a digest, so that browsers can cache the file forever."""
    return f"/static/{name}?{sha256(read_static(name).encode()).hexdigest()[:12]}"


@cache
def list_names() -> frozenset[str]:
    return frozenset(file.name for file in files(__name__).iterdir())
