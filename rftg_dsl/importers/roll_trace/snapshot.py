"""Our engine's report, in the format used by recordings of Roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Figures = Mapping[str, Any]


def state_of_table(figures: Figures) -> dict[str, Any]:
    table = {name: figures["table"][name] for name in ("pool", "bag", "active")}
    return {"table": table, "seats": [state_of_seat(seat) for seat in figures["seats"]]}


def state_of_seat(seat: Figures) -> dict[str, Any]:
    return {
        **{name: seat[name] for name in ("credits", "vp", "cup", "citizenry", "strip", "goods", "tableau", "squares")},
        "columns": {phase: dice for phase, dice in seat["columns"].items() if dice},
        "dev_dice": seat["dice_on_stacks"]["development"],
        "world_dice": seat["dice_on_stacks"]["world"],
        "dev": seat["stacks"]["development"],
        "world": seat["stacks"]["world"],
    }


def end_of(figures: Figures) -> dict[str, Any]:
    end = figures["end"]
    return {
        "rounds": figures["table"]["round"],
        "end": end["why"],
        "scores": [score_of(seat) for seat in figures["seats"]],
        "tied": end["tied"] or end["winners"],
        "winners": end["winners"],
    }


def score_of(seat: Figures) -> dict[str, Any]:
    lines = dict(seat["score"])
    return {
        "seat": seat["seat"],
        "total": lines.pop("total"),
        "chips": lines.pop("chips"),
        "development_cost": lines.pop("developments"),
        "world_cost": lines.pop("worlds"),
        "bonus": lines,
        "tie_break": seat["tie_break"],
        "dice_in_cup": sum(seat["cup"].values()),
        "credits": seat["credits"],
    }
