"""A saved object for Tabletop Simulator: decks of cards, two-sided tiles with states, and bags of dice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count, groupby
from typing import Any

from attrs import field, frozen

from rftg_dsl.check.model import Side
from rftg_dsl.check.vocabulary import StockKind
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.show.pictures.album import dice_in
from rftg_dsl.show.pictures.dice import PLAIN, shapes_of_face
from rftg_dsl.show.pictures.display import Box, Montage, Picture, Placed
from rftg_dsl.show.pictures.leaves import Leaf, check_number, draw_back, list_leaves
from rftg_dsl.show.pictures.margins import Margins, fit_margins
from rftg_dsl.show.pictures.png import montage_to_png
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.virtual.addresses import address_of, show_plainly
from rftg_dsl.show.virtual.card_sheets import CARDS, DPI, Grid, choose_grid, draw_sheet

File = tuple[str, bytes]
Json = dict[str, Any]

USUAL = 88.0
"""The height of a card with scale 1, in millimetres."""
APART = 4
"""The distance between objects on the table, in its units."""
SIX = 6
DIE_TYPE = 1
"""Tabletop Simulator's number for dice with six faces."""
DIE_IMAGE = 2048
"""The edge of the image of a die, in pixels; it has three columns and three rows, of which the first is blank."""
FACES = (
    (0, 2, 2, (-90, 0, 0)),
    (0, 1, 0, (0, 0, 0)),
    (1, 2, 0, (0, 0, -90)),
    (1, 1, 0, (0, 0, 90)),
    (2, 1, 0, (0, 0, 180)),
    (2, 2, 2, (90, 0, 0)),
)
"""For each face of a die: its column and row in the image, its quarter turns, and the rotation that shows it on top."""


@frozen
class Deck:
    """Leaves of one kind and size whose fronts share a sheet."""

    number: int
    """The first of the numbers by which cards refer to the sheets: fronts, and then the backs of two-sided tiles."""
    leaves: tuple[Leaf, ...]
    size: tuple[float, float]
    stem: str
    """The name of the image without its ending."""
    back: str
    """The path of the image with the common back, or with a back for each leaf."""

    @property
    def grid(self) -> Grid:
        return choose_grid(len(self.leaves), self.size)

    @property
    def front(self) -> str:
        return f"cards/{self.stem}.png"

    @property
    def is_two_sided(self) -> bool:
        return self.leaves[0].back is not None


@frozen
class TabletopSimulator:
    """Components for Tabletop Simulator, which finds their images at an address."""

    chosen: Chosen
    base: str
    names: FileNames = field(factory=FileNames, init=False)
    ids: set[str] = field(factory=set, init=False)
    """The ids of objects that are taken."""

    @property
    def at(self) -> Studio:
        return studio_of(self.chosen.library)

    def check(self) -> None:
        """Raise ``UsageError`` if there is nothing to export, or if there are too many pieces."""
        check_number(list_leaves(self.chosen), sum(kind.supply for kind in self.dice))

    @property
    def dice(self) -> list[StockKind]:
        return [kind for kind in dice_in(self.chosen) if len(kind.faces) == SIX]

    @property
    def dice_left_out(self) -> int:
        return len(list(dice_in(self.chosen))) - len(self.dice)

    def list_files(self) -> Iterator[File]:
        """Yield the saved object and its images."""
        decks = list(self.list_decks())
        objects = [*map(self.describe_deck, decks), *map(self.describe_dice, self.dice)]
        for nth, thing in enumerate(objects):
            thing["Transform"] |= {"posX": nth * APART, "posY": 2}
        saved = {"SaveName": show_plainly(self.chosen.title), "ObjectStates": objects}
        yield f"{self.name}.json", (json.dumps(saved, indent=1) + "\n").encode()
        yield from self.draw_decks(decks)
        for kind in self.dice:
            yield image_of_die(kind), montage_to_png(draw_die_image(self.at, kind), DPI)

    @property
    def name(self) -> str:
        return FileNames().add(self.chosen.part or self.chosen.library.game.name, "")

    # -- cards -----------------------------------------------------------------------------------------------------

    def list_decks(self) -> Iterator[Deck]:
        number = 1
        for (kind, size, two_sided), group in groupby(sorted(list_leaves(self.chosen), key=self.sort_of), self.sort_of):
            leaves = tuple(group)
            for start in range(0, len(leaves), CARDS):
                stem = self.names.add(kind, "")
                back = f"cards/{self.names.add(f'{stem}-back', '.png')}"
                yield Deck(number, leaves[start : start + CARDS], size, stem, back)
                number += 1 + two_sided

    def sort_of(self, leaf: Leaf) -> tuple[str, tuple[float, float], bool]:
        return leaf.component.kind, self.at.template_for(leaf.front.kind).size, leaf.back is not None

    def draw_decks(self, decks: Iterable[Deck]) -> Iterator[File]:
        for deck in decks:
            yield deck.front, self.draw_sides(deck, [leaf.front for leaf in deck.leaves])
            if deck.is_two_sided:
                yield deck.back, self.draw_sides(deck, [leaf.back for leaf in deck.leaves if leaf.back])
            else:
                back = draw_back(self.at, deck.leaves[0].component.kind, deck.size, Margins())
                yield deck.back, montage_to_png(draw_sheet([back], choose_grid(1, deck.size)), DPI)

    def draw_sides(self, deck: Deck, sides: Sequence[Side]) -> bytes:
        pictures = [self.draw_face(side, deck.size) for side in sides]
        return montage_to_png(draw_sheet(pictures, deck.grid), DPI)

    def draw_face(self, side: Side, size: tuple[float, float]) -> Picture:
        return draw_side(self.at, side, fit_margins(self.at.template_for(side.kind).size, size)).picture

    def describe_deck(self, deck: Deck) -> Json:
        cards = [
            self.describe_card(deck, nth, leaf) for nth, leaf in enumerate(deck.leaves) for _ in range(leaf.copies)
        ]
        if len(cards) == 1:
            return cards[0] | {"Name": "CardCustom"}
        return {
            **self.describe_object("DeckCustom", self.at.title_of(deck.leaves[0].component.kind), "", scale_of(deck)),
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": self.describe_sheet(deck, False),
            "ContainedObjects": cards,
        }

    def describe_card(self, deck: Deck, nth: int, leaf: Leaf) -> Json:
        card = self.describe_side(deck, nth, leaf.front, False)
        return card | {"States": {"2": self.describe_side(deck, nth, leaf.back, True)}} if leaf.back else card

    def describe_side(self, deck: Deck, nth: int, side: Side, is_back: bool) -> Json:
        text = "\n".join(str(line) for line in self.at.lines_of(side))
        return {
            **self.describe_object("Card", side.name, text, scale_of(deck)),
            "CardID": (deck.number + is_back) * 100 + nth,
            "SidewaysCard": False,
            "CustomDeck": self.describe_sheet(deck, is_back),
        }

    def describe_sheet(self, deck: Deck, is_back: bool) -> Json:
        front, back = (deck.back, deck.front) if is_back else (deck.front, deck.back)
        return {
            str(deck.number + is_back): {
                "FaceURL": address_of(self.base, front),
                "BackURL": address_of(self.base, back),
                "NumWidth": deck.grid.columns,
                "NumHeight": deck.grid.rows,
                "BackIsHidden": True,
                "UniqueBack": deck.is_two_sided,
                "Type": 0,
            }
        }

    # -- dice ------------------------------------------------------------------------------------------------------

    def describe_dice(self, kind: StockKind) -> Json:
        title = f"{kind.title} {self.at.words.stocks[kind.of].name}"
        return {
            **self.describe_object("Bag", title, ""),
            "ContainedObjects": [self.describe_die(kind, title) for _ in range(kind.supply)],
        }

    def describe_die(self, kind: StockKind, title: str) -> Json:
        values = [self.at.title_of(face) for face in kind.faces]
        return {
            **self.describe_object("Custom_Dice", title, ""),
            "CustomImage": {
                "ImageURL": address_of(self.base, image_of_die(kind)),
                "ImageSecondaryURL": "",
                "WidthScale": 0,
                "CustomDice": {"Type": DIE_TYPE},
            },
            "RotationValues": [
                {"Value": show_plainly(value), "Rotation": dict(zip("xyz", rotation, strict=True))}
                for value, (_, _, _, rotation) in zip(values, FACES, strict=True)
            ],
        }

    def describe_object(self, sort: str, name: str, text: str, scale: float = 1) -> Json:
        place = {"posX": 0, "posY": 0, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 0}
        return {
            "GUID": self.make_id(f"{sort} {name}"),
            "Name": sort,
            "Transform": {**place, "scaleX": scale, "scaleY": 1, "scaleZ": scale},
            "Nickname": show_plainly(name),
            "Description": show_plainly(text),
        }

    def make_id(self, label: str) -> str:
        """Make an id of six hexadecimal digits that no other object has."""
        tries = (sha256(f"{label}/{nth}".encode()).hexdigest()[:6] for nth in count(1))
        made = next(text for text in tries if text not in self.ids)
        self.ids.add(made)
        return made


def scale_of(deck: Deck) -> float:
    return round(deck.size[1] / USUAL, 3)


def image_of_die(kind: StockKind) -> str:
    return f"dice/{FileNames().add(kind.name, '.png')}"


def draw_die_image(at: Studio, kind: StockKind) -> Montage:
    """Draw the six faces of a die in the places from which Tabletop Simulator takes them."""
    cell = DIE_IMAGE / 3
    ground = Picture(1, 1, (Box(0, 0, 1, 1, at.looks.get(kind.name, PLAIN).ink),))
    placed = [Placed(ground, 0, 0, DIE_IMAGE)]
    for face, (column, row, turns, _) in zip(kind.faces, FACES, strict=True):
        picture = Picture(1, 1, tuple(shapes_of_face(at, kind.name, face, 0.1, 0.1, 0.8)))
        placed.append(Placed(picture, column * cell, row * cell, cell, turns))
    return Montage(DIE_IMAGE, DIE_IMAGE, tuple(placed))
