"""The films of the replay page: the tables that they lead to, and the viewers that they are for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache, partial
from typing import Any

import pytest

from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.account.replay import Eyes, seen_at
from rftg_dsl.log.account.viewed_records import Views
from rftg_dsl.log.format.read_log import Log, parse_log, read_log
from rftg_dsl.log.format.record import line_of, parse_json
from rftg_dsl.show.browser import replay_data
from rftg_dsl.show.browser.film import DRAWN, Captions, DrawnTable, Film
from rftg_dsl.show.browser.replay_data import SCORING, Reel, film_of, make_quick_reel, make_reel
from show.browser.browser import LOGS

GAMES = ("roll-2020", "race-second", "galaxies")
FIND = make_finder(())

Table = dict[str, dict[str, Any]]


def log_of(name: str) -> Log:
    return read_log(LOGS / f"{name}.rlog.gz")


@cache
def reel_of(name: str, viewer: int | None = None) -> Reel:
    """A log's reel, whole or for one viewer; no test may change it."""
    return make_reel(log_of(name), FIND, None, None if viewer is None else Eyes(viewer))


def drawn(table: Table) -> Table:
    return {part: table[part] for part in DRAWN}


def change(table: Table, kind: str, *what: Any) -> None:
    """Carry out a change as the page does."""
    match kind, what:
        case "set", (part, name, value):
            table[part][name] = deepcopy(value)
            if value is None:
                del table[part][name]
        case "shift", (source, target, n):
            table["stock"][source] -= n
            table["stock"][target] = table["stock"].get(target, 0) + n
            if not table["stock"][source]:
                del table["stock"][source]
        case "move", (source, at, target, index, piece):
            table["pieces"][source].pop(at)
            table["pieces"].setdefault(target, []).insert(index, piece)
            if not table["pieces"][source]:
                del table["pieces"][source]


def tables_in(film: Mapping[str, Any]) -> Iterator[tuple[int, Table]]:
    """Yield the table after each line in which steps end."""
    [(_, table)] = deepcopy(film["tables"])
    for line in film["lines"]:
        for step in line["steps"]:
            for each in step["changes"]:
                change(table, *each)
        yield line["line"], table


@pytest.mark.parametrize("name", [*GAMES, "race-storm"])
def test_the_changes_by_each_event_lead_to_the_table_that_its_viewer_sees(name: str) -> None:
    log = log_of(name)
    people = [PUBLIC, *range(log.head["players"])]
    views = Views(log.head, people)
    tables = {who: DrawnTable(views.table_for(who)) for who in people}
    pages = {who: table.as_drawn() for who, table in tables.items()}

    for line in log:
        for who, record in views.read(parse_json(line)).items():
            for event in record.get("fx", ()):
                for each in tables[who].change(event):
                    change(pages[who], *each)
                assert pages[who] == drawn(tables[who].table), event
            assert pages[who] == drawn(views.table_for(who))


@pytest.mark.parametrize("name", GAMES)
def test_a_film_has_every_change(name: str) -> None:
    log = log_of(name)
    marks = [number for number, line in enumerate(log, 1) if line.startswith('{"after":')]

    for who in (PUBLIC, 0):
        compared = {marks[0], marks[len(marks) // 2], marks[-1]}
        for line, table in tables_in(film_of(log, FIND, who)):
            if line in compared:
                assert table == drawn(seen_at(log, line, Eyes(who))["folded"])
                compared.remove(line)
        assert not compared
        assert table == drawn(seen_at(log, len(log), Eyes(who))["folded"])


@pytest.mark.parametrize("name", GAMES)
def test_a_page_of_a_whole_log_has_the_films_that_a_server_sends(name: str) -> None:
    log = log_of(name)
    reel, quick = reel_of(name), make_quick_reel(log, FIND, "/picture?")

    def film_in_reel(viewer: int | None) -> list[Any]:
        lines = [line for line in reel["lines"] if viewer in line["by"]]
        return [{key: value for key, value in line.items() if key != "by"} for line in lines]

    assert quick["lines"] == film_in_reel(None) and quick["tables"] == reel["tables"][:1]
    for viewer, table in reel["tables"][1:]:
        assert film_of(log, FIND, viewer) == {"lines": film_in_reel(viewer), "tables": [(viewer, table)]}
    assert [viewer for viewer, _ in reel["tables"]] == [None, PUBLIC, *range(log.head["players"])]


@pytest.mark.parametrize("name", GAMES)
def test_a_viewers_table_begins_in_the_order_of_the_log(name: str) -> None:
    """So every process makes the same page from a log."""
    log = log_of(name)
    [(_, table)] = film_of(log, FIND, PUBLIC)["tables"]

    for part in ("pieces", "counters"):
        assert [*table[part]] == [key for key in log.head["table"][part] if key in table[part]]


def test_every_event_with_words_ends_a_step() -> None:
    for who in (None, PUBLIC, 1):
        reel = reel_of("race-second", who)
        for line in reel["lines"]:
            texts = [step["text"] for step in line["steps"]]
            assert all(texts) or texts == [""]
            assert texts != [""] or line["said"] or line is reel["lines"][-1]


def test_a_damaged_log_is_shown_up_to_the_line_before() -> None:
    """The events before the damage in its line are not shown either: a step without the others would not fit."""
    lines = [*log_of("roll-2020")]
    at = next(nth for nth, line in enumerate(lines) if nth > 100 and '["shift"' in line)
    record = parse_json(lines[at])
    cells = next(event[3:5] for event in record["fx"] if event[0] == "shift")
    back, wrong = ["shift", "zorp", "roll.ship", *reversed(cells), 1], ["shift", "zorp", "roll.ship", "x@y", "x@z", 1]
    record["fx"] += [back, wrong]
    lines = lines[: at + 30]
    damaged = [*lines[:at], line_of(record), *lines[at + 1 :]]

    for make in (partial(make_quick_reel, pictures=""), make_reel, partial(make_reel, eyes=Eyes(0))):
        reel, whole = make(parse_lines(damaged), FIND), make(parse_lines(lines), FIND)
        assert reel["stopped"]["line"] <= at + 1
        assert reel["lines"] == whole["lines"][: len(reel["lines"])]
        assert whole["lines"][len(reel["lines"])]["line"] >= reel["stopped"]["line"]


def parse_lines(lines: list[str]) -> Log:
    return parse_log("".join(f"{line}\n" for line in lines).encode())


def test_a_page_for_one_viewer_has_the_sides_of_the_pieces_that_it_shows() -> None:
    log = log_of("race-second")
    views, shown = Views(log.head, [1]), set()
    for line in log:
        views.read(parse_json(line))
        shown |= {piece.partition("#")[0] for piece in views.audience.viewers[1].shown.where}

    sides = reel_of("race-second", 1)["sides"]

    assert len(shown) > 50 and shown <= sides.keys()


def test_the_scores_that_viewers_see_are_work(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [*log_of("galaxies")][:150]
    log, twin = parse_lines(lines), parse_lines(lines)
    marks = sum(line.startswith('{"after":') for line in lines)
    make_reel(twin, FIND)
    before = log.budget.used

    monkeypatch.setattr(replay_data, "SCORING", 0)
    make_reel(log, FIND)

    assert twin.budget.used - log.budget.used + before == SCORING * 3 * marks > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_viewer_sees_the_scores_without_what_is_hidden_until_the_end(name: str) -> None:
    reel = reel_of(name)

    def scores(viewer: int | None) -> list[list[int]]:
        lines = [line for line in reel["lines"] if viewer in line["by"]]
        return [step["scores"] for line in lines for step in line["steps"] if "scores" in step]

    whole = scores(None)
    for viewer in (PUBLIC, 0, 1):
        seen = scores(viewer)
        assert len(seen) == len(whole) and seen[-1] == whole[-1]
        if viewer != PUBLIC:
            assert [row[viewer] for row in seen] == [row[viewer] for row in whole]
    assert (scores(PUBLIC) != whole) == (name == "galaxies")


def test_managing_an_empire_is_no_part_of_the_phase_before_it() -> None:
    steps = [step for line in reel_of("roll-2020")["lines"] for step in line["steps"]]
    lines = [line for line in reel_of("roll-2020")["lines"] if "recalled nothing" in line["said"]]
    recalls = [step for line in lines for step in line["steps"] if not step["text"]]
    recruited = [step for step in steps if "roll.recruit" in step["why"]]

    assert recalls and {step["stage"] for step in (*recruited, *recalls)} == {"Manage"}
    assert {"assign", "ship"} <= {step["stage"] for step in steps}


def test_a_long_stage_is_work_for_every_step() -> None:
    spent: list[int] = []
    head = log_of("roll-2020").head
    film = Film(Captions(head, FIND, spent.append), head["table"], spent.append)
    film.hear(["fact", "begun", "schedule.begin-stage", "phase", "x" * 80_000], 2)
    before = sum(spent)

    for _ in range(5):
        film.cut()

    assert sum(spent) - before > 5 * 10_000
