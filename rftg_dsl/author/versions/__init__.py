"""Set versions: packs, and comparison of two versions.

``release`` loads one version with its game; ``differences`` compares declarations; ``breaking`` derives the effect on
logs and the required version number; ``packing`` writes a set as one file.
"""
