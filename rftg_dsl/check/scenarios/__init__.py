"""Read scenarios, whose lines use the game's own words, into the model."""
