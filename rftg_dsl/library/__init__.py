"""Finds and loads installed games and sets: turns files into a checked model, and the model into rules.

The input is a game's name with an edition, options and sets. The output is a ``Library``; if the content has errors,
``ContentError`` is raised with all of them. Loading has six stages: read, parse, declare, resolve, check, compile.
Start with ``load``, which runs the stages in order. Then read ``installed`` (the installed games and sets), ``folder``
(a game's own folder), ``sets`` and ``manifest`` (a set on disk: its content files and its ``set.toml``),
``read_content`` (the first stage), ``stages`` (from parse to check) and ``library``, which compiles the rules when a
game begins. ``memo`` caches the results of the stages. ``finder`` finds the library for the head of a log,
``catalogue`` lists components, ``backends`` chooses the engine for whole games, ``packs`` reads sets stored as a single
file, ``layouts`` reads how pictures are laid out, and ``own_pictures`` the images of components
(``image_files`` opens them).
"""
