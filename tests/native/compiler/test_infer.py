"""The types of variables and results, and what they leave out: one fixpoint over functions that call one another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from native.compiler.small import (
    Spot,
    infer,
    infer_body,
    instance_of,
    is_even,
    is_odd,
    make_unit,
    types_in,
    warnings_of,
)
from rftg_dsl.native.compiler.infer import infer_types
from rftg_dsl.native.compiler.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    TEXT,
    Type,
    join,
    map_of,
    row_of,
    tuple_of,
)


class Pair(NamedTuple):
    first: int
    second: str


def factorial(n: int):  # type: ignore[no-untyped-def]
    if n < 2:
        return 1
    return n * factorial(n - 1)


# -- variables ---------------------------------------------------------------------------------------------------------


def test_the_type_of_a_variable_covers_all_that_is_assigned_to_it() -> None:
    def step(n: int, name: str) -> Any:
        a = n
        b = 1
        b = name if n else b
        c = 1
        c += 0.5  # type: ignore[assignment]
        return [a, b, c]

    types = types_in(step)

    assert (types["a"], types["b"], types["c"]) == (INT, ANY, FLOAT)


def test_a_type_that_a_loop_widens_is_seen_from_the_beginning() -> None:
    def step(row: Sequence[int]) -> Any:
        before = 0
        total = 0
        for n in row:
            total += before
            before = n * 0.5  # type: ignore[assignment]
        return total

    assert types_in(step)["total"] == types_in(step)["before"] == FLOAT


def test_a_type_wanders_through_a_long_chain_of_variables(tmp_path: Path) -> None:
    names = [f"v{nth}" for nth in range(30)]
    starts = [f"    {name} = 0" for name in names]
    moves = [f"        {a} = {b}" for a, b in pairwise(names)]
    lines = ["def step(n: int, name: str):", *starts, "    while n:", *moves, "        v29 = name"]
    path = tmp_path / "chain.py"
    path.write_text("\n".join(lines), "utf-8")
    found: dict[str, Any] = {}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), found)

    types = types_in(found["step"])

    assert {types[name] for name in names} == {ANY}


def test_a_list_of_a_comprehension_has_the_type_of_its_items() -> None:
    def step(row: Sequence[int]) -> Any:
        doubled = [n * 2 for n in row]
        return doubled

    assert types_in(step)["doubled"] == row_of(INT)


def test_the_items_of_a_tuple_keep_their_types() -> None:
    def step(n: int, name: str) -> Any:
        pair = n, name
        for _ in range(2):
            pair = n + 1, name
        a, b = pair
        return [a, b]

    types = types_in(step)

    assert (types["a"], types["b"]) == (INT, TEXT)


def test_a_field_of_a_named_tuple_or_record_has_its_declared_type() -> None:
    def step(pair: Pair, spot: Spot) -> Any:
        a = pair.first
        b = spot.name
        return [a, b]

    types = types_in(step)

    assert (types["a"], types["b"]) == (INT, TEXT)


# -- results -----------------------------------------------------------------------------------------------------------


def test_a_recursive_function_knows_its_own_result() -> None:
    instance, _ = infer(factorial)

    assert instance.returns == INT
    assert instance.is_recursive()


def test_functions_that_call_each_other_settle_together() -> None:
    unit = make_unit()
    even, odd = (instance_of(unit, function) for function in (is_even, is_odd))

    infer_types(unit)

    assert even.returns == odd.returns == BOOL
    assert even.is_recursive() and odd.is_recursive()


def test_a_function_that_ends_without_return_gives_none() -> None:
    def step(n: int):  # type: ignore[no-untyped-def]
        if n:
            return 1

    instance, _ = infer(step)

    assert instance.returns == ANY
    assert infer_body(step)[-1] == "return None"


def test_an_annotation_is_the_type_of_the_result() -> None:
    def step(n: int, row: Any) -> int:
        return row[n]  # type: ignore[no-any-return]

    assert infer(step)[0].returns == INT


def test_a_method_of_a_record_becomes_a_call() -> None:
    def step(spot: Spot) -> Any:
        return spot.move_by(3)

    assert infer_body(step) == ["t_1 = f2_move_by(p0_spot, 3)", "return t_1"]


def test_a_method_that_returns_nothing_is_none() -> None:
    def step(row: list[int]) -> Any:
        result = row.append(3)  # type: ignore[func-returns-value]
        return result is None

    assert infer_body(step)[0] == "do Method(p0_row, append, [3], {})"


# -- what types decide -------------------------------------------------------------------------------------------------


def test_a_number_is_never_none() -> None:
    def step(n: int) -> int:
        return 0 if n is None else n

    assert infer_body(step) == ["v_2 = p0_n", "return v_2"]


def test_a_branch_for_another_class_is_left_out_with_its_types() -> None:
    def step(n: int) -> Any:
        value = n
        if isinstance(n, str):
            value = "text"  # type: ignore[unreachable]
        return value

    assert types_in(step)["value"] == INT
    assert infer_body(step) == ["value_1 = p0_n", "return value_1"]


def test_a_test_that_is_known_is_left_out_of_and() -> None:
    def step(n: int, m: int) -> int:
        if n is not None and m and n != "text":  # type: ignore[comparison-overlap]
            return 1
        return 0

    assert infer_body(step) == ["decide c_2 False", "  Truth(p1_m)", "if c_2", "  return 1", "return 0"]


def test_code_after_a_known_return_is_left_out() -> None:
    def step(n: int) -> int:
        if isinstance(n, int):
            return n
        raise ValueError

    assert infer_body(step) == ["return p0_n"]


def test_a_line_whose_types_do_not_fit_fails() -> None:
    def step(x: float) -> Any:
        if x > 1.0:
            return x // 2.0
        return x

    assert infer_body(step)[0] == "if Compare(Gt, p0_x, 1.0)"
    assert infer_body(step)[1].startswith("  fail FloorDiv is not supported for floats (")
    assert len(warnings_of(step)) == 1


# -- the lattice -------------------------------------------------------------------------------------------------------

TYPES = st.recursive(
    st.sampled_from((INT, BOOL, FLOAT, TEXT, ANY, NOTHING)),
    lambda inner: st.one_of(
        st.builds(row_of, inner),
        st.builds(map_of, inner, inner),
        st.builds(tuple_of, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)


@law(100)
@given(TYPES, TYPES)
def test_a_join_covers_both_types(a: Type, b: Type) -> None:
    joined = join(a, b)

    assert join(joined, a) == joined
    assert join(joined, b) == joined


@law(100)
@given(TYPES, TYPES)
def test_a_join_is_never_deeper(a: Type, b: Type) -> None:
    assert depth_of(join(a, b)) <= depth_of(a)


def depth_of(type: Type) -> int:
    return 1 + max((depth_of(part) for part in (type.item, type.key, *type.parts) if part is not None), default=0)


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        (INT, FLOAT, FLOAT),
        (INT, BOOL, ANY),
        (row_of(INT), row_of(FLOAT), row_of(FLOAT)),
        (row_of(INT), row_of(TEXT), row_of(None)),
        (tuple_of([INT, TEXT]), tuple_of([INT, INT]), Type("row", None, parts=(INT, ANY))),
        (tuple_of([INT, TEXT]), tuple_of([INT]), row_of(None)),
        (map_of(INT, TEXT), map_of(INT, INT), map_of(INT, None)),
        (TEXT, NOTHING, ANY),
    ],
)
def test_joins(a: Type, b: Type, joined: Type) -> None:
    assert join(a, b) == join(b, a) == joined
