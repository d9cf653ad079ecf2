"""What authors work with: packing, breaking changes."""
