"""Pictures of sides and dice, drawn from the checked model: nothing is drawn by hand for one component.

``side_picture`` fills a layout from the model; ``studio`` has the looks of words, ``rule`` and ``flow`` set rule text.
The result is a ``display`` list of shapes, which ``svg`` writes; ``sheets`` and ``pdf`` lay pictures out to print.
"""
