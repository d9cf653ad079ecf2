"""Systems of linear equations with a symmetric, positive definite matrix, by Cholesky's factorization."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul

Matrix = Sequence[Sequence[float]]


def factor_matrix(matrix: Matrix) -> list[list[float]]:
    """The rows of the lower triangle whose product with its transpose is the matrix; a row ends at the diagonal."""
    factor: list[list[float]] = []
    for nth, entries in enumerate(matrix):
        row: list[float] = []
        for column in range(nth):
            above = factor[column]
            row.append((entries[column] - sum(map(mul, row, above))) / above[column])
        row.append(sqrt(entries[nth] - sum(map(mul, row, row))))
        factor.append(row)
    return factor


def solve_factored(factor: Matrix, right: Sequence[float]) -> list[float]:
    """The solution for a matrix with this factor and a right-hand side."""
    solution = solve_lower(factor, right)
    for nth in reversed(range(len(factor))):
        solution[nth] /= factor[nth][nth]
        for column in range(nth):
            solution[column] -= factor[nth][column] * solution[nth]
    return solution


def solve_lower(factor: Matrix, right: Sequence[float]) -> list[float]:
    solution: list[float] = []
    for row, value in zip(factor, right, strict=True):
        solution.append((value - sum(map(mul, row, solution))) / row[-1])
    return solution


def invert_diagonal(factor: Matrix) -> list[float]:
    """The diagonal of the inverse of the matrix with this factor."""
    diagonal = []
    for nth in range(len(factor)):
        # The column of the inverse factor is 0 above the diagonal, so only the rest of the system is solved.
        below = [row[nth:] for row in factor[nth:]]
        column = solve_lower(below, [1.0] + [0.0] * (len(below) - 1))
        diagonal.append(sum(map(mul, column, column)))
    return diagonal
