"""The command as a process of its own: on a terminal, and interrupted as from a keyboard."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Sequence
from pathlib import Path
from typing import Self

RFTG = str(Path(sys.executable).parent / "rftg")


def on_a_terminal(*words: str, **variables: str) -> str:
    """The output of the command on a terminal."""
    outside, inside = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **variables}
    with subprocess.Popen([RFTG, *words], stdout=inside, stderr=inside, env=environment) as running:
        os.close(inside)
        parts = []
        try:
            while part := os.read(outside, 65536):
                parts.append(part)
        except OSError:
            pass
        running.wait(120)
    os.close(outside)
    return b"".join(parts).decode()


def listen() -> None:
    """Ctrl-C reaches a child process even where the tests themselves run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The command on a terminal of its own, at which somebody types."""

    def __init__(
        self, *words: str, columns: int = 80, ignored: Sequence[signal.Signals] = (), **variables: str
    ) -> None:
        self.outside, inside = pty.openpty()
        termios.tcsetwinsize(inside, (50, columns))
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}

        def begin() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            listen()
            for signum in ignored:
                signal.signal(signum, signal.SIG_IGN)

        self.running = subprocess.Popen(
            [RFTG, *words],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**environment, "TERM": "xterm", **variables},
            start_new_session=True,
            preexec_fn=begin,
        )
        os.close(inside)

    def read(self, prompt: str = "\n> ") -> str:
        """What is shown until it asks for a line, or until it ends."""
        shown = ""
        decoder = getincrementaldecoder("utf-8")("replace")
        while not shown.endswith(prompt):
            if not select.select([self.outside], [], [], 120)[0]:
                raise AssertionError(f"nothing more is shown after {shown!r}")
            try:
                part = os.read(self.outside, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += decoder.decode(part).replace("\r\n", "\n")
        return shown

    def type(self, *lines: str, prompt: str = "\n> ") -> str:
        """Type lines; what is shown after the last, without the line itself."""
        shown = ""
        for line in lines:
            self.send(f"{line}\n")
            shown = self.read(prompt)
        return shown.partition("\n")[2]

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.outside, keys.encode())

    def end(self) -> int:
        """The exit status, once it has ended."""
        status = self.running.wait(120)
        self.close()
        return status

    def close(self) -> None:
        """Close the terminal."""
        if self.outside >= 0:
            os.close(self.outside)
            self.outside = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self.running.kill()
        self.running.wait()
