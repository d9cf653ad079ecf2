"""Commands for proofs and signatures: log secret, key, sign, open, prove, check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import App, app
from rftg_dsl.cli.options import STREAM, As, Format, Root, Signers, make_out_option, print_report, refuse_stream
from rftg_dsl.cli.page import LOGS

log = App(help="Promises, signatures and proofs, to settle disputes about a log.")
app.add_group(log, "log", LOGS)

GrowingLog = Annotated[
    Path, typer.Argument(metavar="LOG", help="The log file.", callback=refuse_stream("lines are added to the log file"))
]


@log.command(
    example="rftg log secret",
    help="""Create a seat's share of the dice: a secret text to keep, and a promise to give to the host.""",
)
def secret(
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The text (default: 128 random bits).")] = None,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.log.proof.randomness import generate_secret, secret_of

    made = generate_secret() if text is None else secret_of(text)
    print_report(
        form,
        lambda: {"text": made.text, "promise": made.commitment},
        lambda: f"keep this secret until you are asked for it: {made.text}\npromise: {made.commitment}",
    )


@log.command(
    example="rftg log key anna --out anna.key", help="""Create a key to sign logs with, and show its public half."""
)
def key(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Your name.")],
    out: Annotated[
        Path,
        make_out_option("a new file for the private key.", "a private key is never shown"),
    ],
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.log.proof.secret_files import write_secret
    from rftg_dsl.log.proof.signed_notes import generate_key

    private, public = generate_key(name)
    write_secret(out, private)
    print_report(form, lambda: {"name": name, "public": str(public), "out": str(out)}, lambda: str(public))


@log.command(
    example="rftg log sign game.rlog --key anna.key",
    help="""Sign all lines of a log so far, and add the signature to the log.

    The log is checked first, as far as possible without the rules.
    """,
)
def sign(
    path: GrowingLog,
    key: Annotated[
        Path,
        typer.Option("--key", metavar="FILE", help=f"The file with your private key; '{STREAM}' is standard input."),
    ],
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.cli.streams import hold_standard_input
    from rftg_dsl.log.proof.signed_notes import KEY, read_private
    from rftg_dsl.log.proof.signing import add_signature

    with hold_standard_input(KEY) as place:
        private = read_private(place.file_for(key))
    note = add_signature(path, private)
    print_report(
        form,
        lambda: {"log": str(path), "lines": note.size, "root": note.root, "signed": [note.signatures[0].name]},
        lambda: f"signed {note.size} lines, root {note.root}",
    )


@log.command(
    "open",
    example="rftg log open game.rlog",
    help="""Open a sealed log once the game is over, by adding what was hidden.

    Everybody can then check that it is what was sealed, and audit the game.
    """,
)
def open_(
    path: GrowingLog,
    whole: Annotated[
        Path | None,
        typer.Option(
            "--whole", metavar="FILE", help=f"The whole log (default: LOG.whole); '{STREAM}' is standard input."
        ),
    ] = None,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.cli.streams import hold_standard_input
    from rftg_dsl.log.format.kinds import SIZE
    from rftg_dsl.log.proof.signing import add_openings

    with hold_standard_input(SIZE) as place:
        veils = add_openings(path, place.file_for(whole) if whole else None)
    print_report(form, lambda: {"log": str(path), "veils": veils}, lambda: f"opened: {veils} veils")


@log.command(
    example="rftg log prove game.rlog:120 --format json > line-120.json",
    help="""Prove that a line belongs to a log: to its root, and to the signatures that cover the line.

    With --format json, the output is the proof, which 'rftg log check' reads.
    """,
)
def prove(
    place: Annotated[str, typer.Argument(metavar="LOG:LINE", help="The log file and the number of the line to prove.")],
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.cli.arguments import parse_log_and_line
    from rftg_dsl.log.proof.line_proof import proof_of, proven_by
    from rftg_dsl.show.terminal.game_report import render_proof
    from rftg_dsl.show.terminal.paint import paint_for

    made = proof_of(*parse_log_and_line(place))
    print_report(form, lambda: made, lambda: render_proof(proven_by(made), paint_for(sys.stdout)))


@log.command(
    example="rftg log check line-120.json --expect ROOT",
    help="""Check a proof without its log. Exit 0: the line belongs to the root, 1: it does not.

    The line number is proven only if the log's number of lines is known (ROOT:LINES) or signed.
    """,
)
def check(
    proof: Annotated[Path, typer.Argument(metavar="PROOF", help=f"The proof file; '{STREAM}' is standard input.")],
    signer: Signers = None,
    expect: Root = None,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.cli.streams import hold_standard_input
    from rftg_dsl.log.proof.line_proof import LONGEST, check_proof, read_proof
    from rftg_dsl.log.proof.signed_notes import read_keys
    from rftg_dsl.show.terminal.game_report import render_proof
    from rftg_dsl.show.terminal.paint import paint_for

    with hold_standard_input(LONGEST) as place:
        proven = check_proof(read_proof(place.file_for(proof)), read_keys(signer or ()), expect)
    print_report(form, proven.as_plain, lambda: render_proof(proven, paint_for(sys.stdout)))
    raise typer.Exit(0 if proven.holds else 1)
