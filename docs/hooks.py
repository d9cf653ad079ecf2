"""What the site has beyond the pages of this folder, and what a reader on GitHub does not need.

- Pages made from files elsewhere: the changelog, how to contribute, the files of each example, the names of the API.
- Examples in code have labels for the tests, such as ``file=frontier/tiles.rftg``: here they become titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from rftg_dsl import modules_by_name

ROOT = Path(__file__).parents[1]
FROM_ROOT = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
LANGUAGES = {".py": "python", ".rftg": "rftg", ".toml": "toml", ".jsonl": "json"}
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<language>\w+) (?P<labels>\S.*)$", re.M)
FOLDER = re.compile(r"\]\(([\w-]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """A starred folder in the navigation becomes the list of its pages."""
    docs = Path(config.docs_dir)
    config.nav = expanded(config.nav, docs)
    return config


def expanded(nav: Any, docs: Path) -> Any:
    """A part of the navigation, with starred folders replaced by their pages."""
    match nav:
        case str() if nav.endswith("/*"):
            folder = docs / nav.removesuffix("/*")
            pages = {f"{path.stem}.md" for path in folder.iterdir() if path.suffix == ".md" or path.is_dir()}
            return [f"{folder.name}/{name}" for name in sorted(pages, key=lambda name: (name != "README.md", name))]
        case list():
            return [expanded(one, docs) for one in nav]
        case dict():
            return {title: expanded(one, docs) for title, one in nav.items()}
        case _:
            return nav


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from files elsewhere."""
    for uri, text in made(Path(config.docs_dir)):
        files.append(File.generated(config, uri, content=text))
    return files


def made(docs: Path) -> Iterator[tuple[str, str]]:
    """Each page that is made from other files."""
    for uri, name in FROM_ROOT.items():
        yield uri, (ROOT / name).read_text("utf-8").replace("](docs/", "](")
    for folder in sorted(path for path in (docs / "examples").iterdir() if path.is_dir()):
        yield f"examples/{folder.name}.md", example(folder)
    yield "api-names.md", api_names()


def example(folder: Path) -> str:
    """A page with the files of an example."""
    parts = [f"# {folder.name}", f"The files of `docs/examples/{folder.name}`, for [reading](README.md)."]
    for path in sorted(folder.rglob("*")):
        text = path.read_text("utf-8") if path.suffix in LANGUAGES and "build" not in path.parts else ""
        if text.strip():
            shown = text if len(text) < 20_000 else text[:2_000] + "...\n"
            parts.append(f"## {path.relative_to(folder)}\n\n````{LANGUAGES[path.suffix]}\n{shown}````")
    return "\n\n".join(parts) + "\n"


def api_names() -> str:
    """A page with every name of the API, as its source documents it."""
    names = {name: f"{module}.{name}" for name, module in modules_by_name().items()}
    listed = [f"::: {names[name]}" for name in sorted(names, key=lambda name: (name[0].isupper(), name))]
    intro = "# Names of the API\n\nEvery name of `import rftg_dsl as rftg`. [The guide](api.md) has an example of each."
    return "\n\n".join([intro, *listed]) + "\n"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page as the site needs it."""
    text = FENCE.sub(titled, markdown)
    if page.file.src_uri == "examples/README.md":
        text = FOLDER.sub(r"](\1.md)", text)
    return text


def titled(fence: re.Match[str]) -> str:
    """The first line of a code block: its labels become a title, or vanish."""
    labels = fence["labels"].split()
    title = next((label.partition("=")[2] for label in labels if label.startswith(("file=", "append=", "part="))), "")
    if labels[0] == "wrong":
        title = f"wrong: {labels[-1]}"
    return f"{fence['ticks']}{fence['language']}" + (f' title="{title}"' if title else "")
