"""The command that measures what sides are worth: balance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import Edition, On, Options, Seed, Table, With, Workers, make_out_option, sets_from
from rftg_dsl.cli.page import WRITE

Wanted = Annotated[
    list[str],
    typer.Argument(
        metavar="NAME|SET|GAME...",
        help="Components, as [GAME/]NAME or [GAME/]ID; sets, as an id, a folder or a pack; whole games.",
    ),
]
BotNames = Annotated[
    str,
    typer.Option(
        "--bots", metavar="BOT[,BOT...]", help="The bot that plays; further bots show whether they agree with it."
    ),
]
PlayerNumbers = Annotated[
    str,
    typer.Option("--players", metavar="N[,N...]", help="Numbers of players (default: the smallest, at least 2)."),
]
Until = Annotated[
    float | None,
    typer.Option("--until", metavar="POINTS", help="Play until every value is known to within POINTS (default: 1)."),
]
Pairs = Annotated[
    int | None,
    typer.Option("--games", metavar="N", help="Number of games: N pairs for each side, no matter what."),
]
Time = Annotated[str | None, typer.Option("--time", metavar="T", help="Play for about this long, such as 60s or 5m.")]
Control = Annotated[
    str, typer.Option("--against", metavar="NAME", help="Compare with this side instead of with nothing.")
]
Page = Annotated[
    Path | None,
    make_out_option("a page with the report, under a name that ends in .html.", "the page goes into a file"),
]


@app.command(
    group=WRITE,
    example="rftg balance ./my-expansion --players 2,3",
    help="""Measure what tiles, cards or planets are worth, and whether they cost what they should.

    Bots play each game twice with the same seed, once with a side in one seat's hands from the start and once without
    it. Printed sides of the same kind show what a side should be worth for its cost. Results are kept, so that nothing
    is played twice.
    """,
)
def balance(
    wanted: Wanted,
    bots: BotNames = "greedy",
    players: PlayerNumbers = "",
    until: Until = None,
    games: Pairs = None,
    time: Time = None,
    against: Control = "",
    seed: Seed = "balance",
    workers: Workers = 1,
    on: On = None,
    form: Annotated[Table, typer.Option("--format", help="Output format.")] = Table.TEXT,
    out: Page = None,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.balance.balance import Settings
    from rftg_dsl.balance.subjects import find_subjects
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.cli.balancing import check_page, goal_of, measure, numbers_from, save_page, show_report
    from rftg_dsl.play.table.seats import seats_in

    subjects = find_subjects(wanted, edition, sets_from(extra), options_of(option))
    settings = Settings(tuple(seats_in(bots)), numbers_from(players), seed, against, goal_of(until, games, time))
    if out is not None:
        check_page(out, subjects)
    report = measure(subjects, settings, workers if on is None else on)
    show_report(report, form)
    if out is not None:
        save_page(report, subjects, out)
