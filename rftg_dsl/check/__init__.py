"""Tree to model: words resolved, kinds right, everything said is used, and every mistake found.

In come the trees of a game and its sets, and the signatures that the game's Python declares; out come a ``Model`` and
diagnostics. Nothing is raised: an author sees all mistakes at once. Read in this order.

1. What words there are: ``signatures`` (verbs, events and numbers, from Python), ``vocabulary`` and ``schedule`` (nouns
   and the course of play, from content), and ``declare`` and ``read_schedule``, which build those from trees.
2. How sentences are read: ``scope`` holds the context, and notes which words have been used, so that none is silently
   ignored. Then from small to large: ``noun_phrases``, ``measures``, ``conditions``, ``event_phrases``, ``effects``,
   ``power_heads``, ``read_powers``, ``read_components``. ``scenarios`` reads tests in the same manner.
3. What comes of it: ``model``, the few meanings that all games share.
4. What must hold of a whole model: ``model_checks`` lists the checks, such as ``ranges``, ``reach``, ``timing``,
   ``cycles`` and ``dead_powers``.

``phrases``, ``near_misses`` and ``restate`` word what an author gets for a sentence that does not fit.
"""
