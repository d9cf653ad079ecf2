"""Turn trees into a model: resolve words, check kinds, make sure that everything written is used, and report mistakes.

The input consists of the trees of a game and its sets, and the signatures that the game's Python code declares. The
output is a ``Model`` and diagnostics. Nothing is raised, so an author sees all mistakes at once. Reading order:

1. Vocabulary: ``signatures`` contains the verbs, events and numbers, which are declared in Python. ``vocabulary`` and
   ``schedule`` contain the nouns and the course of play, which ``declare`` and ``read_schedule`` read from trees.
2. Sentences: ``scope`` holds the context and records which words have been used, so that none is silently ignored. From
   small to large, the readers are ``noun_phrases``, ``measures``, ``conditions``, ``event_phrases``, ``effects``,
   ``power_heads``, ``read_powers`` and ``read_components``. ``scenarios`` reads tests in the same way.
3. Results: ``model`` defines the few meanings that all games share.
4. Whole-model checks: ``model_checks`` lists them. Those of a single power are in ``power_checks`` and ``relations``.
   ``possibilities`` interprets all powers together, and ``dead_powers`` reads the result. Others are ``ranges``,
   ``cycles`` and ``supply_limits``.

``phrases``, ``near_misses`` and ``restate`` word the help that an author receives for a sentence that does not fit.
"""
