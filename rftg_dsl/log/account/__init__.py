"""Accounts of a game from its log alone: its story, why something happened, what a seat saw, how two games differ.

Everything shown to a viewer goes through ``sight``, which knows what that viewer may see, and is put into words by
``log_words``. ``replay`` tells the story and computes the table at any line; ``why`` traces an event back to its
``causes``; ``compare`` finds the first difference between two logs or tables.
"""
