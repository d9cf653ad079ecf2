"""Applies the fixes in findings, writing each file atomically."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.target import Target
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import MARK, bytes_of, diff_between, rewrite
from rftg_dsl.base.limits import BYTES
from rftg_dsl.base.source import Source
from rftg_dsl.library.sets import decode_text


class Fixed(NamedTuple):
    """A file before and after its fixes are applied."""

    name: str
    path: Path
    raw: bytes
    before: str
    after: str
    codes: Sequence[str]

    def as_diff(self) -> str:
        return diff_between(self.name, self.before, self.after)

    def write(self) -> None:
        """Write the file. Raise ``UsageError`` if it has changed in the meantime or is not writable."""
        rewrite(self.path, self.raw, MARK * self.raw.startswith(MARK) + self.after.encode())


def check_paths(targets: Sequence[Target], more: bool) -> None:
    """Raise ``UsageError`` unless all targets are paths, so that installed content is never changed.

    ``more`` says whether there are paths besides the targets.
    """
    if not all(target.path for target in targets) or not (targets or more):
        hint = "specify the files or folders to change, as in: rftg validate --fix ./my-expansion"
        raise UsageError("only files specified by their paths can be fixed", hint, "wrong-option")


def fix_files(outcome: Outcome) -> Iterator[Fixed]:
    """Yield each file with its fixes applied, except fixes that overlap others; files in packs are skipped."""
    paths = {file.name: Path(file.path) for file in outcome.read}
    by_file: dict[str, list[Diagnostic]] = {}
    for finding in outcome.findings:
        if finding.fix and finding.at.file in paths and paths[finding.at.file].is_file():
            by_file.setdefault(finding.at.file, []).append(finding)
    for name, findings in by_file.items():
        raw = bytes_of(paths[name], BYTES.most, name, "")
        source, _ = decode_text(raw, name)
        # Text that was not decoded losslessly must not be written back.
        whole = source.text.encode() == raw.removeprefix(MARK)
        if not whole or source.text != findings[0].at.source.text:
            raise UsageError(f"{name} has changed in the meantime", "try again", "unwritable")
        after, codes = fix_text(source, findings)
        yield Fixed(name, paths[name], raw, source.text, after, codes)


def fix_text(source: Source, findings: Iterable[Diagnostic]) -> tuple[str, Sequence[str]]:
    """Apply fixes to a text, each entirely or not at all; return the text and the codes of the fixed findings."""
    done: dict[tuple[int, int], str] = {}
    codes = []
    for finding in findings:
        edits = {(edit.at.start, edit.at.end): edit.text for edit in finding.fix}
        if not any(are_overlapping(edit, other) for edit in edits for other in done):
            done |= edits
            codes.append(finding.code)
    parts, at = [], 0
    for (start, end), text in sorted(done.items()):
        parts += [source.text[at:start], text]
        at = end
    return "".join([*parts, source.text[at:]]), codes


def are_overlapping(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two spans share a character or start at the same offset."""
    return span[0] == other[0] or (span[0] < other[1] and other[0] < span[1])
