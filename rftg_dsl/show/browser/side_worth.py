"""The worth of the sides at the cursor in the author's room, measured a little further by each request.

A request plays for about a second, and the next one for the same text continues with the same games. So the work stops
when a page stops asking, and a worker process never has to be interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any
from xml.etree import ElementTree

from rftg_dsl.balance.balance import PRINTED_PAIRS, Balance, Settings
from rftg_dsl.balance.estimates import LEAST
from rftg_dsl.balance.make_report import report_of
from rftg_dsl.balance.margins import keep_margins
from rftg_dsl.balance.measure import Measuring
from rftg_dsl.balance.report import BalanceReport
from rftg_dsl.balance.subjects import Subjects, choose_subjects
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.show.balance_words import tell_left_out, tell_one_bot, tell_outlook, tell_share
from rftg_dsl.show.browser.balance_page import BalancePage
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.markup import Markup
from rftg_dsl.show.browser.strangers import Reader, make_reader

Plain = dict[str, Any]
Tree = list[Any]

SLICE = 1.0
"""The time in seconds after which a request begins no further batch."""

SETTINGS = Settings(batch=LEAST // 16, compiles=False)
"""The settings of ``rftg balance`` without options, except that a batch takes less than a second, and that the text,
which may change at any moment, is not compiled."""

OPEN = 4
"""The number of measurements that are kept to be continued."""

NICE = 10
"""The priority of the worker process, below that of everything that a person waits for."""

Key = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]


class Appraisal:
    """A measurement of some sides, with a set as it was edited at one moment."""

    def __init__(self, subjects: Subjects) -> None:
        self.balance = Balance(subjects, SETTINGS)
        self.progress = self.balance.run_values()
        self.done = False

    def go_on(self, seconds: float) -> Plain:
        """Play until the time is up or every value is known well enough, and return the figures for the page."""
        ends = monotonic() + seconds
        self.done = not any(monotonic() >= ends for _ in self.progress)
        # The next text is compared with the same printed sides.
        keep_margins(self.balance.printed.margins)
        return {"done": self.done, **self.describe()}

    def describe(self) -> Plain:
        printed, pairs = self.balance.printed, fewest_pairs_in(self.balance.measuring)
        if not pairs and printed.open:
            share = tell_share(fewest_pairs_in(printed) / PRINTED_PAIRS)
            return {"said": f"Measuring {len(printed.goals)} printed sides to compare with, only once: {share}."}
        if pairs < LEAST:
            return {"said": f"Playing the first {LEAST} pairs of games: {pairs} so far."}
        report = report_of(self.balance)
        said = f"{pairs:,} pairs of games with {report.players[0]} players, all {report.bots[0]}."
        notes = [f"{note}." for note in (*tell_left_out(report), tell_one_bot(report))]
        return {"said": said, "notes": notes, "sides": list_sides(report, self.done)}


def fewest_pairs_in(measuring: Measuring) -> int:
    return min((sample.size for sample in measuring.samples.values()), default=0)


def list_sides(report: BalanceReport, done: bool) -> list[Plain]:
    """The sides of a report with the elements that show their values on a page.

    When it is ``done``, they say how many more games may tell what the verdict leaves open.
    """
    page = BalancePage(report, {})
    return [
        {"name": side.name, "parts": list(map(tree_of, page.write_value(side, value, outlook)))}
        for side in report.sides
        for value in side.values
        for outlook in [tell_outlook(value) if done else ""]
    ]


def tree_of(markup: Markup) -> Tree:
    """Return an element as ``[tag, attributes, *content]``, from which a page can build it without parsing markup."""
    return tree_below(ElementTree.fromstring(markup))


def tree_below(element: ElementTree.Element) -> Tree:
    content = [element.text, *(part for child in element for part in (tree_below(child), child.tail))]
    return [element.tag, dict(element.attrib), *filter(None, content)]


class Appraisals:
    """The measurements that pages may ask for again, the latest last."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.kept: dict[Key, Appraisal] = {}

    def go_on(self, name: str, texts: Mapping[str, str], sides: Sequence[str]) -> Plain:
        """Measure sides of a set, given by their ids, a little further.

        Raise ``UsageError`` if they cannot be measured, or ``ContentError`` if the set contains mistakes.
        """
        manuscript = self.known.open_manuscript(name)
        library = manuscript.load(texts)
        # The digests ignore comments and spaces, so the measurement continues after a change to them, or after saving.
        key = tuple(library.digests.items()), tuple(sides)
        appraisal = self.kept.pop(key, None) or Appraisal(find_subjects_in(library, manuscript.folder, sides))
        figures = appraisal.go_on(SLICE)
        self.kept[key] = appraisal
        for outdated in [*self.kept][:-OPEN]:
            del self.kept[outdated]
        return figures


def find_subjects_in(library: Library, folder: Path, ids: Sequence[str]) -> Subjects:
    """The subjects among the sides with these ids, in a library with an edited set."""
    sides = [side for side in library.model.list_sides() if side.id in ids]
    if not sides:
        raise UsageError("there is no component at the cursor", "put the cursor into a component", "unknown-name")
    measured, left_out = choose_subjects(library, sides)
    return Subjects(library, [folder], measured, left_out, load_standard(library.game.name), ())


def make_measurer(folders: Sequence[Path]) -> Reader:
    """Return the function that performs the tasks of a worker process, after lowering the priority of the process."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    return make_reader(folders, Appraisals)
