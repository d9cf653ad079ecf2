"""Shell completion for an unfinished command line. Imported only when a shell requests completion.

A shell runs ``rftg`` with the shell's name in ``_RFTG_COMPLETE`` and with the words so far as arguments. The answer
contains one candidate per line, followed by a tab and the candidate's meaning. Alternatively, the answer is the single
line ``:files`` or ``:folders``, which asks the shell to complete the word itself.
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
"""Answers that ask the shell to complete the name of a file or folder."""


class Candidate(NamedTuple):
    """A possible completion, with its meaning."""

    value: str
    meaning: str = ""


Candidates = Iterable[Candidate]


class Line(NamedTuple):
    """An unfinished command line that has been parsed."""

    command: Any
    given: Mapping[str, str]
    """The values of the arguments and options so far, by parameter name."""
    at: Any
    """The parameter whose value is being typed; None if a command or an option is being typed."""
    begun: str
    before: str = ""
    """The part of the word that precedes the value, such as ``--option=``."""

    @property
    def games(self) -> dict[str, OfGame]:
        every = load_known()["games"]
        named = {value.partition("/")[0] for key, value in self.given.items() if key in ("game", "component")} & {
            *every
        }
        return {name: every[name] for name in named} or every


def answer(shell: str, words: Sequence[str], app: typer.Typer) -> str:
    """Return the answer for a shell; empty if an error occurs."""
    taken = ""
    # The completion scripts discard standard error, so no one would see a message.
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
    """Return the candidates that match if accents, quotes and dashes are ignored."""
    start = fold(begun)
    return [candidate for candidate in every if start and fold(candidate.value).startswith(start)]


def join_words(words: Sequence[str]) -> tuple[list[str], str]:
    """Rejoin the words that bash has split at ``=`` and ``:``, and return the part of the last word that bash keeps."""
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
    """Remove the quotes from a shell word, whose last quote may still be open."""
    bare = re.sub(r"""\\(.)|"([^"]*)(?:"|$)|'([^']*)(?:'|$)""", lambda match: "".join(match.groups("")), word)
    return bare.removesuffix("\\")


# -- parsing the line ----------------------------------------------------------------------------------------------


def read(words: Sequence[str], app: typer.Typer) -> Line:
    command: Any = typer.main.get_command(app)
    rest = list(words[:-1])
    begun = words[-1] if words else ""
    while hasattr(command, "commands"):
        while rest and (rest[0].startswith("-") or rest[0] == "help"):
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
        # After ``--``, every word is an argument.
        elif word == "--" and not plain:
            plain = True
        elif word.startswith("-") and len(word) > 1 and not plain:
            option = options.get(name)
            if option is not None and option.is_flag:
                values[option.name] = name
            elif option is not None:
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
        # Building every command, only to read its help, would add 30 ms.
        for name, part in line.command.commands.parts.items():
            yield Candidate(name, first_sentence_of(part.help))
    if line.begun.startswith("-") or (line.at is None and not hasattr(line.command, "commands")):
        for option in line.command.params:
            if option.param_type_name == "option" and (option.multiple or option.name not in line.given):
                yield Candidate(option.opts[-1], first_sentence_of(option.help or ""))
        yield Candidate("--help", "Show this message and exit")


def shape_of(parameter: Any) -> str:
    """Return a parameter's metavar without brackets and dots, which identifies the kind of value."""
    return (parameter.metavar or "").strip("[].")


def fallback_for(line: Line) -> str:
    if line.at is None or line.begun.startswith("-"):
        return ""
    name = shape_of(line.at)
    return FOLDERS if name in HOLD_FOLDERS else FILES if name in HOLD_FILES else ""


HOLD_FOLDERS = {"DIR"}
HOLD_FILES = {
    "LOG", "LOG|SET|GAME", "LOG:LINE", "CSV", "A[:LINE", "B[:LINE", "FILE", "PATH", "PROOF", "KEY", "SET", "OLD", "NEW",
    "PATH | GAME | GAME/SET", "BOT[,BOT",
}  # fmt: skip


def suggest_nothing(_: Line) -> Candidates:
    return ()


def suggest_games(line: Line) -> Candidates:
    return map(Candidate, load_known()["games"])


def suggest_components(line: Line) -> Iterator[Candidate]:
    """Suggest component names with their ids as meanings and, once something has been typed, ids with names."""
    if line.given.get("schedule") or "/" not in line.begun:
        yield from (Candidate(f"{name}/") for name in load_known()["games"])
    for game, of in load_known()["games"].items():
        before = f"{game}/" if line.begun.startswith(f"{game}/") else ""
        # At an empty prompt, suggest no components, because a list of all names would be too long to be useful.
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
    """Suggest bots for the last item in a comma-separated list."""
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


def suggest_rules(line: Line) -> Candidates:
    from rftg_dsl.log.standings.point_rules import load_rules

    return (Candidate(rule.name, rule.says) for rule in load_rules().values())


def suggest_codes(line: Line) -> Candidates:
    from rftg_dsl.base.codes import HERE, files_in

    return map(Candidate, files_in([HERE]))


def suggest_presets(_: Line) -> Candidates:
    from rftg_dsl.show.pictures.presets import load_presets

    return (Candidate(preset.name, preset.title) for preset in load_presets().values())


VALUES: dict[str, Callable[[Line], Candidates]] = {
    "GAME": suggest_games,
    "GAME/]NAME|ID": suggest_components,
    "NAME|SET|GAME": suggest_texts,
    "PATH | GAME | GAME/SET": suggest_content,
    "LOG|SET|GAME": suggest_content,
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
    "RULE": suggest_rules,
    "CODE": suggest_codes,
    "PRESET": suggest_presets,
}

FREE = {
    "COMMAND", "N", "N[,N", "R", "T", "W", "TEXT", "HEX", "ROOT", "HOST", "ADDRESS", "NAME", "POINTS", "HEADER=COLUMN,",
    "URL", "MM",
}  # fmt: skip


def answer_shell(shell: str, app: typer.Typer) -> None:
    with suppress(OSError):
        os.write(1, answer(shell, sys.argv[1:], app).encode("utf-8", "replace"))
    # Skip the interpreter's clean-up, which would delay every completion.
    os._exit(0)
