"""Pictures of a component, a set or a whole game, and their file names."""

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


@frozen
class Drawing:
    """A picture of a side or of a die face."""

    game: str
    id: str
    name: str
    kind: str
    picture: Picture
    crowded: tuple[Diagnostic, ...] = ()

    def as_plain(self) -> dict[str, Any]:
        """Return the drawing's metadata and size as plain data, without the shapes."""
        size = {"width": self.picture.width, "height": self.picture.height}
        return {"game": self.game, "id": self.id, "name": self.name, "kind": self.kind, **size}


def file_names_for(drawings: Sequence[Drawing], suffix: str) -> list[Path]:
    """Return a unique file name for each drawing, in a separate folder per game if there are several games."""
    several = len({drawing.game for drawing in drawings}) > 1
    names: dict[str, FileNames] = {}
    made = [names.setdefault(drawing.game, FileNames()).add(drawing.id, suffix) for drawing in drawings]
    return [Path(drawing.game, name) if several else Path(name) for drawing, name in zip(drawings, made, strict=True)]


def draw_components(
    wanted: Sequence[str], edition: str | None, extra: Sequence[str | Path], options: Mapping[str, str]
) -> Iterator[Drawing]:
    """Draw components, sets and games, including the die faces of sets and games; each picture is drawn only once.

    Raise ``UsageError`` if a name is unknown, or ``ContentError`` if content or layouts contain mistakes.
    """
    known: set[tuple[str, str]] = set()
    for name in wanted:
        chosen = find_components(name, edition, extra, options)
        for drawing in (*draw_sides(chosen), *draw_faces(chosen)):
            if (drawing.game, drawing.id) not in known:
                known.add((drawing.game, drawing.id))
                yield drawing


def draw_sides(chosen: Chosen) -> Iterator[Drawing]:
    at = studio_of(chosen.library)
    for side in chosen.sides:
        made = draw_side(at, side)
        yield Drawing(at.library.game.name, side.id, side.name, side.kind, made.picture, made.crowded)


def draw_faces(chosen: Chosen) -> Iterator[Drawing]:
    at = studio_of(chosen.library)
    for kind in dice_in(chosen):
        yield from faces_of(at, kind)


def dice_in(chosen: Chosen) -> Iterator[StockKind]:
    """Yield all kinds of dice in a chosen game, or the kinds of dice that a chosen set adds."""
    words = chosen.library.model.words
    for kind in words.stock_kinds.values():
        mine = chosen.part and words.origins["stock_kinds", kind.name].name == chosen.part
        if kind.faces and (chosen.whole or mine):
            yield kind


def faces_of(at: Studio, kind: StockKind) -> Iterator[Drawing]:
    # The same face can occur several times on a die, but one picture of it is enough.
    for face in dict.fromkeys(kind.faces):
        picture = face_of(at, kind.name, face)
        yield Drawing(at.library.game.name, f"{kind.name}.{face}", picture.title, kind.of, picture)
