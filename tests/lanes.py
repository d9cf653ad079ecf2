"""The lanes of tests: ``make test`` runs the fast one, ``make full`` the rest of what CI runs, ``make slow`` the night.

A test is in the fast lane unless ``FULL`` names its file, folder or self, with the reason; then it is in the full one.
Laws run in all lanes, each with more examples than in the one before.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import settings

LANE = os.environ.get("RFTG_LANE", "fast")
FAST, SLOW = LANE == "fast", LANE == "slow"

SHARE = 8
"""A law gets an eighth of its examples in the fast lane."""
FEWEST = 3
"""But a law gets at least this many, if it has as many in the full lane."""
TIMES = 12
"""How many times as many examples a law gets in the slow lane as in the full one."""

REASON = "in the slow lane only: make slow"

COLLECTED = pytest.StashKey[set[str] | None]()
"""The ids of all tests in the files that were collected, whatever their lane; None if the run was given the names of
some."""

slow = pytest.mark.skipif(not SLOW, reason=REASON)

FULL: Mapping[str, str] = {
    # Programs that are started, stopped, installed or built.
    "tests/author/editor/test_command.py": "starts editors' servers",
    "tests/author/editor/test_session.py": "starts editors' servers",
    "tests/base/test_cluster.py": "starts clusters of processes",
    "tests/benchmarks/": "runs every benchmark once",
    "tests/cli/test_balance.py::test_a_row_for_each_side": "hundreds of games",
    "tests/cli/test_attacks.py": "measures the memory of processes",
    "tests/cli/test_completion.py": "starts shells",
    "tests/cli/test_explain.py::test_a_broken_explanation_of_a_game": "installs a package of another",
    "tests/cli/test_explain.py::test_a_game_from_another_package": "installs a package of another",
    "tests/cli/test_extensions.py": "installs packages of others, and checks everything with each",
    "tests/cli/test_index.py": "stops commands in the middle",
    "tests/cli/test_optimised.py": "runs every command without docstrings",
    "tests/cli/test_plugins.py": "installs games of others, and checks everything with each",
    "tests/cli/test_process.py": "kills workers, and stops commands in the middle",
    "tests/docs/test_run_a_league.py::test_the_commands": "starts many commands",
    "tests/cli/test_streams.py": "starts a process for each way of reading a log",
    "tests/cli/test_widths.py": "shows every page in two widths on terminals",
    "tests/log/test_faults.py::test_a_full_disk": "whole games on a full disk",
    "tests/log/test_faults.py::test_a_killed_process": "kills processes",
    "tests/log/test_faults.py::test_a_log_cut_at_any_byte": "each byte of a log",
    "tests/log/test_quick.py::test_logs_are_the_same": "starts Python without an optional library",
    "tests/packages/": "builds and installs packages",
    "tests/play/table/test_terminal.py": "plays on terminals that are closed or killed",
    "tests/play/table/test_walk.py": "plays on terminals that are closed or killed",
    "tests/release/test_checks_of_sets.py": "installs the program twice",
    "tests/release/test_github.py::test_every_file": "starts a program for each form",
    "tests/release/test_release.py": "builds a release twice",
    "tests/show/pictures/test_letters.py::test_the_letters_are_those": "reads a font",
    "tests/test_packaging.py": "builds wheels",
    "tests/test_platforms.py::test_every_name": "type-checks everything for other systems",
    "tests/test_platforms.py::test_no_file_is_read": "starts many commands",
    "tests/test_platforms.py::test_the_program_runs": "starts many commands",
    # Pages in a browser, and servers.
    "tests/show/pictures/test_agreement.py": "needs a browser",
    "tests/show/browser/test_author.py": "needs a browser",
    "tests/show/browser/test_balance.py": "needs a browser",
    "tests/show/browser/test_ending.py::test_a_rematch_moves": "two games, and a server that is started again",
    "tests/show/browser/test_ending.py::test_every_page": "whole games, and a server that is started again",
    "tests/show/browser/test_ending.py::test_everybody_gets": "audits a whole game",
    "tests/show/browser/test_full_disk.py": "needs a browser",
    "tests/show/browser/test_gallery_pages.py": "needs a browser",
    "tests/show/browser/test_home_page.py": "needs a browser",
    "tests/show/browser/test_lobby_pages.py": "needs a browser",
    "tests/show/browser/test_names.py": "needs a browser",
    "tests/show/browser/test_play.py": "needs a browser",
    "tests/show/browser/test_refused.py": "starts servers",
    "tests/show/browser/test_replay.py": "needs a browser",
    "tests/show/browser/test_saved.py": "needs a browser",
    "tests/show/browser/test_serve.py": "needs a browser",
    "tests/show/browser/test_sharing.py": "needs a browser",
    "tests/show/browser/test_shown_pictures.py": "needs a browser",
    "tests/show/browser/test_spoken.py": "needs a browser",
    "tests/show/browser/test_strangers.py": "starts servers",
    "tests/show/browser/test_table.py": "needs a browser",
    "tests/show/browser/test_turns.py": "starts servers",
    "tests/show/browser/test_worth.py": "starts a process",
    # Further cases of rules of which the fast lane tries cheaper ones.
    "tests/compile/test_backends.py::test_both_back_ends_play_the_same_games[3-": "other numbers of players",
    "tests/compile/test_backends.py::test_both_back_ends_play_the_same_games[4-": "other numbers of players",
    "tests/games/race/test_expansion_rows.py::test_both_back_ends_play_the_same_games[3": "three players",
    "tests/games/race/test_expansion_rows.py::test_both_back_ends_play_the_same_games[4": "four players",
    "tests/games/race/test_expansion_rows.py::test_its_sentences_are_accepted": "a set for each of 123 cards",
    "tests/games/race/test_placing.py::test_both_back_ends_compare_alike[power1": "a second power",
    "tests/games/race/test_rebel_vs_imperium.py::test_both_back_ends_play_the_same_games[3": "three players",
    "tests/games/race/test_rebel_vs_imperium.py::test_both_back_ends_play_the_same_games[4": "four players",
    "tests/log/test_stood.py::test_all_but_the_illegal_answer_is_checked[galaxies": "a long game",
    "tests/oracle/test_race.py::test_recorded_games_agree[random-3p": "a long recording",
    "tests/oracle/test_race.py::test_recorded_games_agree[random-4p": "a long recording",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-goals-random-3p": "other numbers of players",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-goals-random-5p": "other numbers of players",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-goals-randombuild-3p": "other numbers of players",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-goals-randombuild-5p": "other numbers of players",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-random-3p": "other numbers of players",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-random-5p": "other numbers of players",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_every_recorded_game[builder-4p": "a long recording",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_every_recorded_game[random-3p": "a long recording",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_every_recorded_game[random-4p": "a long recording",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_every_recorded_game[random-5p": "a long recording",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_every_recorded_game[stress": "a long recording",
    "tests/show/browser/test_film.py::test_a_page_of_a_whole_log_has_the_films_that_a_server_sends[race": "a long game",
    # What other tests find too, by a shorter way: these play more games, or try more nonsense.
    "tests/balance/test_gift.py::test_a_copy_of_the_control_is_worth_nothing[3": "three seats",
    "tests/balance/test_gift.py::test_three_points_are_worth_three[2-Three More": "scored points are tried",
    "tests/balance/test_gift.py::test_three_points_are_worth_three[3": "three seats",
    "tests/balance/test_known_truths.py": "hundreds of games",
    "tests/balance/test_measure.py::test_workers_do_not_change_a_sample": "starts processes",
    "tests/check/test_every_word_counts.py": "each word of a game's powers, left out and doubled",
    "tests/check/test_limits.py": "content just within and beyond each limit",
    "tests/check/test_schedule.py::test_what_a_set_takes_out": "each line of each schedule, taken out",
    "tests/cli/test_disputes.py": "nonsense of many kinds in the logs of every command",
    "tests/cli/test_log_commands.py": "logs of every kind for every command",
    "tests/cli/test_reported_cases_logs.py": "logs of every kind for every command",
    "tests/games/roll/test_advise.py": "a hundred games of greedy against random",
    "tests/games/race/test_advise.py": "a hundred games of greedy against random",
    "tests/games/test_constants.py": "whole games with each constant at its ends",
    "tests/hidden/test_hidden.py": "pairs of whole games that one viewer cannot tell apart",
    "tests/hidden/test_lines.py::test_a_mistake": "whether the law notices mistakes",
    "tests/hidden/test_lines.py::test_nothing_made_for_a_viewer_has_what_is_hidden[race +": "the law of race",
    "tests/importers/test_packaging.py": "archives of every kind",
    "tests/importers/test_race_bga.py": "recordings with garbage in every field: tests/oracle follows some as they are",
    "tests/importers/test_reading.py": "files that unpack to much",
    "tests/importers/race_tableaux/test_race_archive.py": "games that are not in the repository",
    "tests/importers/race_tableaux/test_race_tableaux.py::test_garbage": "garbage in each field of a game",
    "tests/independent/": "the second verifier on whole logs: test_readers_agree.py has each rule",
    "tests/laws/test_pythons.py": "other Pythons",
    "tests/laws/test_schedules.py": "whole games with random schedules",
    "tests/log/index/test_strange.py": "nonsense in the logs of the index",
    "tests/log/test_audit.py::test_nonsense_in_events": "nonsense at each place of a log",
    "tests/log/test_audit.py::test_nothing_of_a_log_stays": "memory",
    "tests/log/test_audit.py::test_the_root_of_a_game_in_progress": "each cut of a log",
    "tests/log/test_budget.py": "logs as large and as hostile as can be",
    "tests/log/test_compare.py::test_a_viewer_can": "each viewer of each game",
    "tests/log/test_examples_told.py": "games with every sentence of the glossary",
    "tests/log/test_own_logs.py": "games with every sentence of the glossary",
    "tests/log/test_proof_places.py::test_no_proof_passes_with_another_line_or_size[1": "each line of large trees",
    "tests/log/test_proof_places.py::test_no_proof_passes_with_another_line_or_size[2": "each line of large trees",
    "tests/log/test_proof_places.py::test_no_proof_passes_with_another_line_or_size[3": "each line of large trees",
    "tests/log/test_randomness.py::test_loaded_dice": "many logs",
    "tests/log/test_readers_fuzz.py": "the second verifier, on mutants",
    "tests/log/test_sealed.py::test_a_sealed_game_goes_on": "each game, stopped at several moments",
    "tests/log/test_sealed.py::test_a_whole_log": "each game, signed on the way",
    "tests/log/test_sealed.py::test_a_sealed_log_is_sealed_until_it_is_opened[race": "a second game",
    "tests/log/test_sealed.py::test_a_sealed_log_is_signed[race": "a second game",
    "tests/log/test_sealed.py::test_a_sealed_log_is_signed[roll": "a third game",
    "tests/log/test_sealed.py::test_what_is_opened_must_be_what_was_sealed[roll": "a third game",
    "tests/log/test_sealed.py::test_nonsense": "nonsense at each place of a sealed log",
    "tests/log/test_tampering.py": "each kind of tampering, on many logs",
    "tests/native/test_audit.py": "native code on strange logs",
    "tests/native/test_backend.py": "compilers that fail, processes that share what is compiled",
    "tests/native/test_bots.py": "compiles C for bots that go wrong",
    "tests/native/test_coupled.py": "compiles C for each game",
    "tests/native/test_digest.py": "native code by parts: test_identity.py compares whole games",
    "tests/native/test_functions.py": "native code by parts",
    "tests/native/test_given.py": "native code by parts",
    "tests/native/test_held.py": "native code at every moment of a game",
    "tests/native/test_identity.py::test_games_are_the_same": "compiles C for each game",
    "tests/native/test_identity.py::test_looks": "native code for bots",
    "tests/native/test_json.py": "native code by parts",
    "tests/native/test_light.py": "native code on strange logs",
    "tests/native/test_looking.py": "native code for bots",
    "tests/native/test_memory.py": "memory",
    "tests/native/test_recordings.py": "native code against recordings: tests/oracle has some for Python",
    "tests/oracle/test_galaxies.py::test_our_engine_agrees_with_all": "the recordings that are not in the repository",
    "tests/oracle/test_race.py::test_all_shared": "the recordings that are not in the repository",
    "tests/oracle/test_race.py::test_garbage": "garbage in each field of a recording",
    "tests/oracle/test_race_bga.py": "recordings of one site",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-goals-ai-5p": "a long recording",
    "tests/oracle/test_race_storm.py::test_recorded_games_agree[storm-randombuild-5p": "a long recording",
    "tests/oracle/test_race_storm.py::test_the_logs_of_followed_games": "logs of recordings, as of the base game",
    "tests/oracle/test_roll.py::test_a_malformed": "garbage in each field of a recording",
    "tests/oracle/test_roll.py::test_our_engine_agrees_with_all": "the recordings that are not in the repository",
    "tests/play/table/test_games.py": "whole games, typed by hand",
    "tests/play/table/test_lines.py": "random lines, typed by hand",
    "tests/play/test_bots.py::test_even_the_strangest": "strange answers of bots",
    "tests/play/test_endless.py": "a game of 100,000 answers",
    "tests/play/test_search.py": "whole games of a slow bot",
    "tests/play/test_simulate.py": "memory, and thousands of games",
    "tests/play/test_too_much.py": "tables as full as can be",
    "tests/proof/test_mutations.py": "whether the second reading notices mistakes",
    "tests/show/virtual/": "folders with the pictures of a whole set; a tile of one is enough at the desk",
    "tests/syntax/test_write.py::test_shipped_content": "each shipped file, parsed twice: random trees are tried",
    "tests/wording/test_texts.py::test_a_game_and_packages": "loads packages of others",
    "tests/wording/test_distinct.py": "the texts of thousands of random powers",
    "tests/wording/test_forms.py": "the texts of thousands of random powers",
    # What a change of an engine does not touch: the documents, the rooms at the edge, odd systems.
    "tests/author/editor/test_names.py": "names in every place of a file, as an editor asks for them",
    "tests/author/scenarios/test_mutation.py": "every change of some powers",
    "tests/author/scenarios/test_shipped.py": "every scenario, with and without each clause",
    "tests/author/test_new_set.py": "new sets for every game",
    "tests/author/versions/": "two versions of many sets",
    "tests/base/test_cache.py": "caches of other builds, and damaged ones",
    "tests/base/test_codes.py::test_a_wrong_command": "each code of a command, provoked",
    "tests/cli/test_games.py": "folders of logs",
    "tests/cli/test_json.py": "the JSON of every command",
    "tests/cli/test_not_utf8.py": "names of files that are not text",
    "tests/cli/test_packs.py": "packs for every command",
    "tests/cli/test_people.py": "games of people",
    "tests/cli/test_private_files.py": "modes of files",
    "tests/cli/test_reported_files.py": "odd names of files",
    "tests/cli/test_sets_and_options.py": "sets and options for every command",
    "tests/docs/test_api.py": "examples of a page",
    "tests/docs/test_cookbook.py": "examples of a page, and variations of each",
    "tests/docs/test_disputes.py": "each step of a page",
    "tests/docs/test_first_expansion.py": "each step of a page",
    "tests/docs/test_from_a_spreadsheet.py": "each step of a page",
    "tests/docs/test_language.py::test_each_power_is_played": "examples of a page: random sentences are compared too",
    "tests/docs/test_new_set.py": "each step of a page",
    "tests/docs/test_questions.py": "each question of a page",
    "tests/docs/test_sharing.py": "each step of a page",
    "tests/docs/test_site.py": "builds the documents as a site",
    "tests/games/test_options.py::test_the_cheapest": "hundreds of beginnings",
    "tests/language/test_findings.py::test_finding_15_both": "whole games",
    "tests/library/test_memo.py": "content loaded again and again",
    "tests/log/index/test_index.py::test_nothing_is_left": "stops an index in the middle",
    "tests/log/index/test_index.py::test_the_index_is_the_same": "several processes",
    "tests/play/table/test_session.py": "sessions at a terminal",
}
"""The tests that the fast lane leaves out, by the beginning of their ids, and why it can do without them."""

LONG: Mapping[str, str] = {
    "tests/hidden/test_lines.py": "each line of a game, shown in every way to every viewer",
    "tests/native/test_identity.py": "C is compiled once",
    "tests/oracle/": "recordings of whole games",
    "tests/proof/test_bulk.py": "hundreds of random sentences, each against a second reading",
}
"""Tests that may take more than two seconds in the fast lane, and why they are in it all the same."""


def is_full(item: pytest.Item) -> bool:
    """Whether a test is in the full lane, not in the fast one."""
    return item.nodeid.startswith(tuple(FULL))


def is_full_file(path: str) -> bool:
    """Whether the fast lane has nothing of a file or folder, which ``FULL`` names as a whole."""
    return path.startswith(tuple(name for name in FULL if "::" not in name))


def is_law(item: pytest.Item) -> bool:
    """Whether a test does more in each lane than in the one before."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False) or "scaled" in item.keywords


def is_slow(item: pytest.Item) -> bool:
    """Whether a test is in the slow lane only."""
    return any(mark.kwargs.get("reason") == REASON for mark in item.iter_markers("skipif"))


def does_more(item: pytest.Item) -> bool:
    """Whether the slow lane does more than the full one: a slow test, a law, or a test of a module that asks for it."""
    here = getattr(item, "module", None)
    return is_slow(item) or hasattr(here, "SLOW") or hasattr(here, "scale") or is_law(item)


def is_here(item: pytest.Item) -> bool:
    """Whether a test belongs to the lane that runs."""
    if SLOW:
        return does_more(item)
    return not is_slow(item) and (not is_full(item) if FAST else is_full(item) or is_law(item))


def law(examples: int, **more: Any) -> settings:
    """Settings for this many examples in the full lane; in the slow lane, different ones each time."""
    if SLOW:
        more.pop("derandomize", None)
    return settings(max_examples=scale(examples), deadline=None, **more)


def scale(n: int) -> int:
    """A number of examples, games or files for the lane that runs, from that of the full lane."""
    return max(min(n, FEWEST), n // SHARE) if FAST else n * TIMES if SLOW else n


def stride_of(n: int) -> int:
    """The distance between the lines of a log that a test looks at, from that of the full lane; mark it `scaled`."""
    return n * SHARE if FAST else max(1, n // TIMES) if SLOW else n
