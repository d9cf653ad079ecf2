"""Light checks by native code give the verdict that Python gives, whatever is wrong with a log."""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from typer.testing import CliRunner

import hostile
from everything import LINES, TABLE
from forging import derived, raw_of
from lanes import law, slow
from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.base.limits import WORK, WORK_PER_BYTE
from rftg_dsl.cli.app import app
from rftg_dsl.library import backends
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.batch import audit_files
from rftg_dsl.log.audit.engines import Engines, FastAudit
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format import budget
from rftg_dsl.log.format.read_log import DamagedLog, parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.native import building, light
from spoiling import RAW, spoilt_bytes, spoilt_records

pytestmark = pytest.mark.skipif(building.find_compiler() is None, reason="there is no C compiler")

LOGS = Path(__file__).parents[1] / "logs"
WHOLE = {
    path.name: gzip.decompress(path.read_bytes()) for path in sorted(LOGS.glob("*.gz")) if "sealed" not in path.name
}
BROKEN = sorted((LOGS / "malformed").glob("*.rlog*"))
FIND = make_finder()
ENGINES = Engines("native")

Record = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        native = backends.find_backend("native")
        patch.setattr(native, "light", None)
        yield folder / "rftg"


def verdict(raw: bytes, engines: Engines | None) -> Verdict | str:
    """The verdict on a log; what is wrong if it cannot be read."""
    heads = engines.heads if engines else None
    try:
        return judge_log("log", lambda: parse_log(raw, "log", heads), FIND, light=True, engines=engines)
    except UsageError as wrong:
        return str(wrong)


def natively(raw: bytes) -> FastAudit | None:
    """What native code finds; None if it leaves the log to Python."""
    try:
        return ENGINES.check(parse_log(raw, "log", ENGINES.heads), FIND, light=True)
    except (DamagedLog, MissingContent, UsageError):
        return None


def same(raw: bytes) -> Verdict:
    """The verdict on a log, the same by native code and by Python."""
    native, python = verdict(raw, ENGINES), verdict(raw, None)
    assert native == python
    assert isinstance(python, Verdict)
    return python


# -- logs of games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WHOLE)
def test_the_log_of_a_game_is_checked_natively(name: str) -> None:
    raw = WHOLE[name]
    native, python = natively(raw), check_light(parse_log(raw))

    assert native is not None
    assert native.tree.root == python.tree.root and native.tree.size == python.tree.size
    assert native.beside.roots == python.beside.roots and native.beside.taken == python.beside.taken
    assert native.dice.as_plain() == python.dice.as_plain()
    assert same(raw).verdict == "valid"


@pytest.mark.parametrize("name", ["galaxies.rlog.gz", "race-shared.rlog.gz", "roll-table.rlog.gz"])
def test_a_log_cut_after_any_line(name: str) -> None:
    lines = WHOLE[name].splitlines(keepends=True)
    for size in [*range(1, 12), *range(12, len(lines), 60), len(lines) - 1]:
        raw = b"".join(lines[:size])

        assert same(raw).verdict == "unknown"
        assert same(raw[:-5]).verdict == "unknown"
        assert natively(raw) is not None or size <= 3, "an unfinished log is checked natively too"


@pytest.mark.parametrize("path", BROKEN, ids=lambda one: one.name)
def test_a_malformed_log(path: Path) -> None:
    raw = path.read_bytes()

    assert verdict(raw, ENGINES) == verdict(raw, None)


@law(25)
@given(spoilt=spoilt_bytes())
def test_spoilt_bytes_have_the_verdict_of_python(spoilt: tuple[str, bytes]) -> None:
    name, raw = spoilt
    assert verdict(raw, ENGINES) == verdict(raw, None)
    assert natively(raw) is None or b'"k":"end"' not in raw or raw == RAW[name]


@law(25)
@given(spoilt=spoilt_records())
def test_spoilt_records_have_the_verdict_of_python(spoilt: tuple[str, bytes]) -> None:
    assert verdict(spoilt[1], ENGINES) == verdict(spoilt[1], None)


# -- a log with everything --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", LINES)
def test_a_log_with_everything_is_checked_natively(mode: str) -> None:
    raw = raw_of(LINES[mode])
    native, python = natively(raw), check_light(parse_log(raw))

    assert same(raw).verdict == "valid"
    assert native is not None and native.dice.as_plain() == python.dice.as_plain()
    assert native.tree.root == python.tree.root and native.beside.roots == python.beside.roots


STRANGE: Sequence[Any] = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    -1,
    2**53,
    2**53 + 1,
    10**30,
    "",
    "A",
    "x",
    "zz",
    "\\",
    "\u00e9",
]
STRANGE = [
    *STRANGE,
    [],
    [[]],
    ["A"],
    ["A", "A"],
    [1],
    {},
    {"A": 1},
    {"A": 0},
    [True],
    "0/0/dice/0",
    "setup",
    "x" * 6_000,
]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list and object in a value, with each of its keys."""
    keys: Any = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def variant(line: str, chosen: random.Random) -> str:
    """A line with another value at some place, without it, or with one more."""
    record = json.loads(line)
    inner, key = chosen.choice(list(places(record)))
    how = chosen.random()
    if how < 0.15:
        del inner[key]
    elif how < 0.3 and isinstance(inner, dict):
        inner["zz"] = 1
    elif how < 0.3:
        inner.append(1)
    else:
        inner[key] = chosen.choice(STRANGE)
    return line_of(record)


@pytest.mark.parametrize("mode", LINES)
def test_any_value_in_a_log_with_everything(mode: str) -> None:
    """What native code takes, Python takes; of the other logs some are judged in both ways too."""
    lines, chosen = LINES[mode], random.Random(mode)
    taken = 0
    for at in range(1, len(lines)):
        for nth in range(6):
            line = variant(lines[at], chosen)
            raw = raw_of(derived([*lines[:at], line, *lines[at + 1 :]]))
            audit = natively(raw)
            taken += audit is not None
            if audit is not None or not nth:
                same(raw)
    assert taken > 10


RESULTS = {
    "a result counted on after its round came again": ("0/0/dice/0", "0/0/dice/2"),
    "a result counted anew in its round": ("0/0/dice/1", "0/0/dice/0"),
    "a number with a zero before it": ("1/0/dice/0", "01/0/dice/0"),
    "a seat that is not there": ("0/1/dice/0", "0/2/dice/0"),
    "a purpose with a stroke": ("0/1/dice/0", "0/1/di/ce/0"),
    "no purpose": ("0/1/dice/0", "0/1//0"),
}


@pytest.mark.parametrize("case", RESULTS)
def test_labels_are_judged_alike(case: str) -> None:
    before, after = (f'"label":"{label}"' for label in RESULTS[case])
    lines = LINES["table"]
    there = [at for at, line in enumerate(lines) if before in line]
    for at in there:
        changed = [*lines[:at], lines[at].replace(before, after), *lines[at + 1 :]]

        assert same(raw_of(derived(changed))).verdict == "invalid"


HEADS: dict[str, Record] = {
    "a name with a backslash": {"stock": {**TABLE["stock"], "x@\\": 1}},
    "a name that is not ASCII": {"stock": {**TABLE["stock"], "x@\u00e9": 1}},
    "a piece twice": {"pieces": {**TABLE["pieces"], "r": ["D"]}},
    "a piece that is a number": {"pieces": {**TABLE["pieces"], "r": [1]}},
    "nothing of something": {"stock": {**TABLE["stock"], "a@p": 0}},
    "less than nothing": {"stock": {**TABLE["stock"], "a@p": -1}},
    "a part too many": {"more": {}},
    "a part that is a list": {"tags": []},
    "a counter that is true": {"counters": {"c": True, "turns": 0}},
    "no counter of rounds": {"counters": {"c": 5}},
    "another last entered": {"last_entered": -3},
    "too many facts": {"facts": {str(nth): 0 for nth in range(1_001)} | {"f": 0, "g": 0}},
}


@pytest.mark.parametrize("case", HEADS)
def test_tables_of_heads_are_judged_alike(case: str) -> None:
    head, *rest = LINES["table"]
    said = json.loads(head)
    said["table"] = {**TABLE, **HEADS[case]}

    assert verdict(raw_of(derived([line_of(said), *rest])), ENGINES) == verdict(
        raw_of(derived([line_of(said), *rest])), None
    )


def test_many_names_are_found() -> None:
    moves = [["move", "w", "some.step", "C", f"place {nth}", 0] for nth in range(9_000)]
    raw = raw_of(derived([LINES["table"][0], line_of({"fx": moves, "k": "run"})]))

    assert same(raw).verdict == "unknown"
    assert natively(raw) is not None


# -- where it comes from ----------------------------------------------------------------------------------------------


def refused(*_: Any) -> bytes:
    raise AssertionError("it is compiled again")


def test_it_is_compiled_once_and_kept_under_a_seal(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    natively(WHOLE["galaxies.rlog.gz"])
    kept = place / light.NAME
    whole = kept.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(light, "build_from_file", refused)
        assert light.make_checker()

    kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))

    assert light.read_cache() is None
    assert light.make_checker() and light.read_cache() is not None


def test_a_library_of_another_compiler_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    natively(WHOLE["galaxies.rlog.gz"])
    by = building.find_compiler()
    assert by is not None
    monkeypatch.setattr(light, "find_compiler", lambda: building.Compiler(by.path, "another"))

    assert light.read_cache() is None


def test_it_is_used_without_asking_once_there_is_much_to_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = WHOLE["galaxies.rlog.gz"]
    for nth in range(4):
        (tmp_path / f"{nth}.rlog").write_bytes(raw)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(backends.find_backend("native"), "light", None)
    made: list[int] = []
    plain = light.make_checker
    monkeypatch.setattr(light, "make_checker", lambda: made.append(1) or plain())
    paths = [str(tmp_path / f"{nth}.rlog") for nth in range(4)]

    few = list(audit_files(paths, light=True))
    assert not made
    monkeypatch.setattr(backends, "LARGE", 3 * len(raw))
    monkeypatch.setattr("rftg_dsl.log.audit.engines.LARGE", 3 * len(raw))
    many = list(audit_files(paths, light=True))

    assert made == [1]
    assert few == many == list(audit_files(paths, light=True, backend="python"))


def test_python_checks_where_native_code_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(backends.find_backend("native"), "light", None)
    monkeypatch.setattr(light, "LIGHT", "nothing.c")
    monkeypatch.setitem(building.FLAGS, "nothing.c", ())  # type: ignore[arg-type]
    raw = WHOLE["galaxies.rlog.gz"]

    assert verdict(raw, Engines("native")) == verdict(raw, None)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_back_end_can_be_asked_for(backend: str, tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    path.write_bytes(WHOLE["race-shared.rlog.gz"])

    result = CliRunner().invoke(app, ["audit", str(path), "--light", "--backend", backend, "--format", "json"])

    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["verdict"] == "valid"


# -- work ----------------------------------------------------------------------------------------------------------


def steps_of(raw: bytes) -> int:
    """The steps that a check in native code took, however it ended."""
    checker = light.make_checker()
    checker.check_log(raw, "tiny", randomness_of(parse_log(raw)), 0)
    return int(checker.own.check.spent)


@pytest.mark.parametrize("shape", ["open place, move within", "marks", "draws of one from a seed", "deck, move"])
def test_native_code_spends_the_steps_that_python_spends(shape: str) -> None:
    raw = hostile.raw(hostile.SHAPES[shape](300))
    log = parse_log(raw)
    try:
        check_light(log)
    finally:
        python = log.budget.used

    assert python // 2 < steps_of(raw) < 2 * python + 1_000


@pytest.mark.parametrize("shape", ["open place, move within", "marks"])
def test_native_code_leaves_a_log_that_takes_too_much_work_to_python(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = hostile.raw(hostile.SHAPES[shape](500))
    monkeypatch.setattr(budget, "WORK", WORK._replace(most=10 * steps_of(raw)))
    assert light.make_checker().check_log(raw, "tiny", parse_log(raw).randomness, 0) is not None

    monkeypatch.setattr(budget, "WORK", WORK._replace(most=steps_of(raw) // 2))
    monkeypatch.setattr(budget, "WORK_PER_BYTE", WORK_PER_BYTE._replace(most=0))
    assert light.make_checker().check_log(raw, "tiny", parse_log(raw).randomness, 0) is None


@slow
@pytest.mark.parametrize("shape", hostile.SHAPES)
def test_whatever_is_grown_costs_native_code_in_proportion(shape: str) -> None:
    small, large = (hostile.raw(hostile.SHAPES[shape](n)) for n in (50, 200))
    with suppress(DamagedLog, MissingContent, UsageError):
        before, after = steps_of(small), steps_of(large)
        quadratic = any(part in shape for part in ("move", "screens", "marks", "seed"))
        assert after <= 5 * before + 1_000 or quadratic
