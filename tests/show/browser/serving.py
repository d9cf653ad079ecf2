"""A server of its own for a test: `rftg serve`, started as people start it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

RFTG = str(Path(sys.executable).parent / "rftg")


class Still(HTTPRedirectHandler):
    """Follows nothing."""

    def redirect_request(self, *_: object) -> None:
        return None


class Server:
    """A running `rftg serve`, stopped at the end of a block; ``start`` starts it again."""

    def __init__(self, *words: str, port: int = 0) -> None:
        self.words = words
        self.port = port
        self.start()

    def start(self) -> None:
        command = [RFTG, "serve", *self.words, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("http://"), self.process.communicate()
        self.entrance = line.split()[0]
        self.root, _, self.key = self.entrance.partition("/?key=")
        self.port = int(self.root.rpartition(":")[2])

    def kill(self) -> None:
        """Stop it at once, as a crash would."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)

    def ask(
        self, path: str, data: bytes | None = None, key: bool = True, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the body of an answer."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if key:
            fields["Cookie"] = f"rftg-{self.port}={self.key}"
        request = Request(self.root + path, data, fields)
        try:
            with build_opener(Still()).open(request, timeout=60) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except HTTPError as error:
            return error.code, dict(error.headers), error.read()


def folder_of(paths: Sequence[Path], folder: Path) -> Path:
    """A folder with copies of files."""
    folder.mkdir(exist_ok=True)
    for path in paths:
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def ask_app(app: Any, address: str, *parts: bytes, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer of an application that is asked without a network; a body in ``parts`` is sent if there are any.

    A mistake of ours is answered, then raised: only the answer counts here.
    """
    return asyncio.run(_ask_app(app, address, parts, headers))


async def _ask_app(
    app: Callable[..., Awaitable[None]], address: str, parts: Sequence[bytes], headers: dict[str, str]
) -> tuple[int, dict[str, str], bytes]:
    path, _, query = address.partition("?")
    fields = {"host": "127.0.0.1", **{name.replace("_", "-").lower(): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": "POST" if parts else "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in fields.items()],
        "extensions": {},
    }
    coming = [{"type": "http.request", "body": part, "more_body": part is not parts[-1]} for part in parts]
    messages: list[MutableMapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        messages.append(message)

    try:
        await app(scope, receive, send)
    except Exception:
        if not messages:
            raise
    response_headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]} if messages else {}
    return (
        messages[0]["status"] if messages else 0,
        response_headers,
        b"".join(message.get("body", b"") for message in messages),
    )
