"""The operations that types select, and the table of what there is in C."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from native.compiler.small import Spot, instance_of, make_unit
from rftg_dsl import native
from rftg_dsl.native.compiler.class_tests import find_class_test
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.ir import Const
from rftg_dsl.native.compiler.runtime import FUNCTIONS, METHODS, RUNTIME, STATE_METHODS, Operation, choose_alike
from rftg_dsl.native.compiler.select import Typing, choose_arith, choose_change, choose_comparison, table_for
from rftg_dsl.native.compiler.types import ANY, BOOL, FLOAT, INT, TEXT, Type, map_of, row_of

ROW = row_of(INT)
HEADERS = "".join(path.read_text("utf-8") for path in Path(native.__file__).parent.glob("*.[ch]"))
KINDS = (ANY, INT, BOOL, FLOAT, TEXT, ROW, map_of(INT, TEXT))


@pytest.mark.parametrize(
    ("op", "a", "b", "text", "gives"),
    [
        (ast.Add, INT, INT, "add({0}, {1})", INT),
        (ast.Add, INT, ANY, "add({0}, {1})", INT),
        (ast.Add, ANY, ANY, "sum_of(s, {0}, {1})", ANY),
        (ast.Add, FLOAT, INT, "({0} + {1})", FLOAT),
        (ast.Add, ROW, ANY, "joined(s, {0}, {1})", ANY),
        (ast.Add, TEXT, ANY, "joined(s, {0}, {1})", TEXT),
        (ast.Sub, ROW, ROW, "without(s, {0}, {1})", ROW),
        (ast.Sub, INT, INT, "sub({0}, {1})", INT),
        (ast.Mult, INT, ROW, "repeated(s, {1}, {0})", ROW),
        (ast.Mult, TEXT, INT, "repeated(s, {0}, {1})", TEXT),
        (ast.Div, INT, BOOL, "divided(exactly({0}), exactly({1}))", FLOAT),
        (ast.Div, FLOAT, ANY, "divided({0}, {1})", FLOAT),
        (ast.FloorDiv, INT, INT, "floor_div({0}, {1})", INT),
        (ast.Mod, ANY, INT, "modulo({0}, {1})", INT),
        (ast.Pow, INT, INT, "power({0}, {1})", INT),
        (ast.BitOr, ROW, ROW, "merged(s, {0}, {1})", ROW),
        (ast.BitAnd, ANY, ANY, "common(s, {0}, {1})", ANY),
    ],
)
def test_operators(op: type[ast.operator], a: Type, b: Type, text: str, gives: Type) -> None:
    operation = choose_arith(op, a, b)

    assert (operation.text, operation.gives) == (text, gives)


@pytest.mark.parametrize(("op", "a"), [(ast.FloorDiv, FLOAT), (ast.Div, ANY), (ast.LShift, INT)])
def test_operators_that_there_are_not(op: type[ast.operator], a: Type) -> None:
    with pytest.raises(TranslationError, match="N14"):
        choose_arith(op, a, a)


@pytest.mark.parametrize(
    ("op", "of", "text"),
    [
        (ast.Add, ROW, "added(s, {0}, {1})"),
        (ast.Add, ANY, "grown(s, {0}, {1})"),
        (ast.BitOr, map_of(INT, TEXT), "merged_into(s, {0}, {1})"),
        (ast.Add, INT, None),
        (ast.Add, TEXT, None),
        (ast.Sub, ROW, None),
    ],
)
def test_changes_in_place(op: type[ast.operator], of: Type, text: str | None) -> None:
    operation = choose_change(op, of)

    assert (operation and operation.text) == text


@pytest.mark.parametrize(
    ("op", "a", "b", "text"),
    [
        (ast.Lt, INT, INT, "({0} < {1})"),
        (ast.Lt, INT, FLOAT, "({0} < {1})"),
        (ast.Lt, INT, ANY, "({0} < {1})"),
        (ast.Lt, ROW, ROW, "(order(s, {0}, {1}) < 0)"),
        (ast.Eq, ANY, ANY, "(equal(s, {0}, {1}))"),
        (ast.NotEq, ROW, ANY, "(!equal(s, {0}, {1}))"),
    ],
)
def test_comparisons(op: type[ast.cmpop], a: Type, b: Type, text: str) -> None:
    operation = choose_comparison(op, a, b, has_text=False)

    assert not isinstance(operation, Const)
    assert (operation.text, operation.gives) == (text, BOOL)


def test_a_number_never_equals_a_text() -> None:
    same, other = (choose_comparison(op, INT, TEXT, has_text=False) for op in (ast.Eq, ast.NotEq))

    assert isinstance(same, Const) and same.value is False
    assert isinstance(other, Const) and other.value is True


def test_equal_texts_among_the_constants_are_the_same_word() -> None:
    operation = choose_comparison(ast.Eq, ANY, TEXT, has_text=True)

    assert not isinstance(operation, Const) and operation.text == "({0} == {1})"


def test_values_that_are_compared_are_numbers_if_one_of_them_is() -> None:
    assert choose_alike(ANY, INT) == Operation("{0}", (INT, INT), INT, is_strict=True)
    assert choose_alike(INT, FLOAT).gives == FLOAT
    assert choose_alike(ANY, INT, BOOL).gives == ANY


def test_a_table_of_numbers_needs_a_key_that_is_a_number() -> None:
    typing = Typing(make_unit(), instance_of(make_unit(), identity))
    numbers, texts = Const({1: "a", 2: "b"}), Const({"a": 1})

    assert table_for(typing, numbers, INT) is not None
    assert table_for(typing, numbers, ANY) is None
    assert table_for(typing, texts, ANY) is not None
    assert table_for(typing, Const({}), INT) is None


def identity(n: int) -> int:
    return n


# -- classes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "classes", "found"),
    [
        (INT, int, True),
        (BOOL, int, True),
        (TEXT, (int, str), True),
        (INT, str, False),
        (Type("record", cls=Spot), Spot, True),
    ],
)
def test_a_type_can_decide_a_class(of: Type, classes: Any, found: bool) -> None:
    assert find_class_test(make_unit(), of, False, classes, True) is found


def test_a_word_is_tested_for_each_class() -> None:
    assert find_class_test(make_unit(), ANY, False, (int, list, Spot), False) == (
        "(KIND(s, {0}) == LIST || IS_INT({0}) || is_record(s, {0}, 0))"
    )
    assert find_class_test(make_unit(), ANY, False, int, True) == ("(IS_INT({0}) || {0} == TRUE_ || {0} == FALSE_)")


@pytest.mark.parametrize("classes", [set, complex, (Spot, 3)])
def test_classes_that_cannot_be_told_apart(classes: Any) -> None:
    with pytest.raises(TranslationError, match="N15"):
        find_class_test(make_unit(), ANY, False, classes, False)


# -- the table ---------------------------------------------------------------------------------------------------------


def operations() -> Sequence[tuple[str, str]]:
    """The C text of every operation, for every type of its first operand, with its name."""
    found = {}
    for name, choose in [*RUNTIME.items(), *METHODS.items()]:
        for of in KINDS:
            for n in range(7):
                try:
                    text = choose(*[of if nth == 0 else ANY for nth in range(n)]).text
                except (TypeError, IndexError):
                    continue
                found[text] = str(name)
    return [(name, text) for text, name in found.items()]


@pytest.mark.parametrize(("name", "text"), operations())
def test_every_operation_exists_in_c(name: str, text: str) -> None:
    for function in re.findall(r"([a-z_]+)\(", text):
        assert re.search(rf"\b{function}\(", HEADERS) or function.startswith("__builtin"), name


def test_every_function_and_method_is_in_the_table() -> None:
    assert {*FUNCTIONS.values(), *STATE_METHODS.values()} <= RUNTIME.keys()
