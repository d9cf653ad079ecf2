"""The files of a gallery: an index, a page for each component, and the pictures of all sides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from shlex import quote

from attrs import field, frozen

from rftg_dsl.check.model import Side
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.show.browser.markup import Markup, write_element
from rftg_dsl.show.browser.single_page import render_single_page
from rftg_dsl.show.gallery.exhibits import INDEX, Exhibit, Exhibition
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.pictures.svg import to_svg

File = tuple[str, bytes]

IMAGES = "'self' file:"
"""The sources of images: browsers disagree whether a file on disk is from the same place as a page beside it."""


@cache
def read_style() -> str:
    return files(__package__).joinpath("gallery.css").read_text("utf-8")


@frozen(slots=False)
class Gallery:
    """A gallery that is being written."""

    exhibition: Exhibition
    pictures: dict[str, str] = field(init=False)
    """The paths of the pictures by the ids of sides."""

    @pictures.default
    def _name_pictures(self) -> dict[str, str]:
        names = FileNames()
        return {side.id: f"pictures/{names.add(side.id, '.svg')}" for side in self.exhibition.chosen.sides}

    @property
    def at(self) -> Studio:
        return studio_of(self.exhibition.chosen.library)

    @property
    def title(self) -> str:
        return self.exhibition.chosen.title

    def list_files(self) -> Iterator[File]:
        yield f"{INDEX}.html", self.render(self.title, self.write_index())
        for exhibit in self.exhibition.exhibits:
            yield f"{exhibit.stem}.html", self.render(name_exhibit(exhibit), self.write_exhibit(exhibit))
        for side in self.exhibition.chosen.sides:
            yield self.pictures[side.id], to_svg(draw_side(self.at, side).picture).encode()
        if self.exhibition.loading.pack:
            yield self.exhibition.loading.pack

    def render(self, title: str, parts: Iterator[Markup]) -> bytes:
        body = Markup("\n").join(parts)
        return render_single_page(title, body, read_style(), room="gallery", images=IMAGES).encode()

    # -- the index -------------------------------------------------------------------------------------------------

    def write_index(self) -> Iterator[Markup]:
        yield write_element("h1", self.title)
        yield write_element("p", ", ".join(self.list_facts()), class_="soft")
        yield write_element("h2", "Components")
        yield write_element("ul", *map(self.write_entry, self.exhibition.exhibits), class_="grid")
        yield write_element("h2", "Play with it")
        yield from self.write_loading()

    def list_facts(self) -> Iterator[str]:
        if own := self.exhibition.set_folder:
            yield f"for {self.at.words.title}"
            yield f"version {own.version}"
            yield from (f"by {author}" for author in own.authors)
            yield from [f"licence {own.licence}"] if own.licence else []
        many = len(self.exhibition.exhibits)
        yield f"{many} component{'s' * (many != 1)}"

    def write_entry(self, exhibit: Exhibit) -> Markup:
        images = [self.write_picture(side, side.name) for side in exhibit.component.sides]
        name = write_element("span", name_exhibit(exhibit))
        return write_element("li", write_element("a", *images, name, href=f"{exhibit.stem}.html"))

    def write_picture(self, side: Side, text: str) -> Markup:
        return write_element("img", src=self.pictures[side.id], alt=text, loading="lazy")

    def write_loading(self) -> Iterator[Markup]:
        loading, game = self.exhibition.loading, self.exhibition.chosen.library.game.name
        package = f" It needs the package with the game {game!r}." if loading.package else ""
        yield write_element("p", f"Install rftg-dsl, and play in a browser or at a terminal.{package}")
        if loading.pack:
            name = loading.pack[0]
            link = write_element("a", name, href=name, download=name)
            yield write_element("p", "Save the pack ", link, " in the folder in which you type these commands.")
        option = " ".join(map(quote, loading.option.split(" "))) if loading.option else ""
        folder = " ." if loading.option.startswith("--with ./") else ""
        yield write_element("pre", f"rftg serve{folder}\nrftg play {game} {option}".rstrip() + " --bots me,greedy")
        if loading.text:
            yield write_element("p", "Or paste this text into the author's room, which 'rftg serve' opens:")
            yield write_element("pre", loading.text, class_="pick", tabindex="0")

    # -- a component -----------------------------------------------------------------------------------------------

    def write_exhibit(self, exhibit: Exhibit) -> Iterator[Markup]:
        yield write_element("p", write_element("a", self.title, href=f"{INDEX}.html"))
        yield write_element("h1", name_exhibit(exhibit))
        yield write_element("p", f"{self.at.title_of(exhibit.component.kind)} {exhibit.component.id}", class_="soft")
        yield from map(self.write_side, exhibit.component.sides)
        yield write_element("h2", "As it is written")
        yield write_element("pre", exhibit.source)
        if exhibit.scenarios:
            yield write_element("h2", "Scenarios")
            yield from (write_scenario(title, text) for title, text in exhibit.scenarios)

    def write_side(self, side: Side) -> Markup:
        lines = [str(line) for line in self.at.lines_of(side)]
        values = self.exhibition.values.get(side.id, ())
        parts = [
            write_element("h2", side.name),
            write_element("p", self.at.title_of(side.kind), class_="soft"),
            *(write_element("p", line) for line in lines or ["It has no powers."]),
            *([write_element("h3", "Value")] if values else []),
            *(write_element("p", value) for value in values),
        ]
        picture = self.write_picture(side, f"{side.name}: {' '.join(lines)}")
        return write_element("article", picture, write_element("div", *parts))


def name_exhibit(exhibit: Exhibit) -> str:
    return " / ".join(side.name for side in exhibit.component.sides)


def write_scenario(title: str, text: str) -> Markup:
    return write_element("details", write_element("summary", title), write_element("pre", text))
