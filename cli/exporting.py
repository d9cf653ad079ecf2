"""Writing logs as pages, and sets as spreadsheets, galleries and folders for virtual tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rftg_dsl.author.spreadsheet.export_sheet import export_components
from rftg_dsl.base.files import check_unused, error_on_writing, write_folder, write_new
from rftg_dsl.base.resources import PICTURES
from rftg_dsl.cli.arguments import eyes_of
from rftg_dsl.cli.options import STREAM, say
from rftg_dsl.cli.streams import log_at
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.show.browser.replay_data import make_reel
from rftg_dsl.show.browser.replay_file import render_page
from rftg_dsl.show.gallery.exhibits import gather_exhibition
from rftg_dsl.show.gallery.pages import Gallery
from rftg_dsl.show.pictures.png import check_installed
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.paint import to_visible
from rftg_dsl.show.virtual.addresses import find_base
from rftg_dsl.show.virtual.card_game_simulator import CardGameSimulator
from rftg_dsl.show.virtual.tabletop_simulator import TabletopSimulator


def export_log(
    log: Path, out: Path, seat: int | None, public: bool, secrets: Path | None, extra: Sequence[str | Path]
) -> None:
    game_log = log_at(log)
    find = make_finder(extra)
    verdict = judge_log(str(log), lambda: game_log, find)
    eyes = eyes_of(game_log, log, seat, public, secrets)
    page = render_page(make_reel(game_log, find, verdict, eyes)).encode()
    # A page about an unfinished game shows hidden pieces, unless it is the public view.
    private = not (game_log.complete or (eyes is not None and eyes.who == PUBLIC))
    if write_out(out, page, private):
        say(f"{out}: {len(page):,} bytes; the log is {verdict.verdict}")


def export_set(wanted: str, out: Path, extra: Sequence[str | Path]) -> None:
    export = export_components(wanted, extra)
    for path, content in export.pictures.items() if str(out) != STREAM else ():
        write_new(make_folder_for(out.parent / path), content)
    if not write_out(out, export.raw):
        return
    if export.pictures:
        say(f"{to_visible(str(out.parent / PICTURES))}: {count(len(export.pictures), 'picture')}")
    say(f"{to_visible(str(out))}: {count(export.components, 'component')} in {count(export.rows, 'row')}")
    if export.left_out:
        say(f"left out: {count(export.left_out, 'declaration')} of words and rules, which are not components")


def make_folder_for(path: Path) -> Path:
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise error_on_writing(path, error) from None
    return path


def export_table(wanted: str, out: Path, form: str, base: str | None, extra: Sequence[str | Path]) -> None:
    """Write the folder that a virtual table reads; ``form`` is ``tts`` or ``cgs``."""
    # Check this first, because drawing a whole game takes a while.
    check_installed()
    check_unused(out)
    writer = TABLES[form](find_components(wanted, extra=extra), find_base(base, out))
    writer.check()
    many = write_folder(out, writer.list_files())
    say(f"{to_visible(str(out))}: {count(many, 'file')} for {NAMES[form]}")
    if writer.dice_left_out:
        say(f"left out: {count(writer.dice_left_out, 'kind')} of dice, which it cannot show")


def export_gallery(wanted: str, out: Path, extra: Sequence[str | Path]) -> None:
    check_unused(out)
    exhibition = gather_exhibition(wanted, extra)
    write_folder(out, Gallery(exhibition).list_files())
    say(f"{to_visible(str(out))}: a gallery of {count(len(exhibition.exhibits), 'component')}; open index.html")


TABLES: dict[str, type[TabletopSimulator | CardGameSimulator]] = {"tts": TabletopSimulator, "cgs": CardGameSimulator}
NAMES = {"tts": "Tabletop Simulator", "cgs": "Card Game Simulator"}


def write_out(out: Path, content: bytes, private: bool = False) -> bool:
    """Write to a new file or to standard output; return whether it is a file."""
    if str(out) == STREAM:
        sys.stdout.buffer.write(content)
        return False
    write_new(out, content, private=private)
    return True
