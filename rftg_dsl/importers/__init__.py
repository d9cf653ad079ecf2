"""Recorded games of other programs, followed with our engine: one folder a format, and what they share.

A format from anywhere else is found by its entry point in the group ``rftg_dsl.importers``, an ``Importer``.
"""

from rftg_dsl.importers.follow import Follower, follow
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted, import_file
from rftg_dsl.importers.recorded import Source
from rftg_dsl.importers.report import Difference, Differs, ImportReport
from rftg_dsl.importers.tape import Tape

__all__ = [
    "Difference",
    "Differs",
    "Follower",
    "ImportReport",
    "Importer",
    "OpenLog",
    "Source",
    "Tape",
    "Wanted",
    "follow",
    "import_file",
]
