"""The state of reading a function: where statements go, what names mean, and which variables there are.

A ``Reader`` knows each kind of expression, statement and built-in only through the tables that ``read`` gives it, so
the modules that read them need not import one another.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.clauses import TranslationError, error_at
from rftg_dsl.native.compiler.ir import Block, Const, Expr, Local, Statement, Tuple, Var
from rftg_dsl.native.compiler.sources import Source
from rftg_dsl.native.compiler.tree_facts import can_leave
from rftg_dsl.native.compiler.types import NUMBERS, Type
from rftg_dsl.native.compiler.unit import Unit

UNROLLED = 12
"""The maximum number of constants over which a loop is unrolled."""


class Scope:
    """The names in a function, or in a comprehension within it."""

    def __init__(self, source: Source, outer: Scope | None = None, is_function: bool = True) -> None:
        self.source = source
        self.outer = outer
        self.is_function = is_function
        self.names: dict[str, Var | Expr] = {}
        """A name refers to a variable of its own, or directly to a value."""
        self.once: set[str] = set()
        """The names that are assigned in only one place."""
        self.yielded: Local | None = None
        """In a generator function, the list of all items that it yields."""

    def find(self, name: str) -> Var | Expr | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def value_of(self, name: str) -> Expr | None:
        found = self.find(name)
        return Local(found) if isinstance(found, Var) else found

    def meaning_of(self, name: str) -> Any:
        """Return the meaning of a name that is not local; None for a local or undefined name."""
        if self.find(name) is not None:
            return None
        try:
            return self.source.meaning_of(name)
        except (AttributeError, KeyError, ValueError):
            return None

    @property
    def function(self) -> Scope:
        """The scope of the function in which a comprehension is."""
        scope = self
        while scope.outer is not None and not scope.is_function:
            scope = scope.outer
        return scope


@frozen(eq=False)
class Returning:
    """The target of an inlined function's ``return``: the variable for the result, and the label to jump to."""

    var: Var
    label: int


@frozen(eq=False)
class Place:
    """The place that the reader has reached.

    A place is never changed, so returning to an earlier one undoes whatever has happened since.
    """

    block: Block
    source: Source
    line: int = 0
    loops: tuple[tuple[int, int], ...] = ()
    """For each enclosing loop, the label of its next iteration and the label of the code after it."""
    unrolled: tuple[frozenset[str], ...] = ()
    """For each enclosing unrolled loop, the names that are assigned in it."""
    returning: Returning | None = None
    """The target of ``return``; None for that of the C function."""
    inlined: tuple[Any, ...] = ()
    """The functions that are being copied into the current one, and the current one."""
    stepwise: bool = False
    """Whether the current loop's body may change data that a generator reads."""
    following: ast.stmt | None = None
    """The next statement."""


ReadExpression = Callable[["Reader", Scope, Any], Expr]
ReadStatement = Callable[["Reader", Scope, Any], "bool | None"]


@frozen(eq=False)
class Tables:
    """The reader's methods for each kind of expression and statement, and for calls of each built-in function."""

    expressions: Mapping[type[ast.expr], ReadExpression]
    statements: Mapping[type[ast.stmt], ReadStatement]
    """A statement's function returns False if the code after the statement is never reached."""
    built_in: Mapping[Any, ReadExpression]


class Reader:
    """Reads one function."""

    def __init__(self, unit: Unit, tables: Tables, source: Source, calls: set[Any]) -> None:
        self.unit = unit
        self.tables = tables
        self.at = Place([], source)
        self.calls = calls
        """The instances that the function calls."""
        self.varying: set[Var] = set()
        """Variables that are assigned in more than one place."""
        self.distinct: set[Var] = set()
        """Variables whose values are texts that did not occur in any earlier iteration of their loop."""
        self.number = 0

    def error_with(self, clause: str, what: str, node: ast.AST | None = None) -> TranslationError:
        return TranslationError(what, clause, self.at.source.file, getattr(node, "lineno", self.at.line))

    @contextmanager
    def enter(self, block: Block | None = None, **changes: Any) -> Iterator[Block]:
        """Read at another place. An exception leaves the place as it is, for whoever handles the exception to reset."""
        before = self.at
        block = before.block if block is None else block
        self.at = evolve(before, block=block, **changes)
        yield block
        self.at = before

    def place_in(self, block: Block) -> Place:
        return evolve(self.at, block=block)

    # -- expressions and statements --------------------------------------------------------------------------------

    def evaluate(self, scope: Scope, node: ast.expr) -> Expr:
        read = self.tables.expressions.get(type(node))
        if read is None:
            raise self.error_with("N14", f"{type(node).__name__} cannot be translated", node)
        return read(self, scope, node)

    def run(self, scope: Scope, body: Sequence[ast.stmt]) -> bool:
        """Read statements in order, and return whether the end of the block is reachable."""
        # A raise ends native play, and Python replays the game from the start, so what comes before it does not matter.
        if body and isinstance(body[-1], ast.Raise) and not any(map(can_leave, body)):
            body = body[-1:]
        place = self.at
        for nth, statement in enumerate(body):
            line = getattr(statement, "lineno", 0)
            made: Block = []
            self.at = evolve(place, block=made, line=line, following=body[nth + 1] if nth + 1 < len(body) else None)
            reached, failed = self.read_statement(scope, statement)
            self.at = place
            if failed:
                # Python would raise the same error, but only on reaching this statement.
                made = [ir.Fail(failed)]
            if made:
                self.add(ir.Line(place.source, line, made))
            if not reached:
                return False
        return True

    def read_statement(self, scope: Scope, statement: ast.stmt) -> tuple[bool, str]:
        """Return whether the code after a statement is reachable, and why the statement cannot be translated."""
        try:
            read = self.tables.statements.get(type(statement))
            if read is None:
                raise self.error_with("N7", f"{type(statement).__name__} cannot be translated", statement)
            return read(self, scope, statement) is not False, ""
        except Exception as why:
            failed = str(error_at(why, self.at.source.file, self.at.line))
            self.unit.warnings[failed] = None
            return False, failed

    # -- variables -------------------------------------------------------------------------------------------------

    def add(self, statement: Statement) -> None:
        self.at.block.append(statement)

    def take_number(self) -> int:
        self.number += 1
        return self.number

    def make_var(self, name: str, is_temp: bool = False) -> Var:
        return Var(f"{name}_{self.take_number()}", is_temp)

    def assign(self, name: str, value: Expr) -> Local:
        """Assign a value to a new variable, which later statements may assign again."""
        var = self.make_var(name)
        self.add(ir.Assign(var, value))
        return Local(var)

    def hold(self, value: Expr) -> Expr:
        """Evaluate a value now, so that it is evaluated only once."""
        if isinstance(value, ir.ATOMS):
            return value
        if isinstance(value, Tuple):
            return evolve(value, items=tuple(map(self.hold, value.items)))
        return self.copy(value)

    def copy(self, value: Expr) -> Local:
        var = self.make_var("t", is_temp=True)
        self.add(ir.Assign(var, value))
        return Local(var)

    def freeze(self, value: Expr) -> Expr:
        """Evaluate a value now, including a variable that a later assignment could change."""
        if isinstance(value, ir.Known):
            return evolve(value, of=self.freeze(value.of))
        return self.copy(value) if isinstance(value, Local) and value.var in self.varying else self.hold(value)

    def declare(self, value: Expr, hint: Type | None) -> Expr:
        """Use an annotation for a value whose type may be unknown."""
        if hint is None or not isinstance(value, Local | ir.Known):
            return value
        if hint in NUMBERS:
            return self.copy(ir.Builtin(f"declared {hint.sort}", [value]))
        return ir.Known(value, hint) if hint.sort in TRUSTED else value

    def fill(self, sort: str, size: int = 4) -> Local:
        """Create a list, set or dict."""
        return self.assign(sort, ir.Builtin(f"new {sort}", [Const(size)]))

    def do(self, name: str, *args: Expr) -> None:
        """Execute an operation of the runtime for its effect."""
        self.add(ir.Do(ir.Builtin(name, args)))


TRUSTED = ("row", "map", "record", "text")
"""The sorts of declared types that need no conversion, since C checks each use of such a value."""
