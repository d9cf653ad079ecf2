import pytest
from hypothesis import settings

# No test times anything: a slow machine is not a counterexample.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", 'power(*ids): the printed powers at work in a scenario; `@power("T12.a/1")`')
