"""Model to hooks: powers become functions over a game in progress."""
