"""The commands of ``rftg``, with one module per group."""
