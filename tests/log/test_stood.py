"""Illegal answers that stood: the game goes on from them, and no reader calls its log valid."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile import open_sealed
from lanes import law
from readers import light_verdicts
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import One, Pick
from rftg_dsl.kernel.overruled import BROKEN, is_own, overrule
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import InMemory
from rftg_dsl.log.proof.randomness import Randomness, randomness_from

FIND = make_finder()


class Cheat:
    """Answers at random; from the ``first`` decision on, one illegal answer out of a player's own pieces stands."""

    def __init__(self, seed: int, first: int) -> None:
        self.random = Random(seed)
        self.left = first
        self.stood: Decision | None = None

    def __call__(self, play: Play[Any], asked: Decision) -> Pick:
        """The answer."""
        self.left -= 1
        if self.left < 0 and self.stood is None:
            own = [piece for piece in range(len(play.place_of)) if is_own(play, asked.seat, piece)]
            some = tuple(self.random.sample(own, self.random.randint(0, min(4, len(own)))))
            pick = (some or (None,))[0] if isinstance(asked.form, One) else some
            if overrule(play, pick):
                self.stood = asked
                return pick
        return asked.form.draw(self.random.random)


def play_with(game: str, cheat: Cheat, dice: Randomness) -> tuple[list[str], bool]:
    """The log of a game in which an illegal answer stood, and whether the rules could go on from it."""
    library, sink = load_standard(game), InMemory()
    assert dice.seed is not None
    play = library.rules(2).start(Seeded(dice.seed, game))
    recorder = Recorder(play, library.game, head_of(library, play, dice, ["random"] * 2), sink.write, dice)
    try:
        drive(play, [cheat, cheat], (recorder,))
    except BROKEN:
        recorder.flush()
        return sink.lines, False
    return sink.lines, True


def verdict_on(raw: bytes, light: bool = False) -> Verdict:
    return judge_log("log", lambda: parse_log(raw), FIND, light)


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
@law(8)
@given(seed=st.integers(0, 10**6), first=st.integers(0, 80))
def test_all_but_the_illegal_answer_is_checked(game: str, seed: int, first: int) -> None:
    cheat = Cheat(seed, first)
    lines, went_on = play_with(game, cheat, randomness_from(str(seed)))
    raw = ("\n".join(lines) + "\n").encode()
    if cheat.stood is None:
        assert verdict_on(raw).verdict == "valid"
        return
    [at] = [nth for nth, line in enumerate(lines, 1) if line.endswith(',"stood":1}')]

    full = verdict_on(raw)

    assert (full.verdict, full.line) == ("invalid", at)
    assert full.reason.startswith(f"{cheat.stood.name}: illegal choice, and ")
    assert full.reason.endswith("everything else is correct") or not went_on
    if went_on:
        assert set(light_verdicts(raw).values()) == {"invalid"}
        last = raw.rindex(b'"total":')
        forged = verdict_on(raw[:last] + raw[last:].replace(b'"total":', b'"total":1', 1))
        assert forged.verdict == "invalid" and (forged.line or 0) > at


def a_cheated_game() -> list[str]:
    """A game with an illegal answer that stood, to its end."""
    for seed in range(20):
        lines, went_on = play_with("race", cheat := Cheat(seed, 10), randomness_from("stood"))
        if went_on and cheat.stood is not None:
            return lines
    raise AssertionError("no game could go on")


def test_a_game_with_an_illegal_answer_is_not_played_on() -> None:
    lines = a_cheated_game()
    at = next(nth for nth, line in enumerate(lines, 1) if line.endswith(',"stood":1}'))
    log = parse_log(("\n".join(lines[: at + 5]) + "\n").encode())

    with pytest.raises(Mismatch, match="illegal choice"):
        resume_log(log, load_standard("race"), log.randomness.host or randomness_from("stood").host)


@pytest.mark.parametrize("light", [False, True])
def test_an_illegal_answer_is_found_in_the_sealed_log_once_it_is_opened(light: bool) -> None:
    lines = a_cheated_game()

    whole, opened = (verdict_on(("\n".join(log) + "\n").encode(), light) for log in (lines, open_sealed(lines)))

    assert (opened.verdict, opened.reason) == ("invalid", whole.reason)


@pytest.mark.parametrize("pick", [(), (-1,), (10**9,), ("a",), (0, 0), None, 5, True, ((0, 1),)])
def test_only_pieces_of_the_player_can_stand(pick: Pick) -> None:
    play = load_standard("race").rules(2).start(Seeded("own", "race"))
    while play.pending is None:
        play.run()
    asked = play.pending

    stands = overrule(play, pick)

    assert stands == (pick == ()), "no cards at all is the one thing here that a player could choose"
    assert (play.pending is asked) == (not stands)
