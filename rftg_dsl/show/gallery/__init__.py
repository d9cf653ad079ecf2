"""A gallery of a set or a game: a folder of HTML without scripts, which opens from a disk as well as from a server.

``exhibits`` gathers what there is to show, ``loading`` says how to play with it, and ``pages`` writes the files.
"""
