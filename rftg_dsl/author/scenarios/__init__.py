"""What authors work with: scenarios and what they cover, packs, and breaking changes between versions."""
