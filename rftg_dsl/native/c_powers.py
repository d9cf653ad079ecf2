"""Power functions generated for the translator, with common expressions factored out."""

from __future__ import annotations

import ast
import builtins

from rftg_dsl.compile.ast_helpers import as_statement, call, make_function, make_return, name
from rftg_dsl.compile.bind import Binder, Tally
from rftg_dsl.compile.expressions import ME, THIS, G
from rftg_dsl.compile.generate import SAME_ABOUT, Generator
from rftg_dsl.compile.lowered import Acted, Lowered


class Shared(Generator):
    """A power generator that keeps the syntax trees and factors out expressions that several powers have in common.

    Each list comprehension in a power becomes a function, and so does the first segment of a power.
    """

    def __init__(self, binder: Binder) -> None:
        super().__init__(binder)
        self.trees: dict[str, ast.FunctionDef] = {}
        self.lists: dict[str, ast.FunctionDef] = {}
        """For each list expression, identified by its AST dump, the function that returns the list."""
        self.title = ""

    def functions_of(self, power: Lowered, title: str) -> dict[str, ast.FunctionDef]:
        self.title = title
        return {part: self.share_lists(function) for part, function in super().functions_of(power, title).items()}

    def begin(self, power: Acted) -> list[ast.stmt]:
        return [as_statement(call(name(f"{self.title}segment0"), G, ME, THIS, SAME_ABOUT))]

    def make_count_function(self, tally: Tally, title: str) -> ast.FunctionDef:
        return self.share_lists(super().make_count_function(tally, title))

    def make_helpers(self) -> list[ast.stmt]:
        return [*self.lists.values()]

    def share_lists(self, function: ast.FunctionDef) -> ast.FunctionDef:
        shared: ast.FunctionDef = Calling(self).visit(function)
        self.trees[shared.name] = shared
        return shared


class Calling(ast.NodeTransformer):
    """Replaces each list comprehension with a call to a shared function."""

    def __init__(self, of: Shared) -> None:
        self.of = of

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        own = {use.id for use in names if isinstance(use.ctx, ast.Store)}
        free = {use.id for use in names} - own - self.of.constants.keys() - vars(builtins).keys()
        # ``g`` is the first parameter, as in every generated function.
        parameters = sorted(free, key=lambda variable: (variable != "g", variable))
        key = ast.dump(node)
        if key not in self.of.lists:
            made = make_function(f"list{len(self.of.lists)}", parameters, [make_return(node)])
            self.of.lists[key] = self.of.trees[made.name] = made
        return call(name(self.of.lists[key].name), *map(name, parameters))
