"""``unseal.py`` and ``reseal.py``, written by somebody who had never seen our code, judge sealed logs as we do."""

from __future__ import annotations

import ast
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.proof.merkle import path_of
from rftg_dsl.play.one_game import play_game

UNSEAL, RESEAL = (Path(__file__).with_name(f"{name}.py") for name in ("unseal", "reseal"))
GAMES = {"roll": 3, "race": 2, "galaxies": 4}
Sealed = dict[str, tuple[Path, Path]]


def module(path: Path) -> Any:
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(f"independent_{path.stem}", path)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


unseal = module(UNSEAL)


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Sealed:
    """For each game a sealed log, with the files beside it, and the same log opened."""
    made = {}
    for game, players in GAMES.items():
        folder = tmp_path_factory.mktemp(game)
        path, opened = folder / "sealed.rlog", folder / "opened.rlog"
        play_game(load_standard(game), players, "x", (["greedy", "random"] * 2)[:players], path, sealed=True)
        shutil.copy(path, opened)
        shutil.copy(f"{path}.whole", f"{opened}.whole")
        command = [str(Path(sys.executable).with_name("rftg")), "log", "open", str(opened)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        made[game] = path, opened
    return made


def ran(script: Path, *words: str | Path) -> tuple[int, list[str]]:
    """The exit code and what was printed."""
    command = [sys.executable, "-I", str(script), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def judged(*words: str | Path) -> list[str]:
    """The verdicts of ``unseal.py``."""
    code, lines = ran(UNSEAL, *words)
    verdicts = [line.partition(":")[0] for line in lines]
    assert code == (0 if set(verdicts) <= {"valid", "sealed", "fits"} else 2 if "unread" in verdicts else 1)
    return verdicts


def written(path: Path, lines: list[str]) -> Path:
    """A file of these lines."""
    path.write_text("".join(f"{line}\n" for line in lines), "ascii")
    return path


def flipped(line: str, random: Random) -> str:
    """A line with another digit or letter somewhere in its values."""
    at = random.choice([at for at, character in enumerate(line) if character in "0123456789abcdef"])
    return line[:at] + random.choice([digit for digit in "0123456789" if digit != line[at]]) + line[at + 1 :]


def derived(lines: list[str]) -> list[str]:
    """The lines with the roots of marks and end as they now are."""
    tree, made = unseal.verify.Log(), []
    for line in lines:
        record = unseal.verify.parse(line.encode())
        if record["k"] in ("mark", "end"):
            record |= {"n": tree.size, "root": tree.root().hex()}
        made.append(unseal.canonical(record))
        tree.add(made[-1].encode())
    return made


def test_it_is_short_and_imports_the_standard_library_and_verify_alone() -> None:
    text = UNSEAL.read_text("utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    loaded = [node.args for node in nodes if isinstance(node, ast.Call) and "import_module" in ast.dump(node.func)]

    assert len(text.splitlines()) <= 200
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert [[ast.literal_eval(word) for word in words] for words in loaded] == [["verify"]]


def test_it_computes_the_vectors_of_the_document() -> None:
    leaves = [
        unseal.digest(str(nth) * 32, told) for nth, told in enumerate([[{"k": "run"}], [], [["see", "x", "y", {}]]])
    ]
    path, root = (
        "924e3a1627aed9b5bc9d7ef3c2217a7407c75dbbe4691f551d11bd23c271d0e1",
        "0aa52f89923cb0d4e34eafe9ee650b189c16712f18e11836235e09e24f227981",
    )

    assert unseal.climb(leaves[2], 2, 3, [path]).hex() == root
    assert unseal.climb(leaves[0], 0, 3, [leaves[1].hex(), leaves[2].hex()]).hex() == root
    salt = unseal.sha(b"rftg-salt/2\ndemo\n3\n1").hexdigest()[:32]
    assert salt == "b311f5e05a926fc4b68c8f366ef572d9"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_opened_is_sealed(sealed: Sealed, tmp_path: Path, game: str) -> None:
    path = sealed[game][0]
    lines = path.read_text("ascii").splitlines()

    assert judged(path) == ["sealed"] == [rftg.audit(path).verdict]
    assert judged(written(tmp_path / "a", lines[:60])) == ["unknown"] == [rftg.audit(tmp_path / "a").verdict]
    assert judged(written(tmp_path / "b", lines[:-1])) == ["unknown"] == [rftg.audit(tmp_path / "b").verdict]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_opened_is_valid_and_is_the_whole_log(sealed: Sealed, game: str) -> None:
    path, opened = sealed[game]
    log = unseal.Sealed()
    log.judge(opened)
    whole = "".join(f"{unseal.canonical(record)}\n" for _, record in log.whole)

    assert judged(opened) == ["valid"] == [rftg.audit(opened).verdict]
    assert whole == Path(f"{path}.whole").read_text("ascii")


@pytest.mark.parametrize("game", GAMES)
def test_sealing_an_opened_log_again_needs_no_rules(sealed: Sealed, game: str) -> None:
    assert ran(RESEAL, sealed[game][1]) == (0, ["sealing again gives every line"])
    assert ran(RESEAL, sealed[game][0]) == (1, ["not opened"])


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_each_seat_fits(sealed: Sealed, game: str) -> None:
    path, opened = sealed[game]
    for seat in range(GAMES[game]):
        assert judged(path, "--seat", f"{path}.seat{seat}") == ["sealed", "fits"]
        assert judged(opened, "--seat", f"{path}.seat{seat}") == ["valid", "fits"]


def test_the_file_of_another_game_does_not_fit(sealed: Sealed) -> None:
    assert judged(sealed["race"][0], "--seat", f"{sealed['roll'][0]}.seat0") == ["sealed", "invalid"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["open", "veil", "seen", "mark"])
def test_a_changed_byte_is_caught(sealed: Sealed, tmp_path: Path, game: str, kind: str) -> None:
    lines, random = sealed[game][1].read_text("ascii").splitlines(), Random(game + kind)
    for _ in range(4):
        at = random.choice([at for at, line in enumerate(lines) if unseal.verify.parse(line.encode())["k"] == kind])
        path = written(tmp_path / "changed.rlog", [*lines[:at], flipped(lines[at], random), *lines[at + 1 :]])

        assert judged(path) == ["invalid"] == [rftg.audit(path).verdict]


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_byte_in_the_file_of_a_seat_is_caught(sealed: Sealed, tmp_path: Path, game: str) -> None:
    path, random = sealed[game][0], Random(game)
    lines = Path(f"{path}.seat1").read_text("ascii").splitlines()
    for _ in range(4):
        at = random.randrange(len(lines))
        written(tmp_path / "seat1", [*lines[:at], flipped(lines[at], random), *lines[at + 1 :]])

        assert judged(path, "--seat", tmp_path / "seat1") == ["sealed", "invalid"]


@pytest.mark.parametrize("game", GAMES)
def test_a_veil_over_something_else_is_caught(sealed: Sealed, tmp_path: Path, game: str) -> None:
    """A host who commits to one thing, and opens another."""
    path, opened = sealed[game]
    lines = opened.read_text("ascii").splitlines()
    at = next(at for at, line in enumerate(lines) if '"k":"veil"' in line)
    forged = written(
        tmp_path / "forged.rlog", derived([*lines[:at], f'{{"k":"veil","root":"{"0" * 64}"}}', *lines[at + 1 :]])
    )

    assert judged(forged, "--seat", f"{path}.seat0") == ["invalid", "invalid"]
    assert rftg.audit(forged).verdict == "invalid"


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_was_told_something_else_is_noticed_by_it_and_by_sealing_again(
    sealed: Sealed, tmp_path: Path, game: str
) -> None:
    """A host who opens what it has committed to, but has told a seat something else."""
    path, opened = sealed[game]
    lines = opened.read_text("ascii").splitlines()
    veil = next(at for at, line in enumerate(lines) if '"k":"veil"' in line)
    open_ = next(at for at, line in enumerate(lines) if '"k":"open"' in line)
    record = json.loads(lines[open_])
    host = unseal.digest(record["salts"][0], record["records"])
    leaves = [host, *[bytes(32)] * GAMES[game]]
    record["path"] = [node.hex() for node in path_of(leaves, 0)]
    root = unseal.climb(host, 0, len(leaves), record["path"]).hex()
    lines[veil], lines[open_] = f'{{"k":"veil","root":"{root}"}}', unseal.canonical(record)
    forged = written(tmp_path / "forged.rlog", derived(lines))

    assert judged(forged, "--seat", f"{path}.seat0") == ["valid", "invalid"]
    assert ran(RESEAL, forged)[0] == 1
    assert rftg.audit(forged).verdict == "invalid"
