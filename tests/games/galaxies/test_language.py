"""Sentences for planets that are accepted or refused, in a set of one planet."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rftg_dsl.compile.compiler import Backend
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load, load_library

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")
SET = 'id = "own"\nname = "Own"\ngame = "galaxies"\nversion = "1"\n'


SAID = [
    "action: opponents gain 1 energy",
    "action: opponents regress 1 orbiter by 1, gain 1 culture",
    "action, once per turn: until end of turn, when opponent follows: gain 2 energy",
    "action, if you have the turn: until end of turn, follow price: 1 more",
    "action, if you have no orbiter: gain 3 energy",
    "action, if you have as many landers as orbiters: gain 1 energy",
    "action: gain 2 culture from an opponent",
    "action: upgrade with energy for 2 less",
    "action: advance 2 orbiters on an energy or culture planet by 1",
    "action: move 1 planet in row without orbiters to deck",
    "action: move up to 3 ships in galaxy",
]
"""Powers that no printed planet has."""


def codes(folder: Path, power: str) -> list[str]:
    """The diagnostic codes for a planet with this power."""
    folder.mkdir(exist_ok=True)
    (folder / "set.toml").write_text(SET)
    planet = f'planet-card X1 {{\n  planet "X" energy economy length 2 vp 1 {{ {power} }}\n}}\n'
    (folder / "planet.rftg").write_text(planet)
    return [diagnostic.code for diagnostic in load("galaxies", extra=[folder]).diagnostics]


@pytest.mark.parametrize("power", SAID)
def test_the_language_can_express_actions_no_printed_planet_has(power: str, tmp_path: Path) -> None:
    assert codes(tmp_path / "own", power) == []


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("action: advance 1 orbiter", "missing-clause"),
        ("action: advance 1 orbiter by energy", "wrong-kind"),
        ("action: advance 1 orbiter by up to 2", "wrong-kind"),
        ("action: discard any number of planets in row", "choice-without-chooser"),
        ("action: gain 1 culture from me", "wrong-kind"),
        ("action: gain 1 culture from 2 opponents", "wrong-kind"),
        ("action: upgrade with gold", "unknown-counter"),
        ("action: upgrade with energy for 2", "wrong-kind"),
        ("action: use 2 planets in row", "out-of-range"),
        ("action: gain 1 energy for 1 culture", "surplus-clause"),
        ("action: gain 1 energy by 2", "surplus-clause"),
        ("action: until end of week, when opponent follows: gain 1 energy", "unknown-stretch-of-play"),
        ("action: until start of turn, when opponent follows: gain 1 energy", "unknown-stretch-of-play"),
        ("action: until end of turn: gain 1 energy", "missing-effect"),
        ("action: until end of turn, action: gain 1 energy", "wrong-kind"),
        ("action: until end of turn, when opponent sleeps: gain 1 energy", "unknown-event"),
        ("action, if you have as few landers as orbiters: gain 1 energy", "unknown-condition"),
        ("action, if you have no gold: gain 1 energy", "unknown-word"),
        ("action: opponents dance", "unknown-verb"),
    ],
)
def test_meaningless_powers_get_a_diagnostic(power: str, code: str, tmp_path: Path) -> None:
    assert code in codes(tmp_path / "own", power)


def test_generated_and_interpreted_powers_play_the_same_games(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(SET)
    planets = [
        f'planet-card X{nth} {{\n  planet "X{nth}" energy economy length 2 vp 1 {{ {power} }}\n}}\n'
        for nth, power in enumerate(SAID)
    ]
    (tmp_path / "planets.rftg").write_text("\n".join(planets))
    library = load_library("galaxies", extra=[tmp_path], options={"wording": "second"})

    causes: set[str] = set()
    for seed in range(8):
        played = []
        for backend in BACKENDS:
            g = library.rules(3, backend).start(Seeded(str(seed), "galaxies"))
            random = Random(seed).random
            while not g.over:
                if g.pending is None:
                    g.run()
                else:
                    assert g.answer(g.pending.form.draw(random)) is None
            played.append(g.events)
        assert played[0] == played[1]
        causes |= {event[2] for event in played[0]}
    assert len(causes & {f"X{nth}/1" for nth in range(len(SAID))}) > 5
