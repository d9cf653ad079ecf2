"""Top-level folders that become sub-packages are installed completely, and type-checked."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
LARGEST = 5_000_000
"""The most bytes of a wheel."""
FOLDERS = ["rftg_dsl", "cli", "grammar", "content"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources of an installation, to build in and to break."""
    top = tmp_path / "copy"
    top.mkdir()
    for name in ["pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "Makefile"]:
        shutil.copy(ROOT / name, top)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, top / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copytree(ROOT / "docs" / "examples", top / "docs" / "examples")  # type-checked with the rest
    return top


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def shipped(top: Path) -> set[str]:
    """Every file that an installation should have, by its installed name."""
    files = [file.relative_to(top) for name in FOLDERS for file in (top / name).rglob("*") if file.is_file()]
    return {f"{'' if file.parts[0] == 'rftg_dsl' else 'rftg_dsl/'}{file.as_posix()}" for file in files}


def test_every_package_on_disk_is_listed_in_pyproject() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]

    on_disk = {
        ".".join(file.relative_to(ROOT).parent.parts) for name in FOLDERS for file in (ROOT / name).rglob("*.py")
    }

    assert sorted(listed) == sorted(name if name.startswith("rftg_dsl") else f"rftg_dsl.{name}" for name in on_disk)


def test_the_wheel_built_from_the_sdist_has_every_file(copy: Path, tmp_path: Path) -> None:
    in_copy = shipped(copy)

    built = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), cwd=copy)

    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == in_copy
    assert wheel.stat().st_size < LARGEST


def test_a_type_error_in_cli_is_caught(copy: Path) -> None:
    (copy / "cli" / "planted.py").write_text('"""Wrong."""\n\nnumber: int = "text"\n', "utf-8")

    checked = run("make", "types", "ENV=", f"BIN={Path(sys.executable).parent}", cwd=copy)

    assert checked.returncode != 0
    assert "cli/planted.py:3: error: Incompatible types in assignment" in checked.stdout
