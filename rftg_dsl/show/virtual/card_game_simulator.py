"""A custom game for Card Game Simulator: a description, a list of cards with their images, and a deck."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from rftg_dsl.check.model import Component, Side
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.show.pictures.album import dice_in
from rftg_dsl.show.pictures.display import Montage, Picture, Placed
from rftg_dsl.show.pictures.leaves import Leaf, check_number, draw_back, list_leaves
from rftg_dsl.show.pictures.margins import Margins, fit_margins
from rftg_dsl.show.pictures.png import INCH, montage_to_png
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.virtual.addresses import address_of, show_plainly
from rftg_dsl.show.virtual.card_sheets import DPI

File = tuple[str, bytes]
Json = dict[str, Any]

NEVER = -1
"""The value of ``autoUpdate`` with which nothing is downloaded again."""
SHARED = ("kind", "text", "backName")
"""The properties of every card; numbers of the game are added to them."""
RESERVED = ("id", "name", "set", "backs", *SHARED)
"""Keys of a card that no number of a game can have."""


@frozen
class CardGameSimulator:
    """Components for Card Game Simulator, which finds their images at an address."""

    chosen: Chosen
    base: str
    names: FileNames = field(factory=FileNames, init=False)

    @property
    def at(self) -> Studio:
        return studio_of(self.chosen.library)

    def check(self) -> None:
        """Raise ``UsageError`` if there is nothing to export, or if there are too many pieces."""
        check_number(list_leaves(self.chosen))

    @property
    def dice_left_out(self) -> int:
        return len(list(dice_in(self.chosen)))

    @property
    def code(self) -> str:
        """The code of the set of cards, which is also the name of its folder."""
        return FileNames().add(self.chosen.part or self.chosen.library.game.name, "")

    def list_files(self) -> Iterator[File]:
        leaves = list_leaves(self.chosen)
        size = self.usual_size_of(leaves)
        cards = [Card(leaf, self.names.add(leaf.front.id, "")) for leaf in leaves]
        backs = {card.id: card for card in cards if card.leaf.back}
        common = {card.leaf.component.kind: card.leaf.component for card in cards if not card.leaf.back}
        kinds = {kind: self.names.add(f"{kind}-back", "") for kind in common}
        yield "cgs.json", write_json(self.describe_game(size, [*backs, *kinds.values()]))
        yield "AllCards.json", write_json([self.describe_card(card, kinds) for card in cards])
        yield "AllSets.json", write_json([{"code": self.code, "name": show_plainly(self.chosen.title)}])
        yield f"decks/{self.code}.txt", "".join(map(self.write_line, cards)).encode()
        for card in cards:
            yield f"sets/{self.code}/{card.id}.png", self.draw_face(card.leaf.front, size)
            if card.leaf.back:
                yield f"backs/{card.id}.png", self.draw_face(card.leaf.back, size)
        for kind, name in kinds.items():
            yield f"backs/{name}.png", self.draw_common_back(common[kind], size)

    def usual_size_of(self, leaves: list[Leaf]) -> tuple[float, float]:
        """Return the size that most sides have, because all cards of a game have the same."""
        sizes = Counter(self.at.template_for(leaf.front.kind).size for leaf in leaves)
        return max(sizes, key=lambda size: sizes[size])

    def describe_game(self, size: tuple[float, float], backs: list[str]) -> Json:
        known = self.at.words.properties
        numbers = [name for name in known if known[name].numeric and name not in RESERVED]
        pictures = [{"id": back, "url": address_of(self.base, f"backs/{back}.png")} for back in backs]
        return {
            "name": show_plainly(self.chosen.title),
            "autoUpdate": NEVER,
            "autoUpdateUrl": address_of(self.base, "cgs.json"),
            "allCardsUrl": address_of(self.base, "AllCards.json"),
            "allSetsUrl": address_of(self.base, "AllSets.json"),
            "cardImageUrl": f"{self.base}/sets/{{cardSet}}/{{cardId}}.png",
            "cardBackFaceImageUrls": pictures,
            "cardNameIsUnique": False,
            "cardNameBackIdentifier": "backName",
            "cardPrimaryProperty": "text",
            "cardProperties": [
                *({"name": name, "type": "string"} for name in SHARED),
                *({"name": name, "type": "integer"} for name in numbers),
            ],
            "cardSize": dict(zip("xy", (round(length / INCH, 3) for length in size), strict=True)),
            "deckFileType": "txt",
            "deckFileTxtId": "id",
            "deckUrls": [
                {"name": show_plainly(self.chosen.title), "url": address_of(self.base, f"decks/{self.code}.txt")}
            ],
            "gameDefaultCardAction": "flip",
        }

    def describe_card(self, card: Card, kinds: dict[str, str]) -> Json:
        front, back = card.leaf.front, card.leaf.back
        numbers = {name: value for name, value in front.properties.items() if isinstance(value, int)}
        text = "\n".join(str(line) for line in self.at.lines_of(front))
        return {
            **{name: value for name, value in numbers.items() if name not in RESERVED},
            "id": card.id,
            "name": show_plainly(front.name),
            "set": self.code,
            "kind": self.at.title_of(front.kind),
            "text": show_plainly(text),
            **({"backName": show_plainly(back.name)} if back else {}),
            "backs": [card.id if back else kinds[card.leaf.component.kind]],
        }

    def write_line(self, card: Card) -> str:
        """Write a line of the deck: the number of copies, the id, the name and the set."""
        return f"{card.leaf.copies} [{card.id}] {show_plainly(card.leaf.front.name)} ({self.code})\n"

    def draw_face(self, side: Side, size: tuple[float, float]) -> bytes:
        margins = fit_margins(self.at.template_for(side.kind).size, size)
        return draw_card(draw_side(self.at, side, margins).picture, size)

    def draw_common_back(self, component: Component, size: tuple[float, float]) -> bytes:
        return draw_card(draw_back(self.at, component.kind, size, Margins()), size)


@frozen
class Card:
    """A leaf, with an id that is also the name of its image."""

    leaf: Leaf
    id: str


def draw_card(picture: Picture, size: tuple[float, float]) -> bytes:
    width, height = (round(length / INCH * DPI) for length in size)
    scale = max(width / picture.width, height / picture.height)
    return montage_to_png(Montage(width, height, (Placed(picture, 0, 0, scale),)), DPI)


def write_json(data: Any) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()
