"""What stands before every page: who may ask, and what a browser is told to forbid.

1. The name by which the server is reached is one of its own: a page elsewhere cannot reach it under another name.
2. Pages need the key that the command prints, as a cookie; a seat's page needs the secret in its address instead.
3. What changes something comes from a page of this server.
4. A page runs the scripts and styles of this server only, and no other page can hold it in a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rftg_dsl.show.browser.responses import KEEP

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

OPEN = ("/static/", "/seat/")
"""Where no key is needed: nothing secret is there, or the address itself is the secret."""
CHANGING = frozenset(("POST", "PUT", "DELETE"))


class Guard:
    """Lets through what may be asked, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, key: str, names: Iterable[str]) -> None:
        self.app = app
        self.key = key
        self.names = frozenset(names)
        """The names and addresses by which the server may be reached, besides numbers."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                own.update(HEADERS)
                own.setdefault(KEEP, "no-store")
            await send(message)

        answer = self.refusal_for(scope, headers)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        with suppress(ClientDisconnect):  # nobody is left to be answered
            await self.app(scope, receive, send_with_headers)

    def refusal_for(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to a request that goes no further; None if it may."""
        if not self.is_ours(headers.get("host", "")):
            return make_refusal(421, "This server is not known by that name.")
        path: str = scope["path"]
        if scope["method"] in CHANGING and not self.is_from_here(headers):
            return make_refusal(403, "This can only be asked by a page of this server.")
        if path.startswith(OPEN):
            return None
        key = QueryParams(scope["query_string"]).get("key")
        if key is not None and is_same_secret(key, self.key):
            answer = RedirectResponse("/" + path.lstrip("/"), 303)
            answer.set_cookie(self.cookie_name_for(headers), self.key, httponly=True, samesite="strict", path="/")
            return answer
        if is_same_secret(cookies_in(headers).get(self.cookie_name_for(headers), ""), self.key):
            return None
        return make_refusal(403, "Open the address that 'rftg serve' has printed: it has the key to these pages.")

    def cookie_name_for(self, headers: Headers) -> str:
        """The name of the cookie: servers at several ports share their cookies."""
        host = headers.get("host", "")
        return f"rftg-{urlsplit(f'//{host}').port or 80}"

    def is_ours(self, host: str) -> bool:
        """Whether the server is reached by one of its names, or by a number, which nobody can point elsewhere."""
        name = split_host(host)
        if name is None:
            return False
        return name in self.names or is_number(name)

    def is_from_here(self, headers: Headers) -> bool:
        """Whether a page of this server asks."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        return origin.partition("://")[2] == headers.get("host")


def split_host(host: str) -> str | None:
    """The name in a ``Host``, without the port; None if it is not one."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


def is_number(name: str) -> bool:
    """Whether a host is given by its number."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_same_secret(text: str, secret: str) -> bool:
    """Whether a text is the secret one; how long this takes says nothing of it."""
    return compare_digest(text.encode("utf-8", "replace"), secret.encode())


def cookies_in(headers: Headers) -> dict[str, str]:
    """The cookies of a request."""
    pairs: Sequence[str] = headers.get("cookie", "").split(";")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}


def make_refusal(status: int, text: str) -> Response:
    """An answer that says no."""
    return PlainTextResponse(f"{text}\n", status)
