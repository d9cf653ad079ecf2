"""Spreadsheets: CSV files whose rows are components, read into a set's content, and written from it.

``read_rows`` turns the bytes of a file into rows of cells, whose text ``cell_text`` tidies. ``columns`` says what
columns a game has, and ``headings`` which of them the headers in a file mean. ``cell_values`` and ``read_sentences``
read single cells; ``cell_findings`` reports those that cannot be read. ``draft_sides`` reads the cells about a side,
``drafts`` puts the rows together as components, ``sheet_pictures`` finds their pictures, and ``import_sheet`` writes
both in a new set. ``export_sheet`` is the way back.
"""
