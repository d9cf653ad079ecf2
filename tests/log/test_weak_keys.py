"""Public keys that prove nothing are refused wherever a key is named, read or used."""

from __future__ import annotations

import hashlib
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.proof.signed_notes import Key, generate_key, key_of, read_keys
from rftg_dsl.log.proof.weak_keys import EIGHTH, PRIME, SMALL_ORDER, D, weakness_of

Point = tuple[int, int]


def add(point: Point, other: Point) -> Point:
    """The sum of two points of the curve."""
    (x1, y1), (x2, y2) = point, other
    both = D * x1 * x2 * y1 * y2 % PRIME
    x = (x1 * y2 + x2 * y1) * pow(1 + both, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - both, -1, PRIME)
    return x % PRIME, y % PRIME


def x_of(y: int) -> int | None:
    """An x coordinate that goes with a y coordinate; None if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return None if (x * x - square) % PRIME else x


def eight_times(point: Point) -> Point:
    """A point added up eight times."""
    for _ in range(3):
        point = add(point, point)
    return point


def text_of(raw: bytes, name: str = "eve") -> str:
    """The public key with these bytes, as people write it."""
    tagged = b"\1" + raw
    id = hashlib.sha256(name.encode() + b"\n" + tagged).hexdigest()[:8]
    return f"{name}+{id}+{b64encode(tagged).decode()}"


ENCODINGS = [
    (y + more | sign << 255).to_bytes(32, "little")
    for y in sorted(SMALL_ORDER)
    for more in (0, PRIME)
    for sign in (0, 1)
    if y + more < 2**255
]


def test_the_points_of_small_order_are_these_eight() -> None:
    zero = (0, 1)
    points = {(sign * x_of(y) % PRIME, y) for y in SMALL_ORDER for sign in (1, -1)}

    assert len(points) == 8
    assert {eight_times(point) for point in points} == {zero}
    assert add((x_of(EIGHTH), EIGHTH), zero) == (x_of(EIGHTH), EIGHTH)
    assert {add(point, other) for point in points for other in points} == points


@pytest.mark.parametrize("raw", ENCODINGS, ids=bytes.hex)
def test_a_key_of_small_order_is_refused_in_every_spelling(raw: bytes) -> None:
    with pytest.raises(UsageError, match="proves nothing") as refused:
        key_of(text_of(raw))

    assert refused.value.code == "weak-key"
    with pytest.raises(UsageError):
        read_keys([text_of(raw)])
    with pytest.raises(UsageError):
        Key("eve", raw)


@law(100)
@given(st.integers(0, 18), st.integers(0, 1))
def test_a_spelling_beyond_the_prime_is_refused(above: int, sign: int) -> None:
    assert weakness_of((PRIME + above | sign << 255).to_bytes(32, "little"))


@law(200)
@given(st.integers(0, PRIME - 1), st.integers(0, 1))
def test_every_other_point_is_a_key_and_nothing_else_is(y: int, sign: int) -> None:
    x = x_of(y)
    expected = x is not None and eight_times((x, y)) != (0, 1)

    assert (weakness_of((y | sign << 255).to_bytes(32, "little")) == "") == expected


def test_keys_that_we_make_are_good() -> None:
    for nth in range(20):
        _, key = generate_key(f"anna{nth}")
        assert key_of(str(key)) == key
