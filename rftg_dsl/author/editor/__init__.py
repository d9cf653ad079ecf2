"""Answers for an editor while content is written: mistakes, the meaning of words, completions.

``language_server`` speaks the Language Server Protocol; the other modules know nothing of it.
"""
