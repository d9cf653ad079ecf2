"""The report of ``rftg balance`` as a single HTML file without scripts, for an author of sides and for players."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import isfinite

from attrs import frozen

from rftg_dsl.balance.report import BalanceReport, InPlay, SideReport, Value, Yardstick
from rftg_dsl.show.balance_words import (
    drop_empty_columns,
    explain,
    find_extremes,
    tell_agreement,
    tell_career,
    tell_change,
    tell_cost,
    tell_distance,
    tell_earnings,
    tell_headline,
    tell_how_to_repeat,
    tell_limits,
    tell_method,
    tell_outlook,
    tell_pair,
    tell_printed,
    tell_share,
    tell_summary,
    tell_title,
    tell_together,
    warn,
)
from rftg_dsl.show.browser.balance_chart import Mark, Scale, draw_chart
from rftg_dsl.show.browser.markup import Markup, write_element
from rftg_dsl.show.browser.page_parts import write_details, write_list, write_section, write_table
from rftg_dsl.show.browser.single_page import render_single_page
from rftg_dsl.show.browser.static import read_static
from rftg_dsl.show.pictures.display import Picture
from rftg_dsl.show.pictures.svg import to_svg

PICTURES = 200
"""The most pictures in a page, so that a page about a whole game stays small."""

MANY = 12
"""The most sides that are shown below each other and above the charts."""

MUCH = 100_000
"""The most bytes of a picture; a larger one, with very much text, is left out."""


def render_balance_page(report: BalanceReport, pictures: Mapping[str, Picture]) -> str:
    """Return the page. ``pictures`` has the pictures of sides by their ids, and may lack some."""
    body = Markup("\n").join(BalancePage(report, pictures).write())
    style = read_static("page.css") + read_static("report.css")
    return render_single_page(tell_title(report), body, style, room="plain report", images="data:")


@frozen(slots=False)
class BalancePage:
    """A page that is being written."""

    report: BalanceReport
    pictures: Mapping[str, Picture]

    def write(self) -> Iterator[Markup]:
        parts = [
            self.write_summary(),
            write_section("extremes", "Strongest and weakest", self.write_extremes()),
            *self.write_sides_and_charts(),
            write_section("together", "Together", self.write_together()),
            write_section("bots", "Other bots", self.write_agreement()),
            write_section("figures", "All figures", self.write_figures()),
            write_section("meaning", "What the figures mean", self.write_meaning()),
        ]
        yield write_element("header", write_element("h1", tell_title(self.report)), self.write_chips(), class_="top")
        yield write_element("main", *parts)

    def write_sides_and_charts(self) -> list[Markup]:
        many = len(self.report.sides) > MANY
        sides = write_element("div", *self.write_sides(), class_="tiles" if many else None)
        parts = [
            write_section("sides", "Each side", [sides]),
            write_section("chart", "Among the printed sides", self.write_charts()),
        ]
        # The sides of a whole game fill many screens, which few readers would scroll past.
        return parts[::-1] if many else parts

    def write_chips(self) -> Markup:
        report = self.report
        edition = f", {report.edition} edition" if report.edition else ""
        chips = [f"{report.game}{edition}", *report.sets]
        return write_element(
            "p", *(part for chip in chips for part in (write_element("span", chip, class_="chip"), " ")), class_="chips"
        )

    # -- values --------------------------------------------------------------------------------------------------

    def write_summary(self) -> Markup:
        return write_element(
            "section",
            write_element("p", tell_summary(self.report), class_="lead"),
            write_element("p", f"{tell_method(self.report)}.", class_="said"),
            *(write_element("p", line, class_="wrong") for line in warn(self.report)),
            self.write_values(),
        )

    def write_values(self) -> Markup:
        rows = [
            [
                write_element("a", side.name, href=f"#{self.addresses[side.id]}"),
                str(value.players),
                tell_printed(side),
                tell_change(value.points),
                tell_cost(side, value),
                write_badge(value),
            ]
            for side in self.report.sides
            for value in self.list_values(side)
        ]
        head = ["side", "players", "printed", "worth", "plays like", "verdict"]
        return write_table("The verdicts", *drop_empty_columns(head, rows))

    def list_values(self, side: SideReport) -> list[Value]:
        """The values with the first bot, one for each number of players."""
        return [value for value in side.values if value.bot == self.report.bots[0]]

    @cached_property
    def addresses(self) -> Mapping[str, str]:
        return {side.id: f"side-{nth}" for nth, side in enumerate(self.report.sides, 1)}

    # -- sides ---------------------------------------------------------------------------------------------------

    def write_sides(self) -> Iterator[Markup]:
        for nth, side in enumerate(self.report.sides):
            picture = self.pictures.get(side.id) if nth < PICTURES else None
            parts = [*([] if picture is None else write_picture(picture)), self.write_side(side)]
            yield write_element("article", *parts, id=self.addresses[side.id])

    def write_side(self, side: SideReport) -> Markup:
        values = [
            part for value in self.list_values(side) for part in self.write_value(side, value, tell_outlook(value))
        ]
        played = [] if side.in_play is None else write_career(side.in_play)
        return write_element("div", write_element("h3", side.name), *values, *played)

    def write_value(self, side: SideReport, value: Value, outlook: str = "") -> Iterator[Markup]:
        seats = f"With {value.players} players: " if len(self.report.players) > 1 else ""
        headline = tell_headline(side, value)
        yield write_element("p", seats, headline, class_="headline")
        if value.cost is not None and isfinite(value.cost.half_width):
            yield self.scales[value.players, side.by, side.of].draw(side, value, headline)
        worth = f"Starting with it is worth {tell_change(value.points)} points." if value.cost is not None else ""
        yield write_element("p", " ".join(filter(None, [worth, outlook])), class_="said")

    @cached_property
    def scales(self) -> Mapping[tuple[int, str, str], Scale]:
        return {
            (line.players, line.by, line.of): Scale(
                line, [value.cost for _, value in self.list_measured(line) if value.cost is not None]
            )
            for line in self.report.yardsticks
            if line.sides
        }

    def list_measured(self, line: Yardstick) -> list[tuple[SideReport, Value]]:
        """The sides that are compared with a line, with their values."""
        return [
            (side, value)
            for side in self.report.sides
            for value in self.list_values(side)
            if (value.players, side.by, side.of) == (line.players, line.by, line.of) and side.printed is not None
        ]

    # -- all sides -----------------------------------------------------------------------------------------------

    def write_charts(self) -> Iterator[Markup]:
        for line in self.report.yardsticks:
            if line.sides:
                marks = [
                    Mark(side, value.points, f"#{self.addresses[side.id]}") for side, value in self.list_measured(line)
                ]
                title = f"{line.of} by {line.by}, with {line.players} players"
                yield write_element("figure", write_element("figcaption", title), draw_chart(line, marks, title))
        if self.report.yardsticks:
            yield write_element("p", LEGEND, class_="said")

    def write_extremes(self) -> Iterator[Markup]:
        for title, sides in find_extremes(self.report):
            yield write_element("h3", title)
            yield write_list(map(tell_distance, sides))

    def write_together(self) -> Iterator[Markup]:
        if said := tell_together(self.report):
            yield write_element("p", said)
            yield write_list(map(tell_pair, self.report.together))

    def write_agreement(self) -> Iterator[Markup]:
        for said, apart in tell_agreement(self.report):
            yield write_element("p", said)
            yield write_list(apart)

    def write_meaning(self) -> Iterator[Markup]:
        yield write_list(explain(self.report))
        yield write_element("h3", "What they do not say")
        yield write_list(tell_limits(self.report))
        yield write_element("h3", "Again")
        yield write_element("p", f"{tell_how_to_repeat(self.report)}.")

    # -- tables --------------------------------------------------------------------------------------------------

    def write_figures(self) -> Iterator[Markup]:
        yield write_details("Measured sides, with every bot", self.write_all_values())
        if any(side.in_play for side in self.report.sides):
            yield write_details("In ordinary games", self.write_careers())
        for line in self.report.yardsticks:
            title = f"Printed sides with {line.players} players ({line.of})"
            rows = [[side.name, f"{line.by} {side.printed}", f"{side.points:+.1f}"] for side in line.sides]
            yield write_details(title, write_table(title, ["side", "printed", "worth"], rows))

    def write_all_values(self) -> Markup:
        rows = [
            [
                *(side.name, str(value.players), value.bot, f"{value.pairs:,}", tell_printed(side)),
                *(tell_change(value.points), tell_cost(side, value), value.verdict),
            ]
            for side in self.report.sides
            for value in side.values
        ]
        head = ["side", "players", "bot", "pairs of games", "printed", "worth", "plays like", "verdict"]
        return write_table("Measured sides, with every bot", head, rows)

    def write_careers(self) -> Markup:
        rows = [[side.name, *list_career(side.in_play)] for side in self.report.sides if side.in_play]
        head = ["side", "games", "seen", "built when seen", "in round", "points ahead", "share of wins, in %"]
        return write_table("In ordinary games", head, rows)


LEGEND = (
    "Each dot is a printed side. The line shows what such sides are usually worth; within the band, a side is fair. "
    "The large dots are the measured sides, with their intervals. Point at a dot to read its name. "
    "The tables below have all figures."
)


# -- parts of a page ---------------------------------------------------------------------------------------------


def write_picture(picture: Picture) -> Iterator[Markup]:
    drawn = to_svg(picture).encode()
    if len(drawn) <= MUCH:
        # An image cannot run scripts or load anything, whatever is in it.
        address = f"data:image/svg+xml;base64,{b64encode(drawn).decode()}"
        shape = "wide" if picture.width > picture.height else "tall"
        yield write_element("img", src=address, alt=f"{picture.title}: {picture.said}", class_=shape)


def write_badge(value: Value) -> Markup:
    if not value.verdict:
        return Markup()
    return write_element("span", value.verdict, class_="badge", data_verdict=value.verdict)


def write_career(play: InPlay) -> Iterator[Markup]:
    yield write_element("h4", "In ordinary games")
    yield write_list(tell_career(play))
    if earnings := [*tell_earnings(play)]:
        yield write_element("h4", "What its powers earned")
        yield write_list(earnings)


def list_career(play: InPlay) -> list[str]:
    rates = [tell_share(play.shown), "" if play.built is None else tell_share(play.built)]
    changes = [
        "" if play.points is None else tell_change(play.points),
        "" if play.wins is None else tell_change(play.wins, 100),
    ]
    return [str(play.games), *rates, "" if play.round is None else f"{play.round:.1f}", *changes]
