"""The commands of ``rftg``, a module for each group; every module is imported only when one of its commands is run."""
