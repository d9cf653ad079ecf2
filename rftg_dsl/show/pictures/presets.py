"""The formats of print shops, which are data: ``presets.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError, suggest_known


@frozen
class Preset:
    """The format of a print shop, with lengths in millimetres; ``presets.toml`` explains them."""

    name: str
    title: str
    image: tuple[int, int]
    """The size of the image, in pixels."""
    cut: tuple[float, float]
    bleed: float
    safe: float
    source: str

    @property
    def is_upright(self) -> bool:
        return self.cut[1] > self.cut[0]


@cache
def load_presets() -> Mapping[str, Preset]:
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("presets.toml").read_text("utf-8"))
    return {
        name: Preset(name, **{**entry, "image": tuple(entry["image"]), "cut": tuple(entry["cut"])})
        for name, entry in data.items()
    }


def find_preset(name: str) -> Preset:
    """Return the preset with this name. Raise ``UsageError`` if there is none."""
    presets = load_presets()
    if name not in presets:
        hint = suggest_known(name, presets, "presets")
        raise UsageError(f"there is no preset called {name!r}", hint, "wrong-option")
    return presets[name]
