"""Shell completion of an unfinished command line, imported only for that.

A shell runs ``rftg`` with its name in ``_RFTG_COMPLETE`` and the words so far as arguments. The answer has one
candidate per line, followed by a tab and its meaning. Instead, it can be the single line ``:files`` or ``:folders``,
which asks the shell to complete the word itself.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import typer

from rftg_dsl.base.spelling import fold
from rftg_dsl.cli.page import first_sentence_of
from rftg_dsl.cli.suggestions import OfGame, load_known
from rftg_dsl.show.terminal.paint import to_visible

FILES, FOLDERS = ":files\n", ":folders\n"
"""Answers that leave the completion to the shell."""


class Candidate(NamedTuple):
    """A possible completion and its meaning."""

    value: str
    meaning: str = ""


Candidates = Iterable[Candidate]


class Line(NamedTuple):
    """A parsed, unfinished command line."""

    command: Any
    given: Mapping[str, str]
    """Values of arguments and options so far, by name."""
    at: Any
    """The parameter whose value is being typed; None for a command or an option."""
    begun: str
    before: str = ""
    """The part of the same word that comes before the value, such as ``--option=``."""

    @property
    def games(self) -> dict[str, OfGame]:
        every = load_known()["games"]
        named = {value.partition("/")[0] for key, value in self.given.items() if key in ("game", "component")} & {
            *every
        }
        return {name: every[name] for name in named} or every


def answer(shell: str, words: Sequence[str], app: typer.Typer) -> str:
    """The answer to a shell; empty on any error."""
    taken = ""
    # The scripts discard standard error, so no one would read a message.
    with suppress(Exception):
        if shell == "bash":
            words, taken = join_words(words)
        elif shell == "fish":
            words = [*map(unquote, words)]
        line = read(words, app)
        every = list(dict.fromkeys(candidates_for(line)))
        candidates = [candidate for candidate in every if does_match(candidate.value, line.begun)] or find_likely(
            every, line.begun
        )
        if not candidates:
            return fallback_for(line)
        whole = [(line.before + to_visible(value), to_visible(meaning)) for value, meaning in candidates]
        return "".join(f"{value.removeprefix(taken)}\t{meaning}\n" for value, meaning in whole)
    return ""


def does_match(value: str, begun: str) -> bool:
    return value.lower().startswith(begun.lower())


def find_likely(every: Sequence[Candidate], begun: str) -> list[Candidate]:
    """Candidates that match apart from accents, quotes and dashes."""
    start = fold(begun)
    return [candidate for candidate in every if start and fold(candidate.value).startswith(start)]


def join_words(words: Sequence[str]) -> tuple[list[str], str]:
    """Words rejoined after bash split them at ``=`` and ``:``, and the part of the last one that bash has taken."""
    whole: list[str] = []
    held = False
    for word in words:
        breaks = word in ("=", ":") and bool(whole)
        if breaks or held:
            whole[-1] += word
        else:
            whole.append(word)
        held = breaks
    last = unquote(whole[-1]) if whole else ""
    kept = unquote(words[-1]) if words and words[-1] not in ("=", ":") else ""
    return [unquote(quoted) for quoted in whole], last.removesuffix(kept)


def unquote(word: str) -> str:
    """A shell word without quotes; the last quote may still be open."""
    bare = re.sub(r"""\\(.)|"([^"]*)(?:"|$)|'([^']*)(?:'|$)""", lambda match: "".join(match.groups("")), word)
    return bare.removesuffix("\\")


# -- parsing the line ----------------------------------------------------------------------------------------------


def read(words: Sequence[str], app: typer.Typer) -> Line:
    command: Any = typer.main.get_command(app)
    rest = list(words[:-1])
    begun = words[-1] if words else ""
    while hasattr(command, "commands"):
        while rest and rest[0].startswith("-"):
            rest.pop(0)
        if not rest:
            return Line(command, {}, None, begun)
        command = command.commands[rest.pop(0)]
    return read_arguments(command, rest, begun)


def read_arguments(command: Any, words: Sequence[str], begun: str) -> Line:
    options = {
        name: parameter
        for parameter in command.params
        if parameter.param_type_name == "option"
        for name in parameter.opts
    }
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    values: dict[str, str] = {}
    waiting: Any = None
    plain = False
    for word in words:
        name, equals, value = word.partition("=")
        if waiting is not None:
            values[waiting.name], waiting = word, None
        # After ``--`` everything is an argument.
        elif word == "--" and not plain:
            plain = True
        elif word.startswith("-") and len(word) > 1 and not plain:
            option = options.get(name)
            # A flag takes no value, so the next word is not its value.
            if option is not None and not option.is_flag:
                values, waiting = ({**values, option.name: value}, None) if equals else (values, option)
        elif arguments:
            values[arguments[0].name] = word
            if arguments[0].nargs == 1:
                arguments.pop(0)
    if waiting is not None:
        return Line(command, values, waiting, begun)
    name, equals, value = begun.partition("=")
    if begun.startswith("-") and not plain:
        if equals:
            return Line(command, values, options[name], value, f"{name}=")
        return Line(command, values, None, begun)
    return Line(command, values, arguments[0] if arguments else None, begun)


# -- candidates ------------------------------------------------------------------------------------------------------


def candidates_for(line: Line) -> Iterator[Candidate]:
    if line.at is not None:
        choices = getattr(line.at.type, "choices", None)
        if choices:
            yield from map(Candidate, choices)
        else:
            yield from VALUES.get(shape_of(line.at), suggest_nothing)(line)
    elif hasattr(line.command, "commands"):
        for name, command in line.command.commands.items():
            yield Candidate(name, first_sentence_of(command.help or ""))
    if line.begun.startswith("-") or (line.at is None and not hasattr(line.command, "commands")):
        for option in line.command.params:
            if option.param_type_name == "option" and (option.multiple or option.name not in line.given):
                yield Candidate(option.opts[-1], first_sentence_of(option.help or ""))
        yield Candidate("--help", "Show this message and exit")


def shape_of(parameter: Any) -> str:
    """A parameter's metavar without brackets and dots, which identifies its kind of value."""
    return (parameter.metavar or "").strip("[].")


def fallback_for(line: Line) -> str:
    if line.at is None or line.begun.startswith("-"):
        return ""
    name = shape_of(line.at)
    return FOLDERS if name in HOLD_FOLDERS else FILES if name in HOLD_FILES else ""


HOLD_FOLDERS = {"DIR"}
HOLD_FILES = {
    "LOG", "LOG:LINE", "A[:LINE", "B[:LINE", "FILE", "PATH", "PROOF", "KEY", "SET", "OLD", "NEW",
    "PATH | GAME | GAME/SET", "BOT[,BOT",
}  # fmt: skip


def suggest_nothing(_: Line) -> Candidates:
    return ()


def suggest_games(line: Line) -> Candidates:
    return map(Candidate, load_known()["games"])


def suggest_components(line: Line) -> Iterator[Candidate]:
    """Component names, with ids as their meaning; ids too, once something has been typed."""
    if line.given.get("schedule") or "/" not in line.begun:
        yield from (Candidate(f"{name}/") for name in load_known()["games"])
    for game, of in load_known()["games"].items():
        before = f"{game}/" if line.begun.startswith(f"{game}/") else ""
        # Nothing at an empty prompt, where the list of all names would be too long to help.
        if line.begun and (before or "/" not in line.begun):
            ids = len(line.begun) > len(before)
            yield from (Candidate(before + name, id) for name, id in of["components"].items())
            yield from (Candidate(before + id, name) for name, id in of["components"].items() if ids)


def suggest_texts(line: Line) -> Iterator[Candidate]:
    yield from suggest_content(line)
    yield from suggest_sets(line)
    yield from suggest_components(line)


def suggest_sets(line: Line) -> Iterator[Candidate]:
    for game, of in line.games.items():
        yield from (Candidate(set_id, game) for set_id in of["sets"])


def suggest_content(line: Line) -> Iterator[Candidate]:
    yield from suggest_games(line)
    yield from suggest_within_games(line)


def suggest_versions(line: Line) -> Iterator[Candidate]:
    yield from suggest_sets(line)
    yield from suggest_within_games(line)


def suggest_within_games(line: Line) -> Iterator[Candidate]:
    for game, of in load_known()["games"].items():
        if line.begun.startswith(f"{game}/"):
            yield from (Candidate(f"{game}/{set_id}") for set_id in (*of["base"], *of["sets"]))


def suggest_editions(line: Line) -> Iterator[Candidate]:
    for game, of in line.games.items():
        yield from (Candidate(edition, game) for edition in of["editions"])


def suggest_settings(line: Line) -> Iterator[Candidate]:
    for of in line.games.values():
        for key, values in of["options"].items():
            if line.begun.startswith(f"{key}="):
                yield from (Candidate(f"{key}={value}") for value in values)
            else:
                yield Candidate(f"{key}=", " or ".join(values))


def suggest_kinds(line: Line) -> Iterator[Candidate]:
    for of in line.games.values():
        yield from map(Candidate, of["kinds"])


def suggest_sorts(line: Line) -> Iterator[Candidate]:
    from rftg_dsl.author.glossary import SORTS, words_of_language

    yield from map(Candidate, SORTS if "game" in line.given else [word.sort for word in words_of_language()])


def suggest_bots(line: Line) -> Iterator[Candidate]:
    """Bots, completing the last of a comma-separated list."""
    before, comma, _ = line.begun.rpartition(",")
    yield from (Candidate(before + comma + bot) for bot in load_known()["bots"])


def suggest_formats(line: Line) -> Candidates:
    return map(Candidate, load_known()["formats"])


def suggest_tolerances(line: Line) -> Candidates:
    every = load_known()["formats"]
    named = [line.given["format_name"]] if line.given.get("format_name") in every else every
    return (Candidate(tolerance) for name in named for tolerance in every[name])


def suggest_levels(line: Line) -> Candidates:
    from rftg_dsl.log.audit.verdict import LEVELS

    return map(Candidate, LEVELS)


def suggest_codes(line: Line) -> Candidates:
    from rftg_dsl.base.codes import HERE, files_in

    return map(Candidate, files_in([HERE]))


VALUES: dict[str, Callable[[Line], Candidates]] = {
    "GAME": suggest_games,
    "GAME/]NAME|ID": suggest_components,
    "NAME|SET|GAME": suggest_texts,
    "PATH | GAME | GAME/SET": suggest_content,
    "SET": suggest_sets,
    "OLD": suggest_versions,
    "NEW": suggest_versions,
    "ID": suggest_editions,
    "KEY=VALUE": suggest_settings,
    "KIND": suggest_kinds,
    "SORT": suggest_sorts,
    "BOT[,BOT": suggest_bots,
    "FORMAT": suggest_formats,
    "WHAT": suggest_tolerances,
    "LEVEL": suggest_levels,
    "CODE": suggest_codes,
}

FREE = {"N", "R", "W", "TEXT", "HEX", "ROOT", "HOST", "ADDRESS", "NAME"}


def answer_shell(shell: str, app: typer.Typer) -> None:
    with suppress(OSError):
        os.write(1, answer(shell, sys.argv[1:], app).encode("utf-8", "replace"))
    # Skip the interpreter's clean-up, which would delay every Tab.
    os._exit(0)
