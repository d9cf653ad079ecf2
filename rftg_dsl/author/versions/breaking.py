"""Breaking changes: the differences between two versions of a set, their effect on logs, and the required version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import asdict, frozen

from rftg_dsl.author.versions.differences import Difference, Effect, compare_content, compare_set_files
from rftg_dsl.author.versions.release import Release, load_release
from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.base.resources import SET, is_path
from rftg_dsl.base.versions import Version
from rftg_dsl.library.installed import all_sets_of, find_any_set_folder, find_box, game_names
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.log.audit.other_content import Against, OtherContent, UnplayableContent
from rftg_dsl.log.format.read_log import DamagedLog, read_log

Fate = Literal["same", "differs", "unplayable", "unknown", "without"]
"""The fate of a log: it stays the same, differs, cannot be played, cannot be judged, or was played without the set."""

BROKEN: tuple[Fate, ...] = ("differs", "unplayable")


@frozen
class Judged:
    """The fate of a log under the new version."""

    log: str
    fate: Fate
    against: Against | None = None
    reason: str = ""

    @property
    def sound(self) -> bool:
        return self.fate in ("same", "without")

    def as_plain(self) -> dict[str, Any]:
        first = self.against.first if self.against else None
        said = {"log": self.log, "fate": self.fate, "reason": self.reason}
        return {**said, "first": asdict(first) if first else None}


class Breaking:
    """A comparison of two versions of a set, and the number of logs that have met each fate."""

    def __init__(self, old: Release, new: Release, extra: Sequence[str | Path] = ()) -> None:
        """Compare two versions, each with the ``extra`` sets. Raise ``UsageError`` if they belong to different sets."""
        for key in ("id", "game"):
            if (before := getattr(old.set, key)) != (after := getattr(new.set, key)):
                message = f"these are different sets: one has the {key} {before!r}, the other {after!r}"
                raise UsageError(message, "compare a set with an earlier version of it", "wrong-set")
        self.old, self.new, self.extra = old, new, extra
        self.differences = tuple(find_differences(old, new))
        self.fates: Counter[Fate] = Counter()

    def judge_logs(self, paths: Iterable[str]) -> Iterator[Judged]:
        # Use the same instance for all logs, so that content is loaded only once.
        content = OtherContent([self.new.set.folder], [self.old.set.folder, *self.extra])
        for path in paths:
            judged = fate_of(path, self.old.set, content)
            self.fates[judged.fate] += 1
            yield judged

    @property
    def effect(self) -> Effect | None:
        """The most serious effect of the differences; None if there are none."""
        effects = [difference.effect for difference in self.differences]
        # A log that no longer passes its audit proves that play has changed, even if no declaration differs.
        effects += [Effect.CHANGES for fate in BROKEN if self.fates[fate]]
        return max(effects, key=lambda effect: effect.weight, default=None)

    @property
    def needed(self) -> Version:
        return version_after(self.old.set.number, self.effect)

    @property
    def enough(self) -> bool:
        return self.new.set.number >= self.needed

    def as_plain(self, logs: Iterable[Judged] = ()) -> dict[str, Any]:
        judged = [log.as_plain() for log in logs if not log.sound]
        return {
            "id": self.old.set.id,
            "game": self.old.set.game,
            "old": describe_version(self.old),
            "new": describe_version(self.new),
            "effect": self.effect,
            "needed": shorten_version(self.needed),
            "enough": self.enough,
            "differences": [asdict(difference) for difference in self.differences],
            "logs": judged,
            "fates": {fate: self.fates[fate] for fate in get_args(Fate)},
        }


def find_differences(old: Release, new: Release) -> Iterator[Difference]:
    id = old.set.id
    others = {**old.library.parts, **new.library.parts}
    elsewhere = [entry for part, entries in others.items() if part != id for entry in entries]
    yield from compare_set_files(old.set, new.set, (f"{old.shown}/{SET}", f"{new.shown}/{SET}"))
    yield from compare_content(old.library.parts[id], new.library.parts[id], elsewhere)


def fate_of(path: str, old: SetFolder, content: OtherContent) -> Judged:
    try:
        log = read_log(Path(path))
        if log.head["game"] != old.game or old.id not in log.head["digests"]:
            return Judged(path, "without")
        against = content.compare_log(log)
        return Judged(path, "differs" if against.first else "same", against)
    except (UnplayableContent, ContentError) as error:
        return Judged(path, "unplayable", reason=str(error))
    except (DamagedLog, MissingContent, UsageError) as error:
        return Judged(path, "unknown", reason=str(error))


def describe_version(release: Release) -> dict[str, str]:
    return {"path": release.shown, "version": release.set.version, "digest": release.digest}


def version_after(old: Version, effect: Effect | None) -> Version:
    """The smallest version after ``old`` that announces this effect.

    Changes and removals raise the major number, additions raise the minor number, and differences in text raise the
    patch number. While the major number is 0, changes and removals raise the minor number, and everything else raises
    the patch number.
    """
    if effect is None:
        return old
    breaks = effect in (Effect.CHANGES, Effect.REMOVES)
    if old.major == 0:
        return Version(0, old.minor + 1) if breaks else old.next
    if breaks:
        return Version(old.major + 1)
    return Version(old.major, old.minor + 1) if effect == Effect.ADDS else old.next


def shorten_version(version: Version) -> str:
    """Format a version without trailing zeros."""
    return f"{version}".removesuffix(".0").removesuffix(".0")


def compare_versions(old: str, new: str, extra: Sequence[str | Path] = ()) -> Breaking:
    """Compare two versions, each specified as an id, ``GAME/SET``, a folder or a pack.

    Raise ``UsageError`` if they are not versions of the same set, or ``ContentError`` if one of them has mistakes.
    """
    earlier, other = (load_release(folder_of(name), extra) for name in (old, new))
    return Breaking(earlier, other, extra)


def folder_of(name: str) -> Path:
    game, _, rest = name.partition("/")
    if not is_path(name) and game in game_names() and rest in (known := all_sets_of(find_box(game))):
        return known[rest]
    return find_any_set_folder(name)
