"""HTML templates for the server's pages."""
