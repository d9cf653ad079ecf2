"""Collect diagnostics, and read the headers of declarations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rftg_dsl.base.diagnostic import Diagnostic, Edit, one_of, slip_of, suggest_nearest
from rftg_dsl.base.source import Source, Span
from rftg_dsl.check.signatures import to_third_person
from rftg_dsl.syntax.keywords import EVERYDAY
from rftg_dsl.syntax.tree import At, Atom

REMEDIES = {
    "surplus-clause": "leave it out or reword it",
    "surplus-block": "leave out the block",
    "surplus-field": "leave it out",
    "wrong-kind": "use something else",
    "wrong-value": "use a different value",
    "missing-thing": "specify a thing",
    "missing-effect": "say what happens, such as 'gain ...'",
    "out-of-range": "choose another number",
}

UNKNOWN = {
    "choice": "{word!r} is not one of the choices",
    "edge of a phase": "a phase has no {word!r}",
    "side": "there is no side called {word!r}",
    "stretch of play": "{word!r} is not a stretch of play here",
    "thing of this event": "this event has no {word!r}",
}
"""Messages about unknown words for which the default, "unknown ...", would be clumsy."""


class Report:
    """Collects diagnostics about one source file."""

    def __init__(self, source: Source, diagnostics: list[Diagnostic]) -> None:
        self.source = source
        self.found = diagnostics

    def to_span(self, at: At) -> Span:
        return Span(self.source, *at)

    def add_error(self, code: str, at: At, message: str, hint: str = "", better: str = "") -> None:
        """Record an error. ``better`` is the correction if it is certain."""
        fix = (Edit(self.to_span(at), better),) if better else ()
        self.found.append(Diagnostic(code, self.to_span(at), message, hint or REMEDIES.get(code, ""), fix=fix))

    def add_unknown(self, what: str, word: str, at: At, known: Iterable[str]) -> None:
        # The word may be a known word that is wrong here, so never suggest the word itself.
        known = sorted(set(known) - {word})
        forms = suggest_forms(word, known)
        hint = hint_for_forms(forms) or suggest_nearest(word, known) or hint_for_known(known, what) or "leave it out"
        message = UNKNOWN.get(what, "unknown {what} {word!r}").format(what=what, word=word)
        better = only_form_of(forms) if forms else slip_of(word, known)
        # If the location includes more than the word, such as quotes, a fix would replace that as well.
        alone = self.source.text[slice(*at)] == word
        self.add_error(f"unknown-{what.replace(' ', '-')}", at, message, hint, better if alone else "")


def suggest_forms(word: str, known: Collection[str]) -> list[str]:
    said = {base: base for base in EVERYDAY} | {to_third_person(base): base for base in EVERYDAY}
    forms = [form for form in EVERYDAY.get(said.get(word, ""), ()) if " " in form or form in known]
    return forms if word in EVERYDAY else [form if " " in form else to_third_person(form) for form in forms]


def hint_for_forms(forms: Sequence[str]) -> str:
    return f"write {one_of([repr(form) for form in forms])}" if forms else ""


def only_form_of(forms: Sequence[str]) -> str:
    return forms[0] if len(forms) == 1 and " " not in forms[0] else ""


LISTED = 16


LISTS = {
    "side": "the library, or 'rftg list GAME', shows the {n} printed names",
    "step": "'rftg show GAME --schedule' shows the {n} steps and stages",
    "symbol": "the page 'Pictures' in the documentation shows the {n} symbols",
}


def hint_for_known(known: Sequence[str], what: str) -> str:
    if len(known) > LISTED:
        return LISTS.get(what, "'rftg words' lists the {n} words that fit here").format(n=len(known))
    return f"known: {', '.join(known)}" if known else ""


FieldKind = str
"""The kind of a field's value: ``flag``, ``number``, ``range`` (``2 to 5``), ``word``, ``words`` or ``string``."""


class Header:
    """The header of a declaration, as a list of atoms to be read one by one or field by field."""

    def __init__(self, report: Report, atoms: Sequence[Atom], at: At) -> None:
        self.report = report
        self.atoms = list(atoms)
        self.at = at

    def list_words(self) -> list[str]:
        return [atom.text for atom in self.atoms if atom.kind == "word"]

    def take(self, *kinds: str) -> Atom | None:
        if self.atoms and self.atoms[0].kind in kinds:
            return self.atoms.pop(0)
        return None

    def require(self, what: str, *kinds: str) -> Atom | None:
        """Take the next atom as ``take`` does, but report it as missing if there is none of these kinds."""
        atom = self.take(*kinds)
        if atom is None:
            at = self.atoms[0].at if self.atoms else self.at
            self.report.add_error("missing-name", at, f"{what} is missing", f"add {what}")
        return atom

    @staticmethod
    def span_of(atoms: Sequence[Atom]) -> At:
        return atoms[0].at[0], atoms[-1].at[1]

    def read_fields(
        self, schema: Mapping[str, FieldKind], required: Iterable[str] = ()
    ) -> tuple[dict[str, list[Atom]], list[Atom]]:
        """Return the atoms of each field, and the atoms outside any field. Report malformed fields and empty them."""
        values: dict[str, list[Atom]] = {}
        bare: list[Atom] = []
        current: list[Atom] | None = None
        left = 0
        for atom in self.atoms:
            # The value of a field can be a word that is also the name of a field.
            if atom.kind == "word" and atom.text in schema and not (current is not None and left > 0):
                if atom.text in values:
                    self.report.add_error("duplicate-field", atom.at, f"{atom.text!r} appears twice", "leave one out")
                current = values[atom.text] = []
                left = {"flag": 0, "number": 1, "word": 1, "string": 1}.get(schema[atom.text], 0)
                if schema[atom.text] == "flag":
                    current = None
            elif current is None or (left == 0 and schema[next(reversed(values))] not in ("words", "range")):
                bare.append(atom)
            else:
                current.append(atom)
                left = max(0, left - 1)
        for name, atoms in values.items():
            self._check(name, schema[name], atoms)
        for name in required:
            if name not in values:
                self.report.add_error("missing-field", self.at, f"{name!r} is missing", f"write: {name} ...")
        return values, bare

    def _check(self, name: str, kind: FieldKind, atoms: list[Atom]) -> None:
        shapes = {"number": [["number"]], "range": [["number", "word", "number"]], "string": [["string"]]}
        shape = [atom.kind for atom in atoms]
        bad = kind in shapes and shape not in shapes[kind]
        bad = bad or (kind == "range" and not (atoms[1].text == "to" and atoms[0].number <= atoms[2].number))
        bad = bad or (kind == "words" and not (shape and set(shape) <= {"word"}))
        bad = bad or (kind == "word" and shape not in (["word"], ["string"]))
        if bad:
            values = {"number": "a number", "range": "a range such as '2 to 5'", "words": "words", "string": 'a "text"'}
            wanted = values.get(kind, "a word")
            at = self.span_of(atoms) if atoms else self.at
            self.report.add_error("wrong-value", at, f"{name!r} takes {wanted}", f"write {wanted} after {name!r}")
            # An empty field is treated as missing, so that nothing else has to handle malformed atoms.
            atoms.clear()


def number_in(atoms: Sequence[Atom], default: int = 0) -> int:
    return atoms[0].number if atoms else default


def bounds_in(atoms: Sequence[Atom], default: tuple[int, int]) -> tuple[int, int]:
    return (atoms[0].number, atoms[2].number) if atoms else default


def words_in(atoms: Sequence[Atom]) -> tuple[str, ...]:
    return tuple(atom.text for atom in atoms)


def report_surplus_fields(report: Report, bare: Iterable[Atom], schema: Iterable[str]) -> None:
    for atom in bare:
        report.add_unknown("field", atom.text, atom.at, schema)
