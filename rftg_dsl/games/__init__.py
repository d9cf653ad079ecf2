"""The games: words, verbs and steps; each exports one ``Game`` record, found by its entry point."""
