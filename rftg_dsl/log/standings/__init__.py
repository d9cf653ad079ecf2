"""A league's table from the logs of its games: places, points and ratings of the players.

Read ``league_rules`` first, which says which games count. ``read_results`` audits logs and reads the results of those
that do, ``counted_games`` drops copies and contradictions, ``point_rules`` gives points for places, ``ratings``
estimates how strong the players are, and ``standings_report`` puts it all together.
"""
