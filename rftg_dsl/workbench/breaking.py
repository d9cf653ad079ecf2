"""Breaking changes: what differs between two versions of a set, what that does to logs, and the version it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, frozen

from rftg_dsl.diagnostic import Rejected, Unusable
from rftg_dsl.log.against import Against, OtherContent, Unplayable
from rftg_dsl.log.batch import logs_in
from rftg_dsl.log.read import Damaged, Log, Missing, read_log
from rftg_dsl.resources import SET
from rftg_dsl.sets import SetFolder
from rftg_dsl.shelf import any_set_folder, find_box, game_names
from rftg_dsl.versions import Version
from rftg_dsl.workbench.differences import Difference, Effect, of_content, of_set_files
from rftg_dsl.workbench.release import Release, released
from rftg_dsl.workshop import Workshop


@frozen
class Judged:
    """What becomes of a log under the new version."""

    log: str
    verdict: Literal["same", "differs", "unplayable", "unknown"]
    against: Against | None = None
    """What would differ, if it can be run."""
    reason: str = ""
    """Why it cannot be run."""

    @property
    def broken(self) -> bool:
        """Whether it no longer audits."""
        return self.verdict in ("differs", "unplayable")

    def plain(self) -> dict[str, Any]:
        """Everything as data."""
        first = self.against.first if self.against else None
        said = {"log": self.log, "verdict": self.verdict, "reason": self.reason}
        return {**said, "first": asdict(first) if first else None}


@frozen
class Breaking:
    """What lies between two versions of a set."""

    old: Release
    new: Release
    differences: tuple[Difference, ...]
    logs: tuple[Judged, ...]
    others: int
    """The logs that were played without this set."""

    @property
    def effect(self) -> Effect | None:
        """The effect that weighs most; a log that no longer audits shows that something plays in another way."""
        effects = [one.effect for one in self.differences]
        effects += [Effect.CHANGES for one in self.logs if one.broken]
        return max(effects, key=lambda one: one.weight, default=None)

    @property
    def needed(self) -> Version:
        """The smallest version that says enough about the changes."""
        return next_version(self.old.set.number, self.effect)

    @property
    def enough(self) -> bool:
        """Whether the new version is at least that."""
        return self.new.set.number >= self.needed

    @property
    def readable(self) -> bool:
        """Whether every log could be judged."""
        return all(one.verdict != "unknown" for one in self.logs)

    def plain(self) -> dict[str, Any]:
        """Everything as data."""
        return {
            "id": self.old.set.id,
            "game": self.old.set.game,
            "old": version_plain(self.old),
            "new": version_plain(self.new),
            "effect": self.effect,
            "needed": short(self.needed),
            "enough": self.enough,
            "differences": [asdict(one) for one in self.differences],
            "logs": [one.plain() for one in self.logs],
            "other_logs": self.others,
        }


def version_plain(one: Release) -> dict[str, str]:
    """A version of a set as data."""
    return {"path": one.shown, "version": one.set.version, "digest": one.digest}


def next_version(old: Version, effect: Effect | None) -> Version:
    """The smallest version after ``old`` that says enough about changes with this effect.

    The first number is for what plays in another way or is gone, the second for what is added, the third for texts. As
    long as the first number is 0, the others stand in for the ones before them.
    """
    if effect is None:
        return old
    breaks = effect in (Effect.CHANGES, Effect.REMOVES)
    if old.major == 0:
        return Version(0, old.minor + 1) if breaks else old.next
    if breaks:
        return Version(old.major + 1)
    return Version(old.major, old.minor + 1) if effect == Effect.ADDS else old.next


def short(version: Version) -> str:
    """A version without zeros at its end."""
    return f"{version}".removesuffix(".0").removesuffix(".0")


def breaking(old: str, new: str, logs: Sequence[Path] = (), extra: Sequence[Path] = ()) -> Breaking:
    """What lies between two versions of a set, each named as an id, ``GAME/SET``, a folder or a pack.

    ``Unusable`` if they are not versions of one set, ``Rejected`` if one of them has mistakes.
    """
    workshop = Workshop()
    one, other = (released(folder_of(name), extra, workshop) for name in (old, new))
    for key in ("id", "game"):
        if (before := getattr(one.set, key)) != (after := getattr(other.set, key)):
            message = f"these are not two versions of one set: the {key} is {before!r} and {after!r}"
            raise Unusable(message, "compare a set with an earlier version of it", "wrong-set")
    parts = {**one.library.parts, **other.library.parts}
    elsewhere = [entry for part, entries in parts.items() if part != one.set.id for entry in entries]
    differences = [
        *of_set_files(one.set, other.set, (f"{one.shown}/{SET}", f"{other.shown}/{SET}")),
        *of_content(one.library.parts[one.set.id], other.library.parts[one.set.id], elsewhere),
    ]
    judged, others = judge(logs_in(logs), one.set, other.set, extra)
    return Breaking(one, other, tuple(differences), tuple(judged), others)


def folder_of(name: str) -> Path:
    """The folder or pack of a set: a path, the id of an installed set, or ``GAME/SET``."""
    game, _, rest = name.partition("/")
    if game in game_names() and rest and not Path(name).exists():
        box = find_box(game)
        known = {**{path.name: path for path in box.sets}, **box.expansions}
        if rest in known:
            return known[rest]
    return any_set_folder(name)


def judge(paths: Iterable[str], old: SetFolder, new: SetFolder, extra: Sequence[Path]) -> tuple[list[Judged], int]:
    """What becomes of the logs that were played with a set, and the number of the others."""
    content = OtherContent([new.folder], [old.folder, *extra])
    judged: list[Judged] = []
    others = 0
    for path in paths:
        try:
            log = read_log(Path(path))
            if has_set(log, old):
                against = content.against(log)
                judged.append(Judged(path, "differs" if against.first else "same", against))
            else:
                others += 1
        except (Unplayable, Rejected) as error:
            judged.append(Judged(path, "unplayable", reason=str(error)))
        except (Damaged, Missing, Unusable) as error:
            judged.append(Judged(path, "unknown", reason=str(error)))
    return judged, others


def has_set(log: Log, one: SetFolder) -> bool:
    """Whether a log was played with a set, in any version."""
    return log.head["game"] == one.game and one.id in log.head["digests"]
