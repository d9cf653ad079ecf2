"""The commands that can be typed instead of an answer."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Word:
    """A command, its argument, and what it does."""

    name: str
    takes: str
    help: str


WORDS = (
    Word("?", "[NUMBER or NAME]", "show a component: an answer by its number, or anything by its name"),
    Word("/", "TEXT", "show only the answers with this text; '/' alone shows all again"),
    Word("more", "", "show all answers in a long list"),
    Word("table", "", "show the table again"),
    Word("why", "[LINE]", "explain the last event, or the one shown with this number"),
    Word("back", "", "take back your last answer, as long as nothing has followed from it"),
    Word("save", "FILE", "save the game to a new file from now on; if it is saved already, write a copy"),
    Word("leave", "[BOT]", "hand your seat over to a bot for the rest of the game"),
    Word("concede", "", "give up; a bot plays for you to the end"),
    Word("quit", "", "stop here; 'rftg resume FILE' continues a saved game"),
    Word("help", "", "show this list"),
)

BY_NAME: Mapping[str, Word] = {word.name: word for word in WORDS}


@frozen
class Command:
    """A command with its argument."""

    name: str
    rest: str = ""


def parse_command(line: str) -> Command | None:
    text = line.strip()
    if text[:1] in ("?", "/"):
        return Command(text[0], text[1:].strip())
    name, _, rest = text.partition(" ")
    word = BY_NAME.get(name.lower())
    # An answer may begin with the name of a command that does not take an argument.
    if word is None or (rest and not word.takes):
        return None
    return Command(word.name, rest.strip())
