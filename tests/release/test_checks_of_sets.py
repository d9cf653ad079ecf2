"""The checks that authors add to a repository of a set: our hooks in pre-commit itself, and the steps of our action."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from release.committed import ROOT, commit_all, commit_sources
from rftg_dsl.author.new_set import make_set

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the checks are taken from a repository")

HOOKS = ("rftg-fmt", "rftg-validate", "rftg-test")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """This repository as it is now, with its commit."""
    top = tmp_path_factory.mktemp("rftg-dsl")
    return top, commit_sources(top)


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a new set, as its author commits it."""
    folder = tmp_path_factory.mktemp("author") / "deep-space"
    make_set(folder, "galaxies")
    commit_all(folder)
    return folder


def run(*command: str | Path, cwd: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def pin_everything(folder: Path) -> dict[str, str]:
    """The environment in which pip installs the tested versions, and nothing reads or changes the user's settings."""
    return {
        "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def test_pre_commit_runs_our_hooks(ours: tuple[Path, str], author: Path, tmp_path: Path) -> None:
    repository, commit = ours
    hooks = {"repo": str(repository), "rev": commit, "hooks": [{"id": name} for name in HOOKS]}
    config = tmp_path / "config.yaml"
    config.write_text(yaml.safe_dump({"repos": [hooks]}))
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--config", config]

    passed = run(*command, cwd=author, env=pin_everything(tmp_path))
    text = (author / "components.rftg").read_text()
    (author / "components.rftg").write_text(text.replace("planet ", "plannet ", 1))
    failed = run(*command, cwd=author, env=pin_everything(tmp_path))
    (author / "components.rftg").write_text(text)

    assert passed.returncode == 0 and passed.stdout.count("Passed") == len(HOOKS), passed.stdout + passed.stderr
    assert failed.returncode == 1 and "plannet" in failed.stdout, failed.stdout


def test_the_steps_of_the_action_pass_for_a_new_set(ours: tuple[Path, str], author: Path, tmp_path: Path) -> None:
    repository, _ = ours
    action = yaml.safe_load((repository / "action.yml").read_text())
    least = action["inputs"]["fail-under"]["default"]
    values = {"github.action_path": str(repository), "inputs.fail-under": least}
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    env = pin_everything(tmp_path) | {"PATH": f"{tmp_path / 'env' / 'bin'}{os.pathsep}{os.defpath}"}

    for step in action["runs"]["steps"]:
        if "run" in step:
            given = {name: value_of(text, values) for name, text in step.get("env", {}).items()}
            # GitHub calls bash in this way.
            bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            done = run(*bash, cwd=author, env=env | given)
            assert done.returncode == 0, done.stdout + done.stderr


def value_of(text: str, values: Mapping[str, str]) -> str:
    """The value of an expression of GitHub, such as ``${{ inputs.path }}``."""
    return values[text.removeprefix("${{").removesuffix("}}").strip()]
