"""An editor for tests: it starts `rftg lsp` as a process and talks to it as editors do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

RFTG = Path(sys.executable).parent / "rftg"
HIDDEN = Path(__file__).parents[2] / "benchmarks" / "hidden"
PATIENCE = 60
"""Seconds that the client waits for a message: a loaded machine is slow."""

Message = dict[str, Any]


class Editor:
    """A client of one server."""

    def __init__(self, *roots: Path, encodings: list[str] | None = None, watching: bool = False) -> None:
        environment = {**os.environ, "PYTHONPATH": str(HIDDEN)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([RFTG, "lsp"], stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
        self.messages: Queue[Message | None] = Queue()
        self.told: deque[Message] = deque()
        self.versions: dict[str, int] = {}
        self.numbers = 0
        Thread(target=self._read, daemon=True).start()
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        able: Message = {"general": {"positionEncodings": encodings}} if encodings else {}
        able |= {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}} if watching else {}
        start = {"processId": None, "rootUri": None, "capabilities": able, "workspaceFolders": folders}
        self.capabilities = self.ask("initialize", start)["capabilities"]
        self.tell("initialized", {})

    # -- messages ------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        out = self.process.stdout
        assert out
        while True:
            length = 0
            while (line := out.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not line:
                self.messages.put(None)
                return
            self.messages.put(json.loads(out.read(length)))

    def send(self, raw: bytes) -> None:
        """Write anything at all."""
        assert self.process.stdin
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self._message({"jsonrpc": "2.0", "method": method, "params": params})

    def _message(self, message: Message) -> None:
        body = json.dumps(message).encode()
        self.send(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def post(self, method: str, params: Any) -> int:
        """Ask without waiting for the answer; returns the number of the question."""
        self.numbers += 1
        self._message({"jsonrpc": "2.0", "id": self.numbers, "method": method, "params": params})
        return self.numbers

    def answer(self, number: int) -> Message:
        """The whole answer to a question."""
        return self.until(lambda message: message.get("id") == number and "method" not in message)

    def ask(self, method: str, params: Any) -> Any:
        answer = self.answer(self.post(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted; the others are kept."""
        for message in [*self.told]:
            if wanted(message):
                self.told.remove(message)
                return message
        while True:
            try:
                message = self.messages.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"no such message, only {list(self.told)}") from None
            assert message is not None, f"the server has gone: {self.ended()}"
            if wanted(message):
                return message
            self.told.append(message)

    # -- files ---------------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> list[Message]:
        """Open a file, perhaps with another text than on the disk; returns its findings."""
        self.versions[path.as_uri()] = 1
        document = {"uri": path.as_uri(), "languageId": "rftg", "version": 1, "text": text or path.read_text("utf-8")}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.findings(path)

    def close_all(self) -> None:
        """Close every file, and forget what has been said."""
        for uri in self.versions:
            self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.versions.clear()
        self.told.clear()

    def type(self, path: Path, text: str) -> None:
        """Replace the text of an open file."""
        self.versions[path.as_uri()] += 1
        document = {"uri": path.as_uri(), "version": self.versions[path.as_uri()]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def retype(self, path: Path, text: str) -> list[Message]:
        """Replace the text, and wait for its findings."""
        self.type(path, text)
        return self.findings(path)

    def findings(self, path: Path) -> list[Message]:
        """The findings of a file, as it is now."""

        def current(message: Message) -> bool:
            params = message.get("params", {})
            about = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == path.as_uri()
            return about and params.get("version") in (None, self.versions.get(path.as_uri()))

        diagnostics: list[Message] = self.until(current)["params"]["diagnostics"]
        return diagnostics

    def about(self, method: str, path: Path, line: int, character: int, **more: Any) -> Any:
        """Ask something about a place in a file."""
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": path.as_uri()}, "position": place, **more})

    def logged(self) -> list[str]:
        """What the server has written to its log so far."""
        return [message["params"]["message"] for message in self.told if message.get("method") == "window/logMessage"]

    # -- the end -------------------------------------------------------------------------------------------------

    def leave(self) -> int:
        """End the session properly; returns the exit status of the server."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(PATIENCE)

    def ended(self) -> str:
        """Wait for the server's end; what it has written as an error."""
        self.process.wait(PATIENCE)
        assert self.process.stderr
        return self.process.stderr.read().decode()


def session(*roots: Path, **settings: Any) -> Iterator[Editor]:
    """An editor that ends its server, whatever happens."""
    editor = Editor(*roots, **settings)
    try:
        yield editor
    finally:
        if editor.process.poll() is None:
            editor.process.kill()
        editor.process.wait(PATIENCE)
