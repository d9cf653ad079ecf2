import gc
from pathlib import Path

import pytest
from hypothesis import settings

from durations import Durations
from lanes import COLLECTED, FAST, is_full_file, is_here
from pythons import NAMED, find_python

pytest_plugins = ["show.browser.browser"]

# No test times anything: a slow machine is not a counterexample.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(), "durations")
    config.addinivalue_line("markers", "scaled: does more in each lane than in the one before, as laws do")
    config.addinivalue_line("markers", 'power(*ids): the printed powers at work in a scenario; `@power("T12.a/1")`')


def pytest_collection_finish() -> None:
    """Keep the cyclic garbage collector from the tests themselves: it took two fifths of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_report_header() -> str:
    """Which Pythons are compared, and which are not there."""
    missing = [version for version in NAMED if find_python(version) is None]
    there = [version for version in NAMED if version not in missing]
    return f"Pythons compared: {', '.join(there)}; not installed: {', '.join(missing) or 'none'}"


def names_tests(config: pytest.Config) -> bool:
    """Whether the run was given the names of some tests, so that lanes do not matter."""
    return {Path(word.partition("::")[0]).resolve() for word in config.args} != {Path(__file__).parent}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In the fast lane, do not even import the files that belong to the full one: that took a third of the start."""
    if not FAST or names_tests(config) or config.option.update_snapshots:
        return None
    return is_full_file(collection_path.relative_to(config.rootpath).as_posix()) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to another lane, in a run of all tests: ``pytest tests/proof`` runs all that is there."""
    named = names_tests(config)
    config.stash[COLLECTED] = None if named else {item.nodeid for item in items}
    # An update of the snapshots removes those of tests that it did not run.
    if config.option.update_snapshots or (FAST and named):
        return
    here, elsewhere = [], []
    for item in items:
        (here if is_here(item) else elsewhere).append(item)
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = here


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a set for Roll, in the current folder, with room for scenarios."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    return folder
