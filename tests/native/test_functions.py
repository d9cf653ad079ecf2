"""Small functions of Python in native code: the same results, or none. Each is called with what could mislead it."""

# What is written here is what the translator meets, plain or odd.
# ruff: noqa: C414, C416, C419, RUF005, UP028

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Any, NamedTuple

import pytest

from native.compiler.small import is_even, is_odd
from native.single import PythonFallback, Singles, tree
from rftg_dsl.native.building import find_compiler

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

CASES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []


def of(*args: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The function is called with these arguments."""

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        CASES.append((function, args))
        return function

    return noted


class Pair(NamedTuple):
    first: int
    second: str


# -- truth values and numbers ------------------------------------------------------------------------------------------


def as_number(n: int) -> int:
    total = n
    for _ in range(0):
        total += 1
    return total


def as_flag(flag: bool) -> bool:
    other = flag
    for _ in range(0):
        other = False
    return other


@of(True)
@of(1)
@of(0)
def a_truth_value_where_a_number_is_declared(n: int) -> Any:
    return (n, f"{n}", {n: n})


@of(3)
@of(1)
@of(True)
def a_number_where_a_truth_value_is_declared(flag: bool) -> Any:
    return (flag, f"{flag}")


@of(3, 4)
@of(4, 3)
def a_comparison_given_as_a_number(a: int, b: int) -> Any:
    return [as_number(a < b), f"{as_number(a < b)}"]


@of(2)
def a_number_given_as_a_truth_value(a: int) -> Any:
    return as_flag(a)  # type: ignore[arg-type]


@of((True, 2, False))
def truth_values_among_numbers(numbers: Sequence[int]) -> Any:
    return [number for number in numbers]


@of(True, 1, 0)
@of(0, True, 0)
@of(False, 0, True)
def the_most_of_truth_values_and_numbers(a: Any, b: Any, c: Any) -> Any:
    return [max(a, b), max((a, b, c)), min(a, b, c), max(a, b, c), max([a, b]), sum([a, b, c])]


@of(3)
def the_most_of_comparisons(a: int) -> Any:
    return [max(a > 1, a > 5), max([a > 1, a > 2]), min(a > 1, 0), a > 1 and a, a < 1 or a]


@of(7, 2)
@of(-7, 2)
@of(7, -2)
@of(-7, -2)
def division(a: int, b: int) -> Any:
    return [a // b, a % b, divmod_(a, b), -a // b, a**2 % b]


def divmod_(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b


@of(1 << 59, 4)
@of(-(1 << 59), 4)
@of(1 << 60, 1 << 60)
def large_numbers(a: int, b: int) -> Any:
    return [a + b, a - b, a * b, abs(a)]


@of(0, 5)
@of(2, 0)
@of(-1, 5)
@of(1, 1000)
def powers(a: int, b: int) -> Any:
    return a**b


@of(1, 2, 3)
@of(3, 2, 1)
@of(1, 1, 2)
def chains_of_comparisons(a: int, b: int, c: int) -> Any:
    return [a < b < c, a <= b != c, a < b > c, a == b == c, not a < b < c]


@of(0)
@of(5)
def values_of_and_and_or(a: int) -> Any:
    return [a or "none", a and "some", a or None, (a and 0) or 7, not a, a and a > 2, "" or a, [] or a]


@of(5)
@of(None)
@of(True)
@of("x")
@of(())
@of((0,))
def truth(a: Any) -> Any:
    return ["yes" if a else "no", not a, bool(a), a is None, a is not None, a is True]


# -- sequences ---------------------------------------------------------------------------------------------------------


@of((1, 2, 3, 4))
@of(())
def slices(row: Sequence[int]) -> Any:
    return [row[1:], row[:-1], row[-2:], row[::-1], row[1:3], row[5:], row[:0], row[-9:9]]


@of((1, 2, 3, 4), 2)
@of((1, 2, 3, 4), -1)
@of((1,), 5)
@of((), 0)
def parts_of_rows_put_together(row: Sequence[int], n: int) -> Any:
    spread = (*row[:n], 7, *row[n:])
    return [row[:n] + row[n + 1 :], row[-2:] + row[:-2], row[n:][:1] + row[1:][n:], spread, (*row[9:], *row[: -n - 9])]


@of((1, 2), (3,))
@of((), (3, 4))
def rows_that_more_is_added_to(row: Sequence[int], more: Sequence[int]) -> Any:
    there = row
    there += more  # type: ignore[operator]
    made: Sequence[int] = [*row]
    same = made
    made += more  # type: ignore[operator]
    return [row, there, made, same]


@of((1, 2, 3, 4), 2)
def parts_of_rows_of_different_sorts(row: Sequence[int], n: int) -> Any:
    return [*row][:n] + [*row[n:]], [row[:n] + ("end",)[:1], [*row[1:], *[8, 9][:n]]]


@of((1, 2, 3, 4))
def parts_of_a_list_that_changes(row: Sequence[int]) -> Any:
    def shorter() -> list[int]:
        made.pop()
        return made

    made = [*row]
    return made[:3] + shorter()[1:], (*made[:2], *shorter()[:9])


@of((1, 2, 3, 4))
def slices_with_steps(row: Sequence[int]) -> Any:
    return [row[::2], row[1::2]]


@of((1, 2, 3, 4))
def slices_backwards(row: Sequence[int]) -> Any:
    return row[3:0:-1]


@of((1, 2, 3), -1)
@of((1, 2, 3), -3)
@of((1, 2, 3), 2)
@of((1, 2, 3), 3)
@of((1, 2, 3), -4)
@of((1, 2, 3), True)
def indices(row: Sequence[int], at: int) -> Any:
    return row[at]


@of((1, 2, 3))
def lists_that_are_the_same(row: Sequence[int]) -> Any:
    a = list(row)
    b = a
    b.append(4)
    c = [a, a]
    c[0].append(5)
    d = a + []
    d.append(6)
    return (a, b, c, d)


@of((1, 2, 3))
def a_tuple_of_a_list_that_goes_on(row: Sequence[int]) -> Any:
    made = [number for number in row]
    kept = tuple(made)
    made.append(9)
    made[0] = 7
    return (made, kept)


@of((1, 2))
def a_starred_tuple_of_a_list_that_goes_on(row: Sequence[int]) -> Any:
    made = list(row)
    kept = (*made, 3)
    also = [*made]
    made[0] = 7
    return (made, kept, also)


@of((1, 2, 3, 4, 5))
def a_list_that_shrinks_while_it_is_walked(row: Sequence[int]) -> Any:
    there, seen = list(row), []
    for number in there:
        seen.append(number)
        if number % 2:
            there.remove(number)
    return (there, seen)


@of((1, 2, 3))
def a_list_that_grows_while_it_is_walked(row: Sequence[int]) -> Any:
    there, seen = list(row), []
    for number in there:
        seen.append(number)
        if len(there) < 6:
            there.append(number * 10)
    return (there, seen)


@of((1, 2, 3))
def a_list_that_grows_while_it_is_numbered(row: Sequence[int]) -> Any:
    there, seen = list(row), []
    for nth, number in enumerate(there):
        seen.append((nth, number))
        if nth < 2:
            there.append(number * 10)
    return (there, seen)


@of((1, 2, 3))
def a_list_that_grows_while_it_is_zipped(row: Sequence[int]) -> Any:
    there, seen = list(row), []
    for number, other in zip(there, (7, 8, 9, 10, 11)):  # noqa: B905
        seen.append(number + other)
        if len(there) < 5:
            there.append(0)
    return (there, seen)


@of((1, 2), (3, 4))
@of((1, 2), (3, 4, 5))
def strict_zips(a: Sequence[int], b: Sequence[int]) -> Any:
    return [x + y for x, y in zip(a, b, strict=True)]


@of((1, 2), (3, 4, 5))
def zips(a: Sequence[int], b: Sequence[int]) -> Any:
    return [*zip(a, b)], dict(zip(a, b)), [x for x, _ in zip(b, a)]  # noqa: B905


@of((5, 6))
def numbers_from_elsewhere(row: Sequence[int]) -> Any:
    return [[*enumerate(row, 1)], [*enumerate(row, start=2)], [nth for nth, _ in enumerate(row, start=3)]]


@of((1, 2, 3))
def sums_from_elsewhere(row: Sequence[int]) -> Any:
    return [sum(row, 10), sum(row, start=5), sum(row)]


@of(((1,), (2, 3)))
def sums_of_tuples(rows: Sequence[tuple[int, ...]]) -> Any:
    return sum(rows, ())


@of((3, -5, 4))
def the_most_by_a_key(row: Sequence[int]) -> Any:
    a, b, c = row
    return [max(a, b, key=abs), min(a, b, c, key=lambda number: -number), max(row, key=abs), max((), default=3)]


@of((3, 1, 2, 1))
def orders(row: Sequence[int]) -> Any:
    return [sorted(row), sorted(row, reverse=True), sorted(row, key=lambda number: -number)]


@of((900, 3, 17, 64, 63, 1023, 0, 512, 5, 4))
def orders_of_many_numbers(row: Sequence[int]) -> Any:
    more = [[*row, 1024], [*row, 64], [*row, -1], [*row, True], [*row, 0.5]]
    return [
        sorted(row),
        sorted(row, reverse=True),
        sorted(row, key=lambda number: -number),
        [sorted(each) for each in more],
    ]


@of(((1, "b"), (0, "c"), (1, "a"), (0, "d")))
def orders_that_keep_equals(rows: Sequence[tuple[int, str]]) -> Any:
    return [sorted(rows, key=lambda row: row[0]), sorted(rows, key=lambda row: row[0], reverse=True), sorted(rows)]


@of((1, 2, 3, 4))
def running_sums(row: Sequence[int]) -> Any:
    return [[*accumulate(row)], [*pairwise(row)]]


@of((4, 2, 2, "x"), 0)
@of((4, 2, 2, "x"), 1)
@of((4, 2, 2, "x"), 2)
@of((4, 2, 2, "x"), 4)
@of((4, 2, 2, "x"), 5)
@of((), 0)
@of((), 1)
def ways_to_choose(row: Sequence[Any], n: int) -> Any:
    return [[way for few in range(n) for way in combinations(row, few)], [*combinations(row, r=n)]]


@of((1, 2, 3, 4))
def running_products(row: Sequence[int]) -> Any:
    return [*accumulate(row, lambda a, b: a * b)]


@of(2, 11)
def ranges_in_steps(a: int, b: int) -> Any:
    return [[*range(a, b, 3)], [number for number in range(b, a, -2)], [*range(b, a)]]


@of(4)
def ranges_are_no_tuples(n: int) -> Any:
    return [range(3) == (0, 1, 2), tuple(range(n)) == (0, 1, 2, 3)]


@of((1, 2, 3))
def unpacked(row: Sequence[int]) -> Any:
    first, *rest = row
    *most, last = row
    a, b = row[:2]
    a, b = b, a
    return (first, rest, most, last, a, b)


@of((1, 2, 3))
def too_many_to_unpack(row: Sequence[int]) -> Any:
    a, b = row
    return a + b


@of((1, (2, 3)))
def unpacked_within(row: Any) -> Any:
    a, (b, c) = row
    return [(x, y, z) for x, (y, z) in [row]], a + b + c


@of((1, 2), [1, 2])
@of((1, 2), (1, 2))
@of([], ())
def tuples_and_lists(a: Any, b: Any) -> Any:
    return [a == b, a != b, [a] == [b], isinstance(a, tuple), isinstance(b, list), isinstance(b, tuple)]


@of(((1, 2), (1, 1), (0, 5)))
def tuples_in_order(rows: Any) -> Any:
    return [rows[0] > rows[1], rows[0] < rows[2], max(rows), (1,) < (1, 0), (True, 2) < (1, 3)]


@of((1, 2, 1))
def searched(row: Sequence[int]) -> Any:
    return [row.index(2), row.count(1), 2 in row, 3 not in row, True in row, row.count(True)]


@of((1, 2))
def not_there(row: Sequence[int]) -> Any:
    return row.index(9)


@of((1, 2))
def repeated(row: tuple[int, ...]) -> Any:
    return [row * 2, 2 * row, [*row] * 2, [0] * 3, row * -1, "ab" * 2]


# -- mappings and sets -------------------------------------------------------------------------------------------------


@of((3, 1, 2))
def mappings(row: Sequence[int]) -> Any:
    made = {number: number * 2 for number in row}
    made[1] = 7
    del made[3]
    made[3] = 8
    copy = made.copy()
    copy.pop(1)
    return (made, copy, list(made), [*made.items()], [*made.values()], made.get(9), made.get(1, 0), 2 in made)


@of((3, 1, 2))
def mappings_that_are_equal(row: Sequence[int]) -> Any:
    a = dict.fromkeys(row, 0)
    b = dict.fromkeys(sorted(row), 0)
    a[9] = 1
    del a[3]
    b[9] = 1
    del b[3]
    c = {1: 0, 2: 0, 9: 2}
    return [a == b, b == a, a == c, list(a) == list(b), {**a, 5: 5} == a]


@of((1, 2, 3))
def keys_as_sets(row: Sequence[int]) -> Any:
    a, b = dict.fromkeys(row, 0), dict.fromkeys(reversed(row), 0)
    return [a.keys() == b.keys(), list(a.keys()), list(b.keys()), 2 in a.keys()]  # noqa: SIM118


@of((1, 2, 3))
def keys_joined(row: Sequence[int]) -> Any:
    a = dict.fromkeys(row, 0)
    return [a.keys() | {7}, a.keys() - {1}, a.keys() & {1, 2}]


@of((8, 1, 16, 3))
@of((64, 32, 0, 8, 1, 9, 17))
def sets_are_walked_in_an_order_of_their_own(row: Sequence[int]) -> Any:
    there = set(row)
    return [number for number in there], tuple(there), [*there]


@of((8, 1, 16, 3))
def sets_without_order(row: Sequence[int]) -> Any:
    there = {number for number in row}
    there.add(5)
    there |= {6}
    return [sorted(there), len(there), 8 in there, there, there - {1}, there | {2}, there & {1, 3}, there == set(row)]


@of((8, 1, 16, 3))
def sets_that_are_equal(row: Sequence[int]) -> Any:
    a, b = set(row), set(reversed(row))
    a.add(4)
    a.remove(8)
    b.remove(8)
    b.add(4)
    c: set[int] = set()
    c.update(a)
    c.update({7: 1})
    return [a == b, c == {7} | a, c]


@of(1, True, 2)
def equal_keys(a: Any, b: Any, c: Any) -> Any:
    made = {a: "a", b: "b", c: "c"}
    return made, made[True], {a, b}, (a, b) == (b, a), made.get(1)


@of((1, 2))
def changed_defaults(row: Sequence[int]) -> Any:
    made: dict[int, list[int]] = {}
    for number in row:
        made.setdefault(number % 1, []).append(number)
    return made, dict.fromkeys(row, 0), dict(made, **{"a": 1})  # type: ignore[arg-type]


@of({"a": 1, "b": 2}, "a")
@of({"a": 1, "b": 2}, "c")
@of({1: 1}, True)
def a_mapping_of_unknown_sort(made: Any, key: Any) -> Any:
    return [made.get(key), key in made, len(made), [*made], sorted(made), {**made}]


@of(({"a": 1}, [1, 2], "ab", (3,)))
def unknown_sorts(rows: Any) -> Any:
    return (
        [len(value) for value in rows],
        [bool(value) for value in rows],
        [isinstance(value, Sequence) for value in rows],
    )


@of(({"a": 1}, [1, 2], "ab", (3,), 5, None, True))
def what_they_are(rows: Any) -> Any:
    return [
        [isinstance(value, Mapping) for value in rows],
        [isinstance(value, int | str) for value in rows],
        [isinstance(value, (list, tuple)) for value in rows],
        [isinstance(value, Iterable) for value in rows],
        [isinstance(value, object) for value in rows],
    ]


@of((5, True, "x"))
def what_exactly_they_are(rows: Any) -> Any:
    return [
        [type(value) is int for value in rows],
        [type(value) in (int, bool) for value in rows],
        [type(value) not in (int, bool) for value in rows],
        [int is type(value) for value in rows],
        [type(value) == bool for value in rows],  # noqa: E721
    ]


@of((5, True, "x"))
def a_mapping_by_class(rows: Any) -> Any:
    return [{int: "number", bool: "flag"}.get(type(value)) for value in rows]


@of((5, True, "x"))
def the_same_class(rows: Any) -> Any:
    return [type(value) is type(rows[0]) for value in rows]


@of(1000)
def the_same_thing(n: int) -> Any:
    a, b = [n], [n]
    return [a is b, a is a, a == b]


@of(3, 4)
def named_tuples(a: int, b: int) -> Any:
    made = Pair(a, str(b))
    first, second = made
    return [made.first, made[1], first, second, made == (a, str(b)), isinstance(made, tuple), len(made)]


@of(3)
def named_tuples_by_keyword(a: int) -> Any:
    made = Pair(second="x", first=a)
    return [made.first, made.second, isinstance(made, Pair)]


# -- texts -------------------------------------------------------------------------------------------------------------


@of("Grüße, Ω!", "ü")
@of("a,b,,c", ",")
@of("", "x")
@of("aXbXc", "X")
def texts(text: str, by: str) -> Any:
    return [
        len(text),
        by in text,
        text + by,
        text.split(by),
        text.partition(by),
        text.rpartition(by),
        text.startswith(by),
        text.removeprefix(by),
        by.join([text, text]),
        f"{text}/{by}",
        text == by,
        text < by,
    ]


@of("abc", "")
def an_empty_text_in_a_text(text: str, by: str) -> Any:
    return [by in text, text.startswith(by), text.removeprefix(by)]


@of("abc", "")
def split_at_nothing(text: str, by: str) -> Any:
    return text.split(by)


@of("abc", "")
def parted_at_nothing(text: str, by: str) -> Any:
    return text.partition(by)


@of("Grüße")
def letters(text: str) -> Any:
    return [letter for letter in text]


@of("Grüße")
def parts_of_texts(text: str) -> Any:
    return [text[0], text[-1], text[1:3]]


@of("Grüße")
def capitals(text: str) -> Any:
    return text.upper()


@of("abc")
def several_beginnings(text: str) -> Any:
    return text.startswith(("x", "a"))


@of("12")
@of("-3")
@of(" 4")
@of("x")
@of("1_0")
def numbers_in_texts(text: str) -> Any:
    return int(text)


@of("ff")
def numbers_in_texts_with_a_base(text: str) -> Any:
    return int(text, 16)


@of(5, True, None, "x")
def written(a: Any, b: Any, c: Any, d: Any) -> Any:
    return f"{a} {b} {c} {d} {a > 3} {a + 1}", str(a), str(b), str(None)


@of((1, 2))
def a_tuple_written(row: Any) -> Any:
    return f"{row}"


@of(7)
def formatted(n: int) -> Any:
    return f"{n:03d}"


# -- names and scopes --------------------------------------------------------------------------------------------------


@of((1, 2, 3))
def captured_late(row: Sequence[int]) -> Any:
    n = 1
    add = lambda number: number + n  # noqa: E731
    n = 10
    return [add(number) for number in row]


@of((1, 2, 3))
def captured_early(row: Sequence[int]) -> Any:
    n = 1
    add = lambda number, n=n: number + n  # noqa: E731
    n = 10
    return [add(number) for number in row], n


@of(3)
def a_local_function(n: int) -> Any:
    def doubled(one: int, more: int = 1) -> int:
        if one > 2:
            return one * 2
        return more

    return [doubled(n), doubled(1), doubled(1, more=5), doubled(one=2, more=7)]


@of(5)
def a_local_function_that_calls_itself(n: int) -> Any:
    def count_down(number: int) -> int:
        return number if number < 2 else count_down(number - 1) + number

    return count_down(n)


@of((1, 2, 3))
def names_of_comprehensions(row: Sequence[int]) -> Any:
    value = "outer"
    made = [value for value in row]
    pairs = [(value, other) for value in row for other in row if other > value]
    return value, made, pairs, {value: [value for value in row] for value in row}


@of((1, 2, 3))
def names_within_expressions(row: Sequence[int]) -> Any:
    x = 1
    first = x + (x := 5)
    second = (x, (x := 6), x)
    third = [x, (x := 7), x]
    return first, second, third, x, as_number(x) + (x := 2), [(y := number) for number in row], y


@of((1, 2, 3))
def the_thing_before(row: Sequence[int]) -> Any:
    pairs = []
    for nth, number in enumerate(row):
        if nth:
            pairs.append(before)  # noqa: F821
        before = (number, nth)
    return pairs, before


@of((1, 2, 3))
def tuples_kept_from_a_loop(row: Sequence[int]) -> Any:
    results = []
    kept: Any = None
    for number in row:
        pair = (number, number * 2)
        if kept is None:
            kept = pair
        results.append((kept, pair))
    return results


@of(2)
def swapped(n: int) -> Any:
    a, b, c = n, n + 1, n + 2
    pair = (a, b)
    a = 100
    a, b, c = c, a, b
    return a, b, c, pair


@of(4)
def a_parameter_that_changes(n: int) -> Any:
    before = n
    n += 1
    n *= 2
    return before, n, twice_and_more(n), n


def twice_and_more(n: int) -> int:
    n = n * 2
    n += 1
    return n


def with_keywords(a: int, *, b: Any = 1, c: Any = None, d: bool = True) -> Any:
    rest = [a]
    rest.append(b)
    return rest, b, c, d


@of(1)
def keywords(n: int) -> Any:
    return [with_keywords(n), with_keywords(n, b=n, c=None), with_keywords(n, c=n), with_keywords(n, d=False, b=None)]


def with_rest(a: int, *rest: Any, last: Any = 0) -> Any:
    values = [a, last]
    values.extend(rest)
    return values, len(rest)


@of((1, 2, 3))
def spread_arguments(row: Sequence[int]) -> Any:
    return [with_rest(*row), with_rest(1), with_rest(1, *row, last=5), with_rest(*row, *row), with_rest(1, (2,), None)]


def with_more(a: int, **more: Any) -> Any:
    made = dict(more)
    made["a"] = a
    return made


@of(1)
def named_arguments(n: int) -> Any:
    return with_more(n, b=2)


@of({"b": 3})
def named_arguments_from_a_mapping(made: Any) -> Any:
    return with_keywords(1, **made)


def only_by_place(a: int, /, b: int = 5) -> Any:
    numbers = [a]
    numbers.append(b)
    return numbers


@of(1)
def arguments_by_place(n: int) -> Any:
    return only_by_place(n), only_by_place(n, b=n)


def growing(number: int, into: list[int] = []) -> list[int]:  # noqa: B006
    into.append(number)
    return into


@of(1)
def defaults_that_change(n: int) -> Any:
    return [*growing(n, [])], [*growing(n, [5])]


# -- loops and generators ----------------------------------------------------------------------------------------------


@of((1, 2, 3), 2)
@of((1, 2, 3), 9)
@of((), 9)
def loops_with_else(row: Sequence[int], wanted: int) -> Any:
    results = []
    for number in row:
        if number == wanted:
            results.append("there")
            break
        if number == 1:
            continue
        results.append(number)
    else:
        results.append("nowhere")
    return results


@of(3, 2)
@of(3, 9)
def while_with_else(n: int, wanted: int) -> Any:
    results = []
    while n > 0:
        if n == wanted:
            break
        results.append(n)
        n -= 1
    else:
        results.append("all")
    return results


@of(2)
def loops_over_what_is_written(n: int) -> Any:
    results = []
    for name, value in (("a", 1), ("b", n), ("c", 3)):
        if value == 1:
            continue
        for other in ("x", "y"):
            if other == "y" and name == "c":
                break
            results.append(name + other)
        else:
            results.append("end")
    return results, name, value


def first_over(row: Sequence[int], limit: int) -> int | None:
    for number in row:
        if number > limit:
            return number
    return None


@of((1, 5, 9))
def early_returns(row: Sequence[int]) -> Any:
    return [first_over(row, limit) for limit in (0, 4, 8, 10)]


def counted_down(n: int) -> Iterator[int]:
    while n:
        yield n
        n -= 1


@of(3)
def generators(n: int) -> Any:
    return [*counted_down(n)], sum(counted_down(n)), [number * 2 for number in counted_down(n)]


def of_a_list(row: list[int]) -> Iterator[int]:
    for number in row:
        yield number
    yield len(row)


@of((1, 2))
def a_generator_that_is_interrupted(row: Sequence[int]) -> Any:
    there, seen = list(row), []
    for number in of_a_list(there):
        seen.append(number)
        if len(there) < 5:
            there.append(number * 10)
    return there, seen


@of((1, 2, 3))
def a_generator_that_is_used_up(row: Sequence[int]) -> Any:
    doubled = (number * 2 for number in row)
    return [*doubled], [*doubled]


@of((1, 2, 3))
def a_generator_function_that_is_used_up(row: Sequence[int]) -> Any:
    there = of_a_list([*row])
    return [*there], [*there]


@of((1, 2, 3))
def a_generator_that_starts_late(row: Sequence[int]) -> Any:
    there = [*row]
    doubled = (number * 2 for number in there)
    there.append(9)
    return [*doubled]


@of((1, 2, 3))
def a_generator_that_is_used_at_once(row: Sequence[int]) -> Any:
    doubled = (number * 2 for number in row)
    numbers = [number for number in doubled if number > 2]
    others = (number for number in row)
    kept = tuple(others)
    return kept, numbers


@of(" a b\t\n")
@of("\x1c\x0b")
@of("")
@of("é b ")
@of("\u00a0b")
def stripped(text: str) -> Any:
    return [text.strip(), f" {text.strip()} ".strip()]


@of((1, 2, 3))
def an_iterator(row: Sequence[int]) -> Any:
    there = iter(row)
    return [next(there), next(there), [*there]]


@of((1, 2, 3))
def an_iterator_that_goes_on(row: Sequence[int]) -> Any:
    there = iter(row)
    for number in there:
        if number == 2:
            break
    return [*there]


@of((1, 2, 3))
def maps_are_used_up(row: Sequence[int]) -> Any:
    there = map(twice_and_more, row)
    return [*there], [*there]


@of((1, 2, 3))
def zips_are_used_up(row: Sequence[int]) -> Any:
    there = zip(row, row, strict=True)
    return [*there], [*there]


@of((1, 2, 3))
def next_ones(row: Sequence[int]) -> Any:
    return [
        next(number for number in row if number > 1),
        next((number for number in row if number > 5), None),
        next(iter(row)),
    ]


@of((0, 1, 2))
def quantified(row: Sequence[int]) -> Any:
    return [
        any(row),
        all(row),
        any(number > 1 for number in row),
        all([number >= 0 for number in row]),
        any(()),
        all(()),
    ]


@of((1, 0, 2))
def stopped_at_once(row: Sequence[int]) -> Any:
    return any(6 // (number - 1) >= 0 for number in row[1:]), [number and 4 // number for number in row]


@of(7)
def recursion(n: int) -> int:
    return n if n < 2 else recursion(n - 1) + recursion(n - 2)


@of(1)
def recursion_without_end(n: int) -> int:
    result = recursion_without_end(n + 1)
    return result + 1


# -- errors ------------------------------------------------------------------------------------------------------------


@of((1, 2), 2)
@of((1, 2), 9)
def caught(row: Sequence[int], wanted: int) -> Any:
    try:
        at = row.index(wanted)
    except ValueError:
        at = -1
    return at


@of(3)
def finally_done(n: int) -> Any:
    seen: list[int] = []

    def noted() -> int:
        try:
            return n
        finally:
            seen.append(n)

    return noted(), seen


@of(3)
def raised(n: int) -> Any:
    if n > 2:
        raise ValueError("too large")
    return n


@of(3)
def asserted(n: int) -> Any:
    assert n < 2, "too large"
    return n


@of(3)
@of(0)
def without_a_result(n: int) -> Any:
    if n:
        return n


@of((1, 2, 3))
def enumerated_by_another_name(row: Sequence[int]) -> Any:
    return [*zipped(row)]


def zipped(row: Sequence[int]) -> list[int]:
    zip = growing
    return zip(4, [*row])


@of(5)
def constants_that_cannot_be(n: int) -> Any:
    if n > 3:
        return n
    return (1, 2)[5]  # type: ignore[misc]


@of((3, 4))
def written_constants(row: Any) -> Any:
    return [row in ((3, 4), (5, 6)), row[0] in (3, "x"), "x" in ("x", row), row in [[3, 4]]]


# -- fractions --------------------------------------------------------------------------------------------------------


@of(3, 0.7)
@of(-4, 0.1)
@of(7, 1e-17)
def fractions(n: int, x: float) -> Any:
    return [
        n * x,
        n - x,
        x - n,
        n / 4,
        n / x,
        -x,
        x + 0.1 * n,
        x * x - 0.3,
        1 - (1 - x) * n,
        abs(-x),
        float(n),
        int(x * 9),
    ]


@of(0.0)
@of(2.5)
def a_division_by_a_fraction(x: float) -> Any:
    return 1 / x


@of((1, 2, 3, 4, 5, 6, 7))
@of((3,))
def sums_of_fractions(row: Sequence[int]) -> Any:
    grown = 0.1
    for n in row:
        grown += 0.1 * n
    weights = {"a": 0.1, "b": 0.7}
    return [
        sum([0.1 * n for n in row]),
        sum(n / 3 - 1e9 for n in row),
        sum([worth * row[0] for worth in weights.values()]),
        sum([0.1 * n if n > 2 else -0.3 for n in row]) + sum(row),
        grown,
    ]


@of((3, 1, 2))
@of((5, 5))
def the_most_by_a_fraction(row: Sequence[int]) -> Any:
    worth = {n: 0.3 * n - n * n for n in row}
    return [
        max(row, key=lambda n: -0.5 * n),
        min(row, key=lambda n: worth[n]),
        max(row, key=lambda n: (n > 2, 0.1 * n)),
        max([0.25 * n for n in row]),
        max([0.0, *[n - 2.5 for n in row]]),
        max([n - 9.5 for n in row if n > 7], default=-0.5),
        max(0.5 * row[0], 1.25),
        sorted(row, key=lambda n: 0.3 - n),
        sorted([0.5 * n for n in row], reverse=True),
    ]


@of(2, 0.5)
@of(0, 0.0)
@of(1, 1.0)
def fractions_compared(n: int, x: float) -> Any:
    pair, other = (x, n), (0.5, 1)
    kept = {"x": x, "twice": 2 * x}
    return [x < n, x == n, n >= x, x != 0.5, 0 < x < n, bool(x), not x, pair < other, pair == other, kept["twice"] == n]


@of(0.5)
def fractions_passed_on(x: float) -> Any:
    kept = {"x": x, "less": x - 1.0}
    return [
        x,
        (x, [x]),
        half_of(x),
        [half_of(fraction) for fraction in kept.values()],
        kept["less"],
        isinstance(x, str),
    ]


def half_of(x: float) -> float:
    return x / 2


@of(0.5)
def a_fraction_written(x: float) -> Any:
    return f"{x}"


@of(0.5)
@of(2.0)
def a_fraction_as_a_key(x: float) -> Any:
    return {x: 1, 2: 2}


@of((1, 2, 3), 2)
@of((1, 2, 3), 4)
def the_place_of_a_number(row: Sequence[int], wanted: int) -> Any:
    for nth, n in enumerate(row):
        if n == wanted:
            return nth
    raise KeyError(wanted)


@of(0)
@of(3)
def without_a_result_at_the_end(n: int) -> Any:
    def some(k: int) -> Any:
        if k:
            return k

    return [some(n), some(n - 3)]


@of((5, 1, 3))
def functions_of_python_as_keys(row: Sequence[int]) -> Any:
    return [max(row, key=abs), sorted([*row, -4], key=abs), min((), default=1)]


@of(3)
def a_function_that_never_returns(n: int) -> Any:
    return [n, refuse(n) if n > 5 else 1]


def refuse(n):  # type: ignore[no-untyped-def]
    if n:
        text = f"no {n}"
        raise ValueError(text)
    raise KeyError(n)


@of(4)
@of(7)
def numbers_that_are_even(n: int) -> Any:
    return [is_even(n), is_odd(n), {is_even(n): 1}]


LEFT = frozenset(
    """
    stripped
    a_truth_value_where_a_number_is_declared a_number_where_a_truth_value_is_declared
    a_comparison_given_as_a_number a_number_given_as_a_truth_value truth_values_among_numbers large_numbers
    slices_with_steps slices_backwards indices a_list_that_grows_while_it_is_zipped sums_from_elsewhere
    sums_of_tuples the_most_by_a_key running_products ranges_in_steps sets_are_walked_in_an_order_of_their_own
    changed_defaults a_mapping_by_class the_same_class letters parts_of_texts capitals
    several_beginnings numbers_in_texts numbers_in_texts_with_a_base a_tuple_written formatted
    a_local_function_that_calls_itself the_thing_before named_arguments named_arguments_from_a_mapping
    arguments_by_place while_with_else a_generator_that_is_interrupted a_generator_that_is_used_up
    a_generator_function_that_is_used_up a_generator_that_starts_late an_iterator an_iterator_that_goes_on
    maps_are_used_up zips_are_used_up caught finally_done a_fraction_written a_fraction_as_a_key
    """.split()
)
"""What may be left to Python although Python has a result; everything else has to be played."""


@pytest.fixture(scope="module")
def singles() -> Singles:
    return Singles(CASES)  # type: ignore[arg-type]


@pytest.mark.parametrize("nth", range(len(CASES)), ids=[one.__name__ for one, _ in CASES])
def test_a_function_gives_what_python_gives(singles: Singles, nth: int) -> None:
    function, args = CASES[nth]
    native, left = of_native(singles, nth)
    python, error = of_python(function, args)

    if error:
        assert left, f"Python raises {error}, native code gives {native!r}"
    elif left:
        assert function.__name__ in LEFT, f"left to Python: {left}"
    else:
        assert tree(native) == tree(python)


def of_native(singles: Singles, nth: int) -> tuple[Any, str]:
    """What native code gives, or why it gives nothing."""
    try:
        return singles.result(nth), ""
    except PythonFallback as why:
        return None, str(why)


def of_python(function: Callable[..., Any], args: Sequence[Any]) -> tuple[Any, str]:
    """What Python gives, or what it raises."""
    try:
        return function(*args), ""
    except Exception as error:
        return None, repr(error)


def test_nothing_is_left_without_need(singles: Singles) -> None:
    left = {function.__name__ for nth, (function, _) in enumerate(CASES) if of_native(singles, nth)[1]}

    assert left >= LEFT
