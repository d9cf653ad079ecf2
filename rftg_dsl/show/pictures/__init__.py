"""Pictures of sides and dice, generated from the checked model; no component is drawn by hand.

``side_picture`` fills in a layout, ``studio`` holds the looks of words, and ``rule`` and ``flow`` set rule text. The
result is a ``display`` list of shapes, which ``svg`` writes out. ``sheets`` and ``pdf`` lay out pictures for printing.
"""
