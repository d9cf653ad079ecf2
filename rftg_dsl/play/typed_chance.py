"""Random results typed in by people, who throw the dice and draw the pieces themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from rftg_dsl.kernel.layout import Layout

Ask = Callable[[str], str]


class Typed:
    """Prompts for each result until it is valid; faces are numbered from 1, and pieces are identified as in logs."""

    def __init__(self, layout: Layout, ask: Ask) -> None:
        self.layout = layout
        self.ask = ask

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        what = f"{label}: roll {times} dice with {domain} faces; type {times} numbers from 1 to {domain}"
        faces = {str(face + 1): face for face in range(domain)}
        return self._ask_for_results(what, times, lambda words: [faces[word] for word in words])

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        what = (
            f"{label}: draw {times} of {len(domain)}; type the id of each as used in logs, or the number printed on it"
        )
        pieces = self.layout.piece
        known = {str(piece): piece for piece in domain} | {
            name: pieces[name] for name in pieces if pieces[name] in domain
        }

        def read_pieces(words: list[str]) -> list[int]:
            results = [known[word] for word in words]
            if len(set(results)) != len(results):
                raise KeyError
            return results

        return self._ask_for_results(what, times, read_pieces)

    def _ask_for_results(self, what: str, times: int, read: Callable[[list[str]], list[int]]) -> list[int]:
        wrong = ""
        while True:
            words = self.ask(f"{wrong}{what}: ").replace(",", " ").split()
            with suppress(KeyError):
                if len(results := read(words)) == times:
                    return results
            wrong = f"{' '.join(words)[:60]!r} is not a valid result\n"
