"""Output for people: text in a ``terminal``, ``pictures`` of components, pages in a ``browser``.

The input is findings, models, logs and games in progress; the output is text, SVG, PDF and web pages. Nothing here
decides what a viewer may see: ``log.account.sight`` and ``kernel.visibility`` do that.
"""
