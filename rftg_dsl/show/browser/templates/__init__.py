"""The pages of the rooms."""
