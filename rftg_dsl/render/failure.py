"""Why a command could not run, for people: never a traceback."""

from __future__ import annotations

from rftg_dsl.diagnostic import Rejected, Unusable
from rftg_dsl.log.read import Damaged, Missing
from rftg_dsl.render.paint import Paint, visible
from rftg_dsl.render.text import finding
from rftg_dsl.validate.check import finding as as_finding


def explained(error: BaseException, paint: Paint) -> str:
    """The code, what is wrong, and what to do about it."""
    match error:
        case Unusable():
            return line(error.code, error.message, error.hint, paint)
        case Rejected():
            return "\n\n".join(finding(as_finding(one), paint) for one in error.diagnostics)
        case Damaged():
            return line("damaged-log", str(error), "see what 'rftg audit' says of it", paint)
        case Missing():
            return line("unknown-log", str(error), "see what 'rftg audit' says of it", paint)
        case OSError():
            what = f"{error.filename or 'the machine refused'}: {error.strerror or error}"
            return line("system", what, "check permissions and free space, and try again", paint)
        case MemoryError():
            return line("system", "there is not enough memory", "ask for less, or free some, and try again", paint)
    told = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return line("bug", f"this should not have happened ({told})", "please report it with the command you gave", paint)


def line(code: str, message: str, hint: str, paint: Paint) -> str:
    """A failure in two lines."""
    return f"{paint(f'error[{code}]', 'red')}: {visible(message)}\n  = help: {visible(hint)}"
