"""A league's table as a single HTML file without scripts, in which each row leads to its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from rftg_dsl.log.standings.standings_report import CountedGame, Row, Standings
from rftg_dsl.show.browser.markup import Markup, write_element
from rftg_dsl.show.browser.page_parts import write_details, write_list, write_section, write_table
from rftg_dsl.show.browser.single_page import render_single_page
from rftg_dsl.show.browser.static import read_static
from rftg_dsl.show.standings_words import HEAD, TITLE, list_cells, tell_notes, tell_points, tell_result, tell_summary

SHOWN = 5_000
"""The most games, and the most logs left out, in a page; JSON has all of them."""


def render_standings_page(standings: Standings) -> str:
    body = Markup("\n").join(StandingsPage(standings).write())
    style = read_static("page.css") + read_static("report.css")
    return render_single_page(TITLE, body, style, room="plain report", images="data:")


@frozen(slots=False)
class StandingsPage:
    """A page that is being written."""

    standings: Standings

    def write(self) -> Iterator[Markup]:
        yield write_element("header", write_element("h1", TITLE), class_="top")
        yield write_element(
            "main",
            write_element("p", tell_summary(self.standings), class_="lead"),
            self.write_rows(),
            write_section("players", "Each player", self.write_players()),
            write_section("games", "Games", self.write_games()),
            write_section("left-out", "Left out", self.write_left_out()),
            write_section("meaning", "What the figures mean", [write_list(tell_notes(self.standings))]),
        )

    def write_rows(self) -> Markup:
        rows = []
        for row in self.standings.rows:
            place, name, *rest = list_cells(row)
            rows.append([place, write_element("a", name, href=f"#{self.addresses[row]}"), *rest])
        return write_table(TITLE, HEAD, rows)

    @cached_property
    def addresses(self) -> Mapping[Row, str]:
        return {row: f"player-{nth}" for nth, row in enumerate(self.standings.rows, 1)}

    @cached_property
    def shown_games(self) -> Mapping[int, CountedGame]:
        return {game.number: game for game in self.standings.games[:SHOWN]}

    def write_players(self) -> Iterator[Markup]:
        for row in self.standings.rows:
            games = [self.shown_games[number] for number in row.games if number in self.shown_games]
            if games:
                title = f"{row.player.name}: {len(row.games):,} {'game' if len(row.games) == 1 else 'games'}"
                table = write_table(title, ["game", "place", "points", "result"], self.list_games_of(row, games))
                # Browsers open the details for a link that leads to something in them.
                yield write_details(title, write_element("div", table, id=self.addresses[row]))

    def list_games_of(self, row: Row, games: Sequence[CountedGame]) -> Iterator[list[str]]:
        for game in games:
            mine = [nth for nth, seat in enumerate(game.result.seats) if seat.player == row.player]
            places = ", ".join(str(game.result.seats[nth].place) for nth in mine)
            points = ", ".join(tell_points(game.points[nth]) for nth in mine)
            link = write_element("a", str(game.number), href=f"#game-{game.number}")
            yield [link, places, points, tell_result(game)]

    def write_games(self) -> Iterator[Markup]:
        if self.shown_games:
            rows = [
                [write_element("span", str(game.number), id=f"game-{game.number}"), game.result.log, tell_result(game)]
                for game in self.shown_games.values()
            ]
            yield write_table("Games", ["game", "log", "result"], rows)
        yield from self.tell_more(len(self.standings.games))

    def write_left_out(self) -> Iterator[Markup]:
        rows = [[each.log, each.code, each.reason] for each in self.standings.left_out[:SHOWN]]
        if rows:
            yield write_table("Left out", ["log", "code", "reason"], rows)
        yield from self.tell_more(len(self.standings.left_out))

    def tell_more(self, total: int) -> Iterator[Markup]:
        if total > SHOWN:
            yield write_element("p", f"{total - SHOWN:,} more are in the output of --format json.", class_="said")
