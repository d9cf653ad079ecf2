"""The Merkle tree over the lines of a log, as in RFC 6962, with which a line can be proven without the others.

The leaf for a line is the SHA-256 of byte 0 and the line; a node is the SHA-256 of byte 1 and its two children. A tree
of ``n`` lines splits at the largest power of two below ``n``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from attrs import frozen

Hash = bytes


def leaf_of(line: str) -> Hash:
    return sha256(b"\0" + line.encode("ascii")).digest()


def node_of(left: Hash, right: Hash) -> Hash:
    return sha256(b"\1" + left + right).digest()


EMPTY = sha256(b"").digest()


class Tree:
    """A tree that grows line by line and keeps only one node for each set bit of its size."""

    __slots__ = ("nodes", "size")

    def __init__(self) -> None:
        self.size = 0
        self.nodes: list[Hash] = []
        """The roots of the complete subtrees, from largest to smallest."""

    def add(self, line: str) -> None:
        # ``leaf_of`` and ``node_of`` are inlined, because this runs for every line of every log.
        node = sha256(b"\0" + line.encode("ascii")).digest()
        size, nodes = self.size, self.nodes
        self.size = size + 1
        while size & 1:
            node = sha256(b"\1" + nodes.pop() + node).digest()
            size >>= 1
        nodes.append(node)

    @property
    def root(self) -> str:
        return root_from(self.nodes)


def root_from(nodes: Sequence[Hash]) -> str:
    """The root of the tree that is made up of these complete subtrees, in hexadecimal."""
    if not nodes:
        return EMPTY.hex()
    node = nodes[-1]
    for left in reversed(nodes[:-1]):
        node = node_of(left, node)
    return node.hex()


def tree_of(lines: Iterable[str]) -> Tree:
    tree = Tree()
    for line in lines:
        tree.add(line)
    return tree


def root_of(lines: Iterable[str]) -> str:
    return tree_of(lines).root


def path_of(leaves: Iterable[Hash], index: int) -> list[Hash]:
    """Return the audit path from a leaf to the root, from the bottom up. The first leaf has index 0."""
    path: list[Hash] = []
    # The flag is set on the wanted leaf and on the nodes above it. A single pass keeps one node per level, so
    # ``leaves`` can be an iterator.
    nodes: list[tuple[Hash, bool]] = []

    def join() -> None:
        right, on_right = nodes.pop()
        left, on_left = nodes.pop()
        if on_left or on_right:
            path.append(right if on_left else left)
        nodes.append((node_of(left, right), on_left or on_right))

    for size, leaf in enumerate(leaves):
        nodes.append((leaf, size == index))
        while size & 1:
            join()
            size >>= 1
    while len(nodes) > 1:
        join()
    return path


def root_above(leaf: Hash, index: int, size: int, path: Sequence[Hash]) -> Hash | None:
    """Compute the root of a tree of ``size`` leaves from one leaf and its audit path. Return None if the path does not
    fit."""
    if not 0 <= index < size:
        return None
    node, at, last = leaf, index, size - 1
    for beside in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            node = node_of(beside, node)
            # The last node on a level moves up unchanged if it has no sibling.
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            node = node_of(node, beside)
        at, last = at >> 1, last >> 1
    return node if last == 0 else None


@frozen
class Checkpoint:
    """A root that someone has noted, written ``ROOT`` or ``ROOT:LINES``.

    A root alone does not determine the number of lines it covers. The same audit path can fit a different number of
    lines, in which case it proves a different line number.
    """

    root: str
    lines: int | None = None

    def does_cover(self, root: str, lines: int) -> bool:
        return root == self.root and self.lines in (None, lines)


def checkpoint_of(text: str) -> Checkpoint | None:
    match = re.fullmatch(r"([0-9a-f]{64})(?::([1-9][0-9]{0,8}))?", text.strip().lower(), re.ASCII)
    return Checkpoint(match[1], int(match[2]) if match[2] else None) if match else None
