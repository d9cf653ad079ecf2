"""The logs of games in progress, which must not be shown."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.log.format.read_log import DamagedLog, read_log
from rftg_dsl.log.proof.secret_files import host_file_beside
from rftg_dsl.show.browser.chairs import seats_file_of
from rftg_dsl.show.browser.inside_folder import Identity


def is_over(log: Path) -> bool:
    """Whether a log is complete; False if the log is unreadable."""
    try:
        return read_log(log, follow=False).complete
    except (UsageError, DamagedLog, MissingContent, OSError):
        return False


def find_games_in_progress(logs: Collection[Path]) -> frozenset[Identity]:
    """Return the identities of the logs that must not be shown yet, because their games are unfinished.

    An unfinished log would reveal every hand. Logs without a file of secrets next to them are ignored. A game in a
    terminal has such a file too, so its log is included.
    """
    secret = {log for log in logs if any(map(os.path.lexists, (seats_file_of(log), host_file_beside(log))))}
    # Return identities rather than paths, because a hard link would be a second path to the same log.
    return frozenset(each for log in secret if not is_over(log) for each in identities_of(log))


def identities_of(log: Path) -> Iterator[Identity]:
    with suppress(OSError):
        state = log.stat()
        yield state.st_dev, state.st_ino
