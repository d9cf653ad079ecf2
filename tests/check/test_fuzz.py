"""Whatever a content file contains, loading it yields diagnostics with places inside the file."""

from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from check.joined import FILE, join
from lanes import law
from rftg_dsl.base.resources import find_content_folder

SHIPPED = sorted(path for path in Path(str(find_content_folder())).rglob("*.rftg"))
TEXTS = [path.read_text("utf-8") for path in SHIPPED]
PIECES = "\n".join(text for path, text in zip(SHIPPED, TEXTS, strict=True) if path.name != "game.rftg")
WORDS = sorted({word for text in TEXTS for word in text.split()})
BLOCKS = [block for text in TEXTS for block in text.split("\n\n") if len(block) < 1_500]
SIGNS = list('{}:;,"$#=+-\n\t\r 0179éß\u2028\x00')

bounded = law(60, suppress_health_check=list(HealthCheck))


def loads(text: str | bytes, words_only: bool = True) -> None:
    for diagnostic in join(text, words_only=words_only).diagnostics:
        source = diagnostic.at.source
        assert 0 <= diagnostic.at.start <= diagnostic.at.end <= len(source.text) or not source.text, diagnostic
        assert diagnostic.at.begins <= diagnostic.at.ends
        assert diagnostic.code and diagnostic.message


@bounded
@given(st.text(max_size=400))
def test_any_text(text: str) -> None:
    loads(text)


@bounded
@given(st.binary(max_size=400))
def test_any_bytes(raw: bytes) -> None:
    loads(raw)


@bounded
@given(st.lists(st.sampled_from(WORDS + SIGNS), max_size=80), st.sampled_from((" ", "")))
def test_words_in_any_order(words: list[str], between: str) -> None:
    loads(between.join(words))


def changed(draw: st.DrawFn, tokens: list[str], others: list[str]) -> list[str]:
    """Tokens of which some are removed, swapped, doubled or taken from elsewhere."""
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(tokens) - 1))
        other = draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from(("drop", "swap", "double", "foreign", "join", "cut"))):
            case "drop" if len(tokens) > 1:
                del tokens[at]
            case "swap":
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case "double":
                tokens.insert(at, tokens[other])
            case "foreign":
                tokens[at] = draw(st.sampled_from(others))
            case "join" if at + 1 < len(tokens):
                tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]
            case "cut" if at:
                del tokens[at:]
    return tokens


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A block of shipped content with a few changes."""
    return " ".join(changed(draw, draw(st.sampled_from(BLOCKS)).split(" "), WORDS + SIGNS))


@bounded
@given(mutated())
def test_shipped_pieces_with_a_few_changes(text: str) -> None:
    loads(text)


@law(15, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_changes_beside_all_shipped_pieces(text: str) -> None:
    loads(text, words_only=False)


@bounded
@given(st.lists(mutated(), min_size=1, max_size=3))
def test_what_loads_without_mistakes_compiles_and_plays(blocks: list[str]) -> None:
    loaded = join("\n".join(blocks), words_only=True)

    if loaded.library is not None:
        rules = loaded.library.rules(2)
        assert {hook.id for side in rules.powers for hook in side} == {
            power.id for side in loaded.model.list_sides() for power in side.powers
        }


def test_the_file_that_is_judged_is_the_one_written() -> None:
    assert any(diagnostic.at.source.label.endswith(FILE) for diagnostic in join("gibberish").diagnostics)
