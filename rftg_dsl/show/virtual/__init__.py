"""Components for virtual tables: Tabletop Simulator and Card Game Simulator.

``addresses`` says where a virtual table finds the images, ``card_sheets`` puts many cards into one image, and
``tabletop_simulator`` and ``card_game_simulator`` write the files of their programs.
"""
