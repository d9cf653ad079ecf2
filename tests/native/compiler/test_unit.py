"""Units: instances, constants and classes that are translated together, apart from those of other units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from native.compiler.small import Spot, compile_to_c, instance_of, make_unit
from rftg_dsl.kernel.play import Play
from rftg_dsl.native.compiler.binding import bind
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.compile import compile_unfinished
from rftg_dsl.native.compiler.ir import Const, Expr, Local
from rftg_dsl.native.compiler.pool import RECORD
from rftg_dsl.native.compiler.read import read_function
from rftg_dsl.native.compiler.types import PLAY, Records, Type, Types
from rftg_dsl.native.compiler.unit import Unit


class Area:
    """Another class with slots, with a name before that of ``Spot``."""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size


def act(n: int, how: Any) -> Any:
    result = how(n)
    return result


def double(n: int) -> int:
    return n * 2


def test_two_units_number_their_classes_on_their_own() -> None:
    first = make_unit()
    second = Unit(evolve(first.shape, records=Records([Spot, Area])), {}, read_function)
    spot = Spot(1, "x")

    heads = [unit.pool.word_at(unit.pool.word_for(spot)) for unit in (first, second)]

    assert heads == [RECORD | (0 << 8 | 2) << 8, RECORD | (1 << 8 | 2) << 8]


def test_units_that_are_compiled_in_turns_give_the_same() -> None:
    def step(spot: Spot) -> Any:
        return spot.move_by(Spot(3, "y").at)

    first, second = make_unit(), make_unit()
    instances = [instance_of(unit, step) for unit in (first, second)]

    later = dict(compile_unfinished(second))[instances[1]]
    earlier = dict(compile_unfinished(first))[instances[0]]

    assert earlier == later == compile_to_c(step)


def test_a_function_that_is_an_argument_makes_an_instance_of_its_own() -> None:
    unit = make_unit()
    plain, doubled, again = (unit.instance_for(act, [None, how]) for how in (None, Const(double), Const(double)))

    assert plain is not doubled and doubled is again
    assert [len(instance.c_parameters) for instance in (plain, doubled)] == [2, 1]


def test_constant_truth_values_are_folded_and_numbers_are_not() -> None:
    unit = make_unit()
    instances = [unit.instance_for(act, [None, Const(value)]) for value in (True, False, 3, 4)]

    assert [len(instance.c_parameters) for instance in instances] == [1, 1, 2, 2]
    assert instances[2] is instances[3] and instances[0] is not instances[1]


def test_arguments_find_their_parameters() -> None:
    def gather(a: int, b: int = 2, *more: int, c: int, d: int = 4) -> None: ...

    one, five, rest = Const(1), Const(5), Const(())

    assert values_of(bind(gather, [one], {"c": five}, rest)) == [1, 2, (), 5, 4]
    assert values_of(bind(gather, [one, one], {"d": one, "c": five}, rest)) == [1, 1, (), 5, 1]


@pytest.mark.parametrize(("args", "keywords"), [(1, ["n"]), (1, ["other"]), (3, []), (0, [])])
def test_arguments_that_a_function_does_not_take(args: int, keywords: list[str]) -> None:
    def gather(n: int, m: int = 0) -> None: ...

    with pytest.raises(TranslationError, match="N4"):
        bind(gather, [Const(0)] * args, {name: Const(0) for name in keywords})


def values_of(bound: Sequence[Expr]) -> list[Any]:
    return [value.value for value in bound if isinstance(value, Const)]


def test_a_method_of_a_play_knows_the_play() -> None:
    types = Types(Records([Spot]))

    assert types.hints_of(Play.take)["self"] == PLAY
    assert types.hints_of(Spot.move_by)["self"] == Type("record", cls=Spot)


def test_an_instance_comes_after_those_that_it_calls() -> None:
    def step(n: int) -> Any:
        result = act(n, double)
        return result

    unit = make_unit()
    instance_of(unit, step)

    assert [instance.name for instance in unit.unfinished] == ["f2_act", "f1_step"]


def test_a_parameter_has_the_type_of_its_annotation() -> None:
    unit = make_unit()
    instance = instance_of(unit, act)
    [n, how] = [value for _, value in instance.parameters if isinstance(value, Local)]

    assert (instance.declared[n.var].sort, instance.declared[how.var].sort) == ("int", "any")
