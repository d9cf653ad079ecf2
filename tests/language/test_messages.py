"""All messages that a beginner would see, as one text."""

import re
from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from check.joined import found

FILES = ("sides", "words", "surplus", "never", "declarations", "syntax")


def test_messages(snapshot: SnapshotAssertion) -> None:
    page = []
    for name in FILES:
        text = (Path(__file__).parent / f"{name}.rftg").read_text("utf-8")
        for diagnostic in found(text):
            message, hint = (
                re.sub(r"/\S+/", "", part) for part in (diagnostic.message, diagnostic.hint)
            )  # the folder of the set in this run
            line, column = diagnostic.at.begins
            said = text.splitlines()[line - 1].split("#!")[0].strip() if line <= text.count("\n") else ""
            page.append(
                f"{name}:{line}:{column} {diagnostic.severity} {diagnostic.code}\n  | {said}\n  {message}\n  = {hint}"
            )

    assert "\n".join(page) == snapshot
