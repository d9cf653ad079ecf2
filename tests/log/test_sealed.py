"""Sealed logs: nothing hidden stands in them, what is opened is what was sealed, a seat can check what it was told."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg
from forging import Record
from logs.freeze import Thrown
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.account.replay import Eyes, seen_at, tell_story
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.verdict import Verdict, make_demands
from rftg_dsl.log.format.read_log import DamagedLog, parse_log, read_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.log.proof.randomness import TABLE
from rftg_dsl.log.proof.seal import Sealer, salts_of
from rftg_dsl.log.proof.sealed_files import seat_file_beside, told_to, whole_file_beside
from rftg_dsl.log.proof.secret_files import host_file_beside, salt_file_beside
from rftg_dsl.log.proof.signed_notes import generate_key
from rftg_dsl.log.proof.signing import add_openings, add_signature
from rftg_dsl.log.proof.unseal import make_openings
from rftg_dsl.play.match import continue_match
from rftg_dsl.play.one_game import play_game

GAMES = ["roll", "race", "galaxies"]
Lines = list[str]


def verdict(lines: Lines, light: bool = False) -> Verdict:
    raw = "".join(f"{line}\n" for line in lines).encode()
    return judge_log("log", lambda: parse_log(raw), make_finder(), light)


def rooted(lines: Lines) -> Lines:
    """The lines with every count and root derived again."""
    tree, made = Tree(), []
    for line in lines:
        record = json.loads(line)
        if record["k"] in ("mark", "end"):
            line = line_of(record | {"n": tree.size, "root": tree.root})
        tree.add(line)
        made.append(line)
    return made


@pytest.fixture(scope="module", params=GAMES)
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a sealed game of three bots."""
    path = tmp_path_factory.mktemp(request.param) / "game.rlog"
    play_game(load_standard(request.param), 3, "sealed", ["greedy"] * 3, path, sealed=True)
    return path


@pytest.fixture
def copied(files: Path, tmp_path: Path) -> Path:
    """A copy of them that a test may change."""
    for path in files.parent.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path / files.name


def test_only_the_public_file_can_be_read_by_others(files: Path) -> None:
    names = sorted(path.name for path in files.parent.iterdir())

    assert names == ["game.rlog", "game.rlog.seat0", "game.rlog.seat1", "game.rlog.seat2", "game.rlog.whole"]
    modes = {path.name: path.stat().st_mode & 0o777 for path in files.parent.iterdir()}
    assert modes.pop("game.rlog") & 0o044 == 0o044 & ~os.umask(os.umask(0))
    assert set(modes.values()) == {0o600}


def test_a_sealed_log_is_sealed_until_it_is_opened(copied: Path) -> None:
    before = copied.read_bytes()
    for light in (True, False):
        result = rftg.audit(copied, light=light)
        assert (result.verdict, result.complete, result.randomness) == ("sealed", True, "unrevealed")

    assert add_openings(copied) > 10

    assert copied.read_bytes().startswith(before)
    for light in (True, False):
        result = rftg.audit(copied, light=light)
        assert (result.verdict, result.randomness) == ("valid", "seed")
    with pytest.raises(UsageError, match="not over, or its log is already open"):
        add_openings(copied)


def test_the_same_game_is_sealed_the_same_way(files: Path) -> None:
    whole = read_log(whole_file_beside(files))
    sealer = Sealer(whole.head, salts_of("sealed"))

    assert sealer.seal(whole).lines == files.read_text().splitlines()
    assert rftg.audit(whole_file_beside(files)).verdict == "valid"


def test_a_sealed_log_that_breaks_off_is_unknown(files: Path) -> None:
    lines = files.read_text().splitlines()
    for kept in (1, 40, len(lines) - 1):
        assert verdict(lines[:kept]).verdict == "unknown"


def test_neither_a_seed_nor_a_hidden_decision_stands_in_it(files: Path) -> None:
    lines = [json.loads(line) for line in files.read_text().splitlines()]

    assert {line["k"] for line in lines} == {"head", "seen", "veil", "mark", "end"}
    assert all(set(line) == {"after", "k", "n", "root", "table"} for line in lines if line["k"] == "mark")
    assert "sealed" not in json.dumps(lines[1:])


def test_another_whole_log_does_not_open_it(copied: Path, record: Callable[..., Lines]) -> None:
    game = read_log(copied).head["game"]
    other = copied.with_name("other.rlog")
    other.write_text("".join(f"{line}\n" for line in record("another", 3, game=game)))
    before = copied.read_bytes()

    with pytest.raises(DamagedLog, match="this is not the log that was sealed"):
        add_openings(copied, other)
    with pytest.raises(UsageError, match="only a sealed log can be opened"):
        make_openings(read_log(copied), read_log(copied))

    assert copied.read_bytes() == before


def forged(lines: Lines, kind: str, change: Callable[[Record], None], nth: int = 0) -> Lines:
    """The lines with one record changed, and everything derived again."""
    at = [at for at, line in enumerate(lines) if f'"k":"{kind}"' in line][nth]
    record = json.loads(lines[at])
    change(record)
    return rooted([*lines[:at], line_of(record), *lines[at + 1 :]])


def test_what_is_opened_must_be_what_was_sealed(copied: Path) -> None:
    add_openings(copied)
    lines = copied.read_text().splitlines()

    def salt(record: Record) -> None:
        record["salts"][1] = "0" * 32

    def decision(record: Record) -> None:
        record["records"] = [
            {**entry, "pick": "zz"} if entry.get("k") == "do" else entry for entry in record["records"]
        ]

    def nothing(record: Record) -> None:
        record["records"] = []

    with_do = next(nth for nth, line in enumerate(line for line in lines if '"k":"open"' in line) if '"k":"do"' in line)
    assert verdict(forged(lines, "open", salt, 3)).verdict == "invalid"
    assert verdict(forged(lines, "open", decision, with_do)).verdict == "invalid"
    assert verdict(forged(lines, "open", nothing, 0)).verdict == "invalid"
    assert verdict(forged(lines, "veil", lambda veil: veil.update(root="0" * 64), 2)).verdict == "invalid"
    assert verdict(forged(lines, "end", lambda end: end["figures"]["end"].update(winners=[2, 1]))).verdict == "invalid"
    first = next(at for at, line in enumerate(lines) if '"k":"open"' in line)
    assert verdict(lines[:first] + lines[first + 1 :]).verdict == "invalid"
    assert verdict(lines[:-1]).verdict == "sealed"
    assert verdict([*lines, lines[-1]]).verdict == "invalid"


@pytest.mark.parametrize("value", [None, 3, "", [], {}, [[]], [[3]], [["see", "x", "c", {"stock": 3}]], "zz"])
@pytest.mark.parametrize("kind", ["seen", "veil", "mark", "end", "open"])
def test_nonsense_is_never_valid_and_no_error(copied: Path, kind: str, value: Any) -> None:
    add_openings(copied)
    lines = copied.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if f'"k":"{kind}"' in line)
    for key in json.loads(lines[at]):
        if key != "k" and json.loads(lines[at])[key] != value:
            made = [*lines[:at], line_of({**json.loads(lines[at]), key: value}), *lines[at + 1 :]]
            for light in (True, False):
                assert verdict(made, light).verdict in ("invalid", "unknown"), key


def test_kinds_of_whole_and_sealed_logs_do_not_mix(files: Path) -> None:
    sealed, whole = files.read_text().splitlines(), whole_file_beside(files).read_text().splitlines()

    for kind in ("do", "run"):
        line = next(line for line in whole if f'"k":"{kind}"' in line)
        assert verdict(rooted([sealed[0], line, *sealed[1:]])).verdict == "invalid"
    for kind in ("seen", "veil"):
        line = next(line for line in sealed if f'"k":"{kind}"' in line)
        assert verdict([whole[0], line, *whole[1:]], light=True).verdict == "invalid"
    head = json.loads(sealed[0])
    assert verdict([line_of(head | {"sealed": 2}), *sealed[1:]]).verdict == "invalid"


def test_a_sealed_log_is_signed(copied: Path) -> None:
    pytest.importorskip("cryptography")
    private, key = generate_key("anna")
    add_signature(copied, private)
    add_openings(copied)

    assert judge_log("log", lambda: read_log(copied), make_finder()).verdict == "valid"
    assert judge_log("log", lambda: read_log(copied), make_finder(), wanted=make_demands(["signed"], [key])).signed == (
        "anna",
    )


def test_a_sealed_log_is_signed_only_after_its_end(copied: Path) -> None:
    """Before it, the host's marks would not follow from the whole log any more."""
    pytest.importorskip("cryptography")
    private, _ = generate_key("anna")
    lines = copied.read_text().splitlines()
    copied.write_text("".join(f"{line}\n" for line in lines[:-1]))

    with pytest.raises(UsageError, match="signed only when its game is over"):
        add_signature(copied, private)

    copied.write_text("".join(f"{line}\n" for line in lines))
    add_signature(copied, private)
    note = copied.read_text().splitlines()[-1]
    result = verdict(rooted([lines[0], note, *lines[1:]]))
    assert (result.verdict, result.line) == ("invalid", 2)


def test_a_whole_log_that_was_signed_on_the_way_opens_its_sealed_one(copied: Path) -> None:
    pytest.importorskip("cryptography")
    whole = whole_file_beside(copied)
    lines = whole.read_text().splitlines()
    asked = [at for at, line in enumerate(lines) if '"k":"do"' in line][len(lines) // 8]
    whole.write_text("".join(f"{line}\n" for line in lines[:asked]))
    copied.write_text(copied.read_text().splitlines()[0] + "\n")
    for seat in range(3):
        seat_file_beside(copied, seat).write_text("")
    add_signature(whole, generate_key("host")[0])

    rftg.resume(copied, "sealed").finish("random")

    assert [line for line in whole.read_text().splitlines() if '"k":"sign"' in line]
    assert rftg.audit(whole).verdict == "valid"
    assert add_openings(copied) and rftg.audit(copied).verdict == "valid"


def test_a_sealed_game_with_thrown_dice_goes_on_and_is_opened(tmp_path: Path) -> None:
    """Its salts follow from no seed: what they follow from lies beside the log, and nobody else can read it."""
    path = tmp_path / "game.rlog"
    play_game(load_standard("galaxies"), 2, TABLE, ["greedy"] * 2, path, chance=Thrown("sealed"), sealed=True)
    salts = salt_file_beside(path)
    assert salts.stat().st_mode & 0o777 == 0o600
    whole = whole_file_beside(path).read_bytes()
    for file in (path, whole_file_beside(path), *[seat_file_beside(path, seat) for seat in range(2)]):
        file.write_bytes(file.read_bytes()[: len(file.read_bytes()) // 2])

    match, aside = continue_match(path, None, make_finder(), lambda _: Thrown("other"))
    match.finish("greedy")

    assert aside and rftg.audit(path).verdict == "sealed" and rftg.audit(whole_file_beside(path)).verdict == "valid"
    assert whole_file_beside(path).read_bytes() != whole
    text = salts.read_text()
    salts.unlink()
    with pytest.raises(UsageError, match="the secret that sealed this log is not in a file next to it"):
        add_openings(path)
    salts.write_text(text)
    assert add_openings(path) and rftg.audit(path).verdict == "valid"


def test_veils_stand_where_they_belong_and_nowhere_else(files: Path) -> None:
    lines = files.read_text().splitlines()
    veils = [at for at, line in enumerate(lines) if '"k":"veil"' in line]
    for at in (veils[0], veils[len(veils) // 2], veils[-1]):
        for made in (
            lines[:at] + lines[at + 1 :],
            lines[: at + 1] + lines[at:],
            [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]],
        ):
            result = verdict(rooted(made))
            assert result.verdict == "invalid" and "veil" in result.reason


# -- what a seat is told --------------------------------------------------------------------------------------------


def test_a_seat_sees_in_its_file_what_the_whole_log_shows_it(files: Path) -> None:
    public, whole = read_log(files), read_log(whole_file_beside(files))
    tell = load_standard(public.head["game"]).game.tell
    for seat in range(3):
        own = Eyes(seat, tuple(told_to(seat, seat_file_beside(files, seat), public)))
        from_file = [line.text for line in tell_story(public, tell, eyes=own)]
        from_whole = [line.text for line in tell_story(whole, tell, eyes=Eyes(seat))]
        assert from_file == from_whole
        assert seen_at(public, len(public), own)["folded"] == seen_at(whole, len(whole), Eyes(seat))["folded"]


def test_the_public_sees_in_it_what_the_whole_log_shows_to_all(files: Path) -> None:
    public, whole = read_log(files), read_log(whole_file_beside(files))
    tell = load_standard(public.head["game"]).game.tell

    assert [line.text for line in tell_story(public, tell, eyes=Eyes(PUBLIC))] == [
        line.text for line in tell_story(whole, tell, eyes=Eyes(PUBLIC))
    ]
    assert check_light(whole).tree.size == len(whole)


def test_what_a_seat_was_told_belongs_to_its_log(copied: Path) -> None:
    public, own = read_log(copied), seat_file_beside(copied, 0)
    lines = own.read_text().splitlines()
    record = json.loads(lines[3])
    strange = [
        line_of(record | {"told": [*record["told"], ["note", "x", "y"]]}),
        line_of(record | {"salt": "0" * 32}),
        line_of(record | {"line": record["line"] + 1}),
        line_of(record | {"seat": 1}),
        line_of(record | {"path": record["path"][:-1]}),
        line_of(record | {"path": ["zz"]}),
        "nonsense",
        "[]",
    ]
    for line in strange:
        own.write_text("\n".join([*lines[:3], line]) + "\n")
        with pytest.raises(DamagedLog, match="does not belong to this log"):
            list(told_to(0, own, public))
    own.write_text("\n".join(lines)[:-5])
    with pytest.raises(DamagedLog, match="cut off"):
        list(told_to(0, own, public))
    with pytest.raises(DamagedLog, match="does not belong"):
        list(told_to(1, seat_file_beside(copied, 2), public))
    with pytest.raises(UsageError, match="cannot be read"):
        list(told_to(1, copied.with_name("none"), public))


GAPS: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "one left out": (lambda lines: [*lines[:4], *lines[5:]], "is missing"),
    "the first left out": (lambda lines: lines[1:], "is missing"),
    "the last left out": (lambda lines: lines[:-1], "the file ends before the veil"),
    "none there": (lambda lines: [], "the file ends before the veil"),
    "one twice": (lambda lines: [*lines[:4], lines[3], *lines[4:]], "duplicated"),
    "one in place of another": (lambda lines: [*lines[:4], lines[3], *lines[5:]], "duplicated"),
    "two swapped": (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], "out of order"),
    "the last twice": (lambda lines: [*lines, lines[-1]], "duplicated"),
    "backwards": (lambda lines: lines[::-1], "out of order"),
}


@pytest.mark.parametrize("name", GAPS)
def test_a_gap_in_what_a_seat_was_told_is_named(copied: Path, name: str) -> None:
    public, own = read_log(copied), seat_file_beside(copied, 0)
    lines = own.read_text().splitlines()
    change, reason = GAPS[name]
    assert len(list(told_to(0, own, public))) == len(lines)

    own.write_text("".join(f"{line}\n" for line in change(lines)))

    with pytest.raises(DamagedLog, match=reason):
        list(told_to(0, own, public))


@pytest.mark.parametrize("veil", ['{"k":"veil"}', '{"k":"veil","root":[]}', '{"k":"veil"'])
def test_a_seat_is_shown_nothing_of_a_log_with_strange_veils(copied: Path, veil: str) -> None:
    lines = copied.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if '"k":"veil"' in line)
    copied.write_text("".join(f"{line}\n" for line in [*lines[:at], veil, *lines[at + 1 :]]))

    with pytest.raises(DamagedLog):
        list(told_to(0, seat_file_beside(copied, 0), read_log(copied)))


# -- faults -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_sealed_game_goes_on_after_a_crash(copied: Path, share: float) -> None:
    """Whatever the crash has kept from the public file and those of the seats, they follow the whole log."""
    whole = whole_file_beside(copied)
    cut = int(len(whole.read_bytes()) * share)
    whole.write_bytes(whole.read_bytes()[:cut])
    kept = len(whole.read_text().splitlines()) - 2
    sealer = Sealer(json.loads(whole.read_text().splitlines()[0]), salts_of("sealed"))
    sealed = sealer.seal(whole.read_text().splitlines()[:kept])
    public = sealed.lines
    copied.write_text("".join(f"{line}\n" for line in public[: len(public) // 2]) + "torn")
    for seat in range(3):
        path = seat_file_beside(copied, seat)
        path.write_text("".join(f"{line}\n" for line in path.read_text().splitlines()[: len(sealed.veils) // 2]))

    match = rftg.resume(copied, "sealed").finish("random")

    assert match.over
    assert rftg.audit(whole).verdict == "valid" and rftg.audit(copied).verdict == "sealed"
    assert add_openings(copied) and rftg.audit(copied).verdict == "valid"
    for seat in range(3):
        assert list(told_to(seat, seat_file_beside(copied, seat), read_log(copied)))


def test_nothing_is_overwritten_and_nothing_left_by_half(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    seat_file_beside(path, 1).write_text("mine")

    with pytest.raises(UsageError, match="already exists"):
        play_game(load_standard("roll"), 2, "x", ["random", "random"], path, sealed=True)

    assert [file.name for file in tmp_path.iterdir()] == ["game.rlog.seat1"]
    assert seat_file_beside(path, 1).read_text() == "mine"


def test_what_lies_beside_a_log_already_leaves_none_of_its_files(tmp_path: Path) -> None:
    path = tmp_path / "game.rlog"
    host_file_beside(path).write_text("mine")

    with pytest.raises(UsageError, match="already exists"):
        play_game(load_standard("roll"), 2, "x", ["random", "random"], path, sealed=True)

    assert [file.name for file in tmp_path.iterdir()] == ["game.rlog.host"]
