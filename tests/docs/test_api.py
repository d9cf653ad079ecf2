"""docs/api.md: every example runs, from top to bottom, and every name of the API exists and is explained."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

import rftg_dsl as rftg

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("flags", [[], ["-O"]], ids=["plain", "optimized"])
def test_every_example_runs(tmp_path: Path, flags: list[str]) -> None:
    assert len(EXAMPLES) >= 10

    done = subprocess.run(
        [sys.executable, *flags, "-c", "\n".join(EXAMPLES)], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "did you mean 'roll'?" in done.stdout


def test_every_public_name_exists() -> None:
    for name in rftg.__all__:
        attribute = getattr(rftg, name)
        assert attribute.__doc__ or not isinstance(attribute, type | FunctionType), name
    assert set(rftg.__all__) < set(dir(rftg))


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(AttributeError, match="it has: Answer, Asked"):
        rftg.lod  # noqa: B018


def test_importing_the_package_loads_only_its_version() -> None:
    script = "import sys, rftg_dsl; print(*[name for name in sys.modules if name.startswith('rftg_dsl.')])"

    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).split()
    assert loaded == ["rftg_dsl.base", "rftg_dsl.base.version"]


@pytest.mark.parametrize("name", [name for name in rftg.__all__ if name[0].islower()])
def test_every_public_function_is_on_the_page(name: str) -> None:
    assert f"rftg.{name}" in TEXT
