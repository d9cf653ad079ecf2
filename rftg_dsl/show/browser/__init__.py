"""The web server: a component library, log replays, games in progress, and an editor for sets.

``server`` starts the application, whose routes are in ``site``; ``access`` and ``connections`` protect it.
``strangers`` reads untrusted logs and sets in processes that can be killed. ``lobby`` begins games between people and
finds them again, and ``play_room`` runs them: a game is in ``live_games``, and the secrets in its links are in
``chairs``. ``film`` and ``replay_data`` prepare the data for the replay page. ``author_room`` and ``manuscript`` let
people edit sets, and ``side_worth`` measures what they write. ``set_shelf`` and ``shared_set`` let them begin sets, and
share them as text.
"""
