"""Model to hooks: what a power means, as functions over a game in progress."""
