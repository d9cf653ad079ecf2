"""Rules as data for dice and card games: a language, an engine, and logs that can be audited.

``import rftg_dsl as rftg`` is the API for programs, which ``docs/api.md`` describes. The stub beside this file,
``__init__.pyi``, lists the names in the API. Each name is loaded on first use, because the command line needs only a
few of them and must start quickly.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from rftg_dsl.base.version import __version__ as __version__


def __getattr__(name: str) -> Any:
    """Load a name in the API on first use."""
    modules = modules_by_name()
    if name == "__all__":
        return sorted(modules)
    if name not in modules:
        raise AttributeError(f"rftg_dsl has no {name!r}; it has: {', '.join(sorted(modules))}")
    value = globals()[name] = getattr(import_module(modules[name]), name)
    return value


def __dir__() -> list[str]:
    return [*modules_by_name(), "__version__"]


def modules_by_name() -> dict[str, str]:
    """Return the names in the API, with the module that defines each of them, as listed in the stub."""
    import ast  # imported here because the command line never uses ``ast``

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    names = {alias.name: str(node.module) for node in imports for alias in node.names}
    del names["__version__"]  # imported at the top of this file
    return names
