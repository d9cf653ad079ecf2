"""What importers of foreign traces share."""
