"""Tools for authors: validation, lints, scenarios, set versions, packs, and editor support.

``validate`` checks content for the command line. ``lints`` flags content that is legal but probably not what its author
meant. ``scenarios`` runs tests written in the language and measures their coverage. ``versions`` packs a set and
compares two versions. ``spreadsheet`` reads and writes CSV files. ``editor`` is a language server. ``new_set``
scaffolds a set, ``format_files`` formats files, ``glossary`` explains every word, ``printed_sentences`` finds sentences
like what an author has written, and ``health`` reports on the installation.
"""
