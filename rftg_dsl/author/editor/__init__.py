"""What an editor asks while content is written: what is wrong with it, what its words mean, what may come next.

``language_server`` speaks the Language Server Protocol; the other modules know nothing of it.
"""
