"""The report on games that have been played already, without playing another."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path

from rftg_dsl.balance.balance import Balance, Settings
from rftg_dsl.balance.estimates import LEAST
from rftg_dsl.balance.make_report import report_of
from rftg_dsl.balance.report import BalanceReport
from rftg_dsl.balance.subjects import find_subjects
from rftg_dsl.base.diagnostic import UsageError


def recall_report(wanted: str, extra: Sequence[str | Path] = ()) -> BalanceReport | None:
    """Return what earlier runs of ``rftg balance`` without options have left in the user's cache.

    None if a seat can start with none of the sides, or if too few games are known for a value.
    """
    try:
        balance = Balance(find_subjects([wanted], extra=extra), Settings(compiles=False))
    except UsageError:
        return None
    for measuring in (balance.printed, balance.measuring):
        deque(measuring.take_known(), maxlen=0)
    if balance.printed.open or any(sample.size < LEAST for sample in balance.measuring.samples.values()):
        return None
    return report_of(balance)
