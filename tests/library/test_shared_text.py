"""A pack as text: it comes back as it was, and nothing else is taken for one."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import SHARED, SHARED_PACK
from rftg_dsl.library.packs.pack_format import make_pack
from rftg_dsl.library.packs.read_pack import PackError
from rftg_dsl.library.packs.shared_text import PREFIX, read_shared_text, write_shared_text

PACK = make_pack({"set.toml": b'id = "mine"\n', "tiles.rftg": b"# tiles\n" * 40})


def as_text(packed: bytes) -> str:
    return PREFIX + urlsafe_b64encode(packed).decode().rstrip("=")


@given(st.binary(max_size=400))
@law(100)
def test_every_pack_comes_back_as_it_was(raw: bytes) -> None:
    assert read_shared_text(write_shared_text(raw)) == raw


@given(st.integers(1, 200))
@law(40)
def test_line_breaks_on_the_way_do_no_harm(width: int) -> None:
    text = write_shared_text(PACK)
    lines = [text[at : at + width] for at in range(0, len(text), width)]

    assert read_shared_text("  " + " \r\n".join(lines) + "\n") == PACK


@given(st.text(f"{PREFIX}AZaz09-_=+/ \n\0é"))
@law(100)
def test_any_other_text_is_refused(text: str) -> None:
    for tried in (text, PREFIX + text):
        with pytest.raises(PackError) as raised:
            read_shared_text(tried)
        assert raised.value.wrong.code.startswith("pack-")


@given(st.data())
@law(60)
def test_a_text_that_was_cut_is_refused(data: st.DataObject) -> None:
    text = write_shared_text(PACK)

    with pytest.raises(PackError):
        read_shared_text(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "pack-broken"),
        (PREFIX, "pack-broken"),
        (PREFIX + "a+b/", "pack-broken"),
        (PREFIX + "a", "pack-broken"),
        (as_text(b"not compressed"), "pack-damaged"),
        (as_text(zlib.compress(PACK)[:-1]), "pack-broken"),
        (as_text(zlib.compress(PACK) + b"more"), "pack-junk"),
        (as_text(zlib.compress(bytes(SHARED_PACK.most + 1))), SHARED_PACK.code),
        (as_text(zlib.compress(bytes(60_000_000), 9)), SHARED_PACK.code),
        (PREFIX + "a" * SHARED.most, SHARED.code),
    ],
)
def test_hostile_texts_have_the_codes_of_packs(text: str, code: str) -> None:
    with pytest.raises(PackError) as raised:
        read_shared_text(text)
    assert raised.value.wrong.code == code


@pytest.mark.parametrize("raw", [bytes(SHARED_PACK.most + 1), Random(1).randbytes(SHARED.most)], ids=["long", "dense"])
def test_a_pack_that_is_too_large_is_sent_as_a_file(raw: bytes) -> None:
    with pytest.raises(UsageError, match="too large"):
        write_shared_text(raw)
