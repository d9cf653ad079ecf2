"""Pictures as SVG, with deterministic output, text as outlines, no external resources and no scripts."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from xml.sax.saxutils import escape, quoteattr

from rftg_dsl.base.raster import Raster
from rftg_dsl.show.pictures.display import Box, Circle, Image, Montage, Path, Picture, Placed, Shape
from rftg_dsl.show.pictures.lettering import trace_words

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(picture: Picture) -> str:
    width, height = format_number(picture.width), format_number(picture.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" role="img">'
    )
    about = [
        f"<{tag}>{escape_text(text)}</{tag}>"
        for tag, text in (("title", picture.title), ("desc", picture.said))
        if text
    ]
    return "\n".join([head, *about, *map(write_shape, picture.shapes), "</svg>", ""])


def montage_to_svg(montage: Montage) -> str:
    size = f'width="{montage.width}" height="{montage.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {montage.width} {montage.height}">'
    return "\n".join([head, *(line for placed in montage.placed for line in write_placed(placed)), "</svg>", ""])


def write_placed(placed: Placed) -> list[str]:
    # Turning about the upper left corner moves the picture away from its place.
    width, height = placed.picture.width * placed.scale, placed.picture.height * placed.scale
    across, down = ((0, 0), (height, 0), (width, height), (0, width))[placed.turns]
    turn = f" rotate({placed.turns * 90})" if placed.turns else ""
    moves = f"translate({format_number(placed.x + across, 4)} {format_number(placed.y + down, 4)}){turn}"
    scale = f"scale({format_number(placed.scale, 7)})"
    return [f'<g transform="{moves} {scale}">', *map(write_shape, placed.picture.shapes), "</g>"]


def write_shape(shape: Shape) -> str:
    match shape:
        case Box():
            corner = {"rx": shape.round} if shape.round else {}
            place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
            return f"<rect{write_numbers(**place, **corner)}{write_paint(shape)}/>"
        case Circle():
            return f"<circle{write_numbers(cx=shape.x, cy=shape.y, r=shape.radius)}{write_paint(shape)}/>"
        case Path():
            return write_path(shape)
        case Image():
            return write_image(shape)
    return write_path(trace_words(shape))


def write_path(outline: Path) -> str:
    moves = [f"translate({format_number(outline.x)} {format_number(outline.y)})"] if outline.x or outline.y else []
    moves += [f"scale({format_number(outline.scale, 7)})"] if outline.scale != 1 else []
    moved = f' transform="{" ".join(moves)}"' if moves else ""
    # SVG scales the stroke width together with the path; dividing the width by the scale undoes that. Text without room
    # has the scale 0.
    thick = outline.thick / outline.scale if outline.scale else 0
    rule = ' fill-rule="evenodd"' * (outline.rule == "evenodd")
    return f'<path d="{outline.d}"{rule}{moved}{write_paint(outline, thick)}/>'


def write_image(image: Image) -> str:
    # Named by what it is, so that several pictures can be in one page.
    name = f"edge-{sha256(image.outline.encode()).hexdigest()[:12]}"
    place = write_numbers(x=image.left, y=image.top, width=image.width, height=image.height)
    return (
        f'<clipPath id="{name}"><path d="{image.outline}"/></clipPath>'
        f'<g transform="translate({format_number(image.x)} {format_number(image.y)})" clip-path="url(#{name})">'
        f'<image{place} preserveAspectRatio="none" href="{address_of(image.raster)}"/></g>'
    )


def address_of(raster: Raster) -> str:
    return f"data:image/{raster.form};base64,{b64encode(raster.raw).decode()}"


def write_paint(shape: Box | Circle | Path, thick: float | None = None) -> str:
    filled = f' fill="{shape.fill}"' if shape.fill else ' fill="none"'
    width = shape.thick if thick is None else thick
    return filled + (f' stroke="{shape.stroke}" stroke-width="{format_number(width, 3)}"' if shape.stroke else "")


def write_numbers(**places: float) -> str:
    return "".join(f" {name}={quoteattr(format_number(value))}" for name, value in places.items())


def format_number(value: float, digits: int = 2) -> str:
    """Format a number with at most ``digits`` decimals, without trailing zeros and never as ``-0``."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def escape_text(text: str) -> str:
    """Escape text so that it is never interpreted as markup."""
    return escape(FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))
