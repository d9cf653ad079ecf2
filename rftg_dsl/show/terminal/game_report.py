"""Reports on games as text: scores, positions, statistics over many games, verdicts on logs, and import reports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rftg_dsl.log.audit.verdict import RESTS, Verdict
from rftg_dsl.log.proof.line_proof import Proven
from rftg_dsl.show.terminal.columns import arrange_table, format_value, has_room_for, render_pairs
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.wording.names import seat_name

Figures = Mapping[str, Any]


def render_scores(figures: Figures, names: Sequence[str] = ()) -> str:
    seats = figures["seats"]
    # Seats can have different score lines, so show all of them, in order of first occurrence.
    lines = list(dict.fromkeys(line for seat in seats for line in seat["score"] if line != "total"))
    players = [name_of_seat(nth, names) for nth in range(len(seats))]
    rows = [[to_visible(line), *[str(seat["score"].get(line, "")) for seat in seats]] for line in [*lines, "total"]]
    end = figures.get("end")
    winners = [name_of_seat(seat, names) for seat in end["winners"]] if end else []
    last = [f"Won by {' and '.join(winners)}"] if winners else []
    return "\n".join([*render_by_player(players, rows), *last])


def render_by_player(players: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Render score lines with one column per player, or one row per player if the columns do not fit."""
    across = [[player, *[row[nth] for row in rows]] for nth, player in enumerate(players, 1)]
    upright = has_room_for(["", *players], rows)
    yield arrange_table(["", *players], rows) if upright else arrange_table(["", *[row[0] for row in rows]], across)


def name_of_seat(seat: int, names: Sequence[str]) -> str:
    """Return a label with a seat's number, counted from 1, and the player's name if it is known."""
    return name_of_player(seat, names[seat]) if seat < len(names) else seat_name(seat)


def name_of_player(seat: int, player: str) -> str:
    return seat_name(seat, to_visible(player))


SEATS = ("order", "player")


def render_position(figures: Figures, names: Sequence[str] = ()) -> str:
    """Render the table, then a block for each seat, then the scores."""
    if "seats" not in figures:
        return render_folded(figures)
    seats, common = figures["seats"], dict(figures.get("table", {}))
    for name in SEATS:
        if name in common:
            value = common[name]
            common[name] = [name_of_seat(seat, names) for seat in (value if isinstance(value, list) else [value])]
    parts = [render_block("table", common)] if common else []
    for nth, seat in enumerate(seats):
        parts.append(
            render_block(name_of_seat(nth, names), {name: seat[name] for name in seat if name not in ("seat", "score")})
        )
    return "\n\n".join([*parts, render_scores(figures, names)])


def render_block(title: str, values: Figures) -> str:
    cells = {name.replace("_", " "): to_visible(format_value(value)) for name, value in values.items()}
    return render_pairs(title, [[to_visible(name), cell] for name, cell in cells.items() if cell])


FOLDED = {"pieces": "pieces", "stock": "things", "counters": "counters", "tags": "numbers on pieces", "facts": "facts"}
"""Titles for the parts of a table that can be restored from a log even without the game's rules."""


def render_folded(figures: Figures) -> str:
    """Render a table that was restored from the log alone, using the identifiers in the log."""
    first = f"line {figures['line']}, with the log's own names"
    if not figures.get("seen"):
        first += ": the content it was played with is missing (use --with ./DIR)"
    parts = [render_block(title, figures["folded"][name]) for name, title in FOLDED.items() if figures["folded"][name]]
    return "\n\n".join([first, *parts])


def render_story(lines: Iterable[Any], paint: Paint) -> Iterator[str]:
    for entry in lines:
        text = paint(to_visible(entry.text), "bold") if entry.heading else f"  {to_visible(entry.text)}"
        yield f"{entry.line:>6}  {text}"


def render_result(result: Any, names: Sequence[str], log: Any, unit: str = "round") -> str:
    counts = f"{result.rounds} {unit}s, {result.decisions} decisions, {result.events} events"
    last = f"log: {to_visible(str(log))}" if log is not None else f"seed: {to_visible(result.seed)}"
    return f"{render_scores(result.figures, names)}\n{counts}; {last}"


def serialize_end(figures: Figures, names: Sequence[str], log: Any, result: Any = None) -> dict[str, Any]:
    """Return the final result of a game as plain data.

    The counts of rounds, decisions and events are None unless there is a ``result``, which covers the whole game.
    """
    seats = [
        {"seat": nth, "player": name, "score": dict(seat["score"])}
        for nth, (seat, name) in enumerate(zip(figures["seats"], names, strict=True))
    ]
    counts = {name: getattr(result, name) if result else None for name in ("rounds", "decisions", "events")}
    return {"log": None if log is None else str(log), **counts, "seats": seats, "end": figures["end"]}


def render_simulation(summary: Figures, unit: str = "round") -> str:
    """Render statistics over many games, including why any were stopped; ``unit`` is the word for a round or turn."""
    titles = {"rounds_mean": f"{unit}s per game", "wins": "wins by seat", "bots": "wins by bot"}
    values = {**summary, "wins": {name_of_seat(seat, ()): won for seat, won in enumerate(summary["wins"])}}
    why = values.pop("why")
    if not values["stopped"]:
        del values["stopped"]
    rows = [[titles.get(name, name.replace("_", " ")), format_figure(value)] for name, value in values.items()]
    return f"{render_pairs('', rows)}\n{to_visible(why)}" if why else render_pairs("", rows)


def format_figure(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {format_figure(number)}" for name, number in value.items())
    return f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value}"


def render_tables(counts: Mapping[str, int]) -> str:
    rows = render_pairs("", [[name, f"{n:,}"] for name, n in counts.items()])
    copies = counts.get("copies", 0)
    if not copies:
        return rows
    note = "1 log is a copy of another one" if copies == 1 else f"{copies:,} logs are copies of others"
    return f"{rows}\n\n{note}: each game counts once, and the table 'copies' lists them"


COLOURS = {"valid": "green", "invalid": "red", "unknown": "yellow", "sealed": "yellow"}


def render_verdict(verdict: Verdict, paint: Paint) -> str:
    said = verdict.reason or RESTS[verdict.randomness]
    where = f"line {verdict.line}: " if verdict.line is not None else ""
    lines = [f"{to_visible(verdict.log)}: {paint(verdict.verdict, COLOURS[verdict.verdict])}"]
    if verdict.verdict == "valid":
        lines[0] += f"; {said}"
    else:
        lines.append(f"  {where}{to_visible(verdict.reason)}")
    for name, value in (("rule", verdict.rule), ("expected", verdict.expected), ("found", verdict.found)):
        if value not in (None, ""):
            lines.append(f"  {name}: {to_visible(to_text(value))}")
    if verdict.root:
        lines.append(f"  root of {verdict.lines} lines: {verdict.root}")
    if verdict.signed:
        lines.append(f"  signed by {to_visible(' and '.join(verdict.signed))}")
    lines += [f"  note: {to_visible(remark)}" for remark in verdict.remarks]
    return "\n".join(lines)


def render_proof(proven: Proven, paint: Paint) -> str:
    proof = proven.proof
    word = paint("proven", "green") if proven.holds else paint("not proven", "red")
    lines = [f"{word}: {place_of(proven)} with root {proof.root}"]
    if proven.reason:
        lines.append(f"  {proven.reason}")
    elif proven.lines is None:
        # A Merkle root does not commit to the number of leaves, so a longer log could have the same root.
        lines.append("  the root alone does not prove the number of lines: --expect ROOT:LINES or --signer does")
    if proven.signed:
        lines.append(f"  signed by {to_visible(' and '.join(proven.signed))}")
    elif names := [signature.name for note in proof.notes for signature in note.signatures]:
        lines.append(f"  with a signature by {to_visible(' and '.join(names))}, which was not checked")
    text = proof.text if len(proof.text) <= 300 else proof.text[:297] + "..."
    return "\n".join([*lines, f"  {to_visible(text)}"])


def place_of(proven: Proven) -> str:
    """Describe the proven line as precisely as the proof allows, for example as ``line 3 of 40 lines``."""
    if not proven.holds:
        return "this line of the log"
    which = f"line {proven.line}" if proven.line else "a line"
    return f"{which} of {proven.lines} lines" if proven.lines else f"{which} of the log"


def render_audit(summary: Figures) -> str:
    lines = [render_counts({word: n for word, n in summary["verdicts"].items() if n})]
    for reason in summary["reasons"][:MOST_REASONS]:
        lines.append(f"  {reason['logs']:,} {reason['verdict']}: {to_visible(str(reason['reason']))}")
    if more := summary["reasons"][MOST_REASONS:]:
        lines.append(f"  {sum(reason['logs'] for reason in more):,} for {len(more):,} other reasons")
    for reason in summary["dice"]:
        evenly = "too few to judge" if reason["p"] is None else f"p = {reason['p']:.3g} for fair dice"
        lines.append(f"  dice with {reason['faces']} faces: {', '.join(map(str, reason['counts']))} ({evenly})")
    return "\n".join(lines)


def render_counts(told: Mapping[str, int]) -> str:
    counts, all_told = [f"{n:,} {what}" for what, n in told.items()], sum(told.values())
    return f"{all_told:,} {'log' if all_told == 1 else 'logs'}: {', '.join(counts) or 'none'}"


MOST_REASONS = 10
"""Maximum number of reasons listed individually."""


def to_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def render_import(report: Figures, paint: Paint) -> str:
    lines = []
    for record in report["differences"]:
        # Most differences are disagreements about the rules, so that kind needs no label.
        kind = "" if record["kind"] == "rules" else f" ({to_visible(str(record['kind']))})"
        lines.append(f"{render_record(record, paint, 'red')}{kind}")
        lines += [f"  ours: {render_ours(record)}", f"  theirs: {shorten_value(record['theirs'])}"]
    for record in report["accounted"]:
        theirs, ours = shorten_value(record["theirs"]), render_ours(record)
        lines.append(f"{render_record(record)}: the recorder has {theirs}, the rules give {ours}")
    for record in report["tolerated"]:
        theirs, ours = shorten_value(record["theirs"]), shorten_value(record["ours"])
        lines.append(
            f"{render_record(record, paint, 'yellow')}: followed as recorded with {theirs}, the rules give {ours}"
        )
    for record in report["illegal"]:
        theirs, ours = shorten_value(record["theirs"]), shorten_value(record["ours"])
        lines.append(f"{render_record(record, paint, 'yellow')}: {theirs}, {ours}, and it stood")
    for record in report["conceded"]:
        where, theirs = render_record(record, paint, "yellow"), shorten_value(record["theirs"])
        lines.append(f"{where} by {theirs}: it agrees so far; the log is unfinished")
    for record in report["incomplete"]:
        so_far = "the recording ends before the game is over; it agrees so far; the log is unfinished"
        why = f", {shorten_value(record['theirs'])}" if record["theirs"] else ""
        lines.append(f"{render_record(record, paint, 'yellow')}{why}: {so_far}")
    lines += render_unscored(report)
    lines += [f"unknown: {to_visible(text)}" for text in report["unknown"]]
    return "\n".join([*lines, *render_by_file(report), render_total(report)])


def render_unscored(report: Figures) -> Iterator[str]:
    """Render the reasons why something cannot be scored, the most frequent first, because many share a reason."""
    # Reversed, so that the first record with a reason is kept as the example.
    examples = {shorten_value(record["ours"]): record for record in reversed(report["unscored"])}
    reasons = Counter(shorten_value(record["ours"]) for record in report["unscored"])
    for reason, times in reasons.most_common():
        more = f", and {times - 1} more" if times > 1 else ""
        yield f"{render_record(examples[reason])} cannot be scored: {reason}{more}"


def render_ours(record: Figures) -> str:
    """Render our value, with the lines of a score."""
    lines = ", ".join(f"{to_visible(name)} {points}" for name, points in record["lines"].items())
    return f"{shorten_value(record['ours'])} ({lines})" if lines else shorten_value(record["ours"])


def render_by_file(report: Figures) -> Iterator[str]:
    for file in report["files"] if len(report["files"]) > 1 else ():
        illegal = f"; {file['illegal']} with an illegal move" if file["illegal"] else ""
        unused = "" if file["used"] else "; not read to the end"
        gave_up = f"; {file['conceded']} conceded" if file["conceded"] else ""
        breaks_off = f"; {file['incomplete']} incomplete" if file["incomplete"] else ""
        unscored = f"; {file['unscored']} that cannot be scored" if file["unscored"] else ""
        counts = f"{file['agree']} of {file['games']} agree{gave_up}{breaks_off}{illegal}{unscored}{unused}"
        yield f"{to_visible(file['file'])}: {counts}"


def render_total(report: Figures) -> str:
    """Render the number of games that agree, followed by a count for each kind of exception."""
    # A game counts only once, even if it has several tolerated records.
    followed = {(record["file"], record["game"]) for record in report["tolerated"]}
    parts = [f"{report['agree']} of {report['games']} games agree"]
    parts += [f"{len(followed)} of them only against the rules, so their logs are not valid"] if followed else []
    parts += [f"{len(report['conceded'])} conceded"] if report["conceded"] else []
    illegal = len({(record["file"], record["game"]) for record in report["illegal"]})
    parts += [f"{illegal} with an illegal move that stood, so the log is not valid"] if illegal else []
    parts += [f"{len(report['incomplete'])} incomplete"] if report["incomplete"] else []
    unscored = sum(file["unscored"] for file in report["files"])
    parts += [f"{unscored} that cannot be scored"] if unscored else []
    return "; ".join([*parts, *render_seats(report["seats"])])


def render_seats(seats: Mapping[str, int]) -> Iterator[str]:
    """Render the number of scored seats by outcome, if any."""
    if total := sum(seats.values()):
        words = {"accounted": "differ for a known reason", "differs": "differ", "unscored": "cannot be scored"}
        parts = [f"{seats[outcome]} {word}" for outcome, word in words.items() if seats[outcome]]
        yield ", ".join([f"{seats['agrees']} of {total} seats agree", *parts])


def render_record(record: Figures, paint: Paint | None = None, color: str = "") -> str:
    game = to_visible(str(record["game"]))
    # A position has no records, so its findings have the line of the header.
    where = f" record {record['line']}" if record["line"] else ""
    return f"{paint(game, color) if paint else game}{where}, {to_visible(str(record['what']))}"


def shorten_value(any_value: Any) -> str:
    return to_visible(to_text(any_value))[:500]
