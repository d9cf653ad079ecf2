"""Builds a release from the current commit, twice, and writes it only if both are the same to the byte.

``python tests/release/build_release.py dist`` writes the sdist, the wheel, a bill of materials and SHA256SUMS.

Both builds use the time of the commit, other folders, another hash seed and another time zone. The wheel is built from
the sdist. The bytes depend on the versions of setuptools (see constraints.txt) and of zlib.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from release.bill_of_materials import make_bill

ROOT = Path(__file__).parents[2]
Built = Mapping[str, bytes]

SETTINGS = ({"PYTHONHASHSEED": "0", "TZ": "UTC"}, {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu"})
"""The circumstances of the two builds, which must not matter."""


def build_release(out: Path, top: Path = ROOT) -> list[str]:
    """Write the release of the current commit in ``top`` to a folder, and return the names of its files."""
    epoch = int(run("git", "log", "-1", "--format=%ct", cwd=top))
    sources = subprocess.run(["git", "archive", "HEAD"], cwd=top, capture_output=True, check=True).stdout
    first, second = (build_from(sources, epoch, settings) for settings in SETTINGS)
    if first != second:
        differing = [name for name in {**first, **second} if first.get(name) != second.get(name)]
        raise SystemExit(f"not reproducible: {', '.join(differing)}")
    return write_release(first, out, epoch)


def build_from(sources: bytes, epoch: int, settings: Mapping[str, str]) -> Built:
    """Build an sdist from a tar file of the sources, and a wheel from the sdist."""
    env = {**os.environ, **settings, "SOURCE_DATE_EPOCH": str(epoch)}
    # Files in a wheel keep their modes, which must not depend on whoever builds it.
    before = os.umask(0o022)
    try:
        with TemporaryDirectory() as folder:
            top = Path(folder)
            [sdist] = build(unpack(sources, top / "sources"), "--sdist", env)
            packed = normalize_sdist(sdist.read_bytes(), epoch)
            [inside] = unpack(packed, top / "unpacked").iterdir()
            [wheel] = build(inside, "--wheel", env)
            return {sdist.name: packed, wheel.name: wheel.read_bytes()}
    finally:
        os.umask(before)


def build(folder: Path, form: str, env: Mapping[str, str]) -> list[Path]:
    run(sys.executable, "-m", "build", form, "--no-isolation", "--outdir", "../out", cwd=folder, env=env)
    made = [*(folder.parent / "out").iterdir()]
    return [path for path in made if path.suffix == (".whl" if form == "--wheel" else ".gz")]


def unpack(raw: bytes, folder: Path) -> Path:
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def normalize_sdist(raw: bytes, epoch: int) -> bytes:
    """Pack a tar file again without owners, in order of names, and with one time and one of two modes for all files."""
    packed = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(raw)) as old,
        gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=epoch) as file,
        tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, epoch
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    return packed.getvalue()


def write_release(built: Built, out: Path, epoch: int) -> list[str]:
    out.mkdir(parents=True, exist_ok=True)
    for name, raw in built.items():
        (out / name).write_bytes(raw)
    [wheel] = [name for name in built if name.endswith(".whl")]
    bill = json.dumps(make_bill(out / wheel, epoch), indent=2, sort_keys=True).encode() + b"\n"
    files = {**built, f"{wheel.removesuffix('.whl')}.cdx.json": bill}
    files["SHA256SUMS"] = "".join(
        f"{sha256(raw).hexdigest()}  {name}\n" for name, raw in sorted(files.items())
    ).encode()
    for name, raw in files.items():
        (out / name).write_bytes(raw)
    return sorted(files)


def run(*command: str, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """The output of a command. Raise ``SystemExit`` with all of it if the command fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    made = Path(sys.argv[1])
    for name in build_release(made):
        print(f"{made / name}: {(made / name).stat().st_size:,} bytes")
