"""Lints: content that is legal but probably not meant.

A lint never makes content unplayable; only ``rftg validate`` and editors run them. Some apply to every game, others are
declared in content with ``lint`` and ``worth``.
"""
