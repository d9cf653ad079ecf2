"""Rule text: what is printed on a component, from the checked model."""

from __future__ import annotations

from rftg_dsl.check.model import Side
from rftg_dsl.signatures import Signatures
from rftg_dsl.vocabulary import Vocabulary
from rftg_dsl.wording.powers import Line, lines
from rftg_dsl.wording.segments import Segment, Text, plain

__all__ = ["Line", "Segment", "Text", "lines", "plain", "rule_text"]


def rule_text(words: Vocabulary, game: Signatures, side: Side) -> list[str]:
    """The text of a side as it is printed, a line for each power."""
    return [str(line) for line in lines(words, game, side)]
