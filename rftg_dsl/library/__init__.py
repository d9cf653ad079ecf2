"""Installed games and sets, and loading: files become a checked model, and a model becomes rules.

In comes the name of a game with an edition, options and sets; out comes a ``Library``, or ``Rejected`` with every
diagnostic. Read ``installed`` (games and sets that are installed), ``folder`` (a game's own folder) and ``sets`` with
``manifest`` (a set on disk: its ``set.toml`` and content files); then ``load``, which reads, checks and compiles, and
``memo``, which keeps the results of each stage. ``catalogue`` lists components, ``backends`` chooses what plays whole
games, ``packs`` reads sets in one file, and ``layouts`` reads how pictures are laid out.
"""
