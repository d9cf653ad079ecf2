"""Text for a terminal or a program: findings, tables, components, games and reports.

``paint`` makes text safe to print and colours it, ``wrap`` folds it to the terminal's width, and ``columns`` lays out
tables. ``machine_formats`` renders findings as JSON, SARIF and GitHub annotations. Each remaining module renders the
kind of result that it is named after.
"""
