"""How much a table holds is judged with everyone's pieces; tests/check/test_limits.py has each limit."""

from __future__ import annotations

import pytest

from check.joined import found


@pytest.mark.parametrize(("designs", "wrong"), [(4, []), (5, ["too-many-pieces"])])
def test_pieces_of_every_seat_are_counted_for_a_full_table(designs: int, wrong: list[str]) -> None:
    ships = "\n".join(f'spaceship X{n} copies 100 {{ vessel "V{n}" }}' for n in range(designs))

    # Galaxies has up to five players, each with all copies: 2,000 pieces are allowed.
    assert [diagnostic.code for diagnostic in found(ships, "galaxies", words_only=True)] == wrong
