"""The grammar of typed answers: names or numbers of options, counts, and answers to several questions in one line.

    3 explore, 2 ship, select ship with home

A line is a series of clauses. A comma, ``with`` or ``and`` begins another clause, which belongs to the same question if
that question accepts another option and has an option with this name; otherwise, it belongs to the next question. ``;``
or ``then`` always moves on to the next question. A clause may begin with the name of its question: ``select ship``.
The grammar does not depend on the game; it uses only question names, option ids and option labels.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from attrs import frozen

from rftg_dsl.base.spelling import fold
from rftg_dsl.play.asked import Answer
from rftg_dsl.play.table.question import Option, Question, words_in

NEXT = ";"
LONGEST = 2_000
NAMED = 4
NONE, ALL = ("none", "nothing"), "all"

COUNTED = re.compile(r"([0-9]{1,6})(?: ?(?:x(?=[ #0-9])|\*|of(?= )) ?| ?(?=[^0-9 ]))(.+)")
ALL_BUT = re.compile(r"all (?:but|except) (.+)", re.IGNORECASE)
NUMBERS = re.compile(r"#?[0-9]{1,6}(?: #?[0-9]{1,6})*")


class UnclearAnswer(Exception):
    """Raised if a line cannot be parsed as an answer; the message explains why, and what to type instead."""


@frozen
class Rest:
    """The clauses left over for the next questions."""

    clauses: tuple[str, ...]
    carried: bool = False
    """Whether the first clause is the remainder of a count, which only a question with the same name accepts."""


def split_clauses(line: str) -> tuple[str, ...]:
    clauses: list[str] = []
    for nth, part in enumerate(re.split(r";| then ", " ".join(line[:LONGEST].split()))):
        if nth:
            clauses.append(NEXT)
        clauses += [stripped for clause in part.split(",") if (stripped := clause.strip())]
    return tuple(clauses)


def read(question: Question, line: str, names: Collection[str] = ()) -> tuple[Answer, Rest]:
    """Return a line's answer to a question, and the rest of the line.

    Raise ``UnclearAnswer`` if the line does not contain an answer. ``names`` are the names of all the game's questions.
    """
    whole = " ".join(line[:LONGEST].split())
    # An option's name may contain a comma or ``and``, so try the whole line first.
    if question.asked.form == "one" and (option := find_exact(question.options, whole)):
        return option.id, Rest(())
    return read_clauses(question, split_clauses(line), names)


def read_clauses(question: Question, clauses: Sequence[str], names: Collection[str] = ()) -> tuple[Answer, Rest]:
    left = list(clauses)
    while left and left[0] == NEXT:
        left.pop(0)
    if not left:
        raise UnclearAnswer("type an answer, or 'help'")
    left[0] = without_name(question, left[0], names)
    match question.asked.form:
        case "one":
            left[:1] = cut_clause(question, left[0])
            option = find_one(question.options, left.pop(0))
            return option.id, Rest(tuple(left))
        case "amount":
            return read_amount(question, left.pop(0)), Rest(tuple(left))
        case "some":
            return read_some(question, left)
    return read_counts(question, left)


def without_name(question: Question, clause: str, names: Collection[str]) -> str:
    """Remove the question's name from a clause. Raise ``UnclearAnswer`` if the clause names another question."""
    if find_exact(question.options, clause):
        return clause
    # Try longer names first, because one name may be a prefix of another.
    for name in sorted({question.name, *names}, key=lambda known: (-len(known), known)):
        start, rest = clause[: len(name)], clause[len(name) :]
        if start.lower() == name and rest.startswith(" ") and not does_fit(question, clause):
            if name == question.name:
                return rest.strip()
            raise UnclearAnswer(f"'{clause}' answers the question '{name}', but '{question.text}' comes first")
    return clause


# -- clauses ---------------------------------------------------------------------------------------------------


def cut_clause(question: Question, clause: str) -> tuple[str, ...]:
    """Split a clause at ``with`` or ``and`` if the part before it names an option but the whole clause does not."""
    if not does_fit(question, clause):
        for cut in reversed(list(re.finditer(r" (?:with|and) ", clause))):
            if does_fit(question, clause[: cut.start()]):
                return clause[: cut.start()], clause[cut.end() :]
    return (clause,)


def does_fit(question: Question, clause: str) -> bool:
    if NUMBERS.fullmatch(clause) or clause.lower() in (*NONE, ALL):
        return True
    counted = COUNTED.fullmatch(clause) if question.asked.form == "bag" else None
    return bool(find_matching(question.options, counted[2] if counted else clause))


def read_amount(question: Question, clause: str) -> int:
    low, high = question.low, question.high
    if not re.fullmatch(r"[0-9]{1,9}", clause) or not low <= int(clause) <= high:
        raise UnclearAnswer(f"type a number from {low} to {high}")
    return int(clause)


def read_some(question: Question, left: list[str]) -> tuple[Answer, Rest]:
    low, high, options = question.low, question.high, question.options
    if but := ALL_BUT.fullmatch(left[0]):
        left[0] = but[1]
        out = read_options(question, left, len(options) - high, len(options) - low)
        chosen = [option.id for option in options if option.id not in out]
    else:
        chosen = [] if does_choose_nothing(left) else read_options(question, left, low, high)
    check_count(question, len(chosen))
    return chosen, Rest(tuple(left))


def read_options(question: Question, left: list[str], low: int, high: int) -> list[str]:
    """Read distinct options clause by clause, until there are ``high`` options or a clause does not name an option."""
    chosen: list[str] = []
    while left and left[0] != NEXT and (len(chosen) < high or not chosen):
        left[:1] = cut_clause(question, left[0])
        if chosen and len(chosen) >= low and not does_fit(question, left[0]):
            break
        for option in find_options(question.options, left.pop(0)):
            if option.id in chosen:
                raise UnclearAnswer(f"'{option.label}' can be chosen only once")
            chosen.append(option.id)
    return chosen


def read_counts(question: Question, left: list[str]) -> tuple[Answer, Rest]:
    """Read a count for each option; if a count exceeds the question's limits, carry the excess to the next question."""
    taken: dict[str, int] = {}
    high, options = question.high, question.options
    nothing = does_choose_nothing(left)
    while left and not nothing and left[0] != NEXT and (sum(taken.values()) < high or not taken):
        left[:1] = cut_clause(question, left[0])
        if taken and sum(taken.values()) >= question.low and not does_fit(question, left[0]):
            break
        clause = left.pop(0)
        if len(options) == 1 and re.fullmatch(r"[0-9]{1,6}", clause):
            clause += f" {options[0].id}"  # with a single option, a bare number is a count
        counted = COUNTED.fullmatch(clause)
        if clause.lower() == ALL:
            taken = {choice.id: choice.there for choice in options}
            break
        if counted is None and NUMBERS.fullmatch(clause) and " " in clause:
            first, other = clause.split()[:2]
            raise UnclearAnswer(
                f"'{clause}' could be one of each, or {first} of {other}: type '{first}, {other}' or '{first}x {other}'"
            )
        n, what = (int(counted[1]), counted[2]) if counted else (1, clause)
        option = find_one(options, what)
        there = option.there - taken.get(option.id, 0)
        if not there and n:
            raise UnclearAnswer(
                f"only {option.there} of '{option.label}' {'is' if option.there == 1 else 'are'} available"
            )
        free = min(high - sum(taken.values()), there)
        taken[option.id] = taken.get(option.id, 0) + min(n, free)
        if n > free:
            check_count(question, sum(taken.values()))
            return without_zeros(taken), Rest((clause_for(n - free, what), *left), carried=True)
    check_count(question, sum(taken.values()))
    return without_zeros(taken), Rest(tuple(left))


def clause_for(n: int, what: str) -> str:
    return f"{n} of {what}" if what[0].isdecimal() else f"{n} {what}"


def without_zeros(taken: dict[str, int]) -> dict[str, int]:
    return {option: n for option, n in taken.items() if n}


def does_choose_nothing(left: list[str]) -> bool:
    """Remove the first clause if it states that nothing is chosen, and return whether it was removed."""
    if left[0].lower() in NONE:
        left.pop(0)
        return True
    return False


def check_count(question: Question, n: int) -> None:
    low, high = question.low, question.high
    if not low <= n <= high:
        wanted = f"{low}" if low == high else f"{low} to {high}"
        raise UnclearAnswer(f"choose {wanted}, not {n}")


# -- options by number or name -----------------------------------------------------------------------------------


def find_options(options: Sequence[Option], clause: str) -> Iterator[Option]:
    """The options that a clause refers to by number, by name or with ``all``."""
    if clause.lower() == ALL:
        yield from options
    elif NUMBERS.fullmatch(clause):
        for number in clause.split():
            yield find_by_number(options, number)
    else:
        yield find_one(options, clause)


def find_by_number(options: Sequence[Option], text: str) -> Option:
    number = int(text.removeprefix("#"))
    if not 1 <= number <= len(options):
        raise UnclearAnswer(f"there is no answer {number}: answers are numbered from 1 to {len(options)}")
    return options[number - 1]


def find_one(options: Sequence[Option], text: str) -> Option:
    if re.fullmatch(r"#?[0-9]{1,6}", text):
        return find_by_number(options, text)
    matches = find_matching(options, text)
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise UnclearAnswer(f"'{text[:60]}' is neither an answer nor a command: 'help' lists the commands")
    several = ", ".join([f"{option.number} {option.label}" for option in matches[:NAMED]]) + (
        ", ..." if matches[NAMED:] else ""
    )
    raise UnclearAnswer(f"'{text[:60]}' could be {several}: say more, or type the number")


def find_exact(options: Sequence[Option], text: str) -> Option | None:
    """The only option with this id or label, ignoring case or, failing that, ignoring spelling differences."""
    for form in (str.casefold, fold):
        wanted = form(text)
        matches = [option for option in options if wanted and wanted in (form(option.id), form(option.label))]
        if len(matches) == 1:
            return matches[0]
    return None


def find_matching(options: Sequence[Option], text: str) -> list[Option]:
    """The options that a string could refer to, by id or label, otherwise by whole words or by word prefixes."""
    if (exact := find_exact(options, text)) is not None:
        return [exact]
    wanted = words_in(text)
    if not wanted:
        return []
    labels = [(option, [*words_in(option.label), *words_in(option.id), *option.also]) for option in options]
    whole = [option for option, has in labels if all(word in has for word in wanted)]
    if whole:
        return whole
    return [option for option, has in labels if all(any(word.startswith(part) for word in has) for part in wanted)]
