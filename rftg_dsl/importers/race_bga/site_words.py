"""The words and numbers used by the site."""

from __future__ import annotations

from rftg_dsl.importers.race_bga.script import ACTION, LIMIT, SETUP

END = "end"

STATES = {
    **dict.fromkeys((100, 2, 3, 4, 5), SETUP),
    **dict.fromkeys((10, 11, 12, 200), ACTION),
    **dict.fromkeys((19, 20, 21), "explore"),
    **dict.fromkeys((30, 31, 230, 231, 311), "develop"),
    **dict.fromkeys((40, 41, 43, 241, 341), "settle"),
    **dict.fromkeys((50, 51, 52), "consume"),
    **dict.fromkeys((60, 61, 62, 69), "produce"),
    **dict.fromkeys((70, 71), LIMIT),
    **dict.fromkeys((98, 99), END),
}
NEW_ROUND, PRICES, OVER_LIMIT, ROUND_OVER, OVER = 10, 50, 70, 71, 98
"""The states for a new round, prices of goods, hands over the limit, the end of a round, and the end of the game."""
AGAIN = frozenset({30, 40})
"""The states that begin a phase; the second time in a round, a state begins the second phase of the same kind."""
REVEALED = frozenset({31, 311, 41, 43, 241, 341})
"""The states that are reached after all players have placed their cards."""

CARDS: dict[str, dict[int, tuple[str, ...]]] = {
    "1": {0: ("explore11",), 1: ("explore5",), 2: ("explore5", "explore11")},
    "2": {0: ("develop",), 2: ("develop", "develop2")},
    "3": {0: ("settle",), 2: ("settle", "settle2")},
    "4": {0: ("trade",), 1: ("consume2x",), 2: ("trade", "consume2x")},
    "5": {0: ("produce",)},
}
"""Our action cards, by the site's numbers for phases and for their variants."""

BY_FORCE = "military force"
GAMBLING = "Gambling World"

IGNORED = frozenset(
    """updateReflexionTime wakeupPlayers gameStateMultipleActiveUpdate simpleNote simpleNode prestige_search showMessage
    setPlayerCounter updateWindfallPowers updateProduceTitle clearTmpMilforce updateTmpMilforce keepcards_log
    drawCards_log""".split()
)
"""The types of notifications that do not contain new information."""
