"""The powers as the translator reads them: generated functions, in which what several powers share stands once."""

from __future__ import annotations

import ast
import builtins

from rftg_dsl.compile.ast_helpers import as_statement, call, make_function, make_return, name
from rftg_dsl.compile.bind import Binder, Tally
from rftg_dsl.compile.expressions import ME, THIS, G
from rftg_dsl.compile.generate import SAME_ABOUT, Generator
from rftg_dsl.compile.lowered import Acted, Lowered


class Shared(Generator):
    """The generator of powers, for translation: it keeps its trees, and what several powers have in common stands once.

    A list of pieces that a power looks at becomes a function, and so does the first segment of a power.
    """

    def __init__(self, binder: Binder) -> None:
        super().__init__(binder)
        self.trees: dict[str, ast.FunctionDef] = {}
        """The trees of all functions, by name."""
        self.lists: dict[str, ast.FunctionDef] = {}
        """The functions that give lists, by what they give."""
        self.title = ""

    def functions_of(self, power: Lowered, title: str) -> dict[str, ast.FunctionDef]:
        """The definitions of one power."""
        self.title = title
        return {part: self.share_lists(function) for part, function in super().functions_of(power, title).items()}

    def begin(self, power: Acted) -> list[ast.stmt]:
        """The first segment is called."""
        return [as_statement(call(name(f"{self.title}segment0"), G, ME, THIS, SAME_ABOUT))]

    def make_count_function(self, tally: Tally, title: str) -> ast.FunctionDef:
        """The function of a tally."""
        return self.share_lists(super().make_count_function(tally, title))

    def make_helpers(self) -> list[ast.stmt]:
        """The functions that give lists."""
        return [*self.lists.values()]

    def share_lists(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """A function, with calls in place of its lists."""
        shared: ast.FunctionDef = Calling(self).visit(function)
        self.trees[shared.name] = shared
        return shared


class Calling(ast.NodeTransformer):
    """Puts a call in place of each list that is made of others."""

    def __init__(self, of: Shared) -> None:
        self.of = of

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """The call of the function that gives this list."""
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        own = {use.id for use in names if isinstance(use.ctx, ast.Store)}
        free = {use.id for use in names} - own - self.of.constants.keys() - vars(builtins).keys()
        parameters = sorted(free, key=lambda variable: (variable != "g", variable))
        key = ast.dump(node)
        if key not in self.of.lists:
            made = make_function(f"list{len(self.of.lists)}", parameters, [make_return(node)])
            self.of.lists[key] = self.of.trees[made.name] = made
        return call(name(self.of.lists[key].name), *map(name, parameters))
