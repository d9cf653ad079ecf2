"""Starts the server, and says where it is."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_urlsafe
from tempfile import mkdtemp

import uvicorn

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.web.site import site

LOCAL = ("127.0.0.1", "::1", "localhost")


def serve(folders: Sequence[Path], host: str, port: int, say: Callable[[str], None]) -> None:
    """Answer browsers until the process is stopped; ``say`` is told the address."""
    key = token_urlsafe(16)
    listening = bound(host, port)
    number = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    names = [*LOCAL, host, *([socket.gethostname().lower()] if host not in LOCAL else [])]
    games = folders[0] if folders else Path(mkdtemp(prefix="rftg-"))
    app = site(folders, games, key, names)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, date_header=False, timeout_graceful_shutdown=1
    )
    say(f"http://{shown}:{number}/?key={key}")
    say(f"games are kept in {games}")
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; ``Unusable`` if the address cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With its protocol named, asyncio sends the parts of an answer at once: otherwise each page waits for 40 ms.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(64)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "choose another --port, or 0 for any that is free"
        raise Unusable(f"{host}, port {port}, cannot be used: {reason}", hint, "system") from None
    return made
