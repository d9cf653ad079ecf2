"""Rule text: the English printed on a component, generated from the checked model.

Powers of a model become lines of segments: words, and amounts and things that a picture can show as symbols. Read
``text_segments`` and ``speaker`` (vocabulary and context), then ``sayings``, a game's templates for its verbs, events
and numbers. ``power_text`` assembles whole lines from the other modules.
"""
