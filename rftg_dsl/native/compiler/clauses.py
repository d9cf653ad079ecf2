"""The clauses of ``docs/native-python.md``, and the error that quotes one of them."""

from __future__ import annotations

from collections.abc import Mapping

CLAUSES: Mapping[str, str] = {
    "N1": "A function is translated from its source file, which matches the code that runs.",
    "N2": "A function has no positional-only parameters and does not read `**` parameters.",
    "N3": "A local function has plain parameters and no decorator, is not stored, and does not call itself.",
    "N4": "A call passes what the function takes, without `**`, and by position if the function is unknown.",
    "N5": "A function that receives a function, or a tuple with the play in it, does not call itself.",
    "N6": "A name is a local variable, a built-in, or a module-level name that is not reassigned.",
    "N7": "A statement is of one of the kinds that are listed below.",
    "N8": "An assignment is to a name, a tuple of targets, an item, a field, or a slice of one of the play's arrays.",
    "N9": "`del` deletes an item of a mapping.",
    "N10": "A constant is None, a number of at most 61 bits, a text, a collection of these, or an object of the game.",
    "N11": "Integers, truth values and floats are not used in place of one another where a type is declared.",
    "N12": "An iterator is consumed where it is created: it is not stored, passed on or returned.",
    "N13": "A loop over a constant set is over integers.",
    "N14": "An operator is supported for the types of its operands, as listed below.",
    "N15": "A class is tested with `isinstance`, or by comparing `type(x)` with known classes.",
    "N16": "A formatted string has no format specifications, and no conversions except `!s`.",
    "N17": "A built-in function is one of those listed below, and is called in a supported way.",
    "N18": "An attribute or method exists, and a method of an unknown value is called by position.",
    "N19": "An object that is created is a named tuple, an instance of a class with slots, or constant.",
    "N20": "The play and its sources of randomness are not stored, returned or compared.",
}
"""The clauses by number. The document has the same sentences, with examples."""


class TranslationError(Exception):
    """Raised for something that native code cannot do; the message gives its location and the clause, if known."""

    def __init__(self, what: str, clause: str = "", file: str = "", line: int = 0) -> None:
        place = [f"{file}:{line}"] if file else []
        quoted = [f"clause {clause} of native-python.md"] if clause else []
        super().__init__(f"{what} ({', '.join(place + quoted)})" if place or quoted else what)
        self.what = what
        self.clause = clause
        self.file = file
        self.line = line


def error_at(why: Exception, file: str, line: int) -> TranslationError:
    """Return an error with a location. Any other exception is what Python would raise on reaching this line."""
    if not isinstance(why, TranslationError):
        return TranslationError(f"it cannot be translated: {type(why).__name__}: {why}", "", file, line)
    return why if why.file else TranslationError(why.what, why.clause, file, line)
