"""The tree over the lines of a log is that of RFC 6962, as its recursive definition has it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.log.proof.merkle import EMPTY, Tree, leaf_of, path_of, root_above, root_of


def by_the_rfc(entries: list[bytes]) -> bytes:
    """MTH of section 2.1, word for word."""
    if not entries:
        return sha256(b"").digest()
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    split = 1
    while split * 2 < len(entries):
        split *= 2
    return sha256(b"\1" + by_the_rfc(entries[:split]) + by_the_rfc(entries[split:])).digest()


@pytest.mark.parametrize("size", range(40))
def test_the_root_is_that_of_the_rfc(size: int) -> None:
    lines = [f"line {nth}" for nth in range(size)]

    assert root_of(lines) == by_the_rfc([line.encode() for line in lines]).hex()


def test_known_roots() -> None:
    """The test vectors that implementations of Certificate Transparency share, for entries in ASCII."""
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root_of([""]) == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root_of(["", "\0"]) == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"


@law(60)
@given(size=st.integers(1, 200), data=st.data())
def test_a_path_leads_from_each_line_to_the_root_and_from_no_other(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    lines = [f"line {nth}" for nth in range(size)]
    root = bytes.fromhex(root_of(lines))

    path = path_of(map(leaf_of, lines), index)

    assert root_above(leaf_of(lines[index]), index, size, path) == root
    assert root_above(leaf_of("another"), index, size, path) != root
    assert root_above(leaf_of(lines[index]), (index + 1) % size, size, path) != root or size == 1
    assert root_above(leaf_of(lines[index]), index, size, [*path, b"\0" * 32]) != root
    assert root_above(leaf_of(lines[index]), size, size, path) is None
    if path:
        assert root_above(leaf_of(lines[index]), index, size, path[:-1]) != root


def test_a_tree_grows_line_by_line() -> None:
    tree = Tree()
    for size in range(1, 70):
        tree.add(f"line {size}")
        assert (tree.size, tree.root) == (size, root_of(f"line {nth}" for nth in range(1, size + 1)))
