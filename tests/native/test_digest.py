"""Digests in C: those of hashlib, and the tree of logs."""

from __future__ import annotations

import ctypes
import os
import subprocess
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rftg_dsl.native
from rftg_dsl.log.proof.merkle import Tree
from rftg_dsl.native.building import find_compiler

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

MARGIN = 200
"""Messages longer than three blocks, and every length around the ends of blocks."""


class Message(ctypes.Structure):
    _fields_ = (("p", ctypes.c_char_p), ("n", ctypes.c_int64), ("before", ctypes.c_int), ("out", ctypes.c_void_p))


class InC(ctypes.Structure):
    _fields_ = (("size", ctypes.c_uint64), ("nodes_n", ctypes.c_int), ("nodes", ctypes.c_ubyte * 32 * 64))


@pytest.fixture(scope="module", params=["plain", "with what the processor has"])
def code(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    by = find_compiler()
    assert by is not None
    target = tmp_path_factory.mktemp("digest") / "digest.so"
    source = Path(rftg_dsl.native.__file__).parent / "digest.c"
    subprocess.run([by.path, "-w", "-O2", "-fPIC", "-shared", str(source), "-o", str(target)], check=True)
    lib = ctypes.CDLL(os.fspath(target))
    if request.param != "plain":
        lib.prepare_digests()
    return lib


def digests(code: Any, inputs: list[tuple[int, bytes]]) -> list[bytes]:
    """The digests of messages, each behind a byte or, for -1, nothing."""
    made = ctypes.create_string_buffer(32 * len(inputs))
    at = ctypes.addressof(made)
    messages = [Message(raw, len(raw), before, at + 32 * nth) for nth, (before, raw) in enumerate(inputs)]
    code.sha256_each((Message * len(inputs))(*messages), ctypes.c_int64(len(inputs)))
    return [made.raw[nth : nth + 32] for nth in range(0, len(made), 32)]


def expected(before: int, raw: bytes) -> bytes:
    return sha256(raw if before < 0 else bytes([before]) + raw).digest()


@pytest.mark.parametrize("before", [-1, 0, 1])
def test_every_length(code: Any, before: int) -> None:
    raw = Random(1).randbytes(MARGIN)
    inputs = [(before, raw[:n]) for n in range(MARGIN)]

    assert digests(code, inputs) == [expected(*pair) for pair in inputs]


def test_each_alone(code: Any) -> None:
    inputs = [(nth % 3 - 1, Random(nth).randbytes(nth * 7)) for nth in range(60)]

    assert [digests(code, [pair])[0] for pair in inputs] == [expected(*pair) for pair in inputs]


def test_long_ones_beside_short_ones(code: Any) -> None:
    random = Random(2)
    inputs = [(random.randrange(-1, 2), random.randbytes(random.choice([3, 60, 5000]))) for _ in range(101)]

    assert digests(code, inputs) == [expected(*pair) for pair in inputs]


def test_the_tree_over_lines_that_come_in_any_portions(code: Any) -> None:
    random = Random(3)
    tree, in_c, root = Tree(), InC(), ctypes.create_string_buffer(32)
    also, again = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
    for nth, portion in enumerate((0, 1, 1, 2, 3, 0, 5, 8, 255, 256, 257, 600, 1, 4)):
        lines = [random.randbytes(random.randrange(1, 150)).hex() for _ in range(portion)]
        for line in lines:
            tree.add(line)
        text = "".join(f"{line}\n" for line in lines).encode()
        start = ctypes.create_string_buffer(text, len(text) + 1)
        first = ctypes.addressof(start)
        message = Message(b"beside", 6, -1, ctypes.addressof(also))
        where = ctypes.c_void_p(first), ctypes.c_void_p(first + len(text))
        code.add_lines_to(ctypes.byref(in_c), *where, ctypes.byref(message))
        code.root_of(ctypes.byref(in_c), root, None)
        assert root.raw.hex() == tree.root

        ctypes.memset(root, 0, 32)
        beside = random.randbytes(random.choice([5, 300, 3_000]))
        code.root_of(ctypes.byref(in_c), root, ctypes.byref(Message(beside, len(beside), -1, ctypes.addressof(again))))
        assert root.raw.hex() == tree.root, nth
        assert again.raw == sha256(beside).digest()
        assert also.raw == sha256(b"beside").digest()
        assert in_c.size == tree.size
