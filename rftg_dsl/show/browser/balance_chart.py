"""Charts for a report on balance, as SVG: sides among the printed ones, and one value on the scale of costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, hypot, log10

from attrs import field, frozen

from rftg_dsl.balance.estimates import Estimate
from rftg_dsl.balance.report import Point, SideReport, Value, Yardstick
from rftg_dsl.show.balance_words import tell_change
from rftg_dsl.show.browser.markup import Markup, write_element

WIDTH, HEIGHT = 680.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 668.0, 14.0, 384.0
"""The edges of the plot inside a chart. There is room around it for text of 20 units, as on a phone."""

STEPS = (1, 2, 5, 10)
TICKS = 10
"""The most steps between the numbers at an axis."""

DOT, GAP = 5.0, 11.0
"""The radius of a printed side, and the least distance between two of them, unless there are too many."""

MARK = 7.0
"""The radius of a measured side."""

LABELS = 12
"""The most measured sides whose names are written into a chart."""
LETTERS = 26
LINE, LETTER = 22.0, 11.5
"""The height of a line of text and the width of a letter, as on a phone."""


@frozen
class Axis:
    """Numbers from ``low`` to ``high``, at places from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, number: float) -> float:
        """The place of a number; the end of the axis for one that is beyond."""
        share = (min(max(number, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def list_ticks(self) -> Iterator[float]:
        """Round numbers along the axis."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** floor(log10(rough))
        step = power * next(step for step in STEPS if step * power >= rough * 0.999)
        return (nth * step for nth in range(ceil(self.low / step), floor(self.high / step) + 1))


@frozen
class Mark:
    """A measured side in a chart, with the address of its paragraph."""

    side: SideReport
    points: Estimate
    link: str

    @property
    def number(self) -> int:
        assert self.side.printed is not None
        return self.side.printed


@frozen
class Plot:
    """A chart whose axes are known."""

    line: Yardstick
    marks: Sequence[Mark]
    printed: Sequence[Point]
    x: Axis
    y: Axis

    def draw(self) -> Iterator[Markup]:
        yield from self.draw_grid()
        yield from self.draw_line()
        dots = [dot for number in sorted({side.printed for side in self.printed}) for dot in self.draw_column(number)]
        yield write_element("g", *dots, aria_hidden="true")
        places = {mark: self.place(mark) for mark in self.marks}
        for mark, at in places.items():
            yield self.draw_mark(mark, at)
        if len(self.marks) <= LABELS:
            yield from draw_labels(places)

    # -- axes and line -------------------------------------------------------------------------------------------

    def draw_grid(self) -> Iterator[Markup]:
        for number in self.y.list_ticks():
            at = self.y.place(number)
            kind = "zero" if not number else "grid"
            yield write_element("line", class_=kind, x1=LEFT, x2=RIGHT, y1=at, y2=at)
            yield write_text(format_tick(number), LEFT - 8, at + 5, "end", "tick")
        for number in self.x.list_ticks():
            if number == round(number):
                yield write_text(format_tick(number), self.x.place(number), BOTTOM + 22, "middle", "tick")
        yield write_text(self.line.by, (LEFT + RIGHT) / 2, BOTTOM + 46, "middle", "axis")
        turned = f"rotate(-90 16 {(TOP + BOTTOM) / 2:.0f})"
        yield write_text("worth in points", 16, (TOP + BOTTOM) / 2, "middle", "axis", transform=turned)

    def draw_line(self) -> Iterator[Markup]:
        """The line through the printed sides, with the band in which a side is fair."""
        line = self.line
        if line.free is None or line.slope is None or line.tolerance is None:
            return
        ends = self.x.low, self.x.high
        middle = [(self.x.place(number), self.extend(line.free + line.slope * number)) for number in ends]
        wide = abs(self.extend(line.slope * line.tolerance) - self.extend(0.0))
        band = [*((x, y - wide) for x, y in middle), *((x, y + wide) for x, y in reversed(middle))]
        yield write_element(
            "svg",
            write_element("polygon", class_="fair", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in band)),
            write_element("line", class_="line", **dict(zip(("x1", "y1", "x2", "y2"), sum(middle, ()), strict=True))),
            x=LEFT,
            y=TOP,
            width=RIGHT - LEFT,
            height=BOTTOM - TOP,
            viewBox=f"{LEFT:.0f} {TOP:.0f} {RIGHT - LEFT:.0f} {BOTTOM - TOP:.0f}",
        )

    def extend(self, points: float) -> float:
        """The place of a value, which may be outside the plot."""
        return self.y.start + (points - self.y.low) / (self.y.high - self.y.low) * (self.y.end - self.y.start)

    # -- sides ---------------------------------------------------------------------------------------------------

    def draw_column(self, number: int) -> Iterator[Markup]:
        """Draw the printed sides with one number, next to each other where they would overlap."""
        there = sorted((side for side in self.printed if side.printed == number), key=lambda side: side.points)
        middle = self.x.place(number)
        for side, aside in zip(there, spread_out([self.y.place(side.points) for side in there]), strict=True):
            x, y = middle + aside, self.y.place(side.points)
            told = f"{side.name}: {side.points:+.1f}"
            dot = write_element("circle", write_element("title", told), cx=x, cy=y, r=DOT)
            label = write_text(shorten(told), *self.find_place_beside(x, y, DOT), "label")
            yield write_element("g", dot, label, class_="dot")

    def place(self, mark: Mark) -> tuple[float, float]:
        """The place of a measured side: those with the same number stand next to each other."""
        same = [other for other in self.marks if other.number == mark.number]
        room = (self.x.place(1) - self.x.place(0)) * 0.8 if len(same) > 1 else 0.0
        step = min(2.4 * MARK, room / len(same))
        aside = (same.index(mark) - (len(same) - 1) / 2) * step
        return self.x.place(mark.number) + aside, self.y.place(mark.points.value)

    def draw_mark(self, mark: Mark, at: tuple[float, float]) -> Markup:
        x, y = at
        told = f"{mark.side.name}: {tell_change(mark.points)}"
        ends = self.y.place(mark.points.low), self.y.place(mark.points.high)
        parts = [
            write_element("title", told),
            write_element("line", x1=x, x2=x, y1=ends[0], y2=ends[1]),
            *(write_element("line", x1=x - 4, x2=x + 4, y1=end, y2=end) for end in ends),
            write_element("circle", cx=x, cy=y, r=MARK),
        ]
        if len(self.marks) > LABELS:
            parts.append(write_text(shorten(told), *self.find_place_beside(x, y, MARK), "label"))
        return write_element("a", *parts, class_="mark", href=mark.link, aria_label=told)

    def find_place_beside(self, x: float, y: float, radius: float) -> tuple[float, float, str]:
        """The place where a label beside a dot begins or ends, on the side with more room."""
        left = x > (LEFT + RIGHT) / 2
        return (x - radius - 5 if left else x + radius + 5), y + 5, "end" if left else "start"


def draw_chart(line: Yardstick, marks: Sequence[Mark], title: str) -> Markup:
    """Draw printed sides as dots, their line, and measured sides with their intervals."""
    names = {mark.side.name for mark in marks}
    printed = [side for side in line.sides if side.name not in names]
    numbers = [*(side.printed for side in line.sides), *(mark.number for mark in marks)]
    plot = Plot(
        line,
        marks,
        printed,
        Axis(min(numbers) - 0.6, max(numbers) + 0.6, LEFT, RIGHT),
        axis_of(marks, printed),
    )
    return write_element(
        "svg",
        *plot.draw(),
        class_="chart crowded" if len(marks) > LABELS else "chart",
        viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
        role="group",
        aria_label=title,
    )


def axis_of(marks: Sequence[Mark], printed: Sequence[Point]) -> Axis:
    """The axis of points, on which each value has a place, and each interval as far as it is not much longer."""
    values = [0.0, *(mark.points.value for mark in marks), *(side.points for side in printed)]
    least, most = min(values), max(values)
    beyond = max(1.0, (most - least) * 0.4)
    low = max(least - beyond, min([least, *(mark.points.low for mark in marks)]))
    high = min(most + beyond, max([most, *(mark.points.high for mark in marks)]))
    pad = max(0.5, (high - low) * 0.05)
    return Axis(low - pad, high + pad, BOTTOM, TOP)


def spread_out(places: Sequence[float]) -> list[float]:
    """The distance by which each of these dots is moved aside, from the lowest dot up, so that none hides another."""
    known: list[tuple[float, float]] = []
    for place in places:
        choices = (0.0, GAP, -GAP, 2 * GAP, -2 * GAP)
        free = (
            aside
            for aside in choices
            if all(hypot(aside - x, place - y) >= GAP - 0.01 for x, y in known[-len(choices) * 2 :])
        )
        known.append((next(free, 0.0), place))
    return [aside for aside, _ in known]


@frozen
class Area:
    """A rectangle that a dot or a name takes up."""

    left: float
    top: float
    right: float
    bottom: float

    def does_overlap(self, other: Area) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@frozen
class Label:
    """A name beside a dot, or above or below that place."""

    text: str
    x: float
    y: float
    left: bool
    """Whether the name is to the left of the dot."""

    @property
    def start(self) -> float:
        return self.x - MARK - 6 if self.left else self.x + MARK + 6

    @property
    def area(self) -> Area:
        wide = len(self.text) * LETTER
        ends = (self.start - wide, self.start) if self.left else (self.start, self.start + wide)
        return Area(ends[0], self.y - LINE / 2, ends[1], self.y + LINE / 2)

    def is_inside(self) -> bool:
        return self.area.left >= LEFT and self.area.right <= RIGHT and TOP <= self.y <= BOTTOM

    def draw(self, dot: float) -> Iterator[Markup]:
        """Draw the name, with a line to its dot if it is not right beside it."""
        if self.y != dot:
            yield write_element("line", class_="leader", x1=self.x, y1=dot, x2=self.start, y2=self.y)
        anchor = "end" if self.left else "start"
        yield write_text(self.text, self.start, self.y + 5, anchor, "name", aria_hidden="true")


def draw_labels(places: Mapping[Mark, tuple[float, float]]) -> Iterator[Markup]:
    """Draw the names of measured sides where they cover neither each other nor the dots."""
    taken = [Area(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in places.values()]
    for mark, (x, y) in sorted(places.items(), key=lambda item: item[1][1]):
        label = place_label(shorten(mark.side.name), x, y, taken)
        taken.append(label.area)
        yield from label.draw(y)


def place_label(text: str, x: float, y: float, taken: Sequence[Area]) -> Label:
    shifts = (0.0, *(sign * LINE * nth for nth in range(1, LABELS) for sign in (-1, 1)))
    labels = [Label(text, x, y + shift, left) for shift in shifts for left in (False, True)]
    free = (label for label in labels if label.is_inside() and not any(map(label.area.does_overlap, taken)))
    return next(free, labels[0])


# -- one value ---------------------------------------------------------------------------------------------------

LONG, TALL = 360.0, 74.0
MARGIN, MIDDLE = 14.0, 34.0


ZONE = 44.0
"""The least width of a part of the scale that is named."""


@frozen
class Scale:
    """The costs that sides of one kind can play like, for plots of one value each that can be compared."""

    line: Yardstick
    costs: Sequence[Estimate]
    axis: Axis = field(init=False)

    @axis.default
    def _find_axis(self) -> Axis:
        numbers = [side.printed for side in self.line.sides]
        least, most = min(numbers), max(numbers)
        wide = max(1, most - least)
        low = min([least, *(cost.value for cost in self.costs)]) - 1
        high = max([most, *(cost.value for cost in self.costs)]) + 1
        return Axis(max(low, least - 2 * wide), min(high, most + 2 * wide), MARGIN, LONG - MARGIN)

    def draw(self, side: SideReport, value: Value, told: str) -> Markup:
        """Draw the cost that a side plays like, and around its printed number the costs at which it would be fair."""
        assert value.cost is not None and side.printed is not None
        return write_element(
            "svg",
            *self.draw_scale(side.printed),
            *self.draw_cost(value.cost),
            class_="scale",
            viewBox=f"0 0 {LONG:.0f} {TALL:.0f}",
            role="img",
            aria_label=told,
        )

    def draw_scale(self, printed: int) -> Iterator[Markup]:
        tolerance, place = self.line.tolerance or 0.0, self.axis.place
        low, high = place(printed - tolerance), place(printed + tolerance)
        wide = max(high - low, 3.0)
        yield write_element("rect", class_="track", x=MARGIN, y=MIDDLE - 10, width=LONG - 2 * MARGIN, height=20, rx=4)
        yield write_element("rect", class_="fair", x=(low + high - wide) / 2, y=MIDDLE - 10, width=wide, height=20)
        yield write_element(
            "line", class_="printed", x1=place(printed), x2=place(printed), y1=MIDDLE - 14, y2=MIDDLE + 14
        )
        for number in self.axis.list_ticks():
            if number == round(number) and abs(place(number) - place(printed)) > 16:
                yield write_text(format_tick(number), place(number), MIDDLE + 32, "middle", "tick")
        yield write_text(format_tick(printed), place(printed), MIDDLE + 32, "middle", "tick here")
        for word, start, end in (("weak", MARGIN, low), ("fair", low, high), ("strong", high, LONG - MARGIN)):
            if end - start > ZONE:
                yield write_text(word, (start + end) / 2, MIDDLE - 17, "middle", "tick")

    def draw_cost(self, cost: Estimate) -> Iterator[Markup]:
        low, high, at = map(self.axis.place, (cost.low, cost.high, cost.value))
        yield write_element("line", class_="interval", x1=low, x2=high, y1=MIDDLE, y2=MIDDLE)
        yield write_element("circle", class_="value", cx=at, cy=MIDDLE, r=6)


# -- text --------------------------------------------------------------------------------------------------------


def write_text(text: str, x: float, y: float, anchor: str, kind: str, **more: str) -> Markup:
    return write_element("text", text, x=x, y=y, text_anchor=anchor, class_=kind, **more)


def format_tick(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def shorten(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
