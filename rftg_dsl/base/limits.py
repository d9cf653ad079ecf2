"""Limits on content, logs and requests, each with the code of the diagnostic for exceeding it.

``docs/security.md`` has a table of the limits, which a test compares with this module. Every limit is far above what a
game needs, yet low enough that input within the limits can be checked, played, logged and audited with little time and
memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Limit(NamedTuple):
    """An upper bound, and the code of the diagnostic for exceeding it."""

    most: int
    what: str
    code: str


# -- files -------------------------------------------------------------------------------------------------------

SET_FILE = Limit(10_000, "bytes of a `set.toml`", "file-too-large")
AUTHORS = Limit(20, "authors of a set", "bad-set")
REQUIRED = Limit(50, "sets that a set requires", "bad-set")
FILES = Limit(1_000, "content files of a set", "too-many-files")
SET = Limit(8_000_000, "bytes of all content files of a set", "set-too-large")
BYTES = Limit(4_000_000, "bytes of a content file", "file-too-large")
CHARACTERS = Limit(1_000_000, "characters of a content file", "file-too-large")
LINE = Limit(2_000, "characters of a line", "line-too-long")
NAME = Limit(100, "characters of a text in quotes, such as a printed name", "name-too-long")
WORD = Limit(50, "characters of a word or an id", "name-too-long")
DIGITS = Limit(9, "digits of a number", "number-too-large")
DEPTH = Limit(4, "blocks inside one another", "nesting-too-deep")
NESTED = Limit(20, "parts of a key, and brackets inside one another, of a TOML file", "nesting-too-deep")

# -- packs -------------------------------------------------------------------------------------------------------

PACK = Limit(10_000_000, "bytes of a pack", "pack-too-large")
MEMBERS = Limit(2_000, "files in a pack", "pack-too-many")
MEMBER = Limit(4_000_000, "bytes of a file in a pack", "pack-too-large")
MEMBER_NAME = Limit(200, "bytes of a path in a pack", "pack-name")
MEMBER_DEPTH = Limit(10, "parts of a path in a pack", "pack-name")

# -- native code -------------------------------------------------------------------------------------------------

C_SIZE = Limit(8_000_000, "characters of C that a game is translated to, for the native back end", "no-backend")
C_TIME = Limit(60, "seconds to compile this C", "no-backend")

# -- pictures ----------------------------------------------------------------------------------------------------

LAYOUT_FILE = Limit(100_000, "bytes of a `layouts.toml`", "file-too-large")
BOXES = Limit(100, "boxes of a layout", "bad-layout")
SHEETS = Limit(10_000, "pieces and stickers that `rftg print` lays out", "too-many-pieces")

# -- the game ----------------------------------------------------------------------------------------------------

WORDS = Limit(1_000, "declarations of words", "too-many-words")
LINTS = Limit(200, "lints that a game and its sets declare", "too-many-words")
PLAYERS = Limit(20, "players", "out-of-range")
SUPPLY = Limit(998, "things of a kind in the supply, and of anything that a power names", "out-of-range")
STEPS = Limit(200, "steps of a schedule", "out-of-range")
COPIES = Limit(100, "copies of a piece", "out-of-range")
DESIGNS = Limit(2_000, "components", "too-many-pieces")
PIECES = Limit(2_000, "pieces on the table, with all copies", "too-many-pieces")
CELLS = Limit(100_000, "kinds of things times the places that can hold them", "table-too-large")
OPENING = Limit(600_000, "bytes of all names and ids, as the first line of a log has them", "table-too-large")

# -- powers ------------------------------------------------------------------------------------------------------

PHRASES = Limit(30, "phrases of a power, between its commas and colons", "power-too-long")
POWERS = Limit(50, "powers of a side", "too-many-powers")
ALL_POWERS = Limit(5_000, "powers of all sides", "too-many-powers")
REACTIONS = Limit(1_000_000, "powers that one event can set off, directly or through others", "too-many-reactions")
BEARERS = Limit(10_000, "powers of all pieces, with those of every copy", "too-many-powers")

# -- scenarios ---------------------------------------------------------------------------------------------------

SCENARIOS = Limit(2_000, "scenarios of a set", "too-many-scenarios")
LINES = Limit(200, "lines of a scenario", "scenario-too-long")
ITEMS = Limit(100, "things that a line of a scenario lists", "scenario-too-long")

# -- numbers -----------------------------------------------------------------------------------------------------

LARGEST = 2**53
"""The largest absolute value of a number in a log; every JSON parser can represent it exactly."""
HAPPENINGS = 10_000_000
"""An upper bound on how often anything can happen in one game, since each occurrence takes up part of a log line."""

# -- play --------------------------------------------------------------------------------------------------------

CHAIN = Limit(20_000, "steps and powers between two decisions", "endless-chain")
EVENTS = Limit(10_000, "events between two decisions", "endless-chain")
ROUNDS = Limit(5_000, "rounds or turns of a game that bots play", "endless-game")
GAME = Limit(2_000_000, "events of a game that bots play", "endless-game")
STOPPED = Limit(50_000, "rounds or turns of all games of a simulation that do not end", "endless-game")

# -- logs --------------------------------------------------------------------------------------------------------

WORK = Limit(10_000_000, "steps that reading any log may take, whatever its size", "too-much-work")
WORK_PER_BYTE = Limit(10, "further steps for each byte of a log, each time it is read", "too-much-work")
LOG_NAME = Limit(300, "characters of a name or an id in a log", "too-much-work")
UNPACKED = Limit(
    100, "bytes that each byte of a packed log or recording may unpack to, beyond a million", "too-much-work"
)

# -- lists ---------------------------------------------------------------------------------------------------------

PATHS = Limit(100_000_000, "bytes of a list of paths, as `--files` takes it", "file-too-large")
LISTED = Limit(1_000_000, "paths in a list", "too-many-files")
REPORT = Limit(1_000_000_000, "bytes of a report that `rftg audit --resume` continues", "file-too-large")
VERDICT = Limit(1_000_000, "bytes of a verdict in a report", "file-too-large")

# -- pages -------------------------------------------------------------------------------------------------------

REEL = Limit(200_000, "events of a log that a page shows", "file-too-large")
SERVED = Limit(2_000, "logs and sets that `rftg serve` lists", "too-many-files")
SHELF_DEPTH = Limit(4, "folders inside one another in which `rftg serve` looks for logs and sets", "too-many-files")
READING = Limit(30, "seconds that `rftg serve` works on one log", "too-much-work")
READING_MEMORY = Limit(1_500, "megabytes of memory for that", "too-much-work")
TABLES = Limit(100, "games in progress that `rftg serve` keeps open", "too-many-games")
WINDOWS = Limit(20, "browser windows that watch one seat of a game of `rftg serve`", "too-many-games")
FORKING = Limit(10, "seconds that `rftg serve` plays a log again before 'What if' begins", "too-much-work")
WAITING = Limit(100, "requests to `rftg serve` that wait for one game", "too-busy")
CONNECTIONS = Limit(400, "connections to `rftg serve`, and half of the files that the system lets it open", "too-busy")
ADDRESS = Limit(200, "connections to `rftg serve` from one address, or one IPv6 network", "too-busy")
HEAD_TIME = Limit(10, "seconds in which the head of a request arrives", "too-busy")
BODY_TIME = Limit(120, "seconds in which the body of a request arrives", "too-busy")
SENT = Limit(50_000_000, "bytes that a page sends at once, such as a log that is dropped on it", "file-too-large")


def list_all() -> Iterator[Limit]:
    return (limit for limit in globals().values() if isinstance(limit, Limit))
