"""A set's ``set.toml``: its id, name, game, version, authors, licence and requirements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic, Edit
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.toml_shape import EXAMPLE, Mistake, place_of, place_within, read_toml, structure_data
from rftg_dsl.base.versions import RANGE_HINT, VERSION_HINT, Version, Versions, version_of, versions_of
from rftg_dsl.syntax.parse import LANGUAGE

SET_HINT = 'write: id = "my-set", name = "My set", game = "roll", version = "1"'


def make_optional_key(example: str, default: Any) -> Any:
    """Declare an optional key; hints show ``example``."""
    return field(default=default, metadata={EXAMPLE: example})


@frozen(slots=False)
class SetFile:
    """The contents of a ``set.toml``; no other keys are allowed."""

    id: str
    name: str
    game: str
    version: str
    authors: tuple[str, ...] = make_optional_key('authors = ["Ada Example"]', ())
    licence: str = make_optional_key('licence = "CC-BY-4.0"', "")
    """An SPDX licence expression; empty if none is stated."""
    language: int = make_optional_key("language = 1", 1)
    """The version of the language in which the content is written."""
    edition: str = make_optional_key('edition = "2020"', "")
    """The edition that the set is for; empty if it is for all editions."""
    requires: tuple[str, ...] = make_optional_key('requires = ["other-set >=1.2, <2"]', ())
    """The ids of the sets that this set builds on and may change, each optionally with a version range."""
    code: bool = make_optional_key("code = true", False)
    """Whether the set needs the installed package with the same id."""

    @property
    def number(self) -> Version:
        """The version in comparable form."""
        return version_of(self.version) or Version(0)

    @cached_property
    def needs(self) -> Mapping[str, Versions]:
        requirements = [parse_requirement(text) for text in self.requires]
        # Malformed requirements are reported by ``check_requirements``.
        return dict([requirement for requirement in requirements if requirement])


ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{limits.WORD.most - 1}}}")
"""The pattern for ids. It is strict, because ids become file names and words in logs."""


def parse_requirement(text: str) -> tuple[str, Versions] | None:
    """The id of a required set and the acceptable versions; None if the text is malformed."""
    match = re.fullmatch(rf"({ID.pattern})\s*((?:[<>=].*)?)", text.strip())
    versions = versions_of(match[2]) if match else None
    return (match[1], versions) if match and versions else None


def read_set_file(source: Source) -> SetFile | list[Diagnostic]:
    data = read_toml(source.text)
    if isinstance(data, Mistake):
        return as_diagnostics(source, [data])
    language = data.get("language", 1)
    at = place_of(source.text, "language")
    if type(language) is int and LANGUAGE < language < 10**limits.DIGITS.most:
        # A newer language may have different keys and forms, so check nothing else.
        message = (
            f"this set is written in version {language} of the language, but this program reads version {LANGUAGE}"
        )
        return [Diagnostic("newer-language", Span(source, *at), message, "install a newer version of this program")]
    read = structure_data(source.text, data, SetFile)
    if isinstance(read, list):
        return as_diagnostics(source, read)
    wrong = sorted(mistake for check in CHECKS for mistake in check(source.text, read))
    return as_diagnostics(source, wrong) if wrong else read


def as_diagnostics(source: Source, mistakes: Iterable[Mistake]) -> list[Diagnostic]:
    return [as_diagnostic(source, mistake) for mistake in mistakes]


def as_diagnostic(source: Source, mistake: Mistake) -> Diagnostic:
    at = Span(source, mistake.start, mistake.end)
    fix = (Edit(at, mistake.better),) if mistake.better else ()
    return Diagnostic(mistake.code or "bad-set", at, mistake.message, mistake.hint or SET_HINT, fix=fix)


# -- checks ------------------------------------------------------------------------------------------------------


def check_language(text: str, read: SetFile) -> Iterator[Mistake]:
    if not 1 <= read.language <= LANGUAGE:
        message = f"there is no version {shorten_text(str(read.language))} of the language"
        yield Mistake(*place_of(text, "language"), message, "write: language = 1")


def check_texts(text: str, read: SetFile) -> Iterator[Mistake]:
    texts = {
        "name": ([read.name], limits.NAME.most),
        "version": ([read.version], limits.WORD.most),
        "authors": (read.authors, limits.NAME.most),
        "licence": ([read.licence], limits.NAME.most),
        "edition": ([read.edition], limits.WORD.most),
    }
    for name, (values, most) in texts.items():
        if any(len(value) > most or not value.isprintable() for value in values):
            hint = f"use at most {most} characters on one line"
            yield Mistake(*place_of(text, name), f"{name!r} is too long, or contains unprintable characters", hint)
    if len(read.authors) > limits.AUTHORS.most:
        hint = f"list at most {limits.AUTHORS.most}, or their group"
        yield Mistake(*place_of(text, "authors"), f"the set has {len(read.authors)} authors", hint)


def check_id(text: str, read: SetFile) -> Iterator[Mistake]:
    if not ID.fullmatch(read.id):
        yield Mistake(*place_of(text, "id"), f"{shorten_text(read.id)!r} is not a valid set id", ID_HINT)


ID_HINT = f"use at most {limits.WORD.most} letters, digits, '-', '_' and '.'"


def check_version(text: str, read: SetFile) -> Iterator[Mistake]:
    # A version with unprintable characters is reported by ``check_texts``.
    if version_of(read.version) is None and read.version.isprintable():
        yield Mistake(
            *place_of(text, "version"), f"{shorten_text(read.version)!r} is not a version number", VERSION_HINT
        )


def check_licence(text: str, read: SetFile) -> Iterator[Mistake]:
    """Check only the syntax; an unknown SPDX id is accepted."""
    # A licence that is too long is reported by ``check_texts``.
    if read.licence and len(read.licence) <= limits.NAME.most and not is_licence(read.licence):
        hint = 'use an SPDX id such as "CC-BY-4.0", or "LicenseRef-mine" with the terms in a file LICENSE'
        yield Mistake(*place_of(text, "licence"), f"{read.licence!r} is not an SPDX licence expression", hint)


def is_licence(text: str) -> bool:
    word = r"\b(?!(?:AND|OR|WITH)\b)[A-Za-z0-9][A-Za-z0-9.:+-]*"
    # Reduce ids, then brackets and operators, to ``_`` until nothing changes. A valid expression is reduced to a single
    # ``_``.
    reduced, before = re.sub(rf"{word}(?: +WITH +{word})?", "_", text.strip()), ""
    while reduced != before:
        reduced, before = re.sub(r"\( *_ *\)|_ +(?:AND|OR) +_", "_", reduced), reduced
    return reduced == "_"


def check_requirements(text: str, read: SetFile) -> Iterator[Mistake]:
    if len(read.requires) > limits.REQUIRED.most:
        hint = f"require at most {limits.REQUIRED.most}"
        yield Mistake(*place_of(text, "requires"), f"the set requires {len(read.requires)} sets", hint)
        return
    known: set[str] = set()
    for requirement in read.requires:
        at = place_within(text, "requires", re.escape(requirement))
        id, range = (
            (match[1], match[2])
            if (match := re.fullmatch(r"\s*([^\s<>=]*)\s*(.*)", requirement))
            else (requirement, "")
        )
        needed = parse_requirement(requirement)
        if not ID.fullmatch(id):
            yield Mistake(*at, f"{shorten_text(requirement)!r} is not a valid set id", ID_HINT)
        elif needed is None:
            yield Mistake(*at, f"{shorten_text(range)!r} is not a range of versions", RANGE_HINT)
        elif needed[1].empty:
            yield Mistake(*at, f"no version satisfies {shorten_text(range)!r}", RANGE_HINT)
        elif id in known:
            yield Mistake(*at, f"the set {id!r} is required twice", "put all its bounds together: '>=1.2, <2'")
        known.add(id)


CHECKS: tuple[Callable[[str, SetFile], Iterator[Mistake]], ...] = (
    check_language,
    check_id,
    check_texts,
    check_version,
    check_licence,
    check_requirements,
)
"""The checks to run after the keys and the types of the values have been checked."""


def shorten_text(text: str) -> str:
    return text if len(text) <= limits.WORD.most else f"{text[: limits.WORD.most]}..."


def requirement_at(source: Source, id: str) -> Span:
    return Span(source, *place_within(source.text, "requires", rf"\s*{re.escape(id)}\s*(?:[<>=][^\"']*)?"))


def key_at(source: Source, name: str) -> Span:
    return Span(source, *place_of(source.text, name))
