"""Editor support: diagnostics, hover, completion, renaming.

``language_server`` speaks the Language Server Protocol, with the help of ``wire``; no other module depends on it.
"""
