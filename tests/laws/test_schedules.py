"""Any change of a schedule is either refused with a place, or games with it are played to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lanes import SLOW, scale
from rftg_dsl.compile.schedule_to_program import describe_steps
from rftg_dsl.kernel import run_program
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import Forget, drive
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load, load_standard

CHANGES = 400 if SLOW else scale(40)
"""How many changes of each game's schedule are tried."""
ROUNDS = 12
"""The rounds after which a game ends that nothing else ends."""

WHO = (
    "",
    "each seat: ",
    "each seat secretly: ",
    "each opponent: ",
    "secretly: ",
    "afterwards: ",
    "each seat entering: ",
)


class Changes:
    """Random changes of the schedule of a game, in the language."""

    def __init__(self, game: str, random: Random) -> None:
        words = load_standard(game).model.words
        self.game, self.random = game, random
        self.steps = describe_steps(load_standard(game).game)[""]
        self.anchors = [*words.schedule.anchors]
        self.opening = {step.anchor for step in words.schedule.setup}
        self.tests = [*load_standard(game).game.tests]
        self.phases = [*words.schedule.stages]
        self.counters = [counter.name for counter in words.counters.values() if counter.owner == "table"]

    def text(self) -> str:
        """A few insertions; now and then another end."""
        made = [self.insertion(nth) for nth in range(self.random.randint(1, 3))]
        if self.random.random() < 0.2:
            made.append(f'end strange "a strange end" {{ {self.condition()} }}')
        return "\n".join(made) + "\n"

    def insertion(self, nth: int) -> str:
        """Something before, after or in place of a step or stage."""
        where = self.random.choice(("before", "after", "replacing"))
        anchor = self.random.choice(self.anchors)
        items = [self.item(f"{nth}-{each}", anchor in self.opening) for each in range(self.random.randint(0, 2))]
        return f"insert {where} {anchor} {{\n" + "\n".join(items) + "\n}"

    def item(self, name: str, opens: bool) -> str:
        """A step, or a stage with some steps."""
        if self.random.random() < 0.3:
            kind = self.random.choice(("phase", "step"))
            test = self.random.choice(["", f" {self.condition()}"])
            inside = "; ".join([self.step(opens) for _ in range(self.random.randint(0, 2))])
            return f'  {kind} strange-{name} "Strange"{test} {{ {inside} }}'
        return f"  {self.step(opens)}"

    def step(self, opens: bool) -> str:
        """A step of the game, as it or others do it; mostly one that belongs there."""
        astray = self.random.random() < 0.1
        name, step = self.random.choice([entry for entry in self.steps.items() if astray or entry[1].opens == opens])
        words = [self.random.choice(options) for options in step.words]
        fitting = "each seat: " if step.seated else ""
        who = fitting if self.random.random() < 0.8 else self.random.choice(WHO)
        return f"{who}{' '.join([name, *words])}"

    def condition(self) -> str:
        """When something takes place."""
        some = [f"if {self.random.choice(self.counters)} is {self.random.randint(0, 9)} or less", "if nobody has 3 vp"]
        if self.tests and self.phases:
            some += [f"if {self.random.choice(self.phases)} {self.random.choice(self.tests)}"] * 2
        return self.random.choice(some)


@pytest.mark.parametrize("game", game_names())
def test_a_changed_schedule_is_refused_or_played_to_its_end(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_program, "LONGEST", ROUNDS)
    (tmp_path / "set.toml").write_text(f'id = "strange"\nname = "Strange"\ngame = "{game}"\nversion = "1"\n')
    played = refused = 0
    for nth in range(CHANGES):
        text = Changes(game, Random(f"{game} {nth}")).text()
        (tmp_path / "strange.rftg").write_text(text)
        loaded = load(game, extra=[tmp_path])
        if loaded.library is None:
            places = [diagnostic.at.begins for diagnostic in loaded.diagnostics if diagnostic.severity == "error"]
            assert places and all(line > 0 for line, _ in places), text
            refused += 1
            continue
        draw = Random(nth).random
        play = loaded.library.rules(2).start(Seeded(str(nth), game))
        try:
            drive(play, [lambda _, asked: asked.form.draw(draw)] * 2, (Forget(),))  # noqa: B023
        except Exception as error:
            pytest.fail(f"{text}\n{error!r}")
        assert play.over and loaded.library.game.report(play).get("end"), text
        played += 1
    assert played > CHANGES / 8 and refused > CHANGES / 8, (played, refused)
