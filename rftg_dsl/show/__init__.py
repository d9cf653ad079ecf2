"""Output for people: text in a ``terminal``, ``pictures`` of components, pages in a ``browser``.

In come findings, models, logs and games in progress; out come texts, SVG and PDF, and a server's pages. Nothing here
decides what a viewer may see: that comes from ``log.account.sight`` and ``kernel.visibility``.
"""
