"""Sets that are begun, shared and opened in the author's room, as a worker process prepares them.

A text that somebody has shared is untrusted. It is read in memory by the reader of packs; no scenario in it is run, and
nothing is written. The server writes a new set only after a click, with the files that these functions return.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.author.new_set import make_files
from rftg_dsl.author.versions.packing import pack
from rftg_dsl.base.diagnostic import Diagnostic, Severity, UsageError
from rftg_dsl.base.files import Contents, OnDisk
from rftg_dsl.base.raster import RasterError
from rftg_dsl.base.resources import SET
from rftg_dsl.base.truetype import FontError
from rftg_dsl.library.folder import Box
from rftg_dsl.library.game_headers import read_header
from rftg_dsl.library.image_files import read_bounded_font, read_bounded_raster
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Loaded, load, load_standard
from rftg_dsl.library.packs.member_names import is_font, is_picture
from rftg_dsl.library.packs.read_pack import Packed, PackError, members_of
from rftg_dsl.library.packs.shared_text import read_shared_text, write_shared_text
from rftg_dsl.library.sets import SetFolder, read_set
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.manuscript import draw_all_sides

Plain = dict[str, Any]

PLACE = Path("shared-set")
"""The path by which the files of a shared set are named in messages; nothing with this path is read from the disk."""

FINDINGS = 20


def prepare_set(known: Known, name: str, game: str) -> dict[str, str]:
    """Return the files of a new set, in base64. Raise ``UsageError`` if a set for this game cannot have this name."""
    return encode_files({path: text.encode() for path, text in make_files(load_standard(game), name).items()})


def share_set(known: Known, of: str) -> Plain:
    """Return a set as a pack and as text, which is empty if it would be too long. Raise ``UsageError`` if the set
    cannot be packed."""
    packing = pack(known.open_manuscript(of).folder)
    packed = packing.pack
    if packed is None:
        raise error_of([each for each in packing.outcome.findings if each.severity is Severity.ERROR])
    text, wrong = "", ""
    try:
        text = write_shared_text(packed.raw)
    except UsageError as error:
        wrong = str(error)
    return {
        "name": packed.usual_name,
        "pack": b64encode(packed.raw).decode(),
        "text": text,
        "wrong": wrong,
        "files": list(packed.files),
        "left_out": list(packed.left_out),
    }


@frozen
class SharedSet:
    """A set that somebody has shared, in memory."""

    packed: Packed
    set_folder: SetFolder
    box: Box
    """The box of the game that the set is for."""

    def describe_files(self) -> dict[str, str]:
        """Return the texts of all files; for a picture, its size in words."""
        return {name: describe_member(name, raw) for name, raw in self.packed.members.items()}

    def open(self, folder: Path) -> Contents:
        """Open the folder of a set, of which this set is one."""
        return self.packed if folder == PLACE else OnDisk(folder)

    def load(self) -> Loaded:
        return load(self.box.game, sets=[*self.box.sets, PLACE], opener=self.open)


def read_shared_set(text: str) -> SharedSet:
    """Read a shared set. Raise ``UsageError``, with the code of a pack's mistake, if the text is malformed."""
    try:
        members = members_of(read_shared_text(text), str(PLACE))
    except PackError as error:
        code, message, hint = error.wrong
        raise UsageError(message, hint, code) from None
    if isinstance(members, list):
        raise error_of(members)
    packed = Packed(PLACE, members)
    set_folder, mistakes = read_set(PLACE, opened=lambda _: packed)
    if set_folder is None:
        raise error_of(mistakes)
    return SharedSet(packed, set_folder, find_box(set_folder.game))


def show_shared_set(known: Known, text: str) -> Plain:
    """Return the files, sides and mistakes of a shared set, for a person to look at before keeping it."""
    shared = read_shared_set(text)
    files = shared.describe_files()
    loaded = shared.load()
    about = shared.set_folder
    return {
        "id": about.id,
        "title": about.name,
        "game": read_header(about.game).title,
        "version": about.version,
        "licence": about.licence,
        "files": [{"name": name, "text": files[name]} for name in sorted(files, key=lambda name: (name != SET, name))],
        "findings": list_findings(loaded.diagnostics),
        **draw_all_sides(loaded, PLACE),
    }


def read_shared_files(known: Known, text: str) -> dict[str, str]:
    """Return the files of a shared set, in base64."""
    shared = read_shared_set(text)
    shared.describe_files()  # refuses what can be neither read nor shown
    return encode_files(shared.packed.members)


def encode_files(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return files as a worker can send them."""
    return {name: b64encode(content).decode() for name, content in files.items()}


def list_findings(diagnostics: Sequence[Diagnostic]) -> list[str]:
    mine = [each for each in diagnostics if each.at.source.path and each.at.source.path.is_relative_to(PLACE)]
    return [f"{each.at.file}:{each.at.begins[0]}: {each.message}" for each in mine[:FINDINGS]]


def describe_member(name: str, raw: bytes) -> str:
    """Return the text of a file, or the size of a picture or font. Raise ``UsageError`` if it is neither."""
    if is_picture(name):
        return describe_picture(name, raw)
    return describe_font(name, raw) if is_font(name) else decode_member(name, raw)


def describe_font(name: str, raw: bytes) -> str:
    try:
        font = read_bounded_font(raw)
    except FontError as error:
        raise UsageError(f"{name}: {error.message}", "ask for the set again", "wrong-file") from None
    return f"a font with {font.glyphs:,} letters and signs"


def describe_picture(name: str, raw: bytes) -> str:
    try:
        raster = read_bounded_raster(raw)
    except RasterError as error:
        raise UsageError(f"{name}: {error.message}", "ask for the set again", error.code) from None
    return f"a picture of {raster.width:,} by {raster.height:,} pixels"


def decode_member(name: str, raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8 text", "ask for the set again", "bad-encoding") from None


def error_of(diagnostics: Sequence[Diagnostic]) -> UsageError:
    """The error for the first of some mistakes."""
    first = diagnostics[0]
    more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
    return UsageError(f"{first.at.file}: {first.message}{more}", first.hint, first.code)
