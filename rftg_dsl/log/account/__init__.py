"""Accounts of a game from its log alone: its story, why something happened, what a seat saw, how two games differ.

Whatever is told to a viewer goes through ``sight``, which knows what that viewer may see, and is put in words by
``log_words``. ``replay`` tells the story and gives the table at any line; ``why`` goes back from an event to its
``causes``; ``compare`` finds the first difference of two logs or tables.
"""
