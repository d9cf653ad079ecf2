"""The native engine, which plays a library's games with code compiled for that library."""

from __future__ import annotations

import ctypes
import json
import struct
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha512
from itertools import accumulate
from threading import local
from typing import Any, NamedTuple

from rftg_dsl.base.limits import GAME, ROUNDS
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.backends import GREEDY, PATIENCE, Ahead, Followed, GameSpec, Outcome, Played, Source
from rftg_dsl.library.load import Library
from rftg_dsl.log.format.head_cache import cut
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.recorder import MADE_BY, head_of
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.held import Words
from rftg_dsl.native.loading import Arena, Game, Log, Seat, Twister, load_library
from rftg_dsl.native.looking import Looking, States

SEED_MOST = 150
"""Maximum length in bytes of a seed in native code; most seeds are much shorter."""


FOLLOWED_MOST = 64_000_000
"""Maximum length in bytes of a log that native code follows."""
NEVER = 1 << 60
ROOT = struct.Struct("<Q32s")
"""A Merkle root from native code: the number of lines, and the hash."""


IMAGES = 1_000
"""The maximum number of starts of games that an engine caches."""


class Input(NamedTuple):
    """The start of a game, and the numbers and texts that ``prepare_game`` in ``play.c`` reads."""

    image: bytes
    numbers: Sequence[int]
    texts: bytes


class Own(local):
    """The thread-local data of an engine."""

    def __init__(self, code: Any, players: int) -> None:
        self.arena = Arena(code)
        self.log = Log()
        self.bots = (Twister * players)()
        self.seats = (Seat * players)()
        self.states: States | None = None


class Engine:
    """Plays the games of one library, with a given number of seats, in native code."""

    def __init__(
        self,
        library: Library,
        players: int,
        constants: bytes,
        image: bytes,
        code: bytes,
        warnings: bytes,
        powers: bytes,
    ) -> None:
        self.library = library
        self.players = players
        self.images = {tuple(sorted(library.choices.items())): image}
        """The state at the start of a game, by options."""
        self.constants = ctypes.create_string_buffer(constants, len(constants))
        self.code = load_library(code)
        self.code.rftg_begin(self.constants, len(constants))
        self.warnings = warnings.decode().splitlines()
        """The untranslatable statements and functions, with locations; a game that reaches one falls back to Python."""
        self.hooks: Mapping[str, int] = json.loads(powers)
        self.own = Own(self.code, players)
        self.image = self.image_for(library.options)
        self.last: tuple[tuple[str, ...], tuple[str, str]] | None = None
        """The head of the last log, cached by ``split_head``."""

    @cached_property
    def words(self) -> Words:
        return Words(self.code, self.hooks, self.library.rules(self.players))

    @property
    def states(self) -> States:
        if self.own.states is None:
            self.own.states = States(self.code)
        return self.own.states

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looking | None:
        """Prepare to look ahead from a play's pending decision.

        Return None if Python has to look ahead, because the play has other rules or because it contains something that
        native code cannot represent.
        """
        if play.rules is not self.words.rules:
            return None
        try:
            return Looking(self.words, lambda: self.states, play, seat, picks, ahead)
        except TranslationError:
            return None

    def play_games(self, games: Sequence[GameSpec], rounds: int = ROUNDS.most) -> Sequence[Outcome | None]:
        """Play many games; the result is None for each game that Python has to play."""
        inputs = [self.input_for(spec) for spec in games]
        ours = [each for each in inputs if each is not None]
        outcomes = iter(self.run_games(Game(rounds_most=rounds, events_most=GAME.most), ours))
        return [None if each is None else next(outcomes) for each in inputs]

    def input_for(self, spec: GameSpec, chance: str | None = None) -> Input | None:
        """Return the input for a game, whose chance can have another seed than its bots.

        Return None if native code cannot play it.
        """
        chance = spec.seed if chance is None else chance
        if max(len(chance.encode()), len(spec.seed.encode())) > SEED_MOST:
            return None
        try:
            image = self.image_for(self.library.options if spec.options is None else spec.options)
        except (TranslationError, ValueError):  # Python reports an invalid option
            return None
        texts = [f"{chance}/{self.library.game.name}/".encode()]
        texts += [seed_of_bot(spec.seed, seat) for seat in range(self.players)]
        withheld = [-1] if spec.withheld is None else [len(spec.withheld), *spec.withheld]
        advised = [bot == GREEDY for bot in spec.bots]
        return Input(image, [*advised, *withheld, *map(len, texts)], b"".join(texts))

    def image_for(self, options: Mapping[str, str]) -> bytes:
        """Return the state at the start of a game. Raise ``ValueError`` if an option is invalid."""
        key = tuple(sorted(options.items()))
        if key not in self.images:
            if len(self.images) >= IMAGES:
                self.images.clear()
            start = self.words.rules.start(Seeded("", ""), options)
            self.images[key] = self.words.image_of(start)
        return self.images[key]

    def run_games(self, game: Game, inputs: Sequence[Input]) -> Sequence[Outcome | None]:
        n = len(inputs)
        images = {image: 0 for image, _, _ in inputs}
        for image, start in zip(images, accumulate(map(len, images), initial=0), strict=False):
            images[image] = start
        words = [word for image, numbers, _ in inputs for word in (images[image], len(image), *numbers)]
        out = (ctypes.c_int64 * (self.width * n))()
        game.bots, game.seats, game.patience = self.own.bots, self.own.seats, PATIENCE
        texts = b"".join([each.texts for each in inputs])
        arguments = self.own.arena.state, b"".join(images), ctypes.byref(game), self.players, texts
        self.code.rftg_play(*arguments, (ctypes.c_int64 * len(words))(*words), n, out)
        results, width = out[:], self.width
        return [self.outcome_of(results[first : first + width]) for first in range(0, len(results), width)]

    @property
    def width(self) -> int:
        # The ending; the numbers of decisions, events and rounds; all scores; and, for each seat, whether it has won.
        return 4 + 2 * self.players

    def outcome_of(self, words: Sequence[int]) -> Outcome | None:
        how, decisions, events, rounds, *rest = words
        scores, won = rest[: self.players], rest[self.players :]
        return (
            None
            if how
            else Outcome(decisions, events, rounds, scores, [nth for nth, has_won in enumerate(won) if has_won])
        )

    def follow(self, log: bytes, head: Mapping[str, Any], dice: Source) -> Followed | None:
        """Replay a log, comparing every line up to the end of the game; None if Python has to do so."""
        if len((dice.seed or "").encode()) > SEED_MOST or len(log) > FOLLOWED_MOST:
            return None
        opening = self.make_opening(head, dice)
        # Leave any difference to Python, so that verdicts are worded in only one place.
        if not log.startswith(opening):
            return None
        prefix = None if dice.seed is None else f"{dice.seed}/{self.library.game.name}/".encode()
        state, own, used = self.own.arena.state, self.own.log, ctypes.c_int64()
        ctypes.memmove(state, self.image, len(self.image))
        game = Game(prefix, len(prefix or b""), rounds_most=NEVER, events_most=NEVER)
        game.log = ctypes.pointer(own)
        game.opening, game.opening_n = opening, len(opening)
        if self.code.rftg_follow(state, ctypes.byref(game), log, len(log), ctypes.byref(used)):
            return None
        nodes = [bytes(node) for node in own.nodes[: own.nodes_n]]
        raw = ctypes.string_at(own.roots.p, own.roots.n)
        roots = dict(ROOT.iter_unpack(raw))
        return Followed(used.value, own.size, nodes, roots)

    @cached_property
    def head(self) -> Sequence[str]:
        """The head that all logs share, cut at the maker, the players and the source of randomness."""
        play = self.library.rules(self.players).start(Seeded("", ""), self.library.options)
        return cut(head_of(self.library, play, Randomness("table"), []))

    def make_opening(self, head: Mapping[str, Any], dice: Source) -> bytes:
        before, behind = self.split_head(head["made_by"], head["seats"])
        return lines_of(f"{before}{line_of(head['randomness'])}{behind}", *map(line_of, dice.opening))

    def split_head(self, made_by: str, seats: Sequence[str]) -> tuple[str, str]:
        """Return the parts of a log's head before and after the source of randomness; the last result is cached."""
        asked, last = (made_by, *seats), self.last
        if last is None or last[0] != asked:
            before, between, behind, end = self.head
            around = f"{before}{line_of(made_by)}{between}", f"{behind}{line_of(list(seats))}{end}"
            last = self.last = asked, around
        return last[1]

    def play_game(self, dice: Source, bots: Sequence[str], logged: bool, rounds: int = ROUNDS.most) -> Played | None:
        """Play a game between bots; None if Python has to play the game."""
        made = None if dice.seed is None else self.input_for(GameSpec(dice.text, bots), dice.seed)
        if made is None:
            return None
        log, game = self.own.log, Game(rounds_most=rounds, events_most=GAME.most)
        game.report = ctypes.pointer(log.scrap)
        if logged:
            game.log = ctypes.pointer(log)
            game.opening = self.make_opening({"made_by": MADE_BY, "randomness": dice.head, "seats": list(bots)}, dice)
            game.opening_n = len(game.opening)
            game.closing = lines_of(*map(line_of, dice.closing))
            game.closing_n = len(game.closing)
        [outcome] = self.run_games(game, [made])
        if outcome is None:
            return None
        text = ctypes.string_at(log.out.p + 1, log.out.n - 1) if logged else b""
        return Played(outcome, ctypes.string_at(log.scrap.p, log.scrap.n), text)


def lines_of(*lines: str) -> bytes:
    return "\n".join([*lines, ""]).encode("ascii")


def seed_of_bot(seed: str, seat: int) -> bytes:
    """Return a bot's seed, expanded in the same way as Python's ``Random`` expands a string."""
    raw = f"{seed}/bot/{seat}".encode()
    return raw + sha512(raw).digest()
