"""A proof passes for one line of one number of lines: nothing is stated that its root does not bind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.line_proof import Proof, check_proof
from rftg_dsl.log.proof.merkle import Checkpoint, checkpoint_of, leaf_of, path_of, root_of
from rftg_dsl.log.proof.signed_notes import generate_key, key_of, sign_note

MOST = 32


def texts(size: int) -> list[str]:
    """The lines of a small tree."""
    return [f"line {number}" for number in range(1, size + 1)]


def proof(size: int, line: int) -> Proof:
    """The true proof for a line."""
    path = tuple(path_of(map(leaf_of, texts(size)), line - 1))
    return Proof(line, texts(size)[line - 1], size, path, root_of(texts(size)), ())


def elsewhere(true: Proof) -> Iterator[Proof]:
    """The same proof with every other place that could be claimed."""
    for size in range(1, MOST + 9):
        for line in range(1, size + 1):
            if (line, size) != (true.line, true.size):
                yield evolve(true, line=line, size=size)


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_no_proof_passes_with_another_line_or_size(size: int) -> None:
    for line in range(1, size + 1):
        true = proof(size, line)
        bound, free = f"{true.root}:{size}", true.root

        result = check_proof(true, expect=bound)
        assert (result.holds, result.line, result.lines) == (True, line, size)
        for forged in elsewhere(true):
            assert not check_proof(forged, expect=bound).holds
            claimed = check_proof(forged, expect=free)
            assert (claimed.line, claimed.lines) == (None, None)


def test_a_root_alone_proves_that_the_line_is_there_and_no_more() -> None:
    result = check_proof(proof(20, 7), expect=root_of(texts(20)))

    assert (result.holds, result.line, result.lines) == (True, None, None)
    assert (result.as_plain()["line"], result.as_plain()["lines"]) == (None, None)


def test_some_forged_places_do_fit_the_root_alone() -> None:
    fits = [forgery for size in range(1, MOST) for forgery in elsewhere(proof(size, 1)) if check_proof(forgery).holds]

    assert fits, "if none did, a root would bind its size, and all this would be for nothing"


def test_a_mark_and_an_end_say_their_own_number() -> None:
    for kind in ("mark", "end"):
        lines = [*texts(9), line_of({"k": kind, "n": 9, "root": root_of(texts(9))}), *texts(2)]
        path = tuple(path_of(map(leaf_of, lines), 9))
        true = Proof(10, lines[9], 12, path, root_of(lines), ())

        result = check_proof(true, expect=true.root)

        assert (result.holds, result.line, result.lines) == (True, 10, None)
        assert not any(check_proof(forgery).holds for forgery in elsewhere(true) if forgery.line != 10)


def test_a_signature_binds_the_number_of_lines() -> None:
    private, key = generate_key("anna")
    true = proof(20, 7)
    noted = evolve(true, notes=(sign_note("log", true.size, true.root, private),))

    result = check_proof(noted, [key_of(str(key))])

    assert (result.line, result.lines, result.signed) == (7, 20, ("anna",))
    assert not any(check_proof(forgery, [key]).holds for forgery in elsewhere(noted))


def test_a_checkpoint_is_a_root_and_perhaps_a_number_of_lines() -> None:
    root = root_of(texts(3))

    assert checkpoint_of(root.upper()) == Checkpoint(root)
    assert checkpoint_of(f" {root}:955\n") == Checkpoint(root, 955)
    for wrong in (root[:-1], f"{root}:", f"{root}:0", f"{root}:-1", f"{root}:٣", f"955:{root}", f"{root}:1:2"):
        assert checkpoint_of(wrong) is None
