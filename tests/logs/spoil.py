"""The corpus of malformed logs: the first lines of a real log, and something wrong at one place.

python tests/logs/spoil.py

Every reader must say ``invalid`` or ``unknown`` of them, as ``malformed/verdicts.json`` has it. Their names say what is
wrong.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.format.record import line_of

FOLDER = Path(__file__).parent / "malformed"
VERDICTS = FOLDER / "verdicts.json"
BASE = gzip.decompress((Path(__file__).parent / "galaxies.rlog.gz").read_bytes()).split(b"\n")[:8]

NONE = "0" * 64
"""A digest of nothing."""

Change = Callable[[dict[str, Any]], None]


def changed(number: int, change: Change) -> list[bytes]:
    """The lines with one record changed; lines count from 1."""
    record = json.loads(BASE[number - 1])
    change(record)
    return [*BASE[: number - 1], line_of(record).encode(), *BASE[number:]]


def head(**fields: Any) -> list[bytes]:
    """The lines with other fields in the head."""
    return changed(1, lambda record: record.update(fields))


def then(line: bytes) -> list[bytes]:
    """The lines with one more after the head."""
    return [BASE[0], line, *BASE[1:]]


def without(field: str) -> list[bytes]:
    """The lines without a field of the head."""
    return changed(1, lambda record: record.pop(field))


MALFORMED: dict[str, list[bytes]] = {
    "blanks": [BASE[0].replace(b",", b", ", 1), *BASE[1:]],
    "not-ascii": [
        BASE[0].replace(b'"made_by":"', '"made_by":"\N{LATIN SMALL LETTER E WITH ACUTE}'.encode()),
        *BASE[1:],
    ],
    "not-utf-8": [BASE[0].replace(b'"made_by":"', b'"made_by":"\xff'), *BASE[1:]],
    "escaped-for-nothing": [BASE[0].replace(b'"game":"galaxies"', b'"game":"\\u0067alaxies"'), *BASE[1:]],
    "upper-case-escape": [BASE[0].replace(b'"made_by":"', b'"made_by":"\\u00E9'), *BASE[1:]],
    "half-a-character": [BASE[0].replace(b'"made_by":"', b'"made_by":"\\ud800'), *BASE[1:]],
    "a-key-twice": [BASE[0].replace(b'"game":', b'"game":"roll","game":'), *BASE[1:]],
    "keys-out-of-order": then(b'{"k":"run","fx":[["note","x","y.z"]]}'),
    "a-float": then(b'{"fx":[["note","x","y.z",1.5]],"k":"run"}'),
    "an-exponent": then(b'{"fx":[["note","x","y.z",1e3]],"k":"run"}'),
    "minus-zero": then(b'{"fx":[["note","x","y.z",-0]],"k":"run"}'),
    "not-a-number": then(b'{"fx":[["note","x","y.z",NaN]],"k":"run"}'),
    "too-large": then(b'{"fx":[["note","x","y.z",9007199254740993]],"k":"run"}'),
    "5000-digits": then(b'{"fx":[["note","x","y.z",' + b"9" * 5000 + b']],"k":"run"}'),
    "too-deep": then(b'{"fx":[["note","x","y.z",' + b"[" * 22 + b"]" * 22 + b']],"k":"run"}'),
    "far-too-deep": then(b"[" * 50_000 + b"]" * 50_000),
    "a-long-line": then(b'{"fx":[["note","x","y.z","' + b"x" * 1_000_000 + b'"]],"k":"run"}'),
    "an-empty-line": then(b""),
    "no-object": then(b"[]"),
    "no-kind": then(b"{}"),
    "unknown-kind": then(b'{"k":"chat"}'),
    "an-empty-run": then(b'{"fx":[],"k":"run"}'),
    "true-for-one": changed(2, lambda record: record["fx"].append(["adjust", "x", "y.z", "turns_taken", True])),
    "two-heads": [BASE[0], *BASE],
    "no-head": BASE[1:],
    "format-1": head(format="rftg-log/1"),
    "format-9": head(format="rftg-log/9"),
    "no-format": without("format"),
    "no-stretch": without("stretch"),
    "a-field-too-many": head(seed="x"),
    "a-seat-too-few": head(seats=["anna"]),
    "no-such-mode": head(randomness={"mode": "luck"}),
    "half-a-commitment": head(randomness={"commit": "0" * 63, "mode": "seed"}),
    "sealed-but-not": head(sealed=1),
    "sealed-and-true": head(sealed=True),
    "seen-by-a-list": head(unseen={"counters": {"energy": []}, "places": {}}),
    "no-tables": head(table={}),
    "a-cell-below-zero": then(b'{"fx":[["shift","x","y.z","energy@supply","energy@b",99999]],"k":"run"}'),
    "an-unknown-piece": then(b'{"fx":[["move","x","y.z","nobody","nowhere",0]],"k":"run"}'),
    "an-unknown-event": then(b'{"fx":[["vanish","x","y.z"]],"k":"run"}'),
    "an-event-without-cause": then(b'{"fx":[["note","x"]],"k":"run"}'),
    "a-label-of-another-round": then(b'{"domain":6,"fx":[],"k":"rnd","label":"7/0/roll/0","result":[1]}'),
    "a-label-that-skips": then(b'{"domain":6,"fx":[],"k":"rnd","label":"0/0/roll/1","result":[1]}'),
    "an-impossible-face": then(b'{"domain":6,"fx":[],"k":"rnd","label":"0/0/zz/0","result":[6]}'),
    "no-faces": then(b'{"domain":0,"fx":[],"k":"rnd","label":"0/0/zz/0","result":[0]}'),
    "a-mark-too-soon": then(
        line_of(
            {
                "after": "round 1",
                "figures": {"seats": []},
                "k": "mark",
                "n": 1,
                "root": NONE,
                "state": NONE,
                "table": NONE,
            }
        ).encode()
    ),
    "an-end-at-once": then(line_of({"figures": {"seats": []}, "k": "end", "n": 1, "root": NONE}).encode()),
    "a-reveal-too-soon": then(line_of({"k": "reveal", "nonce": "0" * 32, "text": "x"}).encode()),
    "a-share-of-nobody": then(b'{"k":"share","refused":1,"seat":0}'),
    "a-signature-of-nothing": then(line_of({"k": "sign", "note": "x\n1\ny\n\n"}).encode()),
    "a-seat-that-is-not": then(b'{"does":"leaves","k":"seat","seat":9}'),
    "a-seat-that-flies": then(b'{"does":"flies","k":"seat","seat":0}'),
}


def verdicts_on(path: Path) -> dict[str, Any]:
    """What is said of a log, with and without the rules."""
    said = {}
    for light in (False, True):
        verdict = judge_log(path.name, lambda: read_log(path), make_finder(), light)
        said["light" if light else "full"] = [verdict.verdict, verdict.line, verdict.reason]
    return said


def main() -> None:
    """Write the corpus again, and the verdicts of now."""
    verdicts = {}
    for name, lines in MALFORMED.items():
        path = FOLDER / f"{name}.rlog.gz"
        path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in lines), mtime=0))
        verdicts[name] = verdicts_on(path)
    VERDICTS.write_text(json.dumps(verdicts, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
