"""Output for people: text in a ``terminal``, ``pictures`` of components, and pages in a ``browser``.

This package renders findings, models, logs and games in progress as text, SVG, PDF and web pages. It does not decide
what a viewer may see; ``log.account.sight`` and ``kernel.visibility`` do.
"""
