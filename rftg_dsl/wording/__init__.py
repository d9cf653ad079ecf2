"""Rule text: the English printed on a component, generated from the checked model.

A model's powers become lines of segments: plain words, and amounts and things that a picture can show as symbols. Read
``text_segments`` and ``speaker`` (vocabulary and context) first, then ``sayings``, the templates in which a game words
its verbs, events and numbers. ``power_text`` assembles whole lines from what the other modules produce.
"""
