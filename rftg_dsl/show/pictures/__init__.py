"""Pictures of sides and dice, generated from the checked model; no component is drawn by hand.

``side_picture`` fills a layout, ``studio`` holds the looks of words, ``rule`` and ``flow`` set rule text. The result is
a ``display`` list of shapes, written by ``svg``. ``sheets`` and ``pdf`` lay pictures out for printing.
"""
