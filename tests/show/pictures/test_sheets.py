"""Sheets to print: all is there as often as in the box, backs lie behind their fronts, the bytes are the same."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from base64 import a85decode
from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from lanes import law
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.catalogue import Chosen, find_components, from_components
from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.display import Box, Circle, Picture, Placed, Words
from rftg_dsl.show.pictures.display import Path as Outline
from rftg_dsl.show.pictures.letters import letter_for, load_letters
from rftg_dsl.show.pictures.pdf import APART, BOUNDS, MARK, MM, as_pdf, mark_ends_on
from rftg_dsl.show.pictures.sheets import (
    MARGIN,
    PAPERS,
    STICKER,
    Page,
    Piece,
    Sheets,
    fill_pages,
    lay_out_sheets,
)
from show.pictures.plane import polygons
from show.pictures.sides import GAMES, whole, with_set

TILE = (
    'tile X1 {\n  development "First Bank" cost 3 { at end of ship: gain $1 }\n  world "Blue Rock" novelty cost 2\n}\n'
)


def everything(library: Library) -> Chosen:
    """All components of a library, with its dice."""
    made = from_components(library, library.model.components)
    return Chosen(made.library, made.components, made.sides, whole=True)


@cache
def sheets_of(game: str, paper: str, both: bool) -> Sheets:
    """The sheets of a game with all the sets that come with it."""
    return lay_out_sheets(everything(whole(game)), paper, both)


def fronts_and_backs(pages: tuple[Page, ...]) -> list[tuple[Page, Page]]:
    both = [page for page in pages if "stickers" not in page.title]
    return list(zip(both[::2], both[1::2], strict=True))


def box(placement: Placed) -> tuple[float, float, float, float]:
    """The left, upper, right and lower edge of a picture on a page."""
    return (
        placement.x,
        placement.y,
        placement.x + placement.picture.width * placement.scale,
        placement.y + placement.picture.height * placement.scale,
    )


# -- what is there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("both", [False, True])
def test_every_side_is_printed_as_often_as_it_is_in_the_box(game: str, both: bool) -> None:
    library = whole(game)
    made = sheets_of(game, "a4", both)

    printed = Counter(
        placement.picture.title for page in made.pages for placement in page.placed if "stickers" not in page.title
    )
    seats = library.model.words.players[1]
    wanted: Counter[str] = Counter()
    for component in library.model.components:
        for side in component.sides:
            wanted[side.name] += component.copies * (seats if component.seated else 1)
    assert {name: printed[name] for name in wanted} == dict(wanted)
    assert both or printed == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_die_has_its_stickers_one_die_after_another(game: str) -> None:
    kinds = [kind for kind in whole(game).model.words.stock_kinds.values() if kind.faces]
    made = sheets_of(game, "a4", False)

    titles = [placement.picture.title for page in made.pages if "stickers" in page.title for placement in page.placed]
    assert len(titles) == made.stickers == sum(len(kind.faces) * kind.supply for kind in kinds)
    if kinds:
        faces = len(kinds[0].faces)
        assert titles[:faces] == titles[faces : 2 * faces]
    for page in made.pages:
        for placement in page.placed if "stickers" in page.title else ():
            assert placement.picture.width * placement.scale == STICKER


def test_a_set_is_printed_with_the_dice_that_it_adds(tmp_path: Path) -> None:
    die = 'die red "Red" supply 3 faces explore explore ship ship wild develop\n'
    with_set(tmp_path, TILE + die)

    made = lay_out_sheets(find_components(str(tmp_path)))

    assert (made.title, made.pieces, made.stickers, len(made.pages)) == ("Mine", 2, 18, 2)


def test_what_a_player_has_with_all_its_sides_becomes_several_pieces() -> None:
    """Each faction of Roll is a development and a world, which lie beside one another."""
    made = lay_out_sheets(find_components("roll/F1"), both=True)

    [(front, back)] = fronts_and_backs(made.pages)
    assert [placement.picture.title for placement in front.placed] == ["Space Piracy", "Hidden Fortress"]
    assert {placement.picture.title for placement in back.placed} == {"faction"}


def test_what_does_not_fit_on_a_picture_is_reported(tmp_path: Path) -> None:
    layout = '[world]\nsize = [20, 20]\nboxes = [{ shows = "name", at = [0, 0, 12, 4], size = 3, least = 3 }]\n'
    with_set(tmp_path, TILE, layout)

    made = lay_out_sheets(find_components(str(tmp_path)))

    assert [diagnostic.code for diagnostic in made.crowded] == ["crowded-side"]
    assert {(page.placed[0].picture.width, len(page.placed)) for page in made.pages} == {(20, 1), (63, 1)}


# -- where it lies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_each_back_lies_behind_its_front_when_the_paper_is_turned_over_its_long_edge(game: str, paper: str) -> None:
    library = whole(game)
    made = sheets_of(game, paper, True)
    names = {side.name: component for component in library.model.components for side in component.sides}

    for front, back in fronts_and_backs(made.pages):
        assert (front.across, front.down) == (back.across, back.down)
        turned = {}
        for placement in back.placed:
            left, top, right, low = box(placement)
            turned[round(front.width - right, 3), round(top, 3), round(front.width - left, 3), round(low, 3)] = (
                placement
            )
        for placement in front.placed:
            there = turned.pop(tuple(round(edge, 3) for edge in box(placement)))  # type: ignore[call-overload]
            component = names[placement.picture.title]
            sides = [side.name for side in component.sides]
            single = component.both or len(sides) == 1
            assert there.picture.title not in names if single else there.picture.title == sides[1]
        assert not turned


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_stay_apart_and_off_the_edge_and_are_cut_where_they_end(game: str, paper: str) -> None:
    for page in sheets_of(game, paper, False).pages:
        assert (page.width, page.height) == PAPERS[paper]
        boxes = [box(placement) for placement in page.placed]
        for left, top, right, low in boxes:
            assert min(left, top, page.width - right, page.height - low) >= MARGIN - 1e-6
            assert {round(left, 3), round(right, 3)} <= {round(cut, 3) for cut in page.across}
            assert {round(top, 3), round(low, 3)} <= {round(cut, 3) for cut in page.down}
        for rectangle, other in combinations(boxes, 2):
            assert (
                rectangle[2] <= other[0] + 1e-6
                or other[2] <= rectangle[0] + 1e-6
                or rectangle[3] <= other[1] + 1e-6
                or other[3] <= rectangle[1] + 1e-6
            )


def test_cut_marks_point_at_the_edges_and_touch_no_piece() -> None:
    [page, *_] = sheets_of("roll", "a4", False).pages

    ends = list(mark_ends_on(page))

    assert len(ends) == 2 * (len(page.across) + len(page.down))
    for (x, y), (a, b) in ends:
        assert (x == a and x in page.across) != (y == b and y in page.down)
        assert abs(a - x) + abs(b - y) == pytest.approx(MARK)
        out = max(page.across[0] - x, x - page.across[-1], page.down[0] - y, y - page.down[-1])
        assert out == pytest.approx(APART)
        assert min(a, b) > 0 and a < page.width and b < page.height


def test_nine_cards_are_on_a_page_of_either_paper() -> None:
    for paper in PAPERS:
        first = sheets_of("race", paper, False).pages
        assert max(len(page.placed) for page in first if page.placed[0].picture.height == 88) == 9


@law(40)
@given(st.integers(1, 60), st.integers(5, 190), st.integers(5, 260), st.booleans())
def test_any_number_of_pieces_of_any_size_is_laid_out(many: int, wide: int, high: int, both: bool) -> None:
    pieces = [Piece(Picture(wide, high, (), f"{nth}"), Picture(wide, high, (), f"back {nth}")) for nth in range(many)]

    pages = list(fill_pages(pieces, (wide, high), PAPERS["a4"], both, "Some"))

    fronts = [placement.picture.title for page in pages[:: 1 + both] for placement in page.placed]
    assert fronts == [str(nth) for nth in range(many)]
    assert sum(len(page.placed) for page in pages) == many * (1 + both)


# -- what cannot be printed ------------------------------------------------------------------------------------------


def test_a_piece_that_is_larger_than_the_paper(tmp_path: Path) -> None:
    layout = '[world]\nsize = [300, 20]\nboxes = [{ shows = "name", at = [0, 0, 90, 9] }]\n'
    with_set(tmp_path, TILE, layout)

    with pytest.raises(UsageError, match="a piece of 300 by 20 mm does not fit on the paper") as wrong:
        lay_out_sheets(find_components(str(tmp_path)))

    assert (wrong.value.code, wrong.value.hint) == ("wrong-option", "choose a smaller size in layouts.toml")


def test_a_set_without_components(tmp_path: Path) -> None:
    with_set(tmp_path, "# Nothing.\n")

    with pytest.raises(UsageError, match="there is nothing to print") as wrong:
        lay_out_sheets(find_components(str(tmp_path)))

    assert wrong.value.code == "unknown-name"


@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_the_limit_of_pieces(tmp_path: Path, more: int, fits: bool) -> None:
    """Twelve kinds of dice and what is left; counted before anything is drawn."""
    faces = "faces explore develop settle produce ship wild"
    supply = [150] * 11 + [16 + (limits.SHEETS.most - 6 * 11 * 150 - 6 * 16) // 6]
    assert sum(supply) * 6 + 4 == limits.SHEETS.most
    dice = "".join(f'die k-{nth} "K{nth}" supply {many} {faces}\n' for nth, many in enumerate(supply))
    tiles = "".join(
        TILE.replace("X1", f"X{n}").replace("First", f"First{n}").replace("Blue", f"Blue{n}") for n in (1, 2)
    )
    over = TILE.replace("X1", "X9").replace("First", "Last").replace("Blue", "Red") * more
    with_set(tmp_path, dice + tiles + over)

    if fits:
        assert lay_out_sheets(find_components(str(tmp_path))).stickers == limits.SHEETS.most - 4
        return
    with pytest.raises(UsageError, match=f"there are {limits.SHEETS.most + 2} pieces and stickers") as wrong:
        lay_out_sheets(find_components(str(tmp_path)))
    assert wrong.value.code == limits.SHEETS.code


# -- as PDF ----------------------------------------------------------------------------------------------------------


def streams(raw: bytes) -> list[str]:
    """What a PDF draws: its pages, and the pictures on them."""
    blocks = re.findall(rb">>\s*stream\s*(.*?)endstream", raw, re.DOTALL)
    return [zlib.decompress(a85decode(b"<~" + block.strip(), adobe=True)).decode("latin-1") for block in blocks]


@pytest.fixture(scope="module")
def base() -> Sheets:
    """The sheets of a set."""
    return lay_out_sheets(find_components("roll/base"), both=True)


@pytest.fixture(scope="module")
def base_pdf(base: Sheets) -> bytes:
    return as_pdf(base.pages, base.title)


def test_a_pdf_has_every_page_and_each_picture_once(base: Sheets, base_pdf: bytes) -> None:
    assert base_pdf.startswith(b"%PDF-") and base_pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", base_pdf)) == len(base.pages)
    pictures = {placement.picture for page in base.pages for placement in page.placed}
    letters = len({*re.findall("/FormXob.letter[0-9]+", "".join(streams(base_pdf)))})
    assert len(re.findall(rb"/Subtype /Form\b", base_pdf)) == len(pictures) + letters
    assert b"/PrintScaling /None" in base_pdf, "nothing is made to fit the page"


def test_the_bytes_are_the_same_each_time_and_have_no_date() -> None:
    made = lay_out_sheets(find_components("galaxies"), both=True)

    raw = as_pdf(made.pages, made.title)

    assert raw == as_pdf(lay_out_sheets(find_components("galaxies"), both=True).pages, made.title)
    assert set(re.findall(rb"D:(\d{8})", raw)) == {b"20000101"}


def test_a_pdf_shows_each_picture_where_its_page_has_it(base: Sheets, base_pdf: bytes) -> None:
    every = [stream for stream in streams(base_pdf) if "/FormXob.picture" in stream]

    assert len(every) == len(base.pages)
    for page, stream in zip(base.pages, every, strict=True):
        places = re.findall(r"1 0 0 1 (\S+) (\S+) cm", stream)
        wanted = [(placement.x * MM, (page.height - box(placement)[3]) * MM) for placement in page.placed]
        points = [(float(x), float(y)) for x, y in places][-len(wanted) :]
        assert points == [pytest.approx(point, abs=0.01) for point in wanted]
        assert stream.count("/FormXob.picture") == len(page.placed)
        assert stream.count(" l S") + stream.count(" l s") >= len(list(mark_ends_on(page)))


def test_every_sort_of_shape_is_drawn() -> None:
    shapes = (
        Box(1, 1, 5, 5, "#ff0000"),
        Box(1, 1, 5, 5, "#00ff00", "#000000", 1, 1),
        Circle(5, 5, 2, "", "#0000ff", 1),
        Outline("M0 0 L24 0 L24 24 Z", 1, 1, 0.5, "#123456"),
        Words(5, 5, 3, "Hello", "#000000", True, anchor="middle"),
    )
    page = Page(50, 50, (Placed(Picture(20, 20, shapes), 5, 5),), (5, 25), (5, 25), "One")

    drawn = "\n".join(streams(as_pdf([page], "One")))

    assert "1 0 0 rg" in drawn and "0 1 0 rg" in drawn and "0 0 1 RG" in drawn
    assert "f*" in drawn and " c" in drawn and "h\n" in drawn
    assert drawn.count("/FormXob.letter") == len("Hello") + len("One")
    assert "Tj" not in drawn and " Tf" not in drawn, "no font is needed"


def test_a_letter_is_defined_once_however_often_it_is_printed() -> None:
    shapes = tuple(Words(1, 5 * nth, 3, "Łódź Łódź") for nth in (1, 2))
    page = Page(50, 50, (Placed(Picture(20, 20, shapes), 5, 5),), (5, 25), (5, 25), "Ł")

    raw = as_pdf([page], "Łódź")

    assert len(re.findall(rb"/Subtype /Form\b", raw)) == 1 + len({*"Łódź"})
    assert PdfDocument(raw).get_metadata_value("Title") == "Łódź"


def test_no_letter_reaches_beyond_the_bounds_of_its_form() -> None:
    left, low, right, top = (length / MM for length in BOUNDS)
    for character, bold in product(load_letters(), (False, True)):
        for line in polygons(letter_for(character, bold).path):
            for x, y in line:
                assert left < x < right and low < -y < top, (character, bold)


def test_no_outline_is_a_rectangle_of_lines() -> None:
    """pdfium rounds such a rectangle to whole pixels."""
    drawn = "\n".join(streams(as_pdf([Page(50, 50, (), (5, 25), (5, 25), "Il.")], "One")))

    assert " l" in drawn and not re.search(r"\bm\s(\S+ \S+ l\s){3,4}h", drawn)


def test_reportlab_is_imported_only_to_make_a_pdf() -> None:
    code = "import sys, rftg_dsl.show.pictures.pdf, rftg_dsl.cli; sys.exit('reportlab' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- bleed and copies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bleed", [2, 3.175])
def test_with_bleed_colours_go_on_beyond_the_cut_and_pieces_do_not_share_it(bleed: float) -> None:
    made = lay_out_sheets(find_components("race/base"), both=True, bleed=bleed)

    for page in made.pages:
        lefts = dict.fromkeys(round(placement.x, 3) for placement in page.placed)
        assert {*lefts} <= {round(cut - bleed, 3) for cut in page.across[::2]}
        for placement in page.placed:
            left, top, right, low = box(placement)
            assert round(left + bleed, 3) in {round(cut, 3) for cut in page.across[::2]}
            assert round(right - bleed, 3) in {round(cut, 3) for cut in page.across[1::2]}
            assert round(top + bleed, 3) in {round(cut, 3) for cut in page.down[::2]}
            assert round(low - bleed, 3) in {round(cut, 3) for cut in page.down[1::2]}
            assert placement.picture.round == 0
        for (x, y), _ in mark_ends_on(page):
            beyond = max(page.across[0] - x, x - page.across[-1], page.down[0] - y, y - page.down[-1])
            assert beyond == pytest.approx(bleed + APART), "marks are outside the bleed"


def test_backs_with_bleed_meet_their_fronts() -> None:
    made = lay_out_sheets(find_components("roll/base"), both=True, bleed=3)

    for front, back in fronts_and_backs(made.pages):
        turned = {(round(front.width - box(placement)[2], 3), round(placement.y, 3)) for placement in back.placed}
        assert turned == {(round(placement.x, 3), round(placement.y, 3)) for placement in front.placed}


def test_one_of_each_is_printed_once_whatever_the_game_has() -> None:
    made = lay_out_sheets(find_components("galaxies"), once=True)

    library = find_components("galaxies").library
    assert made.pieces == sum(1 for _ in library.model.list_sides())
    assert made.stickers == sum(len(kind.faces) for kind in library.model.words.stock_kinds.values())


@pytest.mark.parametrize("bleed", [-1, 10.1, float("nan"), float("inf")])
def test_a_bleed_that_no_printer_asks_for_is_refused(bleed: float) -> None:
    with pytest.raises(UsageError, match="the bleed must be from 0 to 10 mm") as refused:
        lay_out_sheets(find_components("roll/T12"), bleed=bleed)
    assert refused.value.code == "wrong-option"


def test_a_piece_that_does_not_fit_on_the_paper_with_its_bleed(tmp_path: Path) -> None:
    layout = '[world]\nsize = [190, 20]\nboxes = [{ shows = "name", at = [0, 0, 90, 9] }]\n'
    with_set(tmp_path, TILE, layout)

    assert lay_out_sheets(find_components(str(tmp_path)), bleed=2).pieces == 2
    with pytest.raises(UsageError, match="a piece of 190 by 20 mm with 5 mm of bleed does not fit on the paper"):
        lay_out_sheets(find_components(str(tmp_path)), bleed=5)
