"""docs/language.md: every example is checked and run, and its tables match the program."""

import re
from pathlib import Path
from random import Random

import pytest

from check.joined import found, join
from rftg_dsl.base.source import Source
from rftg_dsl.check.declare import declare
from rftg_dsl.check.origin import Entry, Origin, report_to
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.check.word_clashes import check_vocabulary
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.installed import find_game, game_names
from rftg_dsl.library.load import Loaded, load_library
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game
from rftg_dsl.syntax.parse import parse

PAGE = Path(__file__).parent.parent.parent / "docs" / "language.md"
TEXT = PAGE.read_text("utf-8")
BLOCKS = re.findall(r"^```rftg ?(.*?)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def tile(power: str, n: int = 1) -> str:
    """A tile with one power on its development."""
    return f'tile Z{n} {{\n  development "Example {n}" cost 3 {{ {power} }}\n  world "World {n}" gray cost 1\n}}\n'


def named(kind: str) -> list[str]:
    return [text for tag, text in BLOCKS if tag.split(" ")[0] == kind]


def lines(kind: str) -> list[str]:
    return [line for text in named(kind) for line in text.splitlines()]


def plays(loaded: Loaded, *names: str) -> None:
    """A whole random game; the first seat begins with these pieces in play."""
    assert loaded.diagnostics == ()
    assert loaded.library is not None
    g = loaded.library.rules(3).start(Seeded("docs", loaded.library.game.name), {"tableau.0": "; ".join(names)})
    random = Random("docs").random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(random)) is None
    assert len(g.events) > 100


@pytest.mark.parametrize("text", named(""))
def test_declared_pieces_are_played(text: str) -> None:
    loaded = join(text)

    own = [side for side in loaded.model.list_sides() if side.at.source.label.endswith("pieces.rftg")]
    plays(loaded, *[side.name for side in own if side.kind == "development"])


RIGHT = lines("power")


def test_all_powers_are_played_together() -> None:
    loaded = join("\n".join(tile(power, n) for n, power in enumerate(RIGHT)))

    assert len(RIGHT) > 30
    plays(loaded, *[f"Example {n}" for n in range(len(RIGHT))])


@pytest.mark.parametrize("power", RIGHT)
def test_each_power_is_played(power: str) -> None:
    plays(join(tile(power)), "Example 1")


@pytest.mark.parametrize(
    ("code", "line"),
    [(tag.split(" ")[1], line) for tag, text in BLOCKS if "wrong" in tag for line in text.splitlines()],
)
def test_each_mistake_on_the_page_has_its_code(code: str, line: str) -> None:
    declares = line.split(" ")[0] in ("noun", "phase", "stock")

    assert {diagnostic.code for diagnostic in found(line if declares else tile(line))} == {code}


def test_the_words_of_the_small_game_have_no_mistakes() -> None:
    source = Source("game", "\n".join(named("game")))
    tree, wrong = parse(source)
    words = Vocabulary()
    entries = report_to(wrong, [Entry(source, declaration, Origin("game")) for declaration in tree.declarations])

    left = declare(entries, words)
    check_vocabulary(entries, words)

    assert (wrong, left) == ([], [])
    assert (words.game, words.players) == ("harbour", (2, 4))
    assert set(words.components) == {"card", "captain"}


def section(mark: str) -> str:
    """The text between two comments of the page."""
    return TEXT.split(f"<!-- {mark} -->\n")[1].split("<!-- end -->")[0]


def test_the_galaxies_examples_on_the_page_are_read_and_played(tmp_path: Path) -> None:
    said = enumerate(lines("galaxies"))
    cards = [
        f'planet-card Y{n} {{ planet "Y{n}" energy economy length 2 vp 1 {{ {power} }} }}'
        if power.startswith("action")
        else f'mission-card Y{n} {{ mission "Y{n}" {{ {power} }} }}'
        for n, power in said
    ]
    (tmp_path / "set.toml").write_text('id = "said"\nname = "Said"\ngame = "galaxies"\nversion = "1"\n')
    (tmp_path / "said.rftg").write_text("\n".join(cards))

    bots = seat_bots(["random"], 3)
    played = [play_game(load_library("galaxies", extra=[tmp_path]), 3, f"said/{n}", bots) for n in range(5)]

    assert len(cards) > 10
    assert all(result.events > 100 for result in played)


def test_each_verb_of_a_single_game_has_its_reason() -> None:
    games = {name: {verb.name for verb in find_game(name).verbs} for name in game_names()}
    own = {
        (verb, game)
        for game, verbs in games.items()
        for verb in verbs
        if sum(verb in names for names in games.values()) == 1
    }
    rows = re.findall(r"^\| (`.+`) \| (\w+) \| .+ \|$", section("own verbs"), re.MULTILINE)

    said = {(verb, game.lower()) for verbs, game in rows for verb in re.findall("`(.+?)`", verbs)}
    assert {(" ".join(word for word in verb.split() if word != "the"), game) for verb, game in said} == own


def test_every_fenced_example_is_run() -> None:
    kinds = {tag.split(" ")[0] for tag, _ in BLOCKS}

    assert kinds == {
        "",
        "power",
        "wrong",
        "game",
        "race",
        "galaxies",
    }  # for Race, see tests/games/race/test_content.py
    assert len(BLOCKS) == TEXT.count("```rftg")
