"""The intermediate form: what a function does, without the syntax of Python and without the representation in C.

All names are resolved, whatever is constant is folded, and small functions are copied into their callers. Operations
have no types yet: those of variables follow from a fixpoint (``infer``), and the types of the operands then select the
C operation (``select``).

An expression is evaluated where it stands. An atom can be evaluated again at any later point with the same result,
until a variable is assigned; the reader assigns the results of operations to temporary variables, in Python's order of
evaluation, unless they are tests, which have no effects.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rftg_dsl.native.compiler.types import Type

if TYPE_CHECKING:
    from rftg_dsl.native.compiler.sources import Source


class Var:
    """A variable of a C function."""

    def __init__(self, text: str, is_temp: bool = False) -> None:
        self.text = text
        self.is_temp = is_temp
        """Whether there is a single assignment to the variable, before every use."""

    def __repr__(self) -> str:
        return self.text


class Expr:
    """An expression: an atom or an operation."""

    __slots__ = ()


Block = list["Statement"]


# -- atoms ------------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Const(Expr):
    """A value that is known before the program runs."""

    value: Any


@frozen(eq=False)
class Local(Expr):
    """The value of a variable."""

    var: Var


@frozen(eq=False)
class State(Expr):
    """The play."""


@frozen(eq=False)
class Bot(Expr):
    """The source of a bot's random numbers."""


@frozen(eq=False)
class StateList(Expr):
    """A field of the play that is a list: one of the ``arrays`` or ``rows`` of its shape."""

    name: str


@frozen(eq=False)
class Tuple(Expr):
    """A tuple of known length, which does not have to exist as a whole. No later assignment changes its items."""

    items: tuple[Expr, ...]
    cls: type | None = None
    """The class of a named tuple."""


@frozen(eq=False)
class Function(Expr):
    """A lambda or local function, which is copied to wherever it is called."""

    tree: ast.Lambda | ast.FunctionDef
    scope: Any
    """The ``Scope`` in which the function is defined."""
    defaults: tuple[Expr, ...] = ()


@frozen(eq=False)
class Rest(Expr):
    """An argument or item like ``*row``: any number of them."""

    row: Expr


@frozen(eq=False)
class ClassOf(Expr):
    """The class of a value; it can only be compared."""

    of: Expr


@frozen(eq=False)
class Filled(Expr):
    """A variable with a new collection, all of whose items are known expressions."""

    of: Local
    sort: str
    """``row`` and ``floats`` for a collection with these items, ``keys`` for a mapping with these keys, ``copy``."""
    items: Sequence[Expr]


@frozen(eq=False)
class Known(Expr):
    """An atom whose type is declared, which is trusted if nothing else is known: each use of an item is checked."""

    of: Expr
    type: Type
    is_certain: bool = False
    """Whether the type holds whatever else is known, as for a named tuple made of a row."""


ATOMS = (Const, Local, State, Bot, StateList, Function, Rest, ClassOf, Filled, Known)
"""All atoms but ``Tuple``, whose items are not always atoms."""


# -- operations -------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Arith(Expr):
    """A binary operator of Python. ``+=`` and ``|=`` may change a list, set or mapping ``in_place``."""

    op: type[ast.operator]
    a: Expr
    b: Expr
    in_place: bool = False


@frozen(eq=False)
class Compare(Expr):
    """A comparison of two values."""

    op: type[ast.cmpop]
    a: Expr
    b: Expr


@frozen(eq=False)
class Truth(Expr):
    """The truth of a value."""

    of: Expr


@frozen(eq=False)
class Not(Expr):
    """The opposite of a test."""

    of: Expr


@frozen(eq=False)
class Either(Expr):
    """Whether one of several tests is true."""

    tests: Sequence[Expr]


@frozen(eq=False)
class IsOf(Expr):
    """Whether a value has one of these classes or, if ``subclasses`` is true, a class derived from one of them."""

    of: Expr
    classes: Any
    subclasses: bool


TESTS = (Compare, Truth, Not, Either, IsOf)


@frozen(eq=False)
class Item(Expr):
    """``of[key]``."""

    of: Expr
    key: Expr


@frozen(eq=False)
class Attribute(Expr):
    """``of.name``."""

    of: Expr
    name: str


@frozen(eq=False)
class Format(Expr):
    """A text made of the texts of values."""

    parts: Sequence[Expr]


@frozen(eq=False)
class Spread(Expr):
    """A new tuple of items and of whole sequences, which are ``Rest``."""

    parts: Sequence[Expr]


@frozen(eq=False)
class Record(Expr):
    """A new instance of a class with slots; the value of each slot is None."""

    cls: type


@frozen(eq=False)
class Builtin(Expr):
    """An operation of the runtime, by its name in the table ``runtime``."""

    name: str
    args: Sequence[Expr]


@frozen(eq=False)
class Call(Expr):
    """A call of a function that is translated separately: an ``Instance``."""

    instance: Any
    args: Sequence[Expr]


@frozen(eq=False)
class Method(Expr):
    """A call of a method of a value whose class is not known to the reader."""

    of: Expr
    name: str
    args: Sequence[Expr]
    keywords: Mapping[str, Expr]


@frozen(eq=False)
class Apply(Expr):
    """A call of a function that is known only at run time."""

    function: Expr
    args: Sequence[Expr]


# -- statements -------------------------------------------------------------------------------------------------------


class Statement:
    """A step of a function."""

    __slots__ = ()


@frozen(eq=False)
class Line(Statement):
    """A statement of Python. If it turns out not to be translatable, only this line fails, if it is ever reached."""

    source: Source
    number: int
    body: Block


@frozen(eq=False)
class Assign(Statement):
    """``var = value``."""

    var: Var
    value: Expr


@frozen(eq=False)
class Do(Statement):
    """Evaluate an expression for its effect."""

    value: Expr


@frozen(eq=False)
class SetItem(Statement):
    """``of[key] = value``."""

    of: Expr
    key: Expr
    value: Expr


@frozen(eq=False)
class SetAttribute(Statement):
    """``of.name = value``."""

    of: Expr
    name: str
    value: Expr


@frozen(eq=False)
class Unpack(Statement):
    """Assign the items of a sequence to as many new variables; another number of items ends native play."""

    of: Expr
    vars: Sequence[Var]


@frozen(eq=False)
class If(Statement):
    """Execute one of two blocks."""

    test: Expr
    then: Block
    orelse: Block = field(factory=list)


@frozen(eq=False)
class Decide(Statement):
    """Assign the result of ``and`` or ``or`` as a truth value.

    An operand is a test, after statements that are executed only if the test is reached.
    """

    var: Var
    stop: bool
    """The result of a test that ends the evaluation: True for ``or``."""
    operands: Sequence[tuple[Block, Expr]]


@frozen(eq=False)
class Forever(Statement):
    """Repeat the body until it leaves the loop."""

    body: Block


@frozen(eq=False)
class Count(Statement):
    """Repeat the body for each integer from ``first`` up to, but not including, ``last``."""

    var: Var
    first: Expr
    last: Expr
    body: Block


@frozen(eq=False)
class Each(Statement):
    """Repeat the body for each item of a sequence or mapping.

    A list may grow during the loop if ``may_change``; otherwise native play ends if its length has changed afterwards.
    """

    things: Var
    index: Var
    item: Var
    body: Block
    constant: bool
    """Whether the sequence is a constant."""
    may_change: bool


@frozen(eq=False)
class Leave(Statement):
    """Jump to a label."""

    label: int


@frozen(eq=False)
class Label(Statement):
    """A place to jump to, in this block or in one that contains the jump."""

    number: int


@frozen(eq=False)
class Return(Statement):
    """Return from the C function."""

    value: Expr


@frozen(eq=False)
class Fail(Statement):
    """End native play of the game."""

    why: str
