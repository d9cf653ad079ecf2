"""The types of all variables and results, in one fixpoint over the functions that have been read.

A round visits the statements of a function in order. Each assignment widens the type of its variable to cover the
assigned value. Rounds are repeated until no type changes, which happens because ``join`` only ever widens a type, never
to a deeper one. Whatever turns out to be constant in a round is left out of the block that the round returns: branches
that are never taken, tests whose result is known, and the temporary variables for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.clauses import error_at
from rftg_dsl.native.compiler.ir import Block, Const, Expr, Statement, Var
from rftg_dsl.native.compiler.select import Typing
from rftg_dsl.native.compiler.types import BOOL, INT, NOTHING, Type, join
from rftg_dsl.native.compiler.unit import Instance, Unit


def infer_types(unit: Unit) -> dict[Instance, Typing]:
    """Infer the types of all functions that have been read but not emitted, and of those that they call in turn.

    The body of each function is replaced by what is left of it.
    """
    inferences: dict[Instance, Inference] = {}
    changed = True
    while changed:
        changed = False
        # A method is read when its class is inferred, so the list can grow.
        for instance in unit.unfinished:
            if instance not in inferences:
                inferences[instance] = Inference(unit, instance)
            changed |= inferences[instance].run()
    return {instance: inference.finish() for instance, inference in inferences.items()}


class Inference:
    """The inference of types in one function."""

    def __init__(self, unit: Unit, instance: Instance) -> None:
        self.unit = unit
        self.instance = instance
        self.typing = Typing(unit, instance)
        self.body = instance.body
        self.changed = False
        self.failed: dict[str, None] = {}
        self.seen: list[Type | None] | None = None
        """The types of the results of the functions that this one calls, as they were in the last round."""

    # -- rounds ----------------------------------------------------------------------------------------------------

    @property
    def is_outdated(self) -> bool:
        return self.seen != [called.returns for called in self.instance.calls]

    def run(self) -> bool:
        """Repeat rounds until no type changes; return whether there was anything to do."""
        if not self.is_outdated:
            return False
        self.changed = True
        while self.changed:
            self.changed = False
            self.failed = {}
            self.typing.facts = {}
            self.seen = [called.returns for called in self.instance.calls]
            self.body, _ = self.settle(self.instance.body)
        return True

    def finish(self) -> Typing:
        self.unit.warnings.update(self.failed)
        self.instance.body = self.body
        self.typing.is_final = True
        return self.typing

    # -- statements ------------------------------------------------------------------------------------------------

    def settle(self, block: Block) -> tuple[Block, bool]:
        """Visit the statements of a block; return what is left of them, and whether its end is reachable."""
        left: Block = []
        reached = True
        for statement in block:
            reached = reached or isinstance(statement, ir.Label)
            if reached:
                reached = VISIT[statement.__class__](self, statement, left)
        return left, reached

    def widen(self, var: Var, type: Type | None) -> None:
        """Widen the type of a variable to cover values of another type."""
        if type is None:
            return
        before = self.typing.types.get(var)
        after = type if before is None else join(before, type)
        if after != before:
            self.typing.types[var] = after
            self.changed = True

    def visit_line(self, line: ir.Line, left: Block) -> bool:
        try:
            body, reached = self.settle(line.body)
        except Exception as why:  # Python would raise the same error, but only on reaching this statement
            failed = str(error_at(why, line.source.file, line.number))
            self.failed[failed] = None
            body, reached = [ir.Fail(failed)], False
        if body:
            left.append(ir.Line(line.source, line.number, body))
        return reached

    def visit_assign(self, assign: ir.Assign, left: Block) -> bool:
        value = self.typing.resolve(assign.value)
        folded = self.typing.fold(value)
        type = self.typing.type_of(folded)
        if assign.var.is_temp and (isinstance(folded, Const) or type == NOTHING):
            self.typing.facts[assign.var] = folded if isinstance(folded, Const) else Const(None)
            if not isinstance(folded, Const):
                left.append(ir.Do(value))
            return True
        self.widen(assign.var, type)
        left.append(ir.Assign(assign.var, folded))
        return True

    def visit_do(self, do: ir.Do, left: Block) -> bool:
        value = self.typing.resolve(do.value)
        if not isinstance(self.typing.fold(value), Const):
            self.typing.type_of(value)
            left.append(ir.Do(value))
        return True

    def visit_plain(self, statement: Statement, left: Block) -> bool:
        left.append(statement)
        return True

    def visit_unpack(self, unpack: ir.Unpack, left: Block) -> bool:
        type = self.typing.type_of(unpack.of)
        if type is not None:
            is_fixed = len(type.parts) == len(unpack.vars)
            for nth, var in enumerate(unpack.vars):
                self.widen(var, type.parts[nth] if is_fixed else type.item_or_any)
        left.append(unpack)
        return True

    # -- control flow ----------------------------------------------------------------------------------------------

    def visit_if(self, branch: ir.If, left: Block) -> bool:
        test = self.typing.fold(branch.test)
        if isinstance(test, Const):
            body, reached = self.settle(branch.then if test.value else branch.orelse)
            left += body
            return reached
        then, then_reached = self.settle(branch.then)
        orelse, orelse_reached = self.settle(branch.orelse)
        left.append(ir.If(test, then, orelse))
        return then_reached or orelse_reached

    def visit_decide(self, decide: ir.Decide, left: Block) -> bool:
        operands: list[tuple[Block, Expr]] = []
        for block, operand in decide.operands:
            before, _ = self.settle(block)
            test = self.typing.fold(operand)
            if not (isinstance(test, Const) and bool(test.value) != decide.stop and not before):
                operands.append((before, test))
            if isinstance(test, Const) and bool(test.value) == decide.stop:
                break
        if all(isinstance(test, Const) for _, test in operands):
            for before, _ in operands:
                left += before
            values = [bool(test.value) for _, test in operands if isinstance(test, Const)]
            self.typing.facts[decide.var] = Const(decide.stop if decide.stop in values else not decide.stop)
            return True
        self.widen(decide.var, BOOL)
        left.append(ir.Decide(decide.var, decide.stop, operands))
        return True

    def visit_forever(self, loop: ir.Forever, left: Block) -> bool:
        body, _ = self.settle(loop.body)
        left.append(ir.Forever(body))
        return False

    def visit_count(self, loop: ir.Count, left: Block) -> bool:
        self.widen(loop.var, INT)
        first, last = self.typing.fold(loop.first), self.typing.fold(loop.last)
        body, _ = self.settle(loop.body)
        left.append(ir.Count(loop.var, first, last, body))
        return True

    def visit_each(self, loop: ir.Each, left: Block) -> bool:
        type = self.typing.types.get(loop.things)
        self.widen(loop.index, INT)
        self.widen(loop.item, type.item_in_loop if type is not None else None)
        body, _ = self.settle(loop.body)
        left.append(ir.Each(loop.things, loop.index, loop.item, body, loop.constant, loop.may_change))
        return True

    def visit_leave(self, statement: Statement, left: Block) -> bool:
        left.append(statement)
        return False

    def visit_return(self, statement: ir.Return, left: Block) -> bool:
        instance = self.instance
        value = self.typing.fold(self.typing.resolve(statement.value))
        type = self.typing.type_of(value)
        if not instance.is_annotated and type is not None:
            after = type if instance.returns is None else join(instance.returns, type)
            self.changed |= after != instance.returns
            instance.returns = after
        left.append(ir.Return(value))
        return False


VISIT: Mapping[type[Statement], Callable[[Inference, Any, Block], bool]] = {
    ir.Line: Inference.visit_line,
    ir.Assign: Inference.visit_assign,
    ir.Do: Inference.visit_do,
    ir.SetItem: Inference.visit_plain,
    ir.SetAttribute: Inference.visit_plain,
    ir.Label: Inference.visit_plain,
    ir.Unpack: Inference.visit_unpack,
    ir.If: Inference.visit_if,
    ir.Decide: Inference.visit_decide,
    ir.Forever: Inference.visit_forever,
    ir.Count: Inference.visit_count,
    ir.Each: Inference.visit_each,
    ir.Leave: Inference.visit_leave,
    ir.Fail: Inference.visit_leave,
    ir.Return: Inference.visit_return,
}
