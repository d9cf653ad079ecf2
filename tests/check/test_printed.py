"""How words are printed changes no game, so it does not change what identifies content."""

from pathlib import Path

from rftg_dsl.library.load import Library, load

NOUN = "noun pilot plural pilots means dice in ship\n"
TILE = 'tile X1 {\n  development "D" cost 1 { at start of ship: gain $1 per pilot }\n  world "W" gray cost 1\n}\n'


def with_set(folder: Path, text: str) -> Library:
    folder.mkdir()
    (folder / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    (folder / "words.rftg").write_text(text)
    result = load("roll", extra=[folder])
    assert result.library is not None, result.diagnostics
    return result.library


def test_printed_forms_are_in_the_vocabulary_but_not_in_the_digest(tmp_path: Path) -> None:
    plain = with_set(tmp_path / "plain", NOUN + TILE)
    printed = with_set(tmp_path / "printed", NOUN + 'printed noun pilot "space pilot" "space pilots"\n' + TILE)
    changed = with_set(tmp_path / "changed", NOUN.replace("in ship", "in ship cup") + TILE)

    assert printed.model.words.printed["noun", "pilot"] == ("space pilot", "space pilots")
    assert printed.digests == plain.digests
    assert changed.digests != plain.digests
