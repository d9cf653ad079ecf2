"""The passes in their order: a function is read when it is first called; then types are inferred, then C is emitted."""

from __future__ import annotations

from rftg_dsl.native.compiler.clauses import error_at
from rftg_dsl.native.compiler.emit import as_c_string, emit_function, head_of
from rftg_dsl.native.compiler.infer import infer_types
from rftg_dsl.native.compiler.select import Typing
from rftg_dsl.native.compiler.unit import Instance, Unit


def compile_unfinished(unit: Unit) -> list[tuple[Instance, str]]:
    """Return the C source of each function that has been read since the last call."""
    typings = infer_types(unit)
    made = [(instance, text_of(unit, instance, typings[instance])) for instance in unit.unfinished]
    unit.unfinished.clear()
    return made


def text_of(unit: Unit, instance: Instance, typing: Typing) -> str:
    """Return the C source of a function. An untranslatable function causes a warning and a fallback to Python."""
    try:
        return emit_function(instance, typing)
    except Exception as why:
        failed = str(error_at(why, instance.source.file, instance.source.tree.lineno))
        unit.warnings[failed] = None
        return f"{head_of(instance)} {{ fail(UNUSUAL, {as_c_string(failed)}); }}"
