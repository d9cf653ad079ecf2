"""Text for a terminal or a program: findings, tables, components, games and reports.

``paint`` makes text safe to show and colours it, ``wrap`` folds it to the width, ``columns`` sets tables. Each other
module words one kind of result, and has its name; ``machine_formats`` writes findings as JSON, SARIF and annotations.
"""
