"""Everything that shows a game to a viewer: commands, pages, screens of the terminal, and the data for programs.

Each command and each address has a row in ``COMMANDS`` or ``ROUTES``: how it is called for a viewer, or why it
cannot show anything hidden. ``test_rows.py`` fails for one without a row.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import field, frozen
from starlette.applications import Starlette
from typer.testing import CliRunner

from rftg_dsl.cli import app
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.play.match import Match
from rftg_dsl.play.table.session import Session
from rftg_dsl.show.browser.chairs import Chair
from rftg_dsl.show.browser.live_games import Game
from rftg_dsl.show.browser.site import Site
from rftg_dsl.show.terminal.paint import Paint
from rftg_dsl.show.terminal.play_screen import render_screen
from twins import never_seen


@frozen
class Moment:
    """A game at some point of its course, and a viewer; ``line`` is the number of a line of its log."""

    play: Callable[[], Match]
    """Plays the game up to that point, anew each time, since some surfaces go on with it."""
    viewer: int
    folder: Path
    line: int
    lines: list[str] = field(init=False)
    """The lines of the log so far."""

    @lines.default
    def _lines(self) -> list[str]:
        return self.play().log

    @property
    def log(self) -> Path:
        """The log so far, on disk."""
        path = self.folder / "game.rlog"
        path.write_text("".join(f"{line}\n" for line in self.lines))
        return path

    @property
    def who(self) -> list[str]:
        """The option that names the viewer."""
        return ["--public"] if self.viewer == PUBLIC else ["--seat", str(self.viewer + 1)]


Shows = Callable[[Moment], Iterator[str]]
"""The outputs of a surface at a moment, one for each use of it."""


# -- commands ----------------------------------------------------------------------------------------------------


def run(*words: object, stdin: str = "", may: str = "") -> str:
    """The exit status of a command, and its output on both streams. It is carried out, or is refused with a code."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=stdin, catch_exceptions=False)
    assert result.exit_code < 2 or (may and f"error[{may}]" in result.output), result.output
    return f"{result.exit_code}\n{result.output}"


def replay(at: Moment) -> Iterator[str]:
    log = at.log
    for more in ([], ["--format", "json"], ["--line", at.line], ["--line", at.line, "--format", "json"]):
        yield run("replay", log, *at.who, *more)
    yield run("replay", log, *at.who, "--step", stdin="\nt\nw\np\nr\nR\n\n\n\nt\nq\n")
    yield run("replay", log, *at.who, "--round", 1, "--story", may="unknown-round")


def export(at: Moment) -> Iterator[str]:
    yield run("export", at.log, *at.who, "--out", "-")


def why(at: Moment) -> Iterator[str]:
    log = at.log
    for line in {at.line, max(at.line - 1, 1), len(at.lines)}:
        yield run("why", f"{log}:{line}", *at.who)
        yield run("why", f"{log}:{line}", *at.who, "--format", "json")


def diff(at: Moment) -> Iterator[str]:
    """The log against its own beginning, and its tables against each other."""
    log, before = at.log, at.folder / "before.rlog"
    before.write_text("".join(f"{line}\n" for line in at.lines[: at.line]))
    for form in ("text", "json"):
        yield run("diff", log, before, *at.who, "--format", form)
        yield run("diff", f"{log}:1", f"{log}:{at.line}", *at.who, "--format", form)
        yield run("diff", f"{log}:{at.line}", f"{log}:{len(at.lines)}", *at.who, "--format", form)


WHOLE = "is given a whole log by somebody who has it, and has no viewer"
OWN = "is about the user's own keys and secrets"
CONTENT = "is about content, not about a game in progress"

COMMANDS: Mapping[str, Shows | str] = {
    "replay": replay,
    "export": export,
    "why": why,
    "diff": diff,
    "audit": WHOLE,
    "index": WHOLE,
    "standings": WHOLE,
    "import": "reads recordings of games that are over",
    "log secret": OWN,
    "log key": OWN,
    "log sign": WHOLE,
    "log open": WHOLE,
    "log prove": WHOLE,
    "log check": "shows the line that a proof of the whole log has",
    "play": "shows a session of the terminal: SCREENS",
    "resume": "shows a session of the terminal: SCREENS",
    "balance": "measures games between bots, which are over",
    "simulate": "shows results of games between bots, which are over",
    "serve": "shows pages: ROUTES",
    "doctor": "is about the installation",
    "completion": "is about the shell",
    **dict.fromkeys("validate fmt list show words explain draw print lsp test new text pack breaking".split(), CONTENT),
}


# -- pages -------------------------------------------------------------------------------------------------------

SECRET = "secret-of-a-seat-for-tests"


class Server:
    """The pages of one game, asked without a network."""

    def __init__(self, at: Moment) -> None:
        self.site = Site([at.folder], at.folder)
        self.app = Starlette(routes=self.site.make_routes())
        match = at.play()
        seats = (PUBLIC, *range(match.players))
        chairs = [Chair(seat, SECRET if seat == at.viewer else f"another-seat-number-{seat}") for seat in seats]
        path = at.folder / "game.rlog"
        self.site.playing.tables.opened[path] = Game(path, chairs, match, match.library)

    def ask(self, address: str, sent: Any = None) -> str:
        """The status, the headers and the body of an answer; of news, the first."""
        return asyncio.run(self._ask(address, None if sent is None else json.dumps(sent).encode()))

    async def _ask(self, address: str, body: bytes | None) -> str:
        url, got, done = urlsplit(address), [], asyncio.Event()
        scope = {
            "type": "http",
            "method": "GET" if body is None else "POST",
            "path": url.path,
            "query_string": url.query.encode(),
            "headers": [(b"host", b"test"), (b"content-type", b"application/json")],
            "http_version": "1.1",
            "scheme": "http",
            "server": ("test", 80),
        }

        async def receive() -> Any:
            if not received:
                received.append(1)
                return {"type": "http.request", "body": body or b""}
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            got.append(message)
            if message.get("body", b"").startswith(b"data:"):
                done.set()

        received: list[int] = []
        await asyncio.wait_for(self.app(scope, receive, send), 60)
        status, headers = got[0]["status"], sorted(got[0]["headers"])
        whole = b"".join(message.get("body", b"") for message in got[1:]).decode()
        return f"{status}\n{headers}\n{whole}"


SEAT = f"/seat/{SECRET}"


def link_of(at: Moment) -> str:
    """The link of the viewer: of a seat, or of whoever only watches."""
    return f"/watch/{SECRET}" if at.viewer == PUBLIC else SEAT


def page(at: Moment) -> Iterator[str]:
    yield Server(at).ask(link_of(at))


def state(at: Moment) -> Iterator[str]:
    server = Server(at)
    yield server.ask(f"{link_of(at)}/state?from=0")
    yield server.ask(f"{link_of(at)}/state?from=3")


def news(at: Moment) -> Iterator[str]:
    yield Server(at).ask(f"{link_of(at)}/news")


def pages_of_finished_game(at: Moment) -> Iterator[str]:
    """The pages and files of a game that is over, which are refused as long as it is not."""
    if at.play().over:
        return
    server = Server(at)
    for what in ("replay", "reel", "log"):
        yield server.ask(f"{link_of(at)}/{what}")


def answers(at: Moment) -> Iterator[str]:
    """The responses to right and wrong answers of a seat, and to taking one back; the game itself stays as it is.

    A watcher has no question, and no address for answers.
    """
    server = Server(at)
    if at.viewer == PUBLIC:
        yield server.ask(f"{link_of(at)}/answer", {"at": 1, "nth": 0, "from": 0, "answer": "x", "said": ""})
        return
    question = json.loads(server.ask(f"{SEAT}/state?from=0").partition("\n[")[2].partition("\n")[2])["question"]
    at_line = {"at": question["at"], "nth": question["nth"], "from": 0} if question else {"at": 1, "nth": 0, "from": 0}
    (sent,) = never_seen(at.lines, at.viewer)[:1] or ["zorp"]
    for wrong in (sent, [sent], {sent: 1}, -1):
        yield server.ask(f"{SEAT}/answer", {**at_line, "answer": wrong, "said": ""}).replace(sent, "what was sent")
    yield server.ask(f"{SEAT}/back", at_line)
    yield server.ask(f"{SEAT}/answer", {**at_line, "at": 0, "answer": "x", "said": ""})
    if question and can_try(at.play()):
        yield server.ask(f"{SEAT}/answer", {**at_line, "answer": question["options"][0]["id"], "said": "the first"})


HOST = "needs the key: whoever runs the server can read every hand; not shown while people play (test_serve.py)"
SHELF = "is about content"
AUTHOR = "set file words check complete hover rename sketches measure save add begin share open keep".split()
VIEWER = "is what a seat gets: the rows of /seat, for a viewer without a seat"

ROUTES: Mapping[str, Shows | str] = {
    "/seat/{secret}": page,
    "/seat/{secret}/state": state,
    "/seat/{secret}/news": news,
    "/seat/{secret}/answer": answers,
    "/seat/{secret}/back": "answers as /answer does: answers",
    "/seat/{secret}/give-up": "answers with the state: state",
    "/seat/{secret}/rematch": "answers with the state, once the game is over: state",
    "/seat/{secret}/picture": SHELF,
    "/seat/{secret}/replay": pages_of_finished_game,
    **dict.fromkeys(("/seat/{secret}/reel", "/seat/{secret}/log"), "is refused as /replay is: finished"),
    **{f"/watch/{{secret}}{what}": VIEWER for what in ("", "/state", "/news", "/replay", "/reel", "/log")},
    "/watch/{secret}/picture": SHELF,
    "/": "the names of games and of their players",
    "/static/{name}": "scripts and styles",
    **dict.fromkeys(("/library", "/library/data", "/picture", "/cover"), SHELF),
    **dict.fromkeys(("/author", *(f"/author/{name}" for name in AUTHOR)), SHELF),
    **dict.fromkeys(
        (
            "/replay",
            "/replay/log",
            "/replay/data",
            "/replay/picture",
            "/replay/verdict",
            "/replay/film",
            "/play",
            "/play/choices",
            "/play/new",
            "/play/games",
            "/play/rename",
            "/play/delete",
            "/play/fork",
            "/play/table/{name}",
        ),
        HOST,
    ),
    "/replay/dropped": "answers whoever has sent the whole log",
}


# -- screens and programs ----------------------------------------------------------------------------------------


def screen(at: Moment) -> Iterator[str]:
    """The screens of a person at the terminal, also after every command that asks for more."""
    if at.viewer == PUBLIC:
        return
    match = at.play()
    session = Session(match, match.seats)
    yield screen_text(session)
    asked = match.asked
    if asked is None or asked.seat != at.viewer:
        return
    tried = ("1", "table", "back") if can_try(at.play()) else ()
    for typed in ("", "table", "why", "?", "more", "help", "/ a", "/", "back", "zorp", *tried):
        session.take(typed)
        yield screen_text(session)


def can_try(match: Match) -> bool:
    """Whether the first answer to the question is one that can be taken back: the game does not go on with it."""
    asked = match.asked
    return asked is not None and asked.form == "one" and not match.draft().answer(asked.options[0]).settled


def screen_text(session: Session) -> str:
    return "\n".join(render_screen(session.show(), Paint(False)))


def program(at: Moment) -> Iterator[str]:
    """The data that a bot or a program gets for a seat."""
    if at.viewer == PUBLIC:
        return
    match = at.play()
    yield json.dumps(match.seen_by(at.viewer).figures)
    asked = match.asked
    if asked is not None and asked.seat == at.viewer:
        yield repr(asked)
        yield repr(list(asked.options))


SCREENS: Mapping[str, Shows] = {"screen": screen, "program": program}

SURFACES: Mapping[str, Shows] = {
    **{f"rftg {name}": row for name, row in COMMANDS.items() if not isinstance(row, str)},
    **{name: row for name, row in ROUTES.items() if not isinstance(row, str)},
    **SCREENS,
}
"""Every surface that shows a game to a viewer."""


def show(at: Moment, name: str) -> list[str]:
    """The outputs of a surface."""
    return list(SURFACES[name](at))
