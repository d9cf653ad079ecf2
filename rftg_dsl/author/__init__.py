"""What authors work with: validation, lints, scenarios, versions and packs of sets, and an editor's questions."""
