"""What is installed, and how a game with its sets is loaded: content on disk becomes a checked model, and rules."""
