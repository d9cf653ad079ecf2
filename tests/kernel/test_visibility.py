"""Each word for who sees a place, for each viewer and owner."""

from __future__ import annotations

import pytest

from rftg_dsl.kernel.visibility import PUBLIC, TABLE, can_see, can_see_first

SEES = {
    # seen: what the public, the owner and another seat see of a seat's place, and of one of the table
    "all": ("all", "all", "all", "all", "all"),
    "owner": ("nothing", "all", "nothing", "nothing", "nothing"),
    "top": ("first", "all", "first", "first", "first"),
    "none": ("nothing", "nothing", "nothing", "nothing", "nothing"),
}


@pytest.mark.parametrize("seen", SEES)
def test_a_viewer_sees_what_the_content_says_and_nothing_else(seen: str) -> None:
    viewers = ((1, PUBLIC), (1, 1), (1, 0), (TABLE, PUBLIC), (TABLE, 0))

    assert SEES[seen] == tuple(
        "all" if can_see(seen, *each) else "first" if can_see_first(seen, *each) else "nothing" for each in viewers
    )
