"""Reads ``layouts.toml``: a template for each kind of side and the layout of the table. Reports mistakes in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, suggest_known
from rftg_dsl.base.files import Contents, OnDisk, Opener
from rftg_dsl.base.limits import BOXES, PICTURE_BOXES
from rftg_dsl.base.raster import Raster, RasterError
from rftg_dsl.base.resources import FONTS, LAYOUTS, PICTURES
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.toml_shape import Mistake, read_toml
from rftg_dsl.base.truetype import FontError, TrueType
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.image_files import read_font_file, read_image_file
from rftg_dsl.library.installed import box_of, label_path
from rftg_dsl.library.load import Library
from rftg_dsl.library.packs.member_names import check_name, is_font, is_picture
from rftg_dsl.library.sets import read_member
from rftg_dsl.library.table_layout import TABLE, TableLayout, read_table
from rftg_dsl.syntax.bounds import MISTAKES

COLOURS = "colours"
"""The table with the colours of words."""

FONT = "font"
"""The table with the files of a font."""

SHOWS = ("name", "kind", "text", "property", "properties", "phases", "track", "scene", "picture", "plate")
FITS = ("cover", "contain")
SCENES = ("planet", "station")
SHAPES = ("none", "box", "round", "circle", "diamond", "hexagon", "shield", "burst")
ALIGNS = ("left", "middle", "right")
LARGEST = 400
"""The longest edge of a side, in millimetres."""
SMALLEST = 0.5
"""The size of the smallest font, and of the shortest edge of a box, in millimetres."""
INK = re.compile(r"#[0-9a-fA-F]{6}")
SIDE, PAPER, NONE = "ink", "paper", "none"
"""Names for colours: the side's colour, its paper's colour, and no colour."""


INKLESS, WHITISH = "#4a5568", "#fbfaf5"
"""The default colours of a side and its paper."""


@frozen
class Box:
    """One element of a side: its content, position and style."""

    shows: str
    at: tuple[float, float, float, float]
    """Left, top, width and height, in millimetres."""
    of: str = ""
    """The property to show, if ``shows`` is ``property`` or ``track``."""
    shape: str = "none"
    fill: str = SIDE
    """The colour of the shape: ``#rrggbb``, a property whose values have colours, ``ink``, ``paper`` or ``none``."""
    edge: str = NONE
    text: str = ""
    """The colour of the content; if empty, one that is legible on the shape."""
    size: float = 4
    """The size of the largest font, in millimetres."""
    least: float = 2
    """The size of the smallest font, in millimetres."""
    align: str = "left"
    bold: bool = False
    say: str = ""
    """The text to print before a number, or on a plate."""
    fit: str = "cover"
    """Whether a picture covers the box, and may be cut off, or is contained in it as a whole."""
    scene: str = "planet"
    """The subject of a scene: a planet, or a station with a module for each power."""
    image: Raster | None = None
    """The image to show on every side instead of its own picture, if ``shows`` is ``picture``."""
    shade: int = 0
    """The percentage of black mixed into the box's colour; a negative number mixes in white."""
    holds: str = ""
    """The place whose pieces lie on the box on a screen: in its middle or, on a track, on the space of their number."""


@frozen
class Template:
    """The size and colours of one kind of side, and the boxes on it."""

    size: tuple[float, float]
    boxes: tuple[Box, ...]
    ink: str = INKLESS
    """The side's colour: ``#rrggbb``, or a property whose values have colours."""
    paper: str = WHITISH


FIELDS: Mapping[str, str] = {
    "shows": "word", "at": "numbers", "of": "word", "shape": "word", "fill": "ink", "edge": "ink", "text": "ink",
    "size": "number", "least": "number", "align": "word", "bold": "flag", "fit": "word", "scene": "word",
    "file": "image", "say": "text", "shade": "number", "holds": "word",
}  # fmt: skip
CHOICES: Mapping[str, Sequence[str]] = {"shows": SHOWS, "shape": SHAPES, "align": ALIGNS, "fit": FITS, "scene": SCENES}


PLAIN = Template(
    size=(63, 44),
    boxes=(
        Box("plate", (0, 0, 63, 10), shape="box"),
        Box("name", (3, 1.5, 57, 7), size=5, least=2, bold=True, text="#ffffff"),
        Box("properties", (3, 11.5, 57, 5), size=3, least=1.6),
        Box("text", (3, 18, 57, 24), size=3.6, least=1.8),
    ),
)
"""The template for kinds of side that have no layout."""


Font = tuple[TrueType, TrueType | None]
"""A font, and its bold letters if it has any."""


@frozen
class Layouts:
    """A layouts file from a game or a set: its templates by kind of side, its table, and the mistakes in it."""

    path: Path
    templates: Mapping[str, Template]
    table: TableLayout
    colours: Mapping[str, str]
    """The colours of words, instead of those in their looks."""
    font: Font | None
    mistakes: Sequence[Diagnostic]


def layouts_of(library: Library, opened: Opener = OnDisk) -> Iterator[Layouts]:
    """Yield the layouts file of a game, if any, and then those of its sets."""
    box = box_of(library.game)
    for contents in (opened(box.folder), *(set_folder.contents for set_folder in library.sets)):
        path = contents.path / LAYOUTS
        if contents.is_file(path):
            source, wrong = read_member(path, label_path(box, path), contents)
            read = read_layouts(source, library, contents)
            yield Layouts(path, {}, TableLayout(), {}, None, wrong) if wrong else Layouts(path, *read)


Read = tuple[Mapping[str, Template], TableLayout, Mapping[str, str], Font | None, Sequence[Diagnostic]]
"""The templates, the table, the colours of words, the font, and the mistakes."""


def read_layouts(source: Source, library: Library, contents: Contents | None = None) -> Read:
    """Read a layouts file; ``contents`` has the images that it names."""
    data = read_toml(source.text)
    if isinstance(data, Mistake):
        return {}, TableLayout(), {}, None, [as_diagnostic(source, data)]
    words, numbers = library.model.words, [each.name for each in library.game.parameters]
    table = read_table(source.text, data.pop(TABLE, {}), words, numbers, library.game.facts)
    reader = Reader(source.text, words, contents)
    colours = reader.read_colours(data.pop(COLOURS, {}))
    font = reader.read_font(data.pop(FONT)) if FONT in data else None
    templates = {kind: template for kind, raw in data.items() if (template := reader.read_template(kind, raw))}
    found, wrong = (TableLayout(), table) if isinstance(table, list) else (table, [])
    mistakes = [as_diagnostic(source, mistake) for mistake in sorted([*wrong, *reader.mistakes])]
    return templates, found, colours, font, mistakes


def list_named_images(contents: Contents) -> frozenset[str]:
    """The files that a layouts file names, mistaken or not."""
    path = contents.path / LAYOUTS
    if not contents.is_file(path):
        return frozenset()
    source, _ = read_member(path, LAYOUTS, contents)
    data = read_toml(source.text)
    templates = [] if isinstance(data, Mistake) else [each for each in data.values() if isinstance(each, dict)]
    boxes = [box for each in templates if isinstance(each.get("boxes"), list) for box in each["boxes"]]
    return frozenset(str(box["file"]) for box in boxes if isinstance(box, dict) and "file" in box)


def as_diagnostic(source: Source, mistake: Mistake) -> Diagnostic:
    return Diagnostic(
        mistake.code or "bad-layout", Span(source, mistake.start, mistake.end), mistake.message, mistake.hint
    )


class Reader:
    """Reads templates and collects the mistakes in them."""

    def __init__(self, text: str, words: Vocabulary, contents: Contents | None = None) -> None:
        self.text = text
        self.words = words
        self.contents = contents
        self.images: dict[str, Raster | None] = {}
        """The images that have been read, by the names of their files."""
        self.mistakes: list[Mistake] = []
        self.kind = ""
        self.box = -1
        """The index of the box that is being read; -1 if no box is being read."""

    def read_colours(self, raw: Any) -> dict[str, str]:
        """Read the colours of words."""
        self.kind, self.box = COLOURS, -1
        if not isinstance(raw, dict):
            self.note("", "colours must be a table", f"write: [{COLOURS}]")
            return {}
        known = {name for names in self.words.words_with_looks() for name in names}
        for word, ink in raw.items():
            if word not in known:
                self.note(word, f"{word!r} is not a word with a colour", suggest_known(word, sorted(known), "words"))
            elif not (isinstance(ink, str) and INK.fullmatch(ink)):
                self.note(word, f"{str(ink)[:40]!r} is not a colour", f'write: {word} = "#2380bf"')
        return {word: ink for word, ink in raw.items() if word in known and isinstance(ink, str)}

    def read_font(self, raw: Any) -> Font | None:
        """Read the files of a font."""
        self.kind, self.box = FONT, -1
        if not isinstance(raw, dict) or "regular" not in raw:
            self.note("", "a font must be a table with its file", f'write: [{FONT}], and below it: regular = "own.ttf"')
            return None
        self.check_keys(raw, ("regular", "bold"))
        regular = self.open_font("regular", raw["regular"])
        bold = self.open_font("bold", raw["bold"]) if "bold" in raw else None
        return (regular, bold) if regular else None

    def open_font(self, name: str, file: Any) -> TrueType | None:
        """Read a file in the folder for fonts. If that fails, record a mistake and return None."""
        if not isinstance(file, str) or not is_font(f"{FONTS}/{file}") or check_name(f"{FONTS}/{file}"):
            self.note(name, f"{name!r} must be a TrueType font in {FONTS}", f'write: {name} = "own.ttf"')
            return None
        if self.contents is None:
            return None
        try:
            return read_font_file(self.contents, self.contents.path / FONTS / file)
        except FontError as error:
            self.note(name, f"{file}: {error.message}", error.hint)
            return None

    def read_template(self, kind: str, raw: Any) -> Template | None:
        """Read the template for a kind of side; None if it has mistakes."""
        self.kind, self.box = kind, -1
        before = len(self.mistakes)
        if kind not in self.words.kinds:
            self.note("", f"{kind!r} is not a kind of side", suggest_known(kind, self.words.kinds, "its kinds"))
            return None
        if not isinstance(raw, dict):
            self.note("", "a layout must be a table", f"write: [{kind}]")
            return None
        self.check_keys(raw, ("size", "ink", "paper", "boxes"))
        size = self.read_numbers(raw, "size", 2, "size = [63, 44]")
        ink = self.read_ink(raw, "ink", INKLESS)
        paper = self.read_ink(raw, "paper", WHITISH)
        if size and not all(5 <= length <= LARGEST for length in size):
            self.note("size", "a side of this size cannot be printed", f"use two numbers from 5 to {LARGEST}")
        boxes = raw.get("boxes")
        if not isinstance(boxes, list) or not all(isinstance(box, dict) for box in boxes):
            self.note(
                "boxes", "'boxes' must be a list of boxes", 'write: boxes = [{ shows = "name", at = [3, 2, 57, 7] }]'
            )
            return None
        if len(boxes) > BOXES.most:
            self.note("boxes", f"this side has {len(boxes)} boxes", f"use at most {BOXES.most}")
            return None
        if (many := sum(box.get("shows") == "picture" for box in boxes)) > PICTURE_BOXES.most:
            self.note("boxes", f"this side has {many} boxes with pictures", f"use at most {PICTURE_BOXES.most}")
            return None
        made: list[Box] = []
        for self.box, box in enumerate(boxes):
            made += self.read_box(box, size or ())
        self.box = -1
        return Template((size[0], size[1]), tuple(made), ink, paper) if len(self.mistakes) == before and size else None

    def read_box(self, raw: Mapping[str, Any], size: Sequence[float]) -> Iterator[Box]:
        before = len(self.mistakes)
        self.check_keys(raw, FIELDS)
        values: dict[str, Any] = {}
        for name in raw.keys() & FIELDS.keys():
            values[name] = self.read_value(raw, name, FIELDS[name])
        for name in {"shows", "at"} - raw.keys():
            self.note(name, f"{name!r} is missing", f"write: {EXAMPLES[name]}")
        for name, choices in CHOICES.items():
            if name in values and values[name] not in choices:
                text = str(values[name])
                self.note(name, f"{text!r} is not a valid {name!r}", suggest_known(text, choices, "choices"))
        if values.get("shows") in ("property", "track"):
            of = values.get("of", "")
            if of not in self.words.properties:
                hint = suggest_known(str(of), self.words.properties, "properties of this game")
                self.note("of" if of else "shows", f"{of!r} is not a property" if of else "'of' is missing", hint)
        elif "of" in values:
            self.note("of", "only a property or a track can have 'of'", "leave it out")
        on_pieces = [place.name for place in self.words.places.values() if place.owner == "piece"]
        if (holds := values.get("holds")) and holds not in on_pieces:
            hint = suggest_known(holds, on_pieces, "places on pieces")
            self.note("holds", f"{holds!r} is not a place on pieces", hint)
        if "file" in raw and values.get("shows") != "picture":
            self.note("file", "only a picture can have 'file'", "leave it out")
        values["image"] = values.pop("file", None)
        fonts = {name: values[name] for name in ("size", "least") if name in values}
        for name in (name for name, font_size in fonts.items() if font_size < SMALLEST):
            self.note(name, f"{name!r} is too small", f"use {SMALLEST} or more")
        if len(self.mistakes) == before and fonts.get("size", 4) < fonts.get("least", 2):
            self.note("least", "the smallest font is larger than the largest", "make 'least' smaller")
        at = values.get("at")
        if at and min(at[2:]) < SMALLEST:
            self.note("at", "this box is too small", f"its width and height must be at least {SMALLEST} millimetres")
        # The tolerance absorbs floating-point error in the sums.
        elif at and size and (at[0] + at[2] > size[0] + 0.01 or at[1] + at[3] > size[1] + 0.01):
            self.note("at", "this box extends beyond its side", f"the side is {size[0]} by {size[1]} millimetres")
        if len(self.mistakes) == before:
            yield Box(**values)

    def read_value(self, raw: Mapping[str, Any], name: str, sort: str) -> Any:
        value = raw[name]
        match sort:
            case "ink":
                return self.read_ink(raw, name, "")
            case "image":
                return self.read_image(name, value)
            case "numbers":
                return self.read_numbers(raw, name, 4, EXAMPLES["at"])
            # An invalid number becomes 1, so that the range checks below do not report it again.
            case "number" if type(value) not in (int, float) or not -100 <= value <= 100:
                self.note(name, f"{name!r} must be a number", f"write: {name} = 3")
                return 1
            case "flag" if not isinstance(value, bool):
                self.note(name, f"{name!r} must be true or false", f"write: {name} = true")
            case "word" | "text" if not isinstance(value, str) or len(value) > 40:
                self.note(name, f"{name!r} must be a short string", f'write: {name} = "..."')
                return ""
        return value

    def read_numbers(self, raw: Mapping[str, Any], name: str, n: int, example: str) -> tuple[float, ...]:
        """Read exactly ``n`` numbers of at least 0. If they are invalid, record a mistake and return ``()``."""
        value = raw.get(name)
        if (
            isinstance(value, list)
            and len(value) == n
            and all(type(number) in (int, float) and number >= 0 for number in value)
        ):
            return tuple(value)
        self.note(name, f"{name!r} must be {n} numbers", f"write: {example}")
        return ()

    def read_ink(self, raw: Mapping[str, Any], name: str, default: str) -> str:
        """Read a colour. If it is invalid, record a mistake and return ``default``."""
        value = raw.get(name, default)
        known = (SIDE, PAPER, NONE)
        if value == default or value in known or (isinstance(value, str) and INK.fullmatch(value)):
            return str(value)
        if value in self.words.properties and not self.words.properties[value].numeric:
            return str(value)
        hint = 'use "#rrggbb", "ink", "paper", "none" or a property with values'
        self.note(name, f"{str(value)[:40]!r} is not a colour", hint)
        return default

    def read_image(self, name: str, file: Any) -> Raster | None:
        """Read an image in the folder for pictures. If that fails, record a mistake and return None."""
        if not isinstance(file, str) or not is_picture(f"{PICTURES}/{file}") or check_name(f"{PICTURES}/{file}"):
            self.note(name, f"{name!r} must be a PNG or JPEG file in {PICTURES}", f'write: {name} = "logo.png"')
            return None
        if file not in self.images and self.contents:
            self.images[file] = self.open_image(self.contents, name, file)
        return self.images.get(file)

    def open_image(self, contents: Contents, name: str, file: str) -> Raster | None:
        try:
            return read_image_file(contents, contents.path / PICTURES / file)
        except RasterError as error:
            self.note(name, f"{file}: {error.message}", error.hint)
            return None

    def check_keys(self, raw: Mapping[str, Any], keys: Collection[str]) -> None:
        for key in raw:
            if key not in keys:
                self.note(key, f"{key!r} is not a known key", suggest_known(key, keys, "known keys"))

    def note(self, key: str, message: str, hint: str) -> None:
        """Record a mistake at a key of the current template or box, unless ``MISTAKES`` of them are already
        recorded."""
        if len(self.mistakes) >= MISTAKES:
            return
        self.mistakes.append(Mistake(*place(self.text, self.kind, self.box, key), message, hint))


EXAMPLES = {"shows": 'shows = "name"', "at": "at = [3, 2, 57, 7]"}


def place(text: str, kind: str, box: int, key: str) -> tuple[int, int]:
    """Find the span of a key in a template or one of its boxes, or of the nearest enclosing element if the key is
    missing."""
    # ``tomllib`` provides no positions, so search the text for them.
    header = re.search(rf"^[ \t]*\[+[ \t]*([\"']?{re.escape(kind)}[\"']?)[ \t]*[\].]", text, re.M)
    if header is None:
        header = re.search(rf"^[ \t]*([\"']?{re.escape(kind)}[\"']?)[ \t]*[.=]", text, re.M)
    if header is None:
        return (0, 0)
    # The next ``[table]`` ends the template. ``[[table]]`` may be one of the template's boxes, and ``["`` begins a
    # list.
    end = re.compile(r"^[ \t]*\[(?![ \t]*\[?[ \t]*\")[A-Za-z\"']", re.M).search(text, header.end())
    start, stop = header.start(), end.start() if end else len(text)
    around = header.span(1)
    if box >= 0:
        braces = list(re.compile(r"\{[^{}]*\}").finditer(text, start, stop))
        if box >= len(braces):
            return around
        start, stop = braces[box].span()
        around = (start, start + 1)
    match = (
        re.compile(rf"(?<![\w\"#-])([\"']?{re.escape(key)}[\"']?)[ \t]*=").search(text, start, stop) if key else None
    )
    return match.span(1) if match else around
