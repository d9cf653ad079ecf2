"""Signatures: notes and keys as C2SP has them, who is required, and who is ignored."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest
from attrs import evolve

from forging import derived, edited, first, raw_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.verdict import Demands, Verdict
from rftg_dsl.log.format.read_log import DamagedLog, parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.line_proof import check_proof, proof_in, proof_of
from rftg_dsl.log.proof.signed_notes import (
    Key,
    Note,
    Signature,
    generate_key,
    key_of,
    note_of,
    origin_of,
    read_keys,
    sign_note,
)
from rftg_dsl.log.proof.signing import add_signature

pytest.importorskip("cryptography")

SECRET, ANNA = generate_key("anna")
OTHER, BEN = generate_key("ben")

VECTOR = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
"""The public key of the example in c2sp.org/signed-note."""
SIGNED = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\N{EM DASH} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
"""Its signed note."""


def verdict(lines: list[str], *keys: Key, light: bool = False) -> Verdict:
    wanted = Demands(frozenset(["signed"]) if keys else frozenset(), keys)
    return judge_log("log", lambda: parse_log(raw_of(lines)), make_finder(), light, wanted)


def with_note(lines: list[str], size: int, root: str, secret: str = SECRET) -> list[str]:
    """The lines with a signature by so many of them at their end."""
    note = sign_note(origin_of(lines[0]), size, root, secret)
    return [*lines, line_of({"k": "sign", "note": str(note)})]


def whole(lines: list[str], secret: str = SECRET) -> list[str]:
    """The lines with a signature by all of them."""
    return with_note(lines, len(lines), verdict(lines, light=True).root, secret)


def test_keys_are_those_of_the_specification() -> None:
    key = key_of(VECTOR)

    assert (key.name, key.id.hex(), str(key)) == ("PeterNeumann", "c74f20a3", VECTOR)
    body, _, line = SIGNED.partition("\n\n")
    [name, value] = line.removeprefix("\N{EM DASH} ").split()

    class Quoted(Note):
        @property
        def text(self) -> str:
            return body + "\n"

    raw = b64decode(value)
    note = Quoted("", 1, "00" * 32, (Signature(name, raw[:4], raw[4:]),))
    assert key.has_signed(note) is True
    wrong = Quoted("", 1, "00" * 32, (Signature(name, raw[:4], raw[:0:-1][:64]),))
    assert key.has_signed(wrong) is False


@pytest.mark.parametrize("light", [True, False])
def test_a_required_signer_has_signed(lines: list[str], light: bool) -> None:
    log = whole(lines)

    result = verdict(log, ANNA, light=light)

    assert (result.verdict, result.signed) == ("valid", ("anna",))
    assert not any("binds" in remark for remark in result.remarks)


def test_an_unknown_signer_is_ignored_and_a_missing_one_is_not(lines: list[str]) -> None:
    assert verdict(whole(lines, OTHER)).verdict == "valid"
    result = verdict(whole(lines, OTHER), ANNA)
    assert (result.verdict, result.signed) == ("unknown", ())
    assert "anna has not signed" in result.reason
    both = whole(whole(lines), OTHER)
    assert verdict(both, ANNA, BEN).signed == ("anna", "ben")


def test_a_signature_of_somebody_else_under_the_same_name_is_not_hers(lines: list[str]) -> None:
    impostor, _ = generate_key("anna")

    assert verdict(whole(lines, impostor), ANNA).verdict == "unknown"


def test_a_wrong_signature_is_invalid(lines: list[str]) -> None:
    log = whole(lines)
    note = note_of(json.loads(log[-1])["note"])
    assert note is not None
    [signature] = note.signatures
    spoilt = evolve(note, signatures=(evolve(signature, signature=bytes(64)),))
    forged = [*lines, line_of({"k": "sign", "note": str(spoilt)})]

    assert verdict(forged).verdict == "valid"
    result = verdict(forged, ANNA)
    assert (result.verdict, result.reason) == ("invalid", "the signature of anna is wrong")


@pytest.mark.parametrize("light", [True, False])
def test_a_signature_of_other_lines_is_refused(lines: list[str], light: bool) -> None:
    root = verdict(lines, light=True).root
    for size, of in ((len(lines) - 1, root), (len(lines), "0" * 64), (len(lines) + 1, root), (3, root)):
        result = verdict(with_note(lines, size, of), light=light)
        assert result.verdict == "invalid", size


@pytest.mark.parametrize("light", [True, False])
def test_a_signature_stands_there_only_once(lines: list[str], light: bool) -> None:
    once = whole(lines)

    result = verdict([*once, once[-1]], light=light)
    assert (result.verdict, result.line) == ("invalid", len(once) + 1)
    assert verdict([*once, whole(once)[-1]], ANNA, light=light).verdict == "valid"


def test_a_signature_of_an_early_mark_does_not_cover_the_end(lines: list[str]) -> None:
    at = first(lines, "mark")
    early = verdict(lines[: at + 1], light=True).root
    note = sign_note(origin_of(lines[0]), at + 1, early, SECRET)
    log = derived([*lines[: at + 1], line_of({"k": "sign", "note": str(note)}), *lines[at + 1 :]])

    assert verdict(log).verdict == "valid"
    assert verdict(log, ANNA).verdict == "unknown"
    assert verdict(whole(log), ANNA).verdict == "valid"


def test_a_changed_log_loses_its_signature(lines: list[str]) -> None:
    log = whole(lines)
    renamed = edited(log, 0, lambda head: head.update(seats=["Eve", "Mallory"]), again=True)

    assert verdict(renamed).verdict == "invalid"
    assert verdict(renamed[:-1]).verdict == "valid"
    assert verdict(renamed[:-1], ANNA).verdict == "unknown"


@pytest.mark.parametrize(
    "text", ["", "x", "x\n\n", "a\nb\nc\n\n\N{EM DASH} x y\n", 3, None, "a\n1\n" + "A" * 44 + "\n\n"]
)
def test_what_is_no_note(text: object) -> None:
    assert note_of(text) is None


@pytest.mark.parametrize(
    "text", ["", "anna", "anna+00000000+AAAA", VECTOR + "x", VECTOR.replace("c7", "c8"), "a b+1+2"]
)
def test_what_is_no_key(text: str) -> None:
    with pytest.raises(UsageError, match="is not a public key"):
        key_of(text)


def test_keys_come_from_files_too(tmp_path: Path) -> None:
    path = tmp_path / "anna.pub"
    path.write_text(f"{ANNA}\n")

    assert read_keys([str(path), str(BEN)]) == [ANNA, BEN]


def test_a_log_on_disk_is_signed_by_several(log: Path) -> None:
    for secret in (SECRET, OTHER):
        note = add_signature(log, secret)
        assert note.size == len(log.read_text().splitlines()) - 1
    assert verdict(log.read_text().splitlines(), ANNA, BEN).verdict == "valid"


def test_a_log_that_is_not_in_order_is_not_signed(log: Path, lines: list[str]) -> None:
    log.write_text("\n".join([*lines[:9], *lines[10:]]) + "\n")
    before = log.read_bytes()
    with pytest.raises(DamagedLog):
        add_signature(log, SECRET)
    log.write_bytes(before[:-5])
    with pytest.raises(UsageError, match="cut off"):
        add_signature(log, SECRET)
    assert log.read_bytes() == before[:-5]


# -- proofs ---------------------------------------------------------------------------------------------------------


def test_a_proof_holds_for_its_line_only(lines: list[str]) -> None:
    log = parse_log(raw_of(whole(lines)))
    for number in (1, 2, len(lines) // 2, len(lines)):
        plain = proof_of(log, number)
        proof = proof_in(plain)
        assert proof is not None and proof.text == lines[number - 1]
        assert check_proof(proof, [ANNA], plain["root"]).holds
        assert check_proof(proof, [BEN]).reason == "the signature of ben is missing"
        assert not check_proof(proof, expect="0" * 64).holds
        other = proof_in(plain | {"text": lines[number - 2]})
        assert other is not None and not check_proof(other).holds
        moved = proof_in(plain | {"line": number % len(lines) + 1})
        assert moved is not None and not check_proof(moved).holds


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x"},
        {"line": 0},
        {"line": 10**6},
        {"size": "3"},
        {"path": [3]},
        {"path": ["00"]},
        {"path": ["0" * 64] * 65},
        {"root": ""},
        {"text": 3},
        {"text": "\N{EM DASH}"},
        {"notes": ["x"]},
        {"more": 1},
    ],
)
def test_what_is_no_proof(lines: list[str], change: dict[str, object]) -> None:
    assert proof_in(proof_of(parse_log(raw_of(lines)), 3) | change) is None
    assert proof_in([]) is None


def test_there_is_no_proof_of_a_line_that_is_not_there(lines: list[str]) -> None:
    for number in (0, len(lines) + 1, -1):
        with pytest.raises(UsageError, match="the log has no line"):
            proof_of(parse_log(raw_of(lines)), number)
