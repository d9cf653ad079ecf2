"""Values as native code writes them in logs: the canonical JSON of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from native.single import Singles
from rftg_dsl.log.format.record import line_of
from rftg_dsl.native.building import find_compiler

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")


def as_it_is(value: Any) -> Any:
    return value


def joined(before: str, text: str) -> Any:
    return [f"{before}{text}", f"{text}{before}"]


def pairs(keys: Sequence[str], values: Sequence[int]) -> Mapping[str, int]:
    return dict(zip(keys, values, strict=True))


ODD = [
    "",
    '"',
    "\\",
    "/",
    "\n\t\r\b\f",
    "\x00\x1f",
    "\x7f",
    "\x80",
    "é",
    "\u2028",
    "\uffff",
    "😀",
    "𝄞a",
    "a" * 7,
    "a" * 8,
]
EVERY = "".join(map(chr, range(0x180)))

random = Random(1)
names = [random.choice(ODD) + "x" * random.randrange(12) + random.choice(ODD) for _ in range(40)]
CASES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    *[(as_it_is, (one,)) for one in (*ODD, EVERY, *[EVERY[at : at + 9] for at in range(0, 0x180, 3)])],
    *[(joined, (one, other)) for one in ODD for other in ("", "abc", "é")],
    *[(as_it_is, (n,)) for n in (0, 9, 10, -1, -10, 1 << 40, True, False, None)],
    (as_it_is, ([[], {}, [[1], {"a": {"b": []}}], (1, (2,))],)),
    (pairs, (tuple(dict.fromkeys(names)), tuple(range(len({*names}))))),
    (pairs, (tuple(f"{nth:o}" for nth in range(300)), tuple(range(300)))),
    (pairs, (tuple(f"the same beginning {nth % 17} {nth}" for nth in range(60)), tuple(range(60)))),
]


@pytest.fixture(scope="module")
def singles() -> Singles:
    return Singles(CASES)  # type: ignore[arg-type]


def test_everything_is_written_as_python_writes_it(singles: Singles) -> None:
    for nth, (function, args) in enumerate(CASES):
        assert singles.json(nth) == line_of(function(*args)), (function.__name__, args)
