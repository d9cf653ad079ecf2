"""What is kept between loads: it saves time, changes nothing, and does not grow forever."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.library.load import Loaded, load
from rftg_dsl.library.memo import MEMO, Memo

SET = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n'
TILE = """tile X1 {
  development "First Bank" cost 1 { at end of ship: gain $1 }
  world "Blue Rock" novelty cost 2 { gain 1 novelty die here }
}
"""
VERSIONS = [
    TILE,
    TILE.replace("gain $1", "gian $1"),
    TILE.replace("gain $1", "gain $"),
    "counter gem plural gems of seat start 0\n" + TILE.replace("gain $1", "gain 1 gem"),
    "counter jewel plural jewels of seat start 0\n" + TILE.replace("gain $1", "gain 1 gem"),
    "counter gain of seat start 0\n" + TILE,
    "tiel X2 {}\n" + TILE,
    "component stock plural stocks sides world\n" + TILE,
    'component badge plural badges sides world\nbadge B1 { world "W" gray cost 1 {} }\n' + TILE,
    'die pink "Pink" supply 3 faces wild wild wild wild wild wild\n' + TILE.replace("novelty die", "pink die"),
    TILE,
]


@pytest.fixture
def empty_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memo without what other tests have loaded, some of which it may have dropped."""
    monkeypatch.setattr(MEMO, "_kept", {})
    monkeypatch.setattr(MEMO, "_size", 0)


def load_afresh(*names: str, extra: Sequence[Path] = ()) -> Loaded:
    """A game, loaded with an empty memo."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MEMO, "_kept", {})
        patch.setattr(MEMO, "_size", 0)
        return load(*names, extra=extra)


def seen(loaded: Loaded) -> tuple[list[Diagnostic], object]:
    """What a load comes to."""
    return sorted(loaded.diagnostics, key=str), loaded.model.components


def test_loading_again_and_again_gives_what_loading_afresh_gives(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET)
    for text in VERSIONS:
        (tmp_path / "tiles.rftg").write_text(text)

        assert seen(load("roll", extra=[tmp_path])) == seen(load_afresh("roll", extra=[tmp_path]))


ASKS = """tile X1 {
  development "Asks" cost 3 { at start of ship, if you shipped: gain $1 }
  world "Drops" gray cost 1 { when you discard a world: gain $1 }
}
"""
OTHERS = [
    "",
    'tile X2 { development "Ships" cost 3 { at start of ship: may ship }\nworld "Plain" gray cost 1 }',
    'tile X2 { development "asks" cost 3 { gain $1 }\nworld "Plain" gray cost 1 }',
    "mark odd",
    "",
]
"""What else the set declares, which decides whether something is wrong with a tile that stays the same."""


def test_what_is_remembered_of_a_tile_does_not_hide_what_others_do_to_it(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET)
    (tmp_path / "asks.rftg").write_text(ASKS)
    said = []
    for text in OTHERS:
        (tmp_path / "others.rftg").write_text(text)

        again = load("roll", extra=[tmp_path])

        assert seen(again) == seen(load_afresh("roll", extra=[tmp_path]))
        said.append({diagnostic.code for diagnostic in again.diagnostics})
    assert len(set(map(frozenset, said))) > 2


def test_editions_that_differ_in_constants_share_their_components(empty_memo: None) -> None:
    new, old = (load("roll", edition) for edition in ("2020", "2014"))

    assert seen(old) == seen(load_afresh("roll", "2014"))
    assert new.model.words.numbers != old.model.words.numbers
    assert all(component is other for component, other in zip(new.model.components, old.model.components, strict=True))


def test_what_was_used_last_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memo, "ENTRIES", 2)
    made: list[str] = []
    memo = Memo()

    def use(key: str) -> str:
        return memo.get(key, 1, lambda: made.append(key) or key)  # type: ignore[func-returns-value]

    use("a"), use("b"), use("a"), use("c"), use("a"), use("b")

    assert made == ["a", "b", "c", "b"]


def test_what_is_large_is_not_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memo, "CHARACTERS", 10)
    memo = Memo()

    for key in range(100):
        assert memo.get(key, 4, lambda key=key: key) == key  # type: ignore[misc]

    assert len(memo._kept) == 2 and memo._size == 8


def test_what_takes_long_keeps_no_other_thread_waiting() -> None:
    memo, begun, done = Memo(), Event(), Event()

    def make_slowly() -> str:
        begun.set()
        assert done.wait(10)
        return "slow"

    with ThreadPoolExecutor(1) as other:
        slow = other.submit(memo.get, "slow", 1, make_slowly)
        assert begun.wait(10)
        assert memo.get("quick", 1, lambda: "quick") == "quick"
        first = memo.get("slow", 1, lambda: "first")
        done.set()
        assert slow.result() == first == "first"


def test_versions_of_a_large_file_are_not_kept_forever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, empty_memo: None
) -> None:
    monkeypatch.setattr(Memo, "CHARACTERS", 3_000_000)
    (tmp_path / "set.toml").write_text(SET)
    for n in range(30):
        (tmp_path / "tiles.rftg").write_text("# a long comment\n" * 10_000 + f"# {n}\n" + TILE)
        load("roll", extra=[tmp_path])

    sources = {id(source): source for source in map(referred_source, MEMO._kept) if source}
    assert 2 < sum("# a long comment" in source.text for source in sources.values()) < 20


def referred_source(key: object) -> Source | None:
    """The file in a key of the memo."""
    return next((part for part in key if isinstance(part, Source)), None) if isinstance(key, tuple) else None
