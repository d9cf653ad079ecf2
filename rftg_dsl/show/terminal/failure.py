"""Errors that stop a command, shown as messages instead of tracebacks."""

from __future__ import annotations

import sys

from rftg_dsl.base import plugins
from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.log.format.read_log import DamagedLog
from rftg_dsl.show.terminal.finding_text import render_finding
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import fold, room_for


def render_error(error: BaseException, paint: Paint) -> str:
    """Render an error's code, message and remedy.

    An unexpected exception is reported as a bug, either in the plug-in that raised it or in rftg.
    """
    match error:
        case UsageError():
            return render_message(error.code, error.message, error.hint, paint)
        case ContentError():
            return "\n\n".join(render_finding(diagnostic, paint) for diagnostic in error.diagnostics)
        case DamagedLog():
            return render_message("damaged-log", str(error), "run 'rftg audit' on it for details", paint)
        case MissingContent():
            return render_message("unknown-log", str(error), "run 'rftg audit' on it for details", paint)
        case OSError():
            message = f"{error.filename or 'system error'}: {error.strerror or error}"
            return render_message("system", message, "check permissions and free space, and try again", paint)
    # An exception's text can be long and contain line breaks; reduce it to one short line.
    summary = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    if where := plugins.origin_of(error):
        return render_message(
            "broken-plugin", f"{where}: {summary}", "fix the plug-in, or report it to its author", paint
        )
    return render_message("bug", f"internal error ({summary})", "please report it, with the command you ran", paint)


def render_message(code: str, message: str, hint: str, paint: Paint, call: str = "") -> str:
    """Render an error, with its usage and hint if there are any, folded to the terminal's width."""
    wide = room_for(sys.stderr)
    lines = fold(f"error[{code}]: {to_visible(message)}", wide, rest="  ")
    lines[0] = lines[0].replace(f"error[{code}]", paint(f"error[{code}]", "red"), 1)
    for title, text in (("usage", call), ("help", hint)):
        lines += fold(f"= {title}: {to_visible(text)}", wide, "  ", "    ") if text else []
    return "\n".join(lines)
