"""The pictures of a component, a set or a game, each with the name of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.vocabulary import StockKind
from rftg_dsl.library.catalogue import Chosen, find_components
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.show.pictures.dice import face_of
from rftg_dsl.show.pictures.display import Picture
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of

SUFFIX = ".svg"


@frozen
class Drawing:
    """A picture of a side, or of the face of a die."""

    game: str
    id: str
    name: str
    kind: str
    picture: Picture
    crowded: tuple[Diagnostic, ...] = ()

    def as_plain(self) -> dict[str, Any]:
        """What it is, as plain data; without the picture."""
        size = {"width": self.picture.width, "height": self.picture.height}
        return {"game": self.game, "id": self.id, "name": self.name, "kind": self.kind, **size}


def file_names_for(drawings: Sequence[Drawing]) -> list[Path]:
    """The name of a file for each picture; pictures of several games have a folder for each."""
    several = len({drawing.game for drawing in drawings}) > 1
    names: dict[str, FileNames] = {}
    made = [names.setdefault(drawing.game, FileNames()).add(drawing.id, SUFFIX) for drawing in drawings]
    return [Path(drawing.game, name) if several else Path(name) for drawing, name in zip(drawings, made, strict=True)]


def draw_components(
    wanted: Sequence[str], edition: str | None, extra: Sequence[str | Path], options: Mapping[str, str]
) -> Iterator[Drawing]:
    """The pictures of components, sets and games, each once; of sets and games the faces of their dice too.

    ``Unusable`` if a name is unknown; ``Rejected`` if content or layouts have mistakes.
    """
    known: set[tuple[str, str]] = set()
    for name in wanted:
        chosen = find_components(name, edition, extra, options)
        for drawing in (*draw_sides(chosen), *draw_faces(chosen)):
            if (drawing.game, drawing.id) not in known:
                known.add((drawing.game, drawing.id))
                yield drawing


def draw_sides(chosen: Chosen) -> Iterator[Drawing]:
    """The pictures of sides."""
    at = studio_of(chosen.library)
    for side in chosen.sides:
        made = draw_side(at, side)
        yield Drawing(at.library.game.name, side.id, side.name, side.kind, made.picture, made.crowded)


def draw_faces(chosen: Chosen) -> Iterator[Drawing]:
    """The pictures of all faces of the dice of a game, or of those that a set adds, each once."""
    at = studio_of(chosen.library)
    for kind in dice_in(chosen):
        yield from faces_of(at, kind)


def dice_in(chosen: Chosen) -> Iterator[StockKind]:
    """The kinds of dice of a game, or those that a set adds."""
    words = chosen.library.model.words
    for kind in words.stock_kinds.values():
        mine = chosen.part and words.origins["stock_kinds", kind.name].name == chosen.part
        if kind.faces and (chosen.whole or mine):
            yield kind


def faces_of(at: Studio, kind: StockKind) -> Iterator[Drawing]:
    """The pictures of the faces of one kind of die."""
    for face in dict.fromkeys(kind.faces):
        picture = face_of(at, kind.name, face)
        yield Drawing(at.library.game.name, f"{kind.name}.{face}", picture.title, kind.of, picture)
