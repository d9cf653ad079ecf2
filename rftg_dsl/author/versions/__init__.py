"""Versions of sets: packs, and what differs between two versions.

``release`` loads one version with its game, ``differences`` compares two declaration by declaration, ``breaking`` says
what that does to logs and which version it asks for, and ``packing`` makes a set one file.
"""
