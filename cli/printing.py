"""Writing printable sheets to a file or to standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_over
from rftg_dsl.cli.options import STREAM, Format, print_report
from rftg_dsl.cli.picture_files import complain
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.show.pictures.pdf import as_pdf, check_installed
from rftg_dsl.show.pictures.sheets import Sheets, lay_out_sheets
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.paint import paint_for

PDF = ".pdf"


@frozen
class Print:
    """The settings and destination for printable sheets."""

    out: Path
    paper: str
    both: bool
    once: bool = False
    bleed: float = 0

    @property
    def streamed(self) -> bool:
        return str(self.out) == STREAM

    def show(self, chosen: Chosen, form: Format) -> None:
        if not self.streamed and self.out.suffix.lower() != PDF:
            raise UsageError(
                f"{self.out} is not the name of a PDF file", f"use a name that ends in {PDF}", "wrong-option"
            )
        # Check this first, because laying out a whole game takes a while.
        check_installed()
        made = lay_out_sheets(chosen, self.paper, self.both, self.once, self.bleed)
        raw = as_pdf(made.pages, made.title)
        if self.streamed:
            sys.stdout.buffer.write(raw)
        else:
            write_over(self.out, raw)
        complain(made.crowded)
        # If the PDF itself is written to standard output, print the report to standard error.
        print_report(form, lambda: self.as_plain(made), lambda: self.as_text(made), beside=self.streamed)

    def as_text(self, made: Sheets) -> str:
        name = "standard output" if self.streamed else str(self.out)
        laid = paint_for(sys.stderr if self.streamed else sys.stdout)("laid out", "green")
        things = " and ".join(
            count(many, what) for many, what in ((made.pieces, "piece"), (made.stickers, "sticker")) if many
        )
        return f"{laid}: {things} on {count(len(made.pages), 'page')}, in {name}"

    def as_plain(self, made: Sheets) -> dict[str, object]:
        return {
            "file": None if self.streamed else str(self.out),
            "title": made.title,
            "paper": self.paper,
            "sides": "both" if self.both else "one",
            "copies": "one" if self.once else "all",
            "bleed": f"{self.bleed:g}",
            "pages": len(made.pages),
            "pieces": made.pieces,
            "stickers": made.stickers,
            "crowded": [diagnostic.message for diagnostic in made.crowded],
        }
