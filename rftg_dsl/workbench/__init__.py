"""What authors work with: packs, and breaking changes between versions."""
