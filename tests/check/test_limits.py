"""Every limit of content: what it allows is read, and more is reported with its code; the page has them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import Limit
from rftg_dsl.library.load import load

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
TOML = 'id = "large"\nname = "Large"\ngame = "{game}"\nversion = "1"\n'
ROLL, RACE = TOML.format(game="roll"), TOML.format(game="race")

WORDS = 139
"""The declarations of words in Roll itself."""
LINTS = 13
"""Those of lints among them."""
STEPS = 22
"""The steps of its schedule."""

NEWLINE = "\n"

Files = Mapping[str, str]


def of(text: str, toml: str = ROLL) -> Files:
    """A set with one file."""
    return {"set.toml": toml, "a.rftg": text}


def comments(size: int) -> str:
    """This many characters of comments."""
    full, rest = divmod(size, 1_000)
    return ("#" + "x" * 998 + "\n") * full + "#" * rest


def files(texts: list[str]) -> Files:
    return {"set.toml": ROLL, **{f"a{nth}.rftg": text for nth, text in enumerate(texts)}}


def large_files(size: int) -> Files:
    full, rest = divmod(size, 500_000)
    return files([comments(500_000)] * full + [comments(rest)] * bool(rest))


def required(many: int) -> Files:
    names = ", ".join(f'"a{n}"' for n in range(many))
    return of("# nothing", f"{ROLL}requires = [{names}]\n")


def authors(many: int) -> Files:
    return of("# nothing", f"{ROLL}authors = {['A'] * many}\n")


def words(many: int) -> Files:
    return of("\n".join(f"mark m-{n}" for n in range(many - WORDS)))


def blocks(deep: int) -> Files:
    return of("a {" * deep + "}" * deep)


def tile(n: int, block: str = "") -> str:
    return f'tile X{n} {{ development "D{n}" cost 3 {block}\nworld "W{n}" gray cost 1 }}'


def powers(many: int, text: str = "gain $1") -> str:
    return f"{{ {NEWLINE.join([text] * many)} }}"


def tiles(many: int, block: str = "") -> Files:
    return of("\n".join(tile(n, block) for n in range(many)))


def all_powers(many: int) -> Files:
    full, rest = divmod(many, 25)
    return of("\n".join([tile(n, powers(25)) for n in range(full)] + [tile(full, powers(rest))]))


def cards(pieces: int, block: str = "") -> Files:
    """Cards with 100 copies each; the last one has the rest."""
    copies = [100] * (pieces // 100) + [pieces % 100] * bool(pieces % 100)
    made = [f'card X{n} copies {many} {{ development "D{n}" cost 1 vp 1 {block} }}' for n, many in enumerate(copies)]
    return of("\n".join(made), RACE)


def dice(kinds: int, tiles: int = 0) -> Files:
    faces = "faces explore explore produce ship wild wild"
    made = [f'die k-{n} "K{n}" supply 1 {faces}' for n in range(kinds)]
    return of("\n".join(made + [tile(n) for n in range(tiles)]))


def names(size: int) -> Files:
    """Tiles with names of as many bytes as a log writes for them, in all."""
    each = 500
    return of("\n".join(tile(n).replace(f'"W{n}"', f'"W{n} {"é" * 80}"') for n in range(size // each)))


def reactions(each: int) -> Files:
    """Cards that set off one another: whenever a card is put down, each of their owners puts down six."""
    placed = powers(each, "when you settle: " + ", ".join(["place 1 card"] * 6))
    made = [f'card X{n} {{ development "D{n}" cost 1 vp 1 {placed} }}' for n in range(each)]
    made += [
        f'card Y{n} {{ development "E{n}" cost 1 vp 1 {powers(each, "when you develop: draw 1 card")} }}'
        for n in range(each)
    ]
    return of("\n".join(made), RACE)


CASES: Mapping[Limit, Callable[[int], Files]] = {
    limits.SET_FILE: lambda n: of("# nothing", ROLL + comments(n - len(ROLL))),
    limits.AUTHORS: authors,
    limits.REQUIRED: required,
    limits.FILES: lambda n: files(["# nothing"] * n),
    limits.SET: large_files,
    limits.BYTES: lambda n: of("\N{FLAG IN HOLE}" * (n // 4) + "." * (n % 4)),
    limits.CHARACTERS: lambda n: of(comments(n)),
    limits.LINE: lambda n: of("#" * (n - 1) + "\n"),
    limits.NAME: lambda n: of(tile(1).replace("D1", "é" * n)),
    limits.WORD: lambda n: of(tile(1).replace("X1", "X" * n)),
    limits.DIGITS: lambda n: of(tile(1).replace("cost 3", "cost " + "9" * n)),
    limits.DEPTH: blocks,
    limits.NESTED: lambda n: of("# nothing", f"{ROLL}{'.'.join(['a'] * n)} = 1"),
    limits.WORDS: words,
    limits.LINTS: lambda n: of("lint long-name of world most 60\n" * (n - LINTS)),
    limits.PLAYERS: lambda n: of(f"game roll players 2 to {n}"),
    limits.SUPPLY: lambda n: of(f"die military supply {n}"),
    limits.STEPS: lambda n: of(f"insert before manage {{ {NEWLINE.join(['each seat: explore'] * (n - STEPS))} }}"),
    limits.COPIES: lambda n: of(f'card X copies {n} {{ development "D" cost 1 vp 1 }}', RACE),
    limits.DESIGNS: tiles,
    limits.PIECES: cards,
    limits.CELLS: lambda n: dice(n // 1_000, 800 + 200 * (n > limits.CELLS.most)),
    limits.OPENING: lambda n: names(n - 100_000 * (n <= limits.OPENING.most)),
    limits.PHRASES: lambda n: tiles(1, powers(1, ", ".join(["gain $1"] * n))),
    limits.POWERS: lambda n: tiles(1, powers(n)),
    limits.ALL_POWERS: all_powers,
    limits.BEARERS: lambda n: cards(-(-n // 10), powers(10, "draws: 1 more")),
    limits.REACTIONS: lambda n: reactions(18 + 7 * (n > limits.REACTIONS.most)),
}
"""For each limit, a set that has this much."""

PLAYED = {limits.CHAIN, limits.EVENTS, limits.ROUNDS, limits.GAME, limits.STOPPED}
"""Found only while a game is played: tests/play."""

IN_SCENARIOS = {limits.SCENARIOS, limits.LINES, limits.ITEMS}
"""tests/author/scenarios/test_mistakes.py"""
PACKS = {limits.PACK, limits.MEMBERS, limits.MEMBER, limits.MEMBER_NAME, limits.MEMBER_DEPTH}
"""Those of a pack: tests/library/packs."""


IN_SPREADSHEETS = {limits.SHEET_FILE, limits.SHEET_ROWS, limits.SHEET_COLUMNS, limits.CELL, limits.UNREAD_CELLS}
"""tests/author/spreadsheet"""
IN_PICTURES = {
    limits.LAYOUT_FILE,
    limits.BOXES,
    limits.PICTURE_BOXES,
    limits.SHEETS,
    limits.DPI,
    limits.PIXELS,
    limits.ADDRESS_LENGTH,
}
"""tests/show/pictures/test_layouts.py, test_sheets.py and test_png.py"""
IN_RASTERS = {limits.RASTERS, limits.RASTER, limits.ALL_RASTERS, limits.RASTER_PIXELS, limits.RASTER_SCANS}
"""tests/library/test_own_pictures.py and tests/base/test_raster.py"""

IN_PAGES = {limits.REEL, limits.SERVED, limits.SHELF_DEPTH, limits.TABLES, limits.WINDOWS, limits.SENT}
"""tests/show/browser/test_limits.py"""
IN_CONNECTIONS = {limits.CONNECTIONS, limits.ADDRESS, limits.HEAD_TIME, limits.BODY_TIME}
"""tests/show/browser/test_connections.py"""
IN_TURNS = {limits.FORKING, limits.WAITING}
"""tests/show/browser/test_turns.py"""
IN_NOTICES = {limits.NOTICES, limits.NOTICE_TIME}
"""tests/show/browser/test_notifier.py"""
IN_SHARED_TEXTS = {limits.SHARED, limits.SHARED_PACK}
"""tests/library/test_shared_text.py"""
IN_READERS = {limits.READING, limits.READING_MEMORY, limits.MEASURING}
"""tests/show/browser/test_strangers.py and test_worth.py"""
IN_LOGS = {limits.WORK, limits.WORK_PER_BYTE, limits.LOG_NAME, limits.UNPACKED}
"""tests/log/test_budget.py"""
IN_LISTS = {limits.PATHS, limits.LISTED, limits.REPORT, limits.VERDICT}
"""tests/cli/test_not_utf8.py and test_log_commands.py"""
IN_NATIVE = {limits.C_SIZE, limits.C_TIME}
"""tests/native/test_backend.py"""


def codes(folder: Path, made: Files) -> set[str]:
    """The codes of what is wrong with a set, without the sets that its game is always played with."""
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    game = "race" if 'game = "race"' in made["set.toml"] else "roll"
    try:
        return {diagnostic.code for diagnostic in load(game, extra=[folder], sets=[]).diagnostics}
    except UsageError as error:
        return {error.code}


def name_of(limit: Limit) -> str:
    return next(name for name, candidate in vars(limits).items() if candidate is limit)


@pytest.mark.parametrize("limit", CASES, ids=name_of)
def test_a_limit_is_kept(limit: Limit, tmp_path: Path) -> None:
    most = codes(tmp_path, CASES[limit](limit.most))
    with TemporaryDirectory() as other:
        more = codes(Path(other), CASES[limit](limit.most + 1))

    assert limit.code not in most
    assert limit.code in more


def test_every_limit_has_a_test() -> None:
    elsewhere = PACKS | IN_SCENARIOS | IN_SPREADSHEETS | IN_PICTURES | IN_PAGES | IN_CONNECTIONS | IN_TURNS
    elsewhere |= IN_RASTERS | IN_NOTICES | IN_SHARED_TEXTS | IN_READERS | IN_LOGS | IN_LISTS | IN_NATIVE
    assert {*CASES, *PLAYED, *elsewhere} == {*limits.list_all()}


def test_the_page_has_every_limit() -> None:
    table = PAGE.read_text("utf-8").split("| limit | most | code |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| (.*) \| ([\d,]+) \| `([a-z-]+)` \|$", table, re.MULTILINE)

    assert rows == [(limit.what, f"{limit.most:,}", limit.code) for limit in limits.list_all()]
