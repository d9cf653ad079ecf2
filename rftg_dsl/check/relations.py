"""Check that prices, counts and words such as ``different`` fit the rest of the power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.dead_powers import diagnose_dead_power
from rftg_dsl.check.model import Do, Held, Modifier, Occurrence, PieceSet, StockSet, can_overlap
from rftg_dsl.check.signatures import Signatures, Verb
from rftg_dsl.check.visit import nodes_in


def can_be_price(game: Signatures, do: Do) -> bool:
    """Return whether a verb can be the price of a changed number.

    The price must be a number of the owner's things, or an amount of a counter. Each thing must be worth one unit,
    whichever others are used with it.
    """
    verb = game.verbs[do.signature]
    if do.who != "own" or do.all or do.low.measure is not None or verb.grants or do.slots or not verb.pays:
        return False
    match do.what:
        case PieceSet():
            return do.what.who == "own" and not do.what.different and not do.what.role
        case StockSet():
            return do.what.who == "own" and not do.what.same_place
    return isinstance(do.what, str) and verb.can is not None


def is_in_vain(power: Modifier, game: Signatures, do: Do) -> bool:
    """Return whether the owner can choose how much to pay although the change does not depend on the amount."""
    counted = {part.counter for part in nodes_in(power.change) if isinstance(part, Held)}
    return do.high is not None and not counted & set(game.verbs[do.signature].counts)


def check_different(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that ``different`` follows a verb in the same power that chooses another piece."""
    # Search the text first, which is cheap, so that most powers need not be traversed.
    if "different" not in here.power.text:
        return
    chosen, meant = False, 0
    for do, verb in here.acts:
        if isinstance(do.what, PieceSet):
            meant += do.what.not_last and chosen
            chosen = chosen or verb.asks
    if len([part for part in here.power.parts if isinstance(part, PieceSet) and part.not_last]) > meant:
        message = "'different' has no meaning here, because nothing is chosen before it in this power"
        yield Diagnostic("surplus-clause", here.power.at, message, "leave it out")


def check_relations(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that ``of different types`` and ``of the same type`` describe only things that a verb chooses that way."""
    differing = [do.what for do, verb in here.acts if "differing" in verb.slots.values()]
    alike = [part for do, verb in here.acts if "alike" in verb.slots.values() for part in piece_sets_of(do)]
    alike += [do.what for do, verb in here.acts if isinstance(do.what, PieceSet) and must_match(verb, do.what)]
    for part in [node for node in (*here.power.parts, here.about) if isinstance(node, PieceSet)]:
        if part.different and not any(part is thing for thing in differing):
            message = f"'of different ...' has no meaning here, because these need not differ in {part.different!r}"
            yield Diagnostic("surplus-clause", here.power.at, message, "leave it out")
        if part.like and not any(part is thing for thing in alike):
            message = f"there is no other piece here to compare the {part.like[0].property} with"
            yield Diagnostic("surplus-clause", here.power.at, message, "leave it out")


def must_match(verb: Verb, pieces: PieceSet) -> bool:
    same = [likeness.how for likeness in pieces.like] == ["same"]
    return same and "matching" in verb.slots.values()


def piece_sets_of(do: Do) -> Sequence[PieceSet]:
    """Return the sets of pieces in a verb's object and slots. Empty unless there are at least two sets."""
    piece_sets = [part for part in (do.what, *[value for _, value in do.slots]) if isinstance(part, PieceSet)]
    return piece_sets if len(piece_sets) > 1 else []


def check_tallies(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a number that a verb counts, as in ``per spent``, is used only in a power with that verb."""
    used = {part.counter for part in here.power.parts if isinstance(part, Held)}
    counted = {name for _, verb in here.acts for name in verb.counts}
    tallies = {name for verb in here.game.verbs for name in verb.counts} if used else set()
    for name in sorted(used & tallies - counted):
        yield diagnose_dead_power(here.power, f"nothing is {name} in this power")


def check_prices(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that all parts of a price can be paid in turn with different things, and that counts are clear."""
    power = here.power
    price = [do for do in power.price if isinstance(do.what, PieceSet | StockSet)]
    for do, other in [(do, other) for nth, do in enumerate(price) for other in price[:nth]]:
        if why := explain_unpayable(do, other):
            yield diagnose_dead_power(power, why)
        elif why := explain_dispute(do, other):
            yield Diagnostic("wrong-kind", power.at, why, "use different things, or write two powers")
    if len(price) > 1 and (name := find_unclear_count(here)):
        message = f"several parts of this price take things, so {name!r} is ambiguous"
        yield Diagnostic("wrong-kind", power.at, message, "use a number, or a price with a single part")


def explain_unpayable(do: Do, other: Do) -> str:
    same = isinstance(do.what, PieceSet) and isinstance(other.what, PieceSet) and can_overlap(do.what, other.what)
    if same and all(isinstance(each.what, PieceSet) and is_single_piece(each.what) for each in (do, other)):
        return "one thing cannot pay for two parts of a price"
    return ""


def is_single_piece(pieces: PieceSet) -> bool:
    return pieces.this == "only" or bool(pieces.role)


def explain_dispute(do: Do, other: Do) -> str:
    if not can_overlap(do.what, other.what):
        return ""
    if all(each.high is not None or each.all for each in (do, other)):
        return "two parts of this price take any number of the same things"
    if any(must_be_related(each.what) for each in (do, other)):
        return "two parts of this price overlap, and one takes only things that are alike or different"
    return ""


def must_be_related(what: object) -> bool:
    return bool(what.different) if isinstance(what, PieceSet) else isinstance(what, StockSet) and what.same_place


def find_unclear_count(here: Occurrence) -> str:
    """Return a number that the power uses, but that does not follow clearly from one verb; empty if there is none."""
    used = {part.counter for part in here.power.parts if isinstance(part, Held)}
    for name in sorted(used):
        counting = [do for do, verb in here.acts if name in verb.counts]
        if len(counting) > 1 or any(do.high is None and not do.all for do in counting):
            return name
    return ""
