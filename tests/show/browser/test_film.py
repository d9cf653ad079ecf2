"""The films of the replay page: the tables that they lead to, and the viewers that they are for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.account.replay import Eyes, seen_at
from rftg_dsl.log.account.viewed_records import Views
from rftg_dsl.log.format.read_log import Log, parse_log, read_log
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.show.browser import replay_data
from rftg_dsl.show.browser.film import DRAWN, DrawnTable
from rftg_dsl.show.browser.replay_data import SCORING, film_of, make_quick_reel, make_reel
from show.browser.browser import LOGS

GAMES = ("roll-2020", "race-second", "galaxies")
FIND = make_finder(())

Table = dict[str, dict[str, Any]]


def log_of(name: str) -> Log:
    return read_log(LOGS / f"{name}.rlog.gz")


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
        tables = {line: deepcopy(table) for line, table in tables_in(film_of(log, FIND, who))}
        for mark in (marks[0], marks[len(marks) // 2], marks[-1]):
            assert tables[mark] == drawn(seen_at(log, mark, Eyes(who))["folded"])
        assert [*tables.values()][-1] == drawn(seen_at(log, len(log), Eyes(who))["folded"])


@pytest.mark.parametrize("name", GAMES)
def test_a_page_of_a_whole_log_has_the_films_that_a_server_sends(name: str) -> None:
    log = log_of(name)
    reel, quick = make_reel(log, FIND), make_quick_reel(log, FIND, "/picture?")

    def film_in_reel(viewer: int | None) -> list[Any]:
        lines = [line for line in reel["lines"] if viewer in line["by"]]
        return [{key: value for key, value in line.items() if key != "by"} for line in lines]

    assert quick["lines"] == film_in_reel(None) and quick["tables"] == reel["tables"][:1]
    for viewer, table in reel["tables"][1:]:
        assert film_of(log, FIND, viewer) == {"lines": film_in_reel(viewer), "tables": [(viewer, table)]}
    assert [viewer for viewer, _ in reel["tables"]] == [None, PUBLIC, *range(log.head["players"])]


def test_every_event_with_words_ends_a_step() -> None:
    log = log_of("race-second")

    for who in (None, PUBLIC, 2):
        reel = make_reel(log, FIND, None, None if who is None else Eyes(who))
        for line in reel["lines"]:
            texts = [step["text"] for step in line["steps"]]
            assert all(texts) or texts == [""]
            assert texts != [""] or line["said"] or line is reel["lines"][-1]


def test_a_damaged_log_is_shown_up_to_the_line_before() -> None:
    """The events before the one that cannot be are not shown either: a step without them would not fit the table."""
    lines = [*log_of("roll-2020")]
    at = next(nth for nth, line in enumerate(lines) if nth > 100 and line.count('["shift"') > 2)
    head, last, rest = lines[at].rpartition('["shift"')
    lines[at] = head + last + re.sub(r'"[a-z]+@', '"zorp@', rest, count=1)
    log = parse_log("".join(f"{line}\n" for line in lines).encode())

    for film in (make_quick_reel(log, FIND, "/picture?"), make_reel(log, FIND, None, Eyes(0))):
        assert film["stopped"] and film["lines"][-1]["line"] <= at
        assert len([*tables_in(film)]) == len(film["lines"])


def test_the_scores_that_viewers_see_are_work(monkeypatch: pytest.MonkeyPatch) -> None:
    log, twin = log_of("galaxies"), log_of("galaxies")
    marks = sum(line.startswith('{"after":') for line in log)
    make_reel(twin, FIND)
    before = log.budget.used

    monkeypatch.setattr(replay_data, "SCORING", 0)
    make_reel(log, FIND)

    assert twin.budget.used - log.budget.used + before == SCORING * 3 * marks


@pytest.mark.parametrize("name", GAMES)
def test_a_viewer_sees_the_scores_without_what_is_hidden_until_the_end(name: str) -> None:
    log = log_of(name)
    reel = make_reel(log, FIND)

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
