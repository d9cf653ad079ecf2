"""Translation of displays (tuples, lists, sets and dicts) and comprehensions to C."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from rftg_dsl.native.loops import Loops
from rftg_dsl.native.translate import Exp, Scope, make_constant
from rftg_dsl.native.types import ANY, FLOAT, Type, join, row_of


class Displays(Loops):
    """Translates tuple, list, set and dict displays, and comprehensions."""

    def ev_tuple(self, scope: Scope, node: ast.Tuple) -> Exp:
        if any(isinstance(element, ast.Starred) for element in node.elts):
            return self.spread(scope, node.elts)
        parts = tuple([self.freeze_value(self.ev(scope, element)) for element in node.elts])
        types = tuple([part.type for part in parts])
        if all(part.is_known for part in parts):
            return make_constant(tuple([part.known for part in parts]))
        item = types[0] if len(set(types)) == 1 else None
        return Exp(Type("row", None if item == ANY else item, parts=types), parts=parts)

    def ev_list(self, scope: Scope, node: ast.List) -> Exp:
        return self.make_list(scope, node.elts)

    def ev_set(self, scope: Scope, node: ast.Set) -> Exp:
        slot = self.add_slot("set")
        self.assign(slot, Exp(row_of(None), f"new_dict(s, SET, {len(node.elts) + 1})"))
        for element in node.elts:
            if isinstance(element, ast.Starred):
                for item in self.walk_expression(scope, element.value):
                    self.emit(f"put(s, {slot.text}, {self.as_word(item)}, NONE);")
            else:
                self.emit(f"put(s, {slot.text}, {self.as_word(self.ev(scope, element))}, NONE);")
        return self.read(slot)

    def make_list(self, scope: Scope, elts: Sequence[ast.expr]) -> Exp:
        slot = self.add_slot("list")
        self.assign(slot, Exp(row_of(None), f"new_list(s, {max(2, len(elts))})"))
        for element in elts:
            if not isinstance(element, ast.Starred):
                self.emit(f"push(s, {slot.text}, {self.as_word(self.ev(scope, element))});")
                continue
            of = self.ev(scope, element.value)
            if of.parts is not None:
                for part in of.parts:
                    self.emit(f"push(s, {slot.text}, {self.as_word(part)});")
            elif not of.is_known or of.known:
                self.emit(f"extend(s, {slot.text}, {self.as_word(of)});")
        return Exp(row_of(None), slot.text)

    def spread(self, scope: Scope, elts: Sequence[ast.expr]) -> Exp:
        """Create a tuple from elements some of which are starred, and allocate the tuple at its final size."""
        if any(
            isinstance(node, ast.Call) for of in elts for node in ast.walk(of)
        ):  # a call could change the elements before it, so evaluate all elements in order
            return self.make_temp(Exp(row_of(None), f"settled(s, {self.make_list(scope, elts).text})"))
        item: Type | None = None
        sizes, fills = [], []
        for element in elts:
            starred = isinstance(element, ast.Starred)
            inner = element.value if isinstance(element, ast.Starred) else element
            text = ""
            if starred and is_cut(inner):
                of, *ends = self.cut(scope, inner)
                text = f"cut(s, {', '.join(self.as_word(each) for each in (of, *ends))})"
            else:
                of = self.freeze_value(self.ev(scope, inner))
                if starred and of.parts is None:
                    text = f"row(s, walked(s, {self.as_word(of)}))"
            if text:
                row = f"r{self.take_number()}"
                self.emit(f"Row {row} = {text};")
                sizes.append(f"{row}.n")
                fills.append(f"for (int64_t i = 0; i < {row}.n; i++) *p++ = {row}.items[i];")
                types = [(of.type.key if of.type.sort == "map" else of.type.item) or ANY]
            else:
                parts = of.parts if starred and of.parts is not None else (of,)
                sizes += ["1"] * len(parts)
                fills += [f"*p++ = {self.as_word(part)};" for part in parts]
                types = [part.type for part in parts]
            for each in types:
                item = join(item, each) if item else each
        made = self.make_temp(Exp(row_of(item), f"new_tuple(s, {' + '.join(sizes)})"))
        self.emit(f"{{ V *p = block(s, {made.text}) + 1; {' '.join(fills)} }}")
        return made

    def ev_dict(self, scope: Scope, node: ast.Dict) -> Exp:
        slot = self.add_slot("dict")
        self.assign(slot, Exp(Type("map"), f"new_dict(s, DICT, {len(node.keys) + 2})"))
        # A key that is certain to be new requires no search.
        before: set[Any] | None = set()
        item: Type | None = None
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                item = ANY
                self.emit(f"merge(s, {slot.text}, {self.as_word(self.ev(scope, value))});")
                before = None
                continue
            of = self.make_temp(self.ev(scope, key))
            stored = self.make_temp(self.ev(scope, value))
            item = join(item, stored.type) if item else stored.type
            is_new = before is not None and isinstance(of.known, str) and of.known not in before
            before = before | {of.known} if is_new and before is not None else None
            put = "put_last" if is_new else "put"
            self.emit(f"{put}(s, {slot.text}, {self.as_word(of)}, {self.as_word(stored)});")
        return Exp(Type("map", FLOAT if item == FLOAT else None), slot.text)

    def ev_listcomp(self, scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Exp:
        return self.collect_list(self.walk_comprehension(scope, node))

    def ev_generatorexp(self, scope: Scope, node: ast.GeneratorExp) -> Exp:
        # A generator is always consumed completely here, so a list can replace it.
        return self.ev_listcomp(scope, node)

    def ev_setcomp(self, scope: Scope, node: ast.SetComp) -> Exp:
        slot = self.add_slot("set")
        self.assign(slot, Exp(row_of(None), "new_dict(s, SET, 4)"))
        item: Type | None = None
        for value in self.walk_comprehension(scope, node):
            item = join(item, value.type) if item else value.type
            self.emit(f"put(s, {slot.text}, {self.as_word(value)}, NONE);")
        return Exp(row_of(item), slot.text)

    def ev_dictcomp(self, scope: Scope, node: ast.DictComp) -> Exp:
        slot = self.add_slot("dict")
        self.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
        for value in self.walk_comprehension(scope, node):
            assert value.parts is not None
            self.emit(f"put(s, {slot.text}, {self.as_word(value.parts[0])}, {self.as_word(value.parts[1])});")
        return Exp(Type("map"), slot.text)

    def cut(self, scope: Scope, node: ast.expr) -> tuple[Exp, Exp, Exp]:
        assert isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
        of = self.make_temp(self.ev(scope, node.value))
        low, high = (
            self.ev(scope, bound) if bound else make_constant(None) for bound in (node.slice.lower, node.slice.upper)
        )
        return of, self.make_temp(low), self.make_temp(high)


def is_cut(node: ast.expr) -> bool:
    """Whether a node is a slice such as ``a[:n]`` without calls, so that the evaluation order does not matter."""
    plain = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None
    return plain and not any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node))
