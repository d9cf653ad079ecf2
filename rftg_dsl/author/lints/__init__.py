"""Lint rules: they report content that is legal but probably not meant.

A finding never makes content unplayable, and only ``rftg validate`` and editors run the rules. Some apply to every
game; others are declared in content with ``lint`` and ``worth``.
"""
