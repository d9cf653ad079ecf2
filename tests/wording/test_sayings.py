"""Sayings: templates with slots, groups and agreement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.wording.sayings import Filling, all_slots_in, fill_saying, parse_saying
from rftg_dsl.wording.text_segments import say, to_string

SLOTS = {"what": say("2 dice"), "to": say("to your cup")}


def text(saying: str, many: bool = False, third: bool = False, several: bool = True) -> str:
    return to_string(fill_saying(saying, Filling(SLOTS.get, many, third, several)))


@pytest.mark.parametrize(
    ("saying", "plainly"),
    [
        ("move {what} {to}", "move 2 dice to your cup"),
        ("move <{what}> <from {from}>", "move 2 dice"),
        ("move <{from}|everything> away", "move everything away"),
        ("<move <from {from}> {to}|stay>", "move to your cup"),
        ("move {from} away", "move away"),
        ("{die|dice} [roll] , ( {what} )", "die roll, (2 dice)"),
    ],
)
def test_a_saying_is_filled(saying: str, plainly: str) -> None:
    assert text(saying) == plainly


def test_what_several_mean_and_what_others_do_agrees() -> None:
    assert text("lose {a die|dice}", many=True) == "lose dice"
    assert text("pass {what} and [carry] on", third=True, several=False) == "passes 2 dice and carries on"


@pytest.mark.parametrize("saying", ["move <{what}", "move {what}>", "a | b", "move {what", "move [what", "{}}"])
def test_a_saying_that_is_not_well_formed_is_refused(saying: str) -> None:
    with pytest.raises(ValueError, match=r"saying|lacks|too many"):
        parse_saying(saying)


def test_the_slots_of_a_saying_are_known_those_in_groups_too() -> None:
    assert all_slots_in("move {what} <from {from}|to <{to}|{where:in}>>") == {"what", "from", "to", "where:in"}


@law(200)
@given(st.text(alphabet="a {}<>|[]:", max_size=20))
def test_any_saying_is_filled_or_refused(saying: str) -> None:
    try:
        parts = parse_saying(saying)
    except ValueError:
        return
    assert parts or not saying.split()
    if parts:
        assert isinstance(text(saying), str)
