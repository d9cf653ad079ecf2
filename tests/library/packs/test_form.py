"""A pack has one form: the same files give the same bytes, and what is not in that form is refused with a code."""

from __future__ import annotations

import io
import random
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from lanes import law
from library.packs.hostile import ATTACKS, FILES, SOUND
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.library.packs.member_names import check_name, find_collisions
from rftg_dsl.library.packs.pack_format import make_pack
from rftg_dsl.library.packs.read_pack import MISTAKES, members_of, open_pack

NAMES = st.builds("{}.rftg".format, st.text(st.characters(codec="utf-8"), max_size=12))


def refused(raw: bytes) -> list[Diagnostic]:
    """What is wrong with a pack."""
    result = members_of(raw, "mine.rpack")
    assert isinstance(result, list), "it was not refused"
    return result


def test_the_bytes_of_a_pack_never_change() -> None:
    assert sha256(SOUND).hexdigest() == "f0e543c22cae12b6ec38610336c8bd37fd6a729b042d46037808bfbb778c43c8"


def test_any_program_for_zip_files_can_open_a_pack() -> None:
    with zipfile.ZipFile(io.BytesIO(SOUND)) as archive:
        assert archive.testzip() is None
        assert {member.filename: archive.read(member) for member in archive.infolist()} == FILES
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@law(100)
@given(st.dictionaries(NAMES, st.binary(max_size=60), max_size=8), st.randoms())
def test_the_order_of_files_does_not_matter_and_what_is_packed_is_read(
    files: dict[str, bytes], chance: random.Random
) -> None:
    names = [name for name in files if check_name(name) is None]
    names = [name for name in names if name not in {two for two, _ in find_collisions(names)}]
    others = chance.sample(names, len(names))

    raw = make_pack({name: files[name] for name in others})

    assert raw == make_pack({name: files[name] for name in names})
    assert members_of(raw, "mine.rpack") == {name: files[name] for name in names}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_refused_with_its_code(attack: str) -> None:
    code, make = ATTACKS[attack]

    diagnostics = refused(make())

    assert code in {diagnostic.code for diagnostic in diagnostics}, diagnostics
    assert all(diagnostic.message and diagnostic.hint for diagnostic in diagnostics)


def test_what_is_said_of_each_attack(snapshot: SnapshotAssertion) -> None:
    said = [
        f"{attack}\n"
        + "\n".join(f"  {diagnostic.code}: {diagnostic.message}; {diagnostic.hint}" for diagnostic in refused(make()))
        for attack, (_, make) in ATTACKS.items()
    ]

    assert "\n".join(said) == snapshot


@pytest.mark.parametrize(
    ("limit", "make"),
    [
        (limits.PACK, lambda n: make_pack({f"{k}.rftg": b"#" * size for k, size in enumerate(parts(n - 726))})),
        (limits.MEMBERS, lambda n: make_pack({f"{k}.rftg": b"#" for k in range(n)})),
        (limits.MEMBER, lambda n: make_pack({"a.rftg": b"#" * n})),
        (limits.MEMBER_NAME, lambda n: make_pack({"x" * (n - 5) + ".rftg": b"#"})),
        (limits.MEMBER_DEPTH, lambda n: make_pack({"x/" * (n - 1) + "a.rftg": b"#"})),
    ],
)
def test_a_limit_of_packs_is_kept(limit: limits.Limit, make: object) -> None:
    most, more = (make(limit.most + n) for n in (0, 1))  # type: ignore[operator]

    assert isinstance(members_of(most, "mine.rpack"), dict)
    assert [diagnostic.code for diagnostic in refused(more)] == [limit.code]


def parts(size: int) -> list[int]:
    """Sizes of eight files that are so large together."""
    return [size // 8] * 7 + [size - 7 * (size // 8)]


def test_many_mistakes_are_not_all_told() -> None:
    assert len(refused(make_pack({f"{n}.exe": b"" for n in range(MISTAKES + 10)}))) == MISTAKES


def test_a_pack_that_grows_while_it_is_read_is_not_read_to_its_end(tmp_path: Path) -> None:
    large = tmp_path / "large.rpack"
    with large.open("wb") as file:
        file.truncate(1 << 40)

    result = open_pack(large, "large.rpack")

    assert isinstance(result, list)
    assert [diagnostic.code for diagnostic in result] == ["pack-too-large"]


# -- damage ------------------------------------------------------------------------------------------------------


@law(300)
@given(st.integers(0, len(SOUND) - 1), st.integers(1, 255))
def test_no_byte_of_a_pack_can_be_changed(at: int, by: int) -> None:
    refused(SOUND[:at] + bytes([SOUND[at] ^ by]) + SOUND[at + 1 :])


@law(150)
@given(st.integers(0, len(SOUND)), st.integers(0, 60), st.binary(max_size=60))
def test_no_bytes_can_be_left_out_or_put_in(at: int, out: int, put: bytes) -> None:
    changed = SOUND[:at] + put + SOUND[at + out :]

    if changed != SOUND:
        refused(changed)


@law(150)
@given(st.sampled_from(sorted(ATTACKS)), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=6))
def test_whatever_else_is_done_to_an_attack_is_told(attack: str, changes: list[tuple[int, int]]) -> None:
    raw = bytearray(ATTACKS[attack][1]())[:100_000]
    for at, value in changes if raw else ():
        raw[at % len(raw)] = value

    result = members_of(bytes(raw), "mine.rpack")

    assert result if isinstance(result, list) else make_pack(result) == bytes(raw)


@law(200)
@given(st.binary(max_size=400))
def test_any_bytes(raw: bytes) -> None:
    result = members_of(raw, "mine.rpack")

    assert result if isinstance(result, list) else make_pack(result) == raw
