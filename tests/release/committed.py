"""A repository of its own with the files of this one as they are now, which tests build from and check out."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPPED = ("rftg_dsl", "cli", "grammar", "content")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", "action.yml", ".pre-commit-hooks.yaml")
IDENTITY = ("-c", "user.name=release", "-c", "user.email=release@example.org")


def commit_sources(top: Path) -> str:
    """Commit everything that is built, and what others check out with it, to a new repository; return the commit."""
    names = run_git(ROOT, "ls-files", "-z", *SHIPPED, *BESIDE)
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, top / name)
    return commit_all(top)


def commit_all(folder: Path) -> str:
    run_git(folder, "init", "-q")
    run_git(folder, "add", "--all")
    run_git(folder, *IDENTITY, "commit", "-q", "-m", "Everything")
    return run_git(folder, "rev-parse", "HEAD").strip()


def run_git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout
