"""Text to syntax tree and back; a tree has locations but no meaning."""
