"""Editor support: diagnostics, hover, completion and renaming.

``language_server`` implements the Language Server Protocol with the help of ``wire``; no other module depends on the
protocol.
"""
