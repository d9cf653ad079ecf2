# Everything runs in .venv, which is rebuilt when pyproject.toml or constraints.txt changes.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := $(CURDIR)/.venv/bin
ENV := .venv/.test-env
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
INSTALL := $(PIP_INSTALL) --no-build-isolation

# Tests start the program hundreds of times, which should not compile it each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help env demo test full slow lint types format docs bench many-logs strength people release-figures frozen questions ranked dist release reference codes log-format pictures font colours editor clean

help:
	@echo "make demo    validate the content, play a game, replay it and audit its log"
	@echo "make test    style, types and the fast lane of tests: four minutes on two cores"
	@echo "make full    the other tests that CI runs, and laws with eight times as many examples"
	@echo "make slow    the slow lane: laws with twelve times as many examples, fuzzers, every installed Python"
	@echo "make frozen  freezes logs that are not frozen yet"
	@echo "make codes   the documents about codes, from rftg_dsl/base/codes"
	@echo "make log-format  the tables of docs/log-format.md, from rftg_dsl/log/format/kinds.py"
	@echo "make pictures  the pictures of the documents again"
	@echo "make font    the letters of pictures, from the files of an open font"
	@echo "make colours the colours of docs/editors/vscode, from the words of the language"
	@echo "make editor  the editor of the author's room, from npm"
	@echo "make bench   the benchmarks, beside those of the last release; Python and native code side by side"
	@echo "make release-figures  keeps the figures of the benchmarks for the next comparison"
	@echo "make dist    the files of a release in dist, built twice and compared"
	@echo "make release the same, and tried in empty environments with every installed Python"
	@echo "make many-logs LOGS=100000  audits and indexes as many logs: speed and memory"
	@echo "make strength GAMES=400  games of the bot search against greedy, which take long: goes on where it was stopped"
	@echo "make people  how far the bots of Race agree with people on its cards: goes on where it was stopped"
	@echo "make docs    the documents as a site, in build/site"
	@echo "make reference  docs/reference again, after a word has changed"
	@echo "make questions  the answers of docs/questions.md again"
	@echo "make ranked  docs/ranked.md again: what the printed sides of each game are worth"
	@echo "make env     .venv with everything a developer needs"
	@echo "make lint    style and types     make format   fix the style     make clean   remove everything built"

.venv/.env: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP_INSTALL) setuptools
	$(INSTALL) --editable '.[web]'
	@touch $@

.venv/.test-env: .venv/.env
	$(INSTALL) --editable '.[test,docs]'
	@touch $@

env: $(ENV)

demo: .venv/.env
	@mkdir -p build
	@rm -f build/demo.rlog
	$(BIN)/rftg validate
	$(BIN)/rftg play roll --players 3 --seed demo --log build/demo.rlog
	@# Through a file, not a pipe: a failing replay must fail the demo.
	$(BIN)/rftg replay build/demo.rlog > build/demo.txt
	@tail -n 25 build/demo.txt
	$(BIN)/rftg audit build/demo.rlog
	@echo "now play yourself: .venv/bin/rftg serve"

# Each lane leaves out tests of the other lanes (tests/lanes.py), so some snapshots go unused.
PYTEST := $(BIN)/pytest -n auto --maxprocesses 4 --snapshot-warn-unused
test: lint
	$(PYTEST)

full: $(ENV)
	RFTG_LANE=full $(PYTEST)

# Laws with more examples, and tests that take minutes: about an hour on two cores.
slow: $(ENV)
	RFTG_LANE=slow $(PYTEST)

lint: $(ENV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	@$(MAKE) --no-print-directory types

# cli/, grammar/ and content/ are sub-packages of rftg_dsl only once installed, and mypy cannot follow the finder of an
# editable install. So mypy runs in a tree of links laid out like an installed package, with the examples beside it. From
# the root it would find rftg_dsl/ first and pass without looking at cli/ (tests/test_packaging.py plants an error there).
TREE := build/types
EXAMPLES := tiny-game/six_stalls amber-road/amber_road tiny-bot/thrifty tiny-importer/stalls_diary market/roll_market omens/roll_omens
types: $(ENV)
	@rm -rf $(TREE)
	@mkdir -p $(TREE)/rftg_dsl
	@ln -s $(CURDIR)/rftg_dsl/* $(CURDIR)/cli $(CURDIR)/grammar $(CURDIR)/content $(TREE)/rftg_dsl/
	@ln -s $(addprefix $(CURDIR)/docs/examples/,$(EXAMPLES)) $(TREE)/
	cd $(TREE) && $(BIN)/mypy --strict --config-file $(CURDIR)/pyproject.toml --cache-dir $(CURDIR)/.mypy_cache \
		-p rftg_dsl $(addprefix -p ,$(notdir $(EXAMPLES)))

format: $(ENV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/rftg fmt content docs/examples

# Material announces its successor at every build; this variable is its own way to silence the announcement.
docs: $(ENV)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo "open build/site/index.html, or: python3 -m http.server --directory build/site (the search needs a server)"

bench: $(ENV)
	$(BIN)/pytest tests/benchmarks --benchmark-enable

# Audit and index many logs, and report the speed and the memory used: make many-logs LOGS=100000 (about 80 KB each).
LOGS ?= 20000
many-logs: $(ENV)
	RFTG_LOGS=$(LOGS) $(BIN)/pytest tests/benchmarks/test_many_logs.py --benchmark-enable

# How many games the bot search wins against greedy; each result is stored in build/strength.
GAMES ?= 400
strength: $(ENV)
	$(BIN)/python tests/strength.py build/strength galaxies race roll $(GAMES)

# How far the bots of Race agree with people on its cards; the games are stored in build/people. After a change to a bot,
# delete its games there first. The figures go to content/race/people.toml and docs/people.md.
BOTS ?= greedy 3000 search:200 800
people: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/people/agreement.py play build/people $(BOTS)

# Run at a release, to store the figures that the next release is compared with.
release-figures: $(ENV)
	$(BIN)/pytest tests/benchmarks --benchmark-enable --keep-figures

# Build an sdist, a wheel, a bill of materials and checksums from the current commit. Fails unless two builds are the same.
dist: $(ENV)
	rm -rf dist
	$(BIN)/python tests/release/build_release.py dist

# Run before a tag is set; takes some minutes, and needs a package index.
release: dist
	$(BIN)/python tests/release/try_release.py dist/*.whl

# Run after raising the version of a game's rules and adding newly named cases to tests/logs/freeze.py, to freeze their logs.
frozen: $(ENV)
	$(BIN)/python tests/logs/freeze.py

# Run after a change to the rules, the content or the play of greedy, to measure the printed sides again.
ranked: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/docs/ranking.py

# Run after a change to an index table, a question or the bots' play, to update the answers in docs/questions.md.
questions: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/docs/questions.py

# Run after a change to a file in rftg_dsl/base/codes, to update docs/codes.md and the tables in docs/diagnostics.md.
codes: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/docs/codes.py

# Run after a change to rftg_dsl/log/format/kinds.py, to update the tables in docs/log-format.md.
log-format: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/docs/log_format.py

# Run after a change to the look of pictures or pages, to update those in the documents. The pages need Chromium.
pictures: $(ENV)
	PYTHONPATH=tests $(BIN)/python tests/docs/pictures.py
	PYTHONPATH=tests $(BIN)/python tests/docs/screens.py

# Run after a change to docs/font, to write the letters of pictures again, and then the pictures.
FONT ?= /usr/share/fonts/truetype/liberation2
font: $(ENV)
	$(BIN)/python docs/font/make_letters.py $(FONT)

# Run after a change to a word of the language, to update its colours in editors.
colours: $(ENV)
	$(BIN)/python -m rftg_dsl.show.terminal.textmate > docs/editors/vscode/syntaxes/rftg.tmLanguage.json

# Run after a change to a game's word or its meaning, to update docs/reference.
reference: $(ENV)
	$(BIN)/rftg words --format markdown > docs/reference/language.md
	for game in roll race galaxies; do $(BIN)/rftg words $$game --format markdown > docs/reference/$$game.md; done

# Run after a change to docs/editors/codemirror, to build the editor of the author's room again. Needs npm.
editor:
	rm -rf build/editor
	mkdir -p build
	cp -r docs/editors/codemirror build/editor
	cd build/editor && npm ci --no-audit --no-fund && node build.mjs $(CURDIR)/rftg_dsl/show/browser/static

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find rftg_dsl cli grammar content tests -name __pycache__ -type d -prune -exec rm -rf {} +
