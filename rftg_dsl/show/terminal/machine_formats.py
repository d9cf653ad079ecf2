"""Findings in machine-readable formats: JSON, GitHub annotations and SARIF 2.1.0."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Any, NamedTuple

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.spelling import escape_unseen

if TYPE_CHECKING:
    from rftg_dsl.base.diagnostic import Diagnostic, Edit
    from rftg_dsl.base.source import Span


class Level(NamedTuple):
    """The name of a severity in GitHub annotations and in SARIF."""

    github: str
    sarif: str


LEVELS = {"error": Level("error", "error"), "warning": Level("warning", "warning"), "lint": Level("notice", "note")}


def as_json(value: Any) -> str:
    """Serialize plain data as indented JSON."""
    # Text from an untrusted file can contain invisible or bidirectional characters, which would disguise the output.
    return escape_unseen(json.dumps(value, ensure_ascii=False, indent=2))


def as_list_item(value: Any, before: int) -> str:
    """Serialize an element of a streamed JSON array that follows ``before`` other elements.

    The caller prints the closing ``]``.
    """
    return ("," if before else "[") + "\n" + indent(as_json(value), "  ")


def as_github(outcome: Outcome) -> str:
    return "\n".join(as_annotation(finding) for finding in outcome.findings)


def as_annotation(finding: Diagnostic) -> str:
    """Render a finding as a GitHub workflow command: ``::error file=...,line=...::message``."""
    (line, column), (end_line, end_column) = finding.at.begins, finding.at.ends
    place = {"file": finding.at.file, "line": line, "endLine": end_line}
    if line == end_line:
        place |= {"col": column, "endColumn": max(column, end_column - 1)}
    place["title"] = finding.code
    fields = ",".join(f"{name}={escape_field(str(value), ':,')}" for name, value in place.items())
    message = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
    return f"::{LEVELS[finding.severity].github} {fields}::{escape_field(message)}"


def escape_field(text: str, more: str = "") -> str:
    """Percent-encode the characters that have a special meaning in a workflow command, including those in ``more``."""
    # Encode ``%`` first; otherwise the escapes would themselves be encoded.
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def as_sarif(outcome: Outcome, version: str) -> str:
    codes = sorted({finding.code for finding in outcome.findings})
    rules = [{"id": code, "shortDescription": {"text": code.replace("-", " ")}} for code in codes]
    driver = {"name": "rftg", "version": version, "semanticVersion": version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [as_sarif_result(finding, codes) for finding in outcome.findings],
    }
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def as_sarif_result(finding: Diagnostic, codes: list[str]) -> dict[str, Any]:
    from urllib.parse import quote

    file = finding.at.file
    uri = f"file://{quote(file)}" if file.startswith("/") else quote(file)
    place = {"artifactLocation": {"uri": uri}, "region": as_sarif_region(finding.at)}
    result = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": LEVELS[finding.severity].sarif,
        "message": {"text": f"{finding.message}; {finding.hint}" if finding.hint else finding.message},
        "locations": [{"physicalLocation": place}],
    }
    if finding.fix:
        replacements = [as_sarif_replacement(edit) for edit in finding.fix]
        changes = [{"artifactLocation": {"uri": uri}, "replacements": replacements}]
        result["fixes"] = [{"artifactChanges": changes}]
    return result


def as_sarif_replacement(edit: Edit) -> dict[str, Any]:
    """Convert an edit to a SARIF replacement."""
    return {"deletedRegion": as_sarif_region(edit.at), "insertedContent": {"text": edit.text}}


def as_sarif_region(at: Span) -> dict[str, int]:
    """Convert a range in a source file to a SARIF region."""
    (line, column), (end_line, end_column) = at.begins, at.ends
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
