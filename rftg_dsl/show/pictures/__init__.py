"""Pictures of sides and dice, all generated from the checked model rather than drawn by hand.

``side_picture`` fills in a layout, ``studio`` holds the looks of words, and ``rule`` and ``flow`` typeset rule text.
The result is a list of shapes from ``display``, which ``svg`` writes as SVG and ``png`` as PNG. ``sheets`` lays out
pictures for printing, and ``pdf`` writes the sheets. ``letters`` has the font, ``own_font`` that of
a set, and ``lettering`` turns text into outlines. ``scenes`` and ``stations`` draw worlds and what developments do.
"""
