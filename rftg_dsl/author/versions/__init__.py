"""Set versions: packs, and the comparison of two versions.

``release`` loads one version of a set with its game. ``differences`` compares declarations. ``breaking`` derives the
effect on logs and the required version number. ``packing`` writes a set as a single file.
"""
