"""Whatever is accepted can be logged: numbers that content counts stay within what readers of logs take."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from lanes import law, slow
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import LARGEST
from rftg_dsl.check import model_checks
from rftg_dsl.check.model import Score
from rftg_dsl.check.ranges import check_ranges, counts_in_scores, points_of, ranges_of, total_of
from rftg_dsl.library import load as library
from rftg_dsl.library.backends import engine_for
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.batch import audit_files
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game

SET = 'id = "ranges"\nname = "Ranges"\ngame = "{}"\nversion = "1"\n'
PIECE = {
    "roll": 'tile X{} {{ development "D{}" cost 1 {{\n{}\n}}\nworld "W{}" novelty cost 1 }}\n',
    "race": 'card X{} copies 5 {{ development "D{}" cost 1 vp 1 {{\n{}\n}} }}\n# {}\n',
    "galaxies": 'planet-card X{} {{ planet "D{}" culture economy length 2 vp 1 {{\n{}\n}} }}\n# {}\n',
}
ZORP = "counter zorp plural zorps of seat start {} from {} to {}\n"
BIG = 999_999_999


def load(folder: Path, game: str, text: str, options: dict[str, str] | None = None) -> library.Loaded:
    (folder / "set.toml").write_text(SET.format(game))
    (folder / "own.rftg").write_text(text)
    return library.load(game, None, [folder], options or {})


def found_in(folder: Path, game: str, *powers: str, zorp: tuple[int, int, int] = (BIG, 0, BIG)) -> list[str]:
    """The codes of what is wrong with powers, each on a piece of its own, with the power in front."""
    pieces = [PIECE[game].format(nth, nth, power, nth) for nth, power in enumerate(powers)]
    loaded = load(folder, game, ZORP.format(*zorp) + "".join(pieces))
    wrong = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"]
    return [
        f"{diagnostic.at.source.text[diagnostic.at.start : diagnostic.at.end]}: {diagnostic.code}"
        for diagnostic in wrong
    ]


TOO_LARGE = {
    "roll": [
        "score 999999999 per zorp",
        "score 20000000 per zorp",
        "score 1 per triangle of zorps",
        "gain $999999999 per zorp",
        "at end of ship: may spend 1 zorp: gain $999999999 per zorp",
        "gain $1 per triangle of zorps",
    ],
    "race": [
        "score 999999999 per zorp",
    ],
    "galaxies": ["score 999999999 per zorp"],
}
FINE = {
    "roll": [
        "score 1 per zorp",
        "score 9000000 per zorp",
        "score 999999999 per own world",
        "score 99999999 per cost of own worlds",
        "gain $1 per zorp",
    ],
    "race": ["military: 9 more per zorp", "score 999999999 per military", "score 1 per zorp"],
    "galaxies": ["score 1 per zorp"],
}


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in TOO_LARGE.items() for power in powers])
def test_a_number_that_no_log_holds_is_named_with_its_sentence(tmp_path: Path, game: str, power: str) -> None:
    mistakes = found_in(tmp_path, game, power)

    assert [mistake.rpartition(": ")[2] for mistake in mistakes] == ["total-too-large"], mistakes
    assert power.startswith(mistakes[0].rpartition(": ")[0])


@pytest.mark.parametrize(("game", "power"), [(game, power) for game, powers in FINE.items() for power in powers])
def test_what_stays_in_range_is_fine(tmp_path: Path, game: str, power: str) -> None:
    assert found_in(tmp_path, game, power) == []


def test_a_smaller_range_of_the_counter_is_the_remedy(tmp_path: Path) -> None:
    power = "score 999999999 per zorp"

    assert found_in(tmp_path, "roll", power, zorp=(1000, 0, 1000)) == []
    assert found_in(tmp_path, "roll", "score 999999999 per triangle of zorps", zorp=(1000, 0, 1000)) == []
    assert found_in(tmp_path, "roll", f"score 1 per triangle of zorps, not above {BIG}") == []
    assert found_in(tmp_path, "roll", power, zorp=(-1, -BIG, 0)) == [f"{power}: total-too-large"]


def test_powers_that_are_fine_alone_can_be_too_large_together(tmp_path: Path) -> None:
    powers = ["score 5000000 per zorp", "score 4500000 per zorp", "score 1 per own world"]

    assert found_in(tmp_path, "roll", *powers[1:]) == []
    assert found_in(tmp_path, "roll", *powers) == [f"{powers[0]}: total-too-large"]


def test_what_powers_make_of_a_number_counts_with_every_copy(tmp_path: Path) -> None:
    powers = ["score 999999 per military", "military: 9 more per zorp"]

    assert found_in(tmp_path, "race", powers[0], "military: 9 more") == []
    assert f"{powers[0]}: total-too-large" in found_in(tmp_path, "race", *powers)


def test_a_lasting_effect_adds_up_with_itself(tmp_path: Path) -> None:
    power = "action: until end of turn, follow toll: {} more"

    assert found_in(tmp_path, "galaxies", power.format(9)) == []
    assert found_in(tmp_path, "galaxies", power.format(BIG)) != []


@pytest.mark.parametrize("game", PIECE)
def test_shipped_content_is_far_within_the_range(game: str) -> None:
    game_library = load_standard(game)

    assert list(check_ranges(game_library.model, game_library.game)) == []
    ranges = ranges_of(game_library.model, game_library.game)
    scores = [power for power in game_library.model.walk_powers() if isinstance(power, Score)]
    assert max((points_of(ranges, power).most for power in scores), default=0) * 1000 < LARGEST


AMOUNTS = st.sampled_from([1, 2, 9, 1_000, 10**6, 9_000_000, 10**8, BIG])
POWERS = {
    "roll": [
        "score {0} per zorp",
        "score {0} per {1} zorps",
        "score {0} per triangle of zorps",
        "score {0} per cost of own worlds",
        "score {0} per own world",
        "gain ${0}",
        "gain {0} zorps",
        "at end of ship: gain {0} zorps per own world",
        "at start of produce: gain {0} zorps per zorp",
    ],
    "race": [
        "military: {0} more",
        "military: {0} less per zorp",
        "military: {0} more per own world",
        "score {0} per military",
        "score {0} per zorp",
        "at start of develop: gain {0} zorps",
        "at start of settle: gain {0} zorps per zorp",
    ],
}


@st.composite
def hostile(draw: st.DrawFn) -> tuple[str, str, int]:
    """A game, a set for it with large numbers everywhere, and how many pieces it has."""
    game = draw(st.sampled_from(sorted(POWERS)))
    low, high = draw(st.sampled_from([(0, BIG), (-BIG, BIG), (0, 1_000), (-BIG, 0), (0, 10**8)]))
    start = draw(st.sampled_from([low, high]))
    pieces = draw(st.lists(st.lists(st.sampled_from(POWERS[game]), min_size=1, max_size=3), min_size=1, max_size=3))
    said = [[power.format(draw(AMOUNTS), draw(AMOUNTS)) for power in powers] for powers in pieces]
    text = "".join(PIECE[game].format(nth, nth, "\n".join(powers), nth) for nth, powers in enumerate(said))
    return game, ZORP.format(start, low, high) + text, len(pieces)


def verdict_on(folder: Path, made: tuple[str, str, int], check: bool = True) -> str:
    """The verdict on a game with a set, or why there is none."""
    game, text, many = made
    start = {"tableau.0": "; ".join(f"D{nth}" for nth in range(many))}
    loaded = load(folder, game, text, start)
    if check and {diagnostic.code for diagnostic in loaded.diagnostics if diagnostic.severity == "error"}:
        return "refused"
    assert loaded.library is not None
    log = folder / "game.rlog"
    try:
        play_game(loaded.library, 2, "ranges", seat_bots(["random"], 2), log, sync=False, rounds=4)
    except UsageError as error:
        if error.code != "endless-game":  # so many rounds are enough
            return error.code
    check_predictions(loaded.library, log)
    (verdict,) = audit_files([str(log)], [folder], light=True)
    return verdict.verdict if verdict.verdict != "unknown" or "unfinished" not in verdict.reason else "valid"


def check_predictions(game_library: library.Library, log: Path) -> None:
    """Every counted number is within the range that was worked out before the game."""
    ranges = ranges_of(game_library.model, game_library.game)
    total, military = (
        total_of(ranges, counts_in_scores(game_library.model, game_library.game)),
        ranges.bound_figure("military"),
    )
    for record in map(json.loads, log.read_text().splitlines()):
        for seat in record.get("figures", {}).get("seats", ()):
            assert seat["score"]["total"] in range(total.low, total.high + 1)
            assert seat.get("military", 0) in range(military.low, military.high + 1)


LESS_PER_NEGATIVE = ZORP.format(-BIG, -BIG, BIG) + PIECE["race"].format(0, 0, "military: 1 less per zorp", 0)


@law(25, suppress_health_check=list(HealthCheck))
@given(hostile())
@example(("race", LESS_PER_NEGATIVE, 1))
def test_what_validates_gives_logs_that_readers_take(made: tuple[str, str, int]) -> None:
    with TemporaryDirectory() as folder:
        assert verdict_on(Path(folder), made) in ("refused", "valid")


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=slow)])
def test_a_number_that_comes_so_far_all_the_same_stops_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    """The check of content is left out, as if rules in Python had made the number."""
    monkeypatch.setattr(
        model_checks, "TOGETHER", [check for check in model_checks.TOGETHER if check is not check_ranges]
    )
    text = ZORP.format(BIG, 0, BIG) + PIECE["roll"].format(0, 0, f"score {BIG} per zorp", 0)
    (tmp_path / "set.toml").write_text(SET.format("roll"))
    (tmp_path / "own.rftg").write_text(text)
    game_library = library.load("roll", None, [tmp_path], {"tableau.0": "D0"}).library
    assert game_library is not None
    engine = None if backend == "python" else engine_for(game_library, 2, backend, 1)

    with pytest.raises(UsageError, match="no reader would accept its log") as stopped:
        play_game(game_library, 2, "ranges", ["random", "random"], tmp_path / "game.rlog", sync=False, engine=engine)

    assert stopped.value.code == "total-too-large"
