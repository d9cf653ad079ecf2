"""The web server: a component library, log replays, games in progress, and an editor for sets.

``site`` has the routes and ``server`` starts it, behind ``access`` and ``connections``. ``strangers`` reads untrusted
logs and sets in processes that can be killed. ``play_room`` and ``live_games`` run games between people,
``replay_data`` builds the replay page's data, and ``author_room`` edits sets with ``manuscript``.
"""
