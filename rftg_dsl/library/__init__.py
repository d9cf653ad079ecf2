"""Installed games and sets, and loading: files become a checked model, and a model becomes rules.

In comes the name of a game with an edition, options and sets; out comes a ``Library``, or ``Rejected`` with every
diagnostic. Loading is a row of stages: read, parse, declare, resolve, check, compile. Read ``load``, which calls them
in turn; then ``installed`` (games and sets that are installed), ``folder`` (a game's own folder), ``sets`` with
``manifest`` (a set on disk: its ``set.toml`` and content files) and ``read_content``, the first stage; ``stages``, the
others; and ``library``, whose rules are compiled when a game begins. ``memo`` keeps what the stages made.
``catalogue`` lists components, ``backends`` chooses what plays whole games, ``packs`` reads sets in one file, and
``layouts`` reads how pictures are laid out.
"""
