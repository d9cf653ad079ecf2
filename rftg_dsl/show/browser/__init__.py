"""The web server: a component library, log replays, games in progress, and an editor for sets.

``server`` starts the application, whose routes are in ``site``; ``access`` and ``connections`` protect it.
``strangers`` reads untrusted logs and sets in processes that can be killed. ``play_room`` and ``live_games`` run games
between people. ``film`` and ``replay_data`` prepare the data for the replay page. ``author_room`` and ``manuscript``
let people edit sets, and ``side_worth`` measures what they write.
"""
