"""Every code says what it means, and its examples do what they say."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from lanes import FAST
from rftg_dsl.author.validate import outcome_cache
from rftg_dsl.base.codes import Example, expand_repeats, read_code, read_codes, split_files
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.resources import PICTURES
from rftg_dsl.cli import app

SIDES = {
    "roll": 'tile X1 {{\n  development "Example" cost 3 {{\n{}\n}}\n  world "Other Side" gray cost 1\n}}\n',
    "race": 'card X1 {{\n  development "Example" cost 3 vp 1 {{\n{}\n}}\n}}\n',
    "galaxies": 'planet-card X1 {{\n  planet "EXAMPLE" energy economy length 3 vp 2 {{\n{}\n}}\n}}\n',
}
"""A component with these powers."""
SET = 'id = "example"\nname = "Example"\ngame = "{}"\nversion = "1"\n'
CODES = {code.name: code for code in read_codes()}


SENSES = [sense for code in CODES.values() for sense in code.senses]


def test_each_code_has_examples_or_a_reason_why_not() -> None:
    assert [sense.what for sense in SENSES if bool(sense.examples) == bool(sense.without)] == []
    assert [sense.what for sense in SENSES if sense.what[0] == sense.what[0].upper() != "`"] == []
    assert [text for sense in SENSES for text in (sense.what, sense.do) if text.endswith(".")] == []
    wrong = [expand_repeats(example.wrong) for sense in SENSES for example in sense.examples]
    assert [text for text in wrong if "<n>" in text or "«" in text] == []


SENSE = "why = 'x'\n[finding]\nwhat = 'x'\ndo = 'y'\n"
BROKEN = {
    "why = ": "this is not TOML: Invalid value",
    "[finding]\nwhat = 'x'\ndo = 'y'": "'why' is missing",
    "why = 'x'\nname = 'x'": "'name' is not a known key",
    "why = 'x'\nfinding = 'x'": "'finding' must be a table",
    f"{SENSE}levels = ['eror']": "'finding.levels' must be 'error', 'warning', 'lint' or 'failure'",
    f"{SENSE}examples = 'x'": "'finding.examples' must be a table",
    f"{SENSE}[[finding.examples]]\nwrong = 'a'\nplace = 'file'": "'finding.examples.right' is missing",
    f"{SENSE}[[finding.examples]]\nwrong = 'a'\nright = 1\nplace = 'file'": (
        "'finding.examples.right' must be a non-empty string"
    ),
    f"{SENSE}level = ['lint']": "'finding' has no key 'level'",
    "why = 'caf\udce9'": "it is not UTF-8",
}


@pytest.mark.parametrize(("text", "message"), BROKEN.items())
def test_a_file_that_explains_no_code_says_why(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "small-harbour.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(UsageError, match=re.escape(f"small-harbour.toml does not explain a code: {message}")):
        read_code(file)


def test_why_is_said_in_sentences_of_a_reasonable_length() -> None:
    assert [name for name, code in CODES.items() if not code.senses] == []
    assert [code.why for code in CODES.values() if not re.fullmatch(r"[A-Z`].*[.:]", " ".join(code.why.split()))] == []
    sentences = [sentence for code in CODES.values() for sentence in re.split(r"[.:]\s", code.why)]
    assert [sentence for sentence in sentences if len(sentence.split()) > 35] == []


@pytest.fixture(autouse=True)
def forget_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is validated twice, so looking for a cached outcome only takes time: a quarter of it."""
    monkeypatch.setattr(outcome_cache, "fingerprint_of", lambda *_: "")


class Case(NamedTuple):
    code: str
    example: Example


def cases(failing: bool) -> Iterator[Any]:
    for code in CODES.values():
        sense = code.failure if failing else code.finding
        for nth, example in enumerate(sense.examples if sense else (), 1):
            yield pytest.param(Case(code.name, example), id=f"{code.name}-{nth}")


def put(folder: Path, example: Example, text: str, encoding: str) -> None:
    """The files of an example."""
    full = expand_repeats(text).strip("\n") + "\n"
    match example.place:
        case "power":
            files = {"pieces.rftg": SIDES[example.game].format(full)}
        case "file":
            files = {"pieces.rftg": full}
        case "scenario":
            files = {"pieces.rftg": "# Pieces.\n", "scenarios/first.rftg": full}
        case "set.toml":
            files = {"set.toml": full, "pieces.rftg": "# Pieces.\n"}
        case _:
            files = split_files(full)
    if example.place in ("power", "file", "scenario"):
        files["set.toml"] = SET.format(example.game)
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content.encode(encoding))


def validated(folder: Path, example: Example, text: str, encoding: str = "utf-8") -> list[tuple[str, str]]:
    """The codes and levels of what is found in an example."""
    folder.mkdir()
    if example.place == "spreadsheet":
        return import_example(folder, example, text)
    put(folder, example, text, encoding)
    folders = [path for path in folder.iterdir() if path.is_dir() and path.name != PICTURES]
    inner = sorted(map(str, folders)) if example.place == "files" else []
    result = CliRunner().invoke(app, ["validate", *(inner or [str(folder)]), "--format", "json"])
    diagnostics = json.loads(result.stdout)["diagnostics"] if result.exit_code < 2 else [{"code": result.stderr}]
    return [(diagnostic["code"], diagnostic.get("severity", "")) for diagnostic in diagnostics]


def import_example(folder: Path, example: Example, text: str) -> list[tuple[str, str]]:
    """The codes and levels of what is found in a spreadsheet."""
    (folder / "cards.csv").write_text(text.lstrip("\n"))
    words = ["new", str(folder / "made"), "--game", example.game, "--from", str(folder / "cards.csv")]
    result = CliRunner().invoke(app, [*words, "--format", "json"])
    return [(found["code"], found["severity"]) for found in json.loads(result.stdout)["diagnostics"]]


@pytest.mark.scaled
@pytest.mark.parametrize("case", [*cases(failing=False)][:: 4 if FAST else 1])
def test_a_wrong_example_has_just_this_mistake_and_the_right_one_has_none(case: Case, tmp_path: Path) -> None:
    wrong = validated(tmp_path / "wrong", case.example, case.example.wrong, case.example.encoding)
    right = validated(tmp_path / "right", case.example, case.example.right)

    finding = CODES[case.code].finding
    assert finding and case.code in dict(wrong)
    assert {level for code, level in wrong if code == case.code} <= set(finding.levels)
    others = [(code, level) for code, level in (*wrong, *right) if code != case.code]
    assert {level for _, level in others} <= {"lint"}, "a lone example uses few of its words"
    assert case.code not in dict(right)


# -- failures --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that commands of examples are about."""
    made = tmp_path_factory.mktemp("stock")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        words = ["play", "roll", "--players", "2", "--seed", "demo", "--log", "game.rlog"]
        assert CliRunner().invoke(app, words).exit_code == 0
    lines = (made / "game.rlog").read_text().splitlines(keepends=True)
    (made / "torn.rlog").write_text("".join(lines[:60]))
    (made / "tiles.rftg").write_text(SIDES["roll"].format("gain $1"))
    (made / "large.rftg").write_bytes(b"# a large file\n" * 300_000)
    return made


def run(command: str) -> tuple[int, str]:
    words = shlex.split(command)
    assert words[0] == "rftg"
    result = CliRunner().invoke(app, words[1:])
    return result.exit_code, result.stderr


@pytest.mark.parametrize("case", [*cases(failing=True)])
def test_a_wrong_command_fails_with_this_code_and_the_right_one_does_not(
    case: Case, stock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(stock, tmp_path, dirs_exist_ok=True)
    for name, text in split_files(case.example.beside).items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    status, said = run(case.example.wrong)
    right, also = run(case.example.right)

    assert (status, re.findall(r"error\[([\w-]+)\]: ", said)) == (2, [case.code]), said
    assert right < 2, also
