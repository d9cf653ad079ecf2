"""The agreement of a bot and people on the cards of Race.

``python tests/people/agreement.py play FOLDER greedy 3000`` plays games of a bot, going on where it was stopped, and
writes its figures to ``content/race/people.toml`` and ``docs/people.md``; ``make people`` does so for the bots that
are listed there. ``python tests/people/agreement.py extract ARCHIVE`` made the table ``base.csv``, of people's games.

The *agreement* is Spearman's rank correlation over the cards that both have built in ``FEWEST`` tableaux or more: of
the ``margin``, a seat's lead with the card in its final tableau, and of the ``share`` of tableaux with the card.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import correlation, fmean, pstdev

from attrs import evolve

from people.parts import PARTS, Game, Part, Sums, read_archive, read_table, split_games, write_table
from rftg_dsl.balance.people import FILE, Agreement, People, read_people, write_people
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for

FIGURES = find_content_folder() / "race" / FILE
TABLE = Path(__file__).parent / "base.csv"
PAGE = Path(__file__).parents[2] / "docs" / "people.md"
FEWEST = 30
"""The number of tableaux below which a card's figures say too little."""
SAMPLES = 100
"""The number of random samples of parts for a standard error, and of random halves for a ceiling."""

Measure = Callable[[Part, str], float]


def margin_of(games: Part, card: str) -> float:
    sums = games.cards[card]
    return sums.lead / sums.tableaux


def share_of(games: Part, card: str) -> float:
    return games.cards[card].tableaux / games.all.tableaux


# -- the statistic ------------------------------------------------------------------------------------------------


def add_parts(parts: Sequence[Part]) -> Part:
    return sum(parts, Part())


def shared_cards(people: Part, bot: Part) -> list[str]:
    """The cards with enough tableaux on both sides."""
    return sorted(
        card
        for card, sums in people.cards.items()
        if min(sums.tableaux, bot.cards.get(card, Sums()).tableaux) >= FEWEST
    )


def correlate(first: Part, second: Part, cards: Sequence[str], measure: Measure) -> float:
    """Spearman's correlation over the cards that both have."""
    both = [card for card in cards if card in first.cards and card in second.cards]
    one, other = ([measure(games, card) for card in both] for games in (first, second))
    return correlation(ranks_of(one), ranks_of(other))


def ranks_of(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value)) / 2 for value in values]


def error_of(people: Sequence[Part], bot: Sequence[Part], cards: Sequence[str], measure: Measure) -> float:
    """The standard error of the correlation, from samples of the parts on both sides."""
    random = Random("samples")
    samples = [[add_parts(random.choices(parts, k=len(parts))) for parts in (people, bot)] for _ in range(SAMPLES)]
    return pstdev([correlate(one, other, cards, measure) for one, other in samples])


def reliability_of(parts: Sequence[Part], cards: Sequence[str], measure: Measure) -> float:
    """The correlation to expect with as many games of the same players (Spearman and Brown, from random halves)."""
    random, found = Random("halves"), []
    for _ in range(SAMPLES):
        shuffled = random.sample(parts, k=len(parts))
        halves = [add_parts(shuffled[: PARTS // 2]), add_parts(shuffled[PARTS // 2 :])]
        found.append(correlate(*halves, cards, measure))
    halved = fmean(found)
    return max(0.0, 2 * halved / (1 + halved))


def compare(name: str, people: Sequence[Part], bot: Sequence[Part]) -> Agreement:
    ours, theirs = add_parts(bot), add_parts(people)
    cards = shared_cards(theirs, ours)
    figures: dict[str, float] = {}
    for word, measure in (("margin", margin_of), ("share", share_of)):
        reliable = [reliability_of(parts, cards, measure) for parts in (people, bot)]
        figures[word] = correlate(theirs, ours, cards, measure)
        figures[f"{word}_error"] = error_of(people, bot, cards, measure)
        figures[f"{word}_ceiling"] = sqrt(reliable[0] * reliable[1])
    points = ours.all.points / ours.all.tableaux
    rounded = {word: round(figure, 3) for word, figure in figures.items()}
    return Agreement(bot=name, games=ours.all.tableaux // 2, cards=len(cards), points=round(points, 2), **rounded)


# -- games of bots ------------------------------------------------------------------------------------------------


def play_games(bot: str, games: int, to: Path) -> Iterator[Game]:
    """The games of a bot against itself; those that ``to`` does not have yet are played and added to it."""
    known = to.read_text("utf-8").splitlines() if to.exists() else []
    yield from map(json.loads, known[:games])
    library = load_standard("race")
    playouts = quickest_playouts_for(library, 2, make=True)
    for number in range(len(known), games):
        game = record_game(library, f"people/{number}", bot, playouts)
        with to.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(game)}\n")
        yield game


def record_game(library: Library, seed: str, bot: str, playouts: Playouts) -> Game:
    result = play_game(library, 2, seed, [bot, bot], playouts=playouts)
    seats = zip(result.figures["seats"], result.scores, strict=True)
    kept = [{"start": seat["start"], "tableau": seat["tableau"], "points": points} for seat, points in seats]
    return {"seats": kept}


# -- the page -----------------------------------------------------------------------------------------------------


def update_page(page: str, table: str) -> str:
    """Replace the table of the page."""
    before, _, rest = page.partition("| bot |")
    return f"{before}{table}\n\n{rest.partition(chr(10) * 2)[2]}"


def table_of(agreements: Sequence[Agreement]) -> str:
    lines = [
        "| bot | games | cards | margin | share | points a seat |",
        "| --- | --- | --- | --- | --- | --- |",
        *[
            f"| `{row.bot}` | {row.games:,} | {row.cards} | {row.margin:.2f} ± {row.margin_error:.2f} "
            f"(of {row.margin_ceiling:.2f}) | {row.share:.2f} ± {row.share_error:.2f} (of {row.share_ceiling:.2f}) "
            f"| {row.points:.1f} |"
            for row in agreements
        ],
    ]
    return "\n".join(lines)


def measure_bots(folder: Path, bots: Sequence[str], games: Sequence[int]) -> None:
    people, known = read_table(TABLE), read_people(FIGURES)
    folder.mkdir(parents=True, exist_ok=True)
    rows = {row.bot: row for row in known.bots}
    for bot, many in zip(bots, games, strict=True):
        rows[bot] = compare(bot, people, split_games(play_games(bot, many, folder / f"{bot.replace(':', '-')}.jsonl")))
        print(rows[bot], flush=True)
        write_people(FIGURES, evolve(known, bots=tuple(rows.values())))
        PAGE.write_text(update_page(PAGE.read_text("utf-8"), table_of([*rows.values()])), "utf-8")


def extract(archive: Path) -> None:
    games = [*read_archive(archive)]
    standard = [game for game in games if game["variant"] == "standard"]
    total = add_parts(split_games(standard)).all
    points = round(total.points / total.tableaux, 2)
    write_table(TABLE, split_games(games))
    write_people(FIGURES, People(len(games), len(standard), points, read_people(FIGURES).bots))


if __name__ == "__main__":
    verb, where, *rest = sys.argv[1:]
    if verb == "extract":
        extract(Path(where))
    else:
        measure_bots(Path(where), rest[::2], [*map(int, rest[1::2])])
