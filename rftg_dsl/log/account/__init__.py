"""Accounts of a game from its log alone: the story, the causes of events, a seat's view, and comparisons with other
games.

Everything shown to a viewer goes through ``sight``, which determines what that viewer may see, and is put into words by
``log_words``. ``replay`` tells the story and computes the table at any line. ``why`` traces an event back to its
``causes``. ``compare`` finds the first difference between two logs or tables.
"""
