"""Whatever is accepted is played: shipped powers with other numbers and parts, and words with extreme numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from lanes import law, slow
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import list_all
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.library import load
from rftg_dsl.log.audit.batch import audit_files
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game

GAMES = ("roll", "race", "galaxies")
SHIPPED = Path(str(find_content_folder()))
SET = 'id = "fuzz"\nname = "Fuzz"\ngame = "{game}"\nversion = "1"\n'
EXTREME = [0, 1, 2, 9, 100, 998, 999, 10**9 - 1]
ENDS = {one.code for one in list_all()} | {"too-few-pieces", "wrong-players"}
"""How a game may end early: with a code that is explained."""


def without_comments(path: Path) -> str:
    return re.sub(r"#.*", "", path.read_text("utf-8"))


def sentences(game: str) -> list[str]:
    """The powers of shipped pieces, without what they stand on."""
    texts = [without_comments(path) for path in SHIPPED.glob(f"{game}/*/*.rftg")]
    blocks = [block for text in texts for block in re.findall(r"\{([^{}]*)\}", text)]
    return sorted({line.strip() for block in blocks for line in re.split(r"[\n;]", block) if line.strip()})


def declared(game: str, kind: str) -> list[tuple[str, ...]]:
    """Each counter or number of a game, with its range."""
    line = rf"^{kind} (\S+)(?:.* from (-?\d+) to (\d+))?"
    return [match.groups() for match in re.finditer(line, without_comments(SHIPPED / game / "game.rftg"), re.MULTILINE)]


POWERS = {game: sentences(game) for game in GAMES}
NUMBERS = {game: declared(game, "number") for game in GAMES}
COUNTERS = {game: declared(game, "counter") for game in GAMES}
numbers = st.sampled_from(EXTREME)


@st.composite
def powers(draw: st.DrawFn, game: str) -> str:
    """A shipped power with other numbers, the moment of another one, or more to do."""
    power, other = draw(st.sampled_from(POWERS[game])), draw(st.sampled_from(POWERS[game]))
    if draw(st.booleans()):
        power = re.sub(r"\d+", lambda _: str(draw(numbers)), power)
    match draw(st.sampled_from(("as it is", "moment", "more", "often"))):
        case "moment" if ": " in other:
            power = f"{other.split(': ')[0]}: {power.split(': ')[-1]}"
        case "more":
            power = f"{power}, {other.split(': ')[-1]}"
        case "often":
            begins, _, does = power.rpartition(": ")
            power = f"{begins}: {', '.join([does] * 5)}" if begins else power
    return power


@st.composite
def words(draw: st.DrawFn, game: str) -> str:
    """A number, a counter, a die or the number of players, changed to an extreme."""
    match draw(st.sampled_from(("number", "counter", "players", "die"))):
        case "number":
            name, low, high = draw(st.sampled_from(NUMBERS[game]))
            return f"number {name} {draw(st.sampled_from([low or '0', high or '999', '1']))}"
        case "counter":
            name, *_ = draw(st.sampled_from(COUNTERS[game]))
            low, high = sorted((draw(numbers), draw(numbers)))
            return f"counter {name} start {draw(st.sampled_from((low, high)))} from {low} to {high}"
        case "die" if game == "roll":
            kind = draw(st.sampled_from(("home", "military", "novelty")))
            return f"die {kind} supply {draw(st.sampled_from([0, 1, 998]))}"
    return f"game {game} players {draw(st.sampled_from((1, 2)))} to {draw(st.sampled_from((2, 5, 8, 20)))}"


def piece(game: str, n: int, said: list[str]) -> str:
    block = "{\n" + "\n".join(said) + "\n}"
    return {
        "roll": f'tile X{n} {{ development "D{n}" cost 1 {block}\nworld "W{n}" novelty cost 1 {block} }}',
        "race": f'card X{n} copies 5 {{ world "D{n}" novelty windfall cost 1 vp 1 {block} }}',
        "galaxies": f'planet-card X{n} {{ planet "D{n}" culture economy length 2 vp 1 {block} }}',
    }[game]


@st.composite
def sets(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A game, and the lines of a set for it."""
    game = draw(st.sampled_from(GAMES))
    pieces = draw(st.lists(st.lists(powers(game), min_size=1, max_size=3), min_size=1, max_size=4))
    changed = draw(st.lists(words(game), max_size=3))
    return game, "\n".join([*changed, *(piece(game, n, said) for n, said in enumerate(pieces))]).split("\n")


def accepted(folder: Path, game: str, lines: list[str]) -> load.Library | None:
    """The game with these lines, or with those that are no mistakes; then with its pieces on the table."""
    (folder / "set.toml").write_text(SET.format(game=game))
    for _ in range(4):
        (folder / "fuzz.rftg").write_text("\n".join(lines))
        loaded = load.load(game, extra=[folder])
        wrong = {diagnostic.at.begins[0] for diagnostic in loaded.diagnostics if diagnostic.severity == "error"}
        if not wrong:
            start = {"tableau.0": "; ".join(sorted(set(re.findall(r'"(D\d)"', "\n".join(lines)))))}
            return load.load(game, None, [folder], start).library
        lines = [line for nth, line in enumerate(lines, 1) if nth not in wrong or line.endswith(("{", "}"))]
    return None


def play(library: load.Library, seats: int, bot: str, log: Path | None, options: Mapping[str, str]) -> bool:
    """Whether a game was played to its end; if not, the reason has a code that is explained."""
    try:
        play_game(library, seats, "fuzz", seat_bots([bot], seats), log, sync=False)
    except UsageError as error:
        if error.code in ENDS or (error.code == "wrong-option" and options):
            return False
        raise
    return True


@slow
@law(25, suppress_health_check=list(HealthCheck))
@given(sets(), st.sampled_from(("least", "most")))
def test_what_is_accepted_is_played_and_audited(made: tuple[str, list[str]], seats: str) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        library = accepted(folder, *made)
        if library is None:
            return
        low, high = library.model.words.players
        many = low if seats == "least" else min(high, 8)
        for bot in ("greedy", "search:4"):
            play(library, many, bot, None, library.options)
        if play(library, many, "random", folder / "g.rlog", library.options):
            [verdict] = audit_files([folder / "g.rlog"], [folder])
            assert verdict.verdict == "valid", verdict
