"""The commands of ``rftg``, a module per group, each imported only when one of its commands runs."""
