"""Packing: validates the folder of a set and turns it into a single file, which is identical on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from unicodedata import normalize

from attrs import evolve, frozen

from rftg_dsl.author.validate.check_targets import check
from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.versions.release import load_release
from rftg_dsl.base.diagnostic import Diagnostic, Severity, UsageError
from rftg_dsl.base.files import OnDisk
from rftg_dsl.base.limits import MEMBER, RASTER
from rftg_dsl.base.own_files import files_below, folder_links_below
from rftg_dsl.base.raster import RasterError, read_raster
from rftg_dsl.base.resources import PACKED
from rftg_dsl.base.source import Source, Span
from rftg_dsl.library.manifest import key_at
from rftg_dsl.library.packs.member_names import is_member, is_picture
from rftg_dsl.library.packs.pack_format import make_pack
from rftg_dsl.library.packs.read_pack import members_of
from rftg_dsl.library.sets import SetFolder, decode_text, find_unshared_files, read_set


@frozen
class Pack:
    """A packed set."""

    id: str
    name: str
    game: str
    version: str
    licence: str
    digest: str
    """The digest of the content, as recorded in logs."""
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    """The files in the folder that are not part of a set."""
    raw: bytes

    @property
    def sha256(self) -> str:
        return sha256(self.raw).hexdigest()

    @property
    def usual_name(self) -> str:
        return f"{self.id}-{self.version}{PACKED}"


@frozen
class Packing:
    """The findings and, if there are no errors, the pack."""

    outcome: Outcome
    pack: Pack | None

    def as_plain(self, path: str) -> dict[str, Any]:
        data = {key: value for key, value in self.outcome.as_plain().items() if key in ("pending", "diagnostics")}
        if self.pack is None:
            return {"pack": None, **data}
        pack = self.pack
        said = {"id": pack.id, "name": pack.name, "game": pack.game, "version": pack.version, "licence": pack.licence}
        file = {"path": path, "bytes": len(pack.raw), "sha256": pack.sha256, "digest": pack.digest}
        return {"pack": {**said, **file, "files": list(pack.files), "left_out": list(pack.left_out)}, **data}


def pack(folder: Path, extra: Sequence[str | Path] = ()) -> Packing:
    """Pack a set after validating it with additional sets. Raise ``UsageError`` if the folder does not exist."""
    if folder.is_file():
        raise UsageError(f"{folder} is not a folder", "specify the folder of a set", "wrong-file")
    set_folder, _ = read_set(folder)
    paths = [each for each in extra if isinstance(each, Path)]
    outcome = check([Target(path=str(each)) for each in (folder, *paths)]).outcome
    if set_folder is None or outcome.errors:
        return Packing(outcome, None)
    wrong = [diagnose_code(set_folder)] if set_folder.code else []
    wrong += [evolve(each, severity=Severity.ERROR) for each in find_unshared_files(set_folder.contents, str(folder))]
    files: dict[str, bytes] = {}
    left_out = []
    for path in files_to_pack(folder):
        # macOS may decompose names, but a pack must consist of the same bytes everywhere.
        name = normalize("NFC", path.relative_to(folder).as_posix())
        if path.is_symlink():
            wrong.append(diagnose_link(path))
        elif not is_member(name):
            left_out.append(name)
        elif isinstance(content := read_picture(path) if is_picture(name) else read_normalized(path), Diagnostic):
            wrong.append(content)
        elif name in files:
            wrong.append(diagnose_duplicate(path, name))
        else:
            files[name] = content
    raw = b"" if wrong else make_pack(files)
    # Read the pack back: if readers would reject it, report that now rather than let its users find out later.
    if not wrong and isinstance(read := members_of(raw, str(folder)), list):
        wrong = read
    if wrong:
        named = {(each.at.file, each.code) for each in wrong}  # in a folder, these are merely warnings
        reported = {*wrong}.union(each for each in outcome.findings if (each.at.file, each.code) not in named)
        findings = sorted(reported, key=lambda each: (each.at.file, each.at.start, each.code))
        return Packing(outcome._replace(findings=findings), None)
    digest = load_release(folder, extra).digest
    texts = (set_folder.id, set_folder.name, set_folder.game, set_folder.version, set_folder.licence)
    return Packing(outcome, Pack(*texts, digest, tuple(sorted(files)), tuple(left_out), raw))


def files_to_pack(folder: Path) -> list[Path]:
    return sorted((*files_below(folder), *folder_links_below(folder)), key=lambda path: path.parts)


def read_normalized(path: Path) -> bytes | Diagnostic:
    """The text of a file with LF line endings, a final newline and no byte order mark; otherwise a diagnostic."""
    raw = OnDisk(path.parent).read(path, MEMBER.most, str(path), "leave it out")
    source, wrong = decode_text(raw, str(path))
    if spoilt := [diagnostic for diagnostic in wrong if diagnostic.code == "bad-encoding"]:
        return spoilt[0]
    text = source.text.replace("\r\n", "\n")
    return (text if text.endswith("\n") else f"{text}\n").encode()


def read_picture(path: Path) -> bytes | Diagnostic:
    """A picture without what is not drawn, such as the place of a photograph; otherwise a diagnostic."""
    try:
        return read_raster(OnDisk(path.parent).read(path, RASTER.most, str(path), "leave it out")).raw
    except RasterError as error:
        return Diagnostic(error.code, Span(Source(str(path), "", path), 0, 0), error.message, error.hint)


def diagnose_code(set_folder: SetFolder) -> Diagnostic:
    hint = "share its Python package, which contains the set"
    return Diagnostic("pack-code", key_at(set_folder.source, "code"), "a set with Python code cannot be packed", hint)


def diagnose_link(path: Path) -> Diagnostic:
    """The finding for a link, which is rejected because it could lead outside the set."""
    at = Span(Source(str(path), "", path), 0, 0)
    return Diagnostic("pack-link", at, "a link cannot be packed", "replace it with a copy of the file, or remove it")


def diagnose_duplicate(path: Path, name: str) -> Diagnostic:
    at = Span(Source(str(path), "", path), 0, 0)
    return Diagnostic("pack-duplicate", at, f"duplicate name {name!r}", "rename one of them")
