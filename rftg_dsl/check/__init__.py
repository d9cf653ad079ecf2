"""The step from trees to a model: resolve words, check kinds, make sure everything written is used, report mistakes.

The input is the trees of a game and its sets, with the signatures declared by the game's Python code; the output is a
``Model`` and diagnostics. Nothing is raised, so an author sees all mistakes at once. Reading order:

1. Vocabulary: ``signatures`` (verbs, events and numbers, from Python), ``vocabulary`` and ``schedule`` (nouns and the
   course of play, from content), and ``declare`` and ``read_schedule``, which build those from trees.
2. Sentences: ``scope`` holds the context and records which words were used, so that none is silently ignored. From
   small to large: ``noun_phrases``, ``measures``, ``conditions``, ``event_phrases``, ``effects``, ``power_heads``,
   ``read_powers``, ``read_components``. ``scenarios`` reads tests in the same way.
3. Results: ``model``, the few meanings that all games share.
4. Whole-model checks: ``model_checks`` lists them, for example ``ranges``, ``reach``, ``timing``, ``cycles`` and
   ``dead_powers``.

``phrases``, ``near_misses`` and ``restate`` word the help that an author gets for a sentence that does not fit.
"""
