"""Games as text: final scores, the table at some point, totals of many games, verdicts on logs and imports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rftg_dsl.log.audit.verdict import RESTS, Verdict
from rftg_dsl.log.proof.line_proof import Proven
from rftg_dsl.show.terminal.columns import arranged, fits, pairs, shown
from rftg_dsl.show.terminal.paint import Paint, visible

Figures = Mapping[str, Any]


def scores(figures: Figures, names: Sequence[str] = ()) -> str:
    """Each seat's score lines, and the winners."""
    seats = figures["seats"]
    lines = list(dict.fromkeys(line for seat in seats for line in seat["score"] if line != "total"))
    players = [seat_name(nth, names) for nth in range(len(seats))]
    rows = [[visible(line), *[str(seat["score"].get(line, "")) for seat in seats]] for line in [*lines, "total"]]
    end = figures.get("end")
    winners = [seat_name(seat, names) for seat in end["winners"]] if end else []
    last = [f"Won by {' and '.join(winners)}"] if winners else []
    return "\n".join([*by_player(players, rows), *last])


def by_player(players: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Score lines with a column for each player, or a line for each, or a list: whatever fits."""
    across = [[player, *[row[nth] for row in rows]] for nth, player in enumerate(players, 1)]
    upright = fits(["", *players], rows)
    yield arranged(["", *players], rows) if upright else arranged(["", *[row[0] for row in rows]], across)


def seat_name(seat: int, names: Sequence[str]) -> str:
    """A seat, counted from 1, with its player if known."""
    return player_name(seat, names[seat]) if seat < len(names) else f"Seat {seat + 1}"


def player_name(seat: int, player: str) -> str:
    """A seat, counted from 1, with its player."""
    return f"Seat {seat + 1} ({visible(player)})"


SEATS = ("order", "player")
"""The table's figures that hold seats."""


def position(figures: Figures, names: Sequence[str] = ()) -> str:
    """The table at some point of a game, with one block per seat."""
    if "seats" not in figures:
        return folded(figures)
    seats, common = figures["seats"], dict(figures.get("table", {}))
    for name in SEATS:
        if name in common:
            given = common[name]
            common[name] = [seat_name(seat, names) for seat in (given if isinstance(given, list) else [given])]
    parts = [block("table", common)] if common else []
    for nth, seat in enumerate(seats):
        parts.append(block(seat_name(nth, names), {name: seat[name] for name in seat if name not in ("seat", "score")}))
    return "\n\n".join([*parts, scores(figures, names)])


def block(title: str, values: Figures) -> str:
    """Figures under a title; empty ones are left out."""
    cells = {name.replace("_", " "): visible(shown(value)) for name, value in values.items()}
    return pairs(title, [[visible(name), cell] for name, cell in cells.items() if cell])


FOLDED = {"pieces": "pieces", "stock": "things", "counters": "counters", "tags": "numbers on pieces", "facts": "facts"}
"""The parts of a table that a log holds without rules, and their titles."""


def folded(figures: Figures) -> str:
    """The table from the log alone, with the log's own names."""
    first = f"line {figures['line']}, with the log's own names"
    if not figures.get("seen"):
        first += ": the content it was played with is missing (use --with ./DIR)"
    parts = [block(title, figures["folded"][name]) for name, title in FOLDED.items() if figures["folded"][name]]
    return "\n\n".join([first, *parts])


def story(lines: Iterable[Any], paint: Paint) -> Iterator[str]:
    """The lines of a story, each with its line in the log; headings in bold."""
    for one in lines:
        text = paint(visible(one.text), "bold") if one.heading else f"  {visible(one.text)}"
        yield f"{one.line:>6}  {text}"


def played(result: Any, names: Sequence[str], log: Any, unit: str = "round") -> str:
    """The result of one game; it is counted in ``unit``: rounds or turns."""
    counts = f"{result.rounds} {unit}s, {result.decisions} decisions, {result.events} events"
    last = f"log: {visible(str(log))}" if log is not None else f"seed: {visible(result.seed)}"
    return f"{scores(result.figures, names)}\n{counts}; {last}"


def final(figures: Figures, names: Sequence[str], log: Any, result: Any = None) -> dict[str, Any]:
    """The end of a game as plain data; with what was counted, if all of it was played now."""
    seats = [
        {"seat": nth, "player": name, "score": dict(seat["score"])}
        for nth, (seat, name) in enumerate(zip(figures["seats"], names, strict=True))
    ]
    counts = {name: getattr(result, name) if result else None for name in ("rounds", "decisions", "events")}
    return {"log": None if log is None else str(log), **counts, "seats": seats, "end": figures["end"]}


def simulated(summary: Figures, unit: str = "round") -> str:
    """Totals of many games, each counted in ``unit`` (rounds or turns); and why games were stopped, if any were."""
    titles = {"rounds_mean": f"{unit}s per game", "wins": "wins by seat", "bots": "wins by bot"}
    values = {**summary, "wins": {seat_name(seat, ()): won for seat, won in enumerate(summary["wins"])}}
    why = values.pop("why")
    if not values["stopped"]:
        del values["stopped"]
    rows = [[titles.get(name, name.replace("_", " ")), figure(value)] for name, value in values.items()]
    return f"{pairs('', rows)}\n{visible(why)}" if why else pairs("", rows)


def figure(value: Any) -> str:
    """A number with at most two decimals, or several numbers with their names."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {figure(number)}" for name, number in value.items())
    return f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value}"


def tables(counts: Mapping[str, int]) -> str:
    """How many rows each table of an index has."""
    rows = pairs("", [[name, f"{n:,}"] for name, n in counts.items()])
    copies = counts.get("copies", 0)
    if not copies:
        return rows
    those = "1 log is a copy of another one" if copies == 1 else f"{copies:,} logs are copies of others"
    return f"{rows}\n\n{those}: each game counts once, and the table 'copies' names them"


COLOURS = {"valid": "green", "invalid": "red", "unknown": "yellow", "sealed": "yellow"}


def audited(verdict: Verdict, paint: Paint) -> str:
    """The verdict on one log, what it rests on, and what it cannot know."""
    said = verdict.reason or RESTS[verdict.randomness]
    where = f"line {verdict.line}: " if verdict.line is not None else ""
    lines = [f"{visible(verdict.log)}: {paint(verdict.verdict, COLOURS[verdict.verdict])}"]
    if verdict.verdict == "valid":
        lines[0] += f"; {said}"
    else:
        lines.append(f"  {where}{visible(verdict.reason)}")
    for name, value in (("rule", verdict.rule), ("expected", verdict.expected), ("found", verdict.found)):
        if value not in (None, ""):
            lines.append(f"  {name}: {visible(plain_value(value))}")
    if verdict.root:
        lines.append(f"  root of {verdict.lines} lines: {verdict.root}")
    if verdict.signed:
        lines.append(f"  signed by {visible(' and '.join(verdict.signed))}")
    lines += [f"  note: {visible(one)}" for one in verdict.remarks]
    return "\n".join(lines)


def proven(found: Proven, paint: Paint) -> str:
    """What a proof comes to, and the line it is about."""
    proof = found.proof
    word = paint("proven", "green") if found.holds else paint("not proven", "red")
    lines = [f"{word}: {proven_place(found)} with root {proof.root}"]
    if found.reason:
        lines.append(f"  {found.reason}")
    elif found.lines is None:
        lines.append("  the root alone does not prove how many lines there are: --expect ROOT:LINES or --signer does")
    if found.signed:
        lines.append(f"  signed by {visible(' and '.join(found.signed))}")
    elif names := [one.name for note in proof.notes for one in note.signatures]:
        lines.append(f"  with a signature of {visible(' and '.join(names))}, which was not checked")
    text = proof.text if len(proof.text) <= 300 else proof.text[:297] + "..."
    return "\n".join([*lines, f"  {visible(text)}"])


def proven_place(found: Proven) -> str:
    """The place of a proven line, as far as it is proven: ``line 3 of 40 lines``."""
    if not found.holds:
        return "this line of the log"
    which = f"line {found.line}" if found.line else "a line"
    return f"{which} of {found.lines} lines" if found.lines else f"{which} of the log"


def audited_together(summary: Figures) -> str:
    """The summary of many verdicts, with the reasons, the most frequent first."""
    lines = [counted({word: n for word, n in summary["verdicts"].items() if n})]
    for one in summary["reasons"][:MOST_REASONS]:
        lines.append(f"  {one['logs']:,} {one['verdict']}: {visible(str(one['reason']))}")
    if more := summary["reasons"][MOST_REASONS:]:
        lines.append(f"  {sum(one['logs'] for one in more):,} for {len(more):,} other reasons")
    for one in summary["dice"]:
        evenly = "too few to judge" if one["p"] is None else f"p = {one['p']:.3g} for fair dice"
        lines.append(f"  dice with {one['faces']} faces: {', '.join(map(str, one['counts']))} ({evenly})")
    return "\n".join(lines)


def counted(told: Mapping[str, int]) -> str:
    """How many logs there are, and how many of each sort."""
    counts, all_told = [f"{n:,} {what}" for what, n in told.items()], sum(told.values())
    return f"{all_told:,} {'log' if all_told == 1 else 'logs'}: {', '.join(counts) or 'none'}"


MOST_REASONS = 10
"""How many reasons are listed."""


def plain_value(value: Any) -> str:
    """Text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def imported(report: Figures, paint: Paint) -> str:
    """What there is to say about recorded games, and the number of those that agree."""
    lines = []
    for one in report["differences"]:
        kind = "" if one["kind"] == "rules" else f" ({visible(str(one['kind']))})"
        lines.append(f"{recorded(one, paint, 'red')}{kind}")
        lines += [f"  {name}: {value(one[name])}" for name in ("ours", "theirs")]
    for one in report["accounted"]:
        theirs, ours = value(one["theirs"]), value(one["ours"])
        lines.append(f"{recorded(one)}: the recorder's {theirs}, by the rules {ours}")
    for one in report["tolerated"]:
        theirs, ours = value(one["theirs"]), value(one["ours"])
        lines.append(f"{recorded(one, paint, 'yellow')}: followed as recorded, {theirs}, by the rules {ours}")
    for one in report["illegal"]:
        lines.append(f"{recorded(one, paint, 'yellow')}: {value(one['theirs'])}, {value(one['ours'])}, and it stood")
    for one in report["conceded"]:
        lines.append(
            f"{recorded(one, paint, 'yellow')} by {value(one['theirs'])}: all so far agrees, the log is unfinished"
        )
    for one in report["incomplete"]:
        so_far = "the recording breaks off before the game is over; all so far agrees, the log is unfinished"
        why = f", {value(one['theirs'])}" if one["theirs"] else ""
        lines.append(f"{recorded(one, paint, 'yellow')}{why}: {so_far}")
    lines += [f"unknown: {visible(one)}" for one in report["unknown"]]
    return "\n".join([*lines, *by_file(report), in_all(report)])


def by_file(report: Figures) -> Iterator[str]:
    """The number of games of each file that agree, if there are several files."""
    for one in report["files"] if len(report["files"]) > 1 else ():
        illegal = f"; {one['illegal']} with an illegal move" if one["illegal"] else ""
        unused = "" if one["used"] else "; it could not be used to its end"
        gave_up = f"; {one['conceded']} conceded" if one["conceded"] else ""
        breaks_off = f"; {one['incomplete']} incomplete" if one["incomplete"] else ""
        yield f"{visible(one['file'])}: {one['agree']} of {one['games']} agree{gave_up}{breaks_off}{illegal}{unused}"


def in_all(report: Figures) -> str:
    """The number of games that agree, and how many of them only against the rules or not to their end."""
    followed = {(one["file"], one["game"]) for one in report["tolerated"]}
    parts = [f"{report['agree']} of {report['games']} games agree"]
    parts += [f"{len(followed)} of them not by the rules, and their logs are not valid"] if followed else []
    parts += [f"{len(report['conceded'])} conceded"] if report["conceded"] else []
    illegal = len({(one["file"], one["game"]) for one in report["illegal"]})
    parts += [f"{illegal} with an illegal move that stood, so the log is not valid"] if illegal else []
    parts += [f"{len(report['incomplete'])} incomplete"] if report["incomplete"] else []
    return "; ".join(parts)


def recorded(one: Figures, paint: Paint | None = None, color: str = "") -> str:
    """The place in a recording, and what is to be said about it."""
    game = visible(str(one["game"]))
    return f"{paint(game, color) if paint else game} record {one['line']}, {visible(str(one['what']))}"


def value(any_value: Any) -> str:
    """A value of a recording, shortened."""
    return visible(plain_value(any_value))[:500]
