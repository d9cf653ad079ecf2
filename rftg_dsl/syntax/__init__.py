"""Text to tree and back; a tree has places and no meaning."""
