# make play | test | bench | figures | lint | clean; each sets up a fresh machine by itself.
#
#   PYTHON=python3.12   the Python to make .venv with (3.11 or newer)
#   VENV=path           an environment that already has what is needed: nothing is made or installed
#   GAME=arkham         what `make play` plays, with ARGS added:  make play ARGS="--players 2"

PYTHON ?= python3
GAME ?= arkham
ARGS ?=

ifdef VENV
BIN := $(VENV)/bin
READY :=
else
BIN := .venv/bin
READY := .venv/ready
endif
RUN := PYTHONPATH="$(CURDIR)" $(BIN)/python
RULES := $(RUN) -c "import sys; from cli.main import main; sys.exit(main())"

.DEFAULT_GOAL := help
.PHONY: help play test bench figures odds lint setup clean

help:
	@echo "make play    play $(GAME) at this terminal"
	@echo "make test    run all tests"
	@echo "make bench   measure speed"
	@echo "make figures write docs/arkham-figures.md anew; takes minutes"
	@echo "make lint    ruff, mypy --strict, import-linter, rules check, rules fmt --check"
	@echo "make clean   remove what the tools and .venv left here"

setup: $(READY)

.venv/ready: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "no '$(PYTHON)' here: install Python 3.11 or newer, or say PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than 3.11: say PYTHON=python3.12, for example" >&2; exit 1; }
	@echo "setting up .venv (once) ..." >&2
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

play: $(READY)
	@$(RULES) play $(GAME) $(ARGS)

test: $(READY)
	@$(RUN) -m pytest $(ARGS)

bench: $(READY)
	@$(RUN) -m tests.bench $(ARGS)

odds: $(READY)
	@$(RUN) -m pytest -m "slow or not slow" tests/games/test_elder_sign_odds.py

figures: $(READY)
	@$(RUN) docs/figures.py

lint: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m mypy
	@PYTHONPATH="$(CURDIR)" $(BIN)/lint-imports --no-cache
	@$(RULES) check rules/
	@$(RULES) fmt --check rules/

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
