"""Findings for programs: JSON, GitHub workflow annotations, and SARIF 2.1.0."""

from __future__ import annotations

import json
from textwrap import indent
from typing import Any, NamedTuple

from rftg_dsl.author.validate.outcome import Change, Finding, Outcome
from rftg_dsl.base.spelling import escape_unseen


class Level(NamedTuple):
    """How a severity is called elsewhere."""

    github: str
    sarif: str


LEVELS = {"error": Level("error", "error"), "warning": Level("warning", "warning"), "lint": Level("notice", "note")}


def as_json(value: Any) -> str:
    """Plain data as JSON; what cannot be seen is escaped, since it can come from a stranger's file."""
    return escape_unseen(json.dumps(value, ensure_ascii=False, indent=2))


def as_list_item(value: Any, before: int) -> str:
    """The next of many values in a list, so many of which have been shown; a last ``]`` ends it."""
    return ("," if before else "[") + "\n" + indent(as_json(value), "  ")


def as_github(outcome: Outcome) -> str:
    """One workflow command per finding."""
    return "\n".join(as_annotation(one) for one in outcome.findings)


def as_annotation(one: Finding) -> str:
    """``::error file=...,line=...::message``; columns are given only if the finding is on one line."""
    place = {"file": one.file, "line": one.line, "endLine": one.end_line}
    if one.line == one.end_line:
        place |= {"col": one.column, "endColumn": max(one.column, one.end_column - 1)}
    place["title"] = one.code
    fields = ",".join(f"{name}={escape_field(str(value), ':,')}" for name, value in place.items())
    message = f"{one.message}\n{one.hint}" if one.hint else one.message
    return f"::{LEVELS[one.severity].github} {fields}::{escape_field(message)}"


def escape_field(text: str, more: str = "") -> str:
    """The text with the characters that would end a field percent-encoded."""
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def as_sarif(outcome: Outcome, version: str) -> str:
    """The findings as a SARIF log with one run."""
    codes = sorted({one.code for one in outcome.findings})
    rules = [{"id": code, "shortDescription": {"text": code.replace("-", " ")}} for code in codes]
    driver = {"name": "rftg", "version": version, "semanticVersion": version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [as_sarif_result(one, codes) for one in outcome.findings],
    }
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def as_sarif_result(one: Finding, codes: list[str]) -> dict[str, Any]:
    """A finding as a SARIF result."""
    from urllib.parse import quote

    region = {"startLine": one.line, "startColumn": one.column, "endLine": one.end_line, "endColumn": one.end_column}
    uri = f"file://{quote(one.file)}" if one.file.startswith("/") else quote(one.file)
    place = {"artifactLocation": {"uri": uri}, "region": region}
    found = {
        "ruleId": one.code,
        "ruleIndex": codes.index(one.code),
        "level": LEVELS[one.severity].sarif,
        "message": {"text": f"{one.message}; {one.hint}" if one.hint else one.message},
        "locations": [{"physicalLocation": place}],
    }
    if one.fix:
        replacements = [as_sarif_replacement(change) for change in one.fix]
        changes = [{"artifactLocation": {"uri": uri}, "replacements": replacements}]
        found["fixes"] = [{"artifactChanges": changes}]
    return found


def as_sarif_replacement(one: Change) -> dict[str, Any]:
    """A change as a SARIF replacement."""
    names = {"startLine": one.line, "startColumn": one.column, "endLine": one.end_line, "endColumn": one.end_column}
    return {"deletedRegion": names, "insertedContent": {"text": one.text}}
