"""Protocol glue: reads messages, and maps our types to LSP types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol

from rftg_dsl.base.diagnostic import Severity, UsageError

MESSAGE = 32_000_000
"""Maximum size of a message, in bytes."""
HEADER = 1_000
"""Maximum size of a header line, in bytes."""

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.LINT: types.DiagnosticSeverity.Information,
}

KINDS = {
    "verb": types.CompletionItemKind.Function,
    "event": types.CompletionItemKind.Event,
    "noun": types.CompletionItemKind.Class,
    "component": types.CompletionItemKind.Struct,
    "declaration": types.CompletionItemKind.Keyword,
    "word": types.CompletionItemKind.Keyword,
    "adjective": types.CompletionItemKind.EnumMember,
    "place": types.CompletionItemKind.Folder,
    "counter": types.CompletionItemKind.Variable,
    "number": types.CompletionItemKind.Property,
    "property": types.CompletionItemKind.Field,
    "permission": types.CompletionItemKind.Property,
    "phase": types.CompletionItemKind.Module,
    "period": types.CompletionItemKind.Module,
    "name": types.CompletionItemKind.Value,
    "code": types.CompletionItemKind.Constant,
    "symbol": types.CompletionItemKind.Constant,
}
ACTIONS = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]


class Protocol(LanguageServerProtocol):
    """The protocol, extended to respond even to malformed requests."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException:
            # pygls would only log the error, and the editor would wait for a response forever.
            if isinstance(data.get("id"), int | str) and "method" in data:
                wrong = JsonRpcInvalidParams(f"malformed {data['method']!r} request")
                self._send_response(data["id"], error=wrong.to_response_error())
            raise


def is_among(kind: str, wanted: Sequence[types.CodeActionKind | str]) -> bool:
    """Whether an action kind is one of the wanted kinds, or a sub-kind of one of them."""
    texts = [types.CodeActionKind(sort).value if isinstance(sort, types.CodeActionKind) else sort for sort in wanted]
    return any(kind == text or kind.startswith(f"{text}.") for text in texts)


class Limited:
    """Standard input with a limit on the size of a message."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def readline(self) -> bytes:
        line = self.stream.readline(HEADER)
        if len(line) == HEADER:
            raise error_for_large_message()
        return line

    def read(self, size: int) -> bytes:
        if size > MESSAGE:
            raise error_for_large_message()
        return self.stream.read(size)


def error_for_large_message() -> UsageError:
    hint = "only an editor should talk to 'rftg lsp'"
    return UsageError("the message on standard input is too large", hint, "file-too-large")
