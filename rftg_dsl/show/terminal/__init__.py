"""Text for a terminal or a program: findings, tables, components, games and reports.

``paint`` makes text safe to show and colours it, ``wrap`` folds it to the terminal's width, and ``columns`` lays out
tables. Each of the other modules renders the kind of result that it is named after; ``machine_formats`` writes findings
as JSON, SARIF and annotations.
"""
