"""Files as people have them: what others reported of their tools, tried with small inputs that are made here."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from unicodedata import normalize
from zipfile import ZipFile

import pytest
from typer.testing import Result

from bga_scribe import Record, packets, written
from rftg_dsl.author.editor.projects import Project, check
from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.validate.watched import files_to_watch
from rftg_dsl.show.browser.manuscript import Manuscript

Rftg = Callable[..., Result]

JUNK = (
    ".#tiles.rftg",
    "#tiles.rftg#",
    "tiles.rftg~",
    ".tiles.rftg.swp",
    ".tiles.rftg",
    "4913",
    "._tiles.rftg",
    "._set.toml",
    ".DS_Store",
    "~$tiles.rftg",
    "~syncthing~tiles.rftg",
    "~tiles.rftg",
    "#recycle/tiles.rftg",
    "$RECYCLE.BIN/tiles.rftg",
    "desktop.ini",
    "Thumbs.db",
    ".git/tiles.rftg",
    ".ipynb_checkpoints/tiles-checkpoint.rftg",
    "__MACOSX/tiles.rftg",
    "__MACOSX/._tiles.rftg",
    "node_modules/other/tiles.rftg",
    "scenarios/.#tiles.rftg",
    "scenarios/._tiles.rftg",
    ".#layouts.toml",
)
"""Files that editors, systems and tools keep beside an author's own."""

SCENARIO = """scenario "a roll" {
  given
    seat 1 cup: 1 home die
  when
    seat 1 roll-dice
    seat 1 rolls home explore
  then
    seat 1 cup - 1 home
    seat 1 explore + 1 home
    seat 1 is asked select
}
"""


@pytest.fixture
def my_set(rftg: Rftg, frontier: Path) -> Path:
    """A set with a scenario in canonical form."""
    rftg("fmt", "./frontier")
    (frontier / "scenarios").mkdir()
    (frontier / "scenarios" / "tiles.rftg").write_text(SCENARIO)
    return frontier


GAME = ("play", "roll", "--players", "2", "--seed", "s")

COMMANDS = (
    ("validate", "./frontier"),
    ("fmt", "--check", "./frontier"),
    ("test", "./frontier"),
    ("text", "./frontier"),
    ("pack", "./frontier", "--out", "made.rpack"),
    ("list", "roll", "--with", "./frontier"),
    ("show", "roll/Frontier Guild", "--with", "./frontier"),
    ("play", "roll", "--players", "2", "--seed", "s", "--bots", "random,random", "--with", "./frontier"),
)
"""Commands that read a set."""


def answers(rftg: Rftg) -> dict[str, tuple[int, str, str]]:
    """The exit status and the words of each command."""
    said = {}
    Path("made.rpack").unlink(missing_ok=True)
    for words in COMMANDS:
        result = rftg(*words)
        said[words[0]] = (result.exit_code, without_times(result.stdout), result.stderr)
    return said


def without_times(text: str) -> str:
    """A text without the lines that say how long something took."""
    return "\n".join(line for line in text.splitlines() if " s" not in line[-8:])


def litter(folder: Path, name: str) -> None:
    """Put a file that is not content into a folder: a lock link, or bytes that no reader likes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.name.startswith(".#"):
        path.symlink_to("someone@host.4242:1700000000")
    else:
        path.write_bytes(b"\x00\x05\x16\x07 tile tile {")


def test_no_command_minds_what_editors_and_systems_keep_in_a_set(rftg: Rftg, my_set: Path) -> None:
    before = answers(rftg)

    for name in JUNK:
        litter(my_set, name)

    assert answers(rftg) == before
    assert {word: status for word, (status, _, _) in before.items() if status} == {}


def test_rooms_and_editors_see_the_same_files_as_commands(my_set: Path) -> None:
    for name in JUNK:
        litter(my_set, name)

    own = ["scenarios/tiles.rftg", "set.toml", "tiles.rftg"]
    project = check(Project(my_set), {})

    assert Manuscript(my_set).list_files() == own
    assert sorted(path.relative_to(my_set).as_posix() for path in project.own) == ["scenarios/tiles.rftg", "tiles.rftg"]
    assert not any(project.found.values())
    mine = [Path(name) for name in files_to_watch([Target(path=str(my_set))]) if Path(name).is_relative_to(my_set)]
    assert [path.relative_to(my_set).as_posix() for path in mine] == ["set.toml", "tiles.rftg", "scenarios/tiles.rftg"]


def test_an_emacs_lock_link_beside_an_open_buffer_is_not_content(my_set: Path) -> None:
    litter(my_set, ".#tiles.rftg")

    checkup = check(Project(my_set), {my_set / ".#tiles.rftg": b"tile tile {"})

    assert not any(checkup.found.values())


def test_a_link_to_a_lost_file_is_a_finding_and_other_sets_are_checked(rftg: Rftg, frontier: Path) -> None:
    shutil.copytree(frontier, "other")
    Path("other/set.toml").write_text(Path("other/set.toml").read_text().replace("frontier", "other"))
    Path("other/tiles.rftg").write_text('tile Y01 {\n  world "Wrong" purple cost 1\n}\n')
    (frontier / "more.rftg").symlink_to("nowhere.rftg")

    result = rftg("validate", "./frontier", "./other")

    assert result.exit_code == 1
    assert "frontier/more.rftg" in result.stdout
    assert "this file is a link to nowhere.rftg, which does not exist" in result.stdout
    assert "other/tiles.rftg" in result.stdout


@pytest.mark.parametrize("name", ["set.toml", "pending.rftg", "layouts.toml", "scenarios/tiles.rftg"])
def test_any_file_of_a_set_may_be_a_link_to_a_lost_one(rftg: Rftg, my_set: Path, name: str) -> None:
    (my_set / name).unlink(missing_ok=True)
    (my_set / name).symlink_to("nowhere")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 1
    assert f"frontier/{name}" in result.stdout and "link to nowhere" in result.stdout


def test_a_content_file_that_is_a_link_is_formatted_and_stays_a_link(rftg: Rftg, frontier: Path) -> None:
    real = Path("real.rftg")
    shutil.move(frontier / "tiles.rftg", real)
    tidy = real.read_text()
    real.write_text(tidy.replace("  ", "      "))
    real.chmod(0o640)
    (frontier / "tiles.rftg").symlink_to("../real.rftg")

    checked = rftg("fmt", "--check", "./frontier")
    rftg("fmt", "./frontier")

    assert checked.exit_code == 1 and "frontier/tiles.rftg" in checked.stdout
    assert real.read_text() == tidy
    assert os.readlink(frontier / "tiles.rftg") == "../real.rftg"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_folder_of_content_is_said_not_to_be_read(rftg: Rftg, frontier: Path) -> None:
    Path("elsewhere").mkdir()
    Path("elsewhere/more.rftg").write_text("")
    (frontier / "more").symlink_to("../elsewhere")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 0
    assert "frontier/more" in result.stdout and "this link to a folder is not followed" in result.stdout


def test_a_folder_may_be_called_like_a_content_file(rftg: Rftg, frontier: Path) -> None:
    (frontier / "more.rftg").mkdir()
    (frontier / "more.rftg" / "tile.rftg").write_text('tile Z01 { world "Z" gray cost 1 { } }\n')

    assert "more.rftg/tile.rftg" in rftg("validate", "./frontier").stdout
    assert "more.rftg/tile.rftg" in rftg("fmt", "--check", "./frontier").stdout


def test_a_hidden_file_that_is_named_is_said_not_to_be_content(rftg: Rftg, frontier: Path) -> None:
    (frontier / "._tiles.rftg").write_text("")

    result = rftg("validate", "./frontier/._tiles.rftg")

    assert result.exit_code == 2
    assert "it is hidden, or a temporary file of an editor or system" in result.stderr


@pytest.mark.parametrize("path", ["../frontier/tiles.rftg", "../frontier/scenarios/../tiles.rftg"])
def test_a_file_is_content_by_whatever_path_it_is_named(
    rftg: Rftg, my_set: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for here in (my_set, my_set.parent / "beside"):
        here.mkdir(exist_ok=True)
        monkeypatch.chdir(here)

        result = rftg("validate", path)

        assert result.exit_code == 0 and "1 tile" in result.stdout, result.stderr


# -- a checkout on Windows -----------------------------------------------------------------------------------------


def spoil_line_ends(folder: Path) -> None:
    """Give each file CRLF line ends, a byte order mark and no last line end."""
    for path in folder.rglob("*.*"):
        text = path.read_text().rstrip("\n").replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())


def test_a_set_from_a_checkout_on_windows_is_the_same_set(rftg: Rftg, my_set: Path) -> None:
    tiles = my_set / "tiles.rftg"
    tiles.write_text(f"# These are our tiles.\n{tiles.read_text()}")
    rftg("fmt", "./frontier")
    before, packed = answers(rftg), Path("made.rpack").read_bytes()

    spoil_line_ends(my_set)
    after = answers(rftg)

    differing = {word for word in before if before[word] != after[word]}
    assert differing == {"fmt"}  # only the last line end is missing
    assert Path("made.rpack").read_bytes() == packed
    rftg("fmt", "./frontier")
    assert rftg("fmt", "--check", "./frontier").exit_code == 0
    assert tiles.read_bytes().startswith(b"\xef\xbb\xbf") and tiles.read_bytes().endswith(b"}\r\n")


# -- names ---------------------------------------------------------------------------------------------------------

STATION = 'card UN1 copies 1 {\n  development "%s" cost 2 vp 1 { draws: 1 more }\n}\n'


def set_of_race(folder: Path, files: dict[str, str]) -> Path:
    """A set for Race with these files."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "set.toml").write_text(f'id = "{folder.name}"\nname = "X"\ngame = "race"\nversion = "1"\n')
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def scenario_with(name: str, place: str = "tableau") -> str:
    """A scenario with a piece in a place and nothing else."""
    return f'scenario "a place" {{\n  given\n    seat 1 {place}: "{name}"\n  then\n    seat 1 {place}: "{name}"\n}}\n'


@pytest.mark.parametrize("typed", ["É", "E\u0301", "e", "é"])
def test_a_scenario_may_write_a_name_as_any_keyboard_does(rftg: Rftg, folder: Path, typed: str) -> None:
    files = {"cards.rftg": STATION % "Éowyn’s Station", "scenarios/s.rftg": scenario_with(f"{typed}owyn's Station")}
    set_of_race(folder / "mine", files)

    result = rftg("validate", "./mine")

    assert result.exit_code == 0, result.stdout


@pytest.mark.parametrize("other", ["E\u0301owyn Station", "Éowyn  Station", "Éowyn\u00adStation", "ÉOWYN Station"])
def test_two_names_that_read_the_same_are_one_name(rftg: Rftg, folder: Path, other: str) -> None:
    cards = STATION % "Éowyn Station" + (STATION % other.replace("\u00ad", " \u00ad")).replace("UN1", "UN2")
    set_of_race(folder / "twice", {"cards.rftg": cards})

    result = rftg("validate", "./twice")

    assert result.exit_code == 1 and "duplicate-name" in result.stdout


def test_a_set_has_one_digest_in_both_normal_forms(rftg: Rftg, folder: Path) -> None:
    for name, spelt in (("nfc", "É"), ("nfd", "E\u0301")):
        set_of_race(folder / name / "mine", {"cards.rftg": STATION % f"{spelt}owyn Station"})

    said = [rftg("pack", f"./{name}/mine", "--out", f"{name}.rpack").stdout for name in ("nfc", "nfd")]

    digests = [[line for line in text.splitlines() if "content" in line] for text in said]
    assert digests[0] == digests[1] != []


def test_folded_names_that_are_ambiguous_are_all_told(rftg: Rftg, folder: Path) -> None:
    cards = STATION % "Éowyn" + (STATION % "Eówyn").replace("UN1", "UN2")
    set_of_race(folder / "mine", {"cards.rftg": cards, "scenarios/s.rftg": scenario_with("Eowyn")})

    result = rftg("validate", "./mine")

    assert result.exit_code == 1
    assert "ambiguous-name" in result.stdout and "'Eówyn', 'Éowyn'" in result.stdout


@pytest.mark.parametrize("words", [("show",), ("text",), ("draw", "--out", "x.svg")])
def test_commands_find_a_name_as_a_tablet_writes_it(rftg: Rftg, words: tuple[str, ...]) -> None:
    result = rftg(words[0], "race/EARTH’S LOST COLONY", *words[1:])

    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(("written", "typed"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_path_is_found_in_both_normal_forms(rftg: Rftg, frontier: Path, written: str, typed: str) -> None:
    name = "Éowyn"
    frontier.rename(normalize(written, f"{name} set"))
    there, bot = Path(normalize(written, name)), "def première(asked):\n    return asked.draw()\n"
    there.with_suffix(".py").write_text(bot)
    typing = partial(normalize, typed)
    players = typing(f"./{name}.py:première")

    with_a_set = ("--with", typing(f"./{name} set"))
    played = rftg(*GAME, "--bots", f"{players},random", *with_a_set, "--log", typing(f"{name}.rlog"))
    logs = [path.name for path in Path().glob("*.rlog")]

    assert played.exit_code == 0, played.stderr
    assert logs == ["Éowyn.rlog"]
    assert rftg("audit", typing(f"{name}.rlog"), *with_a_set).exit_code == 0
    assert rftg("validate", typing(f"./{name} set")).exit_code == 0
    assert rftg(*GAME, "--log", typing(f"{name}.rlog")).exit_code == 2


@pytest.mark.parametrize("unseen", "\u200b\u00ad\u2060\ufeff\ufe0e\u00a0\u2003\u3164\u115f\u034f\u2800")
def test_a_character_that_cannot_be_seen_is_a_lint_with_a_fix(rftg: Rftg, frontier: Path, unseen: str) -> None:
    tiles = frontier / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("Border Post", f"Border P{unseen}ost"), "utf-8")

    result = rftg("validate", "./frontier")
    rftg("validate", "./frontier", "--fix")

    assert result.exit_code == 0
    assert "lint[unseen-character]" in result.stdout and f"U+{ord(unseen):04X}" in result.stdout
    assert unseen not in tiles.read_text("utf-8")


@pytest.mark.parametrize("name", ["☃️ Station", "👩‍🚀", "می‌خواهم"])
def test_a_character_that_shapes_its_neighbours_is_no_lint(rftg: Rftg, frontier: Path, name: str) -> None:
    tiles = frontier / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("Border Post", name), "utf-8")

    assert "unseen-character" not in rftg("validate", "./frontier").stdout


def test_pictures_of_ids_that_one_system_takes_for_one_get_files_of_their_own(rftg: Rftg, folder: Path) -> None:
    ids = ("AB", "Ab", "CON", "Com1")
    cards = "".join((STATION % f"Station {nth}").replace("UN1", id) for nth, id in enumerate(ids))
    set_of_race(folder / "mine", {"cards.rftg": cards})

    result = rftg("draw", "./mine", "--out", "pictures")

    made = sorted(path.name for path in Path("pictures").iterdir())
    assert result.exit_code == 0, result.stderr
    assert made == ["AB.svg", "Ab-2.svg", "_CON.svg", "_Com1.svg"]


@pytest.mark.parametrize("name", ["con", "NUL", "aux.x", "lpt1", "frontier."])
def test_no_set_is_made_whose_folder_some_system_cannot_have(rftg: Rftg, folder: Path, name: str) -> None:
    result = rftg("new", f"./{name}", "--game", "roll")

    assert result.exit_code == 2 and not (folder / name).exists()
    assert "on every system" in result.stderr


# -- cards of sets that are not loaded ---------------------------------------------------------------------------


def test_a_card_of_another_set_is_named_as_such_in_a_scenario(rftg: Rftg, folder: Path) -> None:
    set_of_race(folder / "mine", {"scenarios/s.rftg": scenario_with("doomed world", "hand")})

    result = rftg("test", "./mine")

    assert result.exit_code == 1
    assert "'Doomed World' is in the set 'gathering-storm', which is not loaded" in result.stdout
    assert "--with gathering-storm" in result.stdout and "did you mean" not in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("show", "race/Doomed World"),
        ("show", "Improved Logistics"),
        ("text", "race/Doomed World"),
        ("draw", "race/Doomed World", "--out", "x.svg"),
        ("play", "race", "--players", "2", "--bots", "random,random", "--option", "tableau.0=Doomed World"),
    ],
)
def test_a_card_of_another_set_is_named_as_such_in_commands(rftg: Rftg, words: tuple[str, ...]) -> None:
    result = rftg(*words)

    assert result.exit_code == 2
    assert "is in the set 'gathering-storm', which is not loaded" in result.stderr
    assert "--with gathering-storm" in result.stderr


# -- recordings of games ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recording() -> Record:
    """A game for two, as Board Game Arena records it."""
    return written("s1")


def test_a_recording_as_a_browser_saves_it_is_read_or_told_what_it_lacks(rftg: Rftg, recording: Record) -> None:
    Path("only-logs.json").write_text(json.dumps(recording["logs"]))
    Path("list.json").write_text(json.dumps([recording, recording]))
    with ZipFile("game.zip", "w") as archive:
        archive.writestr("game.json", json.dumps(recording))

    lacking, listed, zipped = (rftg("import", "bga", name) for name in ("only-logs.json", "list.json", "game.zip"))

    assert lacking.exit_code == 2
    assert "has the moves (logs), but not the options and the result of the table (tableinfos)" in lacking.stderr
    assert (listed.exit_code, zipped.exit_code) == (0, 0)
    assert "2 of 2 games agree" in listed.stdout and "1 of 1 games agree" in zipped.stdout


def test_a_recording_that_ends_early_is_incomplete(rftg: Rftg, recording: Record) -> None:
    short = deepcopy(recording)
    short["logs"]["data"]["logs"] = packets(short)[:100]
    Path("short.json").write_text(json.dumps(short))

    result = rftg("import", "bga", "short.json")

    assert result.exit_code == 1
    assert "record 100, incomplete, no more packets: the recording ends before the game is over" in result.stdout
    assert "0 of 1 games agree; 1 incomplete" in result.stdout and "rules" not in result.stdout


def test_a_login_page_an_empty_file_a_cut_one_and_a_folder_have_messages_of_their_own(rftg: Rftg) -> None:
    Path("login.html").write_text("<html><body>You must log in</body></html>")
    Path("empty.json").write_text("")
    Path("cut.json").write_text('{"table_id": 861715231, "tableinfos": {"data": {"opt')

    said = [rftg("import", "bga", name) for name in ("login.html", "empty.json", "cut.json", ".")]

    assert [result.exit_code for result in said] == [2] * 4
    messages = ("asks to log in", "is empty", "is truncated", "is a folder")
    assert [message in result.stderr for message, result in zip(messages, said, strict=True)] == [True] * 4


def test_a_saved_game_of_another_program_is_named(rftg: Rftg) -> None:
    Path("case.save").write_text("RFTG Save\n0.9.5\n1234\n")

    result = rftg("import", "race-trace", "case.save")

    assert result.exit_code == 2 and "saved game of Keldon Jones' program" in result.stderr
