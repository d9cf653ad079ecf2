"""What people and programs are shown: findings, tables, components, games and reports."""
