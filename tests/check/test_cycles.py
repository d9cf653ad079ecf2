"""Powers that would trigger one another forever are an error that names them."""

from attrs import evolve

from check.joined import codes, join, tile
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.cycles import check_cycles
from rftg_dsl.library.installed import find_game


def cycles(*powers: str, fires: dict[str, str], exhausts: str = "none") -> list[Diagnostic]:
    """The cycles among the powers of one development, whose verbs fire these events and exhaust these objects."""
    loaded = join(tile("; ".join(powers)), words_only=True)
    assert loaded.diagnostics == ()
    game = find_game("roll")
    happens = {event.name: event for event in game.events}
    verbs = [
        evolve(verb, fires=(happens[fires[verb.name]],) if verb.name in fires else (), exhausts=exhausts)
        for verb in game.verbs
    ]
    return list(check_cycles(loaded.model, evolve(game, verbs=verbs)))


def test_a_power_that_sets_itself_off() -> None:
    [diagnostic] = cycles("when you trade: gain $1", fires={"gain": "trade"})

    assert diagnostic.code == "trigger-cycle"
    assert "X1.a/1 -> X1.a/1" in diagnostic.message


def test_powers_that_set_one_another_off_are_named_once() -> None:
    [diagnostic] = cycles(
        "when you trade: gain $1", "when you consume: have $3", fires={"gain": "consume", "have": "trade"}
    )

    assert "X1.a/1 -> X1.a/2 -> X1.a/1" in diagnostic.message


def test_once_per_phase_ends_the_chain() -> None:
    assert cycles("when you trade, once per phase: gain $1", fires={"gain": "trade"}) == []


def test_a_chain_that_ends_is_none() -> None:
    assert cycles("when you trade: gain $1", "when you consume: gain $1", fires={"gain": "consume"})[
        0
    ].message.endswith("X1.a/2 -> X1.a/2")
    assert cycles("when you trade: gain $1", "when you consume: may gain 1 vp", fires={"have": "trade"}) == []


def test_only_a_verb_that_uses_up_its_object_ends_the_chain() -> None:
    once_at_most = {
        exhausts: cycles("when you trade: gain $1", fires={"gain": "trade"}, exhausts=exhausts)
        for exhausts in ("any", "this", "none")
    }

    assert [exhausts for exhausts, found in once_at_most.items() if not found] == ["any"]


def test_a_number_does_not_depend_on_what_it_is_now() -> None:
    per = "per development with {} 3 or more in developments"

    assert codes(tile(f"cost of developments: 1 less {per.format('current cost')}")) == ["trigger-cycle"]
    assert codes(tile(f"cost of developments: 1 less {per.format('cost')}")) == []
