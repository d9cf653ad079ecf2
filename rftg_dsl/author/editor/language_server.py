"""The language server: translates between the protocol and the desk. It is imported only by ``rftg lsp``.

One thread reads messages, and another runs jobs at the desk one at a time, so that checks never delay typing. A check
starts only when the author pauses typing. Requests that time out or are cancelled are dropped.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcException
from pygls.lsp.server import LanguageServer

from rftg_dsl.author.editor.completion import Candidate, complete
from rftg_dsl.author.editor.desk import Book, Desk
from rftg_dsl.author.editor.fix_edits import Fix, offer_fixes
from rftg_dsl.author.editor.format_edits import Change, changes_to_format
from rftg_dsl.author.editor.hints import hints_in
from rftg_dsl.author.editor.hover import hover, render_word
from rftg_dsl.author.editor.positions import Text, path_of, uri_of
from rftg_dsl.author.editor.projects import Project, is_content, normalize_path, project_of
from rftg_dsl.author.editor.symbols_in_text import Mention, RenameError, symbol_at
from rftg_dsl.author.editor.wire import ACTIONS, KINDS, SEVERITIES, Limited, Protocol, is_among
from rftg_dsl.base.code_units import Encoding
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.resources import SET
from rftg_dsl.base.source import Source
from rftg_dsl.base.spelling import fold
from rftg_dsl.base.version import __version__

PAUSE = 0.15
"""Seconds without typing after which a project is checked."""
PATIENCE = 5.0
"""Seconds after which a request is dropped."""
NAME = "rftg"
REFUSED = -32803
"""The LSP error code ``RequestFailed``, for a valid request that cannot be carried out."""
MOST_PLACES = 5_000
MOST_ITEMS = 2_000

Answer = TypeVar("Answer")


class Server(LanguageServer):
    """The server for one editor."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__, types.TextDocumentSyncKind.Full, protocol_cls=Protocol)
        self.desk = Desk()
        self.encoding: Encoding = "utf-16"
        self.worker = ThreadPoolExecutor(max_workers=1)
        self.uris: dict[Path, str] = {}
        """The URIs of open files, exactly as the editor writes them."""
        self.versions: dict[Path, int] = {}
        self.homes: dict[Path, Project] = {}
        self.waiting: dict[Project, asyncio.TimerHandle] = {}
        self.turns: dict[Project, int] = {}
        self.due: dict[Project, None] = {}
        self.checking: asyncio.Future[None] | None = None
        self.shown: dict[Project, set[Path]] = {}
        """The files whose findings are currently displayed."""
        self.over = False
        """Whether the editor has sent ``shutdown``."""
        self.status = 0
        for method, handler in self.handlers_by_method().items():
            self.feature(method)(self.wrap_handler(handler))
        for method, (answer, options) in self.answers_by_method().items():
            self.feature(method, options)(self.wrap_question(answer))

    def handlers_by_method(self) -> dict[str, Callable[..., Any]]:
        return {
            types.INITIALIZED: self.handle_initialized,
            types.TEXT_DOCUMENT_DID_OPEN: self.handle_open,
            types.TEXT_DOCUMENT_DID_CHANGE: self.handle_change,
            types.TEXT_DOCUMENT_DID_CLOSE: self.handle_close,
            types.TEXT_DOCUMENT_DID_SAVE: self.handle_save,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self.handle_watched_files,
            types.WORKSPACE_DID_CHANGE_CONFIGURATION: lambda params: None,
            types.SHUTDOWN: self.handle_shutdown,
            types.EXIT: self.handle_exit,
        }

    def answers_by_method(self) -> dict[str, tuple[Callable[..., Any], Any]]:
        return {
            types.TEXT_DOCUMENT_FORMATTING: (self.format_document, None),
            types.TEXT_DOCUMENT_HOVER: (self.hover, None),
            types.TEXT_DOCUMENT_INLAY_HINT: (self.list_inlay_hints, None),
            types.TEXT_DOCUMENT_DEFINITION: (self.find_definition, None),
            types.TEXT_DOCUMENT_REFERENCES: (self.find_references, None),
            types.TEXT_DOCUMENT_PREPARE_RENAME: (self.prepare_rename, None),
            types.TEXT_DOCUMENT_RENAME: (self.rename, types.RenameOptions(prepare_provider=True)),
            types.TEXT_DOCUMENT_CODE_ACTION: (self.list_code_actions, types.CodeActionOptions(ACTIONS)),
            types.TEXT_DOCUMENT_COMPLETION: (self.complete, types.CompletionOptions(trigger_characters=['"'])),
        }

    # -- notifications ---------------------------------------------------------------------------------------------

    def handle_initialized(self, _: types.InitializedParams) -> None:
        """Adopt the negotiated position encoding, and ask the editor to watch files."""
        counted = types.PositionEncodingKind(self.server_capabilities.position_encoding or "utf-16")
        self.encoding = counted.value
        told = self.client_capabilities.workspace and self.client_capabilities.workspace.did_change_watched_files
        if told and told.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in ("**/*.rftg", "**/set.toml")]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(types.RegistrationParams([wanted]))

    def handle_open(self, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        if path := content_of(document.uri):
            self.uris[path], self.versions[path] = document.uri, document.version
            self.schedule_check(self.write(path, document.text), 0)

    def handle_change(self, params: types.DidChangeTextDocumentParams) -> None:
        if (path := content_of(params.text_document.uri)) and params.content_changes:
            self.versions[path] = params.text_document.version
            # With full synchronization, every change contains the whole text, so only the last one matters.
            self.schedule_check(self.write(path, params.content_changes[-1].text), PAUSE)

    def handle_close(self, params: types.DidCloseTextDocumentParams) -> None:
        if path := content_of(params.text_document.uri):
            self.uris.pop(path, None)
            self.versions.pop(path, None)
            project = self.homes.pop(path, None)
            now = self.desk.close(path)
            if project and project not in self.homes.values():
                self.clear(project)
            if now in self.homes.values():
                self.schedule_check(now, 0)

    def handle_save(self, params: types.DidSaveTextDocumentParams) -> None:
        if path := content_of(params.text_document.uri):
            self.refresh([path])

    def handle_watched_files(self, params: types.DidChangeWatchedFilesParams) -> None:
        self.refresh(filter(None, (content_of(change.uri) for change in params.changes)))

    def handle_shutdown(self, _: None) -> None:
        self.over = True
        for timer in self.waiting.values():
            timer.cancel()

    def handle_exit(self, _: None) -> None:
        """Exit with status 1 unless ``shutdown`` was received first, as the protocol requires."""
        self.status = 0 if self.over else 1

    # -- checks ------------------------------------------------------------------------------------------------------

    def write(self, path: Path, text: str) -> Project:
        """Update a file's text. If this leaves a project without open files, withdraw the project's findings."""
        project = self.desk.write(path, text)
        before = self.homes.get(path, project)
        self.homes[path] = project
        if before != project and before not in self.homes.values():
            self.clear(before)
        return project

    def refresh(self, paths: Iterable[Path]) -> None:
        if any(True for _ in paths):
            self.desk.forget_all()
            for project in dict.fromkeys(self.homes.values()):
                self.schedule_check(project, PAUSE)

    def schedule_check(self, project: Project, seconds: float) -> None:
        """Check a project and its dependents after a delay. Another change restarts the delay."""
        for affected in dict.fromkeys([project, *(self.homes.values() if project.game else ())]):
            if affected in self.waiting:
                self.waiting.pop(affected).cancel()
            self.turns[affected] = self.turns.get(affected, 0) + 1
            self.waiting[affected] = asyncio.get_running_loop().call_later(seconds, self.start_check, affected)

    def start_check(self, project: Project) -> None:
        self.waiting.pop(project, None)
        self.due[project] = None
        if self.checking is None or self.checking.done():
            self.checking = asyncio.ensure_future(self.check_due())

    async def check_due(self) -> None:
        """Check due projects one at a time, so that a request waits for at most one check."""
        while self.due and not self.over:
            project = next(iter(self.due))
            del self.due[project]
            turn = self.turns[project]
            reports = await self.run_at_desk(partial(self.collect_diagnostics, project), None)
            if reports is not None and turn == self.turns[project]:  # otherwise, the findings are outdated
                self.show(project, reports)

    def show(self, project: Project, reports: Iterable[types.PublishDiagnosticsParams]) -> None:
        if self.over:
            return
        now = {path: report for report in reports if (path := path_of(report.uri))}
        # The protocol has no "remove", but an empty list clears a file's findings.
        gone = self.shown.get(project, set()) - now.keys()
        for path in (file for file in gone if self.homes.get(file, project) == project):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(self.to_uri(path), []))
        for path, report in now.items():
            if report.diagnostics or path in self.uris or path in self.shown.get(project, ()):
                self.text_document_publish_diagnostics(report)
        self.shown[project] = {path for path, report in now.items() if report.diagnostics}

    def clear(self, project: Project) -> None:
        if project in self.waiting:
            self.waiting.pop(project).cancel()
        # Invalidate a check that is still running.
        self.turns[project] = self.turns.get(project, 0) + 1
        self.show(project, [])

    def collect_diagnostics(self, project: Project) -> list[types.PublishDiagnosticsParams]:
        """Collect a project's findings, with an empty list for each open file that has none.

        Files that are open in another project are left to that project.
        """
        # Copied, because this runs on the desk's thread.
        homes = {**self.homes}
        diagnostics: dict[Path, Sequence[Diagnostic]] = {path: () for path, home in homes.items() if home == project}
        every = self.desk.checkup_of(project).found
        diagnostics |= {path: findings for path, findings in every.items() if path not in homes or path in diagnostics}
        return [
            types.PublishDiagnosticsParams(
                self.to_uri(path), [self.to_diagnostic(finding) for finding in findings], self.versions.get(path)
            )
            for path, findings in diagnostics.items()
        ]

    def to_diagnostic(self, finding: Diagnostic) -> types.Diagnostic:
        message = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
        at = self.to_range(self.text_of(finding.at.source), finding.at.start, finding.at.end)
        return types.Diagnostic(at, message, SEVERITIES[finding.severity], code=finding.code, source=NAME)

    # -- questions -----------------------------------------------------------------------------------------------

    async def format_document(self, params: types.DocumentFormattingParams) -> Sequence[types.TextEdit] | None:
        path = content_of(params.text_document.uri)
        if path is None or path.name == SET:
            return None
        source = self.desk.source_of(path)
        return await self.run_at_desk(lambda: self.to_edits(source, changes_to_format(source))) if source else None

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        def answer(book: Book, offset: int) -> types.Hover | None:
            shown = hover(book.source, offset, book.loaded, book.game, book.senses)
            if shown is None:
                return None
            text = types.MarkupContent(types.MarkupKind.Markdown, shown.text)
            return types.Hover(text, self.to_range(self.text_of(book.source), shown.start, shown.end))

        return await self.answer_about_place(params.text_document.uri, params.position, answer)

    async def list_inlay_hints(self, params: types.InlayHintParams) -> Sequence[types.InlayHint] | None:
        def answer(book: Book) -> list[types.InlayHint]:
            text = self.text_of(book.source)
            start, end = (text.offset_of(position) for position in (params.range.start, params.range.end))
            return [
                types.InlayHint(text.position_of(hint.at), hint.text, padding_right=True)
                for hint in hints_in(book.source, start, end, book.loaded)
            ]

        return await self.answer_about_file(params.text_document.uri, answer)

    async def complete(self, params: types.CompletionParams) -> types.CompletionList | None:
        def answer(book: Book, offset: int) -> types.CompletionList:
            text = self.text_of(book.source)
            candidates = complete(book.source, offset, book.loaded, book.game, book.senses, book.scenes)
            items = [
                self.to_completion_item(nth, candidate, text) for nth, candidate in enumerate(candidates[:MOST_ITEMS])
            ]
            return types.CompletionList(len(candidates) > MOST_ITEMS, items)

        return await self.answer_about_place(params.text_document.uri, params.position, answer)

    def to_completion_item(self, nth: int, candidate: Candidate, text: Text) -> types.CompletionItem:
        meant = "\n\n".join(render_word(candidate.text, each) for each in candidate.senses)
        written = text.text[candidate.start : candidate.end]
        begun = candidate.text.casefold().startswith(written.casefold())
        folds = bool(fold(written)) and not begun and fold(candidate.text).startswith(fold(written))
        return types.CompletionItem(
            candidate.text,
            kind=KINDS.get(candidate.sort, types.CompletionItemKind.Text),
            detail=candidate.sort,
            documentation=types.MarkupContent(types.MarkupKind.Markdown, meant) if meant else None,
            # Editors sort candidates alphabetically by this text.
            sort_text=f"{nth:05}",
            filter_text=written if folds else None,  # editors match letters literally and would filter out the name
            text_edit=types.TextEdit(self.to_range(text, candidate.start, candidate.end), candidate.text),
        )

    async def find_definition(self, params: types.DefinitionParams) -> Sequence[types.Location] | None:
        return await self.find_mentions(params, lambda mention: mention.declares)

    async def find_references(self, params: types.ReferenceParams) -> Sequence[types.Location] | None:
        return await self.find_mentions(
            params, lambda mention: params.context.include_declaration or not mention.declares
        )

    async def find_mentions(
        self, params: types.DefinitionParams | types.ReferenceParams, wanted: Callable[[Mention], bool]
    ) -> Sequence[types.Location] | None:
        def answer(book: Book, offset: int) -> list[types.Location]:
            named = symbol_at(book.source, offset)
            every = self.desk.mentions_of(named[0], book) if named else []
            return [self.to_location(book, mention) for mention in every if wanted(mention)][:MOST_PLACES]

        return await self.answer_about_place(params.text_document.uri, params.position, answer)

    def to_location(self, book: Book, mention: Mention) -> types.Location:
        text = self.text_of(book.checkup.sources[mention.path])
        return types.Location(self.to_uri(mention.path), self.to_range(text, mention.start, mention.end))

    async def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        def answer(book: Book, offset: int) -> types.Range:
            _, start, end = self.desk.prepare_rename(book, offset)
            return self.to_range(self.text_of(book.source), start, end)

        return await self.answer_about_place(params.text_document.uri, params.position, answer)

    async def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        def answer(book: Book, offset: int) -> types.WorkspaceEdit:
            changes = self.desk.rename(book, offset, params.new_name)
            sources = book.checkup.sources
            return types.WorkspaceEdit(
                {
                    self.to_uri(path): self.to_edits(sources[path], replacements)
                    for path, replacements in changes.items()
                }
            )

        return await self.answer_about_place(params.text_document.uri, params.position, answer)

    async def list_code_actions(self, params: types.CodeActionParams) -> Sequence[types.CodeAction] | None:
        path = content_of(params.text_document.uri)
        if path is None:
            return None

        def answer() -> list[types.CodeAction]:
            diagnostics = self.desk.checkup_of(project_of(path)).found.get(path, ())
            source = next(
                (diagnostic.at.source for diagnostic in diagnostics if diagnostic.fix or diagnostic.guess), None
            )
            if source is None:
                return []
            text = self.text_of(source)
            start, end = (text.offset_of(position) for position in (params.range.start, params.range.end))
            actions = [self.to_code_action(path, source, fix) for fix in offer_fixes(source, diagnostics, start, end)]
            only = params.context.only
            return [action for action in actions if not only or is_among(str(action.kind), only)]

        return await self.run_at_desk(answer)

    def to_code_action(self, path: Path, source: Source, fix: Fix) -> types.CodeAction:
        return types.CodeAction(
            fix.title,
            types.CodeActionKind.QuickFix.value if fix.of else types.CodeActionKind.SourceFixAll.value,
            [self.to_diagnostic(fix.of)] if fix.of else None,
            is_preferred=bool(fix.of and fix.of.fix),
            edit=types.WorkspaceEdit({self.to_uri(path): self.to_edits(source, fix.changes)}),
        )

    # -- places --------------------------------------------------------------------------------------------------

    def text_of(self, source: Source) -> Text:
        return Text(source.text, self.encoding)

    def to_uri(self, path: Path) -> str:
        return self.uris.get(path) or uri_of(path)

    def to_range(self, text: Text, start: int, end: int) -> types.Range:
        return types.Range(text.position_of(start), text.position_of(end))

    def to_edits(self, source: Source, changes: Iterable[Change]) -> list[types.TextEdit]:
        text = self.text_of(source)
        return [types.TextEdit(self.to_range(text, change.start, change.end), change.text) for change in changes]

    async def answer_about_file(self, uri: str, job: Callable[[Book], Answer]) -> Answer | None:
        """Run a job about a content file, and return its answer.

        Return None for other files, or while the words of the file's game are unknown.
        """
        path = content_of(uri)
        if path is None or path.name == SET:
            return None
        return await self.run_at_desk(lambda: job(book) if (book := self.desk.book_of(path)) else None)

    async def answer_about_place(
        self, uri: str, at: types.Position, job: Callable[[Book, int], Answer | None]
    ) -> Answer | None:
        return await self.answer_about_file(uri, lambda book: job(book, self.text_of(book.source).offset_of(at)))

    # -- work ----------------------------------------------------------------------------------------------------

    async def run_at_desk(self, job: Callable[[], Answer], patience: float | None = PATIENCE) -> Answer | None:
        """Return the result of a job; None if it times out or fails."""
        # A thread cannot be stopped, so a job keeps running after a timeout, but no one waits for it.
        running = asyncio.get_running_loop().run_in_executor(self.worker, job)
        try:
            return await asyncio.wait_for(running, patience)
        except TimeoutError:
            self.say("this took too long: try again once the content has been checked")
        except RenameError as wrong:
            raise JsonRpcException(str(wrong), REFUSED) from None
        except UsageError as wrong:
            self.say(f"{wrong.message} ({wrong.hint})" if wrong.hint else wrong.message)
        except Exception as error:
            self.say_bug(error)
        return None

    def wrap_handler(self, handler: Callable[[Any], None]) -> Callable[[Any], None]:
        """Wrap a handler so that it never raises. The wrapper is a plain function, on which pygls can set
        attributes."""

        def handle(params: Any) -> None:
            try:
                handler(params)
            except Exception as error:
                self.say_bug(error)

        return handle

    def wrap_question(self, question: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
        """Wrap a request handler so that it raises only errors meant for the user."""

        async def answer(params: Any) -> Any:
            try:
                return await question(params)
            except JsonRpcException:
                raise
            except Exception as error:
                self.say_bug(error)

        return answer

    def say_bug(self, error: Exception) -> None:
        summary = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        self.say(f"internal error ({summary}): please report it", types.MessageType.Error)

    def say(self, message: str, kind: types.MessageType = types.MessageType.Log) -> None:
        self.window_log_message(types.LogMessageParams(kind, message))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Report in the editor's log that a message could not be handled, unless an error response already says so."""
        if source is not FeatureRequestError:
            self.say(f"a message could not be processed ({type(error).__name__})", types.MessageType.Warning)


def content_of(uri: str) -> Path | None:
    """The path that a URI refers to if it is a content file; otherwise None."""
    path = path_of(uri)
    return normalize_path(path) if path and is_content(path) else None


def serve() -> int:
    """Serve one editor over standard input and output, and return the exit status."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)  # errors are reported to the editor instead
    server = Server()
    # A private copy of standard output, because ``sys.stdout`` is redirected below to keep a stray ``print`` from
    # corrupting the protocol.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    try:
        with redirect_stdout(sys.stderr):  # keep the output of plug-ins out of the protocol
            server.start_io(cast(BinaryIO, Limited(sys.stdin.buffer)), out)
    finally:
        # The editor has gone, so there is no point in finishing a check.
        server.worker.shutdown(wait=False, cancel_futures=True)
        with suppress(OSError):
            out.close()
    return server.status
