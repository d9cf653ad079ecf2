"""Half requests keep no one out: connections are limited, and each request arrives within a time."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from show.browser.serving import Server
from show.browser.test_limits import lowered

pytest.importorskip("uvicorn")

import uvicorn
from uvicorn.server import ServerState

from rftg_dsl.base import limits
from rftg_dsl.show.browser import connections
from rftg_dsl.show.browser.connections import Connection, Crowd, network_of
from show.browser.test_news import Clock

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"


class Wire(asyncio.Transport):
    """The other end of a connection."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 2)})
        self.closed: list[float] = []
        self.connection: Connection | None = None

    def write(self, data: Any) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def is_closing(self) -> bool:
        return bool(self.closed)

    def abort(self) -> None:
        loop = asyncio.get_running_loop()
        if not self.closed:
            self.closed.append(loop.time())
            assert self.connection is not None
            loop.call_soon(self.connection.connection_lost, None)

    close = abort


async def answered(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads what is sent."""
    while (message := await receive()).get("more_body"):
        pass
    if message["type"] == "http.disconnect":
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


class Street:
    """Connections that are opened one after another."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.crowd = Crowd(self.said.append)
        self.config = uvicorn.Config(answered, log_level="error")
        self.config.load()
        self.state = ServerState()

    def open(self, *sent: bytes, address: str = "1.1.1.1") -> Wire:
        wire = Wire(address)
        wire.connection = Connection(self.crowd, config=self.config, server_state=self.state, app_state={})
        wire.connection.connection_made(wire)
        for data in sent:
            if not wire.closed:
                wire.connection.data_received(data)
        return wire


def run(act: Any) -> Any:
    with asyncio.Runner(loop_factory=Clock) as runner:
        return runner.run(act())


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        ([], limits.HEAD_TIME.most),
        ([b"GET / HT"], limits.HEAD_TIME.most),
        ([HEAD], limits.BODY_TIME.most),
        ([HEAD, b"ab"], limits.BODY_TIME.most),
    ],
)
def test_a_part_of_a_request_has_so_much_time(sent: list[bytes], seconds: int) -> None:
    async def wait() -> Wire:
        wire = Street().open(*sent)
        assert wire.connection is not None
        for _ in range(1_000):  # something comes now and then, but never the end
            await asyncio.sleep(0.3)
            if sent and not wire.closed and len(sent) == 1 and sent != [HEAD]:
                wire.connection.data_received(b"x")
        return wire

    assert run(wait).closed[0] == pytest.approx(seconds)


def test_a_whole_request_has_all_the_time_it_takes() -> None:
    async def think(*_: Any) -> None:
        await asyncio.sleep(10_000)

    async def wait() -> bool:
        street = Street()
        street.config.loaded_app = think
        wire = street.open(HEAD, b"abcd")
        await asyncio.sleep(5_000)
        return bool(wire.closed)

    assert not run(wait)


def test_a_crowd_of_half_requests_makes_room_for_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS", lowered(limits.CONNECTIONS, 5))

    async def crowd() -> None:
        street = Street()
        bodies = [street.open(HEAD, b"a", address=f"1.1.1.{nth}") for nth in range(2)]
        heads = [street.open(b"GET / HT", address=f"1.1.2.{nth}") for nth in range(20)]
        whole = street.open(HEAD, b"abcd", address="1.1.3.1")
        assert len(street.crowd.there) == 5
        assert not whole.closed and not any(wire.closed for wire in bodies)
        assert [bool(wire.closed) for wire in heads] == [True] * 18 + [False] * 2
        assert len(street.said) == 1

    run(crowd)


def test_one_address_closes_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ADDRESS", lowered(limits.ADDRESS, 3))

    async def think(*_: Any) -> None:
        await asyncio.sleep(10_000)

    async def crowd() -> None:
        street = Street()
        street.config.loaded_app = think
        other = street.open(b"GET / HT", address="2.2.2.2")
        busy = [street.open(HEAD, b"abcd") for _ in range(3)]
        late = street.open(HEAD, b"abcd")
        assert late.closed and not other.closed and not any(wire.closed for wire in busy)

    run(crowd)


def test_a_connection_that_is_closed_leaves_the_crowd() -> None:
    async def crowd() -> None:
        street = Street()
        wires = [street.open(), street.open(HEAD, b"abcd"), street.open(HEAD)]
        await asyncio.sleep(500)
        assert all(wire.closed for wire in wires) and not street.crowd.there and not street.state.connections

    run(crowd)


def test_an_address_of_ipv6_is_that_of_its_network() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff%eth0") != network_of("2001:db8:0:1::1")
    assert network_of("1.2.3.4") == "1.2.3.4" and network_of("") == ""


def test_half_requests_keep_no_one_out(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    server = Server(str(tmp_path))
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
    half = []
    try:
        for _ in range(300):
            wire = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            half.append(wire)
            wire.sendall(b"GET / HTTP/1.1\r\nHo")
        strange = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        strange.sendall(b"nonsense\r\n\r\n")
        strange.recv(1_000)
        strange.close()
        assert [server.ask("/")[0] for _ in range(5)] == [200] * 5
    finally:
        for wire in half:
            wire.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        server.process.terminate()
        output, errors = server.process.communicate(timeout=20)
    assert output.count("too many connections") == 1 and errors == ""
