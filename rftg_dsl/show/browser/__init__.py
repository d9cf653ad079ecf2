"""What is seen in a browser: games, drawn from their logs."""
