"""Tree to model: words resolved, kinds right, every mistake found."""
