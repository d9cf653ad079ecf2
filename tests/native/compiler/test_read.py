"""Python as the reader understands it: names, constants, copies and the order of evaluation, but no types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from native.compiler.small import Spot, instance_of, make_unit, read, warnings_of
from rftg_dsl.kernel.play import Play

LIMIT = 5
NAMES = ("gold", "iron")
MANY = tuple(range(20))
LETTERS = tuple("abcdefghijklmnop")


class Pair(NamedTuple):
    first: int
    second: int = 7


def double(n: int) -> int:
    return n * 2


def total_of(row: Sequence[int]) -> int:
    total = 0
    for n in row:
        total += n
    return total


def apply_twice(n: int, act: Callable[[int], int]) -> int:
    once = act(n)
    return act(once)


# -- constants ---------------------------------------------------------------------------------------------------------


def test_what_is_constant_is_folded() -> None:
    def step() -> Any:
        return (LIMIT * 2 + len(NAMES), "iron" in NAMES, f"{LIMIT}!", NAMES[1], double(LIMIT))

    assert read(step) == ["return (12, True, '5!', 'iron', 10)"]


def test_a_branch_that_is_never_taken_is_left_out() -> None:
    def step(n: int) -> int:
        if LIMIT > 3 and NAMES:
            return n
        return 0

    assert read(step) == ["return p0_n"]


def test_a_name_that_is_assigned_once_to_a_constant_needs_no_variable() -> None:
    def step(n: int) -> int:
        factor = 3
        pair = n, factor
        _, last = pair
        return last

    assert read(step) == ["__1 = p0_n", "return 3"]


def test_a_name_that_is_assigned_twice_needs_one() -> None:
    def step(n: int) -> int:
        factor = 3
        if n:
            factor = 4
        return factor

    assert read(step) == ["factor_1 = 3", "if Truth(p0_n)", "  factor_1 = 4", "return factor_1"]


def test_a_parameter_that_is_assigned_becomes_a_variable() -> None:
    def step(n: int) -> int:
        n += 1
        return n

    assert read(step) == ["n_1 = p0_n", "t_2 = Arith(Add, n_1, 1, True)", "n_1 = t_2", "return n_1"]


def test_the_fields_of_the_play_are_known_by_their_names() -> None:
    def step(g: Play) -> Any:
        return g.stock[1] + g.since + g.numbers["limit"]

    assert read(step) == [
        "t_1 = Item(StateList(stock), 1)",
        "t_2 = Attribute(State(), since)",
        "t_3 = Arith(Add, t_1, t_2, False)",
        "t_4 = Arith(Add, t_3, 7, False)",
        "return t_4",
    ]


# -- evaluation --------------------------------------------------------------------------------------------------------


def test_operands_are_evaluated_in_the_order_of_python() -> None:
    def step(row: list[int], n: int) -> Any:
        return row.pop() - (row.pop() if n else 0)

    assert read(step) == [
        "t_1 = Method(p0_row, pop, [], {})",
        "if Truth(p1_n)",
        "  t_3 = Method(p0_row, pop, [], {})",
        "  v_2 = t_3",
        "else",
        "  v_2 = 0",
        "t_4 = Arith(Sub, t_1, v_2, False)",
        "return t_4",
    ]


def test_a_variable_that_changes_later_is_copied_first() -> None:
    def step(n: int) -> Any:
        before = n
        result = (before, before := before + 1)
        return result

    assert read(step) == [
        "before_1 = p0_n",
        "t_2 = before_1",
        "t_3 = before_1",
        "t_4 = Arith(Add, t_3, 1, False)",
        "before_1 = t_4",
        "t_5 = before_1",
        "return Tuple([t_2, t_5], None)",
    ]


def test_and_evaluates_an_operand_only_if_the_ones_before_are_true() -> None:
    def step(a: int, row: list[int]) -> int:
        if a and LIMIT and row[0] > 2:
            return 1
        return 0

    assert read(step) == [
        "decide c_2 False",
        "  Truth(p0_a)",
        "  t_1 = Item(p1_row, 0)",
        "  Compare(Gt, t_1, 2)",
        "if c_2",
        "  return 1",
        "return 0",
    ]


def test_a_constant_operand_keeps_the_effects_of_its_evaluation() -> None:
    def step(row: list[int], n: int) -> int:
        if (row.append(n), 0)[1] or n or (row.append(n), 0)[1]:
            return 1
        return 0

    assert read(step) == [
        "decide c_3 True",
        "  t_1 = Method(p0_row, append, [p1_n], {})",
        "  Truth(p1_n)",
        "  t_2 = Method(p0_row, append, [p1_n], {})",
        "  False",
        "if c_3",
        "  return 1",
        "return 0",
    ]


def test_or_as_a_value_is_one_of_its_operands() -> None:
    def step(a: Any, b: Any) -> Any:
        return a or b

    assert read(step) == ["v_1 = p0_a", "if Not(Truth(p0_a))", "  v_1 = p1_b", "return v_1"]


def test_what_is_swapped_is_copied_first() -> None:
    def step(a: int, b: int) -> int:
        a, b = b, a
        return a - b

    assert read(step)[:6] == ["a_1 = p0_a", "b_2 = p1_b", "t_3 = b_2", "t_4 = a_1", "a_1 = t_3", "b_2 = t_4"]


def test_a_local_function_is_true() -> None:
    def step(n: int) -> int:
        act = (lambda k: k + 1) if LIMIT else None
        return act(n) if act else 0

    assert read(step) == ["t_1 = Arith(Add, p0_n, 1, False)", "return t_1"]


def test_a_name_that_an_unrolled_loop_assigns_is_a_variable() -> None:
    def step(n: int) -> Any:
        for name in NAMES:
            if n:
                last = name
        return last

    assert read(step) == [
        "name_3 = 'gold'",
        "if Truth(p0_n)",
        "  last_4 = name_3",
        "label 2",
        "name_3 = 'iron'",
        "if Truth(p0_n)",
        "  last_4 = name_3",
        "label 5",
        "label 1",
        "return last_4",
    ]


# -- loops -------------------------------------------------------------------------------------------------------------


def test_a_loop_over_a_few_texts_is_unrolled() -> None:
    def step(counts: Mapping[str, int]) -> Any:
        return [counts[name] for name in NAMES]

    assert read(step)[:5] == [
        "list_1 = new list(4)",
        "t_2 = Item(p0_counts, 'gold')",
        "do push(list_1, t_2)",
        "t_3 = Item(p0_counts, 'iron')",
        "do push(list_1, t_3)",
    ]


def test_a_loop_over_many_texts_is_not_unrolled() -> None:
    def step(wanted: str) -> Any:
        return any(letter == wanted for letter in LETTERS)

    assert sum(line.startswith("each ") for line in read(step)) == 1


def test_a_loop_over_many_constants_is_a_loop() -> None:
    def step() -> int:
        return sum(n for n in MANY)

    assert f"t_3 = {MANY}" in read(step)
    assert "each t_3 i_4 t_5 True False" in read(step)


def test_a_comprehension_needs_no_variable_for_its_target() -> None:
    def step(rows: Sequence[tuple[int, int]]) -> int:
        return sum(a for a, b in zip(rows, NAMES) if b)  # type: ignore[misc]  # noqa: B905

    assert not any(line.strip().startswith(("a_", "b_")) for line in read(step))


def test_break_skips_else_and_continue_does_not() -> None:
    def step(row: list[int]) -> int:
        for n in row:
            if n == 2:
                continue
            if n == 3:
                break
        else:
            return 1
        return 0

    assert read(step) == [
        "t_2 = p0_row",
        "each t_2 i_3 t_4 False True",
        "  n_6 = t_4",
        "  if Compare(Eq, n_6, 2)",
        "    leave 5",
        "  if Compare(Eq, n_6, 3)",
        "    leave 1",
        "  label 5",
        "return 1",
        "label 1",
        "return 0",
    ]


def test_a_loop_without_end_returns_nothing_afterwards() -> None:
    def step(n: int) -> int:
        while True:
            n += 1
            if n > 9:
                return n

    assert read(step)[-1] == "label 3"


def test_max_by_a_key_is_a_loop_that_keeps_the_first_of_the_best() -> None:
    def step(row: Sequence[int]) -> int:
        return max(row, key=lambda n: -n, default=0)

    assert read(step)[2:] == [
        "each t_4 i_5 t_6 False False",
        "  t_7 = negative(t_6)",
        "  if Either([Not(seen_1), Compare(Gt, t_7, best_2)])",
        "    best_2 = t_7",
        "    chosen_3 = t_6",
        "    seen_1 = True",
        "if seen_1",
        "  v_8 = chosen_3",
        "else",
        "  v_8 = 0",
        "return v_8",
    ]


def test_the_first_of_several_equal_values_is_the_best() -> None:
    def step(a: int, b: int) -> int:
        return max(a, b)

    assert "if Compare(Gt, t_2, best_3)" in read(step)


def test_a_key_of_a_dict_that_comes_again_is_searched() -> None:
    def step(n: int) -> Any:
        return {"a": n, "b": n, "a": n + 1}  # noqa: F601

    assert [line.split("(")[0] for line in read(step) if line.startswith("do")] == [
        "do put last",
        "do put last",
        "do put",
    ]


def test_any_leaves_its_loop_at_the_first_true_value() -> None:
    def step(row: Sequence[int]) -> Any:
        return any(n > 5 for n in row)

    assert read(step)[2:6] == [
        "each t_3 i_4 t_5 False False",
        "  if Compare(Gt, t_5, 5)",
        "    c_1 = True",
        "    leave 2",
    ]


# -- calls -------------------------------------------------------------------------------------------------------------


def test_a_short_function_is_copied_and_a_longer_one_is_called() -> None:
    def step(n: int) -> int:
        return double(n) + total_of((n, n))

    assert read(step) == [
        "t_1 = declared int(p0_n)",
        "t_2 = Arith(Mult, t_1, 2, False)",
        "t_3 = declared int(t_2)",
        "t_4 = f2_total_of(Tuple([p0_n, p0_n], None))",
        "t_5 = Arith(Add, t_3, t_4, False)",
        "return t_5",
    ]


def test_a_function_that_gets_a_function_is_copied_however_long() -> None:
    def step(n: int) -> int:
        return apply_twice(n, lambda k: k + LIMIT)

    assert read(step) == [
        "t_1 = declared int(p0_n)",
        "t_4 = Arith(Add, t_1, 5, False)",
        "once_5 = t_4",
        "t_6 = Arith(Add, once_5, 5, False)",
        "result_2 = t_6",
        "leave 3",
        "label 3",
        "t_7 = declared int(result_2)",
        "return t_7",
    ]


def test_a_local_function_gives_none_where_it_returns_nothing() -> None:
    def step(k: int) -> Any:
        def inner(x: int, y: int = 2) -> Any:
            if x:
                return y

        return inner(k)

    assert read(step) == [
        "if Truth(p0_k)",
        "  result_1 = 2",
        "  leave 2",
        "result_1 = None",
        "leave 2",
        "label 2",
        "return result_1",
    ]


def test_a_default_of_a_local_function_is_evaluated_once() -> None:
    def step(n: int) -> Any:
        def inner(x: int = n) -> int:
            return x

        n += 1
        return inner()

    assert read(step)[:3] == ["n_1 = p0_n", "t_2 = n_1", "t_3 = Arith(Add, n_1, 1, True)"]
    assert read(step)[-1] == "return t_2"


def test_a_generator_function_gives_a_list_of_what_it_yields() -> None:
    def step(row: Sequence[int]) -> Iterator[int]:
        for n in row:
            yield n * 2

    assert read(step)[0] == "list_1 = new list(4)"
    assert read(step)[-1] == "return list_1"


def test_a_named_tuple_is_its_parts_with_defaults() -> None:
    def step(n: int) -> Any:
        return Pair(n).second

    assert read(step) == ["return 7"]


def test_a_record_is_made_by_its_own_function() -> None:
    def step(n: int) -> int:
        return Spot(n, "x").move_by(2)

    lines = read(step)

    assert lines[0] == "spot_1 = Record(Spot)"
    assert lines[-2] == "t_5 = Method(spot_1, move_by, [2], {})"


def test_each_constant_function_among_the_arguments_makes_another_instance() -> None:
    def step(n: int, act: Any) -> Any:
        kept = act(n)
        return kept

    unit = make_unit()
    instance = instance_of(unit, step)

    assert unit.instance_for(step, [None, None]) is instance
    assert len(unit.instances) == 1


# -- errors ------------------------------------------------------------------------------------------------------------


def test_a_line_that_cannot_be_read_fails_only_when_it_is_reached() -> None:
    def step(n: int) -> int:
        if n:
            n = n << 1
        return n

    lines = read(step)

    assert lines[:2] == ["n_1 = p0_n", "if Truth(n_1)"]
    assert lines[2].startswith("  fail unsupported operator LShift (")
    assert lines[3] == "return n_1"


def test_the_code_after_such_a_line_is_not_read() -> None:
    def step(n: int) -> int:
        n = n << 1
        return unknown(n)  # type: ignore[name-defined,no-any-return]  # noqa: F821

    assert len(warnings_of(step)) == 1


@pytest.mark.parametrize("nth", range(2))
def test_where_the_reader_is_does_not_survive_an_error(nth: int) -> None:
    def first(row: Sequence[int], n: int) -> int:
        if n:
            row = [n << 1 for n in row]
        return total_of(row)

    def second(row: Sequence[int], n: int) -> int:
        for k in row:
            if k:
                n = sum(n << 1 for n in row)
        return n

    assert read((first, second)[nth])[-1].startswith("return")
