"""Sets are begun, shared and kept in the page: in the served folder, and nowhere else."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from images import make_bare_png, make_header, make_png
from rftg_dsl.author.versions.packing import pack
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import SHARED
from rftg_dsl.base.raster import read_raster
from rftg_dsl.base.workers.local import Overrun
from rftg_dsl.library.load import load_library
from rftg_dsl.library.packs.pack_format import make_pack
from rftg_dsl.library.packs.shared_text import PREFIX, write_shared_text
from show.browser.test_worth import CARD, write_set

pytest.importorskip("starlette")

from rftg_dsl.show.browser import manuscript, set_shelf
from rftg_dsl.show.browser.folders import Shelves
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.shared_set import read_shared_set, show_shared_set
from rftg_dsl.show.browser.strangers import make_reader
from show.browser.hosting import Host

SET = 'id = "mine"\nname = "Mine"\ngame = "race"\nversion = "1"\n'
FILES = {"set.toml": SET, "own.rftg": CARD}


class InThisProcess:
    """Carries out the tasks of a worker here, so that these tests start no process."""

    def __init__(self, folder: Path) -> None:
        self.read_task = make_reader([folder])

    def __call__(self, task: Any, seconds: float | None = None) -> Any:
        return self.read_task(task)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Host]:
    """A served folder inside one that is not served."""
    folder = tmp_path / "served"
    folder.mkdir()
    host = Host(folder)
    for worker in host.site.strangers.workers:
        worker.do = InThisProcess(folder)  # type: ignore[method-assign]
    yield host
    host.close()


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def share(files: Mapping[str, str | bytes]) -> str:
    """These files as shared text, whatever they are."""
    return write_shared_text(
        make_pack({name: text.encode() if isinstance(text, str) else text for name, text in files.items()})
    )


# -- begin ---------------------------------------------------------------------------------------------------------


def test_a_set_is_begun_as_the_command_does_and_listed_by_its_name(shelf: Host) -> None:
    status, answer = shelf.post("/author/begin", name="deep-space", game="race")

    assert (status, answer) == (200, {"address": "/author/set?name=0/deep-space"})
    assert load_library("race", extra=[shelf.folder / "deep-space"]).sets[-1].name == "Deep Space"
    page = shelf.get("/author")[1].decode()
    assert "<b>Deep Space</b> Race for the Galaxy, 1 component " in page
    assert shelf.get(answer["address"])[0] == 200


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        ".",
        "../out",
        "/tmp/out",
        "a/b",
        "a\\b",
        ".hidden",
        "con",
        "x.rftg",
        "build",
        "n" * 51,
        "a\0b",
        "a\nb",
        "é",
    ],
)
def test_a_name_that_is_not_a_plain_folder_is_refused(shelf: Host, name: str) -> None:
    for address, more in (("/author/begin", {"game": "race"}), ("/author/keep", {"text": share(FILES)})):
        status, answer = shelf.post(address, name=name, **more)

        assert status == 400 and answer["wrong"]["hint"], (address, answer)
    assert list(shelf.folder.parent.rglob("*")) == [shelf.folder]


def test_the_game_that_somebody_comes_from_is_chosen_for_a_new_set(shelf: Host) -> None:
    assert '<option value="race" selected>' in shelf.get("/author?game=race")[1].decode()
    assert " selected" not in shelf.get("/author?game=chess")[1].decode()


def test_components_are_counted_in_all_files_but_not_in_scenarios_or_comments(shelf: Host) -> None:
    folder = write_set(shelf.folder / "cards", "race", CARD + CARD.replace("C990", "C991"))
    (folder / "more.rftg").write_text(f"# card C1 {{ }}\n{CARD.replace('C990', 'C992')}\n")
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "works.rftg").write_text(SCENARIO)

    assert "Race for the Galaxy, 3 components " in shelf.get("/author")[1].decode()


@pytest.mark.parametrize(
    ("name", "similar"), [("my-set!", "my-set"), ("café", "cafe"), ("-a", "a"), ("!", "deep-space"), ("a/b", "a-b")]
)
def test_a_similar_name_is_suggested(shelf: Host, name: str, similar: str) -> None:
    wrong = shelf.post("/author/begin", name=name, game="race")[1]["wrong"]

    assert wrong["message"] == f"a set cannot be called {name!r}"
    assert wrong["hint"] == f"use letters from a to z, digits, '-', '_' and '.', as in {similar!r}"


def test_what_is_there_already_is_left_alone(shelf: Host) -> None:
    (shelf.folder / "mine").mkdir()
    (shelf.folder / "link").symlink_to(shelf.folder.parent / "nowhere")

    for name in ("mine", "link"):
        status, answer = shelf.post("/author/begin", name=name, game="race")
        assert status == 400 and answer["wrong"]["message"] == f"{name} already exists"

    assert not files_in(shelf.folder.parent)


def test_an_unknown_game_and_a_name_that_is_taken_are_refused(shelf: Host) -> None:
    assert "no game called 'chess'" in shelf.post("/author/begin", name="mine", game="chess")[1]["wrong"]["message"]
    taken = shelf.post("/author/begin", name="gathering-storm", game="race")[1]
    assert "already has a set called" in taken["wrong"]["message"]
    assert not files_in(shelf.folder)


def test_a_served_set_gets_no_set_inside_it(tmp_path: Path) -> None:
    write_set(tmp_path / "one", "race", CARD)
    (tmp_path / "two").mkdir()

    assert set_shelf.choose_folder(Shelves([tmp_path / "one", tmp_path / "two"]), "new") == (
        1,
        tmp_path / "two" / "new",
    )
    with pytest.raises(UsageError, match="is a set itself"):
        set_shelf.choose_folder(Shelves([tmp_path / "one"]), "new")


def test_a_set_with_mistakes_is_listed_by_its_folder(shelf: Host) -> None:
    (shelf.folder / "odd").mkdir()
    (shelf.folder / "odd" / "set.toml").write_text("<script>")

    assert "<b>odd</b> set.toml contains mistakes" in shelf.get("/author")[1].decode()


# -- share and keep ------------------------------------------------------------------------------------------------


def test_a_set_goes_from_one_author_to_another(shelf: Host) -> None:
    folder = write_set(shelf.folder / "cards", "race", CARD)
    packed = pack(folder).pack
    assert packed is not None

    status, shared = shelf.post("/author/share", set="0/cards")
    assert status == 200 and b64decode(shared["pack"]) == packed.raw and shared["name"] == "mine-1.rpack"
    before = files_in(shelf.folder)
    status, shown = shelf.post("/author/open", text=shared["text"])

    assert status == 200 and (shown["title"], shown["game"]) == ("Mine", "Race for the Galaxy")
    assert {file["name"]: file["text"] for file in shown["files"]} == FILES
    assert [side["name"] for side in shown["sides"]] == ["Plain Works"] and "<svg" in shown["sides"][0]["picture"]
    assert shown["findings"] == [] and files_in(shelf.folder) == before
    status, kept = shelf.post("/author/keep", text=shared["text"], name="theirs")
    assert (status, kept) == (200, {"address": "/author/set?name=0/theirs"})
    assert files_in(shelf.folder / "theirs") == {name: text.encode() for name, text in FILES.items()}
    assert shelf.post("/author/keep", text=shared["text"], name="theirs")[0] == 400


def test_a_shared_set_has_its_pictures(shelf: Host) -> None:
    picture = read_raster(make_png()).raw
    text = share({**FILES, "pictures/C990.png": picture})

    status, shown = shelf.post("/author/open", text=text)

    assert status == 200 and "data:image/png;base64," in shown["sides"][0]["picture"]
    texts = {file["name"]: file["text"] for file in shown["files"]}
    assert texts["pictures/C990.png"] == "a picture of 40 by 30 pixels"
    shelf.post("/author/keep", text=text, name="theirs")
    assert files_in(shelf.folder / "theirs")["pictures/C990.png"] == picture


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"<svg/>", "pictures/C990.png: this file is neither a PNG nor a JPEG image"),
        (make_bare_png(make_header(2**16, 2**16), b""), "pictures/C990.png: this image is 65,536 by 65,536 pixels"),
    ],
)
def test_a_shared_set_with_a_hostile_picture_is_refused(raw: bytes, message: str, shelf: Host) -> None:
    text = share({**FILES, "pictures/C990.png": raw})

    for address, more in (("/author/open", {}), ("/author/keep", {"name": "theirs"})):
        status, refused = shelf.post(address, text=text, **more)
        assert (status, refused["message"]) == (400, message)
    assert files_in(shelf.folder) == {}


def test_a_set_with_errors_cannot_be_shared(shelf: Host) -> None:
    write_set(shelf.folder / "cards", "race", CARD.replace("cost 2", "cots 2"))

    status, answer = shelf.post("/author/share", set="0/cards")

    assert status != 200 and "own.rftg" in answer["wrong"]["message"]
    assert str(shelf.folder) not in json.dumps(answer)


def test_what_is_wrong_with_a_shared_set_is_shown_before_it_is_kept(shelf: Host) -> None:
    text = share({**FILES, "bad.rftg": "card C991 { nonsense }\n"})

    status, shown = shelf.post("/author/open", text=text)

    assert status == 200 and any("bad.rftg:1" in line for line in shown["findings"])
    assert [side["name"] for side in shown["sides"]] == ["Plain Works"]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({**FILES, "../evil.rftg": ""}, "pack-path"),
        ({**FILES, "/etc/evil.rftg": ""}, "pack-path"),
        ({**FILES, "a/../../evil.rftg": ""}, "pack-path"),
        ({**FILES, "evil.py": ""}, "pack-surplus"),
        ({**FILES, "con.rftg": ""}, "pack-name"),
        ({**FILES, "OWN.rftg": ""}, "pack-duplicate"),
        ({"own.rftg": CARD}, "missing-set"),
        ({**FILES, "set.toml": SET + "code = true\n"}, "pack-code"),
        ({**FILES, "README": b"\xff"}, "bad-encoding"),
        ({**FILES, "set.toml": "<script>"}, ""),
        ({**FILES, "set.toml": SET.replace("race", "chess")}, "unknown-game"),
    ],
)
def test_hostile_sets_are_refused_with_the_codes_of_packs(
    shelf: Host, files: Mapping[str, str | bytes], code: str
) -> None:
    text = share(files)

    with pytest.raises(UsageError) as raised:
        show_shared_set(Known(Shelves([shelf.folder])), text)

    assert not code or raised.value.code == code
    assert shelf.post("/author/open", text=text)[0] in (400, 404)
    assert shelf.post("/author/keep", text=text, name="new")[0] in (400, 404)
    assert not files_in(shelf.folder.parent)


def test_a_pack_that_another_program_has_written_is_refused() -> None:
    raw = make_pack({name: text.encode() for name, text in FILES.items()})

    for spoilt in (raw[:-4], raw + b"x", raw.replace(b"Mine", b"mine", 1), b"x" + raw):
        with pytest.raises(UsageError) as raised:
            read_shared_set(PREFIX + urlsafe_b64encode(zlib.compress(spoilt)).decode())
        assert raised.value.code.startswith("pack-")


@pytest.mark.parametrize(
    "sent", [{}, {"text": 1}, {"text": ""}, {"text": "rftg-set:"}, {"text": "x" * SHARED.most * 2}]
)
def test_anything_else_is_refused(shelf: Host, sent: dict[str, Any]) -> None:
    for address in ("/author/open", "/author/keep"):
        assert shelf.post(address, name="new", **sent)[0] == 400
    assert not files_in(shelf.folder.parent)


def test_a_shared_set_that_takes_too_long_is_stopped(shelf: Host) -> None:
    def overrun(task: Any, seconds: float | None = None) -> Any:
        raise Overrun("it took more than 30 seconds")

    for worker in shelf.site.strangers.workers:
        worker.do = overrun  # type: ignore[method-assign]

    status, answer = shelf.post("/author/open", text=share(FILES))

    assert status == 400 and "the server stopped this" in answer["wrong"]["message"]


# -- coverage ------------------------------------------------------------------------------------------------------


SCENARIO = """scenario "The works pay" {
  given
    seat 1 tableau: "Plain Works"
    seat 1 vp: 2
  when
    end of round
  then
    seat 1 vp + 1
}
"""


def test_the_page_says_what_no_scenario_covers(shelf: Host) -> None:
    folder = write_set(shelf.folder / "cards", "race", CARD)

    def check() -> Any:
        sent = {"set": "0/cards", "file": "own.rftg", "offset": 0, "texts": {}}
        return shelf.post("/author/check", **sent)[1]["scenarios"]["coverage"]

    found = check()
    assert (found["covered"], found["total"]) == (0, 1)
    [missing] = found["missing"]
    assert (missing["file"], missing["line"], missing["side"]) == ("own.rftg", 2, "Plain Works")
    assert (missing["text"], missing["clauses"]) == ("at end of round: gain 1 vp", ["no scenario carries out 'gain'"])
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "works.rftg").write_text(SCENARIO)
    assert check() == {"covered": 1, "total": 1, "missing": []}


@pytest.mark.parametrize(("wrong", "broken"), [("", False), ("C990", True), ("C991", False)])
def test_a_picture_says_whether_a_mistake_is_left_out(shelf: Host, wrong: str, broken: bool) -> None:
    cards = {id: CARD.replace("C990", id).replace("Plain", name) for id, name in (("C990", "Plain"), ("C991", "Grand"))}
    text = "".join(card.replace("gain", "gian") if id == wrong else card for id, card in cards.items())
    write_set(shelf.folder / "cards", "race", text)

    sent = {"set": "0/cards", "file": "own.rftg", "offset": text.index("Plain"), "texts": {}}

    [side] = shelf.post("/author/check", **sent)[1]["sides"]
    assert (side["name"], side["broken"]) == ("Plain Works", broken)


def test_all_sides_of_the_set_are_drawn_on_request(shelf: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(shelf.folder / "cards", "race", CARD + CARD.replace("C990", "C991").replace("Plain", "Grand"))
    sent = {"set": "0/cards", "file": "own.rftg", "offset": 0, "texts": {}}

    assert shelf.post("/author/check", **sent)[1]["all"] is None
    shown = shelf.post("/author/check", **sent, all=True)[1]["all"]
    assert [side["name"] for side in shown["sides"]] == ["Plain Works", "Grand Works"] and shown["more"] == 0
    monkeypatch.setattr(manuscript, "PICTURES", 1)
    shown = shelf.post("/author/check", **sent, all=True)[1]["all"]
    assert [side["name"] for side in shown["sides"]] == ["Plain Works"] and shown["more"] == 1
