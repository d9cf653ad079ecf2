"""Reads what is written for virtual tables, as the public descriptions of their formats say, and not as we write it.

Tabletop Simulator: public type declarations of its save files, and *Asset Creation* of its knowledge base; its page
*Save File Format* could not be read. Card Game Simulator: *Card Game Specification*, with its schemas of ``cgs.json``
and ``AllCards.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from PIL import Image

Json = dict[str, Any]

NUMBER, TEXT, FLAG = (int, float), (str,), (bool,)
TRANSFORM = {f"{sort}{axis}": NUMBER for sort in ("pos", "rot", "scale") for axis in "XYZ"}
OBJECT: Mapping[str, tuple[type, ...]] = {
    "GUID": TEXT, "Name": TEXT, "Transform": (dict,), "Nickname": TEXT, "Description": TEXT, "CardID": (int,),
    "SidewaysCard": FLAG, "DeckIDs": (list,), "CustomDeck": (dict,), "CustomImage": (dict,),
    "ContainedObjects": (list,), "States": (dict,), "RotationValues": (list,), "LuaScript": TEXT, "Locked": FLAG,
}  # fmt: skip
SHEET: Mapping[str, tuple[type, ...]] = {
    "FaceURL": TEXT, "BackURL": TEXT, "NumWidth": (int,), "NumHeight": (int,), "BackIsHidden": FLAG, "UniqueBack": FLAG,
    "Type": (int,),
}  # fmt: skip
IMAGE = {"ImageURL": TEXT, "ImageSecondaryURL": TEXT, "WidthScale": NUMBER, "CustomDice": (dict,)}
NEEDS = {
    "Card": {"CardID", "CustomDeck"},
    "CardCustom": {"CardID", "CustomDeck"},
    "DeckCustom": {"DeckIDs", "CustomDeck", "ContainedObjects"},
    "Bag": {"ContainedObjects"},
    "Custom_Dice": {"CustomImage"},
}
"""The keys that each sort of object cannot do without."""
GRID, EDGE = (10, 7), 4096
"""The largest grid of a sheet, and its longest edge in pixels."""
DICE = 6

GAME: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("name", "cardImageUrl", "cardNameBackIdentifier", "cardPrimaryProperty"), TEXT),
    **dict.fromkeys(("allCardsUrl", "allSetsUrl", "autoUpdateUrl", "cardBackImageUrl"), TEXT),
    **dict.fromkeys(("cardBackFaceImageUrls", "cardProperties", "deckUrls"), (list,)),
    "autoUpdate": (int,), "cardNameIsUnique": FLAG, "cardSize": (dict,), "deckFileType": TEXT, "deckFileTxtId": TEXT,
    "gameDefaultCardAction": TEXT,
}  # fmt: skip
CHOICES = {
    "deckFileType": {"dec", "hsd", "lor", "txt", "ydk"},
    "deckFileTxtId": {"id", "set"},
    "gameDefaultCardAction": {"move", "rotate", "tap", "flip", "discard"},
}
LINE = re.compile(r"(\d+) \[([^\]]+)\] (.+) \(([^()]+)\)")
"""A line of a deck: the quantity, the id, the name and the set."""


def check_fields(found: Mapping[str, Any], known: Mapping[str, tuple[type, ...]]) -> None:
    assert found.keys() <= known.keys(), found.keys() - known.keys()
    for name, value in found.items():
        assert type(value) in known[name], (name, value)


class SavedObject:
    """A folder for Tabletop Simulator, whose images are at an address."""

    def __init__(self, folder: Path, base: str) -> None:
        [path] = folder.glob("*.json")
        self.folder, self.base = folder, base
        self.data = json.loads(path.read_text("utf-8"))
        assert isinstance(self.data["SaveName"], str)
        self.objects = list(self.walk(self.data["ObjectStates"]))
        self.used: set[Path] = set()
        for each in self.objects:
            self.check_object(each)
        assert len({each["GUID"] for each in self.objects}) == len(self.objects)

    def walk(self, objects: list[Json]) -> Iterator[Json]:
        """Every object, those in others included, and every state of one."""
        for each in objects:
            yield each
            yield from self.walk(each.get("ContainedObjects", []))
            states = each.get("States", {})
            assert [*states] == [str(nth) for nth in range(2, 2 + len(states))], "the object itself is the first state"
            yield from self.walk([*states.values()])

    def check_object(self, found: Json) -> None:
        check_fields(found, OBJECT)
        assert found.keys() >= NEEDS[found["Name"]] | {"Transform", "Nickname"}
        check_fields(found["Transform"], TRANSFORM)
        assert found["Transform"].keys() == TRANSFORM.keys()
        assert re.fullmatch("[0-9a-f]{6}", found["GUID"])
        for number, sheet in found.get("CustomDeck", {}).items():
            assert number.isdigit() and int(number) > 0
            self.check_sheet(sheet)
        for number in [found["CardID"]] if "CardID" in found else found.get("DeckIDs", []):
            sheet = found["CustomDeck"][str(number // 100)]
            assert number % 100 < sheet["NumWidth"] * sheet["NumHeight"]
        if found["Name"] == "DeckCustom":
            assert found["DeckIDs"] == [card["CardID"] for card in found["ContainedObjects"]]
            assert len(found["DeckIDs"]) > 1, "a deck of one card is a card"
        if found["Name"] == "Custom_Dice":
            self.check_die(found)

    def check_sheet(self, sheet: Json) -> None:
        check_fields(sheet, SHEET)
        assert 1 <= sheet["NumWidth"] <= GRID[0] and 1 <= sheet["NumHeight"] <= GRID[1]
        for image in (self.open_image(sheet["FaceURL"]), self.open_image(sheet["BackURL"])):
            assert max(image.size) <= EDGE
        face, back = self.open_image(sheet["FaceURL"]), self.open_image(sheet["BackURL"])
        assert face.width % sheet["NumWidth"] == face.height % sheet["NumHeight"] == 0
        assert not sheet["UniqueBack"] or face.size == back.size

    def check_die(self, die: Json) -> None:
        check_fields(die["CustomImage"], IMAGE)
        assert die["CustomImage"]["CustomDice"] == {"Type": 1}, "six faces"
        image = self.open_image(die["CustomImage"]["ImageURL"])
        assert image.size == (2048, 2048)
        tops = [tuple(value["Rotation"][axis] for axis in "xyz") for value in die["RotationValues"]]
        assert len({*tops}) == DICE

    def open_image(self, address: str) -> Image.Image:
        path = find_file(self.folder, self.base, address)
        self.used.add(path)
        return Image.open(path)

    def cut_card(self, card: Json, back: bool = False) -> Image.Image:
        """The front of a card: its cell of the sheet."""
        number = card["CardID"]
        sheet = card["CustomDeck"][str(number // 100)]
        image = self.open_image(sheet["BackURL" if back else "FaceURL"]).convert("RGBA")
        if back and not sheet["UniqueBack"]:
            return image
        row, column = divmod(number % 100, sheet["NumWidth"])
        width, height = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
        return image.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))


class CustomGame:
    """A folder for Card Game Simulator, whose images are at an address."""

    def __init__(self, folder: Path, base: str) -> None:
        self.folder, self.base = folder, base
        self.game, self.cards, self.sets = (
            json.loads((folder / name).read_text("utf-8")) for name in ("cgs.json", "AllCards.json", "AllSets.json")
        )
        check_fields(self.game, GAME)
        assert self.game["name"]
        for name, choices in CHOICES.items():
            assert self.game[name] in choices
        for name in ("autoUpdateUrl", "allCardsUrl", "allSetsUrl"):
            assert find_file(folder, base, self.game[name]).is_file()
        assert self.game["cardSize"].keys() == {"x", "y"} and min(self.game["cardSize"].values()) > 0
        self.types = {each["name"]: each["type"] for each in self.game["cardProperties"]}
        assert {*self.types.values()} <= {"string", "integer"}
        self.backs = {back["id"]: find_file(folder, base, back["url"]) for back in self.game["cardBackFaceImageUrls"]}
        assert self.backs == {back: folder / "backs" / f"{back}.png" for back in self.backs}, "where it looks first"
        for card in self.cards:
            self.check_card(card)
        assert len({card["id"] for card in self.cards}) == len(self.cards)
        [deck] = self.game["deckUrls"]
        assert deck.keys() == {"name", "url"}
        self.deck = find_file(folder, base, deck["url"]).read_text("utf-8").splitlines()

    def check_card(self, card: Json) -> None:
        own = {"id", "name", "set", "backs"}
        assert own - {"backs"} <= card.keys() <= own | self.types.keys()
        for name in card.keys() - own:
            assert type(card[name]) is {"string": str, "integer": int}[self.types[name]]
        assert {*card["backs"]} <= self.backs.keys()
        assert card["set"] in {each["code"] for each in self.sets}
        assert self.open_front(card).size == Image.open(self.backs[card["backs"][0]]).size

    def open_front(self, card: Json) -> Image.Image:
        address = self.game["cardImageUrl"].replace("{cardSet}", card["set"]).replace("{cardId}", card["id"])
        path = find_file(self.folder, self.base, address)
        assert path == self.folder / "sets" / card["set"] / f"{card['id']}.png", "where it looks first"
        return Image.open(path)

    def count_copies(self) -> dict[str, int]:
        lines = [LINE.fullmatch(line) for line in self.deck]
        names = {card["id"]: card["name"] for card in self.cards}
        assert all(line and names[line[2]] == line[3] for line in lines)
        return {line[2]: int(line[1]) for line in lines if line}


def find_file(folder: Path, base: str, address: str) -> Path:
    """The file of a folder that an address means when the folder is at ``base``."""
    assert address.startswith(f"{base}/") and urlsplit(address).scheme in ("file", "http", "https")
    return folder / unquote(address.removeprefix(f"{base}/"))
