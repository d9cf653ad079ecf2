"""External bots: the information they get, the answers they give, and every error they can cause."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

import rftg_dsl as rftg
from rftg_dsl.base import plugins
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import pieces_hidden_from
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.play.bots import bot_names, seat_bots
from rftg_dsl.play.seen import Seen


def after(game: str, decisions: int) -> Play[Any]:
    """A random two-player game after some decisions."""
    play = load_standard(game).rules(2).start(Seeded(f"bots {decisions}", game))
    random = Random(decisions).random
    for _ in range(decisions):
        while play.pending is None and not play.over:
            play.run()
        if play.pending is not None:
            play.answer(play.pending.form.draw(random))
    return play


def reshuffled(play: Play[Any], seat: int) -> Play[Any]:
    """The same state with everything hidden from a seat reshuffled."""
    twin = play.clone()
    hidden = {place: pieces_hidden_from(play, seat, place) for place in range(play.layout.places)}
    pieces = [piece for group in hidden.values() for piece in group]
    Random(7).shuffle(pieces)
    for place, group in hidden.items():
        zone, pieces = pieces[: len(group)], pieces[len(group) :]
        twin.zone[place] = (*play.zone[place][: len(play.zone[place]) - len(group)], *zone)
        for piece in zone:
            twin.place_of[piece] = place
    return twin


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("decisions", [5, 40, 120])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bots_information_does_not_depend_on_what_its_seat_may_not_see(game: str, decisions: int, seat: int) -> None:
    play, record = after(game, decisions), load_standard(game).game

    assert Seen(record, play, seat).figures == Seen(record, reshuffled(play, seat), seat).figures


def test_a_bot_sees_its_own_hand_and_only_the_size_of_others() -> None:
    play, record = after("race", 20), load_standard("race").game
    hands = [play.zone[place] for place in play.layout.place["hand"]]

    seen = Seen(record, play, 0)

    assert seen.me["hand"] == [play.numbers.names[play.side[piece]] for piece in hands[0]]
    assert seen.of(1)["hand"] == ["?"] * len(hands[1]) != []


def test_a_function_plays_a_whole_game_and_is_asked_by_names() -> None:
    asked: list[str] = []

    def first(question: rftg.Asked) -> rftg.Answer:
        asked.append(repr(question))
        return question.draw()

    result = rftg.play_game("galaxies", 2, "names", [first, "random"])

    assert result.winners
    assert asked[0].startswith("<seat 0 is asked 'mission': one of ")
    assert all(line.startswith("<seat 0 is asked ") for line in asked)


def test_the_result_of_a_game_names_its_scores_and_winners() -> None:
    result = rftg.play_game("galaxies", 2, "result")

    assert result.scores == [seat["score"]["total"] for seat in result.figures["seats"]]
    assert result.winners == [0]
    assert repr(result) == (
        f"Result(seed='result', scores={result.scores}, winners=[0], rounds={result.rounds}, "
        f"decisions={result.decisions}, events={result.events})"
    )


def test_a_bot_class_is_instantiated_once_per_seat() -> None:
    made: list[Any] = []

    class Remembers:
        def __init__(self) -> None:
            made.append(self)
            self.seats: set[int] = set()

        def __call__(self, asked: rftg.Asked) -> rftg.Answer:
            self.seats.add(asked.seat)
            return asked.draw()

    rftg.play_game("race", 3, "class", Remembers)

    assert [bot.seats for bot in made] == [{0}, {1}, {2}]


def test_the_chance_of_a_bot_follows_from_the_seed() -> None:
    def draws(asked: rftg.Asked) -> rftg.Answer:
        return asked.draw()

    game, other = (rftg.play_game("race", 2, "again", draws) for _ in range(2))

    assert game == other


# -- errors ----------------------------------------------------------------------------------------------------------


def test_an_illegal_answer_says_what_was_asked_and_how_to_answer() -> None:
    with pytest.raises(rftg.UsageError) as wrong:
        rftg.play_game("roll", 2, "illegal", lambda asked: "nonsense")

    assert wrong.value.code == "illegal-answer"
    assert "'nonsense' is not a valid answer to <seat" in wrong.value.message
    assert "one of asked.options" in wrong.value.hint


@pytest.mark.parametrize("answer", [None, 3, 3.5, [], {}, {"home@cup.0": "x"}, [["a"]], "", object()])
def test_even_the_strangest_answer_is_refused_cleanly(answer: Any) -> None:
    for game, decisions in (("roll", 0), ("roll", 3), ("race", 0), ("galaxies", 6)):
        match = rftg.start(game, 2, "strange")
        for _ in range(decisions):
            match.answer(match.asked.draw())  # type: ignore[union-attr]
        assert match.asked is not None
        legal = match.asked.answers() if match.asked.count() <= 1000 else []
        if answer not in legal:
            with pytest.raises(rftg.IllegalAnswer):
                match.answer(answer)


def test_an_error_in_a_bot_names_its_line() -> None:
    def fails(asked: rftg.Asked) -> rftg.Answer:
        return asked.options[99]

    with pytest.raises(rftg.UsageError) as wrong:
        rftg.play_game("roll", 2, "fails", ["random", fails])

    assert wrong.value.code == "broken-bot"
    assert "the bot fails failed: IndexError" in wrong.value.message
    assert "(test_bots.py, line " in wrong.value.message


def file(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text)
    return path


def test_a_function_in_a_file_is_a_bot(tmp_path: Path) -> None:
    path = file(tmp_path, "def first(asked):\n    return asked.draw()\n")

    assert rftg.play_game("race", 2, "file", [f"{path}:first", "random"]).figures["end"]


@pytest.mark.parametrize(
    ("text", "name", "code", "says"),
    [
        ("def first(asked): ...", "firs", "unknown-bot", "did you mean 'first'?"),
        ("first = 3", "first", "unknown-bot", "it has no functions"),
        ("1 / 0", "first", "broken-bot", "ZeroDivisionError: division by zero (mine.py, line 1)"),
        ("def first(asked", "first", "broken-bot", "SyntaxError"),
    ],
)
def test_a_file_without_such_a_bot_says_so(tmp_path: Path, text: str, name: str, code: str, says: str) -> None:
    path = file(tmp_path, text)

    with pytest.raises(rftg.UsageError) as wrong:
        rftg.play_game("roll", 2, "file", f"{path}:{name}")

    assert wrong.value.code == code
    assert says in f"{wrong.value.message} {wrong.value.hint}"


def nobody() -> str:
    """A bot that cannot be asked."""
    return ""


def test_a_file_without_a_function_says_how_to_name_one() -> None:
    with pytest.raises(rftg.UsageError) as wrong:
        seat_bots(["./my_bot.py"], 2)

    assert wrong.value.hint == "use ./my_bot.py:function"


def test_a_bot_that_cannot_be_asked_says_what_a_bot_is() -> None:
    with pytest.raises(rftg.UsageError, match="takes 0 positional arguments") as wrong:
        rftg.start("galaxies", 2, "x").finish(nobody)  # type: ignore[arg-type]

    assert wrong.value.hint == "a bot must be a function with one argument, the question: def my_bot(asked)"


def test_advice_that_is_not_an_answer_names_the_decision() -> None:
    def advisers() -> dict[str, Any]:
        return {"mission": lambda play, asked: "none of them"}

    library = load_standard("galaxies")
    library = evolve(library, game=evolve(library.game, advisers=advisers))

    with pytest.raises(rftg.UsageError, match="the adviser of galaxies for 'mission' picked 'none of them'") as wrong:
        rftg.play_game(library, 2, "x", "greedy")

    assert wrong.value.code == "illegal-answer"


def test_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(rftg.UsageError, match="'gready' is not a known bot") as wrong:
        seat_bots(["gready"], 2)

    assert wrong.value.hint == "did you mean 'greedy'?"


class Point:
    """An entry point of a bot."""

    name, value, module, dist = "mine", "mine:bot", "mine", None

    def __init__(self, target: Any) -> None:
        self.found = target

    def load(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_an_installed_bot_is_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    point = Point(lambda asked: asked.draw())
    monkeypatch.setattr(
        "rftg_dsl.play.bots.entry_points_of", lambda group: {"mine": point} if group == plugins.BOTS else {}
    )

    assert bot_names() == ["random", "greedy", "search", "mine"]
    assert rftg.play_game("race", 2, "installed", ["mine", "random"]).figures["end"]


def test_an_installed_bot_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    point = Point(ImportError("no module named torch"))
    monkeypatch.setattr(
        "rftg_dsl.play.bots.entry_points_of", lambda group: {"mine": point} if group == plugins.BOTS else {}
    )

    with pytest.raises(rftg.PluginError, match=r"mine \(mine:bot\) cannot be used: ImportError: no module named torch"):
        rftg.play_game("race", 2, "installed", "mine")


# -- matches -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["roll", "race", "galaxies"])
def library(request: pytest.FixtureRequest) -> Library:
    return rftg.load(request.param)


def test_a_match_played_by_names_writes_a_log_that_audits_and_resumes(library: Library) -> None:
    match = rftg.start(library, 2, "match")
    for _ in range(30):
        assert match.asked is not None
        match.answer(match.asked.draw())
    lines = match.log

    resumed = rftg.resume(rftg.read_log(lines), "match")
    assert resumed.log == lines
    assert repr(resumed) == repr(match)
    assert match.finish().log == resumed.finish().log
    assert match.over and match.winners and match.asked is None
    assert rftg.audit(rftg.read_log(match.log)).verdict == "valid"
    with pytest.raises(rftg.IllegalAnswer, match="the game is over"):
        match.answer("anything")


def test_a_fork_does_not_affect_its_match_and_has_no_log(library: Library) -> None:
    match = rftg.start(library, 2, "fork")
    before, fork = repr(match), match.fork()

    fork.finish("greedy")

    assert fork.over
    assert (repr(match), match.over) == (before, False)
    with pytest.raises(ValueError, match="has no log"):
        _ = fork.log


def test_a_watcher_is_shown_every_event_in_order(library: Library) -> None:
    match = rftg.start(library, 2, "watch")
    heard: list[rftg.Happened] = []
    match.watch(heard.append)
    lines_before = len(match.log)

    match.finish()

    logged = list(rftg.events(rftg.read_log(match.log)))
    assert [(event.op, event.word, event.what) for event in heard] == [
        (o.op, o.word, o.what) for o in logged[-len(heard) :]
    ]
    assert len(logged) - len(heard) < 200 and lines_before < 60


def test_a_wrong_number_of_bots_is_reported() -> None:
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        rftg.play_game("roll", 2, "many", ["random"] * 3)
    with pytest.raises(ValueError, match="1 bots for 2 seats"):
        rftg.start("roll", 2, "few").finish(["random"])
    with pytest.raises(rftg.UsageError, match="is for 2 to 5 players"):
        rftg.start("roll", 9, "nine")


def test_a_log_with_recorded_dice_cannot_be_resumed() -> None:
    lines = rftg.start("roll", 2, "dice").log
    head = re.sub(r'"randomness":{[^}]*}', '"randomness":{"mode":"recorded"}', lines[0])

    with pytest.raises(rftg.UsageError, match="the dice in this log come from the source 'recorded'"):
        rftg.resume(rftg.read_log([head, *lines[1:]]), "dice")


def test_a_seed_is_text() -> None:
    with pytest.raises(rftg.UsageError, match="a seed must be a string, not 5") as wrong:
        rftg.start("race", 2, 5)  # type: ignore[arg-type]

    assert wrong.value.hint == "use '5'"


def test_a_seat_that_is_not_there_says_which_are() -> None:
    asked = rftg.start("race", 3, "seats").asked
    assert asked is not None

    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are numbered from 0 to 2"):
            asked.seen.of(seat)
