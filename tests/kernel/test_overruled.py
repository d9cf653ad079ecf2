"""Answers that the rules refuse, but that people let stand."""

from __future__ import annotations

import pytest

from rftg_dsl.kernel.form import Form, One, Pick, Some
from rftg_dsl.kernel.overruled import widen_form


@pytest.mark.parametrize(
    ("form", "pick", "stands"),
    [
        (Some((1, 2, 3), 2, 2), (1,), True),
        (Some((1, 2, 3), 2, 2), (1, 2, 3), True),
        (Some((1, 2, 3), 2, 2), (1, 9), True),
        (Some((1, 2, 3), 2, 2), (1, 1), False),
        (Some((1, 2, 3), 1, 3), (4, 2, 4), False),
        (One((1, 2)), 3, True),
        (One((1, 2)), (1, 2), False),
        (Some((1, 2, 3), 2, 2), 1, False),
    ],
)
def test_people_can_choose_other_pieces_but_each_only_once(form: Form, pick: Pick, stands: bool) -> None:
    wide = widen_form(form, pick)

    assert (wide is not None) == stands
    assert wide is None or wide.accepts(pick)
