"""Output for people and programs: findings, tables, components, games and reports."""
