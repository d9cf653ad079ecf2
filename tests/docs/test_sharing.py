"""docs/sharing.md: its files are sets, its commands do what the page says, and its table has every key."""

import re
from pathlib import Path

from attrs import NOTHING, fields

from docs.walks import walk
from rftg_dsl.base.source import Source
from rftg_dsl.base.toml_shape import EXAMPLE
from rftg_dsl.library.manifest import SetFile, read_set_file

PAGE = (Path(__file__).parents[2] / "docs" / "sharing.md").read_text("utf-8")


def test_every_step_of_the_page_works(tmp_path: Path) -> None:
    walk(PAGE, tmp_path)

    assert isinstance(read_set_file(Source("set.toml", (tmp_path / "comets" / "set.toml").read_text())), SetFile)


def test_the_page_has_every_key_in_order() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| (.+) \|$", PAGE.split("| key | value |")[1].split("\n\n")[0], re.MULTILINE)

    assert [key for key, _ in rows] == [field.name for field in fields(SetFile)]
    assert [key for key, without in rows if without == "an error"] == [
        field.name for field in fields(SetFile) if field.default is NOTHING
    ]


def test_every_key_that_may_be_left_out_has_an_example_that_can_be_written() -> None:
    examples = [field.metadata[EXAMPLE] for field in fields(SetFile) if field.default is not NOTHING]
    text = 'id = "a"\nname = "A"\ngame = "roll"\nversion = "1"\n' + "\n".join(examples)

    read = read_set_file(Source("set.toml", text))

    assert isinstance(read, SetFile), read
    assert all(getattr(read, field.name) != field.default for field in fields(SetFile) if field.name != "language")
