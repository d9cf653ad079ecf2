import pytest

from games.roll.expanded import BACKENDS, Expanded


@pytest.fixture(params=BACKENDS)
def play(request: pytest.FixtureRequest) -> Expanded:
    """Positions of Roll with its expansions, once with each back end."""
    return Expanded(request.param)
