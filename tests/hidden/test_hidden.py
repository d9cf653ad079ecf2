"""Nothing that a seat gets contains what it may not see.

Two laws over random games: no surface names a piece that its viewer has never seen, and a game in which such pieces are
elsewhere gives its viewer the same bytes.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from hidden.surfaces import SURFACES, Moment, show
from lanes import law
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.log.account.viewed_records import VIEWED, Reading
from rftg_dsl.log.format.record import Record
from twins import Begun, never_seen, other_secrets, pieces_of, play, twins

GAMES = ("roll", "race", "race + gathering-storm", "galaxies")

STATIC = frozenset(("names", "sides", "looks", "titles", "places", "counters", "printed", "rule"))
"""The fields of a page's data that hold content, which is the same for every deal."""


@cache
def library_for(game: str) -> Library:
    name, _, extra = game.partition(" + ")
    return load_library(name, None, [extra] if extra else (), {"goals": "drawn"} if extra else {})


def text_of(surface: str) -> str:
    """The text of this game on a surface; of a page's data, without the content that is the same for every deal."""
    if page := DATA.search(surface):
        body = gzip.decompress(b64decode(page[1])).decode()
    else:
        body = surface.rpartition("\n")[2]
    return "\n".join(texts_in(json.loads(body))) if body.startswith("{") else surface


DATA = re.compile(r'id="data">([^<]+)<')
"""The data of a page, packed."""


def texts_in(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in STATIC and not (name == "text" and key == "causes"):
                yield name
                yield from texts_in(part, "causes" if "causes" in (key, name) else name)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part, key)
    else:
        yield str(value)


def names_of(lines: list[str], pieces: set[str]) -> set[str]:
    """The printed names of pieces, without the names that other pieces share."""
    names = json.loads(lines[0])["names"]

    def of(ids: set[str]) -> set[str]:
        bare = {piece.partition("#")[0] for piece in ids}
        return {name for id, name in names.items() if id in bare or id.rpartition(".")[0] in bare}

    return of(pieces) - of({*pieces_of(lines)} - pieces)


CALLED = re.compile(r'called \\*"[^"\\]*\\*"')
"""A name in the rule text of a piece that is seen: ``3 VP for each of your cards called "Research Labs"``."""


def leaks(at: Moment, surface: str) -> set[str]:
    """The ids and names in a surface of pieces that its viewer has never seen."""
    hidden = set(never_seen(at.lines, at.viewer))
    designs = {piece.partition("#")[0] for piece in {*pieces_of(at.lines)} - hidden}
    wanted = (hidden | {piece.partition("#")[0] for piece in hidden} | names_of(at.lines, hidden)) - designs
    text = CALLED.sub("", text_of(surface))
    names = json.loads(at.lines[0])["names"].values()
    longer = {name for name in names if any(word in name and word != name for word in wanted)}
    said = re.sub("|".join(map(re.escape, sorted(longer - wanted, key=len, reverse=True))) or "$^", "", text)
    pattern = "|".join(map(re.escape, sorted(wanted, key=len, reverse=True))) or "$^"
    return set(re.findall(rf"(?<![\w.-])(?:{pattern})(?![\w#-])", said))


def look(begun: Begun, seed: str, most: int, viewer: int, folder: Path, at: float) -> None:
    """Both laws at one moment of a game."""
    match = play(begun, seed, most)
    line = 1 + int(at * (len(match.log) - 1))
    moment = Moment(lambda: play(begun, seed, most), viewer, folder, line)
    here = {name: show(moment, name) for name in SURFACES}
    for name, texts in here.items():
        for text in texts:
            assert leaks(moment, text) == set(), name
    for twin in twins(begun, match, seed, viewer, tries=3):
        there = Moment(twin, viewer, folder, line)
        for name, texts in here.items():
            assert show(there, name) == texts, name


def look_behind_screens(begun: Begun, seed: str, most: int, viewer: int, folder: Path) -> bool:
    """The second law where the others have done something else behind their screens, and perhaps more; False if none.

    ``rftg replay``, ``why`` and ``diff`` count the lines of the whole log: their numbers tell how many there are.
    """
    match = play(begun, seed, most)
    twin = other_secrets(begun, match, seed, viewer)
    if twin is None or twin.log == match.log:
        return False
    here = Moment(lambda: play(begun, seed, most), viewer, folder, 1)
    there = Moment(lambda: other_secrets(begun, play(begun, seed, most), seed, viewer) or match, viewer, folder, 1)
    for name in SURFACES.keys() - {"rftg replay", "rftg why", "rftg diff"}:
        assert show(there, name) == show(here, name), name
    return True


ONLY = (Phase.explicit, Phase.reuse, Phase.generate)
"""A game that fails is not made smaller: that would take minutes."""


@law(4, phases=ONLY)
@given(
    game=st.sampled_from(GAMES),
    bot=st.sampled_from(("random", "greedy")),
    players=st.integers(2, 3),
    seed=st.integers(0, 10**6),
    most=st.integers(0, 150),
    viewer=st.integers(PUBLIC, 2),
    at=st.floats(0, 1),
)
def test_nothing_that_a_viewer_gets_follows_from_what_is_hidden(
    tmp_path_factory: pytest.TempPathFactory,
    game: str,
    bot: str,
    players: int,
    seed: int,
    most: int,
    viewer: int,
    at: float,
) -> None:
    folder = tmp_path_factory.mktemp("hidden")
    look(Begun(library_for(game), players, bot), str(seed), most, min(viewer, players - 1), folder, at)


@law(6, phases=ONLY)
@given(
    game=st.sampled_from(("roll", "race")),
    players=st.integers(2, 3),
    seed=st.integers(0, 10**6),
    most=st.integers(0, 60),
    viewer=st.integers(PUBLIC, 2),
)
def test_how_much_the_others_do_behind_their_screens_is_hidden_as_well(
    tmp_path_factory: pytest.TempPathFactory, game: str, players: int, seed: int, most: int, viewer: int
) -> None:
    folder = tmp_path_factory.mktemp("screens")
    look_behind_screens(Begun(library_for(game), players), str(seed), most, min(viewer, players - 1), folder)


def test_there_are_such_games(tmp_path: Path) -> None:
    """The laws above would say little without twins."""
    for game in GAMES:
        begun = Begun(library_for(game), 2)
        assert any(True for seed in "012345" for _ in twins(begun, play(begun, seed, 60), seed, 0)), game
    begun = Begun(library_for("roll"), 2)
    assert any(look_behind_screens(begun, seed, 8, 1, tmp_path) for seed in "0123")


# -- the laws notice what they are for ---------------------------------------------------------------------------


def sees_hands(seen: str, owner: int, viewer: int) -> bool:
    return seen in ("all", "owner")


def sees_the_next_seat(seen: str, owner: int, viewer: int) -> bool:
    return seen == "all" or (seen != "none" and owner in (viewer, viewer + 1) and viewer != PUBLIC)


def sees_any_first(seen: str, owner: int, viewer: int) -> bool:
    return True


def is_whole(reading: Reading) -> Record:
    return dict(reading.record)


MUTANTS: dict[str, tuple[str, Any]] = {
    "everybody sees what its owner sees": ("rftg_dsl.log.account.sight.can_see", sees_hands),
    "a seat sees what the next one sees": ("rftg_dsl.log.account.sight.can_see", sees_the_next_seat),
    "programs see what the next seat sees": ("rftg_dsl.kernel.layout.can_see", sees_the_next_seat),
    "everybody sees the first piece of a stack": ("rftg_dsl.log.account.sight.can_see_first", sees_any_first),
    "results are whole": ("rftg_dsl.log.account.viewed_records.VIEWED", {**VIEWED, "rnd": is_whole}),
    "decisions are whole": ("rftg_dsl.log.account.viewed_records.VIEWED", {**VIEWED, "do": is_whole}),
    "ids are read as they are": ("rftg_dsl.log.account.viewed_records.Reading.mask_unseen", lambda _, value: value),
    "what is done behind screens is read": ("rftg_dsl.log.account.viewed_records.Reading.must_hide", lambda *_: False),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mistake_in_what_is_seen_is_noticed(mutant: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(*MUTANTS[mutant])
    libraries = {game: load_library(game) for game in ("race", "galaxies", "roll")}  # layouts remember what is hidden

    with pytest.raises(AssertionError):
        look_around(libraries, tmp_path)


def look_around(libraries: Mapping[str, Library], folder: Path) -> None:
    """Some moments of a game of each title."""
    for game, (seed, most) in product(libraries, (("7", 14), ("8", 30))):
        look(Begun(libraries[game], 2), seed, most, 0, folder, 1.0)
        look_behind_screens(Begun(libraries[game], 2), seed, most, 0, folder)


def test_nothing_is_noticed_where_there_is_no_mistake(tmp_path: Path) -> None:
    look_around({game: library_for(game) for game in ("race", "galaxies", "roll")}, tmp_path)
