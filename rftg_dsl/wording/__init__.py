"""Rule text: what is printed on a component, in English, from the checked model.

In come powers of a model; out come lines of segments: words, and amounts and things that a picture can show as symbols.
Read ``text_segments`` and ``speaker`` (whose words, and in which context), then ``sayings``, the templates in which a
game words its verbs, events and numbers. ``power_text`` builds whole lines from the others: ``noun_text``,
``place_text``, ``measure_text``, ``event_text``, ``verb_text`` and ``number_text``.
"""
