"""What pages consist of: scripts, styles, and the markup of the replay room."""

from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def read_static(name: str) -> str:
    """The text of one of these files; ``FileNotFoundError`` if there is none."""
    return files(__name__).joinpath(name).read_text("utf-8")


@cache
def address_of(name: str) -> str:
    """Where a page finds one of these files. Another text has another address: browsers can keep what they have."""
    return f"/static/{name}?{sha256(read_static(name).encode()).hexdigest()[:12]}"


@cache
def list_names() -> frozenset[str]:
    """The names of these files."""
    return frozenset(file.name for file in files(__name__).iterdir())
