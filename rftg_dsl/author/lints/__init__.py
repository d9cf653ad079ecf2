"""Lint rules, which report content that is legal but probably not what its author meant.

A finding never makes content unplayable, and the rules are run only by ``rftg validate`` and editors. Some rules apply
to every game; others are declared in content with ``lint`` and ``worth``.
"""
