"""The beginning of a game, from which another game branches off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.finder import Finder
from rftg_dsl.log.format.read_log import Log, check_line
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.log.format.write_log import LogFile
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.randomness import Secret
from rftg_dsl.log.proof.secret_files import forget_secret, host_file_beside, write_secret
from rftg_dsl.play.match import Match, continue_match


def check_forkable(log: Log) -> None:
    """Raise ``UsageError`` for a sealed log, or for a game in progress, because a fork would reveal hands and dice."""
    if log.sealed:
        raise UsageError("a sealed log does not contain the whole game", "open it with 'rftg log open'", "wrong-log")
    if not log.complete:
        raise UsageError(
            "this game is still being played", "finish it first, so that its dice are no longer secret", "wrong-log"
        )


@frozen
class Source:
    """The beginning of a game, which a fork shares with the original."""

    game: str
    players: int
    lines: Sequence[str]
    secret: str
    """The text from which the dice are derived."""


def source_at(log: Log, line: int) -> Source:
    """Return a game up to a line as the source of a fork. Raise ``UsageError`` if the following dice are unknown."""
    check_line(log, line)
    check_forkable(log)
    secret = randomness_of(log).host
    if secret is None:
        hint = "choose a finished game whose log contains its seed"
        raise UsageError("the dice that would come next are unknown", hint, "wrong-seed")
    return Source(log.head["game"], log.head["players"], lines_up_to(log, line), secret.text)


def lines_up_to(log: Log, line: int) -> list[str]:
    """Return the lines of a log up to ``line``, without any records that end the log."""
    lines = []
    for number, text in enumerate(log, 1):
        if number > line or (number > 1 and parse_json(text)["k"] in ("end", "reveal", "sign")):
            break
        lines.append(text)
    return lines


def continue_from(path: Path, lines: Sequence[str], secret: Secret, find: Finder) -> Match:
    """Create a match that continues ``lines`` in a new log. If that fails, no files remain."""
    with LogFile(path, private=True) as file:
        file.write(list(lines))
    try:
        write_secret(host_file_beside(path), secret.text)
        return continue_match(path, None, find, follow=False)[0]
    except BaseException:
        path.unlink()
        forget_secret(path)
        raise
