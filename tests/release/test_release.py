"""A release: reproducible to the byte, with a bill of materials and the licence of everything in it."""

from __future__ import annotations

import io
import json
import re
import tarfile
import tomllib
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

import rftg_dsl
from release.bill_of_materials import DEVELOPERS, load_bundled, load_tested_versions, make_bill
from release.build_release import build_release, normalize_sdist
from release.committed import ROOT, SHIPPED, commit_sources
from release.try_release import EXTRAS, list_trials

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

CLAIM = re.compile(r"Copyright (\(c\)|©|[0-9]{4})", re.IGNORECASE)

needs_git = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a release is built from a commit")


@pytest.fixture(scope="module")
def files_of_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the files as they are now, committed to a repository of its own."""
    top, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("dist")
    commit_sources(top)
    build_release(out, top)
    return out


# -- the files -----------------------------------------------------------------------------------------------------


@needs_git
def test_a_release_is_built_twice_to_the_same_bytes(files_of_release: Path) -> None:
    version = rftg_dsl.__version__

    # The script fails unless both builds are the same.
    assert sorted(path.name for path in files_of_release.iterdir()) == [
        "SHA256SUMS",
        f"rftg_dsl-{version}-py3-none-any.cdx.json",
        f"rftg_dsl-{version}-py3-none-any.whl",
        f"rftg_dsl-{version}.tar.gz",
    ]
    for line in (files_of_release / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert sha256((files_of_release / name).read_bytes()).hexdigest() == digest


@needs_git
def test_nothing_in_the_release_depends_on_who_built_it(files_of_release: Path) -> None:
    with tarfile.open(next(files_of_release.glob("*.tar.gz"))) as archive:
        members = archive.getmembers()
    with ZipFile(next(files_of_release.glob("*.whl"))) as wheel:
        modes = {entry.external_attr >> 16 & 0o777 for entry in wheel.infolist()}

    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert len({member.mtime for member in members}) == 1
    assert not [member.name for member in members if "/tests/" in member.name]
    assert modes <= {0o644, 0o755, 0o664, 0}


@needs_git
def test_the_wheel_has_the_licence_of_everything_in_it(files_of_release: Path) -> None:
    with ZipFile(next(files_of_release.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    licences = {name.partition("/licenses/")[2] for name in names if "/licenses/" in name}

    assert licences == {"LICENSE", *(row["licence_file"] for row in load_bundled())}


@needs_git
def test_the_bill_of_materials_is_that_of_the_wheel(files_of_release: Path) -> None:
    wheel = next(files_of_release.glob("*.whl"))
    bill = json.loads(next(files_of_release.glob("*.cdx.json")).read_text())

    assert bill["metadata"]["component"]["hashes"][0]["content"] == sha256(wheel.read_bytes()).hexdigest()
    parts = {part["name"]: part for part in bill["components"]}
    assert {"lark", "attrs", "CodeMirror", "Liberation Sans", "rftgstats", "starlette"} <= set(parts)
    assert {"pytest", "mkdocs-material"}.isdisjoint(parts)
    assert (parts["lark"]["scope"], parts["starlette"]["scope"]) == ("required", "optional")
    assert bill == make_bill(wheel, epoch_of(bill["metadata"]["timestamp"]))


def epoch_of(timestamp: str) -> int:
    return int(datetime.fromisoformat(timestamp).timestamp())


def test_the_order_times_and_owners_in_an_sdist_do_not_matter() -> None:
    packed = [pack_members(names) for names in (["a", "b/c", "d"], ["d", "b/c", "a"])]

    assert packed[0] != packed[1]
    assert len({normalize_sdist(raw, 1_000_000_000) for raw in packed}) == 1


def pack_members(names: list[str]) -> bytes:
    """A packed tar file whose members have owners and times of their own."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for nth, name in enumerate(names):
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uid, member.uname, member.mode = 1, nth, nth, f"user{nth}", 0o600
            archive.addfile(member, io.BytesIO(name[:1].encode()))
    return packed.getvalue()


# -- licences ------------------------------------------------------------------------------------------------------


def test_what_others_made_is_listed_with_its_licence() -> None:
    ids = set(PROJECT["license"].split(" AND "))

    assert ids == {"MIT", *(row["licence"] for row in load_bundled())}
    for row in load_bundled():
        assert row["licence_file"] in PROJECT["license-files"]
        assert all((ROOT / file).is_file() for file in (row["licence_file"], *row["files"]))


def test_no_other_file_names_a_copyright_of_others() -> None:
    known = {file for row in load_bundled() for file in (row["licence_file"], *row["files"])}
    texts = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*") if path.is_file()]

    claims = {
        path.relative_to(ROOT).as_posix()
        for path in texts
        if path.suffix not in (".gz", ".pyc")
        and re.search(r"Copyright (\(c\)|©|[0-9]{4})", path.read_text("utf-8"), re.I)
    }

    assert claims <= known


def test_every_requirement_of_users_was_tested_in_one_version() -> None:
    extras = PROJECT["optional-dependencies"]
    needed = [
        *PROJECT["dependencies"],
        *(text for name in extras if name not in ("docs", "test") for text in extras[name]),
    ]

    names = {re.split(r"[<>=~]", text)[0].lower().replace("_", "-") for text in needed}
    assert names <= set(load_tested_versions())


# -- trials --------------------------------------------------------------------------------------------------------


def test_every_extra_for_users_is_tried() -> None:
    assert set(EXTRAS) == set(PROJECT["optional-dependencies"]) - DEVELOPERS


def test_each_python_is_tried_without_and_with_extras_and_the_oldest_with_each() -> None:
    trials = list(list_trials(["3.11", "3.12"]))

    assert [extras for version, extras in trials if version == "3.12"] == [(), tuple(EXTRAS)]
    assert [extras for version, extras in trials if version == "3.11"] == [(), *((extra,) for extra in EXTRAS)]


# -- versions ------------------------------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere() -> None:
    version = rftg_dsl.__version__

    assert PROJECT["version"] == version
    assert f"rftg_dsl-{version}-py3-none-any.whl" in (ROOT / "docs" / "index.md").read_text("utf-8")
    assert (ROOT / "docs" / "a-new-set.md").read_text("utf-8").count(f"v{version}\n") == 2
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)[1] == version  # type: ignore[index]
