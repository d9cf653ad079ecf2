"""The native light check reads logs of strangers: it touches no memory but its own, as AddressSanitizer sees it."""

from __future__ import annotations

import gzip
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.native import building

LOGS = Path(__file__).parents[1] / "logs"
WHOLE = [path for path in sorted(LOGS.glob("*.gz")) if "sealed" not in path.name]
GALAXIES = gzip.decompress((LOGS / "galaxies.rlog.gz").read_bytes())
BROKEN = sorted((LOGS / "malformed").glob("*.rlog"))
CHECKED = ("-g", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")

DRIVER = """
#include "light.c"
#include <stdio.h>

int main(int argc, char **argv) { /* for each log, what its labels begin with, its shares, and its path */
  Check c = {0};
  for (int i = 1; i + 2 < argc; i += 3) {
    FILE *file = fopen(argv[i + 2], "rb");
    fseek(file, 0, SEEK_END);
    long n = ftell(file);
    rewind(file);
    char *text = calloc(1, n + 1); /* bytes of Python have a zero behind them */
    if (fread(text, 1, n, file) != n) return 2;
    fclose(file);
    c.text = text, c.n = n, c.shares = atoi(argv[i + 1]), c.work = INT64_MAX;
    c.prefix = *argv[i] ? argv[i] : NULL, c.prefix_n = strlen(argv[i]);
    int right = rftg_light(&c);
    printf("%d %lld\\n", right, (long long)c.used);
    free(text);
  }
  free(c.roots.p);
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The light check as a program of its own that stops at the first wrong access."""
    by = building.find_compiler()
    if by is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("memory")
    source, made = folder / "driver.c", folder / "driver"
    source.write_text(DRIVER)
    building.write_format_header(folder)
    called = [by.path, *CHECKED, f"-I{building.HERE}", f"-I{folder}", str(source), "-o", str(made)]
    if subprocess.run(called, capture_output=True, check=False).returncode:
        pytest.skip("the C compiler has no AddressSanitizer")
    return made


Given = tuple[str, int, bytes]
"""What the labels of a log begin with, how many shares follow its head, and the log."""


def given(raw: bytes) -> Given:
    """A whole log with what an audit tells the light check of it."""
    log = parse_log(raw)
    seed = randomness_of(log).seed
    return "" if seed is None else f"{seed}/{log.head['game']}/", len(log.randomness.promises), raw


def run(program: Path, logs: Iterable[Given], folder: Path) -> list[tuple[bool, int]]:
    """Whether each log is right, and how many bytes of it."""
    called = [str(program)]
    for nth, (prefix, shares, raw) in enumerate(logs):
        path = folder / str(nth)
        path.write_bytes(raw)
        called += [prefix, str(shares), str(path)]
    done = subprocess.run(called, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [(right == "1", int(used)) for right, used in map(str.split, done.stdout.splitlines())]


def test_whole_logs(program: Path, tmp_path: Path) -> None:
    results = run(program, [given(gzip.decompress(path.read_bytes())) for path in WHOLE], tmp_path)

    assert [right for right, _ in results] == [True] * len(WHOLE)


def test_names_that_come_with_labels(program: Path, tmp_path: Path) -> None:
    """The table of names grew while one of them was looked up, which wrote to where it had been."""
    head = GALAXIES.splitlines()[0]
    thrown = [
        {"domain": 6, "fx": [], "k": "rnd", "label": f"0/table/throw {nth}/0", "result": [nth % 6]}
        for nth in range(5_000)
    ]
    raw = b"".join(line + b"\n" for line in [head, *(line_of(record).encode() for record in thrown)])

    assert run(program, [("", 0, raw), ("a/galaxies/", 0, raw)], tmp_path) == [(True, len(raw)), (False, 0)]


INSTEAD = [b'"', b"[", b"}", b",", b"0", b"\\", b"-1", b""]


def test_spoilt_logs(program: Path, tmp_path: Path) -> None:
    chosen = random.Random(1)
    prefix, shares, whole = given(GALAXIES)
    spoilt = [path.read_bytes() for path in BROKEN]
    for _ in range(300):
        raw = bytearray(whole[: chosen.choice([30_000, len(whole)])])
        for _ in range(chosen.choice([1, 1, 3])):
            at = chosen.randrange(len(raw))
            raw[at : at + chosen.choice([0, 1, 1, 9])] = chosen.choice(INSTEAD)
        spoilt.append(bytes(raw.rstrip(b"\n")) + b"\n")

    results = run(program, [(prefix, shares, raw) for raw in spoilt], tmp_path)

    assert len(results) == len(spoilt)
    assert not all(right for right, _ in results)
