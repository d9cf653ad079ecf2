"""The games as data: words, constants, components and scenarios; no Python."""
