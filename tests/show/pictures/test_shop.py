"""Images for print shops: exactly as large as the shop asks for, coloured to the edge, and safe from the knife."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from lanes import law
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.show.pictures.display import Box, Montage, Picture, Placed
from rftg_dsl.show.pictures.margins import Margins
from rftg_dsl.show.pictures.png import INCH, montage_to_png
from rftg_dsl.show.pictures.presets import Preset, find_preset, load_presets
from rftg_dsl.show.pictures.shop import DPI, ShopImage, draw_for_shop, fit_into
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from show.pictures.sides import GAMES, side, whole, with_set

SIZES = {
    "mpc-poker": (822, 1122),
    "mpc-tarot": (897, 1497),
    "mpc-square": (1122, 1122),
    "tgc-poker": (825, 1125),
    "tgc-tarot": (900, 1500),
    "tgc-small-square": (675, 675),
    "tgc-medium-square": (825, 825),
    "tgc-large-square": (1125, 1125),
}
"""The sizes in pixels, copied from the pages of the shops."""
TILE = 'tile X1 {\n  development "Bank" cost 3 { at end of ship: gain $1 }\n  world "Blue Rock" novelty cost 2\n}\n'
EVERY = list(load_presets().values())


def image_of(made: ShopImage) -> Image.Image:
    return Image.open(io.BytesIO(montage_to_png(made.montage, DPI))).convert("RGBA")


def name_preset(preset: Preset) -> str:
    return preset.name


# -- the presets -----------------------------------------------------------------------------------------------------


def test_presets_have_the_sizes_that_the_shops_publish() -> None:
    assert {preset.name: preset.image for preset in EVERY} == SIZES


@pytest.mark.parametrize("preset", EVERY, ids=name_preset)
def test_pixels_and_millimetres_agree(preset: Preset) -> None:
    for pixels, cut in zip(preset.image, preset.cut, strict=True):
        assert (cut + 2 * preset.bleed) / INCH * DPI == pytest.approx(pixels)
    assert preset.title and preset.source


def test_a_preset_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="there is no preset called 'tgc-pokker'") as refused:
        find_preset("tgc-pokker")

    assert (refused.value.code, refused.value.hint) == ("wrong-option", "did you mean 'tgc-poker'?")


# -- where a side is on its card -------------------------------------------------------------------------------------


@law(200)
@given(st.sampled_from(EVERY), st.integers(5, 400), st.integers(5, 400))
def test_a_side_of_any_size_is_in_the_safe_zone_of_any_card(preset: Preset, wide: int, high: int) -> None:
    fit = fit_into(preset, (wide, high))

    image = preset.image[::-1] if fit.turned else preset.image
    unsafe = (preset.bleed + preset.safe) / INCH * DPI
    for margin, length, pixels in ((fit.margins.across, wide, image[0]), (fit.margins.down, high, image[1])):
        assert margin * fit.scale >= unsafe - 1e-6
        assert (length + 2 * margin) * fit.scale == pytest.approx(pixels)
    assert fit.turned == (preset.is_upright and wide > high)


@pytest.mark.parametrize("preset", EVERY, ids=name_preset)
@pytest.mark.parametrize("name", ["roll/T12", "race/C02", "galaxies/HELIOS"])
def test_an_image_has_the_size_of_the_shop_and_no_transparent_pixel(preset: Preset, name: str) -> None:
    for made in draw_for_shop(find_components(name), preset):
        image = image_of(made)

        assert image.size == preset.image
        assert image.getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize(("name", "most"), [("roll/T12", 0), ("race/C02", 12), ("galaxies/HELIOS", 3)])
def test_what_is_cut_off_goes_on_with_the_colours_at_the_cut(name: str, most: float) -> None:
    """Only stars and the horizon of a planet change on the way."""
    preset = find_preset("mpc-poker")
    bleed = round(preset.bleed / INCH * DPI)
    for made in draw_for_shop(find_components(name), preset):
        image = image_of(made)
        width, height = image.size
        columns = [image.crop((x, 0, x + 1, height)) for x in (0, bleed, width - bleed - 1, width - 1)]
        rows = [image.crop((0, y, width, y + 1)) for y in (0, bleed, height - bleed - 1, height - 1)]

        for first, second in (columns[:2], columns[2:], rows[:2], rows[2:]):
            assert max(ImageStat.Stat(ImageChops.difference(first, second)).mean) <= most


@pytest.mark.parametrize(("fit", "is_cut"), [("cover", True), ("contain", False)])
def test_a_picture_that_covers_its_box_goes_on_to_the_edge(tmp_path: Path, fit: str, is_cut: bool) -> None:
    box = f'{{ shows = "picture", at = [0, 0, 63, 44], shape = "box", fill = "#0000ff", fit = "{fit}" }}'
    layout = f"[world]\nsize = [63, 44]\nboxes = [{box}]\n"
    with_set(tmp_path, TILE, layout)
    (tmp_path / "pictures").mkdir()
    Image.new("RGB", (90, 90), "#ff0000").save(tmp_path / "pictures/X1.b.png")

    _, made = draw_for_shop(find_components(str(tmp_path)), find_preset("mpc-poker"))

    corners = {image_of(made).getpixel(place) for place in ((0, 0), (821, 0), (0, 1121), (821, 1121))}
    assert corners == {(255, 0, 0, 255) if is_cut else (0, 0, 255, 255)}


def test_a_side_with_margins_has_square_corners_and_no_border() -> None:
    at = studio_of(whole("race"))
    usual, extended = (draw_side(at, side("race", "C02"), margins).picture for margins in (None, Margins(3, 5)))

    assert (extended.width, extended.height) == (usual.width + 6, usual.height + 10)
    assert (usual.round, extended.round) == (2.5, 0)
    assert extended.shapes[0] == Box(0, 0, 69, 98, usual.shapes[0].fill)  # type: ignore[union-attr]
    assert len(extended.shapes) == len(usual.shapes) - 1


@pytest.mark.parametrize(
    ("turns", "around", "red"),
    [
        (0, (10, 10, 50, 30), (12, 12)),
        (1, (10, 10, 30, 50), (28, 12)),
        (2, (10, 10, 50, 30), (48, 28)),
        (3, (10, 10, 30, 50), (12, 48)),
    ],
)
def test_a_turned_picture_is_turned_clockwise(
    turns: int, around: tuple[int, int, int, int], red: tuple[int, int]
) -> None:
    picture = Picture(20, 10, (Box(0, 0, 20, 10, "#0000ff"), Box(0, 0, 5, 5, "#ff0000")))

    raw = montage_to_png(Montage(60, 60, (Placed(picture, 10, 10, 2, turns),)), DPI)

    image = Image.open(io.BytesIO(raw)).convert("RGBA")
    assert image.getbbox() == around
    corners = [(x, y) for x in (around[0] + 2, around[2] - 2) for y in (around[1] + 2, around[3] - 2)]
    assert [place for place in corners if image.getpixel(place) == (255, 0, 0, 255)] == [red]


# -- fronts, backs and copies ----------------------------------------------------------------------------------------


def test_a_two_sided_tile_has_its_other_side_on_the_back() -> None:
    front, back = draw_for_shop(find_components("roll/T12"), find_preset("tgc-poker"))

    assert (front.paths, back.paths) == ((Path("fronts/T12.a.png"),), (Path("backs/T12.a.png"),))
    assert (front.montage.title, back.montage.title) == ("Free Trade Zone", "Galactic Resort")


def test_what_a_player_has_with_both_sides_up_becomes_two_cards_with_a_common_back() -> None:
    made = list(draw_for_shop(find_components("roll/F1"), find_preset("tgc-poker"), once=True))

    assert [str(image.paths[0]) for image in made] == ["fronts/F1.a.png", "backs/faction.png", "fronts/F1.b.png"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("once", [False, True])
def test_there_is_a_front_for_each_copy_and_a_back_for_each_kind(game: str, once: bool) -> None:
    chosen = find_components(game)
    paths = [path for made in draw_for_shop(chosen, find_preset("mpc-poker"), once) for path in made.paths]

    seats = chosen.library.model.words.players[1]
    fronts = backs = 0
    for component in chosen.components:
        many = 1 if once else component.copies * (seats if component.seated else 1)
        two_sided = len(component.sides) == 2 and not component.both
        fronts += many * (1 if two_sided else len(component.sides))
        backs += many * two_sided
    kinds = {component.kind for component in chosen.components if len(component.sides) == 1 or component.both}
    folders = [path.parts[0] for path in paths]
    assert (folders.count("fronts"), folders.count("backs")) == (fronts, backs + len(kinds))
    assert len({str(path).casefold() for path in paths}) == len(paths)


def test_a_component_with_the_name_of_a_kind_does_not_take_the_name_of_its_back(tmp_path: Path) -> None:
    homes = "".join(f'home {name} {{ world "{name}" gray cost 1 }}\n' for name in ("CON", "HOME", "HY"))
    with_set(tmp_path, TILE.replace("X1", "TILE") + homes)

    made = list(draw_for_shop(find_components(str(tmp_path)), find_preset("mpc-poker")))

    names = [path.name.casefold() for image in made for path in image.paths if path.parts[0] == "fronts"]
    backs = [path.name.casefold() for image in made for path in image.paths if path.parts[0] == "backs"]
    assert len({*names}) == len(names) and len({*backs}) == len(backs)
    assert not any(name.startswith("con.") for name in names), "Windows reserves it"


def test_too_many_copies_are_refused_before_anything_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.show.pictures.leaves.SHEETS", limits.SHEETS._replace(most=1))

    with pytest.raises(UsageError) as refused:
        next(draw_for_shop(find_components("roll/base"), find_preset("mpc-poker")))
    assert refused.value.code == "too-many-pieces"


def test_identical_content_produces_identical_bytes() -> None:
    first, again = (
        [montage_to_png(made.montage, DPI) for made in draw_for_shop(find_components("roll/T12"), preset)]
        for preset in [find_preset("mpc-poker")] * 2
    )

    assert first == again


def test_what_does_not_fit_is_reported(tmp_path: Path) -> None:
    layout = '[world]\nsize = [20, 20]\nboxes = [{ shows = "name", at = [0, 0, 12, 4], size = 3, least = 3 }]\n'
    with_set(tmp_path, TILE, layout)

    made = [*draw_for_shop(find_components(str(tmp_path)), find_preset("tgc-small-square"))]

    assert [[diagnostic.code for diagnostic in image.crowded] for image in made] == [[], ["crowded-side"]]
