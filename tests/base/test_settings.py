"""TOML from strangers: what a short text can make expensive is refused before it is parsed."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.limits import NESTED
from rftg_dsl.base.toml_shape import Mistake, find_slow_part, read_toml

MOST = NESTED.most
QUOTED = ['"a.b"', "'a.b'", '"a\\".b"', "a"]


def dotted_key(parts: int, part: str = "a", dot: str = ".") -> str:
    return dot.join([part] * parts)


DEEP = {
    "a key": lambda n: f"{dotted_key(n)} = 1",
    "quoted": lambda n: f"{dotted_key(n, QUOTED[0])} = 1",
    "literal": lambda n: f"{dotted_key(n, QUOTED[1])} = 1",
    "spaced": lambda n: f"{dotted_key(n, dot=' .	')} = 1",
    "a table": lambda n: f"[{dotted_key(n)}]",
    "a list of tables": lambda n: f"[[{dotted_key(n)}]]",
    "an inline table": lambda n: f"x = {{ {dotted_key(n)} = 1 }}",
    "after a text that ends in quotes": lambda n: f'x = [""" a """", {{ {dotted_key(n)} = 1 }}]',
    "after a literal that ends in quotes": lambda n: f"x = [''' a ''''', {{ {dotted_key(n)} = 1 }}]",
    "after an escape": lambda n: f'x = ["\\\\", {{ {dotted_key(n)} = 1 }}]',
    "after a comment": lambda n: f"x = 1 # \"\"\"\n{dotted_key(n)} = '''.'''",
    "lists": lambda n: f"x = {'[' * n}{']' * n}",
    "tables in one another": lambda n: f"x = {'{ a = ' * n}1{' }' * n}",
}


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_text_is_refused_before_it_is_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tomllib.loads(DEEP[name](MOST))
    assert isinstance(read_toml(DEEP[name](MOST)), dict)
    monkeypatch.setattr(tomllib, "loads", None)

    for parts in (MOST + 1, 49_000):
        result = read_toml(DEEP[name](parts))

        assert isinstance(result, Mistake) and result.code == NESTED.code


@pytest.mark.parametrize("number", ["9" * 5_000, "0x" + "f" * 5_000, "-" + "9_" * 2_500 + "9", "1." + "0" * 5_000])
def test_a_number_that_no_message_could_show_is_refused(number: str) -> None:
    text = f"x = {number}"

    mistake = read_toml(text)

    assert isinstance(mistake, Mistake)
    assert "too many digits" in mistake.message and text[mistake.start : mistake.end] in number


@pytest.mark.parametrize(
    "text", [".", "a.b.c" * 30, "# " + dotted_key(90), "x" * 900, "[" * 90, "a" * 90 + "\n" + "a" * 90]
)
@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_a_text_in_quotes_is_not_limited(text: str, quote: str) -> None:
    text = text if len(quote) == 3 else text.replace("\n", " ")
    line = f"x = {quote}{text}{quote} # {dotted_key(90)} {'[' * 90}\ny = 1.5"

    assert find_slow_part(line) is None
    assert isinstance(read_toml(line), dict)


@law(200)
@given(st.text(st.sampled_from("\"'\\.#[]{}=, \na"), max_size=60))
def test_a_long_key_cannot_be_hidden(before: str) -> None:
    """Whatever stands before it: a text that TOML reads to the key has it seen too."""
    text = f"{before}{dotted_key(MOST + 1, 'b')} = 1"

    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert find_slow_part(text) or "{'b': " * MOST not in str(read)
