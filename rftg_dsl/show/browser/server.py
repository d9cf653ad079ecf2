"""Starting the server and printing its URL."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import uvicorn

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.show.browser.access import LOCAL
from rftg_dsl.show.browser.connections import Connection, Crowd
from rftg_dsl.show.browser.notifier import Notifier, split_command
from rftg_dsl.show.browser.site import make_site

AT_ONCE, BACKLOG = 16, 1_000
"""The number of connections that asyncio accepts per wake-up, and the length of the system's accept queue."""


def serve(
    folders: Sequence[Path],
    host: str,
    port: int,
    say: Callable[[str], None],
    show_page: Callable[[str], object] | None = None,
    notify: str = "",
) -> None:
    """Serve until the process is stopped. Games are kept in the first folder.

    ``say`` is called with the URL, the folder for games, and any warning; ``show_page``, if any, with the URL alone.
    ``notify`` is the command that tells people elsewhere that it is their turn; empty if there is none.
    """
    command = split_command(notify) if notify else []
    key = token_urlsafe(16)
    listening = bind_socket(host, port)
    names = [*LOCAL, host, *([socket.gethostname().lower()] if host not in LOCAL else [])]
    root = f"http://{host_to_open(host)}:{listening.getsockname()[1]}"
    app = make_site(folders, folders[0], key, names, Notifier(command, root, say) if command else None)
    http: Any = partial(Connection, Crowd(say))
    config = uvicorn.Config(
        app,
        http=http,
        ws="none",
        backlog=AT_ONCE,
        log_level="error",  # otherwise, malformed requests could flood the terminal with warnings
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    address = f"{root}/?key={key}"
    say(address)
    say(f"games are kept in {folders[0]}")
    say("stop with Ctrl-C")
    with listening:
        # The socket already accepts connections, and the browser waits until the server answers.
        if show_page is not None:
            show_page(address)
        Server(config).run(sockets=[listening])


class Server(uvicorn.Server):
    """A server whose accept queue can be longer than uvicorn's ``backlog``."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # asyncio uses ``backlog`` both as the queue length and as the number of connections to accept in a row. Start
        # with a small value, or all new connections would be accepted before any is counted, then lengthen the queue.
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)


def host_to_open(host: str) -> str:
    """The host in the URL: for a server that listens on every address, the one that others on the network can reach."""
    shown = find_own_address(host) if host in EVERY else host
    # In a URL, an IPv6 address must be in brackets.
    return f"[{shown}]" if ":" in shown else shown


EVERY = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""The addresses that stand for all of a machine's own, each with one elsewhere that is reserved for documentation."""


def find_own_address(host: str) -> str:
    """The address with which this machine would reach others; ``host`` itself if it has no network."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as asking:
            # Connecting a datagram socket only chooses a route; nothing is sent.
            asking.connect((EVERY[host], 9))
            return str(asking.getsockname()[0])
    except OSError:
        return host


def bind_socket(host: str, port: int) -> socket.socket:
    """Create a listening socket. Raise ``UsageError`` if the address is not available."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio sets TCP_NODELAY only if the protocol is specified; otherwise every page would take 40 ms longer.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "choose another --port, or 0 for any free one"
        raise UsageError(f"cannot listen on {host}:{port}: {reason}", hint, "system") from None
    return made
