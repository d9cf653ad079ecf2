"""Recordings as people save them: whole games, lists and archives of games, and browser recordings (HAR).

A game has four parts. If they have been saved separately, as the site sends them, they are joined.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.race_bga.recording import recognise
from rftg_dsl.importers.reading import read_documents

PARTS = {
    "tableinfos": "the options and the result of the table (tableinfos)",
    "gamedatas": "the table before the first move, as each player sees it (gamedatas)",
    "logs": "the moves (logs)",
}
HINT = "docs/importing.md explains which parts a recording has, and how to get them"


def read_recordings(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games in a file. Raise ``UsageError`` if there are no games or if a part of a game is missing."""
    parts: dict[str, Any] = {}
    games = 0
    for document in read_documents(path):
        for value in values_in(document):
            if is_game(value):
                games += 1
                yield value
                continue
            # A browser may have fetched the same part several times.
            for part, content in parts_in(value).items():
                if parts.setdefault(part, content) != content:
                    message = f"{path} contains parts of several games"
                    raise UsageError(message, "save each game in its own file", "wrong-recording")
    if parts:
        yield join_parts(parts, path)
    elif not games:
        raise UsageError(f"{path} does not contain a game from Board Game Arena", HINT, "wrong-recording")


def is_game(value: Any) -> bool:
    return isinstance(value, dict) and bool(recognise(value))


def values_in(document: Any) -> Iterator[Any]:
    """The members of a list, the responses in a browser recording, or the document itself."""
    if isinstance(document, list):
        yield from document
    elif isinstance(document, dict) and isinstance(document.get("log"), dict) and "entries" in document["log"]:
        yield from answers_in(document["log"]["entries"])
    else:
        yield document


def answers_in(entries: Any) -> Iterator[Any]:
    for entry in entries if isinstance(entries, list) else ():
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            content = entry["response"]["content"]
            yield json.loads(b64decode(content["text"]) if content.get("encoding") == "base64" else content["text"])


def parts_in(value: Any) -> dict[str, Any]:
    """The parts in a value: a single part as the site sends it, or an object with several; empty for anything else."""
    if not isinstance(value, dict):
        return {}
    data, tables = value.get("data"), list(value.values())
    if isinstance(data, dict) and isinstance(data.get("logs"), list):
        return {"logs": value}
    if isinstance(data, dict) and isinstance(data.get("options"), dict):
        return {"tableinfos": value}
    if tables and all(isinstance(table, dict) and "playerorder" in table for table in tables):
        return {"gamedatas": value}
    return {part: value[part] for part in PARTS if isinstance(value.get(part), dict)}


def join_parts(parts: Mapping[str, Any], path: Path) -> dict[str, Any]:
    if missing := [text for part, text in PARTS.items() if part not in parts]:
        there = [text for part, text in PARTS.items() if part in parts]
        message = f"{path} is not a complete recording: it has {' and '.join(there)}, but not {' and '.join(missing)}"
        raise UsageError(message, HINT, "wrong-recording")
    return {"table_id": number_of(parts["logs"]) or path.name.partition(".")[0], **parts}


def number_of(logs: Mapping[str, Any]) -> str:
    with suppress(LookupError, TypeError):
        return str(logs["data"]["logs"][0]["table_id"])
    return ""
