"""C as it is written, from functions whose types have been inferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from native.compiler.small import Spot, compile_to_c, instance_of, make_unit, warnings_of
from rftg_dsl.kernel.play import Play
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.compile import compile_unfinished
from rftg_dsl.native.compiler.emit import as_c_string, convert_text, write_literal
from rftg_dsl.native.compiler.types import ANY, BOOL, FLOAT, INT, NOTHING, PLAY, TEXT, Type, row_of


class Pair(NamedTuple):
    first: int
    second: str


def total_of(row: Sequence[int], by: int) -> int:
    total = 0
    for n in row:
        total += n * by
    return total


# -- functions ---------------------------------------------------------------------------------------------------------


def test_a_function_of_numbers() -> None:
    def step(a: int, b: bool) -> int:
        return a + 1 if b else -a

    assert compile_to_c(step).splitlines() == [
        "int64_t f1_step(State *s, int64_t p0_a, int p1_b) {",
        "  int64_t t_2, v_1 = 0;",
        "  if (p1_b) {",
        "  t_2 = add(p0_a, 1LL);",
        "  v_1 = t_2;",
        "  } else {",
        "  v_1 = sub(0, p0_a);",
        "  }",
        "  return v_1;",
        "}",
    ]


def test_the_play_is_no_parameter() -> None:
    def step(g: Play, seat: int) -> None:
        g.since = g.stock[seat]
        g.zone[0] = (seat,)  # type: ignore[call-overload]

    assert compile_to_c(step).splitlines() == [
        "void f1_step(State *s, int64_t p1_seat) {",
        "  int64_t t_1;",
        "  t_1 = s->stock[spot(p1_seat, 4)];",
        "  s->since = t_1;",
        "  V made1 = new_tuple(s, 1); { V *p = block(s, made1) + 1; p[0] = boxed(p1_seat); }",
        "  s->zone[spot(0LL, 3)] = made1;",
        "  return;",
        "}",
    ]


def test_a_loop() -> None:
    assert compile_to_c(total_of).splitlines()[4:] == [
        "  t_3 = p0_row;",
        "  { Row r1 = walk(s, &t_3); for (i_4 = 0; i_4 < r1.n; i_4++) {",
        "  t_5 = whole(r1.items[i_4]);",
        "  n_7 = t_5;",
        "  t_8 = mul(n_7, p1_by);",
        "  t_9 = add(total_1, t_8);",
        "  total_1 = t_9;",
        "  L6:;",
        "  again(s, t_3, &r1);",
        "  } unchanged(s, t_3, r1); }",
        "  L2:;",
        "  return total_1;",
        "}",
    ]


def test_arguments_are_converted_to_the_declared_types() -> None:
    def step(row: Any, by: Any) -> Any:
        return [total_of(row, by), total_of(row, 2)]

    text = compile_to_c(step)

    assert "= f2_total_of(s, p0_row, whole(p1_by));" in text
    assert "= f2_total_of(s, p0_row, 2LL);" in text
    assert "push(s, list_1, boxed(" in text


def test_a_recursive_function_watches_the_stack() -> None:
    def step(n: int) -> int:
        return count_down(n)

    unit = make_unit()
    instance_of(unit, step)
    texts = {instance.name: text for instance, text in compile_unfinished(unit)}

    assert "  deeper(s);" in texts["f2_count_down"]
    assert "  deeper(s);" not in texts["f1_step"]


def count_down(n: int) -> int:
    if n:
        n = count_down(n - 1)
    return n


def forever(n):  # type: ignore[no-untyped-def]
    while True:
        n = n + 1


def test_a_function_that_never_returns_has_no_result() -> None:
    def step(n: int) -> Any:
        return [forever(n), 1]

    text = compile_to_c(step)

    assert "  f2_forever(s, boxed(p0_n));" in text
    assert "= f2_forever" not in text


def test_a_tuple_of_numbers_is_unpacked_without_being_made() -> None:
    def step(a: int, b: int) -> int:
        a, b = b, a
        return a - b

    assert "new_tuple" not in compile_to_c(step)


def test_a_named_tuple_is_looked_up_by_place() -> None:
    def step(pair: Pair) -> int:
        return pair.first

    assert "t_1 = whole(item_at(s, p0_pair, 0LL));" in compile_to_c(step)


def test_a_slot_of_a_record_is_looked_up_by_place() -> None:
    def step(spot: Spot) -> str:
        return spot.name

    assert "t_1 = at(s, p0_spot)[2];" in compile_to_c(step)


def test_an_attribute_of_an_unknown_object_needs_a_function_that_finds_it() -> None:
    def step(power: Any) -> Any:
        return power.title

    unit = make_unit()
    instance_of(unit, step)
    [(_, text)] = compile_unfinished(unit)

    assert "t_1 = attr_title(s, p0_power);" in text
    assert [*unit.attributes] == ["title"]


def test_a_call_of_an_unknown_function() -> None:
    def step(g: Play, act: Any, n: int) -> Any:
        return act(g, n)

    assert "V a1[] = {boxed(p2_n)};" in compile_to_c(step)
    assert "= apply(s, p1_act, a1, 1);" in compile_to_c(step)


def test_a_text_is_made_of_parts() -> None:
    def step(n: int, name: str) -> str:
        return f"{name}: {n}?"

    assert compile_to_c(step).splitlines()[2:-1] == [
        "  Draft d1; d1.n = 0;",
        "  put_value(s, &d1, p1_name);",
        '  put_chars(&d1, ": ", 2);',
        "  put_number(&d1, p0_n);",
        '  put_chars(&d1, "\\077", 1);',
        "  t_1 = new_text(s, d1.text, d1.n);",
        "  return t_1;",
    ]


def test_a_line_that_does_not_fit_is_replaced_as_a_whole() -> None:
    def step(g: Play, power: Any) -> None:
        g.stock[0] = 1
        power.title, g.stock[1] = "new", 2

    lines = compile_to_c(step).splitlines()

    assert lines[1] == "  s->stock[spot(0LL, 4)] = checked(1LL);"
    assert lines[2].startswith("  fail(UNUSUAL, \"assignment to 'title' of an object of unknown class (")
    assert not any("2LL" in line for line in lines)


def test_warnings_name_what_could_not_be_written() -> None:
    def step(g: Play, spot: Any) -> None:
        spot.at = 3

    [warning] = warnings_of(step)

    assert warning.startswith("assignment to 'at' of an object of unknown class (")
    assert warning.endswith(", clause N8 of native-python.md)")


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "to", "text"),
    [
        (INT, INT, "x"),
        (INT, ANY, "boxed(x)"),
        (INT, BOOL, "(x != 0)"),
        (INT, FLOAT, "(double)x"),
        (BOOL, INT, "x"),
        (BOOL, ANY, "BOOL(x)"),
        (FLOAT, ANY, "real_word(s, x)"),
        (FLOAT, BOOL, "(x != 0)"),
        (ANY, INT, "num(x)"),
        (ANY, BOOL, "truth(s, x)"),
        (ANY, FLOAT, "real(s, x)"),
        (TEXT, ANY, "x"),
        (row_of(INT), BOOL, "(length(s, x) != 0)"),
        (NOTHING, BOOL, "truth(s, x)"),
    ],
)
def test_conversions(of: Type, to: Type, text: str) -> None:
    assert convert_text("x", of, to) == text


@pytest.mark.parametrize(("of", "to"), [(FLOAT, INT), (PLAY, ANY)])
def test_there_is_no_conversion(of: Type, to: Type) -> None:
    with pytest.raises(TranslationError):
        convert_text("x", of, to)


@pytest.mark.parametrize(("of", "to", "text"), [(ANY, INT, "whole(x)"), (ANY, BOOL, "flag_of(x)"), (INT, INT, "x")])
def test_strict_conversions(of: Type, to: Type, text: str) -> None:
    assert convert_text("x", of, to, is_strict=True) == text


@pytest.mark.parametrize(("of", "to"), [(BOOL, INT), (INT, BOOL)])
def test_a_strict_conversion_tells_numbers_from_truth_values(of: Type, to: Type) -> None:
    with pytest.raises(TranslationError, match=r"is used where .* is declared"):
        convert_text("x", of, to, is_strict=True)


@pytest.mark.parametrize(
    ("value", "to", "text"),
    [
        (3, INT, "3LL"),
        (-3, INT, "(-3LL)"),
        (True, INT, "1LL"),
        (0.1, FLOAT, "(0.1)"),
        (2, FLOAT, "(2.0)"),
        ("", BOOL, "0"),
    ],
)
def test_literals(value: Any, to: Type, text: str) -> None:
    assert write_literal(value, to) == text


@pytest.mark.parametrize(("value", "to"), [("3", INT), (0.5, INT), (float("inf"), FLOAT), (1 << 64, INT)])
def test_a_constant_that_is_no_such_number(value: Any, to: Type) -> None:
    with pytest.raises(TranslationError):
        write_literal(value, to)


def test_a_c_string_has_no_trigraphs_and_only_ascii() -> None:
    assert as_c_string('a"?\n\\é') == '"a\\042\\077\\012\\134\\303\\251"'
