"""How two logs, two tables or two records differ, and what would differ with other content."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg
from forging import edited, first, raw_of
from rftg_dsl.base.diagnostic import MissingContent
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.account.compare import WRITTEN, compare_logs, compare_records, compare_tables
from rftg_dsl.log.account.replay import Eyes
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.audit.other_content import OtherContent, reduce_record, trim_figures
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.kinds import HEAD
from rftg_dsl.log.format.read_log import DamagedLog, Log, parse_log, read_log
from rftg_dsl.log.proof.randomness import secret_of, shared

FROZEN = Path(__file__).parents[1] / "logs"


def log_of(lines: list[str], name: str = "log") -> Log:
    return parse_log(raw_of(lines), name)


# -- records -----------------------------------------------------------------------------------------------------


def do(**more: Any) -> dict[str, Any]:
    return {"k": "do", "seat": 0, "name": "ask", "pick": 1, "form": ["one", 2], "fx": [["note", "x", "y"]], **more}


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (do(pick=2, fx=[]), "record"),
        (do(pick=True), "record"),
        ({"k": "run", "fx": []}, "record"),
        (do(fx=[["note", "x", "z"]]), "event 1"),
        (do(fx=[]), "event 1"),
        (do(fx=[["note", "x", "y"], ["note"]]), "event 2"),
        (do(form=["one", 3]), "form 1"),
        (do(secret=1), "secret"),
    ],
)
def test_where_two_records_part(other: dict[str, Any], what: str) -> None:
    mine = compare_records(do(), other)

    assert mine is not None and mine.what == what
    assert compare_records(do(), do()) is None


# -- logs --------------------------------------------------------------------------------------------------------


def test_every_changed_line_is_found(lines: list[str]) -> None:
    whole = log_of(lines)
    for at in range(2, len(lines), 17):
        if '"fx":[[' in lines[at]:
            other = log_of(edited(lines, at, lambda record: record["fx"].append(["note", "x", "roll.y"])))
            difference = compare_logs(whole, other, make_finder()).first
            assert difference is not None and (difference.one.line, difference.other.line) == (at + 1, at + 1)
            assert difference.one.text == "nothing more" and difference.other.ground.step == "roll.y"


def test_a_line_that_is_only_written_otherwise(lines: list[str]) -> None:
    at = first(lines, "do")
    other = [*lines[:at], lines[at].replace(",", ", ", 1), *lines[at + 1 :]]

    comparison = compare_logs(log_of(lines), log_of(other), make_finder())

    assert comparison.first is not None and comparison.first.what == WRITTEN and not comparison.same


def test_play_is_compared_though_heads_and_shares_differ(record: Callable[..., list[str]]) -> None:
    """Other people, who have promised other texts; by chance the same comes up until somebody chooses otherwise."""
    lines = record(shared(secret_of("host"), [secret_of("a"), secret_of("b")]), rounds=2)
    other = edited(lines, 0, lambda head: head.update(seats=["x", "y"]))
    other = edited(other, 1, lambda entry: entry.update(text="c"), again=True)
    at = first(lines, "do", lambda entry: bool(entry["fx"]))

    same = compare_logs(log_of(lines), log_of(other), make_finder())
    comparison = compare_logs(
        log_of(lines), log_of(edited(other, at, lambda entry: entry.update(pick=7))), make_finder()
    )

    assert [difference.what for difference in same.head] == ["seats 0"] and same.first is None and not same.same
    assert comparison.first is not None and comparison.first.one.line == at + 1


def test_which_log_is_the_beginning(lines: list[str]) -> None:
    whole, part_of = log_of(lines), log_of(lines[:50])

    assert compare_logs(whole, part_of, make_finder()).beginning == "other"
    assert compare_logs(part_of, whole, make_finder()).beginning == "one"
    torn = parse_log(raw_of(lines) + b'{"k')
    comparison = compare_logs(whole, torn, make_finder())
    assert comparison.beginning == "other" and comparison.first is not None and "cut off" in comparison.first.other.text


def test_other_games_are_not_compared(record: Callable[..., list[str]], lines: list[str]) -> None:
    comparison = compare_logs(log_of(lines), log_of(record("x", game="race", rounds=1)), make_finder())

    assert comparison.head[0].what == "game" and comparison.first is None and not comparison.same


def test_tables_differ_in_every_part(lines: list[str]) -> None:
    at = first(lines, "run")
    table = Folded(log_of(lines).head["table"])
    tile = table.pieces["bag"][0]

    def change(record: Any) -> None:
        record["fx"] += [
            ["move", "x", "y.z", tile, "hand.0", 0],
            ["flip", "x", "y.z", tile, f"{tile}.b"],
            ["tag", "x", "y.z", tile, 3],
            ["enter", "x", "y.z", tile, table.table["last_entered"] + 1],
            ["adjust", "x", "y.z", "credit.1", 2],
            ["fact", "x", "y.z", "phase", "settle"],
            ["shift", "x", "y.z", "home@supply", "home@cup.0", 1],
            ["arrange", "x", "y.z", "homes", [f"H{n}" for n in range(9, 0, -1)]],
        ]

    comparison = compare_tables(log_of(lines), 2, log_of(edited(lines, at, change)), 2)

    said = {difference.what: (difference.one.text, difference.other.text) for difference in comparison.table}
    assert said["credit of Seat 2"] == ("1", "3") and said["phase"] == ("", "settle")
    assert said["home in cup of Seat 1"] == ("0", "1") and said["order of homes"][1].endswith("(H1)")
    names = [what for what in said if f"({tile})" in what]
    assert len(names) == 4 and ("bag", "hand of Seat 1") in said.values()


# -- other content -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [FROZEN / f"{name}.rlog.gz" for name in ("galaxies", "race-first", "roll-2020")], ids=lambda path: path.name
)
def test_the_same_content_changes_nothing(path: Path) -> None:
    raw = gzip.decompress(path.read_bytes())
    game = re.split("[-.]", path.name)[0]
    base = Path(__file__).parents[2] / "content" / game / "base"

    comparison = OtherContent([base]).compare_log(parse_log(raw))

    assert [entry.how for entry in comparison.sets] == ["same"]
    assert comparison.first is None and comparison.choices is None


def test_shares_and_signatures_are_passed_over(record: Callable[..., list[str]]) -> None:
    anna = secret_of("anna")
    lines = record(shared(secret_of("host"), [anna, None], [anna.commitment, "1" * 64]))
    base = Path(__file__).parents[2] / "content" / "roll" / "base"
    mark = first(lines, "mark")
    between = ['{"does":"concedes","k":"seat","seat":1}', '{"k":"sign","note":"of another log"}']
    signed = [*lines[: mark + 1], *between, *lines[mark + 1 :]]

    assert OtherContent([base]).compare_log(log_of(signed)).first is None


def test_a_log_of_other_content_cannot_be_run(lines: list[str]) -> None:
    base = Path(__file__).parents[2] / "content" / "roll" / "base"
    other = edited(lines, 0, lambda head: head["digests"].update(game="0" * 64))

    with pytest.raises(MissingContent, match="content of 'game' differs"):
        OtherContent([base]).compare_log(log_of(other))


@pytest.mark.parametrize("table", [{}, {"pieces": 3}, {"pieces": {"zz": [1]}}, {"pieces": {"zz": [[1]]}}, {"sides": 3}])
def test_a_strange_table_in_the_head_is_damage(lines: list[str], table: Any) -> None:
    base = Path(__file__).parents[2] / "content" / "roll" / "base"

    def change(head: Any) -> None:
        head["table"] = {**head["table"], **table} if table else {}

    strange = edited(lines, 0, change)
    with pytest.raises(DamagedLog):
        OtherContent([base]).compare_log(log_of(strange))
    with pytest.raises(DamagedLog):
        compare_tables(log_of(strange), 2, log_of(strange), 3)
    with pytest.raises(DamagedLog):
        explain_line(log_of(strange), 5, make_finder())


Change = Callable[[Any], None]

OTHERWISE: dict[str, Change] = {
    "digests": lambda head: head["digests"].update(base="0" * 64),
    "edition": lambda head: head.update(edition="2014"),
    "format": lambda head: None,
    "game": lambda head: head.update(game="race", rules=head["rules"] | {"race": 1}),
    "made_by": lambda head: head.update(made_by="somebody else"),
    "names": lambda head: head["names"].update(zz="another side"),
    "options": lambda head: head.update(options={"x": "y"}),
    "players": lambda head: None,
    "randomness": lambda head: head.update(randomness={"mode": "table"}),
    "rules": lambda head: head["rules"].update(roll=99),
    "seats": lambda head: head.update(seats=["anna", "ben"]),
    "sets": lambda head: head["sets"][0].update(version="99"),
    "stretch": lambda head: head.update(stretch=["lap", "round"]),
    "table": lambda head: head["table"]["counters"].update(zz=1),
    "unseen": lambda head: head.update(unseen={"counters": {}, "places": {}}),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_every_field_of_the_head_is_compared(lines: list[str], name: str) -> None:
    comparison = compare_logs(log_of(lines), log_of(edited(lines, 0, OTHERWISE[name])), make_finder())

    wanted = {"format": [], "players": [], "game": ["game", "rules"]}.get(name, [name])  # there are no other formats
    assert [apart.what.split()[0] for apart in comparison.head] == wanted and set(OTHERWISE) == set(HEAD)


def test_memory_does_not_grow_with_what_heads_say() -> None:
    find, log = make_finder(), read_log(FROZEN / "roll-2020.rlog.gz")
    known = {id(find(log.head))}
    for nth in range(5):
        head = {
            **log.head,
            "sets": [*log.head["sets"], {"id": f"no-{nth}"}],
            "options": {**log.head["options"], "x": "y"},
        }
        known.add(id(find(head)))

    assert len(known) == 1


def test_facts_know_pieces_by_numbers_that_other_content_changes(tmp_path: Path) -> None:
    """With a third copy of the first card, all others have another number; the supply lasts longer."""
    frozen = FROZEN / "race-first.rlog.gz"
    base = tmp_path / "base"
    base.mkdir()
    for file in [
        path for path in (Path(__file__).parents[2] / "content" / "race" / "base").iterdir() if path.is_file()
    ]:
        (base / file.name).write_text(
            file.read_text("utf-8").replace("card C02 copies 2", "card C02 copies 3"), "utf-8"
        )

    comparison = OtherContent([base]).compare_log(parse_log(gzip.decompress(frozen.read_bytes())))

    assert [entry.how for entry in comparison.sets] == ["replaced"]
    assert comparison.first is not None and comparison.first.one.text.endswith("discards become the new supply")


def test_figures_that_are_new_and_empty_do_not_count() -> None:
    known = {"a": 1, "seats": [{"vp": 3}]}

    assert trim_figures(known, {"a": 1, "b": 0, "seats": [{"vp": 3, "fame": 0}]}) == known
    assert trim_figures(known, {"a": 1, "seats": [{"vp": 3, "fame": 2}]}) != known


def test_what_other_content_changes_by_nature() -> None:
    event = ["move", "x", "y", "T1", "bag", 54]

    assert reduce_record(do(fx=[event]))["fx"] == [["move", "x", "y", "T1", "bag", 0]]
    assert reduce_record(do(fx=[[*event[:4], "worlds.0", 2]]))["fx"] == [["move", "x", "y", "T1", "worlds.0", 2]]
    assert "form" not in reduce_record(do())


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1])
def test_a_viewer_can_compare_logs(game: str, viewer: int) -> None:
    lines, others = (rftg.start(game, 2, seed).finish("random").log for seed in ("one", "other"))
    eyes = Eyes(viewer)

    same = compare_logs(log_of(lines), log_of(lines), make_finder(), eyes)
    part_of = compare_logs(log_of(lines), log_of(lines[: len(lines) // 2]), make_finder(), eyes)
    another = compare_logs(log_of(lines), log_of(others), make_finder(), eyes)

    assert same.same
    assert (part_of.beginning, part_of.first and part_of.first.what) == ("other", "end")
    assert another.first is not None and another.first.one.text != another.first.other.text
