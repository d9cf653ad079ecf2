"""The language: the Lark grammar files, and nothing else."""
