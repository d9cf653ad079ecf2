"""An option means the same in every command."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Rftg
from commands import COMMANDS, NAMES
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.audit.verdict import make_demands

OPTIONS = [
    (command, name, one)
    for command in NAMES
    for one in COMMANDS[command].params
    if one.param_type_name == "option"
    for name in one.opts
]


def kind(option: Any) -> str:
    """What an option takes: nothing, one of some words, or one or many values of a type."""
    if getattr(option.type, "choices", None):
        return "words"
    return f"{option.type.name}{' flag' * option.is_flag}{' many' * option.multiple}"


def meaning(option: Any) -> str:
    """What an option means in every command: its help, up to a colon after which a command may say more."""
    return str(option.help).partition(":")[0].removesuffix(".")


OTHERWISE = {
    ("balance", "--against"): "it compares sides, and others compare sets",
    ("balance", "--bots"): "each bot answers for all seats",
    ("balance", "--players"): "each number of players is measured",
}
"""Options that mean something else in a command, and why."""


def test_an_option_takes_and_means_the_same_in_every_command() -> None:
    usages: dict[str, Any] = defaultdict(lambda: defaultdict(list))
    for command, name, option in (option for option in OPTIONS if option[:2] not in OTHERWISE):
        usages[name][kind(option), option.metavar, meaning(option)].append(command)

    assert {name: dict(variants) for name, variants in usages.items() if len(variants) > 1} == {}
    assert next(map(len, usages["--format"].values())) > 8


def test_an_option_of_a_command_has_one_name() -> None:
    assert [(command, option.opts) for command, _, option in OPTIONS if len(option.opts) > 1] == []


def test_what_is_written_goes_to_out() -> None:
    assert {command for command, name, _ in OPTIONS if name == "--out"} >= {
        "simulate",
        "index",
        "import",
        "log key",
        "pack",
    }
    assert "--to" not in {name for _, name, _ in OPTIONS}


@pytest.mark.parametrize("command", NAMES)
def test_every_parameter_has_a_help(command: str) -> None:
    bare = {parameter.name for parameter in COMMANDS[command].params if not parameter.help}

    assert bare <= ({"format_name"} if command == "import" else set())  # shown with the installed formats


@pytest.mark.parametrize("command", NAMES)
def test_an_empty_value_is_refused_by_every_option_and_argument(rftg: Rftg, command: str) -> None:
    valued = [parameter for parameter in COMMANDS[command].params if not getattr(parameter, "is_flag", False)]

    for parameter in valued:
        option = parameter.param_type_name == "option"
        for words in ((parameter.opts[0], ""), (f"{parameter.opts[0]}=",)) if option else (("",),):
            result = rftg(*command.split(), *words)
            assert (result.exit_code, "is empty: enter one" in result.stderr) == (2, True), (words, result.stderr)
        if option:
            assert f"{parameter.opts[0]} is empty" in result.stderr


def test_an_empty_root_is_not_a_root_that_was_left_out() -> None:
    for text in ("", " "):
        with pytest.raises(UsageError, match="is not a root"):
            make_demands(expect=text)


@pytest.mark.parametrize("command", ["audit", "audit --against new-worlds", "index --out all.duckdb"])
def test_a_check_of_no_log_does_not_pass(rftg: Rftg, folder: Path, command: str) -> None:
    (folder / "none").mkdir()
    (folder / "empty.txt").touch()

    for words in (("none",), ("--files", "empty.txt")):
        result = rftg(*command.split(), *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "no logs were found" in result.stderr


def test_an_import_of_no_recording_does_not_pass(rftg: Rftg, folder: Path) -> None:
    (folder / "empty.txt").touch()

    assert "no recording was specified" in (result := rftg("import", "bga", "--files", "empty.txt")).stderr
    assert result.exit_code == 2
