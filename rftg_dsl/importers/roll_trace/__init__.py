"""Import games of Roll recorded by an independent engine, comparing every state and choice with ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.roll.setup import NO_GAINS
from rftg_dsl.games.starting import START_TABLEAU
from rftg_dsl.importers.follow import follow
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.importer import Importer, OpenLog, Wanted
from rftg_dsl.importers.reading import has_shape
from rftg_dsl.importers.roll_trace.answers import AnsweringFollower
from rftg_dsl.importers.roll_trace.names import Names
from rftg_dsl.importers.tape import Line
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library

GAME = "roll"
SHAPE = {"header": {"id": str, "seats": [dict]}, "log": [{"e": str}], "final": dict}


def recognise(game: Mapping[str, Any]) -> str:
    return game["header"]["id"] if has_shape(game, SHAPE) and game["header"]["seats"] and game["log"] else ""


def follow_game(game: Mapping[str, Any], open_log: OpenLog, wanted: Wanted) -> None:
    header = game["header"]
    library, rules = rules_for(header, wanted)
    names = Names(rules)
    follower = AnsweringFollower(rules, names, game, sort_by_seat(up_to_state(game["log"]), header.get("order")))
    recorded = compare_header(header, library, rules)
    wanted.agree(None, recorded)
    options = {**library.options, **recorded}
    choosers = header.get("choosers")
    seats = [str(chooser) for chooser in choosers] if isinstance(choosers, list) else ["recorded"] * rules.seats
    follow(follower, library, rules, open_log, seats, options)


def rules_for(header: Mapping[str, Any], wanted: Wanted) -> tuple[Library, Rules]:
    edition = str(header.get("edition"))
    if edition in find_box(GAME).editions:
        wanted.agree(edition, {})
    try:
        library = wanted.library(GAME, edition)
        rules = library.rules(len(header["seats"]))
    except UsageError as error:
        raise Disagreement(
            0, "header", error.message, {key: header.get(key) for key in ("edition", "players")}
        ) from None
    if header.get("players") != rules.seats:
        raise Disagreement(0, "header.players", rules.seats, header.get("players"))
    return library, rules


def compare_header(header: Mapping[str, Any], library: Library, rules: Rules) -> dict[str, str]:
    """Compare the header's rules and components with ours, and return the game's options."""
    forced = bool(library.model.words.numbers["forced_recall"])
    if header.get("rules") != {"forced_recall": forced}:
        raise Disagreement(0, "header.rules", {"forced_recall": forced}, header.get("rules"))
    components = {component.id: component for component in library.model.components}
    tiles = {side.name for component in components.values() if component.kind == "tile" for side in component.sides}
    options: dict[str, str] = {}
    for seat, theirs in enumerate(header["seats"]):
        faction, home = components.get(str(theirs.get("faction"))), components.get(str(theirs.get("home")))
        ours = {
            "seat": seat,
            "faction_number": int(faction.properties["number"]) if faction and faction.kind == "faction" else None,
            "faction_tiles": [side.name for side in faction.sides] if faction else None,
            "home_tile": home.sides[0].name if home and home.kind == "home" else None,
        }
        shown = {key: theirs.get(key) for key in ours}
        if shown != ours or None in ours.values():
            raise Disagreement(0, f"header.seats[{seat}]", ours, shown)
        extra = theirs.get("extra_tableau", [])
        if not isinstance(extra, list) or not tiles.issuperset(map(str, extra)):
            raise Disagreement(0, f"header.seats[{seat}].extra_tableau", "tile names", extra)
        if extra:
            options |= {"gains": NO_GAINS, f"{START_TABLEAU}.{seat}": ";".join(map(str, extra))}
    return options


def up_to_state(log: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The records up to the last state; a truncated recording is incomplete after that."""
    states = [nth for nth, record in enumerate(log) if record["e"] == "state"]
    return log[: states[-1] + 1] if states else ()


def sort_by_seat(log: Sequence[Mapping[str, Any]], order: Any) -> list[Line]:
    """Number the records, and group the records of the Roll and Assign steps by seat.

    Both steps are simultaneous and secret; recordings list them step by step, while our engine goes seat by seat.
    """
    seats = order if isinstance(order, list) else []
    lines: list[Line] = []
    secret: list[Line] | None = None
    for line in enumerate(log, 1):
        kind = line[1]["e"]
        if kind == "round":
            lines.append(line)
            secret = []
        elif secret is None:
            lines.append(line)
        elif kind in ("die2", "state"):
            lines += sorted(
                secret, key=lambda entry: seats.index(entry[1]["seat"]) if entry[1].get("seat") in seats else -1
            )
            lines.append(line)
            secret = None
        else:
            secret.append(line)
    return lines + (secret or [])


IMPORTER = Importer(
    name="roll-trace",
    game=GAME,
    about='recorded games of Roll for the Galaxy, one per line: {"header": ..., "log": [...], "final": ...}',
    recognise=recognise,
    follow=follow_game,
    answers=frozenset(AnsweringFollower.answers),
)
