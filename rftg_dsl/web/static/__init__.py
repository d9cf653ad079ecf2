"""The files that pages consist of."""
