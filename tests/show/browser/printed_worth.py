"""Made-up margins of printed sides, kept in the cache, so that a test need not measure them."""

from __future__ import annotations

from rftg_dsl.balance.balance import PRINTED_PAIRS
from rftg_dsl.balance.gift import NOTHING, Start, Stratum
from rftg_dsl.balance.margins import Margins, keep_margins
from rftg_dsl.balance.subjects import subjects_in
from rftg_dsl.library.backends import GREEDY
from rftg_dsl.library.load import load_standard
from rftg_dsl.show.browser.side_worth import SETTINGS


def keep_printed_worth(game: str) -> None:
    """Each printed side is worth twice its number, give or take a point."""
    library = load_standard(game)
    margins, stratum = Margins(library, SETTINGS.seed), Stratum(2, GREEDY)
    margins.add(stratum, NOTHING, 0, [nth % 5 for nth in range(PRINTED_PAIRS)])
    for number, subject in enumerate(subjects_in(library, library.model.components)):
        worth = 2 * (subject.printed_number or 0) + number % 3 - 1
        margins.add(stratum, Start((subject.name,)), 0, [worth + nth % 7 - 1 for nth in range(PRINTED_PAIRS)])
    keep_margins(margins)
