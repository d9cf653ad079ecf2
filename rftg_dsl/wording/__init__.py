"""Generates rule text, the English printed on a component, from the checked model.

Each power becomes a line of segments. Some segments are plain words; others are amounts and things, which a picture can
show as symbols. Read ``text_segments`` and ``speaker`` (vocabulary and context) first, then ``sayings``, the templates
in which a game words its verbs, events and numbers. ``power_text`` assembles whole lines from the output of the other
modules.
"""
