"""Completion: what a shell is told, and what real shells make of it."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from commands import COMMANDS, NAMES
from rftg_dsl.author.glossary import SORTS, make_glossary
from rftg_dsl.cli.app import app
from rftg_dsl.cli.completing import FREE, HOLD_FILES, HOLD_FOLDERS, VALUES, answer, shape_of
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from terminal import RFTG


def told(*words: str, shell: str = "fish") -> list[str]:
    """The candidates for the last of these words."""
    return [line.partition("\t")[0] for line in answer(shell, words, app).splitlines()]


def test_commands_and_their_options() -> None:
    assert told("sh") == ["show"]
    assert set(told("")) >= {name.split()[0] for name in NAMES}
    assert set(told("log", "")) == {name.split()[1] for name in NAMES if name.startswith("log ")}
    assert told("list", "--ki") == ["--kind"]
    assert "--kind" not in told("list", "roll", "--kind", "world", "--")
    assert "--with" in told("list", "roll", "--with", "./a", "--")
    assert told("nonsense", "") == told("--version", "nonsense", "--") == []


def test_commands_are_completed_after_help_too() -> None:
    assert told("help", "sh") == ["show"]
    assert set(told("help", "log", "")) == set(told("log", ""))


def test_a_candidate_has_its_meaning() -> None:
    assert "show\tShow one component, or the schedule of a game\n" in answer("zsh", [""], app)


def test_games_sets_and_editions() -> None:
    assert told("list", "") == game_names()
    assert told("list", "race", "--edition", "") == ["first", "second"]
    assert "gathering-storm" in told("list", "race", "--with", "g")
    assert told("list", "roll", "--with", "gathering") == [":files"]
    assert told("validate", "race/n") == ["race/new-worlds"]
    assert told("test", "race/") == ["race/base", "race/gathering-storm", "race/new-worlds"]
    assert told("text", "race/ba") == told("breaking", "race/ba") == ["race/base"]
    assert told("validate", "./x") == [":files"]


def test_components_by_name_and_by_id() -> None:
    assert told("show", "") == ["galaxies/", "race/", "roll/"]
    assert told("show", "roll/free trade z") == ["roll/Free Trade Zone / Galactic Resort", "roll/Free Trade Zone"]
    assert told("show", "Pan-G") == ["Pan-Galactic League"]
    assert "roll/T12" in told("show", "roll/T1")
    assert not [candidate for candidate in told("show", "roll/") if re.fullmatch(r"roll/T[0-9]+", candidate)]


def test_a_flag_is_offered_once() -> None:
    assert told("show", "--s") == ["--schedule"]
    assert told("show", "--schedule", "--s") == []


def test_values_of_options() -> None:
    assert told("list", "race", "--format", "") == ["text", "json"]
    assert told("show", '"roll/Space Pi') == told("show", "roll/Space\\ Pi") != []
    assert told("validate", "--format=s") == ["--format=sarif"]
    assert told("list", "race", "--kind", "st") == ["start-world"]
    assert told("play", "race", "--option", "va") == ["variant="]
    assert told("play", "race", "--option", "variant=a") == ["variant=advanced"]
    assert told("simulate", "roll", "--bots", "greedy,r") == ["greedy,random"]
    assert told("words", "race", "--sort", "ver") == ["verb"]
    assert told("words", "--sort", "prep") == ["preposition"]
    assert told("import", "roll") == ["roll-trace"]
    assert told("import", "bga", "--tolerate", "") == ["reshuffles"]
    assert told("audit", "--require", "s") == ["seed", "shared", "signed"]
    assert told("draw", "roll", "--preset", "mpc") == ["mpc-poker", "mpc-tarot", "mpc-square"]


def test_files_and_what_nobody_can_guess() -> None:
    assert told("replay", "") == told("why", "x") == told("audit", "a", "b") == told("log", "sign", "g") == [":files"]
    assert told("pack", "") == [":folders"]
    assert told("play", "roll", "--seed", "") == told("play", "roll", "--players", "") == []
    assert all(candidate.startswith("--") for candidate in told("replay", "game.rlog", ""))


def test_every_value_of_every_command_can_be_completed_or_not_guessed() -> None:
    for name in NAMES:
        for parameter in COMMANDS[name].params:
            known = getattr(parameter.type, "choices", None) or getattr(parameter, "is_flag", False)
            assert known or shape_of(parameter) in {*VALUES, *HOLD_FILES, *HOLD_FOLDERS, *FREE}, (name, parameter.name)


def test_the_sorts_of_words_are_all_known() -> None:
    assert {entry.sort for game in game_names() for entry in make_glossary(load_standard(game))} == {*SORTS}


def test_bash_divides_words_at_colons_and_equals_signs() -> None:
    assert told("validate", "--format", "=", "sa", shell="bash") == ["sarif"]
    assert told("play", "race", "--option", "variant", "=", shell="bash") == ["standard", "advanced"]
    assert told("show", '"roll/Free Trade Z', shell="bash")[1] == "roll/Free Trade Zone"
    assert told("show", "roll/Free\\ Trade\\ Z", shell="bash")[1] == "roll/Free Trade Zone"
    assert told("why", "game.rlog", ":", "1", shell="bash") == [":files"]


def test_whatever_is_wrong_nothing_is_said(folder: Path) -> None:
    environment = {**os.environ, "_RFTG_COMPLETE": "fish"}
    for words in (["show", "\x1b]"], ["log"], [], ["--"], ["list", "\ud800"], ["play", "--option", "=" * 9]):
        raw = [os.fsencode(word.encode("utf-8", "surrogatepass")) for word in words]
        done = subprocess.run([os.fsencode(RFTG), *raw], env=environment, capture_output=True, check=False)

        assert (done.returncode, done.stderr) == (0, b"")


def test_names_are_kept_until_something_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import rftg_dsl.cli.suggestions as module

    first = module.load_known()
    monkeypatch.setattr(module, "gather_all", lambda: pytest.fail("gathered again"))

    assert module.load_known() == first


def test_an_answer_from_the_cache_loads_nothing_heavy(folder: Path) -> None:
    told("show", "")
    script = (
        "import sys; from rftg_dsl.cli.app import app; from rftg_dsl.cli.completing import answer\n"
        "answer('fish', ['show', 'roll/Fr'], app)\n"
        "late = {'lark', 'attr', 'cattrs', 'duckdb', 'rftg_dsl.library.load', 'rftg_dsl.log'}\n"
        "print(sorted(late & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


# -- real shells ------------------------------------------------------------------------------------------------------


def needs(shell: str) -> Any:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"{shell} is not installed")


def typed(shell: list[str], setup: str, keys: str, folder: Path) -> str:
    """What an interactive shell shows of a line after these keys."""
    outside, inside = pty.openpty()
    path = f"{Path(RFTG).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "TERM": "dumb", "PATH": path, "PS1": "$ ", "HOME": str(folder)}
    with subprocess.Popen(
        shell, stdin=inside, stdout=inside, stderr=inside, cwd=folder, env=environment, start_new_session=True
    ) as running:
        os.close(inside)
        try:
            os.write(outside, f"{setup}; echo re''ady\n".encode())
            until(outside, r"ready\s+\$ ")
            os.write(outside, keys.encode())
            return until(outside, r"\|").replace("\a", "")
        finally:
            running.kill()
            os.close(outside)


def until(terminal: int, pattern: str, seconds: float = 60) -> str:
    """What a terminal shows until a pattern comes."""
    shown, end = "", time.monotonic() + seconds
    while not re.search(pattern, shown):
        assert time.monotonic() < end, f"{pattern!r} never came: {shown!r}"
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown


CASES = [
    ("rftg sho\t", "rftg show "),
    ("rftg show roll/Space\\ Pir\t", "rftg show roll/Space\\ Piracy"),
    ('rftg show "roll/Alien Arch\t', 'rftg show "roll/Alien Archaeology'),
    ("rftg validate --format=sar\t", "rftg validate --format=sarif "),
    ("rftg play race --option varia\t", "rftg play race --option variant="),
    ("rftg replay ga\t", "rftg replay game.rlog "),
]
"""Keys, and how the line stands after them."""


@needs("bash")
@pytest.mark.parametrize(("keys", "line"), CASES, ids=[keys.strip() for keys, _ in CASES])
def test_bash_completes_a_line(folder: Path, keys: str, line: str) -> None:
    (folder / "game.rlog").touch()
    script = folder / "script"
    script.write_text(subprocess.run([RFTG, "completion", "bash"], capture_output=True, text=True, check=True).stdout)

    shown = typed(["bash", "--norc", "--noprofile", "-i"], "source ./script", keys + "|", folder)

    assert line.rstrip() in shown, shown


@needs("fish")
def test_fish_completes_a_line(folder: Path) -> None:
    (folder / "game.rlog").touch()
    (folder / "script").write_text(
        subprocess.run([RFTG, "completion", "fish"], capture_output=True, text=True, check=True).stdout
    )
    path = f"{Path(RFTG).parent}:{os.environ['PATH']}"
    asked = [keys.rstrip("\t") for keys, _ in CASES]
    lines = "; echo ---; ".join(f"complete -C '{line}'" for line in asked)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source script; {lines}"],
        env={**os.environ, "PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )

    completions = [
        [line.partition("\t")[0] for line in part.strip().splitlines()]
        for part in re.split(r"^---$", done.stdout, flags=re.M)
    ]
    assert completions[0] == ["show"]
    assert "roll/Space Piracy" in completions[1] and "roll/Alien Archaeology" in completions[2]
    assert completions[3:] == [["--format=sarif"], ["variant="], ["game.rlog"]]


@needs("zsh")
@pytest.mark.parametrize(("keys", "line"), CASES, ids=[keys.strip() for keys, _ in CASES])
def test_zsh_completes_a_line(folder: Path, keys: str, line: str) -> None:
    (folder / "game.rlog").touch()
    script = subprocess.run([RFTG, "completion", "zsh"], capture_output=True, text=True, check=True).stdout
    (folder / "script").write_text(script)

    shown = typed(
        ["zsh", "-f", "-i"],
        "unsetopt prompt_sp; autoload -Uz compinit; compinit -u; source ./script",
        keys + "|",
        folder,
    )

    assert line.rstrip() in shown, shown
