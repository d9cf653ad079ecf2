"""The page of a report: its words, and that nothing in it can be more than words."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html.parser import HTMLParser
from itertools import combinations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from balance.made_up import LINE, PLAYED, UNKNOWN, make_report, make_side, make_value
from lanes import law
from rftg_dsl.balance.report import Agreement, BalanceReport, Earning, Opinion, Together, Value
from rftg_dsl.show.browser.balance_chart import DOT, GAP, LABELS, TICKS, Area, Axis, place_label, spread_out
from rftg_dsl.show.browser.balance_page import MUCH, PICTURES, render_balance_page
from rftg_dsl.show.pictures.display import Picture, Words

HOSTILE = "<img src=x onerror='alert(1)'>\"</title></style><script>alert(1)</script>\x00"
SHOWN = frozenset("h1 h2 h3 h4 p li th td caption figcaption summary text title".split())
TAGS = frozenset(
    """
html head meta title style body header main section article div h1 h2 h3 h4 p span a ul li img figure figcaption details
summary table caption thead tbody tr th td svg g line rect circle polygon text
""".split()
)


class Reader(HTMLParser):
    """Reads the tags of a page, and the text of those that are shown."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.lines: list[str] = []
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in SHOWN:
            self.inside.append(tag)
            self.lines.append(f"{tag}: ")

    def handle_endtag(self, tag: str) -> None:
        if self.inside[-1:] == [tag]:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.lines[-1] += data

    def values_of(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]


def read(report: BalanceReport) -> Reader:
    return Reader(render_balance_page(report, {}))


def test_a_page_in_words(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(read(make_report()).lines) == snapshot


def test_a_single_side_has_its_verdict_at_the_top() -> None:
    report = make_report(sides=make_report().sides[:1])

    headline = "Orbital Market: strong. It plays like a development of cost 5.0 (4.1 to 5.9); its cost is 3."
    assert f"p: {headline}" in read(report).lines


def test_names_and_texts_of_others_stay_text() -> None:
    played = evolve(PLAYED, earned=(Earning(HOSTILE, HOSTILE, HOSTILE, 1.0),))
    side = evolve(make_side(HOSTILE, HOSTILE, make_value(6.0, "strong"), in_play=played), kind=HOSTILE)
    line = evolve(LINE, sides=tuple(evolve(point, name=HOSTILE) for point in LINE.sides))
    report = make_report(
        **dict.fromkeys(("game", "edition", "seed", "against"), HOSTILE),
        **dict.fromkeys(("sets", "left_out"), (HOSTILE,)),
        sides=(side, evolve(side, id="2", of=HOSTILE, by=HOSTILE)),
        yardsticks=(line, evolve(line, of=HOSTILE, by=HOSTILE)),
        together=(Together((HOSTILE, HOSTILE), UNKNOWN),),
        agreements=(Agreement(HOSTILE, 2, "search:16", UNKNOWN, Opinion.DIFFERS),),
    )
    picture = Picture(10, 10, (Words(1, 1, 1, HOSTILE),), HOSTILE, HOSTILE)

    page = render_balance_page(report, {HOSTILE: picture})

    reader = Reader(page)
    assert {tag for tag, _ in reader.tags} <= TAGS
    names = {name for _, attrs in reader.tags for name in attrs}
    assert not {name for name in names if name.startswith("on") or name == "style"}
    assert all(re.fullmatch(r"#[a-z0-9-]+", address) for address in reader.values_of("href"))
    assert all(address.startswith("data:image/svg+xml;base64,") for address in reader.values_of("src"))
    assert "\x00" not in page and len(reader.values_of("src")) == 1


def test_the_policy_allows_the_style_and_nothing_else() -> None:
    page = render_balance_page(make_report(), {})

    [style] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    [policy] = [attrs["content"] for tag, attrs in Reader(page).tags if attrs.get("http-equiv")]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert "url(" not in style


@pytest.mark.parametrize(
    "sides",
    [
        (make_side("1", "Unplayed"),),
        (make_side("1", "Unplayed"), make_side("2", "Known", make_value(6.0, "strong"))),
        (make_side("1", "Barely", Value(2, "greedy", 2, UNKNOWN, UNKNOWN, "cannot be told yet")),),
        (make_side("1", "Without a verdict", Value(2, "greedy", 64, UNKNOWN)),),
        (evolve(make_side("1", "Without a number", Value(2, "greedy", 64, UNKNOWN)), by="", printed=None),),
    ],
)
def test_a_measurement_that_was_stopped_has_a_page(sides: Sequence[object]) -> None:
    page = render_balance_page(make_report(complete=False, sides=sides), {})

    assert "Stopped early" in page
    assert not re.search(r'="[^"]*(inf|nan)', page)


@pytest.mark.parametrize("line", [evolve(LINE, free=None, slope=None, tolerance=None), evolve(LINE, sides=())])
def test_sides_without_a_line_have_a_page(line: object) -> None:
    sides = tuple(
        make_side(side.id, side.name, Value(2, "greedy", 64, side.first.points)) for side in make_report().sides
    )

    reader = read(make_report(yardsticks=(line,), sides=sides))

    assert "polygon" not in {tag for tag, _ in reader.tags}


def test_a_report_against_a_side_has_no_chart() -> None:
    sides = (make_side("1", "Orbital Market", Value(2, "greedy", 64, UNKNOWN)),)

    reader = read(make_report(against="Plain Hall", yardsticks=(), sides=sides))

    assert "figure" not in {tag for tag, _ in reader.tags}
    assert "li: compared with a seat that starts with Plain Hall instead" in reader.lines


def test_each_printed_side_has_a_dot_and_each_measured_side_a_name() -> None:
    reader = read(make_report())

    told = [line for line in reader.lines if line.startswith("title: ")]
    assert sum("Printed" in line for line in told) == len(LINE.sides)
    assert {"text: Orbital Market", "text: Plain Hall"} <= {*reader.lines}


def test_a_printed_side_that_is_measured_has_one_dot() -> None:
    side = make_side("P3", LINE.sides[2].name, make_value(6.0, "strong"))

    told = [line for line in read(make_report(sides=(side,))).lines if line.startswith("title: Printed")]
    assert sum(line.startswith("title: Printed 2:") for line in told) == 1


def test_the_page_of_a_huge_set_is_bounded() -> None:
    side = make_side("1", "A name that is rather long", make_value(6.0, "strong"))
    sides = tuple(evolve(side, id=str(nth)) for nth in range(2 * PICTURES))
    picture = Picture(10, 10, (), "", "x" * (MUCH // 2))
    heavy = Picture(10, 10, (), "", "x" * MUCH)
    pictures = {side.id: heavy if side.id == "0" else picture for side in sides}

    page = render_balance_page(make_report(sides=sides), pictures)

    assert len(Reader(page).values_of("src")) == PICTURES - 1
    assert len(page) < 2 * PICTURES * MUCH  # because base 64 takes more


# -- charts ------------------------------------------------------------------------------------------------------


@given(st.floats(-1e4, 1e4), st.floats(0.5, 1e4))
@law(200)
def test_numbers_at_an_axis_are_few_and_inside(low: float, wide: float) -> None:
    axis = Axis(low, low + wide, 0, 100)

    ticks = [*axis.list_ticks()]

    assert ticks == sorted(ticks) and 2 <= len(ticks) <= TICKS + 1
    assert all(low - 1e-6 <= tick <= low + wide + 1e-6 for tick in ticks)


@given(st.lists(st.floats(0, 400), max_size=12))
@law(200)
def test_few_dots_do_not_hide_each_other(places: list[float]) -> None:
    spaced = [place for nth, place in enumerate(sorted(places)) if nth % 3 == 0]
    dots = [*zip(spread_out(spaced), spaced, strict=True)]

    for (x, y), (across, down) in combinations(dots, 2):
        assert (x - across) ** 2 + (y - down) ** 2 >= (GAP - 0.1) ** 2 > (2 * DOT) ** 2


@given(st.lists(st.tuples(st.sampled_from([100.0, 250.0, 400.0, 600.0]), st.floats(30, 370)), max_size=LABELS // 2))
@law(100)
def test_names_in_a_chart_do_not_cover_each_other(dots: list[tuple[float, float]]) -> None:
    taken: list[Area] = []

    for x, y in dots:
        taken.append(place_label("A name", x, y, taken).area)

    assert not [pair for pair in combinations(taken, 2) if pair[0].does_overlap(pair[1])]
