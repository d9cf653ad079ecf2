"""Use our engine to replay games recorded by other programs; each format has its own subpackage, based on shared code.

The input is a file of recordings; the output is a report and, on request, logs. ``reading`` opens files, ``importer``
runs each game, and ``follow`` drives our engine with the answers and random results of a recording (``tape``,
``recorded``) until the engine and the recording disagree (``Disagreement``). A plug-in adds a format by declaring an
``Importer`` as an entry point in the group ``rftg_dsl.importers``.

All formats are laid out alike. ``__init__`` recognises a game and loads its rules. ``follower`` gives the random
results, and compares events, states and the end. ``answers`` has a table of the questions: most are answered by a
``Reply``, which names a record, and methods that translate (``shape_of_...`` an option of ours, ``show_...`` our side
of a field, ``name_...`` the fields that identify the record, ``read_...`` the recorded pick); the other questions have
a method ``answer_...`` of their own.
"""

from rftg_dsl.importers.follow import Answers, Follower, follow
from rftg_dsl.importers.import_report import Difference, Disagreement, Followed, ImportReport
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted, import_file, import_files
from rftg_dsl.importers.reading import read_games, read_whole
from rftg_dsl.importers.recorded import Source
from rftg_dsl.importers.tape import Tape

__all__ = [
    "Answers",
    "Difference",
    "Disagreement",
    "Followed",
    "Follower",
    "ImportReport",
    "Importer",
    "OpenLog",
    "Source",
    "Tape",
    "Wanted",
    "follow",
    "import_file",
    "import_files",
    "read_games",
    "read_whole",
]
