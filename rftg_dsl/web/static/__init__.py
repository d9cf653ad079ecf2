"""What pages consist of: scripts, styles, and the markup of the replay room."""

from importlib.resources import files


def static(name: str) -> str:
    """The text of one of these files."""
    return files(__name__).joinpath(name).read_text("utf-8")
