"""Telling people elsewhere that it is their turn, by a command that the host named when the server was started.

The command is run without a shell. It learns from its environment whose turn it is, so that no name can be read as an
option or as code.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import NOTICE_TIME, NOTICES
from rftg_dsl.log.format.people import player_name_of

AT_ONCE = 4
"""The number of commands that run at the same time."""


def split_command(text: str) -> list[str]:
    """Split a command into words, as a shell would. Raise ``UsageError`` if there is no such program."""
    hint = "name a program with its arguments, as in --notify './tell.sh'"
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--notify {text!r} is not a command: {error}", hint, "wrong-option") from None
    if not words or shutil.which(words[0]) is None:
        raise UsageError(f"--notify {text!r}: there is no such program", hint, "wrong-option")
    return words


class Notifier:
    """Runs the command once for each notice; ``say`` is called with the reason if it fails."""

    def __init__(self, words: Sequence[str], root: str, say: Callable[[str], None]) -> None:
        self.words = words
        self.root = root
        """The beginning of every address, such as ``http://127.0.0.1:8000``."""
        self.say = say
        self.tasks: set[asyncio.Task[None]] = set()
        """The notices that have not been given yet."""
        self.turns = asyncio.Semaphore(AT_ONCE)

    def notify(self, game: str, seat: int, who: str, address: str) -> None:
        """Run the command for a person whose turn it is, without waiting for it."""
        if len(self.tasks) >= NOTICES.most:
            self.say(f"--notify: more than {NOTICES.most} notices are waiting, so one was dropped")
            return
        notice = {
            "RFTG_GAME": game,
            "RFTG_SEAT": str(seat + 1),
            "RFTG_NAME": player_name_of(who),
            "RFTG_ADDRESS": f"{self.root}{address}",
        }
        task = asyncio.get_running_loop().create_task(self.give(notice))
        # The loop itself keeps only a weak reference to a task.
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def give(self, notice: Mapping[str, str]) -> None:
        async with self.turns:
            trouble = await run_command(self.words, notice)
        if trouble:
            self.say(f"--notify: {trouble}")

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


async def run_command(words: Sequence[str], notice: Mapping[str, str]) -> str:
    """Run a command with a notice in its environment; return why it failed, or an empty string."""
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            env={**os.environ, **notice},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            # A group of its own, so that it can be stopped together with everything that it has started.
            start_new_session=True,
        )
    except OSError as error:
        return f"{words[0]} cannot be started: {error.strerror or error}"
    try:
        async with asyncio.timeout(NOTICE_TIME.most):
            status = await process.wait()
    except TimeoutError:
        return f"{words[0]} took more than {NOTICE_TIME.most} seconds and was stopped"
    finally:
        if process.returncode is None:
            await stop(process)
    return f"{words[0]} failed with status {status}" if status else ""


async def stop(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:  # Windows
            process.kill()
    await process.wait()
