"""Finds installed games and sets and loads them: files become a checked model, and the model becomes rules.

The input is the name of a game with an edition, options and sets; the output is a ``Library``, or ``ContentError`` with
every diagnostic. Loading has six stages: read, parse, declare, resolve, check, compile. Start with ``load``, which
calls them in turn; then read ``installed`` (the installed games and sets), ``folder`` (a game's own folder), ``sets``
with ``manifest`` (a set on disk: its ``set.toml`` and content files), ``read_content`` (the first stage), ``stages``
(from parse to check) and ``library``, whose rules are compiled when a game begins. ``memo`` caches the results of the
stages. ``catalogue`` lists components, ``backends`` chooses the engine for whole games, ``packs`` reads sets that are a
single file, and ``layouts`` reads how pictures are laid out.
"""
