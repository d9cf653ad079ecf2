"""Access control for every page.

1. The ``Host`` header must contain one of the server's own names, which defeats DNS rebinding.
2. A request must send the key that the command printed, as a cookie. The page of a seat or of a watcher requires the
   secret in its URL instead.
3. A request that changes something must be sent from a page on this server.
4. A page may load scripts and styles only from this server, and cannot be framed.
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

LOCAL = ("127.0.0.1", "::1", "localhost")
"""Names by which a computer calls itself."""
OPEN = ("/static/", "/seat/", "/watch/")
KEYED = "rftg.keyed"
"""The entry of a request's scope that says whether it has the key to all pages."""
CHANGING = frozenset(("POST", "PUT", "DELETE"))


class Guard:
    """ASGI middleware that rejects forbidden requests and adds security headers to every response."""

    def __init__(self, app: ASGIApp, key: str, names: Iterable[str]) -> None:
        self.app = app
        self.key = key
        self.names = frozenset(names)
        """Host names that are accepted in addition to IP addresses."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                own.update(HEADERS)
                # Players' hands and keys must not remain in a browser's cache on disk.
                own.setdefault(KEEP, "no-store")
            await send(message)

        scope[KEYED] = self.has_key(headers)
        answer = self.refusal_for(scope, headers)
        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        with suppress(ClientDisconnect):  # the client is gone, so there is no one to respond to
            await self.app(scope, receive, send_with_headers)

    def refusal_for(self, scope: Scope, headers: Headers) -> Response | None:
        """Return a response that rejects the request or stores its key in a cookie, or None to let the request pass."""
        if not self.is_ours(headers.get("host", "")):
            return make_refusal(421, "Unknown host name.")
        path: str = scope["path"]
        if scope["method"] in CHANGING and not self.is_from_here(headers):
            return make_refusal(403, "This request must come from a page on this server.")
        if path.startswith(OPEN):
            return None
        key = QueryParams(scope["query_string"]).get("key")
        if key is not None and is_same_secret(key, self.key):
            # The redirect removes the key from the address bar. ``lstrip`` prevents a path such as ``//host`` from
            # redirecting to another site.
            answer = RedirectResponse("/" + path.lstrip("/"), 303)
            answer.set_cookie(self.cookie_name_for(headers), self.key, httponly=True, samesite="strict", path="/")
            return answer
        if scope[KEYED]:
            return None
        return make_refusal(403, "Open the address printed by 'rftg serve': it contains the key to these pages.")

    def has_key(self, headers: Headers) -> bool:
        return is_same_secret(cookies_in(headers).get(self.cookie_name_for(headers), ""), self.key)

    def cookie_name_for(self, headers: Headers) -> str:
        """Return a cookie name that includes the port, because a host's cookies are shared between its ports."""
        host = headers.get("host", "")
        return f"rftg-{urlsplit(f'//{host}').port or 80}"

    def is_ours(self, host: str) -> bool:
        """Whether a ``Host`` header contains one of our names or an IP address, which DNS rebinding cannot redirect."""
        name = split_host(host)
        if name is None:
            return False
        return name in self.names or is_number(name)

    def is_from_here(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        # Browsers that omit ``Origin`` from a request send ``Sec-Fetch-Site`` instead; other clients send neither.
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        return origin.partition("://")[2] == headers.get("host")


def split_host(host: str) -> str | None:
    try:
        parts = urlsplit(f"//{host}")
        # Reading ``port`` raises ``ValueError`` if the port is out of range.
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


def is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_same_secret(text: str, secret: str) -> bool:
    """Compare text with a secret in constant time."""
    return compare_digest(text.encode("utf-8", "replace"), secret.encode())


def cookies_in(headers: Headers) -> dict[str, str]:
    pairs: Sequence[str] = headers.get("cookie", "").split(";")
    return {name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in pairs)}


def make_refusal(status: int, text: str) -> Response:
    return PlainTextResponse(f"{text}\n", status)
