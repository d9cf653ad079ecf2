"""In bulk: what random scoring sentences count on random tables, by the program and by a second reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lanes import SLOW
from proof.reader import Piece, Reader, Unread, View, Words, words_of
from proof.sentences import Sentences
from rftg_dsl import library
from rftg_dsl.catalogue import rows
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library
from rftg_dsl.shelf import find_box, game_names

SENTENCES = 3_500 if SLOW else 350
"""How many valid sentences of each game are tried."""
CARDS = {
    "roll": 'tile ZZ{n} {{\n  development "Zed {n}" cost 1 {{ {power} }}\n  world "Zee {n}" gray cost 1\n}}\n',
    "race": 'card ZZ{n} {{ development "Zed {n}" cost 1 vp 1 {{ {power} }} }}\n',
    "galaxies": 'planet-card ZZ{n} {{ planet "Zed {n}" culture economy length 2 vp 1 {{ {power} }} }}\n',
}
NOUNS = {
    "roll": ["development", "world"],
    "race": ["development", "world", "card"],
    "galaxies": ["planet", "colony", "ship", "orbiter", "lander", "visitor"],
}
"""The nouns for pieces that can be in play."""
SEATS = {"roll": 3, "race": 2, "galaxies": 3}


@cache
def words(game: str) -> Words:
    return words_of(find_box(game).words)


def sentences(game: str, names: list[str], seed: str) -> list[str]:
    """Random scoring sentences; about a third of them mean nothing, which the program says."""
    maker = Sentences(words(game), names, NOUNS[game], Random(seed))
    return list(dict.fromkeys(maker.score() for _ in range(SENTENCES * 5)))


def with_cards(folder: Path, game: str, powers: list[str]) -> Library:
    """The game with a card for each sentence that is valid."""
    (folder / "set.toml").write_text(f'id = "proof"\nname = "Proof"\ngame = "{game}"\nversion = "1"\n')
    text = {n: CARDS[game].format(n=n, power=power) for n, power in enumerate(powers)}
    while True:
        (folder / "cards.rftg").write_text("".join(text.values()))
        loaded = library.load(game, extra=[folder])
        if loaded.library is not None:
            return loaded.library
        for one in loaded.diagnostics:
            if one.severity == "error":
                number = int(re.findall(r"ZZ(\d+) ", one.at.source.text[: one.at.end])[-1])
                text.pop(number, None)


def random_play(found: Library, seats: int, seed: str) -> Play[object]:
    """A game after some random decisions."""
    play = found.rules(seats).start(Seeded(seed, found.game.name))
    draw = Random(seed)
    for _ in range(draw.randint(20, 160)):
        while play.pending is None and not play.over:
            play.run()
        if play.over:
            break
        assert play.pending is not None
        play.answer(play.pending.form.draw(draw.random))
    return play


def view_of(found: Library, play: Play[object], printed: Mapping[str, Any], this: str) -> View:
    """The table of a play as plain data; ``printed`` is what each side shows, by its id."""
    plain = play.plain()
    pieces = []
    for place, those in plain["pieces"].items():
        name, _, owner = place.partition(".")
        of = words(found.game.name).places.get(name, "table")
        for piece in those:
            row = printed[play.layout.sides[play.side[play.layout.piece[piece]]]]
            seat = int(owner) if of == "seat" else -1
            if own := re.search(r"\.(\d)(#\d+)?$", piece):  # a piece that belongs to a seat wherever it is
                seat = int(own[1])
            pieces.append(Piece(piece, row["name"], row["kind"], name, seat, owner if of == "piece" else "", row))
    stock = {}
    for cell, n in plain["stock"].items():
        kind, _, place = cell.partition("@")
        name, _, owner = place.partition(".")
        stock[kind, name, owner] = n
    return View(pieces, stock, plain["counters"], play.layout.seats, this)


@pytest.mark.parametrize("game", game_names())
def test_scores_count_what_they_say(game: str, tmp_path: Path) -> None:
    names = [row["name"] for row in rows(library.standard(game))]
    found = with_cards(tmp_path, game, sentences(game, names, f"scores {game}"))
    reader, seats, printed = Reader(words(game)), SEATS[game], {row["id"]: row for row in rows(found)}
    plays = [random_play(found, seats, f"{game} {n}") for n in range(12)]
    valid = [side for side in found.model.sides() if side.name.startswith("Zed ") and side.powers]
    tried, counted, wrong = 0, 0, []
    for side in valid[:SENTENCES]:
        power = side.powers[0]
        before, _, score = power.text.rpartition("score ")
        conditions = re.findall(r"(?:^|, )if (.+?)(?=, if |: $)", before)
        try:
            holds, amount = [reader.condition(one) for one in conditions], reader.amount(score)
        except Unread as error:
            raise AssertionError(f"not read: {power.text!r}: {error}") from None
        for play in Random(power.text).sample(plays, 3):
            piece = play.layout.piece[side.id.partition(".")[0]]
            seat = play.place_of[piece] % seats
            view = view_of(found, play, printed, play.layout.piece_names[piece])
            expected = amount(view, seat) if all(one(view, seat) for one in holds) else 0
            got = play.rules.by_id[power.id].react(play, seat, piece)
            tried += 1
            counted += got > 0
            if got != expected:
                wrong.append(f"{power.text!r}: {got}, but the reading says {expected}")
    assert len(valid) >= SENTENCES, len(valid)
    assert counted > tried // 6, (counted, tried)
    assert wrong == []
