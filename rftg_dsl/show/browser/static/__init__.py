"""Static files: scripts, styles, and the markup of the replay room."""

from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def read_static(name: str) -> str:
    """The text of a static file; raises ``FileNotFoundError`` if there is none."""
    return files(__name__).joinpath(name).read_text("utf-8")


@cache
def address_of(name: str) -> str:
    """The URL of a static file, with a digest so that browsers can cache it forever."""
    return f"/static/{name}?{sha256(read_static(name).encode()).hexdigest()[:12]}"


@cache
def list_names() -> frozenset[str]:
    return frozenset(file.name for file in files(__name__).iterdir())
