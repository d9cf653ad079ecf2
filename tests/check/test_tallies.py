"""How often something has happened is counted separately for everything that can be meant."""

from __future__ import annotations

from check.joined import join

WORLDS = [
    "a world",
    "a novelty world",
    "a non-novelty world",
    "a world with cost 3",
    "a world with cost 3 or more",
    "a world with cost 3 or less",
    "a world with cost 2 or 3",
    "a world with a consume power",
    'a card called "Old Earth"',
]


def test_what_is_described_differently_is_counted_separately() -> None:
    lines = "\n".join(f"at end of settle, if you settled {world}: gain 1 vp" for world in WORLDS)
    loaded = join(f'card Z1 {{ development "Z" cost 4 vp 1 {{\n{lines}\n}} }}', "race")

    assert [diagnostic.message for diagnostic in loaded.diagnostics] == []
    powers = [power for power in loaded.model.walk_powers() if power.id.startswith("Z1")]
    names = [condition.measure.tally for power in powers for condition in power.conditions]
    assert len({*names}) == len(names) == len(WORLDS)
