"""Errors that stop a command, as messages for people: never a traceback."""

from __future__ import annotations

import sys

from rftg_dsl.author.validate.check_targets import finding as as_finding
from rftg_dsl.base import plugins
from rftg_dsl.base.diagnostic import Rejected, Unusable
from rftg_dsl.log.format.read_log import Damaged, Missing
from rftg_dsl.show.terminal.finding_text import finding
from rftg_dsl.show.terminal.paint import Paint, visible
from rftg_dsl.show.terminal.wrap import fold, room


def explained(error: BaseException, paint: Paint) -> str:
    """The error's code, its message and its remedy."""
    match error:
        case Unusable():
            return line(error.code, error.message, error.hint, paint)
        case Rejected():
            return "\n\n".join(finding(as_finding(one), paint) for one in error.diagnostics)
        case Damaged():
            return line("damaged-log", str(error), "run 'rftg audit' on it for details", paint)
        case Missing():
            return line("unknown-log", str(error), "run 'rftg audit' on it for details", paint)
        case OSError():
            message = f"{error.filename or 'system error'}: {error.strerror or error}"
            return line("system", message, "check permissions and free space, and try again", paint)
    summary = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    if where := plugins.where_raised(error):
        return line("broken-plugin", f"{where}: {summary}", "fix the plug-in, or report it to its author", paint)
    return line("bug", f"internal error ({summary})", "please report it, with the command you ran", paint)


def misused(message: str, call: str, help_at: str, paint: Paint) -> str:
    """A command line that is wrong: how the command is called instead, and where its help is."""
    return line("wrong-usage", message, f"'{help_at}' explains the command", paint, call)


def line(code: str, message: str, hint: str, paint: Paint, call: str = "") -> str:
    """An error in a few lines, folded on a terminal: the message and the hint."""
    wide = room(sys.stderr)
    lines = fold(f"error[{code}]: {visible(message)}", wide, rest="  ")
    lines[0] = lines[0].replace(f"error[{code}]", paint(f"error[{code}]", "red"), 1)
    for title, text in (("usage", call), ("help", hint)):
        lines += fold(f"= {title}: {visible(text)}", wide, "  ", "    ") if text else []
    return "\n".join(lines)
