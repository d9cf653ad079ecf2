"""Folders for virtual tables: an independent reader finds in them all that the game has, and what each card shows."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from lanes import law
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_folder
from rftg_dsl.check.model import Side
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.show.pictures.display import Montage, Placed
from rftg_dsl.show.pictures.margins import Margins
from rftg_dsl.show.pictures.png import montage_to_png
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.virtual.addresses import find_base, show_plainly
from rftg_dsl.show.virtual.card_game_simulator import CardGameSimulator
from rftg_dsl.show.virtual.card_sheets import CARDS, choose_grid
from rftg_dsl.show.virtual.tabletop_simulator import TabletopSimulator
from show.pictures.sides import side, whole, with_set
from show.virtual.formats import EDGE, GRID, CustomGame, SavedObject

WEB = "https://example.org/cards"
TILE = 'tile X1 {\n  development "Bank" cost 3 { at end of ship: gain $1 }\n  world "Blue Rock" novelty cost 2\n}\n'
Table = type[TabletopSimulator] | type[CardGameSimulator]


def write_for(table: Table, wanted: str, folder: Path, base: str | None = None) -> str:
    """Write the folder, and return the address at which its files are."""
    address = find_base(base, folder)
    writer = table(find_components(wanted), address)
    writer.check()
    write_folder(folder, writer.list_files())
    return address


@pytest.fixture(scope="module")
def storm(tmp_path_factory: pytest.TempPathFactory) -> SavedObject:
    """The Gathering Storm for Tabletop Simulator."""
    folder = tmp_path_factory.mktemp("tts") / "storm"
    return SavedObject(folder, write_for(TabletopSimulator, "race/gathering-storm", folder))


@pytest.fixture(scope="module")
def storm_game(tmp_path_factory: pytest.TempPathFactory) -> CustomGame:
    """The Gathering Storm for Card Game Simulator."""
    folder = tmp_path_factory.mktemp("cgs") / "storm"
    return CustomGame(folder, write_for(CardGameSimulator, "race/gathering-storm", folder))


@pytest.fixture
def set_with_dice(tmp_path: Path) -> Path:
    """A set with a tile and dice of one kind."""
    dice = 'die red "Red" supply 3 faces explore explore ship ship wild develop\n'
    with_set(tmp_path / "mine", TILE + dice)
    return tmp_path / "mine"


def render(game: str, each: Side, size: tuple[int, int]) -> Image.Image:
    """A side by itself, in pixels."""
    picture = draw_side(studio_of(whole(game)), each, Margins()).picture
    placed = Placed(picture, 0, 0, max(size[0] / picture.width, size[1] / picture.height))
    return Image.open(io.BytesIO(montage_to_png(Montage(*size, (placed,)), 300))).convert("RGBA")


def differ(one: Image.Image, other: Image.Image) -> float:
    """By how much two images of the same size differ on average, of 255."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


# -- Tabletop Simulator ----------------------------------------------------------------------------------------------


def test_tabletop_simulator_has_each_card_as_often_as_the_game(storm: SavedObject) -> None:
    cards = Counter(each["Nickname"] for each in storm.objects if each["Name"] in ("Card", "CardCustom"))

    chosen = find_components("race/gathering-storm")
    assert cards == {side.name: component.copies for component in chosen.components for side in component.sides}


def test_each_card_shows_its_side_and_says_its_text(storm: SavedObject) -> None:
    sides = {side.name: side for side in find_components("race/gathering-storm").sides}
    at = studio_of(whole("race"))

    for name in ("Terraforming Guild", "Contact Specialist", "Improved Logistics"):
        card = next(each for each in storm.objects if each["Nickname"] == name)
        image = storm.cut_card(card)
        assert differ(image, render("race", sides[name], image.size)) < 1
        others = [other for other in sides.values() if other.name != name and other.kind == sides[name].kind]
        assert all(differ(image, render("race", other, image.size)) > 2 for other in others[:3])
        assert card["Description"].splitlines() == [str(line) for line in at.lines_of(sides[name])]


def test_every_file_of_the_folder_is_used(storm: SavedObject) -> None:
    written = {path for path in storm.folder.rglob("*") if path.is_file() and path.suffix != ".json"}

    assert written == storm.used


def test_a_two_sided_tile_has_two_states_and_can_be_turned_over(tmp_path: Path) -> None:
    made = SavedObject(tmp_path / "tile", write_for(TabletopSimulator, "roll/T12", tmp_path / "tile"))

    [card] = made.data["ObjectStates"]
    [other] = card["States"].values()
    assert (card["Name"], card["Nickname"], other["Nickname"]) == ("CardCustom", "Free Trade Zone", "Galactic Resort")
    for shown, front, back in ((card, "T12.a", "T12.b"), (other, "T12.b", "T12.a")):
        for name, is_back in ((front, False), (back, True)):
            image = made.cut_card(shown, is_back)
            assert differ(image, render("roll", side("roll", name), image.size)) < 1


def test_dice_are_in_bags_and_have_a_face_for_each_value(set_with_dice: Path, tmp_path: Path) -> None:
    base = write_for(TabletopSimulator, str(set_with_dice), tmp_path / "out")
    made = SavedObject(tmp_path / "out", base)

    [bag] = [each for each in made.objects if each["Name"] == "Bag"]
    assert len(bag["ContainedObjects"]) == 3
    values = [value["Value"] for value in bag["ContainedObjects"][0]["RotationValues"]]
    assert values == ["Explore", "Explore", "Ship", "Ship", "wild", "Develop"]
    image = made.open_image(bag["ContainedObjects"][0]["CustomImage"]["ImageURL"]).convert("RGB")
    third = image.width // 3
    cells = [image.crop((x * third, y * third, (x + 1) * third, (y + 1) * third)) for x, y in ((0, 1), (1, 2), (1, 1))]
    first, turned = cells[0], image.crop((0, 2 * third, third, 3 * third)).rotate(180)
    assert differ(first, turned) < 3, "the first face is upside down below the second, and both are explore"
    assert differ(cells[1], cells[2]) < 3, "ship and ship"
    assert differ(cells[0], cells[1]) > 6


def test_dice_that_cannot_be_shown_are_counted(set_with_dice: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = find_components(str(set_with_dice))

    assert TabletopSimulator(chosen, WEB).dice_left_out == 0
    assert CardGameSimulator(chosen, WEB).dice_left_out == 1
    monkeypatch.setattr("rftg_dsl.show.virtual.tabletop_simulator.SIX", 8)
    assert TabletopSimulator(chosen, WEB).dice_left_out == 1
    assert b"Custom_Dice" not in next(TabletopSimulator(chosen, WEB).list_files())[1]


# -- sheets ----------------------------------------------------------------------------------------------------------


@law(200)
@given(st.integers(1, CARDS), st.floats(5, 400), st.floats(5, 400))
def test_a_sheet_has_room_for_its_cards_and_is_within_the_limits(cards: int, wide: float, high: float) -> None:
    grid = choose_grid(cards, (wide, high))

    assert grid.columns <= GRID[0] and grid.rows <= GRID[1]
    assert cards <= grid.columns * grid.rows
    assert max(grid.columns * grid.width, grid.rows * grid.height) <= EDGE
    assert grid.width <= wide / 25.4 * 300 and grid.height <= high / 25.4 * 300


def test_the_last_cell_of_the_largest_sheet_is_free() -> None:
    assert GRID[0] * GRID[1] - 1 == CARDS


def test_cards_that_do_not_fit_on_a_sheet_begin_another(tmp_path: Path) -> None:
    tiles = "".join(
        f'tile X{nth} {{ development "D{nth}" cost 1 {{ at end of ship: gain $1 }} world "W{nth}" gray cost 1 }}\n'
        for nth in range(CARDS + 1)
    )
    with_set(tmp_path / "mine", tiles, "[world]\nsize = [8, 8]\nboxes = []\n[development]\nsize = [8, 8]\nboxes = []\n")

    base = write_for(TabletopSimulator, str(tmp_path / "mine"), tmp_path / "out")

    made = SavedObject(tmp_path / "out", base)
    assert [len(each.get("DeckIDs", [0])) for each in made.data["ObjectStates"]] == [CARDS, 1]
    assert len({card["CardID"] for card in made.objects if "CardID" in card}) == 2 * (CARDS + 1)


# -- Card Game Simulator ---------------------------------------------------------------------------------------------


def test_card_game_simulator_has_each_card_and_a_deck_with_its_copies(storm_game: CustomGame) -> None:
    chosen = find_components("race/gathering-storm")

    assert storm_game.count_copies() == {component.id: component.copies for component in chosen.components}
    assert [card["name"] for card in storm_game.cards] == [side.name for side in chosen.sides]
    assert storm_game.cards[1]["cost"] == 6 and storm_game.types["cost"] == "integer"


def test_each_image_shows_its_side(storm_game: CustomGame) -> None:
    sides = {side.id: side for side in find_components("race/gathering-storm").sides}

    for card in storm_game.cards[:4]:
        image = storm_game.open_front(card).convert("RGBA")
        assert image.size == pytest.approx([storm_game.game["cardSize"][axis] * 300 for axis in "xy"], abs=1)
        assert differ(image, render("race", sides[card["id"]], image.size)) < 1


def test_sides_of_other_sizes_fill_the_cards_of_the_game(storm_game: CustomGame) -> None:
    """Goals are smaller than cards."""
    kinds = {card["kind"]: card for card in storm_game.cards}
    assert len(kinds) > 2
    for card in kinds.values():
        assert storm_game.open_front(card).convert("RGBA").getchannel("A").getextrema() == (255, 255)


def test_a_two_sided_tile_has_its_other_side_as_its_back(tmp_path: Path) -> None:
    made = CustomGame(tmp_path / "tile", write_for(CardGameSimulator, "roll/T12", tmp_path / "tile", WEB))

    [card] = made.cards
    back = Image.open(made.backs[card["backs"][0]]).convert("RGBA")
    assert (card["name"], card["backName"]) == ("Free Trade Zone", "Galactic Resort")
    assert differ(back, render("roll", side("roll", "T12.b"), back.size)) < 1


# -- addresses and hostile content -----------------------------------------------------------------------------------


def test_without_a_web_address_images_are_found_in_the_folder(tmp_path: Path) -> None:
    assert find_base(None, tmp_path / "my cards") == f"{tmp_path.as_uri()}/my%20cards"


@pytest.mark.parametrize("base", ["http://example.org", "https://example.org:8080/a/b/", "https://1.2.3.4/a%20b"])
def test_a_web_address_is_taken_as_it_is(base: str, tmp_path: Path) -> None:
    assert find_base(base, tmp_path) == base.rstrip("/")


@pytest.mark.parametrize(
    "base",
    ["", "example.org", "ftp://example.org", "https://", "https://a b", 'https://a/"', "javascript:alert(1)", "https://a?b",
     "https://a#b", "https://a/{cardId}", "https://[", "https://a/\n", "https://é.org", "https://a/" + "b" * 500],
)  # fmt: skip
def test_what_is_not_a_web_address_is_refused(base: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        find_base(base, tmp_path)
    assert refused.value.code == "wrong-option"


def test_text_cannot_format_itself() -> None:
    assert show_plainly("[b]Bank[/b]\nrich\x07\N{RIGHT-TO-LEFT OVERRIDE}") == "(b)Bank(/b)\nrich��"


@pytest.mark.parametrize("table", [TabletopSimulator, CardGameSimulator])
def test_hostile_names_are_only_text(table: Table, tmp_path: Path) -> None:
    hostile = "[b]</script> (x) {cardId}"
    with_set(tmp_path / "mine", TILE.replace("Bank", hostile).replace("X1", "CON"))

    base = write_for(table, str(tmp_path / "mine"), tmp_path / "out", WEB)

    if table is TabletopSimulator:
        names = [each["Nickname"] for each in SavedObject(tmp_path / "out", base).objects]
    else:
        names = [card["name"] for card in CustomGame(tmp_path / "out", base).cards]
        assert not (tmp_path / "out/backs/CON.png").exists(), "Windows reserves this name"
    assert hostile.replace("[", "(").replace("]", ")") in names


@pytest.mark.parametrize("table", [TabletopSimulator, CardGameSimulator])
def test_too_many_pieces_are_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.show.pictures.leaves.SHEETS", limits.SHEETS._replace(most=10))

    with pytest.raises(UsageError) as refused:
        table(find_components("roll/base"), WEB).check()
    assert refused.value.code == "too-many-pieces"


def test_a_folder_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def interrupt() -> Iterator[tuple[str, bytes]]:
        yield "first.txt", b"1"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "out", interrupt())

    assert not [*tmp_path.iterdir()]


def test_identical_content_produces_identical_bytes() -> None:
    chosen = find_components("roll/T12")

    for table in (TabletopSimulator, CardGameSimulator):
        assert dict(table(chosen, WEB).list_files()) == dict(table(chosen, WEB).list_files())
