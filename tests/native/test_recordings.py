"""Games recorded by other programs, and played on other sites: their logs are followed by native code as by Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanes import slow
from native.followed import audited
from rftg_dsl.importers.importer import Wanted, find_importer, import_files
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.native.building import find_compiler

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

HERE = Path(__file__).parents[1] / "oracle"
SHARED = Path(__file__).parents[3] / "shared" / "oracle"
IMPORTERS = {
    "galaxies": "galaxies-trace",
    "roll": "roll-trace",
    "race": "race-trace",
    "race-storm": "race-trace",
    "race-bga": "bga",
}
"""The importer of the recordings in each folder."""


def recordings() -> Iterator[Path]:
    """The files of recordings; from the shared folder where it is there, because it has more of them."""
    for folder in IMPORTERS:
        here = (SHARED if (SHARED / folder).is_dir() else HERE) / folder
        yield from sorted(here.glob("*.json*.gz"))


def name_of(path: Path) -> str:
    """A file of recordings as the name of a test."""
    return f"{path.parent.name}-{path.name.partition('.')[0]}"


@pytest.fixture(scope="module")
def engines() -> Engines:
    """What audits natively."""
    return Engines("native")


FIND = make_finder()
EVERY = list(recordings())


def check(path: Path, engines: Engines, folder: Path) -> tuple[int, int]:
    """Audit the logs of a file's games both ways: how many are valid, and how many native code has followed."""
    importer = find_importer(IMPORTERS[path.parent.name])
    import_files(importer, [path], folder, Wanted(tolerate=list(importer.tolerances)))
    valid = followed = 0
    for log in sorted(folder.iterdir()):
        read = read_log(log, engines.heads)
        python = judge_log(log.name, lambda read=read: read, FIND)  # type: ignore[misc]
        native = judge_log(log.name, lambda read=read: read, FIND, engines=engines)  # type: ignore[misc]
        assert native == python
        valid += python.verdict == "valid"
        engine = engines.engine_of(read, FIND)
        assert engine is not None and engine.warnings == []
        followed += audited(read, engine) is not None
    return valid, followed


@pytest.mark.parametrize("name", ["galaxies/clean-random", "race/random-2p", "roll/random-2p"])
def test_native_code_follows_recorded_games(name: str, engines: Engines, tmp_path: Path) -> None:
    valid, followed = check(HERE / f"{name}.jsonl.gz", engines, tmp_path)

    assert followed == valid > 3


@slow
@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_native_code_follows_every_recorded_game(path: Path, engines: Engines, tmp_path: Path) -> None:
    valid, followed = check(path, engines, tmp_path)

    assert followed == valid
    assert valid > 0 or path.parent.name == "race-bga"  # a site that draws in another order, or a game given up
