"""From Python to the intermediate form: how each kind of expression, statement and built-in is read."""

from __future__ import annotations

import ast

from rftg_dsl.native.compiler import conditions, displays, expressions, statements
from rftg_dsl.native.compiler.built_in import BUILT_IN
from rftg_dsl.native.compiler.calls import give_back, read_body, read_call
from rftg_dsl.native.compiler.clauses import error_at
from rftg_dsl.native.compiler.ir import Block, Fail
from rftg_dsl.native.compiler.reader import Reader, Scope, Tables
from rftg_dsl.native.compiler.unit import Instance, Unit

TABLES = Tables(
    expressions={
        ast.Attribute: expressions.read_attribute,
        ast.BinOp: expressions.read_binary,
        ast.BoolOp: conditions.read_boolop,
        ast.Call: read_call,
        ast.Compare: conditions.read_compare,
        ast.Constant: expressions.read_constant,
        ast.Dict: displays.read_dict,
        ast.DictComp: displays.read_dict_comprehension,
        ast.GeneratorExp: displays.read_list_comprehension,
        ast.IfExp: conditions.read_ifexp,
        ast.JoinedStr: displays.read_joined_string,
        ast.Lambda: expressions.read_function,
        ast.List: displays.read_list,
        ast.ListComp: displays.read_list_comprehension,
        ast.Name: expressions.read_name,
        ast.NamedExpr: expressions.read_named_expression,
        ast.Set: displays.read_set,
        ast.SetComp: displays.read_set_comprehension,
        ast.Subscript: expressions.read_subscript,
        ast.Tuple: displays.read_tuple,
        ast.UnaryOp: expressions.read_unary,
    },
    statements={
        ast.AnnAssign: statements.read_annotated,
        ast.Assert: statements.read_assert,
        ast.Assign: statements.read_assign,
        ast.AugAssign: statements.read_augmented,
        ast.Break: statements.read_break,
        ast.Continue: statements.read_continue,
        ast.Delete: statements.read_delete,
        ast.Expr: statements.read_expression,
        ast.For: statements.read_for,
        ast.FunctionDef: statements.read_definition,
        ast.Global: statements.read_global,
        ast.If: statements.read_if,
        ast.Import: statements.read_pass,
        ast.ImportFrom: statements.read_import_from,
        ast.Pass: statements.read_pass,
        ast.Raise: statements.read_raise,
        ast.Return: statements.read_return,
        ast.Try: statements.read_try,
        ast.While: statements.read_while,
    },
    built_in=BUILT_IN,
)


def read_function(unit: Unit, instance: Instance) -> Block:
    """Return the body of a C function. A body that cannot be read causes a warning, and fails when it is reached."""
    source = instance.source
    reader = Reader(unit, TABLES, source, instance.calls)
    block = reader.at.block
    scope = Scope(source)
    scope.names.update(instance.parameters)
    try:
        if isinstance(source.tree, ast.Lambda):
            give_back(reader, reader.evaluate(scope, source.tree.body))
        else:
            read_body(reader, scope, source.tree)
    except Exception as why:
        failed = str(error_at(why, source.file, source.tree.lineno))
        unit.warnings[failed] = None
        return [Fail(failed)]
    return block
