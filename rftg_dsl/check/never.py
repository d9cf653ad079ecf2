"""Word the diagnostics for powers that can never have an effect."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.base.diagnostic import Diagnostic, with_article
from rftg_dsl.check.model import Match, Power


def diagnose_dead_power(power: Power, why: str, known: Sequence[str] = ()) -> Diagnostic:
    hint = f"it would work at: {', '.join(known)}" if known else "change what it waits for, or remove it"
    return Diagnostic("never-fires", power.at, f"this can never do anything: {why}", hint)


def describe_match(match: Match) -> str:
    words = [" or ".join(sorted(values)) for _, values in match.values]
    words += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
    words.append(" or ".join(sorted(match.kinds)) or "piece")
    words += [f"with {name} {low}" + (f" to {high}" if high > low else "") for name, low, high in match.numbers]
    words += [f"called {' or '.join(sorted(match.names))}"] if match.names else []
    words += [f"{'with' if wanted else 'without'} {with_article(verb)} power" for verb, wanted in match.verbs]
    return " ".join(words)
