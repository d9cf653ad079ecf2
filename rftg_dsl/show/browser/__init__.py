"""Pages in a browser: a library, replays of logs, games in progress, and a room to write sets in.

``site`` has the addresses, and ``server`` starts it; ``access`` and ``connections`` stand before every page. Strangers'
logs and sets are read by ``strangers``, in processes that can be stopped. ``play_room`` and ``live_games`` hold games
of people, ``replay_data`` is what the replay page gets, and ``author_room`` with ``manuscript`` edits sets.
"""
