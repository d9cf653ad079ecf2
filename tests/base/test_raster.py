"""Images are read without being decoded: what is drawn stays, all else goes, and what is hostile is refused."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from images import SIGNATURE, make_bare_png, make_chunk, make_header, make_jpeg, make_png
from lanes import law
from rftg_dsl.base import limits
from rftg_dsl.base.raster import Raster, RasterError, read_raster

SAMPLES: Mapping[str, bytes] = {
    **{f"png-{mode}": make_png(mode=mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA")},
    **{f"jpeg-{mode}": make_jpeg(mode=mode) for mode in ("L", "RGB")},
    "progressive": make_jpeg(300, 200, progressive=True),
    "restarts": make_jpeg(300, 200, restart_marker_blocks=2),
    "single": make_png(1, 1),
}
GREY_ROWS = b"\0\x80" * 3
"""The data of a grey PNG of one by three pixels."""
INTERLACED = make_bare_png(make_header(1, 1, 8, 0, b"\0\0\1"), b"\0\x80")


def decode(raw: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(raw))
    image.load()
    return image.convert("RGBA")


@pytest.mark.parametrize("name", SAMPLES)
def test_an_image_keeps_all_its_pixels(name: str) -> None:
    raster = read_raster(SAMPLES[name])

    assert (raster.width, raster.height) == Image.open(io.BytesIO(SAMPLES[name])).size
    assert decode(raster.raw).tobytes() == decode(SAMPLES[name]).tobytes()
    assert read_raster(raster.raw) == raster


def test_an_interlaced_image_is_read() -> None:
    assert read_raster(INTERLACED) == Raster("png", 1, 1, INTERLACED)


def test_what_is_not_drawn_is_left_out() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    photograph = make_jpeg(exif=exif, comment=b"by me", icc_profile=b"profile" * 20)
    text = make_chunk(b"tEXt", b"Author\0me") + make_chunk(b"gAMA", struct.pack(">I", 10_000))
    picture = make_bare_png(make_header(1, 3, 8, 0), GREY_ROWS, text) + b"after the end"

    assert b"home" not in read_raster(photograph).raw and b"by me" not in read_raster(photograph).raw
    assert read_raster(photograph).raw == read_raster(make_jpeg()).raw
    assert read_raster(picture).raw == make_bare_png(make_header(1, 3, 8, 0), GREY_ROWS)


HOSTILE: Mapping[str, tuple[bytes, str]] = {
    "nothing": (b"", "neither a PNG nor a JPEG"),
    "svg": (b'<?xml version="1.0"?><svg onload="alert(1)"/>', "neither a PNG nor a JPEG"),
    "gif": (b"GIF89a" + bytes(20), "neither a PNG nor a JPEG"),
    "truncated-png": (make_png()[:-20], "damaged or incomplete"),
    "truncated-jpeg": (make_jpeg()[:-200], "damaged or incomplete"),
    "checksum": (make_png().replace(b"IDAT", b"IDAt", 1), "damaged"),
    "empty": (make_bare_png(make_header(0, 3, 8, 0), b""), "no pixels"),
    "short-header": (make_bare_png(make_chunk(b"IHDR", b"\0" * 12), b""), "header"),
    "no-header": (SIGNATURE + make_chunk(b"IEND", b""), "not in order"),
    "two-headers": (make_bare_png(make_header(1, 3, 8, 0) * 2, GREY_ROWS), "not in order"),
    "bomb": (make_bare_png(make_header(1, 3, 8, 0), bytes(50_000_000)), "pixels of this PNG are damaged"),
    "too-little": (make_bare_png(make_header(1, 3, 8, 0), b"\0\x80"), "pixels of this PNG are damaged"),
    "deep": (make_bare_png(make_header(1, 1, 16, 0), b"\0\0\0"), "16 bits"),
    "unknown-colours": (make_bare_png(make_header(1, 1, 8, 5), b"\0\0"), "unknown colours"),
    "no-palette": (make_bare_png(make_header(1, 1, 8, 3), b"\0\0"), "header"),
    "unknown-chunk": (make_bare_png(make_header(1, 3, 8, 0), GREY_ROWS, make_chunk(b"ABCD", b"")), "not every program"),
    "cmyk": (make_jpeg(mode="CMYK"), "4 channels"),
    "lossless": (make_jpeg().replace(b"\xff\xc0", b"\xff\xc3", 1), "cannot be read by every program"),
    "arithmetic": (make_jpeg().replace(b"\xff\xc0", b"\xff\xc9", 1), "cannot be read by every program"),
    "only-a-start": (b"\xff\xd8\xff", "damaged or incomplete"),
    "only-an-end": (b"\xff\xd8\xff\xd9", "damaged or incomplete"),
    "fill": (b"\xff\xd8" + b"\xff" * 1_000_000, "damaged or incomplete"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_image_is_refused(name: str) -> None:
    raw, message = HOSTILE[name]

    with pytest.raises(RasterError, match=message) as refused:
        read_raster(raw)

    assert refused.value.code == "bad-picture"


def test_an_image_has_at_most_so_many_pixels() -> None:
    width = limits.RASTER_PIXELS.most // 1_000
    row = bytes(1 + width)
    large = make_bare_png(make_header(width, 1_000, 8, 0), row * 1_000)

    assert read_raster(large).width == width
    for head in (make_header(width, 1_001, 8, 0), make_header(2**32 - 1, 2**32 - 1)):
        with pytest.raises(RasterError) as refused:
            read_raster(make_bare_png(head, b""))
        assert refused.value.code == limits.RASTER_PIXELS.code


def test_a_jpeg_has_at_most_so_many_scans() -> None:
    raw = read_raster(make_jpeg(progressive=True)).raw
    last = raw.rindex(b"\xff\xda")
    scans = raw.count(b"\xff\xda")

    def with_scans(many: int) -> bytes:
        return raw[:last] + raw[last:-2] * (many - scans + 1) + raw[-2:]

    assert read_raster(with_scans(limits.RASTER_SCANS.most)).raw == with_scans(limits.RASTER_SCANS.most)
    with pytest.raises(RasterError, match="101 scans"):
        read_raster(with_scans(limits.RASTER_SCANS.most + 1))


@law(400)
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_whatever_happens_to_an_image_it_is_refused_or_bounded(name: str, data: st.DataObject) -> None:
    raw = bytearray(SAMPLES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))

    try:
        raster = read_raster(bytes(raw))
    except RasterError:
        return

    assert read_raster(raster.raw) == raster
    assert raster.width * raster.height <= limits.RASTER_PIXELS.most
    if raster.form == "png":
        assert Image.open(io.BytesIO(raster.raw)).size == (raster.width, raster.height)
