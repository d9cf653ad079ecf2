"""Runs `rftg` as a process of its own and writes down how much memory it and its largest worker took, in MB.

The first argument is the file to write to. The peak of this process is asked from Linux by name where that is possible:
``ru_maxrss`` counts the process that started this one as well.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from pathlib import Path

from rftg_dsl.cli import main


def own_peak() -> float:
    """The most memory that this process has had, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        [kilobytes] = re.findall(r"^VmHWM:\s+(\d+) kB$", status.read_text(), re.M)
        return int(kilobytes) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> None:
    """Run the command, and write down what it took."""
    to = Path(sys.argv.pop(1))
    try:
        main()
    finally:
        workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        to.write_text(json.dumps({"main process": own_peak(), "a worker": workers}))


if __name__ == "__main__":
    run()
