"""Text to tree: comments, layout, bounds, and all mistakes of a file in one run."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from lanes import law
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import DEPTH, DIGITS, LINE, NAME, WORD
from rftg_dsl.base.source import Source
from rftg_dsl.syntax.bounds import MISTAKES, SIZE
from rftg_dsl.syntax.keywords import make_grammar
from rftg_dsl.syntax.parse import READ, parse
from rftg_dsl.syntax.unparse import write

TILE = 'tile T1 {\n  world "A" gray cost 1 { gain $1 }\n}\n'


@cache
def make_lexer() -> Lark:
    """Split a text into what the grammar takes for one word or number."""
    return Lark(make_grammar(), parser=None, lexer="basic")


def mistakes(text: str) -> list[Diagnostic]:
    return parse(Source("text", text))[1]


@pytest.mark.parametrize(
    "text",
    [
        TILE.replace("\n", "\r\n"),
        TILE.replace("  ", "\t"),
        TILE + "# the end; really",
        "# a; b\n;;\n\n" + TILE + "\n\n   \n;",
        TILE.replace("\n  ", "  # why\n\n  ").replace("\n}", " ; \n # because\n}"),
        'tile T1 { world "A" gray cost 1 { gain $1; } }',
        'tile T1 {\n  world "A" gray cost 1 {\n    gain $1\n  }\n}',
    ],
)
def test_layout_and_comments_have_no_meaning(text: str) -> None:
    assert parse(Source("text", text)) == parse(Source("text", TILE))
    assert mistakes(text) == []


def test_a_number_need_not_stand_apart_from_the_word_before_it() -> None:
    powers = "score 2 per card, or 1 per world; when you trade, if you have 3 worlds: draw 1 card"
    apart = f'card G1 {{ development "G" cost 6 {{ {powers} }} }}'
    joined = apart.replace("or 1", "or1").replace("have 3", "have3").replace("cost 6", "cost6")

    assert written(joined) == written(apart)


def written(text: str) -> str:
    tree, diagnostics = parse(Source("text", text))
    assert diagnostics == []
    return write(tree)


def test_an_empty_file_declares_nothing() -> None:
    for text in ("", "\n\n", "# only a comment", " ", ";"):
        tree, diagnostics = parse(Source("text", text))
        assert (tree.declarations, diagnostics) == ((), [])


def test_all_mistakes_in_a_file_are_found_in_one_run() -> None:
    good = [f'tile T{n} {{ world "W{n}" gray cost 1 {{ gain ${n} }} }}' for n in range(1, 9)]
    bad = ["tile T0 { gain ( }", "tile T9 { gain , }", 'world "open', "} }", "cost of: of: 2"]
    lines = [line for pair in zip(good, [*bad, "", "", ""], strict=True) for line in pair]

    tree, diagnostics = parse(Source("text", "\n".join(lines)))

    assert [diagnostic.code for diagnostic in diagnostics] == ["syntax"] * len(diagnostics)
    assert {diagnostic.at.begins[0] for diagnostic in diagnostics} >= {2, 4, 6, 8, 10}
    assert len(tree.declarations) >= 6


def test_a_file_of_rubbish_reports_a_limited_number_of_mistakes() -> None:
    assert len(mistakes("= = =\n" * 1_000)) == MISTAKES


def test_a_large_file_of_rubbish_is_not_read_again_after_each_mistake() -> None:
    text = "= = =\n" * (READ // 30)

    assert len(mistakes(text)) == READ // len(text)


def test_blocks_that_are_not_closed_take_no_longer_than_others() -> None:
    text = "}\n" * 5_000 + "a {\n  b\n" * 5_004

    assert len(mistakes(text)) == MISTAKES


@pytest.mark.parametrize("text", ["-" * 200_000, "$-" * 100_000, "x- " * 100_000])
def test_signs_without_a_number_take_no_longer_than_other_text(text: str) -> None:
    assert [diagnostic.code for diagnostic in mistakes(text)] == ["line-too-long"]


@law(60)
@given(st.lists(st.sampled_from(["a", "Ab", "-", "_", "$", "#", '"', " ", "\n", "1", "1234567890"]), max_size=12))
def test_no_number_that_is_read_has_too_many_digits(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        tokens = [str(token) for token in make_lexer().lex(text) if token.type in ("NUMBER", "ORDINAL", "MONEY")]
    except UnexpectedInput:
        return

    long = any(sum(map(str.isdigit, token)) > DIGITS.most for token in tokens)

    assert long == ("number-too-large" in [diagnostic.code for diagnostic in mistakes(text)])


LONG = [f'tile T1 "{"é" * NAME.most}"', "x" * WORD.most, "alien-1234567890", "# " + "x" * 500]


@pytest.mark.parametrize("text", LONG)
def test_what_is_within_the_limits_is_read(text: str) -> None:
    assert mistakes(text) == []


def test_a_truncated_file_has_a_mistake_or_fewer_declarations() -> None:
    for end in range(len(TILE)):
        tree, diagnostics = parse(Source("text", TILE[:end]))
        assert diagnostics or len(tree.declarations) <= 1
        assert all(diagnostic.at.start <= len(TILE) for diagnostic in diagnostics)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (SIZE + 1), "file-too-large"),
        ("{" * 10_000, "nesting-too-deep"),
        ("a {" * (DEPTH.most + 1) + "}" * (DEPTH.most + 1), "nesting-too-deep"),
        ("x " * LINE.most, "line-too-long"),
        ("gain $12345678901", "number-too-large"),
        ("cost -1234567890", "number-too-large"),
        ("cost --1234567890", "number-too-large"),
        ("cost1234567890", "number-too-large"),
        ("a_1234567890", "number-too-large"),
        ("cost 3-1234567890", "number-too-large"),
        (f'tile T1 "{"é" * (NAME.most + 1)}"', "name-too-long"),
        ("x" * (WORD.most + 1), "name-too-long"),
        ("T" + "1" * WORD.most, "name-too-long"),
    ],
)
def test_each_limit_has_its_own_code(text: str, code: str) -> None:
    tree, diagnostics = parse(Source("text", text))

    assert [diagnostic.code for diagnostic in diagnostics] == [code]
    assert tree.declarations == ()
    assert diagnostics[0].hint


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("tile T1 {", "'}'"),
        ('world "A', "quote"),
        ("Tile T1", "lower case"),
        ("TILE T1", "lower case"),
        ("tile T1 { gain “1” }", '"'),
        ("tile T1 { gain 1.5 vp }", "whole number"),
    ],
)
def test_the_hint_names_what_was_expected(line: str, hint: str) -> None:
    [diagnostic, *_] = mistakes(line)

    assert hint in f"{diagnostic.message} {diagnostic.hint}"


def test_a_word_that_begins_a_part_of_a_scenario_is_never_part_of_a_line() -> None:
    [scenario] = parse(Source("text", 'scenario "A" {\n  given when\n  then then nothing changes\n}\n'))[0].scenarios

    assert [(part.kind.text, [*map(str, part.lines)]) for part in scenario.parts] == [
        ("given", []),
        ("when", []),
        ("then", []),
        ("then", ["nothing changes"]),
    ]


def test_text_before_a_missing_brace_is_kept() -> None:
    tree, diagnostics = parse(Source("text", 'tile T1 {\n  world "A" gray cost 1 {\n    gain $1\n'))

    assert [(diagnostic.at.begins, diagnostic.message) for diagnostic in diagnostics] == [
        ((2, 25), "this block is not closed"),
        ((1, 9), "this block is not closed"),
    ]
    assert [declaration.kind.text for declaration in tree.declarations] == ["tile"]


@pytest.mark.parametrize("after", ["# why", "", "# why\n# and\n  # so"])
@pytest.mark.parametrize("mark", [":", ","])
def test_a_sentence_goes_on_after_a_colon_or_comma_and_comments(mark: str, after: str) -> None:
    said = TILE.replace("gain $1", f"at end of ship{mark} gain $1")

    assert parse(Source("text", said.replace(mark, f"{mark} {after}\n")))[0] == parse(Source("text", said))[0]
    assert mistakes(said.replace(mark, f"{mark} {after}\n")) == []
    assert mistakes(said.replace(mark, f"{mark}\n\n"))  # an empty line ends it


def test_a_sentence_of_several_lines_has_one_mistake_and_the_rest_is_read() -> None:
    text = TILE.replace("gain $1", "\n score 1,\n or 2 pers 3 world, # why\n or 3\n; gain $1 \n")

    tree, diagnostics = parse(Source("text", text))

    assert [diagnostic.at.begins for diagnostic in diagnostics] == [(4, 7)]
    assert tree == parse(Source("text", TILE))[0]


@pytest.mark.parametrize("after", ["", "# why", "\n"])
def test_a_comma_at_the_end_of_a_block_is_one_mistake(after: str) -> None:
    text = TILE.replace("gain $1", f"\n gain $1\n gain $2, {after}\n")

    tree, diagnostics = parse(Source("text", text))

    assert len(diagnostics) == 1
    assert "continues" in diagnostics[0].hint
    assert tree == parse(Source("text", TILE))[0]


def test_a_comment_after_a_mistake_is_no_statement() -> None:
    text = TILE.replace("gain $1", "\n gain $ # or 1; gain $2 }\n gain $1\n")

    tree, diagnostics = parse(Source("text", text))

    assert len(diagnostics) == 1
    assert tree == parse(Source("text", TILE))[0]


def test_a_brace_too_many_takes_nothing_before_it_along() -> None:
    tree, diagnostics = parse(Source("text", f"{TILE.strip()} }}\n{TILE}"))

    assert [diagnostic.at.begins for diagnostic in diagnostics] == [(3, 3)]
    assert tree.declarations == parse(Source("text", TILE))[0].declarations * 2


def test_a_quoted_mark_ends_no_line() -> None:
    [diagnostic] = mistakes('tile T1 {\n  world "A:# b" gray cost 1\n  = = =\n}\n')

    assert "continues" not in diagnostic.hint
