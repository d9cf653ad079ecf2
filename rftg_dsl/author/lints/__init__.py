"""Lints: what is legal in content, but probably not meant.

A lint never makes content unplayable, and only ``rftg validate`` and editors look for them. Some hold for every game;
others a game or a set declares in its content, with ``lint`` and ``worth``.
"""
