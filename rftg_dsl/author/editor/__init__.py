"""Editor support: diagnostics, hover, completion, renaming.

``language_server`` speaks the Language Server Protocol; the other modules are independent of it.
"""
