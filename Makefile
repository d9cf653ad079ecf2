# Everything happens in .venv, which is made once and again when pyproject.toml or constraints.txt change.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := $(CURDIR)/.venv/bin
ENV := .venv/.test-env
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
INSTALL := $(PIP_INSTALL) --no-build-isolation

.DEFAULT_GOAL := help
.PHONY: help env demo test slow lint types format bench release-figures golden clean

help:
	@echo "make demo    validate the content, play a game, replay it and audit its log"
	@echo "make test    style, types and tests"
	@echo "make slow    the slow lane: laws held to twelve times as many games, fuzzers, every Python that is there"
	@echo "make bench   the benchmarks, beside what they were at the last release"
	@echo "make env     .venv with everything a developer needs"
	@echo "make lint    style and types     make format   put the style right     make clean   remove what was made"

.venv/.env: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP_INSTALL) setuptools
	$(INSTALL) --editable .
	@touch $@

.venv/.test-env: .venv/.env
	$(INSTALL) --editable '.[test,rich]'
	@touch $@

env: $(ENV)

demo: .venv/.env
	@mkdir -p build
	@rm -f build/demo.rlog
	$(BIN)/rftg validate
	$(BIN)/rftg play roll --players 3 --seed demo --log build/demo.rlog
	@# Through a file and not a pipe, so that a failing replay fails the demo.
	$(BIN)/rftg replay build/demo.rlog > build/demo.txt
	@tail -n 25 build/demo.txt
	$(BIN)/rftg audit build/demo.rlog

test: lint
	$(BIN)/pytest -n 2

# Everything of the fast lane, with more and other examples, and what takes minutes; at most 20 minutes in all.
slow: $(ENV)
	RFTG_LANE=slow $(BIN)/pytest -n 2 --durations 10

lint: $(ENV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory types

# cli/, grammar/ and content/ are sub-packages of rftg_dsl only once installed, and mypy cannot follow an editable
# install that is made of a finder. So it is shown the tree as an installed one would be, and runs inside it: from the root it would
# find rftg_dsl/ first and pass without a look at cli/ (tests/test_packaging.py plants an error there). The examples stand beside it.
TREE := build/types
EXAMPLES := tiny-game/six_stalls tiny-bot/thrifty tiny-importer/stalls_diary
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

bench: $(ENV)
	$(BIN)/pytest tests/benchmarks --benchmark-enable

# At a release: what the next one will be compared with.
release-figures: $(ENV)
	$(BIN)/pytest tests/benchmarks --benchmark-enable --keep-figures

# After the rules of a game got another version: the logs that must stay valid from then on.
golden: $(ENV)
	$(BIN)/python tests/log/golden.py

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	find rftg_dsl cli grammar content tests -name __pycache__ -type d -prune -exec rm -rf {} +
