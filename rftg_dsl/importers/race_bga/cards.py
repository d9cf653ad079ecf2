"""Conversion between the site's card numbers and our pieces."""

from __future__ import annotations

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.importers.race_bga.part import Part
from rftg_dsl.importers.race_bga.recording import Recording

FIRST_CARD = 115
"""The site's number for the first card; the other cards follow, design by design."""
SPELLINGS = {"Blaster Gem Mine": "Blaster Gem Mines", "Malevolent Life Forms": "Malevolent Lifeforms"}
"""Names that the site spells differently from the cards."""


class Cards:
    """Maps the site's card numbers to our pieces, and our pieces to the site's card numbers."""

    def __init__(self, recording: Recording, rules: Rules) -> None:
        self.rules = rules
        numbers: Numbers = rules.numbers
        self.numbers = numbers
        self.side = {
            piece: rules.layout.pieces[piece].sides[0] for piece in (*numbers.start_worlds, *numbers.game_cards)
        }
        self.piece: dict[int, int] = {}
        self.card: dict[int, int] = {}
        self.design: dict[int, int] = {}
        self.number_all(recording)

    def number_all(self, recording: Recording) -> None:
        """Number all copies of all designs in play, in the order of the site's list."""
        pieces: dict[str, list[int]] = {}
        for piece, side in self.side.items():
            pieces.setdefault(self.numbers.names[side], []).append(piece)
        designs = recording.tables[recording.players[0]].get("card_types")
        numbered = designs.as_numbered_fields()
        for number in sorted(numbered):
            there = pieces.pop(printed_name_of(numbered[number].get("name").as_text()), [])
            if there:
                self.add(number, numbered[number], there)
        if pieces:
            raise designs.error_for_value(f"all designs in this game, including {sorted(pieces)[0]}")

    def add(self, number: int, design: Part, pieces: list[int]) -> None:
        """Add all copies of a design. Raise ``UsageError`` unless its count, cost and VP match the printed values."""
        numbers, side = self.numbers, self.side[pieces[0]]
        ours = (len(pieces), numbers.cost[side] or numbers.defense[side], numbers.printed[side])
        theirs = tuple(design.get(field).as_number() for field in ("qt", "cost", "vp"))
        if ours != theirs:
            raise design.error_for_value(f"{numbers.names[side]} with the number, cost and VP {ours}, not {theirs}")
        for piece in pieces:
            card = FIRST_CARD + len(self.piece)
            self.piece[card] = piece
            self.card[piece] = card
            self.design[card] = number

    def piece_by_number(self, part: Part) -> int:
        piece = self.piece.get(part.as_number())
        if piece is None:
            raise part.error_for_value("the number of a card in this game")
        return piece

    def pieces_by_number(self, part: Part) -> list[int]:
        return [self.piece_by_number(number) for number in part.as_list()]

    def piece_of(self, part: Part) -> int:
        piece = self.piece_by_number(part.get("id"))
        if self.design[self.card[piece]] != part.get("type").as_number():
            raise part.error_for_value(f"{self.name(piece)} with the number of its design")
        return piece

    def name(self, piece: int) -> str:
        return self.numbers.names[self.side[piece]]

    def label(self, piece: int) -> str:
        return f"{self.name(piece)} ({self.card[piece]})"

    def name_by_power(self, power: str) -> str:
        return self.numbers.names[self.rules.layout.side[power.partition("/")[0]]]


def printed_name_of(name: str) -> str:
    return SPELLINGS.get(name, name)
