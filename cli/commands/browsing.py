"""Commands for a browser: export, serve."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import OUT, STREAM, Public, Seat, Secrets, With, refuse_stream, say, sets_from
from rftg_dsl.cli.page import LOGS, PLAY


class Page(StrEnum):
    """Export formats: a page for a log; a spreadsheet, a gallery and folders for virtual tables, for a set."""

    HTML = "html"
    CSV = "csv"
    TTS = "tts"
    CGS = "cgs"
    GALLERY = "gallery"


VIRTUAL = (Page.TTS, Page.CGS)


@app.command(
    group=LOGS,
    example="rftg export game.rlog --out game.html",
    help="""Save a game as a page for any browser, or a set for other programs.

    The page shows the table at every step, the story, why each thing happened, and the scores. It needs no network.
    With --format csv, writes the components of a set as a spreadsheet, which 'rftg new --from' reads; with tts or cgs,
    as a folder for Tabletop Simulator or Card Game Simulator (extra `png`); with gallery, as a folder of pages.
    """,
)
def export(
    source: Annotated[
        str,
        typer.Argument(
            metavar="LOG|SET|GAME",
            help=f"The log file ('{STREAM}' is standard input); for other formats, a set (an id, a folder or a "
            "pack) or a game.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="PATH", help=f"{OUT}: a new file, or folder; '{STREAM}' is standard output."),
    ],
    form: Annotated[Page, typer.Option("--format", help="Output format.")] = Page.HTML,
    base: Annotated[
        str | None,
        typer.Option(
            "--base",
            metavar="URL",
            help="For a virtual table: the web address at which you publish the folder (default: found on this machine "
            "only).",
        ),
    ] = None,
    seat: Seat = None,
    public: Public = False,
    secrets: Secrets = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli import exporting
    from rftg_dsl.cli.validating import check_conflict

    if form not in VIRTUAL:
        check_conflict(((f"--format {form}", True), ("--base", base is not None)))
    if form == Page.HTML:
        exporting.export_log(Path(source), out, seat, public, secrets, sets_from(extra))
        return
    for option, value in (("--seat", seat is not None), ("--public", public), ("--secrets", secrets)):
        check_conflict(((f"--format {form}", True), (option, value)))
    if form == Page.CSV:
        exporting.export_set(source, out, sets_from(extra))
        return
    refuse_stream("it is a folder")(out)
    if form == Page.GALLERY:
        exporting.export_gallery(source, out, sets_from(extra))
    else:
        exporting.export_table(source, out, form, base, sets_from(extra))


@app.command(
    group=PLAY,
    example="rftg serve my-games",
    help="""Play in a browser, replay games, look at components, and write sets.

    Opens your browser, and prints the address, which contains the key. Only this machine can open the pages, unless
    --host specifies another address. Only the given folders are shown; games are kept in the first one.
    """,
)
def serve(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DIR...",
            help="Folders whose logs and sets the pages show (default: a folder of your own for games).",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="HOST", help="The address to listen on; other machines may then be able to connect."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for any free one.")
    ] = 8000,
    unopened: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser; only print the address.")
    ] = False,
    notify: Annotated[
        str,
        typer.Option(
            "--notify",
            metavar="COMMAND",
            help="A command to run when the turn passes to a person whose page is closed or hidden; its environment "
            "has RFTG_GAME, RFTG_SEAT, RFTG_NAME and RFTG_ADDRESS.",
        ),
    ] = "",
) -> None:
    from rftg_dsl.base.extras import require_extra
    from rftg_dsl.base.own_folder import make_data_folder
    from rftg_dsl.cli.arguments import folders_of
    from rftg_dsl.show.browser.opening import can_open_page, open_page

    with require_extra("web", "'rftg serve'"):
        from rftg_dsl.show.browser.server import serve as served
    shown = folders_of(folders) if folders else [make_data_folder("games")]
    served(shown, host, port, say, open_page if can_open_page() and not unopened else None, notify)
