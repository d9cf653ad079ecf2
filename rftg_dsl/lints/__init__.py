"""Lints: what is legal in content, but probably not meant.

A lint never makes content unplayable, and only ``rftg validate`` and editors look for them. Some hold for every game;
others a game declares itself, in a file ``lints.rftg`` beside its words.
"""
