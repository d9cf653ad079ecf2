"""Installed games and sets, and loading: files become a checked model, and a model becomes rules.

The name of a game with an edition, options and sets goes in; a ``Library`` comes out, or ``ContentError`` with every
diagnostic. Loading is a row of stages: read, parse, declare, resolve, check, compile. Start with ``load``, which calls
them in turn; then read ``installed`` (the installed games and sets), ``folder`` (a game's own folder), ``sets`` with
``manifest`` (a set on disk: its ``set.toml`` and content files), ``read_content`` (the first stage), ``stages`` (the
others) and ``library``, whose rules are compiled when a game begins. ``memo`` caches the results of the stages.
``catalogue`` lists components, ``backends`` chooses the engine for whole games, ``packs`` reads sets in one file, and
``layouts`` reads how pictures are laid out.
"""
