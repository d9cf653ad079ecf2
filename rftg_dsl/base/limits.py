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

SET_FILE = Limit(10_000, "bytes in a `set.toml`", "file-too-large")
AUTHORS = Limit(20, "authors of a set", "bad-set")
REQUIRED = Limit(50, "sets required by one set", "bad-set")
FILES = Limit(1_000, "content files in a set", "too-many-files")
SET = Limit(8_000_000, "bytes in all content files of a set together", "set-too-large")
BYTES = Limit(4_000_000, "bytes in a content file", "file-too-large")
CHARACTERS = Limit(1_000_000, "characters in a content file", "file-too-large")
LINE = Limit(2_000, "characters in a line", "line-too-long")
NAME = Limit(100, "characters in a quoted string, such as a printed name", "name-too-long")
WORD = Limit(50, "characters in a word or an id", "name-too-long")
DIGITS = Limit(9, "digits in a number", "number-too-large")
DEPTH = Limit(4, "levels of nested blocks", "nesting-too-deep")
NESTED = Limit(20, "parts of a dotted key, and levels of nested brackets, in a TOML file", "nesting-too-deep")

# -- spreadsheets ------------------------------------------------------------------------------------------------

SHEET_FILE = Limit(2_000_000, "bytes in a spreadsheet", "file-too-large")
SHEET_ROWS = Limit(5_000, "rows in a spreadsheet", "file-too-large")
SHEET_COLUMNS = Limit(100, "columns in a spreadsheet", "file-too-large")
CELL = Limit(5_000, "characters in a cell of a spreadsheet", "file-too-large")
UNREAD_CELLS = Limit(2_000, "cells of a spreadsheet that cannot be read", "bad-spreadsheet")

# -- packs -------------------------------------------------------------------------------------------------------

PACK = Limit(30_000_000, "bytes in a pack", "pack-too-large")
MEMBERS = Limit(2_000, "files in a pack", "pack-too-many")
MEMBER = Limit(4_000_000, "bytes in one file of a pack", "pack-too-large")
MEMBER_NAME = Limit(200, "bytes in the path of a file in a pack", "pack-name")
MEMBER_DEPTH = Limit(10, "parts in the path of a file in a pack", "pack-name")
SHARED = Limit(100_000, "characters in a text that contains a pack", "pack-too-large")
SHARED_PACK = Limit(1_000_000, "bytes in a pack that is shared as text", "pack-too-large")

# -- native code -------------------------------------------------------------------------------------------------

C_SIZE = Limit(8_000_000, "characters of C code generated for a game by the native back end", "no-backend")
C_TIME = Limit(60, "seconds to compile that C code", "no-backend")

# -- pictures ----------------------------------------------------------------------------------------------------

LAYOUT_FILE = Limit(100_000, "bytes in a `layouts.toml`", "file-too-large")
BOXES = Limit(100, "boxes in a layout", "bad-layout")
PICTURE_BOXES = Limit(4, "boxes with a picture in a layout", "bad-layout")
SHEETS = Limit(10_000, "pieces and stickers printed, or exported to a virtual table, at a time", "too-many-pieces")
DPI = Limit(1_200, "dots per inch of a PNG", "picture-too-large")
PIXELS = Limit(50_000_000, "pixels of a PNG", "picture-too-large")
RASTERS = Limit(1_000, "pictures in a set", "too-many-files")
RASTER = Limit(4_000_000, "bytes in a picture of a set", "file-too-large")
ALL_RASTERS = Limit(20_000_000, "bytes in all pictures of a set together", "set-too-large")
RASTER_PIXELS = Limit(10_000_000, "pixels in a picture of a set", "picture-too-large")
RASTER_SCANS = Limit(100, "scans in a JPEG of a set", "bad-picture")
ADDRESS_LENGTH = Limit(500, "characters in the web address for `rftg export --base`", "wrong-option")

# -- the game ----------------------------------------------------------------------------------------------------

WORDS = Limit(1_000, "declared words", "too-many-words")
LINTS = Limit(200, "lints declared by a game and its sets", "too-many-words")
PLAYERS = Limit(20, "players", "out-of-range")
SUPPLY = Limit(998, "things of one kind in the supply, and any amount named in a power", "out-of-range")
STEPS = Limit(200, "steps in a schedule", "out-of-range")
COPIES = Limit(100, "copies of a piece", "out-of-range")
DESIGNS = Limit(2_000, "components", "too-many-pieces")
PIECES = Limit(2_000, "pieces on the table, counting every copy", "too-many-pieces")
CELLS = Limit(100_000, "kinds of things times places that can hold them", "table-too-large")
OPENING = Limit(600_000, "bytes of all names and ids in the first line of a log", "table-too-large")

# -- powers ------------------------------------------------------------------------------------------------------

PHRASES = Limit(30, "phrases in a power, separated by commas and colons", "power-too-long")
POWERS = Limit(50, "powers on a side", "too-many-powers")
ALL_POWERS = Limit(5_000, "powers on all sides together", "too-many-powers")
REACTIONS = Limit(
    1_000_000, "powers that one event can trigger, directly or through other powers", "too-many-reactions"
)
BEARERS = Limit(10_000, "powers on all pieces together, counting every copy", "too-many-powers")

# -- scenarios ---------------------------------------------------------------------------------------------------

SCENARIOS = Limit(2_000, "scenarios in a set", "too-many-scenarios")
LINES = Limit(200, "lines in a scenario", "scenario-too-long")
ITEMS = Limit(100, "things listed on one line of a scenario", "scenario-too-long")

# -- numbers -----------------------------------------------------------------------------------------------------

LARGEST = 2**53
"""The largest absolute value of a number in a log; every JSON parser can represent it exactly."""
HAPPENINGS = 10_000_000
"""An upper bound on how often anything can happen in one game, since each occurrence takes up part of a log line."""

# -- play --------------------------------------------------------------------------------------------------------

CHAIN = Limit(20_000, "steps and powers between two decisions", "endless-chain")
EVENTS = Limit(10_000, "events between two decisions", "endless-chain")
ROUNDS = Limit(5_000, "rounds or turns in a game played by bots", "endless-game")
GAME = Limit(2_000_000, "events in a game played by bots", "endless-game")
STOPPED = Limit(50_000, "rounds or turns in all endless games of a simulation together", "endless-game")

# -- logs --------------------------------------------------------------------------------------------------------

WORK = Limit(10_000_000, "steps allowed for reading any log, whatever its size", "too-much-work")
WORK_PER_BYTE = Limit(10, "additional steps allowed for each byte of a log, each time it is read", "too-much-work")
LOG_NAME = Limit(300, "characters in a name or an id in a log", "too-much-work")
UNPACKED = Limit(
    100, "unpacked bytes for each byte of a packed log or recording, beyond the first million", "too-much-work"
)

# -- lists ---------------------------------------------------------------------------------------------------------

PATHS = Limit(100_000_000, "bytes in a list of paths for `--files`", "file-too-large")
LISTED = Limit(1_000_000, "paths in such a list", "too-many-files")
REPORT = Limit(1_000_000_000, "bytes in a report that `rftg audit --resume` continues", "file-too-large")
VERDICT = Limit(1_000_000, "bytes in one verdict of a report", "file-too-large")

# -- pages -------------------------------------------------------------------------------------------------------

REEL = Limit(200_000, "events in a log that a page can show", "file-too-large")
SERVED = Limit(2_000, "logs and sets listed by `rftg serve`", "too-many-files")
SHELF_DEPTH = Limit(4, "levels of nested folders that `rftg serve` searches for logs and sets", "too-many-files")
READING = Limit(30, "seconds that `rftg serve` spends on one log", "too-much-work")
READING_MEMORY = Limit(1_500, "megabytes of memory that `rftg serve` uses for one log", "too-much-work")
MEASURING = Limit(120, "seconds that `rftg serve` plays before it shows the next figure for a side", "too-much-work")
TABLES = Limit(100, "games in progress that `rftg serve` keeps open", "too-many-games")
WINDOWS = Limit(20, "browser windows watching one seat of a game on `rftg serve`", "too-many-games")
FORKING = Limit(10, "seconds that `rftg serve` spends replaying a log before 'What if' begins", "too-much-work")
WAITING = Limit(100, "requests to `rftg serve` waiting for one game", "too-busy")
NOTICES = Limit(20, "notices that `rftg serve --notify` has not given yet", "too-busy")
NOTICE_TIME = Limit(30, "seconds that the command for `rftg serve --notify` may take", "too-busy")
CONNECTIONS = Limit(
    400, "connections to `rftg serve`, or half of the files that it may open if that is fewer", "too-busy"
)
ADDRESS = Limit(200, "connections to `rftg serve` from one IPv4 address or IPv6 network", "too-busy")
HEAD_TIME = Limit(10, "seconds for the headers of a request to arrive", "too-busy")
BODY_TIME = Limit(120, "seconds for the body of a request to arrive", "too-busy")
SENT = Limit(50_000_000, "bytes that a page sends in one request, such as a log dropped on it", "file-too-large")


def list_all() -> Iterator[Limit]:
    return (limit for limit in globals().values() if isinstance(limit, Limit))
