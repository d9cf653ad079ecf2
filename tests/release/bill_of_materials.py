"""The bill of materials of a wheel in the CycloneDX format, made from the wheel's own metadata.

It lists the packages that the wheel needs, with the versions that were tested, and everything in it that others made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
DEVELOPERS = frozenset({"docs", "test"})
"""Extras that only developers install."""


def make_bill(wheel: Path, epoch: int) -> dict[str, Any]:
    """Return the bill as JSON-ready data. ``epoch`` is its time, so that the same wheel gives the same bill."""
    metadata, digest = read_metadata(wheel), sha256(wheel.read_bytes()).hexdigest()
    product = describe_product(metadata, digest)
    parts = [*map(describe_bundled, load_bundled()), *list_requirements(metadata)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {"timestamp": f"{datetime.fromtimestamp(epoch, UTC):%Y-%m-%dT%H:%M:%SZ}", "component": product},
        "components": parts,
        "dependencies": [{"ref": product["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def read_metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name))


def load_bundled() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((ROOT / "tests/release/bundled.toml").read_text("utf-8"))["bundled"]
    return rows


def describe_product(metadata: Message, digest: str) -> dict[str, Any]:
    reference = reference_of(metadata["Name"], metadata["Version"])
    return {
        "type": "application",
        "bom-ref": reference,
        "name": metadata["Name"],
        "version": metadata["Version"],
        "description": metadata["Summary"],
        "licenses": [{"expression": metadata["License-Expression"]}],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def describe_bundled(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "data" if row["licence"] == "Apache-2.0" else "library",
        "bom-ref": f"bundled/{row['name'].lower().replace(' ', '-')}",
        "name": row["name"],
        "version": row["version"],
        "description": row["says"],
        "licenses": [{"license": {"id": row["licence"]}}],
        "properties": [{"name": "rftg-dsl:file", "value": file} for file in row["files"]],
    }


def list_requirements(metadata: Message) -> Iterator[dict[str, Any]]:
    """The packages that users install with the wheel; a package of an extra is optional."""
    tested = load_tested_versions()
    known: dict[str, set[str]] = {}
    for text in metadata.get_all("Requires-Dist", ()):
        requirement = Requirement(text)
        extra = re.search(r"extra == ['\"](\w+)['\"]", str(requirement.marker))
        known.setdefault(canonicalize_name(requirement.name), set()).add(extra[1] if extra else "")
    for name, extras in sorted(known.items()):
        if not extras <= DEVELOPERS:
            reference = reference_of(name, tested[name])
            yield {
                "type": "library",
                "bom-ref": reference,
                "name": name,
                "version": tested[name],
                "scope": "required" if "" in extras else "optional",
                "properties": [{"name": "rftg-dsl:extra", "value": extra} for extra in sorted(extras - {""})],
            }


def load_tested_versions() -> Mapping[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def reference_of(name: str, version: str) -> str:
    """The name of a package within the bill. A package URL would also name its source, which users choose."""
    return f"python/{canonicalize_name(name)}@{version}"
