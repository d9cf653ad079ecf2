"""The files for GitHub have the form that it asks for; the container has no rights."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from commands import COMMANDS

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
RELEASE = yaml.safe_load((GITHUB / "workflows" / "release.yml").read_text("utf-8"))
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")

SCHEMAS = [
    ("github-workflows", [*GITHUB.glob("workflows/*.yml")]),
    ("github-actions", [ROOT / "action.yml"]),
    ("github-issue-forms", [path for path in GITHUB.glob("ISSUE_TEMPLATE/*.yml") if path.name != "config.yml"]),
    ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
]


@pytest.mark.parametrize(("schema", "files"), SCHEMAS, ids=[schema for schema, _ in SCHEMAS])
def test_every_file_has_the_form_that_github_asks_for(schema: str, files: list[Path]) -> None:
    words = ["-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]

    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)

    assert files and done.returncode == 0, done.stdout + done.stderr


# -- the workflow --------------------------------------------------------------------------------------------------


def steps() -> list[dict[str, Any]]:
    return [step for job in RELEASE["jobs"].values() for step in job["steps"]]


def test_the_workflow_calls_targets_and_scripts_that_exist() -> None:
    commands = "\n".join(step.get("run", "") for step in steps())
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.M))

    assert set(re.findall(r"\bmake ([a-z-]+)", commands)) == {"dist"} <= targets
    assert all((ROOT / script).is_file() for script in re.findall(r"python (\S+\.py)", commands))


def test_only_the_job_that_drafts_may_write_and_it_runs_nothing_of_the_repository() -> None:
    assert RELEASE["permissions"] == {"contents": "read"}
    writing = {name for name, job in RELEASE["jobs"].items() if "permissions" in job}
    used = [step.get("uses", "") for step in RELEASE["jobs"]["draft"]["steps"]]

    assert writing == {"draft"} and not any(use.startswith("actions/checkout") for use in used)


def test_no_command_of_the_workflow_contains_an_expression() -> None:
    # GitHub replaces expressions before the shell reads the command, so a tag could contain a command.
    assert [step["run"] for step in steps() if "${{" in step.get("run", "")] == []


def test_every_python_that_we_promise_is_tried_on_three_systems() -> None:
    matrix = RELEASE["jobs"]["try"]["strategy"]["matrix"]

    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]


# -- the container -------------------------------------------------------------------------------------------------


def test_the_container_serves_as_a_user_without_rights() -> None:
    last = CONTAINER.split("\nFROM ")[-1]
    user = re.findall(r"^USER (\S+)$", last, re.M)

    assert user == ["10001"] and "--uid 10001" in last
    assert last.index("\nUSER ") > last.rindex("\nRUN ") and last.index("\nUSER ") < last.index("\nENTRYPOINT ")


def test_the_container_calls_serve_as_it_is() -> None:
    words = re.findall(r'"([^"]*)"', CONTAINER.rpartition("ENTRYPOINT ")[2])
    options = {option for parameter in COMMANDS["serve"].params for option in parameter.opts}

    assert words[:2] == ["rftg", "serve"]
    assert {word for word in words if word.startswith("--")} <= options
    assert words[words.index("--port") + 1] == re.findall(r"^EXPOSE (\d+)$", CONTAINER, re.M)[0]


# -- policies ------------------------------------------------------------------------------------------------------


def test_the_links_of_the_policy_lead_somewhere() -> None:
    for page in ("SECURITY.md", "README.md", "CONTRIBUTING.md"):
        links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8"))
        assert all((ROOT / link).exists() for link in links), page
