"""Whatever a file of scenarios contains, `rftg test` tells what is wrong with it, and no scenario breaks the engine."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from check.test_fuzz import SIGNS, changed
from lanes import law
from rftg_dsl.author.scenarios.suites import find_suites, run_suites
from rftg_dsl.base.diagnostic import Severity
from rftg_dsl.base.resources import find_content_folder

SHIPPED = Path(str(find_content_folder()))
GAMES = ("roll", "race", "galaxies")
TEXTS = {game: [path.read_text("utf-8") for path in SHIPPED.glob(f"{game}/**/scenarios/*.rftg")] for game in GAMES}
SCENARIOS = {game: [f"scenario{one}" for text in TEXTS[game] for one in text.split("\nscenario")[1:]] for game in GAMES}
WORDS = sorted({word for texts in TEXTS.values() for text in texts for word in text.split()}) + SIGNS


@st.composite
def mistaken(draw: st.DrawFn) -> tuple[str, str]:
    """A game, and some of its scenarios with tokens removed, swapped, doubled or taken from elsewhere."""
    game = draw(st.sampled_from(GAMES))
    scenarios = draw(st.lists(st.sampled_from(SCENARIOS[game]), min_size=1, max_size=3))
    return game, "\n".join(" ".join(changed(draw, scenario.split(" "), WORDS)) for scenario in scenarios)


@law(25, suppress_health_check=list(HealthCheck))
@given(mistaken())
def test_shipped_scenarios_with_a_few_changes(one: tuple[str, str]) -> None:
    game, text = one
    with TemporaryDirectory() as name:
        folder = Path(name) / "fuzz"
        (folder / "scenarios").mkdir(parents=True)
        (folder / "set.toml").write_text(f'id = "fuzz"\nname = "Fuzz"\ngame = "{game}"\nversion = "1"\n')
        (folder / "scenarios" / "fuzz.rftg").write_text(text, "utf-8")
        results = run_suites(find_suites([str(folder)]))

    for wrong in results.diagnostics:
        assert 0 <= wrong.at.start <= wrong.at.end <= len(wrong.at.source.text), wrong
        assert wrong.code and wrong.message
    assert not (results.passed and any(diagnostic.severity == Severity.ERROR for diagnostic in results.diagnostics))
