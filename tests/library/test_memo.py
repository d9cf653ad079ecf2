"""What is kept between loads: it saves time, changes nothing, and does not grow forever."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.read_components import Resolutions
from rftg_dsl.library.load import Loaded, load
from rftg_dsl.library.memo import Latest, Workshop

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


def seen(loaded: Loaded) -> tuple[list[Diagnostic], object]:
    """What a load comes to."""
    return sorted(loaded.diagnostics, key=str), loaded.model.components


def test_loading_again_and_again_gives_what_loading_afresh_gives(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET)
    workshop = Workshop()
    for text in VERSIONS:
        (tmp_path / "tiles.rftg").write_text(text)

        assert seen(load("roll", extra=[tmp_path], workshop=workshop)) == seen(load("roll", extra=[tmp_path]))


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
    workshop = Workshop()
    said = []
    for text in OTHERS:
        (tmp_path / "others.rftg").write_text(text)

        again = load("roll", extra=[tmp_path], workshop=workshop)

        assert seen(again) == seen(load("roll", extra=[tmp_path]))
        said.append({one.code for one in again.diagnostics})
    assert len(set(map(frozenset, said))) > 2


def test_editions_that_differ_in_constants_share_their_components() -> None:
    workshop = Workshop()

    new, old = (load("roll", edition, workshop=workshop) for edition in ("2020", "2014"))

    assert seen(old) == seen(load("roll", "2014"))
    assert new.model.words.numbers != old.model.words.numbers
    assert all(one is other for one, other in zip(new.model.components, old.model.components, strict=True))


def test_what_was_used_last_is_kept() -> None:
    made: list[str] = []
    latest: Latest[str, str] = Latest()

    def use(key: str, size: int = 1) -> str:
        return latest.get(key, size, lambda: made.append(key) or key)  # type: ignore[func-returns-value]

    latest.MOST = 2  # type: ignore[misc]
    use("a"), use("b"), use("a"), use("c"), use("a"), use("b")

    assert made == ["a", "b", "c", "b"]


def test_what_is_large_is_not_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Latest, "CHARACTERS", 10)
    latest: Latest[int, int] = Latest()

    for key in range(100):
        assert latest.get(key, 4, lambda key=key: key) == key  # type: ignore[misc]

    assert len(latest._kept) == 2 and latest._size == 8


def test_resolved_declarations_do_not_keep_files_forever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Resolutions, "CHARACTERS", 200_000)
    (tmp_path / "set.toml").write_text(SET)
    workshop = Workshop()
    for n in range(30):
        (tmp_path / "tiles.rftg").write_text(TILE + "# a long comment\n" * 1_000 + f"# {n}\n")
        load("roll", extra=[tmp_path], workshop=workshop)

    (spoken,) = workshop._words.values()
    kept = {source for source, _, _ in spoken.resolutions._known}
    assert sum(len(source.text) for source in kept) <= 200_000 + len(TILE) + 20_000
