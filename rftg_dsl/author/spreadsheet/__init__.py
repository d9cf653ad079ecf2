"""Spreadsheets: CSV files whose rows are components, read into a set's content, and written from it.

``read_rows`` turns the bytes of a file into rows of cells. ``columns`` says what columns a game has, and ``headings``
which of them the headers in a file mean. ``cell_values`` and ``read_sentences`` read single cells. ``drafts`` puts the
rows together as components, and ``import_sheet`` writes these in a new set. ``export_sheet`` is the way back.
"""
